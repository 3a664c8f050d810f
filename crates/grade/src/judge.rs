//! Compares what a program wrote with what it should have written.
//!
//! `menu` is compared byte for byte, as its document says; everything else that is found out about it is an explanation.
//! `solver` and `astar` may print any optimal solution, which is replayed move by move. `sums` is compared list by list.

use crate::cases::{Case, Course, Part};
use crate::cause::{Cause, Difference, Failure, Side};
use crate::run::{Ending, OutputFile, Run};

mod astar;
mod menu;
mod path;
mod solver;
mod sums;

/// The right answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The output of the course program.
    pub text: Vec<u8>,
    /// Other right outputs (`sums`: the tree with its duplicates).
    pub also: Vec<Vec<u8>>,
}

impl From<Vec<u8>> for Answer {
    fn from(text: Vec<u8>) -> Self {
        Self { text, also: Vec::new() }
    }
}

/// How to judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeOptions {
    /// The output file of the `menu` course.
    pub file: String,
    /// Also judge the enqueued count of `solver`, prompts in `astar`, spaces in `sums`.
    pub strict: bool,
}

impl Default for JudgeOptions {
    fn default() -> Self {
        Self { file: "puzzle3x3heuristics.txt".to_owned(), strict: false }
    }
}

/// Judges one run. `None` if it is right.
///
/// The output decides. A program that wrote the right output and then failed with a status or a signal passes; one that
/// had to be stopped does not.
pub fn judge(course: Course, case: &Case, answer: &Answer, run: &Run, options: &JudgeOptions) -> Option<Failure> {
    let failure = match course {
        Course::Menu => judge_file(case, answer, run, options),
        Course::Solver => solver::judge(&case.stdin, answer, &run.stdout, options.strict),
        Course::Astar => astar::judge(&case.stdin, answer, &run.stdout, options.strict),
        Course::Sums => sums::judge(case.part, answer, &run.stdout, options.strict),
    };
    if run.ending.by_itself() {
        return failure;
    }
    let Some(failure) = failure.filter(|_| !matches!(run.ending, Ending::NotStarted { .. })) else {
        return Some(Failure { difference: None, cause: Cause::Stopped });
    };
    // What a stopped program had not written yet explains nothing. A wrong board does.
    match failure.cause {
        Cause::Order(ref divergence) if divergence.found.is_some() => Some(failure),
        _ => Some(Failure { cause: Cause::Stopped, ..failure }),
    }
}

/// Judges a text without a run: what somebody says a program wrote. `None` if it is right. The parts of `sums` are judged one
/// after the other, and the first that is wrong decides.
pub fn judge_text(course: Course, input: &[u8], answer: &Answer, text: &[u8], strict: bool) -> Option<Failure> {
    match course {
        Course::Menu => menu::judge(input, answer, text, false),
        Course::Solver => solver::judge(input, answer, text, strict),
        Course::Astar => astar::judge(input, answer, text, strict),
        Course::Sums => Part::OF_SUMS.into_iter().find_map(|part| sums::judge(part, answer, text, strict)),
    }
}

fn judge_file(case: &Case, answer: &Answer, run: &Run, options: &JudgeOptions) -> Option<Failure> {
    let on_stdout = run.stdout.iter().any(|byte| !byte.is_ascii_whitespace());
    let without_difference = |cause| Some(Failure { difference: None, cause });
    match &run.file {
        OutputFile::NotExpected | OutputFile::Missing => {
            let instead = run.names.iter().take(5).cloned().collect();
            without_difference(Cause::NoFile { name: options.file.clone(), instead, on_stdout })
        }
        OutputFile::NotAFile(kind) => without_difference(Cause::NotAFile { kind: *kind }),
        OutputFile::Bytes(found) => menu::judge(&case.stdin, answer, found, on_stdout),
    }
}

/// The first line in which two texts differ.
pub fn first_difference(expected: &[u8], found: &[u8]) -> Option<Difference> {
    if expected == found {
        return None;
    }
    let (mut right, mut wrong) = (lines_of(expected), lines_of(found));
    let mut line = 0;
    loop {
        line += 1;
        match (right.next(), wrong.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => return Some(Difference { line, expected: side(a), found: side(b) }),
        }
    }
}

/// An empty text has no line at all, not an empty one.
fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&b| b == b'\n').take(if text.is_empty() { 0 } else { usize::MAX })
}

fn side(line: Option<&[u8]>) -> Side {
    line.map_or(Side::End, |line| Side::Line(displayable(line)))
}

/// The most characters of a line that are shown.
const MAX_SHOWN: usize = 120;

/// A line for people: not too long, without control characters.
fn displayable(line: &[u8]) -> String {
    let cut = &line[..line.len().min(4 * MAX_SHOWN)];
    let mut text = String::new();
    for (count, char) in String::from_utf8_lossy(cut).chars().enumerate() {
        if count == MAX_SHOWN {
            break;
        }
        if char.is_control() {
            text.extend(char.escape_default());
        } else {
            text.push(char);
        }
    }
    if line.len() > text.len() && String::from_utf8_lossy(cut).chars().count() > MAX_SHOWN {
        text.push('…');
    }
    text
}

/// Whether a line reads like a question to a person.
fn is_question(line: &str) -> bool {
    line.chars().any(char::is_alphabetic) && line.contains([':', '?', '>'])
}

/// What programs write after the reason for which they end: the call stack of Java and Node, the hint of Rust.
const AFTER_THE_REASON: [&[u8]; 5] = [b"at ", b"... ", b"note: ", b"Node.js v", b"}"];

/// The last line in which a program says something, for people.
pub(crate) fn last_words(text: &[u8]) -> Option<String> {
    let lines = || text.rsplit(|&b| b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let reason = lines().find(|line| !AFTER_THE_REASON.iter().any(|other| line.starts_with(other)));
    reason.or_else(|| lines().next()).map(displayable)
}

/// The first difference of two texts, without an explanation.
fn compare_text(expected: &[u8], found: &[u8]) -> Option<Failure> {
    let difference = first_difference(expected, found)?;
    let cause = match std::str::from_utf8(found) {
        Err(_) => Cause::NotText,
        Ok(text) if text.trim().is_empty() => Cause::Empty { on_stdout: false },
        Ok(_) => Cause::Text,
    };
    Some(Failure { difference: Some(difference), cause })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_difference_is_found() {
        let line = |text: &str| Side::Line(text.to_owned());
        let difference = |line, expected, found| Some(Difference { line, expected, found });
        assert_eq!(first_difference(b"a\nb\n", b"a\nb\n"), None);
        assert_eq!(first_difference(b"a\nb\n", b"a\nc\n"), difference(2, line("b"), line("c")));
        assert_eq!(first_difference(b"a\nb\n", b"a\nb"), difference(3, line(""), Side::End));
        assert_eq!(first_difference(b"a\n", b"a\n\n"), difference(3, Side::End, line("")));
        assert_eq!(first_difference(b"", b"x"), difference(1, Side::End, line("x")));
        assert_eq!(first_difference(b"x", b""), difference(1, line("x"), Side::End));
        assert_eq!(first_difference(b"a\n", b"a\r\n"), difference(1, line("a"), line("a\\r")));
    }

    /// Text that looks like the output of some course, or does not.
    fn outputs() -> impl Strategy<Value = Vec<u8>> {
        let words = prop::sample::select(vec![
            "PIEZAS\n\n",
            "SUMAS\n",
            "REGRESOS\n\n",
            "1 2 3\n",
            "4 0 5\n",
            "6 7 8\n",
            "  1 3\n",
            "\n",
            "-1\n\n",
            "15\n\n",
            "7 8\n",
            "Número de estados encolados = 10\n",
            "Número de movimientos = 4\n",
            "Sin solución posible\n",
            "\r\n",
            "solution found!\n",
            "solution 6 moves\n",
            "up down\n",
            "No solution\n",
            "Exploring state in A*:\n",
            "é",
            "Buscando ruta solución:\n",
            "SOLUCIÓN ENCONTRADA, DETENIENDO PROCESO:\n",
            "Colocar 1 En la casilla 0\n",
            "\0",
            "99999999999999999999 ",
        ]);
        let likely = prop::collection::vec(words, 0..40).prop_map(|words| words.concat().into_bytes());
        prop_oneof![likely, prop::collection::vec(any::<u8>(), 0..200)]
    }

    proptest! {
        #[test]
        fn no_output_makes_a_judge_panic(
            found in outputs(), right in outputs(), input in outputs(), strict: bool
        ) {
            let answer = Answer { also: vec![found.clone()], ..Answer::from(right.clone()) };
            let only = Answer::from(right.clone());
            let menu = menu::judge(&input, &only, &found, strict);
            prop_assert_eq!(menu.is_none(), right == found);
            let _ = solver::judge(&input, &only, &found, strict);
            let _ = astar::judge(&input, &only, &found, strict);
            for part in [crate::cases::Part::Whole, crate::cases::Part::Created, crate::cases::Part::Drawing] {
                prop_assert_eq!(sums::judge(part, &answer, &found, strict), None);
            }
            prop_assert_eq!(first_difference(&right, &found).is_none(), right == found);
        }
    }

    #[test]
    fn the_reason_is_found_before_the_call_stack() {
        let said = |text: &str| last_words(text.as_bytes()).unwrap_or_default();
        let python = "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nKeyError: 3\n";
        assert_eq!(said(python), "KeyError: 3");
        let java =
            "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\tat A.f(A.java:3)\n\t... 2 more\n";
        assert_eq!(said(java), "Exception in thread \"main\" java.lang.ArithmeticException: / by zero");
        let rust = "\nthread 'main' panicked at a.rs:1:1:\ncapacity overflow\nnote: run with `RUST_BACKTRACE=1`\n";
        assert_eq!(said(rust), "capacity overflow");
        let node = "a.js:1\nthrow new Error('no')\n^\n\nError: no\n    at Object.<anonymous> (a.js:1:7) {\n}\n\nNode.js v20.1.0\n";
        assert_eq!(said(node), "Error: no");
        assert_eq!((said("at home\n").as_str(), last_words(b" \n")), ("at home", None));
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(displayable(b"\x1b[2J"), "\\u{1b}[2J");
        assert_eq!(displayable(&[b'x'; 5000]).chars().count(), MAX_SHOWN + 1);
        assert!(displayable(b"\xff\xfe").contains('\u{fffd}'));
    }
}
