//! Every kind of request: read from JSON, written, read again, run, and answered in JSON.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{MARK, Marked};
use hueco_courses::sums;
use hueco_jobs::fuzz;
use hueco_jobs::{
    Allowance, DEFAULT_NODES, Events, JobEvent, KINDS, Limits, Outcome, Random, Request, Search, Workbench, run,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// One request of each kind, small enough to run at once.
fn examples() -> Vec<Value> {
    vec![
        json!({"kind": "parse", "text": "1 2 3 / 4 5 6 / 8 7 0"}),
        json!({"kind": "random", "size": "2x3", "seed": 7, "count": 3, "goal": "blank-first"}),
        json!({"kind": "solve", "board": [[1, 2, 3], [4, 5, 6], [7, 0, 8]], "algorithm": "A*", "formula": "manhattan + 1",
            "ties": "low-h", "order": "DRLU", "weight": 2.5, "nodes": 1000, "seconds": 5, "moves_of": "tile"}),
        json!({"kind": "verify", "board": "1 2 3 / 4 5 6 / 7 0 8", "moves": "L", "moves_of": "tile"}),
        json!({"kind": "trace", "board": "1 2 3 / 4 5 6 / 7 0 8", "algorithm": "bfs", "events": 10}),
        json!({"kind": "tree", "board": "1 2 3 / 4 5 6 / 7 0 8", "algorithm": "bfs", "format": "json", "draw_depth": 2}),
        json!({"kind": "compare", "random": {"size": "2x3", "count": 2}, "heuristics": ["max(misplaced,inversion)"],
            "algorithms": ["bfs", "astar"], "run_seconds": 2, "repeat": 3}),
        json!({"kind": "check", "size": "2x2", "heuristic": "manhattan"}),
        json!({"kind": "quiz", "questions": 2, "seed": 4}),
        json!({"kind": "sums", "puzzle": sums::CROSS, "method": "dfs", "seed": 3}),
        json!({"kind": "course", "program": "astar",
            "options": {"initial": "1 2 3 / 4 0 5 / 7 8 6", "goal": "1 2 3 / 4 5 6 / 7 8 0"}}),
        json!({"kind": "describe", "problem": "start = 0\ngoal = 1\ndef actions(s): return []\n", "seconds": 5}),
    ]
}

fn read(example: &Value) -> Request {
    Request::read(example.to_string().as_bytes(), &Allowance::unlimited()).unwrap()
}

#[test]
fn there_is_an_example_of_every_kind() {
    let kinds: Vec<Value> = examples().iter().map(|example| example["kind"].clone()).collect();
    assert_eq!(json!(kinds), json!(KINDS));
}

#[test]
fn a_request_that_was_written_is_read_as_the_same() {
    for example in examples() {
        let written = serde_json::to_value(read(&example)).unwrap();
        let again: Request = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(serde_json::to_value(again).unwrap(), written);
        let texts = written.to_string();
        for name in example.as_object().unwrap().keys().filter(|name| !["formula", "random"].contains(&name.as_str())) {
            let plural = format!("{name}s");
            assert!(written.get(name).or(written.get(plural)).is_some(), "{name} is lost: {texts}");
        }
    }
}

#[test]
fn a_request_of_a_known_kind_needs_no_kind() {
    let random: Random = serde_json::from_value(json!({"size": "2x3", "seed": 7})).unwrap();
    assert_eq!((random.size.cells(), random.seed, random.count), (6, 7, 1));
    let wrong = serde_json::from_value::<Random>(json!({"size": "2x3", "sead": 7})).unwrap_err();
    assert_eq!(wrong.to_string(), "sead: no such field");
    assert!(serde_json::from_value::<Random>(json!(7)).is_err());
}

#[test]
fn boards_that_would_not_fit_into_memory_are_refused() {
    for random in [
        json!({"kind": "random", "size": "2x2", "count": u64::MAX}),
        json!({"kind": "compare", "random": {"size": "2x2", "count": u64::MAX}}),
    ] {
        let error = Request::read(random.to_string().as_bytes(), &Allowance::unlimited()).unwrap_err();
        assert_eq!((error.code(), error.field.as_deref()), ("bad_field", Some("count")));
    }
}

#[test]
fn the_limit_of_a_compared_run_is_the_one_that_was_asked_for() {
    let limits = |asked: Value| {
        let Request::Compare(compare) = read(&asked) else { panic!("a comparison") };
        (compare.limits.nodes, compare.run_time.is_some())
    };
    let board = "1 2 3 / 4 5 6 / 7 0 8";
    assert_eq!(limits(json!({"kind": "compare", "board": board})), (Some(DEFAULT_NODES), false));
    assert_eq!(limits(json!({"kind": "compare", "board": board, "run_seconds": 2})), (None, true));
    assert_eq!(limits(json!({"kind": "compare", "board": board, "run_seconds": 2, "nodes": 9})), (Some(9), true));
}

#[test]
fn a_short_run_is_repeated_if_that_is_asked_for() {
    let rows = |repeat: u64| {
        let asked =
            json!({"kind": "compare", "board": "1 2 3 / 4 5 6 / 7 0 8", "algorithms": ["bfs"], "repeat": repeat});
        let outcome = run(&read(&asked), &Workbench::default(), &mut ()).unwrap();
        serde_json::from_str::<Value>(&outcome.json(&Marked, usize::MAX).unwrap()).unwrap()["rows"].clone()
    };
    assert_eq!(rows(1)[0].get("spread"), None);
    let spread = &rows(3)[0]["spread"];
    assert_eq!(spread["runs"], 3);
    assert!(spread["least"].as_f64() <= spread["most"].as_f64());
}

#[test]
fn requests_of_the_corpus_are_read_or_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/request");
    let mut seeds = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let data = std::fs::read(entry.unwrap().path()).unwrap();
        // Cut anywhere, a seed is a new case.
        (0..=data.len()).for_each(|end| fuzz::request(&data[..end]));
        seeds += 1;
    }
    assert!(seeds >= 5, "{folder} has {seeds} seeds");
}

proptest! {
    #[test]
    fn an_altered_request_is_read_or_refused(
        kind in 0..KINDS.len(),
        changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 0..4),
        digits in proptest::collection::vec((any::<usize>(), b'0'..=b'9'), 0..3),
    ) {
        let mut bytes = examples()[kind].to_string().into_bytes();
        for (at, byte) in changes.into_iter().chain(digits) {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        fuzz::request(&bytes);
    }
}

#[test]
fn every_kind_runs_and_is_answered_in_json() {
    let workbench = Workbench::default();
    for example in examples() {
        let outcome = run(&read(&example), &workbench, &mut ()).unwrap();
        let text = outcome.json(&Marked, usize::MAX).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["version"], 1, "{text}");
        assert!(outcome.json(&Marked, text.len()).is_ok());
        assert_eq!(outcome.json(&Marked, text.len() - 1).unwrap_err().code(), "result_large");
    }
}

#[test]
fn answers_are_those_of_the_domains() {
    let workbench = Workbench::default();
    let answer = |example: Value| {
        let outcome = run(&read(&example), &workbench, &mut ()).unwrap();
        serde_json::from_str::<Value>(&outcome.json(&Marked, usize::MAX).unwrap()).unwrap()
    };
    let solved = answer(json!({"kind": "solve", "board": "8 6 7 / 2 5 4 / 3 0 1"}));
    assert_eq!((&solved["length"], &solved["optimal"]), (&json!(31), &json!(true)));
    let verified = answer(json!({"kind": "verify", "board": "1 2 3 / 4 5 6 / 7 0 8", "moves": "LRR"}));
    assert_eq!((&verified["reaches_goal"], &verified["optimal_length"]), (&json!(true), &json!(1)));
    let illegal = answer(json!({"kind": "verify", "board": "1 2 3 / 4 5 6 / 7 0 8", "moves": "RD"}));
    assert_eq!((&illegal["legal"], &illegal["illegal_move"]), (&json!(false), &json!(2)));
    assert_eq!((&illegal["goal_first_reached"], &illegal["optimal_length"]), (&json!(1), &Value::Null));
    let checked = answer(json!({"kind": "check", "size": "2x2", "heuristic": "manhattan"}));
    let examples = checked["examples"].as_array().unwrap();
    assert_eq!(examples[0], json!({"distance": 0, "estimate": 0, "boards": [[1, 2, 3, 0]]}));
    let boards: usize = examples.iter().map(|one| one["boards"].as_array().unwrap().len()).sum();
    assert_eq!(boards, 12, "a space of twelve boards, at most two of a distance");
    let parsed = answer(json!({"kind": "parse", "text": "1 2 3 / 4 5 6 / 8 7 0"}));
    assert_eq!((&parsed["solvable"], &parsed["why"]), (&json!(false), &json!(MARK)));
}

#[test]
fn what_is_not_allowed_is_refused() {
    let allowed = Allowance {
        cells: 9,
        limits: Limits { time: Some(Duration::from_secs(2)), nodes: Some(1000), bytes: Some(1_000_000) },
        kinds: &["solve", "compare", "random"],
        random_boards: 10,
        boards: 2,
        runs: 3,
        threads: Some(1),
        ..Allowance::unlimited()
    };
    for (request, code) in [
        (json!({"kind": "check", "size": "2x2", "heuristic": "blind"}), "bad_field"),
        (json!({"kind": "random", "size": "4x4"}), "too_large"),
        (json!({"kind": "random", "size": "3x3", "count": 11}), "bad_field"),
        (json!({"kind": "solve", "board": "1 2 / 3 0", "seconds": 3}), "bad_field"),
        (json!({"kind": "solve", "board": "1 2 / 3 0", "nodes": 1001}), "bad_field"),
        (json!({"kind": "solve", "board": "1 2 / 3 0", "threads": 1}), "unknown_field"),
        (json!({"kind": "solve", "board": "1 2 / 3 3"}), "bad_board"),
        (json!({"kind": "solve", "board": "1 2 / 3 0", "goals": 2}), "unknown_field"),
        (json!({"kind": "compare", "random": {"size": "2x2", "count": 3}}), "bad_field"),
        (json!({"kind": "compare", "random": {"size": "2x2", "count": 2}, "algorithms": ["astar"]}), "too_many"),
    ] {
        let error = Request::read(request.to_string().as_bytes(), &allowed).unwrap_err();
        assert_eq!(error.code(), code, "{request}: {error}");
    }
    // Where a request does not ask, it has what is allowed.
    let request = Request::read(br#"{"kind": "solve", "board": "1 2 / 3 0"}"#, &allowed).unwrap();
    let Request::Solve(Search::Tiles(solve)) = request else { panic!("another kind") };
    assert_eq!((solve.limits, solve.tuning.threads), (allowed.limits, Some(1)));
}

/// Counts events, and ends the run after some runs of a comparison.
struct Counted {
    runs: usize,
    last_done: Option<f64>,
    cancel: Arc<AtomicBool>,
    most: usize,
}

impl Events for Counted {
    fn emit(&mut self, event: JobEvent<'_>) {
        match event {
            JobEvent::Run { .. } => self.runs += 1,
            JobEvent::Progress(progress) => self.last_done = progress.done,
            _ => {}
        }
        if self.runs >= self.most {
            self.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.cancel))
    }
}

#[test]
fn a_comparison_emits_its_runs_and_ends_when_it_is_cancelled() {
    let request =
        read(&json!({"kind": "compare", "random": {"size": "2x3", "count": 3}, "algorithms": ["bfs", "dfs"]}));
    for (most, runs, complete) in [(100, 6, true), (4, 4, false)] {
        let mut events = Counted { runs: 0, last_done: None, cancel: Arc::default(), most };
        let Ok(Outcome::Compare(compared)) = run(&request, &Workbench::default(), &mut events) else {
            panic!("no comparison")
        };
        assert_eq!((events.runs, compared.runs.len(), compared.complete), (runs, runs, complete));
        assert_eq!(events.last_done, Some(runs as f64 / 6.0));
    }
}
