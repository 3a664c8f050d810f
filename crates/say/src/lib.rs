//! Everything hueco says to a person, in English and Spanish.
//!
//! ```text
//! catalogue.rs   the `messages!` macro: a message cannot exist in one language only
//! lang.rs        which language to use, and how numbers are written in it
//! counted.rs     numbers with their nouns, singular and plural
//! nearest.rs     which name a misspelt one was meant to be
//! boards.rs …    the messages, one file a topic
//! errors.rs      `Say` for the typed errors of the libraries; formulas.rs has those of formulas, with a caret line
//! grade.rs …     the grader: its messages, and `Say` for what it finds
//! ```
//! Libraries return typed errors and print nothing; here they become sentences. A message is a function of its
//! placeholders, so a forgotten or misspelt placeholder does not compile, in either language.

mod catalogue;
mod errors;
mod lang;
mod nearest;

pub mod answers;
pub mod bench;
pub mod boards;
pub mod check;
pub mod commands;
pub mod compare;
pub mod counted;
pub mod courses;
pub mod experiment;
pub mod explore;
pub mod farm;
pub mod files;
pub mod formulas;
pub mod grade;
#[cfg(feature = "script")]
mod interpreter;
pub mod limits;
pub mod options;
#[cfg_attr(target_arch = "wasm32", path = "no_pictures.rs")]
pub mod pictures;
pub mod play;
pub mod problems;
pub mod progress;
pub mod python;
pub mod quiz;
pub mod requests;
pub mod serve;
pub mod sums;
pub mod tables;
pub mod trace;
pub mod tree;
pub mod usage;
pub mod verify;

pub use catalogue::{Message, all};
pub use errors::{Say, fault_in_goal, fault_in_line, suggested, unknown_algorithm, why_unsolvable};
pub use lang::Lang;
pub use nearest::nearest;
