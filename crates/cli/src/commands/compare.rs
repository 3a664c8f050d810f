//! `hueco compare`: every algorithm with every heuristic, on one board or many.
//!
//! Rows come when all runs are made: a method's row is about all its boards. CSV and JSON have a line for each run, as it
//! comes.

mod print;
mod problem;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use hueco_jobs::{Compare, DEFAULT_ALGORITHMS, DEFAULT_HEURISTICS, DEFAULT_NODES, Events, JobEvent, Limits};
use hueco_say::pictures::{self, Across};
use hueco_say::{
    Lang, Say, commands as words, compare as said, experiment as experiments, fault_in_line, options as texts, usage,
};
use hueco_search::Gauge;
use hueco_show::compare::medians;
use hueco_tiles::heuristic::{HEURISTICS, HeuristicSpec};
use hueco_tiles::solve::Algorithm;
use hueco_tiles::{Board, Metric, read_boards};

use self::print::Printer;
use crate::context::Context;
use crate::experiment::{self, Header, note_varied};
use crate::failure::{Failure, Result};
use crate::memory;
use crate::method::{listed, typed_heuristic};
use crate::offered::offered;
use crate::options::{self, TypedHeuristic};
use crate::problem::options as problem_options;
use crate::progress::{Part, Progress};
use crate::status::Status;

/// The memory of a run where the command line does not say.
const DEFAULT_BYTES: u64 = 1 << 30;

/// Options that do not go with a problem file.
const ONLY_BOARDS: [&str; 10] = ["board", "file", "random", "seed", "seeds", "size", "goal", "formula", "order", "svg"];

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let list = words::placeholder_list(lang);
    let method = [
        Arg::new("algorithms")
            .long("algorithm")
            .short('a')
            .value_name(list)
            .value_parser(offered(options::algorithm_names(), move |text: &str| algorithms(text, lang)))
            .default_value(DEFAULT_ALGORITHMS.map(Algorithm::name).join(","))
            .help(said::option_compare_algorithms(lang)),
        Arg::new("heuristics")
            .long("heuristic")
            .short('H')
            .value_name(list)
            .value_parser(offered(HEURISTICS, move |text: &str| heuristics(text, lang)))
            .help(said::option_compare_heuristics(lang)),
        options::formula(lang).action(ArgAction::Append),
    ];
    let file = Arg::new("file")
        .long("file")
        .value_name(words::placeholder_file(lang))
        .value_parser(value_parser!(PathBuf))
        .conflicts_with("board")
        .help_heading(words::heading_board(lang))
        .help(texts::option_file(lang));
    let [random, seed, seeds] = experiment::random_options(lang);
    let random = random.conflicts_with_all(["board", "file"]);
    command
        .about(said::about_compare(lang))
        .long_about(said::long_about_compare(lang))
        .after_help(said::after_compare(lang))
        .after_long_help(format!("{}\n\n{}", said::examples_compare(lang), said::after_compare(lang)))
        .arg(options::board(lang, texts::option_board(lang)))
        .args([file, random, seed, seeds])
        .arg(options::size(lang, said::option_compare_size(lang)))
        .arg(options::goal(lang))
        .args(problem_options(lang, &ONLY_BOARDS))
        .args(method.map(|arg| arg.help_heading(words::heading_method(lang))))
        .args(options::tuning(lang))
        .args(options::limits(lang).into_iter().map(|limit| of_each_run(limit, lang)))
        .arg(options::format(lang, &["text", "csv", "json"]))
        .args(experiment::options(lang))
        .arg(options::svg(lang).help(said::option_compare_svg(lang)))
        .arg(options::progress(lang))
}

/// The memory of a run where the command line does not say: what is free, and no more than is usual.
fn default_bytes() -> u64 {
    memory::default_limit().map_or(DEFAULT_BYTES, |free| free.min(DEFAULT_BYTES))
}

/// A limit as it is meant here: for each run, and never without a bound on nodes and memory.
fn of_each_run(limit: Arg, lang: Lang) -> Arg {
    let help = match limit.get_id().as_str() {
        "max-nodes" => said::option_compare_max_nodes(lang, lang.number(DEFAULT_NODES)),
        "max-memory" => said::option_compare_max_memory(lang, lang.bytes(DEFAULT_BYTES)),
        _ => said::option_compare_timeout(lang).to_owned(),
    };
    limit.help(help)
}

fn algorithms(text: &str, lang: Lang) -> std::result::Result<Vec<Algorithm>, String> {
    let read = |name| options::read_algorithm(name, lang);
    listed(text).map(read).collect()
}

fn heuristics(text: &str, lang: Lang) -> std::result::Result<Vec<TypedHeuristic>, String> {
    listed(text).map(|name| typed_heuristic(name, text, lang)).collect()
}

/// The request of a command line.
fn read(boards: Vec<Board>, matches: &ArgMatches, context: &Context) -> Result<Compare> {
    let goal = |board: &Board| options::read_goal(matches, board.shape(), context.lang).map_err(Failure::input);
    let typed = matches.get_one::<Vec<TypedHeuristic>>("heuristics").map(Vec::as_slice).unwrap_or_default();
    let of_boards = |typed: &TypedHeuristic| typed.of_boards(context.lang);
    let mut heuristics = typed.iter().map(of_boards).collect::<Result<Vec<_>>>()?;
    heuristics.extend(matches.get_many::<HeuristicSpec>("formula").into_iter().flatten().cloned());
    if heuristics.is_empty() {
        heuristics = DEFAULT_HEURISTICS.map(HeuristicSpec::from).into();
    }
    let Limits { time, nodes, bytes } = options::asked_limits(matches);
    Ok(Compare {
        goals: boards.iter().map(goal).collect::<Result<Vec<_>>>()?,
        boards,
        algorithms: matches.get_one::<Vec<Algorithm>>("algorithms").cloned().unwrap_or_default(),
        heuristics,
        tuning: options::read_tuning(matches),
        run_time: time,
        short_repeats: 1,
        limits: Limits {
            time: None,
            nodes: Some(nodes.unwrap_or(DEFAULT_NODES)),
            bytes: Some(bytes.unwrap_or_else(default_bytes)),
        },
        repeats: experiment::repeats(matches),
        layers: experiment::layers(matches),
    })
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    if let Some(request) = problem::read(matches, context)? {
        return problem::run(&request, matches, context);
    }
    let (seeds, boards) = boards(matches, context)?;
    let compare = read(boards, matches, context)?;
    if compare.layers {
        context.note(experiments::layers_observed(lang));
    }
    let header = Header::new(context, seeds.clone(), Limits { time: compare.run_time, ..compare.limits });
    let mut printer = Printer::new(matches, context, seeds, &header)?;
    let all = (compare.boards.len() * compare.methods().len() * compare.repeats) as u64;
    let progress = Progress::of_parts(matches, context, Part::Run, Some(all));
    let compared = progress.run(Metric::Single, |events| {
        let mut printing =
            Printing { events, printer: &mut printer, progress: &progress, context, runs: 0, printed: Ok(()) };
        let compared = compare.run(&context.workbench, &mut printing);
        printing.printed?;
        compared.map_err(|error| Failure::input(error.say(lang)))
    })?;
    drop(progress);
    let names = compared.names();
    printer.end(&compare, &names, &compared.runs)?;
    note_varied(&names, &compared.runs, context);
    options::write_svg(matches, context, || {
        if experiment::is_cactus(matches) {
            pictures::cactus(Across::Length, compare.boards.len(), &names, &compared.runs, lang)
        } else {
            pictures::compared(&compare.boards, &names, &medians(&compared.runs), lang)
        }
    })?;
    Ok(if context.cancelled() { Status::Interrupted } else { Status::Done })
}

/// Prints each run when it ends. Where that fails, the comparison is stopped.
struct Printing<'a> {
    events: &'a mut dyn Events,
    printer: &'a mut Printer,
    progress: &'a Progress<'a>,
    context: &'a Context,
    runs: u64,
    printed: Result<()>,
}

impl Events for Printing<'_> {
    fn emit(&mut self, event: JobEvent<'_>) {
        let JobEvent::Run { board, method, answer, run, layers } = event else { return self.events.emit(event) };
        self.printed = self.printer.run(board, method, answer, run, layers);
        if self.printed.is_err() {
            self.context.stop();
        }
        self.runs += 1;
        self.progress.parts_done(self.runs, None);
    }

    fn begin_search(&mut self) -> Option<Arc<Gauge>> {
        self.events.begin_search()
    }

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        self.events.cancel()
    }
}

/// The boards to compare on; of random boards also the seed of each.
fn boards(matches: &ArgMatches, context: &Context) -> Result<(Vec<u64>, Vec<Board>)> {
    let lang = context.lang;
    if let Some(boards) = experiment::random_boards(matches, lang)? {
        return Ok(boards.into_iter().unzip());
    }
    let boards = match (matches.get_one::<String>("board"), matches.get_one::<PathBuf>("file")) {
        (Some(board), _) if board == "-" => {
            all_boards(std::io::stdin().lock(), usage::standard_input(lang), matches, lang)
        }
        (Some(_), _) => Ok(vec![options::read_board(matches, options::read_size(matches), context)?]),
        (None, Some(path)) => {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| Failure::reading(lang, &name, &error))?;
            all_boards(BufReader::new(file), &name, matches, lang)
        }
        (None, None) => Err(Failure::input(said::compare_no_boards(lang))),
    }?;
    Ok((Vec::new(), boards))
}

/// Every board of an input. Results of a set with a line left out would mislead, so a bad line ends it.
fn all_boards(reader: impl BufRead, name: &str, matches: &ArgMatches, lang: Lang) -> Result<Vec<Board>> {
    let mut boards = Vec::new();
    for (_, board) in read_boards(reader, options::read_size(matches)) {
        boards.push(board.map_err(|error| {
            Failure::input(usage::in_file_line(lang, name, error.at.line, fault_in_line(&error, lang)))
        })?);
    }
    if boards.is_empty() { Err(Failure::input(usage::no_boards(lang, name))) } else { Ok(boards) }
}
