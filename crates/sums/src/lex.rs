//! One line of a puzzle file cut into words and signs, each with its column.

use crate::fault::{At, Counted, Fault, ParseError};
use crate::puzzle::Relation;

/// The largest magnitude of any number written in a file.
pub(crate) const LARGEST_LITERAL: i64 = 1_000_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Number(i64),
    Word(String),
    Blank,
    Plus,
    Minus,
    Times,
    Comma,
    Colon,
    Relation(Relation),
}

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) sign: Sign,
    /// As written.
    pub(crate) text: String,
    pub(crate) at: At,
    /// Whether a space stands before it.
    pub(crate) spaced: bool,
}

/// A line without its comment.
pub(crate) fn without_comment(line: &str) -> &str {
    line.find('#').map_or(line, |end| &line[..end])
}

/// Whether `text` can name a cell: a letter, then letters, digits, `_` and `'`.
pub(crate) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(char::is_alphabetic) && chars.all(continues_name)
}

fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// A whole number of any sign, within [`LARGEST_LITERAL`]; `None` where `text` is not a number at all.
pub(crate) fn number(text: &str) -> Option<Result<i64, Fault>> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value = text.parse::<i64>().ok().filter(|value| value.abs() <= LARGEST_LITERAL);
    Some(value.ok_or(Fault::NumberTooLarge { limit: LARGEST_LITERAL }))
}

/// The tokens of a line from which the comment is gone; `column` is the column of its first character.
pub(crate) fn tokens(text: &str, line: u32, column: u32) -> Result<Vec<Token>, ParseError> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut i = 0;
    let mut spaced = true;
    while i < chars.len() {
        let c = chars[i];
        if c.is_whitespace() {
            spaced = true;
            i += 1;
            continue;
        }
        let at = At { line, column: column + i as u32 };
        let start = i;
        i += 1;
        let equals_follows = chars.get(i) == Some(&'=');
        let sign = match c {
            '+' => Sign::Plus,
            '-' | '−' => Sign::Minus,
            '*' | '×' => Sign::Times,
            ',' => Sign::Comma,
            ':' => Sign::Colon,
            '=' => Sign::Relation(Relation::Equal),
            '≠' => Sign::Relation(Relation::NotEqual),
            '≤' => Sign::Relation(Relation::AtMost),
            '≥' => Sign::Relation(Relation::AtLeast),
            '!' | '<' | '>' if equals_follows => {
                i += 1;
                Sign::Relation(match c {
                    '!' => Relation::NotEqual,
                    '<' => Relation::AtMost,
                    _ => Relation::AtLeast,
                })
            }
            '<' => Sign::Relation(Relation::Less),
            '>' => Sign::Relation(Relation::Greater),
            '_' => Sign::Blank,
            _ if c.is_ascii_digit() => {
                while chars.get(i).is_some_and(char::is_ascii_digit) {
                    i += 1;
                }
                let digits: String = chars[start..i].iter().collect();
                let value = number(&digits).unwrap_or(Err(Fault::UnknownCharacter(c)));
                Sign::Number(value.map_err(|fault| at.fault(fault))?)
            }
            _ if c.is_alphabetic() => {
                while chars.get(i).is_some_and(|&c| continues_name(c)) {
                    i += 1;
                }
                Sign::Word(chars[start..i].iter().collect())
            }
            _ => return Err(at.fault(Fault::UnknownCharacter(c))),
        };
        found.push(Token { sign, text: chars[start..i].iter().collect(), at, spaced });
        spaced = false;
    }
    Ok(found)
}

/// The words of a line cut at spaces, with their columns: how rows of the picture are read.
pub(crate) fn words(text: &str, line: u32) -> Vec<(&str, At)> {
    let mut found = Vec::new();
    let mut column = 1;
    let mut rest = text;
    while !rest.is_empty() {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count() as u32;
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        if end > 0 {
            found.push((&trimmed[..end], At { line, column }));
        }
        column += trimmed[..end].chars().count() as u32;
        rest = &trimmed[end..];
    }
    found
}

/// Fails when `count` is over `limit`.
pub(crate) fn at_most(count: usize, limit: usize, what: Counted, at: At) -> Result<(), ParseError> {
    if count > limit { Err(at.fault(Fault::TooMany { what, limit })) } else { Ok(()) }
}
