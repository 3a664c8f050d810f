//! `auto`: the fastest path to an answer.
//!
//! * Up to 4x4, and any board of at most twelve cells: to a proven optimum. First with Manhattan distance alone, which
//!   needs no table. A 4x4 board that turns out hard gets additive pattern databases, built in a fraction of a second and
//!   kept for the next board; other shapes get walking distance and linear conflict, the larger of the two.
//! * Other boards answer at once, by construction, and improve until the time is up or the solution is as short as the
//!   proven bound: see [`crate::anytime`].
//!
//! A budget that ends early never leaves a board unanswered: what was constructed is the answer, marked as not proven.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hueco_search::{BestFirst, Cost, Ending, Heuristic, IdaStar, Limit, Max, Problem, Report, Solution, Stats};

use super::{Algorithm, Answer, Course, Outcome, Progress};
use crate::anytime::{self, Task};
use crate::board::Direction;
use crate::cells::{Cells, Nibbles};
use crate::construct::construct;
use crate::heuristic::{Inversion, LinearConflict, Manhattan, WalkingDistance};
use crate::kernel;
use crate::pattern::{Partition, PatternSearch, Tables};
use crate::problem::Tiles;

/// Boards of at most this many cells are solved to optimality whatever their shape.
const SURELY_QUICK: usize = 12;
/// A* with Manhattan distance solves these in microseconds.
const TINY: usize = 9;
/// Nodes that IDA* with Manhattan distance alone may take: a few milliseconds.
const TABLE_FREE_NODES: u64 = 2_000_000;
/// How long a board that is not solved to optimality may take where the plan does not say.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Whether `auto` solves boards of this many rows and columns to optimality.
pub(super) fn is_exact(tiles: &Tiles<Nibbles>) -> bool {
    let shape = tiles.frame().shape();
    (shape.rows() <= 4 && shape.cols() <= 4) || shape.cells() <= SURELY_QUICK
}

/// A bound on the moves from the start, told without a search.
pub(super) fn first_bound<C: Cells>(tiles: &Tiles<C>) -> Cost {
    fn bound<C: Cells, H: Heuristic<Tiles<C>>>(tiles: &Tiles<C>, heuristic: &H) -> Cost {
        let memo = heuristic.memo(tiles, &tiles.start());
        heuristic.estimate(&memo, Cost::MAX).unwrap_or(0)
    }
    let frame = tiles.frame();
    let conflict = bound(tiles, &LinearConflict::new(frame));
    let inversion = bound(tiles, &Inversion::new(frame));
    let walking = WalkingDistance::new(frame).map_or(0, |walking| bound(tiles, &walking));
    conflict.max(inversion).max(walking)
}

/// To a proven optimum, or to the plan's limits.
pub(super) fn exact(tiles: &Tiles<Nibbles>, course: &mut Course<'_>) -> Answer {
    let frame = tiles.frame();
    let manhattan = Manhattan::new(frame);
    if frame.shape().cells() <= TINY {
        let report = course.run(&mut BestFirst::a_star(tiles, &manhattan, course.plan.ties));
        return settle(report, Algorithm::Astar, "manhattan", 0, course);
    }
    // 1. With the tables that the board before has left.
    let square = (frame.shape().rows(), frame.shape().cols()) == (4, 4);
    if let Some(patterns) = square.then(|| recent_patterns(tiles)).flatten() {
        return with_patterns(tiles, &patterns, &Stats::default(), course);
    }
    // 2. Without a table, for a few milliseconds.
    let (first, stats) = table_free(tiles, &manhattan, course);
    if first.ending != Ending::Stopped(Limit::Nodes) || course.budget.nodes_left() == 0 {
        return settle(first, Algorithm::Idastar, "manhattan", 0, course);
    }
    // 3. With the stronger bounds.
    if let Some(patterns) = square.then(|| build_patterns(tiles, course)).flatten() {
        return with_patterns(tiles, &patterns, &stats, course);
    }
    let conflict = LinearConflict::new(frame);
    let Ok(walking) = WalkingDistance::new(frame) else {
        let report = course.run(&mut IdaStar::ida_star(tiles, &conflict));
        return settle(add(report, &stats), Algorithm::Idastar, "linear-conflict", conflict.bytes(), course);
    };
    let table_bytes = walking.bytes() + conflict.bytes();
    let report = course.run(&mut IdaStar::ida_star(tiles, &Max(walking, conflict)));
    settle(add(report, &stats), Algorithm::Idastar, "max(walking-distance,linear-conflict)", table_bytes, course)
}

/// The pattern databases built last, so that a batch of boards builds them once.
static RECENT: Mutex<Option<Arc<PatternSearch>>> = Mutex::new(None);

fn recent_patterns(tiles: &Tiles<Nibbles>) -> Option<Arc<PatternSearch>> {
    let recent = RECENT.lock().unwrap_or_else(PoisonError::into_inner);
    recent.as_ref().filter(|patterns| patterns.serves(tiles)).cloned()
}

/// Builds the tables of the shape's own partition, unless the plan's limits forbid it.
fn build_patterns(tiles: &Tiles<Nibbles>, course: &mut Course<'_>) -> Option<Arc<PatternSearch>> {
    let partition = Partition::auto(tiles.frame().shape(), tiles.frame().home()[0] as usize).ok()?;
    let threads = threads(course);
    let tables = Tables::build(&partition, threads, course.whole_budget(), &mut |_, _| ()).ok()?;
    let patterns = Arc::new(PatternSearch::new(&tables)?);
    *RECENT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&patterns));
    Some(patterns)
}

/// `auto` may use all cores: it promises lengths, not counts.
fn threads(course: &Course<'_>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    course.plan.threads.unwrap_or_else(cores).max(1)
}

fn with_patterns(tiles: &Tiles<Nibbles>, patterns: &PatternSearch, earlier: &Stats, course: &mut Course<'_>) -> Answer {
    let threads = threads(course);
    let report = patterns.ida_star(tiles, threads, course.whole_budget());
    settle(add(report, earlier), Algorithm::Idastar, "pattern", patterns.bytes() as usize, course)
}

/// IDA* with Manhattan distance, for at most [`TABLE_FREE_NODES`].
fn table_free(tiles: &Tiles<Nibbles>, manhattan: &Manhattan, course: &mut Course<'_>) -> (Report<Direction>, Stats) {
    let left = course.budget.nodes_left();
    let whole = std::mem::take(&mut course.budget);
    course.budget = whole.clone().max_nodes(left.min(TABLE_FREE_NODES));
    let report = if kernel::serves(tiles) {
        kernel::ida_star_4x4(tiles, course.whole_budget())
    } else {
        course.run(&mut IdaStar::ida_star(tiles, manhattan))
    };
    course.budget = whole.max_nodes(left - report.stats.generated.min(left));
    let stats = report.stats;
    (report, stats)
}

/// The counters of an earlier stage count too.
fn add(mut report: Report<Direction>, earlier: &Stats) -> Report<Direction> {
    report.stats = sum(&report.stats, earlier);
    report
}

fn sum(a: &Stats, b: &Stats) -> Stats {
    Stats {
        generated: a.generated + b.generated,
        expanded: a.expanded + b.expanded,
        examined: a.examined + b.examined,
        reopened: a.reopened + b.reopened,
        evaluated: a.evaluated + b.evaluated,
        peak_bytes: a.peak_bytes.max(b.peak_bytes),
    }
}

/// An answer from a report; where a limit left no solution, from a construction.
fn settle(
    mut report: Report<Direction>,
    algorithm: Algorithm,
    heuristic: &str,
    table_bytes: usize,
    course: &Course<'_>,
) -> Answer {
    let ending = report.ending;
    if report.solution.is_none() && ending != Ending::Unsolvable {
        report.solution = constructed(course);
    }
    let mut answer = Answer::of(report, algorithm, Some(heuristic.to_owned()), table_bytes as u64);
    if let (Ending::Stopped(limit), true) = (ending, answer.moves.is_some()) {
        answer.outcome = unproven(limit, course);
    }
    answer
}

/// What a solution without a proof is: an answer, unless the proof was insisted on or somebody interrupted.
fn unproven(limit: Limit, course: &Course<'_>) -> Outcome {
    if course.plan.optimal || limit == Limit::Interrupt { Outcome::Stopped(limit) } else { Outcome::Solved }
}

fn constructed(course: &Course<'_>) -> Option<Solution<Direction>> {
    let actions = construct(&course.plan.board, &course.plan.goal).ok()?;
    Some(Solution { cost: actions.len() as Cost, actions })
}

/// An answer at once, then better ones until the limits: see [`crate::anytime`].
pub(super) fn anytime<C: Cells>(tiles: &Tiles<C>, course: &mut Course<'_>) -> Answer {
    let plan = course.plan;
    // With a limit on nodes the clock decides nothing unless a time was asked for.
    let time = plan.timeout.or_else(|| plan.max_nodes.is_none().then_some(DEFAULT_TIME));
    course.deadline = time.and_then(|time| course.started.checked_add(time));
    let task = Task {
        board: &plan.board,
        goal: &plan.goal,
        threads: threads(course),
        budget: course.whole_budget().clone(),
        max_nodes: plan.max_nodes,
        fast: plan.fast,
    };
    let (started, progress) = (course.started, &mut *course.progress);
    let mut tell = |best, lower_bound, stats: &Stats| {
        progress(&Progress { elapsed: started.elapsed(), generated: stats.generated, best, lower_bound });
    };
    let standing = anytime::solve(&task, first_bound(tiles), &mut tell);
    let (optimal, lower_bound, stats) = (standing.is_optimal(), standing.lower_bound, standing.stats);
    let limit = standing.limit.unwrap_or(Limit::Width);
    let (moves, algorithm) = standing.best.map_or((None, Algorithm::Auto.name()), |(moves, by)| (Some(moves), by));
    Answer {
        outcome: match moves {
            Some(_) if optimal => Outcome::Solved,
            Some(_) => unproven(limit, course),
            None => Outcome::Stopped(limit),
        },
        optimal,
        heuristic: (algorithm == "beam").then(|| "convex".to_owned()),
        moves,
        lower_bound,
        algorithm,
        within: None,
        stats,
        table_bytes: 0,
        time: Duration::ZERO,
    }
}
