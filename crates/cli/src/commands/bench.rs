//! `hueco bench FILE`: an instance file through one or several methods; every run a row, every method a total.
//!
//! Rows are printed as they come, so that a long run can be watched, cut short or piped. A length that was proved optimal is
//! compared with the file's `optimal` column: one of the two must be wrong where they differ.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command, value_parser};
use hueco_say::{Lang, Say, bench as said, commands as words, options as texts, usage};
use hueco_tiles::solve::{Algorithm, Answer, Outcome, Plan, solve};
use hueco_tiles::{Instance, read_instances};
use serde::Serialize;

use crate::answer::{self, VERSION};
use crate::context::{Context, Out};
use crate::failure::{Failure, Result};
use crate::options::{self, Asked};
use crate::progress::Meter;
use crate::status::Status;
use crate::table::{Align, Table};

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let list = words::placeholder_list(lang);
    command
        .about(words::about_bench(lang))
        .after_help(words::after_bench(lang))
        .arg(
            Arg::new("file")
                .value_name(words::placeholder_file(lang))
                .value_parser(value_parser!(PathBuf))
                .required(true)
                .help(texts::option_bench_file(lang)),
        )
        .arg(
            Arg::new("only")
                .long("only")
                .value_name(list)
                .value_delimiter(',')
                .help_heading(words::heading_board(lang))
                .help(texts::option_only(lang)),
        )
        .arg(
            Arg::new("limit")
                .long("limit")
                .allow_negative_numbers(true)
                .value_name(words::placeholder_number(lang))
                .value_parser(options::counted(lang, 1, options::MANY))
                .help_heading(words::heading_board(lang))
                .help(texts::option_limit(lang)),
        )
        .arg(options::size(lang, texts::option_size(lang)))
        .arg(options::goal(lang))
        .arg(
            Arg::new("method")
                .long("method")
                .short('m')
                .value_name(list)
                .value_parser(move |text: &str| methods(text, lang))
                .conflicts_with_all(["algorithm", "heuristic"])
                .help_heading(words::heading_method(lang))
                .help(texts::option_method(lang)),
        )
        .args(options::method(lang))
        .args(options::limits(lang))
        .arg(options::format(lang, &["text", "csv", "json"]))
        .arg(options::progress(lang))
}

/// An algorithm and, where it is given, a heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Method {
    algorithm: Algorithm,
    heuristic: Option<String>,
}

impl Method {
    fn name(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{}+{heuristic}", self.algorithm.name()),
            None => self.algorithm.name().to_owned(),
        }
    }
}

/// Reads `idastar+manhattan,astar+max(a,b)`: commas inside parentheses belong to the heuristic.
fn methods(text: &str, lang: Lang) -> std::result::Result<Vec<Method>, String> {
    let mut depth = 0_usize;
    let outside = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    let method = |name: &str| {
        let (algorithm, heuristic) = match name.trim().split_once('+') {
            Some((algorithm, heuristic)) => (algorithm, Some(heuristic.to_owned())),
            None => (name.trim(), None),
        };
        let algorithm = Algorithm::parse(algorithm)?;
        Some(Method { algorithm, heuristic })
    };
    text.split(outside).map(|name| method(name).ok_or_else(|| said::method_expected(lang).to_owned())).collect()
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let instances = chosen(matches, context)?;
    let asked = Asked::read(matches);
    let methods = match matches.get_one::<Vec<Method>>("method") {
        Some(methods) => methods.clone(),
        None => vec![Method { algorithm: asked.algorithm, heuristic: asked.heuristic.clone() }],
    };
    let mut bench = Bench {
        matches,
        context,
        asked,
        totals: methods.iter().map(|method| Total::new(method.name())).collect(),
        printer: Printer::new(matches, context, &instances, &methods)?,
        agreed: 0,
        status: Status::Done,
    };
    'runs: for instance in &instances {
        for (index, method) in methods.iter().enumerate() {
            bench.run(instance, method, index)?;
            if context.cancelled() {
                break 'runs;
            }
        }
    }
    bench.finish()
}

/// The instances of the file that were asked for.
fn chosen(matches: &ArgMatches, context: &Context) -> Result<Vec<Instance>> {
    let lang = context.lang;
    let path = matches.get_one::<PathBuf>("file").expect("clap requires it");
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| Failure::reading(lang, &name, &error))?;
    let mut wanted: Option<BTreeSet<&String>> = matches.get_many::<String>("only").map(Iterator::collect);
    let limit = matches.get_one::<u64>("limit").map_or(usize::MAX, |&n| n as usize);
    let mut instances = Vec::new();
    for instance in read_instances(BufReader::new(file), options::read_size(matches)) {
        let instance = instance.map_err(|error| Failure::input(usage::in_file(lang, &name, error.say(lang))))?;
        if wanted.as_mut().is_none_or(|wanted| wanted.remove(&instance.id)) {
            instances.push(instance);
        }
        if instances.len() == limit || wanted.as_ref().is_some_and(BTreeSet::is_empty) {
            break;
        }
    }
    if let Some(id) = wanted.and_then(|wanted| wanted.into_iter().next()).filter(|_| instances.len() < limit) {
        return Err(Failure::input(said::bench_no_such_id(lang, id)));
    }
    if instances.is_empty() {
        return Err(Failure::input(said::bench_empty(lang)));
    }
    Ok(instances)
}

struct Bench<'a> {
    matches: &'a ArgMatches,
    context: &'a Context,
    asked: Asked,
    totals: Vec<Total>,
    printer: Printer<'a>,
    /// Proved lengths that equal the file's.
    agreed: usize,
    status: Status,
}

impl Bench<'_> {
    fn run(&mut self, instance: &Instance, method: &Method, index: usize) -> Result<()> {
        let lang = self.context.lang;
        let board = instance.board.clone();
        let goal = options::read_goal(self.matches, board.shape(), lang).map_err(Failure::input)?;
        let plan = Plan {
            algorithm: method.algorithm,
            heuristic: method.heuristic.clone(),
            ..self.asked.plan(board, goal, self.context)
        };
        let answer = self.search(&plan)?;
        self.totals[index].add(&answer);
        self.printer.row(instance, &method.name(), &answer)?;
        self.compare(instance, &method.name(), &answer);
        self.status = self.status.worse(answer.outcome.into());
        Ok(())
    }

    fn search(&self, plan: &Plan) -> Result<Answer> {
        let mut meter = Meter::new(self.matches, self.context);
        let answer = self.context.while_searching(|| solve(plan, &mut |progress| meter.show(progress)));
        meter.clear();
        answer.map_err(|error| Failure::input(error.say(self.context.lang)))
    }

    /// Says so where a length contradicts the file.
    fn compare(&mut self, instance: &Instance, method: &str, answer: &Answer) {
        let (Some(expected), Some(moves)) = (instance.optimal, &answer.moves) else { return };
        let (lang, length) = (self.context.lang, moves.len() as u32);
        let id = &instance.id;
        if answer.optimal && length == expected {
            self.agreed += 1;
        } else if answer.optimal {
            self.context.error(&said::bench_differs(lang, id, method, length, expected));
            self.status = self.status.worse(Status::Internal);
        } else if length < expected {
            self.context.error(&said::bench_shorter(lang, id, method, length, expected));
            self.status = self.status.worse(Status::Internal);
        }
    }

    fn finish(mut self) -> Result<Status> {
        let lang = self.context.lang;
        self.printer.totals(&self.totals)?;
        if self.agreed > 0 && self.status != Status::Internal {
            self.context.note(&said::bench_agrees(lang, self.agreed));
        }
        Ok(self.status)
    }
}

/// The sums of one method.
struct Total {
    method: String,
    runs: usize,
    solved: usize,
    length: u64,
    generated: u64,
    expanded: u64,
    time: Duration,
}

impl Total {
    fn new(method: String) -> Self {
        Self { method, runs: 0, solved: 0, length: 0, generated: 0, expanded: 0, time: Duration::ZERO }
    }

    fn add(&mut self, answer: &Answer) {
        self.runs += 1;
        self.solved += usize::from(answer.outcome == Outcome::Solved);
        self.length += answer.moves.as_ref().map_or(0, Vec::len) as u64;
        self.generated += answer.stats.generated;
        self.expanded += answer.stats.expanded;
        self.time += answer.time;
    }

    fn rate(&self) -> u64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.generated as f64 / seconds) as u64 } else { 0 }
    }
}

/// One run as a line of JSON or CSV.
#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    id: &'a str,
    method: &'a str,
    algorithm: &'a str,
    heuristic: Option<&'a str>,
    expected: Option<u32>,
    outcome: &'static str,
    optimal: bool,
    length: Option<usize>,
    lower_bound: u32,
    stopped_by: Option<&'static str>,
    generated: u64,
    expanded: u64,
    examined: u64,
    reopened: u64,
    evaluated: u64,
    peak_bytes: u64,
    table_bytes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct TotalRow<'a> {
    version: u32,
    total: &'a str,
    runs: usize,
    solved: usize,
    length: u64,
    generated: u64,
    expanded: u64,
    seconds: f64,
    nodes_per_second: u64,
}

const CSV_HEADER: &str = "id,method,algorithm,heuristic,expected,outcome,optimal,length,lower_bound,stopped_by,generated,\
                          expanded,examined,reopened,evaluated,peak_bytes,table_bytes,seconds";

impl Row<'_> {
    fn csv(&self) -> String {
        let number = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
        [
            quoted(self.id),
            quoted(self.method),
            quoted(self.algorithm),
            quoted(self.heuristic.unwrap_or_default()),
            number(self.expected.map(u64::from)),
            self.outcome.to_owned(),
            self.optimal.to_string(),
            number(self.length.map(|n| n as u64)),
            self.lower_bound.to_string(),
            self.stopped_by.unwrap_or_default().to_owned(),
            self.generated.to_string(),
            self.expanded.to_string(),
            self.examined.to_string(),
            self.reopened.to_string(),
            self.evaluated.to_string(),
            self.peak_bytes.to_string(),
            self.table_bytes.to_string(),
            self.seconds.to_string(),
        ]
        .join(",")
    }
}

/// A CSV field; `max(a,b)` needs quotes.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
}

struct Printer<'a> {
    out: Out,
    lang: Lang,
    format: &'a str,
    table: Table,
}

impl<'a> Printer<'a> {
    fn new(matches: &'a ArgMatches, context: &Context, instances: &[Instance], methods: &[Method]) -> Result<Self> {
        let lang = context.lang;
        let longest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
        let ids = longest(&mut instances.iter().map(|instance| instance.id.chars().count()));
        let names = longest(&mut methods.iter().map(|method| method.name().chars().count()));
        let table = Table::new(vec![
            (said::column_id(lang), ids, Align::Right),
            (said::column_method(lang), names, Align::Left),
            (said::column_optimal(lang), 3, Align::Right),
            (said::column_length(lang), 3, Align::Right),
            (said::column_outcome(lang), 12, Align::Left),
            (said::column_generated(lang), 15, Align::Right),
            (said::column_expanded(lang), 15, Align::Right),
            (said::column_memory(lang), 10, Align::Right),
            (said::column_seconds(lang), 10, Align::Right),
        ]);
        let mut printer = Self { out: context.out(), lang, format: options::text(matches, "format"), table };
        match printer.format {
            "csv" => printer.out.line(CSV_HEADER)?,
            "json" => {}
            _ => printer.out.line(&printer.table.header())?,
        }
        printer.out.flush()?;
        Ok(printer)
    }

    fn row(&mut self, instance: &Instance, method: &str, answer: &Answer) -> Result<()> {
        let stats = answer.stats;
        let row = Row {
            version: VERSION,
            id: &instance.id,
            method,
            algorithm: answer.algorithm,
            heuristic: answer.heuristic.as_deref(),
            expected: instance.optimal,
            outcome: answer::outcome_name(answer.outcome),
            optimal: answer.optimal,
            length: answer.moves.as_ref().map(Vec::len),
            lower_bound: answer.lower_bound,
            stopped_by: answer::stopped_by(answer.outcome),
            generated: stats.generated,
            expanded: stats.expanded,
            examined: stats.examined,
            reopened: stats.reopened,
            evaluated: stats.evaluated,
            peak_bytes: stats.peak_bytes,
            table_bytes: answer.table_bytes,
            seconds: answer::microseconds(answer.time.as_secs_f64()),
        };
        let line = match self.format {
            "csv" => row.csv(),
            "json" => answer::one_line(&row),
            _ => self.words(&row),
        };
        self.out.line(&line)?;
        self.out.flush()
    }

    fn words(&self, row: &Row) -> String {
        let lang = self.lang;
        let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
        self.table.row(&[
            row.id.to_owned(),
            row.method.to_owned(),
            number(row.expected.map(u64::from)),
            number(row.length.map(|n| n as u64)),
            outcome_words(row, lang).to_owned(),
            lang.number(row.generated),
            lang.number(row.expanded),
            lang.bytes(row.peak_bytes),
            lang.decimal(row.seconds, 3),
        ])
    }

    fn totals(&mut self, totals: &[Total]) -> Result<()> {
        for total in totals {
            let seconds = total.time.as_secs_f64();
            let line = match self.format {
                "csv" => continue,
                "json" => answer::one_line(&TotalRow {
                    version: VERSION,
                    total: &total.method,
                    runs: total.runs,
                    solved: total.solved,
                    length: total.length,
                    generated: total.generated,
                    expanded: total.expanded,
                    seconds: answer::microseconds(seconds),
                    nodes_per_second: total.rate(),
                }),
                _ => said::bench_total(
                    self.lang,
                    &total.method,
                    total.solved,
                    total.runs,
                    total.length,
                    self.lang.number(total.generated),
                    self.lang.number(total.expanded),
                    self.lang.decimal(seconds, 3),
                    self.lang.number(total.rate()),
                ),
            };
            self.out.line(&line)?;
        }
        self.out.flush()
    }
}

fn outcome_words(row: &Row, lang: Lang) -> &'static str {
    match (row.outcome, row.stopped_by) {
        ("solved", _) if row.optimal => said::outcome_optimal(lang),
        ("solved", _) => said::outcome_solved(lang),
        ("unsolvable", _) => said::outcome_unsolvable(lang),
        (_, Some("nodes")) => said::outcome_nodes(lang),
        (_, Some("time")) => said::outcome_time(lang),
        (_, Some("memory")) => said::outcome_memory(lang),
        (_, Some("depth")) => said::outcome_depth(lang),
        (_, Some("width")) => said::outcome_width(lang),
        _ => said::outcome_interrupt(lang),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_inside_parentheses_belong_to_the_heuristic() {
        let read = methods("idastar+manhattan, astar+max(inversion,walking-distance),bfs", Lang::En).unwrap();
        let names: Vec<String> = read.iter().map(Method::name).collect();
        assert_eq!(names, ["idastar+manhattan", "astar+max(inversion,walking-distance)", "bfs"]);
        for bad in ["", "idastar,", "nothing", "+manhattan", "astar)),"] {
            assert!(methods(bad, Lang::En).is_err(), "{bad}");
        }
    }

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("max(a,b)"), "\"max(a,b)\"");
        assert_eq!(quoted("a\"b"), "\"a\"\"b\"");
        assert_eq!(quoted("bfs"), "bfs");
    }
}
