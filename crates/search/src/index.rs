//! Node numbers by the hash of their state: open addressing, four bytes a slot.
//!
//! A table of 2^k slots never holds 2^k nodes, so a node number needs k bits of a slot's 32; the others hold a tag from
//! the hash, and a state is compared only where the tag agrees. Probing is linear: a look-up is one cache line, most of
//! the time. To grow, the states are hashed again in the order of their numbers: reads in sequence, writes anywhere.
//!
//! A *dense* table is for searches whose point is to need little memory: it has any number of slots, is four fifths full when it
//! grows, and grows by a quarter. Look-ups and growth take longer in return.

use std::ops::Range;

use crate::budget::Budget;
use crate::report::Limit;

/// Nodes that are put into a table between two looks at the limits: a few milliseconds.
pub(crate) const BETWEEN_CHECKS: usize = 1 << 16;
/// Slots that are read ahead together.
const AHEAD: usize = 16;

/// An empty slot. A slot that is taken holds a node number plus one, so it is never zero; and memory that is allocated
/// as zeros need not be written before it is used.
const EMPTY: u32 = 0;
const FIRST_BITS: u32 = 11;
/// The slots of a dense table at first.
const DENSE_FIRST: usize = 320;
/// Tables up to this size are kept three eighths full, so that mostly the first slot decides; larger ones, where bytes
/// count, five.
const ROOMY_BITS: u32 = 15;
/// Tables up to this size grow fourfold, larger ones, where bytes count, twofold.
const FOURFOLD_BITS: u32 = 19;

/// A table with this many slots does not fit into the caches near a core.
const LARGE: usize = 1 << 20;

/// Node numbers by the hash of their state. Numbers are added in order, from 0.
pub trait Table: Default {
    /// Bytes that it holds.
    fn bytes(&self) -> u64;

    /// Forgets all nodes and keeps the table.
    fn clear(&mut self);

    /// How many nodes fit; none where a limit has ended the growth of the table.
    fn capacity(&self) -> usize;

    /// Bytes that `grow` will add. It gives the old table back first: the states say all that a new one needs.
    fn growth(&self) -> u64;

    /// Makes room for more than the `len` nodes that there are; `hash` computes the hash of one. After a limit nothing may be looked
    /// for or added before `grow` is called again: it continues where it was ended. However short the time is, each call adds some.
    fn grow(&mut self, len: usize, hash: impl Fn(u32) -> u64, budget: &Budget) -> Result<(), Limit>;

    /// The node of a hash that `is` the one looked for, or the place where it belongs.
    fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Result<u32, Place>;

    /// Whether looking something up means waiting for memory.
    fn is_large(&self) -> bool;

    /// The slot that `find` would read first, or that the state would get: for reading ahead, it decides nothing.
    fn slot(&self, hash: u64) -> usize;

    /// The node in that slot which `find` would compare; any number where there is none.
    fn peek(&self, slot: usize, hash: u64) -> u32;

    /// The node that `find` would compare first; `u32::MAX` if none is to be read ahead. It prefetches the memory that `find` will need and
    /// decides nothing, so that several such questions can wait at once.
    fn candidate(&self, hash: u64) -> u32;

    /// Puts a node where `find` said it belongs. There must be room.
    fn add(&mut self, place: Place, number: u32);
}

/// Puts nodes into a table, in the order of their numbers, and returns how many are there.
///
/// `put` adds one by its hash. `touch` reads the memory that this will need: done for some nodes before the first of them is put, so that
/// they wait for memory together.
pub(crate) fn fill<T>(
    table: &mut T,
    nodes: Range<usize>,
    hash: impl Fn(u32) -> u64,
    budget: &Budget,
    touch: impl Fn(&T, u64),
    mut put: impl FnMut(&mut T, u64, u32),
) -> (usize, Result<(), Limit>) {
    let mut hashes = [0; AHEAD];
    for first in nodes.clone().step_by(AHEAD) {
        // Not before the first: a search that is run in short slices of time would never get beyond it.
        if first % BETWEEN_CHECKS == 0
            && first > nodes.start
            && let Err(limit) = budget.check()
        {
            return (first, Err(limit));
        }
        let numbers = first as u32..nodes.end.min(first + AHEAD) as u32;
        for (into, number) in hashes.iter_mut().zip(numbers.clone()) {
            *into = hash(number);
        }
        hashes.iter().take(numbers.len()).for_each(|&hash| touch(table, hash));
        for (&hash, number) in hashes.iter().zip(numbers) {
            put(table, hash, number);
        }
    }
    (nodes.end, Ok(()))
}

/// See the head of this file.
#[derive(Clone, Debug, Default)]
pub struct Index<const DENSE: bool = false> {
    slots: Vec<u32>,
    bits: u32,
    /// The bits of a slot that do not hold a node number.
    tags: u32,
    /// How many nodes are there, where a limit has ended its growth and the others are missing.
    partial: Option<usize>,
}

/// Where a state that was not found belongs.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub(crate) slot: usize,
    pub(crate) tag: u32,
}

impl Place {
    /// The place of a state that has a number.
    #[inline(always)]
    pub(crate) fn numbered(number: usize) -> Self {
        Self { slot: number, tag: 0 }
    }

    /// The number of such a state.
    #[inline(always)]
    pub(crate) fn number(self) -> usize {
        self.slot
    }
}

impl<const DENSE: bool> Index<DENSE> {
    fn next_slots(&self) -> usize {
        if DENSE { (self.slots.len() + self.slots.len() / 4).max(DENSE_FIRST) } else { 1 << self.next_bits() }
    }

    fn next_bits(&self) -> u32 {
        match self.bits {
            0 => FIRST_BITS,
            bits if bits < FOURFOLD_BITS => bits + 2,
            bits => bits + 1,
        }
    }

    /// A table that has not grown has no slots: then a place is out of bounds, and nothing is found or added.
    #[inline(always)]
    fn place(&self, hash: u64) -> Place {
        let slot = if DENSE {
            (((hash >> 32) * self.slots.len() as u64) >> 32) as usize
        } else {
            (hash >> 32) as usize & self.slots.len().wrapping_sub(1)
        };
        Place { slot, tag: hash as u32 & self.tags }
    }

    /// The slot to try next.
    #[inline(always)]
    fn after(&self, slot: usize) -> usize {
        if !DENSE {
            (slot + 1) & (self.slots.len() - 1)
        } else if slot + 1 < self.slots.len() {
            slot + 1
        } else {
            0
        }
    }
}

impl<const DENSE: bool> Table for Index<DENSE> {
    fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<u32>()) as u64
    }

    fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.partial = None;
    }

    fn capacity(&self) -> usize {
        if self.partial.is_some() {
            return 0;
        }
        if DENSE {
            return self.slots.len() / 5 * 4;
        }
        let eighths = if self.bits <= ROOMY_BITS { 3 } else { 5 };
        self.slots.len() / 8 * eighths
    }

    fn growth(&self) -> u64 {
        if self.partial.is_some() { 0 } else { (size_of::<u32>() * self.next_slots()) as u64 - self.bytes() }
    }

    #[cold]
    fn grow(&mut self, len: usize, hash: impl Fn(u32) -> u64, budget: &Budget) -> Result<(), Limit> {
        let there = self.partial.take();
        if there.is_none() {
            let slots = self.next_slots();
            self.bits = slots.next_power_of_two().ilog2();
            self.tags = u32::MAX.checked_shl(self.bits).unwrap_or(0);
            self.slots = Vec::new();
            self.slots = vec![EMPTY; slots];
        }
        let touch = |this: &Self, hash| {
            std::hint::black_box(this.slots[this.slot(hash)]);
        };
        let nodes = there.unwrap_or(0)..len;
        let (there, ended) = fill(self, nodes, hash, budget, touch, |this, hash, number| {
            let mut place = this.place(hash);
            while this.slots[place.slot] != EMPTY {
                place.slot = this.after(place.slot);
            }
            this.slots[place.slot] = place.tag | (number + 1);
        });
        self.partial = ended.is_err().then_some(there);
        ended
    }

    #[inline(always)]
    fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Result<u32, Place> {
        let slots = self.slots.as_slice();
        let mut place = self.place(hash);
        loop {
            let Some(&slot) = slots.get(place.slot) else { return Err(place) };
            if slot == EMPTY {
                return Err(place);
            }
            if (slot ^ place.tag) & self.tags == 0 {
                let number = (slot & !self.tags) - 1;
                if is(number) {
                    return Ok(number);
                }
            }
            place.slot = self.after(place.slot);
        }
    }

    #[inline(always)]
    fn is_large(&self) -> bool {
        self.slots.len() >= LARGE
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> usize {
        self.place(hash).slot
    }

    #[inline(always)]
    fn peek(&self, slot: usize, hash: u64) -> u32 {
        let slot = self.slots.get(slot).copied().unwrap_or(EMPTY);
        let differs = u32::from((slot ^ self.place(hash).tag) & self.tags != 0);
        (slot & !self.tags).wrapping_sub(1) | 0u32.wrapping_sub(differs)
    }

    #[inline(always)]
    fn candidate(&self, hash: u64) -> u32 {
        self.peek(self.slot(hash), hash)
    }

    #[inline(always)]
    fn add(&mut self, place: Place, number: u32) {
        if let Some(slot) = self.slots.get_mut(place.slot) {
            *slot = place.tag | (number + 1);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;
    use std::collections::HashSet;
    use std::time::Duration;

    use super::*;

    #[test]
    fn finds_what_was_added_and_nothing_else() {
        add_and_find::<Index<false>>();
        add_and_find::<Index<true>>();
    }

    pub(crate) fn add_and_find<T: Table>() {
        let hash = |number: u32| (number as u64 + 77).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut index = T::default();
        for number in 0..100_000 {
            if index.capacity() == number as usize {
                let (bytes, growth) = (index.bytes(), index.growth());
                index.grow(number as usize, hash, &Budget::unlimited()).unwrap();
                assert_eq!(index.bytes(), bytes + growth);
            }
            let place = index.find(hash(number), |n| n == number).expect_err("not added yet");
            index.add(place, number);
        }
        assert!((0..100_000).all(|number| index.find(hash(number), |n| n == number).ok() == Some(number)));
        assert!((100_000..110_000).all(|number| index.find(hash(number), |n| n == number).is_err()));
        index.clear();
        assert!((0..100_000).all(|number| index.find(hash(number), |n| n == number).is_err()));
    }

    #[test]
    fn growth_that_a_limit_ended_continues_where_it_was() {
        stopped_growth::<Index<false>>();
        stopped_growth::<Index<true>>();
    }

    pub(crate) fn stopped_growth<T: Table>() {
        let hash = |number: u32| (u64::from(number) + 77).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let unlimited = Budget::unlimited();
        let mut index = T::default();
        let mut len = 0;
        while len < 3 * BETWEEN_CHECKS || len < index.capacity() {
            if index.capacity() == len {
                index.grow(len, hash, &unlimited).unwrap();
            }
            let place = index.find(hash(len as u32), |n| n == len as u32).expect_err("not added yet");
            index.add(place, len as u32);
            len += 1;
        }
        let larger = index.bytes() + index.growth();
        // However often time is over, each call adds some nodes, and each node is hashed once.
        let over = Budget::unlimited().timeout(Duration::ZERO);
        let hashed = Cell::new(0);
        let counting = |number| {
            hashed.set(hashed.get() + 1);
            hash(number)
        };
        let blocks = len.div_ceil(BETWEEN_CHECKS);
        for block in 1..blocks {
            assert_eq!(index.grow(len, counting, &over), Err(Limit::Time));
            assert_eq!((index.bytes(), index.capacity(), index.growth()), (larger, 0, 0));
            assert_eq!(hashed.get(), block * BETWEEN_CHECKS);
        }
        index.grow(len, counting, &over).unwrap();
        assert_eq!(hashed.get(), len);
        assert!(blocks > 2 && index.bytes() == larger && index.capacity() > len && index.growth() > 0);
        for number in 0..len as u32 {
            let times = Cell::new(0);
            let _ = index.find(hash(number), |n| {
                times.set(times.get() + u32::from(n == number));
                false
            });
            assert_eq!(times.get(), 1, "{number}");
        }
    }

    #[test]
    fn equal_hashes_are_distinguished() {
        same_hash::<Index>();
        same_hash::<Index<true>>();
    }

    #[test]
    fn a_table_grows_by_less_the_larger_it_is() {
        let mut index: Index = Index::default();
        assert_eq!((index.bytes(), index.capacity()), (0, 0));
        for bits in [11, 13, 15, 17, 19, 20, 21] {
            index.grow(0, |_| 0, &Budget::unlimited()).unwrap();
            let (slots, eighths) = (1 << bits, if bits <= 15 { 3 } else { 5 });
            assert_eq!((index.bytes(), index.capacity()), (slots as u64 * 4, slots / 8 * eighths));
            assert_eq!(index.is_large(), bits >= 20);
        }
        let mut dense: Index<true> = Index::default();
        for (slots, nodes) in [(320, 256), (400, 320), (500, 400), (625, 500), (781, 624)] {
            dense.grow(0, |_| 0, &Budget::unlimited()).unwrap();
            assert_eq!((dense.bytes(), dense.capacity()), (slots * 4, nodes));
        }
    }

    #[test]
    fn states_are_spread_over_the_table() {
        fn distinct<T: Table>() -> usize {
            let mut index = T::default();
            index.grow(0, |_| 0, &Budget::unlimited()).unwrap();
            let hash = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (0..100).map(|number| index.slot(hash(number))).collect::<HashSet<_>>().len()
        }
        assert!(distinct::<Index>() > 80 && distinct::<Index<true>>() > 80);
    }

    #[test]
    fn a_numbered_state_keeps_its_number() {
        assert_eq!(Place::numbered(77).number(), 77);
    }

    /// What is read ahead is what will be compared, or nothing.
    #[test]
    fn a_candidate_is_the_first_that_is_compared() {
        let hash = |number: u32| (u64::from(number) + 77).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut index: Index = Index::default();
        assert_eq!(index.candidate(hash(0)), u32::MAX);
        index.grow(0, hash, &Budget::unlimited()).unwrap();
        for number in 0..index.capacity() as u32 {
            let place = index.find(hash(number), |n| n == number).expect_err("not added yet");
            index.add(place, number);
        }
        for number in 0..2 * index.capacity() as u32 {
            let compared = Cell::new(None);
            let _ = index.find(hash(number), |n| {
                compared.set(compared.get().or(Some(n)));
                n == number
            });
            let candidate = index.candidate(hash(number));
            assert!(candidate == u32::MAX || compared.get() == Some(candidate), "{number}");
        }
        let found = |number: &u32| index.candidate(hash(*number)) == *number;
        assert!((0..index.capacity() as u32).filter(found).count() > index.capacity() / 2);
        assert!(!index.is_large());
    }

    pub(crate) fn same_hash<T: Table>() {
        // The second begins at the last slot, and goes on at the first.
        for hash in [5, u64::MAX] {
            let mut index = T::default();
            index.grow(0, |_| hash, &Budget::unlimited()).unwrap();
            for number in 0..100 {
                let place = index.find(hash, |n| n == number).expect_err("not added yet");
                index.add(place, number);
            }
            assert!((0..100).all(|number| index.find(hash, |n| n == number).ok() == Some(number)));
        }
    }
}
