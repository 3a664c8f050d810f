//! Node numbers by the hash of their state: open addressing, four bytes a slot.
//!
//! A table of 2^k slots never holds 2^k nodes, so a node number needs k bits of a slot's 32; the others hold a tag from
//! the hash, and a state is compared only where the tag agrees. Probing is linear: a look-up is one cache line, most of
//! the time. To grow, the states are hashed again in the order of their numbers: reads in sequence, writes anywhere.

/// Empty: no number is that large, because a table is never full.
const EMPTY: u32 = u32::MAX;
const FIRST_BITS: u32 = 11;
/// The part of the slots that may be taken, in eighths.
const LOAD: usize = 5;

#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    slots: Vec<u32>,
    bits: u32,
    /// The bits of a slot that hold a node number.
    numbers: u32,
    len: usize,
}

/// Where a state that was not found belongs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    slot: usize,
    tag: u32,
}

impl Index {
    pub(crate) fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<u32>()) as u64
    }

    /// How many nodes fit without growing.
    pub(crate) fn spare(&self) -> usize {
        self.slots.len() / 8 * LOAD - self.len
    }

    /// Bytes that `grow` will ask for, before it gives the old table back.
    pub(crate) fn growth(&self) -> u64 {
        (size_of::<u32>() as u64) << self.next_bits()
    }

    fn next_bits(&self) -> u32 {
        if self.slots.is_empty() { FIRST_BITS } else { self.bits + 1 }
    }

    #[inline]
    fn place(&self, hash: u64) -> Place {
        let mask = self.slots.len().wrapping_sub(1);
        Place { slot: (hash >> 32) as usize & mask, tag: hash as u32 & !self.numbers }
    }

    /// Doubles the table. `hash` tells the hash of the state of each node number that was added.
    pub(crate) fn grow(&mut self, hash: impl Fn(u32) -> u64) {
        self.bits = self.next_bits();
        self.numbers = !(u32::MAX.checked_shl(self.bits).unwrap_or(0));
        self.slots = vec![EMPTY; 1 << self.bits];
        for number in 0..self.len as u32 {
            let mut place = self.place(hash(number));
            while self.slots[place.slot] != EMPTY {
                place.slot = (place.slot + 1) & (self.slots.len() - 1);
            }
            self.slots[place.slot] = place.tag | number;
        }
    }

    /// The node of a hash that `is` the one looked for, or the place where it belongs.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Result<u32, Place> {
        let slots = self.slots.as_slice();
        let mut place = self.place(hash);
        loop {
            // Out of bounds only in a table that has not grown yet.
            let Some(&slot) = slots.get(place.slot) else { return Err(place) };
            if (slot ^ place.tag) & !self.numbers == 0 && slot != EMPTY && is(slot & self.numbers) {
                return Ok(slot & self.numbers);
            }
            if slot == EMPTY {
                return Err(place);
            }
            place.slot = (place.slot + 1) & (slots.len() - 1);
        }
    }

    /// Puts a node where `find` said it belongs. Node numbers are added in order, from 0; there must be room.
    #[inline]
    pub(crate) fn add(&mut self, place: Place, number: u32) {
        debug_assert_eq!(number as usize, self.len);
        self.slots[place.slot] = place.tag | number;
        self.len += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_added_and_nothing_else() {
        let hash = |number: u32| (number as u64 ^ 77).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut index = Index::default();
        for number in 0..100_000 {
            if index.spare() == 0 {
                index.grow(hash);
            }
            let place = index.find(hash(number), |n| n == number).expect_err("not added yet");
            index.add(place, number);
        }
        assert!((0..100_000).all(|number| index.find(hash(number), |n| n == number).ok() == Some(number)));
        assert!((100_000..110_000).all(|number| index.find(hash(number), |n| n == number).is_err()));
    }

    #[test]
    fn equal_hashes_are_told_apart() {
        let mut index = Index::default();
        index.grow(|_| 5);
        for number in 0..100 {
            let place = index.find(5, |n| n == number).expect_err("not added yet");
            index.add(place, number);
        }
        assert!((0..100).all(|number| index.find(5, |n| n == number).ok() == Some(number)));
    }
}
