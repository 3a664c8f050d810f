//! Look-ups for patterns of up to eight tiles: the compact index, rank of the order times sets plus rank of the set.
//!
//! A node carries for each group three words:
//!
//! * its set of cells, as a mask: two small tables turn it into the rank of the set;
//! * the same as *units*, a one in the nibble of each cell. Multiplied by 0x111…10 they become, in each nibble, the number
//!   of tiles below that cell: so the slots of the moved tile, before and after, are read off two products;
//! * its order, four bits per tile: the slot. When a tile goes from slot i to slot j those between make room, all at once:
//!   a subtraction with a guard bit in each nibble finds them. Two tables, for the first four tiles and for the others,
//!   turn it into the rank of the order.
//!
//! *Tried,* processor seconds for Korf's hundred boards with 7-8, on a busy machine: carrying the rank of the order and
//! taking it through the maps of `rank.rs` (0.55 against 0.40: the maps of eight tiles are five megabytes); asking for the
//! second sums of all children at once, as for the first (0.48 against 0.33: two of three are never needed); the tables
//! copied to huge pages (0.33 against 0.40, but the copy costs more than it saves).
//!
//! *Lanes* (`lane.rs`), seconds for one board at 80 moves, 14.1 million nodes: recursion 1.12 to 1.55; lanes that pass
//! every child over the stack 1.38 with one, 1.14 with two, 0.99 with four, 0.94 with six, 0.96 to 1.09 with eight, 0.96 to
//! 1.16 with twelve; with the first child kept in its place, and all that a look-up needs one step away, 0.92 with four and
//! 0.87 with six. A fifth of that is still spent at the prefetch, which waits for the address to be translated: with the
//! tables in huge pages throughout, instead of two fifths of them, six lanes took 0.99 instead of 1.21.

use std::sync::Arc;

use super::{BlankMove, Lookup, Pictures, home_of};
use crate::pattern::geometry::{Pattern, inverse};
use crate::pattern::rank::{MAX_TILES, Ranking, slots};
use crate::pattern::table::{Table, Tables};
use crate::prefetch::prefetch;

/// Tiles whose slots are looked up together.
const HEAD: usize = 4;
/// Keys of four slots, four bits each, of which the highest is never used.
const KEYS: usize = 1 << 15;
/// A one in each nibble, and the guard bits.
const ONES: u32 = 0x1111_1111;
const GUARDS: u32 = 8 * ONES;
/// Times this, units become counts of the units below.
const BELOW: u64 = 0x1111_1111_1111_1110;

/// Tables and how to find a tile's.
#[derive(Debug)]
pub(super) struct Ranked<const GROUPS: usize> {
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
    /// By the number of tiles in the lower cells, of which there are never more than eight, and the mask of the upper
    /// eight.
    high: [[u16; 256]; 16],
    /// By the slots of the first four tiles.
    head: Box<[u16; KEYS]>,
    /// By the slots of the others.
    tail: Box<[u8; KEYS]>,
}

/// In no group.
const NONE: u8 = u8::MAX;

impl<const GROUPS: usize> Ranked<GROUPS> {
    /// `None` if there are more groups.
    pub(super) fn new(tables: &Tables) -> Option<Self> {
        let patterns: Vec<Pattern> = tables.partition().patterns().collect();
        if patterns.len() > GROUPS {
            return None;
        }
        let pictures = Pictures::new(tables);
        let blank = tables.partition().blank();
        let mut by_label = [(NONE, 0); 16];
        let mut groups = std::array::from_fn(|_| None);
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

    /// For one search: all that a look-up needs, as near as can be.
    pub(super) fn view(&self) -> View<'_, GROUPS> {
        let places = self.groups.iter().flatten().map(Group::place).collect();
        View { places, tiles: self.tiles, is_reflected: self.is_reflected }
    }
}

impl Group {
    fn place(&self) -> Place<'_> {
        let Self { table, rank, cells } = self;
        Place { values: table.values(), rank, head: &rank.head, tail: &rank.tail, cells: *cells }
    }
}

impl Rank {
    fn new(ranking: &Ranking) -> Self {
        let tiles = ranking.tiles();
        let mut this = Self {
            sets: ranking.sets() as u32,
            low: [(0, 0); 256],
            high: [[0; 256]; 16],
            head: zeros(),
            tail: zeros(),
        };
        this.fill_sets(ranking);
        this.fill_orders(tiles);
        this
    }

    fn fill_sets(&mut self, ranking: &Ranking) {
        for low in 0..256_usize {
            self.low[low] = (ranking.part(0, 0, low) as u16, low.count_ones() as u16);
        }
        for (below, high) in self.high[..=MAX_TILES].iter_mut().enumerate() {
            for (bits, rank) in high.iter_mut().enumerate() {
                *rank = ranking.part(1, below, bits) as u16;
            }
        }
    }

    fn fill_orders(&mut self, tiles: usize) {
        let tail = tiles.saturating_sub(HEAD);
        let tail_orders: usize = (1..=tail).product();
        for rank in 0..(1..=tiles).product() {
            let slots = pack(&slots(tiles, rank)[..tiles]) as usize;
            self.head[slots & (KEYS - 1)] = (rank / tail_orders * tail_orders) as u16;
            self.tail[slots >> 16 & (KEYS - 1)] = (rank % tail_orders) as u8;
        }
    }
}

/// By key, nothing yet.
#[allow(clippy::unnecessary_box_returns)] // Made on the heap, since a stack may be small.
fn zeros<T: Copy + Default + std::fmt::Debug>() -> Box<[T; KEYS]> {
    vec![T::default(); KEYS].try_into().expect("as many as there are keys")
}

/// Slots, four bits each. Tiles that are not there are always above all others.
fn pack(slots: &[u8]) -> u32 {
    slots.iter().enumerate().fold(7 * ONES, |packed, (i, &slot)| packed ^ (7 ^ slot as u32) << (4 * i))
}

/// A group's part of a sum.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// A one in the nibble of each of its cells.
    units: u64,
    /// By tile, four bits: its slot.
    slots: u32,
    /// Its cells.
    mask: u16,
    value: u16,
}

const NO_PIECE: Piece = Piece { units: 0, slots: 0, mask: 0, value: 0 };

/// How many units are below a cell.
#[inline(always)]
fn below(units: u64, cell: u8) -> u32 {
    (units.wrapping_mul(BELOW) >> (4 * cell) & 15) as u32
}

/// Slots after the tile in slot `from` went to slot `to`, but for the tile itself.
#[inline(always)]
fn make_room(slots: u32, from: u32, to: u32) -> u32 {
    // The guard bits of those whose slot is at least so much.
    let at_least = |least: u32| (slots | GUARDS).wrapping_sub(least * ONES) & GUARDS;
    let down = at_least(from + 1) & !at_least(to + 1);
    let up = at_least(to) & !at_least(from);
    slots - (down >> 3) + (up >> 3)
}

/// A sum's part of a node.
#[derive(Clone, Copy)]
pub(super) struct SumState<const GROUPS: usize> {
    pieces: [Piece; GROUPS],
}

impl<const GROUPS: usize> SumState<GROUPS> {
    #[inline]
    fn sum(&self) -> i32 {
        self.pieces.iter().map(|piece| piece.value as i32).sum()
    }
}

/// What a move changes: a group's part.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// Which group; [`NONE`] for none.
    at: u32,
    /// Where its value is in the table.
    index: u32,
    /// Its part, whose value is yet to be read.
    piece: Piece,
}

/// The tables during a search.
pub(super) struct View<'a, const GROUPS: usize> {
    places: Vec<Place<'a>>,
    tiles: [[(u8, u8); 16]; 2],
    is_reflected: bool,
}

/// A group's table during a search.
struct Place<'a> {
    values: &'a [u8],
    rank: &'a Rank,
    head: &'a [u16; KEYS],
    tail: &'a [u8; KEYS],
    cells: [[u8; 16]; 2],
}

impl Place<'_> {
    /// Where the table has the value of tiles in these slots of these cells.
    #[inline(always)]
    fn index(&self, slots: u32, mask: u16) -> u32 {
        let (head, tail) = (slots as usize & (KEYS - 1), (slots >> 16) as usize & (KEYS - 1));
        let order = self.head[head] as u32 + self.tail[tail] as u32;
        let (low, count) = self.rank.low[mask as usize & 255];
        let set = low as u32 + self.rank.high[count as usize & 15][mask as usize >> 8] as u32;
        order * self.rank.sets + set
    }
}

impl<const GROUPS: usize> Lookup for View<'_, GROUPS> {
    type SumState = SumState<GROUPS>;
    type Step = Step;
    const NO_STEP: Step = Step { at: NONE as u32, index: 0, piece: NO_PIECE };
    const LANES: usize = 6;

    #[inline]
    fn is_reflected(&self) -> bool {
        self.is_reflected
    }

    fn cells(&self) -> [[u8; 16]; 2] {
        [[0; 16]; 2]
    }

    fn sum_state(&self, second: bool, labels: &[u16]) -> (SumState<GROUPS>, i32) {
        let mut state = SumState { pieces: [NO_PIECE; GROUPS] };
        for (at, place) in self.places.iter().enumerate() {
            let of_place = self.tiles[0].iter().filter(|&&(of, _)| of as usize == at);
            let mut cells = vec![0; of_place.count()];
            let piece = &mut state.pieces[at];
            for (cell, &label) in labels.iter().enumerate().filter(|&(_, &label)| label != 0) {
                let (of, i) = self.tiles[second as usize][label as usize];
                if of as usize == at {
                    let cell = place.cells[second as usize][cell];
                    cells[i as usize] = cell;
                    piece.units |= 1 << (4 * cell);
                    piece.mask |= 1 << cell;
                }
            }
            let slots: Vec<u8> = cells.iter().map(|&cell| below(piece.units, cell) as u8).collect();
            piece.slots = pack(&slots);
            piece.value = place.values[place.index(piece.slots, piece.mask) as usize] as u16;
        }
        (state, state.sum())
    }

    #[inline(always)]
    fn prefetch<const SECOND: bool>(
        &self,
        state: &SumState<GROUPS>,
        label: usize,
        blank_move: BlankMove,
        to: usize,
    ) -> Step {
        let (at, i) = self.tiles[SECOND as usize][label & 15];
        let at = at as usize;
        let Some(place) = self.places.get(at) else { return Self::NO_STEP };
        let cells = &place.cells[SECOND as usize];
        let (from, to) = (cells[blank_move.cell as usize & 15] & 15, cells[to & 15] & 15);
        let before = &state.pieces[at.min(GROUPS - 1)];
        let units = before.units ^ 1 << (4 * from) ^ 1 << (4 * to);
        let (old, new) = (below(before.units, from), below(units, to));
        let slots = make_room(before.slots, old, new) ^ (old ^ new) << (4 * (i & 7));
        let mask = before.mask ^ 1 << from ^ 1 << to;
        let index = place.index(slots, mask);
        prefetch(place.values, index as usize);
        Step { at: at as u32, index, piece: Piece { units, slots, mask, value: 0 } }
    }

    #[inline(always)]
    fn read(&self, state: &SumState<GROUPS>, step: &mut Step) -> i32 {
        let at = step.at as usize;
        let Some(place) = self.places.get(at) else { return state.sum() };
        step.piece.value = place.values[step.index as usize] as u16;
        state.sum() - state.pieces[at.min(GROUPS - 1)].value as i32 + step.piece.value as i32
    }

    #[inline(always)]
    fn apply(state: &mut SumState<GROUPS>, step: &Step) {
        if let Some(place) = state.pieces.get_mut(step.at as usize) {
            *place = step.piece;
        }
    }
}
