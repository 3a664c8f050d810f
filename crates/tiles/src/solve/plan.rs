//! What is asked and what is answered: values without behaviour.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_search::{Cost, Gauge, Limit, Stats, Ties};

use super::Method;
use crate::board::{Board, Direction};
use crate::heuristic::HeuristicSpec;
use crate::metric::Metric;
use crate::multi::Slide;
use crate::pattern::{Note, Partition, Store};
use crate::problem::Order;
use crate::space::DistanceTable;
use crate::text::{UnknownName, serde_as_text};

/// A search method, by its name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// The fastest path to an answer: proven optimal where that is quick, else the best that the budget allows.
    Auto,
    /// Breadth-first.
    Bfs,
    /// Depth-first, every state once.
    Dfs,
    /// Depth-first down to a limit.
    Dls,
    /// Depth-limited with a rising limit.
    Iddfs,
    /// Uniform cost.
    Ucs,
    /// Greedy best-first.
    Greedy,
    /// A*.
    Astar,
    /// Weighted A*.
    Wastar,
    /// IDA*.
    Idastar,
    /// Breadth-first from both ends.
    Bidirectional,
    /// Near-optimal bidirectional search (front to end, proves optimality).
    Nbs,
    /// Beam search.
    Beam,
    /// The stack search of the `menu` course.
    Stack,
}

impl Algorithm {
    /// Every algorithm with its name.
    pub const ALL: [(&'static str, Self); 14] = [
        ("auto", Self::Auto),
        ("bfs", Self::Bfs),
        ("dfs", Self::Dfs),
        ("dls", Self::Dls),
        ("iddfs", Self::Iddfs),
        ("ucs", Self::Ucs),
        ("greedy", Self::Greedy),
        ("astar", Self::Astar),
        ("wastar", Self::Wastar),
        ("idastar", Self::Idastar),
        ("bidirectional", Self::Bidirectional),
        ("nbs", Self::Nbs),
        ("beam", Self::Beam),
        ("stack", Self::Stack),
    ];

    /// Whether it is led by a heuristic.
    pub fn uses_heuristic(self) -> bool {
        matches!(self, Self::Greedy | Self::Astar | Self::Wastar | Self::Idastar | Self::Nbs | Self::Beam | Self::Stack)
    }

    /// The algorithm of a name, in capitals or not, with `*` for `star`: `idastar`, `IDA*`, `IDAstar`.
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.replace('*', "star");
        Self::ALL.iter().find(|(n, _)| n.eq_ignore_ascii_case(&name)).map(|&(_, a)| a)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, a)| *a == self).expect("every algorithm has a name").0
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::parse(text).ok_or_else(|| UnknownName::among(text, &Self::ALL))
    }
}

serde_as_text!(Algorithm);

/// What to solve and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// From here.
    pub board: Board,
    /// To here; the same shape.
    pub goal: Board,
    /// The method.
    pub algorithm: Algorithm,
    /// The heuristic; `None`: the method's own choice.
    pub heuristic: Option<HeuristicSpec>,
    /// Weighted A*: the weight in thousandths (1500 is 1.5), at least 1000.
    pub weight: u32,
    /// Beam search: states kept in a layer.
    pub width: usize,
    /// Depth-limited search: the limit.
    pub depth: Cost,
    /// Which of equal nodes comes first.
    pub ties: Ties,
    /// The order in which children are created.
    pub order: Order,
    /// Threads; `None`: as many as help (the explicit algorithms use one).
    pub threads: Option<usize>,
    /// `auto`: accept only a proven optimum.
    pub optimal: bool,
    /// `auto`: take the first answer.
    pub fast: bool,
    /// At most this many generated nodes.
    pub max_nodes: Option<u64>,
    /// At most this many bytes.
    pub max_bytes: Option<u64>,
    /// At most this long.
    pub timeout: Option<Duration>,
    /// Ends the search when it becomes true.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Shows another thread at any time how many nodes were generated and what is proved.
    pub gauge: Option<Arc<Gauge>>,
    /// What counts as one move.
    pub metric: Metric,
    /// All optimal solutions: counted, and at most so many of them listed.
    pub every: Option<usize>,
    /// The folder with pattern databases; `None`: none is read.
    pub store: Option<Store>,
    /// Threads that build tables; `None`: as many as search.
    pub build_threads: Option<usize>,
    /// The distances of all boards, as a perfect heuristic in place of the named one; see `explore` in the command.
    pub distances: Option<Arc<DistanceTable>>,
    /// The batch it is part of: larger tables may pay for many boards.
    pub batch: Batch,
}

impl Plan {
    /// The fastest path to an answer, with nothing else asked.
    pub fn new(board: Board, goal: Board) -> Self {
        Self {
            board,
            goal,
            algorithm: Algorithm::Auto,
            heuristic: None,
            weight: 1500,
            width: 1000,
            depth: 30,
            ties: Ties::default(),
            order: Order::default(),
            threads: None,
            optimal: false,
            fast: false,
            max_nodes: None,
            max_bytes: None,
            timeout: None,
            cancel: None,
            gauge: None,
            metric: Metric::Single,
            every: None,
            store: None,
            build_threads: None,
            distances: None,
            batch: Batch::default(),
        }
    }
}

/// The other boards of a batch. Not what they left at hand but this decides which tables are worth building, so that a
/// board's counts do not depend on when the others are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Boards like this one before it and after it, as far as they are known.
    pub others: u64,
    /// Nodes that the boards before it took, where they are all solved before this one begins; else 0.
    pub nodes: u64,
}

/// How far a plan is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Time since it began.
    pub elapsed: Duration,
    /// Nodes generated by the search that is running.
    pub generated: u64,
    /// The length of the best solution so far.
    pub best: Option<Cost>,
    /// That solution, where the method has it at hand.
    pub moves: Option<Arc<[Direction]>>,
    /// No solution is shorter than this (proved).
    pub lower_bound: Cost,
    /// What is being built, if that is what takes the time.
    pub building: Option<Building>,
}

/// A table that is being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Building {
    /// Tiles of the pattern.
    pub tiles: usize,
    /// Entries known.
    pub done: u64,
    /// Entries in all.
    pub entries: u64,
}

/// Something the user should know of how the answer came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// What happened to a file of the folder of tables.
    Table(Note),
    /// The boards so far and those to come make a larger database worth its building.
    Larger {
        /// Its partition.
        partition: Partition,
        /// Bytes that building takes.
        bytes: u64,
    },
    /// Fewest slides could not be proved for a board of this size: single moves were joined to slides.
    Joined,
}

/// All optimal solutions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Every {
    /// How many there are; at least as many where a limit ended the search.
    pub count: u128,
    /// Whether that is all of them.
    pub complete: bool,
    /// The first of them, as many as were asked for. With single moves every slide goes one cell.
    pub listed: Vec<Vec<Slide>>,
}

/// How a plan ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a solution.
    Solved,
    /// Proved: there is none.
    Unsolvable,
    /// Stopped by a limit without a solution, or without the proof that was insisted on.
    Stopped(Limit),
}

/// What a plan came to.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How it ended.
    pub outcome: Outcome,
    /// Whether the solution is proved to be a shortest one.
    pub optimal: bool,
    /// The best solution found: moves of the blank, one cell each.
    pub moves: Option<Vec<Direction>>,
    /// The same as slides, where the plan counts those.
    pub slides: Option<Vec<Slide>>,
    /// All optimal solutions, where the plan asks for them.
    pub every: Option<Every>,
    /// No solution is shorter than this (proved).
    pub lower_bound: Cost,
    /// The method that was used.
    pub method: Method,
    /// Weighted A*: the solution is at most this many thousandths of the optimum.
    pub within: Option<u32>,
    /// Counters.
    pub stats: Stats,
    /// Bytes of lookup tables, apart from the search's own memory.
    pub table_bytes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// What else a person should know.
    pub notices: Vec<Notice>,
}

impl Answer {
    /// The length of the best solution in the plan's metric.
    pub fn length(&self) -> Option<usize> {
        self.slides.as_ref().map(Vec::len).or_else(|| self.moves.as_ref().map(Vec::len))
    }
}

#[cfg(test)]
mod tests {
    use super::Algorithm;

    #[test]
    fn algorithms_are_known_by_every_spelling_in_use() {
        for (name, algorithm) in Algorithm::ALL {
            for spelling in [name.to_owned(), name.to_uppercase(), name.replace("star", "*"), algorithm.name().into()] {
                assert_eq!(Algorithm::parse(&spelling), Some(algorithm), "{spelling}");
            }
        }
        for (spelling, algorithm) in [
            ("A*", Algorithm::Astar),
            ("IDA*", Algorithm::Idastar),
            ("WA*", Algorithm::Wastar),
            ("Astar", Algorithm::Astar),
        ] {
            assert_eq!(Algorithm::parse(spelling), Some(algorithm));
        }
        for wrong in ["", "*", "A**", "A *", "astarstar", "asta", "ａ*"] {
            assert_eq!(Algorithm::parse(wrong), None, "{wrong}");
        }
    }
}
