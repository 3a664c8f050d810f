//! Something that a search did, as Python sees it.

use hueco_search::{Cost, Event as Emitted, NodeId, Origin, Problem, Pruned, Reason, Side};
use pyo3::prelude::*;

use super::expand::{Ordinal, PyProblem};
use super::state::State;

/// Something that a search did: the fields of a trace, with the objects themselves.
#[pyclass(frozen, module = "hueco._hueco", get_all)]
pub(crate) struct Event {
    /// `created`, `examined`, `pruned`, `improved`, `deepened`, `forgotten` or `solved`.
    kind: &'static str,
    /// The node, in order of creation.
    node: Option<u32>,
    /// The node it was created from.
    parent: Option<u32>,
    /// The action that led to it.
    action: Option<Py<PyAny>>,
    /// Its state.
    state: Option<Py<PyAny>>,
    /// Cost from the start; of a solution its cost.
    g: Option<Cost>,
    /// Estimate to the goal.
    h: Option<Cost>,
    /// Why a child was pruned.
    reason: Option<String>,
    /// The bound of a round.
    bound: Option<Cost>,
    /// `forward` or `backward`.
    side: &'static str,
}

impl Event {
    /// The event of a search on a problem, or on the same problem from both ends.
    pub(crate) fn new<P: Problem<State = State, Action = Ordinal>>(
        py: Python<'_>,
        event: Emitted<'_, P>,
        problem: &PyProblem,
        child_back: impl Fn(&State, Ordinal) -> Option<(Py<PyAny>, Py<PyAny>)>,
        has_h: bool,
    ) -> Self {
        let child = |origin: Origin<'_, P>, side: Side| match side {
            Side::Forward => {
                let expansion = problem.expansion(origin.state);
                let step = expansion.steps.get(origin.action.index());
                step.map(|step| (step.action.clone_ref(py), step.state.object(py)))
            }
            Side::Backward => child_back(origin.state, origin.action),
        };
        let bare = |kind| Self {
            kind,
            node: None,
            parent: None,
            action: None,
            state: None,
            g: None,
            h: None,
            reason: None,
            bound: None,
            side: "forward",
        };
        let number = |id: NodeId| Some(id.0);
        let named = |side| if side == Side::Forward { "forward" } else { "backward" };
        let estimate = |h: Cost| has_h.then_some(h);
        let of_child = |kind, origin: Origin<'_, P>, side| {
            let (action, state) = child(origin, side).unzip();
            Self { parent: number(origin.parent), action, state, side: named(side), ..bare(kind) }
        };
        match event {
            Emitted::Created { id, origin: Some(origin), g, h, side, .. } => {
                Self { node: number(id), g: Some(g), h: estimate(h), ..of_child("created", origin, side) }
            }
            Emitted::Created { id, origin: None, root, g, h, side } => Self {
                node: number(id),
                state: root.map(|root| root.object(py)),
                g: Some(g),
                h: estimate(h),
                side: named(side),
                ..bare("created")
            },
            Emitted::Pruned { origin, g, h, reason, side } => Self {
                node: if let Pruned::Duplicate(of) = reason { number(of) } else { None },
                g: Some(g),
                h: h.filter(|_| has_h),
                reason: Some(Reason::<&str>::from(reason).name().to_owned()),
                bound: if let Pruned::Bound(bound) = reason { Some(bound) } else { None },
                ..of_child("pruned", origin, side)
            },
            Emitted::Improved { id, origin, g, h, side, .. } => {
                Self { node: number(id), g: Some(g), h: estimate(h), ..of_child("improved", origin, side) }
            }
            Emitted::Examined { id, state, g, h, side } => Self {
                node: number(id),
                state: Some(state.object(py)),
                g: Some(g),
                h: estimate(h),
                side: named(side),
                ..bare("examined")
            },
            Emitted::Deepened { bound } => Self { bound: Some(bound), ..bare("deepened") },
            Emitted::Forgotten { id, state, g, h, .. } => Self {
                node: number(id),
                state: Some(state.object(py)),
                g: Some(g),
                h: estimate(h),
                ..bare("forgotten")
            },
            Emitted::Solved { id, cost } => Self { node: number(id), g: Some(cost), ..bare("solved") },
        }
    }
}
