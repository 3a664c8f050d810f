//! Many boards from one input.
//!
//! Each line is a board, read and given out before the next one is looked at, so an endless input is no trouble. If the
//! first line that holds anything is only a part of a board, the whole input is one board. The first line decides:
//!
//! - it has rows of its own (`1 2 / 3 0`), or as many closing as opening brackets (`[1, 2, 3, 0]`): each line is a board;
//! - it does not read as a board, or it ends with `/`: the whole input is one board;
//! - it is one bare line (`1 2 3 0`) and no size is given: it is a board if its numbers fit, else the first row of a
//!   larger one. Where they fit by chance, as in the first row of `1 2 3 0` over `4 5 6 7`, the second line decides:
//!   one of the same count with numbers too large for a board of its own makes both of them rows.
//!
//! Lines are bounded: one too long is an error, and is skipped without being held in memory.

use std::io::{BufRead, Read};

use crate::board::{Board, Shape};
use crate::parse::{Fault, Numbers, ParseError, Position};

/// Lines of an input, bounded in length and checked to be text.
pub(crate) struct Lines<R> {
    reader: R,
    bytes: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The longest line, in bytes: several times the largest board.
    pub(crate) const LIMIT: usize = 1 << 20;

    pub(crate) fn new(reader: R) -> Self {
        Self { reader, bytes: Vec::new(), number: 0 }
    }

    /// The next line with its number, from 1, and without its line break.
    pub(crate) fn next(&mut self) -> Option<(usize, Result<&str, ParseError>)> {
        self.number += 1;
        self.bytes.clear();
        let number = self.number;
        self.read().transpose().map(|text| (number, text))
    }

    fn read(&mut self) -> Result<Option<&str>, ParseError> {
        let start = Position { line: self.number, column: 1 };
        match self.reader.by_ref().take(Self::LIMIT as u64 + 1).read_until(b'\n', &mut self.bytes) {
            Ok(0) => return Ok(None),
            Ok(_) => {}
            Err(error) => return Err(Fault::Read(error.kind()).at(start)),
        }
        if self.bytes.last() == Some(&b'\n') {
            self.bytes.pop();
            self.bytes.pop_if(|b| *b == b'\r');
        } else if self.bytes.len() > Self::LIMIT {
            self.skip_line().map_err(|error| Fault::Read(error.kind()).at(start))?;
            return Err(Fault::LineTooLong { limit: Self::LIMIT }.at(start));
        }
        let bytes = match self.bytes.strip_prefix("\u{feff}".as_bytes()) {
            Some(rest) if self.number == 1 => rest,
            _ => &self.bytes,
        };
        std::str::from_utf8(bytes).map(Some).map_err(|error| {
            let before = std::str::from_utf8(&bytes[..error.valid_up_to()]).map_or(0, |text| text.chars().count());
            Fault::NotUtf8.at(Position { line: self.number, column: before + 1 })
        })
    }

    fn skip_line(&mut self) -> std::io::Result<()> {
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let (used, ended) = match buffer.iter().position(|&b| b == b'\n') {
                Some(end) => (end + 1, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            self.reader.consume(used);
            if ended {
                return Ok(());
            }
        }
    }
}

/// Boards of an input, each with the number of its (first) line. See the [module](self).
pub struct Boards<R> {
    lines: Lines<R>,
    size: Option<Shape>,
    mode: Mode,
    /// A line that was read to understand the one before it.
    ahead: Option<Line>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Undecided,
    EachLine,
    Ended,
}

/// A line that holds something.
struct Line {
    number: usize,
    /// It has a `/` inside and none at its end, or closes all the brackets it opens.
    is_whole: bool,
    read: Result<Numbers, ParseError>,
}

/// Reads boards, one per line, or a single one. `size`, where given, is the only shape accepted.
///
/// An input with nothing in it has no boards: whether that is an error is for the caller to say.
pub fn read_boards<R: BufRead>(reader: R, size: Option<Shape>) -> Boards<R> {
    Boards { lines: Lines::new(reader), size, mode: Mode::Undecided, ahead: None }
}

impl<R: BufRead> Iterator for Boards<R> {
    type Item = (usize, Result<Board, ParseError>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.mode == Mode::Ended {
            return None;
        }
        let Some(line) = self.next_line() else {
            self.mode = Mode::Ended;
            return None;
        };
        if self.mode == Mode::Undecided {
            self.mode = if self.stands_alone(&line) { Mode::EachLine } else { Mode::Ended };
        }
        if matches!(line.read, Err(ParseError { what: Fault::Read(_), .. })) {
            self.mode = Mode::Ended;
        }
        let board = line.read.and_then(|numbers| match self.mode {
            Mode::EachLine => numbers.layout(self.size)?.check(),
            _ => self.whole(numbers),
        });
        Some((line.number, board))
    }
}

impl<R: BufRead> Boards<R> {
    /// The next line that holds anything.
    fn next_line(&mut self) -> Option<Line> {
        if let Some(ahead) = self.ahead.take() {
            return Some(ahead);
        }
        loop {
            let (number, text) = self.lines.next()?;
            let content = text.as_ref().map_or("", |text| text.split('#').next().unwrap_or_default().trim());
            let brackets = |bracket| content.matches(bracket).count();
            let is_whole = if content.starts_with('[') {
                brackets('[') == brackets(']')
            } else {
                content.contains('/') && !content.ends_with('/')
            };
            let mut numbers = Numbers::default();
            match text.and_then(|text| numbers.read_line(text, number)) {
                Ok(()) if numbers.is_empty() => {}
                read => return Some(Line { number, is_whole, read: read.map(|()| numbers) }),
            }
        }
    }

    /// Whether the first line is a board by itself.
    fn stands_alone(&mut self, line: &Line) -> bool {
        if line.is_whole {
            return true;
        }
        let Ok(first) = &line.read else { return false };
        if first.goes_on() {
            return false;
        }
        let Ok(layout) = first.clone().layout(self.size) else { return false };
        if self.size.is_some() {
            return true;
        }
        if layout.beyond_range() {
            return false;
        }
        self.ahead = self.next_line();
        let Some(Line { read: Ok(second), .. }) = &self.ahead else { return true };
        let row_of_a_larger = !second.is_json()
            && second.row_count() == 1
            && second.count() == first.count()
            && second.clone().layout(None).is_ok_and(|layout| layout.beyond_range());
        !row_of_a_larger
    }

    /// The board that the first line and all the others make.
    fn whole(&mut self, mut numbers: Numbers) -> Result<Board, ParseError> {
        if let Some(second) = self.ahead.take() {
            numbers.append(second.read?);
        }
        while let Some((number, text)) = self.lines.next() {
            numbers.read_line(text?, number)?;
        }
        numbers.layout(self.size)?.check()
    }
}
