//! What a program wrote against what it should have written.
//!
//! `menu` is compared byte for byte, as its document says; everything else said about it only explains. `solver` and
//! `astar` may print any shortest solution, so theirs is replayed move by move. `sums` is compared list by list.

use crate::cases::{Case, Course};
use crate::run::{Ending, OutputFile, Run};
use crate::why::{Difference, Failure, Side, Why};

mod astar;
mod menu;
mod path;
mod solver;
mod sums;

/// What is right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The course program's output.
    pub text: Vec<u8>,
    /// Other outputs that are right as well (`sums`: the tree with its duplicates).
    pub also: Vec<Vec<u8>>,
}

impl From<Vec<u8>> for Answer {
    fn from(text: Vec<u8>) -> Self {
        Self { text, also: Vec::new() }
    }
}

/// How to judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standard {
    /// The output file of the `menu` course.
    pub file: String,
    /// Nothing is forgiven: the enqueued count of `solver`, prompts in `astar`, spaces in `sums`.
    pub strict: bool,
}

impl Default for Standard {
    fn default() -> Self {
        Self { file: "puzzle3x3heuristics.txt".to_owned(), strict: false }
    }
}

/// Judges one run. `None`: it is right.
///
/// The output decides. A program that wrote the right output and then ended with a status or a signal passes; one that
/// had to be stopped does not.
pub fn judge(course: Course, case: &Case, answer: &Answer, run: &Run, standard: &Standard) -> Option<Failure> {
    let failure = match course {
        Course::Menu => from_file(case, answer, run, standard),
        Course::Solver => solver::judge(&case.stdin, answer, &run.stdout, standard.strict),
        Course::Astar => astar::judge(&case.stdin, answer, &run.stdout, standard.strict),
        Course::Sums => sums::judge(case.part, answer, &run.stdout, standard.strict),
    };
    if run.ending.by_itself() {
        return failure;
    }
    let Some(failure) = failure.filter(|_| !matches!(run.ending, Ending::NotStarted { .. })) else {
        return Some(Failure { difference: None, why: Why::Stopped });
    };
    // What a stopped program had not yet written is no clue. A wrong board is.
    match failure.why {
        Why::Order(ref divergence) if divergence.found.is_some() => Some(failure),
        _ => Some(Failure { why: Why::Stopped, ..failure }),
    }
}

fn from_file(case: &Case, answer: &Answer, run: &Run, standard: &Standard) -> Option<Failure> {
    let on_stdout = run.stdout.iter().any(|byte| !byte.is_ascii_whitespace());
    let nothing = |why| Some(Failure { difference: None, why });
    match &run.file {
        OutputFile::NotAsked | OutputFile::Missing => {
            let instead = run.names.iter().take(5).cloned().collect();
            nothing(Why::NoFile { name: standard.file.clone(), instead, on_stdout })
        }
        OutputFile::NotAFile(kind) => nothing(Why::NotAFile { kind: *kind }),
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
    line.map_or(Side::End, |line| Side::Line(shown(line)))
}

/// Characters of a line that are shown.
const SHOWN: usize = 120;

/// A line for people: not too long, and nothing in it that a terminal would obey.
fn shown(line: &[u8]) -> String {
    let cut = &line[..line.len().min(4 * SHOWN)];
    let mut text = String::new();
    for (count, char) in String::from_utf8_lossy(cut).chars().enumerate() {
        if count == SHOWN {
            break;
        }
        if char.is_control() {
            text.extend(char.escape_default());
        } else {
            text.push(char);
        }
    }
    if line.len() > text.len() && String::from_utf8_lossy(cut).chars().count() > SHOWN {
        text.push('…');
    }
    text
}

/// The last line that is not empty, for people.
pub(crate) fn last_line(text: &[u8]) -> Option<String> {
    let line = text.rsplit(|&b| b == b'\n').find(|line| line.iter().any(|b| !b.is_ascii_whitespace()))?;
    Some(shown(line.trim_ascii()))
}

/// The difference of two texts, with nothing to add.
fn plain(expected: &[u8], found: &[u8]) -> Option<Failure> {
    let difference = first_difference(expected, found)?;
    let why = match std::str::from_utf8(found) {
        Err(_) => Why::NotText,
        Ok(text) if text.trim().is_empty() => Why::Empty { on_stdout: false },
        Ok(_) => Why::Text,
    };
    Some(Failure { difference: Some(difference), why })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_first_different_line() {
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

    /// Text that looks like some course's output, or does not.
    fn scribbles() -> impl Strategy<Value = Vec<u8>> {
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
        fn nothing_a_program_writes_or_a_teacher_gives_makes_a_judge_panic(
            found in scribbles(), right in scribbles(), input in scribbles(), strict: bool
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
    fn lines_are_shown_safely() {
        assert_eq!(shown(b"\x1b[2J"), "\\u{1b}[2J");
        assert_eq!(shown(&[b'x'; 5000]).chars().count(), SHOWN + 1);
        assert!(shown(b"\xff\xfe").contains('\u{fffd}'));
    }
}
