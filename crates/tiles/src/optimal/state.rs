//! A state of the search, as labels by cell.

use crate::board::{Direction, Shape};

/// The most cells of a board that is searched here: a set of cells is one word, and a cell one digit of five bits.
pub(super) const MAX_CELLS: usize = 32;

/// Labels by cell; cells that the board has not are zero.
pub(super) type Labels = [u8; MAX_CELLS];

/// No cell.
pub(super) const NONE: u8 = u8::MAX;

/// By cell and letter: the neighbouring cell, or [`NONE`].
pub(super) type Near = [[u8; 4]; MAX_CELLS];

/// The neighbours of every cell.
pub(super) fn near(shape: Shape) -> Near {
    let mut near = [[NONE; 4]; MAX_CELLS];
    for (cell, next) in near.iter_mut().enumerate().take(shape.cells()) {
        *next = Direction::ALL.map(|direction| shape.neighbour(cell, direction).map_or(NONE, |cell| cell as u8));
    }
    near
}

/// By cell: its neighbours as a set.
pub(super) fn around(near: &Near) -> [u32; MAX_CELLS] {
    let set = |cells: [u8; 4]| cells.into_iter().filter(|&cell| cell != NONE).fold(0, |set, cell| set | 1 << cell);
    near.map(set)
}

/// The letter that undoes a letter.
pub(super) fn inverse(letter: usize) -> usize {
    let opposite = Direction::ALL[letter].opposite();
    Direction::ALL.iter().position(|&direction| direction == opposite).expect("one of all")
}
