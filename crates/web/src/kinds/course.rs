//! `course`: one of the five course programs on an input. What it writes is what its document says, byte for byte.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hueco_courses::solver::{Detect, Priority};
use hueco_courses::{CourseError, Ending, Note, astar, formal, menu, solver, sums};
use hueco_say::{Lang, Say, serve};
use hueco_search::{Budget, Limit};
use hueco_show::answer::VERSION;
use hueco_tiles::parse_board;
use serde::Serialize;
use serde_json::{Map, Value};

use super::sums::read_puzzle;
use crate::ask::{self, Allowance};
use crate::fault::Fault;
use crate::fields::Fields;
use crate::jobs::{Teller, Work};

/// The programs.
pub(crate) const PROGRAMS: [&str; 5] = ["menu", "solver", "formal", "sums", "astar"];

/// A program on its input: writes, and tells notes.
type Program = Box<dyn FnOnce(&mut Output, &mut Budget, &mut dyn FnMut(Note)) -> Result<Ending, CourseError> + Send>;

#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    program: &'static str,
    output: &'a str,
    file_name: &'static str,
    /// What else there is to say, in the user's language.
    notes: Vec<String>,
    solvable: bool,
}

pub(super) fn prepare(fields: &mut Fields, allowed: &Allowance) -> Result<Work, Fault> {
    let known = PROGRAMS.map(|name| (name, name));
    let name = fields.named("program", &known)?.ok_or_else(|| fields.missing("program"))?;
    let input = fields.text("input")?.unwrap_or_default();
    let chosen = fields.value("options").unwrap_or_else(|| Value::Object(Map::new()));
    let mut options =
        Fields::of(chosen, fields.lang).ok_or_else(|| Fault::wrong("options", serve::options_expected(fields.lang)))?;
    let (program, file_name): (Program, _) = match name {
        "menu" => (menu_program(input), menu::OUTPUT_FILE),
        "solver" => (solver_program(&input, &mut options)?, "solver.txt"),
        "formal" => (formal_program(&input, &mut options, allowed)?, "formal.txt"),
        "sums" => (sums_program(&input, &mut options)?, "sums.txt"),
        _ => (astar_program(&input, &mut options)?, "astar.txt"),
    };
    options.finish()?;
    let share = ask::limits(fields, allowed)?;
    let lang = fields.lang;
    Ok(Box::new(move |teller: &Teller<'_>| {
        let mut output = Output::new(&share, teller.cancel());
        let mut notes = Vec::new();
        let mut budget = super::budget(&share, teller.cancel());
        let ended = program(&mut output, &mut budget, &mut |note| notes.push(note.say(lang)));
        let ending = match ended {
            Ok(Ending::Stopped(limit)) => Err(limit),
            Ok(ending) => Ok(ending),
            Err(error) => Err(output.stopped.ok_or_else(|| worded(&error, lang))?),
        };
        let solvable = match ending {
            Ok(ending) => ending != Ending::Unsolvable,
            // What was written until then is worth showing.
            Err(limit) if output.bytes.is_empty() => return Err(super::stopped(limit, lang)),
            Err(limit) => {
                notes.push(hueco_say::courses::course_stopped(lang, limit.say(lang)));
                true
            }
        };
        let text = String::from_utf8_lossy(&output.bytes);
        let written = Written { version: VERSION, program: name, output: &text, file_name, notes, solvable };
        super::result(&written, &share, lang)
    }))
}

fn menu_program(input: String) -> Program {
    Box::new(move |output, _, note| menu::run(input.as_bytes(), output, None, note))
}

fn solver_program(input: &str, options: &mut Fields) -> Result<Program, Fault> {
    let lang = options.lang;
    let board = solver::read(input.as_bytes(), true).map_err(|error| worded(&error, lang))?;
    let priorities = [("manhattan", Priority::Manhattan), ("hamming", Priority::Hamming)];
    let detections = [("formula", Detect::Formula), ("twin", Detect::Twin)];
    let asked = solver::Options {
        priority: options.named("priority", &priorities)?.unwrap_or_default(),
        detect: options.named("detect", &detections)?.unwrap_or_default(),
    };
    Ok(Box::new(move |output, budget, note| solver::run(&board, asked, output, budget, note)))
}

fn formal_program(input: &str, options: &mut Fields, allowed: &Allowance) -> Result<Program, Fault> {
    let text = Value::String(input.to_owned());
    let board = ask::read_board(text, "input", None, allowed, options.lang)?;
    let goal = ask::goal(options, board.shape())?;
    let formats = [("text", formal::Format::Text), ("json", formal::Format::Json)];
    let format = options.named("format", &formats)?.unwrap_or_default();
    Ok(Box::new(move |output, budget, _| formal::run(&board, &goal, format, output, budget)))
}

fn sums_program(input: &str, options: &mut Fields) -> Result<Program, Fault> {
    let puzzle = if input.trim().is_empty() { sums::cross() } else { read_puzzle(input, options)? };
    let formats = [("text", sums::Format::Text), ("json", sums::Format::Json)];
    let asked = sums::Options {
        tree: options.flag("tree")?,
        seed: options.whole("seed", 0, u64::MAX)?,
        format: options.named("format", &formats)?.unwrap_or_default(),
    };
    Ok(Box::new(move |output, budget, _| sums::run(&puzzle, asked, output, budget)))
}

fn astar_program(input: &str, options: &mut Fields) -> Result<Program, Fault> {
    let lang = options.lang;
    let shape = Some(astar::shape());
    let parse =
        |text: &str| parse_board(text, shape).map_err(|error| Fault::bad("bad_board", error.say(lang)).at(error.at));
    let (initial, goal) = match (options.text("initial")?, options.text("goal")?) {
        (Some(initial), Some(goal)) => (parse(&initial)?, parse(&goal)?),
        (None, None) => astar::read(input.as_bytes()).map_err(|error| worded(&error, lang))?,
        (Some(_), None) => return Err(options.missing("goal")),
        (None, Some(_)) => return Err(options.missing("initial")),
    };
    let asked = astar::Options {
        estimate: options.named("heuristic", &astar::Estimate::ALL)?.unwrap_or_default(),
        trace: options.flag("trace")?,
    };
    Ok(Box::new(move |output, budget, _| astar::run(&initial, &goal, asked, output, budget)))
}

fn worded(error: &CourseError, lang: Lang) -> Fault {
    match error {
        CourseError::Input(error) => Fault::bad("bad_input", error.say(lang)).at(error.at).field("input"),
        CourseError::Shape(error) => Fault::bad("bad_goal", error.say(lang)),
        CourseError::Read(_) | CourseError::Write(_) | CourseError::Show(_) => Fault::internal(lang),
    }
}

/// What a program writes: bounded in bytes, and ended by the job's flag and time even where a program has no limits of its
/// own. Every program writes as it goes.
struct Output {
    bytes: Vec<u8>,
    limit: usize,
    deadline: Option<Instant>,
    cancel: Arc<AtomicBool>,
    /// Why it takes nothing more.
    stopped: Option<Limit>,
}

impl Output {
    fn new(allowed: &Allowance, cancel: &Arc<AtomicBool>) -> Self {
        Self {
            bytes: Vec::new(),
            limit: allowed.result_bytes,
            deadline: Instant::now().checked_add(allowed.time),
            cancel: Arc::clone(cancel),
            stopped: None,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let stop = if self.cancel.load(Ordering::Relaxed) {
            Some(Limit::Interrupt)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Limit::Time)
        } else if bytes.len() > self.limit - self.bytes.len() {
            Some(Limit::Memory)
        } else {
            None
        };
        if stop.is_some() {
            self.stopped = stop;
            return Err(io::ErrorKind::Other.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
