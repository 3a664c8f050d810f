//! Local processes that speak with this one, line by line.
//!
//! A process is the program itself, started once more. It is told things on its standard input and says things on its
//! standard output, each on a line of its own; what it writes to standard error goes where ours goes. When its input ends,
//! it knows that nobody needs it any more and ends too: so no process outlives the one that started it, however that ended.
//! Lines are written and read by threads of their own: a process that stands still keeps nobody waiting.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// What was heard from a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// It said a line.
    Line(usize, String),
    /// It says nothing any more.
    Ended(usize),
}

struct Process {
    child: Child,
    /// What it is to be told; its input ends with this.
    told: Option<Sender<String>>,
    heard: Instant,
    has_ended: bool,
}

/// Some processes, numbered. They end with it.
pub(crate) struct Processes {
    all: Vec<Process>,
    lines: Receiver<Option<Heard>>,
    sender: Sender<Option<Heard>>,
    /// When it was last looked whether a process is silent.
    looked: Instant,
}

/// Wakes whoever waits in [`Processes::hear`].
pub(crate) struct Nudge(Sender<Option<Heard>>);

impl Nudge {
    /// Lets it hear nothing, at once.
    pub(crate) fn give(&self) {
        // Nobody waits any more: then nobody is woken.
        let _ = self.0.send(None);
    }
}

impl Processes {
    /// None yet.
    pub(crate) fn new() -> Self {
        let (sender, lines) = channel();
        Self { all: Vec::new(), lines, sender, looked: Instant::now() }
    }

    /// Starts one more. Its number.
    pub(crate) fn start(&mut self, mut command: Command) -> io::Result<usize> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (number, sender) = (self.all.len(), self.sender.clone());
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(Some(Heard::Line(number, line))).is_err() {
                    return;
                }
            }
            // Nobody waits for it any more: then nobody needs to know.
            let _ = sender.send(Some(Heard::Ended(number)));
        });
        let (told, to_tell) = channel::<String>();
        std::thread::spawn(move || {
            // The end of a process is told by its output.
            let _ = to_tell.iter().try_for_each(|line| writeln!(stdin, "{line}").and_then(|()| stdin.flush()));
        });
        self.all.push(Process { child, told: Some(told), heard: Instant::now(), has_ended: false });
        Ok(number)
    }

    /// What can wake [`Processes::hear`] from another thread.
    pub(crate) fn nudge(&self) -> Nudge {
        Nudge(self.sender.clone())
    }

    /// Tells a process a line. One that has ended does not hear it; that is told by [`Processes::hear`].
    pub(crate) fn tell(&mut self, number: usize, line: &str) {
        if let Some(told) = &self.all[number].told {
            let _ = told.send(line.to_owned());
        }
    }

    /// Waits for something to be said, at most so long or until it is nudged.
    pub(crate) fn hear(&mut self, patience: Duration) -> Option<Heard> {
        let heard = match self.lines.recv_timeout(patience) {
            Ok(heard) => heard?,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
        };
        let (Heard::Line(number, _) | Heard::Ended(number)) = &heard;
        self.all[*number].heard = Instant::now();
        self.all[*number].has_ended |= matches!(heard, Heard::Ended(_));
        Some(heard)
    }

    /// A process that should say something now and then, and has not for so long. Whoever has not looked for half that time
    /// was stopped itself, perhaps together with the machine, and waits once more.
    pub(crate) fn silent(&mut self, patience: Duration) -> Option<usize> {
        let now = Instant::now();
        if now.duration_since(std::mem::replace(&mut self.looked, now)) > patience / 2 {
            self.all.iter_mut().for_each(|process| process.heard = now);
        }
        self.all.iter().position(|process| !process.has_ended && process.heard.elapsed() > patience)
    }

    /// Ends a process at once. How it ended, if it is known.
    pub(crate) fn end(&mut self, number: usize) -> Option<ExitStatus> {
        let Process { child, told, has_ended, .. } = &mut self.all[number];
        *told = None;
        let was_ending = std::mem::replace(has_ended, true);
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        // It may be about to end by itself, having closed its output; a moment tells how.
        if was_ending {
            for _ in 0..50 {
                std::thread::sleep(Duration::from_millis(2));
                if let Ok(Some(status)) = child.try_wait() {
                    return Some(status);
                }
            }
        }
        let _ = child.kill();
        child.wait().ok()
    }
}

impl Drop for Processes {
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
pub(crate) fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
pub(crate) fn signal(_: ExitStatus) -> Option<i32> {
    None
}
