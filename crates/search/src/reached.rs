//! The states a search has reached: each once, with its parent, its action, g and the heuristic's memo.
//!
//! One record a node, in segments, and an index of node numbers. The index never holds a state, so a stored 15-puzzle
//! board costs 24 bytes and its slot in the index; a node's fields mostly lie in one cache line.

use std::hash::{BuildHasher, Hash};

use crate::budget::Budget;
use crate::frontier::{Chain, NONE};
use crate::hash::BuildFold;
use crate::index::{Place, Table};
use crate::numbers::Numbers;
use crate::observer::NodeId;
use crate::order::{ByValue, Kept, Order, Word};
use crate::problem::{Cost, StateNumber};
use crate::report::Limit;
use crate::search::Path;
use crate::segmented::Segmented;

/// A table of all states may take this many times the bytes of the next index.
const WORTH: u64 = 16;
const CLOSED: u32 = 1 << 31;
const NO_PARENT: u32 = u32::MAX;
/// The largest cost a link can hold.
pub(crate) const MAX_COST: Cost = CLOSED - 1;

/// How a node was reached, and whether it was expanded.
pub(crate) struct Link<A, M, O: Order = ByValue> {
    parent: u32,
    /// g, and `CLOSED`.
    cost: O::Toll,
    /// The entry after this node's in the frontier.
    next: O::Next,
    pub(crate) memo: M,
    pub(crate) action: O::Kept<A>,
}

impl<A, M, O: Order> Link<A, M, O> {
    /// The entry that follows this node's in the frontier.
    #[inline]
    pub(crate) fn next(&self) -> u32 {
        self.next.get()
    }

    pub(crate) fn root(memo: M) -> Self {
        let (cost, next) = (O::Toll::new(0), O::Next::new(NONE));
        Self { parent: NO_PARENT, cost, next, memo, action: <O::Kept<A>>::new(None) }
    }

    #[inline]
    pub(crate) fn child(parent: NodeId, action: A, g: Cost, memo: M) -> Self {
        let (cost, next) = (O::Toll::new(g), O::Next::new(NONE));
        Self { parent: parent.0, cost, next, memo, action: <O::Kept<A>>::new(Some(action)) }
    }

    /// With the entry that follows this node's in the frontier.
    #[inline]
    pub(crate) fn before(self, next: u32) -> Self {
        Self { next: O::Next::new(next), ..self }
    }

    /// The node was reached at a lower cost. Its place in the frontier stays.
    pub(crate) fn improve(&mut self, better: Self) {
        *self = Self { next: self.next, ..better };
    }

    #[inline]
    pub(crate) fn g(&self) -> Cost {
        self.cost.get() & !CLOSED
    }

    #[inline]
    pub(crate) fn is_closed(&self) -> bool {
        self.cost.get() & CLOSED != 0
    }

    #[inline]
    pub(crate) fn close(&mut self) {
        self.cost = O::Toll::new(self.cost.get() | CLOSED);
    }

    pub(crate) fn parent(&self) -> Option<NodeId> {
        (self.parent != NO_PARENT).then_some(NodeId(self.parent))
    }
}

struct Node<S, A, M, O: Order> {
    state: S,
    link: Link<A, M, O>,
}

pub(crate) struct Reached<S, A, M, O: Order = ByValue> {
    index: O::Table,
    /// Takes the place of `index` where states have numbers and enough of them were reached.
    numbers: Option<Numbers>,
    nodes: Segmented<Node<S, A, M, O>>,
    heap_bytes: u64,
    /// Whether states are recognised when they are reached again.
    recognise: bool,
}

#[inline(always)]
pub(crate) fn hash<S: Hash>(state: &S) -> u64 {
    BuildFold::default().hash_one(state)
}

impl<S: Eq + Hash, A: Copy, M, O: Order> Reached<S, A, M, O> {
    pub(crate) fn new() -> Self {
        Self { index: O::Table::default(), numbers: None, nodes: Segmented::new(), heap_bytes: 0, recognise: true }
    }

    /// Recognises nothing: its index stays empty, so no state is ever found.
    pub(crate) fn with_duplicates() -> Self {
        Self { recognise: false, ..Self::new() }
    }

    /// Forgets all states and keeps the memory, but for a table of all numbers: that would be slow to clear.
    pub(crate) fn clear(&mut self) {
        self.index.clear();
        self.numbers = None;
        self.nodes.clear();
        self.heap_bytes = 0;
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        let numbers = self.numbers.as_ref().map_or(0, Numbers::bytes);
        self.index.bytes() + numbers + self.nodes.bytes() + self.heap_bytes
    }

    /// How many states fit without growing.
    pub(crate) fn spare(&self) -> usize {
        self.nodes.spare().min(self.index_spare())
    }

    fn index_spare(&self) -> usize {
        let is_used = self.recognise && self.numbers.is_none();
        if is_used { self.index.capacity().saturating_sub(self.len()) } else { usize::MAX }
    }

    /// Makes room for at least one more state. `others` is what the search holds beside this set.
    pub(crate) fn grow(&mut self, others: u64, budget: &Budget, peak: &mut u64) -> Result<(), Limit> {
        self.grow_numbered(|_| None, others, budget, peak)
    }

    /// The same, where `number` computes the number of a state.
    #[cold]
    pub(crate) fn grow_numbered(
        &mut self,
        number: impl Fn(&S) -> Option<StateNumber>,
        others: u64,
        budget: &Budget,
        peak: &mut u64,
    ) -> Result<(), Limit> {
        if self.len() >= CLOSED as usize {
            return Err(Limit::Memory);
        }
        let mut claim = |this: &Self, growth: u64| {
            let bytes = this.bytes() + growth + others;
            budget.allow_bytes(bytes)?;
            *peak = bytes.max(*peak);
            Ok(())
        };
        if self.nodes.spare() == 0 {
            claim(self, self.nodes.growth())?;
            self.nodes.grow();
        }
        if self.index_spare() == 0 {
            let wide = self.index.bytes() + self.index.growth();
            // A table of all states is worth a few times the bytes, unless they are not to be had.
            let states = (self.len() > 0).then(|| number(&self.nodes[0].state)).flatten().map(|first| first.states);
            let all = states.filter(|&states| Numbers::bytes_for(states) <= WORTH * wide);
            if let Some(states) = all.filter(|&states| claim(self, Numbers::bytes_for(states)).is_ok()) {
                let mut numbers = Numbers::new(states);
                for node in 0..self.len() {
                    numbers.add(place_of(number(&self.nodes[node].state)), node as u32);
                }
                self.numbers = Some(numbers);
                self.index = O::Table::default();
                return Ok(());
            }
            claim(self, self.index.growth())?;
            let nodes = &self.nodes;
            self.index.grow(nodes.len(), |number| hash(&nodes[number as usize].state), budget)?;
        }
        Ok(())
    }

    /// Whether prefetching pays. States that own memory are slow to build twice.
    #[inline(always)]
    pub(crate) fn is_slow(&self) -> bool {
        !std::mem::needs_drop::<S>() && self.index.is_large()
    }

    /// The number of the node that `find` would compare first; none has `u32::MAX`.
    #[inline(always)]
    pub(crate) fn candidate(&self, state: &S) -> u32 {
        self.candidate_hashed(hash(state))
    }

    /// The same where the hash is known.
    #[inline(always)]
    pub(crate) fn candidate_hashed(&self, hash: u64) -> u32 {
        self.index.candidate(hash)
    }

    /// The slot of the index where a hash is looked for first, to be read ahead.
    #[inline(always)]
    pub(crate) fn slot(&self, hash: u64) -> usize {
        self.index.slot(hash)
    }

    /// The node in that slot, if there is one.
    #[inline(always)]
    pub(crate) fn peek(&self, slot: usize, hash: u64) -> u32 {
        self.index.peek(slot, hash)
    }

    /// Prefetches a node's memory.
    #[inline(always)]
    pub(crate) fn touch(&self, number: u32) {
        if (number as usize) < self.len() {
            std::hint::black_box(self.nodes[number as usize].link.parent);
        }
    }

    /// Whether a node holds this state, if states are recognised.
    #[inline(always)]
    pub(crate) fn is(&self, id: NodeId, state: &S) -> bool {
        self.recognise && *self.state(id) == *state
    }

    /// The node of a state, or the place where it belongs.
    #[inline(always)]
    pub(crate) fn find(&self, state: &S) -> Result<NodeId, Place> {
        self.find_hashed(state, hash(state))
    }

    #[inline(always)]
    fn find_hashed(&self, state: &S, hash: u64) -> Result<NodeId, Place> {
        self.index.find(hash, |number| self.nodes[number as usize].state == *state).map(NodeId)
    }

    /// The same for a state that may have a number, or whose hash may be known.
    #[inline(always)]
    pub(crate) fn find_numbered(
        &self,
        state: &S,
        known_hash: Option<u64>,
        number: impl FnOnce(&S) -> Option<StateNumber>,
    ) -> Result<NodeId, Place> {
        match &self.numbers {
            None => self.find_hashed(state, known_hash.unwrap_or_else(|| hash(state))),
            Some(numbers) => {
                let number = place_of(number(state));
                numbers.find(number).map(NodeId).ok_or(Place::numbered(number))
            }
        }
    }

    /// Adds a state where [`Reached::find`] said it belongs. There must be room.
    #[inline(always)]
    pub(crate) fn add(&mut self, place: Place, state: S, heap_bytes: usize, link: Link<A, M, O>) -> NodeId {
        let id = NodeId(self.len() as u32);
        match &mut self.numbers {
            None => self.index.add(place, id.0),
            Some(numbers) => numbers.add(place.number(), id.0),
        }
        self.nodes.push(Node { state, link });
        self.heap_bytes += heap_bytes as u64;
        id
    }

    /// A node's state and link.
    #[inline(always)]
    pub(crate) fn node(&mut self, id: NodeId) -> (&S, &mut Link<A, M, O>) {
        let node = &mut self.nodes[id.0 as usize];
        (&node.state, &mut node.link)
    }

    #[inline(always)]
    pub(crate) fn state(&self, id: NodeId) -> &S {
        &self.nodes[id.0 as usize].state
    }

    #[inline(always)]
    pub(crate) fn link(&self, id: NodeId) -> &Link<A, M, O> {
        &self.nodes[id.0 as usize].link
    }

    #[inline(always)]
    pub(crate) fn link_mut(&mut self, id: NodeId) -> &mut Link<A, M, O> {
        &mut self.nodes[id.0 as usize].link
    }

    pub(crate) fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<S, A, M, O> {
        (0..self.len() as u32).map(NodeId)
    }

    /// The path from the root to a node, with its states.
    pub(crate) fn whole_path(&self, id: NodeId) -> Path<S, A>
    where
        S: Clone,
    {
        let mut states: Vec<S> =
            std::iter::successors(Some(id), |&id| self.link(id).parent()).map(|id| self.state(id).clone()).collect();
        states.reverse();
        Path { states, actions: self.path(id), cost: self.link(id).g() }
    }

    /// The node with the lowest estimate, of equals the one reached last.
    pub(crate) fn nearest(&self, estimate: impl Fn(&M) -> Cost) -> Option<NodeId> {
        self.ids().rev().min_by_key(|&id| estimate(&self.link(id).memo))
    }

    /// The actions from the root to a node.
    pub(crate) fn path(&self, id: NodeId) -> Vec<A> {
        let mut actions = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            actions.extend(self.link(id).action.action());
            at = self.link(id).parent();
        }
        actions.reverse();
        actions
    }
}

/// Either all states have a number or none: one without, among others with, is a fault of the problem and panics.
#[inline(always)]
fn place_of(number: Option<StateNumber>) -> usize {
    number.map_or(usize::MAX, |state| state.number)
}

impl<S, A, M, O: Order> Chain for Reached<S, A, M, O> {
    #[inline(always)]
    fn next(&self, node: u32) -> u32 {
        self.nodes[node as usize].link.next()
    }

    #[inline(always)]
    fn set_next(&mut self, node: u32, next: u32) {
        self.nodes[node as usize].link.next = O::Next::new(next);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::index::BETWEEN_CHECKS;

    /// A set whose index is full, of more states than are put into a larger one at once.
    fn full() -> Reached<u32, (), ()> {
        let mut reached = Reached::new();
        for state in 0.. {
            if state as usize > BETWEEN_CHECKS && reached.index_spare() == 0 {
                break;
            }
            if reached.spare() == 0 {
                reached.grow(0, &Budget::unlimited(), &mut 0).unwrap();
            }
            let place = reached.find(&state).expect_err("not added yet");
            reached.add(place, state, 0, Link::root(()));
        }
        reached
    }

    #[test]
    fn growth_that_a_limit_ended_is_resumed() {
        let over = Budget::unlimited().timeout(Duration::ZERO);
        let mut reached = full();
        let len = reached.len();
        assert_eq!(reached.grow(0, &over, &mut 0), Err(Limit::Time));
        assert_eq!((reached.spare(), reached.len()), (0, len));
        reached.grow(0, &Budget::unlimited(), &mut 0).unwrap();
        assert!(reached.spare() > 0);
        assert!((0..len as u32).all(|state| reached.find(&state).ok() == Some(NodeId(state))));
    }
}
