//! The commands of the two READMEs and of the pages in `docs` that have some, run as a reader would run them from the project's root.

use std::fs;
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
    let pages = ["README", "docs/lab", "docs/formats", "docs/algorithms"];
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

/// The blocks of code of a page: what they are (`sh`, `python`, `text`) and their lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            inside = !inside;
            if inside {
                found.push((kind, Vec::new()));
            }
        } else if inside && let Some((_, lines)) = found.last_mut() {
            lines.push(line);
        }
    }
    found
}

/// Whether an output is what a page shows of it: `…` stands for the rest of a line or, alone, for any number of lines.
fn shown(page: &[&str], output: &[&str]) -> bool {
    match page.split_first() {
        None => output.is_empty(),
        Some((&"…", rest)) => (0..=output.len()).any(|skipped| shown(rest, &output[skipped..])),
        Some((line, rest)) => output.split_first().is_some_and(|(printed, others)| {
            let same = line.strip_suffix('…').map_or(line == printed, |start| printed.starts_with(start));
            same && shown(rest, others)
        }),
    }
}

/// The tutorial, followed in an empty folder beside the library of problems. A `python` block is added to the reader's file, or
/// is the whole of it if it begins with the title; a later definition takes the place of an earlier one. A command's comment
/// ends in its exit status. A `text` block is the output of the command before it.
#[test]
fn the_tutorial_of_problem_files_works() {
    for page in ["docs/problems.md", "docs/problems.es.md"] {
        let text = fs::read_to_string(root().join(page)).expect("a page");
        let folder = tempfile::tempdir().expect("a folder");
        let library = folder.path().join("problems");
        fs::create_dir(&library).expect("a folder");
        for entry in fs::read_dir(root().join("problems")).expect("the library") {
            let file = entry.expect("an entry");
            fs::copy(file.path(), library.join(file.file_name())).expect("a copy");
        }

        let (mut program, mut printed, mut commands, mut outputs) = (String::new(), None, 0, 0);
        for (kind, lines) in blocks(&text) {
            match kind {
                "python" => {
                    if lines.first().is_some_and(|line| line.starts_with("title")) {
                        program.clear();
                    }
                    program += &lines.join("\n");
                    program += "\n\n";
                    fs::write(folder.path().join("river.star"), &program).expect("a file");
                }
                "sh" => {
                    for line in lines {
                        let (command, comment) = line.split_once(" # ").unwrap_or((line, "0"));
                        let status = comment.split_whitespace().last().and_then(|word| word.parse().ok());
                        let output = Command::new(env!("CARGO_BIN_EXE_hueco"))
                            .args(words(command.strip_prefix("hueco ").expect("a command of hueco")))
                            .env("LC_ALL", "C")
                            .current_dir(folder.path())
                            .output()
                            .expect("the command runs");
                        let answer = [output.stdout, output.stderr]
                            .map(|bytes| String::from_utf8(bytes).expect("text"))
                            .concat();
                        assert_eq!(output.status.code(), status, "{page}: {line}: {answer}");
                        printed = Some(answer);
                        commands += 1;
                    }
                }
                "text" => {
                    let printed = printed.take().expect("a command before its output");
                    let output: Vec<&str> = printed.lines().map(str::trim_end).collect();
                    assert!(
                        shown(&lines, &output),
                        "{page} shows:\n{}\nbut this was printed:\n{printed}",
                        lines.join("\n")
                    );
                    outputs += 1;
                }
                _ => {}
            }
        }
        assert!(commands >= 15 && outputs >= 9, "{page} is followed to its end");
    }
}
