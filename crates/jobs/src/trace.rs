//! `trace`: a search event by event, in the format of `docs/trace.md`: the first line, the events and the last line as one
//! object. `tree` draws what is collected here.

use hueco_show::answer::VERSION;
use hueco_show::trace::{Collector, End, Header, Recorder, Trace as Collected};
use hueco_sums::{Method, Options};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::{JobError, RequestError};
use crate::events::Events;
use crate::fields::Fields;
use crate::limits::{Allowance, Limits};
use crate::solve::{Solve, SolveResult};
use crate::sums::{PuzzleSource, Sums, SumsResult};
use crate::workbench::Workbench;
use crate::write::Bounded;

/// Events where a request does not say, and at most.
const DEFAULT_EVENTS: u64 = 20_000;
const MOST_EVENTS: u64 = 200_000;
/// Nodes where a request does not say: what is not recorded need not be searched for long.
const DEFAULT_NODES: u64 = 200_000;
/// Bytes of an event beside its state, and of a number of the state, at most.
const EVENT_BYTES: usize = 150;
const NUMBER_BYTES: usize = 5;

/// What is searched, and how. Another kind of problem is one more variant.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Search {
    /// Sliding tiles.
    Tiles(Box<Solve>),
    /// Number placement.
    Sums(Box<Sums>),
}

/// A search to record.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The search.
    pub search: Search,
    /// Events that are recorded, at most.
    pub events: u64,
}

/// A search, ended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SearchResult {
    /// Of sliding tiles.
    Tiles(Box<SolveResult>),
    /// Of number placement.
    Sums(Box<SumsResult>),
}

/// A recorded search: lines of JSON.
#[derive(Clone, Debug)]
pub struct TraceResult {
    lines: Vec<u8>,
}

impl Search {
    fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let domains = [("tiles", true), ("sums", false)];
        if fields.named("domain", &domains)?.unwrap_or(true) {
            return Ok(Self::Tiles(Box::new(Solve::read(fields, allowed)?)));
        }
        let puzzle = PuzzleSource::read(fields)?;
        let options = Options {
            method: fields.named("method", &Method::ALL)?.unwrap_or(Method::Bfs),
            tree: fields.flag("tree")?,
            seed: fields.whole("seed", 0, u64::MAX)?,
            ..Options::default()
        };
        Ok(Self::Sums(Box::new(Sums { puzzle, options, limits: Limits::read(fields, allowed)? })))
    }

    /// The first line of its trace.
    fn header(&self, workbench: &Workbench) -> Header {
        match self {
            Self::Tiles(solve) => Header::tiles(&solve.plan(workbench)),
            Self::Sums(sums) => Header::sums(sums.puzzle.puzzle(), &sums.options),
        }
    }

    /// Runs it, and hands every event of the search to `sink`.
    fn record(
        &self,
        workbench: &Workbench,
        events: &mut dyn Events,
        sink: &mut dyn hueco_search::Events,
    ) -> Result<SearchResult, JobError> {
        Ok(match self {
            Self::Tiles(solve) => SearchResult::Tiles(Box::new(solve.record(workbench, events, sink)?)),
            Self::Sums(sums) => SearchResult::Sums(Box::new(sums.record(events, sink))),
        })
    }

    /// Numbers of a state.
    fn cells(&self) -> usize {
        match self {
            Self::Tiles(solve) => solve.board.shape().cells(),
            Self::Sums(sums) => sums.puzzle.puzzle().cells().len(),
        }
    }

    fn fields(&self) -> Map<String, Value> {
        let object = |value: Result<Value, _>| if let Ok(Value::Object(map)) = value { map } else { Map::new() };
        match self {
            Self::Tiles(solve) => object(serde_json::to_value(solve)),
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

impl SearchResult {
    /// The last line of its trace.
    fn end(&self) -> End {
        match self {
            Self::Tiles(solved) => End::tiles(&solved.answer),
            Self::Sums(solved) => End::sums(&solved.answer),
        }
    }
}

impl Trace {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let events = fields.whole("events", 1, MOST_EVENTS)?.unwrap_or(DEFAULT_EVENTS);
        let mut allowed = allowed.clone();
        allowed.limits.nodes = Some(allowed.nodes().min(DEFAULT_NODES.max(events)));
        let search = Search::read(fields, &allowed)?;
        // What a result has no room for is not recorded either.
        let fitting = (allowed.result_bytes / (EVENT_BYTES + NUMBER_BYTES * search.cells())) as u64;
        Ok(Self { search, events: events.min(fitting) })
    }

    /// Runs the search and writes its events as lines.
    pub fn run(&self, workbench: &Workbench, events: &mut dyn Events) -> Result<TraceResult, JobError> {
        let header = self.search.header(workbench);
        // Memory does not fail to be written.
        let unwritten = |_| JobError::TooLarge { limit: usize::MAX };
        let mut recorder = Recorder::new(Vec::new(), &header, self.events).map_err(unwritten)?;
        let end = self.search.record(workbench, events, &mut recorder)?.end();
        let (lines, _) = recorder.finish(end).map_err(unwritten)?;
        Ok(TraceResult { lines })
    }

    /// Runs the search and keeps its events.
    pub(crate) fn collect(
        &self,
        workbench: &Workbench,
        events: &mut dyn Events,
    ) -> Result<(Collected, SearchResult), JobError> {
        let mut collector = Collector::new(self.search.header(workbench), self.events);
        let result = self.search.record(workbench, events, &mut collector)?;
        Ok((collector.finish(result.end()), result))
    }

    /// What a request writes of it.
    pub(crate) fn fields(&self) -> Map<String, Value> {
        let mut map = self.search.fields();
        map.insert("events".to_owned(), self.events.into());
        map
    }
}

impl Serialize for Trace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields().serialize(serializer)
    }
}

impl TraceResult {
    /// The trace as a file holds it.
    pub fn lines(&self) -> &[u8] {
        &self.lines
    }

    /// The lines as one object. They are JSON already: they are only joined.
    pub(crate) fn write(&self, out: &mut Bounded) -> Result<(), JobError> {
        let text = String::from_utf8_lossy(&self.lines);
        let text = text.trim_end();
        let (header, rest) = text.split_once('\n').unwrap_or((text, ""));
        let (events, end) = rest.rsplit_once('\n').unwrap_or(("", rest));
        out.text(&format!(r#"{{"version":{VERSION},"header":{header},"events":["#))?;
        out.text(&events.replace('\n', ","))?;
        out.text(&format!(r#"],"end":{end}}}"#))
    }
}
