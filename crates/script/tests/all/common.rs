//! What every test needs.

use std::sync::Arc;

use hueco_script::{HeuristicSpec, Options, ProblemFile, ScriptAnswer, ScriptError, run};
use hueco_search::{Algorithm, Budget};

/// A file of the library.
pub(crate) fn library(name: &str) -> String {
    let path = format!("{}/../../problems/{name}.star", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"))
}

pub(crate) fn load(source: &str, set: &[(&str, &str)]) -> Result<Arc<ProblemFile>, ScriptError> {
    let set: Vec<_> = set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    ProblemFile::load("p.star", source, &set).map(Arc::new)
}

pub(crate) fn options(algorithm: Algorithm, heuristic: Option<&str>) -> Options {
    let heuristic = heuristic.map(|name| HeuristicSpec::parse(name).expect("a heuristic"));
    Options { algorithm, heuristic, ..Options::default() }
}

/// Solves a file by an algorithm and its default heuristic.
pub(crate) fn solve(source: &str, set: &[(&str, &str)], algorithm: Algorithm) -> Result<ScriptAnswer, ScriptError> {
    run(&load(source, set)?, &options(algorithm, None), &mut Budget::unlimited(), None)
}
