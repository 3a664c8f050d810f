//! `auto`: the fastest path to an answer.
//!
//! * Up to 4x4, and any board of at most twelve cells: to a proven optimum. First with Manhattan distance alone, which
//!   needs no table. A 4x4 board that turns out hard gets additive pattern databases, built in a fraction of a second and
//!   kept for the next board; other shapes get walking distance and linear conflict, the larger of the two.
//! * Other boards answer at once, by construction, and improve: beam searches of growing width (and IDA*, where it has a
//!   chance) until the time is up or the solution is as short as the proven bound.
//!
//! A budget that ends early never leaves a board unanswered: what was constructed is the answer, marked as not proven.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hueco_search::{Beam, BestFirst, Cost, Ending, Heuristic, IdaStar, Limit, Max, Problem, Report, Solution, Stats};

use super::{Algorithm, Answer, Course, Outcome};
use crate::board::Direction;
use crate::cells::{Cells, Nibbles};
use crate::construct::construct;
use crate::heuristic::{Convex, Inversion, LinearConflict, Manhattan, WalkingDistance};
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
/// The widths of the beams. After the third, IDA* may try boards of at most 16 cells.
const WIDTHS: [usize; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];
const BEAMS_BEFORE_IDA: usize = 3;
/// A beam remembers the states of every layer: beyond this many cells it would need gigabytes.
const LARGEST_FOR_BEAM: usize = 100;

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

/// The best answer so far of an anytime run.
struct Best {
    report: Report<Direction>,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
}

impl Best {
    /// Takes a stage's report in: its counters, its bound, and its solution if it is shorter.
    fn include(&mut self, stage: Report<Direction>, algorithm: Algorithm, heuristic: &'static str) {
        self.report.stats = sum(&self.report.stats, &stage.stats);
        self.report.lower_bound = self.report.lower_bound.max(stage.lower_bound);
        let shorter = match (stage.cost(), self.report.cost()) {
            (Some(new), Some(old)) => new < old,
            (new, _) => new.is_some(),
        };
        // A proof counts even if the solution was known.
        if shorter || (stage.is_optimal() && stage.cost() == self.report.cost()) {
            self.report.solution = stage.solution;
            self.algorithm = algorithm.name();
            self.heuristic = Some(heuristic);
        }
    }
}

/// An answer at once, then better ones until the limits.
pub(super) fn anytime<C: Cells>(tiles: &Tiles<C>, course: &mut Course<'_>) -> Answer {
    let deadline = course.started + course.plan.timeout.unwrap_or(DEFAULT_TIME);
    course.deadline = Some(deadline);
    // 1. A first answer, and what can be proved of any.
    let report = Report {
        ending: Ending::Stopped(Limit::Width),
        solution: constructed(course),
        lower_bound: first_bound(tiles),
        stats: Stats::default(),
    };
    let mut best = Best { report, algorithm: "construction", heuristic: None };
    // 2. Better ones.
    let cells = tiles.frame().shape().cells();
    let mut limit = Limit::Width;
    if cells <= LARGEST_FOR_BEAM {
        let convex = Convex::new(tiles.frame());
        let stages = if course.plan.fast { 1 } else { WIDTHS.len() };
        for (stage, width) in WIDTHS.into_iter().take(stages).enumerate() {
            course.best = best.report.cost();
            course.tell(&best.report);
            if best.report.is_optimal() || Instant::now() >= deadline {
                limit = Limit::Time;
                break;
            }
            let ending;
            if stage == BEAMS_BEFORE_IDA && cells <= Nibbles::CELLS {
                let conflict = LinearConflict::new(tiles.frame());
                let proof = course.run(&mut IdaStar::ida_star(tiles, &conflict));
                ending = proof.ending;
                best.include(proof, Algorithm::Idastar, "linear-conflict");
            } else {
                let beam = course.run(&mut Beam::new(tiles, &convex, width));
                ending = beam.ending;
                best.include(beam, Algorithm::Beam, "convex");
            }
            if let Ending::Stopped(by @ (Limit::Nodes | Limit::Time | Limit::Memory | Limit::Interrupt)) = ending {
                limit = by;
                break;
            }
        }
    }
    // 3. The best of them.
    let optimal = best.report.is_optimal();
    let heuristic = best.heuristic.map(str::to_owned);
    let mut answer = Answer::of(best.report, Algorithm::Auto, heuristic, 0);
    answer.algorithm = best.algorithm;
    answer.outcome = match answer.moves {
        Some(_) if optimal => Outcome::Solved,
        Some(_) => unproven(limit, course),
        None => Outcome::Stopped(limit),
    };
    answer
}
