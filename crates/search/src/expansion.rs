//! A node while a best-first search creates its children, and what can interrupt that.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::observer::{NodeId, Stop};
use crate::problem::{Cost, Problem};
use crate::report::{Ending, Limit};

/// A node while its children are created.
pub(crate) struct Parent<P: Problem, M> {
    pub(crate) id: NodeId,
    pub(crate) state: P::State,
    pub(crate) memo: M,
    pub(crate) g: Cost,
    /// Where it was reached from, in problems that lead back there.
    pub(crate) before: Option<NodeId>,
}

/// What keeps a child from being created, or the search from going on after it.
#[derive(Clone, Copy)]
pub(crate) enum Stopped {
    /// The child must be created again.
    Before(Limit),
    /// The observer stopped it.
    After,
    /// It is a goal.
    Solved,
}

/// A node that a limit left partly expanded.
pub(crate) struct Partial<P: Problem, M> {
    pub(crate) parent: Parent<P, M>,
    /// Actions that were held up, the next one last; after them come the others.
    pub(crate) held: Vec<(P::Action, Cost)>,
    pub(crate) actions: P::Actions,
}

/// What a search does in its next step.
pub(crate) enum Phase<P: Problem, M> {
    /// The root is not created yet.
    Fresh,
    /// The next step takes a node from the frontier.
    Running,
    /// A limit left a node partly expanded.
    Held(Partial<P, M>),
    /// There is nothing more to do.
    Finished(Ending),
}

/// Builds a child by applying its action.
pub(crate) fn applied<P: Problem>(action: P::Action) -> impl FnOnce(&P, &P::State) -> (P::State, Option<u64>) {
    move |problem, state| {
        let mut child = state.clone();
        problem.apply(&mut child, action);
        (child, None)
    }
}

/// Gives the fuel of a child back that could not be kept.
#[cold]
#[inline(never)]
pub(crate) fn unpaid(limit: Limit, budget: &mut Budget) -> Stopped {
    budget.give_back(1);
    Stopped::Before(limit)
}

#[inline(always)]
pub(crate) fn obey(flow: ControlFlow<Stop>) -> Result<(), Stopped> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(Stop) => Err(Stopped::After),
    }
}
