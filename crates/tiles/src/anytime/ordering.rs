//! Which boards of a layer a beam keeps: an [`Ordering`] scores them, and small is better.
//!
//! All boards of a layer are equally many moves from the start, so a score need not count moves, nor be a bound: it only
//! has to be small for the boards that will turn out to be near the goal. A move changes one tile, so an ordering also
//! tells the *change* that a slide makes; a beam asks for it for every child, and builds only those that it keeps.
//!
//! To bring an ordering of one's own, implement the trait and hand it to [`search`](super::beam::search): nothing else
//! knows how boards are scored. The one law: the score from scratch after a slide is the score before plus the change.

use super::neighbours::{self, Neighbours};
use crate::board::Shape;
use crate::problem::Sliding;

/// Scores boards; small is better. Boards are rows of labels, one byte a cell; cells past the board's last hold 0.
pub trait Ordering: Sync {
    /// What is worked out once for all slides of a board. One is made for many boards, one after another.
    type Parent: Default;

    /// The score of a board.
    fn score(&self, cells: &[u8]) -> i32;

    /// Prepares a board whose slides will be asked for.
    fn prepare(&self, cells: &[u8], parent: &mut Self::Parent);

    /// By how much the score changes when `slide` is made, told from the board before it.
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
    /// By label, for boards of at most 64 labels: the bits of those that belong in its row after it, and before it; then
    /// the same for its column. A bit is told quicker than two places compared.
    apart: Box<[[u64; 4]]>,
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
        Self { shape, stride: cells, power: power.into(), home, place, apart, fine }
    }

    /// Tiles of row `row`, where `label` stands or is to stand in column `col`, that it has to pass.
    #[inline]
    fn reversed_in_row(&self, cells: &[u8], label: usize, row: usize, col: usize) -> i32 {
        let cols = self.shape.cols();
        let line = &cells[row * cols..(row + 1) * cols];
        if let Some(&[after, before, _, _]) = self.apart.get(label) {
            return bits(after, line[..col].iter()) + bits(before, line[col + 1..].iter());
        }
        let (own, place) = self.home[label];
        let reversed = |&(at, &other): &(usize, &u8)| {
            let (line, its) = self.home[other as usize];
            line == own && at != col && (at < col) != (its < place)
        };
        line.iter().enumerate().filter(reversed).count() as i32
    }

    #[inline]
    fn reversed_in_col(&self, cells: &[u8], label: usize, row: usize, col: usize) -> i32 {
        let cols = self.shape.cols();
        let end = self.shape.rows() * cols;
        if let Some(&[_, _, after, before]) = self.apart.get(label) {
            let above = cells[col..row * cols + col].iter().step_by(cols);
            let below = cells[(row + 1) * cols - 1..end].iter().skip(col + 1).step_by(cols);
            return bits(after, above) + bits(before, below);
        }
        let (place, own) = self.home[label];
        let reversed = |&(at, &other): &(usize, &u8)| {
            let (its, line) = self.home[other as usize];
            line == own && at != row && (at < row) != (its < place)
        };
        cells[col..end].iter().step_by(cols).enumerate().filter(reversed).count() as i32
    }
}

/// How many of the labels are in the set.
#[inline]
fn bits<'a>(set: u64, labels: impl Iterator<Item = &'a u8>) -> i32 {
    labels.map(|&label| (set >> (label & 63) & 1) as i32).sum()
}

/// See [`Convex::apart`].
fn apart(home: &[(i32, i32)]) -> Box<[[u64; 4]]> {
    let set = |of: &dyn Fn(&(i32, i32)) -> bool| {
        let members = home.iter().enumerate().filter(|(_, place)| of(place));
        members.fold(0, |set, (label, _)| set | 1 << label)
    };
    let sets = home.iter().map(|&(row, col)| {
        if row == NOWHERE {
            return [0; 4];
        }
        [
            set(&|other| other.0 == row && other.1 > col),
            set(&|other| other.0 == row && other.1 < col),
            set(&|other| other.1 == col && other.0 > row),
            set(&|other| other.1 == col && other.0 < row),
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
                twice += self.reversed_in_row(cells, label, row, col);
            }
            if self.home[label].1 == col as i32 {
                twice += self.reversed_in_col(cells, label, row, col);
            }
        }
        powers + twice / 2 * self.fine
    }

    #[inline]
    fn change(&self, (): &(), cells: &[u8], Sliding { label, from, to }: Sliding) -> i32 {
        let (home_row, home_col) = self.home[label];
        let ((row, col), (to_row, to_col)) = (self.place[from], self.place[to]);
        let mut pairs = 0;
        if col == to_col {
            // A vertical slide changes the order in no column, and rows only where the tile leaves or enters its own.
            if row == home_row {
                pairs = -self.reversed_in_row(cells, label, row as usize, col as usize);
            } else if to_row == home_row {
                pairs = self.reversed_in_row(cells, label, to_row as usize, col as usize);
            }
        } else if col == home_col {
            pairs = -self.reversed_in_col(cells, label, row as usize, col as usize);
        } else if to_col == home_col {
            pairs = self.reversed_in_col(cells, label, row as usize, to_col as usize);
        }
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
