//! `--processes N`: the boards of a batch in several processes, printed as if they had been solved in one.
//!
//! The program starts itself with its own command line and `--farm-process`; see [`Farm`]. It reads the boards, sends each
//! of them to one of those processes, and prints the answers: a process that is killed, or that runs out of memory, takes
//! no other board with it. A note that several processes send, such as that a table was built, is printed once.

use std::collections::HashMap;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::process::Stdio;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches};
use hueco_cluster::{Farm, FarmError, FarmProcess, LostProcess, Reply, Task};
use hueco_say::{Lang, Say, answers, commands as words, farm as said, fault_in_line};
use hueco_tiles::{Board, ParseError, parse_board, parse_shape, read_boards};
use serde::{Deserialize, Serialize};

use super::batch::Printer;
use super::{Job, Printed, Share};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::status::Status;

/// Boards held at a time, per board that is solved at a time.
const WINDOW: usize = 256;
/// How long a process may be silent.
const TIMEOUT: Duration = Duration::from_secs(20);

/// `--processes` and, hidden, `--farm-process`.
pub(super) fn options(lang: Lang) -> [Arg; 2] {
    let processes = options::number(lang, "processes", 1, 1024).help(said::option_batch_processes(lang));
    let process = Arg::new(FARM_PROCESS).long(FARM_PROCESS).action(ArgAction::SetTrue);
    [processes, process.hide(true).help(said::option_farm_process(lang))]
        .map(|arg| arg.help_heading(words::heading_method(lang)))
}

const FARM_PROCESS: &str = "farm-process";

/// What `--processes` says.
pub(super) fn processes(matches: &ArgMatches) -> Option<usize> {
    matches.get_one::<u64>("processes").map(|&count| count as usize)
}

/// Refuses `--processes` for a single board.
pub(super) fn batches_only(matches: &ArgMatches, lang: Lang) -> Result<()> {
    if processes(matches).is_some() { Err(Failure::input(said::processes_for_batches(lang))) } else { Ok(()) }
}

/// Whether this process was started by another one to solve its boards.
pub(super) fn is_farm_process(matches: &ArgMatches) -> bool {
    matches.get_flag(FARM_PROCESS)
}

/// Boards that each process solves at the same time.
fn boards_at_once(job: &Job<'_>) -> usize {
    job.asked.tuning.threads.unwrap_or(1)
}

/// What a process answers.
#[derive(Serialize, Deserialize)]
struct Answered {
    /// Its process id.
    process: u64,
    outcome: Printed,
    notes: Vec<String>,
}

/// A board as a line of text, with the number of other boards in the batch.
fn encode(board: &Board, others: u64) -> String {
    format!("{others} {}x{} {board}", board.shape().rows(), board.shape().cols())
}

fn decode(text: &str) -> Option<(Board, u64)> {
    let (others, text) = text.split_once(' ')?;
    let (shape, board) = text.split_once(' ')?;
    Some((parse_board(board, Some(parse_shape(shape).ok()?)).ok()?, others.parse().ok()?))
}

/// What is kept of an input line until its turn has come.
struct Line {
    number: usize,
    heading: Option<String>,
    /// What is wrong with it.
    fault: Option<String>,
}

/// Solves every board of an input in processes.
pub(super) fn run(
    job: &Job<'_>,
    processes: usize,
    reader: impl BufRead + Send + 'static,
    lines: u64,
    name: &str,
) -> Result<Status> {
    let (context, lang) = (job.context, job.context.lang);
    let again = context.again().map_err(|error| cannot_start(error.kind(), lang))?;
    let farm = Farm {
        processes,
        jobs_at_once: boards_at_once(job),
        command: &|_| {
            let mut command = again();
            command.args(process_words(context)).stderr(Stdio::inherit());
            // Ctrl-C is for this process alone, which then stops the others.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            command
        },
        window: WINDOW.saturating_mul(processes).saturating_mul(boards_at_once(job)),
        timeout: TIMEOUT,
        cancel: &context.cancel,
    };
    let tasks = (0u64..).zip(read_boards(reader, options::read_size(job.matches)));
    let tasks =
        tasks.map(move |(place, (number, board))| task(number, board, lines.saturating_sub(1).max(place), lang));
    let mut printer = Printer::new(job, lines, name);
    let mut notes = Notes::default();
    let mut ended = Ok(Status::Done);
    let mut answer = |Line { number, heading, fault }: Line, reply: Reply| {
        let (outcome, refused) = outcome(fault, reply, lang, &mut |process, text| {
            if notes.is_new(process, text) {
                context.note(text);
            }
        });
        ended = printer.print(number, heading, outcome, refused);
        if matches!(ended, Ok(status) if status != Status::Interrupted) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let ran =
        context.while_searching(|| farm.run(tasks, &mut answer, &mut |lost| context.note(&loss_note(lost, lang))));
    match (ran, ended) {
        (Err(FarmError::Start(kind)), _) => Err(cannot_start(kind, lang)),
        (Err(FarmError::LostBeforeWork(count)), _) => {
            Err(Failure::Message { status: Status::Internal, message: said::processes_lost_before_work(lang, count) })
        }
        (Ok(()), Ok(Status::Interrupted)) => Ok(Status::Interrupted),
        (Ok(()), Ok(_)) => printer.end(),
        (Ok(()), Err(failure)) => Err(failure),
    }
}

fn cannot_start(kind: std::io::ErrorKind, lang: Lang) -> Failure {
    Failure::Message { status: Status::Internal, message: said::processes_cannot_start(lang, kind.say(lang)) }
}

/// The command line of a process: ours, with `--farm-process`.
fn process_words(context: &Context) -> Vec<std::ffi::OsString> {
    let mut words: Vec<_> = context.words.iter().skip(1).cloned().collect();
    // Right after the command's name, before a possible `--`.
    let place = words.iter().position(|word| word == "solve").map_or(words.len(), |name| name + 1);
    words.insert(place, format!("--{FARM_PROCESS}").into());
    words
}

fn task(number: usize, board: std::result::Result<Board, ParseError>, others: u64, lang: Lang) -> Task<Line> {
    match board {
        Ok(board) => {
            let heading = Some(answers::line_heading(lang, number, &board));
            Task::Job(encode(&board, others), Line { number, heading, fault: None })
        }
        Err(error) => Task::Skip(Line { number, heading: None, fault: Some(fault_in_line(&error, lang)) }),
    }
}

/// What is printed for a line, and the exit status if it is an error.
fn outcome(fault: Option<String>, reply: Reply, lang: Lang, note: &mut dyn FnMut(u64, &str)) -> (Printed, Status) {
    let given_up = |how: &str| (Err(said::board_given_up(lang, how)), Status::Internal);
    match (fault, reply) {
        (Some(message), _) => (Err(message), Status::BadInput),
        (None, Reply::Lost(loss)) => given_up(&said::how_lost(loss, lang)),
        (None, Reply::Skipped) => given_up(said::process_invalid_answer(lang)),
        (None, Reply::Answer(value)) => match serde_json::from_value::<Answered>(value) {
            Ok(answered) => {
                answered.notes.iter().for_each(|text| note(answered.process, text));
                (answered.outcome, Status::BadInput)
            }
            Err(_) => given_up(said::process_invalid_answer(lang)),
        },
    }
}

fn loss_note(LostProcess { process, loss, repeated }: LostProcess, lang: Lang) -> String {
    let (number, how) = (process + 1, said::how_lost(loss, lang));
    if repeated == 0 {
        said::process_lost(lang, number, how)
    } else {
        said::process_lost_and_repeated(lang, number, how)
    }
}

/// Counts notes, so that each is printed as often as the process that sends it most often, not once per process.
#[derive(Default)]
struct Notes {
    printed: HashMap<String, u64>,
    received: HashMap<(u64, String), u64>,
}

impl Notes {
    fn is_new(&mut self, process: u64, text: &str) -> bool {
        let received = self.received.entry((process, text.to_owned())).or_default();
        *received += 1;
        let printed = self.printed.entry(text.to_owned()).or_default();
        let is_new = *received > *printed;
        *printed = (*printed).max(*received);
        is_new
    }
}

/// What one of the processes does: solves boards until the farm ends.
pub(super) fn work(job: &Job<'_>) -> Status {
    let process = FarmProcess::join(&job.context.cancel);
    let boards = boards_at_once(job) * processes(job.matches).unwrap_or(1);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let builders = (cores / processes(job.matches).unwrap_or(1)).max(1);
    std::thread::scope(|scope| {
        for _ in 0..boards_at_once(job) {
            scope.spawn(|| {
                let _guard = ExitOnPanic;
                while let Some((number, text)) = process.next() {
                    let Some((board, others)) = decode(&text) else {
                        process.answer(number, serde_json::Value::Null);
                        continue;
                    };
                    let share = Share { boards, builders, others, is_alone: false, is_last: false };
                    let mut notes = Vec::new();
                    let outcome = match job.solve(board, &share, &mut |text| notes.push(text.to_owned())) {
                        Ok(printed) => printed,
                        Err(Failure::Message { message, .. }) => Err(message),
                        Err(Failure::ReaderGone) => return,
                    };
                    if job.context.cancelled() && !process.is_stopped() {
                        // This process was interrupted, not the batch: others solve its boards.
                        std::process::exit(Status::Interrupted.code());
                    }
                    let answered = Answered { process: std::process::id().into(), outcome, notes };
                    process.answer(number, serde_json::to_value(answered).unwrap_or_default());
                }
            });
        }
    });
    Status::Done
}

/// Ends the process when a thread panics; the other threads would continue as if nothing had happened.
struct ExitOnPanic;

impl Drop for ExitOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::exit(Status::Internal.code());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::process::Command;
    use std::time::Instant;

    use super::super::faulty;
    use super::*;

    /// What the test below runs in a process of its own.
    #[test]
    #[ignore = "it reads standard input and ends the process; the test below runs it"]
    fn a_process_whose_boards_panic() {
        faulty::with_job(work);
    }

    #[test]
    fn a_process_ends_when_one_of_its_threads_panics() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "commands::solve::farm::tests::a_process_whose_boards_panic", "--ignored"]);
        let mut process = command
            .arg("--nocapture")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let board = parse_board("1 2 3 / 4 5 6 / 7 0 8", None).unwrap();
        let job = serde_json::json!({"job": [0, encode(&board, 0)]});
        // Its other thread waits for a board as long as this is open.
        let mut input = process.stdin.take().unwrap();
        writeln!(input, "{job}").unwrap();
        let began = Instant::now();
        let status = loop {
            if let Some(status) = process.try_wait().unwrap() {
                break Some(status);
            }
            if began.elapsed() > Duration::from_secs(60) {
                process.kill().and_then(|()| process.wait()).unwrap();
                break None;
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        // A test that merely fails ends with another status.
        assert_eq!(status.and_then(|status| status.code()), Some(Status::Internal.code()));
        drop(input);
    }

    #[test]
    fn a_board_is_decoded_as_it_was_encoded() {
        for (text, shape) in [("1 2 3 0", "1x4"), ("1 2 / 3 0", "2x2"), ("1 / 0", "2x1"), ("0 5 2 / 1 4 3", "2x3")] {
            let board = parse_board(text, Some(parse_shape(shape).unwrap())).unwrap();
            assert_eq!(decode(&encode(&board, 17)), Some((board, 17)));
        }
        for text in ["", "1", "1 2x2", "x 2x2 1 2 / 3 0", "1 2x3 1 2 / 3 0"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    #[test]
    fn a_note_of_several_processes_is_printed_once() {
        let mut notes = Notes::default();
        let are_new =
            [(1, "a"), (2, "a"), (2, "a"), (1, "a"), (3, "b"), (1, "a")].map(|(who, text)| notes.is_new(who, text));
        assert_eq!(are_new, [true, false, true, false, true, true]);
    }
}
