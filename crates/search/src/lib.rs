//! A state-space search engine that knows no puzzle.

pub mod best_first;
pub mod budget;
mod frontier;
mod hash;
pub mod heuristic;
mod index;
pub mod observer;
pub mod problem;
mod reached;
pub mod report;
pub mod search;
mod segmented;

pub use best_first::{BestFirst, Priority};
pub use budget::Budget;
pub use heuristic::{Blind, Heuristic, Max, Quality};
pub use observer::{Event, NodeId, Observer, Origin, Pruned, Side, Stop};
pub use problem::{Cost, Problem, Reversible};
pub use report::{Ending, Limit, Report, Solution, Stats, Ties};
pub use search::{Search, Seen};
