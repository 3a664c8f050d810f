//! Local processes that talk with this one, and their side of the talk.
//!
//! A process is this program, started once more. It receives messages on its standard input and sends messages on its
//! standard output, each a line of JSON; its standard error is ours. It sends a heartbeat twice a second. A process that
//! ends, or sends nothing for too long (it is stopped, or the machine has no memory left for it), is *lost*.
//!
//! A process whose input ends exits. So none outlives the one that started it, however that ended. Lines are read and
//! written by threads of their own: a process that hangs blocks nobody.
//!
//! ```text
//! Processes ──a line of JSON each──▶ Parent
//! (here)    ◀── "alive", {"message":…} ── (in each process)
//! ```

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// From one heartbeat to the next.
const HEARTBEAT: Duration = Duration::from_millis(500);
/// How long [`Processes::next_event`] waits, so that its caller can look at other things now and then.
const POLL: Duration = Duration::from_millis(100);
/// How often a process that has closed its output is asked whether it has exited, and how long in between.
const EXIT_POLLS: usize = 50;
const EXIT_POLL: Duration = Duration::from_millis(2);

/// How a process was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It ended; the signal, if it was one.
    Ended(Option<i32>),
    /// It sent nothing for too long.
    Silent,
}

/// A line that a process sends.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line<M> {
    Alive,
    Message(M),
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// What happened to a process, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProcessEvent<M> {
    /// It sent a message.
    Message(usize, M),
    /// It was lost. This is its last event.
    Lost(usize, Loss),
}

/// What a reading thread has to report.
enum Output<M> {
    Message(usize, M),
    /// A heartbeat. Any other line, such as one that a library printed, counts as one too.
    Alive(usize),
    Closed(usize),
    /// [`Waker::wake`] was called.
    Wake,
}

struct Process {
    child: Child,
    /// Its input ends when this is dropped.
    input: Option<Sender<String>>,
    last_heard: Instant,
    has_closed: bool,
}

/// Processes, numbered in the order in which they were started. They are killed when this is dropped. `M` is what they
/// send.
pub(crate) struct Processes<M> {
    all: Vec<Process>,
    /// How long a process may send nothing.
    timeout: Duration,
    output: Receiver<Output<M>>,
    sender: Sender<Output<M>>,
    last_checked: Instant,
}

/// Ends the wait in [`Processes::next_event`], from another thread.
pub(crate) struct Waker<M>(Sender<Output<M>>);

impl<M> Waker<M> {
    pub(crate) fn wake(&self) {
        // It fails if nobody waits any more; then nobody needs to be woken.
        let _ = self.0.send(Output::Wake);
    }
}

impl<M: DeserializeOwned + Send + 'static> Processes<M> {
    /// No process yet.
    pub(crate) fn new(timeout: Duration) -> Self {
        let (sender, output) = channel();
        Self { all: Vec::new(), timeout, output, sender, last_checked: Instant::now() }
    }

    /// Starts a process and returns its number.
    pub(crate) fn start(&mut self, mut command: Command) -> io::Result<usize> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (number, sender) = (self.all.len(), self.sender.clone());
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                let output = match serde_json::from_str(&line) {
                    Ok(Line::Message(message)) => Output::Message(number, message),
                    Ok(Line::Alive) | Err(_) => Output::Alive(number),
                };
                if sender.send(output).is_err() {
                    return;
                }
            }
            // It fails if nobody waits any more; then nobody needs to know.
            let _ = sender.send(Output::Closed(number));
        });
        let (input, lines) = channel::<String>();
        std::thread::spawn(move || {
            // Where writing fails, the process has ended; that is noticed by its output.
            let _ = lines.iter().try_for_each(|line| writeln!(stdin, "{line}").and_then(|()| stdin.flush()));
        });
        self.all.push(Process { child, input: Some(input), last_heard: Instant::now(), has_closed: false });
        Ok(number)
    }

    pub(crate) fn waker(&self) -> Waker<M> {
        Waker(self.sender.clone())
    }

    /// Sends a message to a process. One that has ended does not receive it.
    pub(crate) fn send(&mut self, number: usize, message: &impl Serialize) {
        if let Some(input) = &self.all[number].input {
            let _ = input.send(to_json(message));
        }
    }

    /// Waits a moment for the next event, or until it is woken.
    pub(crate) fn next_event(&mut self) -> Option<ProcessEvent<M>> {
        if let Some(number) = self.silent() {
            self.end(number);
            return Some(ProcessEvent::Lost(number, Loss::Silent));
        }
        let (number, event) = match self.output.recv_timeout(POLL) {
            Ok(Output::Message(number, message)) => (number, Some(ProcessEvent::Message(number, message))),
            Ok(Output::Alive(number)) => (number, None),
            Ok(Output::Closed(number)) => {
                self.all[number].has_closed = true;
                let signal = self.end(number).and_then(signal);
                return Some(ProcessEvent::Lost(number, Loss::Ended(signal)));
            }
            Ok(Output::Wake) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
        };
        self.all[number].last_heard = Instant::now();
        event
    }

    /// A process that has sent nothing for too long. If this was not called for half that time, this process was itself
    /// stopped, perhaps together with the machine, and all get another chance.
    fn silent(&mut self) -> Option<usize> {
        let now = Instant::now();
        if now.duration_since(std::mem::replace(&mut self.last_checked, now)) > self.timeout / 2 {
            self.all.iter_mut().for_each(|process| process.last_heard = now);
        }
        self.all.iter().position(|process| !process.has_closed && process.last_heard.elapsed() > self.timeout)
    }

    /// Ends a process and returns its status, if it is known.
    fn end(&mut self, number: usize) -> Option<ExitStatus> {
        let Process { child, input, has_closed, .. } = &mut self.all[number];
        *input = None;
        if std::mem::replace(has_closed, true) {
            // It is about to exit by itself: its own status is better than that of a kill.
            for _ in 0..EXIT_POLLS {
                if let Ok(Some(status)) = child.try_wait() {
                    return Some(status);
                }
                std::thread::sleep(EXIT_POLL);
            }
        }
        let _ = child.kill();
        child.wait().ok()
    }
}

impl<M> Drop for Processes<M> {
    fn drop(&mut self) {
        for process in &mut self.all {
            let _ = process.child.kill();
        }
        for process in &mut self.all {
            let _ = process.child.wait();
        }
    }
}

/// The signal that ended a process, if it was one.
#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// The process that started this one, as seen from here.
#[derive(Clone)]
pub(crate) struct Parent {
    out: Arc<Mutex<io::Stdout>>,
}

impl Parent {
    /// From now on this process sends heartbeats, passes every message it receives to `receive`, and exits when its input
    /// ends.
    pub(crate) fn connect<M: DeserializeOwned>(mut receive: impl FnMut(M) + Send + 'static) -> Self {
        let parent = Self { out: Arc::new(Mutex::new(io::stdout())) };
        std::thread::spawn(move || {
            for line in io::stdin().lock().lines().map_while(Result::ok) {
                if let Ok(message) = serde_json::from_str(&line) {
                    receive(message);
                }
            }
            std::process::exit(1);
        });
        let heart = parent.clone();
        std::thread::spawn(move || {
            loop {
                heart.send_line(&Line::<()>::Alive);
                std::thread::sleep(HEARTBEAT);
            }
        });
        parent
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: &impl Serialize) {
        self.send_line(&Line::Message(message));
    }

    fn send_line(&self, line: &Line<impl Serialize>) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        // It fails if the parent has ended. Then the input ends too, and with it this process.
        let _ = writeln!(out, "{}", to_json(line)).and_then(|()| out.flush());
    }
}
