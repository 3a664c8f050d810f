//! A state of the search, as labels by cell, and its rank among all states of its parity.

use super::visited::Rank;
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

/// The place of a state among all that can be reached: the order of its tiles in the cells that are not blank, and the blank's cell. Of the
/// last two tiles nothing is counted, since the blank's cell decides the parity of the tiles, and parity how those two stand.
#[inline]
pub(super) fn rank(labels: &Labels, cells: usize) -> Rank {
    /// Digits that fit in a word whatever the board: 31 x 30 x … x 20.
    const PART: usize = 12;
    let counted = cells - 3;
    let (mut used, mut blank, mut digits) = (0_u32, 0, 0);
    let (mut rank, mut scale): (Rank, Rank) = (0, 1);
    let (mut number, mut size) = (0_u64, 1_u64);
    for (cell, &label) in labels.iter().enumerate().take(cells) {
        if label == 0 {
            blank = cell;
            continue;
        }
        if digits == counted {
            continue;
        }
        let smaller = (used & ((1 << label) - 1)).count_ones();
        used |= 1 << label;
        number += u64::from(u32::from(label) - 1 - smaller) * size;
        size *= (cells - 1 - digits) as u64;
        digits += 1;
        if digits % PART == 0 {
            rank += Rank::from(number) * scale;
            scale *= Rank::from(size);
            (number, size) = (0, 1);
        }
    }
    rank += Rank::from(number) * scale;
    rank + blank as Rank * (scale * Rank::from(size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimal::visited::rank_bits;

    /// Every state that moves reach, and no other, has a number of its own, also where the blank is in one of the last two cells.
    #[test]
    fn states_that_can_be_reached_are_numbered_without_gaps() {
        for (rows, cols, states) in [(2, 3, 360), (2, 4, 20_160)] {
            let shape = Shape::new(rows, cols).unwrap();
            let near = near(shape);
            let mut start = [0; MAX_CELLS];
            (0..shape.cells()).for_each(|cell| start[cell] = cell as u8);
            let mut seen = vec![false; states];
            let mut open = vec![start];
            seen[rank(&start, shape.cells()) as usize] = true;
            while let Some(labels) = open.pop() {
                let blank = labels[..shape.cells()].iter().position(|&label| label == 0).unwrap();
                for &from in near[blank].iter().filter(|&&from| from != NONE) {
                    let mut child = labels;
                    child.swap(blank, usize::from(from));
                    if !std::mem::replace(&mut seen[rank(&child, shape.cells()) as usize], true) {
                        open.push(child);
                    }
                }
            }
            assert!(seen.iter().all(|&seen| seen), "{shape}");
        }
    }

    #[test]
    fn ranks_fit_their_bits() {
        for cells in [17, 20, 24, 25, 30] {
            let mut labels = [0; MAX_CELLS];
            for (label, slot) in (0..cells).rev().zip(&mut labels) {
                *slot = label as u8;
            }
            let largest = rank(&labels, cells);
            assert!(largest >> rank_bits(cells) == 0);
            assert_eq!(largest >> (rank_bits(cells) - 1), 1, "{cells} cells: no bit too many");
        }
        assert_eq!(rank_bits(25), 83);
    }
}
