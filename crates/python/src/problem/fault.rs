//! The first exception of a search. The engine's methods cannot fail, a user's functions can: after an exception there are no more
//! successors, the search ends, and the exception is raised from where the search was started.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use pyo3::PyErr;

/// The first exception, if there was one.
#[derive(Default)]
pub(crate) struct Fault {
    failed: AtomicBool,
    first: Mutex<Option<PyErr>>,
}

impl Fault {
    /// Keeps an exception, unless there was one before.
    pub(crate) fn keep(&self, error: PyErr) {
        self.failed.store(true, Ordering::Relaxed);
        self.first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Whether there was one.
    pub(crate) fn is_there(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// The exception, to be raised. The search is of no more use.
    pub(crate) fn take(&self) -> Result<(), PyErr> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}
