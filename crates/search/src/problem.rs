//! What a problem must define. Everything else (limits, counters, traces, algorithms) is the engine's work.

use std::fmt::Debug;
use std::hash::Hash;

/// The cost of a step or of a path.
pub type Cost = u32;

/// A state space: where a search starts, what can be done in a state, and what is a goal.
///
/// States should be small and packed: a state is its own key in the closed set.
pub trait Problem {
    /// A configuration of the problem.
    type State: Clone + Eq + Hash;
    /// One step. It is stored with every node, so it should be small.
    type Action: Copy + Eq + Debug;
    /// The actions of a state. Owned, so that a search can keep it in a frame and resume later.
    type Actions: Iterator<Item = (Self::Action, Cost)>;

    /// The state a search starts from.
    fn start(&self) -> Self::State;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The legal actions of `state` with their costs, in the order in which children are created.
    ///
    /// `last` is the action that led here. A problem may leave out what can only repeat work, such as undoing it;
    /// it must not leave out anything that a shortest path could need.
    fn actions(&self, state: &Self::State, last: Option<Self::Action>) -> Self::Actions;

    /// Turns `state` into the state after `action`, which must be one of its legal actions.
    fn apply(&self, state: &mut Self::State, action: Self::Action);

    /// The number of a state, if states can be numbered at little cost. Either all states have one or none.
    ///
    /// A best-first search that has reached a good part of such a space finds a state by its number, in a table with an
    /// entry for each, and hashes no more.
    fn number(&self, _state: &Self::State) -> Option<StateNumber> {
        None
    }

    /// Bytes that `state` owns outside itself (boxes, vectors), so that memory limits are kept.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }
}

/// The number of a state among all states of its problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateNumber {
    /// From 0, less than `states`. No two states have the same.
    pub number: usize,
    /// How many states there are: the same for every state.
    pub states: usize,
}

/// A problem with one known goal state whose actions can be undone: it can be searched from both ends.
pub trait Reversible: Problem {
    /// The goal.
    fn goal(&self) -> Self::State;

    /// The action that undoes `action`, at the same cost.
    fn inverse(&self, action: Self::Action) -> Self::Action;

    /// No action costs less than this. The larger it is, the sooner a search from both ends can stop.
    fn least_cost(&self) -> Cost {
        1
    }
}
