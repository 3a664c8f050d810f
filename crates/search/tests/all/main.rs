//! The tests of the search library from outside, all in one program: to link many takes longer than to run them.

mod agreement;
mod best_first;
mod common;
mod endings;
mod events;
mod every;
mod growth;
mod laws;
mod memory;
mod paths;
mod recorded;
mod records;
mod resume;
mod textbook;
mod threads;
