//! Look-ups for patterns of up to eight tiles: the compact index, ranked anew for the moved tile's group, in about a
//! hundred operations and without a table that leaves the first cache.
//!
//! A node carries for each group its tiles' cells (as shifts), its set of cells as a mask, and two words of *units*:
//! a one in the nibble of each cell that a tile of the group occupies, in one word for all tiles and in one for those
//! after the fourth. Multiplied by 0x111…10 a word of units becomes, in each nibble, the number of tiles below that cell.
//! So the slots of the first four tiles are read off one product, and the order of the others among themselves off the
//! other; two small tables turn them into the rank of the order, and two more the mask into the rank of the set.
//!
//! *Tried.* Carrying the rank of the order and taking it through the maps of `rank.rs`: fewer operations, but the maps of
//! eight tiles are five megabytes, and Korf's hundred boards took 0.55 s instead of 0.40 with 7-8 (busy machine, best of
//! four).

// These are the body of the search's loop: as calls they cost a fifth more.
#![allow(clippy::inline_always)]

use std::sync::Arc;

use super::{Look, Pictures, Way, home_of};
use crate::pattern::geometry::{Pattern, inverse};
use crate::pattern::rank::{MAX_TILES, Ranking, order};
use crate::pattern::table::{Table, Tables};

/// The most groups.
const GROUPS: usize = 2;
/// Tiles whose slots are looked up together; the rest is looked up by its own order.
const HEAD: usize = 4;
/// Times this, units become counts of the units below.
const BELOW: u64 = 0x1111_1111_1111_1110;

/// Tables and how to find a tile's.
#[derive(Debug)]
pub(super) struct Ranked {
    groups: [Option<Group>; GROUPS],
    /// For each sum, by label: its group and its place there.
    tiles: [[(u8, u8); 16]; 2],
    is_reflected: bool,
}

#[derive(Debug)]
struct Group {
    table: Arc<Table>,
    rank: Box<Rank>,
    /// For each sum, by cell of the board: the cell of the canonical pattern's board.
    cells: [[u8; 16]; 2],
}

/// Small tables that rank sets and orders.
#[derive(Debug)]
struct Rank {
    sets: u32,
    /// By the mask of the lower eight cells: the rank, and the number of tiles.
    low: [(u16, u16); 256],
    /// By the number of tiles in the lower cells and the mask of the upper eight.
    high: [[u16; 256]; MAX_TILES + 1],
    /// By the slots of the first four tiles, three bits each.
    head: [u16; 1 << (3 * HEAD)],
    /// By the slots of the others among themselves, two bits each.
    tail: [u16; 1 << (2 * HEAD)],
}

/// In no group.
const NONE: u8 = u8::MAX;

impl Ranked {
    /// `None` if there are more than two groups.
    pub(super) fn new(tables: &Tables) -> Option<Self> {
        let patterns: Vec<Pattern> = tables.partition().patterns().collect();
        if patterns.len() > GROUPS {
            return None;
        }
        let pictures = Pictures::new(tables);
        let blank = tables.partition().blank();
        let mut by_label = [(NONE, 0); 16];
        let mut groups = [None, None];
        for (at, (pattern, (table, numbering))) in patterns.iter().zip(tables.groups()).enumerate() {
            let (canonical, symmetry) = pattern.canonical();
            let turned = symmetry.cells(pattern.shape());
            let original = inverse(&turned);
            for (i, home) in canonical.cells().map(|cell| original[cell] as usize).enumerate() {
                let label = (1..pattern.shape().cells()).find(|&label| home_of(blank, label) == home)?;
                by_label[label] = (at as u8, i as u8);
            }
            let cells = pictures.cells.map(|picture| {
                let mut cells = [0; 16];
                for cell in 0..turned.len() {
                    cells[cell] = turned[picture[cell] as usize];
                }
                cells
            });
            let rank = Box::new(Rank::new(numbering.ranking()));
            groups[at] = Some(Group { table: Arc::clone(table), rank, cells });
        }
        let tiles = pictures.labels.map(|labels| labels.map(|label| by_label[label as usize]));
        Some(Self { groups, tiles, is_reflected: pictures.is_reflected })
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.groups.iter().flatten().count() * size_of::<Rank>()) as u64
    }

    /// For one search: the tables as plain slices.
    pub(super) fn view(&self) -> View<'_> {
        let values = |at: usize| self.groups[at].as_ref().map_or(&[][..], |group| group.table.values());
        View { ranked: self, values: [values(0), values(1)] }
    }
}

impl Rank {
    fn new(ranking: &Ranking) -> Self {
        let tiles = ranking.tiles();
        let mut this = Self {
            sets: ranking.sets() as u32,
            low: [(0, 0); 256],
            high: [[0; 256]; MAX_TILES + 1],
            head: [0; 1 << (3 * HEAD)],
            tail: [0; 1 << (2 * HEAD)],
        };
        this.fill_sets(ranking);
        this.fill_orders(tiles);
        this
    }

    fn fill_sets(&mut self, ranking: &Ranking) {
        for low in 0..256_usize {
            self.low[low] = (ranking.part(0, 0, low) as u16, low.count_ones() as u16);
        }
        for (below, high) in self.high.iter_mut().enumerate() {
            for (bits, rank) in high.iter_mut().enumerate() {
                *rank = ranking.part(1, below, bits) as u16;
            }
        }
    }

    fn fill_orders(&mut self, tiles: usize) {
        let (head, tail) = (tiles.min(HEAD), tiles.saturating_sub(HEAD));
        let mut slots = [0; MAX_TILES];
        for rank in 0..(1..=tiles).product() {
            slots[..tiles].copy_from_slice(&crate::pattern::rank::slots(tiles, rank)[..tiles]);
            let tail_orders: usize = (1..=tail).product();
            let first = slots[..head].iter().rev().fold(0, |key, &slot| key << 3 | slot as usize);
            let among: Vec<u8> = slots[head..tiles]
                .iter()
                .map(|slot| slots[head..tiles].iter().filter(|other| *other < slot).count() as u8)
                .collect();
            let second = among.iter().rev().fold(0, |key, &slot| key << 2 | slot as usize);
            self.tail[second] = order(&among) as u16;
            self.head[first] = (rank / tail_orders * tail_orders) as u16;
        }
    }
}

/// A group's part of a sum.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// Units of all its tiles.
    all: u64,
    /// Units of the tiles after the fourth.
    tail: u64,
    /// Eight bits a tile: four times its cell.
    shifts: u64,
    mask: u16,
    value: u16,
}

const NO_PIECE: Piece = Piece { all: 0, tail: 0, shifts: 0, mask: 0, value: 0 };

/// A sum's part of a node.
#[derive(Clone, Copy)]
pub(super) struct Half {
    pieces: [Piece; GROUPS],
}

impl Half {
    #[inline]
    fn sum(&self) -> i32 {
        (self.pieces[0].value + self.pieces[1].value) as i32
    }
}

/// The tables during a search.
pub(super) struct View<'a> {
    ranked: &'a Ranked,
    values: [&'a [u8]; GROUPS],
}

impl View<'_> {
    #[inline(always)]
    fn look(&self, at: usize, rank: &Rank, piece: &Piece) -> u16 {
        let slots = piece.all.wrapping_mul(BELOW);
        let among = piece.tail.wrapping_mul(BELOW);
        let nibble = |counts: u64, tile: u32| counts >> (piece.shifts >> (8 * tile) & 63) & 15;
        let head = nibble(slots, 0) | nibble(slots, 1) << 3 | nibble(slots, 2) << 6 | nibble(slots, 3) << 9;
        let tail = nibble(among, 4) | nibble(among, 5) << 2 | nibble(among, 6) << 4 | nibble(among, 7) << 6;
        let order = rank.head[head as usize & 4095] as u32 + rank.tail[tail as usize & 255] as u32;
        let (low, count) = rank.low[piece.mask as usize & 255];
        let set = low as u32 + rank.high[(count as usize).min(MAX_TILES)][piece.mask as usize >> 8] as u32;
        self.values[at][(order * rank.sets + set) as usize] as u16
    }
}

impl Look for View<'_> {
    type Half = Half;
    /// Which group, and its part.
    type Step = (usize, Piece);
    const NO_STEP: Self::Step = (GROUPS, NO_PIECE);

    #[inline]
    fn is_reflected(&self) -> bool {
        self.ranked.is_reflected
    }

    fn cells(&self) -> [[u8; 16]; 2] {
        [[0; 16]; 2]
    }

    fn half(&self, second: bool, labels: &[u16]) -> (Half, i32) {
        let mut half = Half { pieces: [NO_PIECE; GROUPS] };
        for (cell, &label) in labels.iter().enumerate().filter(|&(_, &label)| label != 0) {
            let (at, i) = self.ranked.tiles[second as usize][label as usize];
            let Some(group) = self.ranked.groups.get(at as usize).and_then(Option::as_ref) else { continue };
            let (cell, piece) = (group.cells[second as usize][cell], &mut half.pieces[at as usize]);
            piece.all |= 1 << (4 * cell);
            piece.tail |= u64::from(i as usize >= HEAD) << (4 * cell);
            piece.shifts |= (4 * cell as u64) << (8 * i);
            piece.mask |= 1 << cell;
        }
        for (at, piece) in half.pieces.iter_mut().enumerate() {
            if let Some(group) = &self.ranked.groups[at] {
                piece.value = self.look(at, &group.rank, piece);
            }
        }
        (half, half.sum())
    }

    #[inline(always)]
    fn step<const SECOND: bool>(&self, half: &Half, label: usize, way: Way, to: usize) -> (Self::Step, i32) {
        let (at, i) = self.ranked.tiles[SECOND as usize][label & 15];
        let (at, i) = (at as usize, i as usize);
        let Some(Some(group)) = self.ranked.groups.get(at) else { return (Self::NO_STEP, half.sum()) };
        let cells = &group.cells[SECOND as usize];
        let (from, to) = (cells[way.cell as usize & 15] & 15, cells[to & 15] & 15);
        let before = &half.pieces[at];
        let units = 1_u64 << (4 * from) ^ 1 << (4 * to);
        let mut piece = Piece {
            all: before.all ^ units,
            tail: before.tail ^ if i >= HEAD { units } else { 0 },
            shifts: before.shifts ^ (4 * (from ^ to) as u64) << ((8 * i) & 63),
            mask: before.mask ^ 1 << from ^ 1 << to,
            value: 0,
        };
        piece.value = self.look(at, &group.rank, &piece);
        ((at, piece), half.sum() - before.value as i32 + piece.value as i32)
    }

    #[inline(always)]
    fn after(half: &Half, (at, piece): Self::Step) -> Half {
        let mut after = *half;
        if let Some(place) = after.pieces.get_mut(at) {
            *place = piece;
        }
        after
    }
}
