//! Raising what is proved: IDA* with the strongest bounds that need no large table.
//!
//! On a random board of 25 cells and more it has no chance to finish, and a small part of the budget is all it gets: the
//! bound rises by a few moves. On a board near its goal it finishes, and the answer is known to be a shortest one.

use std::time::Instant;

use hueco_search::{Budget, Ending, Heuristic, IdaStar, Limit, Max, Report, Search};

use super::standing::{Finder, Standing};
use crate::board::Direction;
use crate::cells::Wide;
use crate::heuristic::{HeuristicSpec, LinearConflict, Named};
use crate::problem::{Order, Tiles};

/// One part in so many of what is left, if the bound is far from the best solution; and if it is near.
const FAR: u32 = 32;
const NEAR: u32 = 3;
/// Moves between the bound and the best solution that a proof may close.
const NEAR_GAP: u32 = 10;

/// Boards of so few cells are mostly solved.
const FEW_CELLS: usize = 16;

/// Tries for a part of what is left.
pub(super) fn attempt(standing: &mut Standing<'_>) {
    let task = standing.task;
    let Ok(tiles) = Tiles::<Wide>::new(task.board, task.goal, Order::default()) else { return };
    let gap = standing.length().map_or(u32::MAX, |length| length - standing.lower_bound);
    let part = if gap <= NEAR_GAP || task.board.shape().cells() <= FEW_CELLS { NEAR } else { FAR };
    let mut budget = task.budget.clone();
    if let Some(time) = budget.time_left() {
        budget = budget.deadline(Instant::now() + time / part);
    }
    if task.max_nodes.is_some() {
        budget = budget.max_nodes(standing.nodes_left() / u64::from(part));
    }
    let conflict = LinearConflict::new(tiles.frame());
    let (report, heuristic) = match task.workbench.walking(tiles.frame(), tiles.frame().home()) {
        Ok(walking) => (run(&tiles, &Max(walking, conflict), &mut budget), HeuristicSpec::walking_and_conflict()),
        Err(_) => (run(&tiles, &conflict, &mut budget), Named::LinearConflict.into()),
    };
    standing.stats += report.stats;
    if report.ending == Ending::Stopped(Limit::Interrupt) {
        standing.limit.get_or_insert(Limit::Interrupt);
    }
    if let Some(solution) = report.solution {
        standing.offer(solution.actions, Finder::Proof(heuristic.clone()));
    }
    standing.prove(report.lower_bound, heuristic);
}

fn run<H: Heuristic<Tiles<Wide>>>(tiles: &Tiles<Wide>, heuristic: &H, budget: &mut Budget) -> Report<Direction> {
    IdaStar::ida_star(tiles, heuristic).run(&mut (), budget)
}
