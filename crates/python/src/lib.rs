//! The native part of the Python package `hueco`.
//!
//! ```text
//! python/hueco/*.py          what users see: functions, results, pictures
//!        │ a kind and its fields, as on the command line          ▲ JSON, pictures, Python objects
//!        ▼                                                        │
//! workbench.rs ── Request ──▶ hueco_jobs::run ──▶ Outcome ────────┤   boards, number puzzles, problem files: without the lock
//! problem/     ── a Python object as a Problem ──▶ hueco_search ──┘   with the lock: its functions are Python's
//! ```
//! | file | what it holds |
//! |---|---|
//! | `workbench.rs` | requests and batches on the tables of a session |
//! | `tables.rs`, `explore.rs`, `source.rs` | pattern databases of the folder; whole spaces; problem files |
//! | `fields.rs` | Python's values as the fields of a request |
//! | `detach.rs` | work without the interpreter's lock that Ctrl-C ends |
//! | `errors.rs` | typed errors as Python's exceptions |
//! | `problem/` | problems that are written in Python |
//! | `command.rs` | `python -m hueco` |

mod command;
mod detach;
mod errors;
mod explore;
mod fields;
mod problem;
mod source;
mod tables;
mod workbench;

use pyo3::prelude::*;

/// The native part of `hueco`.
#[pymodule]
mod _hueco {
    #[pymodule_export]
    use crate::command::{command, instances, language, names};
    #[pymodule_export]
    use crate::explore::explore_boards;
    #[pymodule_export]
    use crate::problem::{Event, Node, Search, solve_problem, trace_problem, tree_problem};
    #[pymodule_export]
    use crate::source::Source;
    #[pymodule_export]
    use crate::workbench::Workbench;
}
