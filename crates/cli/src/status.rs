//! Exit statuses: one for every way a command can end, and which of several counts.

use hueco_search::Limit;
use hueco_tiles::solve::Outcome;
use serde::{Deserialize, Serialize};

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Status {
    /// Solved, or done.
    Done,
    /// A fault of the program.
    Internal,
    /// A wrong command line or bad input.
    BadInput,
    /// Two things that were compared are not the same.
    Differs,
    /// Proved: no solution.
    Unsolvable,
    /// Stopped by the limit on time.
    Time,
    /// Stopped by the limit on memory.
    Memory,
    /// Stopped by the limit on nodes.
    Nodes,
    /// Stopped by the limit on depth.
    Depth,
    /// The beam was too narrow.
    Width,
    /// Stopped by the user.
    Interrupted,
}

impl Status {
    /// From most to least severe: of a batch, the most severe of its lines counts.
    const BY_SEVERITY: [Self; 11] = [
        Self::Interrupted,
        Self::Internal,
        Self::BadInput,
        Self::Time,
        Self::Memory,
        Self::Nodes,
        Self::Depth,
        Self::Width,
        Self::Unsolvable,
        Self::Differs,
        Self::Done,
    ];

    /// The number that the shell sees.
    pub(crate) fn code(self) -> i32 {
        match self {
            Self::Done => 0,
            Self::Internal | Self::Differs => 1,
            Self::BadInput => 2,
            Self::Unsolvable => 10,
            Self::Time => 20,
            Self::Memory => 21,
            Self::Nodes => 22,
            Self::Depth => 23,
            Self::Width => 24,
            Self::Interrupted => 130,
        }
    }

    /// The status of a number; of 1, a fault of the program.
    pub(crate) fn of_code(code: i32) -> Option<Self> {
        Self::BY_SEVERITY.into_iter().find(|status| status.code() == code)
    }

    /// The more severe of two.
    #[must_use]
    pub(crate) fn worse(self, other: Self) -> Self {
        Self::BY_SEVERITY.into_iter().find(|&s| s == self || s == other).unwrap_or(other)
    }
}

impl From<Outcome> for Status {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Solved => Self::Done,
            Outcome::Unsolvable => Self::Unsolvable,
            Outcome::Stopped(limit) => limit.into(),
        }
    }
}

impl From<Limit> for Status {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Nodes => Self::Nodes,
            Limit::Time => Self::Time,
            Limit::Memory => Self::Memory,
            Limit::Depth => Self::Depth,
            Limit::Width => Self::Width,
            Limit::Interrupt => Self::Interrupted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_severe_counts() {
        let codes: Vec<i32> = Status::BY_SEVERITY.iter().map(|s| s.code()).collect();
        assert_eq!(codes, [130, 1, 2, 20, 21, 22, 23, 24, 10, 1, 0]);
        for (i, &a) in Status::BY_SEVERITY.iter().enumerate() {
            for (j, &b) in Status::BY_SEVERITY.iter().enumerate() {
                assert_eq!(a.worse(b), Status::BY_SEVERITY[i.min(j)]);
            }
        }
    }
}
