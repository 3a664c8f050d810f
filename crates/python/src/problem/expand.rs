//! A Python object as a [`Problem`] of the engine.
//!
//! The engine asks for the actions of a state and applies them one by one; an object's functions are asked for a state once. An
//! action is the *ordinal* of a child, and the children of the states that were expanded last are kept, so that `apply`
//! right after `actions` calls nothing.

use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hueco_say::{Lang, python as said};
use hueco_search::{Backward, Cost, Event, Observer, Problem, Stop};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple};

use super::fault::Fault;
use super::protocol::{Back, Children, Cost as CostOf, Goal, Protocol};
use super::state::{State, shown};
use crate::errors::exception;

/// Expansions that are kept.
const SLOTS: usize = 256;
/// Children of one state after which signals are looked for: a list of them may have no end.
const MANY: usize = 4096;
/// Events after which signals are looked for.
const EVENTS: u32 = 256;

/// An action: which of the children of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ordinal(NonZeroU32);

impl Ordinal {
    fn new(at: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(at as u32))
    }

    /// From 0.
    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A child: the action's name, its cost and the state after it.
pub(crate) struct Step {
    pub(crate) action: Py<PyAny>,
    pub(crate) cost: Cost,
    pub(crate) state: State,
}

/// The direction in which a state is expanded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ahead {
    Forward,
    Backward,
}

/// The children of a state.
pub(crate) struct Expansion {
    ahead: Ahead,
    state: State,
    pub(crate) steps: Vec<Step>,
}

type Slots = Vec<Option<Arc<Expansion>>>;

/// A problem in Python, ready to be searched.
pub(crate) struct PyProblem {
    pub(crate) protocol: Protocol,
    pub(crate) fault: Arc<Fault>,
    pub(crate) lang: Lang,
    kept: Mutex<Slots>,
}

impl PyProblem {
    /// The problem of an object.
    pub(crate) fn new(object: &Bound<'_, PyAny>, lang: Lang) -> PyResult<Self> {
        let fault = Arc::default();
        let protocol = Protocol::read(object, &fault, lang)?;
        let kept = Mutex::new(std::iter::repeat_with(|| None).take(SLOTS).collect());
        Ok(Self { protocol, fault, lang, kept })
    }

    /// What is wrong with the problem.
    pub(crate) fn refuse(&self, py: Python<'_>, message: String) -> PyErr {
        exception(py, "ProblemError", message, ("bad_problem", Some(self.protocol.title.as_str()), None))
    }

    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The children of a state.
    pub(crate) fn expansion(&self, state: &State) -> Arc<Expansion> {
        self.expanded(state, Ahead::Forward)
    }

    fn expanded(&self, state: &State, ahead: Ahead) -> Arc<Expansion> {
        let slot = state.slot(SLOTS);
        // The lock is not held while Python's code runs, which may come back here.
        let kept = self.slots()[slot].clone();
        if let Some(known) = kept.filter(|known| known.ahead == ahead && known.state == *state) {
            return known;
        }
        let steps = if self.fault.is_there() {
            Vec::new()
        } else {
            Python::attach(|py| self.steps(py, state, ahead)).unwrap_or_else(|error| {
                self.fault.keep(error);
                Vec::new()
            })
        };
        let expansion = Arc::new(Expansion { ahead, state: state.clone(), steps });
        if !self.fault.is_there() {
            let old = self.slots()[slot].replace(Arc::clone(&expansion));
            // Its objects may have finalizers: not under the lock.
            drop(old);
        }
        expansion
    }

    fn steps(&self, py: Python<'_>, state: &State, ahead: Ahead) -> PyResult<Vec<Step>> {
        let object = state.bind(py);
        let (function, name) = match (ahead, &self.protocol.back) {
            (Ahead::Backward, Some((_, Back::Function(function)))) => (function, "predecessors(state)"),
            _ => (&self.protocol.actions, "actions(state)"),
        };
        let mut steps = Vec::new();
        let found = function.bind(py).call1((object,))?;
        let items = found.try_iter().map_err(|error| match found.hasattr("__iter__") {
            Ok(false) => self.refuse(py, said::steps_expected(self.lang, name, shown(&found))),
            _ => error,
        });
        for item in items? {
            let item = item?;
            let is_whole = name != "actions(state)" || matches!(self.protocol.children, Children::Whole);
            steps.push(if is_whole { self.whole(&item, name)? } else { self.computed(object, item)? });
            if steps.len().is_multiple_of(MANY) {
                py.check_signals()?;
            }
        }
        Ok(steps)
    }

    /// A child that comes as `(name, state)` or `(name, state, cost)`.
    fn whole(&self, item: &Bound<'_, PyAny>, function: &str) -> PyResult<Step> {
        let py = item.py();
        let parts = match item.cast::<PyTuple>() {
            Ok(tuple) => Some(tuple.clone()),
            Err(_) => item.extract::<Vec<Bound<'_, PyAny>>>().ok().map(|list| PyTuple::new(py, list)).transpose()?,
        };
        let parts = parts.filter(|parts| matches!(parts.len(), 2 | 3));
        let Some(parts) = parts else {
            return Err(self.refuse(py, said::step_expected(self.lang, function, shown(item))));
        };
        let action = parts.get_item(0)?;
        let cost = if parts.len() == 3 { self.cost(&parts.get_item(2)?, &action)? } else { 1 };
        Ok(Step { cost, state: State::new(parts.get_item(1)?, &self.fault, self.lang)?, action: action.unbind() })
    }

    /// A child that `result` computes.
    fn computed(&self, state: &Bound<'_, PyAny>, action: Bound<'_, PyAny>) -> PyResult<Step> {
        let Children::Results { result, cost } = &self.protocol.children else {
            return Err(self.refuse(state.py(), said::no_actions_method(self.lang).to_owned()));
        };
        let py = state.py();
        let next = result.bind(py).call1((state, &action))?;
        let cost = match cost {
            CostOf::One => 1,
            CostOf::Path(path) => self.cost(&path.bind(py).call1((0, state, &action, &next))?, &action)?,
            CostOf::Step(step) => self.cost(&step.bind(py).call1((state, &action, &next))?, &action)?,
        };
        Ok(Step { cost, state: State::new(next, &self.fault, self.lang)?, action: action.unbind() })
    }

    /// A whole number, also written as a decimal.
    fn cost(&self, value: &Bound<'_, PyAny>, action: &Bound<'_, PyAny>) -> PyResult<Cost> {
        let whole = match value.cast::<PyFloat>() {
            Ok(number) if number.value().fract() == 0.0 && (0.0..f64::from(Cost::MAX)).contains(&number.value()) => {
                Some(number.value() as Cost)
            }
            Ok(_) => None,
            Err(_) => value.extract::<Cost>().ok().filter(|&cost| cost < Cost::MAX),
        };
        whole.ok_or_else(|| self.refuse(value.py(), said::cost_expected(self.lang, shown(action), shown(value))))
    }

    /// The action and the state of a step backward.
    pub(crate) fn before(&self, state: &State, step: Ordinal) -> Option<(Py<PyAny>, State)> {
        let expansion = self.expanded(state, Ahead::Backward);
        let step = expansion.steps.get(step.index())?;
        Some((Python::attach(|py| step.action.clone_ref(py)), step.state.clone()))
    }

    /// Turns a state into one of its children.
    fn step(&self, state: &mut State, action: Ordinal, ahead: Ahead) {
        // After an exception there may be no such child; the search ends soon.
        if let Some(step) = self.expanded(state, ahead).steps.get(action.index()) {
            *state = step.state.clone();
        }
    }
}

impl State {
    /// One of this many places, by its hash.
    fn slot(&self, slots: usize) -> usize {
        use std::hash::BuildHasher as _;
        // Hashes of small numbers and of tuples differ in few bits.
        let hash = std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default().hash_one(self);
        hash as usize % slots
    }
}

/// The actions of a state, one after the other.
pub(crate) struct Steps {
    expansion: Arc<Expansion>,
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

impl Problem for PyProblem {
    type State = State;
    type Action = Ordinal;
    type Actions = Steps;
    const LEADS_BACK: bool = true;

    fn start(&self) -> State {
        self.protocol.start.clone()
    }

    fn is_goal(&self, state: &State) -> bool {
        match &self.protocol.goal {
            Goal::State(goal) => goal == state,
            Goal::Test(_) if self.fault.is_there() => false,
            Goal::Test(test) => Python::attach(|py| {
                let said = test.bind(py).call1((state.bind(py),)).and_then(|said| said.is_truthy());
                said.unwrap_or_else(|error| {
                    self.fault.keep(error);
                    false
                })
            }),
        }
    }

    fn actions(&self, state: &State, _: Option<Ordinal>) -> Steps {
        Steps { expansion: self.expansion(state), next: 0 }
    }

    fn apply(&self, state: &mut State, action: Ordinal) {
        self.step(state, action, Ahead::Forward);
    }

    /// What Python says of the object itself; what it refers to may be shared.
    fn heap_bytes(&self, state: &State) -> usize {
        Python::attach(|py| {
            let size = state.bind(py).call_method0("__sizeof__").and_then(|size| size.extract::<usize>());
            size.unwrap_or(0)
        })
    }

    fn child(&self, state: &State, action: Ordinal, steps: &mut Steps) -> State {
        steps.expansion.steps.get(action.index()).map_or(state, |step| &step.state).clone()
    }
}

/// A problem with a goal state and predecessors.
pub(crate) struct BothEnds {
    problem: Arc<PyProblem>,
    goal: State,
}

impl BothEnds {
    /// The same problem, if it can be searched backward.
    pub(crate) fn new(problem: &Arc<PyProblem>) -> Option<Self> {
        let (goal, _) = problem.protocol.back.as_ref()?;
        Some(Self { problem: Arc::clone(problem), goal: goal.clone() })
    }
}

impl Problem for BothEnds {
    type State = State;
    type Action = Ordinal;
    type Actions = Steps;

    fn start(&self) -> State {
        self.problem.start()
    }

    fn is_goal(&self, state: &State) -> bool {
        *state == self.goal
    }

    fn actions(&self, state: &State, last: Option<Ordinal>) -> Steps {
        self.problem.actions(state, last)
    }

    fn apply(&self, state: &mut State, action: Ordinal) {
        self.problem.apply(state, action);
    }

    fn heap_bytes(&self, state: &State) -> usize {
        self.problem.heap_bytes(state)
    }

    fn child(&self, state: &State, action: Ordinal, steps: &mut Steps) -> State {
        self.problem.child(state, action, steps)
    }
}

impl Backward for BothEnds {
    type Predecessors = Steps;

    fn goal_state(&self) -> State {
        self.goal.clone()
    }

    fn predecessors(&self, state: &State, _: Option<Ordinal>) -> Steps {
        Steps { expansion: self.problem.expanded(state, Ahead::Backward), next: 0 }
    }

    fn apply_back(&self, state: &mut State, step: Ordinal) {
        self.problem.step(state, step, Ahead::Backward);
    }

    /// The action that leads there. It costs what the step backward costs, or the problem is wrong.
    fn forward_action(&self, state: &State, step: Ordinal) -> Ordinal {
        let back = self.problem.expanded(state, Ahead::Backward);
        let Some(before) = back.steps.get(step.index()) else { return step };
        let ahead = self.problem.expansion(&before.state);
        let leads_there = |ahead: &Step| ahead.state == *state && ahead.cost == before.cost;
        if let Some(at) = ahead.steps.iter().position(leads_there) {
            return Ordinal::new(at);
        }
        let lang = self.problem.lang;
        let wrong = Python::attach(|py| self.problem.refuse(py, said::no_step_forward(lang).to_owned()));
        self.problem.fault.keep(wrong);
        step
    }

    fn least_step(&self) -> Cost {
        // Actions may cost nothing.
        0
    }
}

/// An observer that ends the search after an exception, Ctrl-C included.
pub(crate) struct Attentive<'p, O> {
    problem: &'p PyProblem,
    pub(crate) inner: O,
    events: u32,
}

impl<'p, O> Attentive<'p, O> {
    /// Around another observer.
    pub(crate) fn new(problem: &'p PyProblem, inner: O) -> Self {
        Self { problem, inner, events: 0 }
    }
}

impl<P: Problem, O: Observer<P>> Observer<P> for Attentive<'_, O> {
    fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
        let flow = self.inner.event(event);
        self.events += 1;
        if self.events >= EVENTS {
            self.events = 0;
            Python::attach(|py| {
                if let Err(error) = py.check_signals() {
                    self.problem.fault.keep(error);
                }
            });
        }
        if self.problem.fault.is_there() { ControlFlow::Break(Stop) } else { flow }
    }
}
