//! A build, or the part of it that one worker of several has.
//!
//! A part is a range of sets with all their blocks. Blocks of other parts from which a way leads here are *guests*: before
//! each level, their owner lends their bits of the level before. A build by one process is one part without guests.

use std::ops::Range;
use std::sync::Mutex;

use hueco_search::{Budget, Limit};

use super::graph::{Edge, Graph};
use super::mirror::Mirror;
use super::{BuildError, UNKNOWN};
use crate::IS_SMALL;
use crate::pattern::geometry::Pattern;
use crate::pattern::pockets::{Place, Writer, place};
use crate::pattern::rank::{Ranking, Turns};

/// Some neighbouring sets of a table that is being built.
pub struct Part {
    graph: Graph,
    turns: Turns,
    orders: usize,
    /// Words of a block's bit set.
    words: usize,
    values: Vec<u8>,
    /// For a table by region.
    writer: Option<Writer>,
    reached: Vec<u64>,
    this: Vec<u64>,
    next: Vec<u64>,
    /// By block: whether it has any state of this level.
    alive: Vec<bool>,
    next_alive: Vec<bool>,
    /// By block: whether every state was reached.
    complete: Vec<bool>,
    guests: Vec<u64>,
    guests_alive: Vec<bool>,
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

impl Part {
    /// The sets `sets` of a pattern, with nothing known but the goal.
    ///
    /// # Panics
    ///
    /// If there are no such sets.
    pub fn new(pattern: &Pattern, sets: Range<usize>) -> Result<Self, BuildError> {
        let ranking = Ranking::new(pattern.shape().cells(), pattern.tiles())?;
        assert!(sets.start <= sets.end && sets.end <= ranking.sets(), "a range of the pattern's sets");
        let is_whole = sets.len() == ranking.sets();
        let mirror = if is_whole { Mirror::of(pattern, &ranking) } else { None };
        Ok(Self::begun(pattern, &ranking, sets, mirror))
    }

    fn begun(pattern: &Pattern, ranking: &Ranking, sets: Range<usize>, mirror: Option<Mirror>) -> Self {
        let graph = Graph::new(pattern.shape(), ranking, sets.clone(), mirror);
        let (blocks, guests) = (graph.own().len(), graph.guests.len());
        let orders = ranking.orders();
        let words = orders.div_ceil(64);
        let mut this = Self {
            graph,
            turns: ranking.turns(),
            orders,
            words,
            values: vec![UNKNOWN; sets.len() * orders],
            writer: pattern.is_by_region().then(|| Writer::new(pattern, ranking)),
            reached: vec![0; blocks * words],
            this: vec![0; blocks * words],
            next: vec![0; blocks * words],
            alive: vec![false; blocks],
            next_alive: vec![false; blocks],
            complete: vec![false; blocks],
            guests: vec![0; guests * words],
            guests_alive: vec![false; guests],
        };
        let home = ranking.set(pattern.homes());
        if sets.contains(&home) {
            this.begin(pattern, home - sets.start);
        }
        this
    }

    /// Every tile in its goal cell, in order: the first order. The blank's region is the only one at no distance.
    fn begin(&mut self, pattern: &Pattern, set: usize) {
        let regions = &self.graph.regions;
        let mut blocks = regions.of(self.graph.sets.start + set);
        let block = blocks.find(|&block| regions.cells[block] >> pattern.blank() & 1 == 1);
        let block = block.expect("no tile belongs in the blank's goal cell");
        let value = &mut self.values[set * self.orders];
        *value = match &self.writer {
            Some(writer) => {
                let place = place(regions.cells[block], regions.masks(self.graph.sets.start + set));
                writer.of_set(regions.masks(self.graph.sets.start + set)).entry(*value, 0, 0, place)
            }
            None => 0,
        };
        let block = block - self.graph.own().start;
        self.this[block * self.words] = 1;
        self.reached[block * self.words] = 1;
        self.alive[block] = true;
        self.complete[block] = self.orders == 1;
    }

    /// Entries known at the beginning.
    pub fn known(&self) -> u64 {
        self.values.iter().filter(|&&value| value != UNKNOWN).count() as u64
    }

    /// Fills in the next level, the `level`-th. How many entries became known.
    ///
    /// After an error the part is half-way through its level and of no further use.
    pub fn level(&mut self, level: u32, threads: usize, budget: &Budget) -> Result<u64, Limit> {
        let found = self.pull(level.min(UNKNOWN as u32 - 1) as u8, threads.max(1), budget)?;
        std::mem::swap(&mut self.this, &mut self.next);
        std::mem::swap(&mut self.alive, &mut self.next_alive);
        self.guests_alive.fill(false);
        Ok(found)
    }

    /// Whether any state was reached at the level that was filled in last.
    pub fn is_alive(&self) -> bool {
        self.alive.contains(&true)
    }

    /// The blocks of other parts that this one needs, each by its number and its set.
    pub fn guests(&self) -> impl Iterator<Item = (u32, usize)> {
        self.graph.guests.iter().map(|&block| (block, self.graph.set_of(block)))
    }

    /// The bits of an own block's states of this level, to be lent; `None` if there are none.
    pub fn lent(&self, block: u32) -> Option<&[u64]> {
        let at = block as usize - self.graph.own().start;
        self.alive[at].then(|| &self.this[at * self.words..][..self.words])
    }

    /// Takes in what another part lends. What nobody here needs is left alone.
    pub fn borrow(&mut self, block: u32, bits: &[u64]) {
        if let (Ok(guest), true) = (self.graph.guests.binary_search(&block), bits.len() == self.words) {
            self.guests[guest * self.words..][..self.words].copy_from_slice(bits);
            self.guests_alive[guest] = true;
        }
    }

    /// The values, set by set; the rest of the part is gone.
    pub fn into_values(self) -> Vec<u8> {
        let Self { mut values, graph, .. } = self;
        if let Some(mirror) = &graph.mirror {
            mirror.complete(&mut values);
        }
        values
    }

    fn pull(&mut self, level: u8, threads: usize, budget: &Budget) -> Result<u64, Limit> {
        let (graph, words, orders) = (&self.graph, self.words, self.orders);
        let pull = Pull {
            graph,
            turns: &self.turns,
            writer: self.writer.as_ref(),
            words,
            orders,
            this: &self.this,
            alive: &self.alive,
            guests: &self.guests,
            guests_alive: &self.guests_alive,
            level,
        };
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
        if IS_SMALL || threads == 1 {
            let mut found = 0;
            for share in &mut shares {
                budget.check()?;
                found += pull.share(share, &mut [0; 1 << 10], &mut vec![0; words]);
            }
            return Ok(found);
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
    }
}

impl Share<'_> {
    fn split(self, sets: usize, graph: &Graph, words: usize, orders: usize) -> (Self, Self) {
        let first = self.first_set;
        let first_set = graph.sets.start + first;
        let blocks = (graph.regions.first[first_set + sets] - graph.regions.first[first_set]) as usize;
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
    writer: Option<&'a Writer>,
    words: usize,
    orders: usize,
    this: &'a [u64],
    alive: &'a [bool],
    guests: &'a [u64],
    guests_alive: &'a [bool],
    level: u8,
}

impl Pull<'_> {
    /// Every block of a share pulls from its neighbours. How many entries became known.
    fn share(&self, share: &mut Share<'_>, scratch: &mut Scratch, before: &mut [u64]) -> u64 {
        let (words, regions) = (self.words, &self.graph.regions);
        let first_set = self.graph.sets.start + share.first_set;
        let (own, first_block) = (self.graph.own().start, regions.first[first_set] as usize);
        let mut found = 0;
        for (at, values) in share.values.chunks_exact_mut(self.orders).enumerate() {
            let set = first_set + at;
            let blocks = regions.of(set);
            let weight = self.graph.mirror.as_ref().map_or(1, |mirror| mirror.weight(set));
            let mut by_region = None;
            let mut is_before_known = false;
            for block in blocks.clone() {
                let here = block - first_block;
                let next = &mut share.next[here * words..][..words];
                if share.complete[here] || !self.graph.ways_into(block - own).iter().any(|edge| self.is_alive(*edge)) {
                    share.alive[here] = false;
                    continue;
                }
                if by_region.is_none() {
                    by_region = self.writer.map(|writer| writer.of_set(regions.masks(set)));
                }
                let place_of = |block: usize| match by_region {
                    Some(_) => place(regions.cells[block], regions.masks(set)),
                    None => Place::Anywhere,
                };
                let here_is = place_of(block);
                if !is_before_known || here_is != Place::Anywhere {
                    // An order that any region of the same place had before this level has its value already.
                    before.fill(0);
                    for other in blocks.clone().filter(|&other| place_of(other) == here_is) {
                        or(before, &share.reached[(other - first_block) * words..][..words]);
                    }
                    is_before_known = true;
                }
                self.gather(block - own, scratch);
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
                    while bits != 0 {
                        let order = 64 * word + bits.trailing_zeros() as usize;
                        let value = &mut values[order];
                        found += weight * u64::from(*value == UNKNOWN);
                        *value = match &by_region {
                            Some(writer) => writer.entry(*value, order, self.level, here_is),
                            None => self.level,
                        };
                        bits &= bits - 1;
                    }
                }
                share.alive[here] = any != 0;
                share.complete[here] = all == self.orders;
            }
        }
        found
    }

    fn is_alive(&self, edge: Edge) -> bool {
        let from = edge.from as usize;
        self.alive.get(from).copied().unwrap_or_else(|| self.guests_alive[from - self.alive.len()])
    }

    /// What a block's neighbours send it.
    fn gather(&self, block: usize, scratch: &mut Scratch) {
        let words = self.words;
        scratch[..words].fill(0);
        for edge in self.graph.ways_into(block).iter().filter(|edge| self.is_alive(**edge)) {
            let at = edge.from as usize;
            let source = match at.checked_sub(self.alive.len()) {
                None => &self.this[at * words..][..words],
                Some(guest) => &self.guests[guest * words..][..words],
            };
            let (from, to) = edge.slots;
            let turn = (from != to).then(|| self.turns.map(from as usize, to as usize));
            let picture = self.graph.mirror.as_ref().filter(|_| edge.map > 0).map(|mirror| mirror.map(edge.map - 1));
            match (picture, turn) {
                (None, None) => or(&mut scratch[..words], source),
                (Some(map), None) | (None, Some(map)) => scatter(source, map, scratch, |order| order),
                (Some(map), Some(turn)) => scatter(source, map, scratch, |order| turn[order as usize]),
            }
        }
    }
}

/// Sets the bits where orders are led by a map, and then by another.
#[inline(always)]
fn scatter(source: &[u64], map: &[u16], into: &mut Scratch, then: impl Fn(u16) -> u16) {
    for (orders, &word) in map.chunks(64).zip(source) {
        let mut bits = word;
        while bits != 0 {
            let order = then(orders[bits.trailing_zeros() as usize]) as usize;
            into[order >> 6] |= 1 << (order & 63);
            bits &= bits - 1;
        }
    }
}

fn or(into: &mut [u64], from: &[u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    fn values(mut part: Part) -> Vec<u8> {
        for level in 1.. {
            part.level(level, 2, &Budget::unlimited()).unwrap();
            if !part.is_alive() {
                break;
            }
        }
        part.into_values()
    }

    #[test]
    fn a_mirror_changes_nothing_but_the_work() {
        let cases: [(usize, usize, usize, &[usize]); 6] = [
            (3, 4, 0, &[2, 3, 6, 7, 10, 11]),
            (3, 4, 0, &[8, 9, 10, 11]),
            (4, 4, 5, &[0, 3, 12, 15]),
            (3, 3, 4, &[0, 2, 6, 8, 7, 1]),
            (2, 5, 2, &[0, 4, 5, 9]),
            (4, 4, 1, &[8, 11, 13, 14]),
        ];
        for (rows, cols, blank, homes) in cases {
            let shape = Shape::new(rows, cols).unwrap();
            let pattern = Pattern::new(shape, blank, homes.iter().fold(0, |mask, cell| mask | 1 << cell));
            let ranking = Ranking::new(shape.cells(), homes.len()).unwrap();
            let mirror = Mirror::of(&pattern, &ranking);
            assert!(mirror.is_some(), "{pattern}");
            let plain = Part::begun(&pattern, &ranking, 0..ranking.sets(), None);
            let mirrored = Part::begun(&pattern, &ranking, 0..ranking.sets(), mirror);
            let most = |part: &Part| part.graph.own().map(|block| part.graph.ways_into(block).len()).sum::<usize>();
            assert!(most(&mirrored) * 3 < most(&plain) * 2, "{pattern}");
            assert_eq!(values(mirrored), values(plain), "{pattern}");
        }
    }

    #[test]
    fn a_mirror_also_keeps_the_blanks_region() {
        let (shape, ranking) = (Shape::new(3, 3).unwrap(), Ranking::new(9, 4).unwrap());
        let beside = |blank| Mirror::of(&Pattern::new(shape, blank, 0b1010_1010), &ranking);
        assert!(beside(0).is_none());
        assert!(beside(4).is_some());
    }
}
