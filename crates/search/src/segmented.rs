//! A vector that grows by whole segments: nothing is copied as it grows and no more than one segment lies idle.
//!
//! The first segment starts small and doubles, so that a search of a few hundred nodes stays in a few kilobytes.

use std::ops::{Index, IndexMut};

const SEGMENT_BITS: u32 = 16;
const SEGMENT: usize = 1 << SEGMENT_BITS;
const FIRST: usize = 1024;

#[derive(Clone, Debug)]
pub(crate) struct Segmented<T> {
    segments: Vec<Vec<T>>,
    len: usize,
}

impl<T> Segmented<T> {
    pub(crate) fn new() -> Self {
        Self { segments: Vec::new(), len: 0 }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many more items fit without growing.
    pub(crate) fn spare(&self) -> usize {
        self.segments.last().map_or(0, |last| last.capacity().min(SEGMENT) - last.len())
    }

    pub(crate) fn bytes(&self) -> u64 {
        let items: usize = self.segments.iter().map(Vec::capacity).sum();
        (items * size_of::<T>() + self.segments.capacity() * size_of::<Vec<T>>()) as u64
    }

    /// Bytes that `grow` will ask for, before it gives anything back.
    pub(crate) fn growth(&self) -> u64 {
        (self.next_capacity() * size_of::<T>()) as u64
    }

    fn next_capacity(&self) -> usize {
        match self.segments.as_slice() {
            [] => FIRST,
            [first] if first.capacity() < SEGMENT => first.capacity() * 2,
            _ => SEGMENT,
        }
    }

    /// Makes room for at least one more item.
    pub(crate) fn grow(&mut self) {
        let capacity = self.next_capacity();
        match self.segments.as_mut_slice() {
            [first] if first.capacity() < SEGMENT => first.reserve_exact(capacity - first.len()),
            _ => self.segments.push(Vec::with_capacity(capacity)),
        }
    }

    /// Adds an item; there must be room.
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        let last = self.segments.last_mut().expect("room was made");
        debug_assert!(last.len() < last.capacity());
        last.push(item);
        self.len += 1;
    }
}

impl<T> Index<usize> for Segmented<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.segments[at >> SEGMENT_BITS][at & (SEGMENT - 1)]
    }
}

impl<T> IndexMut<usize> for Segmented<T> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.segments[at >> SEGMENT_BITS][at & (SEGMENT - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_it_was_given() {
        let mut list = Segmented::new();
        for i in 0..3 * SEGMENT + 5 {
            if list.spare() == 0 {
                let (before, growth) = (list.bytes(), list.growth());
                list.grow();
                assert!(list.bytes() <= before + growth + 24 * 8);
            }
            list.push(i);
        }
        assert_eq!(list.len(), 3 * SEGMENT + 5);
        assert!((0..list.len()).all(|i| list[i] == i));
    }
}
