//! How deep a text or a value nests, found without recursion: what recurses over it later has a bounded stack.

use std::collections::HashMap;

use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{Value, ValueIdentity};

use crate::error::Position;

/// Levels of a text.
pub(crate) const DEEPEST: usize = 500;
/// Levels of a value.
const DEEPEST_VALUE: usize = 1000;
/// Parts of a value that is written out.
const LARGEST_VALUE: u64 = 1 << 20;
/// Letters of a text that count as one part.
const LETTERS_PER_PART: u64 = 8;
/// Values in a tuple, and letters in each, that are measured at a glance.
const FEW: usize = 16;
const FEW_LETTERS: usize = 256;

/// The place where a text nests too deeply for the parser: brackets, prefix operators in a row, and the words that
/// make one expression or statement part of another.
pub(crate) fn too_deep(text: &str) -> Option<Position> {
    let mut scan = Scan { rest: text, line: 1, column: 1 };
    let (mut open, mut prefixes, mut words, mut branches) = (0_usize, 0_usize, 0_usize, 0_usize);
    while let Some(token) = scan.next() {
        match token {
            Token::Open => open += 1,
            Token::Close => open = open.saturating_sub(1),
            Token::Line if open == 0 => words = 0,
            Token::Word("not" | "lambda" | "else") => words += 1,
            Token::Word("elif") => branches += 1,
            Token::Prefix => prefixes += 1,
            Token::Word(_) | Token::Other | Token::Line => {}
        }
        if !matches!(token, Token::Prefix | Token::Line) {
            prefixes = 0;
        }
        if open.max(prefixes).max(words).max(branches) > DEEPEST {
            return Some(Position { line: scan.line, column: scan.column });
        }
    }
    None
}

enum Token<'t> {
    Open,
    Close,
    Prefix,
    Line,
    Word(&'t str),
    Other,
}

/// The places of the parentheses of a text, those that open and those that close.
pub(crate) fn parentheses(text: &str) -> (Vec<usize>, Vec<usize>) {
    let mut scan = Scan { rest: text, line: 1, column: 1 };
    let (mut open, mut close) = (Vec::new(), Vec::new());
    while let Some(token) = scan.next() {
        let at = text.len() - scan.rest.len();
        match token {
            Token::Open if text[..at].ends_with('(') => open.push(at - 1),
            Token::Close if text[..at].ends_with(')') => close.push(at - 1),
            _ => {}
        }
    }
    (open, close)
}

/// Words, brackets and signs; strings and comments are skipped.
struct Scan<'t> {
    rest: &'t str,
    line: u32,
    column: u32,
}

impl<'t> Scan<'t> {
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        for c in taken.chars() {
            if c == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        taken
    }

    fn next(&mut self) -> Option<Token<'t>> {
        let spaces = self.rest.len() - self.rest.trim_start_matches([' ', '\t', '\r']).len();
        self.take(spaces);
        let first = self.rest.chars().next()?;
        Some(match first {
            '#' => {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
                Token::Other
            }
            '"' | '\'' => {
                self.text(first);
                Token::Other
            }
            c if c.is_alphanumeric() || c == '_' => {
                let word = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
                Token::Word(self.take(word))
            }
            _ => {
                self.take(first.len_utf8());
                match first {
                    '(' | '[' | '{' => Token::Open,
                    ')' | ']' | '}' => Token::Close,
                    '-' | '+' | '~' => Token::Prefix,
                    '\n' => Token::Line,
                    _ => Token::Other,
                }
            }
        })
    }

    fn text(&mut self, quote: char) {
        let long: String = [quote; 3].iter().collect();
        let end = if self.rest.starts_with(&long) { long } else { quote.to_string() };
        self.take(end.len());
        while let Some(c) = self.rest.chars().next() {
            if self.rest.starts_with(&end) {
                self.take(end.len());
                return;
            }
            // An unfinished text ends with its line, and the parser says so.
            if c == '\n' && end.len() == 1 {
                return;
            }
            self.take(c.len_utf8());
            if c == '\\'
                && let Some(escaped) = self.rest.chars().next()
            {
                self.take(escaped.len_utf8());
            }
        }
    }
}

/// Whether a value nests too deeply to be frozen or written, or, written out, is too large: a tuple may hold another twice.
pub(crate) fn is_too_deep(value: Value<'_>, written: bool) -> bool {
    Measure::default().measure(value, written).is_none()
}

/// How many parts a value has when it is written, the letters of its texts included; `None` if it is too deep or too large.
pub(crate) fn written_parts(value: Value<'_>) -> Option<u64> {
    few_parts(value).or_else(|| Measure::default().measure(value, true).map(|(_, size)| size))
}

/// The same for a few numbers and short texts in a tuple, which is what `%` is given, and nothing else.
fn few_parts(value: Value<'_>) -> Option<u64> {
    let items = TupleRef::from_value(value)?.content();
    let parts = |item: &Value<'_>| match item.unpack_str() {
        Some(text) => (text.len() <= FEW_LETTERS).then(|| text_parts(text)),
        None => item.unpack_i32().map(|_| 1),
    };
    if items.len() > FEW { None } else { items.iter().map(parts).sum::<Option<u64>>().map(|parts| parts + 1) }
}

fn text_parts(text: &str) -> u64 {
    1 + text.len() as u64 / LETTERS_PER_PART
}

/// The contents of a value that has any.
fn contents(value: Value<'_>) -> Option<Vec<Value<'_>>> {
    if let Some(tuple) = TupleRef::from_value(value) {
        return Some(tuple.iter().collect());
    }
    if let Some(list) = ListRef::from_value(value) {
        return Some(list.iter().collect());
    }
    DictRef::from_value(value).map(|dict| dict.iter().flat_map(|(key, value)| [key, value]).collect())
}

/// Heights and sizes of the values that were measured.
#[derive(Default)]
struct Measure<'v> {
    known: HashMap<ValueIdentity<'v>, (usize, u64)>,
}

/// A value whose contents are being measured.
struct Open<'v> {
    value: Value<'v>,
    left: Vec<Value<'v>>,
    height: usize,
    size: u64,
}

impl<'v> Measure<'v> {
    /// Height and size; `None` if they are too large.
    fn measure(&mut self, value: Value<'v>, written: bool) -> Option<(usize, u64)> {
        let mut path: Vec<Open<'v>> = Vec::new();
        let mut done = self.look(value, &mut path);
        while let Some(open) = path.last_mut() {
            if let Some((height, size)) = done.take() {
                open.height = open.height.max(height + 1);
                open.size = open.size.saturating_add(size);
            }
            if open.height > DEEPEST_VALUE || (written && open.size > LARGEST_VALUE) {
                return None;
            }
            if let Some(next) = open.left.pop() {
                done = self.look(next, &mut path);
                if path.len() > DEEPEST_VALUE {
                    return None;
                }
                continue;
            }
            let open = path.pop().expect("it was just seen");
            self.known.insert(open.value.identity(), (open.height, open.size));
            done = Some((open.height, open.size));
        }
        done
    }

    /// What is known of a value at once; otherwise it is opened.
    fn look(&self, value: Value<'v>, path: &mut Vec<Open<'v>>) -> Option<(usize, u64)> {
        let Some(left) = contents(value) else {
            return Some((0, value.unpack_str().map_or(1, text_parts)));
        };
        if let Some(known) = self.known.get(&value.identity()) {
            return Some(*known);
        }
        path.push(Open { value, left, height: 0, size: 1 });
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use starlark::environment::{Globals, Module};
    use starlark::eval::Evaluator;
    use starlark::syntax::{AstModule, Dialect};

    #[test]
    fn texts_that_nest_are_measured() {
        for (text, deep) in [
            ("(".repeat(400) + &")".repeat(400), false),
            ("(".repeat(500), false),
            ("(".repeat(501), true),
            ("()[]{}".repeat(1000), false),
            ("-".repeat(501), true),
            ("[-1, -2, 3 - -4]\n".repeat(1000), false),
            ("x = [".to_owned() + &"-1, ".repeat(5000) + "]", false),
            ("not ".repeat(501), true),
            ("x = not y\n".repeat(1000), false),
            ("\"((((\" # ((((\n".repeat(1000), false),
            ("'''((((\n'((((''' ".repeat(1000), false),
            ("'(((\\'(((' ".repeat(1000), false),
            ("x = (".to_owned() + &"not\n".repeat(501), true),
            ("x = (".to_owned() + &"-\n".repeat(501), true),
            ("a_not _else not_ ".repeat(1000), false),
            ("'((( \n".to_owned() + &"(".repeat(501), true),
            ("\"'((((\" ".repeat(1000), false),
            ("elif x: pass\n".repeat(501), true),
            ("0 if 0 else ".repeat(501), true),
            ("é(".repeat(501), true),
        ] {
            assert_eq!(too_deep(&text).is_some(), deep, "{}", text.chars().take(20).collect::<String>());
        }
    }

    #[test]
    fn the_place_is_after_what_was_too_much() {
        let deep = |before: &str| too_deep(&(before.to_owned() + &"(".repeat(501) + ")"));
        assert_eq!(deep(""), Some(Position { line: 1, column: 502 }));
        assert_eq!(deep("é = 'a\\'' # ü\n\t'''b\nc''' + "), Some(Position { line: 3, column: 509 }));
    }

    #[test]
    fn parentheses_are_found_outside_of_texts_and_comments() {
        assert_eq!(parentheses("f([(1)], ')') # ("), (vec![1, 3], vec![5, 12]));
        assert_eq!(parentheses("é\n(\"\"\"(\n\"\"\"{}"), (vec![3], vec![]));
    }

    /// What is found out about the value of a program's last line.
    fn of<T>(program: &str, find: impl FnOnce(Value<'_>) -> T) -> T {
        Module::with_temp_heap(|module| {
            let ast = AstModule::parse("t", program.to_owned(), &Dialect::Standard).expect("it parses");
            let mut eval = Evaluator::new(&module);
            find(eval.eval_module(ast, &Globals::standard()).expect("it runs"))
        })
    }

    #[test]
    fn all_that_is_written_counts() {
        for (text, parts) in [
            ("7", Some(1)),
            ("\"12345678\"", Some(2)),
            ("()", Some(1)),
            ("(1, \"1234567\", \"12345678\")", Some(5)),
            ("(\"a\" * 256,)", Some(34)),
            ("(\"a\" * 257,)", Some(34)),
            ("tuple(range(16))", Some(17)),
            ("tuple(range(17))", Some(18)),
            ("[1, (2, 3)]", Some(5)),
            ("{1: [2]}", Some(4)),
            ("tuple(range((1 << 20) - 1))", Some(1 << 20)),
            ("tuple(range(1 << 20))", None),
            ("(\"a\" * 4000000, \"a\" * 4000000, \"a\" * 4000000)", None),
        ] {
            assert_eq!(of(text, written_parts), parts, "{text}");
        }
    }

    const WRAPPED: &str = "def wrapped(t, n):\n    for i in range(n): t = (t,)\n    return t\n";

    #[test]
    fn values_that_nest_are_measured() {
        let deep = |last: &str| of(&format!("{WRAPPED}{last}"), |value| is_too_deep(value, false));
        assert!(!deep("wrapped((), 999)") && deep("wrapped((), 1000)"));
        assert!(!deep("[wrapped((), 900)] * 200"), "beside one another");
        // What was measured already is not opened again, and its height counts.
        let twice = |more: u32| format!("def f(x): return [wrapped(x, {more}), x]\nf(wrapped((), 600))");
        assert!(!deep(&twice(399)) && deep(&twice(400)));
    }

    #[test]
    fn what_holds_another_twice_is_large_only_when_it_is_written() {
        let program = "def twice(n):\n    t = ()\n    for i in range(n): t = (t, t)\n    return t\ntwice(60)";
        assert!(of(program, |value| is_too_deep(value, true)) && !of(program, |value| is_too_deep(value, false)));
    }
}
