//! What the searches that remember their states have in common: a root, taking a node, creating a child, reporting.
//!
//! Stack search, beam search and the two halves of a bidirectional search differ in which node they take next and which
//! children they keep; how a node is examined and a child is made is here. (The best-first loop does the same in its own
//! way: it is the hot one.)

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::heuristic::{Heuristic, Quality};
use crate::observer::{Event, NodeId, Observer, Origin, Pruned, Side, Stop};
use crate::problem::{Cost, Problem};
use crate::reached::{Link, MAX_COST, Reached};
use crate::report::{Ending, Limit, Report, Solution, Stats};
use crate::search::Seen;

/// A node whose children are being created.
pub(crate) struct Parent<P: Problem, M> {
    pub(crate) id: NodeId,
    pub(crate) state: P::State,
    memo: M,
    g: Cost,
    actions: P::Actions,
    /// An action that a limit held up.
    held: Option<(P::Action, Cost)>,
}

impl<P: Problem, M> Parent<P, M> {
    /// The next action to try.
    pub(crate) fn next(&mut self) -> Option<(P::Action, Cost)> {
        self.held.take().or_else(|| self.actions.next())
    }

    /// Puts an action back that a limit held up.
    pub(crate) fn hold(&mut self, action: (P::Action, Cost)) {
        self.held = Some(action);
    }

    pub(crate) fn origin(&self, action: P::Action) -> Origin<'_, P> {
        Origin { parent: self.id, state: &self.state, action }
    }
}

/// A child that was created and not kept yet.
pub(crate) struct Made<P: Problem, M> {
    pub(crate) action: P::Action,
    pub(crate) state: P::State,
    pub(crate) memo: M,
    pub(crate) g: Cost,
    pub(crate) h: Cost,
}

/// The nodes of one search, or of one half of it.
pub(crate) struct Nodes<'a, P: Problem, H: Heuristic<P>> {
    pub(crate) problem: &'a P,
    heuristic: &'a H,
    pub(crate) side: Side,
    pub(crate) reached: Reached<P::State, P::Action, H::Memo>,
    /// The start's estimate, where it is a bound.
    pub(crate) lower_bound: Cost,
    pub(crate) stats: Stats,
}

impl<'a, P: Problem, H: Heuristic<P>> Nodes<'a, P, H> {
    pub(crate) fn new(problem: &'a P, heuristic: &'a H, side: Side) -> Self {
        Self { problem, heuristic, side, reached: Reached::new(), lower_bound: 0, stats: Stats::default() }
    }

    pub(crate) fn admissible(&self) -> bool {
        self.heuristic.quality() >= Quality::Admissible
    }

    /// Notes that the search is about to hold this many bytes, if it may.
    pub(crate) fn claim(&mut self, bytes: u64, budget: &Budget) -> Result<(), Limit> {
        budget.allow_bytes(bytes)?;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    /// Makes room for one more state. `others` is what the search holds beside its states.
    pub(crate) fn make_room(&mut self, others: u64, budget: &Budget) -> Result<(), Limit> {
        if self.reached.spare() > 0 {
            return Ok(());
        }
        self.reached.grow(others, budget, &mut self.stats.peak_bytes)
    }

    /// Creates the root. `None`: the heuristic says there is no solution. There must be room.
    pub(crate) fn begin<O: Observer<P>>(
        &mut self,
        state: P::State,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<Option<(NodeId, Cost, ControlFlow<Stop>)>, Limit> {
        budget.spend()?;
        self.stats.generated = 1;
        let memo = self.heuristic.memo(self.problem, &state);
        let Some(h) = self.heuristic.estimate(&memo, Cost::MAX) else { return Ok(None) };
        if self.admissible() {
            self.lower_bound = h;
        }
        let id = NodeId(0);
        let created = Event::Created { id, origin: None, root: Some(&state), g: 0, h, side: self.side };
        let told = observer.event(created);
        let heap_bytes = self.problem.heap_bytes(&state);
        if let Err(place) = self.reached.find(&state) {
            self.reached.add(place, state, heap_bytes, Link::root(memo));
        }
        Ok(Some((id, h, told)))
    }

    /// Takes a node: it is examined, and if it is not the goal its children can be created.
    pub(crate) fn take<O: Observer<P>>(
        &mut self,
        id: NodeId,
        goal: impl Fn(&P::State) -> bool,
        observer: &mut O,
    ) -> (Option<Parent<P, H::Memo>>, ControlFlow<Stop>) {
        let state = self.reached.state(id).clone();
        let link = self.reached.link_mut(id);
        link.close();
        let (g, memo, last) = (link.g(), link.memo.clone(), link.action);
        self.stats.examined += 1;
        let h = self.heuristic.estimate(&memo, Cost::MAX).unwrap_or(Cost::MAX);
        let told = observer.event(Event::Examined { id, state: &state, g, h, side: self.side });
        if goal(&state) {
            let _ = observer.event(Event::Solved { id, cost: g });
            return (None, told);
        }
        self.stats.expanded += 1;
        let actions = self.problem.actions(&state, last);
        (Some(Parent { id, state, memo, g, actions, held: None }), told)
    }

    /// Creates a child. `Err`: it is a dead end; what the observer said of that.
    pub(crate) fn make<O: Observer<P>>(
        &mut self,
        parent: &Parent<P, H::Memo>,
        (action, cost): (P::Action, Cost),
        observer: &mut O,
    ) -> Result<Made<P, H::Memo>, ControlFlow<Stop>> {
        self.stats.generated += 1;
        let g = parent.g.saturating_add(cost).min(MAX_COST);
        let memo = self.heuristic.advance(self.problem, &parent.memo, &parent.state, action);
        let Some(h) = self.heuristic.estimate(&memo, Cost::MAX) else {
            return Err(self.drop_child(parent.origin(action), g, None, Pruned::DeadEnd, observer));
        };
        let mut state = parent.state.clone();
        self.problem.apply(&mut state, action);
        Ok(Made { action, state, memo, g, h })
    }

    /// Tells that a child was dropped.
    pub(crate) fn drop_child<O: Observer<P>>(
        &self,
        origin: Origin<'_, P>,
        g: Cost,
        h: Option<Cost>,
        reason: Pruned,
        observer: &mut O,
    ) -> ControlFlow<Stop> {
        observer.event(Event::Pruned { origin, g, h, reason, side: self.side })
    }

    /// Keeps a child that is not known yet; `Err` is the node that holds its state. There must be room.
    pub(crate) fn keep<O: Observer<P>>(
        &mut self,
        origin: Origin<'_, P>,
        made: Made<P, H::Memo>,
        observer: &mut O,
    ) -> Result<(NodeId, ControlFlow<Stop>), NodeId> {
        let Made { action, state, memo, g, h } = made;
        let place = match self.reached.find(&state) {
            Ok(known) => return Err(known),
            Err(place) => place,
        };
        let heap_bytes = self.problem.heap_bytes(&state);
        let id = self.reached.add(place, state, heap_bytes, Link::child(origin.parent, action, g, memo));
        Ok((id, observer.event(Event::Created { id, origin: Some(origin), root: None, g, h, side: self.side })))
    }

    pub(crate) fn seen(&self, id: NodeId) -> Seen<P::State> {
        let link = self.reached.link(id);
        let h = self.heuristic.estimate(&link.memo, Cost::MAX).unwrap_or(Cost::MAX);
        Seen { id, state: self.reached.state(id).clone(), g: link.g(), h, side: self.side }
    }

    pub(crate) fn closed(&self) -> Vec<Seen<P::State>> {
        self.reached.ids().filter(|&id| self.reached.link(id).is_closed()).map(|id| self.seen(id)).collect()
    }

    pub(crate) fn report(&self, ending: Ending, goal: Option<NodeId>, bytes: u64) -> Report<P::Action> {
        let solution = goal.map(|id| Solution { actions: self.reached.path(id), cost: self.reached.link(id).g() });
        let mut stats = self.stats;
        stats.evaluated = stats.generated;
        stats.peak_bytes = stats.peak_bytes.max(bytes);
        Report { ending, solution, lower_bound: self.lower_bound, stats }
    }
}

/// What one step says to the caller of [`Search::step`](crate::search::Search::step).
pub(crate) fn outcome(done: Result<Option<Ending>, Limit>) -> ControlFlow<Ending> {
    match done {
        Ok(None) => ControlFlow::Continue(()),
        Ok(Some(ending)) => ControlFlow::Break(ending),
        Err(limit) => ControlFlow::Break(Ending::Stopped(limit)),
    }
}

/// An observer's answer, as a limit.
pub(crate) fn obey(told: ControlFlow<Stop>) -> Result<(), Limit> {
    match told {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(Stop) => Err(Limit::Interrupt),
    }
}
