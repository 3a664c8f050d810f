//! One job: what it is doing, what it has told so far and what came of it.

use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use hueco_say::Lang;
use hueco_show::answer::{VERSION, microseconds, one_line};
use serde::Serialize;
use tokio::sync::watch;

use crate::fault::Fault;

/// Better solutions that are remembered for whoever listens late.
const MOST_BETTER: usize = 256;

/// What a job does: the JSON of its result, or why there is none.
pub(crate) type Work = Box<dyn FnOnce(&Teller<'_>) -> Result<String, Fault> + Send>;

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

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Progress {
    pub(crate) seconds: f64,
    pub(crate) generated: u64,
    pub(crate) best: Option<u32>,
    pub(crate) lower_bound: u32,
    /// The part of a table that is built, from 0 to 1.
    pub(crate) building: Option<f64>,
    /// The part of the whole work that is done, from 0 to 1, where that is known.
    pub(crate) done: Option<f64>,
}

impl From<&hueco_tiles::solve::Progress> for Progress {
    fn from(progress: &hueco_tiles::solve::Progress) -> Self {
        Self {
            seconds: microseconds(progress.elapsed.as_secs_f64()),
            generated: progress.generated,
            best: progress.best,
            lower_bound: progress.lower_bound,
            building: progress.building.map(|table| table.done as f64 / table.entries.max(1) as f64),
            done: None,
        }
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

struct Told {
    state: State,
    /// When it was asked for, then when it began.
    since: Instant,
    work: Option<Work>,
    progress: Option<String>,
    better: Vec<String>,
    best: Option<u32>,
}

/// A job.
pub(crate) struct Job {
    id: Id,
    kind: &'static str,
    lang: Lang,
    cancel: Arc<AtomicBool>,
    listeners: AtomicUsize,
    told: Mutex<Told>,
    /// Counts what was told, to wake who listens.
    news: watch::Sender<u64>,
}

/// What work is given of its job.
pub(crate) struct Teller<'a> {
    job: &'a Job,
}

impl Teller<'_> {
    /// Ends the work when it becomes true.
    pub(crate) fn cancel(&self) -> &Arc<AtomicBool> {
        &self.job.cancel
    }

    /// Whether the work should end.
    pub(crate) fn cancelled(&self) -> bool {
        self.job.cancel.load(Ordering::Relaxed)
    }

    /// Tells how far it is.
    pub(crate) fn progress(&self, progress: &Progress) {
        let text = one_line(&progress);
        self.job.tell(|told| told.progress = Some(text));
    }

    /// Tells of a solution, if it is better than all before. Only then are its moves asked for.
    pub(crate) fn better(&self, length: u32, lower_bound: u32, moves: impl FnOnce() -> Option<String>) {
        #[derive(Serialize)]
        struct Better {
            length: u32,
            lower_bound: u32,
            moves: Option<String>,
        }
        self.job.tell(|told| {
            if told.best.is_none_or(|best| length < best) {
                told.best = Some(length);
                if told.better.len() < MOST_BETTER {
                    told.better.push(one_line(&Better { length, lower_bound, moves: moves() }));
                }
            }
        });
    }
}

/// Something to send to who listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct News {
    pub(super) event: &'static str,
    pub(super) data: String,
}

/// What a listener has heard so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Heard {
    better: usize,
    progress: Option<String>,
    pub(super) end: bool,
}

impl Job {
    pub(super) fn new(kind: &'static str, work: Work, lang: Lang) -> Result<Self, Fault> {
        let told = Told {
            state: State::Queued,
            since: Instant::now(),
            work: Some(work),
            progress: None,
            better: Vec::new(),
            best: None,
        };
        Ok(Self {
            id: Id::random().ok_or_else(|| Fault::internal(lang))?,
            kind,
            lang,
            cancel: Arc::new(AtomicBool::new(false)),
            listeners: AtomicUsize::new(0),
            told: Mutex::new(told),
            news: watch::Sender::new(0),
        })
    }

    pub(crate) fn id(&self) -> &Id {
        &self.id
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, change: impl FnOnce(&mut Told)) {
        change(&mut self.lock());
        self.news.send_modify(|count| *count += 1);
    }

    /// Does the work, on this thread.
    pub(super) fn run(&self) {
        let mut work = None;
        self.tell(|told| {
            work = told.work.take();
            if work.is_some() {
                told.state = State::Running;
                told.since = Instant::now();
            }
        });
        let Some(work) = work else { return };
        let teller = Teller { job: self };
        let result = panic::catch_unwind(AssertUnwindSafe(|| work(&teller)));
        let result = result.unwrap_or_else(|_| Err(Fault::internal(self.lang)));
        let result = result.map(Arc::<str>::from);
        let cancelled = self.cancel.load(Ordering::Relaxed);
        self.tell(|told| {
            told.state = match result {
                result if cancelled => State::Cancelled(result.ok()),
                Ok(text) => State::Done(text),
                Err(fault) => State::Failed(fault),
            }
        });
    }

    /// Asks the work to end.
    pub(super) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Ends a job that does not run yet; whether it was one.
    pub(super) fn cancel_waiting(&self) -> bool {
        let mut waited = false;
        self.tell(|told| {
            waited = told.work.take().is_some();
            if waited {
                told.state = State::Cancelled(None);
            }
        });
        waited
    }

    /// Bytes of its result and of what it told.
    pub(super) fn bytes(&self) -> usize {
        let told = self.lock();
        let result = match &told.state {
            State::Done(text) | State::Cancelled(Some(text)) => text.len(),
            _ => 0,
        };
        result + told.better.iter().map(String::len).sum::<usize>()
    }

    /// Its state as JSON.
    pub(crate) fn json(&self) -> String {
        let told = self.lock();
        let (result, error) = match &told.state {
            State::Done(text) | State::Cancelled(Some(text)) => (text.as_ref(), None),
            State::Failed(fault) => ("null", Some(fault.error_json())),
            _ => ("null", None),
        };
        let (id, kind, state) = (&self.id, self.kind, told.state.name());
        let error = error.as_deref().unwrap_or("null");
        // The result is JSON already, and may be large: it is not read again to be written again.
        format!(
            r#"{{"version":{VERSION},"id":"{id}","kind":"{kind}","state":"{state}","result":{result},"error":{error}}}"#
        )
    }

    /// What a listener has not heard yet.
    pub(super) fn news(&self, heard: &mut Heard) -> Vec<News> {
        let told = self.lock();
        let mut news: Vec<News> =
            told.better[heard.better..].iter().map(|data| News { event: "better", data: data.clone() }).collect();
        heard.better = told.better.len();
        if told.progress != heard.progress {
            heard.progress.clone_from(&told.progress);
            news.extend(told.progress.iter().map(|data| News { event: "progress", data: data.clone() }));
        }
        let last = match &told.state {
            State::Queued | State::Running => None,
            State::Done(text) => Some(News { event: "result", data: text.to_string() }),
            State::Failed(fault) => Some(News { event: "failed", data: fault.json() }),
            State::Cancelled(text) => {
                let result = text.as_deref().unwrap_or("null");
                Some(News { event: "cancelled", data: format!(r#"{{"version":{VERSION},"result":{result}}}"#) })
            }
        };
        heard.end = last.is_some();
        news.extend(last);
        news
    }

    /// What is said when there was nothing to tell for a while: that it waits or runs, and for how long. Not every work can
    /// tell how far it is.
    pub(super) fn alive(&self) -> News {
        #[derive(Serialize)]
        struct Alive {
            state: &'static str,
            seconds: f64,
        }
        let told = self.lock();
        let alive = Alive { state: told.state.name(), seconds: microseconds(told.since.elapsed().as_secs_f64()) };
        News { event: "alive", data: one_line(&alive) }
    }

    /// Wakes when there is news.
    pub(super) fn listen(&self) -> watch::Receiver<u64> {
        self.listeners.fetch_add(1, Ordering::Relaxed);
        self.news.subscribe()
    }

    /// One listener less; whether it was the last of a job that is not over.
    pub(super) fn leave(&self) -> bool {
        self.listeners.fetch_sub(1, Ordering::Relaxed) == 1 && !self.lock().state.is_over()
    }
}
