//! The states that a search has visited, as many as fit: a table of fixed size that forgets.
//!
//! A depth-first search comes to the same state by many paths, and each time searches all that lies below it. What is
//! remembered here is *slack*: how far the bound was above the estimate when the state was last searched. A visit with no
//! more slack than that finds nothing new.
//!
//! *An entry is exact.* The rank of a state among all of its parity has as many bits as a 5x5 board needs, 83. Some of them choose
//! the bucket, the others are stored, so a state is never taken for another. Which bits: the upper ones, mixed with a hash
//! of the lower ones, choose; the lower ones are stored, and together they give the upper ones back.
//!
//! *An entry is one word*, read and written at once, so threads share the table without locks:
//!
//! ```text
//! | stored bits of the rank | writer (thread) | slack / 2, at least 1 |
//! ```
//!
//! *What may be pruned.* A path is given up at a state that was visited before with the same slack or more. For states on
//! a shortest path that can only be the same bound and the same number of moves. Such a path is replaced by the earlier one.
//! That must not go round in a circle with the words that are forbidden (`words.rs`), which replace a path by one that is
//! earlier in the order of the moves. So an entry counts only if it was written *earlier in that order*: by the thread itself,
//! whose tasks come in order, or by a thread whose task comes before the reader's (`Order::is_earlier`).

use hueco_search::threads::sync::atomic::{AtomicU32, Ordering};

use super::memory::Words64;
use crate::prefetch::prefetch;

/// Entries of a bucket: half a cache line.
const BUCKET: usize = 4;
/// Bits for slack, in steps of two.
const SLACK_BITS: u32 = 4;
const MOST_SLACK: u64 = (1 << SLACK_BITS) - 1;
/// The fewest bits that choose a bucket. In a model the table is small, so that it is full now and then.
const LEAST_BUCKET_BITS: u32 = if cfg!(shuttle) { 1 } else { 10 };
/// The most bits for the name of a thread. In a model with three threads two of them share one.
const MOST_WRITER_BITS: u32 = if cfg!(shuttle) { 1 } else { 3 };

/// The visited states.
#[derive(Debug)]
pub(crate) struct Visited {
    /// The table is the first part of it.
    memory: Words64,
    /// Words that a table has used; all others are zeros.
    touched: usize,
    bucket_bits: u32,
    /// Bits of the rank that are stored.
    stored_bits: u32,
    writer_bits: u32,
}

/// The number of a state, less than two to the power of [`rank_bits`].
pub(super) type Rank = u128;

/// Bits of the largest rank of a board with this many cells.
pub(super) fn rank_bits(cells: usize) -> u32 {
    // cells! / 2, which has at most 33 digits and so fits up to 33 cells.
    let states = (3..=cells as u128).fold(1_u128, u128::saturating_mul);
    u128::BITS - (states - 1).leading_zeros()
}

impl Visited {
    /// The least and the most bytes up to `most` that a table for boards of this many cells and for a number of threads
    /// can have. `None` if there is none.
    pub(super) fn sizes(cells: usize, threads: usize, most: u64) -> Option<(u64, u64)> {
        let writer_bits = writer_bits(threads);
        // Every bit that is not stored must choose a bucket.
        let fewest_bits = rank_bits(cells).saturating_sub(u64::BITS - SLACK_BITS - writer_bits);
        let fewest_bits = fewest_bits.max(LEAST_BUCKET_BITS);
        let bytes = |bits: u32| (BUCKET as u64 * 8).checked_shl(bits).unwrap_or(u64::MAX);
        let most_bits =
            (fewest_bits..=40.min(rank_bits(cells).max(LEAST_BUCKET_BITS))).rfind(|&bits| bytes(bits) <= most)?;
        Some((bytes(fewest_bits), bytes(most_bits)))
    }

    /// An empty table of a size between those of [`Visited::sizes`], with room to grow to `most` bytes where the system has it.
    pub(super) fn new(cells: usize, threads: usize, bytes: u64, most: u64) -> Option<Self> {
        let words = |bytes: u64| usize::try_from(bytes / 8).ok();
        let memory = words(bytes.max(most)).and_then(Words64::zeroed);
        let memory = memory.or_else(|| Words64::zeroed(words(bytes)?))?;
        Self { memory, touched: 0, bucket_bits: 0, stored_bits: 0, writer_bits: 0 }.emptied(cells, threads, bytes)
    }

    /// An empty table of another size in the same memory. `None` if that has no room for it: then it is freed.
    pub(super) fn emptied(mut self, cells: usize, threads: usize, bytes: u64) -> Option<Self> {
        let (least, bytes) = Self::sizes(cells, threads, bytes)?;
        self.bucket_bits = (bytes.max(least) / (BUCKET as u64 * 8)).ilog2();
        self.stored_bits = rank_bits(cells).saturating_sub(self.bucket_bits);
        self.writer_bits = writer_bits(threads);
        let length = BUCKET << self.bucket_bits;
        if self.memory.get().len() < length {
            return None;
        }
        // What no table has used so far is empty, and not even provided by the system.
        self.memory.clear(length.min(self.touched), threads);
        self.touched = self.touched.max(length);
        Some(self)
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        (BUCKET as u64 * 8) << self.bucket_bits
    }

    /// Bytes of the memory that this table and those before it have used.
    pub(crate) fn touched_bytes(&self) -> u64 {
        8 * self.touched as u64
    }

    /// Bytes that a table in this memory can have.
    pub(crate) fn room_bytes(&self) -> u64 {
        8 * self.memory.get().len() as u64
    }

    /// A state will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, rank: Rank) {
        prefetch(self.memory.get(), self.bucket(rank).0);
    }

    /// Where the bucket of a state begins, and the bits that are stored.
    #[inline]
    fn bucket(&self, rank: Rank) -> (usize, u64) {
        let low = (rank & ((1 << self.stored_bits) - 1)) as u64;
        let high = (rank >> self.stored_bits) as u64;
        let mixed = (low ^ low >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bucket = (high ^ mixed >> (64 - self.bucket_bits)) as usize & ((1 << self.bucket_bits) - 1);
        (bucket * BUCKET, low)
    }

    /// Whether a state was visited before, in order, with this slack or more. If not, it is remembered as visited with this slack.
    #[inline]
    pub(super) fn visit(&self, rank: Rank, slack: u32, order: &Order, thread: usize) -> bool {
        let (bucket, low) = self.bucket(rank);
        let bucket = &self.memory.get()[bucket..][..BUCKET];
        let slack = u64::from(slack / 2 + 1).min(MOST_SLACK);
        let writer = (thread & ((1 << self.writer_bits) - 1)) as u64;
        let state_bits = SLACK_BITS + self.writer_bits;
        let entry = low << state_bits | writer << SLACK_BITS | slack;
        let (mut least, mut place) = (u64::MAX, 0);
        for (at, slot) in bucket.iter().enumerate() {
            let found = slot.load(Ordering::Acquire);
            if found == 0 {
                place = at;
                break;
            }
            let its_slack = found & MOST_SLACK;
            if found >> state_bits == low {
                let its_writer = found >> SLACK_BITS & ((1 << self.writer_bits) - 1);
                // More slack than can be written down is never taken for as much.
                let is_enough = its_slack >= slack && slack < MOST_SLACK;
                if is_enough && order.is_earlier(its_writer as usize, 1 << self.writer_bits, thread) {
                    return true;
                }
                place = at;
                break;
            }
            // The least valuable makes room; of equals the first, and the others move up by being older.
            if its_slack < least {
                (least, place) = (its_slack, at);
            }
        }
        bucket[place].store(entry, Ordering::Release);
        false
    }
}

/// Threads with the same last bits share a name: what one of them wrote counts only if it counts from all of them.
fn writer_bits(threads: usize) -> u32 {
    threads.next_power_of_two().ilog2().min(MOST_WRITER_BITS)
}

/// Which task each thread is at. Tasks are handed out in order, so a thread's tasks only grow.
#[derive(Debug)]
pub(super) struct Order {
    tasks: Vec<AtomicU32>,
}

impl Order {
    pub(super) fn new(threads: usize) -> Self {
        Self { tasks: (0..threads).map(|_| AtomicU32::new(0)).collect() }
    }

    /// A thread begins a task. Its entries bring the number along: whoever reads one ([`Ordering::Acquire`]) that was written
    /// ([`Ordering::Release`]) after this sees this number or a later one.
    pub(super) fn begin(&self, thread: usize, task: u32) {
        self.tasks[thread].store(task, Ordering::Relaxed);
    }

    /// Whether all that the threads of a name have written so far comes before what the reader is at: its own does, and what was
    /// written in an earlier task. Asked *after* an entry was read: a thread that begins a later task says so before it
    /// writes, so what was read was written before.
    #[inline]
    fn is_earlier(&self, writer: usize, names: usize, reader: usize) -> bool {
        let own = self.tasks[reader].load(Ordering::Relaxed);
        let mut named = self.tasks.iter().enumerate().skip(writer).step_by(names);
        named.all(|(thread, task)| thread == reader || task.load(Ordering::Relaxed) < own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_room_for_every_bit() {
        assert_eq!([2, 3, 4, 25].map(rank_bits), [0, 2, 4, 83]);
        for cells in [18, 20, 24, 25] {
            for threads in [1, 2, 8, 64] {
                let Some((least, most)) = Visited::sizes(cells, threads, 16 << 30) else {
                    panic!("{cells} cells, {threads} threads");
                };
                assert!(least <= most && most <= 16 << 30);
                assert!(Visited::sizes(cells, threads, least - 1).is_none());
            }
        }
        // Half a gigabyte is the least for two threads on 5x5.
        assert_eq!(Visited::sizes(25, 2, 2 << 30).unwrap().0, 512 << 20);
        assert!(Visited::sizes(32, 1, 64 << 30).is_none());
    }

    #[test]
    fn a_state_is_never_taken_for_another() {
        let visited = Visited::new(18, 1, 1 << 16, 0).unwrap();
        let order = Order::new(1);
        // Far more states than the table has room for; for Miri, which takes its time, some.
        let states = if cfg!(miri) { 200 } else { 50_000 };
        let rank = |number: u64| Rank::from(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 12);
        for number in 0..states {
            assert!(!visited.visit(rank(number), 4, &order, 0), "{number} was never visited");
        }
    }

    /// The upper bits of a rank are not stored: the bucket says them.
    #[test]
    #[cfg_attr(miri, ignore = "many numbers, and no memory that the others do not use")]
    fn states_that_differ_in_their_upper_bits_alone_are_not_taken_for_one_another() {
        let order = Order::new(1);
        for (cells, bytes, stored) in [(18, 1 << 16, 41), (25, 256 << 20, 60)] {
            let visited = Visited::new(cells, 1, bytes, 0).unwrap();
            let rank = |upper: Rank| (upper << stored) + 77;
            for upper in 0..2048 {
                assert!(!visited.visit(rank(upper), 4, &order, 0), "{upper} was never visited");
                assert!(visited.visit(rank(upper), 4, &order, 0), "{upper} was just visited");
            }
            assert!((0..2048).all(|upper| visited.visit(rank(upper), 4, &order, 0)));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "many numbers, and no memory that the others do not use")]
    fn states_that_differ_in_their_lower_bits_are_spread() {
        let visited = Visited::new(18, 1, 1 << 16, 0).unwrap();
        let order = Order::new(1);
        // Half as many as there is room for.
        (0..4096).for_each(|rank| assert!(!visited.visit(rank, 4, &order, 0)));
        let found = (0..4096).filter(|&rank| visited.visit(rank, 4, &order, 0)).count();
        assert!(found > 3500, "{found}");
    }

    #[test]
    fn the_least_valuable_makes_room() {
        let order = Order::new(1);
        for (slacks, lost) in [([8, 2, 6, 4], 1), ([8, 6, 2, 2], 2), ([4, 6, 8, 10], 0)] {
            let visited = Visited::new(18, 1, 1 << 16, 0).unwrap();
            let ranks: Vec<Rank> = (0..50_000).filter(|&rank| visited.bucket(rank).0 == 0).take(BUCKET + 1).collect();
            for (&rank, slack) in ranks.iter().zip(slacks.into_iter().chain([6])) {
                assert!(!visited.visit(rank, slack, &order, 0));
            }
            for at in (0..BUCKET).filter(|&at| at != lost) {
                assert!(visited.visit(ranks[at], slacks[at], &order, 0), "{slacks:?} {at}");
            }
            assert!(visited.visit(ranks[BUCKET], 6, &order, 0));
            assert!(!visited.visit(ranks[lost], slacks[lost], &order, 0));
        }
    }

    #[test]
    fn less_slack_is_pruned_and_more_is_not() {
        let visited = Visited::new(20, 2, 1 << 20, 0).unwrap();
        let order = Order::new(2);
        assert!(!visited.visit(77, 6, &order, 0));
        assert!(visited.visit(77, 6, &order, 0) && visited.visit(77, 4, &order, 0));
        assert!(!visited.visit(77, 8, &order, 0));
        assert!(visited.visit(77, 8, &order, 0));
        // Even the entry of the first state without slack is not that of an empty slot.
        assert!(!visited.visit(0, 0, &order, 0) && visited.visit(0, 0, &order, 0));
        // What cannot be written down is not pruned.
        assert!(!visited.visit(79, 26, &order, 0) && visited.visit(79, 26, &order, 0));
        assert!(!visited.visit(80, 28, &order, 0) && !visited.visit(80, 28, &order, 0));
        assert!(!visited.visit(78, 100, &order, 0) && !visited.visit(78, 100, &order, 0));
    }

    #[test]
    fn what_is_used_again_is_empty_at_every_size() {
        let order = Order::new(2);
        let mut visited = Visited::new(20, 2, 1 << 20, 1 << 22).unwrap();
        for bytes in [1 << 20, 1 << 22, 1 << 21, 1 << 20, 1 << 22] {
            visited = visited.emptied(20, 2, bytes).unwrap();
            assert_eq!(visited.bytes(), bytes);
            for rank in 0..1000 {
                assert!(!visited.visit(rank, 6, &order, 0), "{rank} was not visited in this table");
            }
        }
        assert_eq!((visited.touched_bytes(), visited.room_bytes()), (1 << 22, 1 << 22));
        assert!(visited.emptied(20, 2, 1 << 23).is_none());
    }

    #[test]
    fn only_what_comes_earlier_counts() {
        let visited = Visited::new(20, 2, 1 << 20, 0).unwrap();
        let order = Order::new(2);
        assert!(!visited.visit(4, 4, &order, 0) && !visited.visit(4, 4, &order, 1), "no task comes before itself");
        order.begin(0, 3);
        order.begin(1, 5);
        assert!(!visited.visit(1, 4, &order, 0) && !visited.visit(2, 4, &order, 1));
        assert!(visited.visit(1, 4, &order, 1), "task 3 comes before task 5");
        assert!(!visited.visit(2, 4, &order, 0), "task 5 does not come before task 3");
        order.begin(0, 6);
        assert!(!visited.visit(3, 4, &order, 1));
        assert!(visited.visit(3, 4, &order, 0));
    }

    /// Two threads that meet nowhere else. Under Miri a load may find an old value wherever its ordering allows that: with weaker
    /// orderings of an entry, a thread would see what was written in a later task, and not that the task had begun.
    #[test]
    fn between_threads_what_comes_later_never_counts() {
        let visited = Visited::new(20, 2, 1 << 15, 0).unwrap();
        for rank in 0..if cfg!(miri) { 40 } else { 400 } {
            let order = Order::new(2);
            // Miri keeps the old values of a number from the first time on that it is stored.
            (0..2).for_each(|thread| order.begin(thread, 1));
            let visit = |thread: usize| {
                order.begin(thread, if thread == 0 { 5 } else { 9 });
                visited.visit(rank, 4, &order, thread)
            };
            let first = std::thread::scope(|scope| {
                let second = scope.spawn(|| visit(1));
                let first = scope.spawn(|| visit(0)).join().unwrap();
                second.join().unwrap();
                first
            });
            assert!(!first, "task 5 left state {rank} to task 9");
        }
    }

    #[test]
    fn a_shared_name_counts_only_if_it_counts_from_all() {
        // Eight names for ten threads: the first two names belong to two threads each.
        let visited = Visited::new(20, 10, 1 << 20, 0).unwrap();
        let order = Order::new(10);
        order.begin(0, 3);
        order.begin(8, 5);
        order.begin(2, 4);
        assert!(!visited.visit(1, 4, &order, 0));
        assert!(!visited.visit(1, 4, &order, 0), "its own, but it might be that of a later task");
        assert!(visited.visit(1, 4, &order, 8), "the other of the name is at an earlier task");
        assert!(!visited.visit(1, 4, &order, 2), "one of the name is at a later task");
        assert!(visited.visit(1, 4, &order, 2), "its own, and nobody shares its name");
    }
}
