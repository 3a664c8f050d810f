//! The output of somebody's own program, beside that of a course program: what the grader finds, for a page.
//!
//! The grader's finding is data ([`Failure`]); its sentences come through [`Words`]. A text that was copied has often lost the
//! line breaks at its end, so those that are missing there are no difference; more than there should be are.

use hueco_grade::cause::{Cause, Failure, Side};
use hueco_grade::judge::{first_difference, judge_text};
use hueco_grade::{Answer, Course};
use serde::Serialize;

use crate::words::Words;

/// One part of an explanation, in the reader's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum Passage {
    /// A sentence.
    Sentence {
        /// Its text.
        text: String,
    },
    /// Two boards side by side.
    Boards {
        /// The right one.
        right: Captioned,
        /// That of the program.
        own: Captioned,
    },
    /// Children in the order of pushing.
    Children {
        /// The board, its values, and which one it is.
        rows: Vec<[String; 3]>,
    },
}

/// A board with whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Captioned {
    /// Whose board.
    pub caption: String,
    /// Its rows; a remark if there is no board.
    pub rows: Vec<String>,
    /// Its values, if they matter.
    pub values: String,
}

/// What became of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It is right.
    Right,
    /// It is not.
    Wrong(Failure),
}

#[derive(Serialize)]
pub(crate) struct JudgedObject<'a> {
    right: bool,
    /// The line of the first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a Side>,
    /// Why it is wrong.
    explanation: Vec<Passage>,
}

impl Judged {
    /// Judges `own`, which should be an output of this program. `also` are other right outputs, asked for only where they may
    /// matter.
    pub(crate) fn of(program: &str, input: &str, right: &str, own: &str, also: impl FnOnce() -> Vec<Vec<u8>>) -> Self {
        let own = with_breaks_of(right, own);
        if own == right {
            return Self::Right;
        }
        let failure = match Course::from_name(program) {
            Some(course) => {
                let answer = Answer { text: right.into(), also: also() };
                judge_text(course, input.as_bytes(), &answer, own.as_bytes(), false)
            }
            // The grader has no rules of its own for it.
            None => first_difference(right.as_bytes(), own.as_bytes())
                .map(|difference| Failure { difference: Some(difference), cause: Cause::Text }),
        };
        failure.map_or(Self::Right, Self::Wrong)
    }

    pub(crate) fn object(&self, words: &dyn Words) -> JudgedObject<'_> {
        let Self::Wrong(failure) = self else {
            return JudgedObject { right: true, line: None, expected: None, found: None, explanation: Vec::new() };
        };
        let difference = failure.difference.as_ref();
        JudgedObject {
            right: false,
            line: difference.map(|difference| difference.line),
            expected: difference.map(|difference| &difference.expected),
            found: difference.map(|difference| &difference.found),
            explanation: words.course_failure(failure),
        }
    }
}

/// The text with the line breaks that it lacks at its end.
fn with_breaks_of(right: &str, own: &str) -> String {
    let breaks = |text: &str| text.len() - text.trim_end_matches('\n').len();
    format!("{own}{}", "\n".repeat(breaks(right).saturating_sub(breaks(own))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(program: &str, input: &str, right: &str, own: &str) -> Judged {
        Judged::of(program, input, right, own, Vec::new)
    }

    #[test]
    fn line_breaks_that_a_copy_lost_are_no_difference() {
        assert_eq!(judged("formal", "", "a\nb\n\n", "a\nb"), Judged::Right);
        let Judged::Wrong(failure) = judged("formal", "", "a\n", "a\n\n") else { panic!("one too many") };
        assert_eq!(failure.difference.map(|difference| difference.line), Some(3));
    }

    #[test]
    fn any_optimal_solution_is_right() {
        let right = "Número de estados encolados = 1\nNúmero de movimientos = 0\n1 2\n3 0\n\n";
        let Judged::Wrong(failure) = judged("solver", "2 1 2 3 0", right, "x\n") else { panic!("no solution") };
        assert!(matches!(failure.cause, Cause::Path(_)), "{failure:?}");
    }
}
