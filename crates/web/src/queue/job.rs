//! One job: its request, its state, what it emitted so far and its result.

use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use hueco_jobs::{Events, Feed, JobError, JobEvent, Message, Request, Workbench, run};
use hueco_say::Lang;
use hueco_search::threads::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use hueco_search::threads::sync::{Arc, Mutex, MutexGuard, PoisonError};
use hueco_search::{Gauge, Limit};
use hueco_show::answer::VERSION;
use tokio::sync::watch;

use super::GRACE;
use crate::fault::Fault;

/// A job's name: 128 random bits, so that nobody finds one by trying.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Id(String);

impl Id {
    fn random() -> Option<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        Some(Self(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where a job is.
#[derive(Clone, Debug)]
enum State {
    Queued,
    Running,
    Done(Arc<str>),
    Failed(Fault),
    /// With what it had by then, if anything.
    Cancelled(Option<Arc<str>>),
}

impl State {
    fn is_over(&self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done(_) => "done",
            Self::Failed(_) => "failed",
            Self::Cancelled(_) => "cancelled",
        }
    }
}

/// What changes while a job is known.
struct Record {
    state: State,
    /// When it was queued, then when it started.
    since: Instant,
    request: Option<Request>,
    progress: Option<String>,
    better: Vec<String>,
    /// The counters of the search that runs.
    gauge: Option<Arc<Gauge>>,
}

/// A job.
pub(crate) struct Job {
    id: Id,
    kind: &'static str,
    lang: Lang,
    result_bytes: usize,
    cancel: Arc<AtomicBool>,
    cancelled: OnceLock<Instant>,
    listeners: AtomicUsize,
    record: Mutex<Record>,
    /// Counts changes of the record, to wake listeners.
    changes: watch::Sender<u64>,
}

/// The events of a running job, recorded for its listeners.
struct Recorder<'a> {
    job: &'a Job,
    feed: Feed<'a>,
}

impl Events for Recorder<'_> {
    fn emit(&mut self, event: JobEvent<'_>) {
        match self.feed.message(&event) {
            Some(Message::Progress(text)) => self.job.change(|record| record.progress = Some(text)),
            Some(Message::Better(text)) => self.job.change(|record| record.better.push(text)),
            None => {}
        }
    }

    fn begin_search(&mut self) -> Option<Arc<Gauge>> {
        let gauge = Arc::<Gauge>::default();
        self.job.lock().gauge = Some(Arc::clone(&gauge));
        Some(gauge)
    }

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.job.cancel))
    }
}

/// Something to send to a listener.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sending {
    pub(super) event: &'static str,
    pub(super) data: String,
}

/// What a listener was sent so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Sent {
    better: usize,
    progress: Option<String>,
    pub(super) end: bool,
}

impl Job {
    /// A job for a request; its result has at most `result_bytes`.
    pub(super) fn new(request: Request, result_bytes: usize, lang: Lang) -> Result<Self, Fault> {
        Ok(Self {
            id: Id::random().ok_or_else(|| Fault::internal(lang))?,
            kind: request.kind(),
            lang,
            result_bytes,
            cancel: Arc::new(AtomicBool::new(false)),
            cancelled: OnceLock::new(),
            listeners: AtomicUsize::new(0),
            record: Mutex::new(Record {
                state: State::Queued,
                since: Instant::now(),
                request: Some(request),
                progress: None,
                better: Vec::new(),
                gauge: None,
            }),
            changes: watch::Sender::new(0),
        })
    }

    pub(crate) fn id(&self) -> &Id {
        &self.id
    }

    pub(crate) fn kind(&self) -> &'static str {
        self.kind
    }

    fn lock(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Record)) {
        change(&mut self.lock());
        self.changes.send_modify(|count| *count += 1);
    }

    /// Runs the request, on this thread.
    pub(super) fn run(&self, workbench: &Workbench) {
        let mut request = None;
        self.change(|record| {
            request = record.request.take();
            if request.is_some() {
                record.state = State::Running;
                record.since = Instant::now();
            }
        });
        let Some(request) = request else { return };
        let result = panic::catch_unwind(AssertUnwindSafe(|| self.result(&request, workbench)));
        let result = result.unwrap_or_else(|_| Err(Fault::internal(self.lang)));
        let result = result.map(Arc::<str>::from);
        let cancelled = self.cancel.load(Ordering::Relaxed);
        self.change(|record| {
            if record.state.is_over() {
                return;
            }
            record.state = match result {
                result if cancelled => State::Cancelled(result.ok()),
                Ok(text) => State::Done(text),
                Err(fault) => State::Failed(fault),
            }
        });
    }

    fn result(&self, request: &Request, workbench: &Workbench) -> Result<String, Fault> {
        let outcome = run(request, workbench, &mut Recorder { job: self, feed: Feed::new(request) });
        let json = outcome.and_then(|outcome| outcome.json(&self.lang, self.result_bytes));
        json.map_err(|error| Fault::job(&error, self.lang))
    }

    /// Asks the run to end.
    pub(super) fn cancel(&self) {
        self.cancelled.get_or_init(Instant::now);
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Whether a run that began this long ago should have ended, if a run takes at most `time`. A comparison has many.
    pub(super) fn is_stuck(&self, since: Duration, time: Duration) -> bool {
        let cancelled = self.cancelled.get().is_some_and(|cancelled| cancelled.elapsed() > GRACE);
        cancelled || !matches!(self.kind, "compare" | "quiz" | "course") && since > time + GRACE
    }

    /// Ends a job whose run does not end.
    pub(super) fn give_up(&self) {
        let state = match self.cancelled.get() {
            Some(_) => State::Cancelled(None),
            None => State::Failed(Fault::job(&JobError::Stopped(Limit::Time), self.lang)),
        };
        self.change(|record| {
            // It may have ended meanwhile, or not have begun yet.
            if !record.state.is_over() {
                (record.state, record.request) = (state, None);
            }
        });
        self.cancel();
    }

    /// Ends a job that does not run yet; whether it was one.
    pub(super) fn cancel_waiting(&self) -> bool {
        let mut waited = false;
        self.change(|record| {
            waited = record.request.take().is_some();
            if waited {
                record.state = State::Cancelled(None);
            }
        });
        waited
    }

    /// Bytes of its result and of its events.
    pub(super) fn bytes(&self) -> usize {
        let record = self.lock();
        let result = match &record.state {
            State::Done(text) | State::Cancelled(Some(text)) => text.len(),
            _ => 0,
        };
        result + record.better.iter().map(String::len).sum::<usize>()
    }

    /// Its state as JSON.
    pub(crate) fn json(&self) -> String {
        let record = self.lock();
        let (result, error) = match &record.state {
            State::Done(text) | State::Cancelled(Some(text)) => (text.as_ref(), None),
            State::Failed(fault) => ("null", Some(fault.error_json())),
            _ => ("null", None),
        };
        let (id, kind, state) = (&self.id, self.kind, record.state.name());
        let error = error.as_deref().unwrap_or("null");
        // The result is JSON already, and may be large: it is not parsed to be written again.
        format!(
            r#"{{"version":{VERSION},"id":"{id}","kind":"{kind}","state":"{state}","result":{result},"error":{error}}}"#
        )
    }

    /// What a listener was not sent yet.
    pub(super) fn unsent(&self, sent: &mut Sent) -> Vec<Sending> {
        let record = self.lock();
        let mut messages: Vec<Sending> =
            record.better[sent.better..].iter().map(|data| Sending { event: "better", data: data.clone() }).collect();
        sent.better = record.better.len();
        if record.progress != sent.progress {
            sent.progress.clone_from(&record.progress);
            messages.extend(record.progress.iter().map(|data| Sending { event: "progress", data: data.clone() }));
        }
        let last = match &record.state {
            State::Queued | State::Running => None,
            State::Done(text) => Some(Sending { event: "result", data: text.to_string() }),
            State::Failed(fault) => Some(Sending { event: "failed", data: fault.json() }),
            State::Cancelled(text) => {
                let result = text.as_deref().unwrap_or("null");
                Some(Sending { event: "cancelled", data: format!(r#"{{"version":{VERSION},"result":{result}}}"#) })
            }
        };
        sent.end = last.is_some();
        messages.extend(last);
        messages
    }

    /// What is sent after a quiet second: that the job waits or runs, for how long, and what its search has generated. Not every
    /// run reports by itself how far it is.
    pub(super) fn alive(&self) -> Sending {
        let record = self.lock();
        let generated = record.gauge.as_ref().map_or(0, |gauge| gauge.count());
        let data = hueco_jobs::alive(record.state.name(), record.since.elapsed().as_secs_f64(), generated);
        Sending { event: "alive", data }
    }

    /// Wakes when the record changes.
    pub(super) fn listen(&self) -> watch::Receiver<u64> {
        self.listeners.fetch_add(1, Ordering::Relaxed);
        self.changes.subscribe()
    }

    /// One listener less; whether it was the last of a job that is not over.
    pub(super) fn leave(&self) -> bool {
        self.listeners.fetch_sub(1, Ordering::Relaxed) == 1 && !self.lock().state.is_over()
    }
}
