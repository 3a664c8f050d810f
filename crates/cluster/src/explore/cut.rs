//! A space cut into shards, and who owns them.
//!
//! Shards are ranges of neighbouring orders, so that few moves lead from one to another. A worker owns shards from several
//! places, each a *run* of neighbouring ones that it can work on as one. One run would do, and fewer moves would cross; but
//! the levels are spread unevenly over the orders (near the goal the first tiles are in place, far from it they are not), and
//! in a level all wait for the one who has most of it: with two halves of 3x4 that is 57 % of the states, with two runs
//! each 53 %. (Eight runs each were tried: nearly half, but the marks that cross cost more than the waiting.)
//!
//! There are more shards than workers: a run that goes on may have another number of workers, and each still finds whole
//! shards.

use std::ops::Range;

use hueco_tiles::space::{Mark, Shard, Space};

/// The most shards, unless there are more workers or one would not fit the memory.
const SHARDS: u64 = 64;
/// Orders worth a shard of their own: below that a file costs more than what is in it.
const WORTH_A_SHARD: u64 = 1 << 13;
/// Places from which a worker has shards, where there are several workers.
const RUNS: usize = 2;
/// The most shards.
pub(super) const MOST_SHARDS: u32 = 1 << 16;
/// Shards begin at multiples of this, so that the bits of two shards never share a byte of a file.
const ALIGNED: u64 = 4;

/// How the orders of a space are divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    orders: u64,
    shards: u32,
    /// By block of shards: the order after its last, and the worker that owns it.
    ends: Vec<(u64, usize)>,
    /// By worker: its runs.
    runs: Vec<Vec<Range<u32>>>,
}

impl Cut {
    /// In so many shards, for so many workers.
    pub(super) fn new(space: &Space, shards: u32, workers: usize) -> Self {
        let orders = space.ranking().orders();
        let mut cut = Self { orders, shards: shards.max(1), ends: Vec::new(), runs: vec![Vec::new(); workers] };
        let blocks = if workers == 1 { 1 } else { (RUNS * workers).min(cut.shards as usize).max(workers) };
        let first = |block: usize| (u64::from(cut.shards) * block as u64 / blocks as u64) as u32;
        let mut ends = Vec::with_capacity(blocks);
        for block in 0..blocks {
            // To and fro, so that none is always first.
            let (round, place) = (block / workers, block % workers);
            let worker = if round % 2 == 0 { place } else { workers - 1 - place };
            let shards = first(block)..first(block + 1);
            ends.push((cut.start(shards.end), worker));
            match cut.runs[worker].last_mut() {
                Some(run) if run.end == shards.start => run.end = shards.end,
                _ if shards.is_empty() => {}
                _ => cut.runs[worker].push(shards),
            }
        }
        cut.ends = ends;
        cut
    }

    /// How many shards there should be, if none may be larger than `bytes`. `None` where that would be too many.
    pub(super) fn shards_for(space: &Space, workers: usize, bytes: u64) -> Option<u32> {
        let worth = (space.ranking().orders() / WORTH_A_SHARD).min(SHARDS) as u32;
        let mut shards = worth.max(u32::try_from(workers * RUNS).ok()?).next_power_of_two();
        let largest = |shards: u32| Shard::bytes(space.ranking().orders().div_ceil(u64::from(shards)) + ALIGNED);
        while largest(shards) > bytes {
            shards *= 2;
            if shards > MOST_SHARDS {
                return None;
            }
        }
        Some(shards)
    }

    pub(super) fn shards(&self) -> u32 {
        self.shards
    }

    /// The runs of a worker, in order.
    pub(super) fn of(&self, worker: usize) -> &[Range<u32>] {
        &self.runs[worker]
    }

    /// The orders of a shard.
    pub(super) fn range(&self, shard: u32) -> Range<u64> {
        self.start(shard)..self.start(shard + 1)
    }

    /// The orders of neighbouring shards.
    pub(super) fn span(&self, shards: &Range<u32>) -> Range<u64> {
        self.start(shards.start)..self.start(shards.end)
    }

    fn start(&self, shard: u32) -> u64 {
        if shard == self.shards {
            return self.orders;
        }
        let exact = (u128::from(self.orders) * u128::from(shard) / u128::from(self.shards)) as u64;
        exact - exact % ALIGNED
    }

    /// Deals a mark to the workers that own its orders.
    #[inline]
    pub(super) fn deal(&self, mark: Mark, deal: &mut impl FnMut(usize, Mark)) {
        let mut rest = Some(mark);
        while let Some(mark) = rest {
            let order = mark.span().start;
            let (end, owner) = self.ends[self.ends.partition_point(|&(end, _)| end <= order)];
            let (first, others) = mark.split(end);
            if let Some(first) = first {
                deal(owner, first);
            }
            rest = others;
        }
    }

    /// The shard of an order.
    pub(super) fn shard_of(&self, order: u64) -> u32 {
        let mut shard = (u128::from(order) * u128::from(self.shards) / u128::from(self.orders)) as u32;
        while self.start(shard + 1) <= order {
            shard += 1;
        }
        shard
    }
}

#[cfg(test)]
mod tests {
    use hueco_tiles::{Metric, Shape};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_order_has_one_shard_and_one_owner(
            (rows, cols) in (2_usize..4, 2_usize..5),
            shards in 1_u32..200,
            workers in 1_usize..9,
            place in 0.0..1.0,
        ) {
            let space = Space::new(Shape::new(rows, cols).unwrap(), 0, Metric::Single).unwrap();
            let cut = Cut::new(&space, shards, workers);
            let orders = space.ranking().orders();
            prop_assert_eq!(cut.range(0).start, 0);
            prop_assert_eq!(cut.range(shards - 1).end, orders);
            let order = ((orders as f64 * place) as u64).min(orders - 1);
            let shard = cut.shard_of(order);
            prop_assert!(cut.range(shard).contains(&order));
            let mut owners = Vec::new();
            cut.deal(Mark::new(order, 0), &mut |owner, mark| owners.push((owner, mark.span())));
            prop_assert_eq!(owners.len(), 1);
            prop_assert_eq!(&owners[0].1, &(order..order + 1));
            let runs = |worker: usize| cut.of(worker).iter();
            prop_assert!(runs(owners[0].0).any(|run| run.contains(&shard) && cut.span(run).contains(&order)));
            prop_assert_eq!((0..workers).flat_map(runs).map(ExactSizeIterator::len).sum::<usize>(), shards as usize);
        }
    }
}
