//! Why a case failed, as data. The wording here is English; other languages word the same values elsewhere.

use std::fmt;

use serde::Serialize;

use crate::board::Nine;
use crate::run::FileKind;
use crate::stack_search::{Child, Heuristic, Mistake};

/// One side of a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "is", content = "text")]
pub enum Side {
    /// This line, shortened if it is long, with unprintable characters escaped.
    Line(String),
    /// Nothing: the text ends before this line.
    End,
    /// No single text: several would be right, and the explanation says what was wrong.
    Open,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(text) => write!(f, "\"{text}\""),
            Self::End => f.write_str("the end"),
            Self::Open => f.write_str("something else"),
        }
    }
}

/// The first difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Counted from 1.
    pub line: usize,
    /// What should stand there.
    pub expected: Side,
    /// What stands there.
    pub found: Side,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}, found {}", self.line, self.expected, self.found)
    }
}

/// How a file with the right words is laid out wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// Lines end with `\r\n`.
    CarriageReturns,
    /// A byte-order mark opens the file.
    ByteOrderMark,
    /// Spaces or tabs at the end of lines.
    TrailingSpaces,
    /// Numbers are not separated by exactly one space, or lines are indented.
    Spacing,
    /// The last line breaks are missing.
    BreaksMissingAtEnd,
    /// There are line breaks too many at the end.
    BreaksTooManyAtEnd,
    /// Empty lines are missing or too many.
    EmptyLines,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CarriageReturns => "lines end with \\r\\n; they must end with \\n alone",
            Self::ByteOrderMark => "the file begins with a byte-order mark; it must begin with its text",
            Self::TrailingSpaces => "lines end with spaces; there must be none",
            Self::Spacing => "numbers are not separated by exactly one space",
            Self::BreaksMissingAtEnd => "line breaks are missing at the end of the file",
            Self::BreaksTooManyAtEnd => "there are too many line breaks at the end of the file",
            Self::EmptyLines => "empty lines are missing, or there are too many",
        })
    }
}

/// What a board that was examined too early is to the right search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// A child of the same board: the order of the children is wrong.
    Sibling,
    /// It waits deeper in the stack.
    Waiting,
    /// It was examined before.
    Examined,
    /// It is one move from the board before, yet the right search has not created it.
    Neighbour,
    /// No legal move leads to it from the board before.
    Unreachable,
    /// The right search has ended at the goal.
    AfterTheGoal,
    /// No board follows: the program's run ends.
    Ended,
}

/// What decides between two children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// The option's own value: g, h or f.
    Value,
    /// Equal f: d.
    Reversals,
    /// All values equal: the lexicographic order of the boards.
    Board,
}

/// How far a mistake explains what a program wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case", tag = "explains", content = "steps")]
pub enum Evidence {
    /// The run, up to and including this many steps, then no longer.
    Steps(usize),
    /// This run to its end.
    Run,
    /// Every run in the file.
    File,
}

/// Where the order of a `menu` search left the right one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Divergence {
    /// Which of the file's runs, from 1; those that write `-1` count too.
    pub run: usize,
    /// The option.
    pub heuristic: Heuristic,
    /// The board it started from.
    pub start: Nine,
    /// The step, from 1.
    pub step: usize,
    /// The board whose child should have come: none at the first step and after the goal.
    pub parent: Option<Nine>,
    /// That board's new children with their right values, in the right order of pushing: the last is examined first.
    pub children: Vec<Child>,
    /// The right board; none where the search should have ended.
    pub expected: Option<Nine>,
    /// The program's board; none where it ended.
    pub found: Option<Nine>,
    /// What the program's board is to the right search.
    pub relation: Relation,
    /// For siblings: what should have decided.
    pub decided_by: Option<DecidedBy>,
    /// The one mistake that gives the program's steps, if one does.
    pub mistake: Option<Mistake>,
    /// How far it does.
    pub evidence: Option<Evidence>,
}

impl Divergence {
    fn child(&self, board: Option<Nine>) -> Option<&Child> {
        self.children.iter().find(|child| Some(child.board) == board)
    }
}

fn values(child: &Child, heuristic: Heuristic) -> String {
    match heuristic {
        Heuristic::Pieces => format!("g={}", child.g),
        Heuristic::Sums => format!("h={}", child.h),
        Heuristic::Reversals => format!("f={} d={}", child.f(), child.d),
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "run {} ({} from {}), step {}: ", self.run, self.heuristic.title(), self.start, self.step)?;
        match (self.expected, self.found) {
            (Some(expected), Some(found)) => write!(f, "{expected} comes next, not {found}")?,
            (Some(expected), None) => write!(f, "{expected} comes next, but the run ends")?,
            (None, Some(found)) => write!(f, "the search has ended, but {found} follows")?,
            (None, None) => f.write_str("the run ends")?,
        }
        match self.relation {
            Relation::Sibling => f.write_str("; both are children of the same board")?,
            Relation::Waiting => f.write_str("; that board waits deeper in the stack")?,
            Relation::Examined => f.write_str("; that board was examined before")?,
            Relation::Neighbour => f.write_str("; that board is not created yet")?,
            Relation::Unreachable => f.write_str("; no move leads there from the board before")?,
            Relation::AfterTheGoal | Relation::Ended => {}
        }
        if let (Some(by), Some(right), Some(wrong)) =
            (self.decided_by, self.child(self.expected), self.child(self.found))
        {
            let rule = match by {
                DecidedBy::Value => "the larger value is pushed first, so the smaller one is examined first",
                DecidedBy::Reversals => "with f equal the smaller d is pushed first, so the larger d is examined first",
                DecidedBy::Board => {
                    "with all values equal the lexicographically larger board is pushed first, so the smaller one is examined first"
                }
            };
            let (right, wrong) = (values(right, self.heuristic), values(wrong, self.heuristic));
            write!(f, " ({right} against {wrong}: {rule})")?;
        }
        if let (Some(mistake), Some(evidence)) = (self.mistake, self.evidence) {
            write!(f, ". Probably {mistake} (this explains ")?;
            match evidence {
                Evidence::File => f.write_str("every run in the file)")?,
                Evidence::Run => f.write_str("the whole run)")?,
                Evidence::Steps(steps) => write!(f, "the run's first {steps} steps)")?,
            }
        }
        Ok(())
    }
}

/// What is wrong with a sequence of boards that should be a shortest solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "fault")]
pub enum PathFault {
    /// A line that is no row of a board where one was expected.
    NotARow,
    /// A board is not followed by an empty line.
    NoEmptyLine,
    /// The first board is not the start.
    WrongStart,
    /// A board is not one move from the board before.
    IllegalMove {
        /// Which board, from 1.
        board: usize,
    },
    /// The last board is not the goal.
    NotAtGoal,
    /// The solution is longer than need be.
    TooLong {
        /// Its moves.
        moves: usize,
        /// Moves of a shortest one.
        shortest: usize,
    },
    /// The number of moves printed is wrong.
    WrongNumber {
        /// As printed.
        printed: Option<u64>,
        /// As made.
        made: usize,
    },
    /// A direction is not the one the blank took.
    WrongDirection {
        /// Which, from 1.
        position: usize,
    },
    /// A solution exists, but the program says there is none.
    SaysUnsolvable,
    /// There is none, but the program does not say so.
    DoesNotSayUnsolvable,
    /// The number of enqueued states differs (compared only when asked).
    Enqueued {
        /// As printed.
        printed: Option<u64>,
        /// As it should be.
        expected: u64,
    },
    /// A line with fixed words is missing or worded differently.
    Words,
    /// Something follows the end.
    Extra,
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotARow => f.write_str("this is not a row of a board"),
            Self::NoEmptyLine => f.write_str("an empty line must follow every board"),
            Self::WrongStart => f.write_str("the first board must be the start"),
            Self::IllegalMove { board } => write!(f, "board {board} is not one move from the board before"),
            Self::NotAtGoal => f.write_str("the last board is not the goal"),
            Self::TooLong { moves, shortest } => write!(f, "the solution has {moves} moves; {shortest} are enough"),
            Self::WrongNumber { printed: Some(printed), made } => {
                write!(f, "it says {printed} moves, but its boards make {made}")
            }
            Self::WrongNumber { printed: None, made } => write!(f, "the number of moves, {made}, is missing"),
            Self::WrongDirection { position } => write!(f, "direction {position} is not the one the blank took"),
            Self::SaysUnsolvable => f.write_str("the board has a solution, but the program says there is none"),
            Self::DoesNotSayUnsolvable => f.write_str("the board has no solution, and the program must say so"),
            Self::Enqueued { printed: Some(printed), expected } => {
                write!(f, "it enqueued {printed} states; the rules give {expected}")
            }
            Self::Enqueued { printed: None, expected } => {
                write!(f, "the number of enqueued states, {expected}, is missing")
            }
            Self::Words => f.write_str("the words of this line are fixed"),
            Self::Extra => f.write_str("nothing must follow the end"),
        }
    }
}

/// Why a case failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "why")]
pub enum Why {
    /// The program was stopped or not started: see the ending.
    Stopped,
    /// There is no output file.
    NoFile {
        /// The name it should have.
        name: String,
        /// What the folder holds instead.
        instead: Vec<String>,
        /// Whether something was written to standard output.
        on_stdout: bool,
    },
    /// Something that is not a file has its name.
    NotAFile {
        /// What it is.
        kind: FileKind,
    },
    /// Nothing was written.
    Empty {
        /// Whether it went to standard output instead of the file.
        on_stdout: bool,
    },
    /// Bytes that are no UTF-8 text.
    NotText,
    /// The right words, laid out wrongly.
    Layout {
        /// How.
        layout: Layout,
    },
    /// Another title was expected.
    Title {
        /// The option.
        heuristic: Heuristic,
    },
    /// `-1` was expected: there was no board yet.
    NoBoardYet {
        /// The option.
        heuristic: Heuristic,
    },
    /// `-1` was expected: the board cannot reach the goal.
    Unsolvable {
        /// The board.
        board: Nine,
    },
    /// `-1` was written although there was a board.
    MinusOne {
        /// The option.
        heuristic: Heuristic,
        /// The board.
        board: Nine,
    },
    /// The search started from a board that had been replaced.
    OldBoard {
        /// The board it should start from.
        current: Nine,
        /// The board it started from.
        used: Nine,
    },
    /// Options after 5 were carried out.
    RanAfterFive,
    /// Fewer runs than options.
    MissingRuns {
        /// Runs in the file.
        found: usize,
        /// Runs asked for.
        expected: usize,
    },
    /// Something follows the last run.
    Extra,
    /// The steps are right, the number of steps is not.
    StepCount {
        /// As printed.
        printed: Option<i64>,
        /// The right one.
        expected: usize,
    },
    /// The search took another order.
    Order(Box<Divergence>),
    /// A solution is not as it should be.
    Path(PathFault),
    /// An entry of a list is wrong or missing.
    Entry {
        /// Which, from 1.
        position: usize,
        /// Entries expected.
        expected: usize,
        /// Entries found.
        found: usize,
    },
    /// Nothing more can be said than the difference.
    Text,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("the program did not do its work"),
            Self::NoFile { name, instead, on_stdout } => {
                write!(f, "the program wrote no file {name}")?;
                if !instead.is_empty() {
                    write!(f, "; its folder holds {}", instead.join(", "))?;
                }
                if *on_stdout { f.write_str("; it wrote to standard output") } else { Ok(()) }
            }
            Self::NotAFile { kind } => write!(f, "{kind} stands where the file should be"),
            Self::Empty { on_stdout: true } => f.write_str("the file is empty; the program wrote to standard output"),
            Self::Empty { on_stdout: false } => f.write_str("the program wrote nothing"),
            Self::NotText => f.write_str("the output is not UTF-8 text"),
            Self::Layout { layout } => layout.fmt(f),
            Self::Title { heuristic } => {
                write!(f, "the title of option {} is {}", heuristic.option(), heuristic.title())
            }
            Self::NoBoardYet { heuristic } => {
                write!(f, "option {} came before any board: -1 is to be written", heuristic.option())
            }
            Self::Unsolvable { board } => write!(f, "{board} cannot reach the goal: -1 is to be written"),
            Self::MinusOne { heuristic, board } => {
                write!(f, "-1 was written, but option {} had the board {board}", heuristic.option())
            }
            Self::OldBoard { current, used } => {
                write!(f, "the search started from {used}, but option 1 had replaced it by {current}")
            }
            Self::RanAfterFive => f.write_str("options after 5 were carried out; 5 ends the run"),
            Self::MissingRuns { found, expected } => {
                write!(f, "the file holds {found} runs; the input asks for {expected}")
            }
            Self::Extra => f.write_str("something follows the last run"),
            Self::StepCount { printed: Some(printed), expected } => {
                write!(f, "the steps are right, but their number is {expected}, not {printed}")
            }
            Self::StepCount { printed: None, expected } => {
                write!(f, "the steps are right, but their number, {expected}, is missing")
            }
            Self::Order(divergence) => divergence.fmt(f),
            Self::Path(fault) => fault.fmt(f),
            Self::Entry { position, expected, found } => {
                write!(
                    f,
                    "entry {position} is the first that is wrong; {expected} entries were expected, {found} found"
                )
            }
            Self::Text => f.write_str("the output differs"),
        }
    }
}

/// What is known about a failed case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The first difference; none where there is nothing to compare.
    pub difference: Option<Difference>,
    /// Why.
    pub why: Why,
}
