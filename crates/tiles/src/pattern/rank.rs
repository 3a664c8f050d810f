//! Numbers for placements: which cells the tiles of a pattern occupy, and in which order they stand there.
//!
//! A placement of k tiles on n cells is a *set* of k cells and an *order*: tile i stands in slot p(i), the p(i)-th of
//! the cells from the lowest on. Its index is
//!
//! ```text
//! rank(order) x number of sets + rank(set)
//! ```
//! The rank of a set is the place of its bit mask among all masks of k bits, smallest first; for cells c0 < c1 < … it is
//! the sum of binomials `C(c_i, i + 1)`. The rank of an order is its place among the sequences p(0) p(1) … in lexicographic
//! order.
//!
//! *Why the sets last.* Most moves keep the order, so a search stays for a while among the sets of one order. On 4x4 with
//! eight tiles these are 12,870 neighbouring bytes, where rank(set) x k! + rank(order) would go to another page of memory
//! at every move: 0.88 s for Korf's hundred boards with 7-8 became 0.58 (the same busy machine).
//!
//! *Why sets and orders apart.* A tile that slides along a row passes no other tile, so its order keeps its rank: all
//! the k! placements on a set go to another set as one block. A tile that slides along a column passes those between,
//! which turns its order through one of a few fixed maps: it goes from slot i to slot j and those between make room.

use thiserror::Error;

/// The most cells a board with patterns can have: a set is a 64-bit mask.
pub const MAX_CELLS: usize = 64;
/// The most tiles of a pattern: the rank of an order fits in 16 bits.
pub const MAX_TILES: usize = 8;
/// The most entries of a table, so that an index and a packed placement fit in 32 bits.
pub const MAX_ENTRIES: u64 = 1 << 31;

/// Why placements cannot be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RankError {
    /// The board has more than [`MAX_CELLS`].
    #[error("boards with pattern databases have at most {MAX_CELLS} cells, not {cells}")]
    Cells {
        /// The board's cells.
        cells: usize,
    },
    /// A pattern has no tile, more than [`MAX_TILES`], or more than the board.
    #[error("a pattern has 1 to {MAX_TILES} tiles of the board, not {tiles}")]
    Tiles {
        /// The pattern's tiles.
        tiles: usize,
    },
    /// More than [`MAX_ENTRIES`] placements.
    #[error("a pattern of {tiles} tiles on {cells} cells has {entries} entries, at most {MAX_ENTRIES} are possible")]
    Entries {
        /// The board's cells.
        cells: usize,
        /// The pattern's tiles.
        tiles: usize,
        /// The entries of its table.
        entries: u64,
    },
}

/// How many ways there are to place `tiles` on `cells`; `u64::MAX` where that is more.
pub fn placements(cells: usize, tiles: usize) -> u64 {
    (0..tiles).fold(1, |product: u64, i| product.saturating_mul(cells.saturating_sub(i) as u64))
}

/// The numbering of placements of a number of tiles on a number of cells.
#[derive(Clone, Debug)]
pub struct Ranking {
    cells: usize,
    tiles: usize,
    sets: usize,
    orders: usize,
    /// By eight cells of the mask, number of tiles below them and their eight bits: what they add to the rank.
    chunks: Box<[[[u32; 256]; MAX_TILES + 1]]>,
}

impl Ranking {
    /// Whether there is a numbering for these numbers of cells and tiles.
    pub fn check(cells: usize, tiles: usize) -> Result<(), RankError> {
        if cells > MAX_CELLS {
            return Err(RankError::Cells { cells });
        }
        if tiles == 0 || tiles > MAX_TILES || tiles >= cells {
            return Err(RankError::Tiles { tiles });
        }
        let entries = placements(cells, tiles);
        if entries > MAX_ENTRIES {
            return Err(RankError::Entries { cells, tiles, entries });
        }
        Ok(())
    }

    /// The numbering for these numbers of cells and tiles.
    pub fn new(cells: usize, tiles: usize) -> Result<Self, RankError> {
        Self::check(cells, tiles)?;
        let entries = placements(cells, tiles);
        let orders = placements(tiles, tiles);
        let mut chunks = vec![[[0; 256]; MAX_TILES + 1]; cells.div_ceil(8)].into_boxed_slice();
        for (at, chunk) in chunks.iter_mut().enumerate() {
            for (below, ranks) in chunk.iter_mut().enumerate().take(tiles + 1) {
                for (bits, rank) in ranks.iter_mut().enumerate() {
                    let inside = (0..8).filter(|bit| bits >> bit & 1 == 1);
                    let each = inside.enumerate().map(|(i, bit)| choose(8 * at + bit, below + i + 1));
                    // Masks with more tiles than the pattern, or cells that the board has not, are never asked for.
                    *rank = each.fold(0, |sum: u64, one| sum.saturating_add(one)).try_into().unwrap_or(0);
                }
            }
        }
        Ok(Self { cells, tiles, sets: (entries / orders) as usize, orders: orders as usize, chunks })
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Tiles of the pattern.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Sets of cells.
    pub fn sets(&self) -> usize {
        self.sets
    }

    /// Orders on a set.
    #[inline]
    pub fn orders(&self) -> usize {
        self.orders
    }

    /// Placements.
    pub fn entries(&self) -> usize {
        self.sets * self.orders
    }

    /// Every set as a mask, in the order of the ranks.
    pub fn masks(&self) -> impl Iterator<Item = u64> + use<> {
        let mut next = (1_u64 << self.tiles) - 1;
        (0..self.sets).map(move |_| {
            let mask = next;
            // The next larger number with as many ones; after the last one it may be anything.
            let low = mask & mask.wrapping_neg();
            let carried = mask.wrapping_add(low);
            next = carried | ((mask ^ carried) >> 2).checked_div(low).unwrap_or(0);
            mask
        })
    }

    /// The rank of a set of [`Ranking::tiles`] cells.
    #[inline]
    pub fn set(&self, mask: u64) -> usize {
        let (mut rank, mut below) = (0, 0);
        for (at, chunk) in self.chunks.iter().enumerate() {
            let bits = (mask >> (8 * at) & 255) as usize;
            rank += chunk[below.min(MAX_TILES)][bits];
            below += bits.count_ones() as usize;
        }
        rank as usize
    }

    /// What eight cells add to the rank of a set: those from cell 8 x `at` on, with `below` tiles below them.
    pub(super) fn part(&self, at: usize, below: usize, bits: usize) -> u32 {
        self.chunks.get(at).map_or(0, |chunk| chunk[below][bits])
    }

    /// The index of a placement: by tile, its cell. The cells must differ.
    pub fn index(&self, cells: &[u8]) -> usize {
        let mask = cells.iter().fold(0, |mask, &cell| mask | 1_u64 << cell);
        let mut slots = [0; MAX_TILES];
        for (slot, &cell) in slots.iter_mut().zip(cells) {
            *slot = (mask & ((1 << cell) - 1)).count_ones() as u8;
        }
        order(&slots[..cells.len()]) * self.sets + self.set(mask)
    }

    /// Maps of orders for a tile that goes from one slot to another.
    pub fn turns(&self) -> Turns {
        Turns::new(self.tiles)
    }
}

fn choose(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |c, i| c * (n - i) as u64 / (i as u64 + 1)) }
}

/// The rank of an order: by tile, its slot.
pub fn order(slots: &[u8]) -> usize {
    let (mut rank, mut taken) = (0, 0_u32);
    for (i, &slot) in slots.iter().enumerate() {
        let smaller_taken = (taken & ((1 << slot) - 1)).count_ones() as usize;
        rank = rank * (slots.len() - i) + slot as usize - smaller_taken;
        taken |= 1 << slot;
    }
    rank
}

/// The order of a rank: by tile, its slot. Entries beyond `tiles` are zero.
pub fn slots(tiles: usize, mut rank: usize) -> [u8; MAX_TILES] {
    let mut slots = [0; MAX_TILES];
    for i in (0..tiles).rev() {
        let slot = (rank % (tiles - i)) as u8;
        rank /= tiles - i;
        // So far the later tiles are numbered among themselves: those from this slot on make room.
        for later in &mut slots[i + 1..tiles] {
            *later += u8::from(*later >= slot);
        }
        slots[i] = slot;
    }
    slots
}

/// For each pair of slots the map of orders when a tile goes from one to the other and those between make room.
#[derive(Clone, Debug)]
pub struct Turns {
    tiles: usize,
    orders: usize,
    /// By slot left, slot entered, and rank before: the rank after.
    maps: Box<[u16]>,
}

impl Turns {
    fn new(tiles: usize) -> Self {
        let orders = placements(tiles, tiles) as usize;
        // A step to the next slot exchanges two neighbours.
        let mut steps = vec![0; tiles.saturating_sub(1) * orders];
        for rank in 0..orders {
            let slots = slots(tiles, rank);
            for (low, step) in steps.chunks_exact_mut(orders).enumerate() {
                let low = low as u8;
                let exchanged = slots.map(|slot| match slot {
                    slot if slot == low => low + 1,
                    slot => slot - u8::from(slot == low + 1),
                });
                step[rank] = order(&exchanged[..tiles]) as u16;
            }
        }
        // Longer ways are made of steps, each from the way that is one shorter.
        let mut maps = vec![0; tiles * tiles * orders];
        let place = |from: usize, to: usize| (from * tiles + to) * orders;
        for from in 0..tiles {
            let here = place(from, from);
            for rank in 0..orders {
                maps[here + rank] = rank as u16;
            }
            let up = (from + 1..tiles).map(|to| (to - 1, to - 1, to));
            let down = (0..from).rev().map(|to| (to + 1, to, to));
            for (shorter, low, to) in up.chain(down) {
                let (shorter, longer) = (place(from, shorter), place(from, to));
                let step = &steps[low * orders..][..orders];
                for rank in 0..orders {
                    maps[longer + rank] = step[maps[shorter + rank] as usize];
                }
            }
        }
        Self { tiles, orders, maps: maps.into() }
    }

    /// By rank of an order: its rank after the tile in slot `from` went to slot `to`.
    #[inline]
    pub fn map(&self, from: usize, to: usize) -> &[u16] {
        &self.maps[(from * self.tiles + to) * self.orders..][..self.orders]
    }

    /// The rank of an order after the tile in slot `from` went to slot `to`.
    #[inline]
    pub fn after(&self, from: usize, to: usize, order: usize) -> usize {
        self.maps[(from * self.tiles + to) * self.orders + order] as usize
    }

    /// Bytes held.
    pub fn bytes(tiles: usize) -> u64 {
        2 * placements(tiles, tiles) * (tiles * tiles) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_orders_are_numbered_without_gaps() {
        for (cells, tiles) in [(4, 1), (9, 3), (16, 5), (25, 4), (64, 2), (9, 8)] {
            let ranking = Ranking::new(cells, tiles).unwrap();
            let masks: Vec<u64> = ranking.masks().collect();
            assert!(masks.iter().all(|mask| mask.count_ones() as usize == tiles && mask >> (cells - 1) <= 1));
            assert!(masks.iter().enumerate().all(|(rank, &mask)| ranking.set(mask) == rank));
            assert!((0..ranking.orders()).all(|rank| order(&slots(tiles, rank)[..tiles]) == rank));
        }
    }

    #[test]
    fn a_tile_that_passes_others_turns_the_order() {
        let turns = Ranking::new(16, 4).unwrap().turns();
        let before = order(&[2, 0, 3, 1]);
        // The tile in slot 3 goes to slot 1: those in 1 and 2 make room.
        assert_eq!(turns.map(3, 1)[before] as usize, order(&[3, 0, 1, 2]));
        assert_eq!(turns.map(1, 3)[turns.map(3, 1)[before] as usize] as usize, before);
        assert_eq!(turns.map(2, 2)[before] as usize, before);
    }

    #[test]
    fn too_much_is_refused() {
        assert_eq!(Ranking::new(65, 1).unwrap_err(), RankError::Cells { cells: 65 });
        assert_eq!(Ranking::new(16, 0).unwrap_err(), RankError::Tiles { tiles: 0 });
        assert_eq!(Ranking::new(16, 9).unwrap_err(), RankError::Tiles { tiles: 9 });
        assert_eq!(Ranking::new(4, 4).unwrap_err(), RankError::Tiles { tiles: 4 });
        assert!(matches!(Ranking::new(64, 8).unwrap_err(), RankError::Entries { .. }));
    }
}
