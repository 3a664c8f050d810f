//! Which requests this program answers: all of them, unless it is a module of a page.
//!
//! A page fetches a module before anything of it runs, so there are three, and two of them are fetched when first needed: courses and
//! number puzzles (the feature `courses`), and problem files (`script`). The first has all about boards. Nothing of what a
//! module does not answer is compiled into it.

const IS_MODULE: bool = cfg!(target_arch = "wasm32");

/// What the page never asks for: trees and questions, which it makes of traces, and whatever only programs ask.
pub const UNUSED_BY_PAGES: bool = !IS_MODULE;

/// Requests about boards.
pub const BOARDS: bool = !IS_MODULE || cfg!(not(any(feature = "courses", feature = "script")));

/// Course programs and number puzzles.
pub const COURSES: bool = !IS_MODULE || cfg!(feature = "courses");

/// Problem files.
pub const FILES: bool = cfg!(feature = "script");
