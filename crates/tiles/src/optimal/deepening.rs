//! A board on its way to a proof: which bound, which tasks of it are done, and what was counted.

use std::sync::atomic::{AtomicU64, Ordering};

use hueco_search::{Budget, Cost, Limit, Stats};

use super::Prover;
use super::descent::Shared;
use super::frontier::Frontier;
use super::rounds::{Round, RoundEnd};
use super::state::{Labels, MAX_CELLS};
use super::visited::{Order, Visited};
use crate::board::Direction;

/// Tasks of a round, about. Many, so that threads end together and a checkpoint can be taken soon.
const TASKS: usize = 50_000;
/// Rounds of fewer nodes need no visited states: they would take longer to prepare than they save.
const WITHOUT_VISITED: u64 = 1_000_000;
/// How many times as many nodes as the round before a round usually has.
const GROWTH: u64 = 8;
/// Bytes of visited states per node that a round is expected to have; and the most, where a table cannot be smaller: one that stays
/// nearly empty saves less than it costs to touch its pages.
const BYTES_PER_NODE: u64 = 2;
const MOST_BYTES_PER_NODE: u64 = 16;
/// States with at least this much slack are remembered: below them is enough to be saved.
pub const LEAST_SLACK: u32 = 2;

/// What a part of a round may use.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Threads.
    pub threads: usize,
    /// Bytes of visited states.
    pub visited_bytes: u64,
    /// States with at least this much slack are remembered; [`LEAST_SLACK`] if nothing else is wanted.
    pub least_slack: u32,
    /// Ends after the task with which this many nodes are reached; the visited states of a part are its own.
    pub most_nodes: Option<u64>,
}

/// How a part of a round ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The round continues.
    Paused,
    /// No solution is as short as the bound was.
    Raised,
    /// A shortest solution.
    Solved(Vec<Direction>),
    /// A limit came first. What was proved holds; the round would have to begin again.
    Stopped(Limit),
}

/// Rounds from a start.
#[derive(Debug)]
pub struct Deepening {
    frontier: Frontier,
    cells: usize,
    visited: Option<Visited>,
    /// The memory of an earlier one, to be used again.
    spare: Option<Visited>,
    /// No solution is shorter: the bound of the round under way.
    pub bound: Cost,
    /// The first task of the round that is not done.
    pub from: usize,
    /// All that was counted.
    pub stats: Stats,
    /// Nodes of the round so far.
    pub nodes: u64,
    /// Nodes of the round before.
    pub nodes_before: u64,
    /// The same by task.
    by_task: Vec<AtomicU64>,
    by_task_before: Vec<u64>,
}

impl Deepening {
    /// Nothing proved yet but what the tables say, and that no solution has fewer than `at_least` moves.
    pub fn new(prover: &Prover, labels: &[u16], at_least: Cost) -> Self {
        let start = packed(labels);
        let blank = labels.iter().position(|&label| label == 0).unwrap_or(0) as u8;
        let estimate = prover.estimate(labels);
        // No goal is passed on the way to the tasks.
        let frontier = Frontier::new(&start, blank, &prover.near, TASKS, estimate);
        let by_task = frontier.tasks.iter().map(|_| AtomicU64::new(0)).collect();
        Self {
            frontier,
            cells: labels.len(),
            visited: None,
            spare: None,
            // Every solution has the parity of the estimate.
            bound: estimate.max(at_least + (at_least ^ estimate) % 2),
            from: 0,
            stats: Stats::default(),
            nodes: 0,
            nodes_before: 0,
            by_task,
            by_task_before: Vec::new(),
        }
    }

    /// The tasks of every round.
    pub fn tasks(&self) -> usize {
        self.frontier.tasks.len()
    }

    /// Nodes that the round is expected to have.
    fn expected_in_all(&self) -> u64 {
        self.nodes_before.saturating_mul(GROWTH)
    }

    /// Nodes that the rest of the round is expected to take.
    pub fn expected(&self) -> u64 {
        self.expected_in_all().saturating_sub(self.nodes)
    }

    /// Continues the round. `report`: nodes of this part, and the share of the round that is done.
    pub fn step(
        &mut self,
        prover: &Prover,
        share: Share,
        budget: &mut Budget,
        report: &mut dyn FnMut(u64, f64),
    ) -> Step {
        self.provide_visited(share);
        let order = Order::new(share.threads);
        let shared = Shared {
            sums: &prover.sums,
            words: &prover.words,
            near: &prover.near,
            around: &prover.around,
            visited: self.visited.as_ref(),
            order: &order,
            least_slack: share.least_slack,
        };
        let round = Round {
            frontier: &self.frontier,
            shared: &shared,
            bound: self.bound,
            threads: share.threads,
            from: self.from,
            most_nodes: share.most_nodes.unwrap_or(u64::MAX),
            before: &self.by_task_before,
            nodes: &self.by_task,
        };
        let (end, stats) = prover.run(&round, budget, report);
        self.stats += stats;
        self.nodes += stats.generated;
        let bytes = self.visited.as_ref().map_or(0, Visited::bytes);
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        match end {
            RoundEnd::Exhausted => {
                self.raise();
                Step::Raised
            }
            RoundEnd::Paused(from) => {
                self.from = from;
                Step::Paused
            }
            RoundEnd::Goal(letters) => {
                Step::Solved(letters.into_iter().map(|letter| Direction::ALL[usize::from(letter)]).collect())
            }
            RoundEnd::Stopped(limit) => Step::Stopped(limit),
        }
    }

    /// Frees the memory of visited states, until the next step.
    pub fn forget_visited(&mut self) {
        (self.visited, self.spare) = (None, None);
    }

    /// Provides memory that another board's visited states had.
    pub(crate) fn reuse(&mut self, visited: Option<Visited>) {
        self.spare = visited;
    }

    /// The memory of visited states, for another board.
    pub(crate) fn into_visited(self) -> Option<Visited> {
        self.visited.or(self.spare)
    }

    /// Skips rounds whose bounds are below an estimate of the start, between two rounds.
    pub fn raise_to(&mut self, estimate: Cost) {
        self.bound = self.bound.max(estimate);
    }

    fn raise(&mut self) {
        self.bound += 2;
        self.from = 0;
        self.nodes_before = std::mem::take(&mut self.nodes);
        self.by_task_before = self.by_task.iter().map(|nodes| nodes.swap(0, Ordering::Relaxed)).collect();
    }

    /// A table of visited states of the size that the round needs, as far as memory allows.
    fn provide_visited(&mut self, share: Share) {
        if share.most_nodes.is_some() {
            self.spare = self.visited.take().or_else(|| self.spare.take());
        }
        let expected = self.expected_in_all();
        if expected < WITHOUT_VISITED {
            return;
        }
        let Some((least, most)) = Visited::sizes(self.cells, share.threads, share.visited_bytes) else { return };
        if expected.saturating_mul(MOST_BYTES_PER_NODE) < least {
            return;
        }
        let wanted = expected.saturating_mul(BYTES_PER_NODE).clamp(least, most);
        if self.visited.as_ref().is_none_or(|visited| 2 * visited.bytes() <= wanted) {
            // The old one goes first: both together would be too much.
            let old = self.visited.take().or_else(|| self.spare.take());
            let again = old.and_then(|old| old.emptied(self.cells, share.threads, wanted));
            self.visited = again.or_else(|| Visited::new(self.cells, share.threads, wanted, most));
        }
    }
}

/// Labels by cell.
pub(super) fn packed(labels: &[u16]) -> Labels {
    let mut start = [0; MAX_CELLS];
    for (to, &label) in start.iter_mut().zip(labels) {
        *to = label as u8;
    }
    start
}
