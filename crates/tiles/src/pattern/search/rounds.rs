//! A round: cut into tasks, searched by one thread or by several.
//!
//! *How fine to cut.* With too few tasks lanes stand idle at the end, and one task may be most of the tree; with too many
//! the opener, which nobody relieves while it waits, does the work. The next round is about six times as large as the
//! last, and each level doubles the tasks; so the depth is chosen for tasks of some dozens of nodes, but not for more than
//! some thousand tasks.
//!
//! *One thread.* Counts are exactly those of the recursive search. A limit on nodes is met in the middle of several
//! tasks: then all but the first of them are given up, that one is finished with what they had taken, and the rest of
//! the search goes on in order, in one lane, until the fuel is really spent.
//!
//! *Several threads.* Each has its own lanes and takes tasks from the same opener. The first that finds the goal tells
//! the others to end. Within a round a solution is as long as any other, so it does not matter who finds one: the length
//! is always the same, the path and the counts of the last round may differ.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use hueco_search::{Budget, Limit};

use super::crew::{Crew, Opener};
use super::lane::{Counts, Lane};
use super::{End, Look, Node, Outcome, Search};

/// How much larger than the last a round is expected to be.
const GROWTH: u64 = 6;
/// Nodes to aim at for a task, and the most tasks to aim at.
const TASK: u64 = 64;
const MOST_TASKS: u64 = 4096;
/// A round expected to be smaller is not worth a second thread.
const WORTH_THREADS: u64 = 50_000;
/// Nodes that a thread pays for at a time, and between looks at whether another found the goal.
const SLICE: u64 = 1 << 14;

/// Where a round is cut into tasks, from the sizes of the round before.
#[derive(Debug, Default)]
pub(super) struct Cut {
    depth: u32,
    nodes: u64,
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
pub(super) fn round<L: Look>(
    search: &Search<'_, L>,
    root: &Node<L::Half>,
    bound: i32,
    threads: usize,
    cut: &mut Cut,
    budget: &mut Budget,
) -> Outcome {
    let is_shared = threads > 1 && cut.nodes > WORTH_THREADS;
    let depth = if is_shared || L::LANES > 1 { cut.depth } else { 0 };
    let mut opener = Opener::new(root, bound, depth);
    let outcome = if is_shared {
        shared(search, root, bound, threads, &mut opener, budget)
    } else {
        alone(search, root, bound, &mut opener, depth, budget)
    };
    cut.learn(depth, outcome.counts.generated, opener.tasks);
    outcome
}

fn alone<L: Look>(
    search: &Search<'_, L>,
    root: &Node<L::Half>,
    bound: i32,
    opener: &mut Opener<L>,
    depth: u32,
    budget: &mut Budget,
) -> Outcome {
    let mut crew = Crew::new(search, root, bound, L::LANES);
    let mut refuel = || budget.take_slice();
    let mut ending = crew.run(&mut |lane| opener.hand(search, lane), &mut refuel);
    if ending == Err(Limit::Nodes) && L::LANES > 1 {
        let kept = crew.keep_first();
        let nothing = &mut |_: &mut _| false;
        ending = crew.run(nothing, &mut refuel);
        let again = Opener::new(root, bound, depth);
        if ending.is_ok()
            && !crew.has_found()
            && let Some(rest) = again.behind(search, kept, &mut Lane::new(root, bound))
        {
            crew.take_over(rest);
            ending = crew.run(nothing, &mut refuel);
        }
        if ending == Err(Limit::Nodes) {
            crew.spend_all();
        }
    }
    budget.give_back(crew.fuel);
    crew.outcome(ending)
}

fn shared<L: Look>(
    search: &Search<'_, L>,
    root: &Node<L::Half>,
    bound: i32,
    threads: usize,
    opener: &mut Opener<L>,
    budget: &mut Budget,
) -> Outcome {
    let stop = AtomicBool::new(false);
    let opener = Mutex::new(opener);
    let budget = Mutex::new(budget);
    let refuel = || {
        if stop.load(Ordering::Relaxed) {
            return Err(Limit::Interrupt);
        }
        let mut budget = budget.lock().expect("no thread panics with the budget in hand");
        let slice = budget.take_slice()?;
        budget.give_back(slice.saturating_sub(SLICE));
        Ok(slice.min(SLICE))
    };
    let work = || {
        let mut crew = Crew::new(search, root, bound, L::LANES);
        let mut hand = |lane: &mut _| {
            let go_on = !stop.load(Ordering::Relaxed);
            go_on && opener.lock().expect("no thread panics with the tasks in hand").hand(search, lane)
        };
        let ending = crew.run(&mut hand, &mut { refuel });
        if crew.has_found() || ending.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        budget.lock().expect("no thread panics with the budget in hand").give_back(crew.fuel);
        crew.outcome(ending)
    };
    let outcomes = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut outcomes = vec![work()];
        for other in others {
            outcomes.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        outcomes
    });
    let nothing = Outcome { counts: Counts::NONE, end: End::Exhausted };
    outcomes.into_iter().fold(nothing, Outcome::and)
}

impl Outcome {
    /// A solution counts more than a limit: the threads that were told to end say `Interrupt`.
    fn and(mut self, other: Self) -> Self {
        self.counts.add(&other.counts);
        self.end = match (self.end, other.end) {
            (End::Goal(path), _) | (_, End::Goal(path)) => End::Goal(path),
            (End::Stopped(one), End::Stopped(two)) => End::Stopped(one.min(two)),
            (End::Stopped(limit), _) | (_, End::Stopped(limit)) => End::Stopped(limit),
            (End::Exhausted, End::Exhausted) => End::Exhausted,
        };
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Shape};
    use crate::cells::Nibbles;
    use crate::pattern::search::ranked::Ranked;
    use crate::pattern::{Partition, Sources, Tables};
    use crate::problem::{Order, Tiles};

    /// What a round comes to does not depend on where it is cut, not even if all of it is opened; nor does a limit.
    #[test]
    fn a_round_is_the_same_however_it_is_cut() {
        let goal = Board::blank_last(Shape::new(3, 3).unwrap());
        let partition = Partition::sized(goal.shape(), goal.blank(), &[7, 1]).unwrap();
        let unlimited = || Budget::unlimited();
        let sources = Sources { store: None, keep: false, threads: 1 };
        let tables = Tables::ready(&partition, &sources, &unlimited(), &mut |_, _| ()).unwrap().0;
        let ranked = Ranked::new(&tables).unwrap();
        let view = ranked.view();
        for numbers in [[8, 6, 7, 2, 5, 4, 3, 0, 1], [6, 4, 7, 8, 5, 0, 3, 2, 1], [1, 8, 2, 0, 4, 3, 7, 6, 5]] {
            let tiles =
                Tiles::<Nibbles>::new(&Board::new(goal.shape(), &numbers).unwrap(), &goal, Order::ULRD).unwrap();
            let search = Search::new(&view, &tiles);
            let (root, mut bound) = search.root(&tiles);
            let run = |bound: i32, depth: u32, budget: &mut Budget| {
                let mut cut = Cut { depth, nodes: 0 };
                let Outcome { counts, end } = round(&search, &root, bound, 1, &mut cut, budget);
                let end = match end {
                    End::Exhausted => Ok(None),
                    End::Goal(path) => Ok(Some(path)),
                    End::Stopped(limit) => Err(limit),
                };
                (counts, end)
            };
            loop {
                let whole = run(bound, 0, &mut unlimited());
                let nodes = whole.0.generated;
                for depth in 1..40 {
                    assert_eq!(run(bound, depth, &mut unlimited()), whole, "bound {bound}, cut at {depth}");
                    for limit in [nodes / 3, nodes / 2, nodes - 1, nodes] {
                        let limited = run(bound, 0, &mut unlimited().max_nodes(limit));
                        let mut budget = unlimited().max_nodes(limit);
                        let (counts, end) = run(bound, depth, &mut budget);
                        assert_eq!((counts.generated, counts.expanded), (limited.0.generated, limited.0.expanded));
                        assert_eq!(end, limited.1, "bound {bound}, cut at {depth}, limit {limit}");
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
}
