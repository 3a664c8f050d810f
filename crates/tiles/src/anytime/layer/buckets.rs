//! Scores counted by bucket: what is among the best is found by counting, not by sorting.

/// The most buckets of scores; a narrow beam does with fewer.
const MOST_BUCKETS: usize = 4096;
const FEWEST_BUCKETS: usize = 128;

/// Which bucket a score falls into.
#[derive(Clone, Copy, Debug)]
pub(super) struct Buckets {
    least: i32,
    shift: u32,
    pub(super) count: usize,
}

impl Buckets {
    pub(super) fn new(least: i32, most: i32, width: usize) -> Self {
        let range = (most as i64 - least as i64).max(1) as u64;
        let count = (4 * width).next_power_of_two().clamp(FEWEST_BUCKETS, MOST_BUCKETS);
        Self { least, shift: (64 - range.leading_zeros()).saturating_sub(count.ilog2()), count }
    }

    #[inline]
    pub(super) fn of(self, score: i32) -> usize {
        (((score.saturating_sub(self.least)).max(0) >> self.shift) as usize).min(self.count - 1)
    }
}

/// The first bucket at which the counts come to `target`.
pub(super) fn last_bucket<'a>(counts: impl Iterator<Item = &'a Vec<u32>>, target: usize) -> usize {
    let counts: Vec<&[u32]> = counts.map(Vec::as_slice).collect();
    let buckets = counts.first().map_or(1, |part| part.len());
    let mut below = 0;
    for bucket in 0..buckets {
        below += counts.iter().map(|part| part[bucket] as usize).sum::<usize>();
        if below >= target {
            return bucket;
        }
    }
    buckets - 1
}
