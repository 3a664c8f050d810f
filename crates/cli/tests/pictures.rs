//! The pictures of the documents are what the command draws, to the byte. After a wanted change run with `HUECO_PICTURES=overwrite`
//! and look at them.

use std::path::{Path, PathBuf};
use std::process::Command;

const EXAMPLE: [&str; 3] = ["2 8 3 / 1 6 4 / 7 5 0", "--goal", "1 2 3 / 8 0 4 / 7 6 5"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn picture(name: &str, arguments: &[&str]) {
    for lang in ["en", "es"] {
        let output = Command::new(env!("CARGO_BIN_EXE_hueco"))
            .arg("tree")
            .args(arguments)
            .args(["--lang", lang])
            .current_dir(root())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let path = root().join(format!("docs/pictures/{name}.{lang}.svg"));
        if std::env::var("HUECO_PICTURES").is_ok_and(|value| value == "overwrite") {
            std::fs::write(&path, &output.stdout).unwrap();
        }
        // A checkout may have changed the line ends.
        let golden = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        assert!(golden.as_bytes() == output.stdout, "{name}.{lang}.svg is not what the command draws");
    }
}

#[test]
fn the_example_of_the_astar_course() {
    let method = ["-a", "astar", "-H", "misplaced-blank", "--ties", "fifo", "--order", "UDLR"];
    picture("astar", &[&EXAMPLE[..], &method].concat());
}

#[test]
fn a_tree_for_each_round() {
    picture("idastar", &[&EXAMPLE[..], &["-a", "idastar", "-H", "misplaced"]].concat());
}

#[test]
fn the_cross_of_the_sums_course() {
    picture("cross", &["--sums", "puzzles/cross.sums"]);
}

/// What is written to a file is whole or not there, and a tree drawn from a trace is the tree of the search.
#[test]
fn a_recorded_search_draws_the_same_tree() {
    let folder = tempfile::tempdir().unwrap();
    let hueco = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
        command.args(arguments).current_dir(folder.path()).env("LC_ALL", "C").output().unwrap()
    };
    let method = ["-a", "nbs", "-H", "manhattan"];
    let drawn = hueco(&[&["tree"], &EXAMPLE[..], &method].concat());
    assert!(hueco(&[&["solve"], &EXAMPLE[..], &method, &["--trace", "t.jsonl"]].concat()).status.success());
    assert!(hueco(&["tree", "--trace", "t.jsonl", "-o", "tree.svg"]).status.success());
    assert_eq!(std::fs::read(folder.path().join("tree.svg")).unwrap(), drawn.stdout);
    assert!(hueco(&["tree", "--trace", "t.jsonl", "-o", "tree.dot"]).status.success());
    assert!(std::fs::read_to_string(folder.path().join("tree.dot")).unwrap().starts_with("digraph"));
    let mut names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["t.jsonl", "tree.dot", "tree.svg"]);
    let nowhere = hueco(&[&["solve"], &EXAMPLE[..], &["--trace", "no/such/folder.jsonl"]].concat());
    assert_eq!((nowhere.status.code(), nowhere.stdout.len()), (Some(1), 0));
}
