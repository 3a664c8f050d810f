//! `hueco grade` as a teacher runs it: right and wrong programs, a class, both languages, every format.
//!
//! Times are not compared. Programs are in Python; without it these tests are skipped.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../grade/tests/programs")
}

fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: this test needs python3");
    }
    found
}

fn hueco(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.arg("grade").args(arguments).current_dir(programs()).env("LC_ALL", "C").stdin(Stdio::null());
    command
}

fn grade(arguments: &[&str]) -> Output {
    hueco(arguments).output().unwrap()
}

/// Standard output without its times.
fn shown(output: &Output) -> String {
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    // A time that was measured has decimals or is very short; a limit, such as `1 s`, has none.
    let is_time = |[number, unit]: [&str; 2]| {
        let is_measured = unit == "µs" || number.contains(['.', ',']);
        is_measured
            && ["µs", "ms", "s"].contains(&unit)
            && number.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
    };
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.windows(2).map(|pair| [pair[0], pair[1]]).find(|&pair| is_time(pair)) {
            Some(time) => {
                let (before, after) = line.split_once(&time.join(" ")).unwrap();
                format!("{}  TIME{after}", before.trim_end())
            }
            None => line.to_owned(),
        }
    };
    String::from_utf8(output.stdout.clone()).unwrap().lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The same command in both languages, with status 0.
fn in_both(arguments: &[&str]) -> [String; 2] {
    ["en", "es"].map(|lang| {
        let output = grade(&[&["--lang", lang], arguments].concat());
        assert_eq!(output.status.code(), Some(0));
        shown(&output)
    })
}

fn score(arguments: &[&str]) -> String {
    shown(&grade(arguments)).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_right_program_scores_ten() {
    if !python() {
        return;
    }
    let [en, es] = in_both(&["menu", "-n", "3", "--", "python3", "menu.py"]);
    insta::assert_snapshot!("right_en", en);
    insta::assert_snapshot!("right_es", es);
}

#[test]
fn the_course_programs_are_the_answer_key() {
    if !python() {
        return;
    }
    let right = [
        (vec!["menu", "--strict", "-n", "4", "--", "python3", "menu.py"], "6 of 6"),
        (vec!["solver", "-n", "6", "--", "python3", "solver.py"], "6 of 6"),
        (vec!["astar", "-n", "6", "--", "python3", "astar.py"], "6 of 6"),
        (vec!["sums", "--strict", "--", "python3", "sums.py"], "5 of 5"),
        (vec!["sums", "--strict", "--", "python3", "sums.py", "--tree"], "5 of 5"),
    ];
    for (arguments, cases) in right {
        assert_eq!(score(&arguments), format!("Score: 10 out of 10 (cases passed: {cases})"), "{arguments:?}");
    }
}

#[test]
fn the_broken_rule_is_explained() {
    if !python() {
        return;
    }
    for name in ["menu_tie", "menu_no_d", "menu_path", "menu_forgets"] {
        let [en, es] = in_both(&["menu", "-n", "2", "--", "python3", &format!("{name}.py")]);
        insta::assert_snapshot!(format!("{name}_en"), en);
        insta::assert_snapshot!(format!("{name}_es"), es);
    }
}

#[test]
fn other_failures_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("windows.sh", "printf 'SUMAS\\r\\n\\r\\n0 1 2\\r\\n3 4 5\\r\\n6 7 8\\r\\n\\r\\n1\\r\\n\\r\\n' > out.txt\n");
    write("elsewhere.sh", "echo hello > result.txt; echo hello; echo 'no such option: 7' >&2; exit 3\n");
    write("1.in", "1 0 1 2 3 4 5 6 7 8 3 5\n");
    let (folder, cases) = (folder.path(), folder.path().to_str().unwrap());
    for name in ["windows", "elsewhere"] {
        let program = folder.join(name).with_extension("sh");
        let [en, es] =
            in_both(&["menu", "--cases", cases, "--output-name", "out.txt", "--", "sh", program.to_str().unwrap()]);
        insta::assert_snapshot!(format!("{name}_en"), en);
        insta::assert_snapshot!(format!("{name}_es"), es);
    }
    let [en, es] = in_both(&["menu", "-n", "1", "--timeout", "1s", "--", "sleep", "100"]);
    insta::assert_snapshot!("sleeps_en", en);
    insta::assert_snapshot!("sleeps_es", es);
}

fn class(folder: &Path) {
    let copy = |from: &str, to: &str| std::fs::copy(programs().join(from), folder.join(to)).unwrap();
    copy("menu.py", "ana.py");
    copy("bad/crashes.sh", "berta.sh");
    std::fs::create_dir(folder.join("carla")).unwrap();
    copy("menu.py", "carla/menu.py");
    copy("menu_no_d.py", "carla/main.py");
    std::fs::create_dir(folder.join("diego")).unwrap();
    copy("bad/nothing.sh", "eva.sh");
    std::fs::write(folder.join("felix.txt"), "it works on my machine\n").unwrap();
    std::fs::write(folder.join("gil\u{1b}[2J.txt"), "").unwrap();
}

#[test]
fn a_class_is_printed_as_a_table() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    class(folder.path());
    let submissions = folder.path().to_str().unwrap();
    let [en, es] = in_both(&["menu", "-n", "3", "--threads", "2", "--dir", submissions]);
    insta::assert_snapshot!("class_en", en);
    insta::assert_snapshot!("class_es", es);
    let csv = shown(&grade(&["menu", "-n", "3", "--dir", submissions, "--format", "csv"]));
    insta::assert_snapshot!("class_csv", csv);

    let output = grade(&["menu", "-n", "1", "--dir", submissions, "--format", "json"]);
    let class: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&class["version"], &class["course"], &class["seed"]), (&1.into(), &"menu".into(), &0.into()));
    assert_eq!(class["rows"][0]["name"], "ana.py");
    assert_eq!(class["rows"][0]["marks"]["score"], 10.0);
    assert!(class["rows"][0]["not_runnable"].is_null() && class["rows"][3]["marks"].is_null());
    assert!(class["rows"][3]["not_runnable"].as_str().unwrap().contains("diego"));
}

#[test]
fn json_has_the_difference_and_the_rule() {
    if !python() {
        return;
    }
    let output = grade(&["menu", "-n", "1", "--seed", "3", "--format", "json", "--", "python3", "menu_tie.py"]);
    let marks: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&marks["version"], &marks["seed"], &marks["strict"]), (&1.into(), &3.into(), &false.into()));
    assert_eq!((&marks["passed"], &marks["count"], &marks["interrupted"]), (&0.into(), &1.into(), &false.into()));
    let verdict = &marks["verdicts"][0];
    assert_eq!((&verdict["ending"], &verdict["code"]), (&"exited".into(), &0.into()));
    assert!(verdict["failure"]["difference"]["line"].as_u64().unwrap() > 1);
    assert_eq!(verdict["failure"]["why"]["mistake"], "tie_smaller_first");
    assert!(verdict["reason"].as_str().unwrap().starts_with("in a tie"));
}

#[test]
fn cases_of_a_folder_have_their_answers() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../courses/tests/golden/menu");
    if python() {
        let score = score(&["menu", "--cases", golden, "--", "python3", "menu.py"]);
        assert_eq!(score, "Score: 10 out of 10 (cases passed: 11 of 11)");
    }
}

#[test]
fn cases_without_an_answer_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let cases = folder.path().to_str().unwrap();
    std::fs::write(folder.path().join("odd.in"), "2 1 2 9 5\n").unwrap();
    let message = |lang| {
        let output = grade(&["menu", "--lang", lang, "--cases", cases, "--", "true"]);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(message("en").contains("case odd: the course program does not accept this input (line 1, column 7)"));
    assert!(message("es").contains("caso odd: el programa del curso no acepta esta entrada (línea 1, columna 7)"));
    std::fs::write(folder.path().join("odd.out"), "anything\n").unwrap();
    assert_eq!(score(&["menu", "--cases", cases, "--", "true"]), "Score: 0 out of 10 (cases passed: 0 of 1)");

    std::fs::write(folder.path().join("odd.in"), "3 0 1 3 4 2 5 7 8 6\n").unwrap();
    std::fs::remove_file(folder.path().join("odd.out")).unwrap();
    std::fs::write(folder.path().join("odd.args"), "--priority\nfastest\n").unwrap();
    let output = grade(&["solver", "--cases", cases, "--", "true"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("has no argument `fastest`"));
}

#[test]
fn an_interrupt_prints_what_was_graded() {
    let folder = tempfile::tempdir().unwrap();
    let once = folder.path().join("once");
    // The first case ends at once, the second never.
    let script = format!("if mkdir {0} 2>/dev/null; then exit; fi; sleep 100", once.display());
    // It writes outside its folder, and its cases come one after the other.
    let arguments = ["menu", "--isolation", "off", "--threads", "1", "--", "sh", "-c", &script];
    let mut child = hueco(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.by_ref().take(2).last().unwrap().starts_with("01"));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(rest.last().unwrap(), "Score: 0 out of 10 (cases passed: 0 of 10)");
    assert!(rest.iter().any(|line| line.starts_with("Interrupted after 1 of 10 cases")), "{rest:?}");
}
