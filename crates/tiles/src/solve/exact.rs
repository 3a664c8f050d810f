//! Boards of at most sixteen cells: to a proven optimum, by the least work that is enough.
//!
//! * Up to nine cells a complete distance table is built in milliseconds, and a solution is a walk downhill.
//! * Larger boards are first tried with Manhattan distance alone, which needs no table, for a few milliseconds. One that
//!   turns out hard gets additive pattern databases, small ones first (`ladder.rs`).
//!
//! A budget that ends early never leaves a board unanswered: what the anytime part finds in the time left, or at least
//! what is constructed, is the answer, marked as not proven.

use hueco_search::{BestFirst, Cost, Ending, IdaStar, Limit, Max, Problem, Report, Solution, Stats};

use super::auto::{self, constructed, unproven};
use super::ladder::Ladder;
use super::{Algorithm, Answer, Method, Run};
use crate::IS_SMALL;
use crate::board::Direction;
use crate::cells::Nibbles;
use crate::heuristic::{AnyHeuristic, HeuristicSpec, LinearConflict, Manhattan, Named};
use crate::kernel;
use crate::problem::Tiles;

/// Boards of at most this many cells have a complete table.
const TINY: usize = 9;
/// Boards of at most this many cells, and 4x4, are always solved soon.
const SURELY_QUICK: usize = 12;
/// Nodes that IDA* with Manhattan distance alone may take: about as long as the smallest databases take to build.
const TABLE_FREE_NODES: u64 = 1_000_000;

/// To a proven optimum, or to the plan's limits.
pub(super) fn exact(tiles: &Tiles<Nibbles>, run: &mut Run<'_>) -> Answer {
    let shape = tiles.frame().shape();
    let quick = shape.cells() <= SURELY_QUICK || (shape.rows(), shape.cols()) == (4, 4);
    // A limit on nodes asks how far the proof comes with them.
    if quick || run.plan.optimal || run.plan.max_nodes.is_some() {
        return solved(tiles, run);
    }
    // Half of the time for the proof; if that is not enough, the other half for a good answer.
    let whole = run.plan.timeout.unwrap_or(auto::DEFAULT_TIME);
    run.deadline = run.started.checked_add(whole / 2);
    let answer = solved(tiles, run);
    if answer.optimal || answer.outcome != super::Outcome::Solved {
        return answer;
    }
    run.deadline = run.started.checked_add(whole);
    let better = auto::anytime(tiles, run);
    let shorter = better.length() < answer.length();
    let lower_bound = answer.lower_bound.max(better.lower_bound);
    let stats = answer.stats + better.stats;
    let best = if shorter { better } else { answer };
    let optimal = best.length() == Some(lower_bound as usize);
    Answer { optimal, lower_bound, stats, ..best }
}

fn solved(tiles: &Tiles<Nibbles>, run: &mut Run<'_>) -> Answer {
    let frame = tiles.frame();
    let manhattan = Manhattan::new(frame);
    if frame.shape().cells() <= TINY {
        // Who limits nodes wants a search that counts them.
        if run.plan.max_nodes.is_none()
            && let Some(answer) = by_table(tiles, run)
        {
            return answer;
        }
        let report = run.search(&mut BestFirst::a_star(tiles, &manhattan, run.plan.ties));
        let used = HeuristicSpec::from(Named::Manhattan).into();
        return settle(report, Method::search(Algorithm::Astar, Some(used)), 0, run);
    }
    // 1. Without a table, for a few milliseconds, unless other boards share the cost of databases.
    let mut earlier = Stats::default();
    if run.plan.batch.others == 0 {
        let first = within(TABLE_FREE_NODES, run, |run| {
            if kernel::serves(tiles) {
                kernel::ida_star_4x4(tiles, run.whole_budget())
            } else {
                run.search(&mut IdaStar::ida_star(tiles, &manhattan))
            }
        });
        if first.ending != Ending::Stopped(Limit::Nodes) || run.budget.nodes_left() == 0 {
            return settle(first, Method::ida_star(HeuristicSpec::from(Named::Manhattan)), 0, run);
        }
        earlier = first.stats;
    }
    // 2. With databases, from small to large.
    let threads = run.threads();
    let mut ladder = Ladder::new(tiles, run);
    while let Some(rung) = ladder.rung(run) {
        let Some(search) = &rung.patterns.search else { break };
        let report = within(rung.allowance, run, |run| search.ida_star(tiles, threads, run.whole_budget()));
        let more = report.ending == Ending::Stopped(Limit::Nodes) && run.budget.nodes_left() > 0;
        ladder.pay(report.stats.generated);
        earlier += report.stats;
        if !more {
            let report = Report { stats: earlier, ..report };
            return settle(report, Method::ida_star(HeuristicSpec::Pattern(None)), rung.patterns.bytes(), run);
        }
    }
    // 3. Where memory does not allow them.
    let (report, spec, bytes) = without_databases(tiles, run);
    settle(add(report, earlier), Method::ida_star(spec), bytes, run)
}

/// IDA* with the strongest bounds that need no database, which they are, and the bytes of their tables.
fn without_databases(tiles: &Tiles<Nibbles>, run: &mut Run<'_>) -> (Report<Direction>, HeuristicSpec, u64) {
    let frame = tiles.frame();
    if IS_SMALL && let Ok(mixed) = run.mixed() {
        let (spec, heuristic) = AnyHeuristic::strongest(frame, run.workbench);
        let bytes = heuristic.table_bytes() as u64;
        return (run.search(&mut IdaStar::ida_star(&mixed, &heuristic)), spec, bytes);
    }
    let conflict = LinearConflict::new(frame);
    let Ok(walking) = run.workbench.walking(frame, frame.home()) else {
        let report = run.search(&mut IdaStar::ida_star(tiles, &conflict));
        return (report, Named::LinearConflict.into(), conflict.bytes() as u64);
    };
    let bytes = (walking.bytes() + conflict.bytes()) as u64;
    let report = run.search(&mut IdaStar::ida_star(tiles, &Max(walking, conflict)));
    (report, HeuristicSpec::walking_and_conflict(), bytes)
}

/// Downhill in the complete table; `None` where the limits do not allow it.
fn by_table(tiles: &Tiles<Nibbles>, run: &mut Run<'_>) -> Option<Answer> {
    let table = run.distances(tiles.frame()).ok()?;
    let actions = table.solve(&tiles.start())?;
    let cost = actions.len() as Cost;
    // The boards on the path are all that is looked at from here.
    let on_path = u64::from(cost) + 1;
    let stats = Stats { generated: on_path, expanded: u64::from(cost), examined: on_path, ..Stats::default() };
    let report =
        Report { ending: Ending::Solved, solution: Some(Solution { actions, cost }), lower_bound: cost, stats };
    Some(settle(report, Method::Table, table.bytes(), run))
}

/// A search with at most this many nodes, which also count against the plan's own limit.
fn within(nodes: u64, run: &mut Run<'_>, search: impl FnOnce(&mut Run<'_>) -> Report<Direction>) -> Report<Direction> {
    let left = run.budget.nodes_left();
    let whole = std::mem::take(&mut run.budget);
    run.budget = whole.clone().max_nodes(left.min(nodes));
    let report = search(run);
    run.budget = whole.max_nodes(left - report.stats.generated.min(left));
    report
}

/// The counters of an earlier stage count too.
fn add(report: Report<Direction>, earlier: Stats) -> Report<Direction> {
    Report { stats: report.stats + earlier, ..report }
}

/// An answer from a report; where a limit left no solution, from a construction.
fn settle(mut report: Report<Direction>, mut method: Method, table_bytes: u64, run: &Run<'_>) -> Answer {
    let ending = report.ending;
    if report.solution.is_none()
        && ending != Ending::Unsolvable
        && let Some(solution) = constructed(run)
    {
        report.solution = Some(solution);
        method = Method::Construction;
    }
    let mut answer = Answer::of(report, method, table_bytes);
    if let (Ending::Stopped(limit), true) = (ending, answer.moves.is_some()) {
        answer.outcome = unproven(limit, run);
    }
    answer
}
