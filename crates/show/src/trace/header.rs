//! The first and the last line of a trace: what was searched and how, and what it came to.

use hueco_search::Stats;
use hueco_sums::{Options, Puzzle};
use hueco_tiles::Board;
use hueco_tiles::solve::{Algorithm, Answer, DEFAULT_HEURISTIC, Outcome, Plan, watched_plan};
use serde::Serialize;

use super::{VERSION, Value};

/// A cell of a number puzzle: its name and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellPlace {
    /// Its name.
    pub name: String,
    /// Its row, from 0.
    pub row: u32,
    /// Its column, from 0.
    pub col: u32,
}

/// The kind of puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "domain", rename_all = "lowercase")]
pub enum Domain {
    /// Sliding tiles.
    Tiles {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// Number placement.
    Sums {
        /// Its title.
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// The cells, in reading order.
        cells: Vec<CellPlace>,
    },
}

impl Domain {
    /// Its name in a trace.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Tiles { .. } => "tiles",
            Self::Sums { .. } => "sums",
        }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        match self {
            Self::Tiles { rows, cols } => rows * cols,
            Self::Sums { cells, .. } => cells.len(),
        }
    }
}

/// What was searched, and how. What a method does not use is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The kind of puzzle, its shape or its cells.
    #[serde(flatten)]
    pub domain: Domain,
    /// The board at the start.
    pub start: Vec<Value>,
    /// The goal, where it is one board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<Vec<Value>>,
    /// The method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The heuristic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// Which of equals is examined first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ties: Option<String>,
    /// The order in which children are created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// Weighted A*: the weight in thousandths; in a trace it is a decimal.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "thousandths")]
    pub weight: Option<u32>,
    /// Beam search: the width.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u64>,
    /// Depth-limited search: the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// Number placement: whether states that are reached again are new nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<bool>,
    /// Number placement: the seed that shuffles the numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

// serde hands over a reference to the field, whatever it is.
#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)]
fn thousandths<S: serde::Serializer>(weight: &Option<u32>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(f64::from(weight.unwrap_or(1000)) / 1000.0)
}

impl Header {
    /// A header that says only what it must.
    pub fn new(domain: Domain, start: Vec<Value>) -> Self {
        Self {
            version: VERSION,
            domain,
            start,
            goal: None,
            algorithm: None,
            heuristic: None,
            ties: None,
            order: None,
            weight: None,
            width: None,
            depth: None,
            tree: None,
            seed: None,
        }
    }

    /// The header of a plan as it is carried out under watch.
    pub fn tiles(plan: &Plan) -> Self {
        let plan = watched_plan(plan);
        let shape = plan.board.shape();
        let algorithm = plan.algorithm;
        let used = |by: Algorithm| algorithm == by;
        let has_ties = matches!(algorithm, Algorithm::Ucs | Algorithm::Greedy | Algorithm::Astar | Algorithm::Wastar);
        Self {
            goal: Some(values(&plan.goal)),
            algorithm: Some(algorithm.name().to_owned()),
            heuristic: algorithm
                .uses_heuristic()
                .then(|| plan.heuristic.as_ref().unwrap_or(&DEFAULT_HEURISTIC).to_string()),
            ties: has_ties.then(|| plan.ties.name().to_owned()),
            order: Some(plan.order.to_string()),
            weight: used(Algorithm::Wastar).then_some(plan.weight),
            width: used(Algorithm::Beam).then_some(plan.width as u64),
            depth: used(Algorithm::Dls).then_some(plan.depth.into()),
            ..Self::new(Domain::Tiles { rows: shape.rows(), cols: shape.cols() }, values(&plan.board))
        }
    }

    /// The header of a search for numbers.
    pub fn sums(puzzle: &Puzzle, options: &Options) -> Self {
        let place = |cell: &hueco_sums::Cell| CellPlace {
            name: cell.name.clone(),
            row: cell.row.into(),
            col: cell.column.into(),
        };
        let domain = Domain::Sums {
            title: puzzle.title().map(str::to_owned),
            cells: puzzle.cells().iter().map(place).collect(),
        };
        let start = puzzle.start().into_iter().map(|value| value.map(|value| value as i32)).collect();
        Self {
            algorithm: Some(options.method.name().to_owned()),
            tree: options.tree.then_some(true),
            seed: options.seed,
            ..Self::new(domain, start)
        }
    }

    /// Whether events say h: a blind search has none.
    pub fn has_estimate(&self) -> bool {
        self.heuristic.is_some()
    }
}

/// A board's numbers as a trace holds them.
pub(crate) fn values(board: &Board) -> Vec<Value> {
    board.tiles().iter().map(|&tile| Some(tile.into())).collect()
}

/// The last line: what the search came to, and whether the trace holds all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct End {
    /// `solved`, `unsolvable` or `stopped`.
    pub outcome: Option<String>,
    /// The limit that stopped it.
    pub stopped_by: Option<String>,
    /// The length of the solution.
    pub length: Option<u64>,
    /// Whether that is proved to be the least.
    pub optimal: Option<bool>,
    /// Counters.
    pub stats: Option<Stats>,
    /// Events that happened.
    pub events: Option<u64>,
    /// Whether some of them are not in the trace: its limit was reached.
    pub cut: bool,
}

impl End {
    /// The end of a search on tiles.
    pub fn tiles(answer: &Answer) -> Self {
        let length = answer.moves.as_ref().map(|moves| moves.len() as u64);
        Self::new(answer.outcome, length, Some(answer.optimal), answer.stats)
    }

    /// The end of a search for numbers.
    pub fn sums(answer: &hueco_sums::Answer) -> Self {
        use hueco_search::Ending;
        let outcome = match answer.ending {
            Ending::Solved => Outcome::Solved,
            Ending::Unsolvable => Outcome::Unsolvable,
            Ending::Stopped(limit) => Outcome::Stopped(limit),
        };
        Self::new(outcome, answer.solution().map(|_| answer.route.len() as u64), None, answer.stats)
    }

    fn new(outcome: Outcome, length: Option<u64>, optimal: Option<bool>, stats: Stats) -> Self {
        let (name, limit) = match outcome {
            Outcome::Solved => ("solved", None),
            Outcome::Unsolvable => ("unsolvable", None),
            Outcome::Stopped(limit) => ("stopped", Some(limit)),
        };
        Self {
            outcome: Some(name.to_owned()),
            stopped_by: limit.map(|limit| limit.name().to_owned()),
            length,
            optimal,
            stats: Some(stats),
            events: None,
            cut: false,
        }
    }
}
