//! Sliding tiles as a game: the moves, a click on a tile, where boards come from, and solutions.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_jobs::{Events, JobEvent, Limits, Solve, Workbench};
use hueco_say::{Lang, Say};
use hueco_search::Cost;
use hueco_tiles::solve::Outcome;
use hueco_tiles::{Board, Direction, RandomBoards, Shape};

use super::coach::Found;
use super::day::Day;
use super::game::{Rules, Step};
use super::session::Why;
use crate::failure::{Failure, Result};
use crate::memory;

/// How long a search may take. Boards of up to sixteen cells are nearly always proven sooner; larger ones use it all, for the coach
/// and for a player who waits.
const SMALL_CELLS: usize = 16;
const SMALL: Duration = Duration::from_secs(20);
const COACH: Duration = Duration::from_millis(1500);
const ASKED: Duration = Duration::from_secs(8);

/// The blank moves to a neighbouring cell until the board is the goal.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    pub(super) goal: Board,
}

impl Rules for Tiles {
    type State = Board;
    type Action = Direction;

    fn apply(&mut self, board: &Board, direction: &Direction) -> Result<Option<(Board, Cost)>> {
        Ok(board.after(*direction).map(|board| (board, 1)))
    }

    fn is_goal(&mut self, board: &Board) -> Result<bool> {
        Ok(*board == self.goal)
    }
}

/// The moves of the blank by which the tile on `cell` slides, with those between it and the blank.
pub(super) fn toward(board: &Board, cell: usize) -> Vec<Direction> {
    let (shape, blank) = (board.shape(), board.blank());
    let (row, col) = (shape.row(cell), shape.col(cell));
    let (blank_row, blank_col) = (shape.row(blank), shape.col(blank));
    let direction = match (row.cmp(&blank_row), col.cmp(&blank_col)) {
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Direction::Left,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Direction::Right,
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Direction::Up,
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Direction::Down,
        _ => return Vec::new(),
    };
    vec![direction; shape.distance(cell, blank)]
}

/// Where a board came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Drawn with this seed.
    Seed(u64),
    /// The board of this day.
    Day(Day),
    /// Given on the command line.
    Given,
}

impl Origin {
    /// The seed of its board, where it was drawn.
    pub(super) fn seed(self) -> Option<u64> {
        match self {
            Self::Seed(seed) => Some(seed),
            Self::Day(day) => Some(day.seed()),
            Self::Given => None,
        }
    }
}

/// The board of a seed: the first that is not solved already.
pub(super) fn draw(goal: &Board, seed: u64) -> Board {
    RandomBoards::new(goal, seed).find(|board| board != goal).unwrap_or_else(|| goal.clone())
}

/// A seed that nobody chose, short enough to be typed.
pub(super) fn any_seed() -> u64 {
    let mut bytes = [0; 8];
    // Without a source of random bits every new board would be the same one: the process makes a difference at least.
    if getrandom::fill(&mut bytes).is_err() {
        bytes[..4].copy_from_slice(&std::process::id().to_le_bytes());
    }
    u64::from_le_bytes(bytes) % 1_000_000
}

/// The size that `+` and `-` lead to; `None` where there is no larger or smaller one.
pub(super) fn resized(shape: Shape, larger: bool) -> Option<Shape> {
    let side = shape.rows().max(shape.cols());
    let side = if larger { side + 1 } else { side.saturating_sub(1).max(2) };
    Shape::new(side, side).ok().filter(|new| larger || new.cells() < shape.cells())
}

/// Solutions from a board, on the tables of a workbench.
pub(super) fn search(
    goal: Board,
    workbench: &Workbench,
    lang: Lang,
) -> impl FnMut(&Board, Why, &Arc<AtomicBool>) -> Result<Found<Board, Direction>> + use<'_> {
    move |board, why, cancel| {
        let small = board.shape().cells() <= SMALL_CELLS;
        let time = match why {
            _ if small => SMALL,
            Why::Coach => COACH,
            Why::Asked => ASKED,
        };
        let limits = Limits { time: Some(time), bytes: memory::default_limit(), ..Limits::default() };
        let request = Solve { limits, ..Solve::new(board.clone(), goal.clone()) };
        let solved = request.run(workbench, &mut Quiet(Arc::clone(cancel)));
        let answer = solved.map_err(|error| Failure::input(error.say(lang)))?.answer;
        Ok(match (answer.moves, answer.outcome) {
            (Some(moves), _) => Found::Solution { steps: steps(board, &moves), optimal: answer.optimal },
            (None, Outcome::Unsolvable) => Found::Unsolvable,
            (None, Outcome::Solved | Outcome::Stopped(_)) => Found::Late,
        })
    }
}

/// Moves with the boards that they lead to.
fn steps(board: &Board, moves: &[Direction]) -> Vec<Step<Board, Direction>> {
    let mut board = board.clone();
    let step = |&action: &Direction| {
        board = board.after(action)?;
        Some(Step { action, state: board.clone(), cost: 1 })
    };
    moves.iter().map_while(step).collect()
}

/// Shows nothing of a search, and can end it.
pub(super) struct Quiet(pub(super) Arc<AtomicBool>);

impl Events for Quiet {
    fn emit(&mut self, _: JobEvent<'_>) {}

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use hueco_tiles::parse_board;

    use super::*;

    fn board(text: &str) -> Board {
        parse_board(text, None).unwrap()
    }

    #[test]
    fn a_click_slides_every_tile_up_to_the_blank() {
        let board = board("1 2 3 / 4 5 6 / 7 8 0");
        assert_eq!(toward(&board, 6), [Direction::Left, Direction::Left]);
        assert_eq!(toward(&board, 2), [Direction::Up, Direction::Up]);
        assert_eq!(toward(&board, 8), []);
        assert_eq!(toward(&board, 0), []);
    }

    #[test]
    fn a_board_of_a_seed_is_never_solved_and_always_the_same() {
        let goal = Board::blank_last(Shape::new(2, 2).unwrap());
        for seed in 0..50 {
            assert_ne!(draw(&goal, seed), goal);
            assert_eq!(draw(&goal, seed), draw(&goal, seed));
        }
    }

    #[test]
    fn sizes_change_by_one() {
        let shape = |rows, cols| Shape::new(rows, cols).unwrap();
        assert_eq!(resized(shape(3, 3), true), Some(shape(4, 4)));
        assert_eq!(resized(shape(3, 4), false), Some(shape(3, 3)));
        assert_eq!(resized(shape(2, 2), false), None);
        assert_eq!(resized(shape(181, 181), true), None);
    }

    #[test]
    fn a_solution_leads_to_the_goal() {
        let start = board("1 2 3 / 4 5 6 / 0 7 8");
        let goal = Board::blank_last(start.shape());
        let workbench = Workbench::default();
        let mut search = search(goal.clone(), &workbench, Lang::En);
        let found = search(&start, Why::Coach, &Arc::default()).unwrap();
        let Found::Solution { steps, optimal: true } = found else { panic!("{found:?}") };
        assert_eq!(steps.len(), 2);
        assert_eq!(steps[1].state, goal);
    }
}
