//! What a check of a heuristic found, as a program reads it and as figures of a picture.

use std::time::Duration;

use hueco_search::{Limit, Quality};
use hueco_tiles::check::Check;
use serde::Serialize;

use crate::answer::{MovesOf, VERSION, microseconds};
#[cfg(not(target_arch = "wasm32"))]
use crate::chart::Accuracy;

/// The object of `check --format json`.
#[derive(Serialize)]
pub struct Checked<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    goal: &'a [u16],
    heuristic: &'a str,
    claim: &'static str,
    stopped_by: Option<&'static str>,
    states: u64,
    radius: u32,
    admissible: Option<bool>,
    consistent: Option<bool>,
    overestimated: u64,
    exact: u64,
    mean_distance: f64,
    mean_estimate: f64,
    mean_error: f64,
    largest_underestimate: u32,
    largest_overestimate: u32,
    moves: u64,
    inconsistent_moves: u64,
    counterexample: Option<Counterexample<'a>>,
    inconsistency: Option<Drop<'a>>,
    /// Pairs: distance less estimate, states.
    errors: Vec<(i64, u64)>,
    levels: Vec<LevelObject<'a>>,
    peak_bytes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Counterexample<'a> {
    board: &'a [u16],
    distance: u32,
    estimate: u32,
    moves: Option<String>,
    moves_of: &'static str,
}

#[derive(Serialize)]
struct Drop<'a> {
    board: &'a [u16],
    distance: u32,
    estimate: u32,
    #[serde(rename = "move")]
    letter: String,
    moves_of: &'static str,
    after: &'a [u16],
    estimate_after: u32,
}

#[derive(Serialize)]
struct LevelObject<'a> {
    distance: usize,
    states: u64,
    /// Pairs: estimate, states.
    estimates: &'a [(u32, u64)],
}

/// Six decimals: what a mean over millions of boards can show.
fn rounded(mean: f64) -> f64 {
    microseconds(mean)
}

impl<'a> Checked<'a> {
    /// What a check found, and the time it took.
    pub fn new(found: &'a Check, moves_of: MovesOf, time: Duration) -> Self {
        let shape = found.goal.shape();
        Self {
            version: VERSION,
            rows: shape.rows(),
            cols: shape.cols(),
            goal: found.goal.tiles(),
            heuristic: &found.heuristic,
            claim: match found.claim {
                Quality::Consistent => "consistent",
                Quality::Admissible => "admissible",
                Quality::Inadmissible => "none",
            },
            stopped_by: found.stopped.map(Limit::name),
            states: found.states(),
            radius: found.radius(),
            admissible: found.admissible(),
            consistent: found.consistent(),
            overestimated: found.overestimates(),
            exact: found.exact(),
            mean_distance: rounded(found.mean_distance()),
            mean_estimate: rounded(found.mean_estimate()),
            mean_error: rounded(found.mean_error()),
            largest_underestimate: found.largest_underestimate(),
            largest_overestimate: found.largest_overestimate(),
            moves: found.moves,
            inconsistent_moves: found.broken_moves,
            counterexample: found.overestimate.as_ref().map(|over| Counterexample {
                board: over.board.tiles(),
                distance: over.distance,
                estimate: over.estimate,
                moves: over.solution.as_ref().map(|moves| moves_of.letters(moves)),
                moves_of: moves_of.name(),
            }),
            inconsistency: found.inconsistency.as_ref().map(|drop| Drop {
                board: drop.board.tiles(),
                distance: drop.distance,
                estimate: drop.estimate,
                letter: moves_of.letters(&[drop.direction]),
                moves_of: moves_of.name(),
                after: drop.after.tiles(),
                estimate_after: drop.estimate_after,
            }),
            errors: found.errors(),
            levels: (0..)
                .zip(&found.levels)
                .map(|(distance, estimates)| LevelObject {
                    distance,
                    states: estimates.iter().map(|(_, states)| states).sum(),
                    estimates,
                })
                .collect(),
            peak_bytes: found.bytes,
            seconds: microseconds(time.as_secs_f64()),
        }
    }
}

/// The figures of the picture.
#[cfg(not(target_arch = "wasm32"))]
pub fn figures(found: &Check) -> Accuracy {
    let level = |estimates: &Vec<(u32, u64)>| {
        let states: u64 = estimates.iter().map(|(_, states)| states).sum();
        let sum: f64 = estimates.iter().map(|&(estimate, states)| f64::from(estimate) * states as f64).sum();
        let ends =
            [estimates.first(), estimates.last()].map(|end| end.map_or(0.0, |(estimate, _)| f64::from(*estimate)));
        (ends[0], sum / states.max(1) as f64, ends[1])
    };
    Accuracy { errors: found.errors(), estimates: found.levels.iter().map(level).collect() }
}
