//! A cluster run on local processes, supervised.
//!
//! Timely is fail-stop: where one process ends, all must start again. The [`Supervisor`] starts the processes, its
//! *members*, and introduces them to each other. If one is lost before it has sent its result, all are killed and started
//! again; with checkpoints they resume after the last one.
//!
//! Members notice the loss of another too, since its connection breaks, and may end before the supervisor has noticed the
//! lost one. They report that they have *lost a peer*, so that the loss that is shown to the user is the one it began with.

use std::net::TcpListener;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::processes::{Loss, Parent, ProcessEvent, Processes};

/// How long after a member lost a peer the supervisor waits for that peer's end.
const PEER_GRACE: Duration = Duration::from_secs(2);

/// How long after the end of its time the supervisor waits for the result of a run.
const TIME_GRACE: Duration = Duration::from_secs(1);

/// What a member sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FromMember {
    /// The address at which it listens.
    Listening(String),
    Progress(Value),
    /// Its last message: its work is done, or was ended properly.
    Result(Value),
    PeerLost,
}

/// What a member receives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ToMember {
    /// The addresses of all members.
    Peers(Vec<String>),
    Stop,
}

/// Why a supervised run has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SuperviseError {
    /// A process could not be started.
    #[error("a process could not be started: {0}")]
    Start(std::io::ErrorKind),
    /// Processes were lost more often than they may be restarted.
    #[error("processes were lost {0} times")]
    TooManyLosses(u32),
    /// The time of the run was over, and the processes sent no result.
    #[error("the processes sent no result in time")]
    Late,
}

/// Starts the members of a run and restarts them when one is lost.
pub struct Supervisor<'a> {
    /// The number of members.
    pub processes: usize,
    /// The command that starts a member, by its number and by how often they were started before.
    pub command: &'a dyn Fn(usize, u32) -> Command,
    /// How long a member may send nothing.
    pub timeout: Duration,
    /// How often the members are restarted, at most.
    pub max_restarts: u32,
    /// When the time of the run is over. Members end by themselves then; one that does not (it is stopped, or waits for one
    /// that is) is killed.
    pub deadline: Option<Instant>,
    /// Becomes true when the user wants the run to end.
    pub cancel: &'a AtomicBool,
}

impl Supervisor<'_> {
    /// Runs the members until all have sent their result, and returns that of the first. `on_progress` receives what the
    /// members send before. `on_loss` is called for every loss after which they are restarted: which member, how it was
    /// lost, and how often they were started before.
    pub fn run(
        &self,
        on_progress: &mut dyn FnMut(usize, Value),
        on_loss: &mut dyn FnMut(usize, Loss, u32),
    ) -> Result<Value, SuperviseError> {
        for attempt in 0..=self.max_restarts {
            match self.attempt(attempt, on_progress)? {
                Ok(result) => return Ok(result),
                Err((number, loss)) => on_loss(number, loss, attempt),
            }
        }
        Err(SuperviseError::TooManyLosses(self.max_restarts + 1))
    }

    /// One attempt: the result of the first member, or which member was lost and how.
    fn attempt(
        &self,
        attempt: u32,
        on_progress: &mut dyn FnMut(usize, Value),
    ) -> Result<Result<Value, (usize, Loss)>, SuperviseError> {
        let mut processes = Processes::new(self.timeout);
        for number in 0..self.processes {
            let started = processes.start((self.command)(number, attempt));
            started.map_err(|error| SuperviseError::Start(error.kind()))?;
        }
        let mut addresses: Vec<Option<String>> = vec![None; self.processes];
        let mut results: Vec<Option<Value>> = vec![None; self.processes];
        let mut is_stopping = false;
        let mut disconnected = Disconnected::default();
        loop {
            if self.cancel.load(Ordering::Relaxed) && !is_stopping {
                is_stopping = true;
                (0..self.processes).for_each(|number| processes.send(number, &ToMember::Stop));
            }
            if self.deadline.is_some_and(|deadline| deadline.elapsed() > TIME_GRACE) {
                return Err(SuperviseError::Late);
            }
            if let Some(number) = disconnected.without_cause(self.processes) {
                return Ok(Err((number, Loss::Ended(None))));
            }
            match processes.next_event() {
                None => {}
                Some(ProcessEvent::Lost(_, Loss::Ended(_))) if results.iter().all(Option::is_some) => {
                    return Ok(Ok(results.swap_remove(0).unwrap_or_default()));
                }
                Some(ProcessEvent::Lost(number, Loss::Ended(_)))
                    if results[number].is_some() || disconnected.members.contains(&number) => {}
                Some(ProcessEvent::Lost(number, loss)) => return Ok(Err((number, loss))),
                Some(ProcessEvent::Message(number, message)) => match message {
                    FromMember::Progress(value) => on_progress(number, value),
                    FromMember::Result(value) => results[number] = Some(value),
                    FromMember::PeerLost => disconnected.add(number),
                    FromMember::Listening(address) => {
                        addresses[number] = Some(address);
                        if let Some(peers) = addresses.iter().cloned().collect() {
                            let peers = ToMember::Peers(peers);
                            (0..self.processes).for_each(|number| processes.send(number, &peers));
                        }
                    }
                },
            }
        }
    }
}

/// The members that have lost a peer, and since when there are any.
#[derive(Default)]
struct Disconnected {
    members: Vec<usize>,
    since: Option<Instant>,
}

impl Disconnected {
    fn add(&mut self, number: usize) {
        self.members.push(number);
        self.since.get_or_insert_with(Instant::now);
    }

    /// The first of them, if no other member can be, or has turned out in time to be, the one that was lost.
    fn without_cause(&self, processes: usize) -> Option<usize> {
        let is_over = self.members.len() == processes || self.since.is_some_and(|since| since.elapsed() > PEER_GRACE);
        if is_over { self.members.first().copied() } else { None }
    }
}

/// A member of a supervised run, as seen by itself.
#[derive(Clone)]
pub struct Member {
    parent: Parent,
}

impl Member {
    /// Reports where this process listens, and waits for the addresses of all members. From now on this process sends
    /// heartbeats, sets `cancel` when it should stop, and exits when its supervisor has ended. `None` if the listener has
    /// no address.
    pub fn join(listener: &TcpListener, cancel: &Arc<AtomicBool>) -> Option<(Self, Vec<String>)> {
        let address = listener.local_addr().ok()?.to_string();
        let (sender, peers) = channel();
        let cancel = Arc::clone(cancel);
        let parent = Parent::connect(move |message| match message {
            // It fails if they were received before.
            ToMember::Peers(peers) => drop(sender.send(peers)),
            ToMember::Stop => cancel.store(true, Ordering::Relaxed),
        });
        parent.send(&FromMember::Listening(address));
        let peers = peers.recv().ok()?;
        Some((Self { parent }, peers))
    }

    /// Reports progress to the supervisor.
    pub fn progress(&self, value: Value) {
        self.parent.send(&FromMember::Progress(value));
    }

    /// Sends the result: the work is done, or was ended properly.
    pub fn finish(&self, value: Value) {
        self.parent.send(&FromMember::Result(value));
    }

    /// Reports that another member was lost, so that this one cannot continue.
    pub fn peer_lost(&self) {
        self.parent.send(&FromMember::PeerLost);
    }
}
