//! A search of a problem in Python, to its end: as an answer, a trace or a tree.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hueco_say::{Lang, python as said};
use hueco_search::algorithm::{Algorithm, Settings, run as run_algorithm};
use hueco_search::{
    Bidirectional, Budget, Cost, Ending, Events, Observed, Observer, OwnedShown, Problem, Report, Search as _, Show,
    Shown,
};
use hueco_show::trace::{Collector, End, Header, Recorder};
use hueco_show::tree::{Limits as Drawn, Tree, svg};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::estimate::Estimates;
use super::expand::{Attentive, BothEnds, Ordinal, PyProblem};
use super::state::State;
use crate::errors::language;
use crate::source::{asked, budget};

/// A search that is about to run.
pub(crate) struct Plan {
    pub(crate) problem: Arc<PyProblem>,
    pub(crate) both: Option<BothEnds>,
    pub(crate) guide: Estimates,
    /// Knows nothing: the estimates from the other end.
    pub(crate) blind: Estimates,
    pub(crate) algorithm: Algorithm,
    pub(crate) settings: Settings,
    pub(crate) budget: Budget,
}

impl Plan {
    /// From a problem and the arguments, by the validation of every request. `heuristic` is a name or a function.
    pub(crate) fn read(
        object: &Bound<'_, PyAny>,
        arguments: &Bound<'_, PyDict>,
        heuristic: Option<&Bound<'_, PyAny>>,
        lang: Lang,
    ) -> PyResult<Self> {
        let py = object.py();
        let arguments = arguments.copy()?;
        let function = heuristic.filter(|heuristic| heuristic.is_callable());
        if let (Some(heuristic), None) = (heuristic, function) {
            arguments.set_item("heuristic", heuristic)?;
        }
        let asked = asked(py, &arguments, lang)?;
        let problem = Arc::new(PyProblem::new(object, lang)?);
        let mut algorithm = asked.options.algorithm;
        let mut guide = match (function, &asked.options.heuristic) {
            (Some(function), _) => Estimates::function(&problem, function)?,
            (None, Some(spec)) => Estimates::named(py, &problem, spec)?,
            (None, None) => Estimates::of_problem(py, &problem)?,
        };
        if algorithm == Algorithm::Auto {
            algorithm = if guide.name.is_some() { Algorithm::Astar } else { Algorithm::Ucs };
        }
        if !algorithm.uses_heuristic() {
            guide = Estimates::blind(&problem);
        }
        let both = BothEnds::new(&problem).filter(|_| algorithm.needs_predecessors());
        if algorithm.needs_predecessors() && both.is_none() {
            return Err(problem.refuse(py, said::needs_both_ends(lang).to_owned()));
        }
        let blind = Estimates::blind(&problem);
        let settings = asked.options.settings;
        Ok(Self { both, guide, blind, algorithm, settings, budget: budget(&asked, None), problem })
    }

    /// Shows Python's collector what it refers to.
    pub(crate) fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.problem.protocol.visit(visit)?;
        self.guide.visit(visit)
    }

    /// Runs it.
    fn run<O: Observer<PyProblem> + Observer<BothEnds>>(&mut self, observer: O) -> PyResult<Report<Ordinal>> {
        let Self { problem, both, guide, blind, algorithm, settings, budget } = self;
        let mut observer = Attentive::new(problem, observer);
        let report = match (&both, *algorithm) {
            (Some(both), Algorithm::Nbs) => Bidirectional::nbs(both, &*guide, &*blind).run(&mut observer, budget),
            (Some(both), Algorithm::Dvcbs) => Bidirectional::dvcbs(both, &*guide, &*blind).run(&mut observer, budget),
            (Some(both), _) => Bidirectional::breadth_first(both).run(&mut observer, budget),
            (None, algorithm) => {
                let report = run_algorithm(algorithm, settings, &**problem, &*guide, &mut observer, budget);
                let lang = problem.lang;
                report.map_err(|_| Python::attach(|py| problem.refuse(py, said::needs_both_ends(lang).to_owned())))?
            }
        };
        problem.fault.take()?;
        Ok(report)
    }

    /// The first line of its trace.
    fn header(&self) -> PyResult<Header> {
        let mut texts = Texts::new(&self.problem);
        let start = self.problem.start();
        let goal = self.problem.protocol.back.as_ref().map(|(goal, _)| OwnedShown::Text(texts.write(goal).into()));
        let Settings { weight, width, depth, ties } = self.settings;
        let (algorithm, used) = (self.algorithm, |by: Algorithm| self.algorithm == by);
        let header = Header {
            goal,
            algorithm: Some(algorithm.name().to_owned()),
            heuristic: self.guide.name.clone(),
            ties: algorithm.has_ties().then(|| ties.name().to_owned()),
            weight: algorithm.uses_weight().then_some(weight),
            width: used(Algorithm::Beam).then_some(width as u64),
            depth: used(Algorithm::Dls).then_some(depth.into()),
            ..Header::any(&self.problem.protocol.title, Shown::Text(texts.write(&start)))
        };
        self.problem.fault.take()?;
        Ok(header)
    }

    /// Runs it, and hands every event to `sink`, as texts.
    fn record<E: Events>(&mut self, sink: &mut E) -> PyResult<Report<Ordinal>> {
        let problem = Arc::clone(&self.problem);
        self.run(Observed::new(Texts::new(&problem), sink))
    }

    /// The answer as a dictionary, with the objects themselves.
    pub(crate) fn answer<'py>(
        &self,
        py: Python<'py>,
        report: &Report<Ordinal>,
        time: Duration,
    ) -> PyResult<Bound<'py, PyDict>> {
        let path =
            report.solution.as_ref().map(|solution| self.path(py, &solution.actions, solution.cost)).transpose()?;
        // A solution that costs less than the bound refutes a claim: nothing is proved.
        let refuted = report.solution.as_ref().is_some_and(|solution| solution.cost < report.lower_bound);
        let (outcome, stopped_by) = match (report.ending, &report.solution) {
            (Ending::Solved, _) | (_, Some(_)) => ("solved", None),
            (Ending::Unsolvable, None) => ("unsolvable", None),
            (Ending::Stopped(limit), None) => ("stopped", Some(limit.name())),
        };
        let is_proved = !refuted && outcome != "unsolvable";
        let answer = PyDict::new(py);
        answer.set_item("problem", &self.problem.protocol.title)?;
        answer.set_item("outcome", outcome)?;
        answer.set_item("optimal", is_proved && report.is_optimal())?;
        answer.set_item("length", report.solution.as_ref().map(|solution| solution.actions.len()))?;
        answer.set_item("cost", report.cost())?;
        answer.set_item("lower_bound", if is_proved { report.lower_bound } else { 0 })?;
        let (actions, states) = path.unzip();
        answer.set_item("actions", actions)?;
        answer.set_item("states", states)?;
        answer.set_item("stopped_by", stopped_by)?;
        answer.set_item("algorithm", self.algorithm.name())?;
        answer.set_item("heuristic", self.guide.name.as_deref())?;
        let stats = PyDict::new(py);
        let counted = report.stats;
        for (name, count) in [
            ("generated", counted.generated),
            ("expanded", counted.expanded),
            ("examined", counted.examined),
            ("reopened", counted.reopened),
            ("evaluated", counted.evaluated),
            ("peak_bytes", counted.peak_bytes),
            ("table_bytes", 0),
        ] {
            stats.set_item(name, count)?;
        }
        stats.set_item("seconds", hueco_show::answer::microseconds(time.as_secs_f64()))?;
        answer.set_item("stats", stats)?;
        Ok(answer)
    }

    /// The actions and states of a solution.
    fn path<'py>(
        &self,
        py: Python<'py>,
        ordinals: &[Ordinal],
        cost: Cost,
    ) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
        let problem = &self.problem;
        let mut state = problem.start();
        let (actions, states) = (PyList::empty(py), PyList::new(py, [state.bind(py)])?);
        let mut sum = 0_u64;
        for ordinal in ordinals {
            let expansion = problem.expansion(&state);
            problem.fault.take()?;
            let Some(step) = expansion.steps.get(ordinal.index()) else {
                return Err(problem.refuse(py, said::actions_changed(problem.lang).to_owned()));
            };
            sum += u64::from(step.cost);
            actions.append(step.action.bind(py))?;
            states.append(step.state.bind(py))?;
            state = step.state.clone();
        }
        // The engine's costs end at some number; beyond it nothing it says of them is true.
        if sum > u64::from(Cost::MAX - 1) {
            return Err(problem.refuse(py, said::costs_too_large(problem.lang).to_owned()));
        }
        if sum != u64::from(cost) {
            return Err(problem.refuse(py, said::actions_changed(problem.lang).to_owned()));
        }
        Ok((actions, states))
    }
}

/// Solves a problem.
#[pyfunction]
pub(crate) fn solve_problem<'py>(
    py: Python<'py>,
    problem: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyDict>,
    heuristic: Option<&Bound<'py, PyAny>>,
    lang: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let started = Instant::now();
    let mut plan = Plan::read(problem, arguments, heuristic, language(lang)?)?;
    let report = plan.run(())?;
    plan.answer(py, &report, started.elapsed())
}

/// The trace of a search as lines of JSON, at most this many events.
#[pyfunction]
pub(crate) fn trace_problem(
    problem: &Bound<'_, PyAny>,
    arguments: &Bound<'_, PyDict>,
    heuristic: Option<&Bound<'_, PyAny>>,
    events: u64,
    lang: &str,
) -> PyResult<String> {
    let mut plan = Plan::read(problem, arguments, heuristic, language(lang)?)?;
    let mut recorder = Recorder::new(Vec::new(), &plan.header()?, events)?;
    let end = End::any(&plan.record(&mut recorder)?);
    let (lines, _) = recorder.finish(end)?;
    Ok(String::from_utf8_lossy(&lines).into_owned())
}

/// The tree of a search as SVG.
#[pyfunction]
pub(crate) fn tree_problem(
    problem: &Bound<'_, PyAny>,
    arguments: &Bound<'_, PyDict>,
    heuristic: Option<&Bound<'_, PyAny>>,
    drawn: (usize, Option<usize>, u64),
    lang: &str,
) -> PyResult<String> {
    let (lang, (nodes, depth, events)) = (language(lang)?, drawn);
    let mut plan = Plan::read(problem, arguments, heuristic, lang)?;
    let mut collector = Collector::new(plan.header()?, events);
    let end = End::any(&plan.record(&mut collector)?);
    let drawn = Drawn { nodes, depth: depth.unwrap_or(usize::MAX) };
    Ok(svg(&Tree::new(&collector.finish(end), drawn), &lang))
}

/// Shows states by `draw(state)`, or as Python writes them.
struct Texts<'p> {
    problem: &'p PyProblem,
    state: String,
    action: String,
}

impl<'p> Texts<'p> {
    fn new(problem: &'p PyProblem) -> Self {
        Self { problem, state: String::new(), action: String::new() }
    }

    fn write(&mut self, state: &State) -> &str {
        self.state = Python::attach(|py| {
            let object = state.bind(py);
            let text = match &self.problem.protocol.draw {
                Some(_) if self.problem.fault.is_there() => return String::new(),
                Some(draw) => draw.bind(py).call1((object,)).and_then(|text| text.str()),
                None => object.str(),
            };
            self.text(text)
        });
        &self.state
    }

    fn text(&self, text: PyResult<Bound<'_, pyo3::types::PyString>>) -> String {
        match text {
            Ok(text) => text.to_string_lossy().into_owned(),
            Err(error) => {
                self.problem.fault.keep(error);
                String::new()
            }
        }
    }

    fn name(&mut self, action: Option<Py<PyAny>>) {
        let text = action.map(|action| Python::attach(|py| self.text(action.bind(py).str())));
        self.action = text.unwrap_or_default();
    }
}

impl Show<PyProblem> for Texts<'_> {
    fn state(&mut self, state: &State) -> Shown<'_> {
        Shown::Text(self.write(state))
    }

    fn child(&mut self, parent: &State, action: Ordinal) -> (&str, Shown<'_>) {
        let expansion = self.problem.expansion(parent);
        if let Some(step) = expansion.steps.get(action.index()) {
            self.name(Some(Python::attach(|py| step.action.clone_ref(py))));
            self.write(&step.state);
        }
        (&self.action, Shown::Text(&self.state))
    }
}

impl Show<BothEnds> for Texts<'_> {
    fn state(&mut self, state: &State) -> Shown<'_> {
        Shown::Text(self.write(state))
    }

    fn child(&mut self, parent: &State, action: Ordinal) -> (&str, Shown<'_>) {
        Show::<PyProblem>::child(self, parent, action)
    }

    fn child_back(&mut self, parent: &State, step: Ordinal) -> (&str, Shown<'_>) {
        if let Some((action, state)) = self.problem.before(parent, step) {
            self.name(Some(action));
            self.write(&state);
        }
        (&self.action, Shown::Text(&self.state))
    }
}
