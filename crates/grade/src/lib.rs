//! The evaluator.

pub mod board;
pub mod cases;
pub mod judge;
pub mod menu_file;
pub mod program;
pub mod run;
pub mod stack_search;
pub mod why;
