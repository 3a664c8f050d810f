//! `hueco verify BOARD MOVES`: replays moves. Are they legal, do they reach the goal, how far are they from optimal?
//!
//! A solution is judged by solving the board as well, within a budget; if that is not enough, the proved lower bound still
//! says how far from optimal the moves can be at most.

use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use hueco_say::{Lang, Say, commands as words, options as texts, verify as said};
use hueco_tiles::solve::Answer;
use hueco_tiles::{Board, Direction, invert, parse_moves, replay};
use serde::Serialize;

use crate::answer::{self, MovesOf, VERSION};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::progress::Progress;
use crate::status::Status;

const TIME_TO_JUDGE: Duration = Duration::from_secs(10);

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command
        .about(words::about_verify(lang))
        .after_help(words::after_verify(lang))
        .arg(options::board(lang, texts::option_one_board(lang)).required(true))
        .arg(
            Arg::new("text")
                .value_name(words::placeholder_moves(lang))
                .allow_hyphen_values(true)
                .required(true)
                .help(texts::option_moves_text(lang)),
        )
        .arg(options::size(lang, texts::option_size(lang)))
        .arg(options::goal(lang))
        .arg(options::moves_of(lang))
        .args(options::limits(lang))
        .arg(options::format(lang, &["text", "json"]))
        .arg(options::progress(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let board = options::read_board(matches, options::read_size(matches), context)?;
    let goal = options::read_goal(matches, board.shape(), lang).map_err(Failure::input)?;
    let moves_of = answer::read_moves_of(matches);
    let moves = parse_moves(options::text(matches, "text")).map_err(|error| Failure::input(error.say(lang)))?;
    let moves = if moves_of == MovesOf::Tile { invert(&moves) } else { moves };

    let replayed = Replayed::new(&board, &goal, moves);
    let best = if replayed.reaches_goal() { Some(judge(matches, context, &replayed)?) } else { None };
    let text = match options::text(matches, "format") {
        "json" => replayed.json(best.as_ref(), moves_of),
        _ => replayed.text(best.as_ref(), moves_of, lang),
    };
    let mut out = context.out();
    out.line(&text)?;
    out.flush()?;
    Ok(match (replayed.reaches_goal(), context.cancelled()) {
        (_, true) => Status::Interrupted,
        (true, false) => Status::Done,
        (false, false) => Status::BadInput,
    })
}

/// Solves the board, to compare.
fn judge(matches: &ArgMatches, context: &Context, replayed: &Replayed) -> Result<Answer> {
    let mut plan = options::limited_plan(replayed.board.clone(), replayed.goal.clone(), matches, context);
    plan.timeout.get_or_insert(TIME_TO_JUDGE);
    Progress::of_search(matches, context).solve(&plan).map_err(|error| Failure::input(error.say(context.lang)))
}

/// Moves of the blank and how far they lead.
struct Replayed<'a> {
    board: &'a Board,
    goal: &'a Board,
    moves: Vec<Direction>,
    /// The board after the last legal move.
    last: Board,
    /// The first illegal move, from 1.
    illegal: Option<usize>,
    /// After how many moves the goal was reached for the first time.
    reached: Option<usize>,
}

/// The object of `verify --format json`.
#[derive(Serialize)]
struct Object<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    board: &'a [u16],
    goal: &'a [u16],
    legal: bool,
    reaches_goal: bool,
    length: usize,
    moves_of: &'static str,
    illegal_move: Option<usize>,
    goal_first_reached: Option<usize>,
    last_board: &'a [u16],
    optimal_length: Option<u32>,
    lower_bound: Option<u32>,
}

impl<'a> Replayed<'a> {
    fn new(board: &'a Board, goal: &'a Board, moves: Vec<Direction>) -> Self {
        let (last, illegal) = match replay(board, &moves) {
            Ok(last) => (last, None),
            Err(error) => (error.board, Some(error.index)),
        };
        let legal = illegal.map_or(moves.len(), |index| index - 1);
        let reached = first_reached(board, goal, &moves[..legal]);
        Self { board, goal, moves, last, illegal, reached }
    }

    fn reaches_goal(&self) -> bool {
        self.illegal.is_none() && self.last == *self.goal
    }

    fn json(&self, best: Option<&Answer>, moves_of: MovesOf) -> String {
        let shape = self.board.shape();
        answer::one_line(&Object {
            version: VERSION,
            rows: shape.rows(),
            cols: shape.cols(),
            board: self.board.tiles(),
            goal: self.goal.tiles(),
            legal: self.illegal.is_none(),
            reaches_goal: self.reaches_goal(),
            length: self.moves.len(),
            moves_of: moves_of.name(),
            illegal_move: self.illegal,
            goal_first_reached: self.reached,
            last_board: self.last.tiles(),
            optimal_length: best.filter(|best| best.optimal).map(|best| best.lower_bound),
            lower_bound: best.map(|best| best.lower_bound),
        })
    }

    fn text(&self, best: Option<&Answer>, moves_of: MovesOf, lang: Lang) -> String {
        let length = self.moves.len();
        let mut lines = Vec::new();
        match self.illegal {
            Some(index) => {
                let letter = moves_of.letters(&self.moves[index - 1..index]);
                lines.push(said::verify_illegal(lang, index, letter));
            }
            None if self.reaches_goal() => lines.push(said::verify_reaches(lang, length)),
            None => lines.push(said::verify_misses(lang, length)),
        }
        if let Some(reached) = self.reached.filter(|&reached| reached < length) {
            lines.push(said::verify_passes(lang, reached));
        }
        match best {
            Some(best) => lines.push(compare(length as u32, best, lang)),
            None => lines.push(said::verify_last_board(lang, &self.last)),
        }
        lines.join("\n")
    }
}

/// How far a solution of this length is from optimal.
fn compare(length: u32, best: &Answer, lang: Lang) -> String {
    let over = length.saturating_sub(best.lower_bound);
    match over {
        0 => said::verify_is_optimal(lang).to_owned(),
        over if best.optimal => said::verify_over(lang, over, best.lower_bound),
        over => said::verify_over_at_most(lang, over, best.lower_bound),
    }
}

/// After how many moves the board first is the goal.
///
/// Tiles out of place are counted and the count is kept up to date, so that a move costs the same on any board.
fn first_reached(board: &Board, goal: &Board, moves: &[Direction]) -> Option<usize> {
    let shape = board.shape();
    let mut tiles = board.tiles().to_vec();
    let target = goal.tiles();
    let mut blank = board.blank();
    let mut wrong = tiles.iter().zip(target).filter(|(a, b)| a != b).count();
    let count =
        |tiles: &[u16], a: usize, b: usize| usize::from(tiles[a] != target[a]) + usize::from(tiles[b] != target[b]);
    if wrong == 0 {
        return Some(0);
    }
    for (index, &direction) in moves.iter().enumerate() {
        let from = shape.neighbour(blank, direction)?;
        wrong -= count(&tiles, blank, from);
        tiles.swap(blank, from);
        wrong += count(&tiles, blank, from);
        blank = from;
        if wrong == 0 {
            return Some(index + 1);
        }
    }
    None
}
