//! `hueco compare --problem FILE`: every algorithm with every heuristic of a file.

use clap::ArgMatches;
use hueco_jobs::{Limits, ProblemCompare, ProblemRun};
use hueco_say::{Lang, bench as columns, compare as said, problems};
use hueco_script::HeuristicSpec;
use hueco_search::Ending;
use hueco_search::algorithm::Algorithm;
use hueco_tiles::Metric;
use hueco_tiles::solve::Outcome;

use super::print::{MEMORY, TIME};
use super::{DEFAULT_NODES, default_bytes};
use crate::answer::{limit_word, outcome_word};
use crate::context::{Context, Out};
use crate::failure::Result;
use crate::format::Format;
use crate::options::{self, TypedHeuristic};
use crate::problem::{self, CSV_COLUMNS, csv_row};
use crate::progress::{Part, Progress};
use crate::status::Status;
use crate::table::{Align, csv_field, fitted};

pub(super) fn read(matches: &ArgMatches, context: &Context) -> Result<Option<ProblemCompare>> {
    let Some(source) = problem::source(matches, context.lang)? else { return Ok(None) };
    let Limits { time, nodes, bytes } = options::asked_limits(matches);
    let heuristics = matches.get_one::<Vec<TypedHeuristic>>("heuristics").map(Vec::as_slice).unwrap_or_default();
    let heuristics: Vec<HeuristicSpec> = heuristics.iter().filter_map(TypedHeuristic::of_file).collect();
    Ok(Some(ProblemCompare {
        source,
        algorithms: matches.get_one::<Vec<Algorithm>>("algorithms").cloned().unwrap_or_default(),
        heuristics,
        settings: options::read_tuning(matches).settings(),
        run_time: time,
        limits: Limits {
            time: None,
            nodes: nodes.or(Some(DEFAULT_NODES)),
            bytes: bytes.or_else(|| Some(default_bytes())),
        },
    }))
}

pub(super) fn run(request: &ProblemCompare, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let format = Format::read(matches);
    let mut out = context.out();
    if format == Format::Csv {
        out.line(&format!("method,{CSV_COLUMNS}"))?;
    }
    let progress = Progress::of_parts(matches, context, Part::Run, None);
    let mut printed = Ok(());
    let runs = progress.run(Metric::Single, |events| {
        request.run(events, |run| {
            if printed.is_ok() {
                printed = line(run, format, &mut out);
            }
        })
    });
    drop(progress);
    printed?;
    let runs = runs.map_err(|error| problem::failure(&error, lang))?;
    if format == Format::Text {
        words(request, &runs.runs, &mut out, lang)?;
    }
    out.flush()?;
    Ok(if context.cancelled() { Status::Interrupted } else { Status::Done })
}

/// One run: a line for programs, nothing yet for people.
fn line(run: &ProblemRun, format: Format, out: &mut Out) -> Result<()> {
    match format {
        Format::Text => return Ok(()),
        Format::Json => out.json(&run.object())?,
        Format::Csv => out.line(&format!("{},{}", csv_field(&run.method), csv_row(&run.solved)))?,
    }
    out.flush()
}

fn words(request: &ProblemCompare, runs: &[ProblemRun], out: &mut Out, lang: Lang) -> Result<()> {
    if let Some(run) = runs.first() {
        out.line(&problems::compare_head(lang, run.solved.file.title()))?;
    }
    let (nodes, bytes) = (request.limits.nodes.unwrap_or(u64::MAX), request.limits.bytes.unwrap_or(u64::MAX));
    let memory = lang.bytes(bytes);
    out.line(&match request.run_time {
        Some(time) => said::compare_limits_time(lang, nodes, memory, lang.limit(time)),
        None => said::compare_limits(lang, nodes, memory),
    })?;
    out.line("")?;
    let row = |run: &ProblemRun| {
        let (answer, path) = (&run.solved.answer, run.solved.answer.path.as_ref());
        let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| lang.number(number));
        vec![
            run.method.clone(),
            number(path.map(|path| path.actions.len() as u64)),
            number(path.map(|path| path.cost.into())),
            match run.solved.ending() {
                Ending::Stopped(limit) => said::compare_stopped(lang, limit_word(limit, lang)),
                Ending::Solved => outcome_word(Outcome::Solved, answer.optimal, lang).to_owned(),
                Ending::Unsolvable => outcome_word(Outcome::Unsolvable, false, lang).to_owned(),
            },
            lang.number(answer.stats.generated),
            lang.number(answer.stats.expanded),
            lang.bytes(answer.stats.peak_bytes + answer.table_bytes),
            lang.time(answer.time),
        ]
    };
    let rows = fitted(
        &[
            (columns::column_method(lang), 0, Align::Left),
            (columns::column_length(lang), 0, Align::Right),
            (problems::column_cost(lang), 0, Align::Right),
            (columns::column_outcome(lang), 0, Align::Left),
            (columns::column_generated(lang), 0, Align::Right),
            (columns::column_expanded(lang), 0, Align::Right),
            (columns::column_memory(lang), MEMORY, Align::Right),
            (columns::column_time(lang), TIME, Align::Right),
        ],
        &runs.iter().map(row).collect::<Vec<_>>(),
    );
    rows.iter().try_for_each(|row| out.line(row))
}
