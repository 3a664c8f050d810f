//! A state: any hashable Python object. Its hash is computed once.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hueco_say::{Lang, python as said};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::fault::Fault;
use crate::errors::exception;

/// A state of a problem in Python.
pub(crate) struct State {
    value: Py<PyAny>,
    hash: isize,
    /// Where an exception of a comparison goes.
    fault: Arc<Fault>,
}

impl State {
    /// The state of a Python object.
    pub(crate) fn new(value: Bound<'_, PyAny>, fault: &Arc<Fault>, lang: Lang) -> PyResult<Self> {
        let hash = value.hash().map_err(|error| unhashable(&value, error, lang))?;
        Ok(Self { value: value.unbind(), hash, fault: Arc::clone(fault) })
    }

    /// The object.
    pub(crate) fn bind<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.value.bind(py)
    }

    /// The object, once more.
    pub(crate) fn object(&self, py: Python<'_>) -> Py<PyAny> {
        self.value.clone_ref(py)
    }
}

/// Says what to use in place of a list, where that is the reason.
fn unhashable(value: &Bound<'_, PyAny>, error: PyErr, lang: Lang) -> PyErr {
    let py = value.py();
    if !error.is_instance_of::<PyTypeError>(py) {
        return error;
    }
    let message = said::state_not_hashable(lang, shown(value));
    let better = exception(py, "HuecoTypeError", message, ("bad_problem", None, None));
    better.set_cause(py, Some(error));
    better
}

/// The beginning of an object's own text, for a message.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    const SHOWN: usize = 60;
    let text = value.repr().map(|text| text.to_string_lossy().into_owned());
    let text = text.unwrap_or_else(|_| value.get_type().to_string());
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        let value = Python::attach(|py| self.value.clone_ref(py));
        Self { value, hash: self.hash, fault: Arc::clone(&self.fault) }
    }
}

impl PartialEq for State {
    /// As a dictionary compares its keys: the same object is equal to itself, whatever it says.
    fn eq(&self, other: &Self) -> bool {
        if self.value.is(&other.value) {
            return true;
        }
        if self.hash != other.hash || self.fault.is_there() {
            return false;
        }
        Python::attach(|py| {
            self.value.bind(py).eq(other.value.bind(py)).unwrap_or_else(|error| {
                self.fault.keep(error);
                false
            })
        })
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_isize(self.hash);
    }
}
