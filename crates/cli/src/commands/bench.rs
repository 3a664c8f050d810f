//! `hueco bench SET|FILE`: boards with published figures, or random ones, through one or several methods; every run a row, every
//! method a total.
//!
//! Rows are printed as they come, so that a long run can be watched, cut short or piped. A length that contradicts the
//! published optimum is an error: one of the two must be wrong.

mod print;
mod problem;
mod source;

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use hueco_jobs::{Events, Solve};
use hueco_say::pictures::{Across, cactus, scattered};
use hueco_say::{Lang, Say, bench as said, commands as words, compare, experiment as experiments, options as texts};
use hueco_show::compare::{Quartiles, Run};
use hueco_tiles::solve::{Algorithm, Answer, Batch, Outcome};
use hueco_tiles::{Board, Instance, Solvability, solvability};

use self::print::{Ended, Printer, Total};
use self::source::{Source, seed};
use crate::context::Context;
use crate::experiment::{self, Header, note_varied};
use crate::failure::{Failure, Result};
use crate::method::{Method, TypedMethod, methods};
use crate::offered::offered;
use crate::options::{self, Asked};
use crate::problem::{options as problem_options, source as problem_source};
use crate::progress::{Part, Progress};
use crate::status::Status;
use crate::tracing::note_auto;

/// Options that do not go with a problem file.
const ONLY_BOARDS: [&str; 11] =
    ["random", "seed", "seeds", "size", "goal", "formula", "pattern", "order", "optimal", "fast", "threads"];

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let list = words::placeholder_list(lang);
    command
        .about(words::about_bench(lang))
        .after_help(format!("{}\n{}\n\n{}", said::sets_heading(lang), said::set_list(lang), words::after_bench(lang)))
        .arg(
            Arg::new("source")
                .value_name(said::placeholder_source(lang))
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("random")
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
        .args(experiment::random_options(lang))
        .arg(options::size(lang, compare::option_compare_size(lang)))
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
        .args(experiment::options(lang))
        .arg(options::svg(lang).help(experiments::option_bench_svg(lang)))
        .arg(options::progress(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    if let Some(source) = problem_source(matches, context)? {
        return problem::run(&source, matches, context);
    }
    let source = Source::read(matches, context)?;
    let instances = source.chosen(matches, context.lang)?;
    let goals = source.goals(&instances, matches, context)?;
    let asked = Asked::read(matches, context.lang)?;
    let methods = match matches.get_one::<Vec<TypedMethod>>("method") {
        Some(methods) => methods.iter().map(|method| method.of_boards(context.lang)).collect::<Result<_>>()?,
        None => vec![Method { algorithm: asked.algorithm, heuristic: asked.heuristic.clone() }],
    };
    let names: Vec<String> = methods.iter().map(Method::name).collect();
    let (repeats, layers) = (experiment::repeats(matches), experiment::layers(matches));
    if layers {
        context.note(experiments::layers_observed(context.lang));
        if methods.iter().any(|method: &Method| method.algorithm == Algorithm::Auto) {
            let auto =
                Solve { algorithm: Algorithm::Auto, ..asked.solve(instances[0].board.clone(), goals[0].clone()) };
            note_auto(&auto, context);
        }
    }
    let header = Header::new(context, instances.iter().filter_map(seed).collect(), options::read_limits(matches));
    let all = (instances.len() * methods.len() * repeats) as u64;
    let mut bench = Bench {
        context,
        progress: Progress::of_parts(matches, context, Part::Run, Some(all)),
        totals: names.iter().cloned().map(Total::new).collect(),
        printer: Printer::new(matches, context, source.set(), (&instances, &names), &header)?,
        asked,
        methods,
        names,
        repeats,
        layers,
        others: instances.len() as u64 - 1,
        runs: Vec::new(),
        agreement: Agreement::default(),
        hinted: false,
        status: Status::Done,
    };
    for (number, (instance, goal)) in instances.iter().zip(&goals).enumerate() {
        bench.instance(number, instance, goal)?;
        if context.cancelled() {
            break;
        }
    }
    bench.finish(&instances, matches)
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
    asked: Asked,
    methods: Vec<Method>,
    names: Vec<String>,
    /// How often each method runs on each board.
    repeats: usize,
    /// Whether layers are counted.
    layers: bool,
    /// How many boards there are beside the one under way.
    others: u64,
    totals: Vec<Total>,
    printer: Printer,
    runs: Vec<Run>,
    agreement: Agreement,
    /// The goal was doubted already.
    hinted: bool,
    status: Status,
}

/// The repeats of one method on one board.
#[derive(Default)]
struct Repeats {
    /// The first answer, until its row is printed.
    first: Option<Answer>,
    seconds: Vec<f64>,
}

impl Bench<'_> {
    fn request(&self, instance: &Instance, goal: &Board, method: &Method, nodes: u64) -> Solve {
        Solve {
            algorithm: method.algorithm,
            heuristic: method.heuristic.clone(),
            batch: Batch { others: self.others, nodes },
            ..self.asked.solve(instance.board.clone(), goal.clone())
        }
    }

    /// All runs on one board. Repeats take turns with the methods, so that what slows the machine for a while slows all of them.
    fn instance(&mut self, number: usize, instance: &Instance, goal: &Board) -> Result<()> {
        let mut made: Vec<Repeats> = self.methods.iter().map(|_| Repeats::default()).collect();
        // Each repeat of `auto` begins where the first did.
        let before: Vec<u64> = self.totals.iter().map(Total::generated).collect();
        'turns: for repeat in 0..self.repeats {
            for (index, &nodes) in before.iter().enumerate() {
                let solve = self.request(instance, goal, &self.methods[index], nodes);
                let run = |events: &mut dyn Events| solve.run_in_layers(&self.context.workbench, events, self.layers);
                let solved = self.progress.run(solve.metric, run);
                let (solved, layers) = solved.map_err(|error| Failure::input(error.say(self.context.lang)))?;
                let answer = solved.answer;
                self.runs.push(Run { repeat, ..Run::new(number, index, &answer) });
                self.progress.parts_done(self.runs.len() as u64, None);
                let contradicts = contradicts(instance, &answer);
                let method = &self.names[index];
                let ended = Ended { instance, method, answer: &answer, contradicts, repeat };
                self.printer.run(&ended, layers.as_ref())?;
                self.status = self.status.worse(answer.outcome.into());
                if contradicts && repeat > 0 {
                    self.report(instance, index, &answer, goal);
                }
                made[index].seconds.push(answer.time.as_secs_f64());
                made[index].first.get_or_insert(answer);
                if repeat + 1 == self.repeats {
                    self.close(instance, index, goal, &mut made[index])?;
                }
                if self.context.cancelled() {
                    break 'turns;
                }
            }
        }
        // An interrupt leaves repeats out.
        made.iter_mut().enumerate().try_for_each(|(index, made)| self.close(instance, index, goal, made))
    }

    /// The row of one method on one board, once.
    fn close(&mut self, instance: &Instance, index: usize, goal: &Board, made: &mut Repeats) -> Result<()> {
        let Some(answer) = made.first.take() else { return Ok(()) };
        let times = Quartiles::of(made.seconds.iter().copied()).expect("there was a first run");
        self.totals[index].add(&answer, times.median);
        let contradicts = contradicts(instance, &answer);
        let method = &self.names[index];
        self.printer.row(&Ended { instance, method, answer: &answer, contradicts, repeat: 0 }, times)?;
        self.agreement.add(instance, &answer);
        if contradicts {
            self.report(instance, index, &answer, goal);
        }
        Ok(())
    }

    /// Reports an answer that contradicts the published optimum.
    fn report(&mut self, instance: &Instance, index: usize, answer: &Answer, goal: &Board) {
        let (lang, id, method) = (self.context.lang, &instance.id, &self.names[index]);
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

    fn finish(mut self, instances: &[Instance], matches: &ArgMatches) -> Result<Status> {
        let lang = self.context.lang;
        self.progress.end();
        self.printer.end(&self.totals)?;
        // Seeds are compared only where every board has one.
        let seeds: Vec<u64> = instances.iter().map(seed).collect::<Option<_>>().unwrap_or_default();
        self.printer.spreads(&self.names, &self.runs, self.repeats, &seeds)?;
        note_varied(&self.names, &self.runs, self.context);
        options::write_svg(matches, self.context, || {
            let optima: Vec<Option<u32>> = instances.iter().map(|instance| instance.optimal).collect();
            if experiment::is_cactus(matches) {
                cactus(Across::Length, instances.len(), &self.names, &self.runs, lang)
            } else {
                scattered(Across::Length, &optima, &self.names, &self.runs, lang)
            }
        })?;
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
