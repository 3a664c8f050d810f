//! Observing a search. `()` observes nothing and costs nothing: its events are built from values the search has anyway,
//! and the compiler drops them.
//!
//! Every event names its node by a number in order of creation, with the parent's state and the action rather than the
//! child's state, so that a trace can draw pruned children which the search itself never built.

use std::ops::ControlFlow;

use crate::problem::{Cost, Problem};

/// A node's number, in order of creation; the start is 0. A search that stores no nodes may create more than there are
/// numbers: the last number, [`NodeId::LAST`], then stands for all that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The last number.
    pub const LAST: Self = Self(u32::MAX);

    /// The number of the node that was created after `count` others.
    #[inline]
    pub fn after(count: u64) -> Self {
        Self(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// The number as a place in a list of all nodes.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a node comes from: its parent and the action taken there.
#[derive(Debug)]
pub struct Origin<'a, P: Problem> {
    /// The parent's number.
    pub parent: NodeId,
    /// The parent's state.
    pub state: &'a P::State,
    /// The action that leads from the parent to the node.
    pub action: P::Action,
}

impl<P: Problem> Clone for Origin<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Problem> Copy for Origin<'_, P> {}

/// Why a child was not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pruned {
    /// Its state was reached before at no greater cost; the number is that node's.
    Duplicate(NodeId),
    /// Its state lies on the path to it.
    Cycle,
    /// g + h is over the bound of this round.
    Bound(Cost),
    /// It lies below the depth limit.
    Depth,
    /// The heuristic says there is no solution from it.
    DeadEnd,
    /// Its state waits for the next layer of a beam already.
    Waiting,
    /// The beam was full of better ones.
    Width,
    /// It cannot be part of a better solution than the one found.
    Worse,
}

/// Which of the two searches of a bidirectional one an event belongs to. All others only go forward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// From the start.
    #[default]
    Forward,
    /// From the goal.
    Backward,
}

/// Something a search did. Numbers, g and h are those of the node the event is about.
#[derive(Debug)]
pub enum Event<'a, P: Problem> {
    /// A root (origin `None`) or a child was created and kept.
    Created {
        /// The new node.
        id: NodeId,
        /// Where it comes from; `None` for a root.
        origin: Option<Origin<'a, P>>,
        /// The root's own state, for a root.
        root: Option<&'a P::State>,
        /// Cost from the root.
        g: Cost,
        /// Estimate to the goal.
        h: Cost,
        /// The end it was reached from.
        side: Side,
    },
    /// A child was created and dropped.
    Pruned {
        /// Where it would have come from.
        origin: Origin<'a, P>,
        /// Cost from the root.
        g: Cost,
        /// Estimate to the goal (`None` where it was not asked for, or there is none).
        h: Option<Cost>,
        /// Why.
        reason: Pruned,
        /// The end it was reached from.
        side: Side,
    },
    /// A known node was reached at a lower cost; `reopened` if it had been expanded already.
    Improved {
        /// The known node.
        id: NodeId,
        /// Its new origin.
        origin: Origin<'a, P>,
        /// Its new cost.
        g: Cost,
        /// Estimate to the goal.
        h: Cost,
        /// Whether it goes back from the closed set to the frontier.
        reopened: bool,
        /// The end it was reached from.
        side: Side,
    },
    /// A node was taken from the frontier and tested for the goal.
    Examined {
        /// The node.
        id: NodeId,
        /// Its state.
        state: &'a P::State,
        /// Cost from the root.
        g: Cost,
        /// Estimate to the goal.
        h: Cost,
        /// The end it was reached from.
        side: Side,
    },
    /// A round with this bound begins (iterative deepening, IDA*), or a layer of this depth (beam).
    Deepened {
        /// The bound.
        bound: Cost,
    },
    /// A node was dropped from memory: the memory was full, or the node leads nowhere. If its state is needed again, it
    /// becomes a new node.
    Forgotten {
        /// The node.
        id: NodeId,
        /// Its state.
        state: &'a P::State,
        /// Cost from the root.
        g: Cost,
        /// Estimate to the goal.
        h: Cost,
        /// The lowest f known below it, which its parent keeps; `None`: it leads nowhere.
        value: Option<u64>,
    },
    /// A solution of this cost was found; it ends at this node.
    Solved {
        /// The node (of a search from both ends: where they meet, on the forward side).
        id: NodeId,
        /// The solution's cost.
        cost: Cost,
    },
}

impl<P: Problem> Clone for Event<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Problem> Copy for Event<'_, P> {}

/// An observer's wish to end the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop;

/// Notified of everything a search does, in order.
pub trait Observer<P: Problem> {
    /// One event. `Break` ends the search as an interrupt would; it can be resumed.
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop>;
}

impl<P: Problem> Observer<P> for () {
    #[inline(always)]
    fn event(&mut self, _: Event<'_, P>) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }
}

impl<P: Problem, O: Observer<P> + ?Sized> Observer<P> for &mut O {
    #[inline]
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        (**self).event(event)
    }
}
