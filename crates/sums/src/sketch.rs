//! A puzzle as it is written, not yet checked: statements with their places in the text. [`crate::check`] makes a legal
//! [`crate::Puzzle`] of it.

use crate::fault::At;
use crate::puzzle::Relation;

/// A cell as drawn or declared.
#[derive(Clone, Debug)]
pub(crate) struct SketchCell {
    pub(crate) name: Option<String>,
    /// From 0.
    pub(crate) row: u32,
    /// From 0.
    pub(crate) column: u32,
    pub(crate) fixed: Option<i64>,
    pub(crate) at: At,
}

/// One item of a `numbers` list: a range (or a single number) with copies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) first: i64,
    pub(crate) last: i64,
    pub(crate) copies: i64,
    pub(crate) at: At,
}

/// `numbers …` or `digits …`.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    pub(crate) at: At,
    /// `digits`: any number of times.
    pub(crate) unlimited: bool,
    pub(crate) ranges: Vec<Range>,
    pub(crate) except: Vec<Range>,
    pub(crate) except_fixed: bool,
}

/// A term of a sum: a factor and, for a cell, its name.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) factor: i64,
    pub(crate) cell: Option<String>,
    pub(crate) at: At,
}

/// Words for sets of lines of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    Rows,
    Columns,
    Diagonals,
    Across,
    Down,
    Runs,
}

impl Lines {
    pub(crate) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "rows" => Self::Rows,
            "columns" => Self::Columns,
            "diagonals" => Self::Diagonals,
            "across" => Self::Across,
            "down" => Self::Down,
            "runs" => Self::Runs,
            _ => return None,
        })
    }
}

/// Words that cannot name a cell.
pub(crate) const RESERVED: [&str; 15] = [
    "at",
    "cell",
    "cells",
    "digits",
    "different",
    "equal",
    "except",
    "fixed",
    "numbers",
    "title",
    "rows",
    "columns",
    "diagonals",
    "across",
    "down",
];

/// Whether `word` belongs to the format.
pub(crate) fn is_reserved(word: &str) -> bool {
    word == "runs" || RESERVED.contains(&word)
}

/// A rule as written.
#[derive(Clone, Debug)]
pub(crate) enum SketchRule {
    /// `A + B = C + D < 9`: sums and the relations between neighbours.
    Chain { sums: Vec<Vec<Term>>, relations: Vec<Relation> },
    /// `rows columns = 15`.
    LineSums { lines: Vec<(Lines, At)>, relation: Relation, targets: Vec<i64> },
    /// `equal: rows columns`.
    EqualLines(Vec<(Lines, At)>),
    /// `different: rows`.
    DifferentLines(Vec<(Lines, At)>),
    /// `different: A B C`.
    DifferentCells(Vec<(String, At)>),
}

#[derive(Clone, Debug)]
pub(crate) struct SketchNamedRule {
    pub(crate) label: Option<String>,
    pub(crate) at: At,
    pub(crate) rule: SketchRule,
}

/// The whole file.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    pub(crate) title: Option<String>,
    pub(crate) cells: Vec<SketchCell>,
    pub(crate) pool: Option<Pool>,
    pub(crate) rules: Vec<SketchNamedRule>,
    /// Where the file's first statement is.
    pub(crate) begin: At,
}
