//! The nodes waiting to be examined, lowest priority value first, ties as declared.
//!
//! A level for every priority value, in it a bucket (with `low-h`, one for every h). A bucket is a chain of small blocks
//! from one pool: adding and taking are O(1), an entry costs 4 bytes and its share of a block, and a block that empties
//! is used again. Levels and buckets with numbers below [`DENSE`] are looked up by index, the others in a tree.
//!
//! A finger lies on the lowest level. A level has a bit for each of its first 63 buckets and one for all the others, set
//! where something waits: the lowest bucket is found by counting zeros, without a branch that could go either way. Among
//! the others a finger moves down as nodes are added and up past what is found empty.
//!
//! A stack's block keeps its link in the first word (the block beneath), a queue's in the last (the block behind), so
//! that a full or empty block is seen from the position alone.

use std::collections::BTreeMap;

use crate::observer::NodeId;
use crate::report::Ties;
use crate::segmented::Segmented;

const DENSE: u64 = 4096;
/// Words in a block.
const BLOCK: usize = 16;
const LAST: u32 = BLOCK as u32 - 1;
/// The last word of block 0, which holds nothing: where every bucket begins, as if its block were full.
const NOWHERE: u32 = LAST;
/// The buckets of a new level with `low-h`.
const FIRST_BUCKETS: usize = 32;
/// Buckets from this one on share a bit.
const TALL: usize = 63;
/// What the tree needs for a bucket, its key and their share of a node.
const FAR_BYTES: u64 = 48;

/// A stack grows and shrinks at its back, its last entry; its front is the first word of its lowest block, which it keeps
/// when it is empty. A queue is taken from at its front and added to at its back, the word after its last entry.
#[derive(Clone, Debug)]
struct Bucket {
    front: u32,
    back: u32,
}

impl Default for Bucket {
    fn default() -> Self {
        Self { front: NOWHERE, back: NOWHERE }
    }
}

impl Bucket {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.back == self.front
    }
}

/// The buckets of one priority value.
#[derive(Clone, Debug)]
struct Level {
    buckets: Box<[Bucket]>,
    /// A bit for each bucket that holds something; the last one stands for all from [`TALL`] on.
    waiting: u64,
    /// Buckets from [`TALL`] up to here are empty.
    lowest_tall: usize,
}

impl Default for Level {
    fn default() -> Self {
        Self { buckets: Box::default(), waiting: 0, lowest_tall: TALL }
    }
}

impl Level {
    /// The lowest bucket that holds something, by number.
    #[inline(always)]
    fn first(&mut self) -> Option<usize> {
        match self.waiting.trailing_zeros() as usize {
            TALL => self.first_tall(),
            first => (first < TALL).then_some(first),
        }
    }

    fn first_tall(&mut self) -> Option<usize> {
        while self.buckets.get(self.lowest_tall).is_some_and(Bucket::is_empty) {
            self.lowest_tall += 1;
        }
        if self.lowest_tall < self.buckets.len() {
            return Some(self.lowest_tall);
        }
        self.waiting &= !(1 << TALL);
        None
    }
}

/// Blocks of 32-bit words: entries and links.
#[derive(Clone, Debug)]
struct Pool {
    blocks: Segmented<[u32; BLOCK], 12>,
    /// The first of the blocks that were emptied; each names the next in its first word. 0: none.
    free: u32,
    free_count: usize,
}

impl Pool {
    #[inline(always)]
    fn word(&mut self, at: u32) -> &mut u32 {
        &mut self.blocks[at as usize / BLOCK][at as usize % BLOCK]
    }

    /// The first word of an unused block.
    fn take(&mut self) -> u32 {
        if self.free == 0 {
            self.blocks.push([0; BLOCK]);
            return ((self.blocks.len() - 1) * BLOCK) as u32;
        }
        self.free_count -= 1;
        let next = *self.word(self.free);
        std::mem::replace(&mut self.free, next)
    }

    fn give_back(&mut self, block: u32) {
        *self.word(block) = self.free;
        self.free = block;
        self.free_count += 1;
    }

    #[inline(always)]
    fn push_back(&mut self, queue: &mut Bucket, id: u32) {
        if queue.back & LAST == LAST {
            self.lengthen(queue);
        }
        *self.word(queue.back) = id;
        queue.back += 1;
    }

    /// Puts a block behind a queue.
    #[cold]
    fn lengthen(&mut self, queue: &mut Bucket) {
        let block = self.take();
        if queue.back == NOWHERE {
            queue.front = block;
        } else {
            *self.word(queue.back) = block;
        }
        queue.back = block;
    }

    /// Takes an emptied block from the front of a queue.
    #[cold]
    fn shorten(&mut self, queue: &mut Bucket) {
        let block = queue.front - LAST;
        queue.front = *self.word(queue.front);
        self.give_back(block);
    }

    #[inline(always)]
    fn pop_front(&mut self, queue: &mut Bucket) -> u32 {
        if queue.front & LAST == LAST {
            self.shorten(queue);
        }
        let id = *self.word(queue.front);
        queue.front += 1;
        id
    }

    #[inline(always)]
    fn push(&mut self, stack: &mut Bucket, id: u32) {
        if stack.back & LAST == LAST {
            self.pile(stack);
        }
        stack.back += 1;
        *self.word(stack.back) = id;
    }

    /// Puts a block on top of a stack.
    #[cold]
    fn pile(&mut self, stack: &mut Bucket) {
        let block = self.take();
        if stack.back == NOWHERE {
            stack.front = block;
        }
        *self.word(block) = stack.back;
        stack.back = block;
    }

    /// Takes an emptied block from the top of a stack.
    #[cold]
    fn unpile(&mut self, stack: &mut Bucket) {
        let block = stack.back;
        stack.back = *self.word(block);
        self.give_back(block);
    }

    #[inline(always)]
    fn pop(&mut self, stack: &mut Bucket) -> u32 {
        let id = *self.word(stack.back);
        stack.back -= 1;
        if stack.back & LAST == 0 && stack.back != stack.front {
            self.unpile(stack);
        }
        id
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Frontier {
    ties: Ties,
    levels: Vec<Level>,
    lowest: usize,
    far: BTreeMap<(u64, u32), Bucket>,
    pool: Pool,
    /// What levels, buckets and tree hold.
    table_bytes: u64,
}

impl Frontier {
    pub(crate) fn new(ties: Ties) -> Self {
        let mut blocks = Segmented::new();
        blocks.grow();
        blocks.push([0; BLOCK]);
        let pool = Pool { blocks, free: 0, free_count: 0 };
        Self { ties, levels: Vec::new(), lowest: 0, far: BTreeMap::new(), pool, table_bytes: 0 }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.pool.blocks.bytes() + self.table_bytes
    }

    /// Entries that can be added without growing, even if each needs a block of its own.
    pub(crate) fn spare(&self) -> usize {
        self.pool.blocks.spare() + self.pool.free_count
    }

    pub(crate) fn growth(&self) -> u64 {
        self.pool.blocks.growth()
    }

    pub(crate) fn grow(&mut self) {
        self.pool.blocks.grow();
    }

    /// The bucket's number in its level.
    #[inline(always)]
    fn within(&self, h: u32) -> u32 {
        if self.ties == Ties::LowH { h } else { 0 }
    }

    /// Bytes that a bucket for this priority will ask for, before anything is given back.
    #[cold]
    pub(crate) fn widening(&self, key: u64, h: u32) -> u64 {
        let within = self.within(h);
        if key >= DENSE || within as u64 >= DENSE {
            return if self.far.contains_key(&(key, within)) { 0 } else { FAR_BYTES };
        }
        let (levels, buckets) = self.widened(key as usize, within as usize);
        let held = self.levels.get(key as usize).map_or(0, |level| level.buckets.len());
        let levels = if levels > self.levels.capacity() { levels } else { 0 };
        let buckets = if buckets > held { buckets } else { 0 };
        (levels * size_of::<Level>() + buckets * size_of::<Bucket>()) as u64
    }

    /// How many levels, and buckets in this level, there will be.
    fn widened(&self, key: usize, within: usize) -> (usize, usize) {
        let levels = self.levels.len().max((key + 1).next_power_of_two());
        let first = if self.ties == Ties::LowH { FIRST_BUCKETS } else { 1 };
        let buckets = self.levels.get(key).map_or(0, |level| level.buckets.len());
        (levels, buckets.max((within + 1).next_power_of_two()).max(first))
    }

    /// Makes a bucket that is missing.
    fn widen(&mut self, key: usize, within: usize) {
        let (levels, buckets) = self.widened(key, within);
        let more = levels - self.levels.len();
        self.table_bytes += (more * size_of::<Level>()) as u64;
        self.levels.reserve_exact(more);
        self.levels.resize_with(levels, Level::default);
        let level = &mut self.levels[key];
        let more = buckets - level.buckets.len();
        self.table_bytes += (more * size_of::<Bucket>()) as u64;
        let mut wider = Vec::with_capacity(buckets);
        wider.extend_from_slice(&level.buckets);
        wider.resize(buckets, Bucket::default());
        level.buckets = wider.into();
    }

    /// Adds a node under its priority. There must be room.
    #[inline(always)]
    pub(crate) fn push(&mut self, key: u64, h: u32, id: NodeId) {
        if !self.push_near(key, h, id) {
            self.push_far(key, h, id);
        }
    }

    /// The same, if there is a bucket for this priority among those that are looked up by index.
    #[inline(always)]
    pub(crate) fn push_near(&mut self, key: u64, h: u32, id: NodeId) -> bool {
        let within = self.within(h) as usize;
        let Some(level) = self.levels.get_mut(key as usize) else { return false };
        let Some(bucket) = level.buckets.get_mut(within) else { return false };
        self.lowest = self.lowest.min(key as usize);
        level.waiting |= 1 << within.min(TALL);
        if within >= TALL {
            level.lowest_tall = level.lowest_tall.min(within);
        }
        if self.ties == Ties::Fifo { self.pool.push_back(bucket, id.0) } else { self.pool.push(bucket, id.0) }
        true
    }

    #[cold]
    fn push_far(&mut self, key: u64, h: u32, id: NodeId) {
        let within = self.within(h);
        if key < DENSE && (within as u64) < DENSE {
            self.widen(key as usize, within as usize);
            return self.push(key, h, id);
        }
        let bucket = self.far.entry((key, within)).or_insert_with(|| {
            self.table_bytes += FAR_BYTES;
            Bucket::default()
        });
        if self.ties == Ties::Fifo { self.pool.push_back(bucket, id.0) } else { self.pool.push(bucket, id.0) }
    }

    /// Takes the next node, with its priority.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(u64, NodeId)> {
        loop {
            let Some(level) = self.levels.get_mut(self.lowest) else {
                return self.pop_far();
            };
            let Some(first) = level.first() else {
                self.lowest += 1;
                continue;
            };
            let key = self.lowest as u64;
            if !self.far.is_empty() && self.far.first_key_value().is_some_and(|(&(far, _), _)| far < key) {
                return self.pop_far();
            }
            let bucket = &mut level.buckets[first];
            let id = if self.ties == Ties::Fifo { self.pool.pop_front(bucket) } else { self.pool.pop(bucket) };
            if first < TALL {
                level.waiting &= !(u64::from(bucket.is_empty()) << first);
            }
            return Some((key, NodeId(id)));
        }
    }

    #[cold]
    fn pop_far(&mut self) -> Option<(u64, NodeId)> {
        let mut entry = self.far.first_entry()?;
        let key = entry.key().0;
        let bucket = entry.get_mut();
        let id = if self.ties == Ties::Fifo { self.pool.pop_front(bucket) } else { self.pool.pop(bucket) };
        if bucket.is_empty() {
            self.pool.give_back(bucket.front - (bucket.front & LAST));
            entry.remove();
            self.table_bytes -= FAR_BYTES;
        }
        Some((key, NodeId(id)))
    }

    /// Every entry with its priority, in the order in which they would be taken.
    pub(crate) fn entries(&self) -> Vec<(u64, NodeId)> {
        let near = self.levels.iter().enumerate().flat_map(|(key, level)| {
            level.buckets.iter().enumerate().map(move |(within, bucket)| ((key as u64, within as u32), bucket))
        });
        let far = self.far.iter().map(|(&priority, bucket)| (priority, bucket));
        let mut buckets: Vec<_> = near.chain(far).filter(|(_, bucket)| !bucket.is_empty()).collect();
        buckets.sort_by_key(|&(priority, _)| priority);
        let mut all = Vec::new();
        for ((key, _), bucket) in buckets {
            self.chain(bucket, |id| all.push((key, NodeId(id))));
        }
        all
    }

    /// The entries of a bucket, in the order in which they would be taken.
    fn chain(&self, bucket: &Bucket, mut each: impl FnMut(u32)) {
        let word = |at: u32| self.pool.blocks[at as usize / BLOCK][at as usize % BLOCK];
        if self.ties == Ties::Fifo {
            let mut at = bucket.front;
            while at != bucket.back {
                if at & LAST == LAST {
                    at = word(at);
                }
                each(word(at));
                at += 1;
            }
        } else {
            let mut at = bucket.back;
            while at != bucket.front {
                each(word(at));
                at -= 1;
                if at & LAST == 0 && at != bucket.front {
                    at = word(at);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same queue, as slow and plain as can be.
    fn plain_pop(entries: &mut Vec<(u64, u32, u32)>, ties: Ties) -> Option<(u64, NodeId)> {
        let best = match ties {
            Ties::Fifo => entries.iter().enumerate().min_by_key(|(at, e)| (e.0, *at)),
            Ties::Lifo => entries.iter().enumerate().min_by_key(|(at, e)| (e.0, usize::MAX - at)),
            Ties::LowH => entries.iter().enumerate().min_by_key(|(at, e)| (e.0, e.1, usize::MAX - at)),
        };
        let at = best?.0;
        let (key, _, id) = entries.remove(at);
        Some((key, NodeId(id)))
    }

    proptest! {
        #[test]
        fn agrees_with_a_plain_list(
            ties in prop_oneof![Just(Ties::Fifo), Just(Ties::Lifo), Just(Ties::LowH)],
            script in proptest::collection::vec(proptest::option::weighted(0.6, (0..12u64, 0..6u32, any::<bool>())), 0..400),
        ) {
            let mut frontier = Frontier::new(ties);
            let mut plain = Vec::new();
            for (id, step) in script.into_iter().enumerate() {
                if let Some((key, h, far)) = step {
                    let key = if far { key * 100_000 } else { key };
                    if frontier.spare() == 0 { frontier.grow(); }
                    frontier.push(key, h, NodeId(id as u32));
                    plain.push((key, h, id as u32));
                } else {
                    let mut copy = plain.clone();
                    let order: Vec<_> = std::iter::from_fn(|| plain_pop(&mut copy, ties)).collect();
                    prop_assert_eq!(frontier.entries(), order);
                    prop_assert_eq!(frontier.pop(), plain_pop(&mut plain, ties));
                }
            }
            while let Some(next) = plain_pop(&mut plain, ties) {
                prop_assert_eq!(frontier.pop(), Some(next));
            }
            prop_assert_eq!(frontier.pop(), None);
        }
    }
}
