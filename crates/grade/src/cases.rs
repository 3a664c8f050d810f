//! Cases: what a program is given, and what the case is about.
//!
//! Generated cases depend on the seed alone. They are chosen to tell right from wrong: a case about ties holds boards
//! on which breaking them another way changes the output.
//!
//! What the course documents leave open (input that ends without option 5, unsolvable boards in `menu`) is asked only
//! with `strict`.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use thiserror::Error;

mod files;
mod menu;
mod others;

/// A course whose programs can be graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Course {
    /// 3x3 with three heuristics; writes a file.
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

/// What a case is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// A teacher's own.
    Given,
    /// `menu`: options before any board.
    NoBoard,
    /// `menu`: boards given again, options asked again, a start that is the goal.
    Repeated,
    /// `menu`: spaces, tabs and line breaks in any number.
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
    /// `menu`: hundreds of steps.
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
    /// `solver`: a 2x2 board.
    Small,
    /// `solver`: a 4x4 board, not hard.
    Large,
    /// `astar`: the document's example, or `solver`'s.
    Example,
    /// `sums`: one part of the output.
    Output,
}

impl fmt::Display for About {
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
    /// Unique within its set.
    pub name: String,
    /// What it is about.
    pub about: About,
    /// The part of the output that is judged.
    pub part: Part,
    /// What the program reads.
    pub stdin: Vec<u8>,
    /// Arguments after the program's own.
    pub args: Vec<OsString>,
    /// The right output, where the case brings it along.
    pub answer: Option<Vec<u8>>,
}

impl Case {
    fn new(number: usize, about: About, stdin: impl Into<Vec<u8>>) -> Self {
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
        /// Which.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file is too large for a case.
    #[error("{path} has more than {most} bytes")]
    TooLarge {
        /// Which.
        path: String,
        /// Bytes a file may have.
        most: u64,
    },
    /// The folder holds no `*.in`.
    #[error("{path} holds no cases: no file ends with .in")]
    NoCases {
        /// The folder.
        path: String,
    },
}

/// Generates `count` cases. `sums` has five, one for each part of its output, whatever the count.
pub fn generate(course: Course, seed: u64, count: usize, strict: bool) -> Vec<Case> {
    match course {
        Course::Menu => menu::generate(seed, count, strict),
        Course::Solver => others::solver(seed, count),
        Course::Astar => others::astar(seed, count),
        Course::Sums => others::sums(),
    }
}

/// Reads the cases of a folder: every `NAME.in`, in order, with `NAME.out` (the right output) and `NAME.args` (arguments,
/// one a line) where they are there.
pub fn from_folder(folder: &Path) -> Result<Vec<Case>, CasesError> {
    files::read(folder)
}

/// Random numbers that are the same on every platform.
#[derive(Clone, Debug)]
struct Dice(Pcg64Mcg);

impl Dice {
    /// Each case throws its own, so that one more case changes no other.
    fn new(seed: u64, case: usize) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(case as u64)))
    }

    /// From 0 to `below` - 1. The bias of the remainder is of no matter for numbers this small.
    fn throw(&mut self, below: usize) -> usize {
        (self.0.next_u64() >> 16) as usize % below.max(1)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.throw(from.len())]
    }
}
