//! One interface for every algorithm: advance it by one expansion, inspect it, stop it, resume it.
//!
//! ```text
//! search.step(&mut observer, &mut budget)   one expansion; both are passed in, never stored
//! search.run(&mut observer, &mut budget)    steps to the end, or to a limit, and reports
//! ```
//! A search that was stopped by a limit can be resumed under another budget; it loses nothing and repeats nothing.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::observer::{NodeId, Observer, Side};
use crate::problem::{Cost, Problem};
use crate::report::{Ending, Report, Solution};

/// A node of the frontier or the closed set, as [`Search::frontier`] and [`Search::closed`] show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen<S> {
    /// The node's number, in order of creation.
    pub id: NodeId,
    /// Its state.
    pub state: S,
    /// Cost from the root.
    pub g: Cost,
    /// Estimate to the goal.
    pub h: Cost,
    /// The end it was reached from.
    pub side: Side,
}

/// A path that a search has found, with the states on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<S, A> {
    /// The states, the start first: one more than actions.
    pub states: Vec<S>,
    /// The actions between them.
    pub actions: Vec<A>,
    /// The sum of their costs.
    pub cost: Cost,
}

impl<S, A> From<Path<S, A>> for Solution<A> {
    fn from(path: Path<S, A>) -> Self {
        Self { actions: path.actions, cost: path.cost }
    }
}

/// A solution with its states, computed from its actions.
pub(crate) fn replayed<P: Problem>(problem: &P, solution: Solution<P::Action>) -> Path<P::State, P::Action> {
    let mut states = vec![problem.start()];
    for &action in &solution.actions {
        let mut state = states[states.len() - 1].clone();
        problem.apply(&mut state, action);
        states.push(state);
    }
    Path { states, actions: solution.actions, cost: solution.cost }
}

/// A search in progress.
pub trait Search<P: Problem> {
    /// One expansion: takes the next node, tests it, creates its children.
    ///
    /// `Break` says how the search ended. After [`Ending::Stopped`] by nodes, time, memory or interrupt a further
    /// call resumes at the same place.
    fn step<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> ControlFlow<Ending>;

    /// Steps to the end or to a limit.
    // A function of its own wherever it is called: the loop is optimised alike in every program.
    #[inline(never)]
    fn run<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Report<P::Action> {
        loop {
            if let ControlFlow::Break(ending) = self.step(observer, budget) {
                return Report { ending, ..self.report() };
            }
        }
    }

    /// What is known so far. A search that has not ended was interrupted by its caller, and its report says so.
    fn report(&self) -> Report<P::Action>;

    /// The solution found last, with its states. Without one, the most promising path so far: to the node of the lowest h
    /// that is remembered, of equals the one reached last.
    ///
    /// `None` before the first step, and from searches that do not keep what this takes.
    fn path(&self) -> Option<Path<P::State, P::Action>> {
        None
    }

    /// The nodes waiting to be examined, the next one first where the order is known.
    fn frontier(&self) -> Vec<Seen<P::State>>;

    /// The nodes already expanded and remembered.
    fn closed(&self) -> Vec<Seen<P::State>>;
}
