//! The hash of the closed set: one widening multiplication a word.
//!
//! Packed states differ in few bits, anywhere in the word, and the index uses the top bits and the bottom ones. Both
//! halves of the 128-bit product are folded together, so that every bit of the state reaches every bit of the hash. Not
//! keyed: the states come from a problem, not from an adversary, and counts must be the same on every run.

use std::hash::{BuildHasherDefault, Hasher};

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
const FACTOR: u64 = 0xd6e8_feb8_6659_fd93;

/// Builds [`Fold`] hashers.
pub(crate) type BuildFold = BuildHasherDefault<Fold>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Fold(u64);

impl Default for Fold {
    #[inline]
    fn default() -> Self {
        Self(SEED)
    }
}

impl Fold {
    #[inline]
    fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(FACTOR);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Fold {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.word(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(last));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.word(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.word(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.word(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.word(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.word(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
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
}
