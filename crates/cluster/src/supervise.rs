//! A run on local processes, watched.
//!
//! Timely is fail-stop: where one process ends, all must begin again. The supervisor starts them, brings them together,
//! and watches. Every process says that it is alive twice a second; one that ends without having said its last word, or
//! says nothing for too long (because it is stopped, or the machine has no memory left for it), is *lost*. Then all are
//! ended and started again, and told that it is not the first time: with checkpoints they go on from the last.
//!
//! The others notice a loss too, as soon as a connection breaks, and may end before the supervisor hears of the one that was
//! lost. They say that they were *left alone*, and so the user is told of the process that it began with.
//!
//! ```text
//! a process says    {"listening":"127.0.0.1:40123"}   "alive"   {"say":…}   {"end":…}   "alone"
//! and is told       {"peers":["127.0.0.1:40123",…]}   "stop"    nothing any more: end at once
//! ```

use std::io::{BufRead, Write};
use std::net::TcpListener;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::processes::{Heard, Processes, signal};

/// How often a process says that it is alive.
const PULSE: Duration = Duration::from_millis(500);
/// How long the supervisor waits before it looks around.
const GLANCE: Duration = Duration::from_millis(100);
/// How long after a process was left alone the one that left it must be heard to end.
const AFTER_ALONE: Duration = Duration::from_secs(2);

/// What a process says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Said {
    Listening(String),
    Alive,
    Say(Value),
    End(Value),
    Alone,
}

/// What a process is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Told {
    Peers(Vec<String>),
    Stop,
}

/// How a process was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It ended; the signal, if it was one.
    Ended(Option<i32>),
    /// It said nothing for too long.
    Silent,
}

/// Why a watched run came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SuperviseError {
    /// A process could not be started.
    #[error("a process could not be started: {0}")]
    Start(std::io::ErrorKind),
    /// Processes were lost too often.
    #[error("processes were lost {0} times")]
    TooOften(u32),
}

/// Local processes to be started and watched.
pub struct Watch<'a> {
    /// How many.
    pub processes: usize,
    /// The command that starts one, by its number and by how often they were started before.
    pub command: &'a dyn Fn(usize, u32) -> Command,
    /// How long a process may say nothing.
    pub patience: Duration,
    /// How often they are started again, at most.
    pub restarts: u32,
    /// Becomes true when the user wants it to end.
    pub cancel: &'a AtomicBool,
}

impl Watch<'_> {
    /// Runs the processes until all have said their last word; that of the first. `say` hears what the processes say on
    /// the way, `lost` of every loss that is made good: which process, how, and how often they were started before.
    pub fn run(
        &self,
        say: &mut dyn FnMut(usize, Value),
        lost: &mut dyn FnMut(usize, Loss, u32),
    ) -> Result<Value, SuperviseError> {
        for attempt in 0..=self.restarts {
            match self.attempt(attempt, say)? {
                Ok(last_word) => return Ok(last_word),
                Err((number, loss)) => lost(number, loss, attempt),
            }
        }
        Err(SuperviseError::TooOften(self.restarts + 1))
    }

    /// One try: the last word of the first process, or which was lost and how.
    fn attempt(
        &self,
        attempt: u32,
        say: &mut dyn FnMut(usize, Value),
    ) -> Result<Result<Value, (usize, Loss)>, SuperviseError> {
        let mut processes = Processes::new();
        for number in 0..self.processes {
            let started = processes.start((self.command)(number, attempt));
            started.map_err(|error| SuperviseError::Start(error.kind()))?;
        }
        let mut addresses: Vec<Option<String>> = vec![None; self.processes];
        let mut last_words: Vec<Option<Value>> = vec![None; self.processes];
        let mut is_stopping = false;
        let mut alone = Alone::default();
        loop {
            if self.cancel.load(Ordering::Relaxed) && !is_stopping {
                is_stopping = true;
                let stop = line(&Told::Stop);
                (0..self.processes).for_each(|number| processes.tell(number, &stop));
            }
            if let Some(number) = processes.silent(self.patience) {
                processes.end(number);
                return Ok(Err((number, Loss::Silent)));
            }
            if let Some(number) = alone.without_cause(self.processes) {
                return Ok(Err((number, Loss::Ended(None))));
            }
            match processes.hear(GLANCE) {
                None => {}
                Some(Heard::Ended(_)) if last_words.iter().all(Option::is_some) => {
                    return Ok(Ok(last_words.swap_remove(0).unwrap_or_default()));
                }
                Some(Heard::Ended(number)) if last_words[number].is_some() || alone.said.contains(&number) => {}
                Some(Heard::Ended(number)) => {
                    let status = processes.end(number);
                    return Ok(Err((number, Loss::Ended(status.and_then(signal)))));
                }
                Some(Heard::Line(number, text)) => match serde_json::from_str(&text) {
                    Ok(Said::Say(value)) => say(number, value),
                    Ok(Said::End(value)) => last_words[number] = Some(value),
                    Ok(Said::Alone) => alone.add(number),
                    Ok(Said::Listening(address)) => {
                        addresses[number] = Some(address);
                        if let Some(peers) = addresses.iter().cloned().collect() {
                            let peers = line(&Told::Peers(peers));
                            (0..self.processes).for_each(|number| processes.tell(number, &peers));
                        }
                    }
                    // What is not ours, such as a line that a library printed, says at least that it is alive.
                    Ok(Said::Alive) | Err(_) => {}
                },
            }
        }
    }
}

/// The processes that were left alone, and since when there are any.
#[derive(Default)]
struct Alone {
    said: Vec<usize>,
    since: Option<Instant>,
}

impl Alone {
    fn add(&mut self, number: usize) {
        self.said.push(number);
        self.since.get_or_insert_with(Instant::now);
    }

    /// The first of them, once no other is left, or has ended in time, that could have begun it.
    fn without_cause(&self, processes: usize) -> Option<usize> {
        let is_over = self.said.len() == processes || self.since.is_some_and(|since| since.elapsed() > AFTER_ALONE);
        if is_over { self.said.first().copied() } else { None }
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A process that is watched: its side of the talk.
#[derive(Clone)]
pub struct Watched {
    out: Arc<Mutex<std::io::Stdout>>,
}

impl Watched {
    /// Says where this process listens and hears where the others do. From now on it says that it is alive, does what it
    /// is told, and ends when nobody watches any more. `None` if that happened before it began.
    pub fn begin(listener: &TcpListener, cancel: &Arc<AtomicBool>) -> Option<(Self, Vec<String>)> {
        let this = Self { out: Arc::new(Mutex::new(std::io::stdout())) };
        this.line(&Said::Listening(listener.local_addr().ok()?.to_string()));
        let mut first = String::new();
        std::io::stdin().lock().read_line(&mut first).ok()?;
        let Ok(Told::Peers(peers)) = serde_json::from_str(&first) else { return None };
        let cancel = Arc::clone(cancel);
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines().map_while(Result::ok) {
                if let Ok(Told::Stop) = serde_json::from_str(&line) {
                    cancel.store(true, Ordering::Relaxed);
                }
            }
            std::process::exit(1);
        });
        let pulse = this.clone();
        std::thread::spawn(move || {
            loop {
                pulse.line(&Said::Alive);
                std::thread::sleep(PULSE);
            }
        });
        Some((this, peers))
    }

    /// Says something to whoever watches.
    pub fn say(&self, value: Value) {
        self.line(&Said::Say(value));
    }

    /// The last word: the work is done, or was ended in order.
    pub fn end(&self, value: Value) {
        self.line(&Said::End(value));
    }

    /// Another process was lost: this one can do no more.
    pub fn left_alone(&self) {
        self.line(&Said::Alone);
    }

    fn line(&self, said: &Said) {
        if let Ok(mut out) = self.out.lock() {
            // A watcher that has gone ends this process by other means.
            let _ = writeln!(out, "{}", line(said)).and_then(|()| out.flush());
        }
    }
}
