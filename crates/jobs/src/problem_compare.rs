//! Every algorithm with every heuristic on one problem file.

use std::time::Duration;

use hueco_script::{HeuristicSpec, Options};
use hueco_search::algorithm::{Algorithm, Settings};

use crate::error::JobError;
use crate::events::{Events, is_cancelled};
use crate::limits::Limits;
use crate::problem::{Problem, ProblemResult, ProblemSource};

/// Methods to compare on a problem file.
#[derive(Clone, Debug)]
pub struct ProblemCompare {
    /// The file.
    pub source: ProblemSource,
    /// The algorithms.
    pub algorithms: Vec<Algorithm>,
    /// The heuristics; empty: all that the file has. Each algorithm that uses one runs with every one of them.
    pub heuristics: Vec<HeuristicSpec>,
    /// What tunes the methods.
    pub settings: Settings,
    /// Time of one run.
    pub run_time: Option<Duration>,
    /// Nodes and bytes of one run.
    pub limits: Limits,
}

/// A method on a problem.
#[derive(Clone, Debug)]
pub struct ProblemRun {
    /// The method: `astar+h`, or `bfs`.
    pub method: String,
    /// What came of it.
    pub solved: ProblemResult,
}

impl ProblemCompare {
    /// Runs every method; `ended` receives each run as it ends.
    pub fn run(
        &self,
        events: &mut dyn Events,
        mut ended: impl FnMut(&ProblemRun),
    ) -> Result<Vec<ProblemRun>, JobError> {
        let mut runs = Vec::new();
        for options in self.methods(events)? {
            if is_cancelled(events) {
                break;
            }
            let limits = Limits { time: self.run_time, ..self.limits };
            let solved = Problem { source: self.source.clone(), options, limits }.run(events)?;
            let algorithm = solved.answer.algorithm.name();
            let method = match solved.heuristic() {
                Some(heuristic) => format!("{algorithm}+{heuristic}"),
                None => algorithm.to_owned(),
            };
            let run = ProblemRun { method, solved };
            ended(&run);
            runs.push(run);
        }
        Ok(runs)
    }

    /// Every algorithm with every heuristic; one that uses none once.
    pub fn methods(&self, events: &mut dyn Events) -> Result<Vec<Options>, JobError> {
        let file = self.source.load(&self.limits.budget(events))?;
        let mut heuristics = self.heuristics.clone();
        if heuristics.is_empty() {
            heuristics.extend(file.heuristics().map(|(name, _)| HeuristicSpec::Named(name.to_owned())));
        }
        if heuristics.is_empty() {
            heuristics.push(HeuristicSpec::Blind);
        }
        let mut methods: Vec<Options> = Vec::new();
        for &algorithm in &self.algorithms {
            let used = if algorithm.uses_heuristic() { &heuristics[..] } else { &[HeuristicSpec::Blind] };
            for heuristic in used {
                let method = Options { algorithm, heuristic: Some(heuristic.clone()), settings: self.settings };
                if !methods.contains(&method) {
                    methods.push(method);
                }
            }
        }
        Ok(methods)
    }
}
