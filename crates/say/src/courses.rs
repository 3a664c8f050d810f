//! The course programs: their help, and the messages besides their output. The output itself is what the
//! documents say, in every language, and is not here.

use hueco_courses::menu::{Child, Step};
use hueco_courses::{Expected, Fault, InputError, Note};
use hueco_tiles::Why;

use crate::catalogue::messages;
use crate::{Lang, Say, boards};

messages! {
    about_course {
        en: "The five course programs, exactly as their documents say",
        es: "Los cinco programas de los cursos, tal como dicen sus documentos",
    }
    about_course_menu {
        en: "3x3 with three heuristics and a menu of numbered options; writes a file",
        es: "3x3 con tres heurísticas y un menú de opciones numeradas; escribe un archivo",
    }
    after_course_menu {
        en: "Standard input: integers with spaces or line breaks between them. 1 and nine numbers: a new board; 2, 3, 4: search it \
             with PIEZAS, SUMAS, REGRESOS; 5: end.\nExit status: 0 done, 2 bad input (what was written before it stays).",
        es: "Entrada estándar: enteros separados por espacios o saltos de línea. 1 y nueve números: un tablero nuevo; 2, 3, 4: buscar \
             en él con PIEZAS, SUMAS, REGRESOS; 5: terminar.\nEstado de salida: 0 hecho, 2 entrada errónea (lo escrito hasta ahí \
             queda).",
    }
    about_course_solver {
        en: "N x N by A* without a closed set, from N and N*N numbers",
        es: "N x N con A* sin lista de cerrados, a partir de N y N*N números",
    }
    after_course_solver {
        en: "It keeps every state and cannot solve hard 4x4 boards; `hueco solve` can.\nExit status: 0 solved, 2 bad input, 10 \
             unsolvable, 21 memory.",
        es: "Guarda todos los estados y no puede con tableros 4x4 difíciles; `hueco solve` sí.\nEstado de salida: 0 resuelto, 2 \
             entrada errónea, 10 sin solución, 21 memoria.",
    }
    about_course_formal {
        en: "The state-space model of a board: cells, rows, columns, operators, goal test, optimal solution",
        es: "El modelo de espacio de estados de un tablero: casillas, filas, columnas, operadores, test de objetivo, solución óptima",
    }
    about_course_sums {
        en: "Place numbers in a cross by breadth-first search, with every state created and examined",
        es: "Colocar números en una cruz con búsqueda en anchura, con cada estado creado y examinado",
    }
    about_course_astar {
        en: "A* on 3x3 from any board to any goal",
        es: "A* en 3x3 de cualquier tablero a cualquier objetivo",
    }
    after_course_astar {
        en: "Boards come from the options, from standard input (eighteen numbers), or are asked for at a terminal.\n\n\
             misplaced-blank counts every cell that differs, the blank's too, as the course's drawing does. It can exceed the true \
             distance by one (one move from the goal it is 2), so it is inadmissible, and it is inconsistent. This A* keeps the \
             better path to a state and reopens it, so it still finds optimal solutions: all solutions of a board have the same \
             parity, and an error of one cannot hide a difference of two. The course's own rule, never to improve a queued state, \
             can lose them: from `8 3 4 / 7 0 1 / 6 2 5` to `1 2 3 / 8 0 4 / 7 6 5` are 10 moves, and it can find 12.\n\
             Exit status: 0 solved, 2 bad input, 10 no solution.",
        es: "Los tableros vienen de las opciones, de la entrada estándar (dieciocho números) o se piden en la terminal.\n\n\
             misplaced-blank cuenta cada casilla distinta, también la del hueco, como el dibujo del curso. Puede superar en uno la \
             distancia real (a un movimiento del objetivo vale 2), así que no es admisible, ni consistente. Este A* conserva el mejor \
             camino a cada estado y lo reabre, y por eso halla soluciones óptimas aun así: todas las soluciones de un tablero tienen la \
             misma paridad, y un error de uno no puede ocultar una diferencia de dos. La regla del curso, no mejorar nunca un estado en \
             cola, puede perderlas: de `8 3 4 / 7 0 1 / 6 2 5` a `1 2 3 / 8 0 4 / 7 6 5` hay 10 movimientos, y puede hallar 12.\n\
             Estado de salida: 0 resuelto, 2 entrada errónea, 10 sin solución.",
    }
    option_course_output { en: "The output file", es: "El archivo de salida" }
    option_course_step {
        en: "Show each pop, its children with g, h, f, d, and the order in which they are pushed",
        es: "Mostrar cada extracción, sus hijos con g, h, f, d y el orden en que se apilan",
    }
    option_course_file {
        en: "N and N*N numbers; without a file, or with `-`, standard input",
        es: "N y N*N números; sin archivo, o con `-`, la entrada estándar",
    }
    option_course_priority {
        en: "What is added to the moves made",
        es: "Lo que se suma a los movimientos hechos",
    }
    option_course_detect {
        en: "How unsolvable boards are detected: by parity before searching, or by searching the board and its twin in step",
        es: "Cómo se detecta que no hay solución: por paridad antes de buscar, o buscando a la par en el tablero y en su gemelo",
    }
    option_course_tree {
        en: "Keep states that are reached again, as in the course's tree",
        es: "Conservar los estados repetidos, como en el árbol del curso",
    }
    option_course_random {
        en: "Shuffle the numbers at each node, by this seed",
        es: "Barajar los números en cada nodo, con esta semilla",
    }
    option_course_puzzle {
        en: "Another puzzle of the same kind (see docs/sums-format.md); `-` is standard input",
        es: "Otro problema del mismo tipo (véase docs/sums-format.es.md); `-` es la entrada estándar",
    }
    option_course_initial { en: "The start: nine numbers from 0 to 8", es: "El inicio: nueve números de 0 a 8" }
    option_course_goal { en: "The goal: nine numbers from 0 to 8", es: "El objetivo: nueve números de 0 a 8" }
    option_course_heuristic {
        en: "What is added to the moves made; misplaced-blank overestimates, see below",
        es: "Lo que se suma a los movimientos hechos; misplaced-blank sobrestima, véase abajo",
    }
    option_course_trace {
        en: "Show each state as it is taken from the queue",
        es: "Mostrar cada estado al sacarlo de la cola",
    }
    input_not_an_integer(found, expected) {
        en: "“{found}” is not an integer; expected {expected}",
        es: "«{found}» no es un entero; se esperaba {expected}",
    }
    input_out_of_range(found, expected) {
        en: "{found} is out of range; expected {expected}",
        es: "{found} está fuera de rango; se esperaba {expected}",
    }
    input_twice(number, first) {
        en: "duplicate {number}; first at {first}",
        es: "{number} repetido; ya está en {first}",
    }
    input_ended(expected) {
        en: "the input ends here; expected {expected}",
        es: "la entrada termina aquí; se esperaba {expected}",
    }
    input_not_the_end(found) {
        en: "unexpected “{found}”; expected the end of the input",
        es: "«{found}» sobra; se esperaba el final de la entrada",
    }
    expected_choice { en: "an option from 1 to 5", es: "una opción de 1 a 5" }
    expected_size(largest) {
        en: "N, the number of rows, from 2 to {largest}",
        es: "N, el número de filas, de 2 a {largest}",
    }
    expected_cell(place, cells, largest) {
        en: "number {place} of the {cells} of a board, from 0 to {largest}",
        es: "el número {place} de los {cells} de un tablero, de 0 a {largest}",
    }
    ended_without_five {
        en: "the input ends without option 5; the run ends as if it stood here",
        es: "la entrada termina sin la opción 5; la ejecución termina como si estuviera aquí",
    }
    menu_unsolvable(title, board, why) {
        en: "{title}: the board {board} cannot reach the goal ({why}), so -1 was written",
        es: "{title}: el tablero {board} no puede llegar al objetivo ({why}), así que se escribió -1",
    }
    why_parity(swaps, steps, board, goal) {
        en: "inversions: {board}, of the goal: {goal}; swaps to the goal: {swaps}, steps of the blank: {steps}; one of these two \
             is even, the other odd",
        es: "inversiones: {board}, las del objetivo: {goal}; intercambios hasta el objetivo: {swaps}, pasos del hueco: {steps}; de estos \
             dos uno es par y el otro impar",
    }
    why_order(place, found, expected) {
        en: "tile number {place} is {found}, in the goal {expected}, and tiles in a line cannot pass each other",
        es: "la ficha número {place} es {found}, en el objetivo {expected}, y en una línea las fichas no pueden adelantarse",
    }
    solver_no_solution(why) {
        en: "the board has no solution: {why}",
        es: "el tablero no tiene solución: {why}",
    }
    solver_ignored(found) {
        en: "what follows the board is ignored, from “{found}” on",
        es: "lo que sigue al tablero se ignora, desde «{found}»",
    }
    sums_use_propagation {
        en: "breadth-first search stores every state; `hueco sums FILE --method propagate` solves large puzzles in little memory",
        es: "la búsqueda en anchura guarda todos los estados; `hueco sums ARCHIVO --method propagate` resuelve problemas grandes con poca memoria",
    }
    menu_option {
        en: "1 new board · 2 PIEZAS · 3 SUMAS · 4 REGRESOS · 5 end\nOption: ",
        es: "1 tablero nuevo · 2 PIEZAS · 3 SUMAS · 4 REGRESOS · 5 terminar\nOpción: ",
    }
    menu_board { en: "Nine numbers, 0 for the blank: ", es: "Nueve números, 0 para el hueco: " }
    menu_wrong(what) { en: "{what}. Once more.\n", es: "{what}. Otra vez.\n" }
    menu_written(title, file) { en: "{title} written to {file}\n", es: "{title} escrito en {file}\n" }
    option_formal_algorithm {
        en: "How the solution is found: a shortest one by A* or breadth-first, any one by depth-first search",
        es: "Cómo se halla la solución: una más corta con A* o en anchura, una cualquiera en profundidad",
    }
    option_astar_listing {
        en: "Which of the document's two listings: 1, with the better path kept, or 2, literally: ties by board and path",
        es: "Cuál de los dos listados del documento: 1, conservando el mejor camino, o 2, al pie de la letra: empates por tablero y camino",
    }
    option_never_improve {
        en: "Follow the first listing literally: a board that waits in the queue is never improved, so solutions may be too long",
        es: "Seguir al pie de la letra el primer listado: un tablero que espera en la cola nunca se mejora, y la solución puede alargarse",
    }
    option_astar_ties {
        en: "Which of equal f comes first: the first in the queue, the last, or the smaller board",
        es: "Cuál va primero con igual f: el primero de la cola, el último o el tablero menor",
    }
    solver_gave_up(limit, states: enqueued_states) {
        en: "stopped by {limit} after {states}: this A* stores every state. `hueco solve` solves such boards.",
        es: "detenido por {limit} tras {states}: este A* guarda todos los estados. `hueco solve` resuelve estos tableros.",
    }
    course_stopped(limit) { en: "stopped by {limit}", es: "detenido por {limit}" }
    step_head(title, number, board, values) {
        en: "{title} step {number}: {board}  {values}",
        es: "{title} paso {number}: {board}  {values}",
    }
    step_goal { en: "goal", es: "objetivo" }
    step_pushed(place) { en: "push {place}", es: "se apila: {place}" }
    step_known { en: "pushed before", es: "ya se apiló" }
    step_stack(count) { en: "stack: {count}", es: "pila: {count}" }
}

impl Say for InputError {
    fn say(&self, lang: Lang) -> String {
        boards::at_position(lang, self.at.line, self.at.column, self.fault.say(lang))
    }
}

impl Say for Fault {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::NotAnInteger { found, expected } => input_not_an_integer(lang, found, expected.say(lang)),
            Self::OutOfRange { found, expected } => input_out_of_range(lang, found, expected.say(lang)),
            Self::Twice { number, first } => {
                input_twice(lang, number, boards::position(lang, first.line, first.column))
            }
            Self::Ended { expected } => input_ended(lang, expected.say(lang)),
            Self::NotTheEnd { found } => input_not_the_end(lang, found),
        }
    }
}

impl Say for Expected {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Choice => expected_choice(lang).to_owned(),
            Self::Size { largest } => expected_size(lang, largest),
            Self::Cell { place, cells } => expected_cell(lang, place, cells, cells - 1),
        }
    }
}

impl Say for Note {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::EndedWithoutFive { at } => boards::at_position(lang, at.line, at.column, ended_without_five(lang)),
            Self::Unsolvable { guide, board, why } => menu_unsolvable(lang, guide.title(), board, why.say(lang)),
            Self::NoSolution { why } => solver_no_solution(lang, why.say(lang)),
            Self::Ignored { at, found } => boards::at_position(lang, at.line, at.column, solver_ignored(lang, found)),
            Self::UsePropagation => sums_use_propagation(lang).to_owned(),
            Self::GaveUp { limit, enqueued } => solver_gave_up(lang, limit.say(lang), enqueued),
        }
    }
}

impl Say for Why {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Parity { swaps, blank_distance, board_inversions, goal_inversions } => {
                why_parity(lang, swaps, blank_distance, board_inversions, goal_inversions)
            }
            Self::Order { place, found, expected } => why_order(lang, place, found, expected),
        }
    }
}

/// A few lines, the last one empty.
impl Say for Step {
    fn say(&self, lang: Lang) -> String {
        let mut text = step_head(lang, self.guide.title(), self.number, &self.board, self.values);
        for Child { direction, board, values, pushed } in &self.children {
            let fate = pushed.map_or_else(|| step_known(lang).to_owned(), |place| step_pushed(lang, place));
            text += &["\n  ", &direction.letter().to_string(), "  ", &board.to_string(), "  "].concat();
            text += &[values.to_string(), fate].join("  ");
        }
        let end = if self.is_goal { step_goal(lang).to_owned() } else { step_stack(lang, self.stack) };
        format!("{text}\n  {end}\n\n")
    }
}
