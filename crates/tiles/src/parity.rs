//! Which boards can reach which goals.
//!
//! A move swaps the blank with a tile. Two things change with each move: the permutation that leads from board to goal
//! turns from even to odd or back, and so does the blank's distance from its goal cell, as on a chessboard. At the goal
//! both are even. So a board whose two parities differ can never get there; half of all boards are lost in this way. On
//! every board with at least two rows and two columns the other half can be solved.
//!
//! A board of one row or one column is stricter: tiles can never pass each other, so their order must be that of the goal.
//!
//! The permutation's parity needs no count of inversions: a cycle of k cells takes k - 1 swaps, so the parity is that of
//! cells - cycles, found in one pass. Inversions are counted only for people to read.

use crate::board::Board;
use crate::problem::ShapeMismatch;

/// Whether a board can reach a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// It can.
    Solvable,
    /// It cannot.
    Unsolvable(Why),
}

impl Solvability {
    /// Whether it can.
    pub fn is_solvable(self) -> bool {
        self == Self::Solvable
    }
}

/// Why a board cannot reach a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// `swaps` and `blank_distance` are not both even or both odd.
    Parity {
        /// Swaps of two numbers, the blank included, that turn the board into the goal; their fewest.
        swaps: usize,
        /// Steps from the blank to its goal cell.
        blank_distance: usize,
        /// Pairs of tiles on the board with the larger number first.
        board_inversions: u64,
        /// The same for the goal.
        goal_inversions: u64,
    },
    /// One row or one column, and its tiles come in another order than the goal's.
    Order {
        /// The first tile that differs, from 1, the blank not counted.
        place: usize,
        /// The tile there.
        found: u16,
        /// The tile of the goal.
        expected: u16,
    },
}

/// Whether `board` can reach `goal`, and if not, why.
///
/// ```
/// use hueco_tiles::{Board, parse_board, solvability};
///
/// let board = parse_board("1 2 3 / 4 5 6 / 8 7 0", None)?;
/// let goal = Board::blank_last(board.shape());
/// assert!(!solvability(&board, &goal)?.is_solvable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solvability(board: &Board, goal: &Board) -> Result<Solvability, ShapeMismatch> {
    let shape = board.shape();
    if shape != goal.shape() {
        return Err(ShapeMismatch { board: shape, goal: goal.shape() });
    }
    if shape.rows() == 1 || shape.cols() == 1 {
        let tiles = |board: &Board| board.tiles().iter().copied().filter(|&tile| tile != 0).collect::<Vec<_>>();
        let (found, expected) = (tiles(board), tiles(goal));
        let differs = found.iter().zip(&expected).position(|(a, b)| a != b);
        return Ok(differs.map_or(Solvability::Solvable, |at| {
            Solvability::Unsolvable(Why::Order { place: at + 1, found: found[at], expected: expected[at] })
        }));
    }
    let swaps = fewest_swaps(board, goal);
    let blank_distance = shape.distance(board.blank(), goal.blank());
    if swaps % 2 == blank_distance % 2 {
        return Ok(Solvability::Solvable);
    }
    let (board_inversions, goal_inversions) = (inversions(board), inversions(goal));
    Ok(Solvability::Unsolvable(Why::Parity { swaps, blank_distance, board_inversions, goal_inversions }))
}

/// Swaps that turn `board` into `goal`: cells minus cycles of the permutation between them.
fn fewest_swaps(board: &Board, goal: &Board) -> usize {
    let home = goal.positions();
    let mut seen = vec![false; home.len()];
    let mut cycles = 0;
    for start in 0..home.len() {
        let mut cell = start;
        cycles += usize::from(!seen[start]);
        while !std::mem::replace(&mut seen[cell], true) {
            cell = home[board.tiles()[cell] as usize] as usize;
        }
    }
    home.len() - cycles
}

/// Pairs of tiles, the blank left out, of which the larger number comes first.
pub fn inversions(board: &Board) -> u64 {
    // A Fenwick tree over the numbers seen so far: how many of them are at most a given one.
    let mut seen = vec![0_u64; board.tiles().len()];
    let mut count = 0;
    for (before, tile) in board.tiles().iter().filter(|&&tile| tile != 0).enumerate() {
        let (mut down, mut smaller) = (*tile as usize, 0);
        while down > 0 {
            smaller += seen[down];
            down &= down - 1;
        }
        count += before as u64 - smaller;
        let mut up = *tile as usize;
        while up < seen.len() {
            seen[up] += 1;
            up += up & up.wrapping_neg();
        }
    }
    count
}
