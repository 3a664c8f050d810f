//! A state-space search engine that knows no puzzle.

pub mod beam;
pub mod best_first;
pub mod bidirectional;
pub mod budget;
pub mod depth_first;
mod frontier;
mod hash;
pub mod heuristic;
pub mod ida_star;
mod index;
mod nodes;
pub mod observer;
pub mod problem;
mod reached;
pub mod report;
pub mod search;
mod segmented;
pub mod stack;

pub use beam::Beam;
pub use best_first::{BestFirst, Priority};
pub use bidirectional::Bidirectional;
pub use budget::Budget;
pub use depth_first::DepthFirst;
pub use heuristic::{Blind, Heuristic, Max, Quality};
pub use ida_star::IdaStar;
pub use observer::{Event, NodeId, Observer, Origin, Pruned, Side, Stop};
pub use problem::{Cost, Problem, Reversible};
pub use report::{Ending, Limit, Report, Solution, Stats, Ties};
pub use search::{Search, Seen};
pub use stack::{Child, StackSearch};
