//! The Python package: its tests, and the wheel.
//!
//! The tests use the extension that `cargo test` has built with everything else: a package is put together around it, and
//! `crates/python/tests/run.py` makes an environment under `target` and runs the type checker, pytest and the notebooks there.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::background::Background;
use crate::needs;
use crate::notices;
use crate::steps::{Done, cargo, root, step, target};

/// What makes wheels, and compresses them as asked.
const MATURIN: &str = "maturin>=1.16,<2";

fn folder() -> PathBuf {
    root().join("crates/python")
}

/// The tests, with the extension that was built into `target`.
fn tests(target: &Path) -> Command {
    let mut command = Command::new("python3");
    command
        .arg(folder().join("tests/run.py"))
        .arg(target.join("debug/deps").join(library()))
        .arg(target.join("python"));
    command.current_dir(root());
    command
}

/// What cargo calls the extension.
fn library() -> &'static str {
    if cfg!(target_os = "macos") { "lib_hueco.dylib" } else { "lib_hueco.so" }
}

/// Starts the tests in the background.
pub(crate) fn start(target: &Path) -> Result<Background, String> {
    Background::start("the Python package works", "python.log", tests(target))
}

/// The package alone: the extension is built as for all tests, so that nothing is built twice.
pub(crate) fn alone() -> Done {
    needs::for_tests()?;
    let mut build = cargo(&["test", "--workspace", "--test", "package"]);
    step("the extension is built", build.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    step("the Python package works", &mut tests(&target()))
}

/// The wheel, by maturin in an environment of its own; its file.
pub(crate) fn wheel() -> Result<PathBuf, String> {
    needs::for_tests()?;
    let environment = target().join("maturin");
    let python = environment.join("bin/python");
    if !python.is_file() {
        step("Python has an environment", Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    step("maturin is installed", Command::new(&python).args(["-m", "pip", "install", "--quiet", MATURIN]))?;
    let licences = folder().join(notices::FILE);
    std::fs::write(&licences, notices::of("hueco-python")?)
        .map_err(|error| format!("{}: {error}", licences.display()))?;
    let wheels = target().join("wheels");
    // What an earlier version left there is not this one.
    let _ = std::fs::remove_dir_all(&wheels);
    let mut build = Command::new(&python);
    build.args(["-m", "maturin", "build", "--profile", "wheel", "--locked", "--manifest-path"]);
    build.arg(folder().join("Cargo.toml")).args(["--compression-level", "9", "--out"]).arg(&wheels);
    step("the wheel is built", &mut build)?;
    let files = std::fs::read_dir(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    let wheel =
        files.filter_map(|file| Some(file.ok()?.path())).find(|file| file.extension().is_some_and(|e| e == "whl"));
    let wheel = wheel.ok_or_else(|| format!("there is no wheel in {}", wheels.display()))?;
    println!("\nxtask: {}", wheel.display());
    Ok(wheel)
}
