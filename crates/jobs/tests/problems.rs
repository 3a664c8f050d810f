//! Requests about problem files: read from JSON, written, read again, and run.

mod common;

use std::time::Duration;

use common::Marked;
use hueco_jobs::{
    Allowance, JobError, Limits, Outcome, ProblemCheck, ProblemCompare, ProblemSource, Request, Search, SearchResult,
    Workbench, run,
};
use hueco_script::HeuristicSpec;
use hueco_search::Ending;
use hueco_search::algorithm::{Algorithm, Settings};
use serde_json::{Value, json};

/// From 0 to n by steps of one and of two.
const STEPS: &str = r#"
title = "Steps"
n = param("n", 5)
start = 0
goal = n
def actions(s): return [("one", s + 1), ("two", s + 2)] if s < n else []
def h(s): return (n - s + 1) // 2 if s <= n else None
def h_wrong(s): return 2 * (n - s) if s <= n else None
consistent = ["h"]
"#;

fn source(parameters: &[(&str, &str)]) -> ProblemSource {
    let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    ProblemSource::new("steps.star", STEPS, parameters.iter().map(owned).collect())
}

fn read(request: &Value) -> Request {
    Request::read(request.to_string().as_bytes(), &Allowance::unlimited()).unwrap()
}

fn error(request: &Value) -> JobError {
    run(&read(request), &Workbench::default(), &mut ()).unwrap_err()
}

#[test]
fn a_problem_stands_in_place_of_a_board() {
    let request =
        read(&json!({"kind": "solve", "problem": STEPS, "set": {"n": 7}, "algorithm": "A*", "heuristic": "h"}));
    let outcome = run(&request, &Workbench::default(), &mut ()).unwrap();
    let Outcome::Solve(solved) = outcome else { panic!("another kind") };
    let SearchResult::Problem(solved) = *solved else { panic!("another domain") };
    assert_eq!(solved.ending(), Ending::Solved);
    let object = serde_json::to_value(solved.object()).unwrap();
    assert_eq!((&object["problem"], &object["length"], &object["optimal"]), (&json!("Steps"), &json!(4), &json!(true)));
    assert_eq!((&object["states"][0], &object["states"][4]), (&json!("0"), &json!("7")));
    assert_eq!(object["actions"].as_array().unwrap().len(), 4);
}

#[test]
fn a_request_that_was_written_is_read_as_the_same() {
    let request = json!({"kind": "trace", "problem": STEPS, "file": "s.star", "set": {"n": 6}, "heuristic": "max(h,h_wrong)",
        "algorithm": "wastar", "weight": 2.5, "nodes": 100, "events": 10});
    let written = serde_json::to_value(read(&request)).unwrap();
    for (name, value) in request.as_object().unwrap() {
        let expected = if name == "set" { &json!({"n": "6"}) } else { value };
        assert_eq!(written.get(name), Some(expected), "{name}");
    }
    let again: Request = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(serde_json::to_value(again).unwrap(), written);
}

#[test]
fn mistakes_name_the_field_and_the_place() {
    let broken =
        error(&json!({"kind": "solve", "problem": "start = 0\ngoal = 1\ndef actions(s):\n    return [s.x]\n"}));
    assert_eq!((broken.code(), broken.field()), ("bad_problem", Some("problem")));
    assert_eq!(broken.position().map(|at| at.line), Some(4));
    let unknown = error(&json!({"kind": "solve", "problem": STEPS, "algorithm": "astar", "heuristic": "h_far"}));
    assert_eq!((unknown.code(), unknown.field()), ("bad_heuristic", Some("heuristic")));
    for (request, code, field) in [
        (json!({"kind": "solve", "problem": 7}), "bad_field", "problem"),
        (json!({"kind": "solve", "problem": STEPS, "set": [1]}), "bad_field", "set"),
        (json!({"kind": "solve", "problem": STEPS, "set": {"n": [1]}}), "bad_field", "set.n"),
        (json!({"kind": "solve", "problem": STEPS, "heuristic": "h+1"}), "bad_heuristic", "heuristic"),
        (json!({"kind": "solve", "problem": STEPS, "goal": "1 2"}), "unknown_field", "goal"),
    ] {
        let refused = Request::read(request.to_string().as_bytes(), &Allowance::unlimited()).unwrap_err();
        assert_eq!((refused.code(), refused.field.as_deref()), (code, Some(field)), "{request}");
    }
}

#[test]
fn an_endless_file_ends_with_the_time_of_its_run() {
    let endless = "n = 0\ndef spin():\n    for i in range(1000000000):\n        for j in range(1000000000):\n            pass\nspin()\n";
    let stopped = error(&json!({"kind": "solve", "problem": endless, "seconds": 0.2}));
    assert_eq!(stopped.code(), "stopped");
}

#[test]
fn a_check_judges_claims() {
    let check = |name: &str| ProblemCheck {
        source: source(&[]),
        heuristic: HeuristicSpec::Named(name.to_owned()),
        limits: Limits::default(),
        draw: false,
    };
    let right = check("h").run(&mut ()).unwrap().found;
    assert!(right.admissible && right.consistent);
    let wrong = check("h_wrong").run(&mut ()).unwrap();
    let object = serde_json::to_value(wrong.object()).unwrap();
    assert_eq!(object["counterexample"], json!({"state": "3", "h": 4, "distance": 1}));
    let limits = Limits { bytes: Some(100), ..Limits::default() };
    let stopped = ProblemCheck { limits, ..check("h") }.run(&mut ());
    assert!(stopped.is_err(), "a hundred bytes are not enough");
}

#[test]
fn a_comparison_runs_each_method_once() {
    let compare = ProblemCompare {
        source: source(&[("n", "9")]),
        algorithms: vec![Algorithm::Bfs, Algorithm::Astar, Algorithm::Bfs],
        heuristics: Vec::new(),
        settings: Settings::default(),
        run_time: Some(Duration::from_secs(10)),
        short_repeats: 1,
        limits: Limits::default(),
        repeats: 1,
        layers: false,
    };
    let mut ended = Vec::new();
    let compared = compare.run(&mut (), |run| ended.push(run.method.clone())).unwrap();
    assert_eq!(ended, ["bfs", "astar+h", "astar+h_wrong"]);
    assert!(compared.complete);
    assert!(
        compared.runs.iter().all(|run| run.solved.answer.path.as_ref().is_some_and(|path| path.actions.len() >= 5))
    );
}

fn result(request: &Value) -> Value {
    let outcome = run(&read(request), &Workbench::default(), &mut ()).unwrap();
    serde_json::from_str(&outcome.json(&Marked, usize::MAX).unwrap()).unwrap()
}

#[test]
fn a_description_lists_what_the_file_offers() {
    let described = result(&json!({"kind": "describe", "problem": STEPS, "set": {"n": 7}}));
    let expected = json!({
        "version": 1, "problem": "Steps", "start": "0", "parameters": [{"name": "n", "value": "7"}],
        "heuristics": [
            {"name": "h", "admissible": true, "consistent": true},
            {"name": "h_wrong", "admissible": false, "consistent": false},
        ],
        "abstractions": [], "draw": false, "predecessors": false,
    });
    assert_eq!(described, expected);
    let broken = error(&json!({"kind": "describe", "problem": "start = 0\ngoal = 1\n"}));
    assert_eq!((broken.code(), broken.field()), ("bad_problem", Some("problem")));
    let unknown = error(&json!({"kind": "describe", "problem": STEPS, "set": {"m": 1}}));
    assert_eq!((unknown.code(), unknown.field()), ("bad_problem", Some("set")));
}

#[test]
fn a_solution_is_drawn_where_that_is_asked_for() {
    let file = format!("{STEPS}\ndef draw(s): return \"#\" * s\n");
    let drawn = result(&json!({"kind": "solve", "problem": file, "draw": true, "algorithm": "bfs"}));
    let expected: Vec<String> =
        drawn["states"].as_array().unwrap().iter().map(|s| "#".repeat(s.as_str().unwrap().parse().unwrap())).collect();
    assert_eq!(drawn["drawings"], json!(expected));
    let plain = result(&json!({"kind": "solve", "problem": STEPS, "draw": true}));
    assert_eq!(plain["drawings"], plain["states"]);
    assert!(result(&json!({"kind": "solve", "problem": file})).get("drawings").is_none());
    let broken = format!("{STEPS}\ndef draw(s): return s\n");
    let broken = error(&json!({"kind": "solve", "problem": broken, "draw": true}));
    assert_eq!((broken.code(), broken.field()), ("bad_problem", Some("problem")));
}

#[test]
fn check_and_compare_take_a_problem_in_place_of_boards() {
    let checked = result(&json!({"kind": "check", "problem": STEPS, "heuristic": "h_wrong"}));
    assert_eq!(checked["counterexample"], json!({"state": "3", "h": 4, "distance": 1}));
    let file = format!("{STEPS}\ndef draw(s): return \"#\" * s\n");
    let drawn = result(&json!({"kind": "check", "problem": file, "heuristic": "h_wrong", "draw": true}));
    assert_eq!(drawn["counterexample"]["drawing"], "###");
    assert_eq!(drawn["inconsistency"]["drawings"].as_array().map(Vec::len), Some(2));
    let asked = json!({"kind": "compare", "problem": STEPS, "algorithms": ["bfs", "A*"], "heuristics": ["h"], "run_seconds": 5});
    let compared = result(&asked);
    assert_eq!((&compared["problem"], &compared["complete"]), (&json!("Steps"), &json!(true)));
    let rows = compared["rows"].as_array().unwrap();
    let figures: Vec<_> = rows.iter().map(|row| (&row["method"], &row["cost"], &row["actions"])).collect();
    assert_eq!(figures, [(&json!("bfs"), &json!(3), &Value::Null), (&json!("astar+h"), &json!(3), &Value::Null)]);
    assert_eq!(error(&json!({"kind": "compare", "problem": STEPS, "algorithms": ["nbs"]})).field(), Some("algorithm"));
    for request in [
        asked,
        json!({"kind": "check", "problem": STEPS, "heuristic": "h"}),
        json!({"kind": "describe", "problem": STEPS}),
    ] {
        let written = serde_json::to_value(read(&request)).unwrap();
        assert_eq!(written["kind"], request["kind"]);
        let again: Request = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(serde_json::to_value(again).unwrap(), written);
        let none = Allowance { problems: false, ..Allowance::unlimited() };
        assert_eq!(Request::read(request.to_string().as_bytes(), &none).unwrap_err().code(), "not_allowed");
    }
}

#[test]
fn a_comparison_ends_with_the_time_of_the_request() {
    let slow = "start = 0\ngoal = -1\ndef actions(s): return [(\"on\", s + 1)]\n";
    let asked = json!({"kind": "compare", "problem": slow, "algorithms": ["bfs", "ucs"], "seconds": 0.2});
    let compared = result(&asked);
    assert_eq!(compared["complete"], false);
    assert_eq!(compared["rows"][0]["stopped_by"], "time");
}

#[test]
fn a_server_allows_no_more_than_it_says() {
    let none = Allowance { problems: false, ..Allowance::unlimited() };
    let text = json!({"kind": "solve", "problem": STEPS}).to_string();
    assert_eq!(Request::read(text.as_bytes(), &none).unwrap_err().code(), "not_allowed");
    let limits = Limits { time: Some(Duration::from_secs(1)), nodes: Some(50), bytes: Some(10_000_000) };
    let allowed = Allowance { limits, ..Allowance::unlimited() };
    let text = json!({"kind": "solve", "problem": STEPS, "set": {"n": 100_000}, "algorithm": "bfs"}).to_string();
    let request = Request::read(text.as_bytes(), &allowed).unwrap();
    let Request::Solve(Search::Problem(problem)) = &request else { panic!("another kind") };
    assert_eq!(problem.limits, limits);
    let Outcome::Solve(solved) = run(&request, &Workbench::default(), &mut ()).unwrap() else { panic!("another kind") };
    let SearchResult::Problem(solved) = *solved else { panic!("another domain") };
    assert_eq!(solved.ending(), Ending::Stopped(hueco_search::Limit::Nodes));
}

/// Pour between jugs of 5 and 3 litres; a drawing of one line.
const JUGS: &str = r#"
title = "Jugs"
start = (0, 0)
def goal(s): return s[0] == 4
def actions(s):
    a, b = s
    there, back = min(a, 3 - b), min(b, 5 - a)
    return [("fill 5", (5, b)), ("fill 3", (a, 3)), ("empty 5", (0, b)), ("empty 3", (a, 0)),
            ("5 into 3", (a - there, b + there)), ("3 into 5", (a + back, b - back))]
def h(s): return 0 if s[0] == 4 else 1
def draw(s): return "<%d %d>" % s
"#;

#[test]
fn a_quiz_is_about_searches_of_the_file() {
    let request = read(&json!({"kind": "quiz", "problem": JUGS, "questions": 6, "seed": 3}));
    let quiz = |request: &Request| {
        let Outcome::Quiz(made) = run(request, &Workbench::default(), &mut ()).unwrap() else { panic!("another kind") };
        made.questions
    };
    let questions = quiz(&request);
    assert!(!questions.is_empty() && questions.len() <= 6);
    let first = &questions[0];
    assert_eq!((first.algorithm.as_str(), first.heuristic.as_deref()), ("astar", Some("h")));
    for question in &questions {
        let lowest = (0..question.frontier.len()).map(|at| question.value(at)).min();
        let first = (0..question.frontier.len()).find(|&at| Some(question.value(at)) == lowest).unwrap();
        if question.asked == (hueco_show::quiz::Asked::Next { right: first }) {
            assert!(question.is_right(&hueco_show::quiz::letter(first).to_string()));
        } else {
            assert!(matches!(question.asked, hueco_show::quiz::Asked::Value { .. }), "{question:?}");
        }
        let shown = question.frontier[0].state.view();
        assert!(matches!(shown, hueco_search::Shown::Text(text) if text.starts_with('<')), "{question:?}");
    }
    assert_eq!(quiz(&request), questions);
    let again = read(&serde_json::to_value(&request).unwrap());
    assert_eq!(quiz(&again), questions);
    let other = read(&json!({"kind": "quiz", "problem": JUGS, "questions": 6, "seed": 4}));
    assert_ne!(quiz(&other), questions);
}

#[test]
fn a_problem_without_a_choice_has_no_questions() {
    let one_way = "start = 0\ngoal = 9\ndef actions(s): return [(\"on\", s + 1)] if s < 9 else []\n";
    let failed = error(&json!({"kind": "quiz", "problem": one_way}));
    assert_eq!((failed.code(), failed.field()), ("too_small", Some("problem")));
    let wrong = "start = 0\ngoal = 9\ndef actions(s): return [(\"on\", s + q)]\n";
    assert_eq!(error(&json!({"kind": "quiz", "problem": wrong})).code(), "bad_problem");
}
