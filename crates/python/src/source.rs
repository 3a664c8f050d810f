//! Problem files: loaded once, used by every request.

use std::sync::Arc;

use hueco_jobs::{Allowance, JobError, ProblemSource, ProblemVerify, Request, Search};
use hueco_say::Lang;
use hueco_search::Budget;
use hueco_show::answer::one_line;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::detach::detached;
use crate::errors::{failed, language, refused};
use crate::explore;
use crate::fields::{fields, text};
use crate::workbench::Cancel;

/// A problem file with its parameters.
#[pyclass(frozen, module = "hueco._hueco")]
pub(crate) struct Source {
    inner: ProblemSource,
}

#[pymethods]
impl Source {
    /// Loads a file: `name` is what messages call it.
    #[new]
    fn new(py: Python<'_>, name: &str, text: &str, parameters: Vec<(String, String)>, lang: &str) -> PyResult<Self> {
        let lang = language(lang)?;
        let inner = ProblemSource::new(name, text, parameters);
        let source = inner.clone();
        let loaded = detached(py, move |cancel| source.load(&Budget::unlimited().cancel(cancel)).map(|_| ()))?;
        loaded.map_err(|error| failed(py, &JobError::Script(error), lang))?;
        Ok(Self { inner })
    }

    /// Replays actions, by name.
    fn verify(
        &self,
        py: Python<'_>,
        actions: Vec<String>,
        arguments: &Bound<'_, PyDict>,
        lang: &str,
    ) -> PyResult<String> {
        let lang = language(lang)?;
        let limits = asked(py, arguments, lang)?.limits;
        let verify = ProblemVerify { source: self.inner.clone(), actions, limits };
        let done = detached(py, move |cancel| verify.run(&mut Cancel(cancel)).map(|found| one_line(&found.object())))?;
        done.map_err(|error| failed(py, &error, lang))
    }

    /// Counts the states that can be reached from the start.
    fn explore(&self, py: Python<'_>, arguments: &Bound<'_, PyDict>, lang: &str) -> PyResult<String> {
        let lang = language(lang)?;
        // It was loaded, or there would be no object.
        let file = self.inner.load(&Budget::unlimited()).map_err(|error| failed(py, &JobError::Script(error), lang))?;
        explore::states(py, &file, arguments, lang)
    }
}

impl Source {
    /// The request with this file in place of the text it was read with.
    pub(crate) fn put_into(&self, request: &mut Request) {
        let place = match request {
            Request::Solve(Search::Problem(problem)) => &mut problem.source,
            Request::Trace(trace) => match &mut trace.search {
                Search::Problem(problem) => &mut problem.source,
                _ => return,
            },
            Request::Tree(tree) => match &mut tree.trace.search {
                Search::Problem(problem) => &mut problem.source,
                _ => return,
            },
            Request::ProblemCompare(compare) => &mut compare.source,
            Request::ProblemCheck(check) => &mut check.source,
            Request::Describe(describe) => &mut describe.source,
            _ => return,
        };
        *place = self.inner.clone();
    }
}

/// Algorithm, heuristic, tuning and limits by the one validation, that of a problem file's request.
pub(crate) fn asked(py: Python<'_>, arguments: &Bound<'_, PyDict>, lang: Lang) -> PyResult<hueco_jobs::Problem> {
    let mut map = fields(arguments, lang)?;
    map.insert("problem".to_owned(), Value::String(String::new()));
    match Request::read_kind("solve", &text(map), &Allowance::unlimited()) {
        Ok(Request::Solve(Search::Problem(problem))) => Ok(*problem),
        Ok(_) => unreachable!("the field `problem` makes it one"),
        Err(error) => Err(refused(py, error, lang)),
    }
}

/// The budget of a run.
pub(crate) fn budget(problem: &hueco_jobs::Problem, cancel: Option<Arc<std::sync::atomic::AtomicBool>>) -> Budget {
    let mut budget = Budget::unlimited();
    if let Some(time) = problem.limits.time {
        budget = budget.timeout(time);
    }
    if let Some(nodes) = problem.limits.nodes {
        budget = budget.max_nodes(nodes);
    }
    if let Some(bytes) = problem.limits.bytes.or_else(hueco::free_memory) {
        budget = budget.max_bytes(bytes);
    }
    match cancel {
        Some(cancel) => budget.cancel(cancel),
        None => budget,
    }
}
