//! `solve`, and what `trace` and `tree` look into: one search of any kind of problem.
//!
//! A variant holds what is searched and how, since each kind of problem has methods and options of its own. A new kind of problem
//! is one more variant here, with a request and a result of its own.

use hueco_show::trace::{End, Header};
use hueco_sums::{Method, Options};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::{JobError, RequestError};
use crate::events::Events;
use crate::fields::Fields;
use crate::limits::{Allowance, Limits};
use crate::part::{BOARDS, COURSES};
use crate::problem::{self, Problem, ProblemResult};
use crate::solve::{Solve, SolveResult};
use crate::sums::{PuzzleSource, Sums, SumsResult};
use crate::workbench::Workbench;
use crate::write::Bounded;

/// What is searched, and how.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Search {
    /// A board and its goal.
    Tiles(Box<Solve>),
    /// A number puzzle.
    Sums(Box<Sums>),
    /// A problem file.
    Problem(Box<Problem>),
}

/// What a search found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SearchResult {
    /// Of a board.
    Tiles(Box<SolveResult>),
    /// Of a number puzzle.
    Sums(Box<SumsResult>),
    /// Of a problem file.
    Problem(Box<ProblemResult>),
}

impl From<Solve> for Search {
    fn from(solve: Solve) -> Self {
        Self::Tiles(Box::new(solve))
    }
}

impl From<Sums> for Search {
    fn from(sums: Sums) -> Self {
        Self::Sums(Box::new(sums))
    }
}

impl From<Problem> for Search {
    fn from(problem: Problem) -> Self {
        Self::Problem(Box::new(problem))
    }
}

impl Search {
    /// The fields of `solve`: a board, or a problem file. Number puzzles have the kind `sums`.
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        if !BOARDS || fields.has(problem::FIELD) {
            return Ok(Problem::read(fields, allowed)?.into());
        }
        Ok(Solve::read(fields, allowed)?.into())
    }

    /// The fields of a search that is recorded: `domain` says what of.
    pub(crate) fn read_any(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let domains = [("tiles", true), ("sums", false), ("any", true)];
        if fields.named("domain", &domains)?.unwrap_or(true) || !COURSES {
            return Self::read(fields, allowed);
        }
        let puzzle = PuzzleSource::read(fields)?;
        let options = Options {
            method: fields.named("method", &Method::ALL)?.unwrap_or(Method::Bfs),
            tree: fields.flag("tree")?,
            seed: fields.whole("seed", 0, u64::MAX)?,
            ..Options::default()
        };
        Ok(Sums { puzzle, options, limits: Limits::read(fields, allowed)? }.into())
    }

    /// Runs it.
    pub fn run(&self, workbench: &Workbench, events: &mut dyn Events) -> Result<SearchResult, JobError> {
        Ok(match self {
            Self::Tiles(solve) if BOARDS => SearchResult::Tiles(Box::new(solve.run(workbench, events)?)),
            Self::Sums(sums) if COURSES => SearchResult::Sums(Box::new(sums.run(events))),
            Self::Problem(problem) => SearchResult::Problem(Box::new(problem.run(events)?)),
            _ => unreachable!("a search that was not read"),
        })
    }

    /// Runs it, and hands every event of the search to `sink`.
    pub fn record(
        &self,
        workbench: &Workbench,
        events: &mut dyn Events,
        sink: &mut dyn hueco_search::Events,
    ) -> Result<SearchResult, JobError> {
        Ok(match self {
            Self::Tiles(solve) if BOARDS => SearchResult::Tiles(Box::new(solve.record(workbench, events, sink)?)),
            Self::Sums(sums) if COURSES => SearchResult::Sums(Box::new(sums.record(events, sink))),
            Self::Problem(problem) => SearchResult::Problem(Box::new(problem.record(events, sink)?)),
            _ => unreachable!("a search that was not read"),
        })
    }

    /// The first line of its trace.
    pub fn header(&self, workbench: &Workbench, events: &mut dyn Events) -> Result<Header, JobError> {
        Ok(match self {
            Self::Tiles(solve) => Header::tiles(&solve.plan(workbench)),
            Self::Sums(sums) => Header::sums(sums.puzzle.puzzle(), &sums.options),
            Self::Problem(problem) => problem.header(events)?,
        })
    }

    /// Numbers of a state.
    pub(crate) fn cells(&self) -> usize {
        match self {
            Self::Tiles(solve) => solve.board.shape().cells(),
            Self::Sums(sums) => sums.puzzle.puzzle().cells().len(),
            // A text: as long as a usual one.
            Self::Problem(_) => 20,
        }
    }

    /// What a request writes of it.
    pub(crate) fn fields(&self) -> Map<String, Value> {
        let object = |value: Result<Value, _>| if let Ok(Value::Object(map)) = value { map } else { Map::new() };
        match self {
            Self::Tiles(solve) => object(serde_json::to_value(solve)),
            Self::Problem(problem) => problem.fields(),
            Self::Sums(sums) => {
                let mut map = object(serde_json::to_value(sums.limits));
                map.insert("domain".to_owned(), "sums".into());
                map.insert("puzzle".to_owned(), sums.puzzle.text().into());
                map.insert("method".to_owned(), sums.options.method.name().into());
                map.insert("tree".to_owned(), sums.options.tree.into());
                map.insert("seed".to_owned(), sums.options.seed.into());
                map
            }
        }
    }
}

impl Serialize for Search {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields().serialize(serializer)
    }
}

impl SearchResult {
    /// The last line of its trace.
    pub fn end(&self) -> End {
        match self {
            Self::Tiles(solved) => End::tiles(&solved.answer),
            Self::Sums(solved) => End::sums(&solved.answer),
            Self::Problem(solved) => solved.end(),
        }
    }

    pub(crate) fn write(&self, out: &mut Bounded) -> Result<(), JobError> {
        match self {
            Self::Tiles(solved) => solved.write(out),
            Self::Sums(solved) => solved.write(out),
            Self::Problem(solved) => solved.write(out),
        }
    }
}
