//! `--processes N`: the boards of a batch in several processes, printed as if they had been solved in one.
//!
//! The program starts itself with its own command line and `--farm-hand`; see [`Farm`]. It reads the boards, tells each of
//! them to one of those processes, and prints what comes back: a process that is killed, or that runs out of memory, takes
//! no other board with it. A note that several processes make, such as that a table was built, is told once.

use std::collections::HashMap;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches};
use hueco_cluster::{Farm, FarmError, FarmHand, Loss, LostProcess, Reply, Task};
use hueco_say::{Lang, Say, answers, commands as words, farm as said, fault_in_line};
use hueco_tiles::{Board, ParseError, parse_board, parse_shape, read_boards};
use serde::{Deserialize, Serialize};

use super::batch::Printer;
use super::{Job, Printed, Share};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::status::Status;

/// Boards held at a time, for each that is solved at a time.
const WINDOW: usize = 256;
/// How long a process may say nothing.
const PATIENCE: Duration = Duration::from_secs(20);

/// `--processes` and, hidden, `--farm-hand`.
pub(super) fn options(lang: Lang) -> [Arg; 2] {
    let processes = options::number(lang, "processes", 1, 1024).help(said::option_batch_processes(lang));
    let hand = Arg::new(HAND).long(HAND).action(ArgAction::SetTrue).hide(true).help(said::option_farm_hand(lang));
    [processes, hand].map(|arg| arg.help_heading(words::heading_method(lang)))
}

const HAND: &str = "farm-hand";

/// What `--processes` says.
pub(super) fn processes(matches: &ArgMatches) -> Option<usize> {
    matches.get_one::<u64>("processes").map(|&count| count as usize)
}

/// Refuses `--processes` for a single board.
pub(super) fn batches_only(matches: &ArgMatches, lang: Lang) -> Result<()> {
    if processes(matches).is_some() { Err(Failure::input(said::processes_for_batches(lang))) } else { Ok(()) }
}

/// Whether this process was started by another one to solve its boards.
pub(super) fn is_hand(matches: &ArgMatches) -> bool {
    matches.get_flag(HAND)
}

/// Boards that each process solves at the same time.
fn at_once(job: &Job<'_>) -> usize {
    job.asked.threads.unwrap_or(1)
}

/// What a process answers.
#[derive(Serialize, Deserialize)]
struct Answered {
    /// Who says it.
    process: u64,
    outcome: Printed,
    notes: Vec<String>,
}

/// A board as it is told to a process, with the number of other boards in the batch.
fn told(board: &Board, others: u64) -> String {
    format!("{others} {}x{} {board}", board.shape().rows(), board.shape().cols())
}

fn understood(text: &str) -> Option<(Board, u64)> {
    let (others, text) = text.split_once(' ')?;
    let (shape, board) = text.split_once(' ')?;
    Some((parse_board(board, Some(parse_shape(shape).ok()?)).ok()?, others.parse().ok()?))
}

/// What is kept of a line until it is its turn to be printed.
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
    let program = std::env::current_exe().map_err(|error| cannot_start(error.kind(), lang))?;
    let farm = Farm {
        processes,
        at_once: at_once(job),
        command: &|_| {
            let mut command = Command::new(&program);
            command.args(hand_words(context)).stderr(Stdio::inherit());
            // Ctrl-C is for this process alone: it tells the others.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            command
        },
        window: WINDOW.saturating_mul(processes).saturating_mul(at_once(job)),
        patience: PATIENCE,
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
        context.while_searching(|| farm.run(tasks, &mut answer, &mut |lost| context.note(&lost_words(lost, lang))));
    match (ran, ended) {
        (Err(FarmError::Start(kind)), _) => Err(cannot_start(kind, lang)),
        (Err(FarmError::NeverBegan(count)), _) => {
            Err(Failure::Told { status: Status::Internal, message: said::processes_never_began(lang, count) })
        }
        (Ok(()), Ok(Status::Interrupted)) => Ok(Status::Interrupted),
        (Ok(()), Ok(_)) => printer.end(),
        (Ok(()), Err(failure)) => Err(failure),
    }
}

fn cannot_start(kind: std::io::ErrorKind, lang: Lang) -> Failure {
    Failure::Told { status: Status::Internal, message: said::processes_cannot_start(lang, kind.say(lang)) }
}

/// The command line of a process: ours, and that it is one.
fn hand_words(context: &Context) -> Vec<std::ffi::OsString> {
    let mut words: Vec<_> = context.words.iter().skip(1).cloned().collect();
    // Right after the command's name, before anything that could end the options.
    let place = words.iter().position(|word| word == "solve").map_or(words.len(), |name| name + 1);
    words.insert(place, format!("--{HAND}").into());
    words
}

fn task(number: usize, board: std::result::Result<Board, ParseError>, others: u64, lang: Lang) -> Task<Line> {
    match board {
        Ok(board) => {
            let heading = Some(answers::line_heading(lang, number, &board));
            Task::Ask(told(&board, others), Line { number, heading, fault: None })
        }
        Err(error) => Task::Known(Line { number, heading: None, fault: Some(fault_in_line(&error, lang)) }),
    }
}

/// What is printed of a line, and the status of a message.
fn outcome(fault: Option<String>, reply: Reply, lang: Lang, note: &mut dyn FnMut(u64, &str)) -> (Printed, Status) {
    let given_up = |how: &str| (Err(said::board_given_up(lang, how)), Status::Internal);
    match (fault, reply) {
        (Some(message), _) => (Err(message), Status::BadInput),
        (None, Reply::Lost(loss)) => given_up(&how_lost(loss, lang)),
        (None, Reply::Known) => given_up(said::process_unclear(lang)),
        (None, Reply::Said(value)) => match serde_json::from_value::<Answered>(value) {
            Ok(answered) => {
                answered.notes.iter().for_each(|text| note(answered.process, text));
                (answered.outcome, Status::BadInput)
            }
            Err(_) => given_up(said::process_unclear(lang)),
        },
    }
}

fn how_lost(loss: Loss, lang: Lang) -> String {
    match loss {
        Loss::Ended(signal) => said::ended(signal, lang),
        Loss::Silent => said::process_silent(lang).to_owned(),
    }
}

fn lost_words(LostProcess { process, loss, again }: LostProcess, lang: Lang) -> String {
    let (number, how) = (process + 1, how_lost(loss, lang));
    if again == 0 { said::process_lost(lang, number, how) } else { said::process_lost_again(lang, number, how) }
}

/// Which notes were told: as often as the process that says them most often, not once for each process.
#[derive(Default)]
struct Notes {
    told: HashMap<String, u64>,
    said: HashMap<(u64, String), u64>,
}

impl Notes {
    fn is_new(&mut self, process: u64, text: &str) -> bool {
        let said = self.said.entry((process, text.to_owned())).or_default();
        *said += 1;
        let told = self.told.entry(text.to_owned()).or_default();
        let is_new = *said > *told;
        *told = (*told).max(*said);
        is_new
    }
}

/// What one of the processes does: solves boards until nobody needs it any more.
pub(super) fn work(job: &Job<'_>) -> Status {
    let hand = FarmHand::begin(&job.context.cancel);
    let boards = at_once(job) * processes(job.matches).unwrap_or(1);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let builders = (cores / processes(job.matches).unwrap_or(1)).max(1);
    std::thread::scope(|scope| {
        for _ in 0..at_once(job) {
            scope.spawn(|| {
                let _guard = EndsWithPanic;
                while let Some((number, text)) = hand.next() {
                    let Some((board, others)) = understood(&text) else {
                        hand.answer(number, serde_json::Value::Null);
                        continue;
                    };
                    let share = Share { boards, builders, others, is_alone: false };
                    let mut notes = Vec::new();
                    let outcome = match job.solve(board, &share, &mut |text| notes.push(text.to_owned())) {
                        Ok(printed) => printed,
                        Err(Failure::Told { message, .. }) => Err(message),
                        Err(Failure::ReaderGone) => return,
                    };
                    if job.context.cancelled() && !hand.is_stopped() {
                        // Somebody ended this process, not the batch: its boards are for the others.
                        std::process::exit(Status::Interrupted.code());
                    }
                    let answered = Answered { process: std::process::id().into(), outcome, notes };
                    hand.answer(number, serde_json::to_value(answered).unwrap_or_default());
                }
            });
        }
    });
    Status::Done
}

/// Ends the process with a thread that panics: the others would wait for boards as if nothing had happened.
struct EndsWithPanic;

impl Drop for EndsWithPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::exit(Status::Internal.code());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_understood_as_it_was_told() {
        for (text, shape) in [("1 2 3 0", "1x4"), ("1 2 / 3 0", "2x2"), ("1 / 0", "2x1"), ("0 5 2 / 1 4 3", "2x3")] {
            let board = parse_board(text, Some(parse_shape(shape).unwrap())).unwrap();
            assert_eq!(understood(&told(&board, 17)), Some((board, 17)));
        }
        for text in ["", "1", "1 2x2", "x 2x2 1 2 / 3 0", "1 2x3 1 2 / 3 0"] {
            assert_eq!(understood(text), None, "{text}");
        }
    }

    #[test]
    fn a_note_of_several_processes_is_told_once() {
        let mut notes = Notes::default();
        let told =
            [(1, "a"), (2, "a"), (2, "a"), (1, "a"), (3, "b"), (1, "a")].map(|(who, text)| notes.is_new(who, text));
        assert_eq!(told, [true, false, true, false, true, true]);
    }
}
