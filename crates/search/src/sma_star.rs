//! SMA*, simplified memory-bounded A* (Russell, 1992), one tree of nodes that never outgrows its memory.
//!
//! ```text
//! take the node of the lowest value, the deepest of equals ──▶ goal? solved
//!        ▲                                                       │ no
//!        │                                                       ▼
//!   a full memory forgets its worst leaf:            create the children that are not in memory
//!   its parent keeps the value  ◀──────────────────────────────┘
//! ```
//! The *value* of a node is the lowest f known of what lies below it and is not in memory: its own f before it is expanded,
//! nothing once all its children are in memory, and the lowest value of a child that was forgotten. A forgotten child is
//! created again when its parent's value is the lowest of all, and its value is no less than it was. So the search does with
//! little memory what A* does with much, and repeats work in return. It recognises a state only on the path to it.
//!
//! The bound on memory is a number of nodes, or the budget's limit on bytes: where that denies another node, one is forgotten;
//! it never ends the search by itself. A path that fills the whole memory cannot go on: what lies below it is given up,
//! with a note of its f. The search then ends with the best solution that it can hold, and claims no lower bound above that
//! note; if there is none, it ends by the limit on memory.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::heuristic::{Heuristic, Quality};
use crate::nodes::{obey, outcome};
use crate::observer::{Event, NodeId, Observer, Origin, Pruned, Side, Stop};
use crate::problem::{Cost, Problem};
use crate::report::{Ending, INTERRUPTED, Limit, Report, Solution, Stats};
use crate::search::{Path, Search, Seen, replayed};
use crate::segmented::Segmented;

/// Nothing below a node is left out of memory.
const NOTHING: u64 = u64::MAX;
const NONE: u32 = u32::MAX;
/// What a tree of entries needs for one, with its share of tree nodes half full.
const ENTRY_BYTES: u64 = 48;
/// A node can be in both trees.
const ENTRIES: u64 = 2;

/// A node in memory. Children of one parent are linked.
struct Node<P: Problem, M> {
    /// `None` where the place is free; `next` is then the next free one.
    state: Option<P::State>,
    memo: Option<M>,
    g: Cost,
    h: Cost,
    id: NodeId,
    action: Option<P::Action>,
    /// Its place among the actions of its parent.
    ordinal: u32,
    depth: u32,
    value: u64,
    /// The value of each child that is not in memory, by the order of the actions; `NOTHING` for one that is, or that leads
    /// nowhere. Empty before it is expanded.
    left_out: Vec<u64>,
    parent: u32,
    first: u32,
    next: u32,
}

/// A node while its children are created.
struct Expansion<P: Problem> {
    place: u32,
    /// Its value when it was taken: no child's is less.
    value: u64,
    actions: P::Actions,
    /// How many actions came before the next one.
    ordinal: u32,
    held: Option<(P::Action, Cost)>,
}

/// An entry: value, depth, and place.
type Entry = (u64, u32, u32);

/// SMA* in progress.
pub struct SmaStar<'a, P: Problem, H: Heuristic<P>> {
    problem: &'a P,
    heuristic: &'a H,
    /// At most this many nodes are in memory.
    most: usize,
    nodes: Segmented<Node<P, H::Memo>, 12>,
    free: u32,
    stored: usize,
    heap_bytes: u64,
    /// Nodes with a value: the lowest first, the deepest of equals. Depths are stored upside down.
    open: BTreeSet<Entry>,
    /// Nodes without children in memory: the worst last, the shallowest of equals.
    leaves: BTreeSet<Entry>,
    current: Option<Expansion<P>>,
    /// The lowest f that was given up for want of memory.
    given_up: u64,
    lower_bound: u64,
    created: u64,
    solution: Option<Solution<P::Action>>,
    finished: Option<Ending>,
    stats: Stats,
}

impl<'a, P: Problem, H: Heuristic<P>> SmaStar<'a, P, H> {
    /// SMA* in as much memory as its budget allows. Cheapest if the heuristic is admissible and the memory holds the path.
    pub fn new(problem: &'a P, heuristic: &'a H) -> Self {
        Self::with_nodes(problem, heuristic, usize::MAX)
    }

    /// The same with at most `most` nodes in memory.
    pub fn with_nodes(problem: &'a P, heuristic: &'a H, most: usize) -> Self {
        Self {
            problem,
            heuristic,
            most: most.clamp(1, NONE as usize),
            nodes: Segmented::new(),
            free: NONE,
            stored: 0,
            heap_bytes: 0,
            open: BTreeSet::new(),
            leaves: BTreeSet::new(),
            current: None,
            given_up: NOTHING,
            lower_bound: 0,
            created: 0,
            solution: None,
            finished: None,
            stats: Stats::default(),
        }
    }

    /// The nodes in memory, in order of creation, each with its value; `None` where nothing below it is left out.
    pub fn memory(&self) -> Vec<(NodeId, P::State, Option<u64>)> {
        let nodes = (0..self.nodes.len()).map(|place| &self.nodes[place]);
        let shown = nodes.filter_map(|node| {
            let value = (node.value != NOTHING).then_some(node.value);
            Some((node.id, node.state.clone()?, value))
        });
        let mut shown: Vec<_> = shown.collect();
        shown.sort_by_key(|&(id, ..)| id);
        shown
    }

    fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.stored as u64 * ENTRIES * ENTRY_BYTES + self.heap_bytes
    }

    fn node(&self, place: u32) -> &Node<P, H::Memo> {
        &self.nodes[place as usize]
    }

    fn node_mut(&mut self, place: u32) -> &mut Node<P, H::Memo> {
        &mut self.nodes[place as usize]
    }

    fn open_entry(&self, place: u32) -> Entry {
        let node = self.node(place);
        (node.value, u32::MAX - node.depth, place)
    }

    /// Whether there is memory for another node that owns `heap_bytes`; claims it.
    fn has_room(&mut self, heap_bytes: usize, budget: &Budget) -> bool {
        if self.stored >= self.most {
            return false;
        }
        let growth = if self.free == NONE && self.nodes.spare() == 0 { self.nodes.growth() } else { 0 };
        let bytes = self.bytes() + growth + ENTRIES * ENTRY_BYTES + heap_bytes as u64;
        if budget.allow_bytes(bytes).is_err() {
            return false;
        }
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        if growth > 0 {
            self.nodes.grow();
        }
        true
    }

    /// Puts a node into memory, where there is room for it, as a leaf.
    fn store(&mut self, node: Node<P, H::Memo>) {
        self.heap_bytes += node.state.as_ref().map_or(0, |state| self.problem.heap_bytes(state) as u64);
        self.stored += 1;
        let place = if self.free == NONE {
            self.nodes.push(node);
            (self.nodes.len() - 1) as u32
        } else {
            let place = self.free;
            self.free = std::mem::replace(self.node_mut(place), node).next;
            place
        };
        let parent = self.node(place).parent;
        if parent != NONE {
            let first = std::mem::replace(&mut self.node_mut(parent).first, place);
            self.node_mut(place).next = first;
        }
        let entry = self.open_entry(place);
        self.open.insert(entry);
        self.leaves.insert(entry);
    }

    /// Forgets a leaf, and every node above it that then leads nowhere.
    fn forget<O: Observer<P>>(&mut self, leaf: u32, observer: &mut O) -> ControlFlow<Stop> {
        let (mut place, mut flow) = (leaf, ControlFlow::Continue(()));
        loop {
            let &Node { ref state, id, g, h, value, .. } = self.node(place);
            let value = (value != NOTHING).then_some(value);
            if let Some(state) = state {
                flow = both(flow, observer.event(Event::Forgotten { id, state, g, h, value }));
            }
            match self.remove(place) {
                Some(parent) if !self.settle(parent) => place = parent,
                _ => return flow,
            }
        }
    }

    /// Takes a leaf out of memory. Its parent keeps the value; it is returned, to be settled, unless it is being expanded.
    fn remove(&mut self, place: u32) -> Option<u32> {
        let entry = self.open_entry(place);
        self.open.remove(&entry);
        self.leaves.remove(&entry);
        let free = std::mem::replace(&mut self.free, place);
        let node = self.node_mut(place);
        let (parent, after, value, ordinal) = (node.parent, node.next, node.value, node.ordinal);
        let state = node.state.take();
        let noted = std::mem::take(&mut node.left_out).capacity() * size_of::<u64>();
        node.memo = None;
        node.next = free;
        self.stored -= 1;
        self.heap_bytes -= noted as u64 + state.map_or(0, |state| self.problem.heap_bytes(&state) as u64);
        if parent == NONE {
            return None;
        }
        if self.node(parent).first == place {
            self.node_mut(parent).first = after;
        } else {
            let mut before = self.node(parent).first;
            while self.node(before).next != place {
                before = self.node(before).next;
            }
            self.node_mut(before).next = after;
        }
        let waits = self.current.as_ref().is_none_or(|current| current.place != parent);
        if waits && self.node(parent).value != NOTHING {
            let entry = self.open_entry(parent);
            self.open.remove(&entry);
        }
        self.leave_out(parent, ordinal, value);
        waits.then_some(parent)
    }

    /// Notes the value of a child that is not in memory.
    fn leave_out(&mut self, place: u32, ordinal: u32, value: u64) {
        let node = self.node_mut(place);
        if let Some(noted) = node.left_out.get_mut(ordinal as usize) {
            *noted = value;
        }
        node.value = node.value.min(value);
    }

    /// Puts a node where its value and its children say; `false` if it has neither, and so leads nowhere.
    fn settle(&mut self, place: u32) -> bool {
        let (value, is_leaf) = (self.node(place).value, self.node(place).first == NONE);
        let entry = self.open_entry(place);
        if value != NOTHING {
            self.open.insert(entry);
        }
        if is_leaf && value != NOTHING {
            self.leaves.insert(entry);
        }
        value != NOTHING || !is_leaf
    }

    fn begin<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<(), Limit> {
        let state = self.problem.start();
        if !self.has_room(self.problem.heap_bytes(&state), budget) {
            return Err(Limit::Memory);
        }
        budget.spend()?;
        let memo = self.heuristic.memo(self.problem, &state);
        let estimate = self.heuristic.estimate(&memo, Cost::MAX);
        let (id, h) = (NodeId(0), estimate.unwrap_or(Cost::MAX));
        (self.stats.generated, self.created) = (1, 1);
        let created = Event::Created { id, origin: None, root: Some(&state), g: 0, h, side: Side::Forward };
        let flow = observer.event(created);
        if estimate.is_none() {
            self.finished = Some(Ending::Unsolvable);
            return Ok(());
        }
        let (state, memo, value) = (Some(state), Some(memo), h as u64);
        let (parent, first, next) = (NONE, NONE, NONE);
        let (ordinal, left_out) = (0, Vec::new());
        self.store(Node {
            state,
            memo,
            g: 0,
            h,
            id,
            action: None,
            ordinal,
            depth: 0,
            value,
            left_out,
            parent,
            first,
            next,
        });
        self.prove();
        obey(flow)
    }

    /// The lowest value of all is a lower bound, up to what was given up.
    fn prove(&mut self) {
        let lowest = self.open.first().map_or(NOTHING, |entry| entry.0).min(self.given_up);
        if self.heuristic.quality() >= Quality::Admissible && lowest != NOTHING {
            self.lower_bound = self.lower_bound.max(lowest);
        }
    }

    /// The actions to a node.
    fn path(&self, place: u32) -> Vec<P::Action> {
        let mut actions = Vec::new();
        let mut at = place;
        while at != NONE {
            actions.extend(self.node(at).action);
            at = self.node(at).parent;
        }
        actions.reverse();
        actions
    }

    /// Takes the best node: it is examined, and expanded unless it is a goal.
    fn take<O: Observer<P>>(&mut self, observer: &mut O, budget: &Budget) -> Result<(), Limit> {
        self.prove();
        budget.prove(self.proved());
        let Some(&entry) = self.open.first() else {
            let ending = if self.given_up == NOTHING { Ending::Unsolvable } else { Ending::Stopped(Limit::Memory) };
            self.finished = Some(ending);
            return Ok(());
        };
        let place = entry.2;
        let node = self.node(place);
        let (id, g, h, value, last) = (node.id, node.g, node.h, node.value, node.action);
        let Some(state) = node.state.clone() else { return Ok(()) };
        self.stats.examined += 1;
        let flow = observer.event(Event::Examined { id, state: &state, g, h, side: Side::Forward });
        if self.problem.is_goal(&state) {
            self.solution = Some(Solution { actions: self.path(place), cost: g });
            self.finished = Some(Ending::Solved);
            let _ = observer.event(Event::Solved { id, cost: g });
            return Ok(());
        }
        self.open.remove(&entry);
        self.leaves.remove(&entry);
        self.node_mut(place).value = NOTHING;
        self.stats.expanded += 1;
        let actions = self.problem.actions(&state, last);
        self.current = Some(Expansion { place, value, actions, ordinal: 0, held: None });
        obey(flow)
    }

    fn expand<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        // 1. The root, once; then a node that a limit left partly expanded, or the best one.
        if self.created == 0 {
            self.begin(observer, budget)?;
        }
        if self.finished.is_none() && self.current.is_none() {
            self.take(observer, budget)?;
        }
        // 2. Its children that are not in memory.
        while let Some(current) = &mut self.current {
            let Some(next) = current.held.take().or_else(|| current.actions.next()) else {
                let place = current.place;
                self.current = None;
                let node = self.node_mut(place);
                node.value = node.left_out.iter().copied().min().unwrap_or(NOTHING);
                let flow = if self.settle(place) { ControlFlow::Continue(()) } else { self.forget(place, observer) };
                return obey(flow).map(|()| None);
            };
            if self.is_settled() {
                self.go_on();
                continue;
            }
            if let Err(limit) = budget.spend() {
                if let Some(current) = &mut self.current {
                    current.held = Some(next);
                }
                return Err(limit);
            }
            let flow = self.child(next, observer, budget);
            self.go_on();
            obey(flow)?;
        }
        Ok(self.finished)
    }

    /// The next action of the current node is the one after this.
    fn go_on(&mut self) {
        if let Some(current) = &mut self.current {
            current.ordinal += 1;
        }
    }

    /// Whether the next child of the current node is in memory, leads nowhere, or is worse than what the node was taken for.
    fn is_settled(&self) -> bool {
        let value = |current: &Expansion<P>| self.node(current.place).left_out.get(current.ordinal as usize).copied();
        self.current.as_ref().is_some_and(|current| value(current).is_some_and(|value| value > current.value))
    }

    /// Makes room to note the value of the current node's next child, and returns what is noted of it.
    fn noted<O: Observer<P>>(
        &mut self,
        place: u32,
        ordinal: u32,
        observer: &mut O,
        budget: &Budget,
    ) -> (u64, ControlFlow<Stop>) {
        let mut flow = ControlFlow::Continue(());
        let list = &self.node(place).left_out;
        let (length, capacity) = (list.len(), list.capacity());
        if let Some(&value) = list.get(ordinal as usize) {
            return (value, flow);
        }
        if length == capacity {
            let more = capacity.max(4);
            let bytes = (more * size_of::<u64>()) as u64;
            while budget.allow_bytes(self.bytes() + 2 * bytes).is_err()
                && let Some(&worst) = self.leaves.last()
            {
                flow = both(flow, self.forget(worst.2, observer));
            }
            self.node_mut(place).left_out.reserve_exact(more);
            self.heap_bytes += bytes;
            self.stats.peak_bytes = self.stats.peak_bytes.max(self.bytes());
        }
        self.node_mut(place).left_out.push(NOTHING);
        (0, flow)
    }

    fn is_on_path(&self, place: u32, state: &P::State) -> bool {
        let mut at = place;
        while at != NONE && self.node(at).state.as_ref() != Some(state) {
            at = self.node(at).parent;
        }
        at != NONE
    }

    /// One child of the current node, paid for.
    fn child<O: Observer<P>>(
        &mut self,
        (action, cost): (P::Action, Cost),
        observer: &mut O,
        budget: &Budget,
    ) -> ControlFlow<Stop> {
        let Some((place, least, ordinal)) = self.current.as_ref().map(|c| (c.place, c.value, c.ordinal)) else {
            return ControlFlow::Continue(());
        };
        let (known, mut flow) = self.noted(place, ordinal, observer, budget);
        self.leave_out(place, ordinal, NOTHING);
        // 1. Its state, g and h.
        let node = self.node(place);
        let (parent, depth) = (node.id, node.depth + 1);
        let g = node.g.saturating_add(cost);
        let (Some(before), Some(memo)) = (node.state.clone(), &node.memo) else { return flow };
        let memo = self.heuristic.advance(self.problem, memo, &before, action);
        let estimate = self.heuristic.estimate(&memo, Cost::MAX);
        self.stats.generated += 1;
        let (origin, side) = (Origin { parent, state: &before, action }, Side::Forward);
        let pruned = |h, reason| Event::Pruned { origin, g, h, reason, side };
        let Some(h) = estimate else { return both(flow, observer.event(pruned(None, Pruned::DeadEnd))) };
        let mut state = before.clone();
        self.problem.apply(&mut state, action);
        if self.is_on_path(place, &state) {
            return both(flow, observer.event(pruned(Some(h), Pruned::Cycle)));
        }
        let value = (g as u64 + h as u64).max(least).max(known);
        // 2. The last place of the memory is for goals alone: nothing fits below.
        if depth as usize + 1 >= self.most && !self.problem.is_goal(&state) {
            self.given_up = self.given_up.min(value);
            return both(flow, observer.event(pruned(Some(h), Pruned::Depth)));
        }
        // 3. A full memory forgets its worst leaf, unless that is a sibling and this child is no better.
        let heap_bytes = self.problem.heap_bytes(&state);
        let own = (value, u32::MAX - depth);
        while !self.has_room(heap_bytes, budget) {
            match self.leaves.last() {
                None => {
                    self.given_up = self.given_up.min(value);
                    return both(flow, observer.event(pruned(Some(h), Pruned::Depth)));
                }
                Some(&worst) if self.node(worst.2).parent != place || (worst.0, worst.1) > own => {
                    flow = both(flow, self.forget(worst.2, observer));
                }
                Some(_) => {
                    self.leave_out(place, ordinal, value);
                    return both(flow, observer.event(pruned(Some(h), Pruned::Width)));
                }
            }
        }
        // 4. Store it.
        let id = NodeId::after(self.created);
        self.created += 1;
        let (action, first, next) = (Some(action), NONE, NONE);
        let (state, memo) = (Some(state), Some(memo));
        let (parent, left_out) = (place, Vec::new());
        self.store(Node { state, memo, g, h, id, action, ordinal, depth, value, left_out, parent, first, next });
        both(flow, observer.event(Event::Created { id, origin: Some(origin), root: None, g, h, side }))
    }

    fn proved(&self) -> Cost {
        self.lower_bound.min(Cost::MAX as u64) as Cost
    }
}

/// Ends the search if one of two answers says so.
fn both(first: ControlFlow<Stop>, second: ControlFlow<Stop>) -> ControlFlow<Stop> {
    if first.is_break() { first } else { second }
}

impl<P: Problem, H: Heuristic<P>> Search<P> for SmaStar<'_, P, H> {
    fn step<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> ControlFlow<Ending> {
        outcome(self.expand(observer, budget))
    }

    fn path(&self) -> Option<Path<P::State, P::Action>> {
        self.report().solution.map(|solution| replayed(self.problem, solution))
    }

    fn report(&self) -> Report<P::Action> {
        let mut stats = self.stats;
        stats.evaluated = stats.generated;
        stats.peak_bytes = stats.peak_bytes.max(self.bytes());
        let solution = self.solution.clone();
        let lower_bound = solution.as_ref().map_or(self.proved(), |solution| self.proved().min(solution.cost));
        Report { ending: self.finished.unwrap_or(INTERRUPTED), solution, lower_bound, stats }
    }

    fn frontier(&self) -> Vec<Seen<P::State>> {
        self.open.iter().filter_map(|entry| self.seen(entry.2)).collect()
    }

    /// The nodes whose children are all in memory.
    fn closed(&self) -> Vec<Seen<P::State>> {
        let places = (0..self.nodes.len() as u32).filter(|&place| self.node(place).value == NOTHING);
        places.filter_map(|place| self.seen(place)).collect()
    }
}

impl<P: Problem, H: Heuristic<P>> SmaStar<'_, P, H> {
    fn seen(&self, place: u32) -> Option<Seen<P::State>> {
        let node = self.node(place);
        Some(Seen { id: node.id, state: node.state.clone()?, g: node.g, h: node.h, side: Side::Forward })
    }
}
