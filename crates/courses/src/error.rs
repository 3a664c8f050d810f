//! How a course program ends, what can be wrong with its input, and what it has to say besides its output.

use std::io;

use hueco_search::Limit;
use hueco_tiles::problem::ShapeMismatch;
use hueco_tiles::{Board, Position, Why};
use thiserror::Error;

use crate::menu::Guide;

/// How a course program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It did its job.
    Done,
    /// `solver` and `astar`: the board cannot reach the goal.
    Unsolvable,
    /// A limit came first.
    Stopped(Limit),
}

/// Why a course program could not continue. What it wrote before is written and flushed.
#[derive(Debug, Error)]
pub enum CourseError {
    /// The input is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The input cannot be read.
    #[error("cannot read the input: {0}")]
    Read(#[source] io::Error),
    /// The output cannot be written: of `menu` the output file, of the others the answer.
    #[error("cannot write the output: {0}")]
    Write(#[source] io::Error),
    /// The board and the goal differ in shape.
    #[error(transparent)]
    Shape(#[from] ShapeMismatch),
    /// `menu --step`: a step cannot be shown.
    #[error("cannot show the steps: {0}")]
    Show(#[source] io::Error),
}

/// What is wrong with an input, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{at}: {fault}")]
pub struct InputError {
    /// The word at fault; where something is missing, the end of the input.
    pub at: Position,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A word that is no integer.
    #[error("{found:?} is not an integer; expected {expected}")]
    NotAnInteger {
        /// The word, cut where it is long.
        found: String,
        /// What should stand there.
        expected: Expected,
    },
    /// An integer that has no business there.
    #[error("{found} is out of range; expected {expected}")]
    OutOfRange {
        /// The word, cut where it is long.
        found: String,
        /// What should stand there.
        expected: Expected,
    },
    /// A number that stands on the board already.
    #[error("{number} stands here again, first at {first}; expected every number once")]
    Twice {
        /// The number.
        number: u64,
        /// Where it stands first.
        first: Position,
    },
    /// The input ends too early.
    #[error("the input ends here; expected {expected}")]
    Ended {
        /// What should stand there.
        expected: Expected,
    },
    /// The input continues after its last number.
    #[error("unexpected {found:?}; expected the end of the input")]
    NotTheEnd {
        /// The word, cut where it is long.
        found: String,
    },
}

/// What should stand at a place of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Expected {
    /// `menu`: an option.
    #[error("an option from 1 to 5")]
    Choice,
    /// `solver`: the size N.
    #[error("N, the number of rows, from 2 to {largest}")]
    Size {
        /// The largest N.
        largest: usize,
    },
    /// A cell of a board.
    #[error("number {place} of the {cells} of a board, from 0 to {}", cells - 1)]
    Cell {
        /// Which cell, from 1.
        place: usize,
        /// How many the board has.
        cells: usize,
    },
}

/// What a person should know and the output does not say.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Note {
    /// `menu`: the input ended where an option was expected; the run ends as option 5 would.
    #[error("{at}: the input ends without option 5; the run ends as if it stood here")]
    EndedWithoutFive {
        /// The end of the input.
        at: Position,
    },
    /// `menu`: the board of this run cannot reach the goal, so the file says -1.
    #[error("{}: the board {board} cannot reach the goal 0 1 2 / 3 4 5 / 6 7 8, so -1 was written", guide.title())]
    Unsolvable {
        /// The heuristic that was asked for.
        guide: Guide,
        /// The board.
        board: Board,
        /// Why it cannot.
        why: Why,
    },
    /// `solver`: why there is no solution.
    #[error("no solution: {why:?}")]
    NoSolution {
        /// Why.
        why: Why,
    },
    /// `solver`: something follows the board.
    #[error("{at}: what follows the board is ignored, from {found:?} on")]
    Ignored {
        /// Where it begins.
        at: Position,
        /// Its first word.
        found: String,
    },
    /// `sums`: memory ended the search; the propagating method needs next to none.
    #[error("memory ended the breadth-first search; `hueco sums --method propagate` needs next to none")]
    UsePropagation,
    /// `solver`: a limit ended the search. `hueco solve` solves such boards.
    #[error("a limit ({limit:?}) ended the search after {enqueued} enqueued states; `hueco solve` solves such boards")]
    GaveUp {
        /// The limit.
        limit: Limit,
        /// States in the queue, ever.
        enqueued: u64,
    },
}
