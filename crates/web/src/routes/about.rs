//! What this server can do and how much it allows.

use std::sync::Arc;

use axum::extract::State;
use hueco_search::Quality;
use hueco_show::answer::VERSION;
use hueco_sums::Method;
use hueco_tiles::heuristic::{HEURISTICS, HeuristicSpec};
use hueco_tiles::solve::Algorithm;
use serde::Serialize;

use crate::request::{Answered, json, json_text};
use crate::routes::App;

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
    seconds: f64,
    quick_seconds: f64,
    nodes: u64,
    bytes: u64,
    jobs: usize,
    waiting: usize,
    body_bytes: usize,
    result_bytes: usize,
}

/// Whether a heuristic never overestimates.
fn admissible(name: &str) -> bool {
    name.parse::<HeuristicSpec>().is_ok_and(|spec| spec.quality() >= Quality::Admissible)
}

pub(super) async fn about(State(app): State<Arc<App>>) -> Answered {
    let limits = &app.limits;
    Ok(json(&About {
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
        problems: app.long.problems,
        limits: LimitsObject {
            cells: limits.cells,
            seconds: limits.time.as_secs_f64(),
            quick_seconds: limits.quick_time.as_secs_f64(),
            nodes: limits.nodes,
            bytes: limits.bytes,
            jobs: limits.workers,
            waiting: limits.queue,
            body_bytes: limits.body_bytes,
            result_bytes: limits.result_bytes,
        },
        courses: ["menu", "solver", "formal", "sums", "astar"],
    }))
}

/// The whole API, for programs that read such a document.
const OPENAPI: &str = include_str!("../openapi.json");

pub(super) async fn openapi() -> Answered {
    Ok(json_text(OPENAPI))
}
