//! The ONE place where names chosen at run time meet types: a [`Plan`] goes in, an [`Answer`] comes out.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_search::{Cost, Limit, Stats};

use crate::board::{Board, Direction};
use crate::problem::Order;

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

    /// The algorithm of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(n, _)| *n == name).map(|&(_, a)| a)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, a)| *a == self).expect("every algorithm has a name").0
    }
}

/// What to solve and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// From here.
    pub board: Board,
    /// To here; the same shape.
    pub goal: Board,
    /// The method.
    pub algorithm: Algorithm,
    /// The heuristic's name (`manhattan`, `max(inversion,walking-distance)`…); `None`: the method's own choice.
    pub heuristic: Option<String>,
    /// Weighted A*: the weight in thousandths (1500 is 1.5), at least 1000.
    pub weight: u32,
    /// Beam search: states kept in a layer.
    pub width: usize,
    /// Depth-limited search: the limit.
    pub depth: Cost,
    /// Which of equal nodes comes first.
    pub ties: hueco_search::Ties,
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
    /// The best solution found: moves of the blank.
    pub moves: Option<Vec<Direction>>,
    /// No solution is shorter than this (proved).
    pub lower_bound: Cost,
    /// The method that was used (never `auto`).
    pub algorithm: &'static str,
    /// The heuristic that was used; `None` where the method needs none.
    pub heuristic: Option<String>,
    /// Weighted A*: the solution is at most this many thousandths of the optimum.
    pub within: Option<u32>,
    /// Counters.
    pub stats: Stats,
    /// Bytes of lookup tables, apart from the search's own memory.
    pub table_bytes: u64,
    /// Wall-clock time.
    pub time: Duration,
}
