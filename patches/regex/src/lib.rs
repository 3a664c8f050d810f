//! `regex` by `regex-lite`, which has the same names for what is used here.
//!
//! The interpreter of problem files reads the documentation of its functions by regular expressions. hueco never asks for that
//! documentation, but the tables of functions refer to what would read it, so it is part of everything that runs problem
//! files. `regex` with its automata and the tables of Unicode would be a quarter of the page's module for problem files.

pub use regex_lite::*;
