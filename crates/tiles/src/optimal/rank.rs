//! The rank of a state among all that can be reached, kept while tiles move.
//!
//! The rank counts the order of the tiles in the cells that are not blank, and the blank's cell. Of the last two tiles nothing is
//! counted, since the blank's cell decides the parity of the tiles, and parity how those two stand.
//!
//! The order is written as *digits*, one per tile: how many of the tiles behind it have smaller labels. Digits are weighed and added in
//! two parts, each of which fits in a word on every board. A tile that moves sideways changes no digit, since the order stays. One that
//! moves up or down passes the tiles of one row, and only their digits and its own change. So a rank costs a few additions and
//! multiplications where to count all digits would cost hundreds of instructions.

use super::state::{Labels, MAX_CELLS};
use super::visited::Rank;
use crate::board::Shape;

/// Digits of the first part: 31 x 30 x … x 20 fits in a word, and so does what is left.
const FIRST_PART: usize = 12;

/// The two parts of a rank, but for the blank's cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts([u64; 2]);

/// The digits of the state that is placed.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    digits: [u8; MAX_CELLS],
    parts: Parts,
    /// By place in the order: the weight of the digit in each part. Zero for the last two and for places that the board has not.
    weights: [[u64; 2]; MAX_CELLS],
    /// How many values each part has.
    sizes: [u64; 2],
    cells: usize,
}

impl Ranked {
    /// For boards of a shape; nothing is placed.
    pub(super) fn new(shape: Shape) -> Self {
        let cells = shape.cells();
        let (mut weights, mut sizes) = ([[0; 2]; MAX_CELLS], [1; 2]);
        for (place, weights) in weights.iter_mut().enumerate().take(cells.saturating_sub(3)) {
            let part = usize::from(place >= FIRST_PART);
            weights[part] = sizes[part];
            sizes[part] *= (cells - 1 - place) as u64;
        }
        Self { digits: [0; MAX_CELLS], parts: Parts::default(), weights, sizes, cells }
    }

    /// Counts the digits of a state.
    pub(super) fn place(&mut self, labels: &Labels) {
        self.parts = Parts::default();
        let tiles = || labels[..self.cells].iter().filter(|&&label| label != 0);
        for (place, label) in tiles().enumerate() {
            let digit = tiles().skip(place + 1).filter(|&behind| behind < label).count();
            self.digits[place] = digit as u8;
            for (part, weight) in self.parts.0.iter_mut().zip(self.weights[place]) {
                *part += digit as u64 * weight;
            }
        }
    }

    /// The rank of a state by its parts and the blank's cell.
    #[inline(always)]
    pub(super) fn rank(&self, parts: Parts, blank: usize) -> Rank {
        let Parts([first, second]) = parts;
        Rank::from(first) + Rank::from(self.sizes[0]) * Rank::from(second + self.sizes[1] * blank as u64)
    }

    /// The parts after the tile in the cell `from` has moved into the blank's cell, in a state whose labels these are.
    #[inline(always)]
    pub(super) fn moved(&self, labels: &Labels, blank: usize, from: usize) -> Parts {
        let mut parts = self.parts;
        self.changes(labels, blank, from, |place, digit| {
            let more = u64::from(digit).wrapping_sub(u64::from(self.digits[place]));
            for (part, weight) in parts.0.iter_mut().zip(self.weights[place]) {
                *part = part.wrapping_add(more.wrapping_mul(weight));
            }
        });
        parts
    }

    /// Moves the tile: the digits and parts are those after it. Moved back, they are what they were.
    #[inline(always)]
    pub(super) fn slide(&mut self, labels: &Labels, blank: usize, from: usize, parts: Parts) {
        let mut digits = self.digits;
        self.changes(labels, blank, from, |place, digit| digits[place] = digit);
        (self.digits, self.parts) = (digits, parts);
    }

    /// The parts of the state that is placed.
    #[inline(always)]
    pub(super) fn parts(&self) -> Parts {
        self.parts
    }

    /// The places whose digits a move changes, with their new digits.
    #[inline(always)]
    fn changes(&self, labels: &Labels, blank: usize, from: usize, mut change: impl FnMut(usize, u8)) {
        const MASK: usize = MAX_CELLS - 1;
        let tile = labels[from & MASK];
        let mut smaller = 0;
        if from < blank {
            // The tile goes behind those of the cells between, each of which takes the place before its own.
            for cell in from + 1..blank {
                let other = labels[cell & MASK];
                smaller += u8::from(other < tile);
                change((cell - 1) & MASK, self.digits[cell & MASK] + u8::from(tile < other));
            }
            change((blank - 1) & MASK, self.digits[from & MASK] - smaller);
        } else {
            for cell in blank + 1..from {
                let other = labels[cell & MASK];
                smaller += u8::from(other < tile);
                change(cell & MASK, self.digits[(cell - 1) & MASK] - u8::from(tile < other));
            }
            change(blank & MASK, self.digits[(from - 1) & MASK] + smaller);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimal::state::{NONE, near};
    use crate::optimal::visited::rank_bits;

    fn rank(labels: &Labels, shape: Shape) -> Rank {
        let mut ranked = Ranked::new(shape);
        ranked.place(labels);
        let blank = labels[..shape.cells()].iter().position(|&label| label == 0).unwrap();
        ranked.rank(ranked.parts(), blank)
    }

    /// Every state that moves reach, and no other, has a number of its own, also where the blank is in one of the last two cells. The
    /// number that is kept while a tile moves is the one that is counted afterwards.
    #[test]
    fn states_that_can_be_reached_are_numbered_without_gaps() {
        for (rows, cols, states) in [(2, 3, 360), (2, 4, 20_160), (4, 2, 20_160)] {
            let shape = Shape::new(rows, cols).unwrap();
            let near = near(shape);
            let mut start = [0; MAX_CELLS];
            (0..shape.cells()).for_each(|cell| start[cell] = cell as u8);
            let mut seen = vec![false; states];
            let mut open = vec![start];
            seen[rank(&start, shape) as usize] = true;
            let mut ranked = Ranked::new(shape);
            while let Some(labels) = open.pop() {
                let blank = labels[..shape.cells()].iter().position(|&label| label == 0).unwrap();
                ranked.place(&labels);
                let (parts, digits) = (ranked.parts(), ranked.digits);
                for &from in near[blank].iter().filter(|&&from| from != NONE) {
                    let from = usize::from(from);
                    let mut child = labels;
                    child.swap(blank, from);
                    let moved = ranked.moved(&labels, blank, from);
                    let number = ranked.rank(moved, from);
                    assert_eq!(number, rank(&child, shape));
                    ranked.slide(&labels, blank, from, moved);
                    assert_eq!(ranked.moved(&child, from, blank), parts, "and back");
                    ranked.slide(&child, from, blank, parts);
                    assert_eq!((ranked.parts(), ranked.digits), (parts, digits));
                    if !std::mem::replace(&mut seen[number as usize], true) {
                        open.push(child);
                    }
                }
            }
            assert!(seen.iter().all(|&seen| seen), "{shape}");
        }
    }

    /// A long walk on boards of every size keeps the rank that is counted.
    #[test]
    fn a_walk_keeps_the_rank() {
        for (rows, cols) in [(3, 6), (5, 5), (4, 8), (8, 4), (2, 16)] {
            let shape = Shape::new(rows, cols).unwrap();
            let near = near(shape);
            let mut labels = [0; MAX_CELLS];
            (0..shape.cells()).for_each(|cell| labels[cell] = cell as u8);
            let (mut ranked, mut blank, mut random) = (Ranked::new(shape), 0, 1_u64);
            ranked.place(&labels);
            for _ in 0..2000 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let from = near[blank][(random >> 40) as usize % 4];
                if from == NONE {
                    continue;
                }
                let from = usize::from(from);
                let parts = ranked.moved(&labels, blank, from);
                ranked.slide(&labels, blank, from, parts);
                labels.swap(blank, from);
                blank = from;
                assert_eq!(ranked.rank(ranked.parts(), blank), rank(&labels, shape), "{shape}");
            }
        }
    }

    #[test]
    fn ranks_fit_their_bits() {
        for (rows, cols) in [(2, 9), (4, 5), (4, 6), (5, 5), (5, 6), (4, 8)] {
            let shape = Shape::new(rows, cols).unwrap();
            let cells = shape.cells();
            let mut labels = [0; MAX_CELLS];
            for (label, slot) in (0..cells).rev().zip(&mut labels) {
                *slot = label as u8;
            }
            let largest = rank(&labels, shape);
            assert!(largest >> rank_bits(cells) == 0);
            assert_eq!(largest >> (rank_bits(cells) - 1), 1, "{cells} cells: no bit too many");
        }
        assert_eq!(rank_bits(25), 83);
    }
}
