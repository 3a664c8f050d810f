//! Traces: what can be wrong with one, how events are shown, where two searches differ and why.

use hueco_search::Reason;
use hueco_show::trace::{Expected, Fault, Setting, TraceError, Why};

use crate::catalogue::messages;
use crate::{Lang, Say};

messages! {
    about_trace {
        en: "Replay a recorded search, or find where two differ",
        es: "Reproducir una búsqueda registrada o mostrar dónde difieren dos",
    }
    about_trace_show {
        en: "Replay a trace as text: what was created, examined and dropped, in order, and why",
        es: "Reproducir una traza como texto: qué se creó, examinó y descartó, en orden, y por qué",
    }
    about_trace_diff {
        en: "Find the first event at which two traces differ, and why",
        es: "Mostrar el primer evento en que difieren dos trazas, y por qué",
    }
    after_trace_diff {
        en: "Exit status: 0 the traces are equal, 1 they differ or one of them was cut before the other ends, 2 a trace cannot be \
             read.",
        es: "Estado de salida: 0 las trazas son iguales, 1 difieren o una se cortó antes de que acabe la otra, 2 una traza no se \
             puede leer.",
    }
    option_trace {
        en: "Write every event of the search to a file, as JSON lines; `auto` becomes astar up to nine cells and idastar beyond",
        es: "Escribir cada evento de la búsqueda en un archivo, como líneas JSON; `auto` pasa a ser astar hasta nueve casillas e idastar en las demás",
    }
    option_trace_sums {
        en: "Write every event of the search to a file, as JSON lines",
        es: "Escribir cada evento de la búsqueda en un archivo, como líneas JSON",
    }
    option_trace_limit {
        en: "Write at most this many events; the search continues",
        es: "Escribir como máximo esta cantidad de eventos; la búsqueda sigue",
    }
    option_trace_file { en: "The trace; `-` reads standard input", es: "La traza; `-` lee la entrada estándar" }
    option_trace_first { en: "One trace", es: "Una traza" }
    option_trace_second { en: "The other", es: "La otra" }
    option_trace_from { en: "Begin at this event", es: "Empezar en este evento" }
    option_trace_count { en: "Show at most this many events", es: "Mostrar como máximo esta cantidad de eventos" }
    trace_one_board {
        en: "a trace holds the search of one board: give the board itself, not a file or standard input",
        es: "una traza contiene la búsqueda de un tablero: hay que dar el tablero mismo, no un archivo ni la entrada estándar",
    }
    trace_auto(algorithm, heuristic) {
        en: "here `auto` is {algorithm} with {heuristic}",
        es: "aquí `auto` es {algorithm} con {heuristic}",
    }
    trace_was_cut(written, events: events) {
        en: "the trace holds {written} of {events}; --trace-limit sets how many",
        es: "la traza contiene {written} de {events}; --trace-limit fija cuántos",
    }
    trace_title(method, domain) { en: "Trace of {method} on {domain}", es: "Traza de {method} en {domain}" }
    trace_unnamed_method { en: "a search", es: "una búsqueda" }
    trace_with(algorithm, heuristic) { en: "{algorithm} with {heuristic}", es: "{algorithm} con {heuristic}" }
    trace_settings(settings) { en: "Settings: {settings}", es: "Ajustes: {settings}" }
    trace_start(board) { en: "Start: {board}", es: "Inicio:   {board}" }
    trace_goal(board) { en: "Goal:  {board}", es: "Objetivo: {board}" }
    trace_created { en: "created", es: "creado" }
    trace_examined { en: "examined", es: "examinado" }
    trace_dropped { en: "dropped", es: "descartado" }
    trace_improved { en: "improved", es: "mejorado" }
    trace_reopened { en: "reopened", es: "reabierto" }
    trace_forgotten { en: "forgotten", es: "olvidado" }
    trace_value(value) { en: "value {value}", es: "valor {value}" }
    trace_nowhere { en: "it leads nowhere", es: "no lleva a ninguna parte" }
    trace_solved { en: "solved", es: "resuelto" }
    trace_bound(bound) { en: "-- bound {bound} --", es: "-- cota {bound} --" }
    trace_layer(depth) { en: "-- layer {depth} --", es: "-- capa {depth} --" }
    trace_of_node(node) { en: "known as #{node}", es: "ya conocido como #{node}" }
    trace_backward { en: "from the goal", es: "desde el objetivo" }
    reason_duplicate { en: "known already", es: "ya conocido" }
    reason_cycle { en: "it is on its own path", es: "está en su propio camino" }
    reason_bound { en: "f is over the bound", es: "f supera la cota" }
    reason_depth { en: "below the depth limit", es: "bajo el límite de profundidad" }
    reason_dead_end { en: "no solution from it", es: "sin solución desde aquí" }
    reason_waiting { en: "waits already for the next layer", es: "ya espera la capa siguiente" }
    reason_width { en: "the beam is full of better ones", es: "el haz está lleno de mejores" }
    reason_worse { en: "no better than the best solution so far", es: "no mejora la mejor solución hasta ahora" }
    reason_none { en: "the trace does not say why", es: "la traza no dice por qué" }
    trace_more(count: more_events) { en: "… and {count}", es: "… y {count}" }
    trace_counted(generated: generated, expanded: expanded, examined: examined, reopened: reopened) {
        en: "Nodes in the trace: {generated}, {expanded}, {examined}, {reopened}",
        es: "Nodos en la traza: {generated}, {expanded}, {examined}, {reopened}",
    }
    trace_counts_agree { en: "The report says the same.", es: "El informe dice lo mismo." }
    trace_counts_differ(generated, expanded, examined, reopened) {
        en: "The report says {generated}, {expanded}, {examined} and {reopened}.",
        es: "El informe dice {generated}, {expanded}, {examined} y {reopened}.",
    }
    trace_cut_here { en: "The trace was cut before the search ended.", es: "La traza se cortó antes de que acabara la búsqueda." }
    diff_settings { en: "Their headers differ:", es: "Sus encabezados difieren:" }
    diff_same(count: events) {
        en: "The same search, event by event: {count}.",
        es: "La misma búsqueda, evento a evento: {count}.",
    }
    diff_agreed(count: events) {
        en: "They agree for {count}. Then:",
        es: "Coinciden durante {count}. Después:",
    }
    diff_same_until_cut(count: events) {
        en: "The same as far as both go: they agree for {count}, then one trace was cut.",
        es: "Lo mismo hasta donde llegan ambas: coinciden durante {count} y luego una traza se cortó.",
    }
    diff_passed_over(kinds) {
        en: "Only one of them records these events, so they were skipped: {kinds}",
        es: "Solo una de ellas registra estos eventos, así que no se compararon: {kinds}",
    }
    diff_line(name, line, event) { en: "{name}, line {line}: {event}", es: "{name}, línea {line}: {event}" }
    diff_ended(name) { en: "{name}: has ended", es: "{name}: ha terminado" }
    diff_why(why) { en: "Why: {why}", es: "Por qué: {why}" }
    setting_domain { en: "puzzle", es: "rompecabezas" }
    setting_start { en: "start", es: "inicio" }
    setting_goal { en: "goal", es: "objetivo" }
    setting_algorithm { en: "algorithm", es: "algoritmo" }
    setting_heuristic { en: "heuristic", es: "heurística" }
    setting_ties { en: "ties", es: "empates" }
    setting_order { en: "order of children", es: "orden de los hijos" }
    setting_weight { en: "weight", es: "peso" }
    setting_width { en: "width", es: "anchura" }
    setting_depth { en: "depth", es: "profundidad" }
    setting_tree { en: "keeps duplicates", es: "conserva duplicados" }
    setting_seed { en: "seed", es: "semilla" }
    why_start { en: "they begin at different boards.", es: "empiezan en tableros distintos." }
    why_successor_order {
        en: "another successor order: both create the same children of that node, but in another order.",
        es: "otro orden de sucesores: ambas crean los mismos hijos de ese nodo, pero en otro orden.",
    }
    why_tie_break(value) {
        en: "another tie-break: both nodes have the value {value}, and each search takes another of them.",
        es: "otro desempate: ambos nodos tienen el valor {value} y cada búsqueda toma uno distinto.",
    }
    why_choice(first, second) {
        en: "another choice: the first takes a node of value {first}, the second one of {second}.",
        es: "otra elección: la primera toma un nodo de valor {first}; la segunda, uno de {second}.",
    }
    why_estimate(first, second) {
        en: "another heuristic: for the same board the first says h = {first}, the second h = {second}.",
        es: "otra heurística: para el mismo tablero la primera dice h = {first} y la segunda h = {second}.",
    }
    why_cost(first, second) {
        en: "another cost: for the same board the first says g = {first}, the second g = {second}.",
        es: "otro coste: para el mismo tablero la primera dice g = {first} y la segunda g = {second}.",
    }
    why_dropping {
        en: "one keeps a child that the other drops: they detect repeated states in different ways.",
        es: "una conserva un hijo que la otra descarta: detectan de distinto modo los estados repetidos.",
    }
    why_reason { en: "both drop the child, for different reasons.", es: "ambas descartan el hijo, por razones distintas." }
    why_improvement {
        en: "one records a cheaper path to a known node, the other does not.",
        es: "una registra un camino más barato a un nodo conocido y la otra no.",
    }
    why_children {
        en: "other children: one creates a child of that node that the other leaves out.",
        es: "otros hijos: una crea un hijo de ese nodo que la otra omite.",
    }
    why_way_back {
        en: "other children: one creates the board that the node itself came from, the other skips the move back.",
        es: "otros hijos: una crea el tablero del que vino el propio nodo; la otra omite la vuelta atrás.",
    }
    why_goal_test {
        en: "another goal test: one sees a solution where the other continues. A goal may be tested when it is created or when it is examined.",
        es: "otra prueba de objetivo: una ve una solución donde la otra sigue. El objetivo se puede comprobar al crear el nodo o al examinarlo.",
    }
    why_bound(first, second) {
        en: "another bound for the round: {first} and {second}.",
        es: "otra cota para la iteración: {first} y {second}.",
    }
    why_rounds {
        en: "one begins a new round or layer where the other continues.",
        es: "una empieza otra iteración o capa donde la otra sigue.",
    }
    why_memory {
        en: "one forgets a node that the other keeps.",
        es: "una olvida un nodo que la otra conserva.",
    }
    why_ends { en: "one ends where the other continues.", es: "una termina donde la otra sigue." }
    unknown_value { en: "unknown", es: "desconocido" }
    trace_empty { en: "the trace is empty", es: "la traza está vacía" }
    trace_not_utf8 { en: "this is not UTF-8 text", es: "esto no es texto UTF-8" }
    trace_line_too_long(limit: bytes) {
        en: "the line has more than {limit}",
        es: "la línea tiene más de {limit}",
    }
    trace_not_json { en: "expected a JSON object, one per line", es: "se esperaba un objeto JSON, uno por línea" }
    trace_version(found) {
        en: "version {found} of the format is not known; expected 1",
        es: "no se conoce la versión {found} del formato; se esperaba 1",
    }
    trace_domain(found) {
        en: "the domain `{found}` is not known; expected one of: tiles, sums, any",
        es: "no se conoce el dominio `{found}`; se esperaba uno de: tiles, sums, any",
    }
    trace_event(found) {
        en: "the event `{found}` is not known; expected created, examined, pruned, improved, deepened, forgotten, solved or end",
        es: "no se conoce el evento `{found}`; se esperaba created, examined, pruned, improved, deepened, forgotten, solved o end",
    }
    trace_missing(field) { en: "`{field}` is missing", es: "falta `{field}`" }
    trace_wrong(field, expected) { en: "`{field}` should be {expected}", es: "`{field}` debería ser {expected}" }
    field_count { en: "a whole number, not negative", es: "un número entero no negativo" }
    field_number { en: "a number", es: "un número" }
    field_text { en: "a text", es: "un texto" }
    field_truth { en: "true or false", es: "true o false" }
    field_board { en: "a list of numbers", es: "una lista de números" }
    field_cells { en: "a list of cells, each with name, row and col", es: "una lista de casillas, cada una con name, row y col" }
    field_side { en: "forward or backward", es: "forward o backward" }
    field_object { en: "an object", es: "un objeto" }
    trace_shape(rows, cols) { en: "there are no boards of {rows}x{cols}", es: "no hay tableros de {rows}x{cols}" }
    trace_size(field, expected, found: cells) {
        en: "`{field}` has {found}; expected {expected}",
        es: "`{field}` tiene {found} y debe tener {expected}",
    }
    trace_not_a_board(field) {
        en: "`{field}` is not a board; expected every number from 0 on exactly once",
        es: "`{field}` no es un tablero; se esperaba cada número desde el 0 exactamente una vez",
    }
    trace_no_node(field, id) {
        en: "`{field}` is {id}, but no node of that number was created before",
        es: "`{field}` es {id}, pero antes no se creó ningún nodo con ese número",
    }
    trace_no_node_with_board {
        en: "no node with this board was created before",
        es: "antes no se creó ningún nodo con este tablero",
    }
    trace_twice(id) { en: "node {id} was already created", es: "el nodo {id} ya se creó" }
    trace_impossible(action) {
        en: "the action `{action}` is not possible on the parent's board",
        es: "la acción `{action}` no es posible en el tablero del padre",
    }
    trace_other_board {
        en: "the action leads from the parent's board to a board other than this one",
        es: "la acción lleva del tablero del padre a otro distinto de este",
    }
    trace_not_a_step { en: "this board is not one move from the parent's", es: "este tablero no está a un movimiento del padre" }
    trace_not_the_nodes(id) {
        en: "node {id} was created with another board",
        es: "el nodo {id} se creó con otro tablero",
    }
    trace_after_end { en: "nothing may follow the `end` line", es: "nada puede seguir a la línea `end`" }
}

impl Say for TraceError {
    fn say(&self, lang: Lang) -> String {
        crate::boards::at_position(lang, self.line, self.column, self.fault.say(lang))
    }
}

impl Say for Expected {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Count => field_count,
            Self::Number => field_number,
            Self::Text => field_text,
            Self::Truth => field_truth,
            Self::Board => field_board,
            Self::Cells => field_cells,
            Self::Side => field_side,
            Self::Object => field_object,
        };
        words(lang).to_owned()
    }
}

impl Say for Fault {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Read(kind) => crate::boards::fault_read(lang, kind.say(lang)),
            Self::Empty => trace_empty(lang).to_owned(),
            Self::NotUtf8 => trace_not_utf8(lang).to_owned(),
            Self::LineTooLong { limit } => trace_line_too_long(lang, limit),
            Self::NotJson => trace_not_json(lang).to_owned(),
            Self::Version { found } => trace_version(lang, found),
            Self::Domain { found } => trace_domain(lang, found.escape_debug()),
            Self::Event { found } => trace_event(lang, found.escape_debug()),
            Self::Missing { field } => trace_missing(lang, field),
            Self::Wrong { field, expected } => trace_wrong(lang, field, expected.say(lang)),
            Self::Shape { rows, cols } => trace_shape(lang, rows, cols),
            Self::Size { field, expected, found } => trace_size(lang, field, expected, found),
            Self::NotABoard { field } => trace_not_a_board(lang, field),
            Self::NoNode { field, id } => trace_no_node(lang, field, id),
            Self::NoNodeWithBoard => trace_no_node_with_board(lang).to_owned(),
            Self::Twice { id } => trace_twice(lang, id),
            Self::Impossible { action } => trace_impossible(lang, action.escape_debug()),
            Self::OtherBoard => trace_other_board(lang).to_owned(),
            Self::NotAStep => trace_not_a_step(lang).to_owned(),
            Self::NotTheNodes { id } => trace_not_the_nodes(lang, id),
            Self::AfterEnd => trace_after_end(lang).to_owned(),
        }
    }
}

/// Why a child was dropped, without the node that it repeats.
impl<Text: AsRef<str>> Say for Reason<Text> {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Duplicate(_) => reason_duplicate,
            Self::Cycle => reason_cycle,
            Self::Bound(_) => reason_bound,
            Self::Depth => reason_depth,
            Self::DeadEnd => reason_dead_end,
            Self::Waiting => reason_waiting,
            Self::Width => reason_width,
            Self::Worse => reason_worse,
            Self::Other(Some(name)) => return name.as_ref().escape_debug().to_string(),
            Self::Other(None) => reason_none,
        };
        words(lang).to_owned()
    }
}

impl Say for Setting {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Domain => setting_domain,
            Self::Start => setting_start,
            Self::Goal => setting_goal,
            Self::Algorithm => setting_algorithm,
            Self::Heuristic => setting_heuristic,
            Self::Ties => setting_ties,
            Self::Order => setting_order,
            Self::Weight => setting_weight,
            Self::Width => setting_width,
            Self::Depth => setting_depth,
            Self::Tree => setting_tree,
            Self::Seed => setting_seed,
        };
        words(lang).to_owned()
    }
}

impl Say for Why {
    fn say(&self, lang: Lang) -> String {
        let shown =
            |value: &Option<u64>| value.map_or_else(|| unknown_value(lang).to_owned(), |value| value.to_string());
        match self {
            Self::Start => why_start(lang).to_owned(),
            Self::SuccessorOrder => why_successor_order(lang).to_owned(),
            Self::TieBreak { value } => why_tie_break(lang, value),
            Self::Choice { a, b } => why_choice(lang, shown(a), shown(b)),
            Self::Estimate { a, b } => why_estimate(lang, a, b),
            Self::Cost { a, b } => why_cost(lang, a, b),
            Self::Dropping => why_dropping(lang).to_owned(),
            Self::Reason => why_reason(lang).to_owned(),
            Self::Improvement => why_improvement(lang).to_owned(),
            Self::Children { way_back: false } => why_children(lang).to_owned(),
            Self::Children { way_back: true } => why_way_back(lang).to_owned(),
            Self::GoalTest => why_goal_test(lang).to_owned(),
            Self::Bound { a, b } => why_bound(lang, a, b),
            Self::Rounds => why_rounds(lang).to_owned(),
            Self::Memory => why_memory(lang).to_owned(),
            Self::Ends => why_ends(lang).to_owned(),
        }
    }
}
