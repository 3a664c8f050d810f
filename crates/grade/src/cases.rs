//! Cases: the input of a program, and what the case is about.
//!
//! Generated cases depend on the seed alone. They are chosen to reveal mistakes: a case about ties has boards on which
//! breaking them in another way changes the output.
//!
//! What the course documents leave open (input that ends without option 5, unsolvable boards in `menu`) is tested only with
//! `strict`.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use thiserror::Error;

mod boards;
mod files;
mod menu;
mod others;

/// A course whose programs can be graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Course {
    /// 3x3 boards with three heuristics; writes a file.
    Menu,
    /// N x N by A*.
    Solver,
    /// Number placement by breadth-first search.
    Sums,
    /// A* from any start to any goal.
    Astar,
}

impl Course {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Menu, Self::Solver, Self::Sums, Self::Astar];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        ["menu", "solver", "sums", "astar"][self as usize]
    }

    /// The course of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|course| course.name() == name)
    }
}

impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The part of the output a case is about. All courses but `sums` are judged as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// All of it.
    Whole,
    /// The states in the order of creation.
    Created,
    /// The states in the order of examination.
    Examined,
    /// The solution.
    Solution,
    /// The route to it.
    Route,
    /// The drawing.
    Drawing,
}

impl Part {
    /// The parts of an output of `sums`, in order.
    pub const OF_SUMS: [Self; 5] = [Self::Created, Self::Examined, Self::Solution, Self::Route, Self::Drawing];
}

/// What a case is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// A case of the teacher's own.
    Given,
    /// `menu`: options before any board.
    NoBoard,
    /// `menu`: repeated boards, repeated options, a start that is the goal.
    Repeated,
    /// `menu`: any number of spaces, tabs and line breaks.
    Whitespace,
    /// `menu`: options after 5.
    AfterFive,
    /// `menu`: ties of g.
    TiesOfG,
    /// `menu`: ties of h.
    TiesOfH,
    /// `menu`: ties of f, broken by d; the blank counts in d.
    TiesOfF,
    /// `menu`: ties of f and d, broken by the board.
    TiesOfD,
    /// `menu`: dead ends.
    DeadEnds,
    /// `menu`: searches of hundreds of steps.
    LongRuns,
    /// `menu`, strict: the input ends without 5.
    NoFive,
    /// `menu`, strict: a board that cannot reach the goal. `solver`, `astar`: the same.
    Unsolvable,
    /// `solver`, `astar`: the start is the goal.
    AlreadySolved,
    /// `solver`, `astar`: a few moves.
    Short,
    /// `solver`, `astar`: many moves.
    Long,
    /// `solver`, `astar`: a board on which a search with a mistake finds longer solutions.
    Tricky,
    /// `solver`: a 2x2 board.
    Small,
    /// `solver`: a 4x4 board, not hard.
    Large,
    /// `astar`: the document's example, or `solver`'s.
    Example,
    /// `sums`: one part of the output.
    Output,
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Given => "given",
            Self::NoBoard => "options before any board",
            Self::Repeated => "repeated boards and options",
            Self::Whitespace => "odd whitespace",
            Self::AfterFive => "options after 5",
            Self::TiesOfG => "ties of g",
            Self::TiesOfH => "ties of h",
            Self::TiesOfF => "ties of f, broken by d",
            Self::TiesOfD => "ties of f and d, broken by the board",
            Self::DeadEnds => "dead ends",
            Self::LongRuns => "long runs",
            Self::NoFive => "input without 5",
            Self::Unsolvable => "unsolvable board",
            Self::AlreadySolved => "start is the goal",
            Self::Short => "short solution",
            Self::Long => "long solution",
            Self::Tricky => "easy to solve with too many moves",
            Self::Small => "2x2 board",
            Self::Large => "4x4 board",
            Self::Example => "the document's example",
            Self::Output => "part of the output",
        })
    }
}

/// One case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name, unique within the set.
    pub name: String,
    /// What it is about.
    pub about: Topic,
    /// The part of the output that is judged.
    pub part: Part,
    /// The standard input of the program.
    pub stdin: Vec<u8>,
    /// Further arguments of the program.
    pub args: Vec<OsString>,
    /// The right output, if the case has it.
    pub answer: Option<Vec<u8>>,
}

impl Case {
    fn new(number: usize, about: Topic, stdin: impl Into<Vec<u8>>) -> Self {
        let name = format!("{number:02}");
        Self { name, about, part: Part::Whole, stdin: stdin.into(), args: Vec::new(), answer: None }
    }
}

/// Why there are no cases.
#[derive(Debug, Error)]
pub enum CasesError {
    /// A file or folder could not be read.
    #[error("{path}: {source}")]
    Unreadable {
        /// The file or folder.
        path: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// A file is too large for a case.
    #[error("{path} has more than {max} bytes")]
    TooLarge {
        /// The file.
        path: String,
        /// The most bytes a file may have.
        max: u64,
    },
    /// The folder has no `*.in`.
    #[error("{path} has no cases: no file ends with .in")]
    NoCases {
        /// The folder.
        path: String,
    },
}

/// Generates `count` cases. `sums` always has five, one for each part of its output.
pub fn generate(course: Course, seed: u64, count: usize, strict: bool) -> Vec<Case> {
    match course {
        Course::Menu => menu::generate(seed, count, strict),
        Course::Solver => others::solver(seed, count),
        Course::Astar => others::astar(seed, count),
        Course::Sums => others::sums(),
    }
}

/// Reads the cases of a folder: every `NAME.in`, in order, with `NAME.out` (the right output) and `NAME.args` (arguments,
/// one per line) if they exist.
pub fn from_folder(folder: &Path) -> Result<Vec<Case>, CasesError> {
    files::read(folder)
}

/// Random numbers that are the same on every platform.
#[derive(Clone, Debug)]
struct Random(Pcg64Mcg);

impl Random {
    /// Each case has its own numbers, so that one more case changes no other.
    fn new(seed: u64, case: usize) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(case as u64)))
    }

    /// From 0 to `end` - 1. The bias of the remainder does not matter for numbers this small.
    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() >> 16) as usize % end.max(1)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
