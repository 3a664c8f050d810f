//! The tests of sliding tiles from outside, all in one program: to link many takes longer than to run them.

mod anytime;
mod check;
mod common;
mod construct;
mod every;
mod formula;
mod fuzz_corpus;
mod gauge;
mod heuristics;
mod instances;
mod moves;
mod neighbours;
mod optimal;
mod parity;
mod parse;
mod pattern;
mod pattern_truth;
mod random;
mod read;
mod recorded;
mod sets;
mod solve;
mod space;
