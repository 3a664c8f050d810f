//! Problems that are written in Python.
//!
//! ```text
//! a Python object ──read──▶ PyProblem (a Problem) ──▶ any search of the engine ──▶ report, events, trace, tree
//!   start, is_goal, actions          │ its functions are called with the lock; the first exception
//!   initial, result, goal_test …     ▼ ends the search and is raised, traceback and all
//! ```
//! | file | what it holds |
//! |---|---|
//! | `protocol.rs` | which methods an object has: hueco's own, aima-python's, simpleai's |
//! | `state.rs`, `fault.rs` | states, hashed and compared by Python; the first exception |
//! | `expand.rs` | the problem as the engine sees it, and from both ends |
//! | `estimate.rs` | its heuristics |
//! | `run.rs` | a search to its end, as an answer, a trace or a tree |
//! | `step.rs`, `event.rs` | a search event by event |

mod estimate;
mod event;
mod expand;
mod fault;
mod protocol;
mod run;
mod state;
mod step;

pub(crate) use estimate::Node;
pub(crate) use event::Event;
pub(crate) use run::{solve_problem, trace_problem, tree_problem};
pub(crate) use step::Search;
