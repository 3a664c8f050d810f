//! Raising what is proved: IDA* with the strongest bounds that need no large table.
//!
//! On a random board of 25 cells and more it has no chance to finish, and a small part of the budget is all it gets: the
//! bound rises by a few moves. On a board near its goal it finishes, and the answer is known to be a shortest one.

use hueco_search::clock::Instant;
use hueco_search::{Budget, Ending, Heuristic, IdaStar, Limit, Max, Report, Search};

use super::Task;
use super::run::{AnytimeRun, Finder};
use crate::IS_SMALL;
use crate::board::Direction;
use crate::cells::{Cells, Wide};
use crate::heuristic::{AnyHeuristic, HeuristicSpec, LinearConflict, Named};
use crate::mixed::Mixed;
use crate::problem::{Order, ShapeMismatch, Tiles};

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
    let gap = run.length().map_or(u32::MAX, |length| length - run.lower_bound);
    let part = if gap <= NEAR_GAP || task.board.shape().cells() <= FEW_CELLS { NEAR } else { FAR };
    let mut budget = task.budget.clone();
    if let Some(time) = budget.time_left() {
        budget = budget.deadline(Instant::now() + time / part);
    }
    if task.max_nodes.is_some() {
        budget = budget.max_nodes(run.nodes_left() / u64::from(part));
    }
    let Ok((report, heuristic)) = search(task, &mut budget) else { return };
    run.stats += report.stats;
    if report.ending == Ending::Stopped(Limit::Interrupt) {
        run.limit.get_or_insert(Limit::Interrupt);
    }
    if let Some(solution) = report.solution {
        run.offer(solution.actions, Finder::Proof(heuristic.clone()));
    }
    run.prove(report.lower_bound, heuristic);
}

fn search(task: &Task<'_>, budget: &mut Budget) -> Result<(Report<Direction>, HeuristicSpec), ShapeMismatch> {
    let Task { board, goal, workbench, .. } = *task;
    if IS_SMALL {
        let tiles = Tiles::<Mixed>::new(board, goal, Order::default())?;
        let (spec, heuristic) = AnyHeuristic::strongest(tiles.frame(), workbench);
        return Ok((ida_star(&tiles, &heuristic, budget), spec));
    }
    let tiles = Tiles::<Wide>::new(board, goal, Order::default())?;
    let frame = tiles.frame();
    let conflict = LinearConflict::new(frame);
    Ok(match workbench.walking(frame, frame.home()) {
        Ok(walking) => (ida_star(&tiles, &Max(walking, conflict), budget), HeuristicSpec::walking_and_conflict()),
        Err(_) => (ida_star(&tiles, &conflict, budget), Named::LinearConflict.into()),
    })
}

/// IDA*, observed by nobody.
fn ida_star<C: Cells, H: Heuristic<Tiles<C>>>(
    tiles: &Tiles<C>,
    heuristic: &H,
    budget: &mut Budget,
) -> Report<Direction> {
    IdaStar::ida_star(tiles, heuristic).run(&mut (), budget)
}
