//! Sliding tiles: boards of any shape and any goal, as a problem of the engine.

pub mod anytime;
pub mod board;
pub mod cells;
pub mod check;
pub mod construct;
pub mod file;
#[doc(hidden)]
pub mod fuzz;
pub mod heuristic;
pub mod instances;
pub mod kernel;
pub mod lists;
pub mod metric;
pub mod moves;
pub mod multi;
pub mod parity;
pub mod parse;
pub mod pattern;
pub mod problem;
pub mod random;
pub mod read;
pub mod sets;
pub mod solve;
pub mod space;
mod text;
pub mod workbench;

pub use board::{Board, Direction, Shape};
pub use cells::{Cells, Nibbles, Wide};
pub use construct::construct;
pub use instances::{Instance, read_instances};
pub use metric::Metric;
pub use moves::{invert, moves_text, parse_moves, replay};
pub use parity::{Solvability, Why, inversions, solvability};
pub use parse::{Layout, ParseError, Position, parse_board, parse_goal, parse_layout, parse_shape};
pub use problem::{Frame, Order, Tiles};
pub use random::RandomBoards;
pub use read::read_boards;
pub use sets::Set;
pub use text::UnknownName;
pub use workbench::Workbench;

/// The README's example is a test like any other.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
