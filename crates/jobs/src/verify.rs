//! `verify`: replays moves. Are they legal, do they reach the goal, how far are they from optimal?
//!
//! A solution is judged by solving the board as well, within limits; where they are not enough, the proved lower bound still says
//! how far from optimal the moves can be at most.

use std::time::Duration;

use hueco_show::answer::{MovesOf, VERSION};
use hueco_tiles::solve::Answer;
use hueco_tiles::{Board, Direction, invert, parse_moves, replay};
use serde::{Serialize, Serializer};

use crate::error::{JobError, RequestError, RequestFault};
use crate::events::Events;
use crate::fields::{self, Fields};
use crate::limits::{Allowance, Limits};
use crate::read;
use crate::solve::Solve;
use crate::workbench::Workbench;
use crate::write::Bounded;

/// The time to solve the board where a request does not say.
const TIME_TO_JUDGE: Duration = Duration::from_secs(10);

/// Moves to replay.
#[derive(Clone, Debug, PartialEq)]
pub struct Verify {
    /// From here.
    pub board: Board,
    /// To here; the same shape.
    pub goal: Board,
    /// Moves of the blank.
    pub moves: Vec<Direction>,
    /// Whose direction the letters of moves name.
    pub moves_of: MovesOf,
    /// Limits of the search for an optimal solution.
    pub limits: Limits,
}

/// What a request writes of it.
#[derive(Serialize)]
struct Written<'a> {
    board: String,
    goal: String,
    moves: String,
    moves_of: MovesOf,
    #[serde(flatten)]
    limits: &'a Limits,
}

impl Serialize for Verify {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { board, goal, moves, moves_of, limits } = self;
        let (board, goal, moves) = (board.to_string(), goal.to_string(), moves_of.letters(moves));
        Written { board, goal, moves, moves_of: *moves_of, limits }.serialize(serializer)
    }
}

/// Moves of the blank and where they lead.
#[derive(Clone, Debug)]
pub struct VerifyResult {
    /// What was replayed.
    pub verify: Verify,
    /// The board after the last legal move.
    pub last: Board,
    /// The first illegal move, from 1.
    pub illegal: Option<usize>,
    /// After how many moves the goal was reached for the first time.
    pub first_reached: Option<usize>,
    /// The board solved, where the moves reach the goal.
    pub best: Option<Answer>,
}

#[derive(Serialize)]
struct Verified<'a> {
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

impl Verify {
    pub(crate) fn read(fields: &mut Fields, allowed: &Allowance) -> Result<Self, RequestError> {
        let size = read::size(fields, allowed)?;
        let board = read::required_board(fields, "board", size, allowed)?;
        let goal = read::goal(fields.value("goal").as_ref(), board.shape())?;
        let moves_of = read::moves_of(fields)?;
        let text = fields.text("moves")?.ok_or_else(|| fields::missing("moves"))?;
        let moves = parse_moves(&text).map_err(|error| RequestFault::Moves(error).of("moves"))?;
        let moves = if moves_of == MovesOf::Tile { invert(&moves) } else { moves };
        Ok(Self { board, goal, moves, moves_of, limits: Limits::read(fields, allowed)? })
    }

    /// Replays the moves, and solves the board if they reach the goal.
    pub fn run(&self, workbench: &Workbench, events: &mut dyn Events) -> Result<VerifyResult, JobError> {
        let (last, illegal) = match replay(&self.board, &self.moves) {
            Ok(last) => (last, None),
            Err(error) => (error.board, Some(error.index)),
        };
        let legal = illegal.map_or(self.moves.len(), |index| index - 1);
        let first_reached = first_reached(&self.board, &self.goal, &self.moves[..legal]);
        let mut result = VerifyResult { verify: self.clone(), last, illegal, first_reached, best: None };
        if result.reaches_goal() {
            let limits = Limits { time: Some(self.limits.time.unwrap_or(TIME_TO_JUDGE)), ..self.limits };
            let solve = Solve { limits, ..Solve::new(self.board.clone(), self.goal.clone()) };
            result.best = Some(solve.run(workbench, events)?.answer);
        }
        Ok(result)
    }
}

impl VerifyResult {
    /// Whether all moves are legal and lead to the goal.
    pub fn reaches_goal(&self) -> bool {
        self.illegal.is_none() && self.last == self.verify.goal
    }

    /// It as a program reads it.
    pub fn object(&self) -> impl Serialize {
        let Verify { board, goal, moves, moves_of, .. } = &self.verify;
        let shape = board.shape();
        Verified {
            version: VERSION,
            rows: shape.rows(),
            cols: shape.cols(),
            board: board.tiles(),
            goal: goal.tiles(),
            legal: self.illegal.is_none(),
            reaches_goal: self.reaches_goal(),
            length: moves.len(),
            moves_of: moves_of.name(),
            illegal_move: self.illegal,
            goal_first_reached: self.first_reached,
            last_board: self.last.tiles(),
            optimal_length: self.best.as_ref().filter(|best| best.optimal).map(|best| best.lower_bound),
            lower_bound: self.best.as_ref().map(|best| best.lower_bound),
        }
    }

    pub(crate) fn write(&self, out: &mut Bounded) -> Result<(), JobError> {
        out.json(&self.object())
    }
}

/// After how many moves the board first is the goal.
///
/// Misplaced tiles are counted and the count is kept up to date, so that a move costs the same on any board.
fn first_reached(board: &Board, goal: &Board, moves: &[Direction]) -> Option<usize> {
    let shape = board.shape();
    let mut tiles = board.tiles().to_vec();
    let target = goal.tiles();
    let mut blank = board.blank();
    let mut misplaced = tiles.iter().zip(target).filter(|(a, b)| a != b).count();
    let count =
        |tiles: &[u16], a: usize, b: usize| usize::from(tiles[a] != target[a]) + usize::from(tiles[b] != target[b]);
    if misplaced == 0 {
        return Some(0);
    }
    for (index, &direction) in moves.iter().enumerate() {
        let from = shape.neighbour(blank, direction)?;
        misplaced -= count(&tiles, blank, from);
        tiles.swap(blank, from);
        misplaced += count(&tiles, blank, from);
        blank = from;
        if misplaced == 0 {
            return Some(index + 1);
        }
    }
    None
}
