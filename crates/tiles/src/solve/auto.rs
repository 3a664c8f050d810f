//! `auto` on boards of more than sixteen cells (smaller ones: `exact.rs`): they answer at once, by construction, and
//! improve: beam searches of growing width until the time is up or the solution is as short as the proven bound.
//!
//! A budget that ends early never leaves a board unanswered: what was constructed is the answer, marked as not proven.

use std::time::{Duration, Instant};

use hueco_search::{Beam, Cost, Ending, Heuristic, IdaStar, Limit, Problem, Report, Solution, Stats};

use super::{Algorithm, Answer, Course, Outcome};
use crate::board::Direction;
use crate::cells::{Cells, Nibbles};
use crate::construct::construct;
use crate::heuristic::{Convex, Inversion, LinearConflict, WalkingDistance};
use crate::problem::Tiles;

/// How long a board that is not solved to optimality may take where the plan does not say.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(10);
/// The widths of the beams. After the third, IDA* may try boards of at most 16 cells.
const WIDTHS: [usize; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];
const BEAMS_BEFORE_IDA: usize = 3;
/// A beam remembers the states of every layer: beyond this many cells it would need gigabytes.
const LARGEST_FOR_BEAM: usize = 100;

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

pub(super) fn sum(a: &Stats, b: &Stats) -> Stats {
    Stats {
        generated: a.generated + b.generated,
        expanded: a.expanded + b.expanded,
        examined: a.examined + b.examined,
        reopened: a.reopened + b.reopened,
        evaluated: a.evaluated + b.evaluated,
        peak_bytes: a.peak_bytes.max(b.peak_bytes),
    }
}

/// What a solution without a proof is: an answer, unless the proof was insisted on or somebody interrupted.
pub(super) fn unproven(limit: Limit, course: &Course<'_>) -> Outcome {
    if course.plan.optimal || limit == Limit::Interrupt { Outcome::Stopped(limit) } else { Outcome::Solved }
}

pub(super) fn constructed(course: &Course<'_>) -> Option<Solution<Direction>> {
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
