//! Boards as numbers without gaps: the rank.
//!
//! Read the tiles row by row and leave the blank out: their *order* is a permutation of n = cells - 1 labels, and its
//! place in the dictionary is its Lehmer number, the sum of dᵢ · (n - 1 - i)!, where dᵢ counts the labels still to come
//! that are smaller than the i-th. The last two labels can stand in two ways, which parity distinguishes: from one goal
//! only one of them can be reached. So the Lehmer number is halved and nothing is lost. The rank of a board is
//!
//! ```text
//! rank = ⌊Lehmer number / 2⌋ · cells + the blank's cell
//! ```
//! A horizontal move leaves the order alone, so it changes only the blank's part. A vertical move takes one tile past
//! cols - 1 others; see [`turns`](super::turns). Labels are those of [`Frame`]: the goal's order is 0, and only the
//! shape and the blank's goal cell matter.
//!
//! A board is read along its longer side: a 6x2 board has the ranks of the 2x6 board that it is on its side. There are
//! fewer vertical moves that way, and horizontal ones cost nothing.

use thiserror::Error;

use crate::board::{Board, Direction, Shape};
use crate::cells::Cells;
use crate::problem::Frame;

/// The shape has more boards than a 64-bit rank can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("boards of at most {max} cells can be ranked, {shape} has more", max = Ranking::MAX_CELLS)]
pub struct RankTooLarge {
    /// The shape asked for.
    pub shape: Shape,
}

/// The ranks of all boards of a shape that can reach a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    shape: Shape,
    /// The shape as it is read: at least as many columns as rows, with few exceptions.
    read: Shape,
    /// The blank's goal cell, as read.
    goal: usize,
    /// By cell as read: the board's cell.
    cell: Box<[u8]>,
    /// By label: its number among the goal's tiles as read, from 0.
    tile: Box<[u8]>,
    /// The other way round.
    label: Box<[u16]>,
}

/// The factorials that fit 64 bits.
pub(super) const FACTORIAL: [u64; 21] = {
    let mut factorial = [1; 21];
    let mut n = 1;
    while n < factorial.len() {
        factorial[n] = factorial[n - 1] * n as u64;
        n += 1;
    }
    factorial
};

/// Digits and lists of labels are packed five bits each.
const BITS: usize = 5;

/// One in each of the first `count` fields.
const fn ones(count: usize) -> u128 {
    let (mut ones, mut field) = (0, 0);
    while field < count {
        ones |= 1 << (BITS * field);
        field += 1;
    }
    ones
}

/// 0, 1, 2, … in fields.
const COUNTING: u128 = {
    let (mut fields, mut field) = (0, 0);
    while field < Ranking::MAX_CELLS {
        fields |= (field as u128) << (BITS * field);
        field += 1;
    }
    fields
};

impl Ranking {
    /// The most cells whose boards have 64-bit ranks.
    pub const MAX_CELLS: usize = 20;

    /// Boards longer than this are read along their shorter side: tables of vertical moves would be too large.
    const LONGEST_READ: usize = 7;

    /// The ranks of the boards of `shape` from which the goal with its blank in `goal_blank` can be reached.
    ///
    /// # Panics
    ///
    /// If the shape has no cell `goal_blank`.
    pub fn new(shape: Shape, goal_blank: usize) -> Result<Self, RankTooLarge> {
        let cells = shape.cells();
        assert!(goal_blank < cells, "the blank's goal cell is on the board");
        if cells > Self::MAX_CELLS {
            return Err(RankTooLarge { shape });
        }
        let (short, long) = (shape.rows().min(shape.cols()), shape.rows().max(shape.cols()));
        let cols = if long <= Self::LONGEST_READ || short == 1 { long } else { short };
        let on_its_side = cols != shape.cols();
        let read = if on_its_side {
            Shape::new(shape.cols(), shape.rows()).expect("as many cells as the shape itself")
        } else {
            shape
        };
        let board_cell = |at: usize| if on_its_side { read.col(at) * shape.cols() + read.row(at) } else { at };
        let cell: Box<[u8]> = (0..cells).map(|at| board_cell(at) as u8).collect();
        let goal = (0..cells).find(|&at| board_cell(at) == goal_blank).expect("every cell is read");
        // A label is a cell of the goal, counted from 1 without the blank's; read in another order it has another number.
        let (mut tile, mut label) = (vec![0; cells], Vec::with_capacity(cells - 1));
        for &at in cell.iter().filter(|&&at| at as usize != goal_blank) {
            let own = at as usize + usize::from((at as usize) < goal_blank);
            tile[own] = label.len() as u8;
            label.push(own as u16);
        }
        Ok(Self { shape, read, goal, cell, tile: tile.into(), label: label.into() })
    }

    /// The ranks of the boards that can reach `goal`.
    pub fn of_goal(goal: &Board) -> Result<Self, RankTooLarge> {
        Self::new(goal.shape(), goal.blank())
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Rows and columns as the board is read.
    pub fn read_shape(&self) -> Shape {
        self.read
    }

    /// How many orders of the tiles there are.
    pub fn orders(&self) -> u64 {
        (FACTORIAL[self.read.cells() - 1] / 2).max(1)
    }

    /// How many ranks there are. On boards of at least two rows and two columns every rank is a board that can reach the
    /// goal; on one row only those of order 0 can.
    pub fn states(&self) -> u64 {
        self.orders() * self.read.cells() as u64
    }

    /// The blank's goal cell, on the board.
    pub fn goal_blank(&self) -> usize {
        self.cell[self.goal] as usize
    }

    /// The rank of the goal.
    pub fn goal(&self) -> u64 {
        self.goal as u64
    }

    /// The order and the blank's cell (as read) of a rank.
    #[inline]
    pub fn split(&self, rank: u64) -> (u64, usize) {
        let cells = self.read.cells() as u64;
        (rank / cells, (rank % cells) as usize)
    }

    /// The rank of an order and the blank's cell (as read).
    #[inline]
    pub fn join(&self, order: u64, blank: usize) -> u64 {
        order * self.read.cells() as u64 + blank as u64
    }

    /// The direction on the board of a direction as read, and the other way round.
    #[inline]
    pub fn turned(&self, direction: Direction) -> Direction {
        if self.read == self.shape {
            return direction;
        }
        match direction {
            Direction::Up => Direction::Left,
            Direction::Left => Direction::Up,
            Direction::Right => Direction::Down,
            Direction::Down => Direction::Right,
        }
    }

    /// Whether an odd number of inversions leads to the goal, with the blank in this cell (as read).
    pub(super) fn odd(&self, blank: usize) -> bool {
        self.read.cols().is_multiple_of(2) && self.read.row(blank).abs_diff(self.read.row(self.goal)) % 2 == 1
    }

    /// The rank of packed labels; `None` if they cannot reach the goal by parity.
    pub fn rank<C: Cells>(&self, labels: &C) -> Option<u64> {
        self.rank_by(|cell| labels.get(cell))
    }

    /// The rank of a board under the frame of its goal; `None` if it cannot reach the goal by parity.
    pub fn rank_board(&self, frame: &Frame, board: &Board) -> Option<u64> {
        let labels = frame.labels(board);
        self.rank_by(|cell| labels[cell] as usize)
    }

    fn rank_by(&self, label: impl Fn(usize) -> usize) -> Option<u64> {
        let tiles = self.read.cells() - 1;
        // By tile: how many smaller ones are still to come.
        let mut smaller = COUNTING;
        let (mut lehmer, mut odd, mut blank, mut left) = (0, false, 0, tiles as u64);
        for (at, &cell) in self.cell.iter().enumerate() {
            let label = label(cell as usize);
            if label == 0 {
                blank = at;
                continue;
            }
            let tile = self.tile[label] as usize;
            let digit = (smaller >> (BITS * tile)) as u64 & 31;
            smaller = smaller.wrapping_sub(ones(Self::MAX_CELLS) << (BITS * tile) << BITS);
            lehmer = lehmer * left + digit;
            odd ^= digit % 2 == 1;
            left -= 1;
        }
        (odd == self.odd(blank)).then(|| self.join(lehmer / 2, blank))
    }

    /// The labels of a rank, by cell of the board.
    ///
    /// # Panics
    ///
    /// If there is no such rank.
    pub fn unrank(&self, rank: u64) -> Vec<u16> {
        let mut labels = vec![0; self.read.cells()];
        self.unrank_into(rank, &mut labels);
        labels
    }

    /// Writes the labels of a rank, by cell of the board.
    ///
    /// # Panics
    ///
    /// If there is no such rank, or no place for that many labels.
    pub fn unrank_into(&self, rank: u64, labels: &mut [u16]) {
        assert!(rank < self.states(), "a rank is below the number of states");
        let (order, blank) = self.split(rank);
        let tiles = self.read.cells() - 1;
        let mut digits = [0; Self::MAX_CELLS];
        let mut rest = order;
        let mut odd = false;
        // The last digit is always 0; the one before is what halving dropped.
        for (digit, base) in digits[..tiles.saturating_sub(2)].iter_mut().rev().zip(3..) {
            *digit = rest % base;
            rest /= base;
            odd ^= *digit % 2 == 1;
        }
        if tiles >= 2 {
            digits[tiles - 2] = u64::from(odd != self.odd(blank));
        }
        let mut list = COUNTING;
        let mut digits = digits.iter();
        for (at, &cell) in self.cell.iter().enumerate() {
            if at == blank {
                labels[cell as usize] = 0;
            } else {
                let field = BITS * *digits.next().expect("a digit a tile") as usize;
                labels[cell as usize] = self.label[(list >> field) as usize & 31];
                let below = (1 << field) - 1;
                list = list & below | list >> BITS & !below;
            }
        }
    }

    /// The board of a rank under the frame of its goal.
    pub fn board(&self, frame: &Frame, rank: u64) -> Board {
        frame.board(&crate::cells::Wide::pack(&self.unrank(rank)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::Wide;
    use crate::random::RandomBoards;

    #[test]
    fn every_rank_is_a_board_and_back() {
        for (rows, cols) in [(1, 2), (1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let shape = Shape::new(rows, cols).unwrap();
            for goal in [0, 1, shape.cells() - 1] {
                let ranking = Ranking::new(shape, goal).unwrap();
                for rank in 0..ranking.states() {
                    let labels = ranking.unrank(rank);
                    assert_eq!(ranking.rank(&Wide::pack(&labels)), Some(rank), "{shape} {labels:?}");
                }
            }
        }
    }

    #[test]
    fn large_boards_are_ranked_up_to_twenty_cells() {
        for (rows, cols) in [(3, 4), (4, 4), (3, 5), (2, 8), (4, 5), (2, 10), (20, 1)] {
            let goal = Board::blank_last(Shape::new(rows, cols).unwrap());
            let (frame, ranking) = (Frame::new(&goal), Ranking::of_goal(&goal).unwrap());
            assert_eq!(ranking.rank_board(&frame, &goal), Some(ranking.goal()));
            for board in RandomBoards::new(&goal, 1).take(100) {
                let rank = ranking.rank_board(&frame, &board).expect("solvable");
                assert!(rank < ranking.states());
                assert_eq!(ranking.board(&frame, rank), board);
            }
        }
        let shape = Shape::new(3, 7).unwrap();
        assert_eq!(Ranking::new(shape, 0), Err(RankTooLarge { shape }));
    }

    #[test]
    fn parity_decides_what_has_no_rank() {
        let goal = Board::blank_last(Shape::new(3, 3).unwrap());
        let (frame, ranking) = (Frame::new(&goal), Ranking::of_goal(&goal).unwrap());
        let swapped = Board::new(goal.shape(), &[2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
        assert_eq!(ranking.rank_board(&frame, &swapped), None);
    }
}
