//! A problem file as a [`Problem`] of the engine.
//!
//! The engine asks for the actions of a state and applies them one by one; a file returns whole successors. An action is the
//! *ordinal* of a successor, and the successors of the states that were expanded last are kept in a small cache: `apply`
//! right after `actions`, and the frames of a depth-first search, find theirs there. A state that is no longer in it
//! is expanded again.
//!
//! A method of [`Problem`] cannot fail, a file can. The first failure is kept, there are no more successors after it, and
//! [`Attentive`], the observer of every search, ends the search.

use std::cell::{Cell, RefCell};
use std::hash::BuildHasher as _;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use hueco_search::{Backward, Budget, Cost, Event, Limit, Observed, Observer, Problem, Stop};
use rustc_hash::FxBuildHasher;

use crate::error::{Mistake, ScriptError};
use crate::heuristic::{Guide, HeuristicSpec};
use crate::interpreter::{Failure, Interpreter, Names, Step};
use crate::load::{FunctionId, Goal, ProblemFile};
use crate::show::Picture;
use crate::space::TableError;
use crate::state::State;

/// An action: which of the successors of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ordinal(NonZeroU32);

impl Ordinal {
    fn new(at: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(at as u32))
    }

    /// From 0.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Expansions that are kept.
const SLOTS: usize = 256;
/// Steps that are kept, in all.
const MOST_STEPS: usize = 1 << 18;

/// What a function returned for a state.
#[derive(Debug)]
pub(crate) struct Expansion {
    function: FunctionId,
    state: State,
    steps: Vec<Step>,
    /// The names of the steps, where somebody watches.
    names: Names,
}

impl Expansion {
    /// The name of a step, and where it leads. After a failure there may be no such step.
    pub(crate) fn named(&self, step: Ordinal) -> Option<(&str, &State)> {
        Some((self.names.get(step.index())?, &self.steps.get(step.index())?.state))
    }
}

/// The expansions of the states that were asked for last, by hash.
#[derive(Debug)]
struct Cache {
    slots: Vec<Option<Rc<Expansion>>>,
    /// The slot that was asked for last, and most often is asked for next.
    last: usize,
    steps: usize,
}

impl Cache {
    fn get(&self, slot: usize, function: FunctionId, state: &State) -> Option<Rc<Expansion>> {
        let known = self.slots[slot].as_ref()?;
        (known.function == function && known.state == *state).then(|| Rc::clone(known))
    }
}

/// A problem file, ready to be searched. It is not shared between threads: each makes its own from the file.
pub struct ScriptProblem {
    interpreter: Interpreter,
    start: State,
    cache: RefCell<Cache>,
    /// Whether expansions keep the names of their steps.
    is_named: Cell<bool>,
    failure: RefCell<Option<Failure>>,
    failed: Cell<bool>,
}

impl ScriptProblem {
    /// A problem from its file.
    pub fn new(file: Arc<ProblemFile>) -> Self {
        let start = file.start.clone();
        Self::starting_at(file, start)
    }

    /// The same problem with another start: a state of its own.
    pub fn starting_at(file: Arc<ProblemFile>, start: State) -> Self {
        let cache = Cache { slots: vec![None; SLOTS], last: 0, steps: 0 };
        Self {
            interpreter: Interpreter::new(file),
            start,
            cache: RefCell::new(cache),
            is_named: Cell::new(false),
            failure: RefCell::new(None),
            failed: Cell::new(false),
        }
    }

    /// From now on expansions have the names of their steps: a search that is watched needs both, from one call.
    pub(crate) fn keep_names(&self) {
        if !self.is_named.replace(true) {
            let mut cache = self.cache.borrow_mut();
            cache.slots.fill(None);
            cache.steps = 0;
        }
    }

    /// Its file.
    pub fn file(&self) -> &Arc<ProblemFile> {
        self.interpreter.file()
    }

    /// From now on calls end at the limits of this budget too.
    pub fn obey(&self, budget: &Budget) {
        self.interpreter.obey(budget);
    }

    /// Makes a heuristic ready; the tables of abstractions are built within the budget. The inner error is the limit that
    /// ended it.
    pub fn guide(&self, heuristic: &HeuristicSpec, budget: &Budget) -> Result<Result<Guide<'_>, Limit>, ScriptError> {
        match Guide::new(self, heuristic, budget) {
            Ok(guide) => Ok(Ok(guide)),
            Err(TableError::Limit(limit)) => Ok(Err(limit)),
            Err(TableError::Failed(failure)) => Err(self.error(failure)),
        }
    }

    /// To be asked after every search: the file's mistake, or the limit that ended a call. After either the search had no
    /// more successors, so that its own ending means nothing.
    pub fn finish(&self) -> Result<Option<Limit>, ScriptError> {
        match self.take_failure() {
            None => Ok(None),
            Some(Failure::Limit(limit)) => Ok(Some(limit)),
            Some(Failure::Mistake(error)) => Err(error),
        }
    }

    pub(crate) fn interpreter(&self) -> &Interpreter {
        &self.interpreter
    }

    /// Whether something went wrong.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.get()
    }

    /// The first failure, if there was one. The problem can be used again.
    pub(crate) fn take_failure(&self) -> Option<Failure> {
        self.failed.set(false);
        self.failure.take()
    }

    /// Keeps the first failure.
    pub(crate) fn fail(&self, failure: Failure) {
        self.failed.set(true);
        self.failure.borrow_mut().get_or_insert(failure);
    }

    /// What came of a call, or what stands for it after a failure.
    pub(crate) fn unless_failed<T>(&self, result: Result<T, Failure>, otherwise: T) -> T {
        result.unwrap_or_else(|failure| {
            self.fail(failure);
            otherwise
        })
    }

    pub(crate) fn expansion(&self, function: FunctionId, state: &State) -> Rc<Expansion> {
        let mut cache = self.cache.borrow_mut();
        if let Some(known) = cache.get(cache.last, function, state) {
            return known;
        }
        let slot = FxBuildHasher.hash_one(state) as usize % SLOTS;
        cache.last = slot;
        if let Some(known) = cache.get(slot, function, state) {
            return known;
        }
        // The memory of the expansion that goes is reused, unless a search holds it.
        let old = cache.slots[slot].take();
        cache.steps -= old.as_ref().map_or(0, |old| old.steps.len());
        let mut expansion = old.filter(|old| Rc::strong_count(old) == 1).unwrap_or_else(|| {
            let (state, steps, names) = (state.clone(), Vec::new(), Names::default());
            Rc::new(Expansion { function, state, steps, names })
        });
        if let Some(Expansion { function: of, state: at, steps, names }) = Rc::get_mut(&mut expansion) {
            *of = function;
            at.clone_from(state);
            steps.clear();
            names.clear();
            if !self.failed.get()
                && let Err(failure) = self.ask(function, state, steps, names)
            {
                steps.clear();
                self.fail(failure);
            }
        }
        if !self.failed.get() {
            if cache.steps + expansion.steps.len() > MOST_STEPS {
                cache.slots.fill(None);
                cache.steps = 0;
            }
            cache.steps += expansion.steps.len();
            cache.slots[slot] = Some(Rc::clone(&expansion));
        }
        expansion
    }

    fn ask(
        &self,
        function: FunctionId,
        state: &State,
        steps: &mut Vec<Step>,
        names: &mut Names,
    ) -> Result<(), Failure> {
        if self.is_named.get() {
            self.interpreter.named_steps(function, state, steps, names)
        } else {
            self.interpreter.steps(function, state, steps)
        }
    }

    /// Turns `state` into what a step leads to.
    pub(crate) fn step(&self, function: FunctionId, state: &mut State, action: Ordinal) {
        let expansion = self.expansion(function, state);
        // After a failure there may be no such step; the search ends soon.
        if let Some(step) = expansion.steps.get(action.index()) {
            state.clone_from(&step.state);
        }
    }

    /// The mistake that ended a call of `actions` at `state` somewhere else: a file is deterministic, so it is made again.
    pub fn mistake_at(file: &Arc<ProblemFile>, state: &State) -> ScriptError {
        let mut steps = Vec::new();
        let problem = Self::new(Arc::clone(file));
        match problem.interpreter.steps(file.actions, state, &mut steps) {
            Err(failure) => problem.error(failure),
            Ok(()) => problem.unsteady(state),
        }
    }

    fn unsteady(&self, state: &State) -> ScriptError {
        let function = self.file().function(self.file().actions);
        let mistake = Mistake::Unsteady { function: function.name.clone(), state: state.to_string() };
        ScriptError::new(self.file().name.clone(), Some(function.at), mistake)
    }

    /// The names of the actions of `state`, in order.
    pub fn action_names(&self, state: &State) -> Result<Vec<String>, ScriptError> {
        let names = self.interpreter.names(self.file().actions, state).map_err(|failure| self.error(failure))?;
        Ok(names.iter().map(ToOwned::to_owned).collect())
    }

    /// The name of an action of `state`.
    pub fn action_name(&self, state: &State, action: Ordinal) -> Result<String, ScriptError> {
        self.action_names(state)?.into_iter().nth(action.index()).ok_or_else(|| self.unsteady(state))
    }

    /// A failure as an error, where a limit is none of the search's.
    pub(crate) fn error(&self, failure: Failure) -> ScriptError {
        match failure {
            Failure::Mistake(error) => error,
            Failure::Limit(limit) => self.file().misuse(Mistake::Stopped(limit)),
        }
    }
}

/// The steps of one expansion, one after the other.
#[derive(Debug)]
pub struct Steps {
    expansion: Rc<Expansion>,
    next: usize,
}

impl Iterator for Steps {
    type Item = (Ordinal, Cost);

    fn next(&mut self) -> Option<(Ordinal, Cost)> {
        let step = self.expansion.steps.get(self.next)?;
        self.next += 1;
        Some((Ordinal::new(self.next - 1), step.cost))
    }
}

impl Problem for ScriptProblem {
    type State = State;
    type Action = Ordinal;
    type Actions = Steps;
    const DISPLACES: bool = true;

    fn start(&self) -> State {
        self.start.clone()
    }

    fn is_goal(&self, state: &State) -> bool {
        match &self.file().goal {
            Goal::State(goal) => goal == state,
            Goal::Test(_) if self.failed.get() => false,
            Goal::Test(function) => self.unless_failed(self.interpreter.truth(*function, state), false),
        }
    }

    fn actions(&self, state: &State, _: Option<Ordinal>) -> Steps {
        Steps { expansion: self.expansion(self.file().actions, state), next: 0 }
    }

    fn apply(&self, state: &mut State, action: Ordinal) {
        self.step(self.file().actions, state, action);
    }

    fn child(&self, state: &State, action: Ordinal, steps: &mut Steps) -> State {
        steps.expansion.steps.get(action.index()).map_or(state, |step| &step.state).clone()
    }

    fn heap_bytes(&self, state: &State) -> usize {
        state.heap_bytes()
    }
}

/// A problem with a goal state and predecessors.
pub struct BackwardScript<'p> {
    problem: &'p ScriptProblem,
    goal: &'p State,
    predecessors: FunctionId,
}

impl<'p> BackwardScript<'p> {
    /// The same problem, if it can be searched backward.
    pub fn new(problem: &'p ScriptProblem) -> Option<Self> {
        let file = problem.file();
        let (Goal::State(goal), Some(predecessors)) = (&file.goal, file.predecessors) else { return None };
        Some(Self { problem, goal, predecessors })
    }
}

impl Problem for BackwardScript<'_> {
    type State = State;
    type Action = Ordinal;
    type Actions = Steps;

    fn start(&self) -> State {
        self.problem.start()
    }

    fn is_goal(&self, state: &State) -> bool {
        state == self.goal
    }

    fn actions(&self, state: &State, last: Option<Ordinal>) -> Steps {
        self.problem.actions(state, last)
    }

    fn apply(&self, state: &mut State, action: Ordinal) {
        self.problem.apply(state, action);
    }

    fn heap_bytes(&self, state: &State) -> usize {
        state.heap_bytes()
    }
}

impl Backward for BackwardScript<'_> {
    type Predecessors = Steps;

    fn goal_state(&self) -> State {
        self.goal.clone()
    }

    fn predecessors(&self, state: &State, _: Option<Ordinal>) -> Steps {
        Steps { expansion: self.problem.expansion(self.predecessors, state), next: 0 }
    }

    fn apply_back(&self, state: &mut State, step: Ordinal) {
        self.problem.step(self.predecessors, state, step);
    }

    /// The action that leads there. It costs what the step backward costs, or the file is wrong.
    fn forward_action(&self, state: &State, step: Ordinal) -> Ordinal {
        let back = self.problem.expansion(self.predecessors, state);
        let Some(before) = back.steps.get(step.index()) else { return step };
        let ahead = self.problem.expansion(self.problem.file().actions, &before.state);
        let leads_there = |ahead: &Step| ahead.state == *state && ahead.cost == before.cost;
        if let Some(at) = ahead.steps.iter().position(leads_there) {
            return Ordinal::new(at);
        }
        let (from, to, cost) = (before.state.to_string(), state.to_string(), before.cost);
        let (file, at) = (self.problem.file().name.clone(), self.problem.file().function(self.predecessors).at);
        let mistake = Mistake::NoWayForward { from, to, cost };
        self.problem.fail(Failure::Mistake(ScriptError::new(file, Some(at), mistake)));
        step
    }

    fn least_step(&self) -> Cost {
        // A file's actions may cost nothing.
        0
    }
}

/// An observer that ends the search when the file has failed, and reports better solutions where that is wanted. Whether anybody
/// watches is asked at every event, which a call into the file outweighs a hundred times: so each search is compiled once.
pub(crate) struct Attentive<'p, 'b, 'e> {
    pub(crate) problem: &'p ScriptProblem,
    pub(crate) watch: Option<Observed<'e, Picture<'p>>>,
    pub(crate) on_better: Option<&'b mut dyn FnMut(Cost)>,
}

impl<'p, 'e, P: Problem> Observer<P> for Attentive<'p, '_, 'e>
where
    Observed<'e, Picture<'p>>: Observer<P>,
{
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        let flow = self.watch.as_mut().map_or(ControlFlow::Continue(()), |watch| watched(watch, event));
        if let (Event::Solved { cost, .. }, Some(on_better)) = (event, &mut self.on_better) {
            on_better(cost);
        }
        if self.problem.has_failed() { ControlFlow::Break(Stop) } else { flow }
    }
}

/// Not part of every place that has an event.
#[inline(never)]
fn watched<P: Problem, O: Observer<P>>(watch: &mut O, event: Event<'_, P>) -> ControlFlow<Stop> {
    watch.event(event)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expansions_are_forgotten_before_their_steps_are_too_many() {
        let source = "start = 0\ngoal = -1\ndef actions(s): return [(\"on\", s + i + 1) for i in range(5000)]\n";
        let problem = ScriptProblem::new(Arc::new(ProblemFile::load("p.star", source, &[]).expect("it loads")));
        let (mut state, mut most) = (problem.start(), 0);
        for _ in 0..SLOTS {
            let steps = problem.actions(&state, None);
            assert_eq!(steps.count(), 5000);
            let cache = problem.cache.borrow();
            let kept: usize = cache.slots.iter().flatten().map(|expansion| expansion.steps.len()).sum();
            assert_eq!(cache.steps, kept);
            most = most.max(kept);
            drop(cache);
            problem.apply(&mut state, Ordinal::new(0));
        }
        assert!((MOST_STEPS / 2..=MOST_STEPS).contains(&most), "{most}");
    }
}
