//! Words of an input, one at a time, each with its place. Spaces, tabs and line breaks separate them, in any number.
//!
//! Nothing is read beyond the word that was asked for, so a program can answer before its input ends, and nothing is
//! kept but that word, cut where it is long, so an endless input does no harm.

use std::io::{self, BufRead};

use hueco_tiles::Position;

use crate::error::{CourseError, Expected, Fault, InputError};

/// Bytes of a word that are kept: more than any integer needs.
const KEPT: usize = 64;
/// Characters of a word that an error shows.
const SHOWN: usize = 24;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A word and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) at: Position,
    /// Its first bytes as text.
    pub(crate) text: String,
}

impl Word {
    /// The integer, if it is one. Those beyond 64 bits become the nearest.
    fn integer(&self) -> Option<i64> {
        let negative = self.text.starts_with('-');
        let digits = self.text.strip_prefix(['-', '+']).unwrap_or(&self.text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(self.text.parse().unwrap_or(if negative { i64::MIN } else { i64::MAX }))
    }

    /// An integer from `least` to `most`.
    pub(crate) fn number(&self, least: u64, most: u64, expected: Expected) -> Result<u64, InputError> {
        let found = || self.shown();
        let Some(number) = self.integer() else {
            return Err(self.at_fault(Fault::NotAnInteger { found: found(), expected }));
        };
        let number = u64::try_from(number).ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.at_fault(Fault::OutOfRange { found: found(), expected }))
    }

    pub(crate) fn at_fault(&self, fault: Fault) -> InputError {
        InputError { at: self.at, fault }
    }

    /// The word, not longer than a person reads.
    pub(crate) fn shown(&self) -> String {
        match self.text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &self.text[..end]),
            None => self.text.clone(),
        }
    }
}

/// The words of an input.
pub(crate) struct Words<R> {
    reader: R,
    /// Where the next byte stands.
    next: Position,
    ended: bool,
}

impl<R: BufRead> Words<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, next: Position { line: 1, column: 1 }, ended: false }
    }

    /// Where the next byte stands: after the last word, the end of the input.
    pub(crate) fn place(&self) -> Position {
        self.next
    }

    /// The next word, if there is one.
    pub(crate) fn next(&mut self) -> Result<Option<Word>, CourseError> {
        self.read().map_err(CourseError::Read)
    }

    /// The next word as an integer from `least` to `most`.
    pub(crate) fn number(&mut self, least: u64, most: u64, expected: Expected) -> Result<(u64, Word), CourseError> {
        let Some(word) = self.next()? else { return Err(self.missing(expected).into()) };
        Ok((word.number(least, most, expected)?, word))
    }

    /// All numbers of a board of this many cells, row by row.
    pub(crate) fn cells(&mut self, cells: usize) -> Result<Vec<u64>, CourseError> {
        let mut numbers = Vec::with_capacity(cells);
        let mut first: Vec<Option<Position>> = vec![None; cells];
        for place in 1..=cells {
            let (number, word) = self.number(0, cells as u64 - 1, Expected::Cell { place, cells })?;
            if let Some(first) = first[number as usize].replace(word.at) {
                return Err(word.at_fault(Fault::Twice { number, first }).into());
            }
            numbers.push(number);
        }
        Ok(numbers)
    }

    /// Ignores the rest of the line.
    pub(crate) fn skip_line(&mut self) -> Result<(), CourseError> {
        while let Some(byte) = self.peek().map_err(CourseError::Read)? {
            self.take(byte);
            if byte == b'\n' {
                break;
            }
        }
        Ok(())
    }

    /// Nothing may follow.
    pub(crate) fn end(&mut self) -> Result<(), CourseError> {
        match self.next()? {
            Some(word) => Err(word.at_fault(Fault::NotTheEnd { found: word.shown() }).into()),
            None => Ok(()),
        }
    }

    /// What is missing at the end of the input.
    pub(crate) fn missing(&self, expected: Expected) -> InputError {
        InputError { at: self.next, fault: Fault::Ended { expected } }
    }

    fn read(&mut self) -> io::Result<Option<Word>> {
        while let Some(byte) = self.peek()? {
            if is_space(byte) {
                self.take(byte);
                continue;
            }
            let word = self.word()?;
            if !word.text.is_empty() {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }

    fn word(&mut self) -> io::Result<Word> {
        let at = self.next;
        let mut kept = Vec::new();
        while let Some(byte) = self.peek()?.filter(|&byte| !is_space(byte)) {
            if kept.len() < KEPT {
                kept.push(byte);
            }
            self.take(byte);
        }
        let first = at == Position { line: 1, column: 1 };
        let bytes = kept.strip_prefix(BYTE_ORDER_MARK).filter(|_| first).unwrap_or(&kept);
        Ok(Word { at, text: String::from_utf8_lossy(bytes).into_owned() })
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        while !self.ended {
            match self.reader.fill_buf() {
                Ok([]) => self.ended = true,
                Ok([byte, ..]) => return Ok(Some(*byte)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    fn take(&mut self, byte: u8) {
        self.reader.consume(1);
        match byte {
            b'\n' => self.next = Position { line: self.next.line + 1, column: 1 },
            // The bytes after a character's first one have no column of their own.
            0x80..=0xbf => {}
            _ => self.next.column += 1,
        }
    }
}

/// Spaces, tabs and line breaks of every kind.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &[u8]) -> Vec<(String, usize, usize)> {
        let mut words = Words::new(text);
        std::iter::from_fn(|| words.next().unwrap()).map(|w| (w.text, w.at.line, w.at.column)).collect()
    }

    #[test]
    fn words_know_their_places() {
        let found = words("\u{feff}1\t 22\r\n\n  ñandú é\x0b3".as_bytes());
        let found: Vec<_> = found.iter().map(|(text, line, column)| (text.as_str(), *line, *column)).collect();
        assert_eq!(found, [("1", 1, 1), ("22", 1, 5), ("ñandú", 3, 3), ("é", 3, 9), ("3", 3, 11)]);
        assert_eq!(words(b""), []);
        assert_eq!(words("\u{feff} \n".as_bytes()), []);
    }

    #[test]
    fn integers_are_read_as_widely_as_usual() {
        let number = |text: &str| Word { at: Position { line: 1, column: 1 }, text: text.into() }.integer();
        assert_eq!(number("007"), Some(7));
        assert_eq!(number("+5"), Some(5));
        assert_eq!(number("-0"), Some(0));
        assert_eq!(number("99999999999999999999"), Some(i64::MAX));
        assert_eq!(number("-99999999999999999999"), Some(i64::MIN));
        for text in ["", "-", "+", "1.0", "0x1", "1,", "٣", "--1"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn a_long_word_is_cut() {
        let found = words(&vec![b'7'; 100_000]);
        assert_eq!((found.len(), found[0].0.len()), (1, KEPT));
    }
}
