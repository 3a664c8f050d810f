//! What the searches of this room know of a board: its cells, where its tiles belong, and a key for every placing.
//!
//! Boards here are rows of bytes, so at most 256 cells; a larger board is searched through a window of it. All tables
//! are indexed by label and cell with one *stride*, the length of the byte row, which is one of a few fixed sizes: each
//! size is compiled apart, and copies and look-ups have constant lengths.

use std::sync::OnceLock;

use crate::IS_SMALL;
use crate::board::{Direction, Shape};

/// The most cells of a board of bytes.
pub const MOST_CELLS: usize = 256;

/// The lengths of byte rows that are compiled.
pub(super) const STRIDES: &[usize] =
    if IS_SMALL { &[25, 64, 100, MOST_CELLS] } else { &[16, 25, 36, 49, 64, 100, 144, MOST_CELLS] };

/// The first of [`STRIDES`] that holds this many cells.
pub(super) fn stride_for(cells: usize) -> usize {
    STRIDES.iter().copied().find(|&stride| cells <= stride).expect("at most 256 cells")
}

/// Cells, homes and keys of one shape and goal.
#[derive(Clone, Debug)]
pub struct Geometry {
    shape: Shape,
    stride: usize,
    /// By cell: a bit for each direction open to a blank there.
    open: Box<[u8]>,
    /// By label and cell: steps to go.
    distance: Box<[u16]>,
    /// Added to all distances: zero where there is a goal.
    beyond: u16,
    /// By label and cell: a random number; a board's key is the exclusive or of its tiles'.
    keys: &'static [u64; MOST_CELLS * MOST_CELLS],
}

impl Geometry {
    /// A board of `shape` whose labels belong in the cells `home`; the blank's first.
    pub fn new(shape: Shape, home: &[u16]) -> Self {
        let cells = shape.cells();
        let stride = stride_for(cells);
        let mut distance = vec![0; stride * stride];
        for label in 1..cells {
            for cell in 0..cells {
                distance[label * stride + cell] = shape.distance(home[label] as usize, cell) as u16;
            }
        }
        let open = |cell| {
            let may = |d: &Direction| shape.neighbour(cell, *d).is_some();
            Direction::ALL.into_iter().filter(may).fold(0, |bits, d| bits | 1 << d as u8)
        };
        Self {
            shape,
            stride,
            open: (0..cells).map(open).collect(),
            distance: distance.into(),
            beyond: 0,
            keys: random_keys(),
        }
    }

    /// A board without a goal: a search continues until it is stopped.
    pub fn endless(shape: Shape) -> Self {
        let mut geometry = Self::new(shape, &vec![0; shape.cells()]).wanting(|_| false);
        geometry.beyond = 1;
        geometry
    }

    /// The same board, where the blank does not enter some cells.
    #[must_use]
    pub fn closing(mut self, closed: impl Fn(usize) -> bool) -> Self {
        for cell in 0..self.shape.cells() {
            let may = |d: &Direction| self.shape.neighbour(cell, *d).is_some_and(|next| !closed(next));
            self.open[cell] = Direction::ALL.into_iter().filter(may).fold(0, |bits, d| bits | 1 << d as u8);
        }
        self
    }

    /// The same board, where only these labels have to come home: a search ends when they have.
    #[must_use]
    pub fn wanting(mut self, wanted: impl Fn(usize) -> bool) -> Self {
        for label in (0..self.shape.cells()).filter(|&label| !wanted(label)) {
            self.distance[label * self.stride..(label + 1) * self.stride].fill(0);
        }
        self
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The length of a byte row.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// A bit for each direction open to a blank in `cell`.
    #[inline]
    pub fn open(&self, cell: usize) -> u8 {
        self.open[cell]
    }

    /// The steps that a wanted tile in `cell` has to go.
    #[inline]
    pub fn distance(&self, label: usize, cell: usize) -> u16 {
        self.distance[label * self.stride + cell]
    }

    /// The steps that all wanted tiles have to go: zero at the goal, and no solution is shorter.
    pub fn distances(&self, cells: &[u8]) -> u32 {
        let steps = (0..self.shape.cells()).map(|cell| self.distance(cells[cell] as usize, cell) as u32);
        steps.sum::<u32>() + self.beyond as u32
    }

    #[inline]
    pub(super) fn key(&self, label: usize, cell: usize) -> u64 {
        self.keys[(label % MOST_CELLS) * MOST_CELLS + cell % MOST_CELLS]
    }

    /// The key of a board.
    pub(super) fn key_of(&self, cells: &[u8]) -> u64 {
        let tiles = (0..self.shape.cells()).filter(|&cell| cells[cell] != 0);
        tiles.fold(0, |key, cell| key ^ self.key(cells[cell] as usize, cell))
    }

    /// The cell beside `cell` in a direction that is open.
    #[inline]
    pub(super) fn beside(&self, cell: usize, direction: usize) -> usize {
        match direction {
            0 => cell - self.shape.cols(),
            1 => cell - 1,
            2 => cell + 1,
            _ => cell + self.shape.cols(),
        }
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> usize {
        self.open.len() + 2 * self.distance.len()
    }
}

/// The same numbers on every machine: the generator `SplitMix64` from a fixed seed. Made once.
fn random_keys() -> &'static [u64; MOST_CELLS * MOST_CELLS] {
    static KEYS: OnceLock<Box<[u64; MOST_CELLS * MOST_CELLS]>> = OnceLock::new();
    KEYS.get_or_init(|| {
        let mut state = 0x6875_6563_6f00_0001_u64;
        let next = || {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^ mixed >> 31
        };
        let keys: Box<[u64]> = std::iter::repeat_with(next).take(MOST_CELLS * MOST_CELLS).collect();
        keys.try_into().expect("as many keys as labels and cells")
    })
}
