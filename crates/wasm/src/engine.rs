//! Answers requests as the server does, with limits that a phone can bear.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hueco_jobs::part::{BOARDS, FILES};
use hueco_jobs::{
    Allowance, Capacity, ErrorObject, Events, Feed, JobEvent, Limits, Message, Request, Workbench, alive, run,
};
use hueco_say::{Lang, Say, serve};
use hueco_search::Gauge;
use hueco_search::clock::Instant;

/// Cells of a board.
const CELLS: usize = 100;
const TIME: Duration = Duration::from_secs(60);
const QUICK_TIME: Duration = Duration::from_secs(2);
const NODES: u64 = 2_000_000_000;
/// Memory of a search, and of the tables that are kept. With the module's own it stays below 300 MB.
const BYTES: u64 = 176 << 20;
const TABLE_BYTES: u64 = 80 << 20;
const RESULT_BYTES: usize = 16 << 20;
const BODY_BYTES: usize = 1 << 20;

/// What is answered at once, by the rules of the kind.
const QUICK: [&str; 3] = ["parse", "solve", "describe"];

/// Receives events of a run, by name, as JSON.
pub type Sink = fn(&'static str, &str);

/// What answers requests.
pub struct Engine {
    long: Allowance,
    short: Allowance,
    workbench: Workbench,
    cancel: Arc<AtomicBool>,
    /// When the run began, and the counters of its search.
    run: RefCell<Option<(Instant, Option<Arc<Gauge>>)>>,
}

impl Default for Engine {
    fn default() -> Self {
        let limits = Limits { time: Some(TIME), nodes: Some(NODES), bytes: Some(BYTES) };
        let long = Allowance::of_page(CELLS, limits, RESULT_BYTES);
        let short = Allowance { limits: Limits { time: Some(QUICK_TIME), ..limits }, ..long.clone() };
        Self {
            long,
            short,
            workbench: Workbench::with_shelf(Some(TABLE_BYTES)),
            cancel: Arc::default(),
            run: RefCell::default(),
        }
    }
}

impl Engine {
    /// The flag that ends a run.
    pub fn flag(&self) -> &AtomicBool {
        &self.cancel
    }

    /// Answers a request: a kind that is answered at once, a text that the page needs, or `job` with the kind in the body.
    /// Its events go to `sink`; the last one is `result` or `failed`.
    pub fn ask(&self, kind: &str, body: &[u8], lang: Lang, sink: Sink) {
        self.cancel.store(false, Ordering::Relaxed);
        match self.answer(kind, body, lang, sink) {
            Ok(text) => sink("result", &text),
            Err(error) => sink("failed", &error.answer()),
        }
        self.run.replace(None);
    }

    /// Takes a table that was kept from an earlier visit; one that is not intact is left out, and built when it is needed.
    pub fn give(&self, table: &[u8]) -> bool {
        self.workbench.tables().shelf().is_some_and(|shelf| shelf.give(table).is_ok())
    }

    /// Hands over the tables that were built since the last time, each with its name.
    pub fn keep(&self, mut keep: impl FnMut(&str, &[u8])) {
        let Some(shelf) = self.workbench.tables().shelf() else { return };
        for (name, bytes) in shelf.take() {
            keep(&name, &bytes);
        }
    }

    /// Emits that the run is still under way, and what it has generated.
    pub fn alive(&self, sink: Sink) {
        if let Some((since, gauge)) = &*self.run.borrow() {
            let generated = gauge.as_ref().map_or(0, |gauge| gauge.count());
            sink("alive", &alive("running", since.elapsed().as_secs_f64(), generated));
        }
    }

    fn answer(&self, kind: &str, body: &[u8], lang: Lang, sink: Sink) -> Result<String, ErrorObject> {
        let unknown = || ErrorObject::new("not_found", serve::not_found(lang));
        let request = match kind {
            "about" if BOARDS => {
                let capacity =
                    Capacity { quick_time: QUICK_TIME, jobs: 1, waiting: usize::MAX, body_bytes: BODY_BYTES };
                return Ok(hueco_jobs::about(&self.long, &capacity));
            }
            "puzzles" if BOARDS => return Ok(hueco_jobs::puzzles()),
            "problems" if FILES => return Ok(hueco_jobs::problems()),
            "example" if BOARDS => {
                let program = pairs(body).remove("program").unwrap_or_default();
                return hueco_jobs::example(&program).ok_or_else(unknown);
            }
            "job" => Request::read(body, &self.long),
            // As after the `?` of an address: all its fields are texts.
            "random" => Request::read_pairs(kind, pairs(body), &self.short),
            quick if QUICK.contains(&quick) => Request::read_kind(quick, body, &self.short),
            _ => return Err(unknown()),
        };
        let request = request.map_err(|error| ErrorObject::request(&error, error.say(lang)))?;
        self.run.replace(Some((Instant::now(), None)));
        let outcome = run(&request, &self.workbench, &mut Sender { engine: self, feed: Feed::new(&request), sink });
        let json = outcome.and_then(|outcome| outcome.json(&lang, RESULT_BYTES));
        json.map_err(|error| ErrorObject::job(&error, error.say(lang)))
    }
}

/// The fields of a body whose values are texts.
fn pairs(body: &[u8]) -> BTreeMap<String, String> {
    serde_json::from_slice(body).unwrap_or_default()
}

/// The events of a run, sent as they happen.
struct Sender<'a> {
    engine: &'a Engine,
    feed: Feed<'a>,
    sink: Sink,
}

impl Events for Sender<'_> {
    fn emit(&mut self, event: JobEvent<'_>) {
        match self.feed.message(&event) {
            Some(Message::Progress(text)) => (self.sink)("progress", &text),
            Some(Message::Better(text)) => (self.sink)("better", &text),
            None => {}
        }
    }

    fn begin_search(&mut self) -> Option<Arc<Gauge>> {
        let gauge = Arc::<Gauge>::default();
        if let Some((_, current)) = &mut *self.engine.run.borrow_mut() {
            *current = Some(Arc::clone(&gauge));
        }
        Some(gauge)
    }

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.engine.cancel))
    }
}
