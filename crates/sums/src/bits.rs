//! A set of numbers as bits: bit i stands for the i-th smallest number of the puzzle. `W` words of 64, chosen once per
//! puzzle, so that the usual case of up to 64 numbers is one machine word.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(crate) const NONE: Self = Self([0; W]);

    /// The first `count` bits.
    pub(crate) fn first(count: usize) -> Self {
        let mut bits = Self::NONE;
        (0..count).for_each(|i| bits.insert(i));
        bits
    }

    #[inline]
    pub(crate) fn single(i: usize) -> Self {
        let mut bits = Self::NONE;
        bits.insert(i);
        bits
    }

    #[inline]
    pub(crate) fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    #[inline]
    pub(crate) fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn is_single(&self) -> bool {
        if W == 1 { self.0[0].is_power_of_two() } else { self.count() == 1 }
    }

    /// The lowest bit; the set must not be empty.
    #[inline]
    pub(crate) fn lowest(&self) -> usize {
        let word = if W == 1 { 0 } else { self.0.iter().position(|&word| word != 0).unwrap_or(0) };
        word * 64 + (self.0[word].trailing_zeros() & 63) as usize
    }

    /// The highest bit; the set must not be empty.
    #[inline]
    pub(crate) fn highest(&self) -> usize {
        let word = if W == 1 { 0 } else { self.0.iter().rposition(|&word| word != 0).unwrap_or(0) };
        word * 64 + 63 - (self.0[word].leading_zeros() & 63) as usize
    }

    #[inline]
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
        self
    }

    #[inline]
    pub(crate) fn or(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }

    #[inline]
    pub(crate) fn without(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }

    /// The bits from the lowest to the highest.
    #[inline]
    pub(crate) fn iter(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let lowest = self.lowest();
            self.remove(lowest);
            Some(lowest)
        })
    }

    /// The first word: the whole set where there are at most 64 numbers.
    #[inline]
    pub(crate) fn word(&self) -> u64 {
        self.0[0]
    }

    /// A set of at most 64 numbers.
    #[inline]
    pub(crate) fn from_word(word: u64) -> Self {
        let mut bits = Self::NONE;
        bits.0[0] = word;
        bits
    }
}
