//! Direct reversals: two neighbours that stand each in the other's place.
//!
//! Swapping such a pair would put both right, but tiles cannot be swapped: they must walk around each other, and that
//! is dear. So Manhattan distance, which sees only two single steps, is raised by two for every pair:
//!
//! > h = Manhattan distance + 2 x direct reversals
//!
//! Pairs are horizontal or vertical neighbours, and the blank counts as a piece, as the `menu` course has it. That
//! makes the estimate *inadmissible*: one move from the goal the blank and a tile are such a pair, so it says 3 where
//! the distance is 1. [`LinearConflict`](super::LinearConflict) is the same thought made into a bound.
//!
//! Each cell belongs to one pair at most: its content names the only cell that can be its partner. So a move is judged
//! by looking at the two cells it changes, before and after.

use hueco_search::{Cost, Heuristic, Quality};

use super::Manhattan;
use crate::board::{Direction, Shape};
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};

/// How many pairs of neighbouring cells hold each other's content, the blank counted as a piece.
/// `target` is, by label, the cell where it belongs.
pub fn direct_reversals<C: Cells>(cells: &C, shape: Shape, target: &[u16]) -> Cost {
    let reversed = |cell: &usize| partner(shape, target, *cell, |c| cells.get(c)).is_some_and(|other| other > *cell);
    (0..shape.cells()).filter(reversed).count() as Cost
}

/// The neighbour with which `cell` is a direct reversal.
#[inline]
fn partner(shape: Shape, target: &[u16], cell: usize, content: impl Fn(usize) -> usize) -> Option<usize> {
    let other = target[content(cell)] as usize;
    // The content is looked at first: it settles nearly every case without a division.
    (target[content(other)] as usize == cell && shape.distance(cell, other) == 1).then_some(other)
}

/// Manhattan distance plus twice the number of direct reversals.
#[derive(Clone, Debug)]
pub struct DirectReversals {
    manhattan: Manhattan,
    shape: Shape,
    /// By label: the cell where it belongs; the blank's first.
    target: Box<[u16]>,
}

impl DirectReversals {
    /// Measured to the goal of `frame`.
    pub fn new(frame: &Frame) -> Self {
        Self::towards(frame, frame.home())
    }

    /// Measured to any arrangement: by label, the cell where it belongs.
    pub fn towards(frame: &Frame, target: &[u16]) -> Self {
        Self { manhattan: Manhattan::towards(frame, target), shape: frame.shape(), target: target.into() }
    }

    /// Reversals that involve the cell `a` or the cell `b`.
    #[inline]
    fn around(&self, a: usize, b: usize, content: impl Fn(usize) -> usize) -> u32 {
        let of_a = partner(self.shape, &self.target, a, &content);
        let of_b = partner(self.shape, &self.target, b, &content);
        u32::from(of_a.is_some()) + u32::from(of_b.is_some_and(|other| other != a))
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for DirectReversals {
    type Memo = C::Sum;

    fn memo(&self, _: &Tiles<C>, state: &C) -> C::Sum {
        let reversals = direct_reversals(state, self.shape, &self.target);
        super::sum::<C>(self.manhattan.distance(state) + 2 * reversals)
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, memo: &C::Sum, before: &C, direction: Direction) -> C::Sum {
        let moved = tiles.sliding(before, direction);
        let then = self.around(moved.from, moved.to, |cell| before.get(cell));
        let now = self.around(moved.from, moved.to, |cell| match cell {
            cell if cell == moved.to => moved.label,
            cell if cell == moved.from => 0,
            cell => before.get(cell),
        });
        let sum: u32 = self.manhattan.advance(tiles, memo, before, direction).into();
        super::sum::<C>(sum + 2 * now - 2 * then)
    }

    #[inline]
    fn estimate(&self, memo: &C::Sum, _: Cost) -> Option<Cost> {
        Some((*memo).into())
    }

    fn quality(&self) -> Quality {
        Quality::Inadmissible
    }
}
