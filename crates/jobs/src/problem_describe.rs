//! `describe`: what a problem file offers: its title, its parameters, its heuristics, and what it supports.

use std::sync::Arc;

use hueco_script::ProblemFile;
use hueco_search::Quality;
use hueco_show::answer::VERSION;
use serde::{Serialize, Serializer};

use crate::error::{JobError, RequestError};
use crate::events::Events;
use crate::fields::Fields;
use crate::limits::{Allowance, Limits};
use crate::problem::{self, ProblemSource};
use crate::write::Bounded;

/// A problem file to describe.
#[derive(Clone, Debug)]
pub struct ProblemDescribe {
    /// The file.
    pub source: ProblemSource,
    /// Limits of loading it.
    pub limits: Limits,
}

/// A problem file, described.
#[derive(Clone, Debug)]
pub struct ProblemDescribeResult {
    /// The problem.
    pub file: Arc<ProblemFile>,
}

/// The description. The order of the keys is part of the contract.
#[derive(Serialize)]
struct Description<'a> {
    version: u32,
    problem: &'a str,
    /// The start as Starlark writes it.
    start: String,
    parameters: Vec<Parameter<'a>>,
    heuristics: Vec<Heuristic<'a>>,
    abstractions: Vec<&'a str>,
    /// Whether it draws its states.
    draw: bool,
    /// Whether it can be searched from both ends.
    predecessors: bool,
}

#[derive(Serialize)]
struct Parameter<'a> {
    name: &'a str,
    /// The default, or what the request sets.
    value: &'a str,
}

/// A heuristic with what the file claims of it.
#[derive(Serialize)]
struct Heuristic<'a> {
    name: &'a str,
    admissible: bool,
    consistent: bool,
}

impl ProblemDescribe {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        Ok(Self { source: ProblemSource::read(fields, allowed)?, limits: Limits::read(fields, allowed)? })
    }

    /// Loads the file.
    pub fn run(&self, events: &mut dyn Events) -> Result<ProblemDescribeResult, JobError> {
        Ok(ProblemDescribeResult { file: self.source.load(&self.limits.budget(events))? })
    }
}

impl Serialize for ProblemDescribe {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        problem::with_source(&self.source, &self.limits).serialize(serializer)
    }
}

impl ProblemDescribeResult {
    pub(crate) fn write(&self, out: &mut Bounded) -> Result<(), JobError> {
        let file = &self.file;
        let claimed = |(name, quality): (_, Quality)| Heuristic {
            name,
            admissible: quality >= Quality::Admissible,
            consistent: quality >= Quality::Consistent,
        };
        out.json(&Description {
            version: VERSION,
            problem: file.title(),
            start: file.start().to_string(),
            parameters: file.parameters().iter().map(|(name, value)| Parameter { name, value }).collect(),
            heuristics: file.heuristics().map(claimed).collect(),
            abstractions: file.abstractions().collect(),
            draw: file.has_draw(),
            predecessors: file.has_predecessors(),
        })
    }
}
