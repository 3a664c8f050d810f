//! `hueco bench SET|FILE`: boards with published figures through one or several methods; every run a row, every method a
//! total.
//!
//! Rows are printed as they come, so that a long run can be watched, cut short or piped. A length that contradicts the
//! published optimum is an error: one of the two must be wrong.

mod print;
mod problem;
mod source;

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use hueco_jobs::Solve;
use hueco_say::{Lang, Say, bench as said, commands as words, options as texts};
use hueco_tiles::solve::{Answer, Batch, Outcome};
use hueco_tiles::{Board, Instance, Solvability, solvability};

use self::print::{Printer, Total};
use self::source::Source;
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::method::{Method, TypedMethod, methods};
use crate::offered::offered;
use crate::options::{self, Asked};
use crate::problem::{options as problem_options, source as problem_source};
use crate::progress::{Part, Progress};
use crate::status::Status;

/// Options that do not go with a problem file.
const ONLY_BOARDS: [&str; 8] = ["size", "goal", "formula", "pattern", "order", "optimal", "fast", "threads"];

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let list = words::placeholder_list(lang);
    command
        .about(words::about_bench(lang))
        .after_help(format!("{}\n{}\n\n{}", said::sets_heading(lang), said::set_list(lang), words::after_bench(lang)))
        .arg(
            Arg::new("source")
                .value_name(said::placeholder_source(lang))
                .value_parser(value_parser!(PathBuf))
                .help(texts::option_bench_source(lang)),
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
            options::number(lang, "limit", 1, options::MANY)
                .help_heading(words::heading_board(lang))
                .help(texts::option_limit(lang)),
        )
        .arg(options::size(lang, texts::option_size(lang)))
        .arg(options::goal(lang).help(texts::option_goal_of_file(lang)))
        .arg(
            Arg::new("method")
                .long("method")
                .short('m')
                .value_name(list)
                .value_parser(offered(options::algorithm_names(), move |text: &str| methods(text, lang)))
                .hide_possible_values(true)
                .conflicts_with_all(["algorithm", "heuristic", "formula"])
                .help_heading(words::heading_method(lang))
                .help(texts::option_method(lang)),
        )
        .args(problem_options(lang, &ONLY_BOARDS))
        .args(options::method(lang))
        .args(options::limits(lang))
        .arg(options::format(lang, &["text", "csv", "json"]))
        .arg(options::progress(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    if let Some(source) = problem_source(matches, context.lang)? {
        return problem::run(&source, matches, context);
    }
    let source = Source::read(matches, context)?;
    let instances = source.chosen(matches, context.lang)?;
    let goals = instances.iter().map(|instance| source.goal(matches, instance.board.shape(), context.lang));
    let goals = goals.collect::<Result<Vec<Board>>>()?;
    let asked = Asked::read(matches, context.lang)?;
    let methods = match matches.get_one::<Vec<TypedMethod>>("method") {
        Some(methods) => methods.iter().map(|method| method.of_boards(context.lang)).collect::<Result<_>>()?,
        None => vec![Method { algorithm: asked.algorithm, heuristic: asked.heuristic.clone() }],
    };
    let names: Vec<String> = methods.iter().map(Method::name).collect();
    let all = (instances.len() * methods.len()) as u64;
    let mut bench = Bench {
        context,
        progress: Progress::of_parts(matches, context, Part::Run, Some(all)),
        runs: 0,
        asked,
        totals: names.iter().cloned().map(Total::new).collect(),
        printer: Printer::new(matches, context, source.set(), &instances, &names)?,
        agreement: Agreement::default(),
        hinted: false,
        status: Status::Done,
    };
    let others = instances.len() as u64 - 1;
    'runs: for (instance, goal) in instances.iter().zip(&goals) {
        for (index, method) in methods.iter().enumerate() {
            bench.run(instance, goal, method, index, others)?;
            if context.cancelled() {
                break 'runs;
            }
        }
    }
    bench.finish()
}

/// How our figures compare with the published ones.
#[derive(Default)]
struct Agreement {
    /// Proved lengths that equal the optimum.
    optimal: usize,
    /// Lengths that are shorter than, equal to and longer than what another solver reached.
    reached: [usize; 3],
    /// Counts of nodes, and those that equal the published ones.
    counts: usize,
    equal_counts: usize,
}

impl Agreement {
    fn add(&mut self, instance: &Instance, answer: &Answer) {
        let Some(length) = answer.moves.as_ref().map(|moves| moves.len() as u32) else { return };
        self.optimal += usize::from(answer.optimal && instance.optimal == Some(length));
        if let Some(reached) = instance.reached {
            self.reached[length.cmp(&reached) as usize + 1] += 1;
        }
        if let Some(nodes) = instance.nodes {
            self.counts += 1;
            self.equal_counts += usize::from(nodes == answer.stats.generated);
        }
    }
}

/// Whether an answer and the published optimum cannot both be right.
fn contradicts(instance: &Instance, answer: &Answer) -> bool {
    let Some(expected) = instance.optimal else { return false };
    let length = answer.moves.as_ref().map(|moves| moves.len() as u32);
    answer.outcome == Outcome::Unsolvable
        || answer.lower_bound > expected
        || length.is_some_and(|length| length < expected || answer.optimal && length != expected)
}

struct Bench<'a> {
    context: &'a Context,
    progress: Progress<'a>,
    runs: u64,
    asked: Asked,
    totals: Vec<Total>,
    printer: Printer,
    agreement: Agreement,
    /// The goal was doubted already.
    hinted: bool,
    status: Status,
}

impl Bench<'_> {
    fn run(&mut self, instance: &Instance, goal: &Board, method: &Method, index: usize, others: u64) -> Result<()> {
        let lang = self.context.lang;
        let solve = Solve {
            algorithm: method.algorithm,
            heuristic: method.heuristic.clone(),
            batch: Batch { others, nodes: self.totals[index].generated() },
            ..self.asked.solve(instance.board.clone(), goal.clone())
        };
        let solved = self.progress.run(solve.metric, |events| solve.run(&self.context.workbench, events));
        let answer = solved.map_err(|error| Failure::input(error.say(lang)))?.answer;
        self.runs += 1;
        self.progress.parts_done(self.runs, None);
        self.totals[index].add(&answer);
        let contradicts = contradicts(instance, &answer);
        self.printer.row(instance, &method.name(), &answer, contradicts)?;
        self.agreement.add(instance, &answer);
        if contradicts {
            self.report(instance, &method.name(), &answer, goal);
        }
        self.status = self.status.worse(answer.outcome.into());
        Ok(())
    }

    /// Reports an answer that contradicts the published optimum.
    fn report(&mut self, instance: &Instance, method: &str, answer: &Answer, goal: &Board) {
        let (lang, id) = (self.context.lang, &instance.id);
        let expected = instance.optimal.unwrap_or_default();
        let length = answer.moves.as_ref().map_or(answer.lower_bound, |moves| moves.len() as u32);
        let message = match answer.outcome {
            Outcome::Unsolvable => {
                if !std::mem::replace(&mut self.hinted, true) {
                    self.context.note(&goal_hint(instance, expected, goal, lang));
                }
                return;
            }
            _ if answer.optimal => said::bench_differs(lang, id, method, length, expected),
            _ if length < expected => said::bench_shorter(lang, id, method, length, expected),
            _ => said::bench_bound(lang, id, method, answer.lower_bound, expected),
        };
        self.context.error(&message);
        self.status = self.status.worse(Status::Internal);
    }

    fn finish(mut self) -> Result<Status> {
        let lang = self.context.lang;
        self.progress.end();
        self.printer.end(&self.totals)?;
        let Agreement { optimal, reached: [shorter, equal, longer], counts, equal_counts } = self.agreement;
        match optimal {
            _ if self.status == Status::Internal => {}
            0 => {}
            1 => self.context.note(said::bench_agrees_one(lang)),
            count => self.context.note(&said::bench_agrees(lang, count)),
        }
        if equal_counts > 0 {
            self.context.note(&said::bench_counts(lang, equal_counts, counts));
        }
        if shorter + equal + longer > 0 {
            self.context.note(&said::bench_reached(lang, shorter, equal, longer));
        }
        Ok(self.status)
    }
}

/// A board with a known optimum that cannot reach the goal: another goal was meant.
fn goal_hint(instance: &Instance, optimal: u32, goal: &Board, lang: Lang) -> String {
    let shape = goal.shape();
    let named = [("blank-last", Board::blank_last(shape)), ("blank-first", Board::blank_first(shape))];
    let fits = |(_, other): &&(&str, Board)| solvability(&instance.board, other) == Ok(Solvability::Solvable);
    match named.iter().find(fits) {
        Some((name, _)) => said::bench_goal_meant(lang, &instance.id, optimal, name),
        None => said::bench_goal_other(lang, &instance.id, optimal),
    }
}
