//! Beam search: breadth-first search that keeps only the best few of every layer.
//!
//! ```text
//! layer of at most `width` states ──▶ all their children, each state once ──▶ the `width` with the lowest h ──▶ next layer
//! ```
//! Time and memory grow with the width and the depth alone, so it answers where A* cannot. It promises nothing: a state
//! that was dropped may have been on the only path. If nothing was ever dropped, an empty layer proves that there is no
//! solution; otherwise it ends by its width.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::heuristic::Heuristic;
use crate::index::{Index, Table as _};
use crate::nodes::{Made, Next, Nodes, Parent, obey, outcome};
use crate::observer::{Event, NodeId, Observer, Origin, Pruned, Stop};
use crate::problem::{Cost, Problem};
use crate::reached::hash;
use crate::report::{Ending, Limit, Report};
use crate::search::{Path, Search, Seen};

/// Candidates that the index can number.
const MOST: usize = 1 << 31;

/// A child that may come into the next layer.
struct Candidate<P: Problem, M> {
    made: Made<P, M>,
    parent: NodeId,
    /// Its place in the order of creation.
    number: u32,
}

/// A beam search in progress.
pub struct Beam<'a, P: Problem, H: Heuristic<P>> {
    nodes: Nodes<'a, P, H>,
    width: usize,
    /// The states of this layer, best first, and how many were taken.
    layer: Vec<NodeId>,
    taken: usize,
    depth: Cost,
    candidates: Vec<Candidate<P, H::Memo>>,
    /// The candidates by state.
    known: Index,
    candidate_heap: u64,
    /// Once the candidates are in order: how many of them come into the layer.
    chosen: Option<usize>,
    /// The layer that is being made of them.
    fresh: Vec<NodeId>,
    dropped: bool,
    current: Option<Parent<P, H::Memo>>,
    goal: Option<NodeId>,
    finished: Option<Ending>,
}

impl<'a, P: Problem, H: Heuristic<P>> Beam<'a, P, H> {
    /// A beam of at most `width` states a layer.
    pub fn new(problem: &'a P, heuristic: &'a H, width: usize) -> Self {
        Self {
            nodes: Nodes::new(problem, heuristic),
            width: width.max(1),
            layer: Vec::new(),
            taken: 0,
            depth: 0,
            candidates: Vec::new(),
            known: Index::default(),
            candidate_heap: 0,
            chosen: None,
            fresh: Vec::new(),
            dropped: false,
            current: None,
            goal: None,
            finished: None,
        }
    }

    fn bytes(&self) -> u64 {
        self.nodes.reached.bytes() + self.others()
    }

    /// Everything but the states kept.
    fn others(&self) -> u64 {
        (self.candidates.capacity() * size_of::<Candidate<P, H::Memo>>()) as u64
            + ((self.layer.capacity() + self.fresh.capacity()) * size_of::<NodeId>()) as u64
            + self.known.bytes()
            + self.candidate_heap
    }

    /// Makes room for one more candidate.
    fn room_for_candidate(&mut self, budget: &Budget) -> Result<(), Limit> {
        if self.candidates.len() >= MOST {
            return Err(Limit::Memory);
        }
        if self.candidates.len() == self.candidates.capacity() {
            let more = self.candidates.capacity().max(256);
            let grown = (self.candidates.capacity() + more) * size_of::<Candidate<P, H::Memo>>();
            self.nodes.claim(self.bytes() + grown as u64, budget)?;
            self.candidates.reserve_exact(more);
        }
        if self.known.capacity() <= self.candidates.len() {
            self.nodes.claim(self.bytes() + self.known.growth(), budget)?;
            let candidates = &self.candidates;
            self.known.grow(candidates.len(), |number| hash(&candidates[number as usize].made.state), budget)?;
        }
        Ok(())
    }

    fn begin<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<(), Limit> {
        self.nodes.make_room(self.others(), budget)?;
        let start = self.nodes.problem.start();
        let Some((id, _, flow)) = self.nodes.begin(start, self.others(), |_, _| 0, observer, budget)? else {
            self.finished = Some(Ending::Unsolvable);
            return Ok(());
        };
        self.layer.push(id);
        obey(flow)
    }

    /// The layer is done: its best candidates are the next one. The worst stand first, so that they are taken from
    /// the back, best first, and a limit in between loses nothing.
    fn next_layer<O: Observer<P>>(&mut self, observer: &mut O, budget: &Budget) -> Result<(), Limit> {
        let chosen = match self.chosen {
            Some(chosen) => chosen,
            None => self.choose(budget)?,
        };
        while self.fresh.len() < chosen {
            self.nodes.make_room(self.others(), budget)?;
            let Some(Candidate { made, parent, .. }) = self.candidates.pop() else { break };
            self.candidate_heap -= self.nodes.problem.heap_bytes(&made.state) as u64;
            let state = self.nodes.reached.state(parent).clone();
            let origin = Origin { parent, state: &state, action: made.action };
            if let Ok((id, flow)) = self.nodes.keep(origin, made, observer) {
                self.fresh.push(id);
                obey(flow)?;
            }
        }
        while let Some(candidate) = self.candidates.pop() {
            self.dropped = true;
            obey(self.drop_candidate(candidate, Pruned::Width, observer))?;
        }
        self.layer = std::mem::take(&mut self.fresh);
        self.taken = 0;
        self.chosen = None;
        self.candidate_heap = 0;
        self.depth += 1;
        if self.layer.is_empty() {
            let ending = if self.dropped { Ending::Stopped(Limit::Width) } else { Ending::Unsolvable };
            self.finished = Some(ending);
            return Ok(());
        }
        obey(observer.event(Event::Deepened { bound: self.depth }))
    }

    fn drop_candidate<O: Observer<P>>(
        &self,
        candidate: Candidate<P, H::Memo>,
        reason: Pruned,
        observer: &mut O,
    ) -> ControlFlow<Stop> {
        let Candidate { made, parent, .. } = candidate;
        let origin = Origin { parent, state: self.nodes.reached.state(parent), action: made.action };
        self.nodes.drop_child(origin, made.g, Some(made.h), reason, observer)
    }

    /// Sorts the candidates and returns how many are chosen.
    fn choose(&mut self, budget: &Budget) -> Result<usize, Limit> {
        budget.check()?;
        let chosen = self.candidates.len().min(self.width);
        self.nodes.claim(self.bytes() + (chosen * size_of::<NodeId>()) as u64, budget)?;
        self.fresh.reserve_exact(chosen);
        self.known = Index::default();
        // No two are equal, so the order is one and the same; a stable sort would need memory of its own.
        self.candidates.sort_unstable_by_key(|candidate| std::cmp::Reverse((candidate.made.h, candidate.number)));
        self.chosen = Some(chosen);
        Ok(chosen)
    }

    fn expand<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        // 1. The root, once.
        if self.nodes.stats.generated == 0 {
            self.begin(observer, budget)?;
        }
        // 2. The next layer, when this one is done.
        if self.finished.is_none() && self.current.is_none() && self.taken == self.layer.len() {
            self.next_layer(observer, budget)?;
        }
        if self.finished.is_some() {
            return Ok(self.finished);
        }
        // 3. A state of the layer.
        if self.current.is_none() {
            let id = self.layer[self.taken];
            self.taken += 1;
            let problem = self.nodes.problem;
            let (parent, flow) = self.nodes.take(id, |state| problem.is_goal(state), observer);
            self.current = parent;
            if self.current.is_none() {
                self.goal = Some(id);
                // What waited for the next layer is needed no more.
                while let Some(candidate) = self.candidates.pop() {
                    let _ = self.drop_candidate(candidate, Pruned::Worse, observer);
                }
                self.finished = Some(self.nodes.solved(id, observer));
                return Ok(self.finished);
            }
            obey(flow)?;
        }
        // 4. Its children. Whatever stops them, the rest is created next time.
        let Some(mut parent) = self.current.take() else { return Ok(None) };
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
            self.room_for_candidate(budget)?;
            match self.nodes.make(parent, self.others(), |_, _| 0, observer, budget)? {
                Next::NoMore => return Ok(()),
                Next::DeadEnd => {}
                Next::Made(made) => obey(self.consider(parent, made, observer))?,
            }
        }
    }

    /// A child becomes a candidate unless its state is known.
    fn consider<O: Observer<P>>(
        &mut self,
        parent: &Parent<P, H::Memo>,
        made: Made<P, H::Memo>,
        observer: &mut O,
    ) -> ControlFlow<Stop> {
        let candidates = &self.candidates;
        let twin = |number: u32| candidates[number as usize].made.state == made.state;
        let reason = match self.nodes.reached.find(&made.state) {
            Ok(known) => Pruned::Duplicate(known),
            Err(_) => match self.known.find(hash(&made.state), twin) {
                Ok(_) => Pruned::Waiting,
                Err(place) => {
                    self.known.add(place, self.candidates.len() as u32);
                    self.candidate_heap += self.nodes.problem.heap_bytes(&made.state) as u64;
                    let number = self.candidates.len() as u32;
                    self.candidates.push(Candidate { made, parent: parent.id, number });
                    return ControlFlow::Continue(());
                }
            },
        };
        self.nodes.drop_child(parent.origin(made.action), made.g, Some(made.h), reason, observer)
    }
}

impl<P: Problem, H: Heuristic<P>> Search<P> for Beam<'_, P, H> {
    fn step<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> ControlFlow<Ending> {
        outcome(self.expand(observer, budget))
    }

    fn report(&self) -> Report<P::Action> {
        self.nodes.report(self.finished, self.goal, self.bytes())
    }

    fn path(&self) -> Option<Path<P::State, P::Action>> {
        self.nodes.path(self.goal)
    }

    /// The rest of this layer. Candidates for the next are not nodes yet.
    fn frontier(&self) -> Vec<Seen<P::State>> {
        self.layer[self.taken..].iter().map(|&id| self.nodes.seen(id)).collect()
    }

    fn closed(&self) -> Vec<Seen<P::State>> {
        self.nodes.closed()
    }
}
