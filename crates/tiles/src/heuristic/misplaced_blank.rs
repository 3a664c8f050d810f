//! Misplaced cells, the blank included: a count that many drawings of A* use, and what is wrong with it.
//!
//! It is tempting to compare two boards cell by cell and count the differences. But one move from the goal two cells
//! differ, the tile's and the blank's, so the count says 2 where the distance is 1. It exceeds the distance by one at
//! most (the tiles alone never do), yet that is enough to make it *inadmissible*. It is inconsistent too: a move can
//! lower it by two. On the way from `2 8 3 / 1 6 4 / 7 5 0` to `1 2 3 / 8 0 4 / 7 6 5` it says 6, 5, 3, 4, 3, 2, 0,
//! with 6, 5, 4, 3, 2, 1, 0 moves left.
//!
//! What comes of it depends on the search. A* that keeps the better path to a state and reopens it still returns
//! shortest paths, thanks to a property of this puzzle: all solutions of one board have the same parity, so a solution
//! that is not shortest is two moves too long, and an error of one cannot hide it. A* that never improves a queued
//! state can lose them: `8 3 4 / 7 0 1 / 6 2 5` takes 10 moves to the same goal, and that rule finds 12 where the last
//! of equal states comes first. Nothing proves the answer from the heuristic alone, so no answer found with it is
//! called optimal on its account. [`Misplaced`](super::Misplaced) leaves the blank out and has none of these troubles.

use hueco_search::{Cost, Heuristic, Quality};

use crate::board::Direction;
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};

/// The number of cells that differ from the target, the blank's included.
#[derive(Clone, Debug)]
pub struct MisplacedBlank {
    /// By label: the cell where it belongs; the blank's first.
    target: Box<[u16]>,
}

impl MisplacedBlank {
    /// Cells that differ from the goal of `frame`.
    pub fn new(frame: &Frame) -> Self {
        Self::towards(frame, frame.home())
    }

    /// Cells that differ from any arrangement: by label, the cell where it belongs.
    pub fn towards(_: &Frame, target: &[u16]) -> Self {
        Self { target: target.into() }
    }

    /// The count for a whole arrangement of labels.
    pub fn count<C: Cells>(&self, cells: &C) -> Cost {
        (0..self.target.len()).filter(|&cell| self.target[cells.get(cell)] as usize != cell).count() as Cost
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for MisplacedBlank {
    type Memo = C::Sum;

    fn memo(&self, _: &Tiles<C>, state: &C) -> C::Sum {
        super::sum::<C>(self.count(state))
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, memo: &C::Sum, before: &C, direction: Direction) -> C::Sum {
        let moved = tiles.sliding(before, direction);
        let (tile, blank) = (self.target[moved.label] as usize, self.target[0] as usize);
        let put_wrong = u32::from(tile == moved.from) + u32::from(blank == moved.to);
        let put_right = u32::from(tile == moved.to) + u32::from(blank == moved.from);
        super::sum::<C>((*memo).into() + put_wrong - put_right)
    }

    #[inline]
    fn estimate(&self, memo: &C::Sum, _: Cost) -> Option<Cost> {
        Some((*memo).into())
    }

    fn quality(&self) -> Quality {
        Quality::Inadmissible
    }
}
