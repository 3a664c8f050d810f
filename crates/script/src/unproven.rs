//! Why a solution is not called optimal: for whoever compares methods, and wonders.

use hueco_search::algorithm::Algorithm;

use crate::load::ProblemFile;
use crate::run::ScriptAnswer;

/// Why a solution is not proved to be a cheapest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unproven {
    /// The algorithm promises no cheapest solution.
    Algorithm,
    /// The algorithm counts actions, whose costs differ.
    Steps,
    /// The algorithm promises a solution within its weight, no more.
    Weight,
    /// The file does not claim that the heuristic is admissible.
    Unclaimed,
    /// The solution contradicts a claim of the file.
    Refuted,
    /// A limit came before the proof.
    Limit,
}

impl Unproven {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Algorithm => "algorithm",
            Self::Steps => "steps",
            Self::Weight => "weight",
            Self::Unclaimed => "unclaimed",
            Self::Refuted => "refuted",
            Self::Limit => "limit",
        }
    }
}

impl ScriptAnswer {
    /// Why its solution is not called optimal; `None` where it is, or there is none.
    pub fn unproven(&self, file: &ProblemFile) -> Option<Unproven> {
        self.path.as_ref().filter(|_| !self.optimal)?;
        let of_algorithm = match self.algorithm {
            Algorithm::Dfs | Algorithm::Dls | Algorithm::Greedy | Algorithm::Beam | Algorithm::Stack => {
                Some(Unproven::Algorithm)
            }
            Algorithm::Bfs | Algorithm::Iddfs => Some(Unproven::Steps),
            Algorithm::Wastar | Algorithm::Dps => Some(Unproven::Weight),
            _ => None,
        };
        Some(of_algorithm.unwrap_or_else(|| {
            if !file.claims_admissible(&self.heuristic) {
                Unproven::Unclaimed
            } else if self.refuted {
                Unproven::Refuted
            } else {
                Unproven::Limit
            }
        }))
    }
}
