//! Text to boards: text → [`Layout`] (numbers in rows, unchecked) → [`Board`] (legal).
//!
//! A board can be written in several ways, distinguished by their first character, their rows and their count:
//!
//! - rows ended by `/` or by line breaks: `1 2 3 / 4 0 5 / 7 8 6`;
//! - one line, row by row, where the count is a square (`1 2 3 0` is 2x2) or the size is given;
//! - N, at least 2, then N*N numbers with line breaks anywhere: `2  1 2 3 0`;
//! - JSON, with line breaks anywhere: `[[1, 2], [3, 0]]`, whose rows are the board's, or `[1, 2, 3, 0]`, like one line.
//!
//! Outside JSON, numbers stand apart by spaces, tabs or commas; `0`, `_` or `.` is the blank; `#` starts a comment that ends with the
//! line. A `/` must follow a number, and one at the very end is allowed.
//!
//! Where two readings are possible:
//!
//! - N² + 1 numbers that begin with N are the N form if they stand in one line, if N stands alone in the first row, or
//!   if there is no `/` and the rows differ in length. N² + 1 is never a square, so a line cannot be both.
//! - One number a line can be N and its numbers or a board of one column. A column of N² + 1 cells holds the tile N²,
//!   the N form does not: that decides.
//! - A given size comes first: what fits it is read so.
//! - 1xN boards need the size, since their one line looks like any other; `[[1, 2, 0]]` is one.
//!
//! Errors carry the place of the token at fault, line and column both from 1, columns counted in characters.

mod json;

use std::fmt;
use std::io;

use thiserror::Error;

use self::json::Brackets;
use crate::board::{Board, Shape, ShapeError};

pub use self::json::ExpectedJson;

/// A place in a text; both from 1, columns counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is no board, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{at}: {what}")]
pub struct ParseError {
    /// The token at fault; for what is missing, the last token before it.
    pub at: Position,
    /// What is wrong.
    pub what: Fault,
}

/// What is wrong with a text that should be a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// There is no number at all.
    #[error("nothing here; expected a board")]
    Empty,
    /// A word that is not part of a board.
    #[error("unexpected {found:?}; expected a number, 0, _ or . for the blank, or /")]
    Unexpected {
        /// The word, cut where it is long.
        found: String,
    },
    /// A word that begins with a hyphen.
    #[error("unexpected {found:?}; expected a number that is not negative")]
    Hyphen {
        /// The word, cut where it is long.
        found: String,
    },
    /// A number beyond 64 bits.
    #[error("{found} is too large a number; expected at most {largest}", largest = Shape::MAX_CELLS - 1)]
    NumberTooLarge {
        /// Its digits, cut where there are many.
        found: String,
    },
    /// A token that does not belong there in a board in JSON form, or the end of the text.
    #[error("{}; expected {expected}", json::unexpected(found.as_deref()))]
    Json {
        /// The token, cut where it is long; nothing at the end of the text.
        found: Option<String>,
        /// What may stand there.
        expected: ExpectedJson,
    },
    /// A `/` that ends no row.
    #[error("unexpected /; expected a number before it")]
    EmptyRow,
    /// A row longer or shorter than the first, or than the given size says.
    #[error("row {row} has {found} numbers; expected {expected}")]
    RowLength {
        /// Which row, from 1.
        row: usize,
        /// Numbers it should have.
        expected: usize,
        /// Numbers it has.
        found: usize,
    },
    /// More or fewer rows than the given size says.
    #[error("there are {found} rows; expected {expected}")]
    RowCount {
        /// Rows there should be.
        expected: usize,
        /// Rows there are.
        found: usize,
    },
    /// More or fewer numbers than the shape has cells.
    #[error("there are {found} numbers; a {shape} board has {}", shape.cells())]
    Count {
        /// The shape that was given, or that N stands for.
        shape: Shape,
        /// Numbers there are.
        found: usize,
    },
    /// N stands for another size than the given one.
    #[error("the board is {found}; expected {given}")]
    OtherSize {
        /// The given size.
        given: Shape,
        /// The size of the text.
        found: Shape,
    },
    /// One line of numbers whose count is not a square.
    #[error("{count} numbers in one line are no square board; expected / between rows, or a given size")]
    NoShape {
        /// How many numbers there are.
        count: usize,
    },
    /// One number alone.
    #[error("one number is no board; expected at least two cells")]
    TooSmall,
    /// More cells than a board can have.
    #[error("too large a board; expected at most {max} cells", max = Shape::MAX_CELLS)]
    TooLarge,
    /// A number that is not on a board of this size.
    #[error("{number} is not on this board; expected 0 to {largest}")]
    OutOfRange {
        /// The number.
        number: u64,
        /// The largest tile of the board.
        largest: usize,
    },
    /// A number that came before.
    #[error("{number} stands here again, first at {first}")]
    Twice {
        /// The number.
        number: u64,
        /// Where it stands first.
        first: Position,
    },
    /// The tiles are numbered up to the count of cells: the place at fault holds the tile too many.
    #[error("there is no blank; expected one 0, _ or .")]
    NoBlank,
    /// A line longer than the reader takes.
    #[error("the line is too long; expected at most {limit} bytes")]
    LineTooLong {
        /// Bytes allowed.
        limit: usize,
    },
    /// Bytes that are no text.
    #[error("not UTF-8 text")]
    NotUtf8,
    /// The input could not be read.
    #[error("cannot read: {0}")]
    Read(io::ErrorKind),
}

impl Fault {
    pub(crate) fn at(self, at: Position) -> ParseError {
        ParseError { at, what: self }
    }
}

/// A number and where it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The number; 0 is the blank.
    pub number: u64,
    /// Where it stands in the text.
    pub at: Position,
}

/// Numbers that fill a shape, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    shape: Shape,
    numbers: Vec<Placed>,
}

impl Layout {
    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The numbers, row by row: as many as the shape has cells.
    pub fn numbers(&self) -> &[Placed] {
        &self.numbers
    }

    /// Whether a number is larger than any tile of the shape.
    pub(crate) fn beyond_range(&self) -> bool {
        self.numbers.iter().any(|n| n.number >= self.shape.cells() as u64)
    }

    /// The legal board, if every number from 0 stands there once.
    pub fn check(&self) -> Result<Board, ParseError> {
        let cells = self.shape.cells();
        let mut first: Vec<Option<Position>> = vec![None; cells];
        for &Placed { number, at } in &self.numbers {
            if number == cells as u64 && self.numbers.iter().all(|n| n.number != 0) {
                return Err(Fault::NoBlank.at(at));
            }
            let Some(seen) = usize::try_from(number).ok().and_then(|n| first.get_mut(n)) else {
                return Err(Fault::OutOfRange { number, largest: cells - 1 }.at(at));
            };
            if let Some(first) = *seen {
                return Err(Fault::Twice { number, first }.at(at));
            }
            *seen = Some(at);
        }
        let numbers: Vec<u64> = self.numbers.iter().map(|n| n.number).collect();
        Ok(Board::new(self.shape, &numbers).expect("the count and every number were checked"))
    }
}

/// Reads a board. `size`, where given, is the only shape accepted.
///
/// ```
/// use hueco_tiles::{Board, Shape, parse_board};
///
/// let board = parse_board("1 2 3 / 4 _ 5 / 7 8 6", None)?;
/// assert_eq!(board.shape(), Shape::new(3, 3)?);
/// assert_eq!(parse_board("3  1 2 3  4 0 5  7 8 6", None)?, board);
/// assert_eq!(parse_board("1 2 3 / 4 5", None).unwrap_err().to_string(),
///            "line 1, column 11: row 2 has 2 numbers; expected 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_board(text: &str, size: Option<Shape>) -> Result<Board, ParseError> {
    parse_layout(text, size)?.check()
}

/// Reads the numbers of a board and finds their shape, without asking whether they make a legal board.
pub fn parse_layout(text: &str, size: Option<Shape>) -> Result<Layout, ParseError> {
    let mut numbers = Numbers::default();
    for (line, text) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        numbers.read_line(text, line + 1)?;
    }
    numbers.layout(size)
}

/// The goals that have a name; the first is the usual one.
pub const GOALS: [&str; 2] = ["blank-last", "blank-first"];

/// Reads a goal of this shape: one of [`GOALS`] or a board.
pub fn parse_goal(text: &str, shape: Shape) -> Result<Board, ParseError> {
    match text.trim() {
        "blank-last" => Ok(Board::blank_last(shape)),
        "blank-first" => Ok(Board::blank_first(shape)),
        _ => parse_board(text, Some(shape)),
    }
}

/// Why a text is no shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseShapeError {
    /// Not two numbers with an `x` between them.
    #[error("unexpected {found:?}; expected rows x columns, such as 3x4")]
    Form {
        /// The text, cut where it is long.
        found: String,
    },
    /// Two numbers that are no shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// Reads rows and columns, such as `3x4`.
pub fn parse_shape(text: &str) -> Result<Shape, ParseShapeError> {
    let form = || ParseShapeError::Form { found: clip(text) };
    let number = |digits: &str| {
        let digits = digits.trim();
        // A number beyond the machine's is a form of "too large", which the shape itself reports.
        (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then(|| digits.parse().unwrap_or(usize::MAX))
    };
    let (rows, cols) = text.split_once(['x', 'X', '×']).ok_or_else(form)?;
    let (rows, cols) = number(rows).zip(number(cols)).ok_or_else(form)?;
    Ok(Shape::new(rows, cols)?)
}

/// The numbers of a text, read line by line, with the places where rows end.
#[derive(Clone, Default)]
pub(crate) struct Numbers {
    placed: Vec<Placed>,
    /// For every row, the index after its last number.
    row_ends: Vec<usize>,
    /// Numbers since the last `/`.
    since_slash: usize,
    slashes: usize,
    /// Of a board in JSON form.
    brackets: Option<Brackets>,
}

impl Numbers {
    /// Reads one more line, without its line break.
    pub(crate) fn read_line(&mut self, text: &str, line: usize) -> Result<(), ParseError> {
        if self.brackets.is_some() || self.placed.is_empty() && text.trim_start().starts_with('[') {
            return self.read_json(text, line);
        }
        let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '/' | '#');
        let (mut rest, mut column) = (text, 1);
        while let Some(c) = rest.chars().next() {
            let at = Position { line, column };
            let taken = match c {
                '#' => break,
                '/' => {
                    self.end_row();
                    self.slashes += 1;
                    if std::mem::take(&mut self.since_slash) == 0 {
                        return Err(Fault::EmptyRow.at(at));
                    }
                    c.len_utf8()
                }
                _ if separates(c) => c.len_utf8(),
                _ => {
                    let word = &rest[..rest.find(separates).unwrap_or(rest.len())];
                    self.read_word(word, at)?;
                    word.len()
                }
            };
            column += rest[..taken].chars().count();
            rest = &rest[taken..];
        }
        self.end_row();
        Ok(())
    }

    /// Reads one more line of a board in JSON form.
    fn read_json(&mut self, text: &str, line: usize) -> Result<(), ParseError> {
        let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '#');
        let (mut rest, mut column) = (text, 1);
        while let Some(c) = rest.chars().next() {
            let at = Position { line, column };
            let word = match c {
                '#' => break,
                _ if separates(c) => &rest[..c.len_utf8()],
                _ => &rest[..rest.find(separates).unwrap_or(rest.len())],
            };
            match (&mut self.brackets, c) {
                (_, c) if c.is_whitespace() => {}
                (None, _) => self.brackets = Some(Brackets::new(at)),
                (Some(brackets), '[') => brackets.open(at).map_err(|fault| fault.at(at))?,
                (Some(brackets), ',') => brackets.comma(at).map_err(|fault| fault.at(at))?,
                (Some(brackets), ']') => {
                    brackets.close(at).map_err(|fault| fault.at(at))?;
                    self.end_row();
                }
                (Some(brackets), _) => {
                    brackets.number(word, at).map_err(|fault| fault.at(at))?;
                    self.read_word(word, at)?;
                }
            }
            column += word.chars().count();
            rest = &rest[word.len()..];
        }
        Ok(())
    }

    /// Reads one number of the row.
    pub(crate) fn read_word(&mut self, word: &str, at: Position) -> Result<(), ParseError> {
        let number = parse_number(word).map_err(|fault| fault.at(at))?;
        // One more than a board can hold, for the N of the N form.
        if self.placed.len() > Shape::MAX_CELLS {
            return Err(Fault::TooLarge.at(at));
        }
        self.placed.push(Placed { number, at });
        self.since_slash += 1;
        Ok(())
    }

    /// Ends a row, where one was begun.
    pub(crate) fn end_row(&mut self) {
        if self.placed.len() > self.row_ends.last().copied().unwrap_or(0) {
            self.row_ends.push(self.placed.len());
        }
    }

    /// Adds the lines that were read by another.
    pub(crate) fn append(&mut self, later: Self) {
        let before = self.placed.len();
        self.row_ends.extend(later.row_ends.iter().map(|end| end + before));
        self.placed.extend(later.placed);
        self.since_slash = if later.slashes > 0 { later.since_slash } else { self.since_slash + later.since_slash };
        self.slashes += later.slashes;
    }

    /// Whether there was nothing to read.
    pub(crate) fn is_empty(&self) -> bool {
        self.placed.is_empty() && self.brackets.is_none()
    }

    pub(crate) fn is_json(&self) -> bool {
        self.brackets.is_some()
    }

    pub(crate) fn count(&self) -> usize {
        self.placed.len()
    }

    pub(crate) fn row_count(&self) -> usize {
        self.row_ends.len()
    }

    /// Whether the last thing read was a `/`, so that more should follow.
    pub(crate) fn goes_on(&self) -> bool {
        self.slashes > 0 && self.since_slash == 0
    }

    /// One line of numbers, which does not say how long a row is.
    fn is_flat(&self) -> bool {
        self.row_count() == 1 && self.brackets.as_ref().is_none_or(|brackets| !brackets.nested)
    }

    fn rows(&self) -> impl Iterator<Item = &[Placed]> {
        self.row_ends.iter().scan(0, |start, &end| Some(&self.placed[std::mem::replace(start, end)..end]))
    }

    /// Finds the shape of what was read.
    pub(crate) fn layout(self, size: Option<Shape>) -> Result<Layout, ParseError> {
        if let Some((fault, at)) = self.brackets.as_ref().and_then(Brackets::missing) {
            return Err(fault.at(at));
        }
        let (Some(&first), Some(last)) = (self.placed.first(), self.placed.last()) else {
            return Err(Fault::Empty.at(Position { line: 1, column: 1 }));
        };
        let count = self.placed.len();
        if let Some(shape) = size
            && self.fits(shape)
        {
            return Ok(Layout { shape, numbers: self.placed });
        }
        if let Some(found) = self.n_form()? {
            if let Some(given) = size.filter(|&given| given != found) {
                return Err(Fault::OtherSize { given, found }.at(first.at));
            }
            return Ok(Layout { shape: found, numbers: self.placed[1..].to_vec() });
        }
        let (rows, cols) = match (size, self.is_flat()) {
            (Some(shape), true) => {
                let extra = self.placed.get(shape.cells()).unwrap_or(last);
                return Err(Fault::Count { shape, found: count }.at(extra.at));
            }
            (Some(shape), _) => (Some(shape.rows()), shape.cols()),
            (None, true) => (None, square_root(count).ok_or(Fault::NoShape { count }.at(last.at))?),
            (None, _) => (None, self.row_ends[0]),
        };
        if !self.is_flat() {
            self.check_rows(rows, cols)?;
        }
        match Shape::new(count / cols, cols) {
            Ok(shape) => Ok(Layout { shape, numbers: self.placed }),
            Err(ShapeError::TooSmall { .. }) => Err(Fault::TooSmall.at(first.at)),
            Err(ShapeError::TooLarge { .. }) => Err(Fault::TooLarge.at(last.at)),
        }
    }

    /// Whether this is a board of the given size: in its rows, or in one line.
    fn fits(&self, shape: Shape) -> bool {
        self.count() == shape.cells()
            && (self.is_flat() || self.row_count() == shape.rows() && self.rows().all(|r| r.len() == shape.cols()))
    }

    /// The shape that a leading N stands for, if this is N and N*N numbers.
    fn n_form(&self) -> Result<Option<Shape>, ParseError> {
        if self.is_json() {
            return Ok(None);
        }
        let Placed { number: n, at } = self.placed[0];
        let alone = self.row_count() > 1 && self.row_ends[0] == 1;
        let even = self.rows().all(|row| row.len() == self.row_ends[0]);
        if n < 2 {
            return Ok(None);
        }
        let cells = n.checked_mul(n).filter(|&cells| cells <= Shape::MAX_CELLS as u64).map(|cells| cells as usize);
        let counted = cells.is_some_and(|cells| self.count() == cells + 1);
        let has_largest = || self.placed.iter().any(|p| cells.is_some_and(|cells| p.number == cells as u64));
        let meant = match (alone, even) {
            (true, false) => true,
            (true, true) => counted && !has_largest(),
            (false, _) => counted && (self.row_count() == 1 || self.slashes == 0 && !even),
        };
        if !meant {
            return Ok(None);
        }
        let shape = cells.and_then(|_| Shape::new(n as usize, n as usize).ok()).ok_or(Fault::TooLarge.at(at))?;
        if !counted {
            let place = self.placed.get(shape.cells() + 1).unwrap_or(&self.placed[self.count() - 1]);
            return Err(Fault::Count { shape, found: self.count() - 1 }.at(place.at));
        }
        Ok(Some(shape))
    }

    /// Every row must have `cols` numbers, and there must be `rows` of them, where that is given.
    fn check_rows(&self, rows: Option<usize>, cols: usize) -> Result<(), ParseError> {
        for (index, row) in self.rows().enumerate() {
            if row.len() != cols {
                let place = row.get(cols).unwrap_or(&row[row.len() - 1]);
                return Err(Fault::RowLength { row: index + 1, expected: cols, found: row.len() }.at(place.at));
            }
        }
        match rows {
            Some(expected) if expected != self.row_count() => {
                let place = self.placed.get(expected * cols).unwrap_or(&self.placed[self.count() - 1]);
                Err(Fault::RowCount { expected, found: self.row_count() }.at(place.at))
            }
            _ => Ok(()),
        }
    }
}

fn parse_number(word: &str) -> Result<u64, Fault> {
    if matches!(word, "_" | ".") {
        Ok(0)
    } else if word.starts_with('-') {
        Err(Fault::Hyphen { found: clip(word) })
    } else if word.bytes().all(|b| b.is_ascii_digit()) {
        word.parse().map_err(|_| Fault::NumberTooLarge { found: clip(word) })
    } else {
        Err(Fault::Unexpected { found: clip(word) })
    }
}

/// A word as an error shows it: not longer than a person reads.
pub(crate) fn clip(word: &str) -> String {
    const LONGEST: usize = 24;
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

pub(crate) fn square_root(count: usize) -> Option<usize> {
    let root = count.isqrt();
    (root * root == count).then_some(root)
}
