//! Problem files from the outside: what they may say, what is wrong with them, and what searches make of them.

mod checks;
mod common;
mod events;
mod every;
mod fuzz_corpus;
mod hostile;
mod library;
mod limits;
mod mistakes;
mod recorded;
mod solving;
mod sums;
mod threads;
mod walks;
