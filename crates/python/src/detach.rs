//! Work without the interpreter's lock, which Ctrl-C ends.
//!
//! Only Python's main thread learns of a signal, and only when it asks. So the work has a thread of its own, and the thread that
//! called waits for it and asks now and then. A thread costs more than an easy board: what is certain to be short runs where it is
//! called, by [`at_once`].

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// From one look for signals to the next.
const PATIENCE: Duration = Duration::from_millis(10);

/// How long work may take to notice that it is to end. A single operation of a problem file may not notice; its thread is left behind.
const GRACE: Duration = Duration::from_secs(2);

/// What comes of work: a panic is a fault of the program, and becomes an exception like any other.
type Done<T> = Result<T, Box<dyn Any + Send>>;

/// Short work, on this thread.
pub(crate) fn at_once<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| internal(&*panic))
}

/// Work of any length, on a thread of its own. It is handed the flag that ends it.
pub(crate) fn detached<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
) -> PyResult<T> {
    let cancel = Arc::new(AtomicBool::new(false));
    let slot: Arc<Slot<T>> = Arc::new(Slot { done: Mutex::new(None), changed: Condvar::new() });
    let (flag, theirs) = (Arc::clone(&cancel), Arc::clone(&slot));
    let work = move || theirs.put(catch_unwind(AssertUnwindSafe(|| work(flag))));
    std::thread::Builder::new().name("hueco".to_owned()).spawn(work)?;
    let mut interrupted: Option<(PyErr, Instant)> = None;
    loop {
        if let Some(done) = py.detach(|| slot.take_within(PATIENCE)) {
            return match interrupted {
                Some((error, _)) => Err(error),
                None => done.map_err(|panic| internal(&*panic)),
            };
        }
        match interrupted {
            None => {
                if let Err(error) = py.check_signals() {
                    cancel.store(true, Ordering::Relaxed);
                    interrupted = Some((error, Instant::now()));
                }
            }
            Some((error, since)) if since.elapsed() > GRACE => return Err(error),
            Some(_) => {}
        }
    }
}

/// Where the result is put.
struct Slot<T> {
    done: Mutex<Option<Done<T>>>,
    changed: Condvar,
}

impl<T> Slot<T> {
    fn put(&self, done: Done<T>) {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        self.changed.notify_all();
    }

    fn take_within(&self, time: Duration) -> Option<Done<T>> {
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(done, time, |done| done.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.take()
    }
}

fn internal(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!("hueco: {}", text.unwrap_or("panic")))
}
