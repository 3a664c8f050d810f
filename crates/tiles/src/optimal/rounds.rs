//! A round of iterative deepening: every task within one bound, on several threads.
//!
//! Tasks are handed out in order and each thread's tasks only grow, which is what `visited.rs` needs. The thread that asked
//! for the round only watches: it reports how far the round is, and the workers never wait for it. A worker that panics ends the
//! round for all.

use std::time::Duration;

use hueco_search::threads::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use hueco_search::threads::sync::mpsc::{self, RecvTimeoutError};
use hueco_search::threads::sync::{Arc, Mutex, PoisonError};
use hueco_search::threads::{OnPanic, thread};
use hueco_search::{Budget, Limit, Stats};

use super::descent::{Descent, Flow, Shared};
use super::frontier::Frontier;

/// How often progress is reported.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RoundEnd {
    /// No solution within the bound.
    Exhausted,
    /// All tasks before this one are done, and as many nodes were generated as were asked for.
    Paused(usize),
    /// The letters from the start to the goal.
    Goal(Vec<u8>),
    /// A limit came first.
    Stopped(Limit),
}

/// A round, or what is left of one.
pub(super) struct Round<'a> {
    pub(super) frontier: &'a Frontier,
    pub(super) shared: &'a Shared<'a>,
    pub(super) bound: u32,
    pub(super) threads: usize,
    /// The first task that is not done.
    pub(super) from: usize,
    /// Hands out no more tasks after this many nodes.
    pub(super) most_nodes: u64,
    /// By task: nodes in the round before, and in this one.
    pub(super) before: &'a [u64],
    pub(super) nodes: &'a [AtomicU64],
}

/// What threads see of each other.
struct Board {
    next: AtomicUsize,
    /// Ends the tasks of all threads.
    is_over: Arc<AtomicBool>,
    generated: AtomicU64,
    expanded: AtomicU64,
    /// What the finished tasks took in the round before.
    weight: AtomicU64,
    end: Mutex<RoundEnd>,
}

impl Round<'_> {
    /// Runs the tasks in order. `report` is called now and then with the nodes so far and the share of the round that is done.
    pub(super) fn run<const P: usize>(
        &self,
        budget: &mut Budget,
        report: &mut dyn FnMut(u64, f64),
    ) -> (RoundEnd, Stats) {
        let weight = |task: usize| self.before.get(task).copied().unwrap_or(0) + 1;
        let board = Board {
            next: AtomicUsize::new(self.from),
            is_over: Arc::default(),
            generated: AtomicU64::new(0),
            expanded: AtomicU64::new(0),
            weight: AtomicU64::new((0..self.from).map(weight).sum()),
            end: Mutex::new(RoundEnd::Exhausted),
        };
        let all = (0..self.frontier.tasks.len()).map(weight).sum::<u64>() as f64;
        let shared = budget.share();
        let (sender, ended) = mpsc::channel::<()>();
        thread::scope(|scope| {
            for thread in 0..self.threads {
                let (board, shared, sender) = (&board, &shared, sender.clone());
                scope.spawn(move || {
                    let _alarm = OnPanic(|| board.is_over.store(true, Ordering::Relaxed));
                    let mut budget = shared.part(self.threads).cancel(Arc::clone(&board.is_over));
                    self.work::<P>(thread, board, &mut budget);
                    shared.put_back(&budget);
                    drop(sender);
                });
            }
            drop(sender);
            while ended.recv_timeout(BETWEEN_REPORTS) == Err(RecvTimeoutError::Timeout) {
                let share = board.weight.load(Ordering::Relaxed) as f64 / all;
                report(board.generated.load(Ordering::Relaxed), share);
            }
        });
        shared.end();
        let (generated, expanded) = (board.generated.into_inner(), board.expanded.into_inner());
        let stats = Stats { generated, expanded, examined: expanded, evaluated: generated, ..Stats::default() };
        let next = board.next.into_inner();
        let end = match board.end.into_inner().unwrap_or_else(PoisonError::into_inner) {
            RoundEnd::Exhausted if next < self.frontier.tasks.len() => RoundEnd::Paused(next),
            end => end,
        };
        (end, stats)
    }

    /// One thread.
    fn work<const P: usize>(&self, thread: usize, board: &Board, budget: &mut Budget) {
        let mut descent = Descent::<P>::new(self.shared, thread);
        while !board.is_over.load(Ordering::Relaxed) && board.generated.load(Ordering::Relaxed) < self.most_nodes {
            let task = board.next.fetch_add(1, Ordering::SeqCst);
            let Some(state) = self.frontier.tasks.get(task) else { return };
            self.shared.order.begin(thread, task as u32);
            let (before, expanded) = (budget.spent(), descent.expanded);
            let flow = match self.bound.checked_sub(self.frontier.depth()) {
                Some(left) => descent.task(state, left, budget),
                None => Flow::Exhausted,
            };
            let generated = budget.spent() - before;
            board.generated.fetch_add(generated, Ordering::Relaxed);
            board.expanded.fetch_add(descent.expanded - expanded, Ordering::Relaxed);
            self.nodes[task].store(generated, Ordering::Relaxed);
            board.weight.fetch_add(self.before.get(task).copied().unwrap_or(0) + 1, Ordering::Relaxed);
            let found = match flow {
                Flow::Exhausted => continue,
                Flow::Goal => {
                    let mut path = self.frontier.path(task);
                    path.extend(descent.path.iter().rev());
                    RoundEnd::Goal(path)
                }
                Flow::Stopped(limit) => RoundEnd::Stopped(limit),
            };
            let mut end = board.end.lock().unwrap_or_else(PoisonError::into_inner);
            board.is_over.store(true, Ordering::Relaxed);
            // A goal counts before a limit, and of limits the first: the others were ended by it.
            if *end == RoundEnd::Exhausted || matches!(found, RoundEnd::Goal(_)) {
                *end = found;
            }
        }
    }
}
