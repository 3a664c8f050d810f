//! One run, and one method over all its runs, as programs read them. The order of the keys is part of the contract.

use hueco_search::{Limit, Stats};
use hueco_tiles::Board;
use hueco_tiles::solve::Answer;
use serde::Serialize;

use super::{Limits, Method, Run, Times, Total};
use crate::answer::{VERSION, microseconds, outcome_name, stopped_by};

/// One run: a line of `compare --format json`.
#[derive(Serialize)]
pub struct RunRow<'a> {
    /// The version of the format.
    pub version: u32,
    /// `run`.
    pub kind: &'static str,
    /// The board's number, from 1.
    pub number: usize,
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub cols: usize,
    /// Its numbers.
    pub board: &'a [u16],
    /// The method as it was asked for.
    pub method: String,
    /// The algorithm that was used.
    pub algorithm: &'static str,
    /// The heuristic that was used.
    pub heuristic: Option<String>,
    /// How it ended.
    pub outcome: &'static str,
    /// Whether the solution is proved to be a shortest one.
    pub optimal: bool,
    /// The solution's length.
    pub length: Option<u32>,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// The limit that stopped it.
    pub stopped_by: Option<&'static str>,
    /// Counters.
    #[serde(flatten)]
    pub stats: Stats,
    /// Bytes of tables.
    pub table_bytes: u64,
    /// The effective branching factor.
    pub branching: Option<f64>,
    /// Time; of several equal runs, the median.
    pub seconds: f64,
    /// The times of several equal runs, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<TimesRow>,
}

/// The times of a run that was made several times.
#[derive(Serialize)]
pub struct TimesRow {
    runs: usize,
    least: f64,
    most: f64,
}

impl From<Times> for TimesRow {
    fn from(Times { runs, least, most, .. }: Times) -> Self {
        Self { runs, least: microseconds(least.as_secs_f64()), most: microseconds(most.as_secs_f64()) }
    }
}

impl<'a> RunRow<'a> {
    /// A run of a method on a board.
    pub fn new(board: &'a Board, method: &Method, answer: &'a Answer, run: &Run) -> Self {
        let shape = board.shape();
        Self {
            version: VERSION,
            kind: "run",
            number: run.board + 1,
            rows: shape.rows(),
            cols: shape.cols(),
            board: board.tiles(),
            method: method.name(),
            algorithm: answer.method.algorithm(),
            heuristic: answer.method.heuristic(),
            outcome: outcome_name(answer.outcome),
            optimal: answer.optimal,
            length: run.length,
            lower_bound: answer.lower_bound,
            stopped_by: stopped_by(answer.outcome),
            stats: answer.stats,
            table_bytes: answer.table_bytes,
            branching: run.branching().map(microseconds),
            seconds: microseconds(run.time.as_secs_f64()),
            spread: run.spread.map(TimesRow::from),
        }
    }
}

/// One method over all its runs: a line of `compare --format json`.
#[derive(Serialize)]
pub struct TotalRow<'a> {
    version: u32,
    kind: &'static str,
    method: &'a str,
    runs: usize,
    solved: usize,
    unsolvable: usize,
    optimal: usize,
    stopped: Stopped,
    mean_length: Option<f64>,
    mean_generated: Option<f64>,
    mean_branching: Option<f64>,
    generated: u64,
    expanded: u64,
    peak_bytes: u64,
    seconds: f64,
    max_nodes: u64,
    max_bytes: u64,
    timeout: Option<f64>,
}

impl<'a> TotalRow<'a> {
    /// What a method came to under these limits.
    pub fn new(method: &'a str, total: &Total, limits: Limits) -> Self {
        Self {
            version: VERSION,
            kind: "total",
            method,
            runs: total.runs,
            solved: total.solved,
            unsolvable: total.unsolvable,
            optimal: total.optimal,
            stopped: Stopped::of(total),
            mean_length: total.mean_length.map(microseconds),
            mean_generated: total.mean_generated.map(microseconds),
            mean_branching: total.mean_branching.map(microseconds),
            generated: total.generated,
            expanded: total.expanded,
            peak_bytes: total.bytes,
            seconds: microseconds(total.time.as_secs_f64()),
            max_nodes: limits.nodes,
            max_bytes: limits.bytes,
            timeout: limits.time.map(|time| microseconds(time.as_secs_f64())),
        }
    }
}

/// How many runs each limit ended.
#[derive(Serialize, Default)]
struct Stopped {
    nodes: usize,
    time: usize,
    memory: usize,
    depth: usize,
    width: usize,
    interrupt: usize,
}

impl Stopped {
    fn of(total: &Total) -> Self {
        let mut stopped = Self::default();
        for &(limit, count) in &total.stopped {
            let field = match limit {
                Limit::Nodes => &mut stopped.nodes,
                Limit::Time => &mut stopped.time,
                Limit::Memory => &mut stopped.memory,
                Limit::Depth => &mut stopped.depth,
                Limit::Width => &mut stopped.width,
                Limit::Interrupt => &mut stopped.interrupt,
            };
            *field = count;
        }
        stopped
    }
}
