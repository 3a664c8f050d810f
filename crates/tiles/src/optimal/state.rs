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

/// The letter that undoes a letter.
pub(super) fn inverse(letter: usize) -> usize {
    let opposite = Direction::ALL[letter].opposite();
    Direction::ALL.iter().position(|&direction| direction == opposite).expect("one of all")
}

/// The place of a state among all with the same parity, in the order of its labels: of the last two cells nothing is
/// counted, since parity decides how they stand.
#[inline]
pub(super) fn rank(labels: &Labels, cells: usize) -> Rank {
    /// Digits that fit in a word whatever the board: 32 x 31 x … x 21.
    const PART: usize = 12;
    let mut used = 0_u32;
    let mut part = |from: usize, to: usize| {
        let (mut number, mut size) = (0_u64, 1_u64);
        for (at, &label) in labels.iter().enumerate().take(to).skip(from) {
            let smaller = (used & ((1 << label) - 1)).count_ones();
            used |= 1 << label;
            number += (u32::from(label) - smaller) as u64 * size;
            size *= (cells - at) as u64;
        }
        (number, size)
    };
    let counted = cells - 2;
    let (first, first_size) = part(0, PART.min(counted));
    if counted <= PART {
        return Rank::from(first);
    }
    let (second, second_size) = part(PART, (2 * PART).min(counted));
    let both = Rank::from(second) * Rank::from(first_size) + Rank::from(first);
    if counted <= 2 * PART {
        return both;
    }
    let (third, _) = part(2 * PART, counted);
    (Rank::from(third) * Rank::from(second_size)) * Rank::from(first_size) + both
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimal::visited::rank_bits;

    #[test]
    fn ranks_of_a_small_space_are_all_different_and_dense() {
        // All even permutations of six labels have the numbers from 0 to 359.
        let mut seen = [false; 360];
        let mut labels = [0, 1, 2, 3, 4, 5];
        permutations(&mut labels, 0, false, &mut |labels, odd| {
            if odd {
                return;
            }
            let mut padded = [0; MAX_CELLS];
            padded[..6].copy_from_slice(labels);
            let rank = rank(&padded, 6) as usize;
            assert!(!std::mem::replace(&mut seen[rank], true));
        });
        assert!(seen.iter().all(|&seen| seen));
    }

    fn permutations(labels: &mut [u8; 6], from: usize, odd: bool, each: &mut dyn FnMut(&[u8; 6], bool)) {
        if from == labels.len() {
            return each(labels, odd);
        }
        for at in from..labels.len() {
            labels.swap(from, at);
            permutations(labels, from + 1, odd ^ (from != at), each);
            labels.swap(from, at);
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
