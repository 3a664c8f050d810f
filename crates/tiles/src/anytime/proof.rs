//! Raising what is proved: IDA* with the strongest bounds that need no large table.
//!
//! On a random board of 25 cells and more it has no chance to finish, and a small part of the budget is all it gets: the
//! bound rises by a few moves. On a board near its goal it finishes, and the answer is known to be a shortest one.

use hueco_search::clock::Instant;
use hueco_search::{Budget, Ending, Heuristic, IdaStar, Limit, Max, Report, Search};

use super::run::{AnytimeRun, Finder};
use crate::board::Direction;
use crate::cells::Wide;
use crate::heuristic::{HeuristicSpec, LinearConflict, Named};
use crate::problem::{Order, Tiles};

/// The proof may use one part in this many of what is left: if the bound is far from the best solution, and if near.
const FAR: u32 = 32;
const NEAR: u32 = 3;
/// Moves between the bound and the best solution that a proof may close.
const NEAR_GAP: u32 = 10;

/// Boards of so few cells are mostly solved.
const FEW_CELLS: usize = 16;

/// Tries for a part of what is left.
pub(super) fn attempt(run: &mut AnytimeRun<'_>) {
    let task = run.task;
    let Ok(tiles) = Tiles::<Wide>::new(task.board, task.goal, Order::default()) else { return };
    let gap = run.length().map_or(u32::MAX, |length| length - run.lower_bound);
    let part = if gap <= NEAR_GAP || task.board.shape().cells() <= FEW_CELLS { NEAR } else { FAR };
    let mut budget = task.budget.clone();
    if let Some(time) = budget.time_left() {
        budget = budget.deadline(Instant::now() + time / part);
    }
    if task.max_nodes.is_some() {
        budget = budget.max_nodes(run.nodes_left() / u64::from(part));
    }
    let conflict = LinearConflict::new(tiles.frame());
    let (report, heuristic) = match task.workbench.walking(tiles.frame(), tiles.frame().home()) {
        Ok(walking) => (ida_star(&tiles, &Max(walking, conflict), &mut budget), HeuristicSpec::walking_and_conflict()),
        Err(_) => (ida_star(&tiles, &conflict, &mut budget), Named::LinearConflict.into()),
    };
    run.stats += report.stats;
    if report.ending == Ending::Stopped(Limit::Interrupt) {
        run.limit.get_or_insert(Limit::Interrupt);
    }
    if let Some(solution) = report.solution {
        run.offer(solution.actions, Finder::Proof(heuristic.clone()));
    }
    run.prove(report.lower_bound, heuristic);
}

fn ida_star<H: Heuristic<Tiles<Wide>>>(tiles: &Tiles<Wide>, heuristic: &H, budget: &mut Budget) -> Report<Direction> {
    IdaStar::ida_star(tiles, heuristic).run(&mut (), budget)
}
