//! `trace`: a search event by event, in the format of `docs/trace.md`: the first line, the events and the last line as one
//! object. `tree` draws what is collected here.

use hueco_show::answer::VERSION;
use hueco_show::trace::{Collector, Recorder, Trace as Collected};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::{JobError, RequestError};
use crate::events::Events;
use crate::fields::Fields;
use crate::limits::Allowance;
use crate::search::{Search, SearchResult};
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

/// A search to record.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The search.
    pub search: Search,
    /// Events that are recorded, at most.
    pub events: u64,
}

/// A recorded search: lines of JSON.
#[derive(Clone, Debug)]
pub struct TraceResult {
    lines: Vec<u8>,
}

impl Trace {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let events = fields.whole("events", 1, MOST_EVENTS)?.unwrap_or(DEFAULT_EVENTS);
        let mut allowed = allowed.clone();
        allowed.limits.nodes = Some(allowed.nodes().min(DEFAULT_NODES.max(events)));
        let search = Search::read_any(fields, &allowed)?;
        // What a result has no room for is not recorded either.
        let fitting = (allowed.result_bytes / (EVENT_BYTES + NUMBER_BYTES * search.cells())) as u64;
        Ok(Self { search, events: events.min(fitting) })
    }

    /// Runs the search and writes its events as lines.
    pub fn run(&self, workbench: &Workbench, events: &mut dyn Events) -> Result<TraceResult, JobError> {
        let header = self.search.header(workbench, events)?;
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
        let mut collector = Collector::new(self.search.header(workbench, events)?, self.events);
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
