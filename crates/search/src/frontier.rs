//! The nodes waiting to be examined, lowest priority value first, ties as declared.
//!
//! A bucket for every priority value (and, with `low-h`, for every h below it). A bucket is a chain of small blocks from
//! one pool: adding and taking are O(1), an entry costs 4 bytes and its share of a 64-byte block, and a block that
//! empties is used again. Values up to [`DENSE`] are looked up by index, larger ones in a tree.

use std::collections::BTreeMap;

use crate::observer::NodeId;
use crate::report::Ties;
use crate::segmented::Segmented;

const DENSE: u64 = 4096;
const BLOCK: usize = 14;
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Block {
    ids: [u32; BLOCK],
    /// The next block of a queue; the block beneath of a stack.
    link: u32,
    start: u16,
    end: u16,
}

/// A queue or a stack of blocks. A stack has only a back.
#[derive(Clone, Debug)]
struct Bucket {
    front: u32,
    back: u32,
}

impl Default for Bucket {
    fn default() -> Self {
        Self { front: NONE, back: NONE }
    }
}

/// Slots by number, with a finger on the lowest that holds something.
#[derive(Clone, Debug)]
struct Ladder<T> {
    dense: Vec<T>,
    lowest: usize,
    sparse: BTreeMap<u64, T>,
}

impl<T> Default for Ladder<T> {
    fn default() -> Self {
        Self { dense: Vec::new(), lowest: 0, sparse: BTreeMap::new() }
    }
}

trait Hold: Default {
    fn is_empty(&self) -> bool;
}

impl Hold for Bucket {
    #[inline]
    fn is_empty(&self) -> bool {
        self.back == NONE
    }
}

impl<T: Hold> Hold for Ladder<T> {
    #[inline]
    fn is_empty(&self) -> bool {
        self.lowest >= self.dense.len() && self.sparse.is_empty()
    }
}

impl<T: Hold> Ladder<T> {
    #[inline]
    fn slot(&mut self, number: u64, bytes: &mut u64) -> &mut T {
        if number >= DENSE {
            return self.sparse.entry(number).or_insert_with(|| {
                *bytes += (size_of::<T>() + size_of::<u64>()) as u64;
                T::default()
            });
        }
        let at = number as usize;
        if at >= self.dense.len() {
            self.lengthen(at, bytes);
        }
        self.lowest = self.lowest.min(at);
        &mut self.dense[at]
    }

    #[cold]
    fn lengthen(&mut self, at: usize, bytes: &mut u64) {
        let before = self.dense.capacity();
        if self.lowest >= self.dense.len() {
            self.lowest = at;
        }
        self.dense.resize_with(at + 1, T::default);
        *bytes += ((self.dense.capacity() - before) * size_of::<T>()) as u64;
    }

    /// Moves the finger past empty slots.
    #[inline]
    fn settle(&mut self) {
        while self.dense.get(self.lowest).is_some_and(Hold::is_empty) {
            self.lowest += 1;
        }
    }

    #[inline]
    fn first(&mut self) -> Option<(u64, &mut T)> {
        if self.lowest < self.dense.len() {
            return Some((self.lowest as u64, &mut self.dense[self.lowest]));
        }
        self.sparse.first_entry().map(|entry| (*entry.key(), entry.into_mut()))
    }

    /// Called after something was taken from the first slot: lets go of it if it is empty.
    #[inline]
    fn after_taking(&mut self, bytes: &mut u64) {
        if self.lowest < self.dense.len() {
            self.settle();
        } else if self.sparse.first_key_value().is_some_and(|(_, slot)| slot.is_empty()) {
            self.sparse.pop_first();
            *bytes -= (size_of::<T>() + size_of::<u64>()) as u64;
        }
    }

    fn iter(&self) -> impl Iterator<Item = (u64, &T)> {
        let dense = self.dense.iter().enumerate().map(|(number, slot)| (number as u64, slot));
        dense.chain(self.sparse.iter().map(|(&number, slot)| (number, slot)))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Frontier {
    ties: Ties,
    levels: Ladder<Ladder<Bucket>>,
    blocks: Segmented<Block>,
    free: u32,
    free_count: usize,
    ladder_bytes: u64,
    len: usize,
}

impl Frontier {
    pub(crate) fn new(ties: Ties) -> Self {
        Self {
            ties,
            levels: Ladder::default(),
            blocks: Segmented::new(),
            free: NONE,
            free_count: 0,
            ladder_bytes: 0,
            len: 0,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.blocks.bytes() + self.ladder_bytes
    }

    /// Entries that can be added without growing, even if each needs a block of its own.
    pub(crate) fn spare(&self) -> usize {
        self.blocks.spare() + self.free_count
    }

    pub(crate) fn growth(&self) -> u64 {
        self.blocks.growth()
    }

    pub(crate) fn grow(&mut self) {
        self.blocks.grow();
    }

    /// Adds a node under its priority. There must be room.
    #[inline]
    pub(crate) fn push(&mut self, key: u64, h: u32, id: NodeId) {
        let below = if self.ties == Ties::LowH { h as u64 } else { 0 };
        let bucket = self.levels.slot(key, &mut self.ladder_bytes).slot(below, &mut self.ladder_bytes);
        self.len += 1;
        if bucket.back != NONE {
            let block = &mut self.blocks[bucket.back as usize];
            if (block.end as usize) < BLOCK {
                block.ids[block.end as usize] = id.0;
                block.end += 1;
                return;
            }
        }
        let mut fresh = Block { ids: [0; BLOCK], link: NONE, start: 0, end: 1 };
        fresh.ids[0] = id.0;
        let stack = self.ties != Ties::Fifo;
        if stack {
            fresh.link = bucket.back;
        }
        let at = if self.free == NONE {
            self.blocks.push(fresh);
            (self.blocks.len() - 1) as u32
        } else {
            let at = self.free;
            self.free = std::mem::replace(&mut self.blocks[at as usize], fresh).link;
            self.free_count -= 1;
            at
        };
        if !stack {
            if bucket.front == NONE {
                bucket.front = at;
            } else {
                self.blocks[bucket.back as usize].link = at;
            }
        }
        bucket.back = at;
    }

    /// Takes the next node, with its priority.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u64, NodeId)> {
        let (key, level) = self.levels.first()?;
        let (_, bucket) = level.first()?;
        self.len -= 1;
        let at = if self.ties == Ties::Fifo { bucket.front } else { bucket.back };
        let block = &mut self.blocks[at as usize];
        let id = if self.ties == Ties::Fifo {
            block.start += 1;
            block.ids[block.start as usize - 1]
        } else {
            block.end -= 1;
            block.ids[block.end as usize]
        };
        if block.start == block.end {
            if self.ties == Ties::Fifo {
                bucket.front = block.link;
                if bucket.front == NONE {
                    bucket.back = NONE;
                }
            } else {
                bucket.back = block.link;
            }
            block.link = self.free;
            self.free = at;
            self.free_count += 1;
            level.after_taking(&mut self.ladder_bytes);
            self.levels.after_taking(&mut self.ladder_bytes);
        }
        Some((key, NodeId(id)))
    }

    /// Every entry with its priority, in the order in which they would be taken.
    pub(crate) fn entries(&self) -> Vec<(u64, NodeId)> {
        let mut all = Vec::with_capacity(self.len);
        for (key, level) in self.levels.iter() {
            for (_, bucket) in level.iter() {
                let mut at = if self.ties == Ties::Fifo { bucket.front } else { bucket.back };
                while at != NONE {
                    let block = &self.blocks[at as usize];
                    let ids = block.ids[block.start as usize..block.end as usize].iter();
                    if self.ties == Ties::Fifo {
                        all.extend(ids.map(|&id| (key, NodeId(id))));
                    } else {
                        all.extend(ids.rev().map(|&id| (key, NodeId(id))));
                    }
                    at = block.link;
                }
            }
        }
        all
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
