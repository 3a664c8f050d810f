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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hueco_search::Budget;

    use super::*;
    use crate::run::{Options, run};

    /// From 0 to 3 by steps of cost 1, or at once at cost 9.
    const STEPS: &str = r#"
start = 0
goal = 3
def actions(s): return [("one", s + 1, 1), ("all", 3, 9)] if s < 3 else []
"#;

    fn why(algorithm: Algorithm, more: &str) -> Option<Unproven> {
        let file = Arc::new(ProblemFile::load("steps.star", &format!("{STEPS}{more}"), &[]).unwrap());
        let options = Options { algorithm, ..Options::default() };
        run(&file, &options, &mut Budget::unlimited(), None).unwrap().unproven(&file)
    }

    #[test]
    fn each_reason_is_named() {
        let h = "def h(s): return 3 - s\n";
        let claimed = format!("{h}admissible = [\"h\"]\n");
        assert_eq!(why(Algorithm::Bfs, h), Some(Unproven::Steps));
        assert_eq!(why(Algorithm::Greedy, &claimed), Some(Unproven::Algorithm));
        assert_eq!(why(Algorithm::Astar, h), Some(Unproven::Unclaimed));
        assert_eq!(why(Algorithm::Astar, &claimed), None);
        assert_eq!(why(Algorithm::Ucs, h), None);
        let wrong = "def h(s): return 100 * (3 - s)\nadmissible = [\"h\"]\n";
        assert_eq!(why(Algorithm::Astar, wrong), Some(Unproven::Refuted));
        assert_eq!(why(Algorithm::Wastar, wrong), Some(Unproven::Weight));
    }
}
