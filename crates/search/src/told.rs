//! Events without their problem's types: what a trace records, whatever was searched.
//!
//! An [`Observer`](crate::Observer) knows the problem, so a program that shows searches of several problems would need one for
//! each. A [`Watch`] knows only how an action and a board are written: a domain turns each [`Event`] into a [`Told`] and hands it
//! over with the board of the node it is about, unpacked.

use std::ops::ControlFlow;

use crate::observer::{Event, NodeId, Pruned, Side, Stop};
use crate::problem::{Cost, Problem};

/// What happened to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It was created and kept.
    Created,
    /// It was taken and tested for the goal.
    Examined,
    /// It was created and dropped; it has no number.
    Pruned(Pruned),
    /// It was reached again at a lower cost.
    Improved {
        /// Whether it goes back from the closed set to the frontier.
        reopened: bool,
    },
    /// A round or a layer begins; about no node.
    Deepened {
        /// The bound.
        bound: Cost,
    },
    /// A solution ends here.
    Solved {
        /// The solution's cost.
        cost: Cost,
        /// Whether the node was expanded all the same: where two searches meet, or all solutions are wanted.
        expanded: bool,
    },
}

/// An event, told without the problem's types but for the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told<A> {
    /// What happened.
    pub what: What,
    /// The node, where it has a number.
    pub id: Option<NodeId>,
    /// The node it was created from.
    pub parent: Option<NodeId>,
    /// The action that led to it.
    pub action: Option<A>,
    /// Cost from the root.
    pub g: Cost,
    /// Estimate to the goal, where one was asked for.
    pub h: Option<Cost>,
    /// The end it was reached from.
    pub side: Side,
}

impl<A: Copy> Told<A> {
    /// An event about no place in the tree: no parent, no action.
    pub fn new(what: What, id: Option<NodeId>, g: Cost, h: Option<Cost>, side: Side) -> Self {
        Self { what, id, parent: None, action: None, g, h, side }
    }

    /// The event without its states. A solution is told as one that ends the search.
    #[inline]
    pub fn of<P: Problem<Action = A>>(event: &Event<'_, P>) -> Self {
        match *event {
            Event::Created { id, origin, g, h, side, .. } => {
                let told = Self::new(What::Created, Some(id), g, Some(h), side);
                match origin {
                    Some(origin) => told.from(origin.parent, origin.action),
                    None => told,
                }
            }
            Event::Pruned { origin, g, h, reason, side } => {
                Self::new(What::Pruned(reason), None, g, h, side).from(origin.parent, origin.action)
            }
            Event::Improved { id, origin, g, h, reopened, side } => {
                let what = What::Improved { reopened };
                Self::new(what, Some(id), g, Some(h), side).from(origin.parent, origin.action)
            }
            Event::Examined { id, g, h, side, .. } => Self::new(What::Examined, Some(id), g, Some(h), side),
            Event::Deepened { bound } => Self::new(What::Deepened { bound }, None, 0, None, Side::Forward),
            Event::Solved { id, cost } => {
                Self::new(What::Solved { cost, expanded: false }, Some(id), cost, None, Side::Forward)
            }
        }
    }

    /// The same, created from `parent` by `action`.
    #[inline]
    #[must_use]
    pub fn from(self, parent: NodeId, action: A) -> Self {
        Self { parent: Some(parent), action: Some(action), ..self }
    }
}

/// Told of everything a search of one domain does: `A` is its action, `B` its board, unpacked.
pub trait Watch<A, B: ?Sized> {
    /// One event, with the board of its node where it is about one that was created, dropped, improved or examined.
    fn told(&mut self, told: Told<A>, board: Option<&B>) -> ControlFlow<Stop>;
}
