//! A space divided into shards, and who owns them.
//!
//! Shards are ranges of neighbouring orders, so that few moves lead from one to another. A worker owns shards in several
//! places, each a *stretch* of neighbouring ones that it can expand as one. One stretch would do, and fewer moves would
//! cross. But the levels are spread unevenly over the orders (near the goal the first tiles are in place, far from it they
//! are not), and in each level all workers wait for the one that has most of it: with two halves of 3x4 that is 57 % of
//! the states, with two stretches each 53 %. Eight stretches each come close to half, but the marks that cross cost more
//! than the waiting.
//!
//! There are more shards than workers: a run may be resumed with another number of workers, and each still finds whole
//! shards.

use std::ops::Range;

use hueco_tiles::space::{Mark, Shard, Space};

/// The usual number of shards. There are more for many workers, or if one would not fit into memory.
const USUAL_SHARDS: u64 = 64;
/// The fewest orders of a shard: below that a file costs more than its contents.
const MIN_ORDERS: u64 = 1 << 13;
/// Stretches per worker, where there are several workers.
const STRETCHES: usize = 2;
/// The most shards.
pub(super) const MAX_SHARDS: u32 = 1 << 16;
/// Shards begin at multiples of this, so that the bits of two shards never share a byte of a file.
const ALIGNMENT: u64 = 4;

/// How the orders of a space are divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sharding {
    orders: u64,
    shards: u32,
    /// By stretch, in order: the order after its last, and the worker that owns it.
    ends: Vec<(u64, usize)>,
    /// By worker: its stretches.
    stretches: Vec<Vec<Range<u32>>>,
}

impl Sharding {
    /// A space in this many shards, for this many workers.
    pub(super) fn new(space: &Space, shards: u32, workers: usize) -> Self {
        let orders = space.ranking().orders();
        let mut this = Self { orders, shards: shards.max(1), ends: Vec::new(), stretches: vec![Vec::new(); workers] };
        let count = if workers == 1 { 1 } else { (STRETCHES * workers).min(this.shards as usize).max(workers) };
        let first = |stretch: usize| (u64::from(this.shards) * stretch as u64 / count as u64) as u32;
        let mut ends = Vec::with_capacity(count);
        for stretch in 0..count {
            // Back and forth, so that no worker is always first.
            let (pass, place) = (stretch / workers, stretch % workers);
            let worker = if pass % 2 == 0 { place } else { workers - 1 - place };
            let shards = first(stretch)..first(stretch + 1);
            ends.push((this.start(shards.end), worker));
            match this.stretches[worker].last_mut() {
                Some(last) if last.end == shards.start => last.end = shards.end,
                _ if shards.is_empty() => {}
                _ => this.stretches[worker].push(shards),
            }
        }
        this.ends = ends;
        this
    }

    /// How many shards there should be, if none may be larger than `bytes`. `None` if that would be too many.
    pub(super) fn shards_for(space: &Space, workers: usize, bytes: u64) -> Option<u32> {
        let usual = (space.ranking().orders() / MIN_ORDERS).min(USUAL_SHARDS) as u32;
        let mut shards = usual.max(u32::try_from(workers * STRETCHES).ok()?).next_power_of_two();
        let largest = |shards: u32| Shard::bytes(space.ranking().orders().div_ceil(u64::from(shards)) + ALIGNMENT);
        while largest(shards) > bytes {
            shards *= 2;
            if shards > MAX_SHARDS {
                return None;
            }
        }
        Some(shards)
    }

    pub(super) fn shards(&self) -> u32 {
        self.shards
    }

    /// The stretches of a worker, in order.
    pub(super) fn stretches_of(&self, worker: usize) -> &[Range<u32>] {
        &self.stretches[worker]
    }

    /// The orders of a shard.
    pub(super) fn orders_of(&self, shard: u32) -> Range<u64> {
        self.start(shard)..self.start(shard + 1)
    }

    /// The orders of neighbouring shards.
    pub(super) fn orders_of_all(&self, shards: &Range<u32>) -> Range<u64> {
        self.start(shards.start)..self.start(shards.end)
    }

    fn start(&self, shard: u32) -> u64 {
        if shard == self.shards {
            return self.orders;
        }
        let exact = (u128::from(self.orders) * u128::from(shard) / u128::from(self.shards)) as u64;
        exact - exact % ALIGNMENT
    }

    /// Splits a mark among the workers that own its orders.
    #[inline]
    pub(super) fn split(&self, mark: Mark, each: &mut impl FnMut(usize, Mark)) {
        let mut rest = Some(mark);
        while let Some(mark) = rest {
            let order = mark.span().start;
            let (end, owner) = self.ends[self.ends.partition_point(|&(end, _)| end <= order)];
            let (first, others) = mark.split(end);
            if let Some(first) = first {
                each(owner, first);
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
            let sharding = Sharding::new(&space, shards, workers);
            let orders = space.ranking().orders();
            prop_assert_eq!(sharding.orders_of(0).start, 0);
            prop_assert_eq!(sharding.orders_of(shards - 1).end, orders);
            let order = ((orders as f64 * place) as u64).min(orders - 1);
            let shard = sharding.shard_of(order);
            prop_assert!(sharding.orders_of(shard).contains(&order));
            let mut owners = Vec::new();
            sharding.split(Mark::new(order, 0), &mut |owner, mark| owners.push((owner, mark.span())));
            prop_assert_eq!(owners.len(), 1);
            prop_assert_eq!(&owners[0].1, &(order..order + 1));
            let stretches = |worker: usize| sharding.stretches_of(worker).iter();
            let is_there = |shards: &Range<u32>| {
                shards.contains(&shard) && sharding.orders_of_all(shards).contains(&order)
            };
            prop_assert!(stretches(owners[0].0).any(is_there));
            let all = (0..workers).flat_map(stretches).map(ExactSizeIterator::len).sum::<usize>();
            prop_assert_eq!(all, shards as usize);
        }
    }
}
