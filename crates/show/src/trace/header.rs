//! The first and the last line of a trace: what was searched and how, and the outcome.

use hueco_search::{CellValue, Ending, OwnedShown, Report, Shown, Stats};
use hueco_sums::{Options, Puzzle};
use hueco_tiles::Board;
use hueco_tiles::solve::{Algorithm, Answer, DEFAULT_HEURISTIC, Outcome, Plan, watched_plan};
use serde::{Serialize, Serializer};

use super::{StateJson, VERSION};

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

/// The kind of problem.
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
    /// Any other problem: its states are texts.
    Any {
        /// Its title.
        problem: String,
    },
}

impl Domain {
    /// Its name in a trace.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Tiles { .. } => "tiles",
            Self::Sums { .. } => "sums",
            Self::Any { .. } => "any",
        }
    }

    /// How many cells there are; none where states are texts.
    pub fn cells(&self) -> usize {
        match self {
            Self::Tiles { rows, cols } => rows * cols,
            Self::Sums { cells, .. } => cells.len(),
            Self::Any { .. } => 0,
        }
    }
}

/// What was searched, and how. What a method does not use is omitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The kind of problem, its shape or its cells.
    #[serde(flatten)]
    pub domain: Domain,
    /// The state at the start.
    #[serde(serialize_with = "as_state")]
    pub start: OwnedShown,
    /// The goal, where it is one state.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_optional_state")]
    pub goal: Option<OwnedShown>,
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

fn as_state<S: Serializer>(state: &OwnedShown, serializer: S) -> Result<S::Ok, S::Error> {
    StateJson(state.view()).serialize(serializer)
}

#[allow(clippy::ref_option)]
fn as_optional_state<S: Serializer>(state: &Option<OwnedShown>, serializer: S) -> Result<S::Ok, S::Error> {
    state.as_ref().map(|state| StateJson(state.view())).serialize(serializer)
}

// serde hands over a reference to the field, whatever it is.
#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)]
fn thousandths<S: Serializer>(weight: &Option<u32>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(f64::from(weight.unwrap_or(1000)) / 1000.0)
}

impl Header {
    /// A header that says only what it must.
    pub fn new(domain: Domain, start: OwnedShown) -> Self {
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

    /// The header of any problem whose states are shown as text.
    pub fn any(problem: &str, start: Shown<'_>) -> Self {
        Self::new(Domain::Any { problem: problem.to_owned() }, start.owned())
    }

    /// The header of a plan as it is carried out under observation.
    pub fn tiles(plan: &Plan) -> Self {
        let plan = watched_plan(plan);
        let shape = plan.board.shape();
        let algorithm = plan.algorithm;
        let used = |by: Algorithm| algorithm == by;
        Self {
            goal: Some(cells(&plan.goal)),
            algorithm: Some(algorithm.name().to_owned()),
            heuristic: algorithm
                .uses_heuristic()
                .then(|| plan.heuristic.as_ref().unwrap_or(&DEFAULT_HEURISTIC).to_string()),
            ties: algorithm.has_ties().then(|| plan.ties.name().to_owned()),
            order: Some(plan.order.to_string()),
            weight: algorithm.uses_weight().then_some(plan.weight),
            width: used(Algorithm::Beam).then_some(plan.width as u64),
            depth: used(Algorithm::Dls).then_some(plan.depth.into()),
            ..Self::new(Domain::Tiles { rows: shape.rows(), cols: shape.cols() }, cells(&plan.board))
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
        let value = |number: Option<i64>| number.map_or(CellValue::EMPTY, |number| CellValue::new(number as i32));
        let start = OwnedShown::Cells(puzzle.start().into_iter().map(value).collect());
        Self {
            algorithm: Some(options.method.name().to_owned()),
            tree: options.tree.then_some(true),
            seed: options.seed,
            ..Self::new(domain, start)
        }
    }

    /// Whether events have an h: a blind search has none.
    pub fn has_estimate(&self) -> bool {
        self.heuristic.is_some()
    }
}

/// A board as a trace shows it.
fn cells(board: &Board) -> OwnedShown {
    OwnedShown::Cells(board.tiles().iter().map(|&tile| CellValue::new(tile.into())).collect())
}

/// The last line: the outcome, and whether the trace holds all events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct End {
    /// `solved`, `unsolvable` or `stopped`.
    pub outcome: Option<String>,
    /// The limit that stopped it.
    pub stopped_by: Option<String>,
    /// The length of the solution.
    pub length: Option<u64>,
    /// The sum of its costs, where actions have costs of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
    /// Whether the solution is proven optimal.
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
        let ending = match answer.outcome {
            Outcome::Solved => Ending::Solved,
            Outcome::Unsolvable => Ending::Unsolvable,
            Outcome::Stopped(limit) => Ending::Stopped(limit),
        };
        let length = answer.moves.as_ref().map(|moves| moves.len() as u64);
        Self::new(ending, length, Some(answer.optimal), answer.stats)
    }

    /// The end of a search for numbers.
    pub fn sums(answer: &hueco_sums::Answer) -> Self {
        let length = answer.solution().map(|_| answer.route.len() as u64);
        Self::new(answer.ending, length, None, answer.stats)
    }

    /// The end of a search on any problem.
    pub fn any<A>(report: &Report<A>) -> Self {
        let length = report.solution.as_ref().map(|solution| solution.actions.len() as u64);
        let cost = report.solution.as_ref().map(|solution| solution.cost.into());
        Self { cost, ..Self::new(report.ending, length, Some(report.is_optimal()), report.stats) }
    }

    /// The end of a search that ended so, with a solution of this length.
    pub fn new(ending: Ending, length: Option<u64>, optimal: Option<bool>, stats: Stats) -> Self {
        let (name, limit) = match ending {
            Ending::Solved => ("solved", None),
            Ending::Unsolvable => ("unsolvable", None),
            Ending::Stopped(limit) => ("stopped", Some(limit)),
        };
        Self {
            outcome: Some(name.to_owned()),
            stopped_by: limit.map(|limit| limit.name().to_owned()),
            length,
            cost: None,
            optimal,
            stats: Some(stats),
            events: None,
            cut: false,
        }
    }
}
