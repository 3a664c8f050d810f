//! RBFS, recursive best-first search (Korf, 1993): best-first order in the memory of one path.
//!
//! ```text
//! start ─▶ child ─▶ grandchild      each level: the children of one state, each with a value, and the level's bound
//!   │        │
//!   │        └─ bound: the lowest value among the siblings, here and above
//!   └─ the other children wait, each with the lowest f known below it
//! ```
//! The search follows the child of the lowest value as long as that value is within the bound, the value of the best
//! alternative anywhere on the path. When it is not, the search backs up: the children of the abandoned state are forgotten,
//! and the lowest of their values becomes the value of that state (its *backed-up* value). If the search returns to it, the
//! children are created again, and none of them gets a value below the one that was backed up.
//!
//! With an admissible heuristic the first goal taken is a cheapest one, and the lowest value below the start is a proved lower
//! bound at any time. Like IDA* it remembers no state beside its path, so a state is entered once for each path to it, and
//! where there is no solution it walks in circles under ever higher values: give it a limit there. (Only a circle of free
//! steps is noticed, since no value would end it.) It expands fewer states than IDA* where f has many values, and more
//! where it swings between two parts of the tree.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::heuristic::{Heuristic, Quality};
use crate::nodes::{obey, outcome};
use crate::observer::{Event, NodeId, Observer, Origin, Pruned, Side, Stop};
use crate::problem::{Cost, Problem};
use crate::report::{Ending, INTERRUPTED, Limit, Report, Solution, Stats};
use crate::search::{Path, Search, Seen, replayed};

/// The value of a state without a solution below it.
const NEVER: u64 = u64::MAX;
/// The largest cost stands for all that are larger: no value above this one is followed.
const LARGEST: u64 = Cost::MAX as u64 - 1;

/// A child that waits on the path, with all that is known below it.
struct Child<A, M> {
    action: A,
    memo: M,
    g: Cost,
    h: Cost,
    id: NodeId,
    /// The lowest f known below it.
    value: u64,
}

/// A state on the path. Its children lie in one list with those of the other levels, from `first` on.
struct Level<P: Problem, M> {
    state: P::State,
    memo: M,
    g: Cost,
    id: NodeId,
    last: Option<P::Action>,
    /// The value it was entered with.
    value: u64,
    /// Children above this value are not followed.
    bound: u64,
    first: usize,
    /// Its own place among its parent's children.
    place: usize,
}

/// What a search does in its next step.
enum Phase<P: Problem> {
    /// The root is not created yet.
    Fresh,
    /// The root is created, nothing is entered.
    Created,
    /// The deepest state is expanded; an action that a limit held back comes first.
    Expanding(P::Actions, Option<(P::Action, Cost)>),
    /// The deepest state is expanded: its best child is entered, or the search backs up.
    Choosing,
    /// There is nothing more to do.
    Finished(Ending),
}

/// A waiting child as [`Rbfs::waiting`] shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its number.
    pub id: NodeId,
    /// The lowest f known below it; `None` where there is no solution.
    pub value: Option<u64>,
}

/// Recursive best-first search in progress.
pub struct Rbfs<'a, P: Problem, H: Heuristic<P>> {
    problem: &'a P,
    heuristic: &'a H,
    phase: Phase<P>,
    path: Vec<Level<P, H::Memo>>,
    /// The children of all states on the path.
    children: Vec<Child<P::Action, H::Memo>>,
    /// Bytes that the states on the path own outside themselves.
    heap_bytes: u64,
    /// The root's memo and estimate.
    root: Option<(H::Memo, Cost)>,
    created: u64,
    lower_bound: u64,
    solution: Option<Solution<P::Action>>,
    stats: Stats,
}

impl<'a, P: Problem, H: Heuristic<P>> Rbfs<'a, P, H> {
    /// RBFS: cheapest if the heuristic is admissible.
    pub fn new(problem: &'a P, heuristic: &'a H) -> Self {
        Self {
            problem,
            heuristic,
            phase: Phase::Fresh,
            path: Vec::new(),
            children: Vec::new(),
            heap_bytes: 0,
            root: None,
            created: 0,
            lower_bound: 0,
            solution: None,
            stats: Stats::default(),
        }
    }

    /// The bound of the deepest state on the path: the value of the best alternative, above which the search backs up.
    /// `None` where there is no alternative.
    pub fn bound(&self) -> Option<u64> {
        self.path.last().map(|level| level.bound).filter(|&bound| bound < LARGEST)
    }

    /// The children of the states on the path, from the start down, each with its value.
    pub fn waiting(&self) -> Vec<Vec<Waiting>> {
        let ends = self.path.iter().skip(1).map(|level| level.first).chain([self.children.len()]);
        let shown = |child: &Child<_, _>| Waiting { id: child.id, value: (child.value < NEVER).then_some(child.value) };
        self.path
            .iter()
            .zip(ends)
            .map(|(level, end)| self.children[level.first..end].iter().map(shown).collect())
            .collect()
    }

    fn bytes(&self) -> u64 {
        (self.path.capacity() * size_of::<Level<P, H::Memo>>()
            + self.children.capacity() * size_of::<Child<P::Action, H::Memo>>()) as u64
            + self.heap_bytes
    }

    fn claim(&mut self, bytes: u64, budget: &Budget) -> Result<(), Limit> {
        budget.allow_bytes(bytes)?;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    /// Makes room for one more state on the path, which owns `heap_bytes`.
    fn room_on_path(&mut self, heap_bytes: u64, budget: &Budget) -> Result<(), Limit> {
        let full = self.path.len() == self.path.capacity();
        let more = if full { self.path.capacity().max(32) } else { 0 };
        let grown = if full { ((self.path.len() + more) * size_of::<Level<P, H::Memo>>()) as u64 } else { 0 };
        if grown + heap_bytes > 0 {
            self.claim(self.bytes() + grown + heap_bytes, budget)?;
        }
        self.path.reserve_exact(more);
        Ok(())
    }

    /// Makes room for one more child.
    fn room_for_child(&mut self, budget: &Budget) -> Result<(), Limit> {
        if self.children.len() == self.children.capacity() {
            let more = self.children.capacity().max(64);
            let grown = ((self.children.len() + more) * size_of::<Child<P::Action, H::Memo>>()) as u64;
            self.claim(self.bytes() + grown, budget)?;
            self.children.reserve_exact(more);
        }
        Ok(())
    }

    fn finish(&mut self, ending: Ending) -> Ending {
        self.phase = Phase::Finished(ending);
        ending
    }

    /// Creates the root.
    fn begin<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        let state = self.problem.start();
        self.room_on_path(self.problem.heap_bytes(&state) as u64, budget)?;
        budget.spend()?;
        let memo = self.heuristic.memo(self.problem, &state);
        let estimate = self.heuristic.estimate(&memo, Cost::MAX);
        let (id, h) = (NodeId(0), estimate.unwrap_or(Cost::MAX));
        (self.stats.generated, self.created) = (1, 1);
        self.phase = Phase::Created;
        let created = Event::Created { id, origin: None, root: Some(&state), g: 0, h, side: Side::Forward };
        let flow = observer.event(created);
        if estimate.is_none() {
            return Ok(Some(self.finish(Ending::Unsolvable)));
        }
        self.root = Some((memo, h));
        self.prove(h as u64);
        obey(flow).map(|()| None)
    }

    /// No solution has a lower f than this.
    fn prove(&mut self, value: u64) {
        if self.heuristic.quality() >= Quality::Admissible {
            self.lower_bound = self.lower_bound.max(value);
        }
    }

    /// A state becomes the deepest on the path, where there is room for it: it is examined, and expanded unless it is a goal.
    fn enter<O: Observer<P>>(
        &mut self,
        level: Level<P, H::Memo>,
        h: Cost,
        observer: &mut O,
    ) -> Result<Option<Ending>, Limit> {
        let (id, g, last) = (level.id, level.g, level.last);
        self.stats.examined += 1;
        let flow = observer.event(Event::Examined { id, state: &level.state, g, h, side: Side::Forward });
        if self.problem.is_goal(&level.state) {
            let actions = self.path.iter().filter_map(|level| level.last).chain(last).collect();
            self.solution = Some(Solution { actions, cost: g });
            let _ = observer.event(Event::Solved { id, cost: g });
            return Ok(Some(self.finish(Ending::Solved)));
        }
        self.stats.expanded += 1;
        self.heap_bytes += self.problem.heap_bytes(&level.state) as u64;
        self.phase = Phase::Expanding(self.problem.actions(&level.state, last), None);
        self.path.push(level);
        obey(flow).map(|()| None)
    }

    fn enter_root<O: Observer<P>>(&mut self, observer: &mut O) -> Result<Option<Ending>, Limit> {
        let Some((memo, h)) = self.root.clone() else { return Ok(None) };
        let (state, value) = (self.problem.start(), h as u64);
        let level = Level { state, memo, g: 0, id: NodeId(0), last: None, value, bound: LARGEST, first: 0, place: 0 };
        self.enter(level, h, observer)
    }

    /// The children of the deepest state, all of them or up to a limit.
    fn expand<O: Observer<P>>(
        &mut self,
        mut actions: P::Actions,
        mut held: Option<(P::Action, Cost)>,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Limit> {
        while let Some(next) = held.take().or_else(|| actions.next()) {
            if let Err(limit) = self.room_for_child(budget).and_then(|()| budget.spend()) {
                self.phase = Phase::Expanding(actions, Some(next));
                return Err(limit);
            }
            if self.child(next, observer).is_break() {
                self.phase = Phase::Expanding(actions, None);
                return Err(Limit::Interrupt);
            }
        }
        self.phase = Phase::Choosing;
        Ok(None)
    }

    /// One child of the deepest state, paid for: it waits, unless it leads nowhere.
    fn child<O: Observer<P>>(&mut self, (action, cost): (P::Action, Cost), observer: &mut O) -> ControlFlow<Stop> {
        let Some(parent) = self.path.last() else { return ControlFlow::Continue(()) };
        let (origin, side) = (Origin { parent: parent.id, state: &parent.state, action }, Side::Forward);
        let g = parent.g.saturating_add(cost);
        let memo = self.heuristic.advance(self.problem, &parent.memo, &parent.state, action);
        let h = self.heuristic.estimate(&memo, Cost::MAX);
        self.stats.generated += 1;
        let Some(h) = h else {
            return observer.event(Event::Pruned { origin, g, h, reason: Pruned::DeadEnd, side });
        };
        if cost == 0 {
            let mut state = parent.state.clone();
            self.problem.apply(&mut state, action);
            if self.path.iter().any(|level| level.state == state) {
                return observer.event(Event::Pruned { origin, g, h: Some(h), reason: Pruned::Cycle, side });
            }
        }
        let id = NodeId::after(self.created);
        self.created += 1;
        let value = (g as u64 + h as u64).max(parent.value);
        self.children.push(Child { action, memo, g, h, id, value });
        observer.event(Event::Created { id, origin: Some(origin), root: None, g, h, side })
    }

    /// The best child of the deepest state: its place and value, and the value of the second best.
    fn best(&self, first: usize) -> (usize, u64, u64) {
        let (mut best, mut second) = ((first, NEVER), NEVER);
        for (place, child) in self.children.iter().enumerate().skip(first) {
            if child.value < best.1 {
                second = best.1;
                best = (place, child.value);
            } else {
                second = second.min(child.value);
            }
        }
        (best.0, best.1, second)
    }

    /// Backs up as far as the values demand, then enters the best child.
    fn choose<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        while let Some(level) = self.path.last() {
            let (place, value, alternative) = self.best(level.first);
            if self.path.len() == 1 {
                // Before it is entered: a limit in between loses nothing.
                self.prove(value.min(LARGEST));
                budget.prove(self.proved());
            }
            let Some(level) = self.path.last() else { break };
            if value <= level.bound {
                let mut state = level.state.clone();
                self.problem.apply(&mut state, self.children[place].action);
                let bound = level.bound.min(alternative);
                self.room_on_path(self.problem.heap_bytes(&state) as u64, budget)?;
                let Child { action, ref memo, g, h, id, .. } = self.children[place];
                let first = self.children.len();
                let level = Level { state, memo: memo.clone(), g, id, last: Some(action), value, bound, first, place };
                return self.enter(level, h, observer);
            }
            self.heap_bytes -= self.problem.heap_bytes(&level.state) as u64;
            let (first, own) = (level.first, level.place);
            self.children.truncate(first);
            self.path.pop();
            if self.path.is_empty() {
                let ending = if value == NEVER { Ending::Unsolvable } else { Ending::Stopped(Limit::Depth) };
                return Ok(Some(self.finish(ending)));
            }
            self.children[own].value = value;
        }
        Ok(None)
    }

    fn proved(&self) -> Cost {
        self.lower_bound.min(Cost::MAX as u64) as Cost
    }

    /// One expansion.
    fn advance<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        let entered = match self.phase {
            Phase::Fresh => return self.begin(observer, budget),
            Phase::Finished(ending) => return Ok(Some(ending)),
            Phase::Created => self.enter_root(observer)?,
            Phase::Choosing => self.choose(observer, budget)?,
            Phase::Expanding(..) => None,
        };
        if entered.is_some() {
            return Ok(entered);
        }
        match std::mem::replace(&mut self.phase, Phase::Choosing) {
            Phase::Expanding(actions, held) => self.expand(actions, held, observer, budget),
            phase => {
                self.phase = phase;
                Ok(None)
            }
        }
    }
}

impl<P: Problem, H: Heuristic<P>> Search<P> for Rbfs<'_, P, H> {
    fn step<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> ControlFlow<Ending> {
        outcome(self.advance(observer, budget))
    }

    fn path(&self) -> Option<Path<P::State, P::Action>> {
        self.report().solution.map(|solution| replayed(self.problem, solution))
    }

    fn report(&self) -> Report<P::Action> {
        let ending = if let Phase::Finished(ending) = self.phase { ending } else { INTERRUPTED };
        let mut stats = self.stats;
        stats.evaluated = stats.generated;
        stats.peak_bytes = stats.peak_bytes.max(self.bytes());
        let lower_bound = match &self.solution {
            Some(solution) if self.heuristic.quality() >= Quality::Admissible => solution.cost,
            _ => self.proved(),
        };
        Report { ending, solution: self.solution.clone(), lower_bound, stats }
    }

    /// The children that wait on the path, the deepest first, and of each state the best first.
    fn frontier(&self) -> Vec<Seen<P::State>> {
        let mut all = Vec::new();
        let mut end = self.children.len();
        let mut entered = usize::MAX;
        for level in self.path.iter().rev() {
            let mut waiting: Vec<_> = (level.first..end).filter(|&place| place != entered).collect();
            waiting.sort_by_key(|&place| self.children[place].value);
            for place in waiting {
                let Child { action, g, h, id, .. } = self.children[place];
                let mut state = level.state.clone();
                self.problem.apply(&mut state, action);
                all.push(Seen { id, state, g, h, side: Side::Forward });
            }
            (end, entered) = (level.first, level.place);
        }
        all
    }

    /// The path.
    fn closed(&self) -> Vec<Seen<P::State>> {
        let seen = |level: &Level<P, H::Memo>| Seen {
            id: level.id,
            state: level.state.clone(),
            g: level.g,
            h: self.heuristic.estimate(&level.memo, Cost::MAX).unwrap_or(Cost::MAX),
            side: Side::Forward,
        };
        self.path.iter().map(seen).collect()
    }
}
