//! Search problems written in a file.
//!
//! A problem file is a [Starlark](https://github.com/bazelbuild/starlark) program (Python's syntax; deterministic, without
//! input or output) that defines a start, a goal and actions, and perhaps heuristics. Every algorithm of `hueco-search`
//! runs on it, with its limits, counters and events.
//!
//! ```
//! use std::sync::Arc;
//!
//! use hueco_script::{Options, ProblemFile, run};
//! use hueco_search::Budget;
//!
//! let source = r#"
//! start = (0, 0)                      # litres in a jug of 3 and in one of 5
//! def goal(s): return s[1] == 4
//! def actions(s):
//!     a, b = s
//!     there, back = min(a, 5 - b), min(b, 3 - a)
//!     return [
//!         ("fill 3", (3, b)), ("fill 5", (a, 5)), ("empty 3", (0, b)), ("empty 5", (a, 0)),
//!         ("pour 3 into 5", (a - there, b + there)), ("pour 5 into 3", (a + back, b - back)),
//!     ]
//! "#;
//! let file = Arc::new(ProblemFile::load("jugs.star", source, &[])?);
//! let answer = run(&file, &Options::default(), &mut Budget::unlimited(), None)?;
//! let path = answer.path.expect("it can be done");
//! assert_eq!((path.cost, answer.optimal), (6, true));
//! assert_eq!(path.actions[0], "fill 5");
//! assert_eq!(path.states[6].to_string(), "(3, 4)");
//! # Ok::<(), hueco_script::ScriptError>(())
//! ```
//!
//! ```text
//! text ──load──▶ ProblemFile ──▶ ScriptProblem (a Problem) ──search──▶ ScriptAnswer
//!                (frozen, Sync)    │        ▲ Guide (a Heuristic): functions, tables of abstractions
//!                                  ▼        │
//!                            Interpreter: calls through heaps that live for a batch of them
//! ```
//! | file | what it is |
//! |---|---|
//! | `load.rs`, `parameters.rs` | a text becomes a [`ProblemFile`]: every name is checked; `param` |
//! | `guard.rs`, `edit.rs`, `nesting.rs`, `limits.rs`, `pulse.rs` | what keeps a file from taking the process with it: memory, depth, steps, time; calls that never end, seen from outside |
//! | `interpreter.rs` | questions about a state, answered by calls |
//! | `state.rs`, `problem.rs` | states as packed bytes; the file as a [`Problem`](hueco_search::Problem) |
//! | `heuristic.rs`, `abstraction.rs` | estimates by functions, and by tables of a simpler space |
//! | `space.rs` | states with numbers and the edges between them, for tables, checks and all solutions |
//! | `run.rs`, `every.rs`, `check.rs`, `replay.rs`, `show.rs`, `walks.rs` | what can be asked: a solution, all solutions, a judgement of a heuristic, a replay, texts for traces, other starts |
//! | `unproven.rs` | why a solution is not called optimal |
//! | `instances.rs` | lines of parameters, for many runs of one file |
//! | `error.rs` | every mistake, with its place |

mod abstraction;
mod check;
mod edit;
mod error;
mod every;
#[doc(hidden)]
pub mod fuzz;
mod guard;
mod heuristic;
mod instances;
mod interpreter;
mod limits;
mod load;
mod nesting;
mod parameters;
mod problem;
mod pulse;
mod replay;
mod run;
mod show;
mod space;
mod state;
mod unproven;
mod walks;

pub use check::{Checked, Drop, Overestimate, Verdict, check};
pub use error::{Expected, Mistake, Position, ScriptError};
pub use every::Every;
pub use heuristic::{Estimate, Guide, HeuristicSpec};
pub use instances::{ParameterError, ParameterFault, ParameterLine, read_parameters};
pub use limits::Limits;
pub use load::ProblemFile;
pub use problem::{BackwardScript, Ordinal, ScriptProblem, Steps};
pub use pulse::Pulse;
pub use replay::{Replay, replay};
pub use run::{Options, Outcome, Path, ScriptAnswer, run, run_from, run_reporting};
pub use show::{Picture, drawings};
pub use state::State;
pub use unproven::Unproven;
pub use walks::RandomWalks;
