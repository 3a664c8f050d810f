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

/// A file has the form that its name ends in; a name that says something else is refused before the search begins.
#[test]
fn a_file_is_what_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let tree = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
        command.args(["tree", "1 2 / 0 3", "-a", "bfs"]).args(options).current_dir(folder.path()).env("LC_ALL", "C");
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    for (name, start) in [
        ("a.svg", "<svg"),
        ("a.SVG", "<svg"),
        ("a.dot", "digraph"),
        ("a.gv", "digraph"),
        ("a.json", "{"),
        ("a.txt", "Search tree"),
        ("no-ending", "<svg"),
    ] {
        assert_eq!(tree(&["-o", name]), (Some(0), String::new(), String::new()));
        assert!(std::fs::read_to_string(folder.path().join(name)).unwrap().starts_with(start), "{name}");
    }
    assert_eq!(tree(&["-o", "notes.1", "--format", "text"]).0, Some(0));
    let written = std::fs::read_dir(folder.path()).unwrap().count();
    for (options, expected) in [
        (&["-o", "a.png"][..], "`rsvg-convert -f png -o a.png a.svg`"),
        (&["-o", "b.PDF", "--format", "svg"], "svg, dot, json and text"),
        (&["-o", "b.bmp"], "expected one of: .svg, .dot, .json, .txt"),
        (&["-o", "b.svg", "--format", "dot"], "`--format dot` contradicts the file's name, `b.svg`"),
        (&["-o", "b.png", "--lang", "es"], "hueco no puede escribir png"),
        (&["-o", "b.bmp", "--lang", "es"], "se esperaba una de: .svg, .dot, .json, .txt"),
        (&["-o", "b.svg", "--format", "text", "--lang", "es"], "se esperaba la terminación .txt"),
    ] {
        let (status, printed, said) = tree(options);
        assert_eq!((status, printed.as_str()), (Some(2), ""), "{options:?}");
        assert!(said.contains(expected), "{said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), written);
    // Where nobody looks, standard output is the picture; `-` is standard output.
    for options in [&[][..], &["-o", "-"]] {
        assert!(tree(options).1.starts_with("<svg"));
    }
    assert!(tree(&["-o", "-", "--format", "text"]).1.starts_with("Search tree"));
}

/// By util-linux's `script`.
#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_the_tree_is_text_that_fits() {
    let on_terminal = |columns: u32, options: &str| {
        let hueco = env!("CARGO_BIN_EXE_hueco");
        let board = "'8 6 7 / 2 5 4 / 3 0 1' -a astar --draw-nodes 60 --quiet";
        let command = format!("stty rows 24 cols {columns}; {hueco} tree {board} {options}");
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).stdin(std::process::Stdio::null());
        String::from_utf8(script.env("LC_ALL", "C").env("TERM", "xterm").output().unwrap().stdout).unwrap()
    };
    for (columns, options) in [(80, ""), (80, "-o -"), (100, "--format text")] {
        let text = on_terminal(columns, options);
        assert!(text.starts_with("Search tree: astar with manhattan"), "{text}");
        let (_, rows) = text.split_once("\r\n\r\n").unwrap();
        assert!(rows.lines().all(|row| row.chars().count() <= columns as usize), "{text}");
        assert!(rows.contains("⋯ ") && rows.contains(" ★"), "{text}");
    }
    assert!(on_terminal(80, "--format svg").starts_with("<svg"));
}

/// The trace of any problem that `docs/trace.md` shows is one.
#[test]
fn the_documented_trace_of_any_problem_is_drawn() {
    for (page, action) in [("docs/trace.md", "fill 5"), ("docs/trace.es.md", "llenar 5")] {
        let text = std::fs::read_to_string(root().join(page)).unwrap().replace("\r\n", "\n");
        let is_trace = |block: &&str| block.starts_with("json\n") && block.contains(r#""domain":"any""#);
        let block = text.split("```").find(is_trace).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let trace = folder.path().join("any.jsonl");
        std::fs::write(&trace, block.strip_prefix("json\n").unwrap()).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
        let output = command.args(["tree", "--format", "text", "--trace"]).arg(&trace).output().unwrap();
        assert!(output.status.success(), "{page}: {}", String::from_utf8_lossy(&output.stderr));
        let tree = String::from_utf8(output.stdout).unwrap();
        assert!(tree.ends_with(&format!("#2      g1  └─ {action}  (0, 5)\n")), "{tree}");
    }
}
