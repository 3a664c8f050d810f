//! Long work: a bounded number of jobs run, a bounded number wait, and results are kept for a short time.
//!
//! ```text
//! POST ─▶ queued ─▶ running ─▶ done | failed | cancelled ─▶ kept for a while ─▶ forgotten
//!            └── cancel: DELETE, or the last listener goes away ──┘
//! ```
//! A job that nobody waits for must not use a core: when the last listener leaves, the job is cancelled. A run checks its flag
//! about every millisecond (see `hueco_search::budget`). One that does not, because a single operation of a problem file never
//! ends, is given up, and another thread takes the place of its thread (see `pool.rs`).

mod events;
mod job;
mod jobs;
mod keep;

pub(crate) use events::events;
pub(crate) use job::Job;
pub(crate) use jobs::{GRACE, Jobs};
