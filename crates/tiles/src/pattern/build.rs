//! Fills a table: for every placement of a pattern's tiles, the fewest moves *of those tiles* to their goal cells.
//!
//! The other tiles are all alike and their moves cost nothing, so the blank may go wherever pattern tiles do not stand in
//! its way. A state of the build is therefore
//!
//! ```text
//! (set of cells that the pattern's tiles occupy, connected region of the other cells that holds the blank)  x  order
//!  └───────────────────────────── a block ────────────────────────────────────────────────────────────┘       └ k! bits
//! ```
//! and a move takes a tile next to the region into it. It takes the whole block to another one: order by order, through
//! a fixed map of orders (`rank.rs`), which for moves along a row changes nothing at all.
//!
//! So breadth-first search, level by level, is work on bit sets. Each block *pulls*: the states it reaches at the next
//! level are the union of its neighbours' states at this level, taken through the maps, less those it had before. Where
//! the map changes nothing that is an `or` of words; else bit by bit within a few kilobytes. Nobody writes to another's
//! block, so threads need no locks or atomics.
//!
//! The table keeps the least distance over the regions of each set: one byte a placement. The first level at which any region of a
//! set has an order is what is written down. A table by region (`pockets.rs`) keeps two such distances in the byte: one for
//! regions of a single cell, one for all others.
//!
//! Where a pattern is its own picture in a mirror, half of the sets is enough (`mirror.rs`).
//!
//! Memory: three bits per state (reached, this level, next level) and a byte per entry. For 8 tiles on 4x4 that is 1,425
//! million states and 519 million entries, 1.1 GB.

pub(super) mod graph;
mod mirror;
mod part;

use hueco_search::{Budget, Limit};

use super::geometry::Pattern;
use super::rank::{RankError, Ranking, Turns, placements};
use graph::{Edge, Regions};
pub use part::Part;

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The distance that is being filled in.
    pub level: u32,
    /// Entries known.
    pub done: u64,
    /// Entries in all.
    pub entries: u64,
}

/// Why a table was not built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The budget ended: time, memory or the cancel flag.
    #[error("the build was stopped by its {0:?} limit")]
    Stopped(Limit),
    /// Its placements cannot be numbered.
    #[error(transparent)]
    Rank(#[from] RankError),
}

/// The most bytes that building a table takes at once, its own included. Computed before anything is allocated. A build with a
/// mirror takes less: it never touches half of the bit sets.
pub fn build_bytes(pattern: &Pattern) -> Result<u64, RankError> {
    let (cells, tiles) = (pattern.shape().cells(), pattern.tiles());
    Ranking::check(cells, tiles)?;
    let orders = placements(tiles, tiles);
    let sets = placements(cells, tiles) / orders;
    let regions = Regions::count(pattern.shape(), tiles);
    let bitmaps = 3 * 8 * orders.div_ceil(64) * regions;
    let edges = sets * 4 * tiles as u64 * size_of::<Edge>() as u64;
    let lists = regions * 16 + sets * 16;
    // At the end the bit sets are gone and the values are turned around.
    Ok(sets * orders + edges + lists + (bitmaps + Turns::bytes(tiles)).max(sets * orders))
}

/// Builds the table of a pattern with this many threads. `progress` is called at every level.
///
/// The bytes are those of the table, by [`Ranking::index`] of the tiles' cells, tiles in the order of their goal cells.
pub fn build(
    pattern: &Pattern,
    threads: usize,
    budget: &Budget,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<u8>, BuildError> {
    budget.check().map_err(BuildError::Stopped)?;
    budget.allow_bytes(build_bytes(pattern)?).map_err(BuildError::Stopped)?;
    let sets = Ranking::new(pattern.shape().cells(), pattern.tiles())?.sets();
    let mut part = Part::new(pattern, 0..sets)?;
    let (mut done, entries) = (part.known(), build_entries(pattern));
    for level in 1.. {
        progress(Progress { level, done, entries });
        done += part.level(level, threads, budget).map_err(BuildError::Stopped)?;
        if !part.is_alive() {
            break;
        }
    }
    Ok(by_order(&part.into_values(), sets))
}

/// A distance that is not known yet. Known ones stop at one less: a bound that stops growing is still a bound.
const UNKNOWN: u8 = u8::MAX;

fn build_entries(pattern: &Pattern) -> u64 {
    placements(pattern.shape().cells(), pattern.tiles())
}

/// The search goes set by set; the table goes order by order. The values of this many sets, turned around.
pub fn by_order(values: &[u8], sets: usize) -> Vec<u8> {
    transposed(values, values.len() / sets.max(1))
}

/// From rows of `orders` values to `orders` rows, in squares that stay in the cache.
fn transposed(values: &[u8], orders: usize) -> Vec<u8> {
    const SIDE: usize = 64;
    let sets = values.len() / orders;
    let mut out = vec![0; values.len()];
    for first_order in (0..orders).step_by(SIDE) {
        for first_set in (0..sets).step_by(SIDE) {
            for order in first_order..(first_order + SIDE).min(orders) {
                let row = &mut out[order * sets + first_set..][..SIDE.min(sets - first_set)];
                for (value, from) in row.iter_mut().zip(values[first_set * orders + order..].iter().step_by(orders)) {
                    *value = *from;
                }
            }
        }
    }
    out
}
