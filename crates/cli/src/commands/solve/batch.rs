//! Many boards: several at a time, answered in the order in which they came.
//!
//! ```text
//! reader thread ──boards──▶ workers ──answers──▶ this thread: puts them in order and prints
//!       ▲                                              │
//!       └───── not too far ahead of what is printed ───┘
//! ```
//! The reader has a thread of its own because it may wait for the writer of the pipe; an answer is printed as soon as
//! it is its turn. The reader is not waited for: after Ctrl-C it may still sit there, waiting for a line.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use hueco_say::{answers, fault_in_line, usage};
use hueco_tiles::solve::Algorithm;
use hueco_tiles::{Board, ParseError, Shape, read_boards};

use super::{Job, Printed, Share};
use crate::answer;
use crate::context::Out;
use crate::failure::{Failure, Result};
use crate::format::Format;
use crate::options;
use crate::status::Status;

/// Boards read ahead of the last answer printed, for each worker.
const AHEAD: u64 = 256;

/// How long a worker waits for a board before it looks whether anybody still wants answers.
const PATIENCE: Duration = Duration::from_millis(50);

/// A line of the input: its place among the boards, its number, and the board.
struct Line {
    place: u64,
    number: usize,
    board: std::result::Result<Board, ParseError>,
}

/// What a line came to.
struct Done {
    place: u64,
    number: usize,
    heading: Option<String>,
    outcome: Printed,
}

/// Solves every board of an input, in order. A bad line is reported, and the others are solved.
pub(super) fn run(job: &Job<'_>, reader: impl BufRead + Send + 'static, lines: u64, name: &str) -> Result<Status> {
    let workers = workers(job);
    let printed = Arc::new(Progress::default());
    let (boards, queue) = mpsc::channel();
    read_ahead(reader, options::read_size(job.matches), boards, Arc::clone(&printed), AHEAD * workers as u64);
    let queue = Mutex::new(queue);
    let (answers, finished) = mpsc::channel();
    let has_panicked = AtomicBool::new(false);
    let status = std::thread::scope(|scope| {
        for _ in 0..workers {
            let (queue, answers, has_panicked) = (&queue, answers.clone(), &has_panicked);
            scope.spawn(move || {
                let work = || work(job, workers, lines, queue, &answers);
                // Its board will never be answered, and everything waits for answers in order: the others end too.
                if panic::catch_unwind(AssertUnwindSafe(work)).is_err() {
                    has_panicked.store(true, Ordering::Relaxed);
                    job.context.stop();
                }
            });
        }
        drop(answers);
        let status = print(job, &finished, &printed, lines, name);
        if status.is_err() {
            // Nobody reads the answers any more: the workers can stop.
            job.context.stop();
        }
        status
    });
    // The panic hook has printed why.
    if has_panicked.into_inner() { Ok(Status::Internal) } else { status }
}

/// `auto` solves a board on every core; another method only as many as `--threads` says.
fn workers(job: &Job<'_>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let own = || if job.asked.algorithm == Algorithm::Auto { cores() } else { 1 };
    job.asked.tuning.threads.unwrap_or_else(own)
}

/// How many answers were printed.
#[derive(Default)]
struct Progress {
    printed: Mutex<u64>,
    moved: Condvar,
}

impl Progress {
    fn advance(&self, printed: u64) {
        *self.printed.lock().unwrap_or_else(PoisonError::into_inner) = printed;
        self.moved.notify_all();
    }

    fn wait_for(&self, least: u64) {
        let printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.moved.wait_while(printed, |printed| *printed < least));
    }
}

fn read_ahead(
    reader: impl BufRead + Send + 'static,
    size: Option<Shape>,
    boards: Sender<Line>,
    printed: Arc<Progress>,
    ahead: u64,
) {
    std::thread::spawn(move || {
        for (place, (number, board)) in read_boards(reader, size).enumerate() {
            let place = place as u64;
            printed.wait_for((place + 1).saturating_sub(ahead));
            if boards.send(Line { place, number, board }).is_err() {
                return;
            }
        }
    });
}

fn work(job: &Job<'_>, workers: usize, lines: u64, queue: &Mutex<Receiver<Line>>, answers: &Sender<Done>) {
    let lang = job.context.lang;
    while !job.context.cancelled() {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE);
        let Line { place, number, board } = match next {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        // Where the number of lines is not known, those before this one.
        let others = lines.saturating_sub(1).max(place);
        let share = Share { boards: workers, builders: workers, others, is_alone: workers == 1, is_last: false };
        let heading = board.as_ref().ok().map(|board| answers::line_heading(lang, number, board));
        let outcome = match board {
            Ok(board) => match job.solve(board, &share, &mut |text| job.context.note(text)) {
                Ok(printed) => printed,
                Err(Failure::Message { message, .. }) => Err(message),
                Err(Failure::ReaderGone) => return,
            },
            Err(error) => Err(fault_in_line(&error, lang)),
        };
        if answers.send(Done { place, number, heading, outcome }).is_err() {
            return;
        }
    }
}

/// Prints answers in order as they come; the status of the worst.
fn print(job: &Job<'_>, finished: &Receiver<Done>, printed: &Progress, lines: u64, name: &str) -> Result<Status> {
    let mut printer = Printer::new(job, lines, name);
    let (mut next, mut waiting) = (0, BTreeMap::new());
    for done in finished {
        waiting.insert(done.place, done);
        while let Some(Done { number, heading, outcome, .. }) = waiting.remove(&next) {
            let status = printer.print(number, heading, outcome, Status::BadInput)?;
            next += 1;
            printed.advance(next);
            if status == Status::Interrupted {
                return Ok(status);
            }
        }
    }
    printer.end()
}

/// Prints the answers of a batch, one after the other.
pub(super) struct Printer<'a> {
    job: &'a Job<'a>,
    name: &'a str,
    out: Out,
    lines: u64,
    printed: u64,
    worst: Option<Status>,
}

impl<'a> Printer<'a> {
    /// Of the input `name`, which has this many lines, if that is known.
    pub(super) fn new(job: &'a Job<'a>, lines: u64, name: &'a str) -> Self {
        Self { job, name, out: job.context.out(), lines, printed: 0, worst: None }
    }

    /// The next answer: that of line `number`. A message instead of an answer has the status `refused`.
    pub(super) fn print(
        &mut self,
        number: usize,
        heading: Option<String>,
        outcome: Printed,
        refused: Status,
    ) -> Result<Status> {
        let (job, out, lang) = (self.job, &mut self.out, self.job.context.lang);
        match (job.format, heading) {
            (Format::Text, Some(heading)) => {
                let blank_line = if self.printed == 0 { "" } else { "\n" };
                out.line(&format!("{blank_line}{heading}"))?;
            }
            (Format::Csv, _) if self.printed == 0 => out.line(answer::csv::HEADER)?,
            _ => {}
        }
        let status = match (outcome, job.format) {
            (Ok((text, status)), Format::Csv) => {
                out.line(&format!("{number},{text}"))?;
                status
            }
            (Ok((text, status)), _) => {
                out.line(&text)?;
                status
            }
            (Err(message), Format::Json) => {
                out.line(&answer::json_error(number, &message))?;
                refused
            }
            (Err(message), Format::Csv) => {
                out.line(&format!("{number},{}", answer::csv::error(&message)))?;
                refused
            }
            (Err(message), Format::Text) => {
                // In order with the answers, where both go to the same terminal.
                out.flush()?;
                job.context.error(&usage::in_file_line(lang, self.name, number, &message));
                refused
            }
        };
        out.flush()?;
        self.printed += 1;
        let percent = (self.lines > 0).then(|| (100.0 * number as f64 / self.lines as f64).min(100.0));
        job.progress.parts_done(self.printed, percent);
        self.worst = Some(self.worst.map_or(status, |worst| worst.worse(status)));
        Ok(status)
    }

    /// The status of the worst, if there was any.
    pub(super) fn end(self) -> Result<Status> {
        let context = self.job.context;
        if context.cancelled() {
            return Ok(Status::Interrupted);
        }
        self.worst.ok_or_else(|| Failure::input(usage::no_boards(context.lang, self.name)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};
    use std::sync::mpsc::channel;

    use super::super::faulty;
    use super::*;

    /// One board, and then nothing, without an end.
    struct Endless {
        first: &'static [u8],
        rest: Receiver<u8>,
    }

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            match self.first.read(buffer)? {
                0 => self.rest.recv().map_or(Ok(0), |byte| (&[byte][..]).read(buffer)),
                read => Ok(read),
            }
        }
    }

    #[test]
    fn a_worker_that_panics_ends_the_batch_as_a_fault() {
        let (keeps_open, rest) = channel();
        let (sender, ended) = channel();
        std::thread::spawn(move || {
            let input = BufReader::new(Endless { first: b"1 2 3 / 4 5 6 / 7 0 8\n", rest });
            let _ = sender.send(faulty::with_job(|job| run(job, input, 0, "standard input")).ok());
        });
        // The other worker waits for a board as long as the input is open.
        assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Ok(Some(Status::Internal)));
        drop(keeps_open);
    }
}
