//! An anytime run: the best solution, what is proved, what was spent and what is left.
//!
//! Every solution enters by [`AnytimeRun::offer`], which replays it: nothing else can become the answer.

use std::time::Duration;

use hueco_search::clock::Instant;
use hueco_search::{Budget, Cost, Limit, Stats};

use super::beam;
use super::ordering::OrderingKind;
use crate::board::{Board, Direction};
use crate::heuristic::HeuristicSpec;
use crate::moves::replay;
use crate::workbench::Workbench;

/// Nodes per second, before anything was measured.
const FIRST_RATE: f64 = 5e6;
/// Nothing is begun with fewer nodes than this.
const FEWEST_NODES: u64 = 64;
/// Bytes that beams may take where no limit is set.
const DEFAULT_BYTES: u64 = 2 << 30;

/// What a run is asked and may use.
#[derive(Debug)]
pub struct Task<'a> {
    /// From here.
    pub board: &'a Board,
    /// To here; the same shape, and solvable.
    pub goal: &'a Board,
    /// Threads.
    pub threads: usize,
    /// The moment to end at, if any, the cancel flag and the byte limit. Its node limit is not used.
    pub budget: Budget,
    /// At most this many nodes. With a limit here the clock decides nothing but the end.
    pub max_nodes: Option<u64>,
    /// Whether the first good answer is enough.
    pub fast: bool,
    /// The tables of its bounds.
    pub workbench: &'a Workbench,
}

/// Called after every improvement: the best solution, what is proved, and what was spent.
pub type OnImprovement<'a> = &'a mut dyn FnMut(Option<&[Direction]>, Cost, &Stats);

/// What found a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finder {
    /// Construction.
    Construction,
    /// A beam over this ordering.
    Beam(OrderingKind),
    /// IDA* with this heuristic, which also proves that there is no shorter one.
    Proof(HeuristicSpec),
}

/// A run: the best solution so far, the bound, and what was spent.
pub struct AnytimeRun<'a> {
    pub(super) task: &'a Task<'a>,
    /// The best solution, and what found it.
    pub best: Option<(Vec<Direction>, Finder)>,
    /// No solution is shorter (proved).
    pub lower_bound: Cost,
    /// What was spent.
    pub stats: Stats,
    /// The limit that ended it.
    pub limit: Option<Limit>,
    /// Time in beams, and their nodes, for the rate.
    busy: Duration,
    measured: u64,
    on_improvement: OnImprovement<'a>,
}

impl<'a> AnytimeRun<'a> {
    pub(super) fn new(task: &'a Task<'a>, lower_bound: Cost, on_improvement: OnImprovement<'a>) -> Self {
        Self {
            task,
            best: None,
            lower_bound,
            stats: Stats::default(),
            limit: None,
            busy: Duration::ZERO,
            measured: 0,
            on_improvement,
        }
    }

    /// The length of the best solution.
    pub fn length(&self) -> Option<Cost> {
        self.best.as_ref().map(|(moves, _)| moves.len() as Cost)
    }

    /// Whether nothing is left to improve.
    pub fn is_optimal(&self) -> bool {
        self.length().is_some_and(|length| length <= self.lower_bound)
    }

    /// Whether to continue: no limit was met, and something can be improved.
    pub(super) fn can_continue(&mut self) -> bool {
        if let Err(limit) = self.task.budget.check() {
            self.limit.get_or_insert(limit);
        }
        if self.max_nodes() < FEWEST_NODES {
            self.limit.get_or_insert(Limit::Nodes);
        }
        self.limit.is_none() && !self.is_optimal()
    }

    /// Takes a solution that is better than the best, if it is one. `true`: it was.
    pub(super) fn offer(&mut self, moves: Vec<Direction>, finder: Finder) -> bool {
        let better = self.length().is_none_or(|length| (moves.len() as Cost) < length);
        if !better || replay(self.task.board, &moves).as_ref() != Ok(self.task.goal) {
            debug_assert!(!better, "{finder:?} found a path that does not lead to the goal");
            return false;
        }
        self.best = Some((moves, finder));
        self.report();
        true
    }

    /// Raises what is proved by IDA* with a heuristic, which counts as the finder of a solution that it proves optimal.
    /// No solution is shorter than that, so the best one is not.
    pub(super) fn prove(&mut self, lower_bound: Cost, heuristic: HeuristicSpec) {
        debug_assert!(self.length().is_none_or(|length| lower_bound <= length), "a bound above a solution");
        if lower_bound > self.lower_bound {
            self.lower_bound = lower_bound.min(self.length().unwrap_or(Cost::MAX));
            if let (true, Some((_, finder))) = (self.is_optimal(), &mut self.best) {
                *finder = Finder::Proof(heuristic);
            }
            self.report();
        }
    }

    /// Reports the best solution and the bound.
    pub(super) fn report(&mut self) {
        let best = self.best.as_ref().map(|(moves, _)| &moves[..]);
        (self.on_improvement)(best, self.lower_bound, &self.stats);
    }

    /// Runs a piece of work that counts nodes, and takes its counters in.
    pub(super) fn account(&mut self, work: impl FnOnce(&Self) -> beam::Outcome) -> beam::Outcome {
        let begin = Instant::now();
        let outcome = work(self);
        self.busy += begin.elapsed();
        self.measured += outcome.generated;
        self.stats += Stats {
            generated: outcome.generated,
            expanded: outcome.expanded,
            examined: outcome.expanded,
            evaluated: outcome.generated,
            peak_bytes: outcome.peak_bytes,
            reopened: 0,
        };
        if let beam::End::Stopped(limit @ (Limit::Time | Limit::Interrupt | Limit::Nodes)) = outcome.end {
            self.limit.get_or_insert(limit);
        }
        outcome
    }

    /// Nodes that may still be generated: by the limit on them, or by the time left at the rate so far.
    pub(super) fn nodes_left(&self) -> u64 {
        match (self.task.max_nodes, self.task.budget.time_left()) {
            (Some(nodes), _) => nodes.saturating_sub(self.stats.generated),
            (None, Some(time)) => (time.as_secs_f64() * self.rate()) as u64,
            (None, None) => u64::MAX,
        }
    }

    /// What is left, in nodes or in seconds, whichever decides: for comparing with what was left before.
    pub(super) fn left(&self) -> f64 {
        match (self.task.max_nodes, self.task.budget.time_left()) {
            (Some(_), _) => self.nodes_left() as f64,
            (None, Some(time)) => time.as_secs_f64(),
            (None, None) => f64::MAX,
        }
    }

    /// The hard limit on the nodes of the next piece of work.
    pub(super) fn max_nodes(&self) -> u64 {
        self.task.max_nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.stats.generated))
    }

    fn rate(&self) -> f64 {
        const ENOUGH: Duration = Duration::from_millis(1);
        if self.busy < ENOUGH { FIRST_RATE } else { self.measured as f64 / self.busy.as_secs_f64() }
    }

    /// Bytes that a beam may take.
    pub(super) fn bytes(&self) -> u64 {
        let limit = self.task.budget.byte_limit();
        if limit == u64::MAX { DEFAULT_BYTES } else { limit }
    }
}
