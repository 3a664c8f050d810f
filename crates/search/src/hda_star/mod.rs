//! Hash-distributed A* (HDA*): A* on several threads, each the owner of the states that hash to it.
//!
//! ```text
//!              ┌────────────── worker 0: its states, its frontier ◀──┐
//! child ─ hash ┤                                                     ├─ batches of nodes, through channels
//!              └────────────── worker 1: its states, its frontier ◀──┘
//! ```
//! A worker takes the lowest f of its own frontier and sends each child to the owner of its state (which may be itself).
//! Duplicates meet at their owner, so nobody else's memory is ever read: there is no lock on the hot path, only a batch of
//! nodes now and then, and the common budget once per some thousand of them.
//!
//! *Optimality.* Workers are not in step, so the first goal need not be the cheapest. Its cost becomes the best so far;
//! the search continues until no worker has a node with f below it. With an admissible heuristic a cheaper solution would
//! have such a node, waiting or on its way.
//!
//! *Termination.* One counter, `work`, is the number of busy workers plus the number of batches sent and not yet received.
//! Only a busy worker sends, and it counts the batch before it sends it. A worker that receives a batch while busy takes
//! the batch off the counter; one that receives it while idle becomes busy in its place. A worker becomes idle only
//! when all its children are sent. So the counter is 0 only when nobody is busy and nothing is on its way, and then
//! nobody can become busy again: whoever takes the last unit off ends the run.
//!
//! The cost of the solution is the same on any number of threads. Which of several cheapest solutions is found, and the
//! counters, vary from run to run: they depend on which worker was faster. One thread is better served by
//! [`BestFirst::a_star`](crate::BestFirst::a_star).

mod worker;

use std::hash::Hash;

use crate::budget::Budget;
use crate::heuristic::{Heuristic, Quality};
use crate::observer::NodeId;
use crate::problem::{Cost, Problem};
use crate::reached::MAX_COST;
use crate::report::{Ending, Limit, Report, Solution, Stats};
use crate::threads::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use crate::threads::sync::mpsc::{Receiver, SyncSender, sync_channel};
use crate::threads::sync::{Mutex, PoisonError};
use crate::threads::thread;

pub use worker::{Finished, Worker};

/// Batches that may wait for a worker, from each of the others. In a model boxes are small, so that they are full now and then.
const WAITING: usize = if cfg!(shuttle) { 1 } else { 64 };

/// A node of any worker in one number, so that it takes no more of a node's memory than A*'s number of its parent.
#[derive(Clone, Copy)]
struct Address {
    worker: usize,
    id: NodeId,
}

impl Address {
    /// How many nodes of a worker have one; a worker's node after those has none.
    fn most(workers: usize) -> usize {
        u32::MAX as usize / workers
    }

    #[inline]
    fn pack(self, workers: usize) -> NodeId {
        NodeId(self.id.0 * workers as u32 + self.worker as u32)
    }

    fn unpack(packed: NodeId, workers: usize) -> Self {
        let (worker, id) = (packed.0 as usize % workers, packed.0 / workers as u32);
        Self { worker, id: NodeId(id) }
    }
}

/// A node on its way to the owner of its state.
struct Sent<S, A, M> {
    state: S,
    memo: M,
    /// The parent, as an [`Address`], and the action taken there; `None` for the root.
    origin: Option<(NodeId, A)>,
    g: Cost,
    h: Cost,
}

impl<S, A, M> Sent<S, A, M> {
    fn f(&self) -> u64 {
        u64::from(self.g) + u64::from(self.h)
    }
}

/// What workers send each other.
enum Message<S, A, M> {
    /// Nodes.
    Nodes(Vec<Sent<S, A, M>>),
    /// The run is over.
    End,
}

/// What all workers see.
struct Common {
    /// Busy workers, and batches sent and not yet received.
    work: AtomicUsize,
    /// The cost of the best solution so far, at most [`MAX_COST`]; `Cost::MAX` before the first.
    best: AtomicU32,
    is_over: AtomicBool,
    /// The limit that was met first.
    limit: Mutex<Option<Limit>>,
}

impl Common {
    /// The cost of the best solution so far; more than any f before the first.
    fn best(&self) -> u64 {
        match self.best.load(Ordering::Relaxed) {
            Cost::MAX => u64::MAX,
            best => u64::from(best),
        }
    }

    fn stop(&self, limit: Limit) {
        self.limit.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(limit);
        self.is_over.store(true, Ordering::SeqCst);
    }
}

/// Runs HDA* where each thread needs a problem and a heuristic of its own: `work` makes them and calls [`Worker::run`].
///
/// `quality` is that of the heuristic. Every thread must get the same problem and the same heuristic, as `problem`, from
/// which the costs of the solution are read.
pub fn hda_star_with<P, M, W>(
    problem: &P,
    quality: Quality,
    threads: usize,
    work: W,
    budget: &mut Budget,
) -> Report<P::Action>
where
    P: Problem,
    P::State: Send,
    P::Action: Send,
    M: Clone + Send,
    W: Fn(Worker<'_, P::State, P::Action, M>) -> Finished<P::State, P::Action, M> + Sync,
{
    let threads = threads.clamp(1, usize::from(u16::MAX));
    let shared = budget.share();
    let common = Common {
        work: AtomicUsize::new(threads),
        best: AtomicU32::new(Cost::MAX),
        is_over: AtomicBool::new(false),
        limit: Mutex::new(None),
    };
    let (senders, inboxes): (Vec<_>, Vec<_>) = (0..threads).map(|_| sync_channel(WAITING * threads)).unzip();
    let finished: Vec<_> = thread::scope(|scope| {
        let (common, senders, work) = (&common, &senders, &work);
        let start = |(number, inbox)| {
            let worker = Worker::new(number, common, senders.clone(), inbox, shared.part(threads));
            scope.spawn(move || work(worker))
        };
        let handles: Vec<_> = inboxes.into_iter().enumerate().map(start).collect();
        let join = |handle: thread::ScopedJoinHandle<'_, _>| {
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        handles.into_iter().map(join).collect()
    });
    for one in &finished {
        shared.put_back(&one.budget);
    }
    shared.end();
    let limit = common.limit.into_inner().unwrap_or_else(PoisonError::into_inner);
    report(problem, quality, limit, &finished)
}

/// Runs HDA* on a problem and with a heuristic that all threads may read.
///
/// ```
/// use hueco_search::{Blind, Budget, Cost, Problem, hda_star};
///
/// /// From 0 to 100, one up or three down or seven up.
/// struct Line;
///
/// impl Problem for Line {
///     type State = i32;
///     type Action = i32;
///     type Actions = std::vec::IntoIter<(i32, Cost)>;
///     fn start(&self) -> i32 { 0 }
///     fn is_goal(&self, place: &i32) -> bool { *place == 100 }
///     fn actions(&self, _: &i32, _: Option<i32>) -> Self::Actions { vec![(1, 1), (-3, 1), (7, 1)].into_iter() }
///     fn apply(&self, place: &mut i32, step: i32) { *place += step; }
/// }
///
/// let report = hda_star(&Line, &Blind, 2, &mut Budget::unlimited());
/// assert_eq!(report.cost(), Some(16));
/// assert!(report.is_optimal());
/// ```
pub fn hda_star<P, H>(problem: &P, heuristic: &H, threads: usize, budget: &mut Budget) -> Report<P::Action>
where
    P: Problem + Sync,
    P::State: Send,
    P::Action: Send,
    H: Heuristic<P> + Sync,
    H::Memo: Send,
{
    hda_star_with(problem, heuristic.quality(), threads, |worker| worker.run(problem, heuristic), budget)
}

/// What the workers came to together.
fn report<P: Problem, M: Clone>(
    problem: &P,
    quality: Quality,
    limit: Option<Limit>,
    finished: &[Finished<P::State, P::Action, M>],
) -> Report<P::Action> {
    let mut stats = Stats::default();
    for one in finished {
        stats += one.stats;
    }
    // Workers hold their memory at the same time.
    stats.peak_bytes = finished.iter().map(|one| one.stats.peak_bytes).sum();
    let goals = finished.iter().enumerate().filter_map(|(worker, one)| one.goal.map(|(g, id)| (g, worker, id)));
    let solution = goals.min().map(|(_, worker, id)| {
        let actions = path(finished, Address { worker, id });
        Solution { cost: cost(problem, &actions), actions }
    });
    let waiting = finished.iter().map(Finished::lowest).min().unwrap_or(u64::MAX);
    let found = solution.as_ref().map_or(u64::MAX, |solution| u64::from(solution.cost));
    let bound = match waiting.min(found) {
        u64::MAX => 0,
        bound => bound.min(u64::from(Cost::MAX)) as Cost,
    };
    let ending = match (limit, &solution) {
        (Some(limit), _) => Ending::Stopped(limit),
        (None, Some(_)) => Ending::Solved,
        (None, None) => Ending::Unsolvable,
    };
    Report { ending, solution, lower_bound: if quality >= Quality::Admissible { bound } else { 0 }, stats }
}

/// The actions from the root to a node of a worker.
fn path<S: Eq + Hash, A: Copy, M: Clone>(finished: &[Finished<S, A, M>], goal: Address) -> Vec<A> {
    let mut actions = Vec::new();
    let mut at = Some(goal);
    while let Some(Address { worker, id }) = at {
        let (action, parent) = finished[worker].origin(id);
        actions.extend(action);
        at = parent.map(|parent| Address::unpack(parent, finished.len()));
    }
    actions.reverse();
    actions
}

/// The cost of a path. A node on it may have been reached at a lower cost since its child was created, so it is added up.
fn cost<P: Problem>(problem: &P, actions: &[P::Action]) -> Cost {
    let (mut state, mut last, mut sum) = (problem.start(), None, 0_u32);
    for &action in actions {
        let step = problem.actions(&state, last).find(|(legal, _)| *legal == action);
        let step = step.or_else(|| problem.actions(&state, None).find(|(legal, _)| *legal == action));
        sum = sum.saturating_add(step.map_or(0, |(_, cost)| cost)).min(MAX_COST);
        problem.apply(&mut state, action);
        last = Some(action);
    }
    sum
}

/// Where a worker sends to, by number.
type Senders<S, A, M> = Vec<SyncSender<Message<S, A, M>>>;
/// Where a worker receives.
type Inbox<S, A, M> = Receiver<Message<S, A, M>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_number_for_every_worker_and_node() {
        for workers in [1, 2, 3, 7, 64, 65_535] {
            let last = Address::most(workers) - 1;
            for (worker, id) in [(0, 0), (workers - 1, 0), (0, last), (workers - 1, last), (workers / 2, last / 3)] {
                let packed = Address { worker, id: NodeId(id as u32) }.pack(workers);
                // The largest number stands for no parent.
                assert!(packed.0 < u32::MAX);
                let found = Address::unpack(packed, workers);
                assert_eq!((found.worker, found.id.0 as usize), (worker, id));
            }
        }
    }
}
