//! The answer to a board, in words.

use crate::catalogue::messages;

messages! {
    board_line(board) { en: "Board: {board}", es: "Tablero: {board}" }
    line_heading(line) { en: "Line {line}", es: "Línea {line}" }
    solved_optimal(length) {
        en: "Solved: length {length}, proved shortest.",
        es: "Resuelto: longitud {length}, mínima demostrada.",
    }
    solved_gap(length, bound, gap) {
        en: "Solved: length {length}, not proved shortest. No solution is shorter than {bound} (gap {gap}).",
        es: "Resuelto: longitud {length}, sin demostrar que sea mínima. Ninguna solución mide menos de {bound} (diferencia {gap}).",
    }
    solved_within(factor) {
        en: "At most {factor} times the shortest length.",
        es: "Como máximo {factor} veces la longitud mínima.",
    }
    already_solved {
        en: "The board already is the goal.",
        es: "El tablero ya es la meta.",
    }
    stopped_without(limit, bound) {
        en: "Stopped by {limit} without a solution. Any solution has at least {bound} moves.",
        es: "La búsqueda paró por {limit} sin hallar solución. Toda solución tiene al menos {bound} movimientos.",
    }
    stopped_with(limit, length, bound, gap) {
        en: "Stopped by {limit}. The best solution so far has length {length}; none is shorter than {bound} (gap {gap}).",
        es: "La búsqueda paró por {limit}. La mejor solución hasta ahora mide {length}; ninguna mide menos de {bound} (diferencia {gap}).",
    }
    unsolvable {
        en: "No solution exists: proved.",
        es: "No existe solución: demostrado.",
    }
    unsolvable_parity {
        en: "Why: every move swaps the blank with a tile, and takes the blank one cell further, so the number of swaps that \
             leads to the goal and the blank's distance to its place are both even or both odd. Here one is even and the \
             other odd. Swapping any two tiles would make this board solvable.",
        es: "Por qué: cada movimiento intercambia el hueco con una ficha y lleva el hueco una celda más allá, así que el número \
             de intercambios que conduce a la meta y la distancia del hueco a su lugar son ambos pares o ambos impares. Aquí \
             uno es par y el otro impar. Si se intercambiaran dos fichas cualesquiera, este tablero tendría solución.",
    }
    unsolvable_line {
        en: "Why: on a board of one row or one column tiles cannot pass each other, and here they stand in another order than \
             in the goal.",
        es: "Por qué: en un tablero de una sola fila o columna las fichas no pueden adelantarse, y aquí están en otro orden que \
             en la meta.",
    }
    moves_blank(moves) { en: "Moves of the blank: {moves}", es: "Movimientos del hueco: {moves}" }
    moves_tile(moves) { en: "Moves of the tiles: {moves}", es: "Movimientos de las fichas: {moves}" }
    method_with(algorithm, heuristic) { en: "Method: {algorithm} with {heuristic}", es: "Método: {algorithm} con {heuristic}" }
    method_alone(algorithm) { en: "Method: {algorithm}", es: "Método: {algorithm}" }
    counters(generated, expanded, examined, reopened) {
        en: "Nodes: {generated} generated, {expanded} expanded, {examined} examined, {reopened} reopened",
        es: "Nodos: {generated} generados, {expanded} expandidos, {examined} examinados, {reopened} reabiertos",
    }
    memory_line(bytes) { en: "Memory: {bytes}", es: "Memoria: {bytes}" }
    memory_tables(bytes, tables) {
        en: "Memory: {bytes}, and {tables} of tables",
        es: "Memoria: {bytes}, más {tables} de tablas",
    }
    time_line(time) { en: "Time: {time}", es: "Tiempo: {time}" }
    time_rate(time, rate) { en: "Time: {time} ({rate} nodes/s)", es: "Tiempo: {time} ({rate} nodos/s)" }
}
