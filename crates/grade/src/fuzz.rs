//! What a fuzzer does with arbitrary bytes: as the output of a student's program they are judged in every course, without a panic, and
//! what is found is fit to be shown. A plain function, so that the stable tests run it too.

use std::time::Duration;

use crate::cases::{Case, Course, Part, Topic};
use crate::cause::{Difference, Failure, Side};
use crate::common::Clue;
use crate::judge::{Answer, JudgeOptions, judge, judge_text, last_words};
use crate::menu_file::read_file;
use crate::run::{Ending, OutputFile, Run};

/// Longer than any line that is shown: 120 characters, of which each may be escaped, and the mark of what was cut off.
const MOST_SHOWN: usize = 1500;

/// `data` is an input, the right output and that of a program, with lines of three hyphens between them.
pub fn grade_output(data: &[u8]) {
    let (input, rest) = cut(data);
    let (right, found) = cut(rest);
    let answer = Answer::from(right.to_vec());
    for course in Course::ALL {
        for strict in [false, true] {
            let failure = judge_text(course, input, &answer, found, strict);
            failure.iter().for_each(is_fit_to_be_shown);
            assert!(course != Course::Menu || failure.is_none() == (right == found));
        }
        as_a_run(course, input, &answer, found);
    }
    let also = Answer { also: vec![found.to_vec()], ..answer };
    assert!(judge_text(Course::Sums, input, &also, found, true).is_none());
    for most in [0, 1, 7] {
        assert!(read_file(&String::from_utf8_lossy(found), most).len() <= most);
    }
}

/// The same as a grading does it: a program that wrote this, to the end or until it was stopped.
fn as_a_run(course: Course, input: &[u8], answer: &Answer, found: &[u8]) {
    let case = Case {
        name: "01".to_owned(),
        about: Topic::Given,
        part: Part::Examined,
        stdin: input.to_vec(),
        args: Vec::new(),
        answer: None,
    };
    for ending in [Ending::Exited { code: 0 }, Ending::TimedOut] {
        let by_itself = ending.by_itself();
        let run = Run {
            ending,
            stdout: found.to_vec(),
            stderr: found.to_vec(),
            file: OutputFile::Bytes(found.to_vec()),
            names: Vec::new(),
            left_behind: 0,
            time: Duration::ZERO,
            waited: Duration::ZERO,
        };
        let failure = judge(course, &case, answer, &run, &JudgeOptions::default());
        assert!(by_itself || failure.is_some(), "a program that was stopped passes");
        failure.iter().for_each(is_fit_to_be_shown);
        let _ = Clue::of(course, &case, &run, failure.as_ref());
        assert!(last_words(&run.stderr).is_none_or(|line| is_a_line(&line)));
    }
}

/// What stands before and after the first line of three hyphens.
fn cut(data: &[u8]) -> (&[u8], &[u8]) {
    const BETWEEN: &[u8] = b"\n---\n";
    match data.windows(BETWEEN.len()).position(|window| window == BETWEEN) {
        // The line break belongs to what stands before.
        Some(at) => (&data[..=at], &data[at + BETWEEN.len()..]),
        None => (data, &[]),
    }
}

fn is_fit_to_be_shown(failure: &Failure) {
    if let Some(Difference { line, expected, found }) = &failure.difference {
        assert!(*line >= 1);
        for side in [expected, found] {
            assert!(!matches!(side, Side::Line(text) if !is_a_line(text)), "{side:?}");
        }
    }
}

/// Short, and without what would do something to a terminal.
fn is_a_line(text: &str) -> bool {
    text.chars().count() < MOST_SHOWN && !text.contains(char::is_control)
}
