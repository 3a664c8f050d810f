//! An ordering that looks at tiles *together with their neighbours*, the same for every shape and every goal.
//!
//! [`Convex`] knows how far each tile is from home, and little more. But two tiles beside each other that both go left
//! are cheap: one walk of the blank moves both. Two that want to change places are dear, and so is a lone tile out of
//! place among tiles that are home. All this shows in *displacements*: how many rows and columns a tile is away from
//! where it belongs, and on which side. The score of a board is a sum of weights:
//!
//! - of every tile's displacement, and of the tiles at the board's edge once more, by their displacement;
//! - a fine for reversed pairs, as in [`Convex`];
//! - of every two cells side by side: the displacements there, up to three rows and columns, or the blank.
//!
//! A way can be walked from either end. So a board is also seen *from the goal's side*: there two tiles are neighbours
//! that belong side by side, and what stands in each cell has to go to where it is on the board. Tiles that belong
//! together and are carried together are seen so wherever on the board they are. Edges and pairs are weighed on both
//! sides, each with weights of its own.
//!
//! What is the same in a mirror or turned has the same weight, so that there are 1,527 weights in all (`classes.rs`);
//! the example `train_neighbours` finds them by comparing boards that led to a solution with those beside them in a
//! beam. Nothing in them depends on the place, on the goal or on the size: they serve beams from the goal back, windows
//! of a way, and sizes that were never trained.

mod classes;
mod file;

pub use classes::Classes;
pub use file::{Set, WeightsError, decode, encode, nearest, shipped};

use super::ordering::{Convex, Ordering};
use crate::board::{Direction, Shape};
use crate::problem::Sliding;
use classes::{BLANK, CODES, Displacement, LONGEST, Seen, away, back, code, diagonal, imaged};

/// The ordering.
#[derive(Clone, Debug)]
pub struct Neighbours {
    cells: usize,
    /// Tiles by displacement and edge, and reversed pairs.
    convex: Convex,
    /// By cell: the blank's weight at the edge.
    blank: Box<[i32]>,
    /// By label and cell; after the last label the edge's.
    codes: Box<[Codes]>,
    here: Box<Pairs>,
    at_home: Box<Pairs>,
    /// By cell and direction: the cell there, or [`NOWHERE`].
    beside: Box<[[u16; 4]]>,
    /// By label and direction: the label that belongs there, or one more than there are.
    kin: Box<[[u16; 4]]>,
}

/// What a label in a cell is, on the board's side and on the goal's.
#[derive(Clone, Copy, Debug)]
struct Codes {
    here: u8,
    at_home: u8,
}

/// By direction, a cell's code and what is beside it there: one of the codes, or the edge, which weighs nothing here.
type Pairs = [[i16; CODES * BESIDE]; 4];
const BESIDE: usize = CODES + 1;
const EDGE: u8 = CODES as u8;
/// No cell is there.
const NOWHERE: u16 = u16::MAX;
/// Labels, and the edge's.
const LABELS: usize = LONGEST * LONGEST + 1;

impl Neighbours {
    /// By nearness to the board whose labels stand in the cells `home` (the blank's first); `None` for boards with a side
    /// longer than 16.
    pub fn new(set: &Set, shape: Shape, home: &[u16]) -> Option<Self> {
        let classes = Classes::get();
        if shape.rows() > LONGEST || shape.cols() > LONGEST || set.weights.len() != classes.count() {
            return None;
        }
        let cells = shape.cells();
        let weight = |class: usize| i32::from(set.weights[class]);
        let edges = |seen: &Seen, cell: usize, away: Option<Displacement>| -> i32 {
            seen.edges(shape, cell, away).map(weight).sum()
        };
        let tile = |label: usize, cell: usize| {
            let Some((rows, cols)) = away(shape, home, label, cell) else { return 0 };
            weight(classes.tile(rows.unsigned_abs() as usize, cols.unsigned_abs() as usize))
                + edges(&classes.here, cell, Some((rows, cols)))
                + edges(&classes.at_home, home[label].into(), Some(back((rows, cols))))
        };
        let blank_at_home = edges(&classes.at_home, home[0].into(), None);
        let codes = |at: usize| {
            let coded = |away: Option<Displacement>| away.map_or(BLANK, code) as u8;
            let away = away(shape, home, at / cells, at % cells);
            Codes { here: coded(away), at_home: coded(away.map(back)) }
        };
        let edge = std::iter::repeat_n(Codes { here: EDGE, at_home: EDGE }, cells);
        let beside = |cell: usize| Direction::ALL.map(|to| shape.neighbour(cell, to).map_or(NOWHERE, |at| at as u16));
        let mut belonging = vec![0; cells];
        for (label, &cell) in home.iter().enumerate() {
            belonging[cell as usize] = label as u16;
        }
        let label_at = |cell: u16| if cell == NOWHERE { cells as u16 } else { belonging[cell as usize] };
        let homes: Vec<(i32, i32)> =
            home.iter().map(|&cell| (shape.row(cell.into()) as i32, shape.col(cell.into()) as i32)).collect();
        Some(Self {
            cells,
            convex: Convex::weighing(shape, &homes, tile, weight(classes.reversed())),
            blank: (0..cells).map(|cell| blank_at_home + edges(&classes.here, cell, None)).collect(),
            codes: (0..cells * cells).map(codes).chain(edge).collect(),
            here: pairs(set, &classes.here),
            at_home: pairs(set, &classes.at_home),
            beside: (0..cells).map(beside).collect(),
            kin: home.iter().map(|&cell| beside(cell.into()).map(label_at)).collect(),
        })
    }

    #[inline]
    fn codes(&self, label: usize, cell: usize) -> Codes {
        self.codes[label * self.cells + cell]
    }

    /// By direction: what is beside a cell.
    #[inline]
    fn around(&self, cells: &[u8], cell: usize) -> [u8; 4] {
        let mut around = [EDGE; 4];
        for (there, at) in around.iter_mut().zip(self.beside[cell]) {
            if let Some(&label) = cells.get(at as usize) {
                *there = self.codes(label.into(), at.into()).here;
            }
        }
        around
    }

    /// By direction: what is beside a label on the goal's side.
    #[inline]
    fn around_home(&self, places: &Places, label: usize) -> [u8; 4] {
        let mut around = [EDGE; 4];
        for (there, kin) in around.iter_mut().zip(self.kin[label]) {
            *there = self.codes(kin.into(), places.cells[kin as usize].into()).at_home;
        }
        around
    }
}

/// The weight of a code with what is around it.
#[inline]
fn weigh(pairs: &Pairs, own: u8, around: [u8; 4]) -> i32 {
    let mut sum = 0;
    for (pairs, other) in pairs.iter().zip(around) {
        sum += i32::from(pairs[own as usize * BESIDE + other as usize]);
    }
    sum
}

fn pairs(set: &Set, seen: &Seen) -> Box<Pairs> {
    let across = |left: usize, right: usize| set.weights[seen.beside[left * CODES + right] as usize];
    let down = |above: usize, below: usize| across(imaged(above, diagonal), imaged(below, diagonal));
    let mut pairs = vec![[0; CODES * BESIDE]; Direction::ALL.len()].into_boxed_slice();
    for own in 0..CODES {
        for other in 0..CODES {
            let weights = [down(other, own), across(other, own), across(own, other), down(own, other)];
            for (pairs, weight) in pairs.iter_mut().zip(weights) {
                pairs[own * BESIDE + other] = weight;
            }
        }
    }
    pairs.try_into().expect("four directions")
}

/// By label: its cell. The edge's is the first.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    cells: [u8; LABELS],
}

impl Default for Places {
    fn default() -> Self {
        Self { cells: [0; LABELS] }
    }
}

impl Ordering for Neighbours {
    type Parent = Places;

    fn score(&self, cells: &[u8]) -> i32 {
        let cells = &cells[..self.cells];
        let mut places = Places::default();
        self.prepare(cells, &mut places);
        let mut score = self.convex.score(cells) + self.blank[places.cells[0] as usize];
        // Every pair once: with what is above and to the left.
        let before = |around: [u8; 4]| [around[0], around[1], EDGE, EDGE];
        for (cell, &label) in cells.iter().enumerate() {
            let codes = self.codes(label.into(), cell);
            score += weigh(&self.here, codes.here, before(self.around(cells, cell)));
            score += weigh(&self.at_home, codes.at_home, before(self.around_home(&places, label.into())));
        }
        score
    }

    #[inline]
    fn prepare(&self, cells: &[u8], places: &mut Places) {
        for (cell, &label) in cells[..self.cells].iter().enumerate() {
            places.cells[label as usize] = cell as u8;
        }
    }

    #[inline]
    fn change(&self, places: &Places, cells: &[u8], slide: Sliding) -> i32 {
        let Sliding { label, from, to } = slide;
        let cells = &cells[..self.cells];
        let (leaves, enters) = (self.codes(label, from), self.codes(label, to));
        let direction = self.beside[to].iter().position(|&there| there as usize == from).unwrap_or_default();
        // What is around the cell it enters: the blank is on its way to the one it leaves.
        let mut around = self.around(cells, to);
        let before = weigh(&self.here, BLANK as u8, around);
        around[direction] = BLANK as u8;
        let entered = weigh(&self.here, enters.here, around) - before;
        // What is around that one, but for the pair of tile and blank, which is counted.
        let mut around = self.around(cells, from);
        around[3 - direction] = EDGE;
        let left = weigh(&self.here, BLANK as u8, around) - weigh(&self.here, leaves.here, around);
        let around = self.around_home(places, label);
        let at_home = weigh(&self.at_home, enters.at_home, around) - weigh(&self.at_home, leaves.at_home, around);
        self.convex.change(&(), cells, slide) + self.blank[from] - self.blank[to] + entered + left + at_home
    }
}
