//! A heuristic of a problem file against the true distance of every state that can be reached from the start.

use std::sync::Arc;
use std::time::Duration;

use hueco_script::{Checked, HeuristicSpec, ProblemFile, ScriptError, State, Verdict, check, drawings};
use hueco_search::clock::Instant;
use hueco_show::answer::{VERSION, microseconds};
use serde::{Serialize, Serializer};

use crate::error::{JobError, RequestError};
use crate::events::Events;
use crate::fields::{self, Fields};
use crate::limits::{Allowance, Limits};
use crate::problem::{self, ProblemSource};
use crate::write::Bounded;

/// A heuristic to check.
#[derive(Clone, Debug)]
pub struct ProblemCheck {
    /// The file.
    pub source: ProblemSource,
    /// Its heuristic.
    pub heuristic: HeuristicSpec,
    /// Limits of the run.
    pub limits: Limits,
    /// Whether the states of counterexamples are drawn.
    pub draw: bool,
}

/// A checked heuristic.
#[derive(Clone, Debug)]
pub struct ProblemCheckResult {
    /// The problem.
    pub file: Arc<ProblemFile>,
    /// The heuristic.
    pub heuristic: HeuristicSpec,
    /// What was found.
    pub found: Checked,
    /// The states of its counterexamples as they are shown, where that was asked for.
    pub drawn: Drawn,
    /// How long it took.
    pub time: Duration,
}

/// States of counterexamples as they are shown.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    overestimate: Option<String>,
    drop: Option<(String, String)>,
}

impl Drawn {
    fn new(
        found: &Checked,
        mut draw: impl FnMut(&State) -> Result<Option<String>, ScriptError>,
    ) -> Result<Self, ScriptError> {
        let overestimate = found.overestimate.as_ref().map(|over| draw(&over.state)).transpose()?.flatten();
        let drop = match &found.drop {
            Some(drop) => draw(&drop.from)?.zip(draw(&drop.to)?),
            None => None,
        };
        Ok(Self { overestimate, drop })
    }
}

impl ProblemCheck {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        Ok(Self {
            source: ProblemSource::read(fields, allowed)?,
            heuristic: problem::heuristic(&fields.text("heuristic")?.ok_or_else(|| fields::missing("heuristic"))?)?,
            limits: Limits::read(fields, allowed)?,
            draw: fields.flag("draw")?,
        })
    }

    /// Runs it. Nothing can be said before every state was seen, so a limit that ends it is an error.
    pub fn run(&self, events: &mut dyn Events) -> Result<ProblemCheckResult, JobError> {
        let started = Instant::now();
        let budget = self.limits.budget(events);
        let file = self.source.load(&budget)?;
        match check(&file, &self.heuristic, &budget)? {
            Verdict::Checked(found) => {
                let draw = |state: &State| {
                    let drawn = drawings(&file, std::slice::from_ref(state), &budget);
                    drawn.map(|drawn| drawn.and_then(|mut drawn| drawn.pop()))
                };
                let drawn = if self.draw { Drawn::new(&found, draw)? } else { Drawn::default() };
                let heuristic = self.heuristic.clone();
                Ok(ProblemCheckResult { file, heuristic, found, drawn, time: started.elapsed() })
            }
            Verdict::Stopped(limit) => Err(JobError::Stopped(limit)),
        }
    }
}

impl Serialize for ProblemCheck {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = problem::with_source(&self.source, &self.limits);
        fields.insert("heuristic".to_owned(), self.heuristic.to_string().into());
        fields.insert("draw".to_owned(), self.draw.into());
        fields.serialize(serializer)
    }
}

/// The object of `check --problem FILE --format json`. The order of the keys is part of the contract.
#[derive(Serialize)]
pub struct ProblemCheckObject<'a> {
    version: u32,
    problem: &'a str,
    heuristic: String,
    states: u64,
    solvable: u64,
    radius: u32,
    admissible: bool,
    consistent: bool,
    counterexample: Option<Counterexample>,
    inconsistency: Option<Drop>,
    exact: u64,
    mean_distance: f64,
    mean_estimate: f64,
    mean_error: f64,
    seconds: f64,
}

#[derive(Serialize)]
struct Counterexample {
    state: String,
    /// The state as it is shown, where the request asks for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawing: Option<String>,
    /// `null`: called a dead end.
    h: Option<u32>,
    distance: u32,
}

#[derive(Serialize)]
struct Drop {
    state: String,
    h: Option<u32>,
    cost: u32,
    after: String,
    h_after: u32,
    /// Both states as they are shown, where the request asks for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawings: Option<(String, String)>,
}

impl ProblemCheckResult {
    /// It as a program reads it.
    pub fn object(&self) -> ProblemCheckObject<'_> {
        let found = &self.found;
        ProblemCheckObject {
            version: VERSION,
            problem: self.file.title(),
            heuristic: self.heuristic.to_string(),
            states: found.states,
            solvable: found.solvable,
            radius: found.radius,
            admissible: found.admissible,
            consistent: found.consistent,
            counterexample: found.overestimate.as_ref().map(|over| Counterexample {
                state: over.state.to_string(),
                drawing: self.drawn.overestimate.clone(),
                h: over.estimate,
                distance: over.distance,
            }),
            inconsistency: found.drop.as_ref().map(|drop| Drop {
                state: drop.from.to_string(),
                h: drop.from_estimate,
                cost: drop.cost,
                after: drop.to.to_string(),
                h_after: drop.to_estimate,
                drawings: self.drawn.drop.clone(),
            }),
            exact: found.exact,
            mean_distance: microseconds(found.mean_distance),
            mean_estimate: microseconds(found.mean_estimate),
            mean_error: microseconds(found.mean_error),
            seconds: microseconds(self.time.as_secs_f64()),
        }
    }

    pub(crate) fn write(&self, out: &mut Bounded) -> Result<(), JobError> {
        out.json(&self.object())
    }
}
