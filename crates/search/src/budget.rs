//! Limits on nodes, time and memory, and cancellation from outside.
//!
//! A search pays one unit of fuel for every node it generates. Fuel is granted in slices of about a millisecond of work
//! (or the nodes left, if fewer); only the cold refill looks at the clock, the cancel flag and the node limit, so a
//! limit costs the hot loop one decrement. Clocks decide when a search ends, never what it does: counts are the same on
//! every run that is not stopped.
//!
//! Threads that work on one search have a budget each, drawn from a common one ([`Budget::share`]): only a refill takes
//! the lock.
//!
//! The refill is also where a search reports: what it has spent goes to the budget's [`Gauge`], for another thread to read.

use std::time::Duration;

use crate::clock::Instant;
use crate::gauge::Gauge;
use crate::problem::Cost;
use crate::report::Limit;
use crate::threads::sync::atomic::{AtomicBool, Ordering};
use crate::threads::sync::{Arc, Mutex, MutexGuard, PoisonError};

const FIRST_SLICE: u64 = 64;
const LARGEST_SLICE: u64 = 1 << 20;
/// What a thread draws from a common budget at a time, and the part of what is left that it may be at most: a thread that finds
/// nothing left ends a run, so the others must not hold much.
const SHARE: u64 = 1 << 14;
const SHARES: u64 = 64;
const SLICE_TIME: Duration = Duration::from_millis(1);

/// The bytes that a block of memory takes, its allocator's share included: for [`Problem::heap_bytes`](crate::Problem::heap_bytes),
/// where many states own a small block each.
///
/// As the allocators of common systems do it: a word before each block, sizes in steps of two words, and a least size. One that takes
/// less only makes a limit stricter.
///
/// ```
/// assert_eq!([0, 1, 24, 25, 50].map(hueco_search::allocated), [0, 32, 32, 48, 64]);
/// ```
pub const fn allocated(bytes: usize) -> usize {
    const WORD: usize = size_of::<u64>();
    if bytes == 0 {
        return 0;
    }
    let taken = (bytes + WORD).next_multiple_of(2 * WORD);
    if taken < 4 * WORD { 4 * WORD } else { taken }
}

/// What a search may use. Passed to every step, never stored by a search: the same search can be resumed with another one.
#[derive(Clone, Debug)]
pub struct Budget {
    fuel: u64,
    slice: u64,
    nodes_left: u64,
    /// Fuel granted so far, by all refills.
    granted: u64,
    max_bytes: u64,
    deadline: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
    gauge: Option<Arc<Gauge>>,
    /// Nodes paid for that the gauge knows of.
    gauged: u64,
    refilled: Option<Instant>,
    /// Where fuel is drawn from instead, by a budget that is a thread's part of a common one.
    common: Option<Arc<Mutex<Budget>>>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Budget {
    /// No limit at all.
    pub fn unlimited() -> Self {
        Self {
            fuel: 0,
            slice: FIRST_SLICE,
            nodes_left: u64::MAX,
            granted: 0,
            max_bytes: u64::MAX,
            deadline: None,
            cancel: None,
            gauge: None,
            gauged: 0,
            refilled: None,
            common: None,
        }
    }

    /// At most this many generated nodes.
    #[must_use]
    pub fn max_nodes(self, nodes: u64) -> Self {
        Self { nodes_left: nodes, fuel: 0, granted: self.spent(), ..self }
    }

    /// At most this many bytes, by the search's own account.
    #[must_use]
    pub fn max_bytes(self, bytes: u64) -> Self {
        Self { max_bytes: bytes, ..self }
    }

    /// At most this long from now on.
    #[must_use]
    pub fn timeout(self, time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Not after this moment.
    #[must_use]
    pub fn deadline(self, moment: Instant) -> Self {
        Self { deadline: Some(moment), ..self }
    }

    /// Ends when `flag` becomes true.
    #[must_use]
    pub fn cancel(self, flag: Arc<AtomicBool>) -> Self {
        Self { cancel: Some(flag), ..self }
    }

    /// Reports from now on to `gauge`: nodes as they are paid for, and what [`Budget::count`] and [`Budget::prove`] add.
    /// Copies of this budget report to the same gauge.
    #[must_use]
    pub fn gauge(self, gauge: Arc<Gauge>) -> Self {
        Self { gauge: Some(gauge), gauged: self.spent(), ..self }
    }

    /// The same limits for work that is not to be reported.
    #[must_use]
    pub fn without_gauge(self) -> Self {
        Self { gauge: None, ..self }
    }

    /// The limit on memory.
    pub fn byte_limit(&self) -> u64 {
        self.max_bytes
    }

    /// The time left; `None` without a time limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|moment| moment.saturating_duration_since(Instant::now()))
    }

    /// Nodes that may still be generated.
    pub fn nodes_left(&self) -> u64 {
        self.nodes_left.saturating_add(self.fuel)
    }

    /// Nodes paid for so far. A search that counts by the difference need not count them itself.
    #[inline]
    pub fn spent(&self) -> u64 {
        self.granted - self.fuel
    }

    /// Pays for one generated node.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Limit> {
        if let Some(left) = self.fuel.checked_sub(1) {
            self.fuel = left;
            return Ok(());
        }
        self.refill_and_spend()
    }

    #[cold]
    #[inline(never)]
    fn refill_and_spend(&mut self) -> Result<(), Limit> {
        self.refill()?;
        self.fuel -= 1;
        Ok(())
    }

    /// A whole slice of fuel for a loop that counts down by itself; what is left over goes back by [`Budget::give_back`].
    pub fn take_slice(&mut self) -> Result<u64, Limit> {
        if self.fuel == 0 {
            self.refill()?;
        }
        Ok(std::mem::take(&mut self.fuel))
    }

    /// Returns fuel taken by [`Budget::take_slice`] and not spent.
    pub fn give_back(&mut self, fuel: u64) {
        self.fuel += fuel;
    }

    /// Whether a search may hold `bytes` in all. Asked *before* a container grows, old and new buffer together.
    #[inline]
    pub fn allow_bytes(&self, bytes: u64) -> Result<(), Limit> {
        if bytes > self.max_bytes { Err(Limit::Memory) } else { Ok(()) }
    }

    /// Looks at the clock and the cancel flag now, for work that is not counted in nodes.
    pub fn check(&self) -> Result<(), Limit> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Limit::Interrupt);
        }
        if self.deadline.is_some_and(|moment| Instant::now() >= moment) {
            return Err(Limit::Time);
        }
        Ok(())
    }

    /// Reports work that is not paid for in nodes.
    pub fn count(&self, count: u64) {
        if let Some(gauge) = &self.gauge {
            gauge.add(count);
        }
    }

    /// Reports that no solution costs less than `bound`.
    pub fn prove(&self, bound: Cost) {
        if let Some(gauge) = &self.gauge {
            gauge.raise_lower_bound(bound);
        }
    }

    /// Makes this a common budget, to draw those of several threads from. It holds nothing until [`Shared::end`].
    pub fn share(&mut self) -> Shared<'_> {
        let common = Arc::new(Mutex::new(self.clone()));
        Shared { common, budget: self }
    }

    #[cold]
    fn draw(&mut self, common: &Mutex<Self>) -> Result<(), Limit> {
        self.check()?;
        let mut common = lock(common);
        let most = (common.nodes_left() / SHARES).clamp(1, SHARE);
        let slice = common.take_slice()?;
        self.fuel = slice.min(most);
        common.give_back(slice - self.fuel);
        self.granted += self.fuel;
        Ok(())
    }

    #[cold]
    fn refill(&mut self) -> Result<(), Limit> {
        if let Some(common) = self.common.clone() {
            return self.draw(&common);
        }
        let spent = self.spent();
        self.count(spent.wrapping_sub(self.gauged));
        self.gauged = spent;
        if self.nodes_left == 0 {
            return Err(Limit::Nodes);
        }
        self.check()?;
        if self.deadline.is_some() || self.cancel.is_some() || self.gauge.is_some() {
            let now = Instant::now();
            if let Some(before) = self.refilled.replace(now) {
                self.slice = next_slice(self.slice, now - before);
            }
        } else {
            self.slice = LARGEST_SLICE;
        }
        self.fuel = self.slice.min(self.nodes_left);
        self.nodes_left -= self.fuel;
        self.granted += self.fuel;
        Ok(())
    }
}

/// The slice after one that took this long.
fn next_slice(slice: u64, took: Duration) -> u64 {
    let next = if took < SLICE_TIME { slice * 2 } else { slice / 2 };
    next.clamp(FIRST_SLICE, LARGEST_SLICE)
}

fn lock(common: &Mutex<Budget>) -> MutexGuard<'_, Budget> {
    // A thread that panics with the lock in hand leaves numbers that still add up.
    common.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A budget that several threads draw from.
#[derive(Debug)]
pub struct Shared<'b> {
    common: Arc<Mutex<Budget>>,
    budget: &'b mut Budget,
}

impl Shared<'_> {
    /// The budget of one of several threads: nodes, time and the cancel flag are those of all, memory is its part. It may be
    /// given a cancel flag of its own.
    pub fn part(&self, threads: usize) -> Budget {
        let max_bytes = self.budget.max_bytes / threads.max(1) as u64;
        Budget { max_bytes, common: Some(Arc::clone(&self.common)), ..Budget::unlimited() }
    }

    /// A thread that has ended returns what it did not spend.
    pub fn put_back(&self, part: &Budget) {
        lock(&self.common).give_back(part.fuel);
    }

    /// What is left goes back to the budget that was shared.
    pub fn end(self) {
        *self.budget = lock(&self.common).clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spends all that is left; how much that was. It ends where a limit is lost, too.
    fn spend_all(budget: &mut Budget) -> u64 {
        (0..200_000).take_while(|_| budget.spend().is_ok()).count() as u64
    }

    #[test]
    fn node_limit_is_exact() {
        for limit in [0, 1, 63, 64, 65, 100_000] {
            let mut budget = Budget::unlimited().max_nodes(limit).timeout(Duration::from_secs(3600));
            assert_eq!(spend_all(&mut budget), limit);
            assert_eq!(budget.spend(), Err(Limit::Nodes));
        }
    }

    #[test]
    fn slices_are_small_where_a_limit_must_be_noticed() {
        let flag = Arc::new(AtomicBool::new(false));
        let hour = Duration::from_secs(3600);
        for mut budget in [
            Budget::unlimited().cancel(flag),
            Budget::unlimited().timeout(hour),
            Budget::unlimited().gauge(Arc::new(Gauge::default())),
        ] {
            assert_eq!(budget.take_slice(), Ok(FIRST_SLICE));
        }
        assert_eq!(Budget::unlimited().take_slice(), Ok(LARGEST_SLICE));
        assert_eq!((next_slice(256, Duration::ZERO), next_slice(256, SLICE_TIME)), (512, 128));
        assert_eq!(
            (next_slice(FIRST_SLICE, hour), next_slice(LARGEST_SLICE, Duration::ZERO)),
            (FIRST_SLICE, LARGEST_SLICE)
        );
    }

    #[test]
    fn a_block_takes_more_than_was_asked_for() {
        assert_eq!([0, 1, 8, 23, 24, 25, 40, 41].map(allocated), [0, 32, 32, 32, 32, 48, 48, 64]);
    }

    #[test]
    fn what_is_given_back_is_not_lost() {
        let mut budget = Budget::unlimited().max_nodes(10);
        let slice = budget.take_slice().unwrap();
        assert_eq!(slice, 10);
        budget.give_back(4);
        assert_eq!(budget.nodes_left(), 4);
        assert_eq!(spend_all(&mut budget), 4);
    }

    #[test]
    fn a_gauge_follows_what_is_spent() {
        let gauge = Arc::new(Gauge::default());
        let mut budget = Budget::unlimited().max_nodes(1000).gauge(Arc::clone(&gauge));
        let slice = budget.take_slice().unwrap();
        assert_eq!((slice, gauge.count()), (FIRST_SLICE, 0));
        budget.give_back(4);
        (0..=4).for_each(|_| budget.spend().unwrap());
        assert_eq!(gauge.count(), FIRST_SLICE);
        // What is returned after it was reported is taken off again.
        budget.give_back(10);
        spend_all(&mut budget);
        assert_eq!((gauge.count(), budget.spent()), (1000, 1000));
    }

    #[test]
    fn a_gauge_counts_from_where_it_was_given() {
        let gauge = Arc::new(Gauge::default());
        let mut budget = Budget::unlimited().max_nodes(10);
        (0..3).for_each(|_| budget.spend().unwrap());
        let mut budget = budget.gauge(Arc::clone(&gauge));
        spend_all(&mut budget);
        assert_eq!((gauge.count(), budget.spent()), (7, 10));
    }

    #[test]
    fn copies_report_to_the_same_gauge_and_nothing_twice() {
        let gauge = Arc::new(Gauge::default());
        let mut before = Budget::unlimited().max_nodes(100);
        spend_all(&mut before);
        let mut one = before.max_nodes(200).gauge(Arc::clone(&gauge));
        let mut two = one.clone();
        spend_all(&mut one);
        spend_all(&mut two);
        assert_eq!(gauge.count(), 400);
        one.count(7);
        let silent = one.clone().without_gauge();
        silent.count(1);
        assert_eq!(silent.nodes_left(), 0, "it has the same limits");
        one.prove(30);
        two.prove(28);
        assert_eq!((gauge.count(), gauge.lower_bound()), (407, 30));
    }

    #[test]
    fn threads_share_a_limit_and_put_back_what_is_left() {
        let mut budget = Budget::unlimited().max_nodes(100_000).max_bytes(1000);
        let shared = budget.share();
        let mut parts = [shared.part(2), shared.part(2)];
        assert_eq!(parts[0].byte_limit(), 500);
        (0..10).for_each(|_| parts[0].spend().unwrap());
        let rest = spend_all(&mut parts[1]);
        assert_eq!((parts[1].spend(), rest), (Err(Limit::Nodes), 100_000 - 100_000 / SHARES));
        assert_eq!((parts[0].spent(), parts[1].spent()), (10, rest));
        for part in &parts {
            shared.put_back(part);
        }
        shared.end();
        assert_eq!(budget.nodes_left(), 100_000 - 10 - rest);
    }

    #[test]
    fn a_limit_is_what_may_still_be_had() {
        let budget = Budget::unlimited().max_bytes(1000);
        assert_eq!((budget.allow_bytes(1000), budget.allow_bytes(1001)), (Ok(()), Err(Limit::Memory)));
        assert_eq!((budget.time_left(), budget.nodes_left(), budget.spent()), (None, u64::MAX, 0));
        assert_eq!(budget.clone().timeout(Duration::ZERO).time_left(), Some(Duration::ZERO));
        let hour = Duration::from_secs(3600);
        let later = budget.clone().deadline(Instant::now() + 2 * hour);
        assert!(later.time_left() > Some(hour) && later.time_left() <= Some(2 * hour) && later.check().is_ok());
        // A limit that is set anew counts from then on; what was spent stays spent.
        let mut budget = budget.max_nodes(10);
        (0..3).for_each(|_| budget.spend().unwrap());
        assert_eq!((budget.nodes_left(), budget.spent()), (7, 3));
        let mut budget = budget.max_nodes(5);
        assert_eq!((budget.nodes_left(), budget.spent()), (5, 3));
        spend_all(&mut budget);
        assert_eq!((budget.nodes_left(), budget.spent()), (0, 8));
    }

    #[test]
    fn time_and_cancel_are_noticed() {
        assert_eq!(Budget::unlimited().timeout(Duration::ZERO).spend(), Err(Limit::Time));
        let flag = Arc::new(AtomicBool::new(false));
        let mut budget = Budget::unlimited().cancel(flag.clone());
        assert_eq!(budget.spend(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert!((0..=LARGEST_SLICE).any(|_| budget.spend() == Err(Limit::Interrupt)));
    }
}
