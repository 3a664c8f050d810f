//! What can be wrong with a trace, and where. `hueco-say` words it.

use std::io;

use thiserror::Error;

/// What a field should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A whole number, not negative.
    Count,
    /// A number.
    Number,
    /// A text.
    Text,
    /// `true` or `false`.
    Truth,
    /// A list of numbers.
    Board,
    /// A list of cells, each with a name, a row and a column.
    Cells,
    /// `forward` or `backward`.
    Side,
    /// An object.
    Object,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The file cannot be read.
    Read(io::ErrorKind),
    /// There is nothing in it.
    Empty,
    /// Bytes that are no text.
    NotUtf8,
    /// A line longer than any trace has.
    LineTooLong {
        /// The most bytes.
        limit: usize,
    },
    /// The line is no JSON object.
    NotJson,
    /// A version that is not known.
    Version {
        /// What it says.
        found: u64,
    },
    /// A domain that is not known.
    Domain {
        /// What it says.
        found: String,
    },
    /// A kind of event that is not known.
    Event {
        /// What it says.
        found: String,
    },
    /// A field is missing that cannot be derived.
    Missing {
        /// The field, or the fields of which one is needed.
        field: &'static str,
    },
    /// A field of another kind than it should be.
    Wrong {
        /// The field.
        field: &'static str,
        /// What it should be.
        expected: Expected,
    },
    /// No board has such a shape.
    Shape {
        /// Rows.
        rows: u64,
        /// Columns.
        cols: u64,
    },
    /// A board with more or fewer cells than there are.
    Size {
        /// The field.
        field: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Not every tile is there once.
    NotABoard {
        /// The field.
        field: &'static str,
    },
    /// A number that no node has.
    NoNode {
        /// The field.
        field: &'static str,
        /// The number.
        id: u64,
    },
    /// A board that no node has.
    NoNodeWithBoard,
    /// A node's number that was given already.
    Twice {
        /// The number.
        id: u64,
    },
    /// An action that cannot be done on the parent's board.
    Impossible {
        /// The action.
        action: String,
    },
    /// The board is not what the action makes of the parent's.
    OtherBoard,
    /// The board is not one step from the parent's.
    NotAStep,
    /// The node's own board is another.
    NotTheNodes {
        /// The node's number.
        id: u64,
    },
    /// Something stands after the last line.
    AfterEnd,
}

/// What is wrong with a trace, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {fault:?}")]
pub struct TraceError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What.
    pub fault: Fault,
}
