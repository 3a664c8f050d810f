//! Instance files: boards with what is known about them.
//!
//! ```text
//! # columns: id optimal tiles(16)
//! 1 57 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3
//! 2 - 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6
//! ```
//!
//! The line `# columns:` names the words of every line after it. The last column is the board, `tiles(16)` for a square
//! one or `tiles(3x4)`, row by row. `id` and `optimal` mean the same everywhere; other columns are kept as they are. `-`
//! is "not known". Other lines that begin with `#`, and empty lines, say nothing. A later `# columns:` line replaces the
//! first, so files can be joined.
//!
//! A file that begins with numbers and has no such line is read as HOG2 reads its own (`korf100.txt` and the like): each
//! line is a board row by row, perhaps after its number. The first line decides which, by how many words it has:
//!
//! ```text
//! 1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3
//! 2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6
//! ```
//! Such boards are for the goal with the blank first ([`Form::Hog2`]).

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use thiserror::Error;

use crate::board::{Board, Shape};
use crate::parse::{Fault, Numbers, ParseError, Position, clip, parse_shape, square_root};
use crate::read::Lines;

/// How the lines of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line `# columns:` names their words.
    Columns,
    /// Numbers alone, as in the files of HOG2, whose goal has the blank first.
    Hog2,
}

/// One line of an instance file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// How it is written.
    pub form: Form,
    /// The line, from 1.
    pub line: usize,
    /// The column `id`; the line's number where there is no such column.
    pub id: String,
    /// The column `optimal`: the length of a shortest solution, where it is known.
    pub optimal: Option<u32>,
    /// The length that another solver reached: an upper bound. Only a [`Set`](crate::Set) knows such a column.
    pub reached: Option<u32>,
    /// The nodes that another solver counted. Only a [`Set`](crate::Set) knows such a column.
    pub nodes: Option<u64>,
    /// Every column but the board, by name; those with `-` are left out.
    pub values: BTreeMap<String, String>,
    /// The board.
    pub board: Board,
}

/// Why a line is no instance, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{at}: {what}")]
pub struct InstanceError {
    /// The word at fault; for what is missing, the last word before it.
    pub at: Position,
    /// What is wrong.
    pub what: InstanceFault,
}

/// What is wrong with an instance file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InstanceFault {
    /// An instance before any `# columns:` line, and no line of numbers.
    #[error("expected a line such as \"# columns: id optimal tiles(16)\" before the first instance, or only numbers")]
    NoColumns,
    /// The count of numbers in a line fits no board, with or without the board's own number before it.
    #[error("{found} numbers, and no line of columns; expected the tiles of a board, perhaps after its number")]
    NoBoard {
        /// How many numbers.
        found: usize,
        /// The given size; without one, any square.
        size: Option<Shape>,
    },
    /// The columns do not end with the board.
    #[error("unexpected {found:?}; expected tiles(cells) or tiles(RxC) as the last column, and only there")]
    NoTiles {
        /// The column that stands there, cut where it is long.
        found: String,
    },
    /// The number of cells fits no square board.
    #[error("no square board has {cells} cells; expected tiles(RxC), or a given size")]
    NoShape {
        /// How many cells.
        cells: usize,
    },
    /// The columns are for another size than the given one.
    #[error("the boards are {found}; expected {given}")]
    OtherSize {
        /// The given size.
        given: Shape,
        /// The size of the columns.
        found: Shape,
    },
    /// A column that came before.
    #[error("the column {name:?} is named twice")]
    ColumnTwice {
        /// Its name, cut where it is long.
        name: String,
    },
    /// The line is too short or too long.
    #[error("there are {found} words; expected {expected}")]
    Words {
        /// As many as the columns say.
        expected: usize,
        /// As many as there are.
        found: usize,
    },
    /// The column `optimal` holds something else than a length.
    #[error("unexpected {found:?}; expected a number of moves, or - where it is not known")]
    NotALength {
        /// The word, cut where it is long.
        found: String,
    },
    /// The board itself.
    #[error(transparent)]
    Board(Fault),
}

impl InstanceFault {
    fn at(self, at: Position) -> InstanceError {
        InstanceError { at, what: self }
    }
}

impl From<ParseError> for InstanceError {
    fn from(error: ParseError) -> Self {
        InstanceFault::Board(error.what).at(error.at)
    }
}

/// The instances of an input, read one at a time.
pub struct Instances<R> {
    lines: Lines<R>,
    size: Option<Shape>,
    columns: Option<Columns>,
    ended: bool,
}

/// Reads instances. `size`, where given, is the only shape accepted, and says the shape of `tiles(12)`.
///
/// A bad line is an error and reading continues; after a bad `# columns:` line, or one that cannot be read, it ends.
pub fn read_instances<R: BufRead>(reader: R, size: Option<Shape>) -> Instances<R> {
    Instances { lines: Lines::new(reader), size, columns: None, ended: false }
}

impl<R: BufRead> Iterator for Instances<R> {
    type Item = Result<Instance, InstanceError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let (line, text) = self.lines.next()?;
            let text = match text {
                Ok(text) => text,
                Err(error) => {
                    self.ended = matches!(error.what, Fault::Read(_));
                    return Some(Err(error.into()));
                }
            };
            if let Some(start) = columns_start(text) {
                match Columns::parse(text, start, line, self.size) {
                    Ok(columns) => self.columns = Some(columns),
                    Err(error) => {
                        self.ended = true;
                        return Some(Err(error));
                    }
                }
            } else if let Some(&first) = words(text, line).first() {
                let columns = match self.columns.take().map_or_else(|| Columns::of_numbers(text, line, self.size), Ok) {
                    Ok(columns) => self.columns.insert(columns),
                    Err(fault) => {
                        self.ended = true;
                        return Some(Err(fault.at(first.at)));
                    }
                };
                return Some(columns.instance(text, line));
            }
        }
        None
    }
}

/// Where the names begin in a `# columns:` line, in bytes.
pub(crate) fn columns_start(text: &str) -> Option<usize> {
    let names = text.trim_start().strip_prefix('#')?.trim_start().strip_prefix("columns:")?;
    Some(text.len() - names.len())
}

#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: Position,
    /// In bytes, from the start of the line.
    start: usize,
}

/// The words of a line up to its comment.
fn words(text: &str, line: usize) -> Vec<Word<'_>> {
    let content = text.split('#').next().unwrap_or_default();
    words_from(content, 0, line)
}

fn words_from(text: &str, start: usize, line: usize) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut open = false;
    let before = text[..start].chars().count();
    for (index, (offset, c)) in text[start..].char_indices().enumerate() {
        let offset = start + offset;
        if c.is_whitespace() {
            open = false;
        } else if open && let Some(word) = words.last_mut() {
            word.text = &text[word.start..offset + c.len_utf8()];
        } else {
            open = true;
            let at = Position { line, column: before + index + 1 };
            words.push(Word { text: &text[offset..offset + c.len_utf8()], at, start: offset });
        }
    }
    words
}

struct Columns {
    form: Form,
    names: Vec<String>,
    shape: Shape,
}

impl Columns {
    fn parse(text: &str, start: usize, line: usize, size: Option<Shape>) -> Result<Self, InstanceError> {
        let words = words_from(text, start, line);
        let Some((last, named)) = words.split_last() else {
            let at = Position { line, column: text.chars().count().max(1) };
            return Err(InstanceFault::NoTiles { found: String::new() }.at(at));
        };
        let mut seen = BTreeSet::new();
        for word in named {
            if word.text.starts_with("tiles(") {
                return Err(InstanceFault::NoTiles { found: clip(word.text) }.at(word.at));
            }
            if !seen.insert(word.text) {
                return Err(InstanceFault::ColumnTwice { name: clip(word.text) }.at(word.at));
            }
        }
        let shape = tiles_shape(last.text, size).map_err(|fault| fault.at(last.at))?;
        Ok(Self { form: Form::Columns, names: named.iter().map(|word| word.text.to_owned()).collect(), shape })
    }

    /// The columns of a file without names, from its first line: a board, perhaps after its number.
    fn of_numbers(text: &str, line: usize, size: Option<Shape>) -> Result<Self, InstanceFault> {
        let words = words(text, line);
        if !words.iter().all(|word| word.text.bytes().all(|byte| byte.is_ascii_digit())) {
            return Err(InstanceFault::NoColumns);
        }
        let found = words.len();
        let shape = |cells: usize| match size {
            Some(size) => (size.cells() == cells).then_some(size),
            None => square_root(cells).filter(|&root| root > 1).and_then(|root| Shape::new(root, root).ok()),
        };
        let id = || shape(found - 1).map(|shape| (vec!["id".to_owned()], shape));
        let (names, shape) =
            shape(found).map(|shape| (Vec::new(), shape)).or_else(id).ok_or(InstanceFault::NoBoard { found, size })?;
        Ok(Self { form: Form::Hog2, names, shape })
    }

    fn instance(&self, text: &str, line: usize) -> Result<Instance, InstanceError> {
        // 1. As many words as columns.
        let words = words(text, line);
        let expected = self.names.len() + self.shape.cells();
        if words.len() != expected {
            let place = words.get(expected).unwrap_or(&words[words.len() - 1]);
            return Err(InstanceFault::Words { expected, found: words.len() }.at(place.at));
        }
        // 2. The named ones.
        let mut values = BTreeMap::new();
        let mut optimal = None;
        for (name, word) in self.names.iter().zip(&words) {
            if word.text == "-" {
                continue;
            }
            if name == "optimal" {
                let length = word.text.parse::<u32>();
                optimal = Some(length.map_err(|_| InstanceFault::NotALength { found: clip(word.text) }.at(word.at))?);
            }
            values.insert(name.clone(), word.text.to_owned());
        }
        // 3. The board.
        let mut numbers = Numbers::default();
        for word in &words[self.names.len()..] {
            numbers.read_word(word.text, word.at)?;
        }
        numbers.end_row();
        let board = numbers.layout(Some(self.shape))?.check()?;
        let id = values.get("id").cloned().unwrap_or_else(|| line.to_string());
        Ok(Instance { form: self.form, line, id, optimal, reached: None, nodes: None, values, board })
    }
}

/// The shape of `tiles(16)` or `tiles(3x4)`.
fn tiles_shape(name: &str, size: Option<Shape>) -> Result<Shape, InstanceFault> {
    let no_tiles = || InstanceFault::NoTiles { found: clip(name) };
    let inside = name.strip_prefix("tiles(").and_then(|rest| rest.strip_suffix(')')).ok_or_else(no_tiles)?;
    if let Ok(cells) = inside.parse::<usize>() {
        if let Some(shape) = size.filter(|shape| shape.cells() == cells) {
            return Ok(shape);
        }
        let root = square_root(cells).ok_or(InstanceFault::NoShape { cells })?;
        let found = Shape::new(root, root).map_err(|_| no_tiles())?;
        return same_size(found, size);
    }
    same_size(parse_shape(inside).map_err(|_| no_tiles())?, size)
}

fn same_size(found: Shape, size: Option<Shape>) -> Result<Shape, InstanceFault> {
    match size {
        Some(given) if given != found => Err(InstanceFault::OtherSize { given, found }),
        _ => Ok(found),
    }
}
