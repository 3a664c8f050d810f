//! Typed errors as Python's exceptions. The classes are the package's (`_errors.py`): a program catches them by name, and each
//! has a code, the argument that is wrong and, where that is a text, the position in it.

use hueco_jobs::{JobError, RequestError, RequestFault};
use hueco_say::{Lang, Say};
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
    exception(py, class, error.say(lang), (code, error.field.as_deref(), at))
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
