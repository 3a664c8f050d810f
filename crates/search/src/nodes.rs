//! What the searches that remember their states have in common: a root, taking a node, creating a child, reporting.
//!
//! Stack search, beam search and the two fronts of a bidirectional search differ in which node they take next and which
//! children they keep; how a node is examined and a child is made is here. (The best-first loop has its own
//! version: it is the hot one.)

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::heuristic::{Heuristic, Quality};
use crate::observer::{Event, NodeId, Observer, Origin, Pruned, Side, Stop};
use crate::problem::{Backward, Cost, Problem};
use crate::reached::{Link, MAX_COST, Reached};
use crate::report::{Ending, INTERRUPTED, Limit, Report, Solution, Stats};
use crate::search::{Path, Seen};

/// The way a search goes from a state to its children.
pub(crate) trait Way<P: Problem> {
    const SIDE: Side;
    type Steps: Iterator<Item = (P::Action, Cost)>;
    fn steps(problem: &P, state: &P::State, last: Option<P::Action>) -> Self::Steps;
    fn child(problem: &P, state: &P::State, step: P::Action, steps: &mut Self::Steps) -> P::State;
    fn advance<H: Heuristic<P>>(
        problem: &P,
        heuristic: &H,
        memo: &H::Memo,
        state: &P::State,
        step: P::Action,
    ) -> H::Memo;
}

/// From the start, by actions.
pub(crate) struct Ahead;

impl<P: Problem> Way<P> for Ahead {
    const SIDE: Side = Side::Forward;
    type Steps = P::Actions;

    #[inline]
    fn steps(problem: &P, state: &P::State, last: Option<P::Action>) -> P::Actions {
        problem.actions(state, last)
    }

    #[inline]
    fn child(problem: &P, state: &P::State, step: P::Action, steps: &mut P::Actions) -> P::State {
        problem.child(state, step, steps)
    }

    #[inline]
    fn advance<H: Heuristic<P>>(p: &P, heuristic: &H, memo: &H::Memo, state: &P::State, step: P::Action) -> H::Memo {
        heuristic.advance(p, memo, state, step)
    }
}

/// From the goal, by steps backward.
pub(crate) struct Back;

impl<P: Backward> Way<P> for Back {
    const SIDE: Side = Side::Backward;
    type Steps = P::Predecessors;

    #[inline]
    fn steps(problem: &P, state: &P::State, last: Option<P::Action>) -> P::Predecessors {
        problem.predecessors(state, last)
    }

    #[inline]
    fn child(problem: &P, state: &P::State, step: P::Action, _: &mut P::Predecessors) -> P::State {
        let mut child = state.clone();
        problem.apply_back(&mut child, step);
        child
    }

    #[inline]
    fn advance<H: Heuristic<P>>(p: &P, heuristic: &H, memo: &H::Memo, state: &P::State, step: P::Action) -> H::Memo {
        p.advance_back(heuristic, memo, state, step)
    }
}

/// A node whose children are being created.
pub(crate) struct Parent<P: Problem, M, W: Way<P> = Ahead> {
    pub(crate) id: NodeId,
    pub(crate) state: P::State,
    memo: M,
    g: Cost,
    steps: W::Steps,
    /// An action that a limit held up.
    held: Option<(P::Action, Cost)>,
}

impl<P: Problem, M, W: Way<P>> Parent<P, M, W> {
    pub(crate) fn origin(&self, action: P::Action) -> Origin<'_, P> {
        Origin { parent: self.id, state: &self.state, action }
    }
}

/// A node that was examined, unless it is the goal, and the observer's answer.
pub(crate) type Taken<P, M, W> = (Option<Parent<P, M, W>>, ControlFlow<Stop>);

/// What creating the next child came to.
pub(crate) enum Next<P: Problem, M> {
    /// A child, to be kept or dropped.
    Made(Made<P, M>),
    /// A dead end, dropped.
    DeadEnd,
    /// There is no further child.
    NoMore,
}

/// A child that was created and not kept yet.
pub(crate) struct Made<P: Problem, M> {
    pub(crate) action: P::Action,
    pub(crate) state: P::State,
    pub(crate) memo: M,
    pub(crate) g: Cost,
    pub(crate) h: Cost,
}

/// The nodes of one search, or of one front of it.
pub(crate) struct Nodes<'a, P: Problem, H: Heuristic<P>, W: Way<P> = Ahead> {
    pub(crate) problem: &'a P,
    heuristic: &'a H,
    way: PhantomData<W>,
    pub(crate) reached: Reached<P::State, P::Action, H::Memo>,
    /// The start's estimate, where it is a bound.
    pub(crate) lower_bound: Cost,
    pub(crate) stats: Stats,
}

impl<'a, P: Problem, H: Heuristic<P>, W: Way<P>> Nodes<'a, P, H, W> {
    pub(crate) fn new(problem: &'a P, heuristic: &'a H) -> Self {
        Self { problem, heuristic, way: PhantomData, reached: Reached::new(), lower_bound: 0, stats: Stats::default() }
    }

    pub(crate) fn admissible(&self) -> bool {
        self.heuristic.quality() >= Quality::Admissible
    }

    /// Claims this many bytes, if the budget allows them.
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

    /// Creates the root. `None`: the heuristic says there is no solution. There must be room. `others` is what the search
    /// holds beside its states, `need` what it needs besides to keep a node of this g and h.
    pub(crate) fn begin<O: Observer<P>>(
        &mut self,
        state: P::State,
        others: u64,
        need: impl FnOnce(Cost, Cost) -> u64,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<Option<(NodeId, Cost, ControlFlow<Stop>)>, Limit> {
        budget.spend()?;
        let memo = self.heuristic.memo(self.problem, &state);
        let estimate = self.heuristic.estimate(&memo, Cost::MAX);
        let (id, h) = (NodeId(0), estimate.unwrap_or(Cost::MAX));
        let more = self.problem.heap_bytes(&state) as u64 + need(0, h);
        self.claim(self.reached.bytes() + others + more, budget).inspect_err(|_| budget.give_back(1))?;
        self.stats.generated = 1;
        self.stats.evaluated = 1;
        let created = Event::Created { id, origin: None, root: Some(&state), g: 0, h, side: W::SIDE };
        let flow = observer.event(created);
        if estimate.is_none() {
            return Ok(None);
        }
        if self.admissible() {
            self.lower_bound = h;
        }
        let heap_bytes = self.problem.heap_bytes(&state);
        if let Err(place) = self.reached.find(&state) {
            self.reached.add(place, state, heap_bytes, Link::root(memo));
        }
        Ok(Some((id, h, flow)))
    }

    /// Takes a node: it is examined, and if it is not the goal (`None`) its children can be created.
    pub(crate) fn take<O: Observer<P>>(
        &mut self,
        id: NodeId,
        goal: impl Fn(&P::State) -> bool,
        observer: &mut O,
    ) -> Taken<P, H::Memo, W> {
        let state = self.reached.state(id).clone();
        let link = self.reached.link_mut(id);
        link.close();
        let (g, memo, last) = (link.g(), link.memo.clone(), link.action);
        self.stats.examined += 1;
        self.stats.evaluated += 1;
        let h = self.heuristic.estimate(&memo, Cost::MAX).unwrap_or(Cost::MAX);
        let flow = observer.event(Event::Examined { id, state: &state, g, h, side: W::SIDE });
        if goal(&state) {
            return (None, flow);
        }
        self.stats.expanded += 1;
        let steps = W::steps(self.problem, &state, last);
        (Some(Parent { id, state, memo, g, steps, held: None }), flow)
    }

    /// Creates the next child, or holds its action if a limit denies it. `others` is what the search holds beside its
    /// states, `need` what it needs besides to keep a node of this g and h.
    pub(crate) fn make<O: Observer<P>>(
        &mut self,
        parent: &mut Parent<P, H::Memo, W>,
        others: u64,
        need: impl FnOnce(Cost, Cost) -> u64,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<Next<P, H::Memo>, Limit> {
        let Some((action, cost)) = parent.held.take().or_else(|| parent.steps.next()) else {
            return Ok(Next::NoMore);
        };
        budget.spend().inspect_err(|_| parent.held = Some((action, cost)))?;
        let g = parent.g.saturating_add(cost).min(MAX_COST);
        let built = H::FROM_CHILD.then(|| W::child(self.problem, &parent.state, action, &mut parent.steps));
        let memo = match &built {
            Some(child) => self.heuristic.memo(self.problem, child),
            None => W::advance(self.problem, self.heuristic, &parent.memo, &parent.state, action),
        };
        let Some(h) = self.heuristic.estimate(&memo, Cost::MAX) else {
            self.stats.generated += 1;
            self.stats.evaluated += 1;
            let flow = self.drop_child(parent.origin(action), g, None, Pruned::DeadEnd, observer);
            return obey(flow).map(|()| Next::DeadEnd);
        };
        let state = built.unwrap_or_else(|| W::child(self.problem, &parent.state, action, &mut parent.steps));
        let more = self.problem.heap_bytes(&state) as u64 + need(g, h);
        if more > 0 {
            self.claim(self.reached.bytes() + others + more, budget).inspect_err(|_| {
                budget.give_back(1);
                parent.held = Some((action, cost));
            })?;
        }
        self.stats.generated += 1;
        self.stats.evaluated += 1;
        Ok(Next::Made(Made { action, state, memo, g, h }))
    }

    /// Emits that a child was pruned.
    #[expect(clippy::unused_self, reason = "the nodes say which way the search goes")]
    pub(crate) fn drop_child<O: Observer<P>>(
        &self,
        origin: Origin<'_, P>,
        g: Cost,
        h: Option<Cost>,
        reason: Pruned,
        observer: &mut O,
    ) -> ControlFlow<Stop> {
        observer.event(Event::Pruned { origin, g, h, reason, side: W::SIDE })
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
        Ok((id, observer.event(Event::Created { id, origin: Some(origin), root: None, g, h, side: W::SIDE })))
    }

    /// Emits that the search ends at this goal.
    pub(crate) fn solved<O: Observer<P>>(&self, id: NodeId, observer: &mut O) -> Ending {
        let _ = observer.event(Event::Solved { id, cost: self.reached.link(id).g() });
        Ending::Solved
    }

    pub(crate) fn seen(&self, id: NodeId) -> Seen<P::State> {
        let link = self.reached.link(id);
        let h = self.heuristic.estimate(&link.memo, Cost::MAX).unwrap_or(Cost::MAX);
        Seen { id, state: self.reached.state(id).clone(), g: link.g(), h, side: W::SIDE }
    }

    pub(crate) fn closed(&self) -> Vec<Seen<P::State>> {
        self.reached.ids().filter(|&id| self.reached.link(id).is_closed()).map(|id| self.seen(id)).collect()
    }

    /// The path to the goal, or to the most promising node.
    pub(crate) fn path(&self, goal: Option<NodeId>) -> Option<Path<P::State, P::Action>> {
        let estimate = |memo: &H::Memo| self.heuristic.estimate(memo, Cost::MAX).unwrap_or(Cost::MAX);
        goal.or_else(|| self.reached.nearest(estimate)).map(|id| self.reached.whole_path(id))
    }

    pub(crate) fn report(&self, ended: Option<Ending>, goal: Option<NodeId>, bytes: u64) -> Report<P::Action> {
        let solution = goal.map(|id| Solution { actions: self.reached.path(id), cost: self.reached.link(id).g() });
        let mut stats = self.stats;
        stats.peak_bytes = stats.peak_bytes.max(bytes);
        Report { ending: ended.unwrap_or(INTERRUPTED), solution, lower_bound: self.lower_bound, stats }
    }
}

/// What a path from the start costs. Where a node on it was reached at a lower cost after its successors were created,
/// that is less than the g of its last node.
pub(crate) fn path_cost<P: Problem>(problem: &P, actions: &[P::Action]) -> Cost {
    let (mut state, mut sum): (_, Cost) = (problem.start(), 0);
    for &action in actions {
        let cost = problem.actions(&state, None).find(|step| step.0 == action).map_or(0, |step| step.1);
        sum = sum.saturating_add(cost).min(MAX_COST);
        problem.apply(&mut state, action);
    }
    sum
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
pub(crate) fn obey(flow: ControlFlow<Stop>) -> Result<(), Limit> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(Stop) => Err(Limit::Interrupt),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Blind;
    use crate::paths::Closures;

    /// Bytes that a search holds beside its states, that it needs besides to keep a node, and that a state owns.
    const OTHERS: u64 = 1000;
    const NEED: u64 = 30;
    const OWNED: u64 = 7;

    #[test]
    fn bytes_are_claimed_exactly_and_only_where_a_node_needs_some() {
        let successors = |&state: &u32| [(state + 1, 1_u32), (state + 2, 1)];
        let problem = Closures::new(1_u32, successors, |_: &u32| false);
        let problem = problem.heap_bytes(|&state| if state < 3 { OWNED as usize } else { 0 });
        let mut nodes: Nodes<'_, _, _> = Nodes::new(&problem, &Blind);
        nodes.make_room(OTHERS, &Budget::unlimited()).unwrap();

        let bytes = nodes.reached.bytes() + OTHERS + NEED + OWNED;
        let mut short = Budget::unlimited().max_bytes(bytes - 1);
        let begun = nodes.begin(1, OTHERS, |_, _| NEED, &mut (), &mut short);
        assert_eq!((begun.err(), nodes.stats.generated, short.spent()), (Some(Limit::Memory), 0, 0));
        let begun = nodes.begin(1, OTHERS, |_, _| NEED, &mut (), &mut Budget::unlimited().max_bytes(bytes));
        let (root, ..) = begun.unwrap().expect("no dead end");
        assert_eq!(nodes.stats.peak_bytes, bytes);

        let mut parent = nodes.take(root, |_| false, &mut ()).0.expect("no goal");
        let made = |next: Result<Next<_, _>, Limit>| match next {
            Ok(Next::Made(made)) => Ok(made.state),
            Ok(_) => panic!("there are two children, and no dead ends"),
            Err(limit) => Err(limit),
        };
        let bytes = bytes + OWNED;
        let next = nodes.make(&mut parent, OTHERS, |_, _| NEED, &mut (), &mut short);
        assert_eq!((made(next), nodes.stats.generated, short.spent()), (Err(Limit::Memory), 1, 0));
        let mut enough = Budget::unlimited().max_bytes(bytes);
        let next = nodes.make(&mut parent, OTHERS, |_, _| NEED, &mut (), &mut enough);
        assert_eq!((made(next), nodes.stats.peak_bytes), (Ok(2), bytes));
        // A limit below what is held is felt where more is needed.
        let next = nodes.make(&mut parent, OTHERS, |_, _| 0, &mut (), &mut Budget::unlimited().max_bytes(0));
        assert_eq!((made(next), nodes.stats.generated), (Ok(3), 3));
    }
}
