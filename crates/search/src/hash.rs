//! The hash of the closed set: one widening multiplication for each word of eight bytes.
//!
//! Packed states differ in few bits, anywhere in the word, and the index uses the top bits and the bottom ones. Both
//! halves of the 128-bit product are folded together, so that every bit of the state reaches every bit of the hash. Not
//! keyed: the states come from a problem, not from an adversary, and counts must be the same on every run.

use std::hash::{BuildHasherDefault, Hasher};

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const FACTOR: u64 = 0xd6e8_feb8_6659_fd93;

/// Builds [`Fold`] hashers.
pub(crate) type BuildFold = BuildHasherDefault<Fold>;

/// Gathers what is written into words, and folds a word when it is full. What a state writes is known where its search is compiled,
/// so the gathering is done there too: two numbers of four bytes cost one multiplication.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fold {
    folded: u64,
    word: u64,
    /// Bits of `word` that are in use.
    bits: u32,
}

impl Default for Fold {
    #[inline(always)]
    fn default() -> Self {
        Self { folded: SEED, word: 0, bits: 0 }
    }
}

#[inline(always)]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

impl Fold {
    #[inline(always)]
    fn add(&mut self, number: u64, bits: u32) {
        if self.bits + bits > u64::BITS {
            self.complete();
        }
        self.word |= number << self.bits;
        self.bits += bits;
    }

    /// Folds what was gathered.
    #[inline(always)]
    fn complete(&mut self) {
        *self = Self { folded: self.finish(), word: 0, bits: 0 };
    }
}

#[inline(always)]
fn eight(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// Up to eight bytes as one number; which length it was is written before.
///
/// They are read in pieces that do not overlap. A state was mostly written a moment ago, in such pieces, and a read across two of
/// them would wait until both have arrived in the cache.
#[inline(always)]
fn short(bytes: &[u8]) -> u64 {
    if bytes.len() >= 8 {
        return eight(bytes);
    }
    let (mut word, mut rest) = (0, bytes);
    if let Some((four, after)) = rest.split_first_chunk() {
        (word, rest) = (u64::from(u32::from_le_bytes(*four)), after);
    }
    if let Some((two, after)) = rest.split_first_chunk() {
        (word, rest) = (word << 16 | u64::from(u16::from_le_bytes(*two)), after);
    }
    rest.first().map_or(word, |&one| word << 8 | u64::from(one))
}

impl Hasher for Fold {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        let (mut rest, len) = (bytes, bytes.len());
        if len > 8 {
            self.complete();
            while rest.len() > 16 {
                self.folded = fold(self.folded ^ eight(&rest[..8]), FACTOR);
                rest = &rest[8..];
            }
            // The last two words in one multiplication.
            let (first, last) = rest.split_at(8);
            self.folded = fold(self.folded ^ eight(first), FACTOR ^ short(last));
        } else {
            self.add(short(bytes), 64);
        }
    }

    #[inline(always)]
    fn write_u8(&mut self, number: u8) {
        self.add(number.into(), 8);
    }

    #[inline(always)]
    fn write_u16(&mut self, number: u16) {
        self.add(number.into(), 16);
    }

    #[inline(always)]
    fn write_u32(&mut self, number: u32) {
        self.add(number.into(), 32);
    }

    #[inline(always)]
    fn write_u64(&mut self, number: u64) {
        self.add(number, 64);
    }

    #[inline(always)]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64, 64);
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        if self.bits == 0 { self.folded } else { fold(self.folded ^ self.word, FACTOR) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    use super::*;

    #[test]
    fn packed_boards_spread_in_both_ends_of_the_hash() {
        let hashes: Vec<u64> = (0..16u64)
            .flat_map(|tile| (0..16).map(move |cell| tile << (4 * cell)))
            .map(|word| BuildFold::default().hash_one(word ^ 0x0123_4567_89ab_cdef))
            .collect();
        let (tops, bottoms): (HashSet<_>, HashSet<_>) = hashes.iter().map(|h| (h >> 57, h & 0xfff)).unzip();
        assert!(tops.len() > 100, "{} of 128 tags", tops.len());
        assert!(bottoms.len() > 220, "{} of 241 places", bottoms.len());
    }

    /// All bytes count, wherever they stand and however many there are.
    #[test]
    fn states_of_bytes_and_of_numbers_spread() {
        let mut hashes = HashSet::new();
        let mut count = 0;
        for len in 1..40_usize {
            for (at, byte) in (0..len).flat_map(|at| (1..=255_u8).map(move |byte| (at, byte))) {
                let mut bytes = vec![0_u8; len];
                bytes[at] = byte;
                hashes.insert(BuildFold::default().hash_one(&bytes));
                count += 1;
            }
        }
        let pairs = (0..200_i32).flat_map(|row| (0..200_i32).map(move |col| (row, col)));
        hashes.extend(pairs.map(|pair| BuildFold::default().hash_one(pair)));
        assert_eq!(hashes.len(), count + 40_000);
        let tags: HashSet<_> = (0..200_i32).map(|col| BuildFold::default().hash_one((7_i32, col)) as u8).collect();
        assert!(tags.len() > 100, "{} of 256 tags", tags.len());
    }
}
