//! From events to a tree: every event adds a node or says what became of one; then the tree is cut to what is drawn.

use super::{Head, Limits, Mark, Shown, Tree};
use crate::trace::{Event, Kind, Reason, Root, Trace};

impl Tree {
    /// The tree of a trace, as much of it as the limits allow.
    pub fn new(trace: &Trace, limits: Limits) -> Self {
        let nodes = Growing::new(trace).grow();
        let whole = nodes.len() as u64;
        Self { header: trace.header.clone(), end: trace.end.clone(), nodes: cut(nodes, limits), whole }
    }
}

/// A tree while it grows.
struct Growing<'t> {
    trace: &'t Trace,
    nodes: Vec<Shown>,
    /// For each node of the trace, where it stands now.
    at: Vec<Option<usize>>,
    /// Where a node went that was reached at a lower cost.
    moved_to: Vec<Option<usize>>,
    examined: u64,
    bound: Option<u64>,
}

impl<'t> Growing<'t> {
    fn new(trace: &'t Trace) -> Self {
        let at = vec![None; trace.nodes.len()];
        Self { trace, nodes: Vec::new(), at, moved_to: Vec::new(), examined: 0, bound: None }
    }

    fn grow(mut self) -> Vec<Shown> {
        for event in &self.trace.events {
            match &event.kind {
                Kind::Created => self.keep(event),
                Kind::Improved { .. } => self.improve(event),
                Kind::Pruned(reason) => self.drop_child(event, reason),
                Kind::Examined => self.examine(event),
                Kind::Deepened { bound } => self.bound = Some(*bound),
                Kind::Solved { .. } => self.solve(event),
            }
        }
        self.head_roots();
        self.nodes
    }

    fn add(&mut self, shown: Shown) -> usize {
        self.nodes.push(shown);
        self.moved_to.push(None);
        self.nodes.len() - 1
    }

    fn stands(&self, node: Option<usize>) -> Option<usize> {
        self.at[node?]
    }

    /// A node as an event tells it, below where its parent stands.
    fn shown(&self, event: &Event, mark: Mark) -> Shown {
        let parent = self.stands(event.parent);
        let node = event.node.map(|node| &self.trace.nodes[node]);
        let side = node.map(|node| node.side).or(parent.map(|parent| self.nodes[parent].side));
        Shown {
            id: node.map(|node| node.id),
            action: event.action.clone(),
            g: event.g,
            h: event.h,
            board: self.trace.board_of(event).cloned(),
            side: side.unwrap_or_default(),
            ..Shown::bare(parent, mark)
        }
    }

    fn keep(&mut self, event: &Event) {
        let at = self.add(self.shown(event, Mark::Waiting));
        if let Some(node) = event.node {
            self.at[node] = Some(at);
        }
    }

    fn improve(&mut self, event: &Event) {
        let old = self.stands(event.node);
        self.keep(event);
        if let Some(old) = old {
            self.nodes[old].mark = Mark::Moved;
            self.moved_to[old] = Some(self.nodes.len() - 1);
        }
    }

    fn drop_child(&mut self, event: &Event, reason: &Reason) {
        let repeats = match reason {
            Reason::Duplicate(of) => of.map(|of| self.trace.nodes[of].id),
            _ => None,
        };
        let shown = Shown { repeats, ..self.shown(event, Mark::Dropped(reason.clone())) };
        self.add(shown);
    }

    fn examine(&mut self, event: &Event) {
        let Some(mut at) = self.stands(event.node) else { return };
        self.examined += 1;
        let shown = &self.nodes[at];
        if shown.parent.is_none() && self.bound.is_some() && !shown.examined.is_empty() {
            // A new round begins: a tree of its own.
            let again = Shown { examined: Vec::new(), head: None, ..shown.clone() };
            at = self.add(again);
            if let Some(node) = event.node {
                self.at[node] = Some(at);
            }
        }
        let shown = &mut self.nodes[at];
        shown.mark = Mark::Examined;
        shown.examined.push(self.examined);
        if let (None, Some(bound)) = (shown.parent, self.bound) {
            shown.head.get_or_insert(Head::Round(bound));
        }
    }

    fn solve(&mut self, event: &Event) {
        let Some(at) = self.stands(event.node) else { return };
        self.nodes[at].is_goal = true;
        self.mark_path(at);
        // From both ends: the other half of the way begins at the same board.
        let board = self.nodes[at].board.clone();
        let twin = |shown: &Shown| {
            shown.side == Root::Goal && shown.id.is_some() && shown.mark != Mark::Moved && shown.board == board
        };
        if board.is_some()
            && self.nodes[at].side == Root::Start
            && let Some(twin) = self.nodes.iter().position(twin)
        {
            self.mark_path(twin);
        }
    }

    fn mark_path(&mut self, mut at: usize) {
        while !self.nodes[at].on_path {
            self.nodes[at].on_path = true;
            let Some(parent) = self.nodes[at].parent else { break };
            at = self.moved_to[parent].unwrap_or(parent);
        }
    }

    /// A single root needs no heading, and layers of a beam are no rounds.
    fn head_roots(&mut self) {
        let roots: Vec<usize> = (0..self.nodes.len()).filter(|&at| self.nodes[at].parent.is_none()).collect();
        let both_ends = roots.iter().any(|&root| self.nodes[root].side == Root::Goal);
        for &root in &roots {
            let shown = &mut self.nodes[root];
            shown.head = match shown.head {
                _ if roots.len() == 1 => None,
                _ if both_ends => Some(Head::From(shown.side)),
                head => head,
            };
        }
    }
}

/// The nodes that are drawn, and stubs for the others: first the ways to solutions, then in order of creation.
fn cut(nodes: Vec<Shown>, limits: Limits) -> Vec<Shown> {
    let mut depth = vec![0_usize; nodes.len()];
    let mut drawn = vec![false; nodes.len()];
    let mut count = 0;
    for at in 0..nodes.len() {
        depth[at] = nodes[at].parent.map_or(0, |parent| depth[parent] + 1);
        let mut above = nodes[at].on_path.then_some(at);
        while let Some(at) = above.filter(|&at| !drawn[at]) {
            drawn[at] = depth[at] <= limits.depth;
            count += usize::from(drawn[at]);
            above = nodes[at].parent;
        }
    }
    for at in 0..nodes.len() {
        let parent_drawn = nodes[at].parent.is_none_or(|parent| drawn[parent]);
        if !drawn[at] && parent_drawn && depth[at] <= limits.depth && count < limits.nodes {
            drawn[at] = true;
            count += 1;
        }
    }
    if count == nodes.len() {
        return nodes;
    }
    // Where each node stands in the picture; of one that is not drawn, the nearest above it that is.
    let mut place: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    let mut kept: Vec<Shown> = Vec::with_capacity(count);
    let mut hidden: Vec<u64> = vec![0; count + 1];
    for (at, node) in nodes.into_iter().enumerate() {
        let parent = node.parent.and_then(|parent| place[parent]);
        if drawn[at] {
            place.push(Some(kept.len()));
            kept.push(Shown { parent, ..node });
        } else {
            place.push(parent);
            hidden[parent.map_or(count, |parent| parent)] += 1;
        }
    }
    let stub = |(at, &hidden): (usize, &u64)| {
        (hidden > 0).then(|| Shown::bare((at < count).then_some(at), Mark::More(hidden)))
    };
    let stubs: Vec<Shown> = hidden.iter().enumerate().filter_map(stub).collect();
    kept.extend(stubs);
    kept
}

impl Shown {
    /// A box with nothing in it.
    pub(super) fn bare(parent: Option<usize>, mark: Mark) -> Self {
        Self {
            parent,
            mark,
            id: None,
            examined: Vec::new(),
            action: None,
            g: None,
            h: None,
            board: None,
            on_path: false,
            is_goal: false,
            repeats: None,
            head: None,
            side: Root::Start,
        }
    }
}
