//! Why a case failed, as data. The texts here are English; other languages word the same values elsewhere.

use std::fmt;

use serde::Serialize;

use crate::board::Board3x3;
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
    /// The line, from 1.
    pub line: usize,
    /// The right line.
    pub expected: Side,
    /// The program's line.
    pub found: Side,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}, found {}", self.line, self.expected, self.found)
    }
}

/// What is wrong with the layout of a file with the right words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// Lines end with `\r\n`.
    CarriageReturns,
    /// The file begins with a byte-order mark.
    ByteOrderMark,
    /// Spaces or tabs at the end of lines.
    TrailingSpaces,
    /// Numbers are not separated by exactly one space, or lines are indented.
    Spacing,
    /// The last line breaks are missing.
    BreaksMissingAtEnd,
    /// There are too many line breaks at the end.
    BreaksTooManyAtEnd,
    /// Empty lines are missing or too many.
    EmptyLines,
    /// The empty line after `-1` is missing, or there are several.
    AfterMinusOne,
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
            Self::AfterMinusOne => "exactly one empty line follows -1",
        })
    }
}

/// How the program's board relates to the right search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// A child of the same board: the order of the children is wrong.
    Sibling,
    /// It is deeper in the stack.
    Waiting,
    /// It was examined before.
    Examined,
    /// It is one move from the board before, yet the right search has not created it.
    Neighbour,
    /// No legal move leads to it from the board before.
    Unreachable,
    /// The right search has ended at the goal.
    AfterTheGoal,
    /// No board follows: the program's search ends.
    Ended,
}

/// The rule that decides between two children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// The value of the option: g, h or f.
    Value,
    /// d, since f is equal.
    Reversals,
    /// The lexicographic order of the boards, since all values are equal.
    Board,
}

/// How much of a program's output a mistake explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case", tag = "explains", content = "steps")]
pub enum Evidence {
    /// This many steps of the search.
    Steps(usize),
    /// The whole search.
    Run,
    /// Every search in the file.
    File,
}

/// Where the order of a `menu` search departs from the right one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Divergence {
    /// The search in the file, from 1; those that write `-1` count too.
    pub run: usize,
    /// The option.
    pub heuristic: Heuristic,
    /// The board it started from.
    pub start: Board3x3,
    /// The step, from 1.
    pub step: usize,
    /// The parent of the right board; none at the first step and after the goal.
    pub parent: Option<Board3x3>,
    /// Its new children with their right values, in the right order of pushing: the last is examined first.
    pub children: Vec<Child>,
    /// The right board; none if the search should have ended.
    pub expected: Option<Board3x3>,
    /// The program's board; none if its search ended.
    pub found: Option<Board3x3>,
    /// How the program's board relates to the right search.
    pub relation: Relation,
    /// For siblings: the rule that decides.
    pub decided_by: Option<DecidedBy>,
    /// The mistake that leads to the program's steps, if one does.
    pub mistake: Option<Mistake>,
    /// A second mistake that the program makes too, if one alone does not explain all its cases.
    pub and: Option<Mistake>,
    /// How much it explains.
    pub evidence: Option<Evidence>,
    /// Whether the evidence is thin: few steps, or other mistakes that explain as many.
    pub unsure: bool,
}

impl Divergence {
    fn child(&self, board: Option<Board3x3>) -> Option<&Child> {
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
        write!(f, "search {} ({} from {}), step {}: ", self.run, self.heuristic.title(), self.start, self.step)?;
        match (self.expected, self.found) {
            (Some(expected), Some(found)) => write!(f, "{expected} comes next, not {found}")?,
            (Some(expected), None) => write!(f, "{expected} comes next, but the search ends")?,
            (None, Some(found)) => write!(f, "the search has ended, but {found} follows")?,
            (None, None) => f.write_str("the search ends")?,
        }
        match self.relation {
            Relation::Sibling => f.write_str("; both are children of the same board")?,
            Relation::Waiting => f.write_str("; that board is deeper in the stack")?,
            Relation::Examined => f.write_str("; that board was examined before")?,
            Relation::Neighbour => f.write_str("; that board was not created yet")?,
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
            write!(f, " ({right} versus {wrong}: {rule})")?;
        }
        if let (Some(mistake), Some(evidence)) = (self.mistake, self.evidence) {
            write!(f, ". {} {mistake}", if self.unsure { "Perhaps" } else { "Probably" })?;
            if let Some(and) = self.and {
                write!(f, "; and {and}")?;
            }
            f.write_str(" (this explains ")?;
            match evidence {
                Evidence::File => f.write_str("every search in the file)")?,
                Evidence::Run => f.write_str("the whole search)")?,
                Evidence::Steps(steps) => write!(f, "the first {steps} steps of the search)")?,
            }
        }
        Ok(())
    }
}

/// What is wrong with a sequence of boards that should be an optimal solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "fault")]
pub enum PathFault {
    /// A line is not a row of a board.
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
    /// The solution is not optimal.
    TooLong {
        /// The number of its moves.
        moves: usize,
        /// The moves of an optimal one.
        shortest: usize,
    },
    /// The number of moves printed is wrong.
    WrongNumber {
        /// The printed number.
        printed: Option<u64>,
        /// The number of moves of its boards.
        made: usize,
    },
    /// A direction is not the one in which the blank moved.
    WrongDirection {
        /// Which, from 1.
        position: usize,
    },
    /// A solution exists, but the program says there is none.
    SaysUnsolvable,
    /// There is none, but the program does not say so.
    DoesNotSayUnsolvable,
    /// The number of enqueued states differs (compared only if strict).
    Enqueued {
        /// The printed number.
        printed: Option<u64>,
        /// The right number.
        expected: u64,
    },
    /// The number printed is that of the boards, one more than the moves.
    CountsBoards {
        /// The printed number.
        printed: u64,
    },
    /// The directions are those of the tiles, opposite to the blank's.
    TileDirections,
    /// The blank crosses the end of a row.
    Wraps {
        /// Which board, from 1.
        board: usize,
    },
    /// The solution ends at `0 1 2 …`, with the blank first.
    OtherGoal,
    /// A prompt or another text for a person was printed.
    Prompt,
    /// A line with fixed words is missing or different.
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
            Self::TooLong { moves, shortest } => {
                write!(f, "the solution has {moves} moves; an optimal one has {shortest}")
            }
            Self::WrongNumber { printed: Some(printed), made } => {
                write!(f, "it prints {printed} moves, but its boards are {made} moves")
            }
            Self::WrongNumber { printed: None, made } => write!(f, "the number of moves, {made}, is missing"),
            Self::WrongDirection { position } => {
                write!(f, "direction {position} is not the one in which the blank moved")
            }
            Self::SaysUnsolvable => f.write_str("the board has a solution, but the program says there is none"),
            Self::DoesNotSayUnsolvable => f.write_str("the board has no solution, and the program must say so"),
            Self::Enqueued { printed: Some(printed), expected } => {
                write!(f, "it enqueued {printed} states; the rules give {expected}")
            }
            Self::Enqueued { printed: None, expected } => {
                write!(f, "the number of enqueued states, {expected}, is missing")
            }
            Self::CountsBoards { printed } => {
                write!(f, "it prints {printed}, the number of boards; the moves are one less")
            }
            Self::TileDirections => f.write_str("the directions are those of the tiles; they must be the blank's"),
            Self::Wraps { board } => write!(f, "to board {board} the blank crosses the end of a row"),
            Self::OtherGoal => f.write_str("the solution ends at 0 1 2 …; the goal is another"),
            Self::Prompt => f.write_str("this line is for a person; only the answer must be printed"),
            Self::Words => f.write_str("the words of this line are fixed"),
            Self::Extra => f.write_str("nothing must follow the end"),
        }
    }
}

/// Why a case failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "why")]
pub enum Cause {
    /// The program was stopped or not started: see the ending.
    Stopped,
    /// There is no output file.
    NoFile {
        /// The name it should have.
        name: String,
        /// The names in the folder.
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
    /// Bytes that are not UTF-8 text.
    NotText,
    /// The right words in the wrong layout.
    Layout {
        /// What is wrong with it.
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
        board: Board3x3,
    },
    /// `-1` was written, but there was a board.
    MinusOne {
        /// The option.
        heuristic: Heuristic,
        /// The board.
        board: Board3x3,
    },
    /// A title was written before `-1`.
    TitleBeforeMinusOne {
        /// The option.
        heuristic: Heuristic,
    },
    /// The search started from a board that had been replaced.
    OldBoard {
        /// The board it should start from.
        current: Board3x3,
        /// The board it started from.
        used: Board3x3,
    },
    /// Options after 5 were carried out.
    RanAfterFive,
    /// Fewer searches than options.
    MissingRuns {
        /// Searches in the file.
        found: usize,
        /// Searches requested.
        expected: usize,
    },
    /// Something follows the last search.
    Extra,
    /// The steps are right, but not their number.
    StepCount {
        /// The printed number.
        printed: Option<i64>,
        /// The right number.
        expected: usize,
    },
    /// The order of the search is wrong.
    Order(Box<Divergence>),
    /// A solution is wrong.
    Path(PathFault),
    /// An entry of a list is wrong or missing.
    Entry {
        /// Which, from 1.
        position: usize,
        /// Entries expected.
        expected: usize,
        /// Entries found.
        found: usize,
        /// Whether the heading of this part was found.
        heading: bool,
    },
    /// Nothing is known but the difference.
    Text,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("the program did not finish"),
            Self::NoFile { name, instead, on_stdout } => {
                write!(f, "the program wrote no file {name}")?;
                if !instead.is_empty() {
                    write!(f, "; its folder has {}", instead.join(", "))?;
                }
                if *on_stdout { f.write_str("; it wrote to standard output") } else { Ok(()) }
            }
            Self::NotAFile { kind } => write!(f, "{kind} has the name of the file"),
            Self::Empty { on_stdout: true } => f.write_str("the file is empty; the program wrote to standard output"),
            Self::Empty { on_stdout: false } => f.write_str("the program wrote nothing"),
            Self::NotText => f.write_str("the output is not UTF-8 text"),
            Self::Layout { layout } => layout.fmt(f),
            Self::Title { heuristic } => {
                write!(f, "the title of option {} is {}", heuristic.option(), heuristic.title())
            }
            Self::NoBoardYet { heuristic } => {
                write!(f, "option {} came before any board: -1 should be written", heuristic.option())
            }
            Self::Unsolvable { board } => write!(f, "{board} cannot reach the goal: -1 should be written"),
            Self::MinusOne { heuristic, board } => {
                write!(f, "-1 was written, but option {} had the board {board}", heuristic.option())
            }
            Self::TitleBeforeMinusOne { heuristic } => {
                write!(f, "-1 stands alone: the title {} must not come before it", heuristic.title())
            }
            Self::OldBoard { current, used } => {
                write!(f, "the search started from {used}, but option 1 had replaced it by {current}")
            }
            Self::RanAfterFive => f.write_str("options after 5 were carried out; 5 ends the program"),
            Self::MissingRuns { found, expected } => {
                write!(f, "the file has {found} searches; the input requests {expected}")
            }
            Self::Extra => f.write_str("something follows the last search"),
            Self::StepCount { printed: Some(printed), expected } => {
                write!(f, "the steps are right, but their number is {expected}, not {printed}")
            }
            Self::StepCount { printed: None, expected } => {
                write!(f, "the steps are right, but their number, {expected}, is missing")
            }
            Self::Order(divergence) => divergence.fmt(f),
            Self::Path(fault) => fault.fmt(f),
            Self::Entry { position, expected, found, .. } => {
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
    /// The first difference; none if there is nothing to compare.
    pub difference: Option<Difference>,
    /// The cause.
    #[serde(rename = "why")]
    pub cause: Cause,
}
