//! Whole spaces, as `hueco explore` and the Python package report them: a problem file as the cluster enumerates it, and the objects
//! of `--format json`. If a limit stopped a count, there is no radius and no mean.

use std::sync::Arc;

use hueco_cluster::{Checkpoint, Enumerated, Enumeration, Exploration, Source, Trouble};
use hueco_script::{ProblemFile, ScriptProblem, State};
use hueco_search::{Budget, Limit};
use hueco_show::answer::{VERSION, microseconds};
use hueco_tiles::space::{Ranking, Walked};
use hueco_tiles::{Board, Frame};
use serde::Serialize;

/// A problem file, as the workers use it: each calls it through an interpreter of its own.
#[derive(Clone)]
pub struct Script(Arc<ProblemFile>);

impl Source for Script {
    type Problem = ScriptProblem;
    type Handle<'s> = Box<ScriptProblem>;

    fn problem(&self, budget: &Budget) -> Box<ScriptProblem> {
        let problem = ScriptProblem::new(Arc::clone(&self.0));
        problem.obey(budget);
        Box::new(problem)
    }

    fn trouble(problem: &ScriptProblem) -> Option<Trouble> {
        match problem.finish() {
            Ok(limit) => limit.map(Trouble::Limit),
            Err(_) => Some(Trouble::Mistake),
        }
    }

    fn encode(state: &State, into: &mut Vec<u8>) {
        into.extend(state.bytes());
    }

    fn decode(bytes: &[u8]) -> Option<State> {
        State::from_bytes(bytes)
    }
}

/// The states of a problem file, down to a depth; this many of the deepest are kept.
pub fn enumeration(
    file: &Arc<ProblemFile>,
    depth: Option<u32>,
    deepest: usize,
    checkpoint: Option<Checkpoint>,
) -> Enumeration<Script> {
    let identity = (file.title().to_owned(), file.fingerprint());
    Enumeration { source: Script(Arc::clone(file)), identity, depth, deepest, checkpoint }
}

/// What both objects say of the levels.
#[derive(Serialize)]
struct Levels<'a> {
    states: u64,
    radius: Option<usize>,
    mean_depth: Option<f64>,
    depths: &'a [u64],
}

impl<'a> Levels<'a> {
    fn new(depths: &'a [u64], stopped: Option<Limit>) -> Self {
        let is_complete = stopped.is_none();
        Self {
            states: depths.iter().sum(),
            radius: is_complete.then(|| depths.len().saturating_sub(1)),
            mean_depth: is_complete.then(|| microseconds(mean(depths))),
            depths,
        }
    }
}

/// The mean depth of all states.
pub(crate) fn mean(depths: &[u64]) -> f64 {
    let weighted: f64 = depths.iter().zip(0_u32..).map(|(&states, depth)| states as f64 * f64::from(depth)).sum();
    weighted / depths.iter().sum::<u64>().max(1) as f64
}

/// All boards of a size.
#[derive(Serialize)]
pub struct ExploredBoards<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    #[serde(flatten)]
    levels: Levels<'a>,
    goal: Vec<u16>,
    metric: &'static str,
    deepest: Vec<Vec<u16>>,
    stopped_by: Option<&'static str>,
}

impl<'a> ExploredBoards<'a> {
    /// Of the boards that were asked for, counted from this goal.
    pub fn new(exploration: &Exploration, goal: &Board, walked: &'a Walked) -> Self {
        Self {
            version: VERSION,
            rows: exploration.shape.rows(),
            cols: exploration.shape.cols(),
            levels: Levels::new(&walked.depths, walked.stopped),
            goal: goal.tiles().to_vec(),
            metric: exploration.metric.name(),
            deepest: deepest(goal, walked).iter().map(|board| board.tiles().to_vec()).collect(),
            stopped_by: walked.stopped.map(Limit::name),
        }
    }
}

/// The boards that are farthest from the goal. Those that are too large to be ranked are only counted.
pub(crate) fn deepest(goal: &Board, walked: &Walked) -> Vec<Board> {
    let frame = Frame::new(goal);
    let Ok(ranking) = Ranking::of_goal(goal) else { return Vec::new() };
    walked.deepest.iter().map(|&rank| ranking.board(&frame, rank)).collect()
}

/// All states that a problem file can reach.
#[derive(Serialize)]
pub struct ExploredStates<'a> {
    version: u32,
    problem: &'a str,
    #[serde(flatten)]
    levels: Levels<'a>,
    deepest: Vec<String>,
    unit_costs: bool,
    stopped_by: Option<&'static str>,
}

impl<'a> ExploredStates<'a> {
    /// Of this file.
    pub fn new(file: &'a ProblemFile, found: &'a Enumerated<State>) -> Self {
        Self {
            version: VERSION,
            problem: file.title(),
            levels: Levels::new(&found.depths, found.stopped),
            deepest: found.deepest.iter().map(ToString::to_string).collect(),
            unit_costs: found.unit_costs,
            stopped_by: found.stopped.map(Limit::name),
        }
    }
}
