//! `hueco solve`: one board, or a file or standard input of many.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use hueco_say::{Lang, Say, answers, commands as words, fault_in_line, options as texts, trace as traced, usage};
use hueco_tiles::{Board, read_boards};

use crate::answer::{self, MovesOf};
use crate::context::{Context, Out};
use crate::failure::{Failure, Result};
use crate::options::{self, Asked};
use crate::status::Status;
use crate::tracing;

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
        .args(options::method(lang))
        .args(options::limits(lang))
        .arg(options::format(lang, &["text", "json"]))
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
    tracing::one_board_only(matches, lang)?;
    let asked = Asked::read(matches);
    options::note_unused(matches, &asked, context);
    let mut job = Job {
        matches,
        context,
        asked,
        json: options::text(matches, "format") == "json",
        every_board: matches.get_flag("boards"),
        moves_of: MovesOf::read(matches),
        out: context.out(),
    };
    if job.json && job.every_board {
        context.note(&usage::option_unused(lang, "--boards", "--format json"));
    }
    let status = match (matches.get_one::<String>("board"), matches.get_one::<PathBuf>("file")) {
        (Some(board), _) if board == "-" => job.batch(std::io::stdin().lock(), usage::standard_input(lang)),
        (Some(_), _) => {
            let board = options::read_board(matches, options::read_size(matches), context)?;
            job.one(board)?.map_err(Failure::input)
        }
        (None, Some(path)) => {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| Failure::reading(lang, &name, &error))?;
            job.batch(BufReader::new(file), &name)
        }
        (None, None) => Err(Failure::input(usage::board_or_file(lang))),
    }?;
    job.out.flush()?;
    Ok(status)
}

/// A status, or why this board cannot be solved as asked; another board may be.
type Solved = std::result::Result<Status, String>;

struct Job<'a> {
    matches: &'a ArgMatches,
    context: &'a Context,
    asked: Asked,
    json: bool,
    every_board: bool,
    moves_of: MovesOf,
    out: Out,
}

impl Job<'_> {
    /// Solves one board and prints the answer.
    fn one(&mut self, board: Board) -> Result<Solved> {
        let lang = self.context.lang;
        let goal = match options::read_goal(self.matches, board.shape(), lang) {
            Ok(goal) => goal,
            Err(message) => return Ok(Err(message)),
        };
        let plan = self.asked.plan(board, goal, self.context);
        let answer = match tracing::solve(&plan, self.matches, self.context)? {
            Ok(answer) => answer,
            Err(error) => return Ok(Err(error.say(lang))),
        };
        let text = if self.json {
            answer::json(&plan, &answer, self.moves_of)
        } else {
            answer::text(&plan, &answer, self.moves_of, self.every_board, lang)
        };
        self.out.line(&text)?;
        self.out.flush()?;
        Ok(Ok(answer.outcome.into()))
    }

    /// Solves every board of an input, in order. A bad line is told and the others go on.
    fn batch(&mut self, reader: impl BufRead, name: &str) -> Result<Status> {
        let lang = self.context.lang;
        let mut status = None;
        for (line, board) in read_boards(reader, options::read_size(self.matches)) {
            let this = match board {
                Ok(board) => self.line(line, status.is_none(), board, name)?,
                Err(error) => self.refuse(error.at.line, name, &fault_in_line(&error, lang))?,
            };
            status = Some(status.map_or(this, |worst: Status| worst.worse(this)));
            if self.context.cancelled() {
                return Ok(Status::Interrupted);
            }
        }
        status.ok_or_else(|| Failure::input(usage::no_boards(lang, name)))
    }

    fn line(&mut self, line: usize, first: bool, board: Board, name: &str) -> Result<Status> {
        if !self.json {
            let blank_line = if first { "" } else { "\n" };
            self.out.line(&format!("{blank_line}{}", answers::line_heading(self.context.lang, line, &board)))?;
        }
        match self.one(board)? {
            Ok(status) => Ok(status),
            Err(message) => self.refuse(line, name, &message),
        }
    }

    fn refuse(&mut self, line: usize, name: &str, message: &str) -> Result<Status> {
        if self.json {
            self.out.line(&answer::json_error(line, message))?;
            self.out.flush()?;
        } else {
            // In order with the answers, where both go to the same terminal.
            self.out.flush()?;
            self.context.error(&usage::in_file_line(self.context.lang, name, line, message));
        }
        Ok(Status::BadInput)
    }
}
