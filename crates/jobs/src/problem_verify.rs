//! Actions of a problem file, replayed by name: are they legal, do they reach a goal, how far are they from optimal?

use std::sync::Arc;
use std::time::Duration;

use hueco_script::{Options, ProblemFile, Replay, ScriptAnswer, replay};
use hueco_show::answer::VERSION;
use serde::Serialize;

use crate::error::JobError;
use crate::events::Events;
use crate::limits::Limits;
use crate::problem::{Problem, ProblemSource};

/// The time to solve the problem where a request does not say.
const TIME_TO_JUDGE: Duration = Duration::from_secs(10);

/// Actions to replay.
#[derive(Clone, Debug)]
pub struct ProblemVerify {
    /// The file.
    pub source: ProblemSource,
    /// The names of the actions, from the start.
    pub actions: Vec<String>,
    /// Limits of the search for a cheapest solution.
    pub limits: Limits,
}

/// Where actions lead.
#[derive(Clone, Debug)]
pub struct ProblemVerifyResult {
    /// The problem.
    pub file: Arc<ProblemFile>,
    /// How many actions were given.
    pub length: usize,
    /// What came of them.
    pub replay: Replay,
    /// The problem solved, where the actions reach a goal.
    pub best: Option<ScriptAnswer>,
}

impl ProblemVerify {
    /// Replays the actions; a solution is judged by solving the problem as well, within limits.
    pub fn run(&self, events: &mut dyn Events) -> Result<ProblemVerifyResult, JobError> {
        let limits = Limits { time: self.limits.time.or(Some(TIME_TO_JUDGE)), ..self.limits };
        let budget = limits.budget(events);
        let file = self.source.load(&budget)?;
        let replay = replay(&file, &self.actions, &budget)?;
        let solve = Problem { source: self.source.clone(), options: Options::proving(&file), limits, draw: false };
        let reaches = replay.solved && replay.illegal.is_none();
        let best = if reaches { Some(solve.run(events)?.answer) } else { None };
        Ok(ProblemVerifyResult { file, length: self.actions.len(), replay, best })
    }
}

/// The object of `verify --problem FILE --format json`.
#[derive(Serialize)]
pub struct ProblemVerifyObject<'a> {
    version: u32,
    problem: &'a str,
    length: usize,
    cost: u32,
    legal: bool,
    /// The first illegal action, from 1.
    illegal_action: Option<usize>,
    reaches_goal: bool,
    last_state: String,
    /// The cost of a cheapest solution, where it was proved.
    optimal_cost: Option<u32>,
    /// No solution costs less than this (proved).
    lower_bound: Option<u32>,
}

impl ProblemVerifyResult {
    /// Whether all actions are legal and the last state is a goal.
    pub fn reaches_goal(&self) -> bool {
        self.replay.solved && self.replay.illegal.is_none()
    }

    /// It as a program reads it.
    pub fn object(&self) -> ProblemVerifyObject<'_> {
        let optimal = self.best.as_ref().filter(|best| best.optimal).and_then(|best| best.path.as_ref());
        ProblemVerifyObject {
            version: VERSION,
            problem: self.file.title(),
            length: self.length,
            cost: self.replay.cost,
            legal: self.replay.illegal.is_none(),
            illegal_action: self.replay.illegal.as_ref().map(|(index, _)| index + 1),
            reaches_goal: self.reaches_goal(),
            last_state: self.replay.states.last().map(ToString::to_string).unwrap_or_default(),
            optimal_cost: optimal.map(|path| path.cost),
            lower_bound: self.best.as_ref().map(|best| best.lower_bound),
        }
    }
}
