//! Inversion distance: what the order of the tiles says about the number of vertical and of horizontal moves.
//!
//! Read the tiles row by row, the blank left out, and count the *inversions*: pairs that stand in the wrong order. A
//! horizontal move changes nothing in that reading. A vertical move on a board of C columns carries one tile past the
//! C - 1 tiles between its two cells, and each of these pairs is turned around: the count changes by an amount of the
//! parity of C - 1, of at most C - 1 in size. So `n` vertical moves undo `I` inversions only if `n * (C - 1) >= I`.
//! Two parities say more:
//!
//! - with an even number of columns each vertical move changes the count by an odd amount, so `n` has the parity of
//!   `I`;
//! - in any case `n` has the parity of the rows between the blank and its place.
//!
//! The bound is the least `n` that satisfies them all. With four columns it is the well-known `I / 3 + I % 3`. Where
//! they contradict each other there is no solution, and the estimate says so. Reading column by column bounds the
//! horizontal moves in the same way, and the two bounds add up.
//!
//! A move lowers one of the bounds by one at most and leaves the other alone, so the estimate is consistent. It is
//! often stronger than Manhattan distance and often weaker; the larger of the two, or of this and walking distance, is
//! a good estimate.
//!
//! The memo holds, for each direction, the inversions and the blank's parity in one number, `2 * I + parity`: a move
//! turns the last bit and adds twice the change, which only the tiles jumped over decide.

use hueco_search::{Cost, Heuristic, Quality};

use super::linear_conflict::column;
use crate::board::{Direction, Shape};
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};

/// The least numbers of vertical and of horizontal moves that undo all inversions, added up.
#[derive(Clone, Debug)]
pub struct Inversion {
    shape: Shape,
    rows: Reading,
    cols: Reading,
    /// The cell where the blank belongs.
    blank: usize,
}

/// One way to read a board: row by row, or column by column.
#[derive(Clone, Debug)]
struct Reading {
    /// By label: its place in the target, read this way.
    place: Box<[u16]>,
    /// By label, on boards of at most 16 cells: a bit for each label whose place is smaller.
    smaller: [u16; 16],
    /// How many tiles a move jumps over.
    jumped: u32,
    /// By memo: the bound, [`NONE`] where there is no solution. Empty for large boards.
    bounds: Box<[u8]>,
}

/// Stands for "no solution" in a table of bounds.
const NONE: u8 = u8::MAX;

impl Reading {
    fn new(cells: usize, line: usize, place: impl Iterator<Item = usize>) -> Self {
        let place = place.map(|p| p as u16).collect();
        let mut this = Self { place, smaller: [0; 16], jumped: line as u32 - 1, bounds: Box::default() };
        if cells <= 16 {
            for label in 1..cells {
                let smaller = (1..cells).filter(|&other| this.place[other] < this.place[label]);
                this.smaller[label] = smaller.fold(0, |bits, other| bits | 1 << other);
            }
            let most = (cells * cells) as u32;
            this.bounds = (0..most).map(|memo| this.bound(memo).map_or(NONE, |bound| bound as u8)).collect();
        }
        this
    }

    /// The least number of moves for a memo, or `None` where no number will do.
    fn bound(&self, memo: u32) -> Option<Cost> {
        let (inversions, parity) = (memo / 2, memo % 2);
        let parity_needed = if self.jumped % 2 == 1 { inversions % 2 == parity } else { inversions % 2 == 0 };
        if !parity_needed || (self.jumped == 0 && inversions > 0) {
            return None;
        }
        let moves = if self.jumped == 0 { 0 } else { inversions.div_ceil(self.jumped) };
        Some(moves + u32::from(moves % 2 != parity))
    }

    #[inline]
    fn estimate(&self, memo: u32) -> Option<Cost> {
        if self.bounds.is_empty() {
            return self.bound(memo);
        }
        let bound = self.bounds[memo as usize];
        (bound != NONE).then_some(bound as Cost)
    }

    /// Inversions of labels read this way.
    fn inversions(&self, labels: impl Iterator<Item = usize>) -> u32 {
        let places: Vec<u16> = labels.filter(|&label| label != 0).map(|label| self.place[label]).collect();
        inversions(places)
    }

    /// How many of the tiles jumped over have a smaller place.
    #[inline]
    fn smaller(&self, label: usize, jumped: impl Iterator<Item = usize>) -> u32 {
        let place = self.place[label];
        jumped.map(|other| u32::from(self.place[other] < place)).sum()
    }

    /// The same for three tiles side by side in a word, on a board of at most 16 cells.
    #[inline]
    fn smaller_of_three(&self, label: usize, jumped: u64) -> u32 {
        let smaller = self.smaller[label & 15] as u32;
        (smaller >> (jumped & 15) & 1) + (smaller >> (jumped >> 4 & 15) & 1) + (smaller >> (jumped >> 8 & 15) & 1)
    }

    /// The memo after a tile jumped over others of which this many are `smaller`, to a `later` cell of the reading or
    /// back.
    #[inline]
    fn advance(&self, memo: u32, smaller: u32, later: bool) -> u32 {
        // Moving on it undoes the pairs with smaller ones and makes new ones with the rest; going back is the reverse.
        let (undone, made) = if later { (smaller, self.jumped - smaller) } else { (self.jumped - smaller, smaller) };
        (memo + 2 * made - 2 * undone) ^ 1
    }
}

/// Counts the pairs in the wrong order while sorting by merging: boards may have thousands of tiles.
fn inversions(mut places: Vec<u16>) -> u32 {
    let mut merged = vec![0; places.len()];
    let (mut count, mut width) = (0, 1);
    while width < places.len() {
        for (source, merged) in places.chunks(2 * width).zip(merged.chunks_mut(2 * width)) {
            let (left, right) = source.split_at(width.min(source.len()));
            let (mut l, mut r) = (0, 0);
            for slot in merged {
                if r == right.len() || (l < left.len() && left[l] < right[r]) {
                    *slot = left[l];
                    l += 1;
                } else {
                    *slot = right[r];
                    r += 1;
                    count += (left.len() - l) as u32;
                }
            }
        }
        std::mem::swap(&mut places, &mut merged);
        width *= 2;
    }
    count
}

impl Inversion {
    /// Measured to the goal of `frame`.
    pub fn new(frame: &Frame) -> Self {
        Self::towards(frame, frame.home())
    }

    /// Measured to any arrangement: by label, the cell where it belongs.
    pub fn towards(frame: &Frame, target: &[u16]) -> Self {
        let shape = frame.shape();
        let by_col = |cell: usize| shape.col(cell) * shape.rows() + shape.row(cell);
        Self {
            shape,
            rows: Reading::new(shape.cells(), shape.cols(), target.iter().map(|&cell| cell as usize)),
            cols: Reading::new(shape.cells(), shape.rows(), target.iter().map(|&cell| by_col(cell as usize))),
            blank: target[0] as usize,
        }
    }

    /// The inversions read row by row, and column by column.
    pub fn inversions<C: Cells>(&self, cells: &C) -> (u32, u32) {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let by_col = (0..cols).flat_map(|col| (0..rows).map(move |row| row * cols + col));
        (
            self.rows.inversions((0..rows * cols).map(|cell| cells.get(cell))),
            self.cols.inversions(by_col.map(|cell| cells.get(cell))),
        )
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for Inversion {
    type Memo = (C::Sum, C::Sum);

    fn memo(&self, _: &Tiles<C>, state: &C) -> Self::Memo {
        let (rows, cols) = self.inversions(state);
        let (shape, blank) = (self.shape, state.blank());
        let row_parity = shape.row(blank).abs_diff(shape.row(self.blank)) as u32 % 2;
        let col_parity = shape.col(blank).abs_diff(shape.col(self.blank)) as u32 % 2;
        (super::sum::<C>(2 * rows + row_parity), super::sum::<C>(2 * cols + col_parity))
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, memo: &Self::Memo, before: &C, direction: Direction) -> Self::Memo {
        let moved = tiles.sliding(before, direction);
        let (lower, upper) = (moved.from.min(moved.to), moved.from.max(moved.to));
        let later = moved.from < moved.to;
        let square_of_four = before.word().filter(|_| self.rows.jumped == 3 && self.cols.jumped == 3);
        let (vertical, horizontal) = *memo;
        if matches!(direction, Direction::Up | Direction::Down) {
            let smaller = match square_of_four {
                Some(word) => self.rows.smaller_of_three(moved.label, word >> (4 * lower + 4)),
                None => self.rows.smaller(moved.label, (lower + 1..upper).map(|cell| before.get(cell))),
            };
            (super::sum::<C>(self.rows.advance(vertical.into(), smaller, later)), horizontal)
        } else {
            // Down the rest of the left column, then from the top of the right one.
            let smaller = if let Some(word) = square_of_four {
                let (row, col) = (lower / 4, lower % 4);
                let left = column(word, col as u8) as u64;
                let both = left | (column(word, col as u8 + 1) as u64) << 16;
                self.cols.smaller_of_three(moved.label, both >> (4 * row + 4))
            } else {
                let cols = self.shape.cols();
                let below = (lower + cols..self.shape.cells()).step_by(cols);
                let above = (upper % cols..upper).step_by(cols);
                self.cols.smaller(moved.label, below.chain(above).map(|cell| before.get(cell)))
            };
            (vertical, super::sum::<C>(self.cols.advance(horizontal.into(), smaller, later)))
        }
    }

    #[inline]
    fn estimate(&self, memo: &Self::Memo, _: Cost) -> Option<Cost> {
        Some(self.rows.estimate(memo.0.into())? + self.cols.estimate(memo.1.into())?)
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}
