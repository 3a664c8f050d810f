//! Look-ups for patterns of at most six tiles: the cells of a pattern's tiles, four bits each, *are* the index.
//!
//! Such a table has 16^6 bytes for six tiles of which two thirds are never touched; what counts is that a move changes
//! the index by one `xor`. The second sum uses the same tables for the reflected board.

use std::fmt;

use memmap2::MmapMut;

use super::{Look, Pictures, home_of};
use crate::pattern::geometry::{Pattern, bits, inverse};
use crate::pattern::rank::{MAX_TILES, slots};
use crate::pattern::table::Tables;

/// The most tiles of a group.
const LARGEST: usize = 6;

/// Tables by cells, one after the other, and how to find a tile's.
pub(super) struct Direct {
    bytes: MmapMut,
    /// For each sum, by label.
    tiles: [[Tile; 16]; 2],
    /// For each sum, by cell of the board: the cell in its picture.
    cells: [[u8; 16]; 2],
    is_reflected: bool,
    groups: Vec<Place>,
}

/// Where a tile's cell is in the node's word, and where its group's table is.
#[derive(Clone, Copy, Default)]
struct Tile {
    /// Of the tile's four bits.
    shift: u8,
    /// Of the group's bits.
    group_shift: u8,
    /// Of the group's value among the values.
    value_shift: u8,
    mask: u32,
    base: u32,
}

#[derive(Clone, Copy)]
struct Place {
    shift: u8,
    mask: u32,
    base: u32,
}

/// A sum's part of a node.
#[derive(Clone, Copy)]
pub(super) struct Half {
    /// Four bits a tile: its cell.
    cells: u64,
    /// Eight bits a group: its value.
    values: u64,
    sum: i32,
}

impl Direct {
    /// `None` if a group has more than six tiles, or there are more groups than values in a word.
    pub(super) fn new(tables: &Tables) -> Option<Self> {
        let patterns: Vec<Pattern> = tables.partition().patterns().collect();
        if patterns.len() > 8 || patterns.iter().any(|pattern| pattern.tiles() > LARGEST) {
            return None;
        }
        let pictures = Pictures::new(tables);
        let size: usize = patterns.iter().map(|pattern| 1 << (4 * pattern.tiles())).sum();
        // One more for the tiles in no group: their value is always zero.
        let mut bytes = MmapMut::map_anon(size + 1).ok()?;
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        let blank = tables.partition().blank();
        let no_group = Tile { shift: 60, base: size as u32, ..Tile::default() };
        let mut by_label = [no_group; 16];
        let (mut shift, mut base, mut groups) = (0, 0, Vec::new());
        for (at, (pattern, (table, numbering))) in patterns.iter().zip(tables.groups()).enumerate() {
            let (canonical, symmetry) = pattern.canonical();
            let original = inverse(&symmetry.cells(pattern.shape()));
            let mask = ((1_u64 << (4 * pattern.tiles())) - 1) as u32;
            let to = &mut bytes[base..][..1 << (4 * pattern.tiles())];
            spread(pattern.tiles(), numbering.ranking().masks(), &original, table.values(), to);
            for (i, home) in canonical.cells().map(|cell| original[cell] as usize).enumerate() {
                let label = (1..pattern.shape().cells()).find(|&label| home_of(blank, label) == home)?;
                by_label[label] = Tile {
                    shift: shift + 4 * i as u8,
                    group_shift: shift,
                    value_shift: 8 * at as u8,
                    mask,
                    base: base as u32,
                };
            }
            groups.push(Place { shift, mask, base: base as u32 });
            shift += 4 * pattern.tiles() as u8;
            base += 1 << (4 * pattern.tiles());
        }
        let tiles = pictures.labels.map(|labels| labels.map(|label| by_label[label as usize]));
        Some(Self { bytes, tiles, cells: pictures.cells, is_reflected: pictures.is_reflected, groups })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// Writes a table's values to where the cells of the board lead.
fn spread(tiles: usize, masks: impl Iterator<Item = u64>, original: &[u8], values: &[u8], to: &mut [u8]) {
    let cells_of = |mask: u64| {
        let mut cells = [0; MAX_TILES];
        for (cell, bit) in cells.iter_mut().zip(bits(mask)) {
            *cell = original[bit];
        }
        cells
    };
    let sets: Vec<[u8; MAX_TILES]> = masks.map(cells_of).collect();
    for (order, values) in values.chunks_exact(sets.len()).enumerate() {
        let slots = slots(tiles, order);
        for (cells, &value) in sets.iter().zip(values) {
            let place: usize = (0..tiles).map(|i| (cells[slots[i] as usize & 7] as usize) << (4 * i)).sum();
            to[place] = value;
        }
    }
}

impl Look for Direct {
    type Half = Half;

    #[inline]
    fn is_reflected(&self) -> bool {
        self.is_reflected
    }

    fn half(&self, second: bool, labels: &[u16]) -> Half {
        let (tiles, cells) = (&self.tiles[second as usize], &self.cells[second as usize]);
        let mut half = Half { cells: 0, values: 0, sum: 0 };
        for (cell, &label) in labels.iter().enumerate().filter(|&(_, &label)| label != 0) {
            half.cells ^= (cells[cell] as u64) << tiles[label as usize].shift;
        }
        for (at, group) in self.groups.iter().enumerate() {
            let value = self.bytes[group.base as usize + ((half.cells >> group.shift) as u32 & group.mask) as usize];
            half.values |= (value as u64) << (8 * at);
            half.sum += value as i32;
        }
        half
    }

    #[inline(always)]
    fn step(&self, second: bool, half: &Half, label: usize, from: usize, to: usize) -> Half {
        let tile = &self.tiles[second as usize][label & 15];
        let cells = &self.cells[second as usize];
        let cells = half.cells ^ ((cells[from & 15] ^ cells[to & 15]) as u64) << tile.shift;
        let value = self.bytes[(tile.base + ((cells >> tile.group_shift) as u32 & tile.mask)) as usize];
        let change = value as i64 - (half.values >> tile.value_shift & 255) as i64;
        let values = half.values.wrapping_add_signed(change << tile.value_shift);
        Half { cells, values, sum: half.sum + change as i32 }
    }

    #[inline]
    fn sum(half: &Half) -> i32 {
        half.sum
    }
}

impl fmt::Debug for Direct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Direct").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}
