//! `hueco compare`: every algorithm with every heuristic, on one board or many.
//!
//! Rows come when all runs are made: a method's row is about all its boards. CSV and JSON have a line for each run, as it
//! comes.

mod print;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use hueco_say::pictures;
use hueco_say::{Lang, Say, commands as words, compare as said, fault_in_line, options as texts, usage};
use hueco_show::compare::{Limits, Run};
use hueco_tiles::heuristic::{HEURISTICS, HeuristicSpec, Named};
use hueco_tiles::solve::{Algorithm, Plan};
use hueco_tiles::{Board, RandomBoards, read_boards};

use self::print::Printer;
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::memory;
use crate::method::{Method, combined, listed, read_heuristic};
use crate::offered::offered;
use crate::options::{self, Asked};
use crate::progress::{Part, Progress};
use crate::status::Status;

/// What a run may use where the command line does not say: enough for any 3x3 board, and an end for the others.
const USUAL_NODES: u64 = 10_000_000;
const USUAL_BYTES: u64 = 1 << 30;

const USUAL_ALGORITHMS: &str = "bfs,greedy,astar,idastar";
const USUAL_HEURISTICS: [Named; 3] = [Named::Misplaced, Named::Manhattan, Named::LinearConflict];

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let list = words::placeholder_list(lang);
    let method = [
        Arg::new("algorithms")
            .long("algorithm")
            .short('a')
            .value_name(list)
            .value_parser(offered(options::algorithm_names(), move |text: &str| algorithms(text, lang)))
            .default_value(USUAL_ALGORITHMS)
            .help(said::option_compare_algorithms(lang)),
        Arg::new("heuristics")
            .long("heuristic")
            .short('H')
            .value_name(list)
            .value_parser(offered(HEURISTICS, move |text: &str| heuristics(text, lang)))
            .help(said::option_compare_heuristics(lang)),
        options::formula(lang).action(ArgAction::Append),
    ];
    let boards = [
        Arg::new("file")
            .long("file")
            .value_name(words::placeholder_file(lang))
            .value_parser(value_parser!(PathBuf))
            .conflicts_with("board")
            .help(texts::option_file(lang)),
        options::number(lang, "random", 1, 1_000_000)
            .requires("size")
            .conflicts_with_all(["board", "file"])
            .help(said::option_compare_random(lang)),
        options::number(lang, "seed", 0, u64::MAX).default_value("0").help(texts::option_seed(lang)),
    ];
    command
        .about(said::about_compare(lang))
        .long_about(said::long_about_compare(lang))
        .after_help(said::after_compare(lang))
        .after_long_help(format!("{}\n\n{}", said::examples_compare(lang), said::after_compare(lang)))
        .arg(options::board(lang, texts::option_board(lang)))
        .args(boards.map(|arg| arg.help_heading(words::heading_board(lang))))
        .arg(options::size(lang, said::option_compare_size(lang)))
        .arg(options::goal(lang))
        .args(method.map(|arg| arg.help_heading(words::heading_method(lang))))
        .args(options::tuning(lang))
        .args(options::limits(lang).into_iter().map(|limit| of_each_run(limit, lang)))
        .arg(options::format(lang, &["text", "csv", "json"]))
        .arg(options::svg(lang).help(said::option_compare_svg(lang)))
        .arg(options::progress(lang))
}

/// A limit as it is meant here: for each run, and never without a bound on nodes and memory.
fn of_each_run(limit: Arg, lang: Lang) -> Arg {
    let help = match limit.get_id().as_str() {
        "max-nodes" => said::option_compare_max_nodes(lang, lang.number(USUAL_NODES)),
        "max-memory" => said::option_compare_max_memory(lang, lang.bytes(USUAL_BYTES)),
        _ => said::option_compare_timeout(lang).to_owned(),
    };
    limit.help(help)
}

fn algorithms(text: &str, lang: Lang) -> std::result::Result<Vec<Algorithm>, String> {
    let read = |name| options::read_algorithm(name, lang);
    Ok(once_each(listed(text).map(read).collect::<std::result::Result<Vec<_>, _>>()?))
}

fn heuristics(text: &str, lang: Lang) -> std::result::Result<Vec<HeuristicSpec>, String> {
    let read = |name| read_heuristic(name, text, lang);
    listed(text).map(read).collect()
}

/// Without repetitions, in order.
fn once_each<T: PartialEq>(items: Vec<T>) -> Vec<T> {
    let mut once = Vec::with_capacity(items.len());
    for item in items {
        if !once.contains(&item) {
            once.push(item);
        }
    }
    once
}

/// The methods that the command line asks for.
fn methods(matches: &ArgMatches) -> Vec<Method> {
    let algorithms = matches.get_one::<Vec<Algorithm>>("algorithms").cloned().unwrap_or_default();
    let mut heuristics = matches.get_one::<Vec<HeuristicSpec>>("heuristics").cloned().unwrap_or_default();
    heuristics.extend(matches.get_many::<HeuristicSpec>("formula").into_iter().flatten().cloned());
    if heuristics.is_empty() {
        heuristics = USUAL_HEURISTICS.map(HeuristicSpec::from).into();
    }
    combined(&algorithms, &once_each(heuristics))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let boards = boards(matches, context)?;
    let methods = methods(matches);
    let asked = Asked::read_tuning(matches);
    let limits = Limits {
        nodes: matches.get_one("max-nodes").copied().unwrap_or(USUAL_NODES),
        bytes: matches
            .get_one("max-memory")
            .copied()
            .unwrap_or_else(|| memory::usual_limit().map_or(USUAL_BYTES, |free| free.min(USUAL_BYTES))),
        time: matches.get_one("timeout").copied(),
    };
    let goals = boards
        .iter()
        .map(|board| options::read_goal(matches, board.shape(), lang).map_err(Failure::input))
        .collect::<Result<Vec<_>>>()?;
    let mut printer = Printer::new(matches, context)?;
    let mut runs = Vec::with_capacity(boards.len() * methods.len());
    let progress = Progress::of_parts(matches, context, Part::Run, Some((boards.len() * methods.len()) as u64));
    'boards: for (number, (board, goal)) in boards.iter().zip(&goals).enumerate() {
        for (index, method) in methods.iter().enumerate() {
            let plan = Plan {
                algorithm: method.algorithm,
                heuristic: method.heuristic.clone(),
                max_nodes: Some(limits.nodes),
                max_bytes: Some(limits.bytes),
                ..asked.plan(board.clone(), goal.clone(), context)
            };
            let answer = progress.solve(&plan).map_err(|error| Failure::input(error.say(lang)))?;
            let run = Run::new(number, index, &answer);
            printer.run(board, method, &answer, &run)?;
            runs.push(run);
            progress.parts_done(runs.len() as u64, None);
            if context.cancelled() {
                break 'boards;
            }
        }
    }
    drop(progress);
    let names: Vec<String> = methods.iter().map(Method::name).collect();
    printer.end(&boards, &goals, &names, &runs, limits)?;
    options::write_svg(matches, context, || pictures::compared(&boards, &names, &runs, lang))?;
    Ok(if context.cancelled() { Status::Interrupted } else { Status::Done })
}

/// The boards to compare on.
fn boards(matches: &ArgMatches, context: &Context) -> Result<Vec<Board>> {
    let lang = context.lang;
    if let Some(&count) = matches.get_one::<u64>("random") {
        let shape = options::read_size(matches).expect("clap requires it");
        let goal = options::read_goal(matches, shape, lang).map_err(Failure::input)?;
        let seed = *matches.get_one::<u64>("seed").expect("it has a default");
        return Ok(RandomBoards::new(&goal, seed).take(count as usize).collect());
    }
    match (matches.get_one::<String>("board"), matches.get_one::<PathBuf>("file")) {
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
    }
}

/// Every board of an input. Figures of a set without a bad line would mislead, so there is no going on after one.
fn all_boards(reader: impl BufRead, name: &str, matches: &ArgMatches, lang: Lang) -> Result<Vec<Board>> {
    let mut boards = Vec::new();
    for (_, board) in read_boards(reader, options::read_size(matches)) {
        boards.push(board.map_err(|error| {
            Failure::input(usage::in_file_line(lang, name, error.at.line, fault_in_line(&error, lang)))
        })?);
    }
    if boards.is_empty() { Err(Failure::input(usage::no_boards(lang, name))) } else { Ok(boards) }
}
