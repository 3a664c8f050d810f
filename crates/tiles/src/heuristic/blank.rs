//! The blank's way home: its steps to the cell where it belongs.
//!
//! A move takes the blank one step, so it is a lower bound, and a weak one: on a board with its blank in place it says 0.
//! It is here as a feature of [`formulas`](super::Formula).

use hueco_search::{Cost, Heuristic, Quality};

use crate::board::{Direction, Shape};
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};

/// The distance of the blank to its goal cell.
#[derive(Clone, Debug)]
pub struct BlankDistance {
    shape: Shape,
    home: usize,
}

impl BlankDistance {
    /// Measured to any arrangement: by label, the cell where it belongs.
    pub fn towards(frame: &Frame, target: &[u16]) -> Self {
        Self { shape: frame.shape(), home: target[0] as usize }
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for BlankDistance {
    type Memo = C::Sum;

    fn memo(&self, _: &Tiles<C>, state: &C) -> C::Sum {
        super::sum::<C>(self.shape.distance(state.blank(), self.home) as u32)
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, _: &C::Sum, before: &C, direction: Direction) -> C::Sum {
        super::sum::<C>(self.shape.distance(tiles.sliding(before, direction).from, self.home) as u32)
    }

    #[inline]
    fn estimate(&self, memo: &C::Sum, _: Cost) -> Option<Cost> {
        Some((*memo).into())
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}
