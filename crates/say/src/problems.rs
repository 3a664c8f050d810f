//! Problem files: what is wrong with one, what a search on it came to, and the help of `--problem`.
//!
//! Names that the format fixes (`start`, `actions` …) and Starlark's own values (`True`, `None`) are the same in every
//! language. What the file itself says is quoted as Starlark writes it, with control characters made visible.

#[cfg(feature = "script")]
mod wording;

use crate::catalogue::messages;
#[cfg(feature = "script")]
pub use wording::names_listed;

messages! {
    none { en: "none", es: "ninguno" }
    interpreter_quoted(words) { en: "the interpreter says: “{words}”", es: "el intérprete dice: «{words}»" }
    file_too_large(bytes: bytes, limit) {
        en: "the file has {bytes}; at most {limit} are allowed",
        es: "el archivo tiene {bytes}; se admiten como máximo {limit}",
    }
    nested_too_deeply(limit: levels) {
        en: "nested too deeply (limit: {limit})",
        es: "demasiado anidado (límite: {limit})",
    }
    syntax(words) { en: "{words}", es: "error de sintaxis: {words}" }
    missing_start {
        en: "there is no `start`; expected `start = …`, the first state",
        es: "falta `start`; se esperaba `start = …`, el primer estado",
    }
    missing_goal {
        en: "there is no `goal`; expected `goal = …`, a state, or `def goal(s)`, which returns True or False",
        es: "falta `goal`; se esperaba `goal = …`, un estado, o `def goal(s)`, que devuelve True o False",
    }
    missing_actions {
        en: "there is no `actions`; expected `def actions(s)`, which returns a list of `(name, state)`",
        es: "falta `actions`; se esperaba `def actions(s)`, que devuelve una lista de `(nombre, estado)`",
    }
    wrong_kind(name, found, expected) {
        en: "`{name}` is of type {found}; expected {expected}",
        es: "`{name}` es de tipo {found}; se esperaba {expected}",
    }
    claim_of_nothing(list, name) {
        en: "`{list}` names `{name}`, which is not a heuristic of this file",
        es: "`{list}` nombra `{name}`, que no es una heurística de este archivo",
    }
    unhashable(found) {
        en: "a state contains a value of type {found}, which cannot be hashed; use a tuple",
        es: "un estado contiene un valor de tipo {found}, que no es «hashable»; use una tupla",
    }
    goal_is_a_list {
        en: "`goal` is a list; for several goals write a function: `def goal(s): return s in […]`",
        es: "`goal` es una lista; para varios objetivos escriba una función: `def goal(s): return s in […]`",
    }
    value_too_deep { en: "a value is nested too deeply", es: "un valor está demasiado anidado" }
    state_too_deep { en: "a state is nested too deeply", es: "un estado está demasiado anidado" }
    state_too_large { en: "a state is too large", es: "un estado es demasiado grande" }
    wrong_result(function, state, found, expected) {
        en: "`{function}({state})` returned {found}; expected {expected}",
        es: "`{function}({state})` devolvió {found}; se esperaba {expected}",
    }
    wrong_item(item, function, state, found, expected) {
        en: "item {item} of `{function}({state})` is {found}; expected {expected}",
        es: "el elemento {item} de `{function}({state})` es {found}; se esperaba {expected}",
    }
    too_many_actions(function, state, found: items, limit) {
        en: "`{function}({state})` returned {found}; at most {limit} are allowed",
        es: "`{function}({state})` devolvió {found}; se admiten como máximo {limit}",
    }
    cost_too_large(cost) {
        en: "the costs add up to {cost}, which is too much; use a larger unit",
        es: "los costes suman {cost}, que es demasiado; use una unidad mayor",
    }
    unsteady(function, state) {
        en: "`{function}({state})` does not always return the same result",
        es: "`{function}({state})` no siempre devuelve el mismo resultado",
    }
    too_many_steps(limit: steps) {
        en: "a call took more than {limit}: does it ever end?",
        es: "una llamada necesitó más de {limit}: ¿termina alguna vez?",
    }
    too_much_memory(limit) {
        en: "a call took more than {limit} of memory",
        es: "una llamada necesitó más de {limit} de memoria",
    }
    text_too_long(limit) {
        en: "a text is longer than {limit}",
        es: "un texto ocupa más de {limit}",
    }
    stopped_loading(limit) {
        en: "stopped while the file was being loaded: {limit}",
        es: "detenido mientras se cargaba el archivo: {limit}",
    }
    too_many_calls(limit: calls) {
        en: "more than {limit} nested within each other: does the recursion ever end?",
        es: "más de {limit} anidadas unas en otras: ¿termina alguna vez la recursión?",
    }
    wrong_parameter(name, value, expected) {
        en: "the parameter `{name}` is “{value}”; expected {expected}",
        es: "el parámetro `{name}` es «{value}»; se esperaba {expected}",
    }
    unknown_parameter(name, known) {
        en: "there is no parameter “{name}”; the file has: {known}",
        es: "no hay ningún parámetro «{name}»; el archivo tiene: {known}",
    }
    never_ends(file, limit) {
        en: "{file}: stopped by {limit} inside a single operation that does not end",
        es: "{file}: detenido por {limit} dentro de una sola operación que no termina",
    }
    late_parameter {
        en: "`param` can only be called while the file is loaded; store its value in a name of the file",
        es: "`param` solo se puede llamar mientras se carga el archivo; guarde su valor en un nombre del archivo",
    }
    unknown_heuristic(name, known) {
        en: "there is no heuristic “{name}”; the file has: {known}",
        es: "no hay ninguna heurística «{name}»; el archivo tiene: {known}",
    }
    file_heuristic_expected(found) {
        en: "“{found}” is not a heuristic; expected the name of one in the file, or max(a,b,…)",
        es: "«{found}» no es una heurística; se esperaba el nombre de una del archivo, o max(a,b,…)",
    }
    no_problems {
        en: "problem files are not run here: the server answers other machines too",
        es: "aquí no se ejecutan archivos de problema: el servidor atiende también a otras máquinas",
    }
    bench_parameters_missing {
        en: "expected a file of parameters after `--problem FILE`: lines such as `small discs=3 optimal=7`",
        es: "se esperaba un archivo de parámetros tras `--problem ARCHIVO`: líneas como `small discs=3 optimal=7`",
    }
    bench_instance(id, message) { en: "instance {id}: {message}", es: "instancia {id}: {message}" }
    bench_other_cost(id, method, cost, expected) {
        en: "instance {id}, {method}: the solution costs {cost}, but its line gives the optimum {expected}; one of the two is wrong, or a claim of the file is",
        es: "instancia {id}, {method}: la solución cuesta {cost}, pero su línea da el óptimo {expected}; uno de los dos está mal, o lo está lo que el archivo declara",
    }
    bench_no_solution(id, method, expected) {
        en: "instance {id}, {method}: there is no solution, but its line gives the optimum {expected}",
        es: "instancia {id}, {method}: no hay solución, pero su línea da el óptimo {expected}",
    }
    bench_other_bound(id, method, bound, expected) {
        en: "instance {id}, {method}: the proven lower bound {bound} is greater than the optimum of its line, {expected}",
        es: "instancia {id}, {method}: la cota inferior demostrada, {bound}, es mayor que el óptimo de su línea, {expected}",
    }
    bench_problem_total(method, solved, runs, cost, generated: generated, expanded: expanded, time, rate) {
        en: "{method}: {solved} of {runs} solved, total cost {cost}, {generated}, {expanded}, {time}, {rate} nodes/s",
        es: "{method}: resueltos {solved} de {runs}, coste total {cost}, {generated}, {expanded}, {time}, {rate} nodos/s",
    }
    parameters_not_a_setting(found) {
        en: "unexpected `{found}`; expected name=value",
        es: "`{found}` no se esperaba; se esperaba nombre=valor",
    }
    parameters_twice(name) { en: "duplicate `{name}`", es: "`{name}` está repetido" }
    parameters_not_a_cost(found) {
        en: "unexpected `{found}`; expected the optimum, a whole number",
        es: "`{found}` no se esperaba; se esperaba el óptimo, un número entero",
    }
    parameters_open_quote {
        en: "the quotation mark is not closed",
        es: "faltan las comillas que cierran",
    }
    parameters_words(found: words, expected) {
        en: "the line has {found}; expected {expected}, as the line `# columns:` says",
        es: "la línea tiene {found}; se esperaban {expected}, como dice la línea `# columns:`",
    }
    all_need_admissible(heuristic) {
        en: "all optimal solutions need an admissible heuristic; {heuristic} is not one, or the file does not claim it (admissible = [\"{heuristic}\"]). \
             Without -H, hueco uses what is claimed",
        es: "para todas las soluciones óptimas hace falta una heurística admisible; {heuristic} no lo es, o el archivo no lo declara \
             (admissible = [\"{heuristic}\"]). Sin -H, hueco usa lo que se declara",
    }
    unclaimed_dead_end(function, state) {
        en: "no solution was found, but that proves nothing: `{function}({state})` returned None, a dead end. Is a `return` missing? If \
             {function} is right, the file can claim it: admissible = [\"{function}\"]",
        es: "no se encontró ninguna solución, pero eso no demuestra nada: `{function}({state})` devolvió None, un callejón sin salida. ¿Falta \
             un `return`? Si {function} es correcta, el archivo puede declararlo: admissible = [\"{function}\"]",
    }
    one_way {
        en: "this method searches from both ends; that needs a goal state, and `reversible = True` or `predecessors(s)`",
        es: "este método busca desde los dos extremos; hacen falta un estado objetivo y `reversible = True` o `predecessors(s)`",
    }
    no_way_forward(from, to, cost) {
        en: "{from} was given as a predecessor of {to} at cost {cost}, but no action leads there at that cost",
        es: "{from} figura como predecesor de {to} con coste {cost}, pero ninguna acción lleva allí con ese coste",
    }
    not_an_abstraction(abstraction, from, to, from_image, to_image) {
        en: "`{abstraction}` loses an action: {from} leads to {to}, but {from_image} does not lead to {to_image}",
        es: "`{abstraction}` pierde una acción: {from} lleva a {to}, pero {from_image} no lleva a {to_image}",
    }
    paid_twice(heuristic, state, action, cost, sum) {
        en: "`{heuristic}` counts an action more than once: in {state}, `{action}` costs {cost}, but its images cost {sum} together; \
             an action that moves nothing of an abstraction must cost 0 there",
        es: "`{heuristic}` cuenta una acción más de una vez: en {state}, `{action}` cuesta {cost}, pero sus imágenes cuestan {sum} en total; \
             una acción que no mueve nada de una abstracción debe costar 0 en ella",
    }
    interpreter_failed(words) { en: "the interpreter failed: {words}", es: "el intérprete falló: {words}" }
    expected_function { en: "a function of a state", es: "una función de un estado" }
    expected_state_or_maker {
        en: "a state (numbers, texts, True, False, None, and tuples of them) or a function without arguments",
        es: "un estado (números, textos, True, False, None y tuplas de ellos) o una función sin argumentos",
    }
    expected_state_or_test { en: "a state or a function of a state", es: "un estado o una función de un estado" }
    expected_text { en: "a text", es: "un texto" }
    expected_truth { en: "True or False", es: "True o False" }
    expected_names { en: "a list of names of heuristics", es: "una lista de nombres de heurísticas" }
    expected_actions {
        en: "a list of (name, state) or (name, state, cost)",
        es: "una lista de (nombre, estado) o (nombre, estado, coste)",
    }
    expected_action {
        en: "(name, state) or (name, state, cost), with a text as the name",
        es: "(nombre, estado) o (nombre, estado, coste), con un texto como nombre",
    }
    expected_cost {
        en: "a cost: a whole number from 0 to 1,000,000,000",
        es: "un coste: un número entero de 0 a 1 000 000 000",
    }
    expected_estimate {
        en: "a whole number from 0 to 1,000,000,000, or None for a dead end",
        es: "un número entero de 0 a 1 000 000 000, o None en un callejón sin salida",
    }
    expected_whole { en: "a whole number", es: "un número entero" }
    problem_expected_number { en: "a number", es: "un número" }
    expected_number_or_text { en: "a number or a text", es: "un número o un texto" }
    not_text { en: "this is not text in UTF-8", es: "esto no es texto en UTF-8" }
    option_problem {
        en: "Search the problem of a file instead of a board",
        es: "Buscar en el problema de un archivo en lugar de en un tablero",
    }
    option_set {
        en: "Set a parameter of the problem file; may be repeated",
        es: "Dar valor a un parámetro del archivo de problema; se puede repetir",
    }
    problem_solved_optimal(length: actions, cost) {
        en: "Solved: {length}, cost {cost}, optimal.",
        es: "Resuelto: {length}, coste {cost}, óptimo.",
    }
    problem_solved_unproven(length: actions, cost) {
        en: "Solved: {length}, cost {cost}, not proven optimal.",
        es: "Resuelto: {length}, coste {cost}; no se ha demostrado que sea óptimo.",
    }
    solved_bound(length: actions, cost, bound) {
        en: "Solved: {length}, cost {cost}, not proven optimal: no solution costs less than {bound}.",
        es: "Resuelto: {length}, coste {cost}; no se ha demostrado que sea óptimo: ninguna solución cuesta menos de {bound}.",
    }
    problem_unsolvable {
        en: "Unsolvable: no state that can be reached from the start is a goal.",
        es: "Sin solución: ningún estado alcanzable desde el inicio es un objetivo.",
    }
    problem_stopped_bound(bound) {
        en: "No solution costs less than {bound}.",
        es: "Ninguna solución cuesta menos de {bound}.",
    }
    start_is_goal { en: "The start is a goal: nothing to do.", es: "El estado inicial es un objetivo: no hay nada que hacer." }
    unclaimed_heuristic(name) {
        en: "the file does not claim that {name} is admissible, so the answer is not called optimal",
        es: "el archivo no declara que {name} sea admisible, así que la respuesta no se llama óptima",
    }
    heuristic_of_file(name) {
        en: "“{name}” is a heuristic of a problem file; add --problem FILE",
        es: "«{name}» es una heurística de un archivo de problema; añada --problem ARCHIVO",
    }
    heuristics_of_files {
        en: "expected a heuristic of the problem file: `h`, `h_…` or `abstraction_…`, `max(…)` of several or `add(…)` of abstractions",
        es: "se esperaba una heurística del archivo de problema: `h`, `h_…` o `abstraction_…`, `max(…)` de varias o `add(…)` de abstracciones",
    }
    problem_check_space(heuristic, title, states: states, radius) {
        en: "{heuristic} on “{title}”: {states} can be reached from the start; the farthest from a goal costs {radius}.",
        es: "{heuristic} en «{title}»: desde el inicio se alcanzan {states}; el más lejano de un objetivo cuesta {radius}.",
    }
    check_unsolvable {
        en: "No goal can be reached from any of them.",
        es: "Desde ninguno de ellos se alcanza un objetivo.",
    }
    check_dead_ends(states: states) {
        en: "Without a path to a goal: {states}.",
        es: "Sin camino a un objetivo: {states}.",
    }
    problem_check_admissible { en: "Admissible: no estimate exceeds the true cost.", es: "Admisible: ninguna estimación supera el coste verdadero." }
    problem_check_inadmissible(state, estimate, distance) {
        en: "Not admissible: {state} is estimated at {estimate}, but the cheapest path to a goal costs {distance}.",
        es: "No es admisible: {state} se estima en {estimate}, pero el camino más barato a un objetivo cuesta {distance}.",
    }
    problem_check_dead_end(state, distance) {
        en: "Not admissible: the estimate of {state} is None, a dead end, but a goal can be reached from it at cost {distance}.",
        es: "No es admisible: la estimación de {state} es None, un callejón sin salida, pero desde él se alcanza un objetivo con coste {distance}.",
    }
    problem_check_not_even_admissible {
        en: "Not consistent: a consistent heuristic is admissible.",
        es: "No es consistente: una heurística consistente es admisible.",
    }
    problem_check_consistent {
        en: "Consistent: no action lowers the estimate by more than it costs.",
        es: "Consistente: ninguna acción reduce la estimación más de lo que cuesta.",
    }
    problem_check_inconsistent(from, from_estimate, to, to_estimate, cost) {
        en: "Not consistent: from {from}, estimated at {from_estimate}, an action of cost {cost} leads to {to}, estimated at {to_estimate}.",
        es: "No es consistente: desde {from}, estimado en {from_estimate}, una acción de coste {cost} lleva a {to}, estimado en {to_estimate}.",
    }
    a_dead_end { en: "a dead end", es: "un callejón sin salida" }
    problem_check_exact(states: states, share) {
        en: "Exact: {states} ({share} %).",
        es: "Exacta: {states} ({share} %).",
    }
    problem_check_means(distance, estimate, error) {
        en: "Mean cost {distance}, mean estimate {estimate}, mean error {error}.",
        es: "Coste medio {distance}, estimación media {estimate}, error medio {error}.",
    }
    check_claim(name, list) {
        en: "the file may claim it: {list} = [\"{name}\"]",
        es: "el archivo puede declararlo: {list} = [\"{name}\"]",
    }
    claimed_consistent(name) {
        en: "the file claims that {name} is consistent, and it is not: answers called optimal because of it may be wrong",
        es: "el archivo declara que {name} es consistente, y no lo es: las respuestas llamadas óptimas por ella pueden ser falsas",
    }
    claimed_admissible(name) {
        en: "the file claims that {name} is admissible, and it is not: answers called optimal because of it may be wrong",
        es: "el archivo declara que {name} es admisible, y no lo es: las respuestas llamadas óptimas por ella pueden ser falsas",
    }
    check_unfinished(limit) {
        en: "stopped by {limit} before every state was seen; a check needs them all",
        es: "detenido por {limit} antes de ver todos los estados; una comprobación los necesita todos",
    }
    set_needs_problem { en: "--set goes with --problem", es: "--set se usa con --problem" }
    placeholder_actions { en: "ACTIONS", es: "ACCIONES" }
    option_actions {
        en: "The actions to replay: names separated by `;`, or a list in JSON as `solve` prints it",
        es: "Las acciones que se reproducen: nombres separados por `;`, o una lista en JSON como la que imprime `solve`",
    }
    actions_expected {
        en: "expected names of actions separated by `;`, or a list of texts in JSON",
        es: "se esperaban nombres de acciones separados por `;`, o una lista de textos en JSON",
    }
    actions_missing {
        en: "which actions? Give them with --actions \"first; second\"",
        es: "¿qué acciones? Indíquelas con --actions \"primera; segunda\"",
    }
    verify_illegal_action(number, name, state, names) {
        en: "Illegal: action {number}, “{name}”, is not possible in {state}. Possible there: {names}.",
        es: "Ilegal: la acción {number}, «{name}», no es posible en {state}. Posibles allí: {names}.",
    }
    verify_reaches_goal(length: actions, cost) {
        en: "Legal, and a goal is reached: {length}, cost {cost}.",
        es: "Legal, y se alcanza un objetivo: {length}, coste {cost}.",
    }
    verify_misses_goal(length: actions, cost) {
        en: "Legal, but no goal is reached: {length}, cost {cost}.",
        es: "Legal, pero no se alcanza ningún objetivo: {length}, coste {cost}.",
    }
    verify_cheapest(cost) {
        en: "Not optimal: the cheapest solution costs {cost}.",
        es: "No es óptima: la solución más barata cuesta {cost}.",
    }
    verify_last_state(state) { en: "Last state: {state}", es: "Último estado: {state}" }
    compare_head(title) { en: "Methods on “{title}”.", es: "Métodos en «{title}»." }
    compare_unproven(methods, reason) {
        en: "Not proven optimal, since {reason}: {methods}.",
        es: "Sin demostrar que sea óptimo, porque {reason}: {methods}.",
    }
    unproven_algorithm {
        en: "the method promises no cheapest solution",
        es: "el método no garantiza una solución de coste mínimo",
    }
    unproven_steps {
        en: "the method counts actions, and their costs differ",
        es: "el método cuenta acciones y los costes de estas difieren",
    }
    unproven_weight {
        en: "the method promises no more than a cost within its weight",
        es: "el método solo garantiza un coste dentro de su peso",
    }
    unproven_unclaimed {
        en: "the file does not claim that the heuristic is admissible",
        es: "el archivo no declara que la heurística sea admisible",
    }
    unproven_refuted {
        en: "the solution contradicts a claim of the file about the heuristic",
        es: "la solución contradice lo que el archivo declara de la heurística",
    }
    unproven_limit { en: "a limit came before the proof", es: "un límite llegó antes que la demostración" }
    column_cost { en: "cost", es: "coste" }
    placeholder_setting { en: "NAME=VALUE", es: "NOMBRE=VALOR" }
    heading_problem { en: "Problem", es: "Problema" }
    setting_expected(found) {
        en: "“{found}” is not a setting; expected NAME=VALUE, for example n=4",
        es: "«{found}» no es un ajuste; se esperaba NOMBRE=VALOR, por ejemplo n=4",
    }
    setting_twice(name) {
        en: "the parameter “{name}” is set twice",
        es: "el parámetro «{name}» se indica dos veces",
    }
}
