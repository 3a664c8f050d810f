//! How a search ended. Every ending has a type: "no solution" and "gave up" are never the same value.
//!
//! The counters mean the same in every algorithm:
//!
//! * *generated*: nodes created, the start included once, pruned children included;
//! * *expanded*: nodes whose children were created;
//! * *examined*: nodes taken and tested for the goal;
//! * *reopened*: nodes taken back from the closed set because they were reached at a lower cost;
//! * *evaluated*: estimates computed by the heuristic;
//! * *peak bytes*: the most the search's own containers held at once, by their capacities.
//!
//! IDA* and the other depth-first searches with a bound test for the goal when a child is created, so siblings after the
//! goal are not counted. All others test when a node is taken from the frontier.

use crate::problem::Cost;

/// What stopped a search before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// Generated nodes.
    Nodes,
    /// Time.
    Time,
    /// Memory.
    Memory,
    /// The depth limit cut something off.
    Depth,
    /// The beam's width cut something off.
    Width,
    /// The cancel flag, an observer, or a caller that stepped no further.
    Interrupt,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// There is a solution in the report.
    Solved,
    /// Proved: no solution exists.
    Unsolvable,
    /// Gave up at a limit.
    Stopped(Limit),
}

/// The ending that a search reports before it has ended: its caller stepped no further.
pub(crate) const INTERRUPTED: Ending = Ending::Stopped(Limit::Interrupt);

/// A path from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<A> {
    /// The actions, in order.
    pub actions: Vec<A>,
    /// The sum of their costs.
    pub cost: Cost,
}

/// Counters; see the head of this module for what each means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes created.
    pub generated: u64,
    /// Nodes whose children were created.
    pub expanded: u64,
    /// Nodes taken and tested for the goal.
    pub examined: u64,
    /// Nodes taken back from the closed set.
    pub reopened: u64,
    /// Estimates computed by the heuristic.
    pub evaluated: u64,
    /// The most bytes held at once.
    pub peak_bytes: u64,
}

/// Everything a search returns, at its end or wherever it was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<A> {
    /// How it ended.
    pub ending: Ending,
    /// The best solution found, if any.
    pub solution: Option<Solution<A>>,
    /// No solution costs less than this (proved).
    pub lower_bound: Cost,
    /// Counters.
    pub stats: Stats,
}

impl<A> Report<A> {
    /// Whether the solution is proved to be a cheapest one.
    pub fn is_optimal(&self) -> bool {
        self.solution.as_ref().is_some_and(|solution| solution.cost <= self.lower_bound)
    }

    /// The cost of the solution, if there is one.
    pub fn cost(&self) -> Option<Cost> {
        self.solution.as_ref().map(|solution| solution.cost)
    }
}

/// Which of two nodes of equal priority is examined first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The one that came to the frontier first.
    Fifo,
    /// The one that came last.
    Lifo,
    /// The one with the lower h; among those, the one that came last.
    #[default]
    LowH,
}
