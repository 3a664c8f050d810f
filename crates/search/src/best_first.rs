//! Best-first search: ONE loop, of which breadth-first, uniform cost, greedy, A* and weighted A* are settings.
//!
//! ```text
//! take the node of the lowest priority value  ──▶  goal? solved
//!        ▲                                          │ no
//!        │                                          ▼
//!   keep the new ones, and known ones      create its children
//!   reached at a lower cost  ◀──────────── (state, g, h, priority)
//! ```
//! The priority value is `weight of g * g + weight of h * h`, and the declared [`Ties`] decide among equals, so:
//!
//! | search | g | h | ties |
//! |---|---|---|---|
//! | breadth-first | 0 | 0 | first in, first out |
//! | uniform cost | 1 | 0 | declared |
//! | greedy | 0 | 1 | declared |
//! | A* | 1 | 1 | declared |
//! | weighted A*, 1.5 | 2 | 3 | declared |
//!
//! Where g counts, a node that is reached again at a lower cost goes back to the frontier, from the closed set too
//! (*reopened*), so an inconsistent heuristic costs time, not correctness. Where g does not count, the first path to a
//! state is kept. A node is tested for the goal when it is taken.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::expansion::{Parent, Partial, Phase, Stopped, applied, obey, unpaid};
use crate::frontier::{Frontier, NONE};
use crate::heuristic::{Heuristic, Quality};
use crate::observer::{Event, NodeId, Observer, Origin, Pruned, Side, Stop};
use crate::order::{ByValue, Kept as _, Order};
use crate::priority::Priority;
use crate::problem::{Cost, Problem};
use crate::reached::{Link, MAX_COST, Reached, hash};
use crate::report::{Ending, INTERRUPTED, Limit, Report, Solution, Stats, Ties};
use crate::search::{Path, Search, Seen};

const NO_STEP: u64 = u64::MAX;

/// How many children are looked at together.
const AHEAD: usize = 8;

/// How many states are displaced from the caches while successors are computed, where that displaces something.
const DISPLACED: usize = 1 << 12;

/// A best-first search in progress. Its [`Order`] decides in which order it takes nodes and what it keeps of them.
pub struct BestFirst<'a, P: Problem, H: Heuristic<P>, O: Order = ByValue> {
    pub(crate) problem: &'a P,
    heuristic: &'a H,
    priority: Priority,
    pub(crate) reached: Reached<P::State, P::Action, H::Memo, O>,
    frontier: Frontier,
    /// How many nodes were taken in order.
    pub(crate) taken: u32,
    pub(crate) phase: Phase<P, H::Memo>,
    /// Nodes that can be kept before a container must grow.
    room: usize,
    pub(crate) goal: Option<NodeId>,
    pub(crate) lower_bound: Cost,
    /// The cost of the first step (`NO_STEP` before it), and whether others differ: if none does, breadth-first search
    /// is optimal.
    step_cost: u64,
    steps_differ: bool,
    /// Whether the value of a node that is taken is a lower bound.
    pub(crate) value_is_bound: bool,
    /// Whether a solution was found before, so that the lower bound stays.
    pub(crate) further: bool,
    pub(crate) stats: Stats,
}

impl<'a, P: Problem, H: Heuristic<P>, O: Order> BestFirst<'a, P, H, O> {
    pub(crate) fn with(problem: &'a P, heuristic: &'a H, priority: Priority, ties: Ties) -> Self {
        let priority = priority.bounded();
        Self {
            problem,
            heuristic,
            priority,
            reached: Reached::new(),
            frontier: Frontier::new(ties),
            taken: 0,
            phase: Phase::Fresh,
            room: 0,
            goal: None,
            lower_bound: 0,
            step_cost: NO_STEP,
            steps_differ: false,
            value_is_bound: priority.bounds(heuristic.quality()),
            further: false,
            stats: Stats::default(),
        }
    }

    /// Starts again with another problem, by the same rules and in the memory that it has: a batch of small problems
    /// otherwise spends a good part of its time asking for memory and giving it back.
    pub fn restart(&mut self, problem: &'a P, heuristic: &'a H) {
        self.reached.clear();
        self.frontier.clear();
        self.taken = 0;
        self.problem = problem;
        self.heuristic = heuristic;
        self.phase = Phase::Fresh;
        self.room = self.reached.spare();
        self.goal = None;
        self.lower_bound = 0;
        self.step_cost = NO_STEP;
        self.steps_differ = false;
        self.value_is_bound = self.priority.bounds(heuristic.quality());
        self.further = false;
        self.stats = Stats { peak_bytes: self.bytes(), ..Stats::default() };
    }

    /// Treats a state that is reached again as a new node: the whole search tree, as courses draw it.
    #[must_use]
    pub fn keep_duplicates(self) -> Self {
        Self { reached: Reached::with_duplicates(), ..self }
    }

    /// States stored.
    pub fn stored(&self) -> usize {
        self.reached.len()
    }

    /// A constant, where the order has a priority of its own.
    #[inline(always)]
    fn priority(&self) -> Priority {
        O::PRIORITY.unwrap_or(self.priority)
    }

    /// The estimate of a node that is kept.
    #[inline(always)]
    fn estimate(&self, memo: &H::Memo) -> Cost {
        self.heuristic.estimate(memo, Cost::MAX).unwrap_or(Cost::MAX)
    }

    fn bytes(&self) -> u64 {
        self.reached.bytes() + self.frontier.bytes()
    }

    /// Claims this many bytes, if the budget allows them.
    fn claim(&mut self, bytes: u64, budget: &Budget) -> Result<(), Limit> {
        budget.allow_bytes(bytes)?;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    #[cold]
    fn make_room(&mut self, budget: &Budget) -> Result<(), Limit> {
        self.claim(self.bytes(), budget)?;
        if self.reached.spare() == 0 {
            let (problem, others) = (self.problem, self.frontier.bytes());
            let number = |state: &P::State| problem.number(state);
            self.reached.grow_numbered(number, others, budget, &mut self.stats.peak_bytes)?;
        }
        self.room = self.reached.spare();
        Ok(())
    }

    /// Creates the root. Its h is the first lower bound.
    fn begin<W: Observer<P>>(&mut self, observer: &mut W, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        self.phase = Phase::Fresh;
        self.make_room(budget)?;
        budget.spend()?;
        let state = self.problem.start();
        let memo = self.heuristic.memo(self.problem, &state);
        let estimate = self.heuristic.estimate(&memo, Cost::MAX);
        let h = estimate.unwrap_or(Cost::MAX);
        let (value, heap_bytes) = (self.priority().value(0, h), self.problem.heap_bytes(&state));
        let more = if O::IN_ORDER { 0 } else { self.frontier.widening(value, h) } + heap_bytes as u64;
        if let Err(limit) = self.claim(self.bytes() + more, budget) {
            budget.give_back(1);
            return Err(limit);
        }
        self.phase = Phase::Running;
        self.stats.generated = 1;
        self.stats.evaluated = 1;
        let flow = observer.event(Event::Created {
            id: NodeId(0),
            origin: None,
            root: Some(&state),
            g: 0,
            h,
            side: Side::Forward,
        });
        if estimate.is_none() {
            return Ok(Some(self.finish(Ending::Unsolvable)));
        }
        if self.heuristic.quality() >= Quality::Admissible {
            self.lower_bound = h;
        }
        if let Err(place) = self.reached.find(&state) {
            self.reached.add(place, state, heap_bytes, Link::root(memo));
        }
        self.room -= 1;
        if !O::IN_ORDER {
            self.frontier.push_new_far(&mut self.reached, value, h, NodeId(0));
        }
        if O::EARLY && self.problem.is_goal(self.reached.state(NodeId(0))) {
            self.solve_early(NodeId(0), observer);
            return Ok(Some(self.finish(Ending::Solved)));
        }
        if flow.is_break() { Err(Limit::Interrupt) } else { Ok(None) }
    }

    /// A node that was just created is a goal.
    #[cold]
    fn solve_early<W: Observer<P>>(&mut self, id: NodeId, observer: &mut W) {
        let Seen { state, g, h, side, .. } = self.seen(id);
        self.stats.examined += 1;
        self.goal = Some(id);
        let _ = observer.event(Event::Examined { id, state: &state, g, h, side });
        let _ = observer.event(Event::Solved { id, cost: g });
    }

    /// The next node that is not out of date, with its priority value. It is closed.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<(u64, NodeId)> {
        if O::IN_ORDER {
            let id = NodeId(self.taken);
            let waits = id.index() < self.reached.len();
            self.taken += u32::from(waits);
            if waits {
                self.reached.link_mut(id).close();
            }
            return waits.then_some((0, id));
        }
        loop {
            let reached = &mut self.reached;
            let (value, (id, is_due)) = self.frontier.take(|number| {
                let link = reached.link_mut(NodeId(number));
                let is_due = !link.is_closed();
                link.close();
                ((NodeId(number), is_due), link.next())
            })?;
            if is_due {
                return Some((value, id));
            }
        }
    }

    /// A node whose children are to be created, and the action that led to it.
    #[inline(always)]
    pub(crate) fn parent(&self, id: NodeId) -> (Parent<P, H::Memo>, Option<P::Action>) {
        let (state, link) = (self.reached.state(id), self.reached.link(id));
        let before = if P::LEADS_BACK { link.parent() } else { None };
        let parent = Parent { id, state: state.clone(), memo: link.memo.clone(), g: link.g(), before };
        (parent, link.action.action())
    }

    #[cold]
    fn note_cost(&mut self, cost: Cost) {
        if self.step_cost == NO_STEP {
            self.step_cost = cost as u64;
        } else {
            self.steps_differ = true;
        }
    }

    /// One child: create it, estimate it, keep it or drop it. `build` returns its state, with the hash where it is known.
    #[inline(always)]
    pub(crate) fn child<W: Observer<P>>(
        &mut self,
        parent: &Parent<P, H::Memo>,
        (action, cost): (P::Action, Cost),
        build: impl FnOnce(&P, &P::State) -> (P::State, Option<u64>),
        observer: &mut W,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        if self.room == 0 {
            self.make_room(budget).map_err(Stopped::Before)?;
        }
        budget.spend().map_err(Stopped::Before)?;
        if self.step_cost != cost as u64 {
            self.note_cost(cost);
        }
        let origin = Origin { parent: parent.id, state: &parent.state, action };
        let g = parent.g.saturating_add(cost).min(MAX_COST);
        let mut advanced = None;
        if !H::FROM_CHILD {
            let memo = self.heuristic.advance(self.problem, &parent.memo, &parent.state, action);
            let Some(h) = self.heuristic.estimate(&memo, Cost::MAX) else { return self.dead_end(origin, g, observer) };
            advanced = Some((memo, h));
        }
        let (state, hash) = build(self.problem, &parent.state);
        let known = match parent.before {
            Some(before) if P::LEADS_BACK && self.reached.is(before, &state) => Ok(before),
            _ => self.reached.find_numbered(&state, hash, |state| self.problem.number(state)),
        };
        let place = match known {
            Err(place) => place,
            Ok(known) => {
                let (memo, h) = advanced.unwrap_or_else(|| {
                    let memo = self.reached.link(known).memo.clone();
                    let h = self.estimate(&memo);
                    (memo, h)
                });
                let link = Link::child(parent.id, action, g, memo);
                return self.reach_again(known, origin, link, h, observer, budget);
            }
        };
        let (memo, h) = if let Some(advanced) = advanced {
            advanced
        } else {
            self.stats.evaluated += 1;
            let memo = self.heuristic.memo(self.problem, &state);
            let Some(h) = self.heuristic.estimate(&memo, Cost::MAX) else { return self.dead_end(origin, g, observer) };
            (memo, h)
        };
        let value = self.priority().value(g, h);
        let heap_bytes = self.problem.heap_bytes(&state);
        if heap_bytes > 0 {
            self.claim(self.bytes() + heap_bytes as u64, budget).map_err(|limit| unpaid(limit, budget))?;
        }
        let id = NodeId(self.reached.len() as u32);
        let pushed = if O::IN_ORDER { Some(NONE) } else { self.frontier.push_new(&mut self.reached, value, h, id) };
        let next = match pushed {
            Some(next) => next,
            None => self.push_far(value, h, id, budget)?,
        };
        let link = Link::child(parent.id, action, g, memo).before(next);
        let is_goal = O::EARLY && self.problem.is_goal(&state);
        self.reached.add(place, state, heap_bytes, link);
        self.room -= 1;
        self.stats.generated += 1;
        let created = Event::Created { id, origin: Some(origin), root: None, g, h, side: Side::Forward };
        let flow = observer.event(created);
        if is_goal {
            self.solve_early(id, observer);
            return Err(Stopped::Solved);
        }
        obey(flow)
    }

    /// A child from which there is no solution.
    #[inline(always)]
    fn dead_end<W: Observer<P>>(&mut self, origin: Origin<'_, P>, g: Cost, observer: &mut W) -> Result<(), Stopped> {
        self.stats.generated += 1;
        let reason = Pruned::DeadEnd;
        obey(observer.event(Event::Pruned { origin, g, h: None, reason, side: Side::Forward }))
    }

    /// Puts a new node into the frontier, which needs a bucket for it. Where that is denied, the child is not paid for.
    #[cold]
    fn push_far(&mut self, value: u64, h: Cost, id: NodeId, budget: &mut Budget) -> Result<u32, Stopped> {
        let bytes = self.bytes() + self.frontier.widening(value, h);
        self.claim(bytes, budget).map_err(|limit| unpaid(limit, budget))?;
        Ok(self.frontier.push_new_far(&mut self.reached, value, h, id))
    }

    /// Puts a known node into the frontier again.
    fn push_again(&mut self, value: u64, h: Cost, id: NodeId, budget: &mut Budget) -> Result<(), Stopped> {
        let entry = if self.frontier.spare() == 0 { self.frontier.growth() } else { 0 };
        let bytes = self.bytes() + entry + self.frontier.widening(value, h);
        self.claim(bytes, budget).map_err(|limit| unpaid(limit, budget))?;
        if entry > 0 {
            self.frontier.grow().map_err(|limit| unpaid(limit, budget))?;
        }
        self.frontier.push(&mut self.reached, value, h, id);
        Ok(())
    }

    /// A known state was reached: at a lower cost it goes back to the frontier, if cost counts.
    #[inline(always)]
    fn reach_again<W: Observer<P>>(
        &mut self,
        id: NodeId,
        origin: Origin<'_, P>,
        link: Link<P::Action, H::Memo, O>,
        h: Cost,
        observer: &mut W,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let g = link.g();
        if self.priority().g == 0 || g >= self.reached.link(id).g() {
            self.stats.generated += 1;
            let reason = Pruned::Duplicate(id);
            return obey(observer.event(Event::Pruned { origin, g, h: Some(h), reason, side: Side::Forward }));
        }
        let reopened = self.reached.link(id).is_closed();
        self.push_again(self.priority().value(g, h), h, id, budget)?;
        self.reached.link_mut(id).improve(link);
        self.stats.generated += 1;
        self.stats.reopened += u64::from(reopened);
        obey(observer.event(Event::Improved { id, origin, g, h, reopened, side: Side::Forward }))
    }

    /// Counts a node that was taken, and shows it.
    #[inline(always)]
    pub(crate) fn examine<W: Observer<P>>(
        &mut self,
        value: u64,
        parent: &Parent<P, H::Memo>,
        observer: &mut W,
    ) -> ControlFlow<Stop> {
        let Parent { id, ref state, g, .. } = *parent;
        let h = self.priority().h(value, g);
        self.stats.examined += 1;
        if self.value_is_bound {
            self.lower_bound = self.lower_bound.max(g.saturating_add(h));
        }
        observer.event(Event::Examined { id, state, g, h, side: Side::Forward })
    }

    /// Takes the next node, tests it for the goal, creates its children.
    #[inline(always)]
    fn expand<W: Observer<P>>(&mut self, observer: &mut W, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        if self.batch_pays() {
            return self.expand_batch(observer, budget);
        }
        let Some((value, id)) = self.next() else {
            return Ok(Some(self.finish(Ending::Unsolvable)));
        };
        let (parent, last) = self.parent(id);
        let flow = self.examine(value, &parent, observer);
        let Parent { ref state, g, .. } = parent;
        if !O::EARLY && self.problem.is_goal(state) {
            self.goal = Some(id);
            let _ = observer.event(Event::Solved { id, cost: g });
            return Ok(Some(self.finish(Ending::Solved)));
        }
        self.stats.expanded += 1;
        let actions = self.problem.actions(state, last);
        if flow.is_break() {
            return self.hold(Partial { parent, held: Vec::new(), actions }, Limit::Interrupt);
        }
        self.children(parent, actions, observer, budget)
    }

    /// Creates the children of a node, all of them or up to a limit.
    #[inline(always)]
    fn children<W: Observer<P>>(
        &mut self,
        parent: Parent<P, H::Memo>,
        mut actions: P::Actions,
        observer: &mut W,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Limit> {
        if self.reached.is_slow() || P::DISPLACES && self.reached.len() >= DISPLACED {
            return self.children_ahead(parent, actions, observer, budget);
        }
        while let Some(next) = actions.next() {
            let build = |problem: &P, state: &P::State| (problem.child(state, next.0, &mut actions), None);
            if let Err(stopped) = self.child(&parent, next, build, observer, budget) {
                return self.stop(parent, Vec::new(), actions, next, stopped);
            }
        }
        Ok(None)
    }

    /// The same, where memory is slow: what several children will need is prefetched together, so that they do not wait
    /// for it one after the other.
    #[inline(never)]
    fn children_ahead<W: Observer<P>>(
        &mut self,
        parent: Parent<P, H::Memo>,
        mut actions: P::Actions,
        observer: &mut W,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Limit> {
        loop {
            let mut ahead = [const { None }; AHEAD];
            let mut known = [u32::MAX; AHEAD];
            for (ahead, known) in ahead.iter_mut().zip(&mut known) {
                let Some(next) = actions.next() else { break };
                let state = self.problem.child(&parent.state, next.0, &mut actions);
                let hash = hash(&state);
                *known = self.reached.candidate_hashed(hash);
                *ahead = Some((next, state, hash));
            }
            for &known in &known {
                self.reached.touch(known);
            }
            for at in 0..AHEAD {
                let Some((next, state, hash)) = ahead[at].take() else { return Ok(None) };
                if let Err(stopped) = self.child(&parent, next, |_, _| (state, Some(hash)), observer, budget) {
                    let held: Vec<_> = ahead.into_iter().flatten().map(|(next, ..)| next).collect();
                    return self.stop(parent, held.into_iter().rev().collect(), actions, next, stopped);
                }
            }
        }
    }

    /// Resumes a node that was left partly expanded.
    pub(crate) fn resume_partial<W: Observer<P>>(
        &mut self,
        partial: Partial<P, H::Memo>,
        observer: &mut W,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Limit> {
        let Partial { parent, mut held, actions } = partial;
        while let Some(next) = held.pop() {
            if let Err(stopped) = self.child(&parent, next, applied(next.0), observer, budget) {
                return self.stop(parent, held, actions, next, stopped);
            }
        }
        self.children(parent, actions, observer, budget)
    }

    /// Leaves a node partly expanded, after or before a child.
    #[cold]
    fn stop(
        &mut self,
        parent: Parent<P, H::Memo>,
        mut held: Vec<(P::Action, Cost)>,
        actions: P::Actions,
        child: (P::Action, Cost),
        stopped: Stopped,
    ) -> Result<Option<Ending>, Limit> {
        let limit = match stopped {
            Stopped::Solved => return Ok(Some(self.finish(Ending::Solved))),
            Stopped::After => Limit::Interrupt,
            Stopped::Before(limit) => {
                held.push(child);
                limit
            }
        };
        self.hold(Partial { parent, held, actions }, limit)
    }

    #[cold]
    pub(crate) fn hold(&mut self, partial: Partial<P, H::Memo>, limit: Limit) -> Result<Option<Ending>, Limit> {
        self.phase = Phase::Held(partial);
        Err(limit)
    }

    #[cold]
    pub(crate) fn finish(&mut self, ending: Ending) -> Ending {
        self.phase = Phase::Finished(ending);
        ending
    }

    /// Whatever comes before a search can take the next node.
    #[cold]
    fn resume<W: Observer<P>>(&mut self, observer: &mut W, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        match std::mem::replace(&mut self.phase, Phase::Running) {
            Phase::Fresh => self.begin(observer, budget),
            Phase::Held(partial) => self.resume_partial(partial, observer, budget),
            Phase::Finished(ending) => Ok(Some(self.finish(ending))),
            Phase::Running => Ok(None),
        }
    }

    fn seen(&self, id: NodeId) -> Seen<P::State> {
        let link = self.reached.link(id);
        let h = self.estimate(&link.memo);
        Seen { id, state: self.reached.state(id).clone(), g: link.g(), h, side: Side::Forward }
    }
}

impl<P: Problem, H: Heuristic<P>, O: Order> Search<P> for BestFirst<'_, P, H, O> {
    #[inline(always)]
    fn step<W: Observer<P>>(&mut self, observer: &mut W, budget: &mut Budget) -> ControlFlow<Ending> {
        let done = match self.phase {
            Phase::Running => self.expand(observer, budget),
            _ => self.resume(observer, budget),
        };
        match done {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(ending)) => ControlFlow::Break(ending),
            Err(limit) => ControlFlow::Break(Ending::Stopped(limit)),
        }
    }

    fn report(&self) -> Report<P::Action> {
        let ending = if let Phase::Finished(ending) = self.phase { ending } else { INTERRUPTED };
        let solution = self.goal.map(|id| Solution { actions: self.reached.path(id), cost: self.reached.link(id).g() });
        let mut lower_bound = self.lower_bound;
        if let Some(solution) = solution.as_ref().filter(|_| !self.further) {
            let admissible = self.heuristic.quality() >= Quality::Admissible;
            if admissible && self.priority.g > 0 {
                // The cheapest solution has a node on the frontier whose weighted f the goal's did not exceed.
                let scaled = solution.cost as u64 * self.priority.g as u64;
                lower_bound = lower_bound.max(scaled.div_ceil(self.priority.g.max(self.priority.h) as u64) as Cost);
            }
            if self.priority == (Priority { g: 0, h: 0 }) && !self.steps_differ {
                lower_bound = solution.cost;
            }
        }
        let mut stats = self.stats;
        if !H::FROM_CHILD {
            stats.evaluated = stats.generated;
        }
        stats.peak_bytes = stats.peak_bytes.max(self.bytes());
        Report { ending, solution, lower_bound, stats }
    }

    fn path(&self) -> Option<Path<P::State, P::Action>> {
        self.goal.or_else(|| self.reached.nearest(|memo| self.estimate(memo))).map(|id| self.reached.whole_path(id))
    }

    fn frontier(&self) -> Vec<Seen<P::State>> {
        if O::IN_ORDER {
            return self.reached.ids().skip(self.taken as usize).map(|id| self.seen(id)).collect();
        }
        let mut shown = vec![false; self.reached.len()];
        self.frontier
            .entries(&self.reached)
            .iter()
            .filter(|(_, id)| !self.reached.link(*id).is_closed())
            .filter(|(_, id)| !std::mem::replace(&mut shown[id.0 as usize], true))
            .map(|&(_, id)| self.seen(id))
            .collect()
    }

    fn closed(&self) -> Vec<Seen<P::State>> {
        self.reached.ids().filter(|&id| self.reached.link(id).is_closed()).map(|id| self.seen(id)).collect()
    }
}
