//! A round: cut into tasks, searched by one thread or by several.
//!
//! *How fine to cut.* With too few tasks lanes stand idle at the end, and one task may be most of the tree; with too many
//! the opener, which nobody relieves while it waits, does the work. The next round is about six times as large as the
//! last, and each level doubles the tasks; so the depth is chosen for tasks of some dozens of nodes, but not for more than
//! some thousand tasks.
//!
//! *One thread.* Counts are exactly those of the recursive search. A limit on nodes is met in the middle of several
//! tasks: then all but the first of them are dropped, that one is finished with what they had taken, and the rest of
//! the search continues in order, in one lane, until the fuel is really spent.
//!
//! *Several threads.* Each has its own lanes and takes tasks from the same opener, so a task's number says where it stands in
//! the order of the depth-first search. Counts are those of one thread:
//!
//! * In a round without a solution all tasks are done, by whichever thread.
//! * A solution in one task ends the tasks behind it. Those before it are running or done, since they were handed out
//!   before; they are finished, and the first of the tasks that hold a solution counts, with all before it.
//! * At the limit on nodes all behind the first unfinished task is dropped, and the search continues from there in one lane.
//!
//! So the same board and options give the same path and counts on any number of threads. Time and interruption end
//! a search wherever it is. A thread that panics ends the others, too.

use hueco_search::threads::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use hueco_search::threads::sync::{Mutex, MutexGuard};
use hueco_search::threads::{OnPanic, thread};
use hueco_search::{Budget, Limit};

use super::crew::{Crew, Opener, Source};
use super::lane::{Counts, Lane};
use super::{End, Lookup, Node, Outcome, Search};
use crate::IS_SMALL;

/// How much larger than the last a round is expected to be.
const GROWTH: u64 = 6;
/// Nodes to aim at for a task, and the most tasks to aim at.
const TASK: u64 = 64;
const MOST_TASKS: u64 = 4096;
/// A round expected to be smaller is not worth a second thread.
const WORTH_THREADS: u64 = 50_000;
/// Nodes that a thread pays for at a time; it checks as often whether another thread found the goal. In a model trees are small.
const SLICE: u64 = if cfg!(shuttle) { 3 } else { 1 << 14 };

/// Where a round is cut into tasks, from the sizes of the round before.
#[derive(Debug, Default)]
pub(super) struct Cut {
    pub(super) depth: u32,
    pub(super) nodes: u64,
}

impl Cut {
    /// After a round that was cut at this depth.
    fn learn(&mut self, depth: u32, nodes: u64, tasks: usize) {
        self.nodes = nodes.saturating_mul(GROWTH);
        let aim = (self.nodes / TASK).clamp(1, MOST_TASKS);
        self.depth = depth + (aim / tasks.max(1) as u64).max(1).ilog2();
    }
}

/// All nodes within the bound.
pub(super) fn round<L: Lookup>(
    search: &Search<'_, L>,
    root: &Node<L::SumState>,
    bound: i32,
    threads: usize,
    cut: &mut Cut,
    budget: &mut Budget,
) -> Outcome {
    let is_shared = !IS_SMALL && threads > 1 && cut.nodes > WORTH_THREADS;
    let depth = if is_shared || L::LANES > 1 { cut.depth } else { 0 };
    let mut opener = Opener::new(root, bound, depth);
    let outcome = if is_shared {
        shared(search, root, bound, threads, &mut opener, depth, budget)
    } else {
        alone(search, root, bound, &mut opener, depth, budget)
    };
    cut.learn(depth, outcome.counts.generated, opener.tasks);
    outcome
}

/// All tasks of an opener, on one thread.
struct Alone<'a, L: Lookup> {
    search: &'a Search<'a, L>,
    opener: &'a mut Opener<L>,
    budget: &'a mut Budget,
}

impl<L: Lookup> Source<L> for Alone<'_, L> {
    fn hand(&mut self, lane: &mut Lane<L>) -> bool {
        self.opener.hand(self.search, lane)
    }

    fn refuel(&mut self) -> Result<u64, Limit> {
        self.budget.take_slice()
    }
}

/// Fuel for lanes that are at work, and no more tasks.
struct Fuel<'a>(&'a mut Budget);

impl<L: Lookup> Source<L> for Fuel<'_> {
    fn hand(&mut self, _: &mut Lane<L>) -> bool {
        false
    }

    fn refuel(&mut self) -> Result<u64, Limit> {
        self.0.take_slice()
    }
}

fn alone<L: Lookup>(
    search: &Search<'_, L>,
    root: &Node<L::SumState>,
    bound: i32,
    opener: &mut Opener<L>,
    depth: u32,
    budget: &mut Budget,
) -> Outcome {
    let mut crew = Crew::new(search, root, bound, L::LANES);
    let mut ending = crew.run(&mut Alone { search, opener, budget });
    if ending == Err(Limit::Nodes) && L::LANES > 1 {
        let kept = crew.keep_first();
        ending = crew.run(&mut Fuel(budget));
        if ending.is_ok() && crew.found.is_none() {
            ending = in_order(search, root, bound, depth, kept, &mut crew, budget);
        } else if ending == Err(Limit::Nodes) {
            crew.spend_all();
        }
    }
    budget.give_back(crew.fuel);
    crew.outcome(ending)
}

/// Searches what comes after this many tasks in one lane, to its end or until the fuel is really spent.
fn in_order<L: Lookup>(
    search: &Search<'_, L>,
    root: &Node<L::SumState>,
    bound: i32,
    depth: u32,
    tasks: usize,
    crew: &mut Crew<'_, L>,
    budget: &mut Budget,
) -> Result<(), Limit> {
    let again = Opener::new(root, bound, depth);
    let Some(rest) = again.behind(search, tasks, &mut Lane::new(root, bound)) else { return Ok(()) };
    crew.take_over(rest);
    let ending = crew.run(&mut Fuel(budget));
    if ending == Err(Limit::Nodes) {
        crew.spend_all();
    }
    ending
}

/// The tasks of an opener, for several threads.
struct Shared<'a, L: Lookup> {
    search: &'a Search<'a, L>,
    opener: Mutex<&'a mut Opener<L>>,
    budget: Mutex<&'a mut Budget>,
    first_goal: AtomicUsize,
    /// A thread met a limit: the others end too.
    is_stopped: AtomicBool,
}

impl<'a, L: Lookup> Shared<'a, L> {
    fn budget(&self) -> MutexGuard<'_, &'a mut Budget> {
        self.budget.lock().expect("no thread panics with the budget in hand")
    }
}

impl<L: Lookup> Source<L> for &Shared<'_, L> {
    fn hand(&mut self, lane: &mut Lane<L>) -> bool {
        let is_over = self.is_stopped.load(Ordering::Relaxed) || self.first_goal() != usize::MAX;
        !is_over && self.opener.lock().expect("no thread panics with the tasks in hand").hand(self.search, lane)
    }

    fn refuel(&mut self) -> Result<u64, Limit> {
        if self.is_stopped.load(Ordering::Relaxed) {
            return Err(Limit::Interrupt);
        }
        let mut budget = self.budget();
        let slice = budget.take_slice()?;
        budget.give_back(slice.saturating_sub(SLICE));
        Ok(slice.min(SLICE))
    }

    fn first_goal(&self) -> usize {
        self.first_goal.load(Ordering::Relaxed)
    }

    fn found(&mut self, task: usize) {
        self.first_goal.fetch_min(task, Ordering::Relaxed);
    }
}

fn shared<L: Lookup>(
    search: &Search<'_, L>,
    root: &Node<L::SumState>,
    bound: i32,
    threads: usize,
    opener: &mut Opener<L>,
    depth: u32,
    budget: &mut Budget,
) -> Outcome {
    let shared = Shared {
        search,
        opener: Mutex::new(opener),
        budget: Mutex::new(&mut *budget),
        first_goal: AtomicUsize::new(usize::MAX),
        is_stopped: AtomicBool::new(false),
    };
    let work = || {
        let _alarm = OnPanic(|| shared.is_stopped.store(true, Ordering::Relaxed));
        let mut crew = Crew::new(search, root, bound, L::LANES);
        let ending = crew.run(&mut &shared);
        if ending.is_err() {
            shared.is_stopped.store(true, Ordering::Relaxed);
        }
        (crew, ending)
    };
    let crews = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut crews = vec![work()];
        for other in others {
            crews.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        crews
    });
    // A thread that ends because another met a limit says `Interrupt`, which is the last of all limits.
    let limit = crews.iter().filter_map(|(_, ending)| ending.err()).min();
    merged(search, root, bound, crews.into_iter().map(|(crew, _)| crew).collect(), limit, depth, budget)
}

/// What the crews of a round came to together.
fn merged<L: Lookup>(
    search: &Search<'_, L>,
    root: &Node<L::SumState>,
    bound: i32,
    crews: Vec<Crew<'_, L>>,
    limit: Option<Limit>,
    depth: u32,
    budget: &mut Budget,
) -> Outcome {
    // 1. The tasks in order, and the first of those that hold the goal.
    let mut done: Vec<Option<Counts>> = Vec::new();
    let (mut all, mut found) = (Counts::NONE, None);
    for mut crew in crews {
        budget.give_back(crew.fuel);
        all.add(&crew.counts());
        done.resize(done.len().max(crew.done.len()), None);
        for (task, counts) in crew.done.iter().enumerate() {
            done[task] = done[task].or(*counts);
        }
        let first = found.as_ref().map_or(usize::MAX, |(task, _)| *task);
        found = crew.found.take().filter(|(task, _)| *task < first).or(found);
    }
    // 2. Where the clock or an interruption ended it, all that was done counts.
    if let Some(limit) = limit.filter(|&limit| limit != Limit::Nodes) {
        let end = found.map_or(End::Stopped(limit), |(_, path)| End::Goal(path));
        return Outcome { counts: all, end };
    }
    // 3. Else what one thread would have done: the tasks up to the goal, or up to the first that is not done.
    let (goal, path) = found.map_or((usize::MAX, None), |(task, path)| (task, Some(path)));
    let mut counts = Counts::NONE;
    let mut tasks = 0;
    while let Some(Some(one)) = done.get(tasks)
        && tasks <= goal
    {
        counts.add(one);
        tasks += 1;
    }
    budget.give_back(all.generated - counts.generated);
    if let Some(path) = path.filter(|_| tasks > goal) {
        return Outcome { counts, end: End::Goal(path) };
    }
    if limit.is_none() {
        return Outcome { counts, end: End::Exhausted };
    }
    let mut crew = Crew::new(search, root, bound, 1);
    let ending = in_order(search, root, bound, depth, tasks, &mut crew, budget);
    budget.give_back(crew.fuel);
    let mut outcome = crew.outcome(ending);
    outcome.counts.add(&counts);
    outcome
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;
    use std::thread::ThreadId;

    use super::super::BlankMove;
    use super::*;
    use crate::board::{Board, Shape};
    use crate::cells::Nibbles;
    use crate::pattern::search::direct::Direct;
    use crate::pattern::search::ranked::Ranked;
    use crate::pattern::{Partition, Tables};
    use crate::problem::{Order, Tiles};

    /// What a round comes to depends neither on where it is cut, not even if all of it is opened, nor on the threads; nor
    /// does a limit.
    fn is_the_same_however_it_is_cut<L: Lookup>(lookup: &L, goal: &Board) {
        let unlimited = || Budget::unlimited();
        for numbers in [[8, 6, 7, 2, 5, 4, 3, 0, 1], [6, 4, 7, 8, 5, 0, 3, 2, 1], [1, 8, 2, 0, 4, 3, 7, 6, 5]] {
            let tiles = Tiles::<Nibbles>::new(&Board::new(goal.shape(), &numbers).unwrap(), goal, Order::ULRD).unwrap();
            let search = Search::new(lookup, &tiles);
            let (root, mut bound) = search.root(&tiles);
            let run = |bound: i32, depth: u32, threads: usize, budget: &mut Budget| {
                let mut cut = Cut { depth, nodes: if threads > 1 { u64::MAX } else { 0 } };
                let Outcome { counts, end } = round(&search, &root, bound, threads, &mut cut, budget);
                let end = match end {
                    End::Exhausted => Ok(None),
                    End::Goal(path) => Ok(Some(path)),
                    End::Stopped(limit) => Err(limit),
                };
                (counts, end)
            };
            loop {
                let whole = run(bound, 0, 1, &mut unlimited());
                let nodes = whole.0.generated;
                for (depth, threads) in (1..40).flat_map(|depth| [(depth, 1), (depth, 2), (depth, 3)]) {
                    let cut = run(bound, depth, threads, &mut unlimited());
                    assert_eq!(cut, whole, "bound {bound}, cut at {depth}, {threads} threads");
                    for limit in [nodes / 3, nodes / 2, nodes - 1, nodes] {
                        let limited = run(bound, 0, 1, &mut unlimited().max_nodes(limit));
                        let mut budget = unlimited().max_nodes(limit);
                        let (counts, end) = run(bound, depth, threads, &mut budget);
                        assert_eq!((counts.generated, counts.expanded), (limited.0.generated, limited.0.expanded));
                        assert_eq!(end, limited.1, "bound {bound}, cut at {depth}, {threads} threads, limit {limit}");
                        assert_eq!(budget.nodes_left(), limit - counts.generated);
                    }
                }
                if whole.1 != Ok(None) {
                    break;
                }
                bound += whole.0.over;
            }
        }
    }

    fn tables(goal: &Board, sizes: &[usize]) -> Tables {
        let partition = Partition::sized(goal.shape(), goal.blank(), sizes).unwrap();
        Tables::build(&partition, 1, &Budget::unlimited(), &mut |_, _| ()).unwrap()
    }

    #[test]
    fn lanes_count_the_same_however_a_round_is_cut() {
        let goal = Board::blank_last(Shape::new(3, 3).unwrap());
        let ranked = Ranked::<2>::new(&tables(&goal, &[7, 1])).unwrap();
        is_the_same_however_it_is_cut(&ranked.view(), &goal);
    }

    #[test]
    fn the_recursion_counts_the_same_however_a_round_is_cut() {
        let goal = Board::blank_last(Shape::new(3, 3).unwrap());
        is_the_same_however_it_is_cut(&Direct::<4>::new(&tables(&goal, &[3, 3, 2])).unwrap(), &goal);
    }

    /// Prunes nothing, and panics on the second thread that reads.
    struct Faulty<const LANES: usize>(OnceLock<ThreadId>);

    impl<const LANES: usize> Lookup for Faulty<LANES> {
        type SumState = ();
        type Step = ();
        const LANES: usize = LANES;
        const NO_STEP: () = ();

        fn is_reflected(&self) -> bool {
            false
        }

        fn sum_state(&self, _: bool, _: &[u16]) -> ((), i32) {
            ((), 0)
        }

        fn prefetch<const SECOND: bool>(&self, (): &(), _: usize, _: BlankMove, _: usize) {}

        fn read(&self, (): &(), (): &mut ()) -> i32 {
            let own = std::thread::current().id();
            assert_eq!(*self.0.get_or_init(|| own), own, "a fault of the program");
            0
        }

        fn apply((): &mut (), (): &()) {}

        fn cells(&self) -> [[u8; Nibbles::CELLS]; 2] {
            [[0; Nibbles::CELLS]; 2]
        }
    }

    /// The other thread has a tree before it that no limit would end within hours.
    fn a_panic_ends_the_round<const LANES: usize>() {
        let goal = Board::blank_last(Shape::new(4, 4).unwrap());
        let start = crate::Set::Korf15.instances()[87].board.clone();
        let tiles = Tiles::<Nibbles>::new(&start, &goal, Order::ULRD).unwrap();
        let lookup = Faulty::<LANES>(OnceLock::new());
        let search = Search::new(&lookup, &tiles);
        let (root, _) = search.root(&tiles);
        let mut budget = Budget::unlimited().max_nodes(1 << 40);
        let run = || {
            let mut cut = Cut { depth: 6, nodes: u64::MAX };
            round(&search, &root, 70, 2, &mut cut, &mut budget).counts
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        assert!(budget.nodes_left() > 0, "the other thread was ended long before the limit");
    }

    #[test]
    fn a_thread_that_panics_ends_the_round() {
        a_panic_ends_the_round::<1>();
        a_panic_ends_the_round::<3>();
    }
}
