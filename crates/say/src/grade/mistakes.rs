//! Where a `menu` search departs from the right order, and which rule was broken.
//!
//! A mistake has two parts: what the program does, and the rule.

use crate::catalogue::messages;

messages! {
    order_place(run, option, title, start, step) {
        en: "Search {run} of the file (option {option}, {title}, from {start}), step {step}:",
        es: "Búsqueda {run} del archivo (opción {option}, {title}, desde {start}), paso {step}:",
    }
    order_right_board { en: "right board", es: "tablero correcto" }
    order_your_board { en: "the program's", es: "el del programa" }
    order_search_ends { en: "(the search ends)", es: "(la búsqueda termina)" }
    order_nothing_more { en: "(no more boards)", es: "(no hay más tableros)" }
    order_first_step {
        en: "A search begins at its start board.",
        es: "Una búsqueda empieza en su tablero inicial.",
    }
    order_siblings(parent) {
        en: "Both are children of {parent}. They should be pushed in this order; the last one pushed is examined next:",
        es: "Ambos son hijos de {parent}. Deben apilarse en este orden; el último apilado se examina a continuación:",
    }
    order_on_top(parent) {
        en: "At this step the right board is on top of the stack: it was pushed as a child of {parent}.",
        es: "En este paso el tablero correcto está en la cima de la pila: se apiló como hijo de {parent}.",
    }
    order_recorded {
        en: "The order of the search may be right, but not the boards that are recorded.",
        es: "El orden de la búsqueda puede ser correcto, pero no los tableros que se anotan.",
    }
    order_is_right { en: "right", es: "el correcto" }
    order_is_yours { en: "the program's", es: "el del programa" }
    order_waiting {
        en: "The program's board is still deeper in the stack: its turn comes later.",
        es: "El tablero del programa todavía espera más abajo en la pila: le toca más tarde.",
    }
    order_examined {
        en: "The program's board was already examined at an earlier step: it must not come back.",
        es: "El tablero del programa ya se examinó en un paso anterior: no debe volver.",
    }
    order_neighbour {
        en: "The program's board is one move from the board before, but it is not on the stack.",
        es: "El tablero del programa está a un movimiento del anterior, pero no está en la pila.",
    }
    order_unreachable {
        en: "No legal move leads from the board before to the program's board.",
        es: "Ningún movimiento legal lleva del tablero anterior al tablero del programa.",
    }
    order_after_goal {
        en: "The goal was examined: the search ends there, and only the number of steps follows.",
        es: "El objetivo ya se examinó: la búsqueda termina ahí y solo sigue el número de pasos.",
    }
    order_ended {
        en: "The program's search ends too early: the goal has not been examined.",
        es: "La búsqueda del programa termina antes de tiempo: el objetivo no se ha examinado.",
    }
    decided_by_value(value, right, wrong) {
        en: "{value} decides, {right} versus {wrong}: the larger one is pushed first, so the smaller one is examined first.",
        es: "Decide {value}, {right} contra {wrong}: el mayor se apila primero, así que el menor se examina primero.",
    }
    decided_by_reversals(right, wrong) {
        en: "f is equal, so d decides, {right} versus {wrong}: the smaller d is pushed first, so the larger one is examined first.",
        es: "f es igual, así que decide d, {right} contra {wrong}: el d menor se apila primero, así que el mayor se examina primero.",
    }
    decided_by_board(values) {
        en: "{values} for both, a tie: the lexicographically larger board is pushed first, so the smaller one is examined first.",
        es: "{values} en ambos, un empate: el tablero lexicográficamente mayor se apila primero, así que el menor se examina primero.",
    }
    probable_cause(mistake, evidence) {
        en: "Probable cause: {mistake}. ({evidence})",
        es: "Causa probable: {mistake}. ({evidence})",
    }
    possible_cause(mistake, evidence) {
        en: "Possible cause, not sure: {mistake}. ({evidence})",
        es: "Causa posible, no segura: {mistake}. ({evidence})",
    }
    both(first, second) {
        en: "two things at once: {first}; and {second}",
        es: "dos cosas a la vez: {first}; y {second}",
    }
    evidence_file { en: "This explains the whole file.", es: "Esto explica todo el archivo." }
    evidence_run { en: "This explains this whole search.", es: "Esto explica toda esta búsqueda." }
    evidence_steps(steps) {
        en: "This explains this search up to its step {steps}.",
        es: "Esto explica esta búsqueda hasta su paso {steps}.",
    }
    no_single_cause {
        en: "No single common mistake explains these steps.",
        es: "Ningún error habitual explica por sí solo estos pasos.",
    }
    common_cause(cause, cases, failed: failed_cases) {
        en: "One cause explains {cases} of {failed}: {cause}.",
        es: "Una sola causa explica {cases} de {failed}: {cause}.",
    }
    common_cause_unsure(cause, cases, failed: failed_cases) {
        en: "Likely, not sure (it explains {cases} of {failed}): {cause}.",
        es: "Probable, no seguro (explica {cases} de {failed}): {cause}.",
    }
    or_else(other) { en: "or else: {other}", es: "o bien: {other}" }
    mistake_reversed {
        en: "the program pushes the children in exactly the reverse order; the larger value goes first, then the smaller d, then the larger board",
        es: "el programa apila los hijos justo en el orden inverso; primero va el valor mayor, luego el d menor, luego el tablero mayor",
    }
    search_weighted {
        en: "the program counts the estimate more than once (as in f = g + 2h), so its solutions are too long; f = g + h",
        es: "el programa cuenta la estimación más de una vez (como en f = g + 2h) y sus soluciones son demasiado largas; f = g + h",
    }
    search_greedy {
        en: "the program does not count the moves made (f = h): that is a greedy search; f = g + h",
        es: "el programa no cuenta los movimientos hechos (f = h): eso es una búsqueda voraz; f = g + h",
    }
    search_never_improves {
        en: "the program marks a board when it is generated, so that a shorter path to it, found later, is lost; mark it when it is expanded, or keep the better g",
        es: "el programa marca un tablero al generarlo y pierde así un camino más corto que se halla después; márquelo al expandirlo, o conserve el mejor g",
    }
    search_blank_counted {
        en: "the program counts the blank in the estimate, which then exceeds the distance; only tiles count",
        es: "el programa cuenta el hueco en la estimación, que entonces supera la distancia; solo cuentan las fichas",
    }
    parity_no_row {
        en: "the test for solvability leaves out the blank's row; on boards of even size it counts",
        es: "la prueba de si hay solución no cuenta la fila del hueco; en tableros de tamaño par cuenta",
    }
    parity_row_always {
        en: "the test for solvability counts the blank's row on boards of odd size too; there only inversions count",
        es: "la prueba de si hay solución cuenta la fila del hueco también en tableros de tamaño impar; ahí solo cuentan las inversiones",
    }
    parity_row_off_by_one {
        en: "the test for solvability counts the blank's row from the wrong end, or from the wrong number",
        es: "la prueba de si hay solución cuenta la fila del hueco desde el extremo equivocado, o desde otro número",
    }
    parity_counts_blank {
        en: "the test for solvability counts the blank in the inversions; only tiles count",
        es: "la prueba de si hay solución cuenta el hueco en las inversiones; solo cuentan las fichas",
    }
    parity_no_goal {
        en: "the test for solvability leaves out the goal; its inversions count too",
        es: "la prueba de si hay solución no mira el objetivo; sus inversiones también cuentan",
    }
    depth_limit(found: moves, missed) {
        en: "the program finds solutions of up to {found} and says that there is none where {missed} are needed: it gives up too early",
        es: "el programa halla soluciones de hasta {found} y dice que no hay donde hacen falta {missed}: se rinde demasiado pronto",
    }
    order_brief(option, step) {
        en: "option {option} leaves the right order at step {step}",
        es: "la opción {option} se aparta del orden correcto en el paso {step}",
    }
    mistake_tie_smaller_first {
        en: "in a tie the program pushes the lexicographically smaller board first; the larger one goes first",
        es: "en un empate el programa apila primero el tablero lexicográficamente menor; primero va el mayor",
    }
    mistake_tie_as_created {
        en: "in a tie the program pushes boards as created (up, down, left, right); the lexicographically larger one goes first",
        es: "en un empate el programa apila los tableros según los crea (arriba, abajo, izquierda, derecha); primero va el lexicográficamente mayor",
    }
    mistake_tie_last_created_first {
        en: "in a tie the program pushes the board created last first; the lexicographically larger one goes first",
        es: "en un empate el programa apila primero el último tablero creado; primero va el lexicográficamente mayor",
    }
    mistake_worst_next {
        en: "the program pushes the smaller value first, so that the worst board is examined next; the larger value goes first",
        es: "el programa apila primero el valor menor, de modo que se examina el peor tablero; primero va el valor mayor",
    }
    mistake_blank_in_g {
        en: "the program counts the blank in g; g counts only tiles out of place",
        es: "el programa cuenta el hueco en g; g cuenta solo las piezas fuera de su lugar",
    }
    mistake_blank_in_h {
        en: "the program counts the blank in h; h adds up the distances of the tiles only",
        es: "el programa cuenta el hueco en h; h suma solo las distancias de las piezas",
    }
    mistake_no_blank_in_d {
        en: "the program does not count the blank in d; in d the blank is a piece like any other",
        es: "el programa no cuenta el hueco en d; en d el hueco es una pieza como las demás",
    }
    mistake_d_ignored {
        en: "the program does not use d; when f is equal, the board with the smaller d is pushed first",
        es: "el programa no usa d; si f es igual, se apila primero el tablero con d menor",
    }
    mistake_larger_d_first {
        en: "when f is equal the program pushes the larger d first; the smaller d goes first",
        es: "si f es igual, el programa apila primero el d mayor; primero va el menor",
    }
    mistake_d_added_to_f {
        en: "the program adds d to f; f = g + h, and d only breaks ties",
        es: "el programa suma d a f; f = g + h, y d solo resuelve empates",
    }
    mistake_d_in_rows_only {
        en: "the program looks for direct reversals in rows only; columns count too",
        es: "el programa busca regresos directos solo en las filas; las columnas también cuentan",
    }
    mistake_d_in_columns_only {
        en: "the program looks for direct reversals in columns only; rows count too",
        es: "el programa busca regresos directos solo en las columnas; las filas también cuentan",
    }
    mistake_only_g {
        en: "in option 4 the program orders by g alone; option 4 orders by f = g + h",
        es: "en la opción 4 el programa ordena solo por g; la opción 4 ordena por f = g + h",
    }
    mistake_only_h {
        en: "in option 4 the program orders by h alone; option 4 orders by f = g + h",
        es: "en la opción 4 el programa ordena solo por h; la opción 4 ordena por f = g + h",
    }
    mistake_moves_for_g {
        en: "the program uses the number of moves as g; g is the number of tiles out of place",
        es: "el programa usa como g el número de movimientos; g es el número de piezas fuera de su lugar",
    }
    mistake_sums_for_pieces {
        en: "in option 2 the program orders by h; option 2 orders by g",
        es: "en la opción 2 el programa ordena por h; la opción 2 ordena por g",
    }
    mistake_pieces_for_sums {
        en: "in option 3 the program orders by g; option 3 orders by h",
        es: "en la opción 3 el programa ordena por g; la opción 3 ordena por h",
    }
    mistake_other_goal {
        en: "the program measures to the goal 1 2 3 / 4 5 6 / 7 8 0; the goal is 0 1 2 / 3 4 5 / 6 7 8",
        es: "el programa mide hasta el objetivo 1 2 3 / 4 5 6 / 7 8 0; el objetivo es 0 1 2 / 3 4 5 / 6 7 8",
    }
    mistake_forgets_examined {
        en: "the program drops only children still on the stack; every child that was ever pushed is dropped, examined ones too",
        es: "el programa descarta solo los hijos que siguen en la pila; se descarta todo hijo que alguna vez se apiló, también los ya examinados",
    }
    mistake_forgets_pushed {
        en: "the program drops only children already examined; every child that was ever pushed is dropped, those waiting on the stack too",
        es: "el programa descarta solo los hijos ya examinados; se descarta todo hijo que alguna vez se apiló, también los que esperan en la pila",
    }
    mistake_drops_parent_only {
        en: "the program drops only the board it came from; every child that was ever pushed is dropped",
        es: "el programa descarta solo el tablero del que viene; se descarta todo hijo que alguna vez se apiló",
    }
    mistake_drops_nothing {
        en: "the program drops no child; every child that was ever pushed is dropped",
        es: "el programa no descarta ningún hijo; se descarta todo hijo que alguna vez se apiló",
    }
    mistake_best_child_only {
        en: "the program pushes only the best child; all new children are pushed",
        es: "el programa apila solo el mejor hijo; se apilan todos los hijos nuevos",
    }
    mistake_queue {
        en: "the program takes the board pushed first, as from a queue; the board pushed last is examined next",
        es: "el programa toma el tablero que se apiló primero, como de una cola; se examina el último apilado",
    }
    mistake_best_of_all {
        en: "the program takes the best of all waiting boards; the board pushed last is examined next",
        es: "el programa toma el mejor de todos los tableros que esperan; se examina el último apilado",
    }
    mistake_not_ordered {
        en: "the program does not order the children before it pushes them",
        es: "el programa no ordena los hijos antes de apilarlos",
    }
    mistake_path_only {
        en: "the program records only the path from the start to the goal; every board taken from the stack is a step",
        es: "el programa anota solo el camino del inicio al objetivo; todo tablero que sale de la pila es un paso",
    }
    mistake_records_pushed {
        en: "the program records boards when it pushes them; a step is a board taken from the stack",
        es: "el programa anota los tableros al apilarlos; un paso es un tablero que sale de la pila",
    }
    mistake_no_dead_ends {
        en: "the program leaves out boards without new children; every board taken from the stack is a step, dead ends too",
        es: "el programa omite los tableros sin hijos nuevos; todo tablero que sale de la pila es un paso, también los callejones sin salida",
    }
    mistake_no_start {
        en: "the program does not record the start; the start is the first step",
        es: "el programa no anota el inicio; el inicio es el primer paso",
    }
    mistake_no_goal {
        en: "the program does not record the goal; the goal is the last step",
        es: "el programa no anota el objetivo; el objetivo es el último paso",
    }
}
