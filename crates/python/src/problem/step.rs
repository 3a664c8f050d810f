//! A search of a problem in Python, event by event: `for event in search`.
//!
//! The engine's searches borrow their problem and keep no observer, so one can be held between two calls of `next` and advanced by
//! one expansion at a time. `self_cell` holds the problem and the search that borrows it in one object.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use hueco_say::{Lang, python as said};
use hueco_search::algorithm::{Algorithm, Settings};
use hueco_search::{
    Anytime, Beam, BestFirst, Bfhs, Bidirectional, Budget, DepthFirst, Ending, Event as Emitted, Ibex, IdaStar,
    Observer, Problem, Rbfs, Report, Search as EngineSearch, Seen, SmaStar, StackSearch, Stop,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use self_cell::self_cell;

use super::event::Event;
use super::expand::{Attentive, BothEnds, Ordinal, PyProblem};
use super::run::Plan;
use super::state::State;
use crate::errors::language;

/// A search of any algorithm, advanced step by step.
trait Stepper {
    fn step(&mut self, events: &mut Collected<'_>, budget: &mut Budget) -> ControlFlow<Ending>;
    fn report(&self) -> Report<Ordinal>;
    fn frontier(&self) -> Vec<Seen<State>>;
    fn closed(&self) -> Vec<Seen<State>>;
}

/// Forward, or from both ends: the same search interface of two problems.
struct Forward<S>(S);
struct FromBothEnds<S>(S);

macro_rules! stepper {
    ($wrapper:ident, $problem:ty) => {
        impl<S: EngineSearch<$problem>> Stepper for $wrapper<S> {
            fn step(&mut self, events: &mut Collected<'_>, budget: &mut Budget) -> ControlFlow<Ending> {
                let problem = events.problem;
                self.0.step(&mut Attentive::new(problem, events), budget)
            }

            fn report(&self) -> Report<Ordinal> {
                self.0.report()
            }

            fn frontier(&self) -> Vec<Seen<State>> {
                self.0.frontier()
            }

            fn closed(&self) -> Vec<Seen<State>> {
                self.0.closed()
            }
        }
    };
}

stepper!(Forward, PyProblem);
stepper!(FromBothEnds, BothEnds);

/// The events of a step.
struct Collected<'p> {
    problem: &'p PyProblem,
    has_h: bool,
    queue: &'p mut VecDeque<Event>,
}

impl<P: Problem<State = State, Action = Ordinal>> Observer<P> for Collected<'_> {
    fn event(&mut self, event: Emitted<'_, P>) -> ControlFlow<Stop> {
        let event = Python::attach(|py| {
            let back = |state: &State, step| {
                self.problem.before(state, step).map(|(action, state)| (action, state.object(py)))
            };
            Event::new(py, event, self.problem, back, self.has_h)
        });
        self.queue.push_back(event);
        ControlFlow::Continue(())
    }
}

type Boxed<'p> = Box<dyn Stepper + Send + 'p>;

self_cell! {
    struct Held {
        owner: Plan,
        #[not_covariant]
        dependent: Boxed,
    }
}

/// The search of an algorithm.
fn stepper(plan: &Plan) -> Boxed<'_> {
    let Plan { problem, both, guide, blind, algorithm, settings, .. } = plan;
    let (problem, &Settings { weight, width, depth, ties }) = (&**problem, settings);
    if let Some(both) = both {
        return match algorithm {
            Algorithm::Nbs => Box::new(FromBothEnds(Bidirectional::nbs(both, guide, blind))),
            Algorithm::Dvcbs => Box::new(FromBothEnds(Bidirectional::dvcbs(both, guide, blind))),
            _ => Box::new(FromBothEnds(Bidirectional::breadth_first(both))),
        };
    }
    match algorithm {
        Algorithm::Bfs => Box::new(Forward(BestFirst::breadth_first(problem))),
        Algorithm::Dfs => Box::new(Forward(DepthFirst::plain(problem))),
        Algorithm::Dls => Box::new(Forward(DepthFirst::depth_limited(problem, depth))),
        Algorithm::Iddfs => Box::new(Forward(DepthFirst::iterative_deepening(problem))),
        Algorithm::Ucs => Box::new(Forward(BestFirst::uniform_cost(problem, ties))),
        Algorithm::Greedy => Box::new(Forward(BestFirst::greedy(problem, guide, ties))),
        Algorithm::Wastar => Box::new(Forward(BestFirst::weighted_a_star(problem, guide, weight, ties))),
        Algorithm::Idastar => Box::new(Forward(IdaStar::ida_star(problem, guide))),
        Algorithm::Beam => Box::new(Forward(Beam::new(problem, guide, width))),
        Algorithm::Stack => Box::new(Forward(StackSearch::by_estimate(problem, guide))),
        Algorithm::Rbfs => Box::new(Forward(Rbfs::new(problem, guide))),
        Algorithm::Smastar => Box::new(Forward(SmaStar::new(problem, guide))),
        Algorithm::Bfhs => Box::new(Forward(Bfhs::new(problem, guide))),
        Algorithm::Ibex => Box::new(Forward(Ibex::new(problem, guide))),
        Algorithm::Dps => Box::new(Forward(Anytime::dps(problem, guide, weight, ties))),
        Algorithm::Arastar => Box::new(Forward(Anytime::ara_star(problem, guide, weight, ties))),
        Algorithm::Awastar => Box::new(Forward(Anytime::awa_star(problem, guide, weight, ties))),
        // Those from both ends have returned already.
        _ => Box::new(Forward(BestFirst::a_star(problem, guide, ties))),
    }
}

/// A search between two steps.
struct Stepping {
    held: Held,
    budget: Budget,
    queue: VecDeque<Event>,
    ended: Option<Ending>,
    started: Instant,
}

/// A search of a problem in Python, event by event.
#[pyclass(frozen, module = "hueco._hueco")]
pub(crate) struct Search {
    /// `None` after Python's collector found it in a circle that nobody can reach.
    stepping: Mutex<Option<Stepping>>,
    lang: Lang,
}

/// A node as Python sees it: number, state, g, h.
type Shown = (u32, Py<PyAny>, u32, Option<u32>);

#[pymethods]
impl Search {
    #[new]
    fn new(
        problem: &Bound<'_, PyAny>,
        arguments: &Bound<'_, PyDict>,
        heuristic: Option<&Bound<'_, PyAny>>,
        lang: &str,
    ) -> PyResult<Self> {
        let lang = language(lang)?;
        let plan = Plan::read(problem, arguments, heuristic, lang)?;
        let budget = plan.budget.clone();
        let held = Held::new(plan, stepper);
        let stepping = Stepping { held, budget, queue: VecDeque::new(), ended: None, started: Instant::now() };
        Ok(Self { stepping: Mutex::new(Some(stepping)), lang })
    }

    /// A problem may hold its own search: the collector is shown what leads back.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Ok(stepping) = self.stepping.try_lock() else { return Ok(()) };
        stepping.as_ref().map_or(Ok(()), |stepping| stepping.held.borrow_owner().visit(&visit))
    }

    fn __clear__(&self) {
        if let Ok(mut stepping) = self.stepping.try_lock() {
            stepping.take();
        }
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Event>> {
        let mut stepping = self.lock()?;
        let Some(stepping) = &mut *stepping else { return Ok(None) };
        loop {
            if let Some(event) = stepping.queue.pop_front() {
                return Ok(Some(event));
            }
            if stepping.ended.is_some() {
                return Ok(None);
            }
            let Stepping { held, budget, queue, ended, .. } = stepping;
            let flow = held.with_dependent_mut(|plan, search| {
                let has_h = plan.guide.name.is_some();
                search.step(&mut Collected { problem: &plan.problem, has_h, queue }, budget)
            });
            held.borrow_owner().problem.fault.take()?;
            if let ControlFlow::Break(ending) = flow {
                *ended = Some(ending);
            }
            py.check_signals()?;
        }
    }

    /// The answer: what is known so far, where the search has not ended.
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stepping = self.lock()?;
        let stepping = stepping.as_ref().ok_or_else(|| self.running())?;
        let report = stepping.held.with_dependent(|_, search| search.report());
        let report = Report { ending: stepping.ended.unwrap_or(report.ending), ..report };
        let answer = stepping.held.borrow_owner().answer(py, &report, stepping.started.elapsed())?;
        if stepping.ended.is_none() && report.solution.is_none() {
            answer.set_item("outcome", "running")?;
            answer.set_item("stopped_by", py.None())?;
        }
        Ok(answer)
    }

    /// The nodes waiting to be examined, the next one first where the order is known.
    fn frontier(&self, py: Python<'_>) -> PyResult<Vec<Shown>> {
        let stepping = self.lock()?;
        let stepping = stepping.as_ref().ok_or_else(|| self.running())?;
        Ok(stepping.held.with_dependent(|plan, search| shown(py, search.frontier(), plan)))
    }

    /// The nodes already expanded and remembered.
    fn closed(&self, py: Python<'_>) -> PyResult<Vec<Shown>> {
        let stepping = self.lock()?;
        let stepping = stepping.as_ref().ok_or_else(|| self.running())?;
        Ok(stepping.held.with_dependent(|plan, search| shown(py, search.closed(), plan)))
    }
}

fn shown(py: Python<'_>, nodes: Vec<Seen<State>>, plan: &Plan) -> Vec<Shown> {
    let has_h = plan.guide.name.is_some();
    nodes.into_iter().map(|seen| (seen.id.0, seen.state.object(py), seen.g, has_h.then_some(seen.h))).collect()
}

impl Search {
    /// Not while it runs: its functions may come back here, and another thread would wait with the interpreter's lock.
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Stepping>>> {
        self.stepping.try_lock().map_err(|_| self.running())
    }

    fn running(&self) -> PyErr {
        PyRuntimeError::new_err(said::is_running(self.lang))
    }
}
