//! `check`: a heuristic, or a formula of the user's own, against the true distance of every board of a shape.

use std::sync::Arc;
use std::time::Duration;

use hueco_search::clock::Instant;
use hueco_show::answer::MovesOf;
use hueco_show::checked::Checked;
use hueco_tiles::check::{Check as Found, check, check_table};
use hueco_tiles::heuristic::HeuristicSpec;
use hueco_tiles::space::{DistanceTable, Level};
use hueco_tiles::{Board, Shape};
use serde::ser::Error;
use serde::{Serialize, Serializer};

use crate::error::{JobError, RequestError};
use crate::events::{Events, JobEvent, Progress};
use crate::fields::{self, Fields};
use crate::limits::{Allowance, Limits};
use crate::part::UNUSED_BY_PAGES;
use crate::read;
use crate::words::Words;
use crate::write::{self, Bounded};

/// A heuristic to check.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// The boards' shape.
    #[serde(serialize_with = "write::display")]
    pub size: Shape,
    /// The goal; the same shape.
    #[serde(serialize_with = "write::display")]
    pub goal: Board,
    /// What is checked.
    #[serde(rename = "heuristic")]
    pub estimate: Estimate,
    /// Threads.
    pub threads: usize,
    /// Whose direction the letters of moves name.
    pub moves_of: MovesOf,
    /// Limits of the run.
    #[serde(flatten)]
    pub limits: Limits,
}

/// What can be checked against the true distance.
#[derive(Clone, Debug)]
pub enum Estimate {
    /// A heuristic.
    Heuristic(HeuristicSpec),
    /// A table of distances, which should be the true ones.
    Table(Arc<DistanceTable>),
}

/// A table has no name: a request with one exists in memory alone.
impl Serialize for Estimate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Heuristic(spec) => spec.serialize(serializer),
            Self::Table(_) => Err(S::Error::custom("a table cannot be part of a written request")),
        }
    }
}

/// A checked heuristic.
#[derive(Clone, Debug)]
pub struct CheckResult {
    /// What was found.
    pub found: Found,
    /// Whose direction the letters of moves name.
    pub moves_of: MovesOf,
    /// How long it took.
    pub time: Duration,
}

/// The command's object, with the picture, and boards for each point of it.
#[derive(Serialize)]
struct Pictured<'a> {
    #[serde(flatten)]
    found: Checked<'a>,
    examples: Vec<ExamplesObject<'a>>,
    svg: String,
}

#[derive(Serialize)]
struct ExamplesObject<'a> {
    distance: u32,
    estimate: u32,
    boards: Vec<&'a [u16]>,
}

impl Check {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let size = read::size(fields, allowed)?.ok_or_else(|| fields::missing("size"))?;
        let goal = read::goal(fields.value("goal").as_ref(), size)?;
        let heuristic = read::heuristic(fields)?;
        Ok(Self {
            size,
            goal,
            estimate: Estimate::Heuristic(heuristic.ok_or_else(|| fields::missing("heuristic"))?),
            threads: read::threads(fields, allowed)?.unwrap_or(1),
            moves_of: read::moves_of(fields)?,
            limits: Limits::read(fields, allowed)?,
        })
    }

    /// Runs it.
    pub fn run(&self, events: &mut dyn Events) -> Result<CheckResult, JobError> {
        let started = Instant::now();
        let budget = self.limits.budget(events);
        let mut emit = |level: Level| {
            events.emit(JobEvent::Level(level));
            events.emit(JobEvent::Progress(&Progress {
                elapsed: started.elapsed(),
                generated: level.reached,
                done: Some(level.reached as f64 / level.all.max(1) as f64),
                ..Progress::default()
            }));
        };
        let found = match &self.estimate {
            Estimate::Heuristic(spec) => check(spec, &self.goal, self.threads, &budget, &mut emit)?,
            // A table comes from a file.
            Estimate::Table(table) if !UNUSED_BY_PAGES => return Err(JobError::other_table(table)),
            Estimate::Table(table) => check_table(table, &self.goal, self.threads, &budget, &mut emit)
                .ok_or_else(|| JobError::other_table(table))?,
        };
        Ok(CheckResult { found, moves_of: self.moves_of, time: started.elapsed() })
    }
}

impl CheckResult {
    /// It as a program reads it.
    pub fn object(&self) -> Checked<'_> {
        Checked::new(&self.found, self.moves_of, self.time)
    }

    pub(crate) fn write(&self, out: &mut Bounded, words: &dyn Words) -> Result<(), JobError> {
        let svg = words.check_chart(&self.found);
        let examples = self.found.examples.iter().map(|one| ExamplesObject {
            distance: one.distance,
            estimate: one.estimate,
            boards: one.boards.iter().map(Board::tiles).collect(),
        });
        out.json(&Pictured { found: self.object(), examples: examples.collect(), svg })
    }
}
