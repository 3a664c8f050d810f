//! What can be wrong with a puzzle file, as types. Each fault carries what a message needs, so that it can be worded in
//! any language; the English words here are the library's own.

use std::fmt;

use thiserror::Error;

/// A fault and where it is. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct ParseError {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What is wrong there.
    pub fault: Fault,
}

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl At {
    pub(crate) fn fault(self, fault: Fault) -> ParseError {
        ParseError { line: self.line, column: self.column, fault }
    }
}

/// What the reader would have understood at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A cell's name.
    CellName,
    /// A whole number.
    Number,
    /// A row or column, counted from 1.
    Position,
    /// A cell or a number, as a term of a sum.
    Term,
    /// `=`, `!=`, `<`, `<=`, `>` or `>=`.
    Relation,
    /// `+`, `-` or a relation.
    OperatorOrRelation,
    /// The word `at`.
    At,
    /// `rows`, `columns`, `diagonals`, `across`, `down` or `runs`.
    Lines,
    /// Names of cells, or words for lines, after `different:`.
    CellsOrLines,
    /// A row of the picture: names, numbers, `_` and `.`.
    Picture,
    /// A statement or a rule.
    Statement,
    /// Nothing more on this line.
    EndOfLine,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CellName => "the name of a cell",
            Self::Number => "a whole number",
            Self::Position => "a row or column, counted from 1",
            Self::Term => "a cell or a number",
            Self::Relation => "=, !=, <, <=, > or >=",
            Self::OperatorOrRelation => "+, -, or one of = != < <= > >=",
            Self::At => "the word `at`",
            Self::Lines => "rows, columns, diagonals, across, down or runs",
            Self::CellsOrLines => "names of cells, or rows, columns, diagonals, across, down, runs",
            Self::Picture => "a row of the picture: names, numbers, _ and .",
            Self::Statement => "`cells`, `numbers`, `digits` or a rule",
            Self::EndOfLine => "the end of the line",
        })
    }
}

/// Things that are limited in number or size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Bytes of text.
    Bytes,
    /// Cells.
    Cells,
    /// Rows or columns of the picture.
    Lines,
    /// Different numbers to place.
    Numbers,
    /// Rules.
    Rules,
    /// Cells named by all rules together.
    Terms,
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bytes => "bytes of text",
            Self::Cells => "cells",
            Self::Lines => "rows or columns",
            Self::Numbers => "different numbers",
            Self::Rules => "rules",
            Self::Terms => "terms in all rules together",
        })
    }
}

/// What is wrong with a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// There is nothing but spaces and comments.
    #[error("the file is empty; a puzzle needs `cells`, `numbers` and rules")]
    Empty,
    /// More than the reader takes.
    #[error("more than {limit} {what}")]
    TooMany {
        /// Of what.
        what: Counted,
        /// How many are allowed.
        limit: usize,
    },
    /// A character that means nothing here.
    #[error("`{0}` has no meaning here")]
    UnknownCharacter(char),
    /// A number beyond what is allowed at its place.
    #[error("the number is too large: at most {limit} is allowed here, with either sign")]
    NumberTooLarge {
        /// The largest magnitude.
        limit: i64,
    },
    /// Something else was expected.
    #[error("expected {expected}, found {}", found.as_deref().map_or("the end of the line".to_string(), |f| format!("`{f}`")))]
    Unexpected {
        /// What would have been understood.
        expected: Expected,
        /// What stands there; `None` is the end of the line.
        found: Option<String>,
    },
    /// A sum without `= …` after it.
    #[error("the rule has no target: write = and a number or another sum after it")]
    MissingTarget,
    /// A rule names a cell that is not on the board.
    #[error("there is no cell `{0}`")]
    UnknownCell(String),
    /// A word of the format used as a cell's name.
    #[error("`{0}` is a word of the format and cannot name a cell")]
    Reserved(String),
    /// Two cells with one name.
    #[error("there is already a cell `{name}` (line {line})")]
    DuplicateName {
        /// The name.
        name: String,
        /// Where it was first given.
        line: u32,
    },
    /// Two cells in one position.
    #[error("row {row}, column {column} already holds the cell `{name}`")]
    SamePosition {
        /// The row, from 1.
        row: u32,
        /// The column, from 1.
        column: u32,
        /// The cell that is there.
        name: String,
    },
    /// No cell at all.
    #[error("there are no cells: draw them under `cells`")]
    NoCells,
    /// Cells to fill and nothing to fill them with.
    #[error("there are empty cells but no `numbers` or `digits` to place in them")]
    NoNumbers,
    /// Not enough numbers.
    #[error("{cells} empty cells but only {numbers} numbers to place")]
    MoreCellsThanNumbers {
        /// Empty cells.
        cells: usize,
        /// Numbers, copies counted.
        numbers: usize,
    },
    /// A number listed twice.
    #[error("{0} is listed twice; write {0}*2 to place it in two cells")]
    RepeatedNumber(i64),
    /// `digits` with copies.
    #[error("`digits` may be used any number of times; copies belong to `numbers`")]
    CopiesOfDigits,
    /// Zero copies of a number.
    #[error("a number needs at least one copy")]
    NoCopies,
    /// A range that runs downwards.
    #[error("the range {first}-{last} is empty")]
    EmptyRange {
        /// Its first number.
        first: i64,
        /// Its last number.
        last: i64,
    },
    /// `except` names a number that is not listed.
    #[error("{0} is not in the list, so it cannot be left out")]
    NotListed(i64),
    /// A statement that may stand only once.
    #[error("`{word}` was already given in line {line}")]
    RepeatedStatement {
        /// Its first word.
        word: String,
        /// Where it stands first.
        line: u32,
    },
    /// A cell times a cell.
    #[error("a cell can be multiplied by a number, not by another cell")]
    ProductOfCells,
    /// A rule without cells.
    #[error("the rule names no cell")]
    NoCellInRule,
    /// A cell twice in a list of different cells.
    #[error("the cell `{0}` is listed twice and cannot differ from itself")]
    CellListedTwice(String),
    /// Cells and words for lines in one list.
    #[error("write cells or words for lines after the colon, not both")]
    CellsAndLines,
    /// Diagonals of a board that is not square.
    #[error("the board has {rows} rows and {columns} columns: only a square one has diagonals")]
    NotSquare {
        /// Rows.
        rows: u32,
        /// Columns.
        columns: u32,
    },
    /// No such lines on this board.
    #[error("the board has no lines of that kind with two cells or more")]
    NoSuchLines,
    /// The list of targets does not fit the lines.
    #[error("{lines} lines but {targets} targets; give one for each line, or one for all")]
    TargetCount {
        /// Lines.
        lines: usize,
        /// Targets.
        targets: usize,
    },
    /// A line without a colon after `different` or `equal`.
    #[error("write a colon after `{0}`")]
    ColonMissing(String),
}
