//! Options that several subcommands share, and what they come to: the parts of a request.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::StringValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use hueco_jobs::{Limits, Solve, Tuning};
use hueco_say::{
    Lang, Say, commands as words, explore, fault_in_goal, options, problems, progress, tables, unknown_algorithm, usage,
};
use hueco_script::HeuristicSpec as FileHeuristic;
use hueco_search::{Budget, Ties};
use hueco_tiles::file::FileFault;
use hueco_tiles::heuristic::{Formula, HEURISTICS, HeuristicSpec};
use hueco_tiles::parse::GOALS;
use hueco_tiles::pattern::PartitionSpec;
use hueco_tiles::solve::Algorithm;
use hueco_tiles::space::DistanceTable;
use hueco_tiles::{Board, Metric, Shape, parse_board, parse_goal, parse_shape};

use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::offered::offered;
use crate::{commands, memory, misuse, values, whole};

/// A parser whose errors are already worded.
fn worded<T: Clone + Send + Sync + 'static, E: Say>(
    lang: Lang,
    parse: impl Fn(&str) -> std::result::Result<T, E> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> std::result::Result<T, String> + Clone + Send + Sync + 'static {
    move |text| parse(text).map_err(|error| error.say(lang))
}

/// A whole number between two others.
pub(crate) fn counted(
    lang: Lang,
    least: u64,
    most: u64,
) -> impl Fn(&str) -> std::result::Result<u64, String> + Clone + Send + Sync + 'static {
    worded(lang, move |text| values::count(text, least, most))
}

/// An option that takes a whole number between two.
pub(crate) fn number(lang: Lang, name: &'static str, least: u64, most: u64) -> Arg {
    Arg::new(name)
        .long(name)
        .allow_negative_numbers(true)
        .value_name(words::placeholder_number(lang))
        .value_parser(counted(lang, least, most))
}

/// A positional board. It may begin with a hyphen: what is wrong with it is then said of the board.
pub(crate) fn board(lang: Lang, help: &'static str) -> Arg {
    Arg::new("board").value_name(words::placeholder_board(lang)).allow_hyphen_values(true).help(help)
}

/// `--size RxC`.
pub(crate) fn size(lang: Lang, help: &'static str) -> Arg {
    Arg::new("size")
        .long("size")
        .value_name(words::placeholder_size(lang))
        .value_parser(worded(lang, parse_shape))
        .help_heading(words::heading_board(lang))
        .help(help)
}

/// A positional size.
pub(crate) fn size_positional(lang: Lang, help: &'static str) -> Arg {
    Arg::new("size")
        .value_name(words::placeholder_size(lang))
        .value_parser(worded(lang, parse_shape))
        .required(true)
        .help(help)
}

/// `--goal GOAL`.
pub(crate) fn goal(lang: Lang) -> Arg {
    Arg::new("goal")
        .long("goal")
        .value_name(words::placeholder_goal(lang))
        .value_parser(offered(GOALS, StringValueParser::new()))
        .default_value(GOALS[0])
        .hide_possible_values(true)
        .allow_hyphen_values(true)
        .help_heading(words::heading_board(lang))
        .help(options::option_goal(lang))
}

/// `--format`, one of `formats`; the first is the default.
pub(crate) fn format(lang: Lang, formats: &'static [&'static str]) -> Arg {
    Arg::new("format")
        .long("format")
        .value_name(words::placeholder_format(lang))
        .value_parser(formats.to_vec())
        .default_value(formats[0])
        .help_heading(words::heading_output(lang))
        .help(options::option_format(lang))
}

/// `--moves blank|tile`.
pub(crate) fn moves_of(lang: Lang) -> Arg {
    Arg::new("moves")
        .long("moves")
        .value_name(words::placeholder_whose(lang))
        .value_parser(["blank", "tile"])
        .default_value("blank")
        .help_heading(words::heading_output(lang))
        .help(options::option_moves_of(lang))
}

/// `--progress auto|none|json`.
pub(crate) fn progress(lang: Lang) -> Arg {
    Arg::new("progress")
        .long("progress")
        .value_name(words::placeholder_when(lang))
        .value_parser(["auto", "none", "json"])
        .default_value("auto")
        .help_heading(words::heading_output(lang))
        .help(options::option_progress(lang))
        .long_help(progress::json_lines(lang))
}

/// `--algorithm`, `--heuristic` and what tunes them.
pub(crate) fn method(lang: Lang) -> Vec<Arg> {
    let args = [
        Arg::new("algorithm")
            .long("algorithm")
            .short('a')
            .value_name(words::placeholder_name(lang))
            .value_parser(offered(algorithm_names(), move |name: &str| read_algorithm(name, lang)))
            .default_value(Algorithm::Auto.name())
            .help(options::option_algorithm(lang)),
        Arg::new("heuristic")
            .long("heuristic")
            .short('H')
            .value_name(words::placeholder_name(lang))
            .value_parser(offered(HEURISTICS, typed_heuristic(lang)))
            .help(options::option_heuristic(lang)),
        formula(lang).conflicts_with("heuristic"),
    ];
    let how = [
        threads(lang).help(options::option_threads(lang)),
        pattern(lang),
        Arg::new("optimal")
            .long("optimal")
            .action(ArgAction::SetTrue)
            .conflicts_with("fast")
            .help(options::option_optimal(lang)),
        Arg::new("fast").long("fast").action(ArgAction::SetTrue).help(options::option_fast(lang)),
    ];
    let args = args.into_iter().chain(tuning(lang)).chain(how);
    args.map(|arg| arg.help_heading(words::heading_method(lang))).collect()
}

/// What tunes an algorithm.
pub(crate) fn tuning(lang: Lang) -> Vec<Arg> {
    let args = [
        Arg::new("weight")
            .long("weight")
            .allow_negative_numbers(true)
            .value_name(words::placeholder_number(lang))
            .value_parser(worded(lang, values::weight))
            .default_value("1.5")
            .help(options::option_weight(lang)),
        number(lang, "width", 1, 1_000_000_000).default_value("1000").help(options::option_width(lang)),
        number(lang, "depth", 0, 1_000_000_000).default_value("30").help(options::option_depth(lang)),
        Arg::new("ties")
            .long("ties")
            .value_name(words::placeholder_name(lang))
            .value_parser(Ties::ALL.map(|(name, _)| name))
            .default_value(Ties::default().name())
            .help(options::option_ties(lang)),
        Arg::new("order")
            .long("order")
            .value_name(words::placeholder_order(lang))
            .value_parser(worded(lang, values::order))
            .default_value("ULRD")
            .help(options::option_order(lang)),
    ];
    args.map(|arg| arg.help_heading(words::heading_method(lang))).into()
}

/// `--metric`, `--all`, `--count-only` and `--max-solutions`.
pub(crate) fn solutions(lang: Lang) -> Vec<Arg> {
    let args = [
        Arg::new("metric")
            .long("metric")
            .value_name(words::placeholder_name(lang))
            .value_parser(Metric::ALL.map(|(name, _)| name))
            .default_value(Metric::Single.name())
            .help(options::option_metric(lang)),
        Arg::new("all").long("all").action(ArgAction::SetTrue).help(options::option_all_optimal(lang)),
        Arg::new("count-only")
            .long("count-only")
            .action(ArgAction::SetTrue)
            .conflicts_with("all")
            .help(options::option_count_optimal(lang)),
        number(lang, "max-solutions", 1, 1_000_000)
            .default_value("1000000")
            .requires("all")
            .help(options::option_max_listed(lang)),
    ];
    args.map(|arg| arg.help_heading(hueco_say::sums::heading_solutions(lang))).into()
}

/// The metric, and whether all solutions are wanted: how many of them listed.
pub(crate) fn read_solutions(matches: &ArgMatches) -> (Metric, Option<usize>) {
    let metric = Metric::parse(text(matches, "metric")).expect("clap knows the same names");
    let every = if matches.get_flag("count-only") {
        Some(0)
    } else {
        let most = matches.get_one::<u64>("max-solutions").map_or(usize::MAX, |&most| most as usize);
        matches.get_flag("all").then_some(most)
    };
    (metric, every)
}

/// `--pattern TILES`: the partition of the heuristic `pattern`.
pub(crate) fn pattern(lang: Lang) -> Arg {
    Arg::new("pattern")
        .long("pattern")
        .value_name(tables::placeholder_pattern(lang))
        .value_parser(worded(lang, str::parse::<PartitionSpec>))
        .help(tables::option_solve_pattern(lang))
}

/// `--table FILE`: distances of all boards.
pub(crate) fn table(lang: Lang) -> Arg {
    Arg::new("table")
        .long("table")
        .value_name(words::placeholder_file(lang))
        .value_parser(value_parser!(PathBuf))
        .help_heading(words::heading_method(lang))
}

/// The table that `--table` names.
pub(crate) fn read_table(matches: &ArgMatches, lang: Lang) -> Result<Option<DistanceTable>> {
    let Some(path) = matches.get_one::<PathBuf>("table") else { return Ok(None) };
    let fault = |fault: FileFault| Failure::input(explore::table_fault(lang, path.display(), fault.say(lang)));
    DistanceTable::open(path).map(Some).map_err(fault)
}

/// `--threads N`.
pub(crate) fn threads(lang: Lang) -> Arg {
    number(lang, "threads", 1, 1024)
}

/// `--svg FILE`: where a picture goes.
pub(crate) fn svg(lang: Lang) -> Arg {
    Arg::new("svg")
        .long("svg")
        .value_name(words::placeholder_file(lang))
        .value_parser(value_parser!(PathBuf))
        .help_heading(words::heading_output(lang))
}

/// Writes the picture that `--svg` asks for.
pub(crate) fn write_svg(matches: &ArgMatches, context: &Context, draw: impl FnOnce() -> String) -> Result<()> {
    let Some(path) = matches.get_one::<PathBuf>("svg") else { return Ok(()) };
    whole::write(path, draw(), context.lang)
}

/// `--formula FORMULA`: read as the heuristic `formula(…)`.
pub(crate) fn formula(lang: Lang) -> Arg {
    Arg::new("formula")
        .long("formula")
        .allow_hyphen_values(true)
        .value_name(words::placeholder_formula(lang))
        .value_parser(worded(lang, |text| text.parse::<Formula>().map(HeuristicSpec::from)))
        .help(options::option_formula(lang))
}

/// `--NAME TIME`.
pub(crate) fn duration(lang: Lang, name: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .allow_negative_numbers(true)
        .value_name(words::placeholder_time(lang))
        .value_parser(worded(lang, values::duration))
}

/// `--NAME MEMORY`.
pub(crate) fn bytes(lang: Lang, name: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .allow_negative_numbers(true)
        .value_name(words::placeholder_bytes(lang))
        .value_parser(worded(lang, values::bytes))
}

/// `--timeout`, `--max-nodes`, `--max-memory`.
pub(crate) fn limits(lang: Lang) -> Vec<Arg> {
    let args = [
        duration(lang, "timeout").help(options::option_timeout(lang)),
        Arg::new("max-nodes")
            .long("max-nodes")
            .allow_negative_numbers(true)
            .value_name(words::placeholder_number(lang))
            .value_parser(worded(lang, values::nodes))
            .help(options::option_max_nodes(lang)),
        bytes(lang, "max-memory").help(options::option_max_memory(lang)),
    ];
    args.map(|arg| arg.help_heading(words::heading_limits(lang))).into()
}

/// The method and the limits that a command line asks for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: Option<HeuristicSpec>,
    pub(crate) tuning: Tuning,
    optimal: bool,
    fast: bool,
    pub(crate) limits: Limits,
}

impl Asked {
    /// Reads the options made by [`method`] and [`limits`].
    pub(crate) fn read(matches: &ArgMatches, lang: Lang) -> Result<Self> {
        let threads = matches.get_one::<u64>("threads").map(|&n| n as usize);
        Ok(Self {
            algorithm: *matches.get_one("algorithm").expect("it has a default"),
            heuristic: asked_heuristic(matches, lang)?,
            tuning: Tuning { threads, ..read_tuning(matches) },
            optimal: matches.get_flag("optimal"),
            fast: matches.get_flag("fast"),
            limits: asked_limits(matches),
        })
    }

    /// The same method and limits for one board.
    pub(crate) fn solve(&self, board: Board, goal: Board) -> Solve {
        Solve {
            algorithm: self.algorithm,
            heuristic: self.heuristic.clone(),
            tuning: self.tuning.clone(),
            optimal: self.optimal,
            fast: self.fast,
            limits: or_free_memory(self.limits),
            ..Solve::new(board, goal)
        }
    }
}

/// Reads the options made by [`tuning`].
pub(crate) fn read_tuning(matches: &ArgMatches) -> Tuning {
    let number = |name| *matches.get_one::<u64>(name).expect("it has a default");
    Tuning {
        weight: *matches.get_one("weight").expect("it has a default"),
        width: number("width") as usize,
        depth: number("depth") as u32,
        ties: Ties::parse(text(matches, "ties")).expect("clap knows the same names"),
        order: *matches.get_one("order").expect("it has a default"),
        threads: None,
    }
}

/// The limits of [`limits`] as they were given.
pub(crate) fn asked_limits(matches: &ArgMatches) -> Limits {
    Limits {
        time: matches.get_one("timeout").copied(),
        nodes: matches.get_one("max-nodes").copied(),
        bytes: matches.get_one("max-memory").copied(),
    }
}

/// The limits of [`limits`], and a limit on memory in any case.
pub(crate) fn read_limits(matches: &ArgMatches) -> Limits {
    or_free_memory(asked_limits(matches))
}

fn or_free_memory(limits: Limits) -> Limits {
    Limits { bytes: limits.bytes.or_else(memory::default_limit), ..limits }
}

/// A budget of the limits of [`limits`], or of those that a command has.
pub(crate) fn budget(matches: &ArgMatches, context: &Context) -> Budget {
    let mut budget = Budget::unlimited().cancel(context.cancel.clone());
    if let Ok(Some(&nodes)) = matches.try_get_one("max-nodes") {
        budget = budget.max_nodes(nodes);
    }
    let bytes = matches.try_get_one("max-memory").ok().flatten().copied();
    if let Some(bytes) = bytes.or_else(memory::default_limit) {
        budget = budget.max_bytes(bytes);
    }
    if let Some(time) = timeout(matches) {
        budget = budget.timeout(time);
    }
    budget
}

/// The option by which a member of a run receives what is left of the run's time.
pub(crate) const TIME_LEFT: &str = "time-left";

/// The time that a command may take, if it has such an option.
pub(crate) fn timeout(matches: &ArgMatches) -> Option<Duration> {
    let given = |name| matches.try_get_one::<Duration>(name).ok().flatten().copied();
    given(TIME_LEFT).or_else(|| given("timeout"))
}

/// The names of all algorithms.
pub(crate) fn algorithm_names() -> [&'static str; Algorithm::ALL.len()] {
    Algorithm::ALL.map(|(name, _)| name)
}

/// An algorithm by its name.
pub(crate) fn read_algorithm(name: &str, lang: Lang) -> std::result::Result<Algorithm, String> {
    Algorithm::parse(name).ok_or_else(|| unknown_algorithm(name, lang))
}

/// The heuristic of `--heuristic` or `--formula`, with the partition of `--pattern`.
pub(crate) fn asked_heuristic(matches: &ArgMatches, lang: Lang) -> Result<Option<HeuristicSpec>> {
    let spec = match matches.get_one::<TypedHeuristic>("heuristic") {
        Some(typed) => Some(typed.of_boards(lang)?),
        None => matches.get_one::<HeuristicSpec>("formula").cloned(),
    };
    Ok(match matches.get_one::<PartitionSpec>("pattern") {
        Some(partition) => spec.map(|spec| spec.with_partition(partition)),
        None => spec,
    })
}

/// A heuristic as it was typed. Those of a problem file have names of their own, so that a name is enough to know.
#[derive(Clone, Debug)]
pub(crate) enum TypedHeuristic {
    OfBoards(HeuristicSpec),
    OfFile(FileHeuristic),
}

impl TypedHeuristic {
    /// What it is for boards.
    pub(crate) fn of_boards(&self, lang: Lang) -> Result<HeuristicSpec> {
        match self {
            Self::OfBoards(spec) => Ok(spec.clone()),
            Self::OfFile(spec) => Err(Failure::input(problems::heuristic_of_file(lang, spec))),
        }
    }

    /// What it is for a problem file, which says whether it has it.
    pub(crate) fn of_file(&self) -> Option<FileHeuristic> {
        match self {
            Self::OfBoards(spec) => FileHeuristic::parse(&spec.to_string()),
            Self::OfFile(spec) => Some(spec.clone()),
        }
    }
}

/// A parser of heuristics of boards and of problem files.
pub(crate) fn typed_heuristic(
    lang: Lang,
) -> impl Fn(&str) -> std::result::Result<TypedHeuristic, String> + Clone + Send + Sync + 'static {
    worded(lang, |text| match FileHeuristic::parse(text).filter(FileHeuristic::names_functions) {
        Some(spec) => Ok(TypedHeuristic::OfFile(spec)),
        None => text.parse().map(TypedHeuristic::OfBoards),
    })
}

/// Notes options that were given but change nothing with the chosen algorithm.
pub(crate) fn note_unused(matches: &ArgMatches, asked: &Asked, context: &Context) {
    use Algorithm::{Auto, Beam, Dls};
    let unused = |option: &str| {
        context.note(&usage::option_unused(context.lang, format_args!("--{option}"), asked.algorithm.name()));
    };
    let by = |user: Algorithm| asked.algorithm == user;
    let used = [("weight", asked.algorithm.uses_weight()), ("width", by(Beam)), ("depth", by(Dls)), ("fast", by(Auto))];
    for (option, used) in used {
        if matches.value_source(option) == Some(ValueSource::CommandLine) && !used {
            unused(option);
        }
    }
    if asked.heuristic.is_some() && !asked.algorithm.uses_heuristic() {
        unused(if matches.contains_id("formula") { "formula" } else { "heuristic" });
    }
    let partition = matches.get_one::<PartitionSpec>("pattern");
    let is_used = asked.heuristic.as_ref().is_some_and(|spec| spec.partition() == partition);
    if partition.is_some() && !(is_used && asked.algorithm.uses_heuristic()) {
        let by = asked.heuristic.as_ref().map_or_else(|| "auto".to_owned(), ToString::to_string);
        context.note(&usage::option_unused(context.lang, "--pattern", by));
    }
}

/// A word that has a default.
pub(crate) fn text<'a>(matches: &'a ArgMatches, name: &str) -> &'a str {
    matches.get_one::<String>(name).map_or("", String::as_str)
}

/// The size, where one is given.
pub(crate) fn read_size(matches: &ArgMatches) -> Option<Shape> {
    matches.get_one::<Shape>("size").copied()
}

/// The goal for boards of this shape.
pub(crate) fn read_goal(matches: &ArgMatches, shape: Shape, lang: Lang) -> std::result::Result<Board, String> {
    let typed = text(matches, "goal");
    parse_goal(typed, shape).map_err(|error| fault_in_goal(typed, &error, lang))
}

/// The positional board. A misspelt option that was read as a board is named too.
pub(crate) fn read_board(matches: &ArgMatches, size: Option<Shape>, context: &Context) -> Result<Board> {
    let lang = context.lang;
    let board = text(matches, "board");
    parse_board(board, size).map_err(|error| {
        let message = usage::in_board(lang, error.say(lang));
        let (root, words) = (commands::root(lang), &context.words);
        let is_option =
            board.strip_prefix("--").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
        Failure::input(match misuse::misspelt_option(&root, words, lang) {
            Some(option) if is_option => misuse::with_help(&option, &root, words, lang),
            Some(option) => format!("{message}\n{option}"),
            None => message,
        })
    })
}

/// The limits on a number of boards or instances.
pub(crate) const MANY: u64 = 1_000_000_000_000;
