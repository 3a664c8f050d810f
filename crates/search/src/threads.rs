//! Threads, locks, channels and atomics, for everything that is tried under a model checker: those of the standard library. `models/`
//! builds this crate with `--cfg shuttle`; there they are shuttle's, which runs threads in one order after the other.

#[cfg(shuttle)]
pub use shuttle::{sync, thread};
#[cfg(not(shuttle))]
pub use std::{sync, thread};
