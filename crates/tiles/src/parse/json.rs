//! The brackets of a board in JSON form: `[[1, 2], [3, 0]]`, a list of rows, or `[1, 2, 3, 0]`, row by row.
//!
//! A machine of five expectations that sees one token at a time, so that a board may be spread over lines. It knows
//! nothing of the numbers themselves.

use std::fmt;

use super::{Fault, Position, clip};

/// What may follow in a board in JSON form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedJson {
    /// After the first bracket.
    NumberOrRow,
    /// After a comma between numbers, or at the start of a row.
    Number,
    /// After a number or a row.
    CommaOrEnd,
    /// After a comma between rows.
    Row,
    /// After the last bracket.
    Nothing,
}

impl fmt::Display for ExpectedJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NumberOrRow => "a number or [",
            Self::Number => "a number",
            Self::CommaOrEnd => ", or ]",
            Self::Row => "[",
            Self::Nothing => "nothing more",
        })
    }
}

/// Where in its brackets a board is.
#[derive(Clone, Debug)]
pub(super) struct Brackets {
    /// Brackets that are open: one around the board, one around a row.
    open: u8,
    expected: ExpectedJson,
    /// The brackets hold rows, not numbers.
    pub(super) nested: bool,
    last: Position,
}

impl Brackets {
    /// After the first bracket.
    pub(super) fn new(at: Position) -> Self {
        Self { open: 1, expected: ExpectedJson::NumberOrRow, nested: false, last: at }
    }

    /// `[`.
    pub(super) fn open(&mut self, at: Position) -> Result<(), Fault> {
        self.last = at;
        if !matches!(self.expected, ExpectedJson::NumberOrRow | ExpectedJson::Row) {
            return Err(self.unexpected("["));
        }
        (self.open, self.nested, self.expected) = (2, true, ExpectedJson::Number);
        Ok(())
    }

    /// `]`, which ends a row or the board.
    pub(super) fn close(&mut self, at: Position) -> Result<(), Fault> {
        self.last = at;
        if self.expected != ExpectedJson::CommaOrEnd {
            return Err(self.unexpected("]"));
        }
        self.open -= 1;
        if self.open == 0 {
            self.expected = ExpectedJson::Nothing;
        }
        Ok(())
    }

    /// `,`.
    pub(super) fn comma(&mut self, at: Position) -> Result<(), Fault> {
        self.last = at;
        if self.expected != ExpectedJson::CommaOrEnd {
            return Err(self.unexpected(","));
        }
        self.expected = if self.nested && self.open == 1 { ExpectedJson::Row } else { ExpectedJson::Number };
        Ok(())
    }

    /// A word, which must be a number.
    pub(super) fn number(&mut self, word: &str, at: Position) -> Result<(), Fault> {
        self.last = at;
        let is_expected = matches!(self.expected, ExpectedJson::NumberOrRow | ExpectedJson::Number);
        let is_number = word.starts_with('-') || word.bytes().all(|b| b.is_ascii_digit());
        if !is_expected || !is_number {
            return Err(self.unexpected(word));
        }
        self.expected = ExpectedJson::CommaOrEnd;
        Ok(())
    }

    /// Whether the last bracket was read.
    pub(super) fn is_closed(&self) -> bool {
        self.expected == ExpectedJson::Nothing
    }

    /// What is missing at the end of the text, and the last token before it.
    pub(super) fn missing(&self) -> Option<(Fault, Position)> {
        let missing = Fault::Json { found: None, expected: self.expected };
        (!self.is_closed()).then_some((missing, self.last))
    }

    fn unexpected(&self, found: &str) -> Fault {
        Fault::Json { found: Some(clip(found)), expected: self.expected }
    }
}

/// The first half of a fault: the token, or the end of the text.
pub(super) fn unexpected(found: Option<&str>) -> String {
    found.map_or_else(|| "the text ends here".to_owned(), |found| format!("unexpected {found:?}"))
}
