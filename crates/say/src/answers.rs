//! The answer to a board, in words.

use crate::catalogue::messages;

messages! {
    line_heading(line, board) { en: "Line {line}: {board}", es: "Línea {line}: {board}" }
    solved_optimal(length) {
        en: "Solved: length {length}, optimal.",
        es: "Resuelto: longitud {length}, óptima.",
    }
    solved_gap(length, bound: moves, gap) {
        en: "Solved: length {length}, not proven optimal. No solution has fewer than {bound} (gap {gap}).",
        es: "Resuelto: longitud {length}, sin demostrar que sea óptima. Ninguna solución tiene menos de {bound} (diferencia {gap}).",
    }
    solved_within(factor) {
        en: "Its length is within a factor of {factor} of the optimum.",
        es: "Su longitud no supera el óptimo multiplicado por {factor}.",
    }
    solved_unproven(length) {
        en: "Solved: length {length}, not proven optimal.",
        es: "Resuelto: longitud {length}, sin demostrar que sea óptima.",
    }
    solved_slides(slides: slides, moves: single_moves) {
        en: "Solved: {slides} ({moves}), optimal.",
        es: "Resuelto: {slides} ({moves}), óptimo.",
    }
    solved_slides_gap(slides: slides, moves: single_moves, bound: slides, gap) {
        en: "Solved: {slides} ({moves}), not proven optimal. No solution has fewer than {bound} (gap {gap}).",
        es: "Resuelto: {slides} ({moves}), sin demostrar que sea óptimo. Ninguna solución tiene menos de {bound} (diferencia {gap}).",
    }
    solved_slides_unproven(slides: slides, moves: single_moves) {
        en: "Solved: {slides} ({moves}), not proven optimal.",
        es: "Resuelto: {slides} ({moves}), sin demostrar que sea óptimo.",
    }
    every_count(count) {
        en: "Optimal solutions: {count}",
        es: "Soluciones óptimas: {count}",
    }
    every_at_least(count) {
        en: "Optimal solutions: at least {count}; a limit ended the count",
        es: "Soluciones óptimas: al menos {count}; un límite detuvo el recuento",
    }
    every_listed(listed) {
        en: "Listed below: {listed}",
        es: "Mostradas a continuación: {listed}",
    }
    slides_blank(slides) { en: "Slides of the blank: {slides}", es: "Deslizamientos del hueco: {slides}" }
    slides_tile(slides) { en: "Slides of the tiles: {slides}", es: "Deslizamientos de las fichas: {slides}" }
    already_solved {
        en: "The board already is the goal.",
        es: "El tablero ya es el objetivo.",
    }
    stopped_without(limit) {
        en: "Stopped by {limit} without a solution.",
        es: "La búsqueda paró por {limit} sin hallar solución.",
    }
    stopped_bound(bound: moves) {
        en: "Any solution has at least {bound}.",
        es: "Toda solución tiene al menos {bound}.",
    }
    stopped_unbounded(limit, length) {
        en: "Stopped by {limit}. The best solution so far has length {length}.",
        es: "La búsqueda paró por {limit}. La mejor solución hasta ahora tiene longitud {length}.",
    }
    stopped_with(limit, length, bound: moves, gap) {
        en: "Stopped by {limit}. The best solution so far has length {length}; no solution has fewer than {bound} (gap {gap}).",
        es: "La búsqueda paró por {limit}. La mejor solución hasta ahora tiene longitud {length}; ninguna solución tiene menos de {bound} (diferencia {gap}).",
    }
    unsolvable {
        en: "No solution exists (proven).",
        es: "No existe solución (demostrado).",
    }
    unsolvable_parity(swaps, distance) {
        en: "Why: each move swaps the blank with a tile and takes the blank one cell further. So the number of swaps that turn \
             the board into the goal and the blank's distance from its place must be both even or both odd. Here they are \
             {swaps} and {distance}. With any two tiles exchanged the board would have a solution.",
        es: "Por qué: cada movimiento intercambia el hueco con una ficha y lleva el hueco a la casilla vecina. Por eso el número \
             de intercambios que convierten el tablero en el objetivo y la distancia del hueco a su lugar han de ser ambos pares o \
             ambos impares. Aquí son {swaps} y {distance}. Con dos fichas cualesquiera intercambiadas el tablero tendría solución.",
    }
    unsolvable_line(place, found, expected) {
        en: "Why: in one row or one column tiles cannot pass each other, and here their order differs from the goal's: tile \
             number {place} is {found} and should be {expected}.",
        es: "Por qué: en una sola fila o columna las fichas no pueden adelantarse, y aquí su orden no es el del objetivo: la \
             ficha en el lugar {place} es {found} y debería ser {expected}.",
    }
    moves_blank(moves) { en: "Moves of the blank: {moves}", es: "Movimientos del hueco: {moves}" }
    moves_tile(moves) { en: "Moves of the tiles: {moves}", es: "Movimientos de las fichas: {moves}" }
    method_with(algorithm, heuristic) { en: "Method: {algorithm} with {heuristic}", es: "Método: {algorithm} con {heuristic}" }
    method_alone(algorithm) { en: "Method: {algorithm}", es: "Método: {algorithm}" }
    counters(generated: generated, expanded: expanded, examined: examined, reopened: reopened) {
        en: "Nodes: {generated}, {expanded}, {examined}, {reopened}",
        es: "Nodos: {generated}, {expanded}, {examined}, {reopened}",
    }
    memory_line(bytes) { en: "Memory: {bytes}", es: "Memoria: {bytes}" }
    memory_tables(bytes, tables) {
        en: "Memory: {bytes}, and {tables} of tables",
        es: "Memoria: {bytes}, más {tables} de tablas",
    }
    time_line(time) { en: "Time: {time}", es: "Tiempo: {time}" }
    time_rate(time, rate) { en: "Time: {time} ({rate} nodes/s)", es: "Tiempo: {time} ({rate} nodos/s)" }
}
