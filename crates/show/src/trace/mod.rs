//! Traces: a search recorded event by event, so that it can be replayed, compared and drawn.
//!
//! ```text
//!            ┌──▶ Recorder ──▶ JSON lines ──▶ read ──┐
//! search ──events                  ▲                 ├──▶ Trace ──▶ counters · diff · tree · quiz
//!            └──▶ Collector ───────┼─────────────────┘
//!                  a student's own program
//! ```
//! The first line says what was searched and how ([`Header`]), each further line is one event, the last one is the outcome
//! ([`End`]). The format is described in `docs/trace.md`. A program that writes it may omit much of it: [`read`] fills in
//! what follows from the rest. A search in the same program needs no file: [`Collector`] keeps its events.

mod collect;
mod diff;
mod fault;
mod fields;
mod header;
mod line;
mod read;
mod record;
mod replay;
mod state;

pub use collect::Collector;
pub use diff::{Compared, Difference, Place, Setting, Unequal, Why, compare};
pub use fault::{Expected, Fault, TraceError};
pub use header::{CellPlace, Domain, End, Header};
pub use read::{MAX_LINE, read};
pub use record::{Recorded, Recorder};
pub use replay::Counters;
pub(crate) use state::plain;
pub use state::{StateJson, state_grid, state_line, state_rows};

use hueco_search::{NodeId, OwnedEvent, OwnedShown, Side};

/// The version of the format.
pub const VERSION: u32 = 1;

/// A trace in memory, complete.
///
/// Nodes are numbered in order of creation, those of both ends together: a [`NodeId`] in its events is a place in that
/// order. The number that stands in a file is [`Trace::number`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What was searched, and how.
    pub header: Header,
    /// The events, in order. The state of a kept node stands in the event that created it alone; see [`Trace::state_of`].
    pub events: Vec<OwnedEvent>,
    /// The outcome, if the trace says.
    pub end: Option<End>,
    nodes: Vec<Node>,
    /// The line of each event in the file, from 1.
    lines: Vec<usize>,
}

/// A node that was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    /// Its number in the file.
    number: u64,
    /// The event that created it.
    created: usize,
}

impl Trace {
    /// The nodes that were created and kept.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(|place| NodeId(place as u32))
    }

    /// A node as it was created.
    pub fn node(&self, node: NodeId) -> &OwnedEvent {
        &self.events[self.nodes[node.index()].created]
    }

    /// A node's number in the file. Those of a search from both ends have numbers of their own at each.
    pub fn number(&self, node: NodeId) -> u64 {
        self.nodes[node.index()].number
    }

    /// The state of the node or child that an event is about.
    pub fn state_of<'t>(&'t self, event: &'t OwnedEvent) -> Option<&'t OwnedShown> {
        event.state.as_ref().or_else(|| self.node(event.node?).state.as_ref())
    }

    /// The end that the node or child of an event was reached from, where it is about one.
    pub fn side_of(&self, event: &OwnedEvent) -> Option<Side> {
        event.node.or(event.parent).map(|_| event.side)
    }

    /// The line of an event in the file, from 1.
    pub fn line_of(&self, event: usize) -> usize {
        self.lines[event]
    }
}
