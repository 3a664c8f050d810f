//! A vector that grows by whole segments: nothing is copied as it grows and no more than one segment lies idle.
//!
//! The first segment starts small and doubles, so that a search of a few hundred nodes stays in a few kilobytes. The
//! segment being filled lies apart from the full ones: adding an item touches nothing else.

use std::ops::{Index, IndexMut};

/// A first segment holds this part of a whole one.
const FIRST_BITS: u32 = 6;

/// A segment holds 2^`BITS` items.
#[derive(Clone, Debug)]
pub(crate) struct Segmented<T, const BITS: u32 = 16> {
    full: Vec<Vec<T>>,
    filling: Vec<T>,
    /// Segments at the front that were released.
    released: usize,
}

impl<T, const BITS: u32> Segmented<T, BITS> {
    const SEGMENT: usize = 1 << BITS;
    const FIRST: usize = 1 << (BITS - FIRST_BITS);

    pub(crate) fn new() -> Self {
        Self { full: Vec::new(), filling: Vec::new(), released: 0 }
    }

    /// Drops the items and keeps the memory of the segment that is being filled.
    pub(crate) fn clear(&mut self) {
        self.full.clear();
        self.filling.clear();
        self.released = 0;
    }

    /// Returns the memory of whole segments before an item. Items in them must not be read again.
    pub(crate) fn release(&mut self, before: usize) {
        while self.released < (before >> BITS).min(self.full.len()) {
            self.full[self.released] = Vec::new();
            self.released += 1;
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        (self.full.len() << BITS) + self.filling.len()
    }

    /// How many more items fit without growing.
    pub(crate) fn spare(&self) -> usize {
        self.filling.capacity().min(Self::SEGMENT) - self.filling.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        let items = ((self.full.len() - self.released) << BITS) + self.filling.capacity();
        (items * size_of::<T>() + self.full.capacity() * size_of::<Vec<T>>()) as u64
    }

    /// Bytes that `grow` will ask for, before it gives anything back.
    pub(crate) fn growth(&self) -> u64 {
        (self.next_capacity() * size_of::<T>() + self.next_outer() * size_of::<Vec<T>>()) as u64
    }

    fn next_capacity(&self) -> usize {
        match self.filling.capacity() {
            0 => Self::FIRST,
            before => (before * 2).min(Self::SEGMENT),
        }
    }

    /// Places that the list of full segments will need, where it must be moved; 0 where it need not.
    fn next_outer(&self) -> usize {
        let moved = self.filling.capacity() >= Self::SEGMENT && self.full.len() == self.full.capacity();
        if moved { (self.full.len() * 2).max(4) } else { 0 }
    }

    /// Makes room for at least one more item. Called when there is none.
    #[cold]
    pub(crate) fn grow(&mut self) {
        let (capacity, outer) = (self.next_capacity(), self.next_outer());
        if self.filling.capacity() < Self::SEGMENT {
            self.filling.reserve_exact(capacity - self.filling.len());
        } else {
            self.full.reserve_exact(outer.saturating_sub(self.full.len()));
            self.full.push(std::mem::replace(&mut self.filling, Vec::with_capacity(capacity)));
        }
    }

    /// Adds an item; there must be room.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        debug_assert!(self.spare() > 0);
        self.filling.push(item);
    }
}

impl<T, const BITS: u32> Index<usize> for Segmented<T, BITS> {
    type Output = T;

    #[inline(always)]
    fn index(&self, at: usize) -> &T {
        let (segment, within) = (at >> BITS, at & (Self::SEGMENT - 1));
        if segment == self.full.len() {
            return &self.filling[within];
        }
        &self.full[segment][within]
    }
}

impl<T, const BITS: u32> IndexMut<usize> for Segmented<T, BITS> {
    #[inline(always)]
    fn index_mut(&mut self, at: usize) -> &mut T {
        let (segment, within) = (at >> BITS, at & (Self::SEGMENT - 1));
        if segment == self.full.len() {
            return &mut self.filling[within];
        }
        &mut self.full[segment][within]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_it_was_given() {
        let mut list: Segmented<usize, 8> = Segmented::new();
        let count = 30 * 256 + 5;
        for i in 0..count {
            if list.spare() == 0 {
                let (before, growth) = (list.bytes(), list.growth());
                list.grow();
                assert!(list.spare() > 0 && list.bytes() <= before + growth);
            }
            list.push(i);
        }
        assert_eq!(list.len(), count);
        assert!((0..list.len()).all(|i| list[i] == i));
        list[257] = 3;
        assert_eq!(list[257], 3);
        let before = list.bytes();
        list.release(600);
        assert_eq!((list.len(), list.bytes()), (count, before - 512 * size_of::<usize>() as u64));
        assert!((512..list.len()).all(|i| list[i] == i));
    }
    #[test]
    fn bytes_are_asked_for_before_it_grows() {
        const ITEM: u64 = size_of::<u64>() as u64;
        const LIST: u64 = 4 * size_of::<Vec<u64>>() as u64;
        let mut list: Segmented<u64, 8> = Segmented::new();
        assert_eq!((list.len(), list.spare(), list.bytes()), (0, 0, 0));
        // The first segment doubles; then whole ones follow, and a list of the full ones.
        for items in [4, 8, 16, 32, 64, 128, 256] {
            assert_eq!(list.growth(), items * ITEM);
            list.grow();
            assert_eq!((list.spare(), list.bytes()), (items as usize - list.len(), items * ITEM));
            (0..list.spare()).for_each(|_| list.push(1));
        }
        for full in 1..=5 {
            let outer = if full == 1 { LIST } else { 0 };
            assert_eq!(list.growth(), if full == 5 { 256 * ITEM + 2 * LIST } else { 256 * ITEM + outer });
            list.grow();
            let outer = if full == 5 { 2 * LIST } else { LIST };
            assert_eq!((list.len() as u64, list.bytes()), (full * 256, (full + 1) * 256 * ITEM + outer));
            (0..list.spare()).for_each(|_| list.push(1));
        }
        list.release(255);
        assert_eq!(list.bytes(), 6 * 256 * ITEM + 2 * LIST, "no segment is whole");
        list.clear();
        assert_eq!((list.len(), list.spare(), list.bytes()), (0, 256, 256 * ITEM + 2 * LIST));
    }
}
