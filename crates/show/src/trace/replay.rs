//! The counters of a search, computed from its trace alone. They mean what they mean in a report (`hueco_search::report`).

use hueco_search::EventKind;

use super::Trace;

/// What can be counted in a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes created, pruned ones included.
    pub generated: u64,
    /// Nodes whose children were created.
    pub expanded: u64,
    /// Nodes taken and tested for the goal.
    pub examined: u64,
    /// Nodes taken back from the closed set.
    pub reopened: u64,
    /// Estimates computed, where the method determines how many that is.
    pub evaluated: Option<u64>,
}

impl Trace {
    /// Counts the events. Of a trace that was cut, those that it holds.
    pub fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        for event in &self.events {
            match event.kind {
                EventKind::Created | EventKind::Pruned(_) => counters.generated += 1,
                EventKind::Improved { reopened } => {
                    counters.generated += 1;
                    counters.reopened += u64::from(reopened);
                }
                EventKind::Examined => {
                    counters.examined += 1;
                    counters.expanded += 1;
                }
                // The goal was taken like any other, but has no children.
                EventKind::Solved { expanded: false } => counters.expanded = counters.expanded.saturating_sub(1),
                EventKind::Solved { expanded: true } | EventKind::Deepened { .. } | EventKind::Forgotten { .. } => {}
            }
        }
        counters.evaluated = match self.header.algorithm.as_deref() {
            // These compute one more when a node is taken.
            Some("beam" | "stack" | "bidirectional" | "nbs" | "dvcbs" | "dps" | "arastar" | "awastar") => {
                Some(counters.generated + counters.examined)
            }
            Some("bfhs") => Some(counters.generated + counters.expanded),
            Some("propagate") => Some(0),
            Some(_) => Some(counters.generated),
            None => None,
        };
        counters
    }
}
