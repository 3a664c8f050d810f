//! The five course programs, each a small module over a reader and a writer, on the searches of the engine.
//!
//! | module | what it is | search |
//! |---|---|---|
//! | [`menu`] | 3x3, three heuristics, a menu of numbered options | stack search |
//! | [`solver`] | N x N, blank last | A* without a closed set |
//! | [`formal`] | states, operators, validity, goal test | A*, IDA* |
//! | [`sums`] | numbers in a cross, by blind search | breadth-first |
//! | [`astar`] | any start, any goal, each explored state | A* |
//!
//! What they print to their output is what their documents say, in every language. What a person must know besides
//! comes as types: a [`CourseError`] as the result, a [`Note`] through a callback. Both can be displayed in English;
//! other languages are for others to word.

pub mod astar;
pub mod formal;
#[doc(hidden)]
pub mod fuzz;
pub mod menu;
pub mod solver;
pub mod sums;

mod error;
mod words;

pub use error::{CourseError, Ending, Expected, Fault, InputError, Note};
