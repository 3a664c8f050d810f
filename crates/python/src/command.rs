//! `python -m hueco` is the command; and what the package asks once.

use std::ffi::OsString;

use hueco_jobs::{RequestError, RequestFault};
use hueco_say::Lang;
use hueco_search::Algorithm;
use hueco_tiles::Set;
use hueco_tiles::heuristic::Named;
use pyo3::prelude::*;

use crate::errors;

/// A board of a published set: its number, its optimum where that is known, its tiles.
type Published = (String, Option<u32>, Vec<u16>);

/// A published set: its boards, their goal, rows and columns.
type PublishedSet = (Vec<Published>, Vec<u16>, (usize, usize));

/// Runs the command: its words, and what starts the same program again. Returns the exit status.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, words: Vec<OsString>, again: Vec<OsString>) -> u8 {
    py.detach(|| hueco::command(words, again))
}

/// The language that the environment asks for.
#[pyfunction]
pub(crate) fn language() -> &'static str {
    Lang::of_environment(|name| std::env::var(name).ok()).name()
}

/// The names of the algorithms, of the heuristics for boards, and of the published sets; and the version.
#[pyfunction]
pub(crate) fn names() -> (Vec<&'static str>, Vec<&'static str>, Vec<&'static str>, &'static str) {
    (
        Algorithm::ALL.iter().map(|(name, _)| *name).collect(),
        Named::ALL.iter().map(|(name, _)| *name).collect(),
        Set::ALL.iter().map(|(name, _)| *name).collect(),
        env!("CARGO_PKG_VERSION"),
    )
}

/// A published set: its boards, their goal, rows and columns.
#[pyfunction]
pub(crate) fn instances(py: Python<'_>, name: &str, lang: &str) -> PyResult<PublishedSet> {
    let lang = errors::language(lang)?;
    let set = Set::parse(name).ok_or_else(|| {
        let known = Set::ALL.iter().map(|(name, _)| *name).collect();
        let fault = RequestFault::Name { found: name.to_owned(), known };
        errors::refused(py, RequestError { field: Some("name".to_owned()), fault }, lang)
    })?;
    let one = |instance: hueco_tiles::Instance| (instance.id, instance.optimal, instance.board.tiles().to_vec());
    let shape = set.shape();
    let boards = set.instances().into_iter().map(one).collect();
    Ok((boards, set.goal().tiles().to_vec(), (shape.rows(), shape.cols())))
}
