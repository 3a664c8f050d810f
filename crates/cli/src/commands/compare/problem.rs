//! `hueco compare --problem FILE`: every algorithm with every heuristic of a file.

use clap::ArgMatches;
use hueco_jobs::{Limits, ProblemCompare, ProblemRun, ProblemRunObject};
use hueco_say::{Lang, bench as columns, compare as said, experiment as experiments, problems};
use hueco_script::{HeuristicSpec, Unproven};
use hueco_search::algorithm::Algorithm;
use hueco_show::compare::{Run, medians};
use hueco_tiles::Metric;
use hueco_tiles::solve::Outcome;
use serde::Serialize;

use super::print::{MEMORY, TIME};
use super::{DEFAULT_NODES, default_bytes};
use crate::answer::{limit_word, outcome_word};
use crate::context::{Context, Out};
use crate::experiment::{self, Header, Layered, LayersTable, note_varied, print_spreads};
use crate::failure::Result;
use crate::format::Format;
use crate::options::{self, TypedHeuristic};
use crate::problem::{self, CSV_COLUMNS, csv_row, figures as figures_of, outcome};
use crate::progress::{Part, Progress};
use crate::status::Status;
use crate::table::{Align, csv_field, fitted};

pub(super) fn read(matches: &ArgMatches, context: &Context) -> Result<Option<ProblemCompare>> {
    let Some(source) = problem::source(matches, context)? else { return Ok(None) };
    let Limits { time, nodes, bytes } = options::asked_limits(matches);
    let heuristics = matches.get_one::<Vec<TypedHeuristic>>("heuristics").map(Vec::as_slice).unwrap_or_default();
    let heuristics: Vec<HeuristicSpec> = heuristics.iter().filter_map(TypedHeuristic::of_file).collect();
    Ok(Some(ProblemCompare {
        source,
        algorithms: matches.get_one::<Vec<Algorithm>>("algorithms").cloned().unwrap_or_default(),
        heuristics,
        settings: options::read_tuning(matches).settings(),
        run_time: time,
        short_repeats: 1,
        limits: Limits {
            time: None,
            nodes: nodes.or(Some(DEFAULT_NODES)),
            bytes: bytes.or_else(|| Some(default_bytes())),
        },
        repeats: experiment::repeats(matches),
        layers: experiment::layers(matches),
    }))
}

pub(super) fn run(request: &ProblemCompare, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let format = Format::read(matches);
    let mut out = context.out();
    let mut layers = request.layers.then(|| LayersTable::new(format, lang));
    if request.layers {
        context.note(experiments::layers_observed(lang));
    }
    Header::new(context, Vec::new(), Limits { time: request.run_time, ..request.limits }).print(format, &mut out)?;
    match format {
        Format::Csv if request.layers => out.line(LayersTable::csv_header())?,
        Format::Csv => out.line(&format!("method,{CSV_COLUMNS},repeat"))?,
        Format::Json | Format::Text => {}
    }
    let progress = Progress::of_parts(matches, context, Part::Run, None);
    let mut printed = Ok(());
    let runs = progress.run(Metric::Single, |events| {
        request.run(events, |run| {
            if printed.is_ok() {
                printed = line(run, format, layers.as_mut(), &mut out);
            }
        })
    });
    drop(progress);
    printed?;
    let runs = runs.map_err(|error| problem::failure(&error, lang))?.runs;
    let (methods, figures) = figures(&runs);
    if format == Format::Text {
        words(request, &runs, &medians(&figures), &mut out, lang)?;
    }
    if let Some(layers) = &mut layers {
        layers.end(&mut out)?;
    }
    print_spreads(&methods, &figures, request.repeats, &[], (format, lang), &mut out)?;
    out.flush()?;
    note_varied(&methods, &figures, context);
    Ok(if context.cancelled() { Status::Interrupted } else { Status::Done })
}

/// The methods in the order of their first runs, and the figures of all runs.
fn figures(runs: &[ProblemRun]) -> (Vec<String>, Vec<Run>) {
    let methods: Vec<String> = runs.iter().filter(|run| run.repeat == 0).map(|run| run.method.clone()).collect();
    // Each repeat runs the methods in the same order.
    let figure = |(index, run): (usize, &ProblemRun)| figures_of(0, index % methods.len(), run.repeat, &run.solved);
    let figures = runs.iter().enumerate().map(figure).collect();
    (methods, figures)
}

/// A run as a line of JSON: the same as over HTTP, and its repeat.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    run: ProblemRunObject<'a>,
    repeat: usize,
}

/// One run: a line for programs, nothing yet for people.
fn line(run: &ProblemRun, format: Format, layers: Option<&mut LayersTable>, out: &mut Out) -> Result<()> {
    let repeat = run.repeat + 1;
    match format {
        Format::Json => out.json(&Line { run: run.object(), repeat })?,
        Format::Csv if layers.is_none() => {
            out.line(&format!("{},{},{repeat}", csv_field(&run.method), csv_row(&run.solved)))?;
        }
        Format::Csv | Format::Text => {}
    }
    if let (Some(table), Some(layers)) = (layers, &run.layers) {
        let (answer, heuristic) = (&run.solved.answer, run.solved.heuristic());
        let layered = Layered {
            id: run.solved.file.title(),
            seed: None,
            method: &run.method,
            algorithm: answer.algorithm.name(),
            heuristic: heuristic.as_deref(),
            outcome: run.solved.outcome().0,
            optimal: answer.optimal,
            length: answer.path.as_ref().map(|path| path.actions.len() as u64),
            layers,
        };
        table.add(&layered, out)?;
    }
    out.flush()
}

fn words(request: &ProblemCompare, runs: &[ProblemRun], medians: &[Run], out: &mut Out, lang: Lang) -> Result<()> {
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
    let row = |(run, median): (&ProblemRun, &Run)| {
        let (answer, path) = (&run.solved.answer, run.solved.answer.path.as_ref());
        let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| lang.number(number));
        vec![
            run.method.clone(),
            number(path.map(|path| path.actions.len() as u64)),
            number(path.map(|path| path.cost.into())),
            match outcome(&run.solved) {
                Outcome::Stopped(limit) => said::compare_stopped(lang, limit_word(limit, lang)),
                outcome => outcome_word(outcome, answer.optimal, lang).to_owned(),
            },
            lang.number(answer.stats.generated),
            lang.number(answer.stats.expanded),
            lang.bytes(answer.stats.peak_bytes + answer.table_bytes),
            lang.time(median.time),
        ]
    };
    // The first repeat of each method comes first, as its median does.
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
        &runs.iter().zip(medians).map(row).collect::<Vec<_>>(),
    );
    rows.iter().try_for_each(|row| out.line(row))?;
    let mut reasons: Vec<(Unproven, Vec<&str>)> = Vec::new();
    for run in runs.iter().filter(|run| run.repeat == 0) {
        let Some(reason) = run.solved.unproven() else { continue };
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, methods)) => methods.push(&run.method),
            None => reasons.push((reason, vec![&run.method])),
        }
    }
    reasons.iter().try_for_each(|(reason, methods)| {
        out.line(&problems::compare_unproven(lang, methods.join(", "), unproven_word(*reason, lang)))
    })
}

fn unproven_word(reason: Unproven, lang: Lang) -> &'static str {
    match reason {
        Unproven::Algorithm => problems::unproven_algorithm(lang),
        Unproven::Steps => problems::unproven_steps(lang),
        Unproven::Weight => problems::unproven_weight(lang),
        Unproven::Unclaimed => problems::unproven_unclaimed(lang),
        Unproven::Refuted => problems::unproven_refuted(lang),
        Unproven::Limit => problems::unproven_limit(lang),
    }
}
