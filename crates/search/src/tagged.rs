//! Node numbers by the hash of their state: a byte of the hash for each slot, apart from the numbers.
//!
//! Eight bytes lie in one word, and a state that is new is recognised by that word alone: no byte in it is the state's, and one is
//! empty. The bytes of a million slots are one megabyte, which the caches and the translation of addresses hold, where four
//! bytes per slot (`index.rs`) would wait for memory. A state that is known costs one more read, that of its number. So this
//! table is for searches of which most children are new, or whose states the user hashes: those by closures.
//!
//! Nothing is ever removed, so a word fills from its lowest byte up, and a search for a state ends at the first word that is not
//! full.

use crate::budget::Budget;
use crate::index::{Place, Table, fill};
use crate::report::Limit;

const LOWS: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;
/// Slots of a word.
const GROUP: usize = 8;
/// The words of a first table, as a power of two.
const FIRST_BITS: u32 = 7;
/// Tables up to this many words grow fourfold, larger ones, where bytes count, twofold.
const FOURFOLD_BITS: u32 = 18;

/// The words of a table that does not fit into the caches near a core.
const LARGE: usize = 1 << 18;

/// See the head of this file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tagged {
    /// A word for each eight slots: a byte is zero where a slot is empty.
    tags: Vec<u64>,
    numbers: Vec<u32>,
    /// How many nodes are there, where a limit has ended its growth and the others are missing.
    partial: Option<usize>,
}

/// The high bit of the lowest byte that is zero; bits above it mean nothing.
#[inline(always)]
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(LOWS) & !word & HIGHS
}

#[inline(always)]
fn lowest(bits: u64) -> usize {
    bits.trailing_zeros() as usize / 8
}

impl Tagged {
    fn next_words(&self) -> usize {
        match self.tags.len() {
            0 => 1 << FIRST_BITS,
            words if words < 1 << FOURFOLD_BITS => words * 4,
            words => words * 2,
        }
    }

    /// The word where a hash belongs, and its byte.
    #[inline(always)]
    fn home(&self, hash: u64) -> (usize, u8) {
        ((hash >> 32) as usize & self.tags.len().wrapping_sub(1), (hash as u8).max(1))
    }
}

impl Table for Tagged {
    fn bytes(&self) -> u64 {
        (self.tags.capacity() * size_of::<u64>() + self.numbers.capacity() * size_of::<u32>()) as u64
    }

    fn clear(&mut self) {
        self.tags.fill(0);
        self.partial = None;
    }

    fn capacity(&self) -> usize {
        if self.partial.is_some() { 0 } else { self.tags.len() * GROUP / 4 * 3 }
    }

    fn growth(&self) -> u64 {
        let next = || (self.next_words() * (size_of::<u64>() + GROUP * size_of::<u32>())) as u64;
        if self.partial.is_some() { 0 } else { next() - self.bytes() }
    }

    fn grow(&mut self, len: usize, hash: impl Fn(u32) -> u64, budget: &Budget) -> Result<(), Limit> {
        let there = self.partial.take();
        if there.is_none() {
            let words = self.next_words();
            *self = Self::default();
            *self = Self { tags: vec![0; words], numbers: vec![0; words * GROUP], partial: None };
        }
        let touch = |this: &Self, hash| {
            let (at, _) = this.home(hash);
            std::hint::black_box((this.tags[at], this.numbers[at * GROUP]));
        };
        let nodes = there.unwrap_or(0)..len;
        let (there, ended) = fill(self, nodes, hash, budget, touch, |this, hash, number| {
            let (mut at, tag) = this.home(hash);
            while zeros(this.tags[at]) == 0 {
                at = (at + 1) & (this.tags.len() - 1);
            }
            let slot = at * GROUP + lowest(zeros(this.tags[at]));
            this.add(Place { slot, tag: tag.into() }, number);
        });
        self.partial = ended.is_err().then_some(there);
        ended
    }

    #[inline(always)]
    fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Result<u32, Place> {
        let (mut at, tag) = self.home(hash);
        let all = LOWS * u64::from(tag);
        loop {
            // A table that has not grown has no words: nothing is found.
            let Some(&word) = self.tags.get(at) else { return Err(Place { slot: usize::MAX, tag: 0 }) };
            let mut same = zeros(word ^ all);
            while same != 0 {
                let number = self.numbers[at * GROUP + lowest(same)];
                if is(number) {
                    return Ok(number);
                }
                same &= same - 1;
            }
            let empty = zeros(word);
            if empty != 0 {
                return Err(Place { slot: at * GROUP + lowest(empty), tag: tag.into() });
            }
            at = (at + 1) & (self.tags.len() - 1);
        }
    }

    #[inline(always)]
    fn is_large(&self) -> bool {
        self.tags.len() >= LARGE
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> usize {
        let (at, tag) = self.home(hash);
        let word = self.tags.get(at).copied().unwrap_or(0);
        let same = zeros(word ^ (LOWS * u64::from(tag)));
        at * GROUP + lowest(if same == 0 { zeros(word) } else { same })
    }

    #[inline(always)]
    fn peek(&self, slot: usize, _: u64) -> u32 {
        self.numbers.get(slot).copied().unwrap_or(0)
    }

    /// The word alone: it decides whether a state is new, and to read more of those that are known would wait for it.
    #[inline(always)]
    fn candidate(&self, hash: u64) -> u32 {
        std::hint::black_box(self.tags.get(self.home(hash).0).copied());
        u32::MAX
    }

    #[inline(always)]
    fn add(&mut self, place: Place, number: u32) {
        if let (Some(word), Some(slot)) = (self.tags.get_mut(place.slot / GROUP), self.numbers.get_mut(place.slot)) {
            *word |= u64::from(place.tag) << (place.slot % GROUP * 8);
            *slot = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::index::tests::{add_and_find, same_hash, stopped_growth};

    #[test]
    fn finds_what_was_added_and_nothing_else() {
        add_and_find::<Tagged>();
    }

    #[test]
    fn growth_that_a_limit_ended_continues_where_it_was() {
        stopped_growth::<Tagged>();
    }

    #[test]
    fn equal_hashes_are_distinguished() {
        same_hash::<Tagged>();
    }

    fn add(table: &mut Tagged, hash: u64, number: u32) {
        let place = table.find(hash, |n| n == number).expect_err("not added yet");
        table.add(place, number);
    }

    #[test]
    fn a_table_grows_by_less_the_larger_it_is() {
        let mut table = Tagged::default();
        assert_eq!((table.bytes(), table.capacity(), table.is_large()), (0, 0, false));
        for bits in [7, 9, 11, 13, 15, 17, 19, 20] {
            table.grow(0, |_| 0, &Budget::unlimited()).unwrap();
            // A byte of the hash and a number of four bytes for each slot.
            let slots = 8 << bits;
            assert_eq!((table.bytes(), table.capacity()), (slots as u64 * 5, slots / 4 * 3));
            assert_eq!(table.is_large(), bits >= 18);
        }
    }

    #[test]
    fn what_does_not_fit_into_a_word_is_found_in_the_next_after_growing() {
        // After the last word comes the first.
        for word in [77, u64::from(u32::MAX)] {
            let hash = |_| word << 32 | 5;
            let mut table = Tagged::default();
            table.grow(0, hash, &Budget::unlimited()).unwrap();
            (0..12).for_each(|number| add(&mut table, hash(number), number));
            table.grow(12, hash, &Budget::unlimited()).unwrap();
            assert!((0..12).all(|number| table.find(hash(number), |n| n == number).ok() == Some(number)));
            assert!(table.find(hash(12), |n| n == 12).is_err());
        }
    }

    /// In a table without a full word: beyond one, nothing is read ahead.
    #[test]
    fn what_is_read_ahead_is_what_is_compared_first_or_the_slot_to_be_filled() {
        let hash = |number: u32| (u64::from(number) + 77).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut table = Tagged::default();
        table.grow(0, hash, &Budget::unlimited()).unwrap();
        (0..128).for_each(|number| add(&mut table, hash(number), number));
        for number in 0..1024 {
            let compared = Cell::new(None);
            let found = table.find(hash(number), |n| {
                compared.set(compared.get().or(Some(n)));
                n == number
            });
            let slot = table.slot(hash(number));
            match compared.get() {
                Some(first) => assert_eq!(table.peek(slot, hash(number)), first),
                None => assert_eq!(Some(slot), found.err().map(|place| place.slot)),
            }
            assert_eq!(table.candidate(hash(number)), u32::MAX, "its word alone is read");
        }
    }
}
