//! An ordering that looks at tiles *together with their neighbours*, the same for every shape and every goal.
//!
//! [`Convex`] knows how far each tile is from home, and little more. But two tiles beside each other that both go left
//! are cheap: one walk of the blank moves both. Two that want to change places are dear, and so is a lone tile out of
//! place among tiles that are home. All this shows in *displacements*: how many rows and columns a tile is away from
//! where it belongs, and on which side. The score of a board is a sum of weights:
//!
//! - of every tile's displacement, and of the tiles at the board's edge once more, by their displacement;
//! - a fine for reversed pairs, as in [`Convex`];
//! - of every two cells side by side, and of every two that touch by a corner: the displacements there, up to three rows
//!   and columns, or the blank.
//!
//! A path can be walked from either end. So a board is also seen *from the goal's side*: there two tiles are neighbours
//! that belong side by side, and what stands in each cell has to go to where it is on the board. Tiles that belong
//! together and are carried together are seen so wherever on the board they are. Edges and pairs are weighed on both
//! sides, each with weights of its own.
//!
//! What is the same in a mirror or turned has the same weight, so that there are 2,859 weights in all (`classes.rs`);
//! the example `train_neighbours` finds them by comparing boards that led to a solution with those beside them in a
//! beam. Nothing in them depends on the place, on the goal or on the size: they serve beams from the goal back, windows
//! of a path, and sizes that were never trained.

mod classes;
mod file;
mod pairs;

pub use classes::Classes;
pub use file::{Set, WeightsError, decode, encode, nearest, shipped};

use super::ordering::{Convex, Ordering};
use crate::board::Shape;
use crate::problem::Sliding;
use classes::{BLANK, Displacement, LONGEST, Seen, away, back, code};
use pairs::{AROUND, Around, EDGE, Pairs, around};

/// The ordering.
///
/// A slide changes one tile and the blank, so what is asked for of a tile in its place is kept by label and cell, and of
/// two cells side by side by how much a tile there weighs *more than the blank would*: the blank leaves where it comes.
#[derive(Clone, Debug)]
pub struct Neighbours {
    cells: usize,
    cols: usize,
    /// Tiles by displacement and edge, less the blank at the edge there; and reversed pairs.
    convex: Convex,
    /// What the blank weighs at the edges, in all cells together.
    blank: i32,
    /// By label and cell; after the last label the edge's.
    codes: Box<[Codes]>,
    here: Pairs,
    at_home: Pairs,
    /// By cell and direction: the cell there, or the cell itself at the edge.
    beside: Box<[[u8; AROUND]]>,
    /// By cell and direction: [`EDGE`], or zero.
    edges: Box<[[u8; AROUND]]>,
    /// By label and direction: the label that belongs there, or one more than there are.
    beside_home: Box<[[u16; AROUND]]>,
}

/// What a label in a cell is, on the board's side and on the goal's.
#[derive(Clone, Copy, Debug)]
struct Codes {
    here: u8,
    at_home: u8,
}

/// Labels, and the edge's.
const LABELS: usize = LONGEST * LONGEST + 1;

/// Whether boards of a shape can be weighed.
pub(super) fn serves(shape: Shape) -> bool {
    shape.rows() <= LONGEST && shape.cols() <= LONGEST
}

impl Neighbours {
    /// By nearness to the board whose labels stand in the cells `home` (the blank's first); `None` for boards with a side
    /// longer than 16, and for weights of another kind or of pairs farther apart than [`i16`] can hold.
    pub fn new(set: &Set, shape: Shape, home: &[u16]) -> Option<Self> {
        let classes = Classes::get();
        if !serves(shape) || set.weights.len() != classes.count() {
            return None;
        }
        let cells = shape.cells();
        let weight = |class: usize| i32::from(set.weights[class]);
        let edges = |seen: &Seen, cell: usize, away: Option<Displacement>| -> i32 {
            seen.edges(shape, cell, away).map(weight).sum()
        };
        let blank: Vec<i32> = (0..cells).map(|cell| edges(&classes.here, cell, None)).collect();
        let tile = |label: usize, cell: usize| {
            let Some((rows, cols)) = away(shape, home, label, cell) else { return 0 };
            weight(classes.tile(rows.unsigned_abs() as usize, cols.unsigned_abs() as usize))
                + edges(&classes.here, cell, Some((rows, cols)))
                + edges(&classes.at_home, home[label].into(), Some(back((rows, cols))))
                - blank[cell]
        };
        let codes = |at: usize| {
            let coded = |away: Option<Displacement>| away.map_or(BLANK, code) as u8;
            let away = away(shape, home, at / cells, at % cells);
            Codes { here: coded(away), at_home: coded(away.map(back)) }
        };
        let edge = std::iter::repeat_n(Codes { here: EDGE, at_home: EDGE }, cells);
        let mut belonging = vec![0; cells];
        for (label, &cell) in home.iter().enumerate() {
            belonging[cell as usize] = label as u16;
        }
        let label_at = |cell: Option<usize>| cell.map_or(cells as u16, |cell| belonging[cell]);
        let homes: Vec<(i32, i32)> =
            home.iter().map(|&cell| (shape.row(cell.into()) as i32, shape.col(cell.into()) as i32)).collect();
        Some(Self {
            cells,
            cols: shape.cols(),
            convex: Convex::weighing(shape, &homes, tile, weight(classes.reversed())),
            blank: blank.iter().sum::<i32>() + edges(&classes.at_home, home[0].into(), None),
            codes: (0..cells * cells).map(codes).chain(edge).collect(),
            here: Pairs::new(set, &classes.here)?,
            at_home: Pairs::new(set, &classes.at_home)?,
            beside: (0..cells).map(|cell| around(shape, cell).map(|at| at.unwrap_or(cell) as u8)).collect(),
            edges: (0..cells).map(|cell| around(shape, cell).map(|at| if at.is_none() { EDGE } else { 0 })).collect(),
            beside_home: home.iter().map(|&cell| around(shape, cell.into()).map(label_at)).collect(),
        })
    }

    #[inline]
    fn codes(&self, label: usize, cell: usize) -> Codes {
        self.codes[label * self.cells + cell]
    }

    /// What is beside a cell.
    #[inline]
    fn around(&self, cells: &[u8], cell: usize) -> Around {
        let (beside, edges) = (self.beside[cell], self.edges[cell]);
        // No branch for the edge: whether a cell is at one is as good as chance.
        Around::new(|direction| {
            let at = beside[direction] as usize;
            self.codes(cells[at].into(), at).here.max(edges[direction])
        })
    }

    /// What is beside a label on the goal's side.
    #[inline]
    fn around_home(&self, places: &[u8; LABELS], label: usize) -> Around {
        let neighbours = self.beside_home[label];
        Around::new(|direction| {
            let other = neighbours[direction] as usize;
            self.codes(other, places[other].into()).at_home
        })
    }
}

/// A board whose slides are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Parent {
    /// By label: its cell. The edge's is the first.
    places: [u8; LABELS],
    /// What is around the blank.
    around: Around,
}

impl Default for Parent {
    fn default() -> Self {
        Self { places: [0; LABELS], around: Around::NOTHING }
    }
}

impl Ordering for Neighbours {
    type Parent = Parent;

    fn score(&self, cells: &[u8]) -> i32 {
        let cells = &cells[..self.cells];
        let mut parent = Parent::default();
        self.prepare(cells, &mut parent);
        let mut score = self.convex.score(cells) + self.blank;
        // Every pair once: with what is above, and to the left.
        let mut weigh = |pairs: &Pairs, own: u8, around: Around| {
            let before = around.without(2).without(3).without(6).without(7);
            let blank: i32 = (0..AROUND).map(|direction| pairs.blank(direction, before.beside(direction))).sum();
            score += pairs.more(own, before) + blank;
        };
        for (cell, &label) in cells.iter().enumerate() {
            let codes = self.codes(label.into(), cell);
            weigh(&self.here, codes.here, self.around(cells, cell));
            weigh(&self.at_home, codes.at_home, self.around_home(&parent.places, label.into()));
        }
        score
    }

    #[inline]
    fn prepare(&self, cells: &[u8], parent: &mut Parent) {
        let cells = &cells[..self.cells];
        for (cell, &label) in cells.iter().enumerate() {
            parent.places[label as usize] = cell as u8;
        }
        parent.around = self.around(cells, parent.places[0].into());
    }

    #[inline]
    fn change(&self, parent: &Parent, cells: &[u8], slide: Sliding) -> i32 {
        let Sliding { label, from, to } = slide;
        let cells = &cells[..self.cells];
        let (leaves, enters) = (self.codes(label, from), self.codes(label, to));
        let vertical = usize::from(from.abs_diff(to) == self.cols);
        let direction = if from > to { 2 + vertical } else { 1 - vertical };
        // Tile and blank stay neighbours; around them, the tile takes the blank's place in one cell and the blank the tile's
        // in the other.
        let both = self.here.blank(3 - direction, enters.here) - self.here.blank(direction, leaves.here);
        let (entering, leaving) = (parent.around.without(direction), self.around(cells, from).without(3 - direction));
        let here = self.here.more(enters.here, entering) - self.here.more(leaves.here, leaving);
        let around = self.around_home(&parent.places, label);
        let at_home = self.at_home.more(enters.at_home, around) - self.at_home.more(leaves.at_home, around);
        self.convex.change(&(), cells, slide) + both + here + at_home
    }
}
