//! What replayed moves came to.

use crate::catalogue::messages;

messages! {
    verify_reaches(length) {
        en: "Every move is legal and they reach the goal: length {length}.",
        es: "Todos los movimientos son legales y llegan al objetivo: longitud {length}.",
    }
    verify_misses(length) {
        en: "Every move is legal (length {length}), but they do not reach the goal.",
        es: "Todos los movimientos son legales (longitud {length}), pero no llegan al objetivo.",
    }
    verify_illegal(number, letter) {
        en: "Move {number} ({letter}) is illegal: the board ends there.",
        es: "El movimiento {number} ({letter}) es ilegal: ahí termina el tablero.",
    }
    verify_passes(number) {
        en: "The goal was reached before the end, after move {number}.",
        es: "El objetivo se alcanzó antes del final, tras el movimiento {number}.",
    }
    verify_last_board(board) { en: "Last board: {board}", es: "Último tablero: {board}" }
    verify_is_optimal { en: "This is optimal.", es: "Es una solución óptima." }
    verify_over(over, optimum) {
        en: "That is {over} over the optimum of {optimum}.",
        es: "Supera en {over} el óptimo, que es {optimum}.",
    }
    verify_over_at_most(over, bound) {
        en: "That is at most {over} over the optimum, which is at least {bound}; the exact optimum was not found in time.",
        es: "Supera como mucho en {over} el óptimo, que es al menos {bound}; el óptimo exacto no se halló a tiempo.",
    }
}
