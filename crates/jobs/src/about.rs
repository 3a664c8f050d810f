//! What can be asked for and how much of it, for a page that offers it.

use std::time::Duration;

use hueco_search::Quality;
use hueco_show::answer::{VERSION, one_line};
use hueco_sums::Method;
use hueco_tiles::heuristic::{HEURISTICS, HeuristicSpec};
use hueco_tiles::solve::Algorithm;
use serde::Serialize;

use crate::course::COURSES;
use crate::limits::Allowance;

/// Limits that are not those of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Time of a request that is answered at once.
    pub quick_time: Duration,
    /// Jobs that run at the same time.
    pub jobs: usize,
    /// Jobs that wait.
    pub waiting: usize,
    /// Bytes of a request.
    pub body_bytes: usize,
}

#[derive(Serialize)]
struct About {
    version: u32,
    name: &'static str,
    release: &'static str,
    algorithms: Vec<AlgorithmObject>,
    heuristics: Vec<HeuristicObject>,
    /// Methods for number puzzles.
    sums_methods: Vec<&'static str>,
    /// Whether problem files are run.
    problems: bool,
    limits: LimitsObject,
    courses: [&'static str; 5],
}

#[derive(Serialize)]
struct AlgorithmObject {
    name: &'static str,
    informed: bool,
    /// Whether it searches from both ends.
    predecessors: bool,
}

#[derive(Serialize)]
struct HeuristicObject {
    name: &'static str,
    admissible: bool,
}

#[derive(Serialize)]
struct LimitsObject {
    cells: usize,
    seconds: Option<f64>,
    quick_seconds: f64,
    nodes: Option<u64>,
    bytes: Option<u64>,
    jobs: usize,
    waiting: usize,
    body_bytes: usize,
    result_bytes: usize,
}

/// Whether a heuristic never overestimates.
fn admissible(name: &str) -> bool {
    name.parse::<HeuristicSpec>().is_ok_and(|spec| spec.quality() >= Quality::Admissible)
}

/// The answer to `about`, as JSON.
pub fn about(allowed: &Allowance, capacity: &Capacity) -> String {
    one_line(&About {
        version: VERSION,
        name: "hueco",
        release: env!("CARGO_PKG_VERSION"),
        algorithms: Algorithm::ALL
            .map(|(name, algorithm)| AlgorithmObject {
                name,
                informed: algorithm.uses_heuristic(),
                predecessors: algorithm.needs_predecessors(),
            })
            .into(),
        heuristics: HEURISTICS.map(|name| HeuristicObject { name, admissible: admissible(name) }).into(),
        sums_methods: Method::ALL.map(|(name, _)| name).into(),
        problems: allowed.problems,
        limits: LimitsObject {
            cells: allowed.cells,
            seconds: allowed.limits.time.map(|time| time.as_secs_f64()),
            quick_seconds: capacity.quick_time.as_secs_f64(),
            nodes: allowed.limits.nodes,
            bytes: allowed.limits.bytes,
            jobs: capacity.jobs,
            waiting: capacity.waiting,
            body_bytes: capacity.body_bytes,
            result_bytes: allowed.result_bytes,
        },
        courses: COURSES,
    })
}
