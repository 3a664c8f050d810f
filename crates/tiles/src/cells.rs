//! How a board is packed while it is searched.
//!
//! A search does not know the goal's numbers. Each tile is renamed to its *label*: its place, from 1, among the tiles of
//! the goal read row by row; the blank is 0. So distances, tables and databases depend on the geometry and the blank's
//! goal cell alone, and one of them serves every goal. For the two usual goals a tile's label is its number.

use std::hash::Hash;

use serde::{Deserialize, Serialize};

/// Labels by cell, packed.
pub trait Cells: Clone + Eq + Hash + Send + Sync + 'static {
    /// At most 16 cells, so that tables indexed by label and cell stay small.
    const SMALL: bool;

    /// Holds any sum of distances on such a board. Kept small because it is stored with every node.
    type Sum: Copy + Eq + std::fmt::Debug + Into<u32> + TryFrom<u32, Error: std::fmt::Debug>;

    /// Packs the labels, row by row.
    fn pack(labels: &[u16]) -> Self;

    /// The label in a cell.
    fn get(&self, cell: usize) -> usize;

    /// The label in `from`, a cell beside the blank's cell `blank`.
    #[inline]
    fn sliding(&self, from: usize, _blank: usize) -> usize {
        self.get(from)
    }

    /// The blank's cell.
    fn blank(&self) -> usize;

    /// Moves the tile in `from` to the blank's cell `blank`.
    fn slide(&mut self, from: usize, blank: usize);

    /// The labels as one word, four bits per cell, where that is quick to compute: a row of four cells is then a table key.
    #[inline]
    fn word(&self) -> Option<u64> {
        None
    }

    /// The value itself, where it is one word: equal boards have equal words, and it takes nothing to compute.
    #[inline]
    fn key(&self) -> Option<u64> {
        None
    }

    /// Bytes held outside the value itself.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// Up to 16 cells in one word: four bits for each of the first fifteen, and the blank's cell in the top four.
///
/// The sixteenth cell's label stands in the blank's own four bits, which have nothing else to say; so the blank is found
/// by one shift, and a board is still one word with one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Nibbles(u64);

/// The cell whose label stands in the blank's place.
const SIXTEENTH: usize = 15;
const TOP: u32 = 60;

impl Nibbles {
    /// The most cells it holds.
    pub const CELLS: usize = 16;

    /// Where the label of `cell` stands, if `blank` is the blank's cell.
    #[inline]
    fn place(cell: usize, blank: usize) -> usize {
        if cell == SIXTEENTH { blank } else { cell }
    }

    #[inline]
    fn at(self, place: usize) -> u64 {
        self.0 >> (4 * place) & 15
    }
}

impl Cells for Nibbles {
    const SMALL: bool = true;
    type Sum = u16;

    fn pack(labels: &[u16]) -> Self {
        assert!(labels.len() <= Self::CELLS, "at most 16 cells fit in one word");
        let blank = labels.iter().position(|&label| label == 0).expect("a board has a blank");
        let mut word = (blank as u64) << TOP;
        for (cell, &label) in labels.iter().enumerate().filter(|&(_, &label)| label != 0) {
            word |= (label as u64) << (4 * Self::place(cell, blank));
        }
        Self(word)
    }

    #[inline]
    fn get(&self, cell: usize) -> usize {
        let blank = self.blank();
        if cell == blank { 0 } else { self.at(Self::place(cell, blank)) as usize }
    }

    #[inline]
    fn sliding(&self, from: usize, blank: usize) -> usize {
        self.at(Self::place(from, blank)) as usize
    }

    #[inline]
    fn blank(&self) -> usize {
        (self.0 >> TOP) as usize
    }

    #[inline]
    fn slide(&mut self, from: usize, blank: usize) {
        // The tile and the sixteenth cell's label change places; if the tile leaves or enters that cell, they are one.
        let (a, b) = (Self::place(from, blank), Self::place(blank, from));
        let change = self.at(a) ^ self.at(b);
        self.0 ^= change << (4 * a) | change << (4 * b) | ((from ^ blank) as u64) << TOP;
    }

    #[inline]
    fn word(&self) -> Option<u64> {
        let blank = self.blank();
        let sixteenth = self.at(blank);
        let rest = self.0 & !(15 << TOP | 15 << (4 * blank));
        Some(if blank == SIXTEENTH { rest } else { rest | sixteenth << TOP })
    }

    #[inline]
    fn key(&self) -> Option<u64> {
        Some(self.0)
    }
}

/// Any number of cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell for the blank, and every slide from there, in every size: both packings agree with a plain list.
    #[test]
    fn packings_agree_with_a_plain_list() {
        for cells in 2..=16 {
            for blank in 0..cells {
                let mut labels: Vec<u16> = (1..cells as u16).rev().collect();
                labels.insert(blank, 0);
                for from in (0..cells).filter(|&from| from != blank) {
                    let mut small = Nibbles::pack(&labels);
                    let mut wide = Wide::pack(&labels);
                    let mut plain = labels.clone();
                    assert_eq!(small.sliding(from, blank), plain[from] as usize);
                    small.slide(from, blank);
                    wide.slide(from, blank);
                    plain.swap(from, blank);
                    assert_eq!((small, &wide), (Nibbles::pack(&plain), &Wide::pack(&plain)));
                    assert_eq!((small.blank(), wide.blank()), (from, from));
                    let word = small.word().expect("packed in a word");
                    for (cell, &label) in plain.iter().enumerate() {
                        assert_eq!((small.get(cell), wide.get(cell)), (label as usize, label as usize));
                        assert_eq!(word >> (4 * cell) & 15, label as u64);
                    }
                }
            }
        }
    }
}
