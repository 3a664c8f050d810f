//! Long work: a bounded number of jobs run, a bounded number wait, and results are kept for a short time.
//!
//! ```text
//! POST ─▶ queued ─▶ running ─▶ done | failed | cancelled ─▶ kept for a while ─▶ forgotten
//!            └── cancel: DELETE, or the last listener goes away ──┘
//! ```
//! A job that nobody waits for must not use a core: when the last listener leaves, the job is cancelled. A run checks its flag
//! about every millisecond (see `hueco_search::budget`).

mod events;
mod job;
mod keep;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hueco_jobs::{Request, Workbench};
use hueco_say::Lang;

pub(crate) use events::events;
pub(crate) use job::Job;
use keep::Keep;

use crate::fault::Fault;
use crate::idle_memory::IdleMemory;
use crate::pool::Pool;
use crate::settings::Limits;

/// All jobs of a server.
pub(crate) struct Jobs {
    pool: Pool<Arc<Job>>,
    known: Arc<Mutex<Keep>>,
    result_bytes: usize,
}

fn lock(known: &Mutex<Keep>) -> MutexGuard<'_, Keep> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    pub(crate) fn new(limits: &Limits, workbench: Arc<Workbench>, memory: Arc<IdleMemory>) -> Self {
        let known = Arc::new(Mutex::new(Keep::new(limits)));
        let keep = Arc::clone(&known);
        let pool = Pool::new("job", limits.workers, limits.queue, move |job: Arc<Job>| {
            job.run(&workbench);
            lock(&keep).finished(&job);
            memory.after_search();
        });
        Self { pool, known, result_bytes: limits.result_bytes }
    }

    /// Starts a request, or queues it.
    pub(crate) fn start(&self, request: Request, lang: Lang) -> Result<Arc<Job>, Fault> {
        let job = Arc::new(Job::new(request, self.result_bytes, lang)?);
        // Known before it runs: it may end at once.
        let known = lock(&self.known).add(&job);
        if !known || self.pool.submit(Arc::clone(&job)).is_err() {
            lock(&self.known).forget(job.id());
            return Err(Fault::busy(lang));
        }
        Ok(job)
    }

    /// A job that is not forgotten yet.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Job>> {
        lock(&self.known).find(id)
    }

    /// Ends a job. One that waits gives its place back at once.
    pub(crate) fn cancel(&self, job: &Arc<Job>) {
        job.cancel();
        self.pool.remove(|waiting| waiting.id() == job.id());
        if job.cancel_waiting() {
            lock(&self.known).finished(job);
        }
    }

    /// Ends every job, and takes no more.
    pub(crate) fn cancel_all(&self) {
        let all = lock(&self.known).close();
        for job in all {
            self.cancel(&job);
        }
    }

    /// Ends the threads, after the jobs were cancelled.
    pub(crate) fn close(&self) {
        self.pool.close();
    }
}
