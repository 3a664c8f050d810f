//! Jobs: events, results, cancelling and the limits on their number.

use std::time::Duration;

use crate::common::Running;
use hueco_web::Limits;
use serde_json::{Value, json};

/// Depth-first on a large board: it goes on until something ends it.
fn endless() -> Value {
    let board =
        hueco_tiles::RandomBoards::new(&hueco_tiles::Board::blank_last(hueco_tiles::Shape::new(5, 5).unwrap()), 1);
    let board = board.into_iter().next().unwrap().to_string();
    json!({"kind": "solve", "board": board, "algorithm": "idastar", "heuristic": "manhattan", "seconds": 60})
}

fn state(server: &Running, job: &str) -> String {
    server.get(job).json()["state"].as_str().unwrap().to_owned()
}

/// Waits until a job has a state.
fn wait_for(server: &Running, job: &str, wanted: &str) {
    for _ in 0..6_000 {
        if state(server, job) == wanted {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the job is {} and never became {wanted}", state(server, job));
}

fn small() -> Limits {
    Limits { workers: 1, queue: 1, quick_workers: 1, ..Limits::default() }
}

/// A comparison of 2^60 steps, which nothing can interrupt.
#[test]
fn a_problem_file_that_cannot_be_interrupted_gives_its_thread_back() {
    let hostile = "start = 0\ngoal = 1\ndef actions(s):\n  a, b = (), ()\n  for i in range(60):\n    a, b = (a, a), (b, b)\n  return [('a', 1)] if a == b else []\n";
    let server = Running::with(Limits { time: Duration::from_secs(1), ..small() });
    let job = server.start(&json!({"kind": "solve", "problem": hostile}));
    wait_for(&server, &job, "running");
    let next = server.start(&json!({"kind": "solve", "board": "1 2 3 / 4 5 6 / 7 0 8"}));
    wait_for(&server, &job, "failed");
    assert_eq!(server.get(&job).json()["error"]["code"], "stopped");
    wait_for(&server, &next, "done");
    server.stop();
}

#[test]
fn a_job_ends_with_the_result_of_the_command() {
    let server = Running::new();
    let job = server.start(&json!({"kind": "solve", "board": "8 6 7 / 2 5 4 / 3 0 1", "algorithm": "astar"}));
    let (event, result) = server.listen(&job).last();
    assert_eq!((event.as_str(), &result["length"], &result["algorithm"]), ("result", &json!(31), &json!("astar")));
    let looked = server.get(&job).json();
    assert_eq!((&looked["state"], &looked["kind"]), (&json!("done"), &json!("solve")));
    assert_eq!(looked["result"], result);
    // Whoever comes late hears the end too.
    assert_eq!(server.listen(&job).last().1, result);
}

#[test]
fn better_solutions_arrive_before_the_result() {
    let server = Running::new();
    let mut body = endless();
    body["algorithm"] = json!("auto");
    body["heuristic"] = Value::Null;
    body["seconds"] = json!(1);
    let mut events = server.listen(&server.start(&body));
    let mut lengths = Vec::new();
    let result = loop {
        let (event, data) = events.next().unwrap();
        match event.as_str() {
            "better" => {
                let length = data["length"].as_u64().unwrap();
                // What is reported can be played at once.
                let moves = hueco_tiles::parse_moves(data["moves"].as_str().unwrap()).unwrap();
                let board = hueco_tiles::parse_board(body["board"].as_str().unwrap(), None).unwrap();
                let reached = hueco_tiles::replay(&board, &moves).unwrap();
                assert_eq!((moves.len() as u64, &reached), (length, &hueco_tiles::Board::blank_last(board.shape())));
                lengths.push(length);
            }
            "alive" => {}
            "progress" => assert!(data["seconds"].is_number() && data["lower_bound"].is_number()),
            "result" => break data,
            other => panic!("{other}: {data}"),
        }
    };
    assert!(!lengths.is_empty() && lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
    assert!(result["length"].as_u64() <= lengths.last().copied());
    assert_eq!(result["outcome"], "solved");
}

#[test]
fn large_boards_tell_lengths_alone() {
    let server = Running::with(Limits { cells: 200, ..Limits::default() });
    let shape = hueco_tiles::Shape::new(11, 11).unwrap();
    let board = hueco_tiles::RandomBoards::new(&hueco_tiles::Board::blank_last(shape), 1).next().unwrap();
    let job = server.start(&json!({"kind": "solve", "board": board.to_string(), "seconds": 1}));
    let better = server.listen(&job).until("better");
    assert!(better["length"].is_u64() && better["moves"].is_null(), "{better}");
}

#[test]
fn who_listens_hears_that_a_quiet_job_is_alive() {
    let server = Running::with(small());
    let puzzles = server.get("/api/puzzles").json();
    let magic = puzzles["puzzles"].as_array().unwrap().iter().find(|one| one["name"] == "magic4").unwrap();
    let long = json!({"kind": "sums", "puzzle": magic["text"], "method": "dfs", "count_only": true, "seconds": 60});
    let job = server.start(&long);
    let mut events = server.listen(&job);
    wait_for(&server, &job, "running");
    let waiting = server.start(&endless());
    let mut queued = server.listen(&waiting);
    let alive = queued.until("alive");
    assert_eq!(alive["state"], "queued");
    let first = events.until("alive");
    assert!(first["generated"].is_u64(), "{first}");
    let second = events.until("alive");
    assert_eq!(second["state"], "running");
    assert!(second["seconds"].as_f64() > first["seconds"].as_f64());
    server.delete(&waiting);
    queued.until("cancelled");
    server.delete(&job);
    events.until("cancelled");
}

#[test]
fn delete_cancels_a_running_job() {
    let server = Running::new();
    let job = server.start(&endless());
    let mut events = server.listen(&job);
    events.until("progress");
    assert_eq!(server.delete(&job).status, 200);
    let data = events.until("cancelled");
    assert_eq!(data["result"]["stopped_by"], "interrupt");
    assert!(events.next().is_none());
    assert_eq!(state(&server, &job), "cancelled");
}

#[test]
fn a_closed_stream_ends_its_search() {
    let server = Running::with(small());
    let job = server.start(&endless());
    let mut events = server.listen(&job);
    events.until("progress");
    drop(events);
    wait_for(&server, &job, "cancelled");
    // The one worker is free again: another job runs to its end.
    assert_eq!(server.result(&json!({"kind": "solve", "board": "1 2 3 / 4 5 6 / 7 0 8"}))["length"], 1);
}

#[test]
fn one_of_two_listeners_may_leave() {
    let server = Running::new();
    let job = server.start(&endless());
    let (mut stays, mut leaves) = (server.listen(&job), server.listen(&job));
    leaves.until("progress");
    drop(leaves);
    stays.until("progress");
    stays.until("progress");
    assert_eq!(state(&server, &job), "running");
    server.delete(&job);
    stays.until("cancelled");
}

#[test]
fn a_full_queue_says_when_to_come_again() {
    let server = Running::with(small());
    let running = server.start(&endless());
    wait_for(&server, &running, "running");
    let waiting = server.start(&endless());
    assert_eq!(state(&server, &waiting), "queued");
    let refused = server.post("/api/jobs?lang=es", &endless());
    assert_eq!((refused.status, refused.code().as_str(), refused.header("retry-after")), (503, "busy", Some("1")));
    assert!(refused.text().contains("ocupado"));
    // Answers at once have threads of their own.
    assert_eq!(server.post("/api/solve", &json!({"board": "1 2 3 / 4 5 6 / 7 0 8"})).json()["length"], 1);
    // A job that waits gives its place back as soon as it is cancelled.
    server.delete(&waiting);
    assert_eq!(state(&server, &waiting), "cancelled");
    let next = server.start(&endless());
    server.delete(&running);
    wait_for(&server, &next, "running");
}

#[test]
fn quick_requests_have_a_queue_too() {
    let server = Running::with(Limits { quick_workers: 1, quick_queue: 0, ..Limits::default() });
    let mut slow = endless();
    slow.as_object_mut().unwrap().remove("kind");
    slow["seconds"] = json!(1);
    let both = std::sync::Barrier::new(2);
    let ask = || {
        both.wait();
        server.post("/api/solve", &slow)
    };
    let answers = std::thread::scope(|scope| {
        let asked = [scope.spawn(ask), scope.spawn(ask)];
        asked.map(|thread| thread.join().unwrap())
    });
    let refused = answers.iter().find(|answer| answer.status == 503).expect("one thread cannot do two things");
    assert_eq!(refused.header("retry-after"), Some("1"));
}

#[test]
fn limits_hold_for_every_job() {
    let server =
        Running::with(Limits { nodes: 1000, bytes: 1 << 20, time: Duration::from_secs(5), ..Limits::default() });
    let board = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
    let goal = "blank-first";
    let by_nodes = server.result(&json!({"kind": "solve", "board": board, "goal": goal, "algorithm": "astar"}));
    assert_eq!(by_nodes["stopped_by"], "nodes");
    let large = "0 ".to_owned() + &(1..144).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(server.post("/api/jobs", &json!({"kind": "solve", "board": large})).code(), "too_large");
    let long = json!({"kind": "solve", "board": board, "seconds": 6});
    assert_eq!(server.post("/api/jobs", &long).code(), "bad_field");
    let server = Running::with(Limits { bytes: 1 << 20, ..Limits::default() });
    let by_memory = server.result(&json!({"kind": "solve", "board": board, "goal": goal, "algorithm": "astar"}));
    assert_eq!(by_memory["stopped_by"], "memory");
    let server = Running::with(Limits { time: Duration::from_millis(100), ..Limits::default() });
    let by_time = server.result(&json!({"kind": "solve", "board": board, "goal": goal, "algorithm": "idastar"}));
    assert_eq!(by_time["stopped_by"], "time");
}

#[test]
fn results_are_bounded() {
    let server = Running::with(Limits { result_bytes: 800, ..Limits::default() });
    let cross = server.get("/api/courses/sums/example").json()["input"].clone();
    let (event, data) =
        server.listen(&server.start(&json!({"kind": "sums", "puzzle": cross, "method": "bfs", "tree": true}))).last();
    assert_eq!((event.as_str(), &data["error"]["code"]), ("failed", &json!("result_large")));
    let one = server.start(&json!({"kind": "solve", "board": "1 2 3 / 4 5 6 / 7 0 8"}));
    wait_for(&server, &one, "done");
    let server = Running::with(Limits { kept_results: 1, ..Limits::default() });
    let [first, second] = [1, 2].map(|_| {
        let job = server.start(&json!({"kind": "solve", "board": "1 2 3 / 4 5 6 / 7 0 8"}));
        wait_for(&server, &job, "done");
        job
    });
    wait_for(&server, &second, "done");
    assert_eq!(server.get(&first).status, 404);
}

#[test]
fn number_puzzles_are_solved() {
    let server = Running::new();
    let puzzles = server.get("/api/puzzles").json();
    let text = |name: &str| {
        let all = puzzles["puzzles"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap()["text"].clone()
    };
    let magic = server.result(&json!({"kind": "sums", "puzzle": text("magic3"), "all": true}));
    assert_eq!((&magic["outcome"], &magic["count"], &magic["complete"]), (&json!("solved"), &json!(8), &json!(true)));
    let none = server.result(&json!({"kind": "sums", "puzzle": text("impossible"), "count_only": true}));
    assert_eq!(none["outcome"], "unsolvable");
    let diary = server.result(&json!({"kind": "sums", "puzzle": text("cross"), "method": "bfs", "tree": true}));
    assert!(!diary["created"].as_array().unwrap().is_empty());
    let bad =
        server.post("/api/jobs", &json!({"kind": "sums", "puzzle": "cells\n A B\nnumbers 1 2\nrow: A + X = 3\n"}));
    assert_eq!((bad.status, bad.code().as_str()), (400, "bad_puzzle"));
    assert_eq!(bad.json()["error"]["line"], 4);
    assert_eq!(server.post("/api/jobs", &json!({"kind": "sums"})).code(), "missing_field");
}

#[test]
fn course_programs_write_what_their_documents_say() {
    let server = Running::new();
    let menu = server.result(&json!({"kind": "course", "program": "menu", "input": "1  1 0 2 3 4 5 6 7 8  3 5"}));
    assert_eq!(menu["output"], "SUMAS\n\n1 0 2\n3 4 5\n6 7 8\n\n0 1 2\n3 4 5\n6 7 8\n\n2\n\n");
    assert_eq!((&menu["file_name"], &menu["notes"]), (&json!("puzzle3x3heuristics.txt"), &json!([])));
    let noted = server.result(&json!({"kind": "course", "program": "menu", "input": "1  0 2 1 3 4 5 6 7 8  3"}));
    assert_eq!((&noted["output"], noted["notes"].as_array().unwrap().len()), (&json!("-1\n\n"), 2));
    let goal = json!({"kind": "course", "program": "astar", "options":
        {"initial": "2 8 3 / 1 6 4 / 7 5 0", "goal": "1 2 3 / 8 0 4 / 7 6 5", "heuristic": "manhattan"}});
    assert!(server.result(&goal)["output"].as_str().unwrap().ends_with("solution 6 moves\n"));
    for (body, code) in [
        (json!({"program": "menu", "input": "", "options": 5}), "bad_field"),
        (json!({"program": "menu", "input": "", "options": {"step": true}}), "unknown_field"),
        (json!({"program": "quake"}), "bad_field"),
        (json!({"input": ""}), "missing_field"),
        (json!({"program": "solver", "input": "2\n1 2 3 x"}), "bad_input"),
        (json!({"program": "formal", "input": "1 2 3"}), "bad_board"),
        (json!({"program": "sums", "input": "cells"}), "bad_puzzle"),
        (json!({"program": "astar", "input": "1 2 3"}), "bad_input"),
        (json!({"program": "astar", "options": {"goal": "1 2 3"}}), "missing_field"),
    ] {
        let mut body = body;
        body["kind"] = json!("course");
        assert_eq!(server.post("/api/jobs", &body).code(), code, "{body}");
    }
    let late = server.start(&json!({"kind": "course", "program": "menu", "input": "1 9"}));
    assert_eq!(server.listen(&late).last().1["error"]["code"], "bad_input");
}

#[test]
fn a_program_without_limits_of_its_own_is_ended() {
    let server = Running::new();
    let many = "1 8 7 6 5 4 3 2 1 0 ".to_owned() + &"2 ".repeat(100_000);
    let job = server.start(&json!({"kind": "course", "program": "menu", "input": many}));
    let (event, data) = server.listen(&job).last();
    // The board reaches the goal or it does not; either way there is an end, within the result's size.
    assert!(matches!(event.as_str(), "result" | "failed"), "{event}");
    assert!(data.to_string().len() <= Limits::default().result_bytes + 1000);
}

#[test]
fn a_stop_ends_jobs_and_sends_the_last_event() {
    let server = Running::new();
    let mut events = server.listen(&server.start(&endless()));
    events.until("progress");
    let waiting = server.connect();
    let address = server.address;
    server.stop();
    events.until("cancelled");
    assert!(events.next().is_none());
    drop(waiting);
    assert!(std::net::TcpStream::connect(address).is_err());
}

#[test]
fn unknown_kinds_are_refused() {
    let server = Running::new();
    assert_eq!(server.post("/api/jobs", &json!({})).code(), "missing_field");
    let unknown = server.post("/api/jobs", &json!({"kind": "bake"}));
    assert_eq!((unknown.status, unknown.code().as_str()), (400, "bad_field"));
    assert!(unknown.text().contains("solve"));
}

#[test]
fn a_search_is_recorded_and_drawn() {
    let server = Running::new();
    let search = json!({
        "board": "2 8 3 / 1 6 4 / 7 5 0", "goal": "1 2 3 / 8 0 4 / 7 6 5", "algorithm": "astar", "heuristic": "misplaced",
    });
    let with = |kind: &str, more: &[(&str, Value)]| {
        let mut body = search.clone();
        body["kind"] = json!(kind);
        for (name, value) in more {
            body[*name] = value.clone();
        }
        body
    };
    let trace = server.result(&with("trace", &[]));
    assert_eq!((&trace["header"]["algorithm"], &trace["end"]["length"]), (&json!("astar"), &json!(6)));
    let events = trace["events"].as_array().unwrap();
    assert_eq!((&events[0]["event"], &trace["end"]["events"]), (&json!("created"), &json!(events.len())));
    let solved = server.post("/api/solve", &search).json();
    assert_eq!(trace["end"]["stats"]["generated"], solved["stats"]["generated"]);

    let cut = server.result(&with("trace", &[("events", json!(3))]));
    assert_eq!((cut["events"].as_array().unwrap().len(), &cut["end"]["cut"]), (3, &json!(true)));

    let picture = server.result(&with("tree", &[]));
    assert!(picture["svg"].as_str().unwrap().starts_with("<svg"));
    let tree = server.result(&with("tree", &[("format", json!("json")), ("draw_nodes", json!(4))]));
    assert!(tree["tree"]["nodes"].as_array().unwrap().len() >= 4);

    let cross = server.get("/api/courses/sums/example").json()["input"].clone();
    let sums =
        server.result(&json!({"kind": "trace", "domain": "sums", "puzzle": cross, "method": "bfs", "tree": true}));
    assert_eq!((&sums["header"]["domain"], &sums["end"]["outcome"]), (&json!("sums"), &json!("solved")));

    let stuck = server.start(&json!({"kind": "tree", "board": "1 2 3 / 4 5 6 / 8 7 0"}));
    assert_eq!(server.listen(&stuck).last().1["error"]["code"], "unsolvable");
    assert_eq!(server.post("/api/jobs", &with("trace", &[("events", json!(0))])).code(), "bad_field");
    assert_eq!(server.post("/api/jobs", &with("trace", &[("domain", json!("cards"))])).code(), "bad_field");
}

#[test]
fn methods_are_compared() {
    let server = Running::new();
    let compared = server.result(&json!({
        "kind": "compare", "random": {"count": 2, "seed": 3, "size": "3x3"}, "algorithms": ["bfs", "A*"],
        "heuristics": ["manhattan"], "formulas": ["misplaced/2"],
    }));
    assert_eq!(compared["methods"].as_array().unwrap().len(), 3);
    assert_eq!(compared["rows"].as_array().unwrap().len(), 6);
    assert_eq!(compared["complete"], true);
    let lengths: Vec<_> = compared["rows"].as_array().unwrap()[..3].iter().map(|row| row["length"].clone()).collect();
    assert!(lengths.iter().all(|length| *length == lengths[0]), "{lengths:?}");
    assert!(compared["svg"].as_str().unwrap().contains("<svg"));
    let one = server.result(&json!({"kind": "compare", "board": "1 2 3 / 4 5 6 / 7 0 8"}));
    assert_eq!(one["totals"][0]["runs"], 1);
    for (body, code) in [
        (json!({}), "missing_field"),
        (json!({"boards": []}), "bad_field"),
        (json!({"boards": ["1 2 3"]}), "bad_board"),
        (json!({"random": {"count": 1}}), "missing_field"),
        (json!({"random": 1}), "bad_field"),
        (json!({"board": "0 1 2 3", "algorithms": ["b"]}), "bad_field"),
        (json!({"board": "0 1 2 3", "formulas": ["manhattan +"]}), "bad_formula"),
        (
            json!({"random": {"count": 200, "size": "3x3"}, "heuristics": ["blind", "inversion", "manhattan", "misplaced"]}),
            "too_many",
        ),
    ] {
        let mut body = body;
        body["kind"] = json!("compare");
        assert_eq!(server.post("/api/jobs?lang=es", &body).code(), code, "{body}");
    }
}

#[test]
fn a_formula_is_checked_over_all_boards() {
    let server = Running::new();
    let body = json!({"kind": "check", "formula": "manhattan + 1", "size": "2x3"});
    let found = server.result(&body);
    assert_eq!((&found["states"], &found["admissible"]), (&json!(360), &json!(false)));
    assert!(found["svg"].as_str().unwrap().contains("<svg") && found["counterexample"]["board"].is_array());
    let wrong = server.post("/api/jobs?lang=es", &json!({"kind": "check", "formula": "manhattan + ", "size": "3x3"}));
    assert_eq!((wrong.status, wrong.code().as_str()), (400, "bad_formula"));
    assert!(wrong.json()["error"]["column"].as_u64().unwrap() >= 11);
    let both = json!({"kind": "check", "formula": "1", "heuristic": "manhattan", "size": "3x3"});
    assert_eq!(server.post("/api/jobs", &both).code(), "bad_field");
    assert_eq!(server.post("/api/jobs", &json!({"kind": "check", "size": "3x3"})).code(), "missing_field");
    let large = server.start(&json!({"kind": "check", "heuristic": "manhattan", "size": "6x6"}));
    assert_eq!(server.listen(&large).last().0, "failed");
}

#[test]
fn questions_come_with_their_answers() {
    let server = Running::new();
    let quiz = server.result(&json!({"kind": "quiz", "questions": 4, "seed": 7}));
    let questions = quiz["questions"].as_array().unwrap();
    assert_eq!(questions.len(), 4);
    for question in questions {
        assert!(question["frontier"].as_array().unwrap().len() >= 3 && question["because"].is_string());
    }
    assert_eq!(server.result(&json!({"kind": "quiz", "questions": 4, "seed": 7})), quiz);
    let small = server.start(&json!({"kind": "quiz", "size": "1x2"}));
    assert_eq!(server.listen(&small).last().1["error"]["code"], "too_small");
}
