//! `hueco tree`: the search tree as a picture, of a board, of a number puzzle or of a recorded search.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use console::Term;
use hueco_jobs::{JobError, PuzzleSource, Search, SearchResult, Sums, Trace};
use hueco_say::{Lang, Say, commands as words, options as texts, tree as said};
use hueco_search::{Ending, Limit};
use hueco_show::tree::{Limits, Tree, dot, json, svg, text};
use hueco_sums::{Method, Options};
use hueco_tiles::Metric;
use hueco_tiles::solve::Outcome;

use super::{sums, trace};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options::{self, Asked};
use crate::problem;
use crate::progress::Progress;
use crate::status::Status;
use crate::tracing;
use crate::whole;

/// Nodes generated where the command line does not say: more than any picture shows.
const DEFAULT_NODES: u64 = 100_000;

/// What `--sums` draws without a file: the cross of the course.
const COURSE_PUZZLE: &str = "cross";

/// Options that do not go with a problem file.
const ONLY_BOARDS: [&str; 14] = [
    "board",
    "size",
    "goal",
    "sums",
    "method",
    "duplicates",
    "random",
    "trace",
    "formula",
    "pattern",
    "order",
    "optimal",
    "fast",
    "threads",
];

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command
        .about(said::about_tree(lang))
        .long_about(said::long_about_tree(lang))
        .after_long_help(said::examples_tree(lang))
        .arg(options::board(lang, texts::option_one_board(lang)))
        .arg(options::size(lang, texts::option_size(lang)))
        .arg(options::goal(lang))
        .args(problem::options(lang, &ONLY_BOARDS))
        .args(sources(lang))
        .args(options::method(lang))
        .args(options::limits(lang))
        .args(output(lang))
        .arg(options::progress(lang))
}

/// What else can be drawn.
fn sources(lang: Lang) -> [Arg; 6] {
    let file = |name: &'static str| {
        Arg::new(name).long(name).value_name(words::placeholder_file(lang)).value_parser(value_parser!(PathBuf))
    };
    let args = [
        file("sums")
            .num_args(0..=1)
            .default_missing_value(COURSE_PUZZLE)
            .conflicts_with_all(["board", "trace"])
            .help(said::option_tree_sums(lang)),
        Arg::new("method")
            .long("method")
            .short('m')
            .value_name(words::placeholder_name(lang))
            .value_parser(Method::ALL.map(|(name, _)| name))
            .ignore_case(true)
            .default_value(Method::Bfs.name())
            .help(said::option_tree_method(lang)),
        Arg::new("duplicates").long("duplicates").action(ArgAction::SetTrue).help(said::option_tree_duplicates(lang)),
        Arg::new("random")
            .long("random")
            .action(ArgAction::SetTrue)
            .requires("sums")
            .help(said::option_tree_random(lang)),
        options::number(lang, "seed", 0, u64::MAX)
            .default_value("0")
            .requires("random")
            .help(said::option_tree_seed(lang)),
        file("trace").conflicts_with("board").help(said::option_tree_trace(lang)),
    ];
    args.map(|arg| arg.help_heading(words::heading_board(lang)))
}

fn output(lang: Lang) -> [Arg; 4] {
    let number = |name: &'static str, least| options::number(lang, name, least, options::MANY);
    let args = [
        Arg::new("output")
            .long("output")
            .short('o')
            .value_name(words::placeholder_file(lang))
            .value_parser(value_parser!(PathBuf))
            .help(said::option_tree_output(lang)),
        Arg::new("format")
            .long("format")
            .value_name(words::placeholder_format(lang))
            .value_parser(Form::ALL.map(Form::name))
            .help(said::option_tree_format(lang)),
        number("draw-nodes", 1).default_value("500").help(said::option_draw_nodes(lang)),
        number("draw-depth", 0).help(said::option_draw_depth(lang)),
    ];
    args.map(|arg| arg.help_heading(words::heading_output(lang)))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let output = matches.get_one::<PathBuf>("output").filter(|path| path.as_os_str() != "-");
    let form = Form::read(matches, output.map(PathBuf::as_path), lang).map_err(Failure::input)?;
    let drawn = Limits {
        nodes: *matches.get_one::<u64>("draw-nodes").expect("it has a default") as usize,
        depth: matches.get_one::<u64>("draw-depth").map_or(usize::MAX, |&depth| depth as usize),
    };
    let tree = if let Some(path) = matches.get_one::<PathBuf>("trace") {
        let trace = trace::read(path, lang)?;
        if trace.nodes().len() == 0 {
            return Err(Failure::input(said::tree_no_search(lang)));
        }
        Tree::new(&trace, drawn)
    } else if let Some(path) = matches.get_one::<PathBuf>("sums") {
        searched(of_puzzle(path, matches, context)?, drawn, matches, context)?
    } else if matches.contains_id("board") {
        searched(of_board(matches, context)?, drawn, matches, context)?
    } else if let Some(mut problem) = problem::read(matches, context)? {
        problem.limits.nodes.get_or_insert(DEFAULT_NODES);
        searched(problem.into(), drawn, matches, context)?
    } else {
        return Err(Failure::input(said::tree_what(lang)));
    };
    let picture = match form {
        Form::Svg => svg(&tree, &lang),
        Form::Dot => dot(&tree, &lang),
        Form::Json => json(&tree),
        Form::Text => text(&tree, &lang, if output.is_none() { terminal_width() } else { None }),
    };
    if let Some(path) = output {
        whole::write(path, &picture, lang)?;
    } else {
        let mut out = context.out();
        out.bytes(picture.as_bytes())?;
        out.flush()?;
    }
    Ok(Status::Done)
}

/// The columns of the terminal that standard output is, if it is one.
fn terminal_width() -> Option<usize> {
    Term::stdout().size_checked().map(|(_, columns)| columns.into())
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Svg,
    Dot,
    Json,
    Text,
}

impl Form {
    const ALL: [Self; 4] = [Self::Svg, Self::Dot, Self::Json, Self::Text];
    /// Pictures that we do not write, and that an SVG picture is easily converted to.
    const CONVERTED: [&str; 4] = ["png", "pdf", "ps", "eps"];

    fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Dot => "dot",
            Self::Json => "json",
            Self::Text => "text",
        }
    }

    /// What the names of its files end in, the usual ending first.
    fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Svg => &["svg"],
            Self::Dot => &["dot", "gv"],
            Self::Json => &["json"],
            Self::Text => &["txt", "text"],
        }
    }

    /// The form that `--format` or the file's name asks for; where neither does, text on a terminal and SVG elsewhere.
    fn read(matches: &ArgMatches, output: Option<&Path>, lang: Lang) -> std::result::Result<Self, String> {
        let named = matches.get_one::<String>("format").map(String::as_str);
        let asked = named.and_then(|name| Self::ALL.into_iter().find(|form| form.name() == name));
        let Some(path) = output else {
            let usual = if std::io::stdout().is_terminal() { Self::Text } else { Self::Svg };
            return Ok(asked.unwrap_or(usual));
        };
        let Some(ending) = path.extension() else { return Ok(asked.unwrap_or(Self::Svg)) };
        let ending = ending.to_string_lossy().to_lowercase();
        let file = path.display();
        if Self::CONVERTED.contains(&ending.as_str()) {
            return Err(said::tree_converted(lang, &ending, path.with_extension("svg").display(), file));
        }
        let of_ending = Self::ALL.into_iter().find(|form| form.endings().contains(&ending.as_str()));
        match (asked, of_ending) {
            (Some(asked), Some(form)) if asked != form => {
                Err(said::tree_other_form(lang, asked.name(), file, asked.endings()[0]))
            }
            (Some(form), _) | (None, Some(form)) => Ok(form),
            (None, None) => Err(said::tree_unknown_ending(lang, file)),
        }
    }
}

/// The tree of a search that runs now.
fn searched(search: Search, drawn: Limits, matches: &ArgMatches, context: &Context) -> Result<Tree> {
    let lang = context.lang;
    let request = hueco_jobs::Tree { trace: Trace { search, events: u64::MAX }, drawn, as_svg: false };
    let progress = Progress::of_search(matches, context);
    let found = progress.run(Metric::Single, |events| request.run(&context.workbench, events));
    drop(progress);
    let found = found.map_err(|error| match (error, &request.trace.search) {
        (error @ JobError::NothingSearched, Search::Tiles(_)) => {
            Failure::Message { status: Status::Unsolvable, message: error.say(lang) }
        }
        (error @ JobError::Script(_), _) => problem::failure(&error, lang),
        (JobError::NothingSearched, _) => Failure::input(said::tree_no_search(lang)),
        (error, _) => Failure::input(error.say(lang)),
    })?;
    let generated = match &found.found {
        SearchResult::Tiles(solved) if solved.answer.outcome == Outcome::Stopped(Limit::Nodes) => {
            Some(solved.answer.stats.generated)
        }
        SearchResult::Problem(solved) if solved.ending() == Ending::Stopped(Limit::Nodes) => {
            Some(solved.answer.stats.generated)
        }
        _ => None,
    };
    if let Some(generated) = generated {
        context.note(&said::tree_stopped(lang, generated));
    }
    Ok(found.tree)
}

fn of_board(matches: &ArgMatches, context: &Context) -> Result<Search> {
    let asked = Asked::read(matches, context.lang)?;
    options::note_unused(matches, &asked, context);
    let board = options::read_board(matches, options::read_size(matches), context)?;
    let goal = options::read_goal(matches, board.shape(), context.lang).map_err(Failure::input)?;
    let mut solve = asked.solve(board, goal);
    solve.limits.nodes.get_or_insert(DEFAULT_NODES);
    tracing::note_auto(&solve, context);
    Ok(solve.into())
}

fn of_puzzle(path: &Path, matches: &ArgMatches, context: &Context) -> Result<Search> {
    let puzzle = if path == Path::new(COURSE_PUZZLE) && !path.exists() {
        PuzzleSource::parse(hueco_courses::sums::CROSS).expect("the course's own puzzle is legal")
    } else {
        sums::source::read(path, context.lang)?
    };
    let seed = matches.get_flag("random").then(|| *matches.get_one::<u64>("seed").expect("it has a default"));
    let method = Method::parse(options::text(matches, "method")).expect("clap knows the same names");
    let mut sums = Sums {
        puzzle,
        options: Options { method, tree: matches.get_flag("duplicates"), seed, ..Options::default() },
        limits: options::read_limits(matches),
    };
    sums.limits.nodes.get_or_insert(DEFAULT_NODES);
    Ok(sums.into())
}
