//! What a page is sent beside results: events, errors, what can be asked for, samples.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hueco_jobs::{
    Allowance, Capacity, ErrorObject, Feed, JobError, JobEvent, Limits, Message, Progress, Request, Workbench, about,
    alive, example, problems, puzzles, run,
};
use hueco_tiles::Direction;
use hueco_tiles::solve::Building;
use serde_json::{Value, json};

fn read(request: &Value) -> Request {
    Request::read(request.to_string().as_bytes(), &Allowance::unlimited()).unwrap()
}

fn value(text: &str) -> Value {
    assert!(!text.contains('\n'), "one line: {text}");
    serde_json::from_str(text).unwrap()
}

fn better(length: u32, moves: Option<&Arc<[Direction]>>) -> JobEvent<'_> {
    JobEvent::Better { length, lower_bound: length - 1, moves }
}

fn sent(message: Option<Message>) -> Value {
    let Some(Message::Better(text)) = message else { panic!("{message:?}") };
    value(&text)
}

#[test]
fn each_better_solution_is_sent_once_with_its_moves() {
    let request = read(&json!({"kind": "solve", "board": "1 2 3 / 4 5 6 / 7 0 8", "moves_of": "tile"}));
    let mut feed = Feed::new(&request);
    let moves: Arc<[Direction]> = [Direction::Left, Direction::Up].into();
    assert_eq!(
        sent(feed.message(&better(9, Some(&moves)))),
        json!({"length": 9, "lower_bound": 8, "moves": "RD"}),
        "letters of the tile"
    );
    assert_eq!(feed.message(&better(9, Some(&moves))), None, "the same length again");
    assert_eq!(feed.message(&better(10, Some(&moves))), None, "a longer one");
    assert_eq!(sent(feed.message(&better(8, None)))["moves"], Value::Null);
}

#[test]
fn only_so_many_better_solutions_are_sent() {
    let request = read(&json!({"kind": "solve", "board": "1 2 3 / 4 5 6 / 7 0 8"}));
    let mut feed = Feed::new(&request);
    let messages = (1..=300).rev().filter(|&length| feed.message(&better(length, None)).is_some()).count();
    assert_eq!(messages, 256);
}

#[test]
fn moves_of_large_boards_and_other_problems_are_not_sent() {
    let square = |side: usize| {
        let tiles: Vec<usize> = (1..side * side).chain([0]).collect();
        read(&json!({"kind": "solve", "board": tiles.chunks(side).collect::<Vec<_>>()}))
    };
    let moves: Arc<[Direction]> = [Direction::Left].into();
    let moves_of = |request: &Request| sent(Feed::new(request).message(&better(5, Some(&moves))))["moves"].clone();
    assert_eq!(moves_of(&square(10)), "L");
    assert_eq!(moves_of(&square(11)), Value::Null);
    let problem = json!({"kind": "solve", "problem": "start = 0\ngoal = 1\ndef actions(s): return []\n"});
    assert_eq!(moves_of(&read(&problem)), Value::Null);
    let check = read(&json!({"kind": "check", "size": "2x2", "heuristic": "manhattan"}));
    assert_eq!(Feed::new(&check).message(&better(5, Some(&moves))), None, "not the event of a search");
}

#[test]
fn progress_is_sent_with_the_parts_that_are_done() {
    let request = read(&json!({"kind": "check", "size": "2x2", "heuristic": "manhattan"}));
    let mut feed = Feed::new(&request);
    let progress = Progress {
        elapsed: Duration::from_millis(1500),
        generated: 7,
        best: Some(31),
        lower_bound: 20,
        building: Some(Building { tiles: 6, done: 1, entries: 4 }),
        done: Some(0.5),
        ..Progress::default()
    };
    let expected =
        json!({"seconds": 1.5, "generated": 7, "best": 31, "lower_bound": 20, "building": 0.25, "done": 0.5});
    let Some(Message::Progress(text)) = feed.message(&JobEvent::Progress(&progress)) else { panic!("no message") };
    assert_eq!(value(&text), expected);
    let level = hueco_tiles::space::Level { depth: 1, states: 2, reached: 3, all: 12 };
    assert_eq!(feed.message(&JobEvent::Level(level)), None);
    assert_eq!(alive("waiting", 1.25, 9), r#"{"state":"waiting","seconds":1.25,"generated":9}"#);
}

#[test]
fn errors_have_a_code_a_sentence_a_place_and_a_field() {
    let plain = ErrorObject::new("gone", "it is gone");
    assert_eq!(
        plain.answer(),
        r#"{"version":1,"error":{"code":"gone","message":"it is gone","line":null,"column":null,"field":null}}"#
    );
    let refused = Request::read(br#"{"kind": "solve", "board": "1 2 / 3 x"}"#, &Allowance::unlimited()).unwrap_err();
    let object = value(&ErrorObject::request(&refused, "no number".to_owned()).answer());
    let expected = json!({"code": "bad_board", "message": "no number", "line": 1, "column": 9, "field": null});
    assert_eq!(object, json!({"version": 1, "error": expected}));
    let refused = Request::read(br#"{"kind": "solve", "board": "1 2 / 3 0", "nodes": 0}"#, &Allowance::unlimited());
    let object = value(&ErrorObject::request(&refused.unwrap_err(), "too few".to_owned()).answer());
    assert_eq!((&object["error"]["field"], &object["error"]["line"]), (&json!("nodes"), &Value::Null));
    let broken = read(&json!({"kind": "solve", "problem": "start = 0\ngoal = 1\ndef actions(s):\n    return [s.x]\n"}));
    let failed: JobError = run(&broken, &Workbench::default(), &mut ()).unwrap_err();
    let object = value(&ErrorObject::job(&failed, "no x".to_owned()).answer());
    let found = ["code", "field", "line"].map(|name| object["error"][name].clone());
    assert_eq!(found, [json!("bad_problem"), json!("problem"), json!(4)]);
}

#[test]
fn a_page_learns_what_can_be_asked_for_and_how_much_of_it() {
    let limits = Limits { time: Some(Duration::from_secs(30)), nodes: Some(1000), bytes: None };
    let allowed = Allowance { problems: false, ..Allowance::of_page(100, limits, 4096) };
    let capacity = Capacity { quick_time: Duration::from_millis(500), jobs: 2, waiting: 8, body_bytes: 65_536 };
    let about = value(&about(&allowed, &capacity));
    let named = |list: &str, property: &str| -> BTreeSet<String> {
        let list = about[list].as_array().unwrap().iter();
        list.filter(|one| one[property] == false).map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    let overestimate = ["direct-reversals", "misplaced-blank"];
    assert_eq!(named("heuristics", "admissible"), overestimate.map(str::to_owned).into());
    let blind = named("algorithms", "informed");
    assert!(blind.contains("bfs") && blind.contains("dfs") && !blind.contains("astar"), "{blind:?}");
    let one_way = named("algorithms", "predecessors");
    assert!(one_way.contains("astar") && !one_way.contains("bidirectional"), "{one_way:?}");
    let expected = json!({"cells": 100, "seconds": 30.0, "quick_seconds": 0.5, "nodes": 1000, "bytes": null, "jobs": 2,
        "waiting": 8, "body_bytes": 65_536, "result_bytes": 4096});
    assert_eq!((&about["limits"], &about["problems"]), (&expected, &json!(false)));
    assert_eq!(about["courses"], json!(["menu", "solver", "formal", "sums", "astar"]));
}

/// The samples are the files of the folder, all of them.
fn are_files(samples: &Value, folder: &str, ending: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let samples = samples.as_array().unwrap();
    for sample in samples {
        let file = folder.join(format!("{}{ending}", sample["name"].as_str().unwrap()));
        assert_eq!(sample["text"].as_str(), std::fs::read_to_string(&file).ok().as_deref(), "{}", file.display());
    }
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    let files = files.filter(|name| name.to_string_lossy().ends_with(ending)).count();
    assert_eq!(samples.len(), files, "{}", folder.display());
}

#[test]
fn samples_are_the_files_of_the_library() {
    are_files(&value(&problems())["problems"], "problems", ".star");
    are_files(&value(&puzzles())["puzzles"], "puzzles", ".sums");
}

#[test]
fn each_course_program_takes_its_example() {
    for program in hueco_jobs::COURSES {
        let input = value(&example(program).unwrap())["input"].clone();
        let request = read(&json!({"kind": "course", "program": program, "input": input}));
        assert!(run(&request, &Workbench::default(), &mut ()).is_ok(), "{program}");
    }
    assert_eq!(example("tetris"), None);
}
