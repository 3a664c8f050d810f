//! `check` and `compare` as processes: pictures, keys, standard input, interrupts.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn hueco(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.args(arguments).env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    hueco(arguments).output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// The picture that a command writes, in a language.
fn picture(arguments: &[&str], lang: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("picture.svg");
    let output = run(&[arguments, &["--lang", lang, "--svg", file.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!output.stdout.is_empty(), "the words come too");
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn pictures_speak_both_languages() {
    let check = ["check", "misplaced-blank", "--size", "2x3"];
    for (lang, words) in [("en", ["too large", "exact", "boards"]), ("es", ["demasiado grande", "exacta", "tableros"])]
    {
        let svg = picture(&check, lang);
        assert!(words.iter().all(|word| svg.contains(word)), "{svg}");
    }
    assert!(!picture(&["check", "manhattan", "--size", "2x3"], "en").contains("too large"));

    let one = ["compare", "8 6 7 / 2 5 4 / 3 0 1", "-a", "bfs,astar", "-H", "manhattan", "--max-nodes", "20k"];
    for (lang, words) in [("en", ["stopped by a limit: nodes", "length 31, optimal"]), ("es", ["parado", "óptima"])] {
        let svg = picture(&one, lang);
        assert!(words.iter().all(|word| svg.contains(word)), "{svg}");
    }

    let many =
        ["compare", "--random", "9", "--size", "3x3", "-a", "bfs,astar", "-H", "manhattan", "--max-nodes", "50k"];
    let svg = picture(&many, "en");
    assert!(svg.contains("astar+manhattan") && svg.contains("stopped)") && svg.contains("9 boards"), "{svg}");
    assert_eq!(svg, picture(&many, "en"), "the same boards, the same picture");
}

/// The pictures of the documents are what the command draws.
#[test]
fn the_documents_show_what_the_command_draws() {
    let check = ["check", "direct-reversals", "--size", "3x3"];
    let methods = ["-a", "bfs,astar,idastar", "-H", "misplaced,manhattan,linear-conflict", "--max-nodes", "50k"];
    let compare = [&["compare", "--random", "100", "--size", "3x3"], &methods[..]].concat();
    for (name, arguments) in [("check", &check[..]), ("compare", &compare)] {
        for (lang, ending) in [("en", "svg"), ("es", "es.svg")] {
            let file = format!("{}/../../docs/pictures/{name}.{ending}", env!("CARGO_MANIFEST_DIR"));
            let shown = std::fs::read_to_string(&file).unwrap();
            assert!(picture(arguments, lang) == shown, "{file}: made by `hueco {}`", arguments.join(" "));
        }
    }
}

#[test]
fn a_picture_that_cannot_be_written_is_reported() {
    let output = run(&["check", "manhattan", "--size", "2x2", "--svg", "no/such/folder/x.svg"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/folder/x.svg"));
}

#[test]
fn every_key_is_always_there() {
    let found: Vec<Value> = [
        &["check", "manhattan", "--size", "2x2", "--format", "json"][..],
        &["check", "misplaced-blank", "--size", "2x2", "--format", "json"],
        &["check", "manhattan", "--size", "3x3", "--format", "json", "--max-memory", "10"],
    ]
    .into_iter()
    .map(|arguments| lines(&run(arguments)).remove(0))
    .collect();
    assert!(found.iter().all(|object| keys(object) == keys(&found[0])));
    assert_eq!(found[1]["counterexample"]["distance"], 1);
    assert_eq!((&found[2]["stopped_by"], &found[2]["admissible"]), (&"memory".into(), &Value::Null));

    let arguments =
        ["compare", "1 2 3 / 4 5 6 / 0 7 8", "-a", "bfs,astar,dls", "-H", "blind", "--depth", "1", "--format", "json"];
    let rows = lines(&run(&arguments));
    assert_eq!(rows.len(), 6);
    assert!(rows[..3].iter().all(|row| keys(row) == keys(&rows[0]) && row["kind"] == "run"));
    assert!(rows[3..].iter().all(|row| keys(row) == keys(&rows[3]) && row["kind"] == "total"));
    assert_eq!((&rows[2]["outcome"], &rows[2]["stopped_by"]), (&"stopped".into(), &"depth".into()));
    assert_eq!(rows[5]["stopped"]["depth"], 1);
}

#[test]
fn boards_come_by_standard_input_and_a_bad_one_is_reported() {
    let fed = |input: &[u8]| {
        let mut child = hueco(&["compare", "-", "-a", "bfs", "--format", "csv"]).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    };
    let output = fed(b"1 2 3 / 4 5 6 / 7 0 8\n1 2 / 0 3\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    let output = fed(b"1 2 3 / 4 5 6 / 7 0 8\n1 2 / 3\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2"));
    assert_eq!(fed(b"").status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn an_interrupted_check_reports_what_it_knows() {
    let arguments = ["check", "manhattan", "--size", "3x4", "--threads", "1", "--format", "json", "--progress", "json"];
    let mut child = hueco(&arguments).spawn().unwrap();
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    progress.read_line(&mut line).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["all"], 239_500_800);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let reader = std::thread::spawn(move || progress.lines().count());
    let output = child.wait_with_output().unwrap();
    reader.join().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let found = &lines(&output)[0];
    assert_eq!((&found["stopped_by"], &found["admissible"]), (&"interrupt".into(), &Value::Null));
}
