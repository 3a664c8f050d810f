//! All jobs of a server, the threads that run them, and the thread that gives up those that do not end.

use std::time::Duration;

use hueco_jobs::{Request, Workbench};
use hueco_say::Lang;
use hueco_search::threads::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use hueco_search::threads::thread;

use super::job::Job;
use super::keep::Keep;
use crate::fault::Fault;
use crate::idle_memory::IdleMemory;
use crate::pool::Pool;
use crate::settings::Limits;

/// How long a run may take to notice that its time is over or that it was cancelled. Most take a millisecond.
/// In a model a thread may stop anywhere, so none is waited for.
pub(crate) const GRACE: Duration = Duration::from_secs(if cfg!(shuttle) { 0 } else { 5 });

/// From one look for jobs that have outlived their limits to the next.
const LOOK: Duration = Duration::from_secs(1);

type Threads = Pool<Arc<Job>, Arc<Job>>;

/// All jobs of a server.
pub(crate) struct Jobs {
    pool: Arc<Threads>,
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
        let pool = Pool::new("job", limits.workers, limits.queue, Arc::clone, move |job: Arc<Job>| {
            job.run(&workbench);
            lock(&keep).finished(&job);
            memory.after_search();
        });
        let (pool, time) = (Arc::new(pool), limits.time);
        let (threads, keep) = (Arc::downgrade(&pool), Arc::downgrade(&known));
        // Without another thread nothing is given up, which is no reason not to serve.
        let _ = thread::Builder::new().name("job-watch".to_owned()).spawn(move || watch(&threads, &keep, time));
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
        self.pool.close(GRACE);
    }
}

/// Gives up jobs that have outlived their limits, as long as there is a server.
fn watch(pool: &Weak<Threads>, known: &Weak<Mutex<Keep>>, time: Duration) {
    while let (Some(pool), Some(known)) = (pool.upgrade(), known.upgrade()) {
        for job in pool.give_up(|job, since| job.is_stuck(since, time)) {
            job.give_up();
            lock(&known).finished(&job);
        }
        drop((pool, known));
        // In a model no time passes: another thread goes first.
        if cfg!(shuttle) {
            thread::yield_now();
        } else {
            thread::sleep(LOOK);
        }
    }
}
