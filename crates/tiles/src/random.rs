//! Uniform random boards that can reach a goal, the same for the same seed on every machine and in every version.
//!
//! The source is PCG XSL RR 128/64, a fixed and published generator. What is made from its numbers is written out here,
//! on integers alone, because a library's own shuffle may change from one version to the next:
//!
//! - a number below n without bias: the high half of a 128-bit product, rejecting the few draws that would favour some;
//! - Fisher and Yates: the last cell is swapped with any cell up to itself, then the one before, and so on;
//! - if the board came out unsolvable, the first two tiles are exchanged. That pairs each unsolvable board with one
//!   solvable board, so that the solvable ones stay equally likely.
//!
//! On one row or one column only the blank's cell is free: it is drawn, and the tiles keep the goal's order.

use rand_core::Rng;
use rand_pcg::Pcg64;

use crate::board::Board;
use crate::parity::solvability;

/// Boards without end, each drawn uniformly from those that can reach the goal.
///
/// ```
/// use hueco_tiles::{Board, RandomBoards, Shape};
///
/// let goal = Board::blank_last(Shape::new(4, 4)?);
/// let boards: Vec<Board> = RandomBoards::new(&goal, 7).take(3).collect();
/// assert_eq!(boards, RandomBoards::new(&goal, 7).take(3).collect::<Vec<_>>());
/// # Ok::<(), hueco_tiles::board::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomBoards {
    goal: Board,
    source: Pcg64,
}

impl RandomBoards {
    /// The stream of the generator, the one its authors use by default. Seeds choose the state.
    const STREAM: u128 = 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96;

    /// Boards that can reach `goal`, from this seed.
    pub fn new(goal: &Board, seed: u64) -> Self {
        Self { goal: goal.clone(), source: Pcg64::new(seed.into(), Self::STREAM) }
    }

    /// A number below `bound`, each equally likely.
    fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        let favoured = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.source.next_u64()) * u128::from(bound);
            if product as u64 >= favoured {
                return (product >> 64) as usize;
            }
        }
    }

    fn board(&mut self) -> Board {
        let shape = self.goal.shape();
        let mut numbers: Vec<u64> = self.goal.tiles().iter().map(|&tile| tile.into()).collect();
        let legal = |numbers: &[u64]| Board::new(shape, numbers).expect("the goal's numbers in another order");
        if shape.rows() == 1 || shape.cols() == 1 {
            numbers.retain(|&number| number != 0);
            numbers.insert(self.below(shape.cells()), 0);
            return legal(&numbers);
        }
        for last in (1..numbers.len()).rev() {
            numbers.swap(last, self.below(last + 1));
        }
        let board = legal(&numbers);
        if solvability(&board, &self.goal).expect("one shape").is_solvable() {
            return board;
        }
        let mut tiles = (0..numbers.len()).filter(|&cell| numbers[cell] != 0);
        if let (Some(first), Some(second)) = (tiles.next(), tiles.next()) {
            numbers.swap(first, second);
        }
        legal(&numbers)
    }
}

impl Iterator for RandomBoards {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        Some(self.board())
    }
}
