//! An ordering for beam search, not a bound: the sum of (Manhattan distance)^1.5 over the tiles, and two for every tile
//! that must step out of its line.
//!
//! A convex power punishes one far tile more than several near ones, and it is the far ones that make a short solution
//! impossible. Values are counted in 64ths.

use hueco_search::{Cost, Heuristic, Quality};

use super::{LinearConflict, Manhattan};
use crate::board::Direction;
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};

const UNIT: f64 = 64.0;

/// See the head of this file.
#[derive(Clone, Debug)]
pub struct Convex {
    manhattan: Manhattan,
    conflict: LinearConflict,
    /// By label: the cell where it belongs.
    home: Box<[u16]>,
    /// By distance: distance^1.5, in 64ths.
    power: Box<[u32]>,
    frame: Frame,
}

impl Convex {
    /// Measured to the goal of `frame`.
    pub fn new(frame: &Frame) -> Self {
        let farthest = frame.shape().rows() + frame.shape().cols();
        Self {
            manhattan: Manhattan::new(frame),
            conflict: LinearConflict::new(frame),
            home: frame.home().into(),
            power: (0..farthest).map(|distance| ((distance as f64).powf(1.5) * UNIT).round() as u32).collect(),
            frame: frame.clone(),
        }
    }

    fn power(&self, label: usize, cell: usize) -> u32 {
        self.power[self.frame.shape().distance(self.home[label] as usize, cell)]
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for Convex {
    /// The sum of the powers, Manhattan distance, and linear conflict.
    type Memo = (u32, C::Sum, C::Sum);

    fn memo(&self, tiles: &Tiles<C>, state: &C) -> Self::Memo {
        let cells = 0..self.home.len();
        let powers = cells.map(|cell| (cell, state.get(cell))).filter(|&(_, label)| label != 0);
        let sum = powers.map(|(cell, label)| self.power(label, cell)).sum();
        (sum, self.manhattan.memo(tiles, state), self.conflict.memo(tiles, state))
    }

    fn advance(&self, tiles: &Tiles<C>, memo: &Self::Memo, before: &C, direction: Direction) -> Self::Memo {
        let moved = tiles.sliding(before, direction);
        let sum = memo.0 + self.power(moved.label, moved.to) - self.power(moved.label, moved.from);
        let manhattan = self.manhattan.advance(tiles, &memo.1, before, direction);
        (sum, manhattan, self.conflict.advance(tiles, &memo.2, before, direction))
    }

    fn estimate(&self, &(sum, manhattan, conflict): &Self::Memo, _: Cost) -> Option<Cost> {
        let (manhattan, conflict): (u32, u32) = (manhattan.into(), conflict.into());
        Some(sum + (conflict - manhattan) * UNIT as u32)
    }

    fn quality(&self) -> Quality {
        Quality::Inadmissible
    }
}
