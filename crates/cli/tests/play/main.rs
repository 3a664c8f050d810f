//! `hueco play` in a terminal: a pseudo-terminal, keys typed into it, and the screen as an emulator shows it.
#![cfg(target_os = "linux")]

mod boards;
mod colours;
mod ends;
#[path = "../faults/mod.rs"]
mod faults;
mod problems;
mod records;
mod screens;
mod terminal;
mod windows;

/// A board that two moves solve.
const EASY: &str = "1 2 3 / 4 5 6 / 0 7 8";
