//! What a run emits while it runs: how far it is, and better solutions as they are found. A front end shows them, streams them
//! or drops them; it also holds the flag that ends the run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_search::{Cost, Gauge};
use hueco_show::compare::{Method, Run};
use hueco_show::layers::Layers;
use hueco_tiles::solve::{Answer, Building, RoundProgress};
use hueco_tiles::space::Level;
use hueco_tiles::{Board, Direction};

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Time since the run started.
    pub elapsed: Duration,
    /// Nodes generated so far.
    pub generated: u64,
    /// The length of the best solution so far.
    pub best: Option<Cost>,
    /// No solution is shorter than this (proved).
    pub lower_bound: Cost,
    /// The table that is being built, if that is what takes the time.
    pub building: Option<Building>,
    /// How far the round of iterative deepening is, where that is known.
    pub round: Option<RoundProgress>,
    /// The part of the whole work that is done, from 0 to 1, where that is known.
    pub done: Option<f64>,
}

impl From<&hueco_tiles::solve::Progress> for Progress {
    fn from(progress: &hueco_tiles::solve::Progress) -> Self {
        Self {
            elapsed: progress.elapsed,
            generated: progress.generated,
            best: progress.best,
            lower_bound: progress.lower_bound,
            building: progress.building,
            round: progress.round,
            done: None,
        }
    }
}

/// Something a run emits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum JobEvent<'a> {
    /// How far it is.
    Progress(&'a Progress),
    /// The best solution so far; the same one may come several times.
    Better {
        /// Its length.
        length: Cost,
        /// No solution is shorter than this (proved).
        lower_bound: Cost,
        /// Its moves, where the method has them at hand.
        moves: Option<&'a Arc<[Direction]>>,
    },
    /// A level of a whole space is finished.
    Level(Level),
    /// A run of a comparison ended.
    Run {
        /// Its board.
        board: &'a Board,
        /// Its method.
        method: &'a Method,
        /// What came of it.
        answer: &'a Answer,
        /// Its figures.
        run: &'a Run,
        /// Its layers, where they are counted.
        layers: Option<&'a Layers>,
    },
}

/// Receives what a run emits, counts along with it, and can end it.
pub trait Events {
    /// One event.
    fn emit(&mut self, event: JobEvent<'_>);

    /// A search begins. Its counters can be read from the gauge at any time, also between two events.
    fn begin_search(&mut self) -> Option<Arc<Gauge>> {
        None
    }

    /// The flag that ends the run when it becomes true.
    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        None
    }
}

/// Drops every event.
impl Events for () {
    fn emit(&mut self, _: JobEvent<'_>) {}
}

/// A run's cancel flag, asked once more between its parts.
pub(crate) fn is_cancelled(events: &dyn Events) -> bool {
    events.cancel().is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed))
}
