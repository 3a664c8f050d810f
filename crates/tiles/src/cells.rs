//! How a board is packed while it is searched.
//!
//! A search does not know the goal's numbers. Each tile is renamed to its *label*: its place, from 1, among the tiles of
//! the goal read row by row; the blank is 0. So distances, tables and databases depend on the geometry and the blank's
//! goal cell alone, and one of them serves every goal. For the two usual goals a tile's label is its number.

use std::hash::Hash;

/// Labels by cell, packed.
pub trait Cells: Clone + Eq + Hash + 'static {
    /// At most 16 cells, so that tables indexed by label and cell stay small.
    const SMALL: bool;

    /// Holds any sum of distances on such a board. Kept small because it is stored with every node.
    type Sum: Copy + Eq + std::fmt::Debug + Into<u32> + TryFrom<u32, Error: std::fmt::Debug>;

    /// Packs the labels, row by row.
    fn pack(labels: &[u16]) -> Self;

    /// The label in a cell.
    fn get(&self, cell: usize) -> usize;

    /// The blank's cell.
    fn blank(&self) -> usize;

    /// Moves the tile in `from` to the blank's cell `blank`.
    fn slide(&mut self, from: usize, blank: usize);

    /// The whole board as one word, where it is packed so: a row of four cells is then a table key.
    #[inline]
    fn nibbles(&self) -> Option<Nibbles> {
        None
    }

    /// Bytes held outside the value itself.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// Up to 16 cells, four bits each, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nibbles(pub u64);

impl Nibbles {
    /// The most cells it holds.
    pub const CELLS: usize = 16;
}

impl Cells for Nibbles {
    const SMALL: bool = true;
    type Sum = u16;

    fn pack(labels: &[u16]) -> Self {
        assert!(labels.len() <= Self::CELLS, "at most 16 cells fit in one word");
        // Cells beyond the board are filled with ones, so that the only zero is the blank.
        let beyond = u64::MAX.checked_shl(4 * labels.len() as u32).unwrap_or(0);
        Self(labels.iter().enumerate().fold(beyond, |word, (cell, &label)| word | (label as u64) << (4 * cell)))
    }

    #[inline]
    fn get(&self, cell: usize) -> usize {
        (self.0 >> (4 * cell) & 15) as usize
    }

    #[inline]
    fn blank(&self) -> usize {
        let pairs = self.0 | self.0 >> 2;
        let any = (pairs | pairs >> 1) & 0x1111_1111_1111_1111;
        (any ^ 0x1111_1111_1111_1111).trailing_zeros() as usize / 4
    }

    #[inline]
    fn slide(&mut self, from: usize, blank: usize) {
        let tile = self.0 >> (4 * from) & 15;
        self.0 ^= tile << (4 * from) | tile << (4 * blank);
    }

    #[inline]
    fn nibbles(&self) -> Option<Self> {
        Some(*self)
    }
}

/// Any number of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wide {
    blank: u32,
    labels: Box<[u16]>,
}

impl Hash for Wide {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Four labels at a time: hashing them one by one costs as much as the rest of an expansion.
        for four in self.labels.chunks(4) {
            state.write_u64(four.iter().fold(0, |word, &label| word << 16 | label as u64));
        }
    }
}

impl Cells for Wide {
    const SMALL: bool = false;
    type Sum = u32;

    fn pack(labels: &[u16]) -> Self {
        let blank = labels.iter().position(|&l| l == 0).expect("a board has a blank") as u32;
        Self { blank, labels: labels.into() }
    }

    #[inline]
    fn get(&self, cell: usize) -> usize {
        self.labels[cell] as usize
    }

    #[inline]
    fn blank(&self) -> usize {
        self.blank as usize
    }

    #[inline]
    fn slide(&mut self, from: usize, blank: usize) {
        self.labels.swap(from, blank);
        self.blank = from as u32;
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.labels)
    }
}
