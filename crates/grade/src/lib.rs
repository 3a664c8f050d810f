//! The grader: runs students' programs on cases, and finds out what they did wrong.
//!
//! ```text
//! cases + answer key ──▶ Exam ──run──▶ Run ──judge──▶ Verdict … ──common cause──▶ Marks … ──▶ Class
//!                         ▲
//! submission ──build──▶ Program
//! ```
//!
//! - [`cases`] generates cases from a seed or reads them from a folder;
//! - [`exam`] gets the right answers once, runs programs and collects marks;
//! - [`run`] runs one program on one case, in a folder of its own and within limits (Unix);
//! - [`judge`] compares outputs; [`cause`] is what it can find, as data;
//! - [`submission`] finds, copies and compiles what a student handed in, with the tools in a [`toolbox`];
//! - [`stack_search`] and [`path_search`] replay the searches of the courses, correctly or with mistakes: to choose cases that
//!   reveal them, and to find which rule was broken;
//! - [`common`] finds the one cause that explains all failed cases of a program.
//!
//! The course programs are not part of this crate: the caller provides them as an [`exam::AnswerKey`].

pub mod board;
pub mod cases;
pub mod cause;
pub mod common;
pub mod exam;
#[doc(hidden)]
pub mod fuzz;
pub mod judge;
pub mod menu_file;
pub mod path_search;
pub mod program;
pub mod run;
mod schedule;
pub mod stack_search;
pub mod submission;
pub mod toolbox;

pub use cases::{Case, Course};
pub use cause::{Cause, Difference, Failure};
pub use common::CommonCause;
pub use exam::{AnswerKey, Class, Exam, ExamError, Marks, Row, RowResult, Verdict};
pub use judge::{Answer, JudgeOptions};
pub use program::{Program, ProgramError};
pub use run::{Ending, Isolation, Limits, RunError};
