//! Which boards of a layer a beam keeps: an [`Ordering`] scores them, and small is better.
//!
//! All boards of a layer are equally many moves from the start, so a score need not count moves, nor be a bound: it only
//! has to be small for the boards that will turn out to be near the goal. A move changes one tile, so an ordering also
//! returns the *change* that a slide makes; a beam asks for it for every child, and builds only those that it keeps.
//!
//! To bring an ordering of one's own, implement the trait and hand it to [`search`](super::beam::search): nothing else
//! knows how boards are scored. The one law: the score from scratch after a slide is the score before plus the change.

use super::neighbours::{self, Neighbours};
use crate::board::Shape;
use crate::problem::Sliding;

/// Scores boards; small is better. Boards are rows of labels, one byte per cell; cells past the board's last hold 0.
pub trait Ordering: Sync {
    /// What is computed once for all slides of a board. One is made for many boards, one after another.
    type Parent: Default;

    /// The score of a board.
    fn score(&self, cells: &[u8]) -> i32;

    /// Prepares a board whose slides will be asked for.
    fn prepare(&self, cells: &[u8], parent: &mut Self::Parent);

    /// By how much the score changes when `slide` is made, given the board before it.
    fn change(&self, parent: &Self::Parent, cells: &[u8], slide: Sliding) -> i32;
}

/// The sum of (Manhattan distance)^exponent over the tiles, and a fine for every two tiles that stand in the line where
/// both belong in the wrong order.
///
/// A convex power punishes one far tile more than several near ones, and it is the far ones that make a short solution
/// impossible.
#[derive(Clone, Debug)]
pub struct Convex {
    shape: Shape,
    stride: usize,
    /// By label and cell: the power of the distance.
    power: Box<[i32]>,
    /// By label: row and column where it belongs, which may lie outside; nowhere for the blank.
    home: Box<[(i32, i32)]>,
    /// By cell: its row and column. A division costs more than the rest of a change.
    place: Box<[(i32, i32)]>,
    /// By cell: the lines through it.
    lines: Box<[[Line; 2]]>,
    /// By label and axis, for boards of at most 64 labels: the bits of those that belong in its line after it, and before
    /// it. Testing a bit is quicker than comparing two places.
    apart: Box<[[u64; 2]]>,
    /// The fine for a reversed pair.
    fine: i32,
}

/// Scores are counted in parts of a move.
pub const UNIT: f64 = 64.0;

/// The weights of [`Convex`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The power of a tile's distance.
    pub exponent: f64,
    /// The fine for two tiles in the wrong order in their own line, in moves.
    pub fine: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { exponent: 1.6, fine: 3.0 }
    }
}

const NOWHERE: i32 = i32::MAX;

impl Convex {
    /// Measured to `home`, where each label belongs (the blank's first).
    pub fn new(shape: Shape, home: &[u16], weights: Weights) -> Self {
        let farthest = shape.rows() + shape.cols();
        let power: Vec<i32> =
            (0..farthest).map(|d| ((d as f64).powf(weights.exponent) * UNIT).round() as i32).collect();
        let place = |cell: u16| (shape.row(cell.into()) as i32, shape.col(cell.into()) as i32);
        let homes: Vec<(i32, i32)> = home.iter().map(|&cell| place(cell)).collect();
        let weight = |label: usize, cell: usize| power[shape.distance(home[label].into(), cell)];
        Self::weighing(shape, &homes, weight, (weights.fine * UNIT).round() as i32)
    }

    /// The general form: what each label weighs in each cell, the row and column where it belongs (which may lie outside
    /// the board, as it does in a window of a larger one), and the fine for a reversed pair.
    pub(super) fn weighing(shape: Shape, home: &[(i32, i32)], weight: impl Fn(usize, usize) -> i32, fine: i32) -> Self {
        let cells = shape.cells();
        let mut power = vec![0; cells * cells];
        for label in 1..home.len() {
            for cell in 0..cells {
                power[label * cells + cell] = weight(label, cell);
            }
        }
        let place = (0..cells).map(|at| (shape.row(at) as i32, shape.col(at) as i32)).collect();
        let mut home: Box<[(i32, i32)]> = home.into();
        home[0] = (NOWHERE, NOWHERE);
        let apart = if home.len() <= 64 { apart(&home) } else { Box::default() };
        let lines = (0..cells).map(|cell| Line::through(shape, cell)).collect();
        Self { shape, stride: cells, power: power.into(), home, place, lines, apart, fine }
    }

    /// Tiles of one of the lines of `cell`, where `label` stands or is to stand, that it has to pass.
    #[inline]
    fn passed(&self, cells: &[u8], label: usize, cell: usize, axis: Axis) -> i32 {
        let line = self.lines[cell][axis as usize];
        let others = || (0..line.length).map(|at| (at, cells[(line.first + at * line.step) as usize]));
        if let Some(&[after, before]) = self.apart.get(2 * label + axis as usize) {
            let set = |at: u16| if at < line.at { after } else { before };
            return others().map(|(at, other)| (set(at) >> (other & 63) & 1) as i32).sum();
        }
        let (own, place) = self.home(label, axis);
        let reversed = |&(at, other): &(u16, u8)| {
            let (line_of, its) = self.home(other.into(), axis);
            line_of == own && at != line.at && (at < line.at) != (its < place)
        };
        others().filter(reversed).count() as i32
    }

    /// The line of that direction in which a label belongs, and where in it.
    #[inline]
    fn home(&self, label: usize, axis: Axis) -> (i32, i32) {
        let (row, col) = self.home[label];
        if axis == Axis::Row { (row, col) } else { (col, row) }
    }
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Row,
    Col,
}

/// A row or a column through a cell: its first cell, the cells from one to the next, how many there are, and which of
/// them the cell is.
#[derive(Clone, Copy, Debug)]
struct Line {
    first: u16,
    step: u16,
    length: u16,
    at: u16,
}

impl Line {
    /// The lines through a cell, by [`Axis`].
    fn through(shape: Shape, cell: usize) -> [Self; 2] {
        let (rows, cols) = (shape.rows() as u16, shape.cols() as u16);
        let (row, col) = (shape.row(cell) as u16, shape.col(cell) as u16);
        [
            Self { first: row * cols, step: 1, length: cols, at: col },
            Self { first: col, step: cols, length: rows, at: row },
        ]
    }
}

/// See [`Convex::apart`].
fn apart(home: &[(i32, i32)]) -> Box<[[u64; 2]]> {
    let set = |of: &dyn Fn(&(i32, i32)) -> bool| {
        let members = home.iter().enumerate().filter(|(_, place)| of(place));
        members.fold(0, |set, (label, _)| set | 1 << label)
    };
    let sets = home.iter().flat_map(|&(row, col)| {
        if row == NOWHERE {
            return [[0; 2]; 2];
        }
        [
            [set(&|other| other.0 == row && other.1 > col), set(&|other| other.0 == row && other.1 < col)],
            [set(&|other| other.1 == col && other.0 > row), set(&|other| other.1 == col && other.0 < row)],
        ]
    });
    sets.collect()
}

impl Ordering for Convex {
    type Parent = ();

    fn prepare(&self, _: &[u8], (): &mut ()) {}

    fn score(&self, cells: &[u8]) -> i32 {
        let (mut powers, mut twice) = (0, 0);
        for cell in 0..self.shape.cells() {
            let label = cells[cell] as usize;
            let (row, col) = (self.shape.row(cell), self.shape.col(cell));
            powers += self.power[label * self.stride + cell];
            if self.home[label].0 == row as i32 {
                twice += self.passed(cells, label, cell, Axis::Row);
            }
            if self.home[label].1 == col as i32 {
                twice += self.passed(cells, label, cell, Axis::Col);
            }
        }
        powers + twice / 2 * self.fine
    }

    #[inline]
    fn change(&self, (): &(), cells: &[u8], Sliding { label, from, to }: Sliding) -> i32 {
        let ((row, col), (to_row, to_col)) = (self.place[from], self.place[to]);
        // A vertical slide changes the order in no column, and in a row only where the tile leaves or enters its own.
        let (axis, leaves, enters) = if col == to_col { (Axis::Row, row, to_row) } else { (Axis::Col, col, to_col) };
        let (own, _) = self.home(label, axis);
        let sign = i32::from(enters == own) - i32::from(leaves == own);
        let pairs =
            if sign == 0 { 0 } else { sign * self.passed(cells, label, if sign < 0 { from } else { to }, axis) };
        let powers = &self.power[label * self.stride..(label + 1) * self.stride];
        powers[to] - powers[from] + pairs * self.fine
    }
}

/// Makes orderings: beams also run from the goal to the start, and between two boards of a path.
pub trait Toward: Sync {
    /// What it makes.
    type Ordering: Ordering;

    /// The ordering by nearness to the board whose labels stand in the cells `home` (the blank's first).
    fn toward(&self, shape: Shape, home: &[u16]) -> Self::Ordering;
}

impl Toward for Weights {
    type Ordering = Convex;

    fn toward(&self, shape: Shape, home: &[u16]) -> Convex {
        Convex::new(shape, home, *self)
    }
}

/// Which ordering, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderingKind {
    /// [`Neighbours`].
    Neighbours,
    /// [`Convex`].
    Convex,
}

impl OrderingKind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Neighbours => "neighbours",
            Self::Convex => "convex",
        }
    }
}

/// Orderings from the weights that come with the program: [`Neighbours`], and [`Convex`] for boards longer than it serves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

/// The best ordering that there is for a board.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// For all but long ones.
    Neighbours(Box<Neighbours>),
    /// A board with a side longer than 16.
    Convex(Convex),
}

impl Toward for Shipped {
    type Ordering = Chosen;

    fn toward(&self, shape: Shape, home: &[u16]) -> Chosen {
        let sets = neighbours::shipped().unwrap_or_default();
        match neighbours::nearest(sets, shape).and_then(|set| Neighbours::new(set, shape, home)) {
            Some(neighbours) => Chosen::Neighbours(Box::new(neighbours)),
            None => Chosen::Convex(Convex::new(shape, home, Weights::default())),
        }
    }
}

impl Ordering for Chosen {
    type Parent = <Neighbours as Ordering>::Parent;

    fn score(&self, cells: &[u8]) -> i32 {
        match self {
            Self::Neighbours(neighbours) => neighbours.score(cells),
            Self::Convex(convex) => convex.score(cells),
        }
    }

    #[inline]
    fn prepare(&self, cells: &[u8], parent: &mut Self::Parent) {
        if let Self::Neighbours(neighbours) = self {
            neighbours.prepare(cells, parent);
        }
    }

    #[inline]
    fn change(&self, parent: &Self::Parent, cells: &[u8], slide: Sliding) -> i32 {
        match self {
            Self::Neighbours(neighbours) => neighbours.change(parent, cells, slide),
            Self::Convex(convex) => convex.change(&(), cells, slide),
        }
    }
}
