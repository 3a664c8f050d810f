//! A folder of submissions, graded several at a time: a table by name, with the first reason of each.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::ArgMatches;
use hueco_grade::exam::submissions;
use hueco_grade::{Class, Exam, Marks, ProgramError, Row, RowResult};
use hueco_say::grade as said;
use hueco_say::{Lang, Say};

use super::text::{printable, score};
use super::{Request, data, failed, html, write};
use crate::context::{Context, Out};
use crate::failure::{Failure, Result};
use crate::options;
use crate::progress::{Part, Progress};
use crate::table::{Align, Table};

/// The most names of cases in the table; more are only counted.
const MAX_LISTED: usize = 10;

/// Grades a folder. Returns whether it was interrupted.
pub(super) fn run(
    exam: &Exam,
    request: &Request,
    matches: &ArgMatches,
    context: &Context,
    out: &mut Out,
) -> Result<bool> {
    let lang = context.lang;
    let folder = matches.get_one::<PathBuf>("dir").expect("there is no program");
    let all = submissions(folder).map_err(|error| failed(&error, lang))?.len() as u64;
    let progress = Progress::of_parts(matches, context, Part::Program, Some(all));
    let on_row = |row: &Row| {
        let score = match &row.result {
            RowResult::Marks(marks) => Some(marks.score),
            RowResult::NotRunnable(_) => None,
        };
        progress.program(&row.name, score);
    };
    let class = context.while_searching(|| exam.grade_folder(folder, request.threads, Some(&context.cancel), on_row));
    drop(progress);
    let class = class.map_err(|error| failed(&error, lang))?;
    if class.rows.is_empty() && !class.interrupted {
        return Err(Failure::input(said::class_empty(lang, folder.display())));
    }
    note_missing_tools(&class, context);
    if let Some(file) = &request.html {
        write::report(file, &html::class(&class, request, lang), lang)?;
    }
    match options::text(matches, "format") {
        "json" => out.line(&data::class_json(&class, request, lang))?,
        "csv" => data::class_csv(&class, request, lang).iter().try_for_each(|line| out.line(line))?,
        _ => table(&class, request, lang).iter().try_for_each(|line| out.line(line))?,
    }
    Ok(class.interrupted)
}

/// Says once for each tool who needs it.
fn note_missing_tools(class: &Class, context: &Context) {
    let mut missing: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in &class.rows {
        if let RowResult::NotRunnable(ProgramError::NoInterpreter { interpreter, .. }) = &row.result {
            missing.entry(interpreter).or_default().push(printable(&row.name));
        }
    }
    for (tool, names) in missing {
        context.note(&said::tool_missing(context.lang, tool, names.join(", ")));
    }
}

/// What went wrong in a class, the most frequent first, and in which submissions.
pub(super) struct Causes {
    pub(super) rows: Vec<(String, Vec<String>)>,
}

impl Causes {
    pub(super) fn of(class: &Class, request: &Request, lang: Lang) -> Self {
        let mut causes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in &class.rows {
            let RowResult::Marks(marks) = &row.result else { continue };
            let cause = match &marks.cause {
                Some(cause) => Some(said::what(&cause.what, &request.limits, lang)),
                None => marks.first_failed().and_then(|verdict| said::reason(verdict, &request.limits, lang)),
            };
            if let Some(cause) = cause {
                causes.entry(printable(&cause)).or_default().push(printable(&row.name));
            }
        }
        let mut rows: Vec<(String, Vec<String>)> = causes.into_iter().collect();
        rows.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        Self { rows }
    }
}

/// The names of the cases a program failed.
pub(super) fn failed_cases(marks: &Marks) -> impl Iterator<Item = &str> {
    marks.verdicts.iter().filter(|verdict| !verdict.passed).map(|verdict| verdict.case.as_str())
}

fn table(class: &Class, request: &Request, lang: Lang) -> Vec<String> {
    let rows: Vec<[String; 4]> = class.rows.iter().map(|row| cells(row, request, lang)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let table = Table::new(vec![
        (said::column_name(lang), width(0), Align::Left),
        (said::column_score(lang), width(1), Align::Right),
        (said::column_failed(lang), width(2), Align::Left),
        (said::column_reason(lang), 0, Align::Left),
    ]);
    let mut lines = vec![table.header()];
    lines.extend(rows.iter().map(|row| table.row(row)));
    let causes = Causes::of(class, request, lang);
    if !causes.rows.is_empty() {
        lines.extend([String::new(), format!("{}:", said::class_causes(lang))]);
        let width = causes.rows.iter().map(|(_, names)| names.len().to_string().len()).max().unwrap_or(0);
        let row = |(cause, names): &(String, Vec<String>)| format!("  {:>width$}  {cause}", names.len());
        lines.extend(causes.rows.iter().map(row));
    }
    lines.push(String::new());
    lines.push(summary(class, lang));
    if class.interrupted {
        lines.push(said::class_interrupted(lang).to_owned());
    }
    lines
}

fn cells(row: &Row, request: &Request, lang: Lang) -> [String; 4] {
    let name = printable(&row.name);
    match &row.result {
        RowResult::NotRunnable(error) => [name, "-".to_owned(), String::new(), printable(&error.say(lang))],
        RowResult::Marks(marks) => {
            let failed: Vec<String> = failed_cases(marks).map(printable).collect();
            let listed = match failed.len() {
                0 => String::new(),
                all if all == marks.count => said::all_failed(lang).to_owned(),
                many if many > MAX_LISTED => format!("{many}/{}", marks.count),
                _ => failed.join(" "),
            };
            let first = marks.first_failed().and_then(|verdict| {
                let reason = said::reason(verdict, &request.limits, lang)?;
                Some(said::reason_in_case(lang, printable(&verdict.case), printable(&reason)))
            });
            [name, score(marks.score, lang), listed, first.unwrap_or_default()]
        }
    }
}

fn summary(class: &Class, lang: Lang) -> String {
    let scores: Vec<f64> = class
        .rows
        .iter()
        .filter_map(|row| match &row.result {
            RowResult::Marks(marks) => Some(marks.score),
            RowResult::NotRunnable(_) => None,
        })
        .collect();
    let mean = if scores.is_empty() { 0.0 } else { scores.iter().sum::<f64>() / scores.len() as f64 };
    let tens = scores.iter().filter(|&&score| score >= 10.0).count();
    let text = said::class_summary(lang, class.rows.len(), score(mean, lang), tens);
    match class.rows.len() - scores.len() {
        0 => text,
        not_run => format!("{text} · {}", said::class_not_runnable(lang, not_run)),
    }
}
