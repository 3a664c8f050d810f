//! The tests of the course programs from outside, all in one program: to link many takes longer than to run them.

mod astar;
mod formal;
mod fuzz_corpus;
mod menu;
mod solver;
mod sums;
