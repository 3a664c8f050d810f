//! The answer to a board as a program reads it: one object, the same from the command and from the server.

use hueco_search::Stats;
use hueco_tiles::multi::Slide;
use hueco_tiles::solve::{Answer, Outcome, Plan};
use hueco_tiles::{Direction, Metric, invert, moves_text};
use serde::Serialize;

/// The version of every JSON object.
pub const VERSION: u32 = 1;

/// Whose direction the letters of moves name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MovesOf {
    /// The blank's.
    #[default]
    Blank,
    /// The moved tile's.
    Tile,
}

impl MovesOf {
    /// The reading of a name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Blank, Self::Tile].into_iter().find(|reading| reading.name() == name)
    }

    /// Its name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Tile => "tile",
        }
    }

    /// Moves of the blank as letters of this reading.
    pub fn letters(self, moves: &[Direction]) -> String {
        match self {
            Self::Blank => moves_text(moves),
            Self::Tile => moves_text(&invert(moves)),
        }
    }

    /// Slides of the blank, `U2 L D3`, as letters of this reading.
    pub fn slides(self, slides: &[Slide]) -> String {
        let read = |slide: &Slide| match self {
            Self::Blank => slide.to_string(),
            Self::Tile => Slide { direction: slide.direction.opposite(), ..*slide }.to_string(),
        };
        slides.iter().map(read).collect::<Vec<_>>().join(" ")
    }

    /// A solution in the plan's metric: slides, or plain letters.
    pub fn way(self, slides: &[Slide], metric: Metric) -> String {
        match metric {
            Metric::Multi => self.slides(slides),
            Metric::Single => self.letters(&slides.iter().map(|slide| slide.direction).collect::<Vec<_>>()),
        }
    }
}

/// The object of `solve --format json`. The order of the keys is part of the contract.
#[derive(Serialize)]
pub struct Solved<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    board: &'a [u16],
    goal: &'a [u16],
    outcome: &'static str,
    optimal: bool,
    length: Option<usize>,
    lower_bound: u32,
    moves: Option<String>,
    moves_of: &'static str,
    stopped_by: Option<&'static str>,
    algorithm: &'static str,
    heuristic: Option<String>,
    stats: Counters,
    #[serde(flatten)]
    asked: Option<More>,
}

/// What is reported in addition where `--metric`, `--all` or `--count-only` ask for it.
#[derive(Serialize)]
struct More {
    metric: &'static str,
    /// The best solution as slides: `U2` goes two cells.
    slides: Option<String>,
    /// How many shortest solutions there are.
    solutions: Option<u128>,
    /// Whether that is all of them.
    complete: Option<bool>,
    all: Option<Vec<String>>,
}

impl More {
    fn of(plan: &Plan, answer: &Answer, moves_of: MovesOf) -> Option<Self> {
        let asked = plan.metric == Metric::Multi || plan.every.is_some();
        let every = answer.every.as_ref();
        asked.then(|| Self {
            metric: plan.metric.name(),
            slides: answer.slides.as_ref().map(|slides| moves_of.slides(slides)),
            solutions: every.map(|every| every.count),
            complete: every.map(|every| every.complete),
            all: every
                .filter(|_| plan.every != Some(0))
                .map(|every| every.listed.iter().map(|slides| moves_of.way(slides, plan.metric)).collect()),
        })
    }
}

/// The counters of a search as programs read them: `stats` of every object that has them. The order of the keys is part
/// of the contract.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counters {
    /// Those of the search.
    #[serde(flatten)]
    pub search: Stats,
    /// Bytes of tables.
    pub table_bytes: u64,
    /// Time.
    pub seconds: f64,
}

impl Counters {
    /// The counters of an answer.
    pub fn of(answer: &Answer) -> Self {
        let seconds = microseconds(answer.time.as_secs_f64());
        Self { search: answer.stats, table_bytes: answer.table_bytes, seconds }
    }

    /// Adds those of a later search: sums, but for bytes, of which the most at once is kept.
    pub fn add(&mut self, later: &Self) {
        self.search += later.search;
        self.table_bytes = self.table_bytes.max(later.table_bytes);
        self.seconds = microseconds(self.seconds + later.seconds);
    }
}

impl<'a> Solved<'a> {
    /// The answer to a plan, its moves read in one of two ways.
    pub fn new(plan: &'a Plan, answer: &'a Answer, moves_of: MovesOf) -> Self {
        let shape = plan.board.shape();
        Self {
            version: VERSION,
            rows: shape.rows(),
            cols: shape.cols(),
            board: plan.board.tiles(),
            goal: plan.goal.tiles(),
            outcome: outcome_name(answer.outcome),
            optimal: answer.optimal,
            length: answer.length(),
            lower_bound: answer.lower_bound,
            moves: answer.moves.as_ref().map(|moves| moves_of.letters(moves)),
            moves_of: moves_of.name(),
            stopped_by: stopped_by(answer.outcome),
            algorithm: answer.method.algorithm(),
            heuristic: answer.method.heuristic(),
            stats: Counters::of(answer),
            asked: More::of(plan, answer, moves_of),
        }
    }
}

/// `solved`, `unsolvable` or `stopped`.
pub fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved => "solved",
        Outcome::Unsolvable => "unsolvable",
        Outcome::Stopped(_) => "stopped",
    }
}

/// The name of the limit that stopped a search.
pub fn stopped_by(outcome: Outcome) -> Option<&'static str> {
    let Outcome::Stopped(limit) = outcome else { return None };
    Some(limit.name())
}

/// A value as one line of JSON.
pub fn one_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers, texts and lists are JSON")
}

/// Seconds without digits that no clock measured.
pub fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
