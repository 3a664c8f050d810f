//! Instances of a problem file: lines of parameters, with what is known about each.
//!
//! ```text
//! # columns: id optimal discs pegs        or, without such a line:
//! small 7 3 3                             small discs=3 pegs=3 optimal=7
//! large - 8 4                             large discs=8 pegs=4
//! ```
//! Words are separated by spaces; double quotes hold a value with spaces. `id` and `optimal`, the cost of a cheapest solution, are not
//! parameters. `-` in a column is "not known", or the parameter's default. Other lines that begin with `#`, and empty lines, say nothing.

use hueco_search::Cost;
use thiserror::Error;

use crate::error::Position;

/// The columns that are no parameters.
const ID: &str = "id";
const OPTIMAL: &str = "optimal";

/// The parameters of one run, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterLine {
    /// The line, from 1.
    pub line: u32,
    /// Its name; the line's number where it has none.
    pub id: String,
    /// The cost of a cheapest solution, where it is known.
    pub optimal: Option<Cost>,
    /// Names and values.
    pub set: Vec<(String, String)>,
}

/// Why a line says nothing, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}:{}: {what}", at.line, at.column)]
pub struct ParameterError {
    /// The word at fault; for what is missing, the end of the line.
    pub at: Position,
    /// What is wrong.
    pub what: ParameterFault,
}

/// What is wrong with a line of parameters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParameterFault {
    /// A word that is neither an id nor a parameter.
    #[error("unexpected {0:?}; expected name=value")]
    NotASetting(String),
    /// A name that stands there twice.
    #[error("duplicate {0:?}")]
    Twice(String),
    /// `optimal` is no cost.
    #[error("unexpected {0:?}; expected a cost, a whole number")]
    NotACost(String),
    /// A quotation mark without its second.
    #[error("the quotation mark is not closed")]
    OpenQuote,
    /// Fewer or more words than there are columns.
    #[error("{found} words; expected {expected}, as the columns say")]
    Words {
        /// How many there are.
        found: usize,
        /// How many columns there are.
        expected: usize,
    },
}

/// A word, where it begins, and where the sign `=` outside quotes is.
struct Word {
    at: Position,
    text: String,
    equals: Option<usize>,
}

/// Reads a text of parameters, line by line.
pub fn read_parameters(text: &str) -> Result<Vec<ParameterLine>, ParameterError> {
    let mut columns: Option<Vec<String>> = None;
    let mut lines = Vec::new();
    for (number, text) in text.lines().enumerate() {
        let line = number as u32 + 1;
        if let Some(names) = text.trim_start().strip_prefix('#') {
            if let Some(names) = names.trim_start().strip_prefix("columns:") {
                columns = Some(names_of(names, line)?);
            }
            continue;
        }
        let words = words(text, line)?;
        if words.is_empty() {
            continue;
        }
        let mut read = ParameterLine { line, id: line.to_string(), optimal: None, set: Vec::new() };
        match &columns {
            Some(columns) => read.by_columns(columns, words)?,
            None => read.by_names(words)?,
        }
        lines.push(read);
    }
    Ok(lines)
}

fn names_of(text: &str, line: u32) -> Result<Vec<String>, ParameterError> {
    let mut names: Vec<String> = Vec::new();
    for name in text.split_whitespace() {
        if names.iter().any(|known| known == name) {
            let at = Position { line, column: 1 };
            return Err(ParameterError { at, what: ParameterFault::Twice(name.to_owned()) });
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

fn words(text: &str, line: u32) -> Result<Vec<Word>, ParameterError> {
    let mut words: Vec<Word> = Vec::new();
    let (mut inside, mut quote) = (false, None);
    for (column, c) in (1_u32..).zip(text.chars()) {
        let at = Position { line, column };
        if c.is_whitespace() && quote.is_none() {
            inside = false;
            continue;
        }
        if !inside {
            words.push(Word { at, text: String::new(), equals: None });
            inside = true;
        }
        let word = words.last_mut().expect("one was just begun");
        match c {
            '"' => quote = if quote.is_some() { None } else { Some(at) },
            '=' if quote.is_none() && word.equals.is_none() => {
                word.equals = Some(word.text.len());
                word.text.push(c);
            }
            _ => word.text.push(c),
        }
    }
    match quote {
        Some(at) => Err(ParameterError { at, what: ParameterFault::OpenQuote }),
        None => Ok(words),
    }
}

impl ParameterLine {
    fn by_columns(&mut self, columns: &[String], words: Vec<Word>) -> Result<(), ParameterError> {
        if words.len() != columns.len() {
            let at = words.get(columns.len()).or(words.last()).map_or(Position::START, |word| word.at);
            let what = ParameterFault::Words { found: words.len(), expected: columns.len() };
            return Err(ParameterError { at, what });
        }
        for (name, word) in columns.iter().zip(words).filter(|(_, word)| word.text != "-") {
            self.put(name, word.text, word.at)?;
        }
        Ok(())
    }

    fn by_names(&mut self, words: Vec<Word>) -> Result<(), ParameterError> {
        for (number, Word { at, text, equals }) in words.into_iter().enumerate() {
            match equals {
                Some(equals) if equals > 0 => self.put(&text[..equals], text[equals + 1..].to_owned(), at)?,
                None if number == 0 => self.id = text,
                _ => return Err(ParameterError { at, what: ParameterFault::NotASetting(text) }),
            }
        }
        Ok(())
    }

    fn put(&mut self, name: &str, value: String, at: Position) -> Result<(), ParameterError> {
        match name {
            ID => self.id = value,
            OPTIMAL => {
                let cost = value.parse().map_err(|_| ParameterError { at, what: ParameterFault::NotACost(value) })?;
                self.optimal = Some(cost);
            }
            _ if self.set.iter().any(|(known, _)| known == name) => {
                return Err(ParameterError { at, what: ParameterFault::Twice(name.to_owned()) });
            }
            _ => self.set.push((name.to_owned(), value)),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, Option<Cost>, String)> {
        let pairs = |set: &[(String, String)]| {
            set.iter().map(|(name, value)| format!("{name}:{value}")).collect::<Vec<_>>().join(",")
        };
        let lines = read_parameters(text).unwrap();
        lines.into_iter().map(|line| (line.id, line.optimal, pairs(&line.set))).collect()
    }

    #[test]
    fn both_forms_are_read() {
        let names = "# a comment\n\nsmall discs=3 optimal=7\n board=\"1 2 = 3\" from=a=b\n";
        assert_eq!(
            read(names),
            [("small".into(), Some(7), "discs:3".into()), ("4".into(), None, "board:1 2 = 3,from:a=b".into())]
        );
        let columns = "# columns: id optimal discs\nx 7 3\n\"y z\" - -\n# columns: discs\n5\n";
        assert_eq!(
            read(columns),
            [
                ("x".into(), Some(7), "discs:3".into()),
                ("y z".into(), None, String::new()),
                ("5".into(), None, "discs:5".into())
            ]
        );
    }

    #[test]
    fn mistakes_have_their_place() {
        for (text, line, column, what) in [
            ("a=1\nx b", 2, 3, ParameterFault::NotASetting("b".into())),
            ("=1", 1, 1, ParameterFault::NotASetting("=1".into())),
            ("a=1 a=2", 1, 5, ParameterFault::Twice("a".into())),
            ("a=1 optimal=x", 1, 5, ParameterFault::NotACost("x".into())),
            ("a=\"1 2", 1, 3, ParameterFault::OpenQuote),
            ("# columns: id n\nx 1 2", 2, 5, ParameterFault::Words { found: 3, expected: 2 }),
            ("# columns: n n", 1, 1, ParameterFault::Twice("n".into())),
        ] {
            assert_eq!(read_parameters(text), Err(ParameterError { at: Position { line, column }, what }), "{text}");
        }
    }
}
