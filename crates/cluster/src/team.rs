//! The workers of this process, and how they are run.
//!
//! Timely starts one thread per worker and two per connection. Where a connection breaks, the threads at its ends panic,
//! and with them every worker that waits for the other side: that is how a lost process ends the whole run. A team turns
//! this into one plain error, [`PeerLost`].
//!
//! Threads of one process have no connection that could break: a worker that panics leaves the others waiting for ever. So each
//! worker of a process holds an [`Alarm`], which rings when its thread unwinds, and whoever waits looks at it.

use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;
use timely::communication::allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets};
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};
use timely::worker::{Config as WorkerConfig, Worker};

/// Another process ended, or a connection to it broke. What was done since the last checkpoint is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("another process of the run was lost")]
pub struct PeerLost;

/// The workers of this process, connected to those of the others.
pub struct Team {
    builders: Vec<AllocatorBuilder>,
    guard: Option<CommsGuard>,
    process: usize,
    threads: usize,
    processes: usize,
}

impl Team {
    /// This many threads of this process alone, at least one.
    ///
    /// # Panics
    ///
    /// Never: without a network nothing can fail.
    pub fn threads(threads: usize) -> Self {
        let threads = threads.max(1);
        let config = if threads == 1 { Config::Thread } else { Config::Process(threads) };
        let (builders, _) = config.try_build().expect("no network is involved");
        Self { builders, guard: None, process: 0, threads, processes: 1 }
    }

    /// This many threads of this process, number `process`, connected to the other processes through `sockets` (see
    /// [`connect`](crate::connect)). All processes must have the same number of threads.
    pub fn connected(sockets: Vec<Option<TcpStream>>, process: usize, threads: usize) -> std::io::Result<Self> {
        let (threads, processes) = (threads.max(1), sockets.len());
        if processes <= 1 {
            return Ok(Self::threads(threads));
        }
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
        let (builders, guard) = initialize_networking_from_sockets(local, sockets, process, threads, hooks)?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        Ok(Self { builders, guard: Some(guard), process, threads, processes })
    }

    /// Whether the first worker, which reports for the whole run, is in this process.
    pub fn is_first(&self) -> bool {
        self.process == 0
    }

    /// The number of workers in all processes.
    pub fn workers(&self) -> usize {
        self.threads * self.processes
    }

    /// The number of workers in this process.
    pub fn workers_here(&self) -> usize {
        self.threads
    }

    /// Runs `work` on every worker of this process, and `meanwhile` on this thread. Returns the workers' results, in order.
    pub(crate) fn run<T: Send + 'static>(
        self,
        work: impl Fn(&mut Worker, &Alarm) -> T + Send + Sync + 'static,
        meanwhile: impl FnOnce(),
    ) -> Result<Vec<T>, PeerLost> {
        let rung = Arc::new(AtomicBool::new(false));
        let work = move |worker: &mut Worker| work(worker, &Alarm(Arc::clone(&rung)));
        // Timely must not hold the guard: after a loss its drop would panic, and wait for processes that may never end.
        let guards = timely::execute::execute_from(self.builders, Box::new(()), WorkerConfig::default(), work);
        let guards = guards.map_err(|_| PeerLost)?;
        meanwhile();
        let results: Result<Vec<T>, PeerLost> =
            guards.join().into_iter().map(|result| result.map_err(|_| PeerLost)).collect();
        match (&results, self.guard) {
            // Dropping it waits until everything is sent.
            (Ok(_), guard) => drop(guard),
            (Err(_), guard) => std::mem::forget(guard),
        }
        results
    }
}

/// Rings when the thread that holds it unwinds: then the other workers of its process unwind too, where they would wait.
pub(crate) struct Alarm(Arc<AtomicBool>);

impl Alarm {
    /// Whether a worker of this process has panicked.
    pub(crate) fn has_rung(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Ends this worker, without a message of its own: the one that panicked first has had its.
    pub(crate) fn leave() -> ! {
        std::panic::resume_unwind(Box::new(PeerLost))
    }
}

impl Clone for Alarm {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::SeqCst);
        }
    }
}

/// How long an idle worker sleeps, at most.
pub(crate) const MAX_SLEEP: Duration = Duration::from_millis(20);
