//! Search problems written in a file.

mod abstraction;
mod edit;
mod error;
mod guard;
mod heuristic;
mod interpreter;
mod limits;
mod load;
mod nesting;
mod parameters;
mod problem;
mod run;
mod show;
mod state;

pub use error::{Expected, Mistake, Position, ScriptError};
pub use heuristic::{Estimate, Guide, HeuristicSpec};
pub use limits::Limits;
pub use load::ProblemFile;
pub use problem::{BackwardScript, Ordinal, ScriptProblem, Steps};
pub use run::{Options, Outcome, Path, ScriptAnswer, run};
pub use show::Picture;
pub use state::State;
