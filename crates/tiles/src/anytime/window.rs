//! A rectangle of a large board, searched as a board of its own.
//!
//! Its tiles get labels of their own, in reading order, so that a window of up to 256 cells is a board of bytes however
//! large the whole is. What lies outside stays as it is.

use super::geometry::Geometry;
use super::ordering::Convex;
use crate::board::Shape;
use crate::construct::rect::Rect;
use crate::construct::walk::Walker;

/// A window with what stands in it.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) shape: Shape,
    /// By cell of the window: the cell of the board.
    pub(super) cells: Vec<usize>,
    /// By cell of the window: the label of its own.
    pub(super) start: Vec<u16>,
    /// By label of its own: the board's label.
    pub(super) labels: Vec<usize>,
}

impl Window {
    /// What stands in `rect`; the blank must.
    pub(super) fn new(walker: &Walker, rect: Rect) -> Self {
        let cells: Vec<usize> = rect.cells(walker.shape()).collect();
        let mut labels = vec![0];
        let start = cells.iter().map(|&cell| {
            let label = walker.label(cell);
            if label == 0 {
                return 0;
            }
            labels.push(label);
            labels.len() as u16 - 1
        });
        let start = start.collect();
        let shape = Shape::new(rect.rows(), rect.cols()).expect("a window has two cells or more");
        Self { shape, cells, start, labels }
    }

    /// The same window with only some of the board's labels distinguished: all others are alike.
    pub(super) fn distinguishing(walker: &Walker, rect: Rect, wanted: &[usize]) -> Self {
        let mut window = Self::new(walker, rect);
        // The kind of all others carries the blank's label on the board: it weighs nothing and is never wanted.
        let others = 1;
        for (own, &cell) in window.start.iter_mut().zip(&window.cells) {
            let label = walker.label(cell);
            *own = match wanted.iter().position(|&w| w == label) {
                _ if label == 0 => 0,
                Some(at) => at as u16 + 2,
                None => others,
            };
        }
        window.labels = [0, 0].into_iter().chain(wanted.iter().copied()).collect();
        window
    }

    /// Its geometry without a goal, locked cells closed.
    pub(super) fn endless(&self, walker: &Walker) -> Geometry {
        Geometry::endless(self.shape).closing(|cell| walker.is_locked(self.cells[cell]))
    }

    /// Its geometry where the labels that are `wanted` come to their home on the board.
    pub(super) fn wanting(&self, walker: &Walker, home: &[usize], wanted: impl Fn(usize) -> bool) -> Geometry {
        let at = |label: usize| self.cells.iter().position(|&cell| cell == home[label]).unwrap_or(0) as u16;
        let mut homes: Vec<u16> = self.labels.iter().map(|&label| if wanted(label) { at(label) } else { 0 }).collect();
        homes.resize(self.cells.len(), 0);
        Geometry::new(self.shape, &homes)
            .wanting(|own| self.labels.get(own).is_some_and(|&label| wanted(label)))
            .closing(|cell| walker.is_locked(self.cells[cell]))
    }

    /// An ordering by what each of the board's labels weighs in each of the board's cells, reversed pairs fined.
    pub(super) fn weighing(
        &self,
        whole: Shape,
        home: &[usize],
        fine: i32,
        weight: impl Fn(usize, usize) -> i32,
    ) -> Convex {
        let (top, left) = (whole.row(self.cells[0]) as i32, whole.col(self.cells[0]) as i32);
        let place = |&label: &usize| {
            let cell = home[label];
            (whole.row(cell) as i32 - top, whole.col(cell) as i32 - left)
        };
        let homes: Vec<(i32, i32)> = self.labels.iter().map(place).collect();
        let weight = |own: usize, cell: usize| match self.labels[own] {
            0 => 0,
            label => weight(label, self.cells[cell]),
        };
        Convex::weighing(self.shape, &homes, weight, fine)
    }
}
