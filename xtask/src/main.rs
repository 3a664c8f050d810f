//! The project's own tasks. `cargo xtask test` is the test command: everything that must hold, on a fresh machine.
//!
//! The command line becomes a [`Task`], and a task is a row of steps. Each step is one command, printed before it runs;
//! the first that fails ends the task. Nothing is skipped silently: what is left out is named at the end. This crate has
//! no dependencies, so that a task begins seconds after it was typed.

mod background;
mod browser;
mod dist;
mod lint;
mod needs;
mod notices;
mod python;
mod site;
mod soak;
mod steps;
mod task;
mod test;
mod tools;
#[cfg(test)]
mod unsafe_code;

use std::process::ExitCode;

use task::{HELP, Task};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let task = match Task::parse(&words) {
        Ok(task) => task,
        Err(fault) => {
            eprintln!("xtask: {fault}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let done = match task {
        Task::Help => {
            print!("{HELP}");
            Ok(())
        }
        Task::Test { browser } => test::run(browser),
        Task::Lint => lint::run(),
        Task::Browser => browser::alone(),
        Task::Dist { binary } => dist::run(binary),
        Task::Site { test: false } => site::make().map(|_| ()),
        Task::Site { test: true } => browser::site(),
        Task::Python => python::alone(),
        Task::Wheel => python::wheel().map(|_| ()),
        Task::Package => tools::package(),
        Task::Bench { names } => tools::bench(&names),
        Task::Fuzz { target, seconds } => tools::fuzz(target.as_deref(), seconds),
        Task::Soak { minutes, binary } => soak::run(minutes, binary),
        Task::Models => tools::models(),
        Task::Sanitize => tools::sanitize(),
        Task::Miri => tools::miri(),
        Task::Audit => tools::audit(),
        Task::Mutants { arguments } => tools::mutants(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\nxtask: {message}");
            ExitCode::FAILURE
        }
    }
}
