//! A worker's own states: a set that remembers the order of insertion.
//!
//! States are stored in segments that never move, so growing copies nothing. The index by hash holds their numbers, four
//! bytes each, and no second copy of a state. The states of a level are inserted one after the other, so a level is a range
//! of numbers, and the frontier needs no list of its own.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use hueco_search::Limit;
use rustc_hash::FxBuildHasher;

/// States per segment.
const SEGMENT: usize = 1 << 12;
/// An upper bound on the bytes of the first index.
const FIRST_INDEX: usize = 64;

/// The hash that decides the owner of a state and its place in the index. It has no key: all workers, on all hosts, must
/// agree.
pub(super) fn hash_of(state: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(state)
}

/// States, numbered in the order of insertion.
pub(super) struct States<S> {
    segments: Vec<Vec<S>>,
    index: HashTable<u32>,
    len: usize,
    /// Bytes that the states hold on the heap.
    heap: u64,
}

impl<S: Eq + Hash> States<S> {
    pub(super) fn new() -> Self {
        Self { segments: Vec::new(), index: HashTable::new(), len: 0, heap: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, number: usize) -> &S {
        &self.segments[number / SEGMENT][number % SEGMENT]
    }

    /// The bytes of states and index.
    pub(super) fn bytes(&self) -> u64 {
        let lists = self.segments.capacity() * size_of::<Vec<S>>();
        let states = self.segments.len() * SEGMENT * size_of::<S>();
        (lists + states + self.index.allocation_size()) as u64 + self.heap
    }

    /// Inserts a state unless it is present. `heap` is the number of bytes it holds on the heap. The total may be `allowed`
    /// bytes, which is checked before anything grows.
    pub(super) fn add(&mut self, state: S, hash: u64, heap: usize, allowed: u64) -> Result<(), Limit> {
        let Self { segments, index, len, .. } = self;
        let is_present = |&number: &u32| segments[number as usize / SEGMENT][number as usize % SEGMENT] == state;
        if index.find(hash, is_present).is_some() {
            return Ok(());
        }
        let number = u32::try_from(*len).map_err(|_| Limit::Memory)?;
        let needs_segment = *len == segments.len() * SEGMENT;
        let needs_index = index.len() == index.capacity();
        let mut more = heap;
        if needs_segment {
            more += SEGMENT * size_of::<S>() + (segments.capacity() + 4) * size_of::<Vec<S>>();
        }
        if needs_index {
            // Old and new index exist together for a while.
            more += (2 * index.allocation_size()).max(FIRST_INDEX);
        }
        if self.bytes().saturating_add(more as u64) > allowed {
            return Err(Limit::Memory);
        }
        if needs_segment {
            self.segments.push(Vec::with_capacity(SEGMENT));
        }
        self.segments[number as usize / SEGMENT].push(state);
        let segments = &self.segments;
        self.index.insert_unique(hash, number, |&number| {
            hash_of(&segments[number as usize / SEGMENT][number as usize % SEGMENT])
        });
        self.len += 1;
        self.heap += heap as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn states_are_kept_once_in_the_order_of_insertion() {
        let mut states = States::new();
        let inserted: Vec<u64> = (0..30_000u64).map(|number| number * number % 19_997).collect();
        for &state in &inserted {
            states.add(state, hash_of(&state), 0, u64::MAX).unwrap();
        }
        let mut seen = HashSet::new();
        let expected: Vec<u64> = inserted.into_iter().filter(|state| seen.insert(*state)).collect();
        let kept: Vec<u64> = (0..states.len()).map(|number| *states.get(number)).collect();
        assert_eq!(kept, expected);
    }

    #[test]
    fn the_allowed_bytes_are_never_exceeded() {
        for allowed in [0, 100, 40_000, 100_000, 1_000_000] {
            let mut states = States::new();
            let refused = (0..1_000_000u64).find(|state| states.add(*state, hash_of(state), 3, allowed).is_err());
            assert!(states.bytes() <= allowed);
            assert_eq!(refused, Some(states.len() as u64));
            // A state that is present needs no room.
            assert!((0..states.len() as u64).all(|state| states.add(state, hash_of(&state), 3, allowed).is_ok()));
        }
    }
}
