//! A state-space search engine that knows no puzzle.

pub mod budget;
pub mod heuristic;
pub mod observer;
pub mod problem;
pub mod report;
pub mod search;

pub use budget::Budget;
pub use heuristic::{Blind, Heuristic, Max, Quality};
pub use observer::{Event, NodeId, Observer, Origin, Pruned, Side, Stop};
pub use problem::{Cost, Problem, Reversible};
pub use report::{Ending, Limit, Report, Solution, Stats, Ties};
pub use search::{Search, Seen};
