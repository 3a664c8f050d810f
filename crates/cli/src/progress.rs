//! Progress on standard error: one line of the terminal that is drawn over, or JSON lines for a program.
//!
//! ```text
//! the command ──level, run, case…──▶ Job ──▶ ticker ──▶ words ──▶ the line of the terminal
//! its search ──▶ Gauge ─────────────────┘                └▶ json ───▶ lines
//! ```
//! The ticker is a thread of its own: the clock runs and the spinner turns whatever the command is busy with, and a program
//! that reads the lines never waits longer than a second. What is news (a better solution, a finished level) is written
//! as a line of JSON at once.

mod job;
mod json;
mod line;
mod words;

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use clap::ArgMatches;
use hueco_jobs::{Events, JobEvent};
use hueco_say::Lang;
use hueco_search::Gauge;
use hueco_tiles::space::Level;
use hueco_tiles::{Metric, pattern};

use crate::context::Context;
use crate::options;
use job::{Doing, Job, Levels, Search};
pub(crate) use job::{Part, Parts};
pub(crate) use line::Line;

/// A command that takes less time shows nothing on the terminal.
const FIRST: Duration = Duration::from_millis(200);
/// From one look at the job to the next.
const BETWEEN_DRAWS: Duration = Duration::from_millis(100);
const BETWEEN_LINES: Duration = Duration::from_millis(250);

/// Shows how far a command is, as `--progress` asks, until it ends or is dropped.
pub(crate) struct Progress<'a> {
    context: &'a Context,
    /// Nothing where nothing is shown.
    shown: Option<Arc<Shown>>,
    ticker: Mutex<Option<JoinHandle<()>>>,
}

/// What the command and the ticker share.
struct Shown {
    view: View,
    job: Mutex<Job>,
    end: Condvar,
}

enum View {
    Line(Line, Lang),
    Json,
}

impl<'a> Progress<'a> {
    /// Of a command that solves.
    pub(crate) fn of_search(matches: &ArgMatches, context: &'a Context) -> Self {
        Self::new(matches, context, Doing::Search(Search::new(Arc::default())), None)
    }

    /// Of a command that solves in parts, one after the other.
    pub(crate) fn of_parts(matches: &ArgMatches, context: &'a Context, what: Part, all: Option<u64>) -> Self {
        let doing = match what {
            Part::Board | Part::Run => Doing::Search(Search::new(Arc::default())),
            Part::Case => Doing::Cases { case: None, passed: 0 },
            Part::Program => Doing::Programs { last: None },
        };
        Self::new(matches, context, doing, Some(Parts { what, done: 0, all, percent: None }))
    }

    /// Of a command that goes through a space of `all` states, level by level: `to_the_end`, or up to some depth.
    pub(crate) fn of_levels(
        matches: &ArgMatches,
        context: &'a Context,
        gauge: &Arc<Gauge>,
        all: Option<u64>,
        to_the_end: bool,
    ) -> Self {
        let levels = Levels { gauge: Arc::clone(gauge), last: None, all, to_the_end, of_boards: true };
        Self::new(matches, context, Doing::Levels(levels), None)
    }

    /// Of a command that goes through the states of a problem, level by level; nobody knows how many there are.
    pub(crate) fn of_states(matches: &ArgMatches, context: &'a Context, gauge: &Arc<Gauge>) -> Self {
        let levels = Levels { gauge: Arc::clone(gauge), last: None, all: None, to_the_end: true, of_boards: false };
        Self::new(matches, context, Doing::Levels(levels), None)
    }

    /// Of a command that builds a table.
    pub(crate) fn of_table(matches: &ArgMatches, context: &'a Context, table: String) -> Self {
        let so_far = pattern::Progress { level: 0, done: 0, entries: 0 };
        Self::new(matches, context, Doing::Table { table, so_far }, None)
    }

    /// Of a process that works for another, which shows how far it is itself.
    pub(crate) fn silent(context: &'a Context) -> Self {
        Self { context, shown: None, ticker: Mutex::default() }
    }

    fn new(matches: &ArgMatches, context: &'a Context, doing: Doing, parts: Option<Parts>) -> Self {
        let view = match options::text(matches, "progress") {
            "json" => View::Json,
            "auto" if !context.quiet && Line::has_place() => View::Line(context.line.clone(), context.lang),
            _ => return Self::silent(context),
        };
        let job = Mutex::new(Job::new(context.started, doing, parts));
        let shown = Arc::new(Shown { view, job, end: Condvar::new() });
        let for_ticker = Arc::clone(&shown);
        // Without another thread there is no progress to see, which is no reason not to do the work.
        let ticker = std::thread::Builder::new().name("progress".to_owned()).spawn(move || for_ticker.tick());
        Self { context, shown: Some(shown), ticker: Mutex::new(ticker.ok()) }
    }

    /// Changes what is known; what is news is written as a line of JSON at once.
    fn change(&self, change: impl FnOnce(&mut Job) -> IsNews) {
        if let Some(shown) = &self.shown {
            let mut job = shown.job();
            if change(&mut job) == IsNews::Yes && matches!(shown.view, View::Json) {
                write_line(&mut job);
            }
        }
    }

    /// Runs a request. Its events are shown; Ctrl-C ends it. Lengths and bounds are those of a metric.
    pub(crate) fn run<T>(&self, metric: Metric, run: impl FnOnce(&mut dyn Events) -> T) -> T {
        self.context.while_searching(|| run(&mut Running { progress: self, metric }))
    }

    /// The gauge of a search that begins now, in place of the one before; that of the levels where a space is enumerated.
    pub(crate) fn begin_search(&self) -> Arc<Gauge> {
        let levels = self.shown.as_ref().and_then(|shown| match &shown.job().doing {
            Doing::Levels(levels) => Some(Arc::clone(&levels.gauge)),
            _ => None,
        });
        levels.unwrap_or_else(|| self.begin(Search::new))
    }

    /// The gauge of several searches that run at the same time.
    pub(crate) fn begin_searches(&self) -> Arc<Gauge> {
        self.begin(|gauge| Search { is_bounded: false, ..Search::new(gauge) })
    }

    fn begin(&self, search: impl FnOnce(Arc<Gauge>) -> Search) -> Arc<Gauge> {
        let gauge = Arc::new(Gauge::default());
        self.change(|job| {
            job.begin(search(Arc::clone(&gauge)));
            IsNews::No
        });
        gauge
    }

    fn searched(&self, progress: &hueco_jobs::Progress, metric: Metric) {
        self.change(|job| {
            let Doing::Search(search) = &mut job.doing else { return IsNews::No };
            search.building = progress.building;
            search.round = progress.round;
            // Where slides are wanted, only the search by single moves reports lengths.
            search.is_bounded &= metric == Metric::Single || progress.best.is_none();
            if !search.is_bounded {
                return IsNews::No;
            }
            let is_better = progress.best.is_some() && progress.best != search.best;
            search.best = progress.best.or(search.best);
            search.lower_bound = search.lower_bound.max(progress.lower_bound);
            if is_better { IsNews::Yes } else { IsNews::No }
        });
    }

    /// `done` parts are done, and `percent` of all if their number is not known.
    pub(crate) fn parts_done(&self, done: u64, percent: Option<f64>) {
        self.change(|job| {
            job.parts_done(done, percent);
            IsNews::No
        });
    }

    /// A level is finished.
    pub(crate) fn level(&self, level: Level) {
        self.change(|job| {
            let Doing::Levels(levels) = &mut job.doing else { return IsNews::No };
            levels.last = Some(level);
            IsNews::Yes
        });
    }

    /// How far a table is.
    pub(crate) fn table(&self, progress: pattern::Progress) {
        self.change(|job| {
            if let Doing::Table { so_far, .. } = &mut job.doing {
                *so_far = progress;
            }
            IsNews::No
        });
    }

    /// A case was judged.
    pub(crate) fn case(&self, name: &str, is_passed: bool) {
        self.change(|job| {
            if let Doing::Cases { case, passed } = &mut job.doing {
                *case = Some(name.to_owned());
                *passed += u64::from(is_passed);
            }
            job.one_more();
            IsNews::Yes
        });
    }

    /// A program was graded.
    pub(crate) fn program(&self, name: &str, score: Option<f64>) {
        self.change(|job| {
            if let Doing::Programs { last } = &mut job.doing {
                *last = Some((name.to_owned(), score));
            }
            job.one_more();
            IsNews::Yes
        });
    }

    /// Shows nothing any more: what follows is the result.
    pub(crate) fn end(&self) {
        let ticker = self.ticker.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (Some(shown), Some(ticker)) = (&self.shown, ticker) else { return };
        shown.job().ended = true;
        shown.end.notify_all();
        // It only draws, and a drawing that failed is none of the command's business.
        let _ = ticker.join();
        if let View::Line(line, _) = &shown.view {
            line.clear();
        }
    }
}

/// The events of a run.
struct Running<'a> {
    progress: &'a Progress<'a>,
    metric: Metric,
}

impl Events for Running<'_> {
    fn emit(&mut self, event: JobEvent<'_>) {
        match event {
            JobEvent::Progress(progress) => self.progress.searched(progress, self.metric),
            JobEvent::Level(level) => self.progress.level(level),
            _ => {}
        }
    }

    fn begin_search(&mut self) -> Option<Arc<Gauge>> {
        Some(self.progress.begin_search())
    }

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.progress.context.cancel))
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether a program that reads the lines should know at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IsNews {
    Yes,
    No,
}

impl Shown {
    fn job(&self) -> MutexGuard<'_, Job> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the ticker does.
    fn tick(&self) {
        let mut turn = 0;
        let (mut pause, between) = match self.view {
            View::Line(..) => (FIRST, BETWEEN_DRAWS),
            View::Json => (BETWEEN_LINES, BETWEEN_LINES),
        };
        loop {
            let waited = self.end.wait_timeout_while(self.job(), pause, |job| !job.ended);
            let mut job = waited.unwrap_or_else(PoisonError::into_inner).0;
            if job.ended {
                return;
            }
            match &self.view {
                View::Json => write_line(&mut job),
                View::Line(line, lang) => {
                    let parts = words::parts(&mut job, *lang);
                    // Drawn without the lock: a slow terminal does not hold the command up.
                    drop(job);
                    line.draw(turn, &parts);
                    turn += 1;
                }
            }
            pause = between;
        }
    }
}

fn write_line(job: &mut Job) {
    // Progress that nobody reads is no reason to stop.
    let _ = std::io::stderr().write_all(json::line(job).as_bytes());
}
