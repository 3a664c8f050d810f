//! What is wrong with a board, a goal, a shape or a list of moves.

use crate::catalogue::messages;

messages! {
    shape_too_small(rows, cols) {
        en: "a board has at least two cells; {rows}x{cols} has fewer",
        es: "un tablero tiene al menos dos celdas; {rows}x{cols} tiene menos",
    }
    shape_too_large(rows, cols, most) {
        en: "a board has at most {most} cells; {rows}x{cols} has more",
        es: "un tablero tiene como máximo {most} celdas; {rows}x{cols} tiene más",
    }
    board_count(shape, expected, found) {
        en: "a {shape} board has {expected} numbers, not {found}",
        es: "un tablero de {shape} tiene {expected} números, no {found}",
    }
    board_out_of_range(cell, number, largest) {
        en: "cell {cell} holds {number}; expected a number from 0 to {largest}",
        es: "la celda {cell} contiene {number}; se esperaba un número de 0 a {largest}",
    }
    board_twice(number, first, again) {
        en: "{number} stands in cell {first} and again in cell {again}",
        es: "el {number} está en la celda {first} y otra vez en la celda {again}",
    }
    shape_mismatch(board, goal) {
        en: "the board is {board}, but the goal is {goal}",
        es: "el tablero es de {board}, pero la meta es de {goal}",
    }
}
