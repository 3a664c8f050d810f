//! Threads, locks, channels and atomics, for everything that is tried under a model checker: those of the standard library. `models/`
//! builds this crate with `--cfg shuttle`; there they are shuttle's, which runs threads in one order after the other.

#[cfg(shuttle)]
pub use shuttle::{sync, thread};
#[cfg(not(shuttle))]
pub use std::{sync, thread};

/// Calls a function if the thread panics while it holds this: the others are to end then, not to search on for a result that nobody
/// will see.
pub struct OnPanic<F: Fn()>(pub F);

impl<F: Fn()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}
