//! The workers of this process, and how they are run.
//!
//! Timely starts a thread a worker and two a connection. Where a connection breaks, the threads at its ends panic, and with
//! them every worker that waits for the other side: that is how a lost process ends the whole run. A team turns this into
//! one plain error, [`Lost`].

use std::net::TcpStream;
use std::time::Duration;

use thiserror::Error;
use timely::communication::allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets};
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};
use timely::worker::{Config as WorkerConfig, Worker};

/// Another process ended, or a connection to it broke. What was done since the last checkpoint is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a process of the run was lost")]
pub struct Lost;

/// The workers of this process, connected to those of the others.
pub struct Team {
    builders: Vec<AllocatorBuilder>,
    guard: Option<CommsGuard>,
    process: usize,
    threads: usize,
    processes: usize,
}

impl Team {
    /// Threads of this process alone; 0 is taken as 1.
    ///
    /// # Panics
    ///
    /// Never: there is nothing that could not be had.
    pub fn threads(threads: usize) -> Self {
        let threads = threads.max(1);
        let config = if threads == 1 { Config::Thread } else { Config::Process(threads) };
        let (builders, _) = config.try_build().expect("no network is needed");
        Self { builders, guard: None, process: 0, threads, processes: 1 }
    }

    /// Threads of this process, the `process`-th of those at the other ends of `sockets` (as [`meet`](crate::meet) gives
    /// them). Every process has as many threads.
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

    /// Whether the first worker, who tells of the run, is here.
    pub fn is_first(&self) -> bool {
        self.process == 0
    }

    /// All workers, those of the other processes included.
    pub fn workers(&self) -> usize {
        self.threads * self.processes
    }

    /// The workers here.
    pub fn workers_here(&self) -> usize {
        self.threads
    }

    /// Runs `work` on every worker of this process, and `meanwhile` on this thread. What the workers made, in their order.
    pub(crate) fn run<T: Send + 'static>(
        self,
        work: impl Fn(&mut Worker) -> T + Send + Sync + 'static,
        meanwhile: impl FnOnce(),
    ) -> Result<Vec<T>, Lost> {
        // A guard that timely held would panic when dropped after a loss, and wait for processes that may never end.
        let guards = timely::execute::execute_from(self.builders, Box::new(()), WorkerConfig::default(), work);
        let guards = guards.map_err(|_| Lost)?;
        meanwhile();
        let results: Result<Vec<T>, Lost> = guards.join().into_iter().map(|result| result.map_err(|_| Lost)).collect();
        match (&results, self.guard) {
            // Waits until all that was sent has left.
            (Ok(_), guard) => drop(guard),
            (Err(_), guard) => std::mem::forget(guard),
        }
        results
    }
}

/// How long a worker that has nothing to do sleeps at most.
pub(crate) const NAP: Duration = Duration::from_millis(20);
