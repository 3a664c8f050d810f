//! `trace`: a search event by event, in the format of `docs/trace.md`: the first line, the events and the last line as one
//! object. `tree` draws what is collected here.

use hueco_say::{Lang, Say};
use hueco_search::Events;
use hueco_show::answer::VERSION;
use hueco_show::trace::{Collector, End, Header, Recorder, Trace};
use hueco_sums::{Method, Options, Puzzle};
use hueco_tiles::solve::{Plan, Progress, solve_watched};

use super::sums::puzzle;
use super::{Bounded, budget, too_large};
use crate::ask::{self, Allowance, cancellable};
use crate::fault::Fault;
use crate::fields::Fields;
use crate::jobs::{Teller, Work};

/// Events where a request does not say, and at most.
const USUAL_EVENTS: u64 = 20_000;
const MOST_EVENTS: u64 = 200_000;
/// Nodes where a request does not say: what is not recorded need not be searched for long.
const USUAL_NODES: u64 = 200_000;
/// Bytes of an event beside its board, and of a number of the board, at most.
const EVENT_BYTES: usize = 150;
const NUMBER_BYTES: usize = 5;

/// A search to be recorded.
pub(super) struct Watched {
    what: What,
    events: u64,
    share: Allowance,
}

enum What {
    Tiles(Box<Plan>),
    Sums(Box<Puzzle>, Options),
}

impl Watched {
    /// Reads the fields of a search of either domain.
    pub(super) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, Fault> {
        let events = fields.whole("events", 1, MOST_EVENTS)?.unwrap_or(USUAL_EVENTS);
        let allowed = Allowance { nodes: allowed.nodes.min(USUAL_NODES.max(events)), ..allowed.clone() };
        let domains = [("tiles", true), ("sums", false)];
        if fields.named("domain", &domains)?.unwrap_or(true) {
            let (plan, _) = ask::plan(fields, &allowed)?;
            return Ok(Self { what: What::Tiles(Box::new(plan)), events, share: allowed });
        }
        let puzzle = puzzle(fields)?;
        let options = Options {
            method: fields.named("method", &Method::ALL)?.unwrap_or(Method::Bfs),
            tree: fields.flag("tree")?,
            seed: fields.whole("seed", 0, u64::MAX)?,
            ..Options::default()
        };
        let share = ask::limits(fields, &allowed)?;
        Ok(Self { what: What::Sums(Box::new(puzzle), options), events, share })
    }

    /// Searches: the trace as JSON lines.
    fn record(self, teller: &Teller<'_>, lang: Lang) -> Result<Vec<u8>, Fault> {
        let (limit, header) = (self.share.result_bytes, self.header());
        let out = Bounded { bytes: Vec::new(), limit };
        let recorder = Recorder::new(out, &header, self.fitting(&header));
        let mut recorder = recorder.map_err(|_| too_large(limit, lang))?;
        let end = self.search(teller, lang, &mut recorder)?;
        let (out, _) = recorder.finish(end).map_err(|_| too_large(limit, lang))?;
        Ok(out.bytes)
    }

    /// Searches: the trace in memory.
    pub(super) fn collect(self, teller: &Teller<'_>, lang: Lang) -> Result<Trace, Fault> {
        let header = self.header();
        let fitting = self.fitting(&header);
        let mut collector = Collector::new(header, fitting);
        let end = self.search(teller, lang, &mut collector)?;
        Ok(collector.finish(end))
    }

    fn header(&self) -> Header {
        match &self.what {
            What::Tiles(plan) => Header::tiles(plan),
            What::Sums(puzzle, options) => Header::sums(puzzle, options),
        }
    }

    /// Events that a result can hold.
    fn fitting(&self, header: &Header) -> u64 {
        let bytes = EVENT_BYTES + NUMBER_BYTES * header.domain.cells();
        self.events.min((self.share.result_bytes / bytes) as u64)
    }

    fn search(self, teller: &Teller<'_>, lang: Lang, events: &mut dyn Events) -> Result<End, Fault> {
        match self.what {
            What::Tiles(plan) => {
                let plan = cancellable(*plan, teller.cancel());
                let mut tell = |progress: &Progress| teller.progress(&progress.into());
                let answer = solve_watched(&plan, &self.share.workbench, &mut tell, events);
                Ok(End::tiles(&answer.map_err(|error| Fault::bad("bad_plan", error.say(lang)))?))
            }
            What::Sums(puzzle, options) => {
                let mut budget = budget(&self.share, teller.cancel());
                Ok(End::sums(&hueco_sums::solve_watched(&puzzle, &options, &mut budget, events)))
            }
        }
    }
}

pub(super) fn prepare(fields: &mut Fields, allowed: &Allowance) -> Result<Work, Fault> {
    let lang = fields.lang;
    let watched = Watched::read(fields, allowed)?;
    Ok(Box::new(move |teller: &Teller<'_>| {
        let lines = watched.record(teller, lang)?;
        object(&lines).ok_or_else(|| Fault::internal(lang))
    }))
}

/// The lines of a trace as one object. They are JSON already: they are only joined.
fn object(lines: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(lines).ok()?.trim_end();
    let (header, rest) = text.split_once('\n')?;
    let (events, end) = rest.rsplit_once('\n').unwrap_or(("", rest));
    let events = events.replace('\n', ",");
    Some(format!(r#"{{"version":{VERSION},"header":{header},"events":[{events}],"end":{end}}}"#))
}
