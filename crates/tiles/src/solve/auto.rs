//! `auto` on boards of more than sixteen cells (smaller ones: `exact.rs`): they answer at once, by construction, and
//! improve until the time is up or the solution is as short as the proven bound: see [`crate::anytime`].
//!
//! A budget that ends early never leaves a board unanswered: what was constructed is the answer, marked as not proven.

use std::sync::Arc;
use std::time::Duration;

use hueco_search::{Cost, Heuristic, Limit, Problem, Solution, Stats};

use super::{Answer, Method, Outcome, Progress, Run};
use crate::anytime::{self, Task};
use crate::board::Direction;
use crate::cells::Cells;
use crate::construct::construct;
use crate::heuristic::{Inversion, LinearConflict};
use crate::problem::Tiles;
use crate::workbench::Workbench;

/// How long a board that is not solved to optimality may take where the plan does not say.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// A bound on the moves from the start, without a search.
pub(super) fn first_bound<C: Cells>(tiles: &Tiles<C>, workbench: &Workbench) -> Cost {
    fn bound<C: Cells, H: Heuristic<Tiles<C>>>(tiles: &Tiles<C>, heuristic: &H) -> Cost {
        let memo = heuristic.memo(tiles, &tiles.start());
        heuristic.estimate(&memo, Cost::MAX).unwrap_or(0)
    }
    let frame = tiles.frame();
    let conflict = bound(tiles, &LinearConflict::new(frame));
    let inversion = bound(tiles, &Inversion::new(frame));
    let walking = workbench.walking(frame, frame.home()).map_or(0, |walking| bound(tiles, &walking));
    conflict.max(inversion).max(walking)
}

/// What a solution without a proof is: an answer, unless the proof was insisted on or somebody interrupted.
pub(super) fn unproven(limit: Limit, run: &Run<'_>) -> Outcome {
    if run.plan.optimal || limit == Limit::Interrupt { Outcome::Stopped(limit) } else { Outcome::Solved }
}

pub(super) fn constructed(run: &Run<'_>) -> Option<Solution<Direction>> {
    let actions = construct(&run.plan.board, &run.plan.goal).ok()?;
    Some(Solution { cost: actions.len() as Cost, actions })
}

/// An answer at once, then better ones until the limits: see [`crate::anytime`].
pub(super) fn anytime<C: Cells>(tiles: &Tiles<C>, run: &mut Run<'_>) -> Answer {
    let plan = run.plan;
    // With a limit on nodes the clock decides nothing unless a time was asked for.
    let time = plan.timeout.or_else(|| plan.max_nodes.is_none().then_some(DEFAULT_TIME));
    run.deadline = time.and_then(|time| run.started.checked_add(time));
    let task = Task {
        board: &plan.board,
        goal: &plan.goal,
        threads: run.threads(),
        budget: run.whole_budget().clone(),
        max_nodes: plan.max_nodes,
        fast: plan.fast,
        workbench: run.workbench,
    };
    let (started, progress) = (run.started, &mut *run.progress);
    // Copied once for each better solution, not for each report.
    let mut shared: Option<Arc<[Direction]>> = None;
    let mut report = |best: Option<&[Direction]>, lower_bound, stats: &Stats| {
        if best.map(<[_]>::len) != shared.as_deref().map(<[_]>::len) {
            shared = best.map(Arc::from);
        }
        progress(&Progress {
            elapsed: started.elapsed(),
            generated: stats.generated,
            best: best.map(|moves| moves.len() as Cost),
            moves: shared.clone(),
            lower_bound,
            building: None,
            round: None,
        });
    };
    let improved = anytime::solve(&task, first_bound(tiles, run.workbench), &mut report);
    let (optimal, lower_bound, stats) = (improved.is_optimal(), improved.lower_bound, improved.stats);
    let limit = improved.limit.unwrap_or(Limit::Width);
    // Without a solution even the construction was stopped.
    let (moves, method) = match improved.best {
        Some((moves, finder)) => (Some(moves), finder.into()),
        None => (None, Method::Construction),
    };
    Answer {
        outcome: match moves {
            Some(_) if optimal => Outcome::Solved,
            Some(_) => unproven(limit, run),
            None => Outcome::Stopped(limit),
        },
        optimal,
        moves,
        slides: None,
        every: None,
        lower_bound,
        method,
        within: None,
        stats,
        table_bytes: 0,
        time: Duration::ZERO,
        notices: Vec::new(),
    }
}
