//! Searching from both ends, with a proof: NBS (Chen, Holte, Zilles and Sturtevant, 2017).
//!
//! ```text
//! start ─▶ forward frontier        a pair (u, v), one node of each frontier, can only be part of a solution of cost
//!                 ⋮                   lb(u, v) = max( f(u), f(v), g(u) + g(v) + least step )
//! goal  ─▶ backward frontier       or more. Expand both nodes of a pair with the least lb, again and again.
//! ```
//! Whenever a state is reached from both ends, there is a solution. When the least lb over all pairs is no less than the
//! best solution's cost, that solution is a cheapest one. Any algorithm that proves the optimum from both ends must expand
//! one node of nearly every pair that NBS expands both of, so it does at most twice the necessary work.
//!
//! [DVCBS](Bidirectional::dvcbs) has the same bound and the same end. It expands one side of every pair rather than both: of all sets
//! that hold a node of each pair, the smallest (`cover.rs`), computed again after each of its levels.
//!
//! To find the least pair, a frontier is in two parts: *waiting*, by f, and *ready* (f within the bound), by g. With blind
//! heuristics f is g, and this is breadth-first (on non-unit costs: uniform-cost) search from both ends.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::cover::{Levels, next_level};
use crate::frontier::Frontier;
use crate::heuristic::{Blind, Heuristic};
use crate::nodes::{Ahead, Back, Made, Next, Nodes, Parent, Way, obey, outcome, path_cost};
use crate::observer::{Event, NodeId, Observer, Pruned, Side, Stop};
use crate::problem::{Backward, Cost, Problem};
use crate::reached::Link;
use crate::report::{Ending, INTERRUPTED, Limit, Report, Solution, Stats, Ties};
use crate::search::{Path, Search, Seen};

/// The search from one end.
struct Front<'a, P: Problem, H: Heuristic<P>, W: Way<P>> {
    nodes: Nodes<'a, P, H, W>,
    /// Nodes whose f is over the bound, by f.
    waiting: Frontier,
    /// Nodes whose f is within the bound, by g.
    ready: Frontier,
    /// The same for covers, which take them in their own order.
    levels: Levels,
    current: Option<Parent<P, H::Memo, W>>,
    /// The heuristic says that there is no solution from this end.
    hopeless: bool,
}

impl<'a, P: Problem, H: Heuristic<P>, W: Way<P>> Front<'a, P, H, W> {
    fn new(problem: &'a P, heuristic: &'a H) -> Self {
        Self {
            nodes: Nodes::new(problem, heuristic),
            waiting: Frontier::new(Ties::Lifo),
            ready: Frontier::new(Ties::Lifo),
            levels: Levels::default(),
            current: None,
            hopeless: false,
        }
    }

    /// Creates the root, once.
    fn begin<O: Observer<P>>(
        &mut self,
        root: P::State,
        other_front: u64,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        if self.nodes.stats.generated > 0 {
            return Ok(());
        }
        self.make_room(other_front, budget)?;
        let (others, waiting) = (self.frontier_bytes() + other_front, &self.waiting);
        let need = |_, h: Cost| waiting.widening(h as u64, 0);
        let Some((id, h, flow)) = self.nodes.begin(root, others, need, observer, budget)? else {
            self.hopeless = true;
            return Ok(());
        };
        self.waiting.push(&mut (), h as u64, 0, id);
        obey(flow)
    }

    fn bytes(&self) -> u64 {
        self.nodes.reached.bytes() + self.frontier_bytes()
    }

    fn frontier_bytes(&self) -> u64 {
        self.waiting.bytes() + self.ready.bytes() + self.levels.bytes()
    }

    fn make_room(&mut self, other_front: u64, budget: &Budget) -> Result<(), Limit> {
        for waiting in [true, false] {
            let bytes = self.bytes() + other_front;
            let part = if waiting { &mut self.waiting } else { &mut self.ready };
            if part.spare() == 0 {
                let bytes = bytes + part.growth();
                self.nodes.claim(bytes, budget)?;
                if waiting { self.waiting.grow()? } else { self.ready.grow()? }
            }
        }
        let others = self.frontier_bytes() + other_front;
        self.nodes.make_room(others, budget)
    }

    /// The lowest value of a part of the frontier, after letting go of what was expanded since.
    fn least(nodes: &Nodes<'a, P, H, W>, part: &mut Frontier) -> Option<u64> {
        loop {
            let (value, id) = part.peek(&())?;
            if !nodes.reached.link(id).is_closed() {
                return Some(value);
            }
            part.pop(&());
        }
    }

    fn least_f(&mut self) -> Option<u64> {
        Self::least(&self.nodes, &mut self.waiting)
    }

    fn least_g(&mut self) -> Option<u64> {
        Self::least(&self.nodes, &mut self.ready)
    }

    /// Makes every waiting node ready whose f is less than `bound`, or one whose f is `bound` if `one`.
    fn wake(&mut self, bound: u64, one: bool, other_front: u64, budget: &Budget) -> Result<bool, Limit> {
        let mut any = false;
        while let Some(f) = self.least_f() {
            if f > bound || (f == bound && !one) {
                break;
            }
            self.make_room(other_front, budget)?;
            let Some((_, id)) = self.waiting.peek(&()) else { break };
            let g = self.nodes.reached.link(id).g() as u64;
            let more = self.ready.widening(g, 0);
            if more > 0 {
                self.nodes.claim(self.bytes() + other_front + more, budget)?;
            }
            self.waiting.pop(&());
            self.ready.push(&mut (), g, 0, id);
            any = true;
            if one {
                break;
            }
        }
        Ok(any)
    }

    /// Adds every waiting node whose f is at most `bound` to its level.
    fn wake_levels(&mut self, bound: u64, other_front: u64, budget: &Budget) -> Result<(), Limit> {
        while let Some(f) = self.least_f()
            && f <= bound
            && let Some((_, id)) = self.waiting.peek(&())
        {
            let g = self.nodes.reached.link(id).g();
            let more = self.levels.growth(g);
            if more > 0 {
                self.nodes.claim(self.bytes() + other_front + more, budget)?;
            }
            self.waiting.pop(&());
            self.levels.push(g, id);
        }
        Ok(())
    }

    fn least_level(&mut self) -> Option<u64> {
        let reached = &self.nodes.reached;
        let is_there = |id, g| !reached.link(id).is_closed() && reached.link(id).g() == g;
        self.levels.least(is_there).map(u64::from)
    }

    /// A node of a level, if there is one.
    fn last_of_level(&mut self, g: Cost) -> Option<NodeId> {
        let reached = &self.nodes.reached;
        self.levels.last(g, |id| !reached.link(id).is_closed() && reached.link(id).g() == g)
    }

    /// A child: new, better than before, or dropped.
    fn child<O: Observer<P>>(
        &mut self,
        parent: &Parent<P, H::Memo, W>,
        made: Made<P, H::Memo>,
        best: u64,
        observer: &mut O,
    ) -> (Option<NodeId>, ControlFlow<Stop>) {
        let (action, g, h) = (made.action, made.g, made.h);
        let f = g as u64 + h as u64;
        let origin = parent.origin(action);
        if self.nodes.admissible() && f >= best {
            return (None, self.nodes.drop_child(origin, g, Some(h), Pruned::Worse, observer));
        }
        let Ok(known) = self.nodes.reached.find(&made.state) else {
            return match self.nodes.keep(origin, made, observer) {
                Ok((id, flow)) => {
                    self.waiting.push(&mut (), f, 0, id);
                    (Some(id), flow)
                }
                Err(known) => (Some(known), ControlFlow::Continue(())),
            };
        };
        let link = self.nodes.reached.link_mut(known);
        if g >= link.g() {
            return (None, self.nodes.drop_child(origin, g, Some(h), Pruned::Duplicate(known), observer));
        }
        let reopened = link.is_closed();
        *link = Link::child(parent.id, action, g, made.memo);
        self.nodes.stats.reopened += u64::from(reopened);
        self.waiting.push(&mut (), f, 0, known);
        let side = W::SIDE;
        (Some(known), observer.event(Event::Improved { id: known, origin, g, h, reopened, side }))
    }
}

/// Where the two searches met.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    forward: NodeId,
    backward: NodeId,
    cost: Cost,
}

/// The cost of the best solution; more than any f before there is one.
fn cost_of(best: Option<Meeting>) -> u64 {
    best.map_or(u64::MAX, |best| best.cost as u64)
}

/// A search from both ends in progress. `F` estimates the distance to the goal, `B` the distance from the start.
pub struct Bidirectional<'a, P: Backward, F: Heuristic<P>, B: Heuristic<P>> {
    problem: &'a P,
    forward: Front<'a, P, F, Ahead>,
    backward: Front<'a, P, B, Back>,
    /// The node of a pair that is expanded after its partner.
    partner: Option<NodeId>,
    /// Whether covers are expanded, not pairs; the level that is being expanded.
    covers: bool,
    level: Option<(Side, Cost)>,
    /// The least lb over all pairs, so far.
    bound: u64,
    best: Option<Meeting>,
    started: bool,
    finished: Option<Ending>,
}

impl<'a, P: Backward> Bidirectional<'a, P, Blind, Blind> {
    /// Breadth-first from both ends; on non-unit costs uniform-cost. Cheapest.
    pub fn breadth_first(problem: &'a P) -> Self {
        Self::nbs(problem, &Blind, &Blind)
    }
}

impl<'a, P: Backward, F: Heuristic<P>, B: Heuristic<P>> Bidirectional<'a, P, F, B> {
    /// NBS: `to_goal` estimates the distance to the goal, `to_start` the distance to the start. Cheapest if both are
    /// admissible.
    pub fn nbs(problem: &'a P, to_goal: &'a F, to_start: &'a B) -> Self {
        Self {
            problem,
            forward: Front::new(problem, to_goal),
            backward: Front::new(problem, to_start),
            partner: None,
            covers: false,
            level: None,
            bound: 0,
            best: None,
            started: false,
            finished: None,
        }
    }

    /// DVCBS, with the estimates of [`nbs`](Self::nbs). Cheapest if both are admissible.
    pub fn dvcbs(problem: &'a P, to_goal: &'a F, to_start: &'a B) -> Self {
        Self { covers: true, ..Self::nbs(problem, to_goal, to_start) }
    }

    fn best_cost(&self) -> u64 {
        cost_of(self.best)
    }

    fn admissible(&self) -> bool {
        self.forward.nodes.admissible() && self.backward.nodes.admissible()
    }

    /// The path through a meeting. Links may have been improved since: it is what it costs now.
    fn solution(&self, best: Meeting) -> Solution<P::Action> {
        let mut actions = self.forward.nodes.reached.path(best.forward);
        let back = &self.backward.nodes.reached;
        let mut at = back.link(best.backward);
        while let (Some(nearer), Some(step)) = (at.parent(), at.action) {
            actions.push(self.problem.forward_action(back.state(nearer), step));
            at = back.link(nearer);
        }
        let cost = path_cost(self.problem, &actions);
        Solution { actions, cost }
    }

    fn begin<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<(), Limit> {
        let start = self.problem.start();
        let start_is_goal = self.problem.is_goal(&start);
        self.forward.begin(start, self.backward.bytes(), observer, budget)?;
        let second = self.backward.begin(self.problem.goal_state(), self.forward.bytes(), observer, budget);
        self.started = self.backward.nodes.stats.generated > 0;
        if self.forward.hopeless || self.backward.hopeless {
            self.finished = Some(Ending::Unsolvable);
        } else if self.started && start_is_goal {
            self.best = Some(Meeting { forward: NodeId(0), backward: NodeId(0), cost: 0 });
        }
        second
    }

    /// The least lb of a pair that is ready, and of any pair, with what still waits; `None` if a frontier is empty.
    #[inline]
    fn least_pair(&mut self, ready: (Option<u64>, Option<u64>)) -> Option<(u64, u64)> {
        let waiting = (self.forward.least_f(), self.backward.least_f());
        if ready.0.or(waiting.0).is_none() || ready.1.or(waiting.1).is_none() {
            return None;
        }
        let together = match ready {
            (Some(u), Some(v)) => u + v + self.problem.least_step() as u64,
            _ => u64::MAX,
        };
        Some((together, together.min(waiting.0.unwrap_or(u64::MAX)).min(waiting.1.unwrap_or(u64::MAX))))
    }

    /// The pair with the least lb, made ready; `None` if a frontier is empty or no pair can beat the best solution.
    fn pair(&mut self, budget: &Budget) -> Result<Option<(NodeId, NodeId)>, Limit> {
        loop {
            if self.bound >= self.best_cost() {
                return Ok(None);
            }
            self.forward.wake(self.bound, false, self.backward.bytes(), budget)?;
            self.backward.wake(self.bound, false, self.forward.bytes(), budget)?;
            let ready = (self.forward.least_g(), self.backward.least_g());
            let Some((together, next)) = self.least_pair(ready) else { return Ok(None) };
            if together <= self.bound {
                let pair = (self.forward.ready.peek(&()), self.backward.ready.peek(&()));
                if let (Some((_, u)), Some((_, v))) = pair {
                    return Ok(Some((u, v)));
                }
            }
            if self.forward.wake(self.bound, true, self.backward.bytes(), budget)?
                || self.backward.wake(self.bound, true, self.forward.bytes(), budget)?
            {
                continue;
            }
            self.bound = self.bound.max(next);
        }
    }

    /// The next node of the least cover; `None` if a frontier is empty or no pair can beat the best solution.
    fn covering(&mut self, budget: &Budget) -> Result<Option<(Side, NodeId)>, Limit> {
        let least_step = self.problem.least_step() as u64;
        loop {
            if self.bound >= self.best_cost() {
                return Ok(None);
            }
            self.forward.wake_levels(self.bound, self.backward.bytes(), budget)?;
            self.backward.wake_levels(self.bound, self.forward.bytes(), budget)?;
            if let Some((side, g)) = self.level.take() {
                let id = match side {
                    Side::Forward => self.forward.last_of_level(g),
                    Side::Backward => self.backward.last_of_level(g),
                };
                if let Some(id) = id {
                    self.level = Some((side, g));
                    return Ok(Some((side, id)));
                }
            }
            let ready = (self.forward.least_level(), self.backward.least_level());
            let Some((together, next)) = self.least_pair(ready) else { return Ok(None) };
            if together <= self.bound {
                let most = (self.bound - least_step).min(Cost::MAX as u64) as Cost;
                self.level = next_level(&self.forward.levels, &self.backward.levels, most);
            } else {
                self.bound = self.bound.max(next);
            }
        }
    }

    /// What to expand next: a node, and the partner that follows it in a pair.
    fn choose(&mut self, budget: &Budget) -> Result<Option<(Side, NodeId)>, Limit> {
        if self.covers {
            return self.covering(budget);
        }
        let pair = self.pair(budget)?;
        self.partner = pair.map(|(_, v)| v);
        Ok(pair.map(|(u, _)| (Side::Forward, u)))
    }

    fn expand<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        // 1. The roots, once.
        if !self.started {
            self.begin(observer, budget)?;
        }
        if self.finished.is_some() {
            return Ok(self.finished);
        }
        // 2. Whatever a limit left partly expanded.
        if self.forward.current.is_some() {
            return self.grow_forward(observer, budget).map(|()| None);
        }
        if self.backward.current.is_some() {
            return self.grow_backward(observer, budget).map(|()| None);
        }
        // 3. The second node of the last pair, unless a solution makes it needless.
        if let Some(v) = self.partner.take()
            && self.bound < self.best_cost()
            && !self.backward.nodes.reached.link(v).is_closed()
        {
            return self.take_backward(v, observer, budget);
        }
        // 4. The next pair, its first node now, its second in the next step; or the next node of a cover.
        let Some((side, id)) = self.choose(budget)? else {
            let ending = if self.best.is_some() { Ending::Solved } else { Ending::Unsolvable };
            if let Some(best) = self.best {
                let cost = self.solution(best).cost;
                let _ = observer.event(Event::Solved { id: best.forward, cost });
            }
            self.finished = Some(ending);
            return Ok(self.finished);
        };
        if side == Side::Backward {
            return self.take_backward(id, observer, budget);
        }
        let (parent, flow) = self.forward.nodes.take(id, |_| false, observer);
        self.forward.current = parent;
        obey(flow)?;
        self.grow_forward(observer, budget).map(|()| None)
    }

    fn take_backward<O: Observer<P>>(
        &mut self,
        id: NodeId,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Limit> {
        let (parent, flow) = self.backward.nodes.take(id, |_| false, observer);
        self.backward.current = parent;
        obey(flow)?;
        self.grow_backward(observer, budget).map(|()| None)
    }

    fn grow_forward<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<(), Limit> {
        grow(&mut self.forward, &self.backward, &mut self.best, observer, budget)
    }

    fn grow_backward<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<(), Limit> {
        grow(&mut self.backward, &self.forward, &mut self.best, observer, budget)
    }
}

/// Creates the children of `front`'s current node, all of them or up to a limit, and looks for them on the other side.
fn grow<P: Problem, A: Heuristic<P>, B: Heuristic<P>, W: Way<P>, V: Way<P>, O: Observer<P>>(
    front: &mut Front<'_, P, A, W>,
    other: &Front<'_, P, B, V>,
    best: &mut Option<Meeting>,
    observer: &mut O,
    budget: &mut Budget,
) -> Result<(), Limit> {
    let Some(mut parent) = front.current.take() else { return Ok(()) };
    let done = grow_from(&mut parent, front, other, best, observer, budget);
    if done.is_err() {
        front.current = Some(parent);
    }
    done
}

fn grow_from<P: Problem, A: Heuristic<P>, B: Heuristic<P>, W: Way<P>, V: Way<P>, O: Observer<P>>(
    parent: &mut Parent<P, A::Memo, W>,
    front: &mut Front<'_, P, A, W>,
    other: &Front<'_, P, B, V>,
    best: &mut Option<Meeting>,
    observer: &mut O,
    budget: &mut Budget,
) -> Result<(), Limit> {
    loop {
        front.make_room(other.bytes(), budget)?;
        let others = front.frontier_bytes() + other.bytes();
        let waiting = &front.waiting;
        let need = |g: Cost, h: Cost| waiting.widening(g as u64 + h as u64, 0);
        match front.nodes.make(parent, others, need, observer, budget)? {
            Next::NoMore => return Ok(()),
            Next::DeadEnd => {}
            Next::Made(made) => {
                let (kept, flow) = front.child(parent, made, cost_of(*best), observer);
                if let Some(here) = kept {
                    meet(front, other, here, best);
                }
                obey(flow)?;
            }
        }
    }
}

/// If the other side reached this state too, that is a solution; keep the cheapest.
fn meet<P: Problem, A: Heuristic<P>, B: Heuristic<P>, W: Way<P>, V: Way<P>>(
    front: &Front<'_, P, A, W>,
    other: &Front<'_, P, B, V>,
    here: NodeId,
    best: &mut Option<Meeting>,
) {
    let Ok(there) = other.nodes.reached.find(front.nodes.reached.state(here)) else { return };
    let cost = front.nodes.reached.link(here).g().saturating_add(other.nodes.reached.link(there).g());
    if best.is_none_or(|best| cost < best.cost) {
        let (forward, backward) = if W::SIDE == Side::Forward { (here, there) } else { (there, here) };
        *best = Some(Meeting { forward, backward, cost });
    }
}

impl<P: Backward, F: Heuristic<P>, B: Heuristic<P>> Search<P> for Bidirectional<'_, P, F, B> {
    fn step<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> ControlFlow<Ending> {
        outcome(self.expand(observer, budget))
    }

    fn report(&self) -> Report<P::Action> {
        let ending = self.finished.unwrap_or(INTERRUPTED);
        let solution = self.best.map(|best| self.solution(best));
        let lower_bound = match &solution {
            Some(solution) if self.admissible() && ending == Ending::Solved => solution.cost,
            _ if self.admissible() => {
                let roots = self.forward.nodes.lower_bound.max(self.backward.nodes.lower_bound);
                (roots as u64).max(self.bound).min(self.best_cost()).min(Cost::MAX as u64) as Cost
            }
            _ => 0,
        };
        let (a, b) = (self.forward.nodes.stats, self.backward.nodes.stats);
        let generated = a.generated + b.generated;
        let stats = Stats {
            generated,
            expanded: a.expanded + b.expanded,
            examined: a.examined + b.examined,
            reopened: a.reopened + b.reopened,
            evaluated: a.evaluated + b.evaluated,
            peak_bytes: a.peak_bytes.max(b.peak_bytes).max(self.forward.bytes() + self.backward.bytes()),
        };
        Report { ending, solution, lower_bound, stats }
    }

    fn path(&self) -> Option<Path<P::State, P::Action>> {
        let Some(best) = self.best else { return self.forward.nodes.path(None) };
        let Solution { actions, cost } = self.solution(best);
        let mut states = self.forward.nodes.reached.whole_path(best.forward).states;
        let back = &self.backward.nodes.reached;
        let nearer = std::iter::successors(Some(best.backward), |&id| back.link(id).parent()).skip(1);
        states.extend(nearer.map(|id| back.state(id).clone()));
        Some(Path { states, actions, cost })
    }

    fn frontier(&self) -> Vec<Seen<P::State>> {
        let mut all = open(&self.forward);
        all.extend(open(&self.backward));
        all
    }

    fn closed(&self) -> Vec<Seen<P::State>> {
        let mut all = self.forward.nodes.closed();
        all.extend(self.backward.nodes.closed());
        all
    }
}

/// The open nodes of one side, the ready ones first.
fn open<P: Problem, H: Heuristic<P>, W: Way<P>>(front: &Front<'_, P, H, W>) -> Vec<Seen<P::State>> {
    let mut shown = vec![false; front.nodes.reached.len()];
    let entries = front.ready.entries(&()).into_iter().chain(front.waiting.entries(&())).map(|(_, id)| id);
    let ids = front.levels.nodes().chain(entries);
    ids.filter(|id| !front.nodes.reached.link(*id).is_closed())
        .filter(|id| !std::mem::replace(&mut shown[id.0 as usize], true))
        .map(|id| front.nodes.seen(id))
        .collect()
}
