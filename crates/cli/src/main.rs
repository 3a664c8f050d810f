//! The `hueco` command as a program of its own: see the library.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let again = std::env::current_exe().map(OsString::from).into_iter().collect();
    ExitCode::from(hueco::command(std::env::args_os().collect(), again))
}
