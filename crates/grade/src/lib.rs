//! The evaluator: runs students' programs on cases, and says what they did wrong.
//!
//! ```text
//! cases ──ask──▶ answers ──▶ Exam ──run──▶ Run ──judge──▶ Verdict … ──▶ Marks … ──▶ Class
//! ```
//!
//! - [`cases`] makes cases from a seed or reads them from a folder;
//! - [`exam`] asks for the right answers once, runs programs and collects marks;
//! - [`run`] runs one program on one case, in a folder of its own and within limits (Unix);
//! - [`judge`] compares; [`why`] holds what it can say, as data;
//! - [`stack_search`] replays the `menu` search, right or with one mistake, to find which rule was broken.
//!
//! The course programs themselves are not here: whoever calls brings them as [`exam::Answers`].

pub mod board;
pub mod cases;
pub mod exam;
pub mod judge;
pub mod menu_file;
pub mod program;
pub mod run;
pub mod stack_search;
pub mod why;

pub use cases::{Case, Course};
pub use exam::{Answers, Class, Exam, ExamError, Marks, Row, RowResult, Verdict};
pub use judge::{Answer, Standard};
pub use program::{Program, ProgramError};
pub use run::{Ending, Limits, RunError};
pub use why::{Difference, Failure, Why};
