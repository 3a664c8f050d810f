//! Marks as data: one JSON object with a version, or CSV.
//!
//! JSON has the data of the grader plus `reason`, the same as one line in the user's language. In CSV a field that a
//! spreadsheet would take for a formula is preceded by an apostrophe: names and lines come from students.

use hueco_grade::cause::Side;
use hueco_grade::{Class, CommonCause, Course, Isolation, Marks, RowResult, Verdict};
use hueco_say::grade as said;
use hueco_say::{Lang, Say};
use serde::Serialize;

use super::Request;
use super::class::Causes;
use super::text::{about, printable};
use crate::answer::{self, VERSION};

#[derive(Serialize)]
struct VerdictWithReason<'a> {
    #[serde(flatten)]
    verdict: &'a Verdict,
    reason: Option<String>,
}

#[derive(Serialize)]
struct Marked<'a> {
    program: &'a str,
    passed: usize,
    count: usize,
    score: f64,
    interrupted: bool,
    cause: Option<&'a CommonCause>,
    explanation: Option<String>,
    verdicts: Vec<VerdictWithReason<'a>>,
}

impl<'a> Marked<'a> {
    fn new(marks: &'a Marks, request: &Request, lang: Lang) -> Self {
        let judged = |verdict| VerdictWithReason { verdict, reason: said::reason(verdict, &request.limits, lang) };
        Self {
            program: &marks.program,
            passed: marks.passed,
            count: marks.count,
            score: marks.score,
            interrupted: marks.interrupted,
            cause: marks.cause.as_ref(),
            explanation: marks.cause.as_ref().map(|cause| said::common_cause(cause, &request.limits, lang)),
            verdicts: marks.verdicts.iter().map(judged).collect(),
        }
    }
}

/// The first fields of both objects.
#[derive(Serialize)]
struct Head {
    version: u32,
    course: Course,
    seed: Option<u64>,
    strict: bool,
    isolation: Isolation,
}

impl Head {
    fn new(request: &Request) -> Self {
        let isolation = if request.isolated { Isolation::of_this_system() } else { Isolation::default() };
        Self { version: VERSION, course: request.course, seed: request.seed, strict: request.strict, isolation }
    }
}

/// The marks of one program.
pub(super) fn json(marks: &Marks, request: &Request, lang: Lang) -> String {
    #[derive(Serialize)]
    struct Object<'a> {
        #[serde(flatten)]
        head: Head,
        #[serde(flatten)]
        marks: Marked<'a>,
    }
    answer::one_line(&Object { head: Head::new(request), marks: Marked::new(marks, request, lang) })
}

/// A class: one row per submission, with its marks or the reason why there are none.
pub(super) fn class_json(class: &Class, request: &Request, lang: Lang) -> String {
    #[derive(Serialize)]
    struct Row<'a> {
        name: &'a str,
        marks: Option<Marked<'a>>,
        not_runnable: Option<String>,
    }
    #[derive(Serialize)]
    struct Object<'a> {
        #[serde(flatten)]
        head: Head,
        interrupted: bool,
        causes: Vec<CauseInClass>,
        rows: Vec<Row<'a>>,
    }
    #[derive(Serialize)]
    struct CauseInClass {
        cause: String,
        names: Vec<String>,
    }
    let causes = Causes::of(class, request, lang).rows.into_iter().map(|(cause, names)| CauseInClass { cause, names });
    let causes = causes.collect();
    let rows = class.rows.iter().map(|row| match &row.result {
        RowResult::Marks(marks) => {
            Row { name: &row.name, marks: Some(Marked::new(marks, request, lang)), not_runnable: None }
        }
        RowResult::NotRunnable(error) => Row { name: &row.name, marks: None, not_runnable: Some(error.say(lang)) },
    });
    answer::one_line(&Object { head: Head::new(request), interrupted: class.interrupted, causes, rows: rows.collect() })
}

/// The marks of one program, one line per case.
pub(super) fn csv(marks: &Marks, request: &Request, lang: Lang) -> Vec<String> {
    let mut lines = vec!["case,about,passed,ending,seconds,line,expected,found,reason".to_owned()];
    for verdict in &marks.verdicts {
        let difference = verdict.failure.as_ref().and_then(|failure| failure.difference.as_ref());
        let side = |side: Option<&Side>| match side {
            Some(Side::Line(text)) => text.clone(),
            Some(Side::End | Side::Open) | None => String::new(),
        };
        lines.push(row(&[
            verdict.case.clone(),
            about(verdict.about, verdict.part, lang),
            verdict.passed.to_string(),
            said::short_ending(&verdict.ending, lang),
            verdict.seconds.to_string(),
            difference.map(|difference| difference.line.to_string()).unwrap_or_default(),
            side(difference.map(|difference| &difference.expected)),
            side(difference.map(|difference| &difference.found)),
            said::reason(verdict, &request.limits, lang).unwrap_or_default(),
        ]));
    }
    lines
}

/// A class, one line per submission.
pub(super) fn class_csv(class: &Class, request: &Request, lang: Lang) -> Vec<String> {
    let mut lines = vec!["name,score,passed,count,failed,reason,cause".to_owned()];
    lines.extend(class.rows.iter().map(|submission| match &submission.result {
        RowResult::Marks(marks) => row(&[
            submission.name.clone(),
            marks.score.to_string(),
            marks.passed.to_string(),
            marks.count.to_string(),
            super::class::failed_cases(marks).collect::<Vec<_>>().join(" "),
            marks.first_failed().and_then(|v| said::reason(v, &request.limits, lang)).unwrap_or_default(),
            marks.cause.as_ref().map(|cause| said::what(&cause.what, &request.limits, lang)).unwrap_or_default(),
        ]),
        RowResult::NotRunnable(error) => {
            let none = String::new;
            row(&[submission.name.clone(), none(), none(), none(), none(), error.say(lang), none()])
        }
    }));
    lines
}

fn row(fields: &[String]) -> String {
    fields.iter().map(|field| quoted(&printable(field))).collect::<Vec<_>>().join(",")
}

fn quoted(field: &str) -> String {
    let formula = field.starts_with(['=', '+', '-', '@']) && field.parse::<f64>().is_err();
    let field = if formula { format!("'{field}") } else { field.to_owned() };
    if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_quotes_and_formulas_are_escaped() {
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("-1"), "-1");
        assert_eq!(quoted("-1+cmd"), "'-1+cmd");
    }
}
