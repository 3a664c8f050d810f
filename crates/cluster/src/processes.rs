//! Local processes that speak with this one, line by line.
//!
//! A process is the program itself, started once more. It is told things on its standard input and says things on its
//! standard output, each on a line of its own; what it writes to standard error goes where ours goes. When its input ends,
//! it knows that nobody needs it any more and ends too: so no process outlives the one that started it, however that ended.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
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
    stdin: ChildStdin,
    heard: Instant,
    has_ended: bool,
}

/// Some processes, numbered. They end with it.
pub(crate) struct Processes {
    all: Vec<Process>,
    lines: Receiver<Heard>,
    sender: Sender<Heard>,
}

impl Processes {
    /// None yet.
    pub(crate) fn new() -> Self {
        let (sender, lines) = channel();
        Self { all: Vec::new(), lines, sender }
    }

    /// Starts one more. Its number.
    pub(crate) fn start(&mut self, mut command: Command) -> io::Result<usize> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (number, sender) = (self.all.len(), self.sender.clone());
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(Heard::Line(number, line)).is_err() {
                    return;
                }
            }
            // Nobody waits for it any more: then nobody needs to know.
            let _ = sender.send(Heard::Ended(number));
        });
        self.all.push(Process { child, stdin, heard: Instant::now(), has_ended: false });
        Ok(number)
    }

    /// Tells a process a line. One that has ended does not hear it; that is told by [`Processes::hear`].
    pub(crate) fn tell(&mut self, number: usize, line: &str) {
        let stdin = &mut self.all[number].stdin;
        let _ = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
    }

    /// Waits for something to be said, at most so long.
    pub(crate) fn hear(&mut self, patience: Duration) -> Option<Heard> {
        let heard = match self.lines.recv_timeout(patience) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
        };
        let (Heard::Line(number, _) | Heard::Ended(number)) = &heard;
        self.all[*number].heard = Instant::now();
        self.all[*number].has_ended |= matches!(heard, Heard::Ended(_));
        Some(heard)
    }

    /// A process that should say something now and then, and has not for so long.
    pub(crate) fn silent(&self, patience: Duration) -> Option<usize> {
        self.all.iter().position(|process| !process.has_ended && process.heard.elapsed() > patience)
    }

    /// Ends a process at once. How it ended, if it is known.
    pub(crate) fn end(&mut self, number: usize) -> Option<ExitStatus> {
        let child = &mut self.all[number].child;
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        // It may be about to end by itself, having closed its output; a moment tells how.
        if self.all[number].has_ended {
            for _ in 0..50 {
                std::thread::sleep(Duration::from_millis(2));
                if let Ok(Some(status)) = self.all[number].child.try_wait() {
                    return Some(status);
                }
            }
        }
        let child = &mut self.all[number].child;
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
