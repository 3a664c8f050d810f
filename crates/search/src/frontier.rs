//! The nodes waiting to be examined, lowest priority value first, ties as declared.
//!
//! A level for every priority value, in it a bucket (with `low-h`, one for every h). A bucket is a chain of entries, taken
//! from its front; a stack is added to at the front, a queue at the back. The entry of a node that is new is the node
//! itself: the store of nodes keeps a word for the next one (a [`Chain`]), so that adding and taking touch only what
//! is in the cache anyway. A node that is added again, because it was reached at a lower cost, may still have its first entry in
//! another chain: it gets an entry of the frontier's own.
//!
//! A finger lies on the lowest level. A level has a bit for each bucket, set where something waits: the lowest bucket is
//! found by counting zeros, without a branch that could go either way. Up to 64 buckets share one word; a *wide* level
//! has a word for each 64 of them, and one word whose bits say which of those are not zero. Levels and buckets with numbers
//! below [`DENSE`] are looked up by index, the others in a tree.

use std::collections::BTreeMap;

use crate::observer::NodeId;
use crate::report::{Limit, Ties};
use crate::segmented::Segmented;

const DENSE: u64 = 4096;
/// No entry.
pub(crate) const NONE: u32 = u32::MAX;
/// Marks an entry of the frontier's own; without it an entry is a node's number.
const OWN: u32 = 1 << 31;
/// Entries of its own that have a number: a segment less than there are numbers.
const MOST_OWN: usize = (OWN as usize) - (1 << 14);
/// The buckets of a new level with `low-h`.
const FIRST_BUCKETS: usize = 32;
/// What the tree needs for a bucket, its key and their share of a node.
const FAR_BYTES: u64 = 48;

/// Nodes that keep the entry after theirs.
pub(crate) trait Chain {
    /// The entry after this node's.
    fn next(&self, node: u32) -> u32;

    /// Changes it.
    fn set_next(&mut self, node: u32, next: u32);
}

/// No nodes: every entry is the frontier's own.
impl Chain for () {
    fn next(&self, _: u32) -> u32 {
        NONE
    }

    fn set_next(&mut self, _: u32, _: u32) {}
}

#[derive(Clone, Debug)]
struct Bucket {
    first: u32,
    /// The last entry of a queue.
    last: u32,
}

const EMPTY: Bucket = Bucket { first: NONE, last: NONE };

/// The buckets of one priority value.
#[derive(Clone, Debug, Default)]
struct Level {
    buckets: Box<[Bucket]>,
    /// A bit for each bucket that holds something; in a wide level, for each word of `wide` that is not zero.
    waiting: u64,
    /// The words of a wide level: a bit for each bucket that holds something.
    wide: Option<Box<Words>>,
}

/// A bit for each of [`DENSE`] buckets.
type Words = [u64; 64];

impl Level {
    /// The lowest bucket that holds something, by number.
    #[inline(always)]
    fn first(&self) -> Option<usize> {
        let first = self.waiting.trailing_zeros() as usize;
        let first = match &self.wide {
            Some(wide) => first << 6 | wide[first & 63].trailing_zeros() as usize,
            None => first,
        };
        (self.waiting != 0).then_some(first)
    }

    /// Notes that a bucket holds something.
    #[inline(always)]
    fn set(&mut self, bucket: usize) {
        let mut bit = bucket;
        if let Some(wide) = &mut self.wide {
            bit >>= 6;
            wide[bit & 63] |= 1 << (bucket & 63);
        }
        self.waiting |= 1 << (bit & 63);
    }

    /// Notes whether a bucket is empty, without a branch: that cannot be predicted.
    #[inline(always)]
    fn clear(&mut self, bucket: usize, is_empty: bool) {
        let (mut bit, mut is_empty) = (bucket, u64::from(is_empty));
        if let Some(wide) = &mut self.wide {
            bit >>= 6;
            let word = &mut wide[bit & 63];
            *word &= !(is_empty << (bucket & 63));
            is_empty = u64::from(*word == 0);
        }
        self.waiting &= !(is_empty << (bit & 63));
    }

    fn widen(&mut self, buckets: usize) {
        let mut wider = Vec::with_capacity(buckets);
        wider.extend_from_slice(&self.buckets);
        wider.resize(buckets, EMPTY);
        self.buckets = wider.into();
        self.waiting = 0;
        self.wide = (buckets > 64).then(|| Box::new([0; 64]));
        for bucket in 0..buckets {
            if self.buckets[bucket].first != NONE {
                self.set(bucket);
            }
        }
    }
}

/// Bytes of a level with this many buckets.
fn level_bytes(buckets: usize) -> u64 {
    let wide = if buckets > 64 { size_of::<Words>() } else { 0 };
    (buckets * size_of::<Bucket>() + wide) as u64
}

#[derive(Clone, Debug)]
struct Entry {
    id: u32,
    next: u32,
}

/// The frontier's own entries.
#[derive(Clone, Debug)]
struct Pool {
    entries: Segmented<Entry, 14>,
    /// The first of those that are not in use; each names the next.
    free: u32,
    free_count: usize,
}

impl Pool {
    fn add(&mut self, id: u32) -> u32 {
        let entry = Entry { id, next: NONE };
        if self.free == NONE {
            self.entries.push(entry);
            return OWN | (self.entries.len() - 1) as u32;
        }
        self.free_count -= 1;
        let own = self.free;
        self.free = std::mem::replace(&mut self.entries[(own & !OWN) as usize], entry).next;
        own
    }

    /// The node of an entry, and the entry after it; it can be used again.
    #[cold]
    fn take(&mut self, own: u32) -> (u32, u32) {
        let entry = &mut self.entries[(own & !OWN) as usize];
        let taken = (entry.id, entry.next);
        entry.next = self.free;
        self.free = own;
        self.free_count += 1;
        taken
    }

    /// The node of any entry, and the entry after it.
    fn look(&self, chain: &impl Chain, entry: u32) -> (u32, u32) {
        if entry & OWN == 0 {
            return (entry, chain.next(entry));
        }
        let own = &self.entries[(entry & !OWN) as usize];
        (own.id, own.next)
    }

    #[inline(always)]
    fn set_next(&mut self, chain: &mut impl Chain, entry: u32, next: u32) {
        if entry & OWN == 0 {
            chain.set_next(entry, next);
        } else {
            self.entries[(entry & !OWN) as usize].next = next;
        }
    }

    /// Puts an entry into a bucket; says which one follows it.
    #[inline(always)]
    fn put(&mut self, chain: &mut impl Chain, bucket: &mut Bucket, entry: u32, fifo: bool) -> u32 {
        let first = bucket.first;
        if !fifo {
            bucket.first = entry;
            return first;
        }
        if first == NONE {
            bucket.first = entry;
        } else {
            self.set_next(chain, bucket.last, entry);
        }
        bucket.last = entry;
        NONE
    }

    /// Takes the first entry out of a bucket. `read` returns the entry after a node's.
    #[inline(always)]
    fn pop<T>(&mut self, bucket: &mut Bucket, read: impl FnOnce(u32) -> (T, u32)) -> T {
        let entry = bucket.first;
        if entry & OWN == 0 {
            let (node, next) = read(entry);
            bucket.first = next;
            return node;
        }
        let (id, next) = self.take(entry);
        bucket.first = next;
        read(id).0
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Frontier {
    fifo: bool,
    /// All ones where h decides among equals, else zero.
    by_h: u32,
    levels: Vec<Level>,
    lowest: usize,
    far: BTreeMap<(u64, u32), Bucket>,
    pool: Pool,
    /// What levels, buckets and tree hold.
    table_bytes: u64,
}

impl Frontier {
    pub(crate) fn new(ties: Ties) -> Self {
        Self {
            fifo: ties == Ties::Fifo,
            by_h: if ties == Ties::LowH { u32::MAX } else { 0 },
            levels: Vec::new(),
            lowest: 0,
            far: BTreeMap::new(),
            pool: Pool { entries: Segmented::new(), free: NONE, free_count: 0 },
            table_bytes: 0,
        }
    }

    /// Forgets all entries and keeps levels and buckets.
    pub(crate) fn clear(&mut self) {
        for level in &mut self.levels {
            level.buckets.fill(EMPTY);
            level.waiting = 0;
            level.wide.iter_mut().for_each(|wide| wide.fill(0));
        }
        self.lowest = 0;
        self.table_bytes -= FAR_BYTES * self.far.len() as u64;
        self.far.clear();
        self.pool.entries.clear();
        (self.pool.free, self.pool.free_count) = (NONE, 0);
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.pool.entries.bytes() + self.table_bytes
    }

    /// Entries of its own that the frontier can add without growing.
    pub(crate) fn spare(&self) -> usize {
        self.pool.entries.spare() + self.pool.free_count
    }

    pub(crate) fn growth(&self) -> u64 {
        self.pool.entries.growth()
    }

    /// Makes room for more entries of its own, unless their numbers are used up.
    pub(crate) fn grow(&mut self) -> Result<(), Limit> {
        if self.pool.entries.len() >= MOST_OWN {
            return Err(Limit::Memory);
        }
        self.pool.entries.grow();
        Ok(())
    }

    /// Bytes that a bucket for this priority will ask for, before anything is given back.
    pub(crate) fn widening(&self, key: u64, h: u32) -> u64 {
        let within = h & self.by_h;
        if key >= DENSE || within as u64 >= DENSE {
            return if self.far.contains_key(&(key, within)) { 0 } else { FAR_BYTES };
        }
        let (levels, buckets) = self.widened(key as usize, within as usize);
        let held = self.levels.get(key as usize).map_or(0, |level| level.buckets.len());
        let levels = if levels > self.levels.len() { levels } else { 0 };
        let buckets = if buckets > held { buckets } else { 0 };
        (levels * size_of::<Level>()) as u64 + level_bytes(buckets)
    }

    /// How many levels, and buckets in this level, there will be.
    fn widened(&self, key: usize, within: usize) -> (usize, usize) {
        let levels = self.levels.len().max((key + 1).next_power_of_two());
        let first = if self.by_h == 0 { 1 } else { FIRST_BUCKETS };
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
        self.table_bytes += level_bytes(buckets) - level_bytes(level.buckets.len());
        level.widen(buckets);
    }

    /// Adds a node with an entry of the frontier's own. There must be room.
    pub(crate) fn push(&mut self, chain: &mut impl Chain, key: u64, h: u32, id: NodeId) {
        let entry = self.pool.add(id.0);
        let next = match self.put_near(chain, key, h, entry) {
            Some(next) => next,
            None => self.put_far(chain, key, h, entry),
        };
        self.pool.set_next(chain, entry, next);
    }

    /// Adds a node that the chain is about to get, with itself as its entry, if there is a bucket for its priority; says
    /// which entry follows it.
    #[inline(always)]
    pub(crate) fn push_new(&mut self, chain: &mut impl Chain, key: u64, h: u32, id: NodeId) -> Option<u32> {
        self.put_near(chain, key, h, id.0)
    }

    /// The same, whether there is a bucket or not.
    pub(crate) fn push_new_far(&mut self, chain: &mut impl Chain, key: u64, h: u32, id: NodeId) -> u32 {
        self.put_far(chain, key, h, id.0)
    }

    #[inline(always)]
    fn put_near(&mut self, chain: &mut impl Chain, key: u64, h: u32, entry: u32) -> Option<u32> {
        let within = (h & self.by_h) as usize;
        let level = self.levels.get_mut(key as usize)?;
        let bucket = level.buckets.get_mut(within)?;
        self.lowest = self.lowest.min(key as usize);
        let next = self.pool.put(chain, bucket, entry, self.fifo);
        level.set(within);
        Some(next)
    }

    #[cold]
    fn put_far(&mut self, chain: &mut impl Chain, key: u64, h: u32, entry: u32) -> u32 {
        let within = h & self.by_h;
        if key < DENSE && (within as u64) < DENSE {
            self.widen(key as usize, within as usize);
            return self.put_near(chain, key, h, entry).unwrap_or(NONE);
        }
        let bucket = self.far.entry((key, within)).or_insert_with(|| {
            self.table_bytes += FAR_BYTES;
            EMPTY
        });
        self.pool.put(chain, bucket, entry, self.fifo)
    }

    /// Whether the tree holds something that comes before the lowest level.
    #[inline(always)]
    fn far_is_first(&self) -> bool {
        !self.far.is_empty() && self.far.first_key_value().is_some_and(|(&(key, _), _)| key < self.lowest as u64)
    }

    /// The node that `pop` would take.
    pub(crate) fn peek(&mut self, chain: &impl Chain) -> Option<(u64, NodeId)> {
        while let Some(level) = self.levels.get_mut(self.lowest) {
            if let Some(first) = level.first() {
                if self.far_is_first() {
                    break;
                }
                let entry = self.levels[self.lowest].buckets[first].first;
                return Some((self.lowest as u64, NodeId(self.pool.look(chain, entry).0)));
            }
            self.lowest += 1;
        }
        let (&(key, _), bucket) = self.far.first_key_value()?;
        Some((key, NodeId(self.pool.look(chain, bucket.first).0)))
    }

    /// Takes the next node, with its priority.
    pub(crate) fn pop(&mut self, chain: &impl Chain) -> Option<(u64, NodeId)> {
        self.take(|node| (NodeId(node), chain.next(node)))
    }

    /// Takes the next node and reads it: `read` returns what the caller needs of a node, and the entry after it.
    #[inline(always)]
    pub(crate) fn take<T>(&mut self, read: impl FnOnce(u32) -> (T, u32)) -> Option<(u64, T)> {
        loop {
            let far_is_first = self.far_is_first();
            let Some(level) = self.levels.get_mut(self.lowest) else { break };
            let Some(first) = level.first() else {
                self.lowest += 1;
                continue;
            };
            if far_is_first {
                break;
            }
            let bucket = &mut level.buckets[first];
            let node = self.pool.pop(bucket, read);
            let is_empty = bucket.first == NONE;
            level.clear(first, is_empty);
            return Some((self.lowest as u64, node));
        }
        self.take_far(read)
    }

    #[cold]
    fn take_far<T>(&mut self, read: impl FnOnce(u32) -> (T, u32)) -> Option<(u64, T)> {
        let mut entry = self.far.first_entry()?;
        let key = entry.key().0;
        let node = self.pool.pop(entry.get_mut(), read);
        if entry.get().first == NONE {
            entry.remove();
            self.table_bytes -= FAR_BYTES;
        }
        Some((key, node))
    }

    /// Every entry with its priority, in the order in which they would be taken.
    pub(crate) fn entries(&self, chain: &impl Chain) -> Vec<(u64, NodeId)> {
        let near = self.levels.iter().enumerate().flat_map(|(key, level)| {
            level.buckets.iter().enumerate().map(move |(within, bucket)| ((key as u64, within as u32), bucket))
        });
        let far = self.far.iter().map(|(&priority, bucket)| (priority, bucket));
        let mut buckets: Vec<_> = near.chain(far).filter(|(_, bucket)| bucket.first != NONE).collect();
        buckets.sort_by_key(|&(priority, _)| priority);
        let mut all = Vec::new();
        for ((key, _), bucket) in buckets {
            let mut entry = bucket.first;
            while entry != NONE {
                let (id, next) = self.pool.look(chain, entry);
                all.push((key, NodeId(id)));
                entry = next;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct Nexts(Vec<u32>);

    impl Chain for Nexts {
        fn next(&self, node: u32) -> u32 {
            self.0[node as usize]
        }

        fn set_next(&mut self, node: u32, next: u32) {
            self.0[node as usize] = next;
        }
    }

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

    /// What the containers hold.
    fn held(frontier: &Frontier) -> u64 {
        let level = |level: &Level| size_of_val(&*level.buckets) + level.wide.as_ref().map_or(0, |_| 64 * 8);
        let levels = size_of_val(&*frontier.levels) + frontier.levels.iter().map(level).sum::<usize>();
        frontier.pool.entries.bytes() + (levels + 48 * frontier.far.len()) as u64
    }

    #[test]
    fn own_entries_have_numbers_of_their_own() {
        // The last segment that may be added ends before the number that stands for none.
        const { assert!(MOST_OWN + (1 << 14) <= OWN as usize) };
        let mut frontier = Frontier::new(Ties::Fifo);
        for id in 0..200_000 {
            if frontier.spare() == 0 {
                frontier.grow().unwrap();
            }
            frontier.push(&mut (), 0, 0, NodeId(id));
        }
        assert!((0..200_000).all(|id| frontier.pop(&()) == Some((0, NodeId(id)))));
    }

    #[test]
    fn an_entry_that_was_taken_is_used_again() {
        let mut frontier = Frontier::new(Ties::Fifo);
        frontier.grow().unwrap();
        let room = frontier.spare();
        for _ in 0..3 {
            (0..room as u32).for_each(|id| frontier.push(&mut (), 0, 0, NodeId(id)));
            assert_eq!(frontier.spare(), 0);
            assert!((0..room as u32).all(|id| frontier.pop(&()) == Some((0, NodeId(id)))));
            assert_eq!(frontier.spare(), room);
        }
    }

    #[test]
    fn bytes_are_asked_for_where_a_bucket_is_missing() {
        let (level, bucket) = (size_of::<Level>() as u64, size_of::<Bucket>() as u64);
        let far = DENSE as u32;
        let mut frontier = Frontier::new(Ties::LowH);
        frontier.grow().unwrap();
        assert_eq!(frontier.widening(5, 0), 8 * level + 32 * bucket);
        frontier.push(&mut (), 5, 0, NodeId(0));
        assert_eq!([0, 31, 32, 64].map(|h| frontier.widening(5, h)), [0, 0, 64 * bucket, 128 * bucket + 512]);
        assert_eq!((frontier.widening(7, 0), frontier.widening(8, 0)), (32 * bucket, 16 * level + 32 * bucket));
        assert_eq!((frontier.widening(DENSE, 0), frontier.widening(5, far)), (FAR_BYTES, FAR_BYTES));
        frontier.push(&mut (), DENSE, 0, NodeId(1));
        frontier.push(&mut (), 5, far, NodeId(2));
        assert_eq!((frontier.widening(DENSE, 0), frontier.widening(5, far)), (0, 0));
        // Where h does not decide, a level has one bucket.
        assert_eq!(Frontier::new(Ties::Fifo).widening(0, far), level + bucket);
    }

    proptest! {
        #[test]
        fn agrees_with_a_plain_list(
            ties in prop_oneof![Just(Ties::Fifo), Just(Ties::Lifo), Just(Ties::LowH)],
            script in proptest::collection::vec(proptest::option::weighted(0.6, (0..12u64, 0..6u32, 0..60u32)), 0..400),
        ) {
            let mut frontier = Frontier::new(ties);
            let mut chain = Nexts(vec![NONE; script.len()]);
            let mut plain = Vec::new();
            for (id, step) in script.into_iter().enumerate() {
                if let Some((_, _, 0)) = step {
                    frontier.clear();
                    plain.clear();
                    prop_assert_eq!(frontier.entries(&chain), vec![]);
                } else if let Some((key, h, kind)) = step {
                    let kind = kind % 5;
                    let key = if kind == 1 { key * 100_000 } else { key };
                    // Some beside the others of their level, some in the tree.
                    let h = match kind { 2 => h * 40, 4 => h * 1000, _ => h };
                    let node = NodeId(id as u32);
                    let expected = frontier.bytes() + frontier.widening(key, h) + frontier.growth();
                    if kind == 3 {
                        if frontier.spare() == 0 { frontier.grow().unwrap(); }
                        frontier.push(&mut chain, key, h, node);
                    } else {
                        let next = frontier.push_new(&mut chain, key, h, node);
                        chain.0[id] = next.unwrap_or_else(|| frontier.push_new_far(&mut chain, key, h, node));
                    }
                    prop_assert!(frontier.bytes() <= expected);
                    prop_assert_eq!(frontier.bytes(), held(&frontier));
                    plain.push((key, h, id as u32));
                } else {
                    let mut copy = plain.clone();
                    let order: Vec<_> = std::iter::from_fn(|| plain_pop(&mut copy, ties)).collect();
                    prop_assert_eq!(frontier.peek(&chain), order.first().copied());
                    prop_assert_eq!(frontier.entries(&chain), order);
                    prop_assert_eq!(frontier.pop(&chain), plain_pop(&mut plain, ties));
                }
            }
            while let Some(next) = plain_pop(&mut plain, ties) {
                prop_assert_eq!(frontier.pop(&chain), Some(next));
            }
            prop_assert_eq!(frontier.pop(&chain), None);
            prop_assert_eq!(frontier.bytes(), held(&frontier));
        }
    }
}
