//! `course`: one of the five course programs on an input. What it writes is what its document says, byte for byte.
//!
//! A request may bring the output of another program for the same input (`own`): then it is judged as the grader would.
//! The input is a whole text here. At a terminal, where a program asks and waits, the command runs the programs itself.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hueco_courses::solver::{Board as SquareBoard, Detect, Priority};
use hueco_courses::{CourseError, Ending, Note, astar, formal, menu, solver, sums};
use hueco_search::clock::Instant;
use hueco_search::{Budget, Limit};
use hueco_show::answer::VERSION;
use hueco_tiles::{Board, parse_board};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::error::{JobError, RequestError, RequestFault};
use crate::events::Events;
use crate::fields::{self, Fields};
use crate::judged::{Judged, JudgedObject};
use crate::limits::{Allowance, Limits};
use crate::read;
use crate::sums::PuzzleSource;
use crate::words::Words;
use crate::write::Bounded;

/// The names of the programs.
pub const COURSES: [&str; 5] = ["menu", "solver", "formal", "sums", "astar"];

const PRIORITIES: [(&str, Priority); 2] = [("manhattan", Priority::Manhattan), ("hamming", Priority::Hamming)];
const DETECTIONS: [(&str, Detect); 2] = [("formula", Detect::Formula), ("twin", Detect::Twin)];
const FORMAL_FORMATS: [(&str, formal::Format); 2] = [("text", formal::Format::Text), ("json", formal::Format::Json)];
const SUMS_FORMATS: [(&str, sums::Format); 2] = [("text", sums::Format::Text), ("json", sums::Format::Json)];

/// A program to run.
#[derive(Clone, Debug)]
pub struct Course {
    /// The program, with its input read and its options.
    pub program: Program,
    /// The input as it was given.
    pub input: String,
    /// What another program wrote for it, to be judged.
    pub own: Option<String>,
    /// Limits of the run.
    pub limits: Limits,
    /// Bytes of the output, at most.
    pub output_bytes: usize,
}

/// One of the five, ready to run.
#[derive(Clone, Debug)]
pub enum Program {
    /// The menu of heuristics on 3x3, a session of its own.
    Menu,
    /// N x N by A*.
    Solver(SquareBoard, solver::Options),
    /// The formal model of a board and a goal.
    Formal(Board, Board, formal::Format),
    /// Number placement by breadth-first search.
    Sums(PuzzleSource, sums::Options),
    /// 3x3 by A*.
    Astar(Board, Board, astar::Options),
}

/// What a program wrote.
#[derive(Clone, Debug)]
pub struct CourseResult {
    /// Its name.
    pub program: &'static str,
    /// What it wrote.
    pub output: String,
    /// The file that the document names, or one after the program.
    pub file_name: &'static str,
    /// Remarks that are no part of the output.
    pub notes: Vec<Note>,
    /// How it ended.
    pub ending: Ending,
    /// What became of the other program's output, if there is one and this program came to its end.
    pub judged: Option<Judged>,
}

#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    program: &'static str,
    output: &'a str,
    file_name: &'static str,
    /// Remarks in the reader's language.
    notes: Vec<String>,
    solvable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<JudgedObject<'a>>,
}

impl Course {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let known = COURSES.map(|name| (name, name));
        let name = fields.named("program", &known)?.ok_or_else(|| fields::missing("program"))?;
        let input = fields.text("input")?.unwrap_or_default();
        let own = fields.text("own")?;
        let mut options = fields.object("options")?;
        let program = Program::read(name, &input, &mut options, allowed)?;
        options.finish()?;
        let limits = Limits::read(fields, allowed)?;
        Ok(Self { program, input, own, limits, output_bytes: allowed.result_bytes })
    }

    /// Runs it.
    pub fn run(&self, events: &mut dyn Events) -> Result<CourseResult, JobError> {
        let mut notes = Vec::new();
        let (output, ending) = self.output_of(&self.program, events, &mut |note| notes.push(note))?;
        if let (Ending::Stopped(limit), true) = (ending, output.is_empty()) {
            return Err(JobError::Stopped(limit));
        }
        let name = self.program.name();
        let came_to_its_end = !matches!(ending, Ending::Stopped(_));
        let judged = self.own.as_deref().filter(|_| came_to_its_end).map(|own| {
            Judged::of(name, &self.input, &output, own, || self.other_right_output(events).into_iter().collect())
        });
        Ok(CourseResult { program: name, output, file_name: self.program.file_name(), notes, ending, judged })
    }

    /// What a program writes within the limits, and how it ends.
    fn output_of(
        &self,
        program: &Program,
        events: &mut dyn Events,
        note: &mut dyn FnMut(Note),
    ) -> Result<(String, Ending), JobError> {
        let mut output = Output::new(self.output_bytes, self.limits.time, events.cancel());
        let mut budget = self.limits.budget(events);
        let ending = match program.run(&self.input, &mut output, &mut budget, note) {
            Ok(ending) => ending,
            // A full or late output is why the program could not write on.
            Err(error) => Ending::Stopped(output.stopped.ok_or(error)?),
        };
        Ok((String::from_utf8_lossy(&output.bytes).into_owned(), ending))
    }

    /// A program of `sums` may detect duplicates or keep them: what it writes in the other case.
    fn other_right_output(&self, events: &mut dyn Events) -> Option<Vec<u8>> {
        let Program::Sums(puzzle, options) = &self.program else { return None };
        let other = Program::Sums(puzzle.clone(), sums::Options { tree: !options.tree, ..*options });
        let (output, ending) = self.output_of(&other, events, &mut |_| {}).ok()?;
        (ending == Ending::Done).then(|| output.into_bytes())
    }
}

impl CourseResult {
    pub(crate) fn write(&self, out: &mut Bounded, words: &dyn Words) -> Result<(), JobError> {
        let mut notes: Vec<String> = self.notes.iter().map(|note| words.course_note(note)).collect();
        if let Ending::Stopped(limit) = self.ending {
            notes.push(words.course_stopped(limit));
        }
        out.json(&Written {
            version: VERSION,
            program: self.program,
            output: &self.output,
            file_name: self.file_name,
            notes,
            solvable: self.ending != Ending::Unsolvable,
            judged: self.judged.as_ref().map(|judged| judged.object(words)),
        })
    }
}

impl Program {
    fn read(name: &str, input: &str, options: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        match name {
            "menu" => Ok(Self::Menu),
            "solver" => {
                let board = solver::read(input.as_bytes(), false, &mut |_| {}).map_err(wrong_input)?;
                let priority = options.named("priority", &PRIORITIES)?.unwrap_or_default();
                let detect = options.named("detect", &DETECTIONS)?.unwrap_or_default();
                Ok(Self::Solver(board, solver::Options { priority, detect }))
            }
            "formal" => {
                let board = read::board(&Value::from(input), "input", None, allowed)?;
                let goal = read::goal(options.value("goal").as_ref(), board.shape())?;
                let format = options.named("format", &FORMAL_FORMATS)?.unwrap_or_default();
                Ok(Self::Formal(board, goal, format))
            }
            "sums" => {
                let text = if input.trim().is_empty() { sums::CROSS } else { input };
                let puzzle = PuzzleSource::parse(text).map_err(RequestFault::Puzzle)?;
                let tree = options.flag("tree")?;
                let seed = options.whole("seed", 0, u64::MAX)?;
                let format = options.named("format", &SUMS_FORMATS)?.unwrap_or_default();
                Ok(Self::Sums(puzzle, sums::Options { tree, seed, format }))
            }
            _ => {
                let (initial, goal) = astar_boards(input, options)?;
                let estimate = options.named("heuristic", &astar::Estimate::ALL)?.unwrap_or_default();
                let options = astar::Options { estimate, trace: options.flag("trace")?, ..astar::Options::default() };
                Ok(Self::Astar(initial, goal, options))
            }
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Menu => "menu",
            Self::Solver(..) => "solver",
            Self::Formal(..) => "formal",
            Self::Sums(..) => "sums",
            Self::Astar(..) => "astar",
        }
    }

    fn file_name(&self) -> &'static str {
        match self {
            Self::Menu => menu::OUTPUT_FILE,
            Self::Solver(..) => "solver.txt",
            Self::Formal(..) => "formal.txt",
            Self::Sums(..) => "sums.txt",
            Self::Astar(..) => "astar.txt",
        }
    }

    fn run(
        &self,
        input: &str,
        output: &mut Output,
        budget: &mut Budget,
        note: &mut dyn FnMut(Note),
    ) -> Result<Ending, CourseError> {
        match self {
            Self::Menu => menu::run(input.as_bytes(), output, None, note),
            Self::Solver(board, options) => solver::run(board, *options, output, budget, note),
            Self::Formal(board, goal, format) => formal::run(board, goal, *format, output, budget),
            Self::Sums(puzzle, options) => sums::run(puzzle.puzzle(), *options, output, budget, note),
            Self::Astar(initial, goal, options) => astar::run(initial, goal, *options, output, budget),
        }
    }

    /// Its options as a request writes them.
    fn options(&self) -> Value {
        fn name<T: Copy + PartialEq>(known: &[(&'static str, T)], value: T) -> Value {
            known.iter().find(|(_, known)| *known == value).map_or(Value::Null, |(name, _)| Value::from(*name))
        }
        match self {
            Self::Menu => json!({}),
            Self::Solver(_, options) => {
                json!({"priority": name(&PRIORITIES, options.priority), "detect": name(&DETECTIONS, options.detect)})
            }
            Self::Formal(_, goal, format) => {
                json!({"goal": goal.to_string(), "format": name(&FORMAL_FORMATS, *format)})
            }
            Self::Sums(_, options) => {
                json!({"tree": options.tree, "seed": options.seed, "format": name(&SUMS_FORMATS, options.format)})
            }
            Self::Astar(initial, goal, options) => json!({
                "initial": initial.to_string(),
                "goal": goal.to_string(),
                "heuristic": name(&astar::Estimate::ALL, options.estimate),
                "trace": options.trace,
            }),
        }
    }
}

/// The two boards of `astar`: both options, or both in the input.
fn astar_boards(input: &str, options: &mut Fields) -> Result<(Board, Board), RequestError> {
    let parse = |text: &str| parse_board(text, Some(astar::shape())).map_err(RequestFault::Board);
    match (options.text("initial")?, options.text("goal")?) {
        (Some(initial), Some(goal)) => Ok((parse(&initial)?, parse(&goal)?)),
        (None, None) => astar::read(input.as_bytes()).map_err(wrong_input),
        (Some(_), None) => Err(fields::missing("goal")),
        (None, Some(_)) => Err(fields::missing("initial")),
    }
}

/// What is wrong with an input. A text in memory can be read, and these readers write nothing.
fn wrong_input(error: CourseError) -> RequestError {
    match error {
        CourseError::Input(error) => RequestFault::Input(error).of("input"),
        CourseError::Shape(error) => RequestFault::Shape(error).into(),
        CourseError::Read(_) | CourseError::Write(_) | CourseError::Show(_) => RequestFault::Text.of("input"),
    }
}

impl Serialize for Course {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = Map::new();
        map.insert("program".to_owned(), self.program.name().into());
        map.insert("input".to_owned(), self.input.as_str().into());
        if let Some(own) = &self.own {
            map.insert("own".to_owned(), own.as_str().into());
        }
        map.insert("options".to_owned(), self.program.options());
        if let Ok(Value::Object(limits)) = serde_json::to_value(self.limits) {
            map.extend(limits);
        }
        map.serialize(serializer)
    }
}

/// What a program writes: bounded in bytes, and ended by the run's flag and time even where a program has no limits of its own.
/// Every program writes as it goes.
struct Output {
    bytes: Vec<u8>,
    limit: usize,
    deadline: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
    /// Why it takes nothing more.
    stopped: Option<Limit>,
}

impl Output {
    fn new(limit: usize, time: Option<Duration>, cancel: Option<Arc<AtomicBool>>) -> Self {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Self { bytes: Vec::new(), limit, deadline, cancel, stopped: None }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let stop = if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_ends_at_its_limit_and_not_before() {
        let mut output = Output::new(3, Some(Duration::from_secs(3600)), None);
        assert_eq!(output.write(b"ab").unwrap(), 2);
        assert!(output.write(b"cd").is_err());
        assert_eq!((output.bytes.as_slice(), output.stopped), (&b"ab"[..], Some(Limit::Memory)));
        let mut output = Output::new(3, None, None);
        assert_eq!(output.write(b"abc").unwrap(), 3);
        assert!(output.write(b"d").is_err());
        let mut late = Output::new(3, Some(Duration::ZERO), None);
        assert!(late.write(b"a").is_err());
        assert_eq!(late.stopped, Some(Limit::Time));
    }

    #[test]
    fn options_of_a_program_reach_it() {
        let allowed = Allowance::unlimited();
        let estimate = |name: &str| {
            let text = json!({"initial": "1 2 3 / 4 5 6 / 7 0 8", "goal": "1 2 3 / 4 5 6 / 7 8 0", "heuristic": name});
            let mut options = Fields::parse(text.to_string().as_bytes()).unwrap();
            let Ok(Program::Astar(.., options)) = Program::read("astar", "", &mut options, &allowed) else {
                panic!("another program")
            };
            options.estimate
        };
        for (name, wanted) in astar::Estimate::ALL {
            assert_eq!(estimate(name), wanted);
        }
    }
}
