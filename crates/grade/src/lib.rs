//! The grader: runs students' programs on cases, and finds out what they did wrong.
//!
//! ```text
//! cases + answer key ──▶ Exam ──run──▶ Run ──judge──▶ Verdict … ──▶ Marks … ──▶ Class
//! ```
//!
//! - [`cases`] generates cases from a seed or reads them from a folder;
//! - [`exam`] gets the right answers once, runs programs and collects marks;
//! - [`run`] runs one program on one case, in a folder of its own and within limits (Unix);
//! - [`judge`] compares outputs; [`cause`] is what it can find, as data;
//! - [`stack_search`] replays the `menu` search, correctly or with one mistake, to find which rule was broken.
//!
//! The course programs are not part of this crate: the caller provides them as an [`exam::AnswerKey`].

pub mod board;
pub mod cases;
pub mod cause;
pub mod exam;
pub mod judge;
pub mod menu_file;
pub mod program;
pub mod run;
pub mod stack_search;

pub use cases::{Case, Course};
pub use cause::{Cause, Difference, Failure};
pub use exam::{AnswerKey, Class, Exam, ExamError, Marks, Row, RowResult, Verdict};
pub use judge::{Answer, JudgeOptions};
pub use program::{Program, ProgramError};
pub use run::{Ending, Limits, RunError};
