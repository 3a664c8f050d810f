//! One step of a task: a command, what it shows, whether it succeeded and how long it took.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// How a step or a task ends: well, or with a sentence that says what is wrong.
pub(crate) type Done = Result<(), String>;

/// A cargo command at the project's root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).current_dir(root());
    command
}

/// Runs one step. `what` is a sentence that holds when the command succeeds.
pub(crate) fn step(what: &str, command: &mut Command) -> Done {
    println!("\nxtask: {what}: {}", shown(command));
    let started = Instant::now();
    if command.get_current_dir().is_none() {
        command.current_dir(root());
    }
    let status = command.status().map_err(|error| format!("{}: {error}", shown(command)))?;
    if status.success() {
        println!("xtask: {what}: yes, in {:.0} s", started.elapsed().as_secs_f64());
        Ok(())
    } else {
        Err(format!("{what}: no ({status})"))
    }
}

/// What a command prints, or nothing where it cannot be run or fails.
pub(crate) fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// A command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args()).map(|word| word.to_string_lossy());
    let quoted = words.map(|word| if word.contains(' ') { format!("'{word}'") } else { word.into_owned() });
    quoted.collect::<Vec<_>>().join(" ")
}

/// The project's root.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}
