//! Anytime search: a solution soon, then better ones while time lasts, each with a proved bound. ONE loop, of which anytime
//! weighted A* and ARA* are settings, and dynamic potential search another.
//!
//! ```text
//! take the node of the lowest g + weight * h ──▶ goal? a better solution: emit it, go on
//!        ▲                                          │ no
//!        │                                          ▼
//!   keep what may still lead to a          create its children
//!   better solution  ◀──────────────────────────────┘
//! ```
//! A node is dropped once g + h is no less than the cost of the best solution. The lowest g + h among the nodes that wait is
//! a lower bound on every better solution; when none is left, the best solution is optimal. So at any time the
//! [`Report`] holds the best solution and what it can cost too much at most.
//!
//! | search | weight | a node reached again at a lower cost |
//! |---|---|---|
//! | [`Anytime::awa_star`] | stays | goes back to the frontier at once |
//! | [`Anytime::ara_star`] | falls with every solution | waits for the next round, if it was expanded in this one |
//! | [`Anytime::dps`] | stays; the order is another, and the first solution ends it | goes back to the frontier at once |
//!
//! With a heuristic that is not admissible h bounds nothing: nodes are then dropped by g alone, which takes longer and is still
//! right in the end.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::frontier::Frontier;
use crate::heuristic::Heuristic;
use crate::nodes::{Made, Next, Nodes, Parent, obey, outcome, path_cost};
use crate::observer::{Event, NodeId, Observer, Pruned, Side, Stop};
use crate::priority::Priority;
use crate::problem::{Cost, Problem};
use crate::reached::Link;
use crate::report::{Ending, INTERRUPTED, Limit, Report, Solution, Ties};
use crate::search::{Path, Search, Seen, replayed};
use crate::segmented::Segmented;

/// A weight of one, in thousandths: g and h count alike.
const ONE: u32 = 1000;
/// A weight less than this above one is not worth a round of its own.
const LEAST_EXCESS: u32 = 10;

/// What is done with the weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// It stays.
    Steady,
    /// It falls, round by round.
    Rounds,
    /// It is the limit of an order by potential.
    Potential,
}

/// The order of the frontier.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// By g + weight * h.
    Weighted(Priority),
    /// By the potential to end below this limit, in thousandths, the largest first.
    Potential(u64),
}

impl Order {
    /// The lowest is taken first.
    fn value(self, g: Cost, h: Cost) -> u64 {
        match self {
            Self::Weighted(priority) => priority.value(g, h),
            Self::Potential(limit) => LEAST_POTENTIAL - potential(limit, g, h),
        }
    }
}

/// The potential of a node on the verge of the limit is this; that of a goal within it is the largest.
const UNIT: u64 = 1 << 20;
const LEAST_POTENTIAL: u64 = u64::MAX >> 1;

/// How much room the limit leaves for the path to a goal, per unit of h.
fn potential(limit: u64, g: Cost, h: Cost) -> u64 {
    let room = limit.saturating_sub(g as u64 * ONE as u64);
    match h as u64 * ONE as u64 {
        0 if limit >= g as u64 * ONE as u64 => LEAST_POTENTIAL,
        0 => 0,
        distance => (room.saturating_mul(UNIT) / distance).min(LEAST_POTENTIAL - 1),
    }
}

/// What a search that reorders its frontier keeps of a node.
#[derive(Clone, Debug)]
struct Mark {
    /// The round in which it was expanded last; 0: in none.
    round: u32,
    h: Cost,
}

/// No solution through a node of this g and h costs less.
fn bound(counts_h: bool, g: Cost, h: Cost) -> u64 {
    if counts_h { g as u64 + h as u64 } else { g as u64 }
}

/// An anytime search in progress.
pub struct Anytime<'a, P: Problem, H: Heuristic<P>> {
    nodes: Nodes<'a, P, H>,
    ties: Ties,
    rule: Rule,
    /// The weight in thousandths, and the order it makes.
    weight: u32,
    order: Order,
    /// In that order. Entries of nodes that were closed or improved since are out of date.
    frontier: Frontier,
    /// The same nodes by the lower bound on solutions through them.
    by_bound: Frontier,
    /// Where the order changes: a mark for every node.
    marks: Option<Segmented<Mark, 14>>,
    round: u32,
    /// The nodes before this one are in the frontier of the new order.
    rebuilt: Option<usize>,
    current: Option<Parent<P, H::Memo>>,
    best: Option<Solution<P::Action>>,
    lower_bound: Cost,
    finished: Option<Ending>,
}

impl<'a, P: Problem, H: Heuristic<P>> Anytime<'a, P, H> {
    /// `weight` is in thousandths.
    pub(crate) fn new(problem: &'a P, heuristic: &'a H, weight: u32, rule: Rule, ties: Ties) -> Self {
        let weight = weight.max(ONE);
        let order = match rule {
            Rule::Potential => Order::Potential(0),
            _ => Order::Weighted(Priority::weighted(weight)),
        };
        Self {
            nodes: Nodes::new(problem, heuristic),
            ties,
            rule,
            weight,
            order,
            frontier: Frontier::new(ties),
            by_bound: Frontier::new(Ties::Fifo),
            marks: (rule != Rule::Steady).then(Segmented::new),
            round: 1,
            rebuilt: None,
            current: None,
            best: None,
            lower_bound: 0,
            finished: None,
        }
    }

    /// The weight now, in thousandths.
    pub fn weight(&self) -> u32 {
        self.weight
    }

    /// The cost of the best solution; more than any cost before there is one.
    fn best_cost(&self) -> u64 {
        self.best.as_ref().map_or(u64::MAX, |best| best.cost as u64)
    }

    /// No solution through a node of this g and h costs less.
    fn bound(&self, g: Cost, h: Cost) -> u64 {
        bound(self.counts_h(), g, h)
    }

    /// Whether h is part of the bound. A search by potential needs it for its order; it claims nothing of it.
    fn counts_h(&self) -> bool {
        self.nodes.admissible() || self.rule == Rule::Potential
    }

    fn bytes(&self) -> u64 {
        self.nodes.reached.bytes() + self.others()
    }

    /// Everything but the states.
    fn others(&self) -> u64 {
        self.frontier.bytes() + self.by_bound.bytes() + self.marks.as_ref().map_or(0, Segmented::bytes)
    }

    /// Makes room for one more entry in each container.
    fn make_room(&mut self, budget: &Budget) -> Result<(), Limit> {
        if self.frontier.spare() == 0 {
            self.nodes.claim(self.bytes() + self.frontier.growth(), budget)?;
            self.frontier.grow()?;
        }
        if self.by_bound.spare() == 0 {
            self.nodes.claim(self.bytes() + self.by_bound.growth(), budget)?;
            self.by_bound.grow()?;
        }
        let bytes = self.bytes();
        if let Some(marks) = self.marks.as_mut().filter(|marks| marks.spare() == 0) {
            let growth = marks.growth();
            self.nodes.claim(bytes + growth, budget)?;
            marks.grow();
        }
        let others = self.others();
        self.nodes.make_room(others, budget)
    }

    /// Puts a node into the frontier; in rounds, one that was expanded in this round waits for the next.
    fn push(&mut self, id: NodeId, g: Cost, h: Cost) {
        self.by_bound.push(&mut (), self.bound(g, h), 0, id);
        if !self.is_put_off(id) {
            self.frontier.push(&mut (), self.order.value(g, h), h, id);
        }
    }

    fn is_put_off(&self, id: NodeId) -> bool {
        self.rule == Rule::Rounds && self.marks.as_ref().is_some_and(|marks| marks[id.index()].round == self.round)
    }

    fn begin<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<(), Limit> {
        self.make_room(budget)?;
        let (start, others) = (self.nodes.problem.start(), self.others());
        let (order, counts_h) = (self.order, self.counts_h());
        let (frontier, by_bound) = (&self.frontier, &self.by_bound);
        let need = |g, h| frontier.widening(order.value(g, h), h) + by_bound.widening(bound(counts_h, g, h), 0);
        let Some((id, h, flow)) = self.nodes.begin(start, others, need, observer, budget)? else {
            self.finished = Some(Ending::Unsolvable);
            return Ok(());
        };
        self.lower_bound = self.nodes.lower_bound;
        if let Some(marks) = &mut self.marks {
            marks.push(Mark { round: 0, h });
        }
        self.push(id, 0, h);
        obey(flow)
    }

    /// Raises the lower bound to the least of what waits, before any of it is taken. Says whether anything is left that could
    /// lead to a better solution.
    fn prove(&mut self, budget: &Budget) -> bool {
        while let Some((bound, id)) = self.by_bound.peek(&()) {
            if !self.nodes.reached.link(id).is_closed() {
                let best = self.best_cost();
                let proved = bound.min(best).min(Cost::MAX as u64) as Cost;
                if proved > self.lower_bound && (self.nodes.admissible() || self.rule != Rule::Potential) {
                    self.lower_bound = proved;
                    budget.prove(proved);
                }
                return bound < best;
            }
            self.by_bound.pop(&());
        }
        false
    }

    /// The next node to expand; `None` where the round is over.
    fn next(&mut self) -> Option<NodeId> {
        loop {
            let (value, id) = self.frontier.peek(&())?;
            // Every node that waits is at least as far, by the weight, as the best solution: it is within the weight.
            let best = self.best_cost();
            if let (Rule::Rounds, Order::Weighted(priority), Some(_)) = (self.rule, self.order, &self.best)
                && self.weight > ONE
                && value >= best * priority.g as u64
            {
                return None;
            }
            self.frontier.pop(&());
            let put_off = self.is_put_off(id);
            let link = self.nodes.reached.link(id);
            let g = link.g();
            let h = match (self.order, &self.marks) {
                (Order::Weighted(priority), _) => priority.h(value, g),
                (_, marks) => marks.as_ref().map_or(0, |marks| marks[id.index()].h),
            };
            if !link.is_closed() && !put_off && self.bound(g, h) < best {
                return Some(id);
            }
        }
    }

    /// The weight falls, and what waits is put in order by the new one.
    fn next_round(&mut self) {
        let excess = (self.weight - ONE) / 2;
        let proved = match self.lower_bound {
            0 => u64::MAX,
            bound => (self.best_cost().saturating_mul(ONE as u64) / bound as u64).max(ONE as u64),
        };
        let lower = if excess < LEAST_EXCESS { ONE } else { ONE + excess };
        self.weight = lower.min(proved.min(u64::from(u32::MAX)) as u32);
        self.round += 1;
        self.reorder(Order::Weighted(Priority::weighted(self.weight)));
    }

    fn reorder(&mut self, order: Order) {
        self.order = order;
        self.frontier = Frontier::new(self.ties);
        self.rebuilt = Some(0);
    }

    /// By potential: a limit that has risen by a part in a hundred, or that nothing fits into, makes a new order.
    fn raise_limit(&mut self) {
        let Order::Potential(limit) = self.order else { return };
        let Some((least, _)) = self.by_bound.peek(&()) else { return };
        let risen = least.saturating_mul(self.weight as u64);
        let none_fits = self.frontier.peek(&()).is_none_or(|(value, _)| value > LEAST_POTENTIAL - UNIT);
        if risen > limit && (none_fits || risen - limit > limit / 100) {
            self.reorder(Order::Potential(risen));
        }
    }

    /// Fills the frontier of a new order.
    fn rebuild(&mut self, budget: &Budget) -> Result<(), Limit> {
        while let Some(at) = self.rebuilt.filter(|&at| at < self.nodes.reached.len()) {
            let (id, h) = (NodeId(at as u32), self.marks.as_ref().map_or(0, |marks| marks[at].h));
            let link = self.nodes.reached.link(id);
            let (g, waits) = (link.g(), !link.is_closed());
            if waits && self.bound(g, h) < self.best_cost() {
                self.make_room(budget)?;
                let value = self.order.value(g, h);
                self.nodes.claim(self.bytes() + self.frontier.widening(value, h), budget)?;
                self.frontier.push(&mut (), value, h, id);
            }
            self.rebuilt = Some(at + 1);
        }
        self.rebuilt = None;
        Ok(())
    }

    /// Takes the next node: a goal is a better solution, anything else is expanded.
    fn take<O: Observer<P>>(&mut self, observer: &mut O, budget: &Budget) -> Result<(), Limit> {
        self.rebuild(budget)?;
        if !self.prove(budget) {
            self.end(budget);
            return Ok(());
        }
        self.raise_limit();
        self.rebuild(budget)?;
        let Some(id) = self.next() else {
            self.next_round();
            return Ok(());
        };
        if let Some(marks) = &mut self.marks {
            marks[id.index()].round = self.round;
        }
        let problem = self.nodes.problem;
        let (parent, flow) = self.nodes.take(id, |state| problem.is_goal(state), observer);
        self.current = parent;
        if self.current.is_some() {
            return obey(flow);
        }
        // A node on the path may have been reached at a lower cost since: the path costs what it costs now.
        let actions = self.nodes.reached.path(id);
        let cost = path_cost(problem, &actions);
        self.best = Some(Solution { actions, cost });
        let emitted = observer.event(Event::Solved { id, cost });
        match self.rule {
            Rule::Steady => {}
            Rule::Rounds => self.next_round(),
            Rule::Potential => {
                self.finished = Some(Ending::Solved);
                return Ok(());
            }
        }
        obey(flow)?;
        obey(emitted)
    }

    /// Nothing is left that could lead to a better solution.
    fn end(&mut self, budget: &Budget) {
        self.finished = Some(if self.best.is_some() { Ending::Solved } else { Ending::Unsolvable });
        if let Some(best) = &self.best {
            self.lower_bound = best.cost;
            budget.prove(best.cost);
        }
    }

    fn expand<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        // 1. The root, once; then a node that a limit left partly expanded, or the next one.
        if self.nodes.stats.generated == 0 {
            self.begin(observer, budget)?;
        }
        if self.finished.is_none() && self.current.is_none() {
            self.take(observer, budget)?;
        }
        // 2. Its children. Whatever stops them, the rest is created next time.
        let Some(mut parent) = self.current.take() else { return Ok(self.finished) };
        let done = self.children(&mut parent, observer, budget);
        if done.is_err() {
            self.current = Some(parent);
        }
        done.map(|()| None)
    }

    fn children<O: Observer<P>>(
        &mut self,
        parent: &mut Parent<P, H::Memo>,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        loop {
            self.make_room(budget)?;
            let others = self.others();
            let (order, counts_h) = (self.order, self.counts_h());
            let (frontier, by_bound) = (&self.frontier, &self.by_bound);
            let need = |g, h| frontier.widening(order.value(g, h), h) + by_bound.widening(bound(counts_h, g, h), 0);
            match self.nodes.make(parent, others, need, observer, budget)? {
                Next::NoMore => return Ok(()),
                Next::DeadEnd => {}
                Next::Made(made) => obey(self.child(parent, made, observer))?,
            }
        }
    }

    /// A child: new, better than before, or dropped.
    fn child<O: Observer<P>>(
        &mut self,
        parent: &Parent<P, H::Memo>,
        made: Made<P, H::Memo>,
        observer: &mut O,
    ) -> ControlFlow<Stop> {
        let (g, h, action) = (made.g, made.h, made.action);
        let origin = parent.origin(action);
        if self.bound(g, h) >= self.best_cost() {
            return self.nodes.drop_child(origin, g, Some(h), Pruned::Worse, observer);
        }
        let Ok(id) = self.nodes.reached.find(&made.state) else {
            let Ok((id, flow)) = self.nodes.keep(origin, made, observer) else { return ControlFlow::Continue(()) };
            if let Some(marks) = &mut self.marks {
                marks.push(Mark { round: 0, h });
            }
            self.push(id, g, h);
            return flow;
        };
        let link = self.nodes.reached.link_mut(id);
        if g >= link.g() {
            return self.nodes.drop_child(origin, g, Some(h), Pruned::Duplicate(id), observer);
        }
        let reopened = link.is_closed();
        *link = Link::child(parent.id, action, g, made.memo);
        self.nodes.stats.reopened += u64::from(reopened);
        self.push(id, g, h);
        observer.event(Event::Improved { id, origin, g, h, reopened, side: Side::Forward })
    }
}

impl<P: Problem, H: Heuristic<P>> Search<P> for Anytime<'_, P, H> {
    fn step<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> ControlFlow<Ending> {
        outcome(self.expand(observer, budget))
    }

    fn path(&self) -> Option<Path<P::State, P::Action>> {
        self.report().solution.map(|solution| replayed(self.nodes.problem, solution))
    }

    fn report(&self) -> Report<P::Action> {
        let mut stats = self.nodes.stats;
        stats.peak_bytes = stats.peak_bytes.max(self.bytes());
        let ending = self.finished.unwrap_or(INTERRUPTED);
        let lower_bound = self.best.as_ref().map_or(self.lower_bound, |best| best.cost.min(self.lower_bound));
        Report { ending, solution: self.best.clone(), lower_bound, stats }
    }

    /// By priority; nodes that wait for the next round come last.
    fn frontier(&self) -> Vec<Seen<P::State>> {
        let mut shown = vec![false; self.nodes.reached.len()];
        let entries = self.frontier.entries(&()).into_iter().chain(self.by_bound.entries(&()));
        entries
            .filter(|(_, id)| !self.nodes.reached.link(*id).is_closed())
            .filter(|(_, id)| !std::mem::replace(&mut shown[id.index()], true))
            .map(|(_, id)| self.nodes.seen(id))
            .collect()
    }

    fn closed(&self) -> Vec<Seen<P::State>> {
        self.nodes.closed()
    }
}
