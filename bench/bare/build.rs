//! Makes a copy of the engine in whose best-first loop `observer.event(…)` is nothing at all: the same, without the hook.
//!
//! The copy is made from the sources as they are, so it cannot fall behind them.

use std::path::{Path, PathBuf};
use std::{env, fs};

const CALL: &str = "observer.event(";

fn main() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/search/src");
    println!("cargo::rerun-if-changed={}", sources.display());
    let lib = fs::read_to_string(sources.join("lib.rs")).expect("readable");
    let exports = lib.lines().filter(|line| line.starts_with("pub use")).fold(String::new(), |all, line| all + line + "\n");
    let target = PathBuf::from(env::var("OUT_DIR").expect("set by cargo")).join("engine.rs");
    fs::write(target, exports + &modules(&sources)).expect("writable");
}

/// The modules of a folder, one inside the other as the files are.
fn modules(folder: &Path) -> String {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the engine's sources").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let mut all = String::new();
    for file in files {
        let name = file.file_stem().expect("a name").to_str().expect("in Unicode");
        if matches!(name, "lib" | "mod") {
            continue;
        }
        let text = if file.is_dir() { module(&file.join("mod.rs")) + &modules(&file) } else { module(&file) };
        let text = if name == "best_first" { without_calls(&text) } else { text };
        all += &format!("pub mod {name} {{\n{text}\n}}\n");
    }
    all
}

/// A file without its essay, and without the names of the modules inside it.
fn module(file: &Path) -> String {
    let text = without_head(&fs::read_to_string(file).expect("readable"));
    let is_name = |line: &&str| line.ends_with(';') && (line.starts_with("mod ") || line.starts_with("pub mod "));
    text.lines().filter(|line| !is_name(line)).fold(String::new(), |all, line| all + line + "\n")
}

/// Without the essay at the head, which may only stand at the head of a file.
fn without_head(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("//!")).fold(String::new(), |all, line| all + line + "\n")
}

/// With every observer call replaced by its answer.
fn without_calls(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(CALL) {
        out += &rest[..at];
        out += "std::ops::ControlFlow::<crate::observer::Stop>::Continue(())";
        let arguments = &rest[at + CALL.len()..];
        let mut open = 1;
        let end = arguments.find(|letter| {
            open += match letter {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            open == 0
        });
        rest = &arguments[end.expect("a closed call") + 1..];
    }
    out + rest
}
