//! Everything hueco can be asked, as values. One way from every front end to the engine:
//!
//! ```text
//! argv ────────┐
//! HTTP ────────┼─▶ Request ──run(request, &Workbench, &mut dyn Events)──▶ Outcome ──▶ text · JSON · picture
//! web worker ──┤   one validation                  │ progress, better solutions
//! Python ──────┘                                   ▼ and the flag that ends the run
//! ```
//! A front end fills a [`Request`] from what it is given (options, JSON, arguments), runs it and shows its [`Outcome`]. There is
//! no terminal, no network and no language here: errors are typed, and whatever is words comes through [`Words`].
//!
//! A comparison from a JSON text:
//!
//! ```
//! use hueco_jobs::{Allowance, Outcome, Request, Workbench, run};
//!
//! let text = r#"{"kind": "compare", "board": "8 6 7 / 2 5 4 / 3 0 1", "algorithms": ["astar", "idastar"],
//!                "heuristics": ["manhattan", "max(walking-distance,linear-conflict)"]}"#;
//! let request = Request::read(text.as_bytes(), &Allowance::unlimited())?;
//! let Outcome::Compare(compared) = run(&request, &Workbench::default(), &mut ())? else { unreachable!() };
//! for run in &compared.runs {
//!     println!("{}: {} nodes", compared.methods[run.method].name(), run.generated);
//!     assert_eq!(run.length, Some(31));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `request.rs` | the enums of requests and results, reading from JSON, `run` |
//! | `search.rs` | a search of any kind of problem: a new kind is one more variant |
//! | `problem.rs`, `problem_describe.rs`, `problem_check.rs`, `problem_compare.rs`, `problem_verify.rs` | problem files: solved, described, checked, compared, replayed; `no_problems.rs` stands in their place without the feature `script` |
//! | `solve.rs`, `compare.rs` … | one file per kind: the request, its result, how it runs and how it is written |
//! | `fields.rs`, `read.rs`, `lists.rs`, `tuning.rs` | the fields of a JSON object; those that several kinds share |
//! | `judged.rs` | the output of somebody's own program, judged by the grader's rules |
//! | `limits.rs` | what a run may use, and what a server allows |
//! | `events.rs` | what a run emits |
//! | `error.rs` | why a request is refused, why a run has no result |
//! | `page.rs`, `about.rs`, `samples.rs` | what a page is sent beside results: events and errors as JSON, what can be asked for, samples |
//! | `workbench.rs` | tables that outlive a request |
//! | `part.rs` | what this program answers: everything, except as a module of a page |
//! | `words.rs`, `write.rs` | what of a result is words; results as JSON |

mod about;
mod check;
mod compare;
mod course;
mod error;
mod events;
mod fields;
pub mod fuzz;
mod judged;
mod limits;
mod lists;
#[cfg(not(feature = "script"))]
mod no_problems;
mod page;
mod parse;
pub mod part;
#[cfg(feature = "script")]
mod problem;
#[cfg(feature = "script")]
mod problem_check;
#[cfg(feature = "script")]
mod problem_compare;
#[cfg(feature = "script")]
mod problem_describe;
#[cfg(feature = "script")]
mod problem_quiz;
#[cfg(feature = "script")]
mod problem_verify;
mod quiz;
mod random;
mod read;
mod request;
mod samples;
mod search;
mod solve;
mod sums;
mod trace;
mod tree;
mod tuning;
mod verify;
mod words;
mod workbench;
mod write;

/// In place of the modules that need the interpreter.
#[cfg(not(feature = "script"))]
use no_problems::{
    self as problem, self as problem_check, self as problem_compare, self as problem_describe, self as problem_quiz,
};

pub use about::{Capacity, about};
pub use check::{Check, CheckResult, Estimate};
pub use compare::{Compare, CompareResult, DEFAULT_ALGORITHMS, DEFAULT_HEURISTICS, DEFAULT_NODES};
pub use course::{COURSES, Course, CourseResult, Program};
pub use error::{JobError, RequestError, RequestFault};
pub use events::{Events, JobEvent, Progress};
pub use judged::{Captioned, Judged, Passage};
pub use limits::{Allowance, Limits};
pub use page::{ErrorObject, Feed, Message, alive};
pub use parse::{Parse, ParseResult};
pub use problem::{Problem, ProblemResult, ProblemSource};
pub use problem_check::{ProblemCheck, ProblemCheckResult};
pub use problem_compare::{ProblemCompare, ProblemCompareResult};
pub use problem_describe::{ProblemDescribe, ProblemDescribeResult};
pub use quiz::{Quiz, QuizResult, Topic};
pub use random::{Random, RandomResult};
pub use request::{KINDS, Outcome, Request, run};
pub use samples::{example, problems, puzzles};
pub use search::{Search, SearchResult};
pub use solve::{Solve, SolveResult};
pub use sums::{PuzzleSource, Sums, SumsResult};
pub use trace::{Trace, TraceResult};
pub use tree::{Tree, TreeResult};
pub use tuning::Tuning;
pub use verify::{Verify, VerifyResult};
pub use words::Words;
pub use workbench::Workbench;
#[cfg(feature = "script")]
pub use {
    problem::ProblemObject,
    problem_check::{Drawn, ProblemCheckObject},
    problem_compare::{ProblemRun, ProblemRunObject},
    problem_verify::{ProblemVerify, ProblemVerifyObject, ProblemVerifyResult},
};
