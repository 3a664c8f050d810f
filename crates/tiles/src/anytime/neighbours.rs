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
//! What is the same in a mirror or turned has the same weight, so that there are 832 weights in all; the
//! example `train_neighbours` finds them by comparing boards that led to a solution with those beside them in a beam.
//! Nothing in them depends on the place, on the goal or on the size: they serve beams from the goal back, windows of a
//! way, and sizes that were never trained.
//!
//! **The file** (numbers are little-endian): `"HUECONBR"`, version: u16, sets: u16; each set: side: u16, then a weight:
//! i16 for each class; crc-32 of all before: u32.

use std::cmp::Reverse;
use std::sync::OnceLock;

use super::learned::WeightsError;
use super::ordering::{Convex, Ordering};
use crate::board::{Direction, Shape};
use crate::problem::Sliding;

/// Displacements in a pair are told apart up to so many rows and columns.
const FAR: i32 = 3;
const SPAN: i32 = 2 * FAR + 1;
/// What may stand in a cell of a pair: a tile with one of the displacements, or the blank.
const CODES: usize = (SPAN * SPAN) as usize + 1;
const BLANK: usize = CODES - 1;
/// The longest side of a board.
const LONGEST: usize = 16;

const MAGIC: &[u8; 8] = b"HUECONBR";
const VERSION: u16 = 1;

/// Which weight a piece of a board has: what is the same in a mirror is of one class.
#[derive(Debug)]
pub struct Classes {
    /// By rows and columns away.
    tile: Vec<u16>,
    reversed: u16,
    /// By code, the edge to the right of it.
    edge: Vec<u16>,
    /// By the codes of a cell and the one to the right of it.
    pair: Vec<u16>,
    count: usize,
}

/// The weights for one size, by class, in parts of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Boards of this side were trained with.
    pub side: u16,
    /// By class.
    pub weights: Vec<i16>,
}

type Displacement = (i32, i32);

fn code((rows, cols): Displacement) -> usize {
    ((rows.clamp(-FAR, FAR) + FAR) * SPAN + cols.clamp(-FAR, FAR) + FAR) as usize
}

/// The code of the displacement's image; the blank's is its own.
fn imaged(of: usize, image: fn(Displacement) -> Displacement) -> usize {
    let at = of as i32;
    if of == BLANK { BLANK } else { code(image((at / SPAN - FAR, at % SPAN - FAR))) }
}

fn left_right((rows, cols): Displacement) -> Displacement {
    (rows, -cols)
}

fn up_down((rows, cols): Displacement) -> Displacement {
    (-rows, cols)
}

fn diagonal((rows, cols): Displacement) -> Displacement {
    (cols, rows)
}

/// Numbers classes on from `count`: all that `images` make of one another are one.
fn numbered<const K: usize>(codes: usize, count: &mut u16, images: &[&dyn Fn([usize; K]) -> [usize; K]]) -> Vec<u16> {
    const NONE: u16 = u16::MAX;
    let index = |cells: [usize; K]| cells.into_iter().fold(0, |index, code| index * codes + code);
    let mut classes = vec![NONE; codes.pow(K as u32)];
    for first in 0..classes.len() {
        if classes[first] != NONE {
            continue;
        }
        let mut cells = [0; K];
        let mut rest = first;
        for cell in cells.iter_mut().rev() {
            (*cell, rest) = (rest % codes, rest / codes);
        }
        let mut open = vec![cells];
        while let Some(cells) = open.pop() {
            if classes[index(cells)] == NONE {
                classes[index(cells)] = *count;
                open.extend(images.iter().map(|image| image(cells)));
            }
        }
        *count += 1;
    }
    classes
}

impl Classes {
    fn new() -> Self {
        let mut count = 0;
        let mut tile = vec![0; LONGEST * LONGEST];
        for rows in 0..LONGEST {
            for cols in rows..LONGEST {
                (tile[rows * LONGEST + cols], tile[cols * LONGEST + rows]) = (count, count);
                count += 1;
            }
        }
        let reversed = count;
        count += 1;
        let across = |code| imaged(code, left_right);
        let over = |code| imaged(code, up_down);
        let edge = numbered(CODES, &mut count, &[&|[cell]: [usize; 1]| [over(cell)]]);
        let pair = numbered(
            CODES,
            &mut count,
            &[&|[left, right]: [usize; 2]| [across(right), across(left)], &|[left, right]| [over(left), over(right)]],
        );
        Self { tile, reversed, edge, pair, count: count.into() }
    }

    /// The classes: made once.
    pub fn get() -> &'static Self {
        static CLASSES: OnceLock<Classes> = OnceLock::new();
        CLASSES.get_or_init(Self::new)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The class of a tile so many rows and columns from home, both below 16.
    pub fn tile(&self, rows: usize, cols: usize) -> usize {
        self.tile[rows * LONGEST + cols].into()
    }

    /// The class of reversed pairs.
    pub fn reversed(&self) -> usize {
        self.reversed.into()
    }

    /// The classes of the edges that `cell` is at, by what stands there.
    fn edges(&self, shape: Shape, cell: usize, away: Option<Displacement>) -> impl Iterator<Item = usize> {
        let (row, col) = (shape.row(cell), shape.col(cell));
        let at = [col + 1 == shape.cols(), col == 0, row + 1 == shape.rows(), row == 0];
        let looking: [fn(Displacement) -> Displacement; 4] =
            [|away| away, left_right, diagonal, |away| left_right(diagonal(away))];
        let class = move |look: fn(Displacement) -> Displacement| {
            self.edge[away.map_or(BLANK, |away| code(look(away)))] as usize
        };
        at.into_iter().zip(looking).filter(|(at, _)| *at).map(move |(_, look)| class(look))
    }

    /// The classes of all pieces of a board, for training: the score is the sum of their weights.
    pub fn of(&self, shape: Shape, home: &[u16], cells: &[u8], pieces: &mut Vec<u16>) {
        pieces.clear();
        let cols = shape.cols();
        let away = |cell: usize| away(shape, home, cells[cell].into(), cell);
        let coded = |cell: usize| away(cell).map_or(BLANK, code);
        let turned = |cell: usize| away(cell).map_or(BLANK, |away| code(diagonal(away)));
        for cell in 0..shape.cells() {
            let (row, col) = (shape.row(cell), shape.col(cell));
            if let Some((rows, across)) = away(cell) {
                pieces.push(self.tile(rows.unsigned_abs() as usize, across.unsigned_abs() as usize) as u16);
            }
            pieces.extend(self.edges(shape, cell, away(cell)).map(|class| class as u16));
            let (right, below) = (col + 1 < cols, row + 1 < shape.rows());
            if right {
                pieces.push(self.pair[coded(cell) * CODES + coded(cell + 1)]);
            }
            if below {
                pieces.push(self.pair[turned(cell) * CODES + turned(cell + cols)]);
            }
            let Some((rows, across)) = away(cell) else { continue };
            let passed_right = (col + 1..cols).map(|other| row * cols + other).filter(|&other| {
                rows == 0 && away(other).is_some_and(|its| its.0 == 0 && across - its.1 > (other - cell) as i32)
            });
            let passed_below = (cell + cols..shape.cells()).step_by(cols).filter(|&other| {
                across == 0
                    && away(other).is_some_and(|its| its.1 == 0 && rows - its.0 > ((other - cell) / cols) as i32)
            });
            let reversed = passed_right.count() + passed_below.count();
            pieces.extend(std::iter::repeat_n(self.reversed, reversed));
        }
    }
}

/// How far a label in `cell` is from home; `None` for the blank.
fn away(shape: Shape, home: &[u16], label: usize, cell: usize) -> Option<Displacement> {
    let home = home[label] as usize;
    let by = |home: usize, here: usize| home as i32 - here as i32;
    (label != 0).then(|| (by(shape.row(home), shape.row(cell)), by(shape.col(home), shape.col(cell))))
}

/// The file's bytes.
pub fn encode(sets: &[Set]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((sets.len() as u16).to_le_bytes());
    for set in sets {
        bytes.extend(set.side.to_le_bytes());
        bytes.extend(set.weights.iter().flat_map(|weight| weight.to_le_bytes()));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads a file's bytes.
pub fn decode(bytes: &[u8]) -> Result<Vec<Set>, WeightsError> {
    let (content, sum) = bytes.split_last_chunk::<4>().ok_or(WeightsError::NotWeights)?;
    let rest = content.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Err(WeightsError::Damaged);
    }
    let numbers: Vec<u16> = rest.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    let [version, count, rest @ ..] = &numbers[..] else { return Err(WeightsError::Parts) };
    if *version != VERSION {
        return Err(WeightsError::Version(*version));
    }
    let long = Classes::get().count() + 1;
    if content.len() % 2 != 0 || rest.len() != long * *count as usize {
        return Err(WeightsError::Parts);
    }
    let set = |set: &[u16]| Set { side: set[0], weights: set[1..].iter().map(|&weight| weight as i16).collect() };
    Ok(rest.chunks_exact(long).map(set).collect())
}

/// The weights that come with the program.
pub fn shipped() -> Result<&'static [Set], WeightsError> {
    static SETS: OnceLock<Result<Vec<Set>, WeightsError>> = OnceLock::new();
    let sets = SETS.get_or_init(|| decode(include_bytes!("../../data/neighbours.bin")));
    sets.as_ref().map(Vec::as_slice).map_err(|&error| error)
}

/// The weights for boards of a size: those for the nearest side, of two the longer.
pub fn nearest(sets: &[Set], shape: Shape) -> Option<&Set> {
    let side = shape.rows().max(shape.cols());
    let nearness = |set: &&Set| (side.abs_diff(set.side.into()), Reverse(set.side));
    sets.iter().min_by_key(nearness)
}

/// The ordering.
#[derive(Clone, Debug)]
pub struct Neighbours {
    cells: usize,
    /// Tiles by displacement and edge, and reversed pairs.
    convex: Convex,
    /// By cell: the blank's weight at the edge.
    blank: Box<[i32]>,
    /// By label and cell.
    codes: Box<[u8]>,
    /// By direction: the codes of a cell and of the one beside it there.
    pairs: Box<[[i16; CODES * BESIDE]; 4]>,
    /// By cell and direction: the cell beside it, or [`NOWHERE`].
    beside: Box<[[u16; 4]]>,
}

/// What may be beside a cell: one of the codes, or the edge, which weighs nothing here.
const BESIDE: usize = CODES + 1;
const EDGE: usize = CODES;
/// No cell is there.
const NOWHERE: u16 = u16::MAX;

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
        let at_edges = |label: usize, cell: usize| -> i32 {
            classes.edges(shape, cell, away(shape, home, label, cell)).map(weight).sum()
        };
        let tile = |label: usize, cell: usize| {
            let (rows, cols) = away(shape, home, label, cell).unwrap_or_default();
            at_edges(label, cell) + weight(classes.tile(rows.unsigned_abs() as usize, cols.unsigned_abs() as usize))
        };
        let homes: Vec<(i32, i32)> =
            home.iter().map(|&cell| (shape.row(cell.into()) as i32, shape.col(cell.into()) as i32)).collect();
        let standing = |at: usize| away(shape, home, at / cells, at % cells).map_or(BLANK, code) as u8;
        let across = |left: usize, right: usize| set.weights[classes.pair[left * CODES + right] as usize];
        let down = |above: usize, below: usize| across(imaged(above, diagonal), imaged(below, diagonal));
        let mut pairs = vec![[0; CODES * BESIDE]; 4].into_boxed_slice();
        for own in 0..CODES {
            for other in 0..CODES {
                let weights = [down(other, own), across(other, own), across(own, other), down(own, other)];
                for (pairs, weight) in pairs.iter_mut().zip(weights) {
                    pairs[own * BESIDE + other] = weight;
                }
            }
        }
        let pairs = pairs.try_into().expect("four directions");
        let beside = |cell: usize| Direction::ALL.map(|to| shape.neighbour(cell, to).map_or(NOWHERE, |at| at as u16));
        Some(Self {
            cells,
            convex: Convex::weighing(shape, &homes, tile, weight(classes.reversed())),
            blank: (0..cells).map(|cell| at_edges(0, cell)).collect(),
            codes: (0..cells * cells).map(standing).collect(),
            pairs,
            beside: (0..cells).map(beside).collect(),
        })
    }

    #[inline]
    fn code(&self, label: usize, cell: usize) -> usize {
        self.codes[label * self.cells + cell].into()
    }

    /// By direction: what stands beside `cell`.
    #[inline]
    fn around(&self, cells: &[u8], cell: usize) -> [u8; 4] {
        let code = |at: u16| {
            let at = at as usize;
            if at < cells.len() { self.codes[cells[at] as usize * self.cells + at] } else { EDGE as u8 }
        };
        let [up, left, right, down] = self.beside[cell];
        [code(up), code(left), code(right), code(down)]
    }

    /// The pairs of a cell with what is around it.
    #[inline]
    fn pairs(&self, own: usize, around: [u8; 4]) -> i32 {
        let [up, left, right, down] = &*self.pairs;
        let pair = |pairs: &[i16; CODES * BESIDE], other: u8| i32::from(pairs[own * BESIDE + other as usize]);
        pair(up, around[0]) + pair(left, around[1]) + pair(right, around[2]) + pair(down, around[3])
    }
}

/// What is around the blank, and the weight of the pairs that it makes.
#[derive(Clone, Copy, Debug)]
pub struct AroundBlank {
    codes: [u8; 4],
    pairs: i32,
}

impl Ordering for Neighbours {
    type Parent = AroundBlank;

    fn score(&self, cells: &[u8]) -> i32 {
        const RIGHT: usize = 2;
        let mut score = self.convex.score(cells);
        for cell in 0..self.cells {
            if cells[cell] == 0 {
                score += self.blank[cell];
            }
            let mut around = self.around(cells, cell);
            around[..RIGHT].fill(EDGE as u8);
            score += self.pairs(self.code(cells[cell].into(), cell), around);
        }
        score
    }

    #[inline]
    fn parent(&self, cells: &[u8], blank: usize) -> AroundBlank {
        let codes = self.around(cells, blank);
        AroundBlank { codes, pairs: self.pairs(BLANK, codes) }
    }

    #[inline]
    fn change(&self, parent: &AroundBlank, cells: &[u8], slide: Sliding) -> i32 {
        let Sliding { label, from, to } = slide;
        let (here, there) = (self.code(label, from), self.code(label, to));
        let vertical = self.beside[to][0] as usize == from || self.beside[to][3] as usize == from;
        let direction = match (vertical, from < to) {
            (true, true) => 0,
            (false, true) => 1,
            (false, false) => 2,
            (true, false) => 3,
        };
        let mut around = parent.codes;
        around[direction] = BLANK as u8;
        let entered = self.pairs(there, around) - parent.pairs;
        // What is around the cell it leaves, but for the pair of tile and blank, which is counted.
        let mut around = self.around(cells, from);
        around[3 - direction] = EDGE as u8;
        let left = self.pairs(BLANK, around) - self.pairs(here, around);
        self.convex.change(&(), cells, slide) + self.blank[from] - self.blank[to] + entered + left
    }
}
