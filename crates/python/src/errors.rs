//! Typed errors as Python's exceptions. The classes are the package's (`_errors.py`): a program catches them by name, and each
//! has a code, the argument that is wrong and, where that is a text, the position in it.

use hueco_jobs::{JobError, RequestError, RequestFault};
use hueco_say::{Lang, Say, python as said, suggested};
use hueco_tiles::Position;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Fields of requests whose arguments have the names of the command's options.
pub(crate) const RENAMED: [(&str, &str); 5] = [
    ("seconds", "timeout"),
    ("nodes", "max_nodes"),
    ("bytes", "max_memory"),
    ("run_seconds", "run_timeout"),
    ("text", "board"),
];

/// The options of all functions, for a suggestion where a name is misspelt. A test compares them with the package's.
const OPTIONS: [&str; 33] = [
    "algorithm",
    "algorithms",
    "all",
    "count",
    "count_only",
    "deepest",
    "depth",
    "fast",
    "formula",
    "formulas",
    "goal",
    "heuristic",
    "heuristics",
    "max_memory",
    "max_nodes",
    "max_solutions",
    "method",
    "metric",
    "most",
    "moves_of",
    "optimal",
    "order",
    "repeat",
    "run_timeout",
    "seed",
    "size",
    "states",
    "threads",
    "ties",
    "timeout",
    "tree",
    "weight",
    "width",
];

/// The argument that a field of a request comes from.
fn argument(field: &str) -> &str {
    RENAMED.iter().find(|(name, _)| *name == field).map_or(field, |(_, argument)| argument)
}

/// An exception of the package.
pub(crate) fn exception(
    py: Python<'_>,
    class: &str,
    message: String,
    (code, field, at): (&str, Option<&str>, Option<Position>),
) -> PyErr {
    let make = || {
        let class = py.import("hueco._errors")?.getattr(class)?;
        class.call1((message, code, field, at.map(|at| (at.line, at.column))))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}

/// Why a request is refused.
pub(crate) fn refused(py: Python<'_>, error: RequestError, lang: Lang) -> PyErr {
    use RequestFault as F;
    let at = error.position();
    let code = error.code();
    let class = match &error.fault {
        F::UnknownField
        | F::Text
        | F::Texts
        | F::Flag
        | F::Object
        | F::BoardExpected
        | F::GoalExpected
        | F::ListRow { .. } => "HuecoTypeError",
        _ => "HuecoError",
    };
    let error = RequestError { field: error.field.map(|field| argument(&field).to_owned()), ..error };
    let message = match (&error.fault, &error.field) {
        (F::UnknownField, Some(name)) => {
            suggested(said::no_option_here(lang, name), name, OPTIONS.into_iter().filter(|option| option != name), lang)
        }
        _ => error.say(lang),
    };
    exception(py, class, message, (code, error.field.as_deref(), at))
}

/// Why a board of several is refused; the message begins with its place.
pub(crate) fn refused_board(py: Python<'_>, error: RequestError, place: &str, lang: Lang) -> PyErr {
    let (at, code) = (error.position(), error.code());
    let class = if matches!(error.fault, RequestFault::BoardExpected) { "HuecoTypeError" } else { "HuecoError" };
    let message = RequestError { field: Some(place.to_owned()), ..error }.say(lang);
    let message = if message.starts_with(place) { message } else { format!("{place}: {message}") };
    exception(py, class, message, (code, Some(place), at))
}

/// Why a run has no result.
pub(crate) fn failed(py: Python<'_>, error: &JobError, lang: Lang) -> PyErr {
    let class = match error {
        JobError::Script(_) => "ProblemError",
        JobError::Stopped(_) => "LimitError",
        _ => "HuecoError",
    };
    exception(py, class, error.say(lang), (error.code(), error.field().map(argument), error.position()))
}

/// The language of a name that the package passes.
pub(crate) fn language(name: &str) -> PyResult<Lang> {
    Lang::parse(name).ok_or_else(|| PyTypeError::new_err("expected a language: en, es"))
}
