//! `hueco bench --problem FILE PARAMETERS`: a problem file with many parameters through one or several methods; every run a row, every
//! method a total, as with boards. A known optimum is compared by cost.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use clap::ArgMatches;
use hueco_jobs::{Problem, ProblemResult, ProblemSource};
use hueco_say::{Lang, Say, bench as columns, problems as said};
use hueco_script::{Options, ParameterLine, read_parameters};
use hueco_search::Ending;
use hueco_show::answer::Counters;
use hueco_tiles::Metric;
use hueco_tiles::solve::Outcome;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::{VERSION, one_line, outcome_word};
use crate::context::{Context, Out};
use crate::failure::{Failure, Result};
use crate::format::Format;
use crate::method::TypedMethod;
use crate::options::{self, TypedHeuristic};
use crate::problem::{self, CSV_COLUMNS, csv_row};
use crate::progress::{Part, Progress};
use crate::status::Status;
use crate::table::{Align, Table, csv_field};

pub(super) fn run(source: &ProblemSource, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let instances = instances(matches, lang)?;
    let settings = options::read_tuning(matches).settings();
    let option = |algorithm, heuristic: Option<&TypedHeuristic>| Options {
        algorithm,
        heuristic: heuristic.and_then(TypedHeuristic::of_file),
        settings,
        every: None,
    };
    let methods: Vec<Options> = match matches.get_one::<Vec<TypedMethod>>("method") {
        Some(methods) => methods.iter().map(|method| option(method.algorithm, method.heuristic.as_ref())).collect(),
        None => vec![option(*matches.get_one("algorithm").expect("it has a default"), matches.get_one("heuristic"))],
    };
    let limits = options::read_limits(matches);
    let all = (instances.len() * methods.len()) as u64;
    let progress = Progress::of_parts(matches, context, Part::Run, Some(all));
    let mut printer = Printer::new(matches, context, &instances, methods.len())?;
    let (mut status, mut runs) = (Status::Done, 0);
    'runs: for instance in &instances {
        let source = source.with(&instance.set);
        for (index, options) in methods.iter().enumerate() {
            let request = Problem { source: source.clone(), options: options.clone(), limits, draw: false };
            let solved = progress.run(Metric::Single, |events| request.run(events));
            let solved = solved.map_err(|error| failure(instance, problem::failure(&error, lang), lang))?;
            runs += 1;
            progress.parts_done(runs, None);
            let contradicts = contradicts(instance, &solved);
            printer.row(instance, index, &solved, contradicts)?;
            if contradicts {
                context.error(&contradiction(instance, &solved, lang));
                status = status.worse(Status::BadInput);
            }
            status = status.worse(match solved.ending() {
                Ending::Solved => Status::Done,
                Ending::Unsolvable => Status::Unsolvable,
                Ending::Stopped(limit) => limit.into(),
            });
            if context.cancelled() {
                break 'runs;
            }
        }
    }
    drop(progress);
    printer.end()?;
    Ok(status)
}

/// The lines of parameters that were asked for.
fn instances(matches: &ArgMatches, lang: Lang) -> Result<Vec<ParameterLine>> {
    let Some(path) = matches.get_one::<PathBuf>("source") else {
        return Err(Failure::input(said::bench_parameters_missing(lang)));
    };
    let name = path.display().to_string();
    let text = problem::read_text(path, lang)?;
    let lines = read_parameters(&text).map_err(|error| {
        let at = error.at;
        Failure::input(format!("{name}:{}:{}: {}", at.line, at.column, error.what.say(lang)))
    })?;
    let mut wanted: Option<BTreeSet<&str>> =
        matches.get_many::<String>("only").map(|ids| ids.map(|id| id.trim()).collect());
    let limit = matches.get_one::<u64>("limit").map_or(usize::MAX, |&n| n as usize);
    let is_wanted = |line: &ParameterLine| wanted.as_mut().is_none_or(|wanted| wanted.remove(line.id.as_str()));
    let chosen: Vec<ParameterLine> = lines.into_iter().filter(is_wanted).take(limit).collect();
    if let Some(id) = wanted.and_then(|wanted| wanted.into_iter().next()).filter(|_| chosen.len() < limit) {
        return Err(Failure::input(columns::bench_no_such_id(lang, name, id)));
    }
    if chosen.is_empty() { Err(Failure::input(columns::bench_empty(lang, name))) } else { Ok(chosen) }
}

/// What is wrong with the file, or with the parameters of an instance.
fn failure(instance: &ParameterLine, failure: Failure, lang: Lang) -> Failure {
    match failure {
        Failure::Message { status, message } => {
            Failure::Message { status, message: said::bench_instance(lang, &instance.id, message) }
        }
        other @ Failure::ReaderGone => other,
    }
}

/// Whether an answer and the known optimum cannot both be right.
fn contradicts(instance: &ParameterLine, solved: &ProblemResult) -> bool {
    let Some(expected) = instance.optimal else { return false };
    let answer = &solved.answer;
    let cost = answer.path.as_ref().map(|path| path.cost);
    solved.ending() == Ending::Unsolvable
        || answer.lower_bound > expected
        || cost.is_some_and(|cost| cost < expected || answer.optimal && cost != expected)
}

fn contradiction(instance: &ParameterLine, solved: &ProblemResult, lang: Lang) -> String {
    let (id, method, expected) = (&instance.id, solved.method(), instance.optimal.unwrap_or_default());
    match &solved.answer.path {
        Some(path) => said::bench_other_cost(lang, id, method, lang.number(path.cost.into()), expected),
        None if solved.ending() == Ending::Unsolvable => said::bench_no_solution(lang, id, method, expected),
        None => said::bench_other_bound(lang, id, method, solved.answer.lower_bound, expected),
    }
}

/// One run as a line of JSON. The order of the keys is part of the contract.
#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    kind: &'static str,
    id: &'a str,
    set: Map<String, Value>,
    method: &'a str,
    outcome: &'static str,
    optimal: bool,
    length: Option<usize>,
    cost: Option<u32>,
    lower_bound: u32,
    stopped_by: Option<&'static str>,
    algorithm: &'a str,
    heuristic: Option<String>,
    published: Published,
    contradicts: bool,
    stats: Counters,
}

/// What the file of parameters says.
#[derive(Serialize)]
struct Published {
    optimal: Option<u32>,
}

/// One method over all its runs.
#[derive(Default, Serialize)]
struct Total {
    version: u32,
    kind: &'static str,
    method: String,
    problems: usize,
    solved: usize,
    proved: usize,
    length: u64,
    cost: u64,
    nodes_per_second: u64,
    stats: Counters,
}

/// Prints rows as they come, and the totals at the end.
struct Printer {
    out: Out,
    lang: Lang,
    format: Format,
    has_optima: bool,
    table: Table,
    totals: Vec<Total>,
}

impl Printer {
    fn new(matches: &ArgMatches, context: &Context, instances: &[ParameterLine], methods: usize) -> Result<Self> {
        let (lang, format) = (context.lang, Format::read(matches));
        let has_optima = instances.iter().any(|instance| instance.optimal.is_some());
        let longest = instances.iter().map(|instance| instance.id.chars().count()).max().unwrap_or(0);
        let mut heads = vec![(columns::column_id(lang), longest, Align::Right)];
        if methods > 1 {
            heads.push((columns::column_method(lang), 16, Align::Left));
        }
        if has_optima {
            heads.push((columns::column_optimum(lang), 3, Align::Right));
        }
        heads.extend([
            (columns::column_length(lang), 3, Align::Right),
            (said::column_cost(lang), 3, Align::Right),
            (columns::column_outcome(lang), 12, Align::Left),
            (columns::column_generated(lang), 10, Align::Right),
            (columns::column_expanded(lang), 10, Align::Right),
            (columns::column_memory(lang), 9, Align::Right),
            (columns::column_time(lang), 8, Align::Right),
        ]);
        let totals = (0..methods).map(|_| Total { version: VERSION, kind: "total", ..Total::default() }).collect();
        let mut printer = Self { out: context.out(), lang, format, has_optima, table: Table::new(heads), totals };
        match format {
            Format::Csv => printer.out.line(&format!("id,set,method,{CSV_COLUMNS},published_optimal,contradicts"))?,
            Format::Json => {}
            Format::Text => printer.out.line(&printer.table.header())?,
        }
        printer.out.flush()?;
        Ok(printer)
    }

    fn row(&mut self, instance: &ParameterLine, index: usize, solved: &ProblemResult, contradicts: bool) -> Result<()> {
        let (answer, path, method) = (&solved.answer, solved.answer.path.as_ref(), solved.method());
        let (length, cost) = (path.map(|path| path.actions.len()), path.map(|path| path.cost));
        let stats = solved.counters();
        let (outcome, limit) = solved.outcome();
        let text = |(name, value): &(String, String)| (name.clone(), Value::from(value.as_str()));
        let set: Map<String, Value> = instance.set.iter().map(text).collect();
        let total = &mut self.totals[index];
        total.method.clone_from(&method);
        total.problems += 1;
        total.solved += usize::from(path.is_some());
        total.proved += usize::from(answer.optimal);
        total.length += length.unwrap_or(0) as u64;
        total.cost += u64::from(cost.unwrap_or(0));
        total.stats.add(&stats);
        let line = match self.format {
            Format::Json => one_line(&Row {
                version: VERSION,
                kind: "problem",
                id: &instance.id,
                set,
                method: &method,
                outcome,
                optimal: answer.optimal,
                length,
                cost,
                lower_bound: answer.lower_bound,
                stopped_by: limit,
                algorithm: answer.algorithm.name(),
                heuristic: solved.heuristic(),
                published: Published { optimal: instance.optimal },
                contradicts,
                stats,
            }),
            Format::Csv => {
                let optimal = instance.optimal.map(|cost| cost.to_string()).unwrap_or_default();
                let (id, set) = (csv_field(&instance.id), csv_field(&one_line(&set)));
                format!("{id},{set},{},{},{optimal},{contradicts}", csv_field(&method), csv_row(solved))
            }
            Format::Text => self.words(instance, &method, solved, contradicts),
        };
        self.out.line(&line)?;
        self.out.flush()
    }

    fn words(&self, instance: &ParameterLine, method: &str, solved: &ProblemResult, contradicts: bool) -> String {
        let (answer, path, lang) = (&solved.answer, solved.answer.path.as_ref(), self.lang);
        let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| lang.number(number));
        let cost = number(path.map(|path| path.cost.into()));
        let mut cells = vec![instance.id.clone()];
        if self.totals.len() > 1 {
            cells.push(method.to_owned());
        }
        if self.has_optima {
            cells.push(number(instance.optimal.map(u64::from)));
        }
        let outcome = match solved.ending() {
            Ending::Solved => Outcome::Solved,
            Ending::Unsolvable => Outcome::Unsolvable,
            Ending::Stopped(limit) => Outcome::Stopped(limit),
        };
        cells.extend([
            number(path.map(|path| path.actions.len() as u64)),
            // An exclamation mark where it contradicts the optimum.
            if contradicts { format!("!{cost}") } else { cost },
            outcome_word(outcome, answer.optimal, lang).to_owned(),
            lang.number(answer.stats.generated),
            lang.number(answer.stats.expanded),
            lang.bytes(answer.stats.peak_bytes + answer.table_bytes),
            lang.time(answer.time),
        ]);
        self.table.row(&cells)
    }

    /// The sums.
    fn end(&mut self) -> Result<()> {
        for total in &mut self.totals {
            let Counters { search, seconds, .. } = total.stats;
            total.nodes_per_second = if seconds > 0.0 { (search.generated as f64 / seconds) as u64 } else { 0 };
            match self.format {
                Format::Csv => {}
                Format::Json => self.out.json(&total)?,
                Format::Text => self.out.line(&said::bench_problem_total(
                    self.lang,
                    &total.method,
                    total.solved,
                    total.problems,
                    self.lang.number(total.cost),
                    search.generated,
                    search.expanded,
                    self.lang.time(Duration::from_secs_f64(seconds)),
                    self.lang.number(total.nodes_per_second),
                ))?,
            }
        }
        self.out.flush()
    }
}
