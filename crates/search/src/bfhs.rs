//! BFHS, breadth-first heuristic search with a rising bound (Zhou and Hansen, 2006): optimal solutions in the memory of a few
//! layers.
//!
//! ```text
//! round of a bound:  layer ─▶ next layer ─▶ …      children whose g + h is over the bound are pruned
//!                      └ only the layer before it is kept, to recognise duplicates
//! goal found:        start ─── edge ───────────── goal       every node remembers the edge on which its path crossed
//!                      └ again ┘ └─ search again ─┘          a quarter of the bound: the path is found part by part
//! ```
//! The first bound is the start's h; if a round finds no goal, the next bound is the least g + h that was over it, as in IDA*.
//! Breadth first, a round examines a state once, however many paths lead to it, and forgets it two layers later: A* remembers
//! all layers at once. What it forgets is the path; so each node carries the *relay*, the edge on which its path crossed
//! a quarter of the bound, and the path is put together by searching for both parts, then for their parts.
//!
//! *Which duplicates are recognised.* Those of this layer, the one before and the next. Where every action can be undone and
//! all cost the same, no other duplicate exists: a neighbour of a state lies in one of the three. In other spaces a state may
//! return later, at a higher g, and is then expanded again; that costs time, not correctness, and the bound ends it. Only a
//! circle of free steps would never end: from the first free step on, a round forgets nothing.

use std::ops::{ControlFlow, Range};

use crate::budget::Budget;
use crate::heuristic::{Heuristic, Quality};
use crate::layer::{Layer, Link, Links};
use crate::nodes::{obey, outcome, path_cost};
use crate::observer::{Event, NodeId, Observer, Origin, Pruned, Side, Stop};
use crate::problem::{Cost, Problem};
use crate::reached::MAX_COST;
use crate::report::{Ending, INTERRUPTED, Limit, Report, Solution, Stats};
use crate::search::{Path, Search, Seen, replayed};
use crate::segmented::Segmented;

/// A round in which nothing was over the bound.
const NO_BOUND: u64 = u64::MAX;
/// Relays are made at this part of the bound: early, where layers are small, since all of them stay in memory.
const PART: Cost = 4;
/// A node whose path has not come so far.
const NO_RELAY: u32 = u32::MAX;

/// An end of a stretch of the path.
#[derive(Clone)]
struct End<S> {
    state: S,
    g: Cost,
    id: NodeId,
}

/// The edge on which a path crossed a quarter of the bound.
struct Relay<P: Problem> {
    from: End<P::State>,
    action: P::Action,
    to: NodeId,
    /// The cost up to its end.
    g: Cost,
}

/// A part of the path that is to be found.
enum Piece<P: Problem> {
    Stretch(End<P::State>, End<P::State>),
    Action(P::Action),
}

/// What is searched for.
enum Target<P: Problem> {
    /// A goal, from the start.
    Goal,
    /// The end of a stretch that begins here.
    Stretch(End<P::State>, End<P::State>),
}

/// A node while its children are created.
struct Expansion<P: Problem, M> {
    state: P::State,
    memo: M,
    g: Cost,
    id: NodeId,
    relay: u32,
    actions: P::Actions,
    held: Option<(P::Action, Cost)>,
}

/// What a search does in its next step.
enum Phase<P: Problem, M> {
    /// The root is not created yet.
    Fresh,
    /// A round is about to begin.
    Round,
    /// Nodes of the layer are expanded.
    Running,
    /// A limit left a node partly expanded.
    Held(Expansion<P, M>),
    /// There is nothing more to do.
    Finished(Ending),
}

/// Breadth-first heuristic search in progress.
pub struct Bfhs<'a, P: Problem, H: Heuristic<P>> {
    problem: &'a P,
    heuristic: &'a H,
    phase: Phase<P, H::Memo>,
    target: Target<P>,
    bound: Cost,
    next_bound: u64,
    /// Relays are made where g reaches this.
    crossing: Cost,
    before: Layer<P::State>,
    layer: Layer<P::State>,
    next: Layer<P::State>,
    /// Of the nodes of this round, released as they are taken; the first is that of the node with this number.
    links: Links<P::Action, H::Memo>,
    first: u64,
    /// Nodes of the layer that were taken, and nodes that were moved to `before`.
    taken: usize,
    moved: usize,
    /// Whether this round had a free step.
    free_steps: bool,
    relays: Segmented<Relay<P>, 12>,
    relay_heap: u64,
    /// What is left of the path to find, the first piece last.
    pieces: Vec<Piece<P>>,
    actions: Vec<P::Action>,
    /// The goal and its h, once it was found.
    goal: Option<(End<P::State>, Cost)>,
    created: u64,
    rounds: u64,
    root_h: Cost,
    solution: Option<Solution<P::Action>>,
    stats: Stats,
}

impl<'a, P: Problem, H: Heuristic<P>> Bfhs<'a, P, H> {
    /// BFHS: cheapest if the heuristic is admissible.
    pub fn new(problem: &'a P, heuristic: &'a H) -> Self {
        Self {
            problem,
            heuristic,
            phase: Phase::Fresh,
            target: Target::Goal,
            bound: 0,
            next_bound: NO_BOUND,
            crossing: 0,
            before: Layer::new(0),
            layer: Layer::new(0),
            next: Layer::new(0),
            links: Links::new(),
            first: 0,
            taken: 0,
            moved: 0,
            free_steps: false,
            relays: Segmented::new(),
            relay_heap: 0,
            pieces: Vec::new(),
            actions: Vec::new(),
            goal: None,
            created: 0,
            rounds: 0,
            root_h: 0,
            solution: None,
            stats: Stats::default(),
        }
    }

    fn bytes(&self) -> u64 {
        let layers = self.before.bytes() + self.layer.bytes() + self.next.bytes();
        layers + self.links.bytes() + self.relays.bytes() + self.relay_heap
    }

    fn claim(&mut self, bytes: u64, budget: &Budget) -> Result<(), Limit> {
        claims(0, budget, &mut self.stats)(bytes)
    }

    fn finish(&mut self, ending: Ending) -> Ending {
        self.phase = Phase::Finished(ending);
        ending
    }

    fn estimate(&mut self, memo: &H::Memo) -> Option<Cost> {
        self.stats.evaluated += 1;
        self.heuristic.estimate(memo, Cost::MAX)
    }

    /// Creates the root.
    fn begin<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        let state = self.problem.start();
        self.make_room(0, budget)?;
        self.claim(self.bytes() + self.problem.heap_bytes(&state) as u64, budget)?;
        budget.spend()?;
        let memo = self.heuristic.memo(self.problem, &state);
        let estimate = self.estimate(&memo);
        let h = estimate.unwrap_or(Cost::MAX);
        (self.stats.generated, self.created) = (1, 1);
        self.phase = Phase::Round;
        let created = Event::Created { id: NodeId(0), origin: None, root: Some(&state), g: 0, h, side: Side::Forward };
        let flow = observer.event(created);
        if estimate.is_none() {
            return Ok(Some(self.finish(Ending::Unsolvable)));
        }
        (self.root_h, self.bound) = (h, h);
        obey(flow).map(|()| None)
    }

    /// Begins a round: from the start for a goal, or for a stretch of the path.
    fn begin_round<O: Observer<P>>(&mut self, observer: &mut O, budget: &Budget) -> Result<Option<Ending>, Limit> {
        let (state, g, id, end) = match &self.target {
            Target::Goal => (self.problem.start(), 0, NodeId(0), self.bound),
            Target::Stretch(from, to) => (from.state.clone(), from.g, from.id, to.g),
        };
        let heap_bytes = self.problem.heap_bytes(&state) as u64;
        self.claim(heap_bytes, budget)?;
        self.forget();
        self.crossing = g + (end.saturating_sub(g)).div_ceil(PART);
        self.next_bound = NO_BOUND;
        let memo = self.heuristic.memo(self.problem, &state);
        let is_goal = matches!(self.target, Target::Goal) && self.problem.is_goal(&state);
        let h = if is_goal { self.root_h } else { self.estimate(&memo).unwrap_or(Cost::MAX) };
        let mut stop = false;
        if matches!(self.target, Target::Goal) {
            self.rounds += 1;
            stop |= observer.event(Event::Deepened { bound: self.bound }).is_break();
            budget.prove(self.lower_bound());
        }
        self.stats.examined += 1;
        stop |= observer.event(Event::Examined { id, state: &state, g, h, side: Side::Forward }).is_break();
        if is_goal {
            self.solution = Some(Solution { actions: Vec::new(), cost: 0 });
            let _ = observer.event(Event::Solved { id, cost: 0 });
            return Ok(Some(self.finish(Ending::Solved)));
        }
        self.stats.expanded += 1;
        let actions = self.problem.actions(&state, None);
        let (relay, held) = (NO_RELAY, None);
        self.phase = Phase::Held(Expansion { state, memo, g, id, relay, actions, held });
        if stop { Err(Limit::Interrupt) } else { Ok(None) }
    }

    /// Drops all layers and relays.
    fn forget(&mut self) {
        (self.before, self.layer, self.next) =
            (Layer::new(self.created), Layer::new(self.created), Layer::new(self.created));
        (self.links, self.first) = (Links::new(), self.created);
        (self.relays, self.relay_heap) = (Segmented::new(), 0);
        (self.taken, self.moved, self.free_steps) = (0, 0, false);
    }

    /// The layer is done: the next one takes its place, and it takes the place of the one before. After a free step it is
    /// added to that instead.
    fn next_layer(&mut self, budget: &Budget) -> Result<(), Limit> {
        if self.free_steps {
            while self.moved < self.layer.len() {
                let g = self.layer.g(self.moved);
                let mut claim = claims(self.bytes(), budget, &mut self.stats);
                self.before.make_room(g, budget, &mut claim)?;
                let state = self.layer.state(self.moved);
                match self.before.find(state) {
                    Ok(known) if g < self.before.g(known) => self.before.improve(known, g),
                    Ok(_) => {}
                    Err(free) => {
                        let heap_bytes = self.problem.heap_bytes(state);
                        claim(heap_bytes as u64)?;
                        self.before.add(free, state.clone(), heap_bytes, g);
                    }
                }
                self.moved += 1;
            }
            self.layer = std::mem::replace(&mut self.next, Layer::new(self.created));
        } else {
            let next = std::mem::replace(&mut self.next, Layer::new(self.created));
            self.before = std::mem::replace(&mut self.layer, next);
        }
        (self.taken, self.moved) = (0, 0);
        Ok(())
    }

    /// A round found no end: the next bound, or the end of the search.
    fn end_round(&mut self) -> Option<Ending> {
        if !matches!(self.target, Target::Goal) {
            // Only a problem whose actions change from one call to the next loses a path that was there.
            return Some(self.finish(Ending::Stopped(Limit::Depth)));
        }
        match self.next_bound {
            NO_BOUND => Some(self.finish(Ending::Unsolvable)),
            bound if bound >= MAX_COST as u64 => Some(self.finish(Ending::Stopped(Limit::Depth))),
            bound => {
                self.bound = bound as Cost;
                self.phase = Phase::Round;
                None
            }
        }
    }

    /// Takes the next node of the layer. It is no goal: those are found when they are created.
    fn take<O: Observer<P>>(&mut self, observer: &mut O, budget: &Budget) -> Result<Option<Ending>, Limit> {
        if self.taken == self.layer.len() {
            if self.next.len() == 0 {
                return Ok(self.end_round());
            }
            self.next_layer(budget)?;
        }
        let (state, g, id) =
            (self.layer.state(self.taken).clone(), self.layer.g(self.taken), self.layer.id(self.taken));
        let number = self.link_of(&self.layer, self.taken);
        self.links.release(number);
        self.taken += 1;
        let Link { relay, memo, action } = &self.links[number];
        // A stretch is found again from another start: it may need an action that was left out after the last one.
        let last = Some(*action).filter(|_| matches!(self.target, Target::Goal));
        let (memo, relay) = (memo.clone(), *relay);
        let h = self.estimate(&memo).unwrap_or(Cost::MAX);
        self.stats.examined += 1;
        self.stats.expanded += 1;
        let flow = observer.event(Event::Examined { id, state: &state, g, h, side: Side::Forward });
        let actions = self.problem.actions(&state, last);
        self.phase = Phase::Held(Expansion { state, memo, g, id, relay, actions, held: None });
        obey(flow).map(|()| None)
    }

    /// Room for one more node of cost `g`.
    fn make_room(&mut self, g: Cost, budget: &Budget) -> Result<(), Limit> {
        if self.relays.len() >= NO_RELAY as usize {
            return Err(Limit::Memory);
        }
        if self.relays.spare() == 0 {
            self.claim(self.bytes() + self.relays.growth(), budget)?;
            self.relays.grow();
        }
        if self.links.spare() == 0 {
            self.claim(self.bytes() + self.links.growth(), budget)?;
            self.links.grow();
        }
        if self.next.has_room(g) {
            return Ok(());
        }
        let mut claim = claims(self.bytes(), budget, &mut self.stats);
        self.next.make_room(g, budget, &mut claim)
    }

    /// The children of a node, all of them or up to a limit.
    fn expand<O: Observer<P>>(
        &mut self,
        mut node: Expansion<P, H::Memo>,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Limit> {
        self.phase = Phase::Running;
        while let Some(next) = node.held.take().or_else(|| node.actions.next()) {
            let g = node.g.saturating_add(next.1).min(MAX_COST);
            if let Err(limit) = self.make_room(g, budget).and_then(|()| budget.spend()) {
                node.held = Some(next);
                self.phase = Phase::Held(node);
                return Err(limit);
            }
            match self.child(&node, next, observer, budget) {
                Err(limit) => {
                    budget.give_back(1);
                    node.held = Some(next);
                    self.phase = Phase::Held(node);
                    return Err(limit);
                }
                Ok((Some(end), flow)) => {
                    let done = self.found(end, observer);
                    return if done.is_none() && flow.is_break() { Err(Limit::Interrupt) } else { Ok(done) };
                }
                Ok((None, flow)) if flow.is_break() => {
                    self.phase = Phase::Held(node);
                    return Err(Limit::Interrupt);
                }
                Ok(_) => {}
            }
        }
        Ok(None)
    }

    /// One child, paid for; `Some` if it is what is searched for.
    fn child<O: Observer<P>>(
        &mut self,
        node: &Expansion<P, H::Memo>,
        (action, cost): (P::Action, Cost),
        observer: &mut O,
        budget: &Budget,
    ) -> Result<(Option<Relayed<P>>, ControlFlow<Stop>), Limit> {
        // 1. Its state; what it needs of memory is claimed before anything is counted.
        let mut state = node.state.clone();
        self.problem.apply(&mut state, action);
        let heap_bytes = self.problem.heap_bytes(&state) as u64 + self.problem.heap_bytes(&node.state) as u64;
        if heap_bytes > 0 {
            self.claim(self.bytes() + heap_bytes, budget)?;
        }
        self.free_steps |= cost == 0;
        // 2. Its g and h, within the bounds.
        let (origin, side) = (Origin { parent: node.id, state: &node.state, action }, Side::Forward);
        let g = node.g.saturating_add(cost).min(MAX_COST);
        let memo = self.heuristic.advance(self.problem, &node.memo, &node.state, action);
        let estimate = self.estimate(&memo);
        self.stats.generated += 1;
        let Some(h) = estimate else {
            let pruned = Event::Pruned { origin, g, h: None, reason: Pruned::DeadEnd, side };
            return Ok((None, observer.event(pruned)));
        };
        let f = g as u64 + h as u64;
        let pruned = |reason| Event::Pruned { origin, g, h: Some(h), reason, side };
        let end = match &self.target {
            Target::Goal => Cost::MAX,
            Target::Stretch(_, to) => to.g,
        };
        if f > self.bound as u64 || g > end {
            self.next_bound = self.next_bound.min(f);
            return Ok((None, observer.event(pruned(Pruned::Bound(self.bound.min(end))))));
        }
        // 3. Not a duplicate of these layers.
        for layer in [&self.before, &self.layer] {
            if let Ok(known) = layer.find(&state)
                && layer.g(known) <= g
            {
                return Ok((None, observer.event(pruned(Pruned::Duplicate(layer.id(known))))));
            }
        }
        let place = self.next.find(&state);
        if let Ok(known) = place
            && self.next.g(known) <= g
        {
            return Ok((None, observer.event(pruned(Pruned::Duplicate(self.next.id(known))))));
        }
        // 4. Keep it, with the edge on which its path crossed the quarter.
        let id = place.map_or(NodeId::after(self.created), |known| self.next.id(known));
        let mut relay = node.relay;
        if relay == NO_RELAY && g >= self.crossing {
            relay = self.relays.len() as u32;
            let from = End { state: node.state.clone(), g: node.g, id: node.id };
            self.relay_heap += self.problem.heap_bytes(&node.state) as u64;
            self.relays.push(Relay { from, action, to: id, g });
        }
        let is_end = match &self.target {
            Target::Goal => self.problem.is_goal(&state),
            Target::Stretch(_, to) => state == to.state,
        };
        let found = is_end.then(|| Relayed { end: End { state: state.clone(), g, id }, h, relay });
        let link = Link { relay, memo, action };
        let flow = match place {
            Ok(known) => {
                self.next.improve(known, g);
                let number = self.link_of(&self.next, known);
                self.links[number] = link;
                observer.event(Event::Improved { id, origin, g, h, reopened: false, side })
            }
            Err(free) => {
                let heap_bytes = self.problem.heap_bytes(&state);
                self.next.add(free, state, heap_bytes, g);
                self.links.push(link);
                self.created += 1;
                observer.event(Event::Created { id, origin: Some(origin), root: None, g, h, side })
            }
        };
        Ok((found, flow))
    }

    /// The end of what was searched for: its path is put together from both sides of its relay.
    fn found<O: Observer<P>>(&mut self, found: Relayed<P>, observer: &mut O) -> Option<Ending> {
        let Relayed { end, h, relay } = found;
        let start = match std::mem::replace(&mut self.target, Target::Goal) {
            Target::Goal => {
                self.goal = Some((end.clone(), h));
                End { state: self.problem.start(), g: 0, id: NodeId(0) }
            }
            Target::Stretch(from, _) => from,
        };
        if relay == NO_RELAY {
            // It came before a quarter of the bound: once more, with a quarter of its own cost.
            self.pieces.push(Piece::Stretch(start, end));
        } else {
            let Relay { from, action, to, g } = &self.relays[relay as usize];
            let mut state = from.state.clone();
            self.problem.apply(&mut state, *action);
            let to = End { state, g: *g, id: *to };
            let (from, action) = (from.clone(), *action);
            self.pieces.push(Piece::Stretch(to, end));
            self.pieces.push(Piece::Action(action));
            self.pieces.push(Piece::Stretch(start, from));
        }
        self.forget();
        self.assemble(observer)
    }

    /// Takes pieces of the path that are known; the first that is not is searched for in the next round.
    fn assemble<O: Observer<P>>(&mut self, observer: &mut O) -> Option<Ending> {
        while let Some(piece) = self.pieces.pop() {
            match piece {
                Piece::Action(action) => self.actions.push(action),
                Piece::Stretch(from, to) if from.state == to.state => {}
                Piece::Stretch(from, to) => {
                    self.target = Target::Stretch(from, to);
                    self.phase = Phase::Round;
                    return None;
                }
            }
        }
        let actions = std::mem::take(&mut self.actions);
        let cost = path_cost(self.problem, &actions);
        self.solution = Some(Solution { actions, cost });
        if let Some((End { state, g, id }, h)) = &self.goal {
            let (id, g, h, side) = (*id, *g, *h, Side::Forward);
            self.stats.examined += 1;
            let _ = observer.event(Event::Examined { id, state, g, h, side });
            let _ = observer.event(Event::Solved { id, cost });
        }
        Some(self.finish(Ending::Solved))
    }

    fn lower_bound(&self) -> Cost {
        if self.heuristic.quality() >= Quality::Admissible && self.rounds > 0 { self.bound } else { 0 }
    }

    fn advance<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        let done = match self.phase {
            Phase::Fresh => return self.begin(observer, budget),
            Phase::Finished(ending) => return Ok(Some(ending)),
            Phase::Round => self.begin_round(observer, budget)?,
            Phase::Running => self.take(observer, budget)?,
            Phase::Held(_) => None,
        };
        if done.is_some() {
            return Ok(done);
        }
        match std::mem::replace(&mut self.phase, Phase::Running) {
            Phase::Held(node) => self.expand(node, observer, budget),
            phase => {
                self.phase = phase;
                Ok(None)
            }
        }
    }

    /// Where the link of a node is.
    fn link_of(&self, layer: &Layer<P::State>, place: usize) -> usize {
        (layer.first - self.first) as usize + place
    }

    /// Some nodes of a layer. Links may have been released, so their memos are computed again.
    fn seen(&self, layer: &Layer<P::State>, places: Range<usize>) -> impl Iterator<Item = Seen<P::State>> {
        places.map(|place| {
            let state = layer.state(place).clone();
            let memo = self.heuristic.memo(self.problem, &state);
            let h = self.heuristic.estimate(&memo, Cost::MAX).unwrap_or(Cost::MAX);
            Seen { id: layer.id(place), state, g: layer.g(place), h, side: Side::Forward }
        })
    }
}

/// Asks for more and more bytes beside those that a search holds.
fn claims(mut held: u64, budget: &Budget, stats: &mut Stats) -> impl FnMut(u64) -> Result<(), Limit> {
    move |bytes| {
        budget.allow_bytes(held + bytes)?;
        held += bytes;
        stats.peak_bytes = stats.peak_bytes.max(held);
        Ok(())
    }
}

/// What was searched for, with its relay.
struct Relayed<P: Problem> {
    end: End<P::State>,
    h: Cost,
    relay: u32,
}

impl<P: Problem, H: Heuristic<P>> Search<P> for Bfhs<'_, P, H> {
    fn step<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> ControlFlow<Ending> {
        outcome(self.advance(observer, budget))
    }

    fn path(&self) -> Option<Path<P::State, P::Action>> {
        self.report().solution.map(|solution| replayed(self.problem, solution))
    }

    fn report(&self) -> Report<P::Action> {
        let ending = if let Phase::Finished(ending) = self.phase { ending } else { INTERRUPTED };
        let mut stats = self.stats;
        stats.peak_bytes = stats.peak_bytes.max(self.bytes());
        let solution = self.solution.clone();
        let lower_bound = solution.as_ref().map_or(self.lower_bound(), |best| best.cost.min(self.lower_bound()));
        Report { ending, solution, lower_bound, stats }
    }

    /// The rest of this layer, and what there is of the next.
    fn frontier(&self) -> Vec<Seen<P::State>> {
        let rest = self.seen(&self.layer, self.taken..self.layer.len());
        rest.chain(self.seen(&self.next, 0..self.next.len())).collect()
    }

    /// What is kept of the layers before.
    fn closed(&self) -> Vec<Seen<P::State>> {
        let taken = self.seen(&self.layer, 0..self.taken);
        self.seen(&self.before, 0..self.before.len()).chain(taken).collect()
    }
}
