//! Number placement: put numbers into the cells of a board so that every rule holds.
//!
//! ```text
//! text ──parse──▶ Sketch ──check──▶ Puzzle ──solve──▶ Answer ──draw──▶ text
//!                 (unchecked)       (legal)
//! ```
//! Crosses, magic squares, arithmagic triangles and rings, cross-sum grids are all files of one small format (see
//! `docs/sums-format.md`). Three methods solve them: blind breadth-first and depth-first search on the shared engine,
//! which is what a course teaches, and [`propagate`], which draws conclusions after every placement and is what to use.

pub mod fuzz;
pub mod propagate;

mod bits;
mod check;
mod draw;
mod fault;
mod implied;
mod infer;
mod lex;
mod model;
mod order;
mod parse;
mod problem;
mod puzzle;
mod sketch;
mod solve;

pub use check::{LARGEST_NUMBER, MAX_TERMS};
pub use draw::draw;
pub use fault::{Counted, Expected, Fault, ParseError};
pub use parse::{MAX_BYTES, MAX_CELLS, MAX_LINES, MAX_RULES, parse};
pub use problem::{Contents, Place, Placing};
pub use puzzle::{Cell, CellId, NamedRule, Number, Placement, Puzzle, Relation, Rule, State, Sum};
pub use solve::{Answer, Method, Options, States, Wanted, solve, solve_watched};

/// A page fetches the whole program before it solves anything, so there each blind search is compiled once, for puzzles of every
/// size.
const IS_SMALL: bool = cfg!(target_arch = "wasm32");
