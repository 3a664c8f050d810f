//! A round shared out among threads.
//!
//! The tree is opened from the root until there are enough nodes for everybody, in the order of a depth-first search.
//! Each thread takes the next one and searches all below it. The first that finds the goal tells the others to end.
//! Within a round a solution is as long as any other, so it does not matter who finds one: the length is always the
//! same, the path and the counts of the last round may differ.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hueco_search::{Budget, Limit};

use super::{End, Look, Node, Outcome, Round, Search};
use crate::board::Direction;

/// Nodes to open for each thread: so many that the last ones to be searched are small.
const SHARES: usize = 256;

/// Nodes that a thread pays for at a time, and between looks at whether another found the goal.
const SLICE: u64 = 1 << 14;

/// A node to search below, and the way to it.
struct Task<H> {
    node: Node<H>,
    left: i32,
    path: Vec<Direction>,
}

pub(super) fn round<L: Look>(
    search: &Search<'_, L>,
    root: &Node<L::Half>,
    bound: i32,
    threads: usize,
    budget: &mut Budget,
) -> Outcome {
    let stop = AtomicBool::new(false);
    let shared = Mutex::new(budget);
    let take = || {
        if stop.load(Ordering::Relaxed) {
            return Err(Limit::Interrupt);
        }
        let mut budget = shared.lock().expect("no thread panics with the budget in hand");
        let slice = budget.take_slice()?;
        budget.give_back(slice.saturating_sub(SLICE));
        Ok(slice.min(SLICE))
    };
    // 1. Open the tree, level by level: paths of one length have one order, that of the search.
    let mut tasks = vec![Task { node: *root, left: bound, path: Vec::new() }];
    let mut total = Outcome { generated: 0, expanded: 0, end: End::Exhausted(i32::MAX) };
    while tasks.len() < SHARES * threads && tasks.iter().any(|task| task.left > 1) {
        let mut opened = Vec::with_capacity(3 * tasks.len());
        let mut refuel = take;
        let mut round = Round::new(search, &mut refuel);
        let mut back = false;
        for task in &tasks {
            back = round.visit::<true>(&task.node, task.left);
            if back {
                round.path.extend(task.path.iter().rev());
                break;
            }
            for (node, direction) in round.opened.drain(..) {
                let mut path = task.path.clone();
                path.push(direction);
                opened.push(Task { node, left: task.left - 1, path });
            }
        }
        let outcome = Outcome::of(&mut round, back);
        shared.lock().expect("no other thread yet").give_back(round.fuel);
        total.add(outcome);
        tasks = opened;
        if !matches!(total.end, End::Exhausted(_)) || tasks.is_empty() {
            return total;
        }
    }
    // 2. Search below.
    let next = AtomicUsize::new(0);
    let work = || {
        let mut refuel = take;
        let mut round = Round::new(search, &mut refuel);
        let mut back = false;
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            back = round.visit::<false>(&task.node, task.left);
            if back {
                stop.store(true, Ordering::Relaxed);
                round.path.extend(task.path.iter().rev());
                break;
            }
        }
        let outcome = Outcome::of(&mut round, back);
        shared.lock().expect("no thread panics with the budget in hand").give_back(round.fuel);
        outcome
    };
    let outcomes = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut outcomes = vec![work()];
        for other in others {
            outcomes.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        outcomes
    });
    for outcome in outcomes {
        total.add(outcome);
    }
    total
}

impl Outcome {
    /// A solution counts more than a limit: the threads that were told to end say `Interrupt`.
    fn add(&mut self, other: Self) {
        self.generated += other.generated;
        self.expanded += other.expanded;
        self.end = match (std::mem::replace(&mut self.end, End::Exhausted(i32::MAX)), other.end) {
            (End::Goal(path), _) | (_, End::Goal(path)) => End::Goal(path),
            (End::Stopped(one), End::Stopped(two)) => End::Stopped(one.min(two)),
            (End::Stopped(limit), _) | (_, End::Stopped(limit)) => End::Stopped(limit),
            (End::Exhausted(one), End::Exhausted(two)) => End::Exhausted(one.min(two)),
        };
    }
}
