//! The evaluator.

pub mod board;
pub mod program;
pub mod run;
pub mod stack_search;
