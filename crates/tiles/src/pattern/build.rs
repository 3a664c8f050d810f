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
//! The table keeps the least distance over the regions of each set: one byte a placement. The regions' own distances
//! are never stored; the first level at which any region of a set has an order is what is written down.
//!
//! Memory: three bits a state (reached, this level, next level) and a byte an entry. For 8 tiles on 4x4 that is 1,425
//! million states and 519 million entries, 1.1 GB.

use std::sync::Mutex;

use hueco_search::{Budget, Limit};

use super::geometry::{Pattern, bits};
use super::rank::{RankError, Ranking, Turns, placements};
use crate::board::{Direction, Shape};

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

/// The most bytes that building a table takes at once, its own included. Told before anything is allocated.
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

/// Builds the table of a pattern with this many threads. `progress` is told at every level.
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
    let ranking = Ranking::new(pattern.shape().cells(), pattern.tiles())?;
    let graph = Graph::new(pattern.shape(), &ranking);
    Levels::new(pattern, &ranking, &graph).run(threads.max(1), budget, progress)
}

/// A distance that is not known yet. Known ones stop at one less: a bound that stops growing is still a bound.
const UNKNOWN: u8 = u8::MAX;

/// The regions of all sets: block numbers are counted set by set.
struct Regions {
    /// By set: its first block; one more at the end.
    first: Vec<u32>,
    /// By block: the cells of the region.
    cells: Vec<u64>,
}

impl Regions {
    fn new(shape: Shape, ranking: &Ranking) -> Self {
        let sides = sides(shape);
        let (mut first, mut cells) = (Vec::with_capacity(ranking.sets() + 1), Vec::new());
        for mask in ranking.masks() {
            first.push(cells.len() as u32);
            split(mask, &sides, |region| cells.push(region));
        }
        first.push(cells.len() as u32);
        Self { first, cells }
    }

    fn count(shape: Shape, tiles: usize) -> u64 {
        let sides = sides(shape);
        let Ok(ranking) = Ranking::new(shape.cells(), tiles) else { return 0 };
        let mut count = 0;
        for mask in ranking.masks() {
            split(mask, &sides, |_| count += 1);
        }
        count
    }

    fn of(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.first[set + 1] as usize
    }
}

/// Masks that tell which cells have a cell to their left, and the like, for growing regions in whole words.
struct Sides {
    all: u64,
    not_first_col: u64,
    not_last_col: u64,
    cols: u32,
}

fn sides(shape: Shape) -> Sides {
    let mask = |wanted: &dyn Fn(usize) -> bool| {
        (0..shape.cells()).filter(|&cell| wanted(cell)).fold(0_u64, |mask, cell| mask | 1 << cell)
    };
    Sides {
        all: mask(&|_| true),
        not_first_col: mask(&|cell| shape.col(cell) > 0),
        not_last_col: mask(&|cell| shape.col(cell) + 1 < shape.cols()),
        cols: shape.cols() as u32,
    }
}

/// The connected regions of the cells outside `mask`.
fn split(mask: u64, sides: &Sides, mut each: impl FnMut(u64)) {
    let mut free = sides.all & !mask;
    while free != 0 {
        let mut region = free & free.wrapping_neg();
        loop {
            let vertical = region.checked_shl(sides.cols).unwrap_or(0) | region.checked_shr(sides.cols).unwrap_or(0);
            let horizontal = (region & sides.not_last_col) << 1 | (region & sides.not_first_col) >> 1;
            let grown = (region | vertical | horizontal) & free;
            if grown == region {
                break;
            }
            region = grown;
        }
        free &= !region;
        each(region);
    }
}

/// A way from another block into this one.
#[derive(Clone, Copy)]
struct Edge {
    /// The block it comes from.
    from: u32,
    /// The slots of the moved tile there and here.
    slots: (u8, u8),
}

/// The blocks and the ways between them.
struct Graph {
    regions: Regions,
    /// By block: its first edge; one more at the end.
    first: Vec<u32>,
    edges: Vec<Edge>,
}

impl Graph {
    fn new(shape: Shape, ranking: &Ranking) -> Self {
        let regions = Regions::new(shape, ranking);
        let (mut first, mut edges) = (Vec::with_capacity(regions.cells.len() + 1), Vec::new());
        let below = |mask: u64, cell: usize| (mask & ((1 << cell) - 1)).count_ones() as u8;
        let neighbours: Vec<Vec<usize>> = (0..shape.cells())
            .map(|cell| Direction::ALL.into_iter().filter_map(|d| shape.neighbour(cell, d)).collect())
            .collect();
        for (set, mask) in ranking.masks().enumerate() {
            for block in regions.of(set) {
                first.push(edges.len() as u32);
                let region = regions.cells[block];
                for tile in bits(mask) {
                    for &free in neighbours[tile].iter().filter(|&&cell| region >> cell & 1 == 1) {
                        // Moves can be undone: where this block's tile can go, the other block's comes from.
                        let other = mask ^ 1 << tile ^ 1 << free;
                        let mut blocks = regions.of(ranking.set(other));
                        let from = blocks.find(|&block| regions.cells[block] >> tile & 1 == 1);
                        let from = from.expect("the cell that a tile has left is in a region") as u32;
                        edges.push(Edge { from, slots: (below(other, free), below(mask, tile)) });
                    }
                }
            }
        }
        first.push(edges.len() as u32);
        Self { regions, first, edges }
    }

    fn into(&self, block: usize) -> &[Edge] {
        &self.edges[self.first[block] as usize..self.first[block + 1] as usize]
    }
}

/// The search, level by level.
struct Levels<'a> {
    graph: &'a Graph,
    turns: Turns,
    orders: usize,
    /// Words of a block's bit set.
    words: usize,
    values: Vec<u8>,
    reached: Vec<u64>,
    this: Vec<u64>,
    next: Vec<u64>,
    /// By block: whether it has any state of this level.
    alive: Vec<bool>,
    next_alive: Vec<bool>,
    /// By block: whether every state was reached.
    complete: Vec<bool>,
    done: u64,
}

/// The part of a level that one thread works on at a time: some sets, with their blocks.
struct Share<'a> {
    first_set: usize,
    values: &'a mut [u8],
    reached: &'a mut [u64],
    next: &'a mut [u64],
    alive: &'a mut [bool],
    complete: &'a mut [bool],
}

/// Bits of the largest block, with room so that a 16-bit order never leaves it.
type Scratch = [u64; 1 << 10];

impl<'a> Levels<'a> {
    fn new(pattern: &Pattern, ranking: &Ranking, graph: &'a Graph) -> Self {
        let blocks = graph.regions.cells.len();
        let orders = ranking.orders();
        let words = orders.div_ceil(64);
        let mut this = Self {
            graph,
            turns: ranking.turns(),
            orders,
            words,
            values: vec![UNKNOWN; ranking.entries()],
            reached: vec![0; blocks * words],
            this: vec![0; blocks * words],
            next: vec![0; blocks * words],
            alive: vec![false; blocks],
            next_alive: vec![false; blocks],
            complete: vec![false; blocks],
            done: 1,
        };
        // Every tile in its goal cell, in order: the first order. The blank's region is the only one at no distance.
        let set = ranking.set(pattern.homes());
        let block = graph.regions.of(set).find(|&block| graph.regions.cells[block] >> pattern.blank() & 1 == 1);
        let block = block.expect("no tile belongs in the blank's goal cell");
        this.values[set * orders] = 0;
        this.this[block * words] = 1;
        this.reached[block * words] = 1;
        this.alive[block] = true;
        this.complete[block] = orders == 1;
        this
    }

    fn run(
        mut self,
        threads: usize,
        budget: &Budget,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<u8>, BuildError> {
        for level in 1.. {
            progress(Progress { level, done: self.done, entries: self.values.len() as u64 });
            self.level(level.min(UNKNOWN as u32 - 1) as u8, threads, budget).map_err(BuildError::Stopped)?;
            std::mem::swap(&mut self.this, &mut self.next);
            std::mem::swap(&mut self.alive, &mut self.next_alive);
            if !self.alive.contains(&true) {
                break;
            }
        }
        // The search goes set by set; the table goes order by order.
        let (values, orders) = (std::mem::take(&mut self.values), self.orders);
        drop(self);
        Ok(transposed(&values, orders))
    }

    fn level(&mut self, level: u8, threads: usize, budget: &Budget) -> Result<(), Limit> {
        let (graph, words, orders) = (self.graph, self.words, self.orders);
        let pull = Pull { graph, turns: &self.turns, words, orders, this: &self.this, alive: &self.alive, level };
        let sets = self.values.len() / orders;
        // Small shares, so that threads end together.
        let share = (sets / (threads * 16)).max(64);
        let mut left = Share {
            first_set: 0,
            values: &mut self.values,
            reached: &mut self.reached,
            next: &mut self.next,
            alive: &mut self.next_alive,
            complete: &mut self.complete,
        };
        let mut shares = Vec::new();
        while left.first_set < sets {
            let few = share.min(sets - left.first_set);
            let (one, rest) = left.split(few, graph, words, orders);
            shares.push(one);
            left = rest;
        }
        if threads == 1 {
            for share in &mut shares {
                budget.check()?;
                self.done += pull.share(share, &mut [0; 1 << 10], &mut vec![0; words]);
            }
            return Ok(());
        }
        let shares = Mutex::new(shares.into_iter());
        let work = || {
            let (mut scratch, mut before, mut found) = ([0; 1 << 10], vec![0; words], 0);
            loop {
                budget.check()?;
                let share = shares.lock().expect("no thread panics with the list in hand").next();
                let Some(mut share) = share else { return Ok(found) };
                found += pull.share(&mut share, &mut scratch, &mut before);
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut found = work();
            for other in others {
                let theirs = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                found = found.and_then(|found: u64| Ok(found + theirs?));
            }
            found
        })
        .map(|found| self.done += found)
    }
}

impl Share<'_> {
    fn split(self, sets: usize, graph: &Graph, words: usize, orders: usize) -> (Self, Self) {
        let first = self.first_set;
        let blocks = (graph.regions.first[first + sets] - graph.regions.first[first]) as usize;
        let (values, values_left) = self.values.split_at_mut(sets * orders);
        let (reached, reached_left) = self.reached.split_at_mut(blocks * words);
        let (next, next_left) = self.next.split_at_mut(blocks * words);
        let (alive, alive_left) = self.alive.split_at_mut(blocks);
        let (complete, complete_left) = self.complete.split_at_mut(blocks);
        (
            Share { first_set: first, values, reached, next, alive, complete },
            Share {
                first_set: first + sets,
                values: values_left,
                reached: reached_left,
                next: next_left,
                alive: alive_left,
                complete: complete_left,
            },
        )
    }
}

/// What every thread of a level reads.
struct Pull<'a> {
    graph: &'a Graph,
    turns: &'a Turns,
    words: usize,
    orders: usize,
    this: &'a [u64],
    alive: &'a [bool],
    level: u8,
}

impl Pull<'_> {
    /// Every block of a share pulls from its neighbours. How many entries became known.
    fn share(&self, share: &mut Share<'_>, scratch: &mut Scratch, before: &mut [u64]) -> u64 {
        let (words, regions) = (self.words, &self.graph.regions);
        let first_block = regions.first[share.first_set] as usize;
        let mut found = 0;
        for (at, values) in share.values.chunks_exact_mut(self.orders).enumerate() {
            let blocks = regions.of(share.first_set + at);
            let mut is_before_known = false;
            for block in blocks.clone() {
                let here = block - first_block;
                let next = &mut share.next[here * words..][..words];
                if share.complete[here] || !self.graph.into(block).iter().any(|edge| self.alive[edge.from as usize]) {
                    share.alive[here] = false;
                    continue;
                }
                if !is_before_known {
                    // An order that any region of the set had before this level has its value already.
                    before.fill(0);
                    let all = &share.reached[(blocks.start - first_block) * words..][..blocks.len() * words];
                    for reached in all.chunks_exact(words) {
                        or(before, reached);
                    }
                    is_before_known = true;
                }
                self.gather(block, scratch);
                let reached = &mut share.reached[here * words..][..words];
                let (mut any, mut all) = (0, 0);
                for word in 0..words {
                    let new = scratch[word] & !reached[word];
                    next[word] = new;
                    reached[word] |= new;
                    any |= new;
                    all += reached[word].count_ones() as usize;
                    let mut bits = new & !before[word];
                    before[word] |= bits;
                    found += bits.count_ones() as u64;
                    while bits != 0 {
                        values[64 * word + bits.trailing_zeros() as usize] = self.level;
                        bits &= bits - 1;
                    }
                }
                share.alive[here] = any != 0;
                share.complete[here] = all == self.orders;
            }
        }
        found
    }

    /// What a block's neighbours send it.
    fn gather(&self, block: usize, scratch: &mut Scratch) {
        let words = self.words;
        scratch[..words].fill(0);
        for edge in self.graph.into(block).iter().filter(|edge| self.alive[edge.from as usize]) {
            let source = &self.this[edge.from as usize * words..][..words];
            let (from, to) = edge.slots;
            if from == to {
                or(&mut scratch[..words], source);
                continue;
            }
            let map = self.turns.map(from as usize, to as usize);
            for (orders, &word) in map.chunks(64).zip(source) {
                let mut bits = word;
                while bits != 0 {
                    let order = orders[bits.trailing_zeros() as usize] as usize;
                    scratch[order >> 6] |= 1 << (order & 63);
                    bits &= bits - 1;
                }
            }
        }
    }
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

fn or(into: &mut [u64], from: &[u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}
