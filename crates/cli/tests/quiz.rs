//! `hueco quiz` as a class uses it: answers from a file, the score as JSON.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn quiz(arguments: &[&str], answers: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
    command.arg("quiz").args(arguments).env("LC_ALL", "C");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn score(seed: &str, answers: &str) -> serde_json::Value {
    let output = quiz(&["--questions", "4", "--seed", seed, "--format", "json"], answers);
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn answers_are_marked() {
    let unanswered = score("7", "");
    assert_eq!((unanswered["right"].as_u64(), unanswered["questions"].as_u64()), (Some(0), Some(4)));
    let given: Vec<&str> =
        unanswered["answers"].as_array().unwrap().iter().map(|answer| answer["answer"].as_str().unwrap()).collect();
    assert_eq!(score("7", &given.join("\n"))["right"], 4);
    assert_eq!(score("7", &format!("{}\nzz\n", given[0]))["right"], 1);
    assert_ne!(score("8", "")["answers"], unanswered["answers"]);
}

#[test]
fn questions_are_asked_and_explained() {
    for (lang, texts) in [
        ("en", ["Question 1 of 4", "Goal:", "Which is examined next?", "No: it is", "f = g + h", "Score: 0 of 4"]),
        (
            "es",
            ["Pregunta 1 de 4", "Objetivo:", "¿Cuál se examina ahora?", "No: es", "f = g + h", "Puntuación: 0 de 4"],
        ),
    ] {
        let output = quiz(&["--questions", "4", "--lang", lang], "z\n\nz\n");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(texts.iter().all(|text| printed.contains(text)), "{printed}");
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn a_problem_file_is_asked_about() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/missionaries.star");
    let score = |answers: &str| {
        let output = quiz(&["--problem", file, "--questions", "4", "--format", "json"], answers);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let score: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        score
    };
    let unanswered = score("");
    assert_eq!((&unanswered["problem"], &unanswered["right"]), (&"Missionaries and cannibals".into(), &0.into()));
    assert_eq!(unanswered.get("size"), None);
    let given: Vec<&str> =
        unanswered["answers"].as_array().unwrap().iter().map(|answer| answer["answer"].as_str().unwrap()).collect();
    assert_eq!(given.len(), 4);
    assert_eq!(score(&given.join("\n"))["right"], 4);

    // Ten states have few questions: none is asked twice, and what is missing is noted.
    let wolf = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/wolf.star");
    let output = quiz(&["--problem", wolf, "--questions", "1000", "--lang", "en"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("this problem has only"), "{output:?}");
    assert_eq!(quiz(&["--problem", wolf, "--size", "3x3"], "").status.code(), Some(2));
    assert_eq!(quiz(&["--timeout", "1s"], "").status.code(), Some(2));
}
