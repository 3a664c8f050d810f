//! The rounds of a proof on a large board (`tiles/src/optimal`): tasks that are handed out in order, and visited states that threads
//! share without a lock.
//!
//! The rounds and the table are the project's own; below a task there is no board here, but a list of visits. A visit that is pruned is
//! replaced by an earlier one, in the order of one thread, that was not pruned: otherwise two tasks could each leave a state to the
//! other, and a solution below it would be lost.

#[allow(dead_code)]
#[path = "../../crates/tiles/src/optimal/rounds.rs"]
mod rounds;
#[allow(dead_code)]
#[path = "../../crates/tiles/src/optimal/visited.rs"]
mod visited;

use hueco_search::threads::sync::atomic::{AtomicU64, Ordering};
use hueco_search::{Budget, Limit};

use descent::{Shared, Visit};
use frontier::{Frontier, Task};
use rounds::{Round, RoundEnd};
use visited::{Order, Visited};

/// Words that are those of the model: the project's own lie in memory from the system.
mod memory {
    use hueco_search::threads::sync::atomic::{AtomicU64, Ordering};

    #[derive(Debug)]
    pub(super) struct Words64(Vec<AtomicU64>);

    impl Words64 {
        pub(super) fn zeroed(length: usize) -> Option<Self> {
            Some(Self((0..length).map(|_| AtomicU64::new(0)).collect()))
        }

        pub(super) fn clear(&self, length: usize, _: usize) {
            self.0[..length].iter().for_each(|word| word.store(0, Ordering::Relaxed));
        }

        pub(super) fn get(&self) -> &[AtomicU64] {
            &self.0
        }
    }
}

/// The tasks.
mod frontier {
    /// States, each with its slack, in the order in which a task comes to them; it may end at a goal.
    pub(super) struct Task {
        pub(super) number: usize,
        pub(super) visits: &'static [(u128, u32)],
        pub(super) is_goal: bool,
    }

    pub(super) struct Frontier {
        pub(super) tasks: Vec<Task>,
    }

    impl Frontier {
        pub(super) fn depth(&self) -> u32 {
            1
        }

        pub(super) fn path(&self, task: usize) -> Vec<u8> {
            vec![task as u8]
        }
    }
}

/// What is below a task: visits, each of them paid for.
mod descent {
    use std::sync::Mutex;

    use hueco_search::{Budget, Limit};

    use super::frontier::Task;
    use super::visited::{Order, Visited};

    /// A visit, by its place in the order of one thread.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Visit {
        pub(super) place: (usize, usize),
        pub(super) rank: u128,
        pub(super) slack: u32,
        pub(super) is_pruned: bool,
    }

    pub(super) struct Shared<'a> {
        pub(super) visited: &'a Visited,
        pub(super) order: &'a Order,
        /// All visits. A lock of the system: what is written down here must not change the orders that are tried.
        pub(super) log: Mutex<Vec<Visit>>,
    }

    pub(super) enum Flow {
        Exhausted,
        Goal,
        Stopped(Limit),
    }

    pub(super) struct Descent<'a, const P: usize> {
        shared: &'a Shared<'a>,
        thread: usize,
        pub(super) expanded: u64,
        pub(super) path: Vec<u8>,
    }

    impl<'a, const P: usize> Descent<'a, P> {
        pub(super) fn new(shared: &'a Shared<'a>, thread: usize) -> Self {
            Self { shared, thread, expanded: 0, path: Vec::new() }
        }

        pub(super) fn task(&mut self, task: &Task, _: u32, budget: &mut Budget) -> Flow {
            for (at, &(rank, slack)) in task.visits.iter().enumerate() {
                if let Err(limit) = budget.spend() {
                    return Flow::Stopped(limit);
                }
                let is_pruned = self.shared.visited.visit(rank, slack, self.shared.order, self.thread);
                self.expanded += u64::from(!is_pruned);
                let place = (task.number, at);
                self.shared.log.lock().unwrap().push(Visit { place, rank, slack, is_pruned });
            }
            if task.is_goal { Flow::Goal } else { Flow::Exhausted }
        }
    }
}

/// Boards of two by two: twelve states, so buckets of four overflow.
const CELLS: usize = 4;

/// What a run of a round came to.
struct Run {
    end: RoundEnd,
    /// Nodes by task.
    nodes: Vec<u64>,
    log: Vec<Visit>,
}

fn run(tasks: &[&'static [(u128, u32)]], goals: &[usize], threads: usize, most_nodes: u64, budget: &mut Budget) -> Run {
    let bytes = Visited::sizes(CELLS, threads, u64::MAX).unwrap().0;
    let (visited, order) = (Visited::new(CELLS, threads, bytes, 0).unwrap(), Order::new(threads));
    let task = |(number, &visits): (usize, &&'static _)| Task { number, visits, is_goal: goals.contains(&number) };
    let frontier = Frontier { tasks: tasks.iter().enumerate().map(task).collect() };
    let shared = Shared { visited: &visited, order: &order, log: Default::default() };
    let nodes: Vec<_> = tasks.iter().map(|_| AtomicU64::new(u64::MAX)).collect();
    let (frontier, shared_by_all) = (&frontier, &shared);
    let round =
        Round { frontier, shared: shared_by_all, bound: 10, threads, from: 0, most_nodes, before: &[], nodes: &nodes };
    let (end, stats) = round.run::<1>(budget, &mut |_, _| ());
    let nodes: Vec<_> = nodes.iter().map(|nodes| nodes.load(Ordering::SeqCst)).collect();
    assert_eq!(stats.generated, nodes.iter().filter(|&&nodes| nodes != u64::MAX).sum::<u64>());
    let log = shared.log.into_inner().unwrap();
    Run { end, nodes, log }
}

/// Every visit that was pruned is replaced by an earlier one of the same state, with as much slack, that was not.
fn nothing_is_lost(log: &[Visit]) {
    for pruned in log.iter().filter(|visit| visit.is_pruned) {
        let replaces = |visit: &&Visit| {
            !visit.is_pruned && visit.rank == pruned.rank && visit.slack >= pruned.slack && visit.place < pruned.place
        };
        assert!(log.iter().any(|visit| replaces(&visit)), "{pruned:?} has no earlier visit in {log:?}");
    }
}

/// The same states in several tasks, with more slack and with less.
const CROSSING: [&[(u128, u32)]; 4] = [&[(1, 4), (2, 4)], &[(2, 4), (1, 4)], &[(1, 6), (2, 2)], &[(2, 4), (1, 6)]];

/// On two threads, and on three of which two share a name: no visit is left to a later one.
pub fn a_visit_is_left_to_an_earlier_one_alone() {
    for threads in [2, 3] {
        let run = run(&CROSSING, &[], threads, u64::MAX, &mut Budget::unlimited());
        assert_eq!((run.end, run.nodes), (RoundEnd::Exhausted, vec![2; 4]));
        nothing_is_lost(&run.log);
    }
}

/// More states than a bucket has room for: entries are written over while others read them.
const CROWDED: [&[(u128, u32)]; 3] =
    [&[(0, 4), (2, 2), (4, 4), (6, 4), (8, 4)], &[(8, 4), (6, 4), (0, 4), (10, 4)], &[(10, 4), (4, 4), (2, 2)]];

/// Also where entries are written over.
pub fn a_full_table_loses_nothing() {
    let run = run(&CROWDED, &[], 2, u64::MAX, &mut Budget::unlimited());
    assert_eq!((run.end, run.nodes), (RoundEnd::Exhausted, vec![5, 4, 3]));
    nothing_is_lost(&run.log);
}

/// A pause, a limit and a goal end a round for all threads; what is said to be done is done.
pub fn a_round_ends_for_all() {
    // 1. A pause: all tasks before the next one are done, and none behind it was begun.
    let Run { end, nodes, .. } = run(&CROSSING, &[], 2, 3, &mut Budget::unlimited());
    let next = if let RoundEnd::Paused(next) = end { next } else { nodes.len() };
    assert!(end == RoundEnd::Exhausted || next < nodes.len(), "{end:?}");
    assert!(nodes.iter().enumerate().all(|(task, &nodes)| nodes == if task < next { 2 } else { u64::MAX }));
    // 2. A limit on nodes: it is met exactly.
    let mut budget = Budget::unlimited().max_nodes(5);
    let Run { end, log, .. } = run(&CROSSING, &[], 2, u64::MAX, &mut budget);
    assert_eq!((end, log.len(), budget.nodes_left()), (RoundEnd::Stopped(Limit::Nodes), 5, 0));
    // 3. A goal counts before the interruption of the others, and of two goals either.
    let Run { end, .. } = run(&CROSSING, &[1, 2], 2, u64::MAX, &mut Budget::unlimited());
    assert!(end == RoundEnd::Goal(vec![1]) || end == RoundEnd::Goal(vec![2]), "{end:?}");
}
