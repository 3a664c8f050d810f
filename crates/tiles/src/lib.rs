//! Sliding tiles: boards of any shape and any goal, as a problem of the engine.

pub mod board;
pub mod cells;
pub mod heuristic;
pub mod kernel;
pub mod problem;
pub mod solve;

pub use board::{Board, Direction, Shape};
pub use cells::{Cells, Nibbles, Wide};
pub use problem::{Frame, Order, Tiles};
