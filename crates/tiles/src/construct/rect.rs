//! A rectangle of a board, and its edges: what is left of a board that is solved line by line from the outside.

use crate::board::Shape;

/// Rows and columns of a board, the last ones included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) top: usize,
    pub(crate) bottom: usize,
    pub(crate) left: usize,
    pub(crate) right: usize,
}

/// An edge of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    Top,
    Left,
    Right,
    Bottom,
}

impl Rect {
    /// The whole board.
    pub(crate) fn whole(shape: Shape) -> Self {
        Self { top: 0, bottom: shape.rows() - 1, left: 0, right: shape.cols() - 1 }
    }

    pub(crate) fn rows(self) -> usize {
        self.bottom - self.top + 1
    }

    pub(crate) fn cols(self) -> usize {
        self.right - self.left + 1
    }

    /// Its cells, row by row.
    pub(crate) fn cells(self, shape: Shape) -> impl Iterator<Item = usize> {
        (self.top..=self.bottom).flat_map(move |row| (self.left..=self.right).map(move |col| row * shape.cols() + col))
    }

    pub(crate) fn contains(self, shape: Shape, cell: usize) -> bool {
        let (row, col) = (shape.row(cell), shape.col(cell));
        (self.top..=self.bottom).contains(&row) && (self.left..=self.right).contains(&col)
    }

    /// The line of cells `depth` steps inside an edge.
    pub(crate) fn line(self, shape: Shape, edge: Edge, depth: usize) -> Vec<usize> {
        let Self { top, bottom, left, right } = self;
        let line = match edge {
            Edge::Top => Self { top: top + depth, bottom: top + depth, ..self },
            Edge::Bottom => Self { top: bottom - depth, bottom: bottom - depth, ..self },
            Edge::Left => Self { left: left + depth, right: left + depth, ..self },
            Edge::Right => Self { left: right - depth, right: right - depth, ..self },
        };
        line.cells(shape).collect()
    }

    /// Removes the line at an edge.
    pub(crate) fn remove_line(&mut self, edge: Edge) {
        match edge {
            Edge::Top => self.top += 1,
            Edge::Left => self.left += 1,
            Edge::Right => self.right -= 1,
            Edge::Bottom => self.bottom -= 1,
        }
    }

    /// The edge with the least `work`, summed over its cells, among those that may be removed: the rest must stay at least
    /// two wide and keep the blank's goal cell. The longer dimension is shortened first, so that distances stay short.
    /// `None` if both dimensions are below three.
    pub(crate) fn cheapest_edge(self, shape: Shape, goal_blank: usize, work: impl Fn(usize) -> usize) -> Option<Edge> {
        let (rows, cols) = (self.rows(), self.cols());
        let (row, col) = (shape.row(goal_blank), shape.col(goal_blank));
        let may_go = |edge: &Edge| match edge {
            Edge::Top => rows >= 3 && rows >= cols && row > self.top,
            Edge::Bottom => rows >= 3 && rows >= cols && row < self.bottom,
            Edge::Left => cols >= 3 && cols >= rows && col > self.left,
            Edge::Right => cols >= 3 && cols >= rows && col < self.right,
        };
        let work_of = |edge: &Edge| self.line(shape, *edge, 0).into_iter().map(&work).sum::<usize>();
        [Edge::Top, Edge::Left, Edge::Right, Edge::Bottom].into_iter().filter(may_go).min_by_key(work_of)
    }
}
