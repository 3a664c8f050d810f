//! `hueco bench --problem FILE PARAMETERS`: a problem file with many parameters through one or several methods; every run a row, every
//! method a total, as with boards. A known optimum is compared by cost.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use clap::ArgMatches;
use hueco_jobs::{Problem, ProblemResult, ProblemSource};
use hueco_say::pictures::{Across, cactus, scattered};
use hueco_say::{Lang, Say, bench as columns, experiment as experiments, problems as said};
use hueco_script::{Options, ParameterLine, read_parameters};
use hueco_search::Ending;
use hueco_show::answer::{Counters, microseconds};
use hueco_show::compare::{Quartiles, Run};
use hueco_show::layers::Layers;
use hueco_tiles::Metric;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::{VERSION, one_line, outcome_word};
use crate::context::{Context, Out};
use crate::experiment::{self, Header, Layered, LayersTable, note_varied, print_spreads};
use crate::failure::{Failure, Result};
use crate::format::Format;
use crate::method::TypedMethod;
use crate::options::{self, TypedHeuristic};
use crate::problem::{self, CSV_COLUMNS, csv_row, figures, outcome};
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
        threads: 1,
    };
    let methods: Vec<Options> = match matches.get_one::<Vec<TypedMethod>>("method") {
        Some(methods) => methods.iter().map(|method| option(method.algorithm, method.heuristic.as_ref())).collect(),
        None => vec![option(*matches.get_one("algorithm").expect("it has a default"), matches.get_one("heuristic"))],
    };
    let limits = options::read_limits(matches);
    let (repeats, layers) = (experiment::repeats(matches), experiment::layers(matches));
    if layers {
        context.note(experiments::layers_observed(lang));
    }
    let all = (instances.len() * methods.len() * repeats) as u64;
    let progress = Progress::of_parts(matches, context, Part::Run, Some(all));
    let header = Header::new(context, Vec::new(), limits);
    let mut printer = Printer::new(matches, context, &instances, methods.len(), &header)?;
    let (mut status, mut runs) = (Status::Done, Vec::new());
    for (number, instance) in instances.iter().enumerate() {
        let source = source.with(&instance.set);
        let turns = (0..repeats).flat_map(|repeat| methods.iter().enumerate().map(move |method| (repeat, method)));
        let mut made: Vec<Repeats> = methods.iter().map(|_| Repeats::default()).collect();
        for (repeat, (index, options)) in turns {
            let request = Problem { source: source.clone(), options: options.clone(), limits, draw: false };
            let solved = progress.run(Metric::Single, |events| request.run_in_layers(events, layers));
            let (solved, layers) = solved.map_err(|error| failure(instance, problem::failure(&error, lang), lang))?;
            runs.push(figures(number, index, repeat, &solved));
            progress.parts_done(runs.len() as u64, None);
            let contradicts = contradicts(instance, &solved);
            printer.run(instance, &solved, contradicts, repeat, layers.as_ref())?;
            let contradiction = contradicts.then(|| contradiction(instance, &solved, lang));
            status = status.worse(match solved.ending() {
                Ending::Solved => Status::Done,
                Ending::Unsolvable => Status::Unsolvable,
                Ending::Stopped(limit) => limit.into(),
            });
            made[index].seconds.push(solved.answer.time.as_secs_f64());
            made[index].first.get_or_insert(solved);
            if repeat + 1 == repeats {
                printer.row(instance, index, &mut made[index])?;
            }
            if let Some(message) = contradiction {
                context.error(&message);
                status = status.worse(Status::BadInput);
            }
            if context.cancelled() {
                break;
            }
        }
        // An interrupt leaves repeats out.
        made.iter_mut().enumerate().try_for_each(|(index, made)| printer.row(instance, index, made))?;
        if context.cancelled() {
            break;
        }
    }
    drop(progress);
    printer.end(&runs, repeats)?;
    note_varied(&printer.methods(), &runs, context);
    options::write_svg(matches, context, || {
        let optima: Vec<Option<u32>> = instances.iter().map(|instance| instance.optimal).collect();
        if experiment::is_cactus(matches) {
            cactus(Across::Cost, instances.len(), &printer.methods(), &runs, lang)
        } else {
            scattered(Across::Cost, &optima, &printer.methods(), &runs, lang)
        }
    })?;
    Ok(status)
}

/// The repeats of one method on one instance.
#[derive(Default)]
struct Repeats {
    /// The first result, until its row is printed.
    first: Option<ProblemResult>,
    seconds: Vec<f64>,
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
    /// Which repeat of the same, from 1.
    repeat: usize,
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
    /// Whether the table has the least and the largest time of repeats.
    has_spread: bool,
    table: Table,
    layers: Option<LayersTable>,
    totals: Vec<Total>,
}

impl Printer {
    fn new(
        matches: &ArgMatches,
        context: &Context,
        instances: &[ParameterLine],
        methods: usize,
        header: &Header,
    ) -> Result<Self> {
        let (lang, format) = (context.lang, Format::read(matches));
        let has_optima = instances.iter().any(|instance| instance.optimal.is_some());
        let has_spread = experiment::repeats(matches) > 1;
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
        if has_spread {
            heads.push((experiments::column_spread_least(lang), 8, Align::Right));
            heads.push((experiments::column_spread_largest(lang), 8, Align::Right));
        }
        let totals = (0..methods).map(|_| Total { version: VERSION, kind: "total", ..Total::default() }).collect();
        let layers = experiment::layers(matches).then(|| LayersTable::new(format, lang));
        let table = Table::new(heads);
        let mut printer = Self { out: context.out(), lang, format, has_optima, has_spread, table, layers, totals };
        header.print(format, &mut printer.out)?;
        match format {
            Format::Csv if printer.layers.is_some() => printer.out.line(LayersTable::csv_header())?,
            Format::Csv => {
                let line = format!("id,set,method,{CSV_COLUMNS},published_optimal,contradicts,repeat");
                printer.out.line(&line)?;
            }
            Format::Json => {}
            Format::Text => printer.out.line(&printer.table.header())?,
        }
        printer.out.flush()?;
        Ok(printer)
    }

    /// The names of the methods that ran.
    fn methods(&self) -> Vec<String> {
        self.totals.iter().map(|total| total.method.clone()).collect()
    }

    /// One run: a line for programs, and its layers.
    fn run(
        &mut self,
        instance: &ParameterLine,
        solved: &ProblemResult,
        contradicts: bool,
        repeat: usize,
        layers: Option<&Layers>,
    ) -> Result<()> {
        let (answer, path, method) = (&solved.answer, solved.answer.path.as_ref(), solved.method());
        let (outcome, limit) = solved.outcome();
        let text = |(name, value): &(String, String)| (name.clone(), Value::from(value.as_str()));
        let set: Map<String, Value> = instance.set.iter().map(text).collect();
        let heuristic = solved.heuristic();
        match self.format {
            Format::Json => self.out.json(&Row {
                version: VERSION,
                kind: "problem",
                id: &instance.id,
                set,
                method: &method,
                outcome,
                optimal: answer.optimal,
                length: path.map(|path| path.actions.len()),
                cost: path.map(|path| path.cost),
                lower_bound: answer.lower_bound,
                stopped_by: limit,
                algorithm: answer.algorithm.name(),
                heuristic: heuristic.clone(),
                published: Published { optimal: instance.optimal },
                contradicts,
                stats: solved.counters(),
                repeat: repeat + 1,
            })?,
            Format::Csv if self.layers.is_none() => {
                let optimal = instance.optimal.map(|cost| cost.to_string()).unwrap_or_default();
                let (id, set, method) = (csv_field(&instance.id), csv_field(&one_line(&set)), csv_field(&method));
                let (row, repeat) = (csv_row(solved), repeat + 1);
                self.out.line(&format!("{id},{set},{method},{row},{optimal},{contradicts},{repeat}"))?;
            }
            Format::Csv | Format::Text => {}
        }
        if let (Some(table), Some(layers)) = (&mut self.layers, layers) {
            let run = Layered {
                id: &instance.id,
                seed: None,
                method: &method,
                algorithm: answer.algorithm.name(),
                heuristic: heuristic.as_deref(),
                outcome,
                optimal: answer.optimal,
                length: path.map(|path| path.actions.len() as u64),
                layers,
            };
            table.add(&run, &mut self.out)?;
        }
        self.out.flush()
    }

    /// An instance by a method, when all its repeats are made: its part of the total, and a row for people.
    fn row(&mut self, instance: &ParameterLine, index: usize, made: &mut Repeats) -> Result<()> {
        let (Some(solved), Some(times)) = (made.first.take(), Quartiles::of(made.seconds.iter().copied())) else {
            return Ok(());
        };
        let (answer, path, method) = (&solved.answer, solved.answer.path.as_ref(), solved.method());
        let total = &mut self.totals[index];
        total.method.clone_from(&method);
        total.problems += 1;
        total.solved += usize::from(path.is_some());
        total.proved += usize::from(answer.optimal);
        total.length += path.map_or(0, |path| path.actions.len() as u64);
        total.cost += path.map_or(0, |path| u64::from(path.cost));
        total.stats.add(&Counters { seconds: microseconds(times.median), ..solved.counters() });
        if self.format == Format::Text {
            let line = self.words(instance, &method, &solved, times);
            self.out.line(&line)?;
        }
        self.out.flush()
    }

    fn words(&self, instance: &ParameterLine, method: &str, solved: &ProblemResult, times: Quartiles) -> String {
        let (answer, path, lang) = (&solved.answer, solved.answer.path.as_ref(), self.lang);
        let time = |seconds: f64| lang.time(Duration::from_secs_f64(seconds));
        let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| lang.number(number));
        let cost = number(path.map(|path| path.cost.into()));
        let mut cells = vec![instance.id.clone()];
        if self.totals.len() > 1 {
            cells.push(method.to_owned());
        }
        if self.has_optima {
            cells.push(number(instance.optimal.map(u64::from)));
        }
        cells.extend([
            number(path.map(|path| path.actions.len() as u64)),
            // An exclamation mark where it contradicts the optimum.
            if contradicts(instance, solved) { format!("!{cost}") } else { cost },
            outcome_word(outcome(solved), answer.optimal, lang).to_owned(),
            lang.number(answer.stats.generated),
            lang.number(answer.stats.expanded),
            lang.bytes(answer.stats.peak_bytes + answer.table_bytes),
            time(times.median),
        ]);
        if self.has_spread {
            cells.extend([time(times.min), time(times.max)]);
        }
        self.table.row(&cells)
    }

    /// The sums, the layers, and what repeats come to.
    fn end(&mut self, runs: &[Run], repeats: usize) -> Result<()> {
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
        if let Some(layers) = &mut self.layers {
            layers.end(&mut self.out)?;
        }
        print_spreads(&self.methods(), runs, repeats, &[], (self.format, self.lang), &mut self.out)?;
        self.out.flush()
    }
}
