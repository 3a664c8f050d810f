//! What a problem must define. Everything else (limits, counters, traces, algorithms) is the engine's work.

use std::fmt::Debug;
use std::hash::Hash;

use crate::heuristic::Heuristic;

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

    /// Whether a state's actions usually lead back to where it was reached from, and are not left out after the last action: then a
    /// best-first search compares children with that state before it looks them up.
    const LEADS_BACK: bool = false;

    /// Whether computing the successors of a state displaces from the caches what a search has there, as an interpreter does: then a
    /// best-first search reads ahead for all children of a node at once, from small closed sets on.
    const DISPLACES: bool = false;

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

    /// The state after `action`, the one that `actions` yielded last.
    ///
    /// A problem that computes whole successors rather than actions keeps the last one in `actions` and moves it out of there.
    #[inline]
    fn child(&self, state: &Self::State, action: Self::Action, _actions: &mut Self::Actions) -> Self::State {
        let mut child = state.clone();
        self.apply(&mut child, action);
        child
    }

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

/// A problem with one known goal state whose predecessors are known: it can be searched from both ends.
///
/// Every [`Reversible`] problem is one: its predecessors are its successors. A problem whose actions cannot be undone, or not
/// by an action that is the same in every state, implements this trait instead. A *step backward* has the type of an action
/// but its own meaning: only this trait interprets it.
///
/// ```
/// use hueco_search::{Backward, Bidirectional, Budget, Cost, Problem, Search};
///
/// /// From 1 to a number, adding one or doubling. Neither can be undone.
/// struct Reach(u32);
///
/// impl Problem for Reach {
///     type State = u32;
///     type Action = char;
///     type Actions = std::vec::IntoIter<(char, Cost)>;
///     fn start(&self) -> u32 { 1 }
///     fn is_goal(&self, number: &u32) -> bool { *number == self.0 }
///     fn actions(&self, _: &u32, _: Option<char>) -> Self::Actions { vec![('+', 1), ('*', 1)].into_iter() }
///     fn apply(&self, number: &mut u32, step: char) {
///         *number = if step == '+' { *number + 1 } else { *number * 2 };
///     }
/// }
///
/// impl Backward for Reach {
///     type Predecessors = std::vec::IntoIter<(char, Cost)>;
///     fn goal_state(&self) -> u32 { self.0 }
///     fn predecessors(&self, number: &u32, _: Option<char>) -> Self::Predecessors {
///         let mut steps = vec![];
///         if *number > 1 { steps.push(('+', 1)); }
///         if *number % 2 == 0 && *number > 0 { steps.push(('*', 1)); }
///         steps.into_iter()
///     }
///     fn apply_back(&self, number: &mut u32, step: char) {
///         *number = if step == '+' { *number - 1 } else { *number / 2 };
///     }
///     fn forward_action(&self, _: &u32, step: char) -> char { step }
/// }
///
/// let report = Bidirectional::breadth_first(&Reach(1000)).run(&mut (), &mut Budget::unlimited());
/// assert_eq!(report.cost(), Some(14));
/// ```
pub trait Backward: Problem {
    /// The steps backward from a state, with their costs.
    type Predecessors: Iterator<Item = (Self::Action, Cost)>;

    /// The goal.
    fn goal_state(&self) -> Self::State;

    /// The steps backward from `state`, in the order in which children are created. `last` is the step backward that led
    /// here from the goal.
    fn predecessors(&self, state: &Self::State, last: Option<Self::Action>) -> Self::Predecessors;

    /// Turns `state` into the predecessor that `step` leads to.
    fn apply_back(&self, state: &mut Self::State, step: Self::Action);

    /// The action that leads to `state` from the predecessor that `step` leads to.
    fn forward_action(&self, state: &Self::State, step: Self::Action) -> Self::Action;

    /// No action costs less than this.
    fn least_step(&self) -> Cost {
        1
    }

    /// The memo of the predecessor that `step` leads to, computed from the state *after* it.
    fn advance_back<H: Heuristic<Self>>(
        &self,
        heuristic: &H,
        _memo: &H::Memo,
        state: &Self::State,
        step: Self::Action,
    ) -> H::Memo
    where
        Self: Sized,
    {
        let mut before = state.clone();
        self.apply_back(&mut before, step);
        heuristic.memo(self, &before)
    }
}

impl<P: Reversible> Backward for P {
    type Predecessors = P::Actions;

    #[inline]
    fn goal_state(&self) -> P::State {
        self.goal()
    }

    #[inline]
    fn predecessors(&self, state: &P::State, last: Option<P::Action>) -> P::Actions {
        self.actions(state, last)
    }

    #[inline]
    fn apply_back(&self, state: &mut P::State, step: P::Action) {
        self.apply(state, step);
    }

    #[inline]
    fn forward_action(&self, _: &P::State, step: P::Action) -> P::Action {
        self.inverse(step)
    }

    #[inline]
    fn least_step(&self) -> Cost {
        self.least_cost()
    }

    #[inline]
    fn advance_back<H: Heuristic<P>>(
        &self,
        heuristic: &H,
        memo: &H::Memo,
        state: &P::State,
        step: P::Action,
    ) -> H::Memo {
        heuristic.advance(self, memo, state, step)
    }
}
