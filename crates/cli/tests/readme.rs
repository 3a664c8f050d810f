//! The commands of the two READMEs and of the pages in `docs` that have some, run as a reader would run them from the project's root.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines of the `sh` blocks that begin with `hueco`, or with the `cargo run` that stands for it.
fn commands(readme: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(root().join(readme)).expect("a README");
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside {
            let line = line.strip_prefix("cargo run --release --package hueco -- ").or(line.strip_prefix("hueco "));
            found.extend(line.map(words));
        }
    }
    found
}

/// A command line's words; double quotes keep spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (part, quoted) in line.split('"').zip([false, true].into_iter().cycle()) {
        if quoted {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn every_command_of_the_readmes_works() {
    let pages = ["README", "docs/lab", "docs/formats"];
    for readme in pages.iter().flat_map(|page| [format!("{page}.md"), format!("{page}.es.md")]) {
        let commands = commands(&readme);
        assert!(commands.len() >= 5, "{readme} shows what the command can do");
        for words in commands {
            let output = Command::new(env!("CARGO_BIN_EXE_hueco"))
                .args(&words)
                .current_dir(root())
                .output()
                .expect("the command runs");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{readme}: hueco {words:?}: {errors}");
            assert!(!output.stdout.is_empty(), "{readme}: hueco {words:?} prints something");
        }
    }
}
