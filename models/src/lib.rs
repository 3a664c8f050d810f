//! Where threads meet, under a model checker.
//!
//! Tests on real threads see the few orders in which the system happens to run them. [shuttle](https://docs.rs/shuttle) runs threads one
//! at a time and chooses at every lock, message and atomic access which one is next: thousands of orders, each of which can be run
//! again. A run in which everybody waits for somebody is a failure, so an end that is not noticed or a wake-up that is lost is found.
//!
//! What is run is the project's own code. Its files take threads and locks from `hueco_search::threads`, which are shuttle's here
//! (`search/` builds the engine that way); those of other crates are included by path, and where they need boards and tables of the
//! crate that they are in, a model has small ones of its own. `tests/threads.rs` runs the models.

// The server's files name these crates; what they need of them is in `names.rs`.
extern crate self as getrandom;
extern crate self as hueco_jobs;
extern crate self as hueco_say;
extern crate self as hueco_show;
extern crate self as tokio;

#[allow(dead_code)]
#[path = "../../crates/tiles/src/workbench/cache.rs"]
mod cache;
#[allow(dead_code)]
#[path = "../../crates/web/src/pool.rs"]
mod pool;
#[allow(dead_code)]
#[path = "../../crates/tiles/src/prefetch.rs"]
mod prefetch;

/// What the lanes need of the crate that they are in.
mod board {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Direction {
        Left,
        Right,
    }

    impl Direction {
        pub(crate) const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Left, Self::Right];
    }
}

const IS_SMALL: bool = false;

use names::{
    Events, Feed, JobError, JobEvent, Lang, Message, Request, Workbench, alive, answer, fault, fill, idle_memory, run,
    settings, sync,
};

pub mod engine;
pub mod lanes;
mod names;
pub mod proof;
pub mod queue;
pub mod shelf;
pub mod threads;
