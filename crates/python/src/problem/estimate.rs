//! Heuristics of a problem in Python: its methods by name, the largest of several, or any function.

use std::sync::Arc;

use hueco_say::python as said;
use hueco_script::HeuristicSpec;
use hueco_search::{Cost, Heuristic, Quality};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString};

use super::expand::{BothEnds, PyProblem};
use super::protocol::{attribute, method};
use super::state::{State, shown};

/// What an aima-python heuristic is handed: a node, of which it uses the state.
#[pyclass(frozen, module = "hueco._hueco")]
pub(crate) struct Node {
    /// The state.
    #[pyo3(get)]
    state: Py<PyAny>,
}

/// One function that estimates.
struct Part {
    name: String,
    function: Py<PyAny>,
}

/// The largest of some estimates; of none, 0.
pub(crate) struct Estimates {
    problem: Arc<PyProblem>,
    parts: Vec<Part>,
    quality: Quality,
    /// What it is called in a report.
    pub(crate) name: Option<String>,
}

/// An estimate, in four bytes: the largest number stands for a dead end.
#[derive(Clone, Copy)]
pub(crate) struct Estimate(Cost);

impl Estimates {
    /// Knows nothing.
    pub(crate) fn blind(problem: &Arc<PyProblem>) -> Self {
        Self { problem: Arc::clone(problem), parts: Vec::new(), quality: Quality::Consistent, name: None }
    }

    /// The problem's own choice: its method `h`, or `heuristic` as in simpleai.
    pub(crate) fn of_problem(py: Python<'_>, problem: &Arc<PyProblem>) -> PyResult<Self> {
        let object = problem.protocol.object.bind(py);
        for name in ["h", "heuristic"] {
            if method(object, name)?.is_some() {
                return Self::named(py, problem, &HeuristicSpec::Named(name.to_owned()));
            }
        }
        Ok(Self::blind(problem))
    }

    /// Methods of the problem.
    pub(crate) fn named(py: Python<'_>, problem: &Arc<PyProblem>, spec: &HeuristicSpec) -> PyResult<Self> {
        let names = match spec {
            HeuristicSpec::Blind => return Ok(Self::blind(problem)),
            HeuristicSpec::Named(name) => vec![name.clone()],
            HeuristicSpec::Max(parts) => {
                parts.iter().filter(|part| **part != HeuristicSpec::Blind).map(ToString::to_string).collect()
            }
            HeuristicSpec::Add(names) => names.clone(),
        };
        let object = problem.protocol.object.bind(py);
        let mut quality = Quality::Consistent;
        let mut parts = Vec::new();
        for name in names {
            let Some(function) = method(object, &name)? else {
                return Err(problem.refuse(py, said::no_such_heuristic(problem.lang, name)));
            };
            quality = quality.min(claim(object, &name)?);
            parts.push(Part { name, function: function.unbind() });
        }
        Ok(Self { problem: Arc::clone(problem), parts, quality, name: Some(spec.to_string()) })
    }

    /// Any function.
    pub(crate) fn function(problem: &Arc<PyProblem>, function: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name = match function.getattr_opt("__name__")? {
            Some(name) => name.str()?.to_string_lossy().into_owned(),
            None => shown(function),
        };
        let quality = claim(problem.protocol.object.bind(function.py()), &name)?;
        let parts = vec![Part { name: name.clone(), function: function.clone().unbind() }];
        Ok(Self { problem: Arc::clone(problem), parts, quality, name: Some(name) })
    }

    /// Shows Python's collector what it refers to.
    pub(crate) fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.parts.iter().try_for_each(|part| visit.call(&part.function))
    }

    fn compute(&self, py: Python<'_>, state: &State) -> PyResult<Estimate> {
        let argument = if self.problem.protocol.by_node && !self.parts.is_empty() {
            Bound::new(py, Node { state: state.object(py) })?.into_any()
        } else {
            state.bind(py).clone()
        };
        let mut most = 0;
        for part in &self.parts {
            let value = part.function.bind(py).call1((&argument,))?;
            let estimate = whole(&value).ok_or_else(|| {
                let message = said::estimate_expected(self.problem.lang, &part.name, shown(&value));
                self.problem.refuse(py, message)
            })?;
            most = most.max(estimate);
        }
        Ok(Estimate(most))
    }

    fn memo(&self, state: &State) -> Estimate {
        if self.parts.is_empty() || self.problem.fault.is_there() {
            return Estimate(0);
        }
        Python::attach(|py| self.compute(py, state)).unwrap_or_else(|error| {
            self.problem.fault.keep(error);
            Estimate(0)
        })
    }
}

/// The largest estimate, which stands for all that are larger: beyond it is the number of a dead end.
const FARTHEST: Cost = Cost::MAX - 1;

/// An estimate: costs are whole numbers, so one that is rounded down is as true as before.
fn whole(value: &Bound<'_, PyAny>) -> Option<Cost> {
    if value.is_none() {
        return Some(Cost::MAX);
    }
    if value.cast::<PyFloat>().is_err()
        && let Ok(number) = value.extract::<Cost>()
    {
        return Some(number.min(FARTHEST));
    }
    let number = value.extract::<f64>().ok().filter(|number| *number >= 0.0)?;
    Some(if number.is_finite() { number.min(f64::from(FARTHEST)) as Cost } else { Cost::MAX })
}

/// What a problem claims of a heuristic: `consistent` and `admissible` are lists of names, or `True` for all.
fn claim(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Quality> {
    for (claim, quality) in [("consistent", Quality::Consistent), ("admissible", Quality::Admissible)] {
        let Some(names) = attribute(object, claim)? else { continue };
        let holds = match names.extract::<bool>() {
            Ok(all) => all,
            Err(_) if names.is_instance_of::<PyString>() => names.eq(name)?,
            Err(_) if names.is_callable() => false,
            Err(_) => names.contains(name)?,
        };
        if holds {
            return Ok(quality);
        }
    }
    Ok(Quality::Inadmissible)
}

impl Heuristic<PyProblem> for Estimates {
    type Memo = Estimate;
    const FROM_CHILD: bool = true;

    fn memo(&self, _: &PyProblem, state: &State) -> Estimate {
        Self::memo(self, state)
    }

    fn estimate(&self, memo: &Estimate, _: Cost) -> Option<Cost> {
        (memo.0 != Cost::MAX).then_some(memo.0)
    }

    fn quality(&self) -> Quality {
        self.quality
    }
}

impl Heuristic<BothEnds> for Estimates {
    type Memo = Estimate;
    const FROM_CHILD: bool = true;

    fn memo(&self, _: &BothEnds, state: &State) -> Estimate {
        Self::memo(self, state)
    }

    fn estimate(&self, memo: &Estimate, _: Cost) -> Option<Cost> {
        (memo.0 != Cost::MAX).then_some(memo.0)
    }

    fn quality(&self) -> Quality {
        self.quality
    }
}
