//! `hueco solve`: one board, or a file or standard input of many.

mod batch;
mod farm;
#[cfg(test)]
mod faulty;
mod problem;

use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use hueco_jobs::{Events, JobEvent, Solve, SolveResult};
use hueco_say::{Lang, Say, commands as words, explore, options as texts, tables, trace as traced, usage};
use hueco_search::Gauge;
use hueco_tiles::solve::Batch;
use hueco_tiles::space::DistanceTable;
use hueco_tiles::{Board, Metric};

use crate::answer::{self, MovesOf};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::format::Format;
use crate::options::{self, Asked};
use crate::problem::{options as problem_options, read as read_problem};
use crate::progress::{Part, Progress};
use crate::status::Status;
use crate::tracing;

/// Options that are only about boards.
const ONLY_BOARDS: [&str; 14] = [
    "board",
    "file",
    "size",
    "goal",
    "table",
    "formula",
    "pattern",
    "metric",
    "order",
    "moves",
    "optimal",
    "fast",
    "processes",
    "checkpoint",
];

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command
        .about(words::about_solve(lang))
        .long_about(words::long_about_solve(lang))
        .after_help(words::after_solve(lang))
        .after_long_help(format!("{}\n\n{}", words::examples_solve(lang), words::after_solve(lang)))
        .arg(options::board(lang, texts::option_board(lang)))
        .arg(
            Arg::new("file")
                .long("file")
                .value_name(words::placeholder_file(lang))
                .value_parser(value_parser!(PathBuf))
                .conflicts_with("board")
                .help_heading(words::heading_board(lang))
                .help(texts::option_file(lang)),
        )
        .arg(options::size(lang, texts::option_size(lang)))
        .arg(options::goal(lang))
        .args(problem_options(lang, &ONLY_BOARDS))
        .args(options::method(lang))
        .arg(
            options::table(lang)
                .conflicts_with_all(["heuristic", "formula", "pattern", "all", "count-only"])
                .help(explore::option_table_use(lang)),
        )
        .args(farm::options(lang))
        .arg(
            Arg::new("checkpoint")
                .long("checkpoint")
                .value_name(words::placeholder_file(lang))
                .value_parser(value_parser!(PathBuf))
                .requires("optimal")
                .conflicts_with_all(["file", "processes", "all", "count-only"])
                .help_heading(words::heading_method(lang))
                .help(texts::option_proof_checkpoint(lang)),
        )
        .args(options::solutions(lang))
        .args(options::limits(lang))
        .arg(options::format(lang, &["text", "json", "csv"]))
        .arg(options::moves_of(lang))
        .arg(
            Arg::new("boards")
                .long("boards")
                .action(ArgAction::SetTrue)
                .help_heading(words::heading_output(lang))
                .help(texts::option_boards(lang)),
        )
        .args(tracing::options(lang, traced::option_trace(lang)))
        .arg(options::progress(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    if let Some(mut request) = read_problem(matches, context)? {
        request.options.every = options::read_solutions(matches).1;
        return problem::run(request, matches, context);
    }
    tracing::one_board_only(matches, lang)?;
    let asked = Asked::read(matches, context.lang)?;
    let (metric, every) = options::read_solutions(matches);
    let progress = progress(matches, context);
    let job = Job {
        gauge: progress.begin_searches(),
        progress,
        matches,
        context,
        asked,
        metric,
        every,
        format: Format::read(matches),
        every_board: matches.get_flag("boards"),
        moves_of: answer::read_moves_of(matches),
        distances: options::read_table(matches, lang)?.map(Arc::new),
    };
    if farm::is_farm_process(matches) {
        return Ok(farm::work(&job));
    }
    options::note_unused(matches, &job.asked, context);
    if job.format != Format::Text && job.every_board {
        context.note(&usage::option_unused(lang, "--boards", format_args!("--format {}", job.format.name())));
    }
    match (matches.get_one::<String>("board"), matches.get_one::<PathBuf>("file")) {
        (Some(board), _) if board == "-" => job.many(BufReader::new(std::io::stdin()), 0, usage::standard_input(lang)),
        (Some(_), _) => {
            farm::batches_only(matches, lang)?;
            let board = options::read_board(matches, options::read_size(matches), context)?;
            let mut note = |text: &str| context.note(text);
            let (text, status) = job.solve(board, &Share::whole(), &mut note)?.map_err(Failure::input)?;
            job.progress.end();
            let mut out = context.out();
            if job.format == Format::Csv {
                out.line(answer::csv::HEADER)?;
                out.line(&format!("1,{text}"))?;
            } else {
                out.line(&text)?;
            }
            out.flush()?;
            Ok(status)
        }
        (None, Some(path)) => {
            let name = path.display().to_string();
            let unreadable = |error| Failure::reading(lang, &name, &error);
            let lines = count_lines(path).map_err(unreadable)?;
            job.many(BufReader::new(File::open(path).map_err(unreadable)?), lines, &name)
        }
        (None, None) => Err(Failure::input(usage::board_or_file(lang))),
    }
}

/// Of one board, or of a batch. Someone who types boards into the terminal is not disturbed.
fn progress<'a>(matches: &ArgMatches, context: &'a Context) -> Progress<'a> {
    let is_typed = options::text(matches, "board") == "-" && std::io::stdin().is_terminal();
    if farm::is_farm_process(matches) || is_typed && options::text(matches, "progress") == "auto" {
        Progress::silent(context)
    } else if matches.contains_id("file") || options::text(matches, "board") == "-" {
        Progress::of_parts(matches, context, Part::Board, None)
    } else {
        Progress::of_search(matches, context)
    }
}

/// The lines of a file, so that it is known how many boards are to come. What is no plain file can be read only once.
fn count_lines(path: &Path) -> std::io::Result<u64> {
    let mut file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Ok(0);
    }
    let (mut lines, mut buffer) = (0, vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(lines),
            read => lines += buffer[..read].split(|&byte| byte == b'\n').count() as u64 - 1,
        }
    }
}

/// What is printed of a board, or why it cannot be solved as asked; another may be.
type Printed = std::result::Result<(String, Status), String>;

/// What the command line asks of every board.
struct Job<'a> {
    matches: &'a ArgMatches,
    context: &'a Context,
    progress: Progress<'a>,
    /// Of all boards that are solved at the same time.
    gauge: Arc<Gauge>,
    asked: Asked,
    metric: Metric,
    every: Option<usize>,
    format: Format,
    every_board: bool,
    moves_of: MovesOf,
    distances: Option<Arc<DistanceTable>>,
}

/// One board's share of what the whole run may use.
struct Share {
    /// How many boards are solved at the same time.
    boards: usize,
    /// The threads that may build a table.
    builders: usize,
    /// The other boards of the batch, as far as they are known.
    others: u64,
    /// The run is about this board alone at the moment, and its progress is shown.
    is_alone: bool,
    /// The program ends with this board.
    is_last: bool,
}

impl Share {
    fn whole() -> Self {
        Self { boards: 1, builders: 1, others: 0, is_alone: true, is_last: true }
    }
}

impl Job<'_> {
    /// Solves every board of an input, in threads or in processes.
    fn many(&self, reader: impl BufRead + Send + 'static, lines: u64, name: &str) -> Result<Status> {
        match farm::processes(self.matches) {
            Some(processes) => farm::run(self, processes, reader, lines, name),
            None => batch::run(self, reader, lines, name),
        }
    }

    fn request(&self, board: Board, share: &Share) -> std::result::Result<Solve, String> {
        let goal = options::read_goal(self.matches, board.shape(), self.context.lang)?;
        let mut solve = Solve {
            metric: self.metric,
            all: self.every,
            moves_of: self.moves_of,
            distances: self.distances.clone(),
            batch: Batch { others: share.others, ..Batch::default() },
            checkpoint: self.matches.get_one::<PathBuf>("checkpoint").filter(|_| share.is_alone).cloned(),
            ends: share.is_last,
            ..self.asked.solve(board, goal)
        };
        if !share.is_alone {
            solve.build_threads = Some(share.builders);
            solve.tuning.threads = Some(1);
            solve.limits.bytes = solve.limits.bytes.map(|bytes| bytes / share.boards as u64);
        }
        Ok(solve)
    }

    /// Solves one board. What is worth knowing beside the answer goes to `note`.
    fn solve(&self, board: Board, share: &Share, note: &mut dyn FnMut(&str)) -> Result<Printed> {
        let lang = self.context.lang;
        let request = match self.request(board, share) {
            Ok(request) => request,
            Err(message) => return Ok(Err(message)),
        };
        let solved = if share.is_alone {
            tracing::solve(&request, self.matches, self.context, &self.progress)?
        } else {
            self.context.while_searching(|| request.run(&self.context.workbench, &mut Together(self)))
        };
        let SolveResult { plan, answer, moves_of } = match solved {
            Ok(solved) => solved,
            Err(error) => return Ok(Err(error.say(lang))),
        };
        for notice in answer.notices.iter().filter_map(|notice| tables::notice(notice, lang)) {
            note(&notice);
        }
        let text = match self.format {
            Format::Json => answer::json(&plan, &answer, moves_of),
            Format::Csv => answer::csv::row(&plan, &answer, moves_of),
            Format::Text => answer::text(&plan, &answer, moves_of, self.every_board, lang),
        };
        Ok(Ok((text, answer.outcome.into())))
    }
}

/// The events of a board that is solved beside others: what they count together is shown, nothing of each.
struct Together<'a>(&'a Job<'a>);

impl Events for Together<'_> {
    fn emit(&mut self, _: JobEvent<'_>) {}

    fn begin_search(&mut self) -> Option<Arc<Gauge>> {
        Some(Arc::clone(&self.0.gauge))
    }

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.0.context.cancel))
    }
}
