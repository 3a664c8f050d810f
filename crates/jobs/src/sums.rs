//! `sums`: a number puzzle.

use std::time::Duration;

use hueco_search::Budget;
use hueco_search::clock::Instant;
use hueco_show::placed::Placed;
use hueco_sums::{Answer, Method, Options, ParseError, Puzzle, Wanted, parse, solve, solve_watched};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::{JobError, RequestError, RequestFault};
use crate::events::Events;
use crate::fields::{self, Fields};
use crate::limits::{Allowance, Limits};
use crate::write::Bounded;

/// A puzzle with the text that it was read from.
#[derive(Clone, Debug)]
pub struct PuzzleSource {
    text: String,
    puzzle: Puzzle,
}

impl PuzzleSource {
    /// Reads the text of a puzzle file.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Ok(Self { puzzle: parse(text)?, text: text.to_owned() })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// `puzzle`: the text of a puzzle file.
    pub(crate) fn read(fields: &mut Fields) -> Result<Self, RequestError> {
        let text = fields.text("puzzle")?.ok_or_else(|| fields::missing("puzzle"))?;
        Self::parse(&text).map_err(|error| RequestFault::Puzzle(error).of("puzzle"))
    }
}

/// A puzzle to solve, and how.
#[derive(Clone, Debug)]
pub struct Sums {
    /// The puzzle.
    pub puzzle: PuzzleSource,
    /// How, and which solutions.
    pub options: Options,
    /// Limits of the run.
    pub limits: Limits,
}

/// A puzzle, solved or not.
#[derive(Clone, Debug)]
pub struct SumsResult {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How it was solved.
    pub options: Options,
    /// What came of it.
    pub answer: Answer,
    /// How long it took.
    pub time: Duration,
}

impl Sums {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let puzzle = PuzzleSource::read(fields)?;
        let method = fields.named("method", &Method::ALL)?.unwrap_or_default();
        let at_most = fields.whole("max_solutions", 1, u64::MAX)?;
        let (all, count_only) = (fields.flag("all")?, fields.flag("count_only")?);
        let wanted = if count_only {
            Wanted::Count { at_most }
        } else if all || at_most.is_some() {
            Wanted::All { at_most }
        } else {
            Wanted::First
        };
        let blind = method != Method::Propagate;
        let record = if fields.has("states") { fields.flag("states")? } else { blind };
        let tree = fields.flag("tree")? && blind;
        let options = Options { method, tree, seed: fields.whole("seed", 0, u64::MAX)?, wanted, record };
        Ok(Self { puzzle, options, limits: Limits::read(fields, allowed)? })
    }

    /// Runs it.
    pub fn run(&self, events: &mut dyn Events) -> SumsResult {
        self.carry_out(events, |budget| solve(self.puzzle.puzzle(), &self.options, budget))
    }

    /// Runs it, and hands every event of the search to `sink`.
    pub fn record(&self, events: &mut dyn Events, sink: &mut dyn hueco_search::Events) -> SumsResult {
        self.carry_out(events, |budget| solve_watched(self.puzzle.puzzle(), &self.options, budget, sink))
    }

    fn carry_out(&self, events: &mut dyn Events, search: impl FnOnce(&mut Budget) -> Answer) -> SumsResult {
        let started = Instant::now();
        let answer = search(&mut self.limits.budget(events));
        SumsResult { puzzle: self.puzzle.puzzle().clone(), options: self.options, answer, time: started.elapsed() }
    }
}

impl Serialize for Sums {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Options { method, tree, seed, wanted, record } = self.options;
        let mut map = Map::new();
        let mut put = |name: &str, value: Value| map.insert(name.to_owned(), value);
        put("puzzle", self.puzzle.text().into());
        put("method", method.name().into());
        put("tree", tree.into());
        put("seed", seed.into());
        put("states", record.into());
        let at_most = match wanted {
            Wanted::First => None,
            Wanted::All { at_most } => {
                put("all", true.into());
                at_most
            }
            Wanted::Count { at_most } => {
                put("count_only", true.into());
                at_most
            }
        };
        put("max_solutions", at_most.into());
        if let Ok(Value::Object(limits)) = serde_json::to_value(self.limits) {
            map.extend(limits);
        }
        map.serialize(serializer)
    }
}

impl SumsResult {
    /// It as a program reads it.
    pub fn object(&self) -> Placed<'_> {
        Placed::new(&self.puzzle, &self.options, &self.answer, self.time)
    }

    pub(crate) fn write(&self, out: &mut Bounded) -> Result<(), JobError> {
        out.json(&self.object())
    }
}
