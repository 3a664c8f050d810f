//! From events to a tree: every event adds a node or says what became of one; then the tree is cut to what is drawn.

use hueco_search::{EventKind, NodeId, OwnedEvent, Reason, Side};

use super::{Heading, Limits, Mark, Tree, TreeNode};
use crate::trace::Trace;

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
    nodes: Vec<TreeNode>,
    /// For each node of the trace, where it stands now.
    at: Vec<Option<usize>>,
    /// Where a node went that was reached at a lower cost.
    moved_to: Vec<Option<usize>>,
    examined: u64,
    bound: Option<u64>,
}

impl<'t> Growing<'t> {
    fn new(trace: &'t Trace) -> Self {
        let at = vec![None; trace.nodes().len()];
        Self { trace, nodes: Vec::new(), at, moved_to: Vec::new(), examined: 0, bound: None }
    }

    fn grow(mut self) -> Vec<TreeNode> {
        for event in &self.trace.events {
            match &event.kind {
                EventKind::Created => self.keep(event),
                EventKind::Improved { .. } => self.improve(event),
                EventKind::Pruned(reason) => self.prune(event, reason),
                EventKind::Examined => self.examine(event),
                EventKind::Deepened { bound } => self.bound = Some(*bound),
                EventKind::Forgotten { .. } => self.forget(event),
                EventKind::Solved { .. } => self.solve(event),
            }
        }
        self.head_roots();
        self.nodes
    }

    fn add(&mut self, node: TreeNode) -> usize {
        self.nodes.push(node);
        self.moved_to.push(None);
        self.nodes.len() - 1
    }

    fn stands(&self, node: Option<NodeId>) -> Option<usize> {
        self.at[node?.index()]
    }

    /// The node of an event, below where its parent stands.
    fn drawn(&self, event: &OwnedEvent, mark: Mark) -> TreeNode {
        TreeNode {
            id: event.node.map(|node| self.trace.number(node)),
            action: event.action.clone(),
            g: event.g,
            h: event.h,
            state: self.trace.state_of(event).cloned(),
            side: event.side,
            ..TreeNode::bare(self.stands(event.parent), mark)
        }
    }

    fn keep(&mut self, event: &OwnedEvent) {
        let at = self.add(self.drawn(event, Mark::Frontier));
        if let Some(node) = event.node {
            self.at[node.index()] = Some(at);
        }
    }

    fn improve(&mut self, event: &OwnedEvent) {
        let old = self.stands(event.node);
        self.keep(event);
        if let Some(old) = old {
            self.nodes[old].mark = Mark::Moved;
            self.moved_to[old] = Some(self.nodes.len() - 1);
        }
    }

    fn prune(&mut self, event: &OwnedEvent, reason: &Reason<Box<str>>) {
        let repeats = match reason {
            Reason::Duplicate(of) => of.map(|of| self.trace.number(of)),
            _ => None,
        };
        let node = TreeNode { repeats, ..self.drawn(event, Mark::Pruned(reason.clone())) };
        self.add(node);
    }

    fn examine(&mut self, event: &OwnedEvent) {
        let Some(mut at) = self.stands(event.node) else { return };
        self.examined += 1;
        let root = &self.nodes[at];
        if root.parent.is_none() && self.bound.is_some() && !root.examined.is_empty() {
            // A new round begins: a tree of its own.
            let again = TreeNode { examined: Vec::new(), heading: None, ..root.clone() };
            at = self.add(again);
            if let Some(node) = event.node {
                self.at[node.index()] = Some(at);
            }
        }
        let node = &mut self.nodes[at];
        node.mark = Mark::Examined;
        node.examined.push(self.examined);
        if let (None, Some(bound)) = (node.parent, self.bound) {
            node.heading.get_or_insert(Heading::Round(bound));
        }
    }

    fn forget(&mut self, event: &OwnedEvent) {
        if let Some(at) = self.stands(event.node) {
            self.nodes[at].is_forgotten = true;
        }
    }

    fn solve(&mut self, event: &OwnedEvent) {
        let Some(at) = self.stands(event.node) else { return };
        self.nodes[at].is_goal = true;
        self.mark_path(at);
        // From both ends: the other half of the path begins at the same state.
        let state = self.nodes[at].state.clone();
        let twin = |node: &TreeNode| {
            node.side == Side::Backward && node.id.is_some() && node.mark != Mark::Moved && node.state == state
        };
        if state.is_some()
            && self.nodes[at].side == Side::Forward
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
        let both_ends = roots.iter().any(|&root| self.nodes[root].side == Side::Backward);
        for &root in &roots {
            let root = &mut self.nodes[root];
            root.heading = match root.heading {
                _ if roots.len() == 1 => None,
                _ if both_ends => Some(Heading::From(root.side)),
                heading => heading,
            };
        }
    }
}

/// The nodes that are drawn, and stubs for the others: first the paths to solutions, then in order of creation.
fn cut(nodes: Vec<TreeNode>, limits: Limits) -> Vec<TreeNode> {
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
    let mut kept: Vec<TreeNode> = Vec::with_capacity(count);
    let mut hidden: Vec<u64> = vec![0; count + 1];
    for (at, node) in nodes.into_iter().enumerate() {
        let parent = node.parent.and_then(|parent| place[parent]);
        if drawn[at] {
            place.push(Some(kept.len()));
            kept.push(TreeNode { parent, ..node });
        } else {
            place.push(parent);
            hidden[parent.map_or(count, |parent| parent)] += 1;
        }
    }
    let stub = |(at, &hidden): (usize, &u64)| {
        (hidden > 0).then(|| TreeNode::bare((at < count).then_some(at), Mark::More(hidden)))
    };
    let stubs: Vec<TreeNode> = hidden.iter().enumerate().filter_map(stub).collect();
    kept.extend(stubs);
    kept
}

impl TreeNode {
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
            state: None,
            on_path: false,
            is_goal: false,
            is_forgotten: false,
            repeats: None,
            heading: None,
            side: Side::Forward,
        }
    }
}
