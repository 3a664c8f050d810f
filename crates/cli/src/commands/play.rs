//! `hueco play`: a game in the terminal, of tiles or of a problem file.
//!
//! ```text
//! terminal ──event──▶ keys ──input──▶ a table ──▶ session (game, coach) ──wanted──▶ solver, on its own thread
//!     ▲                                  │            ▲                                │
//!     └────── draw ◀─────────────────────┘            └─────────── found ──────────────┘
//! ```
//! `game.rs`, `coach.rs` and `session.rs` are the model: plain values that know neither what is played nor the terminal. `tiles.rs`
//! and `problem.rs` are what is played; `tiles_table.rs` and `problem_table.rs` put it on the screen by `draw/`; `terminal.rs` is the
//! loop. `records.rs` keeps the best games; `day.rs` is the calendar; `looks.rs` is what the terminal can show, `sixteen.rs` the codes
//! of one with few colours.

mod coach;
mod day;
mod draw;
mod game;
mod keys;
mod looks;
mod menu;
mod problem;
mod problem_table;
mod records;
mod session;
mod sixteen;
mod solver;
mod terminal;
mod tiles;
mod tiles_table;

use std::io::{self, IsTerminal};

use clap::{Arg, ArgAction, ArgMatches, Command};
use hueco_jobs::ProblemSource;
use hueco_say::{Lang, answers, commands as words, play as said, why_unsolvable};
use hueco_search::Budget;
use hueco_tiles::{Board, Shape, Solvability, solvability};

use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::problem::{failure as problem_failure, options as problem_options, source};
use crate::status::Status;
use day::Day;
use looks::Looks;
use problem_table::ProblemTable;
use records::Keeper;
use tiles::Origin;
use tiles_table::{Setting, TilesTable};

pub use records::fuzz as fuzz_records;

/// Options that are only about tiles.
const ONLY_TILES: [&str; 6] = ["board", "size", "seed", "daily", "goal", "picture"];

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let flag = |name: &'static str, help| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    command
        .about(said::about_play(lang))
        .long_about(said::long_about_play(lang))
        .after_long_help(said::examples_play(lang))
        .arg(options::board(lang, said::option_play_board(lang)))
        .arg(options::size(lang, said::option_play_size(lang)).default_value("4x4").conflicts_with("board"))
        .arg(
            options::number(lang, "seed", 0, u64::MAX)
                .conflicts_with("board")
                .help_heading(words::heading_board(lang))
                .help(said::option_play_seed(lang)),
        )
        .arg(
            flag("daily", said::option_play_daily(lang))
                .conflicts_with_all(["board", "size", "seed", "goal"])
                .help_heading(words::heading_board(lang)),
        )
        .arg(options::goal(lang))
        .args(problem_options(lang, &ONLY_TILES))
        .arg(flag("picture", said::option_play_picture(lang)))
        .arg(flag("no-coach", said::option_play_no_coach(lang)))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let source = source(matches, context)?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::input(said::play_needs_terminal(lang)));
    }
    let term = std::env::var("TERM").unwrap_or_default();
    if term.is_empty() {
        return Err(Failure::input(said::play_no_term(lang)));
    }
    if term == "dumb" {
        return Err(Failure::input(said::play_dumb_terminal(lang, term)));
    }
    let looks = Looks::of(|name| std::env::var_os(name));
    match source {
        Some(source) => play_problem(&source, looks, matches, context),
        None => play_tiles(looks, matches, context),
    }
}

fn play_problem(source: &ProblemSource, looks: Looks, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let budget = Budget::unlimited().cancel(context.cancel.clone());
    let loaded = context.while_searching(|| source.load(&budget));
    let file = loaded.map_err(|error| problem_failure(&error.into(), context.lang))?;
    std::thread::scope(|scope| {
        let mut table = ProblemTable::new(scope, context, file, looks, !matches.get_flag("no-coach"))?;
        terminal::play(&mut table, looks.colours, context)
    })
}

fn play_tiles(looks: Looks, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let (goal, start, origin) = first_board(matches, context)?;
    let setting = Setting {
        goal: options::text(matches, "goal").to_owned(),
        looks,
        picture: matches.get_flag("picture") && tiles_table::has_pictures(looks),
        coaching: !matches.get_flag("no-coach"),
        keeper: Keeper::of_user(),
    };
    std::thread::scope(|scope| {
        let mut table = TilesTable::new(scope, context, setting, goal, start, origin);
        let status = terminal::play(&mut table, looks.colours, context)?;
        if let Some(command) = table.resume()? {
            context.note(&said::play_resume(context.lang, command));
        }
        Ok(status)
    })
}

/// The goal, the board to begin with, and where that comes from.
fn first_board(matches: &ArgMatches, context: &Context) -> Result<(Board, Board, Origin)> {
    let lang = context.lang;
    let goal = |shape: Shape| options::read_goal(matches, shape, lang).map_err(Failure::input);
    if matches.contains_id("board") {
        let start = options::read_board(matches, None, context)?;
        let goal = goal(start.shape())?;
        if let Ok(Solvability::Unsolvable(why)) = solvability(&start, &goal) {
            let message = format!("{} {}", answers::unsolvable(lang), why_unsolvable(&why, lang));
            return Err(Failure::Message { status: Status::Unsolvable, message });
        }
        return Ok((goal, start, Origin::Given));
    }
    let (shape, origin) = match matches.get_one::<u64>("seed") {
        _ if matches.get_flag("daily") => (Shape::new(4, 4).ok(), Origin::Day(Day::today())),
        Some(&seed) => (options::read_size(matches), Origin::Seed(seed)),
        None => (options::read_size(matches), Origin::Seed(tiles::any_seed())),
    };
    let goal = goal(shape.expect("it has a default"))?;
    let start = tiles::draw(&goal, origin.seed().unwrap_or(0));
    Ok((goal, start, origin))
}
