//! A heuristic checked over a whole space, in words.

use hueco_tiles::check::CheckError;
use hueco_tiles::space::SpaceTooLarge;

use crate::catalogue::messages;
use crate::{Lang, Say};

messages! {
    about_check {
        en: "Compare a heuristic with the true distance over a whole space",
        es: "Comparar una heurística con la distancia verdadera en todo un espacio",
    }
    long_about_check {
        en: "Compare a heuristic with the true distance of every board that can reach the goal.\n\nIs it admissible (never more \
             than the distance)? Is it consistent (no move lowers it by more than 1, and it is 0 at the goal)? How large are \
             its errors, and which is the smallest counterexample: the fewest moves from the goal, and of these the first by \
             rank. 3x3 takes a moment, 3x4 and 2x6 (239,500,800 boards) take a minute or a few, and 100 MB.",
        es: "Comparar una heurística con la distancia verdadera de cada tablero que puede llegar al objetivo.\n\n¿Es admisible (nunca \
             más que la distancia)? ¿Es consistente (ningún movimiento la baja en más de 1, y vale 0 en el objetivo)? Qué tamaño \
             tienen sus errores y cuál es el menor contraejemplo: el de menos movimientos hasta el objetivo y, entre esos, el \
             primero por rango. 3x3 tarda un momento; 3x4 y 2x6 (239 500 800 tableros), un minuto o pocos, y 100 MB.",
    }
    after_check {
        en: "Exit status: 0 when the check was carried out, whatever it found; 2 bad input, 20 to 22 stopped by a limit, \
             130 interrupted. --max-nodes limits the boards.",
        es: "Estado de salida: 0 si la comprobación se llevó a cabo, halle lo que halle; 2 entrada errónea, 20 a 22 parada por \
             un límite, 130 interrumpida. --max-nodes limita los tableros.",
    }
    examples_check {
        en: "Examples:\n  hueco check manhattan --size 3x3\n  hueco check misplaced-blank --size 3x3 --goal \"1 2 3 / 8 0 4 / 7 6 5\"\n  \
             hueco check --formula \"manhattan + 2*reversals\" --size 2x4 --svg errors.svg",
        es: "Ejemplos:\n  hueco check manhattan --size 3x3\n  hueco check misplaced-blank --size 3x3 --goal \"1 2 3 / 8 0 4 / 7 6 5\"\n  \
             hueco check --formula \"manhattan + 2*reversals\" --size 2x4 --svg errores.svg",
    }
    option_check_heuristic {
        en: "The heuristic, or max(a,b,…) of several; --formula takes its place",
        es: "La heurística, o max(a,b,…) de varias; --formula la sustituye",
    }
    option_check_threads {
        en: "Threads to use; without it, one for each processor. The answer is the same",
        es: "Hilos que se usan; sin esta opción, uno por procesador. La respuesta es la misma",
    }
    option_check_svg {
        en: "Write the errors and the estimates as a picture (SVG) into this file",
        es: "Escribir los errores y las estimaciones como imagen (SVG) en este archivo",
    }
    check_space(heuristic, shape, goal, states: boards, radius: moves) {
        en: "{heuristic} on {shape}, goal {goal}: {states}, at most {radius} from the goal.",
        es: "{heuristic} en {shape}, objetivo {goal}: {states}, a {radius} del objetivo como máximo.",
    }
    check_stopped(limit, states: boards, depth: moves) {
        en: "Stopped by {limit}: the check covers only {states} at most {depth} from the goal.",
        es: "La comprobación paró por {limit}: abarca solo {states} a {depth} del objetivo como máximo.",
    }
    check_stopped_at_once(limit) {
        en: "Stopped by {limit} before any board was checked.",
        es: "La comprobación paró por {limit} antes de mirar ningún tablero.",
    }
    check_admissible {
        en: "Admissible: yes. No estimate is larger than the distance.",
        es: "Admisible: sí. Ninguna estimación es mayor que la distancia.",
    }
    check_admissible_so_far {
        en: "Admissible: not known. No estimate so far is larger than the distance.",
        es: "Admisible: no se sabe. Hasta aquí ninguna estimación es mayor que la distancia.",
    }
    check_inadmissible(states, share, most) {
        en: "Admissible: no. Boards overestimated: {states} ({share} %), by {most} at most.",
        es: "Admisible: no. Tableros sobrestimados: {states} ({share} %), en {most} como máximo.",
    }
    check_counterexample(board, distance, estimate) {
        en: "  Smallest counterexample: {board}, distance {distance}, estimate {estimate}.",
        es: "  Menor contraejemplo: {board}, distancia {distance}, estimación {estimate}.",
    }
    check_solution_blank(moves) {
        en: "  An optimal solution, moves of the blank: {moves}",
        es: "  Una solución óptima, movimientos del hueco: {moves}",
    }
    check_solution_tile(moves) {
        en: "  An optimal solution, moves of the tiles: {moves}",
        es: "  Una solución óptima, movimientos de las fichas: {moves}",
    }
    check_consistent {
        en: "Consistent: yes. No move lowers the estimate by more than 1.",
        es: "Consistente: sí. Ningún movimiento baja la estimación en más de 1.",
    }
    check_consistent_so_far {
        en: "Consistent: not known. No move so far lowers the estimate by more than 1.",
        es: "Consistente: no se sabe. Hasta aquí ningún movimiento baja la estimación en más de 1.",
    }
    check_inconsistent(broken, moves) {
        en: "Consistent: no. Moves that lower the estimate by more than 1: {broken} of {moves}.",
        es: "Consistente: no. Movimientos que bajan la estimación en más de 1: {broken} de {moves}.",
    }
    check_inconsistent_goal(estimate) {
        en: "Consistent: no. The goal's own estimate is {estimate}, not 0.",
        es: "Consistente: no. La estimación del propio objetivo es {estimate}, no 0.",
    }
    check_drop(board, letter, after, before_estimate, after_estimate) {
        en: "  First: {board}, blank {letter}, to {after}: the estimate falls from {before_estimate} to {after_estimate}.",
        es: "  Primero: {board}, hueco {letter}, a {after}: la estimación cae de {before_estimate} a {after_estimate}.",
    }
    check_exact(states, share) {
        en: "Boards with an exact estimate: {states} ({share} %).",
        es: "Tableros con estimación exacta: {states} ({share} %).",
    }
    check_errors(mean, most) {
        en: "Error: {mean} on average; at most {most} too small.",
        es: "Error: {mean} de media; como máximo {most} de menos.",
    }
    check_means(distance, estimate) {
        en: "Mean distance {distance}, mean estimate {estimate}.",
        es: "Distancia media {distance}, estimación media {estimate}.",
    }
    check_unproved {
        en: "hueco did not know: a formula counts as inadmissible in a search, whatever a check finds.",
        es: "hueco no lo sabía: en una búsqueda una fórmula cuenta como no admisible, halle lo que halle una comprobación.",
    }
    check_histogram {
        en: "Errors: distance less estimate (0 exact, below 0 too large)",
        es: "Errores: distancia menos estimación (0 exacta, menos de 0 demasiado grande)",
    }
    check_by_distance {
        en: "Estimates by distance",
        es: "Estimaciones por distancia",
    }
    column_error { en: "error", es: "diferencia" }
    column_boards { en: "boards", es: "tableros" }
    column_share { en: "share", es: "parte" }
    column_distance { en: "distance", es: "distancia" }
    column_least { en: "least", es: "mínima" }
    column_mean { en: "mean", es: "media" }
    column_largest { en: "largest", es: "máxima" }
    chart_check_title(heuristic, shape) {
        en: "{heuristic} against the distance, {shape}",
        es: "{heuristic} frente a la distancia, {shape}",
    }
    chart_exact { en: "exact", es: "exacta" }
    chart_too_large { en: "too large", es: "demasiado grande" }
    chart_too_small { en: "too small", es: "demasiado pequeña" }
    chart_error { en: "distance less estimate", es: "distancia menos estimación" }
    chart_distance { en: "distance (moves)", es: "distancia (movimientos)" }
    chart_estimate { en: "estimate: least, mean, largest", es: "estimación: mínima, media, máxima" }
    chart_diagonal { en: "the distance itself", es: "la distancia misma" }
    space_too_large(shape, limit: cells) {
        en: "the space of {shape} boards is too large to enumerate; at most {limit}",
        es: "el espacio de los tableros de {shape} es demasiado grande para recorrerlo; como máximo {limit}",
    }
}

impl Say for SpaceTooLarge {
    fn say(&self, lang: Lang) -> String {
        space_too_large(lang, self.shape, hueco_tiles::space::Space::MAX_CELLS)
    }
}

impl Say for CheckError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Space(error) => error.say(lang),
            Self::Heuristic(error) => error.say(lang),
            Self::Partition(error) => error.say(lang),
            Self::Build(error) => error.say(lang),
        }
    }
}
