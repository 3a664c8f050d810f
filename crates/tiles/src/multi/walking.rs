//! A lower bound for slides of whole segments: walking distance, with slides as moves.
//!
//! As in [walking distance](crate::heuristic::WalkingDistance), remember of each tile only the row where it belongs: a
//! board becomes a matrix (how many tiles of row *i* belong in row *j*) and the blank's row. A vertical slide by k rows
//! takes one tile out of each of the k rows it passes and puts it into the row before: on the matrix it is k single steps
//! of the blank in one direction. Let *v* be the least number of slides, of any length and with any tiles of those rows,
//! that lead to the goal's matrix.
//!
//! *v is a lower bound on the vertical slides of a solution*: horizontal slides leave the matrix alone; every vertical
//! slide of the board is one of the slides counted (the board has further conditions, such as one column, which the
//! matrix forgets); and the solution ends in the goal's matrix. In the same way *h* bounds the horizontal slides, and no
//! slide is both.
//!
//! *Turns.* The slides of a shortest solution alternate between the two kinds. If it begins with a horizontal one, then
//! with L slides in all ⌈L/2⌉ are horizontal and ⌊L/2⌋ vertical, so L ≥ 2h - 1 and L ≥ 2v. After a vertical slide a
//! horizontal one must follow, so the bound is max(2h - 1, 2v), after a horizontal one max(2v - 1, 2h); at the start it
//! is the smaller of the two. It is never below v + h. The bound depends on the last slide and not on the board alone: it
//! bounds those ways on that a shortest solution can take, and is called admissible, not consistent.

use std::sync::Arc;

use hueco_search::{Cost, Heuristic, Quality};

use super::problem::{MultiTiles, Slide, is_vertical};
use crate::board::Shape;
use crate::cells::Cells;
use crate::heuristic::{TableTooLarge, WalkingDistance, WalkingTable};
use crate::problem::Frame;

/// A lower bound on the slides to the goal.
#[derive(Clone, Debug)]
pub struct SegmentWalking {
    vertical: Lines,
    horizontal: Lines,
    /// By label: row and column where it belongs.
    target: Box<[(u16, u16)]>,
    shape: Shape,
}

/// The matrices of one direction and their distances in slides.
#[derive(Clone, Debug)]
struct Lines {
    table: Arc<WalkingTable>,
    /// By the matrix's number; number 0 cannot reach the goal.
    slides: Box<[u8]>,
}

/// The distance of a matrix from which the goal's cannot be reached.
const NEVER: u8 = u8::MAX;

impl Lines {
    /// Distances breadth first, from the goal's matrix, which is number 1.
    fn new(table: Arc<WalkingTable>, lines: usize) -> Self {
        let mut slides = vec![NEVER; table.states() + 1];
        slides[1] = 0;
        let mut level = vec![1];
        let mut distance = 0;
        while !level.is_empty() {
            // A bound that stops growing is still a bound.
            distance = (distance + 1).min(NEVER - 1);
            let mut next = Vec::new();
            for way in 0..2 {
                // All that the blank reaches on its way from this level's matrices, line by line. What was reached
                // earlier is walked through as well: a slide may pass it.
                let mut passing = level.clone();
                for _ in 1..lines {
                    let mut beyond: Vec<u32> = passing
                        .iter()
                        .flat_map(|&number| (0..lines as u16).map(move |line| (number, line)))
                        .map(|(number, line)| table.after(number, way, line))
                        .filter(|&after| after != 0)
                        .collect();
                    beyond.sort_unstable();
                    beyond.dedup();
                    for &after in &beyond {
                        if slides[after as usize] == NEVER {
                            slides[after as usize] = distance;
                            next.push(after);
                        }
                    }
                    passing = beyond;
                }
            }
            level = next;
        }
        Self { table, slides: slides.into() }
    }

    #[inline]
    fn slides(&self, number: u32) -> Option<Cost> {
        let slides = self.slides[number as usize];
        (slides != NEVER).then_some(slides.into())
    }
}

impl SegmentWalking {
    /// Measured to the goal of `frame`. Boards are refused where walking distance refuses them.
    pub fn new(frame: &Frame) -> Result<Self, TableTooLarge> {
        let walking = WalkingDistance::new(frame)?;
        let [rows, cols] = walking.tables();
        let shape = frame.shape();
        let target: Box<[(u16, u16)]> = frame
            .home()
            .iter()
            .map(|&cell| (shape.row(cell as usize) as u16, shape.col(cell as usize) as u16))
            .collect();
        let vertical = Lines::new(Arc::clone(rows), shape.rows());
        let horizontal =
            if Arc::ptr_eq(rows, cols) { vertical.clone() } else { Lines::new(Arc::clone(cols), shape.cols()) };
        Ok(Self { vertical, horizontal, target, shape })
    }

    /// Bytes of its tables; a shared one counts once.
    pub fn bytes(&self) -> u64 {
        let bytes = |lines: &Lines| lines.table.bytes() + lines.slides.len();
        let shared = Arc::ptr_eq(&self.vertical.table, &self.horizontal.table);
        (bytes(&self.vertical) + if shared { 0 } else { bytes(&self.horizontal) }) as u64
    }
}

/// The numbers of the two matrices, and whether the last slide was vertical.
pub(super) type WalkingMemo = (u32, u32, Option<bool>);

impl<C: Cells> Heuristic<MultiTiles<C>> for SegmentWalking {
    type Memo = WalkingMemo;

    fn memo(&self, _: &MultiTiles<C>, state: &C) -> WalkingMemo {
        let (shape, blank) = (self.shape, state.blank());
        let tiles = || (0..shape.cells()).map(|cell| (cell, state.get(cell))).filter(|&(_, label)| label != 0);
        let rows = tiles().map(|(cell, label)| (shape.row(cell), self.target[label].0 as usize));
        let cols = tiles().map(|(cell, label)| (shape.col(cell), self.target[label].1 as usize));
        let vertical = self.vertical.table.find(rows, shape.row(blank));
        (vertical, self.horizontal.table.find(cols, shape.col(blank)), None)
    }

    #[inline]
    fn advance(&self, _: &MultiTiles<C>, memo: &WalkingMemo, before: &C, slide: Slide) -> WalkingMemo {
        let (mut vertical, mut horizontal, _) = *memo;
        let (way, step) = match slide.direction {
            crate::board::Direction::Up => (0, -(self.shape.cols() as isize)),
            crate::board::Direction::Left => (0, -1),
            crate::board::Direction::Right => (1, 1),
            crate::board::Direction::Down => (1, self.shape.cols() as isize),
        };
        let is_vertical = is_vertical(slide.direction);
        let mut cell = before.blank();
        for _ in 0..slide.cells {
            cell = cell.wrapping_add_signed(step);
            let (row, col) = self.target[before.get(cell)];
            if is_vertical {
                vertical = self.vertical.table.after(vertical, way, row);
            } else {
                horizontal = self.horizontal.table.after(horizontal, way, col);
            }
        }
        (vertical, horizontal, Some(is_vertical))
    }

    #[inline]
    fn estimate(&self, &(vertical, horizontal, last): &WalkingMemo, _: Cost) -> Option<Cost> {
        let (v, h) = (self.vertical.slides(vertical)?, self.horizontal.slides(horizontal)?);
        let horizontal_first = (2 * v).max((2 * h).saturating_sub(1));
        let vertical_first = (2 * h).max((2 * v).saturating_sub(1));
        Some(match last {
            Some(true) => horizontal_first,
            Some(false) => vertical_first,
            None => horizontal_first.min(vertical_first),
        })
    }

    fn quality(&self) -> Quality {
        Quality::Admissible
    }
}
