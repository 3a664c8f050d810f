//! The evaluator.

pub mod program;
pub mod run;
