//! The copy, built by cargo.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Fault;
use crate::tree::Tree;

/// One place that the compiler objects to.
pub(crate) struct CompileError {
    /// Relative to the project's root.
    pub(crate) file: PathBuf,
    pub(crate) line: usize,
    /// All that the compiler says about it.
    pub(crate) text: String,
}

/// Builds the tests of the crate: the programs, or what the compiler objects to.
pub(crate) fn build(tree: &Tree) -> Result<Result<Vec<PathBuf>, Vec<CompileError>>, Fault> {
    // The compiler objects sooner where it need not build anything.
    match run(&mut cargo(tree, "check"))? {
        Ok(_) => run(cargo(tree, "test").arg("--no-run")),
        refused => Ok(refused),
    }
}

fn run(command: &mut Command) -> Result<Result<Vec<PathBuf>, Vec<CompileError>>, Fault> {
    let output = command.arg("--message-format=json").stderr(Stdio::null()).output()?;
    let mut programs = Vec::new();
    let mut errors = Vec::new();
    for line in output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let message: Value = serde_json::from_slice(line)?;
        match message["reason"].as_str() {
            Some("compiler-artifact") if message["profile"]["test"] == true => {
                programs.extend(message["executable"].as_str().map(PathBuf::from));
            }
            Some("compiler-message") if message["message"]["level"] == "error" => {
                places(&message["message"], &mut errors);
            }
            _ => {}
        }
    }
    match (output.status.success(), errors.is_empty()) {
        (true, _) => {
            // Cargo names them in any order; a suite knows them by their place.
            programs.sort();
            Ok(Ok(programs))
        }
        (false, false) => Ok(Err(errors)),
        (false, true) => Err("cargo fails without an error of the compiler".into()),
    }
}

fn cargo(tree: &Tree, task: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args([task, "--package", tree.package()]).arg("--target-dir").arg(tree.results().join("build"));
    // Nobody steps through a mutant.
    command.envs([("CARGO_PROFILE_DEV_DEBUG", "0"), ("CARGO_PROFILE_TEST_DEBUG", "0")]).current_dir(tree.root());
    command
}

/// Where a message points to, also through macros.
fn places(message: &Value, errors: &mut Vec<CompileError>) {
    let text = message["rendered"].as_str().unwrap_or_default();
    let spans = message["spans"].as_array().into_iter().flatten().filter(|span| span["is_primary"] == true);
    for span in spans {
        let mut span = span;
        loop {
            if let (Some(file), Some(line)) = (span["file_name"].as_str(), span["line_start"].as_u64()) {
                errors.push(CompileError { file: PathBuf::from(file), line: line as usize, text: text.to_owned() });
            }
            span = &span["expansion"]["span"];
            if span.is_null() {
                break;
            }
        }
    }
}
