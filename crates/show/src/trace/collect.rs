//! A trace made in memory: of a search as it runs, or of the lines of a file.

use std::collections::HashMap;
use std::ops::ControlFlow;

use hueco_search::{EventKind, EventView, Events, NodeId, OwnedEvent, Reason, Side, Stop};

use super::record::Recorded;
use super::{End, Header, Node, Trace};

/// Keeps the events of a search, up to a limit. The search continues beyond it; the trace then says that it was cut.
///
/// ```
/// use hueco_show::trace::{Collector, End, Header};
/// use hueco_tiles::solve::{Plan, solve_watched};
/// use hueco_tiles::{Board, Workbench, parse_board};
///
/// let board = parse_board("1 2 3 / 4 5 6 / 7 0 8", None)?;
/// let plan = Plan::new(board.clone(), Board::blank_last(board.shape()));
/// let mut collector = Collector::new(Header::tiles(&plan), 1000);
/// let answer = solve_watched(&plan, &Workbench::default(), &mut |_| (), &mut collector)?;
/// let trace = collector.finish(End::tiles(&answer));
/// assert_eq!(trace.counters().examined, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Collector {
    building: Building,
    recorded: Recorded,
    with_h: bool,
}

impl Collector {
    /// A trace with this header, of at most `limit` events.
    pub fn new(header: Header, limit: u64) -> Self {
        let with_h = header.has_estimate();
        Self { building: Building::new(header), recorded: Recorded::new(limit), with_h }
    }

    /// The trace.
    pub fn finish(self, end: End) -> Trace {
        Trace { end: Some(self.recorded.counted(end)), ..self.building.trace }
    }
}

impl Events for Collector {
    fn on_event(&mut self, event: &EventView<'_>) -> ControlFlow<Stop> {
        if self.recorded.count() {
            let h = event.h.filter(|_| self.with_h);
            self.building.renumbered(&EventView { h, ..*event }, self.recorded.events as usize + 1);
        }
        ControlFlow::Continue(())
    }
}

/// A trace while events are added to it.
pub(super) struct Building {
    pub(super) trace: Trace,
    by_number: HashMap<(Side, u64), NodeId>,
}

impl Building {
    pub(super) fn new(header: Header) -> Self {
        let trace = Trace { header, events: Vec::new(), end: None, nodes: Vec::new(), lines: Vec::new() };
        Self { trace, by_number: HashMap::new() }
    }

    /// The node of a number.
    pub(super) fn find(&self, side: Side, number: u64) -> Option<NodeId> {
        self.by_number.get(&(side, number)).copied()
    }

    /// Adds an event about a known node, a pruned child or no node at all. Costs that it does not state are the node's.
    pub(super) fn push(&mut self, mut event: OwnedEvent, line: usize) {
        if let Some(node) = event.node {
            let created = self.trace.node(node);
            (event.g, event.h) = (event.g.or(created.g), event.h.or(created.h));
        }
        self.add(event, line);
    }

    fn add(&mut self, event: OwnedEvent, line: usize) {
        self.trace.events.push(event);
        self.trace.lines.push(line);
    }

    /// Adds a node of this number: none if there is one already.
    pub(super) fn create(&mut self, number: u64, event: OwnedEvent, line: usize) -> Option<NodeId> {
        let node = NodeId::after(self.trace.nodes.len() as u64);
        if self.by_number.insert((event.side, number), node).is_some() {
            return None;
        }
        self.trace.nodes.push(Node { number, created: self.trace.events.len() });
        self.add(OwnedEvent { node: Some(node), ..event }, line);
        Some(node)
    }

    /// The event that created a node.
    pub(super) fn node_mut(&mut self, node: NodeId) -> &mut OwnedEvent {
        &mut self.trace.events[self.trace.nodes[node.index()].created]
    }

    /// Adds an event as the engine reports it, which numbers the nodes of each end for itself.
    fn renumbered(&mut self, event: &EventView<'_>, line: usize) {
        let place = |id: NodeId| self.find(event.side, id.0.into());
        let (node, parent) = (event.node.and_then(place), event.parent.and_then(place));
        let kind = match event.kind {
            EventKind::Pruned(Reason::Duplicate(of)) => EventKind::Pruned(Reason::Duplicate(of.and_then(place))),
            kind => kind,
        };
        match (kind, event.node) {
            (EventKind::Created, Some(id)) => {
                self.create(id.0.into(), EventView { parent, ..*event }.owned(), line);
            }
            (EventKind::Pruned(_), _) => self.push(EventView { kind, node, parent, ..*event }.owned(), line),
            // The state stands where the node was created.
            _ => self.push(EventView { kind, node, parent, state: None, ..*event }.owned(), line),
        }
    }
}
