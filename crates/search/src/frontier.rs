//! The nodes waiting to be examined, lowest priority value first, ties as declared.
//!
//! A bucket for every priority value (and, with `low-h`, for every h below it). A bucket is a chain of small blocks from
//! one pool of 32-bit words: adding and taking are O(1), an entry costs 4 bytes and its share of a block, and a block that
//! empties is used again. Values up to [`DENSE`] are looked up by index, larger ones in a tree.
//!
//! A stack's block keeps its link in the first word (the block beneath), a queue's in the last (the block behind), so
//! that a full or empty block is seen from the position alone.

use std::collections::BTreeMap;

use crate::observer::NodeId;
use crate::report::Ties;
use crate::segmented::Segmented;

const DENSE: u64 = 4096;
/// Words in a block.
const BLOCK: u32 = 16;
const LAST: u32 = BLOCK - 1;
/// The last word of block 0, which holds nothing: where every bucket begins, as if its block were full.
const NOWHERE: u32 = LAST;

/// A stack grows and shrinks at its back, its last entry; a queue is taken from at its front and added to at its back,
/// the word after its last entry.
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
        self.back == self.front
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
        let at = number as usize;
        if at >= self.dense.len() {
            return self.far_slot(number, bytes);
        }
        self.lowest = self.lowest.min(at);
        &mut self.dense[at]
    }

    #[cold]
    fn far_slot(&mut self, number: u64, bytes: &mut u64) -> &mut T {
        if number >= DENSE {
            return self.sparse.entry(number).or_insert_with(|| {
                *bytes += (size_of::<T>() + size_of::<u64>()) as u64;
                T::default()
            });
        }
        let (at, before) = (number as usize, self.dense.capacity());
        if self.lowest >= self.dense.len() {
            self.lowest = at;
        }
        self.dense.resize_with(at + 1, T::default);
        *bytes += ((self.dense.capacity() - before) * size_of::<T>()) as u64;
        &mut self.dense[at]
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
    words: Segmented<u32>,
    /// The first of the blocks that were emptied; each names the next in its first word. 0: none.
    free: u32,
    free_count: usize,
    ladder_bytes: u64,
}

impl Frontier {
    pub(crate) fn new(ties: Ties) -> Self {
        let mut words = Segmented::new();
        words.grow();
        (0..BLOCK).for_each(|_| words.push(0));
        Self { ties, levels: Ladder::default(), words, free: 0, free_count: 0, ladder_bytes: 0 }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.words.bytes() + self.ladder_bytes
    }

    /// Entries that can be added without growing, even if each needs a block of its own.
    pub(crate) fn spare(&self) -> usize {
        self.words.spare() / BLOCK as usize + self.free_count
    }

    pub(crate) fn growth(&self) -> u64 {
        self.words.growth()
    }

    pub(crate) fn grow(&mut self) {
        self.words.grow();
    }

    /// The first word of an unused block.
    fn block(words: &mut Segmented<u32>, free: &mut u32, free_count: &mut usize) -> u32 {
        if *free == 0 {
            let block = words.len() as u32;
            (0..BLOCK).for_each(|_| words.push(0));
            return block;
        }
        *free_count -= 1;
        std::mem::replace(free, words[*free as usize])
    }

    fn release(&mut self, block: u32) {
        self.words[block as usize] = self.free;
        self.free = block;
        self.free_count += 1;
    }

    /// Adds a node under its priority. There must be room.
    #[inline]
    pub(crate) fn push(&mut self, key: u64, h: u32, id: NodeId) {
        let below = if self.ties == Ties::LowH { h as u64 } else { 0 };
        let bucket = self.levels.slot(key, &mut self.ladder_bytes).slot(below, &mut self.ladder_bytes);
        let full = bucket.back & LAST == LAST;
        if self.ties == Ties::Fifo {
            if full {
                let block = Self::block(&mut self.words, &mut self.free, &mut self.free_count);
                if bucket.back == NOWHERE {
                    bucket.front = block;
                } else {
                    self.words[bucket.back as usize] = block;
                }
                bucket.back = block;
            }
            self.words[bucket.back as usize] = id.0;
            bucket.back += 1;
        } else {
            if full {
                let block = Self::block(&mut self.words, &mut self.free, &mut self.free_count);
                self.words[block as usize] = bucket.back;
                bucket.back = block;
            }
            bucket.back += 1;
            self.words[bucket.back as usize] = id.0;
        }
    }

    /// The node that `pop` would take.
    pub(crate) fn peek(&mut self) -> Option<(u64, NodeId)> {
        let (key, level) = self.levels.first()?;
        let (_, bucket) = level.first()?;
        let mut at = if self.ties == Ties::Fifo { bucket.front } else { bucket.back };
        if self.ties == Ties::Fifo && at & LAST == LAST {
            at = self.words[at as usize];
        }
        Some((key, NodeId(self.words[at as usize])))
    }

    /// Takes the next node, with its priority.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u64, NodeId)> {
        let (key, level) = self.levels.first()?;
        let (_, bucket) = level.first()?;
        let (id, emptied);
        if self.ties == Ties::Fifo {
            if bucket.front & LAST == LAST {
                let block = bucket.front - LAST;
                bucket.front = self.words[bucket.front as usize];
                self.words[block as usize] = self.free;
                self.free = block;
                self.free_count += 1;
            }
            id = self.words[bucket.front as usize];
            bucket.front += 1;
            emptied = None;
        } else {
            id = self.words[bucket.back as usize];
            bucket.back -= 1;
            emptied = (bucket.back & LAST == 0).then_some(bucket.back);
            if let Some(block) = emptied {
                bucket.back = self.words[block as usize];
            }
        }
        if bucket.is_empty() {
            level.after_taking(&mut self.ladder_bytes);
            self.levels.after_taking(&mut self.ladder_bytes);
        }
        if let Some(block) = emptied {
            self.release(block);
        }
        Some((key, NodeId(id)))
    }

    /// Every entry with its priority, in the order in which they would be taken.
    pub(crate) fn entries(&self) -> Vec<(u64, NodeId)> {
        let mut all = Vec::new();
        for (key, level) in self.levels.iter() {
            for (_, bucket) in level.iter() {
                let mut at = if self.ties == Ties::Fifo { bucket.front } else { bucket.back };
                while at != if self.ties == Ties::Fifo { bucket.back } else { bucket.front } {
                    if self.ties == Ties::Fifo {
                        if at & LAST == LAST {
                            at = self.words[at as usize];
                        }
                        all.push((key, NodeId(self.words[at as usize])));
                        at += 1;
                    } else {
                        all.push((key, NodeId(self.words[at as usize])));
                        at -= 1;
                        if at & LAST == 0 {
                            at = self.words[at as usize];
                        }
                    }
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
                    prop_assert_eq!(frontier.peek(), order.first().copied());
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
