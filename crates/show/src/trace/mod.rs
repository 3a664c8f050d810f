//! Traces: a search written down event by event, so that it can be replayed, compared and drawn.
//!
//! ```text
//! search ──events──▶ Recorder ──▶ JSON lines ──▶ read ──▶ Trace ──▶ counters · diff · tree
//!                                     ▲
//!                   a student's own program
//! ```
//! The first line says what was searched and how ([`Header`]), each further line is one event, the last one what it came to
//! ([`End`]). The format is described in `docs/trace.md`; whoever writes it by another program may leave out much of it, and
//! [`read`] fills in what follows from the rest.

mod diff;
mod fault;
mod fields;
mod header;
mod line;
mod read;
mod record;
mod replay;

pub use diff::{Compared, Difference, Place, Setting, Unequal, Why, compare};
pub use fault::{Expected, Fault, TraceError};
pub use header::{CellPlace, Domain, End, Header};
pub use read::{MAX_LINE, read};
pub use record::{Recorded, Recorder};
pub use replay::Counters;

/// The version of the format.
pub const VERSION: u32 = 1;

/// What a cell holds; `None` is an empty cell of a number puzzle. The blank of a sliding puzzle is 0.
pub type Value = Option<i32>;

/// The contents of all cells, in reading order.
pub type Contents = Box<[Value]>;

/// The end a node was reached from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Root {
    /// The start.
    #[default]
    Start,
    /// The goal, in a search from both ends.
    Goal,
}

/// Why a child was dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its state was reached before; the node, where the trace names it.
    Duplicate(Option<usize>),
    /// Its state lies on the path to it.
    Cycle,
    /// g + h is over the bound of the round.
    Bound,
    /// It lies below the depth limit.
    Depth,
    /// There is no solution from it.
    DeadEnd,
    /// Its state waits for the next layer of a beam already.
    Waiting,
    /// The beam was full of better ones.
    Width,
    /// It cannot be part of a better solution than the one at hand.
    Worse,
    /// The trace does not say, or says it in words of its own.
    Other(Option<Box<str>>),
}

impl Reason {
    /// The names that the format knows.
    pub const NAMES: [&'static str; 8] =
        ["duplicate", "cycle", "bound", "depth", "dead-end", "waiting", "width", "worse"];

    /// Its name in a trace.
    pub fn name(&self) -> &str {
        match self {
            Self::Duplicate(_) => "duplicate",
            Self::Cycle => "cycle",
            Self::Bound => "bound",
            Self::Depth => "depth",
            Self::DeadEnd => "dead-end",
            Self::Waiting => "waiting",
            Self::Width => "width",
            Self::Worse => "worse",
            Self::Other(name) => name.as_deref().unwrap_or(""),
        }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A node was created and kept.
    Created,
    /// A node was taken and tested for the goal.
    Examined,
    /// A child was created and dropped.
    Pruned(Reason),
    /// A known node was reached at a lower cost.
    Improved {
        /// Whether it had been expanded already.
        reopened: bool,
    },
    /// A round or a layer begins.
    Deepened {
        /// The bound.
        bound: u64,
    },
    /// A solution ends at the node.
    Solved {
        /// Whether the node was expanded all the same.
        expanded: bool,
    },
}

impl Kind {
    /// Its name in a trace.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Examined => "examined",
            Self::Pruned(_) => "pruned",
            Self::Improved { .. } => "improved",
            Self::Deepened { .. } => "deepened",
            Self::Solved { .. } => "solved",
        }
    }
}

/// One event. `node` and `parent` are places in [`Trace::nodes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub kind: Kind,
    /// Its line in the file, from 1.
    pub line: usize,
    /// The node it is about; none for a dropped child or a new round.
    pub node: Option<usize>,
    /// The node that the child was created from.
    pub parent: Option<usize>,
    /// The action that led to it.
    pub action: Option<Box<str>>,
    /// Cost from the root.
    pub g: Option<u64>,
    /// Estimate to the goal.
    pub h: Option<u64>,
    /// The board of a dropped child. Other boards are the node's.
    pub board: Option<Contents>,
}

/// A node that was created and kept, as it was then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its number in the trace.
    pub id: u64,
    /// The end it was reached from.
    pub side: Root,
    /// Where it came from.
    pub parent: Option<usize>,
    /// The action that led to it.
    pub action: Option<Box<str>>,
    /// Cost from the root.
    pub g: Option<u64>,
    /// Estimate to the goal.
    pub h: Option<u64>,
    /// Its board, where it is known.
    pub board: Option<Contents>,
}

/// A trace, read and made whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What was searched, and how.
    pub header: Header,
    /// The nodes, in order of creation.
    pub nodes: Vec<Node>,
    /// The events, in order.
    pub events: Vec<Event>,
    /// What it came to, if the trace says.
    pub end: Option<End>,
}

impl Trace {
    /// The board of the node or child that an event is about.
    pub fn board_of<'t>(&'t self, event: &'t Event) -> Option<&'t Contents> {
        event.board.as_ref().or_else(|| self.nodes[event.node?].board.as_ref())
    }
}
