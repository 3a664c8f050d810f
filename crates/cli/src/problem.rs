//! `--problem FILE` and `--set NAME=VALUE`: a problem file in place of a board.

mod watch;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use hueco_jobs::{JobError, Problem, ProblemResult, ProblemSource};
use hueco_say::{Lang, Say, commands as words, problems as said};
use hueco_script::Options;
use hueco_search::Ending;
use hueco_show::compare::Run;
use hueco_tiles::solve::Outcome;

use crate::answer::csv::counters;
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options::{self, TypedHeuristic};
use crate::status::Status;
use crate::table::csv_field;

/// `--problem` and `--set`; what is only about boards does not go with them.
pub(crate) fn options(lang: Lang, only_boards: &[&'static str]) -> [Arg; 2] {
    let args = [
        Arg::new("problem")
            .long("problem")
            .value_name(words::placeholder_file(lang))
            .value_parser(value_parser!(PathBuf))
            .conflicts_with_all(only_boards.to_vec())
            .help(said::option_problem(lang)),
        Arg::new("set")
            .long("set")
            .value_name(said::placeholder_setting(lang))
            .value_parser(move |text: &str| setting(text, lang))
            .action(ArgAction::Append)
            .requires("problem")
            .help(said::option_set(lang)),
    ];
    args.map(|arg| arg.help_heading(said::heading_problem(lang)))
}

/// A parameter and its value.
fn setting(text: &str, lang: Lang) -> std::result::Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err(said::setting_expected(lang, text)),
    }
}

/// The file that `--problem` names, with the parameters of `--set`. From now on its calls are watched.
pub(crate) fn source(matches: &ArgMatches, context: &Context) -> Result<Option<ProblemSource>> {
    let lang = context.lang;
    let Some(path) = matches.get_one::<PathBuf>("problem") else {
        let alone = matches.contains_id("set");
        return if alone { Err(Failure::input(said::set_needs_problem(lang))) } else { Ok(None) };
    };
    let (name, text) = (path.display().to_string(), read_text(path, lang)?);
    let mut set: Vec<(String, String)> = Vec::new();
    for (parameter, value) in matches.get_many::<(String, String)>("set").into_iter().flatten() {
        if set.iter().any(|(known, _)| known == parameter) {
            return Err(Failure::input(said::setting_twice(lang, parameter)));
        }
        set.push((parameter.clone(), value.clone()));
    }
    let source = ProblemSource::new(&name, &text, set);
    watch::watch(name, Arc::clone(source.pulse()), matches, context);
    Ok(Some(source))
}

/// The text of a file of the user's.
pub(crate) fn read_text(path: &Path, lang: Lang) -> Result<String> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| Failure::reading(lang, &name, &error))?;
    let text = String::from_utf8(bytes).map_err(|error| Failure::input(not_text(&name, &error, lang)))?;
    // Some editors put a mark before the text.
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// Where a file stops being text.
fn not_text(name: &str, error: &std::string::FromUtf8Error, lang: Lang) -> String {
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let valid = String::from_utf8_lossy(valid);
    let line = valid.split('\n').count();
    let column = valid.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("{name}:{line}:{column}: {}", said::not_text(lang))
}

/// The request of a command with the options of [`options::method`] and [`options::limits`].
pub(crate) fn read(matches: &ArgMatches, context: &Context) -> Result<Option<Problem>> {
    let Some(source) = source(matches, context)? else { return Ok(None) };
    let options = Options {
        algorithm: *matches.get_one("algorithm").expect("it has a default"),
        heuristic: matches.get_one::<TypedHeuristic>("heuristic").and_then(TypedHeuristic::of_file),
        settings: options::read_tuning(matches).settings(),
        every: None,
        threads: matches.get_one::<u64>("threads").map_or(1, |&threads| threads as usize),
    };
    Ok(Some(Problem { source, options, limits: options::read_limits(matches), draw: false }))
}

/// The columns of [`csv_row`].
pub(crate) const CSV_COLUMNS: &str = "algorithm,heuristic,outcome,optimal,length,cost,lower_bound,stopped_by,generated,expanded,\
                                      examined,reopened,evaluated,peak_bytes,table_bytes,seconds";

/// A result as a row for programs.
pub(crate) fn csv_row(solved: &ProblemResult) -> String {
    let (answer, path) = (&solved.answer, solved.answer.path.as_ref());
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let (outcome, limit) = solved.outcome();
    [
        answer.algorithm.name().to_owned(),
        csv_field(&solved.heuristic().unwrap_or_default()),
        outcome.to_owned(),
        answer.optimal.to_string(),
        number(path.map(|path| path.actions.len() as u64)),
        number(path.map(|path| path.cost.into())),
        answer.lower_bound.to_string(),
        limit.unwrap_or_default().to_owned(),
        counters(&solved.counters()),
    ]
    .join(",")
}

/// How a run ended, as of a board.
pub(crate) fn outcome(solved: &ProblemResult) -> Outcome {
    match solved.ending() {
        Ending::Solved => Outcome::Solved,
        Ending::Unsolvable => Outcome::Unsolvable,
        Ending::Stopped(limit) => Outcome::Stopped(limit),
    }
}

/// The figures of a run, as of a board; its length is the cost.
pub(crate) fn figures(instance: usize, method: usize, repeat: usize, solved: &ProblemResult) -> Run {
    let answer = &solved.answer;
    Run {
        board: instance,
        method,
        repeat,
        outcome: outcome(solved),
        optimal: answer.optimal,
        length: answer.path.as_ref().map(|path| path.cost),
        generated: answer.stats.generated,
        expanded: answer.stats.expanded,
        bytes: answer.stats.peak_bytes + answer.table_bytes,
        time: answer.time,
        spread: None,
    }
}

/// Why a problem was not solved: a mistake, or a limit that ended the loading of its file.
pub(crate) fn failure(error: &JobError, lang: Lang) -> Failure {
    let limit = match error {
        JobError::Script(error) => error.limit(),
        _ => None,
    };
    let status = limit.map_or(Status::BadInput, Status::from);
    Failure::Message { status, message: error.say(lang) }
}
