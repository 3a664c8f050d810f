//! The workbench of a Python session: requests run on it, and its tables serve the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hueco_jobs::{Allowance, Events, JobError, JobEvent, Outcome, Request, Search, SearchResult, Solve, run};
use hueco_say::Lang;
use hueco_search::Algorithm;
use hueco_tiles::pattern::Store;
use hueco_tiles::solve::Batch;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde_json::Value;

use crate::detach::{at_once, detached};
use crate::errors::{failed, language, refused, refused_board};
use crate::fields::{fields, json, text};
use crate::source::Source;
use crate::tables;

/// Boards of more cells may take long, whatever the algorithm.
const QUICK_CELLS: usize = 9;
/// Random boards that are drawn before anybody could press Ctrl-C.
const QUICK_BOARDS: usize = 10_000;

/// Tables shared by the requests of a session.
#[pyclass(frozen, module = "hueco._hueco")]
pub(crate) struct Workbench {
    pub(crate) inner: Arc<hueco_jobs::Workbench>,
}

#[pymethods]
impl Workbench {
    /// Keeps tables of at most `max_bytes`; pattern databases come from `folder`, or from the user's own.
    #[new]
    fn new(max_bytes: Option<u64>, folder: Option<&str>, own_folder: bool) -> Self {
        let store = folder.map(Store::at).or_else(|| own_folder.then(Store::of_user).flatten());
        Self { inner: Arc::new(hueco_jobs::Workbench::new(max_bytes, store)) }
    }

    /// Bytes of the tables that it keeps.
    #[getter]
    fn bytes(&self) -> u64 {
        self.inner.tables().bytes()
    }

    /// The folder of pattern databases.
    #[getter]
    fn folder(&self) -> Option<String> {
        self.inner.store().map(|store| store.folder().display().to_string())
    }

    /// Runs a request and returns its result as JSON. A problem file comes as `source`: it is loaded once.
    fn request<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        arguments: &Bound<'py, PyDict>,
        lang: &str,
        source: Option<&Source>,
    ) -> PyResult<Bound<'py, PyString>> {
        let lang = language(lang)?;
        let mut map = fields(arguments, lang)?;
        if source.is_some() {
            map.insert("problem".to_owned(), Value::String(String::new()));
        }
        let request = Request::read_kind(kind, &text(map), &Allowance::unlimited());
        let mut request = request.map_err(|error| refused(py, error, lang))?;
        if let Some(source) = source {
            source.put_into(&mut request);
        }
        let workbench = Arc::clone(&self.inner);
        let done = if is_quick(&request) {
            at_once(py, move || answer(&request, &workbench, &mut (), lang))?
        } else {
            limit_memory(&mut request);
            detached(py, move |cancel| answer(&request, &workbench, &mut Cancel(cancel), lang))?
        };
        done.map(|text| PyString::new(py, &text)).map_err(|error| failed(py, &error, lang))
    }

    /// Solves many boards, several at a time. A board that is wrong is refused before any is solved.
    fn solve_many(
        &self,
        py: Python<'_>,
        arguments: &Bound<'_, PyDict>,
        boards: &Bound<'_, PyList>,
        lang: &str,
    ) -> PyResult<Vec<String>> {
        let lang = language(lang)?;
        let asked = fields(arguments, lang)?;
        let mut requests = Vec::with_capacity(boards.len());
        for (place, board) in boards.iter().enumerate() {
            let mut map = asked.clone();
            let name = format!("boards[{place}]");
            map.insert("board".to_owned(), json(&name, &board, 2, lang)?);
            let request = Request::read_kind("solve", &text(map), &Allowance::unlimited());
            match request {
                Ok(Request::Solve(Search::Tiles(solve))) => requests.push(*solve),
                Ok(_) => {}
                Err(error) if matches!(error.field.as_deref(), None | Some("board")) => {
                    return Err(refused_board(py, error, &name, lang));
                }
                Err(error) => return Err(refused(py, error, lang)),
            }
        }
        let asked = requests.first().and_then(|request| request.tuning.threads);
        let threads = asked.unwrap_or_else(cores).clamp(1, requests.len().max(1));
        let workbench = Arc::clone(&self.inner);
        let done = detached(py, move |cancel| solve_all(&requests, threads, &workbench, &cancel, lang))?;
        done.map_err(|error| failed(py, &error, lang))
    }

    /// The pattern databases of the folder.
    fn tables(&self, py: Python<'_>, lang: &str) -> PyResult<String> {
        tables::list(py, self.inner.store(), language(lang)?)
    }

    /// Builds the pattern databases of a partition and saves them in the folder. Returns their names.
    fn build(&self, py: Python<'_>, arguments: &Bound<'_, PyDict>, pattern: &str, lang: &str) -> PyResult<Vec<String>> {
        tables::build(py, self.inner.store(), arguments, pattern, language(lang)?)
    }
}

/// Runs a request and writes its result.
fn answer(
    request: &Request,
    workbench: &hueco_jobs::Workbench,
    events: &mut dyn Events,
    lang: Lang,
) -> Result<String, JobError> {
    run(request, workbench, events)?.json(&lang, usize::MAX)
}

/// Whether a request is certain to end within a moment: it is then run where it was called.
fn is_quick(request: &Request) -> bool {
    use Algorithm::{Astar, Auto, Bfs, Bidirectional, Dfs, Greedy, Nbs, Ucs, Wastar};
    match request {
        Request::Parse(_) => true,
        Request::Random(random) => random.count <= QUICK_BOARDS,
        // A closed set of at most 181,440 boards.
        Request::Solve(Search::Tiles(solve)) => {
            solve.board.shape().cells() <= QUICK_CELLS
                && solve.all.is_none()
                && matches!(solve.algorithm, Auto | Bfs | Dfs | Ucs | Greedy | Astar | Wastar | Bidirectional | Nbs)
        }
        _ => false,
    }
}

/// A search without a limit on memory may take three quarters of what is free, as in the command: a session that the system
/// ends loses all its work.
fn limit_memory(request: &mut Request) {
    let limits = match request {
        Request::Solve(Search::Tiles(solve)) => &mut solve.limits,
        Request::Solve(Search::Problem(problem)) => &mut problem.limits,
        Request::Compare(compare) => &mut compare.limits,
        Request::ProblemCompare(compare) => &mut compare.limits,
        Request::Check(check) => &mut check.limits,
        Request::ProblemCheck(check) => &mut check.limits,
        Request::Sums(sums) => &mut sums.limits,
        _ => return,
    };
    limits.bytes = limits.bytes.or_else(hueco::free_memory);
}

/// All cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Solves boards on several threads, each taking the next; the answers are in their order.
fn solve_all(
    requests: &[Solve],
    threads: usize,
    workbench: &hueco_jobs::Workbench,
    cancel: &Arc<AtomicBool>,
    lang: Lang,
) -> Result<Vec<String>, JobError> {
    let next = AtomicUsize::new(0);
    let others = requests.len().saturating_sub(1) as u64;
    let free = hueco::free_memory();
    let solve = |request: &Solve| {
        let mut request = request.clone();
        request.batch = Batch { others, ..Batch::default() };
        if threads > 1 {
            request.build_threads = Some(threads);
            request.tuning.threads = Some(1);
        }
        let bytes = request.limits.bytes.or(free);
        request.limits.bytes = bytes.map(|bytes| bytes / threads as u64);
        let solved = request.run(workbench, &mut Cancel(Arc::clone(cancel)))?;
        Outcome::Solve(Box::new(SearchResult::Tiles(Box::new(solved)))).json(&lang, usize::MAX)
    };
    let work = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(request) = requests.get(place).filter(|_| !cancel.load(Ordering::Relaxed)) else { return done };
            done.push((place, solve(request)));
        }
    };
    let mut all: Vec<(usize, Result<String, JobError>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for worker in workers {
            match worker.join() {
                Ok(done) => all.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    });
    all.sort_unstable_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, answer)| answer).collect()
}

/// Drops events, and ends the run when the flag is set.
pub(crate) struct Cancel(pub(crate) Arc<AtomicBool>);

impl Events for Cancel {
    fn emit(&mut self, _: JobEvent<'_>) {}

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.0))
    }
}
