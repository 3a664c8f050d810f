//! The server's jobs (`web/src/queue`): whatever meets, a job ends once, every listener sees that end, and nobody waits for ever.
//!
//! Jobs, what is kept of them, and the pool are the project's own; a run is not a search, but a few steps, and a listener is a thread
//! instead of a stream. Nobody is given time: what runs while somebody looks for jobs to give up is given up, as far as there are threads
//! to take its place.

#[allow(dead_code)]
#[path = "../../crates/web/src/queue/job.rs"]
mod job;
#[allow(dead_code)]
#[path = "../../crates/web/src/queue/jobs.rs"]
mod jobs;
#[allow(dead_code)]
#[path = "../../crates/web/src/queue/keep.rs"]
mod keep;

use std::time::Duration;

use shuttle::sync::{Arc, Condvar, Mutex};
use shuttle::thread::{self, JoinHandle};

use crate::names::fault::Fault;
use crate::names::idle_memory::IdleMemory;
use crate::names::settings::Limits;
use crate::names::{Lang, Request, Workbench};
use job::{Job, Sent};
use jobs::{GRACE, Jobs};

/// Longer than any order of the threads takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a run waits for that does not end by itself.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    pub(crate) fn wait(&self) {
        drop(self.0.1.wait_while(self.0.0.lock().unwrap(), |open| !*open).unwrap());
    }
}

/// One thread and two places; no run may take longer than this.
fn server(time: Duration) -> Arc<Jobs> {
    let limits =
        Limits { workers: 1, queue: 2, time, result_bytes: 100, kept_results: 9, kept_bytes: 1000, kept_for: PATIENCE };
    Arc::new(Jobs::new(&limits, Arc::new(Workbench), Arc::new(IdleMemory)))
}

/// A listener who stays to the end, as `events.rs` does: what came last.
fn follow(jobs: &Arc<Jobs>, job: &Arc<Job>) -> JoinHandle<&'static str> {
    let (jobs, job) = (Arc::clone(jobs), Arc::clone(job));
    thread::spawn(move || {
        let (mut woken, mut sent) = (job.listen(), Sent::default());
        let last = loop {
            woken.borrow_and_update();
            let messages = job.unsent(&mut sent);
            if sent.end {
                break messages.last().expect("an end is sent").event;
            }
            if messages.is_empty() {
                woken.changed();
            }
        };
        leave(&jobs, &job);
        last
    })
}

fn leave(jobs: &Jobs, job: &Arc<Job>) {
    if job.leave() {
        jobs.cancel(job);
    }
}

/// Where a job is, by the event that says so; nothing before the end.
fn end(job: &Job) -> Option<&'static str> {
    let states = [("done", "result"), ("failed", "failed"), ("cancelled", "cancelled")];
    let json = job.json();
    states.into_iter().find(|(state, _)| json.contains(&format!(r#""state":"{state}""#))).map(|(_, event)| event)
}

/// Whether a job ends by itself, is cancelled while it waits or while it runs: it ends once, and everybody sees the same end.
pub fn a_job_ends_once() {
    let jobs = server(PATIENCE);
    let all = [(); 2].map(|()| jobs.start(Request::Steps(2), Lang::En).expect("there is room"));
    let listeners = all.each_ref().map(|job| follow(&jobs, job));
    let canceller = {
        let (jobs, job) = (Arc::clone(&jobs), Arc::clone(&all[1]));
        thread::spawn(move || jobs.cancel(&job))
    };
    let seen = listeners.map(|listener| listener.join().unwrap());
    canceller.join().unwrap();
    jobs.close();
    assert_eq!(seen[0], "result");
    for (job, seen) in all.iter().zip(seen) {
        assert_eq!(end(job), Some(seen));
        assert!(jobs.find(job.id().as_str()).is_some(), "a result is kept");
    }
}

/// A run that does not end by itself ends when its last listener leaves, whoever that is.
pub fn the_last_listener_ends_the_job() {
    let jobs = server(PATIENCE);
    let job = jobs.start(Request::UntilCancelled, Lang::En).expect("there is room");
    // Both listen before either leaves.
    drop((job.listen(), job.listen()));
    let listeners = [(); 2].map(|()| {
        let (jobs, job) = (Arc::clone(&jobs), Arc::clone(&job));
        thread::spawn(move || leave(&jobs, &job))
    });
    listeners.into_iter().for_each(|listener| listener.join().unwrap());
    assert_eq!(follow(&jobs, &job).join().unwrap(), "cancelled");
    jobs.close();
}

/// A run that never ends is given up, and the next job is run by another thread. What it does later changes nothing.
pub fn a_job_that_is_given_up_stays_so() {
    let (jobs, gate) = (server(Duration::ZERO), Gate::default());
    let stuck = jobs.start(Request::Stuck(gate.clone()), Lang::En).expect("there is room");
    let next = jobs.start(Request::Steps(1), Lang::En).expect("there is room");
    let [stuck_end, next_end] = [&stuck, &next].map(|job| follow(&jobs, job));
    assert_eq!((stuck_end.join().unwrap(), next_end.join().unwrap()), ("failed", "result"));
    gate.open();
    jobs.close();
    drop(jobs);
    assert_eq!((end(&stuck), end(&next)), (Some("failed"), Some("result")));
}

/// A run that ends while it is given up has one end, whichever.
pub fn a_job_is_given_up_or_ends() {
    let jobs = server(Duration::ZERO);
    let job = jobs.start(Request::Steps(1), Lang::En).expect("there is room");
    let seen = follow(&jobs, &job).join().unwrap();
    // The thread that looks for stuck jobs may have found this one, and not said so yet.
    let later = follow(&jobs, &job).join().unwrap();
    for _ in 0..4 {
        thread::yield_now();
        assert_eq!((later, end(&job)), (seen, Some(seen)));
    }
    jobs.close();
}

/// A server that stops while a client starts jobs: each that was started is over, and nothing runs.
pub fn no_job_outlives_the_server() {
    let jobs = server(PATIENCE);
    let client = {
        let jobs = Arc::clone(&jobs);
        thread::spawn(move || {
            let start = |_| jobs.start(Request::UntilCancelled, Lang::En);
            (0..2).filter_map(|at| start(at).ok()).collect::<Vec<_>>()
        })
    };
    jobs.cancel_all();
    jobs.close();
    for job in client.join().unwrap() {
        // It may just be given up.
        assert_eq!(follow(&jobs, &job).join().unwrap(), "cancelled");
    }
    assert!(matches!(jobs.start(Request::Steps(1), Lang::En), Err(Fault)));
}
