//! How a board is packed while it is searched.
//!
//! A search does not know the goal's numbers. Each tile is renamed to its *label*: its place, from 1, among the tiles of
//! the goal read row by row; the blank is 0. So distances, tables and databases depend on the geometry and the blank's
//! goal cell alone, and one of them serves every goal. For the two usual goals a tile's label is its number.

use std::hash::Hash;

use hueco_search::allocated;
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

/// Any number of cells. Up to 36 of them stand in the value itself: a board of its own block of memory costs the allocator's
/// share as well, and a search that ends would return millions of such blocks one by one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Plain", into = "Plain")]
pub struct Wide(Labels);

/// Six rows of six.
const SHORT: usize = 36;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Labels {
    /// What is beyond `cells` is 0.
    Short {
        blank: u8,
        cells: u8,
        labels: [u8; SHORT],
    },
    Long {
        blank: u32,
        labels: Box<[u16]>,
    },
}

/// As it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Wide")]
struct Plain {
    blank: u32,
    labels: Box<[u16]>,
}

impl From<Wide> for Plain {
    fn from(Wide(labels): Wide) -> Self {
        match labels {
            Labels::Long { blank, labels } => Self { blank, labels },
            Labels::Short { blank, cells, labels } => {
                let labels = labels[..usize::from(cells)].iter().map(|&label| label.into()).collect();
                Self { blank: blank.into(), labels }
            }
        }
    }
}

impl From<Plain> for Wide {
    fn from(Plain { blank, labels }: Plain) -> Self {
        // What does not fit was not written by us, and stays as it is.
        let is_short = labels.len() <= SHORT && labels.iter().all(|&label| label <= u8::MAX.into());
        if !is_short || blank as usize >= labels.len() {
            return Self(Labels::Long { blank, labels });
        }
        let mut short = [0; SHORT];
        for (place, &label) in short.iter_mut().zip(&labels) {
            *place = label as u8;
        }
        Self(Labels::Short { blank: blank as u8, cells: labels.len() as u8, labels: short })
    }
}

impl Hash for Wide {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Several labels at a time: hashing them one by one costs as much as the rest of an expansion.
        match &self.0 {
            Labels::Short { cells, labels, .. } => {
                for eight in labels[..usize::from(*cells)].chunks(8) {
                    state.write_u64(eight.iter().fold(0, |word, &label| word << 8 | u64::from(label)));
                }
            }
            Labels::Long { labels, .. } => {
                for four in labels.chunks(4) {
                    state.write_u64(four.iter().fold(0, |word, &label| word << 16 | u64::from(label)));
                }
            }
        }
    }
}

impl Cells for Wide {
    const SMALL: bool = false;
    type Sum = u32;

    fn pack(labels: &[u16]) -> Self {
        let blank = labels.iter().position(|&l| l == 0).expect("a board has a blank") as u32;
        Plain { blank, labels: labels.into() }.into()
    }

    #[inline]
    fn get(&self, cell: usize) -> usize {
        match &self.0 {
            Labels::Short { labels, .. } => labels[cell].into(),
            Labels::Long { labels, .. } => labels[cell].into(),
        }
    }

    #[inline]
    fn blank(&self) -> usize {
        match self.0 {
            Labels::Short { blank, .. } => blank.into(),
            Labels::Long { blank, .. } => blank as usize,
        }
    }

    #[inline]
    fn slide(&mut self, from: usize, to: usize) {
        match &mut self.0 {
            Labels::Short { blank, labels, .. } => {
                labels.swap(from, to);
                *blank = from as u8;
            }
            Labels::Long { blank, labels } => {
                labels.swap(from, to);
                *blank = from as u32;
            }
        }
    }

    fn heap_bytes(&self) -> usize {
        match &self.0 {
            Labels::Short { .. } => 0,
            Labels::Long { labels, .. } => allocated(size_of_val(&**labels)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_boards_slide_whether_they_stand_in_the_value_or_beside_it() {
        for cells in [25, 36, 37, 400] {
            let mut labels: Vec<u16> = (0..cells).collect();
            let mut wide = Wide::pack(&labels);
            assert_eq!(wide.heap_bytes() > 0, cells > 36);
            for (from, blank) in [(1, 0), (7, 1), (usize::from(cells) - 1, 7)] {
                wide.slide(from, blank);
                labels.swap(from, blank);
            }
            assert_eq!(wide, Wide::pack(&labels));
            assert!((0..labels.len()).all(|cell| wide.get(cell) == usize::from(labels[cell])));
            assert_eq!(wide.blank(), usize::from(cells) - 1);
            let written = serde_json::to_string(&wide).unwrap();
            assert!(written.starts_with(&format!("{{\"blank\":{},\"labels\":[", cells - 1)), "{written}");
            assert_eq!(serde_json::from_str::<Wide>(&written).unwrap(), wide);
        }
    }

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
