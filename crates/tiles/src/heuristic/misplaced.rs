//! Misplaced tiles: how many tiles are not where they belong. Also known as the Hamming priority.
//!
//! Each of them must move at least once and a move takes one tile, so the count never exceeds the distance. A move
//! changes it by one at most, so it is consistent too. The blank is not counted: see
//! [`MisplacedBlank`](super::MisplacedBlank) for what goes wrong where it is.

use hueco_search::{Cost, Heuristic, Quality};

use crate::board::Direction;
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};

/// The number of tiles out of place, the blank not counted.
#[derive(Clone, Debug)]
pub struct Misplaced {
    /// By label: the cell where it belongs.
    target: Box<[u16]>,
}

impl Misplaced {
    /// Tiles out of place in the goal of `frame`.
    pub fn new(frame: &Frame) -> Self {
        Self::towards(frame, frame.home())
    }

    /// Tiles out of place in any arrangement: by label, the cell where it belongs.
    pub fn towards(_: &Frame, target: &[u16]) -> Self {
        Self { target: target.into() }
    }

    /// The count for a whole arrangement of labels.
    pub fn count<C: Cells>(&self, cells: &C) -> Cost {
        (0..self.target.len())
            .map(|cell| (cell, cells.get(cell)))
            .filter(|&(cell, label)| label != 0 && self.target[label] as usize != cell)
            .count() as Cost
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for Misplaced {
    type Memo = C::Sum;

    fn memo(&self, _: &Tiles<C>, state: &C) -> C::Sum {
        super::sum::<C>(self.count(state))
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, memo: &C::Sum, before: &C, direction: Direction) -> C::Sum {
        let moved = tiles.sliding(before, direction);
        let home = self.target[moved.label] as usize;
        super::sum::<C>((*memo).into() + u32::from(home == moved.from) - u32::from(home == moved.to))
    }

    #[inline]
    fn estimate(&self, memo: &C::Sum, _: Cost) -> Option<Cost> {
        Some((*memo).into())
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}
