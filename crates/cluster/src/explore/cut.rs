//! A space cut into shards, and who owns them.
//!
//! Shards are ranges of neighbouring orders, so that few moves lead from one to another; a worker owns neighbouring shards,
//! so that it can work on them as one. There are more shards than workers: a run that goes on may have another number of
//! workers, and each still finds whole shards.

use std::ops::Range;

use hueco_tiles::space::{Mark, Shard, Space};

/// Shards, unless there are more workers or one would not fit the memory.
const SHARDS: u32 = 64;
/// The most shards.
pub(super) const MOST_SHARDS: u32 = 1 << 16;
/// Shards begin at multiples of this, so that the bits of two shards never share a byte of a file.
const ALIGNED: u64 = 4;

/// How the orders of a space are divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    orders: u64,
    shards: u32,
    /// By worker: the orders after its last.
    ends: Vec<u64>,
}

impl Cut {
    /// In so many shards, for so many workers.
    pub(super) fn new(space: &Space, shards: u32, workers: usize) -> Self {
        let mut cut = Self { orders: space.ranking().orders(), shards: shards.max(1), ends: Vec::new() };
        cut.ends = (0..workers).map(|worker| cut.start(cut.first_of(worker + 1, workers))).collect();
        cut
    }

    /// How many shards there should be, if none may be larger than `bytes`. `None` where that would be too many.
    pub(super) fn shards_for(space: &Space, workers: usize, bytes: u64) -> Option<u32> {
        let mut shards = SHARDS.max(u32::try_from(workers).ok()?.next_power_of_two());
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

    /// The shards of a worker.
    pub(super) fn of(&self, worker: usize) -> Range<u32> {
        let workers = self.ends.len();
        self.first_of(worker, workers)..self.first_of(worker + 1, workers)
    }

    fn first_of(&self, worker: usize, workers: usize) -> u32 {
        (u64::from(self.shards) * worker as u64 / workers as u64) as u32
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

    /// The worker that owns an order.
    #[inline]
    pub(super) fn owner(&self, order: u64) -> usize {
        self.ends.partition_point(|&end| end <= order)
    }

    /// Deals a mark to the workers that own its orders.
    #[inline]
    pub(super) fn deal(&self, mark: Mark, deal: &mut impl FnMut(usize, Mark)) {
        let mut rest = Some(mark);
        while let Some(mark) = rest {
            let owner = self.owner(mark.span().start);
            let (first, others) = mark.split(self.ends[owner]);
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
            let owner = cut.owner(order);
            prop_assert!(cut.of(owner).contains(&shard));
            prop_assert!(cut.span(&cut.of(owner)).contains(&order));
            prop_assert_eq!((0..workers).map(|worker| cut.of(worker).len()).sum::<usize>(), shards as usize);
        }
    }
}
