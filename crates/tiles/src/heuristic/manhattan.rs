//! Manhattan distance: for every tile the steps to its place as if nothing were in the way.
//!
//! A move takes one tile one step, nearer or farther: the sum changes by one, up or down, and only the moved tile's
//! label, cell and direction decide which.

use hueco_search::{Cost, Heuristic, Quality};

use crate::board::Direction;
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};

/// The sum of the tiles' distances to a target arrangement.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// By label: row and column where it belongs.
    target: Box<[(u16, u16)]>,
    /// By label, the cell entered and direction: the change, for boards of at most 16 cells.
    change: Box<[i8; 1024]>,
    cols: usize,
}

impl Manhattan {
    /// Distances to the goal of `frame`.
    pub fn new(frame: &Frame) -> Self {
        Self::towards(frame, frame.home())
    }

    /// Distances to any arrangement: by label, the cell where it belongs.
    pub fn towards(frame: &Frame, target: &[u16]) -> Self {
        let shape = frame.shape();
        let mut this = Self {
            target: target.iter().map(|&c| (shape.row(c as usize) as u16, shape.col(c as usize) as u16)).collect(),
            change: Box::new([0; 1024]),
            cols: shape.cols(),
        };
        if shape.cells() <= 16 {
            for label in 1..shape.cells() {
                for to in 0..shape.cells() {
                    for direction in Direction::ALL {
                        this.change[label << 6 | to << 2 | direction as usize] = this.change(label, to, direction);
                    }
                }
            }
        }
        this
    }

    /// +1 or -1: the blank goes in `direction`, so the tile goes the other way, into `to`.
    fn change(&self, label: usize, to: usize, direction: Direction) -> i8 {
        let (row, col) = self.target[label];
        let (to_row, to_col) = ((to / self.cols) as u16, (to % self.cols) as u16);
        let nearer = match direction {
            Direction::Up => row >= to_row,
            Direction::Down => row <= to_row,
            Direction::Left => col >= to_col,
            Direction::Right => col <= to_col,
        };
        if nearer { -1 } else { 1 }
    }

    /// The sum for a whole arrangement of labels.
    pub fn distance<C: Cells>(&self, cells: &C) -> Cost {
        (0..self.target.len())
            .map(|cell| (cell, cells.get(cell)))
            .filter(|&(_, label)| label != 0)
            .map(|(cell, label)| {
                let (row, col) = self.target[label];
                (cell / self.cols).abs_diff(row as usize) as Cost + (cell % self.cols).abs_diff(col as usize) as Cost
            })
            .sum()
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for Manhattan {
    type Memo = C::Sum;

    fn memo(&self, _: &Tiles<C>, state: &C) -> C::Sum {
        super::sum::<C>(self.distance(state))
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, memo: &C::Sum, before: &C, direction: Direction) -> C::Sum {
        let moved = tiles.sliding(before, direction);
        let change = if C::SMALL {
            self.change[(moved.label << 6 | moved.to << 2 | direction as usize) & 1023]
        } else {
            self.change(moved.label, moved.to, direction)
        };
        super::sum::<C>((*memo).into().wrapping_add_signed(change as i32))
    }

    #[inline]
    fn estimate(&self, memo: &C::Sum, _: Cost) -> Option<Cost> {
        Some((*memo).into())
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}
