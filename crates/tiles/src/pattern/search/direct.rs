//! Look-ups for patterns of at most six tiles: the cells of a pattern's tiles, four bits each, *are* the index.
//!
//! A node carries one word with the cells of all tiles, group after group; a move changes four bits of it, and a sum is
//! three or four loads at indices cut from it by constant shifts. All but one of them were made for the parent too. A
//! table of six tiles has 16^6 bytes of which two thirds are never touched; what counts is that nothing is computed. The
//! second sum uses the same tables for the reflected board.
//!
//! *Tried.* Carrying the groups' values along, so that only the moved tile's group is loaded, costs more instructions than
//! it saves loads.

use std::fmt;

use super::{BlankMove, Lookup, Pictures, home_of};
use crate::pattern::geometry::{Pattern, bits, inverse};
use crate::pattern::rank::{MAX_TILES, slots};
use crate::pattern::table::Tables;

/// Tiles that find room in a node's word; the last four bits are for those in no group.
const ROOM: usize = 15;

/// Bytes that begin as zeros: pages of the system, or in WebAssembly, which has none to give, plain memory.
#[cfg(not(target_arch = "wasm32"))]
type Zeroed = memmap2::MmapMut;
#[cfg(target_arch = "wasm32")]
type Zeroed = Vec<u8>;

#[cfg(not(target_arch = "wasm32"))]
fn zeroed(bytes: usize) -> Option<Zeroed> {
    let map = memmap2::MmapMut::map_anon(bytes).ok()?;
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Some(map)
}

#[cfg(target_arch = "wasm32")]
fn zeroed(bytes: usize) -> Option<Zeroed> {
    Some(vec![0; bytes])
}

/// Tables by cells, one after the other. Each group but the last has room for `SIZE` tiles.
pub(super) struct Direct<const SIZE: usize> {
    bytes: Zeroed,
    /// For each sum, by label: where its cell is in the word.
    shifts: [[u8; 16]; 2],
    cells: [[u8; 16]; 2],
    is_reflected: bool,
}

impl<const SIZE: usize> Direct<SIZE> {
    /// Groups, the last one included.
    const GROUPS: usize = ROOM.div_ceil(SIZE);
    /// Tiles that find room in the last group.
    const LAST: usize = ROOM - SIZE * (Self::GROUPS - 1);

    /// `None` if the groups do not fit.
    pub(super) fn new(tables: &Tables) -> Option<Self> {
        let mut patterns: Vec<(Pattern, usize)> =
            tables.partition().patterns().enumerate().map(|(at, pattern)| (pattern, at)).collect();
        patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.tiles()));
        let room = |at: usize| if at + 1 < Self::GROUPS { SIZE } else { Self::LAST };
        if patterns.len() > Self::GROUPS || patterns.iter().enumerate().any(|(at, p)| p.0.tiles() > room(at)) {
            return None;
        }
        let pictures = Pictures::new(tables);
        let mut bytes = zeroed((0..Self::GROUPS).map(|at| 1 << (4 * room(at))).sum())?;
        let blank = tables.partition().blank();
        let mut by_label = [4 * ROOM as u8; 16];
        for (at, &(pattern, table)) in patterns.iter().enumerate() {
            let (canonical, symmetry) = pattern.canonical();
            let original = inverse(&symmetry.cells(pattern.shape()));
            let (table, numbering) = &tables.groups()[table];
            let to = &mut bytes[at << (4 * SIZE)..][..1 << (4 * pattern.tiles())];
            spread(pattern.tiles(), numbering.ranking().masks(), &original, table.values(), to);
            for (i, home) in canonical.cells().map(|cell| original[cell] as usize).enumerate() {
                let label = (1..pattern.shape().cells()).find(|&label| home_of(blank, label) == home)?;
                by_label[label] = (4 * (at * SIZE + i)) as u8;
            }
        }
        let shifts = pictures.labels.map(|labels| labels.map(|label| by_label[label as usize]));
        Some(Self { bytes, shifts, cells: pictures.cells, is_reflected: pictures.is_reflected })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    #[inline(always)]
    fn sum(&self, cells: u64) -> i32 {
        let mut sum = 0;
        for at in 0..Self::GROUPS {
            let room = if at + 1 < Self::GROUPS { SIZE } else { Self::LAST };
            let index = (cells >> (4 * SIZE * at)) as usize & ((1 << (4 * room)) - 1);
            sum += self.bytes[(at << (4 * SIZE)) + index] as i32;
        }
        sum
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

impl<const SIZE: usize> Lookup for Direct<SIZE> {
    /// Four bits per tile: its cell.
    type SumState = u64;
    /// The bits that change.
    type Step = u64;
    const NO_STEP: u64 = 0;
    const LANES: usize = 1;

    #[inline]
    fn is_reflected(&self) -> bool {
        self.is_reflected
    }

    fn cells(&self) -> [[u8; 16]; 2] {
        self.cells
    }

    fn sum_state(&self, second: bool, labels: &[u16]) -> (u64, i32) {
        let tiles = labels.iter().enumerate().filter(|&(_, &label)| label != 0);
        let cells = tiles.fold(0, |cells, (cell, &label)| {
            cells ^ (self.cells[second as usize][cell] as u64) << self.shifts[second as usize][label as usize]
        });
        (cells, self.sum(cells))
    }

    #[inline(always)]
    fn prefetch<const SECOND: bool>(&self, _: &u64, label: usize, blank_move: BlankMove, _: usize) -> u64 {
        (blank_move.change[SECOND as usize] as u64) << (self.shifts[SECOND as usize][label & 15] & 63)
    }

    #[inline(always)]
    fn read(&self, cells: &u64, change: &mut u64) -> i32 {
        self.sum(cells ^ *change)
    }

    #[inline(always)]
    fn apply(cells: &mut u64, change: &u64) {
        *cells ^= change;
    }
}

impl<const SIZE: usize> fmt::Debug for Direct<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Direct").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}
