//! How an answer was found. The texts that people and programs read derive from this value, here and nowhere else.

use super::Algorithm;
use crate::anytime::{Finder, OrderingKind};
use crate::heuristic::HeuristicSpec;
use crate::multi::SlideBound;

/// How an answer was found: the method that was used, not the one that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Looked up in a complete distance table.
    Table,
    /// Constructed, without a search.
    Construction,
    /// By beams.
    Beam {
        /// What they rank states by.
        ordering: OrderingKind,
    },
    /// By a search.
    Search {
        /// The algorithm; `auto` only where parity left nothing to search.
        algorithm: Algorithm,
        /// The heuristic, if the algorithm uses one.
        heuristic: Option<UsedHeuristic>,
    },
}

/// The heuristic of a search: one that can be asked for, or one that comes with another question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UsedHeuristic {
    /// One that can be asked for.
    Spec(HeuristicSpec),
    /// The true distance, from a complete table.
    Distance,
    /// A bound on the number of slides.
    Slides(SlideBound),
}

impl From<HeuristicSpec> for UsedHeuristic {
    fn from(spec: HeuristicSpec) -> Self {
        Self::Spec(spec)
    }
}

impl std::fmt::Display for UsedHeuristic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Spec(spec) => spec.fmt(f),
            Self::Distance => f.write_str("distance"),
            Self::Slides(bound) => f.write_str(bound.name()),
        }
    }
}

impl Method {
    /// A search.
    pub(super) fn search(algorithm: Algorithm, heuristic: Option<UsedHeuristic>) -> Self {
        Self::Search { algorithm, heuristic }
    }

    /// IDA*, which has the last word wherever an optimum is proved.
    pub(super) fn ida_star(heuristic: impl Into<UsedHeuristic>) -> Self {
        Self::search(Algorithm::Idastar, Some(heuristic.into()))
    }

    /// The text of the JSON key `algorithm`.
    pub fn algorithm(&self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Construction => "construction",
            Self::Beam { .. } => Algorithm::Beam.name(),
            Self::Search { algorithm, .. } => algorithm.name(),
        }
    }

    /// The text of the JSON key `heuristic`: what the method was led by, if anything.
    pub fn heuristic(&self) -> Option<String> {
        match self {
            Self::Table | Self::Construction => None,
            Self::Beam { ordering } => Some(ordering.name().to_owned()),
            Self::Search { heuristic, .. } => heuristic.as_ref().map(ToString::to_string),
        }
    }
}

impl From<Finder> for Method {
    fn from(finder: Finder) -> Self {
        match finder {
            Finder::Construction => Self::Construction,
            Finder::Beam(ordering) => Self::Beam { ordering },
            Finder::Proof(spec) => Self::ida_star(spec),
        }
    }
}
