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

use std::fmt;
use std::ops::{Add, AddAssign};

use crate::problem::Cost;

/// What stopped a search before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
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

impl Limit {
    /// Every limit with its name.
    pub const ALL: [(&'static str, Self); 6] = [
        ("nodes", Self::Nodes),
        ("time", Self::Time),
        ("memory", Self::Memory),
        ("depth", Self::Depth),
        ("width", Self::Width),
        ("interrupt", Self::Interrupt),
    ];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The limit of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, limit)| limit)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
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

/// Counters; see the head of this module for what each means. Those of two searches that run one after the other add up;
/// of their peaks the higher counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        let Self { generated, expanded, examined, reopened, evaluated, peak_bytes } = other;
        self.generated += generated;
        self.expanded += expanded;
        self.examined += examined;
        self.reopened += reopened;
        self.evaluated += evaluated;
        self.peak_bytes = self.peak_bytes.max(peak_bytes);
    }
}

impl Add for Stats {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Ties {
    /// The one that came to the frontier first.
    Fifo,
    /// The one that came last.
    Lifo,
    /// The one with the lower h; among those, the one that came last.
    #[default]
    LowH,
}

impl Ties {
    /// Every rule with its name.
    pub const ALL: [(&'static str, Self); 3] = [("fifo", Self::Fifo), ("lifo", Self::Lifo), ("low-h", Self::LowH)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The rule of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, ties)| ties)
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (name, limit) in Limit::ALL {
            assert_eq!((limit.name(), Limit::parse(name)), (name, Some(limit)));
        }
        for (name, ties) in Ties::ALL {
            assert_eq!((ties.name(), Ties::parse(name)), (name, Some(ties)));
        }
        assert_eq!((Limit::parse("Nodes"), Ties::parse("")), (None, None));
    }

    #[test]
    fn counters_add_up_and_the_higher_peak_counts() {
        let counted = |n| Stats { generated: n, expanded: n, examined: n, reopened: n, evaluated: n, peak_bytes: n };
        let mut sum = counted(3) + counted(4);
        assert_eq!(sum, Stats { peak_bytes: 4, ..counted(7) });
        sum += Stats { peak_bytes: 9, ..Stats::default() };
        assert_eq!(sum, Stats { peak_bytes: 9, ..counted(7) });
    }

    #[cfg(feature = "serde")]
    #[test]
    fn serde_uses_the_same_names() {
        use serde::Deserialize;
        use serde::de::value::{Error, StrDeserializer};

        for (name, limit) in Limit::ALL {
            assert_eq!(Limit::deserialize(StrDeserializer::<Error>::new(name)), Ok(limit));
        }
        for (name, ties) in Ties::ALL {
            assert_eq!(Ties::deserialize(StrDeserializer::<Error>::new(name)), Ok(ties));
        }
        assert!(Limit::deserialize(StrDeserializer::<Error>::new("Nodes")).is_err());
    }
}
