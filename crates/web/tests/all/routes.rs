//! Every route's good and bad inputs, in both languages.

use crate::common::Running;
use serde_json::{Value, json};

#[test]
fn about_tells_what_there_is() {
    let server = Running::new();
    let about = server.get("/api/about").json();
    assert_eq!(about["name"], "hueco");
    assert_eq!(about["algorithms"].as_array().unwrap().len(), 23);
    assert_eq!(about["sums_methods"], json!(["bfs", "dfs", "propagate"]));
    let heuristic = |name: &str| {
        let all = about["heuristics"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap()["admissible"].as_bool().unwrap()
    };
    assert!(heuristic("manhattan") && heuristic("pattern"));
    assert!(!heuristic("misplaced-blank") && !heuristic("direct-reversals"));
    for limit in ["cells", "seconds", "nodes", "bytes", "jobs"] {
        assert!(about["limits"][limit].is_number(), "{limit}");
    }
}

#[test]
fn boards_are_read_and_errors_name_the_place() {
    let server = Running::new();
    let parsed = server.post("/api/parse", &json!({"text": "1 2 3 / 4 5 6 / 7 0 8"})).json();
    assert_eq!(parsed["board"], json!([1, 2, 3, 4, 5, 6, 7, 0, 8]));
    assert_eq!((&parsed["rows"], &parsed["solvable"], &parsed["why"]), (&json!(3), &json!(true), &Value::Null));
    let row = server.post("/api/parse", &json!({"text": "1 2 3 4 5 0", "size": "2x3", "goal": "blank-first"})).json();
    assert_eq!(row["goal"], json!([0, 1, 2, 3, 4, 5]));
    for text in [json!("[[1, 2, 3], [4, 5, 0]]"), json!([[1, 2, 3], [4, 5, 0]])] {
        let rows = server.post("/api/parse", &json!({"text": text, "goal": [[0, 1, 2], [3, 4, 5]]})).json();
        assert_eq!((&rows["rows"], &rows["cols"]), (&json!(2), &json!(3)), "{text}");
        assert_eq!((&rows["board"], &rows["goal"]), (&json!([1, 2, 3, 4, 5, 0]), &json!([0, 1, 2, 3, 4, 5])), "{text}");
    }
    let stuck = json!({"text": "1 2 3 / 4 5 6 / 8 7 0"});
    assert!(server.post("/api/parse", &stuck).json()["why"].as_str().unwrap().starts_with("Why:"));
    assert!(server.post("/api/parse?lang=es", &stuck).json()["why"].as_str().unwrap().starts_with("Por qué:"));

    let bad = server.post("/api/parse", &json!({"text": "1 2 3 / 4 x 6 / 7 0 8"}));
    assert_eq!((bad.status, bad.code().as_str()), (400, "bad_board"));
    assert_eq!((&bad.json()["error"]["line"], &bad.json()["error"]["column"]), (&json!(1), &json!(11)));
    let cases = [
        (json!({}), "missing_field"),
        (json!({"text": 5}), "bad_board"),
        (json!({"text": "1 2 3 / 4 5 6 / 7 7 8"}), "bad_board"),
        (json!({"text": "1 2 3 0", "size": "2"}), "bad_size"),
        (json!({"text": "1 2 3 0", "size": 2}), "bad_field"),
        (json!({"text": "1 2 3 / 4 5 6 / 7 0 8", "goal": "1 2 3"}), "bad_goal"),
        (json!({"text": "1 2 3 / 4 5 6 / 7 0 8", "goal": [1, 2, 3]}), "bad_goal"),
        (json!({"text": "1 2 3 / 4 5 6 / 7 0 8", "goal": {}}), "bad_goal"),
        (json!({"text": "1 2 3 / 4 5 6 / 7 0 8", "gaol": "blank-last"}), "unknown_field"),
        (json!({"text": "0 1", "size": "11x11"}), "too_large"),
        (json!({"text": [1, 2, 3, "4"]}), "bad_board"),
        (json!({"text": [1, 2, 3]}), "bad_board"),
        (json!({"text": [1, 1, 2, 0]}), "bad_board"),
        (json!({"text": [[1, 2], [3]]}), "bad_board"),
        (json!({"text": [[1, 2], 3, 0]}), "bad_board"),
        (json!({"text": "[[1, 2], [3, 0]"}), "bad_board"),
        (json!({"text": "1 2 / 3 0", "goal": [[0, 1, 2, 3]]}), "bad_goal"),
    ];
    for (body, code) in cases {
        let answer = server.post("/api/parse", &body);
        assert_eq!((answer.status, answer.code().as_str()), (400, code), "{body}");
    }
    assert_eq!(server.post("/api/parse", &json!([1])).code(), "bad_json");
    assert_eq!(server.post_text("/api/parse", "{\"text\": ").code(), "bad_json");
}

#[test]
fn messages_follow_the_language() {
    let server = Running::new();
    let message = |path: &str, accept: &str| {
        let headers = [("content-type", "application/json"), ("accept-language", accept)];
        server.send("POST", path, &headers, "{}").json()["error"]["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(message("/api/parse", "de"), "the field text is missing");
    assert_eq!(message("/api/parse", "es-MX,en;q=0.5"), "falta el campo text");
    assert_eq!(message("/api/parse?lang=es", "en"), "falta el campo text");
    assert_eq!(message("/api/parse?lang=en", "es"), "the field text is missing");
}

#[test]
fn random_boards_are_those_of_the_command() {
    let server = Running::new();
    let drawn = server.get("/api/random?size=3x3&seed=7&count=2").json();
    let goal = hueco_tiles::Board::blank_last(hueco_tiles::Shape::new(3, 3).unwrap());
    let expected: Vec<Vec<u16>> =
        hueco_tiles::RandomBoards::new(&goal, 7).take(2).map(|board| board.tiles().to_vec()).collect();
    assert_eq!(drawn["boards"], json!(expected));
    let cases = [
        ("", "missing_field"),
        ("?size=0x3", "bad_size"),
        ("?size=30x30", "too_large"),
        ("?size=3x3&count=1001", "bad_field"),
        ("?size=3x3&count=0", "bad_field"),
        ("?size=3x3&seed=-1", "bad_field"),
        ("?size=3x3&goal=1+2", "bad_goal"),
        ("?size=3x3&colour=red", "unknown_field"),
        ("?size=%ff", "bad_size"),
    ];
    for (query, code) in cases {
        let answer = server.get(&format!("/api/random{query}"));
        assert_eq!((answer.status, answer.code().as_str()), (400, code), "{query}");
    }
}

#[test]
fn a_board_is_solved_at_once() {
    let server = Running::new();
    let solved = server.post("/api/solve", &json!({"board": "8 6 7 / 2 5 4 / 3 0 1"})).json();
    assert_eq!(
        (&solved["outcome"], &solved["optimal"], &solved["length"]),
        (&json!("solved"), &json!(true), &json!(31))
    );
    let asked = json!({
        "board": [2, 8, 3, 1, 6, 4, 7, 5, 0], "goal": "1 2 3 / 8 0 4 / 7 6 5", "algorithm": "astar",
        "heuristic": "misplaced", "moves_of": "tile", "ties": "fifo", "order": "UDLR", "seconds": 1, "nodes": 1000,
    });
    let solved = server.post("/api/solve", &asked).json();
    assert_eq!((&solved["length"], &solved["heuristic"]), (&json!(6), &json!("misplaced")));
    assert_eq!((&solved["moves_of"], &solved["moves"]), (&json!("tile"), &json!("RDDRUL")));
    let all = json!({"board": "1 2 3 / 4 0 6 / 7 5 8", "all": 5, "metric": "multi"});
    assert_eq!(server.post("/api/solve", &all).json()["metric"], "multi");
    let stuck = server.post("/api/solve", &json!({"board": "1 2 3 / 4 5 6 / 8 7 0"})).json();
    assert_eq!(stuck["outcome"], "unsolvable");
    let few = json!({"board": "8 6 7 / 2 5 4 / 3 0 1", "algorithm": "bfs", "nodes": 100});
    let few = server.post("/api/solve", &few).json();
    assert_eq!((&few["outcome"], &few["stopped_by"]), (&json!("stopped"), &json!("nodes")));
}

#[test]
fn names_are_understood_as_on_the_command_line() {
    let server = Running::new();
    let solve =
        |name: &str, value: &str| server.post("/api/solve", &json!({"board": "1 2 3 / 4 5 6 / 7 0 8", name: value}));
    for (spelling, name) in [("A*", "astar"), ("IDA*", "idastar"), ("BFS", "bfs"), ("Greedy", "greedy")] {
        assert_eq!(solve("algorithm", spelling).json()["algorithm"], name, "{spelling}");
    }
    for (name, value, meant) in [
        ("algorithm", "a-star", "astar"),
        ("heuristic", "max(blind,manhatan)", "manhattan"),
        ("goal", "blank-fist", "blank-first"),
        ("ties", "lowh", "low-h"),
    ] {
        let message = solve(name, value).json()["error"]["message"].to_string();
        assert!(message.contains(&format!("Did you mean `{meant}`?")), "{message}");
    }
}

#[test]
fn what_cannot_be_solved_as_asked_is_refused() {
    let server = Running::new();
    let with = |name: &str, value: Value| {
        let mut body = json!({"board": "1 2 3 / 4 5 6 / 7 0 8"});
        body[name] = value;
        let answer = server.post("/api/solve", &body);
        assert_eq!(answer.status, 400);
        (answer.code(), answer.json()["error"]["field"].clone())
    };
    for (name, value, code) in [
        ("algorithm", json!("a-star"), "bad_field"),
        ("heuristic", json!("manhatan"), "bad_heuristic"),
        ("heuristic", json!("max(".repeat(10_000)), "bad_heuristic"),
        ("weight", json!(0.5), "bad_field"),
        ("weight", json!("2"), "bad_field"),
        ("width", json!(0), "bad_field"),
        ("depth", json!(-1), "bad_field"),
        ("ties", json!("first"), "bad_field"),
        ("order", json!("UUUU"), "bad_field"),
        ("seconds", json!(1000), "bad_field"),
        ("seconds", json!(0), "bad_field"),
        ("nodes", json!(1e300), "bad_field"),
        ("bytes", json!(1u64 << 60), "bad_field"),
        ("optimal", json!("yes"), "bad_field"),
        ("metric", json!("triple"), "bad_field"),
        ("moves_of", json!("hand"), "bad_field"),
    ] {
        assert_eq!(with(name, value), (code.to_owned(), json!(name)));
    }
    let both = json!({"board": "1 2 3 / 4 5 6 / 7 0 8", "algorithm": "bfs", "metric": "multi"});
    assert_eq!(server.post("/api/solve", &both).code(), "bad_plan");
}

#[test]
fn samples_can_be_used_as_they_are() {
    let server = Running::new();
    let puzzles = server.get("/api/puzzles").json();
    assert!(puzzles["puzzles"].as_array().unwrap().len() >= 7);
    for name in ["menu", "solver", "formal", "sums", "astar"] {
        let input = server.get(&format!("/api/courses/{name}/example")).json()["input"].clone();
        let written = server.result(&json!({"kind": "course", "program": name, "input": input}));
        assert!(!written["output"].as_str().unwrap().is_empty(), "{name}");
    }
    assert_eq!(server.get("/api/courses/other/example").status, 404);
}

#[test]
fn the_library_of_problem_files_is_served_and_described() {
    let server = Running::new();
    assert_eq!(server.get("/api/about").json()["problems"], true);
    let library = server.get("/api/problems").json();
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems")).unwrap().count();
    let problems = library["problems"].as_array().unwrap();
    assert_eq!(problems.len(), files, "every file of the folder is in the library");
    for problem in problems {
        let described = server.post("/api/describe", &json!({"problem": problem["text"]}));
        assert_eq!(described.status, 200, "{}: {}", problem["name"], described.text());
        assert!(!described.json()["problem"].as_str().unwrap().is_empty());
    }
    let jugs = problems.iter().find(|problem| problem["name"] == "jugs").unwrap();
    let described = server.post("/api/describe", &json!({"problem": jugs["text"]})).json();
    assert_eq!(described["heuristics"], json!([{"name": "h", "admissible": true, "consistent": false}]));
    assert_eq!(described["parameters"][0], json!({"name": "amount", "value": "2"}));
    let broken = server.post("/api/describe", &json!({"problem": "start = 0\ngoal = )\n"}));
    let error = &broken.json()["error"];
    assert_eq!((broken.status, &error["code"], &error["field"]), (400, &json!("bad_problem"), &json!("problem")));
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(8)));
}

#[test]
fn a_server_that_strangers_can_reach_runs_no_problem_files() {
    let address = "0.0.0.0:0".parse().unwrap();
    let server = Running::of(hueco_web::Settings { address, ..Default::default() });
    assert_eq!(server.get("/api/about").json()["problems"], false);
    let file = "start = 0\ngoal = 1\ndef actions(s): return []\n";
    assert_eq!(server.post("/api/describe", &json!({"problem": file})).code(), "not_allowed");
    for kind in ["solve", "trace", "tree", "compare", "check"] {
        let refused = server.post("/api/jobs", &json!({"kind": kind, "problem": file, "heuristic": "h"}));
        assert_eq!((refused.status, refused.code().as_str()), (400, "not_allowed"), "{kind}");
    }
}

#[test]
fn the_page_is_served_with_its_types_and_tags() {
    let embedded = Running::of(hueco_web::Settings { page: hueco_web::Page::Embedded, ..Default::default() });
    for server in [Running::new(), embedded] {
        let page = server.get("/");
        assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
        assert!(page.text().contains("hueco"));
        if let Some(tag) = page.header("etag") {
            let again = server.send("GET", "/", &[("if-none-match", tag)], "");
            assert_eq!((again.status, again.body.len()), (304, 0));
        }
    }
}

#[test]
fn unknown_addresses_and_methods_are_told() {
    let server = Running::new();
    for path in ["/api", "/api/none", "/api/jobs/1", "/api/jobs/1/events", "/favicon.ico", "/assets/none.js", "/index"]
    {
        let answer = server.get(path);
        assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{path}");
    }
    let wrong = server.get("/api/solve");
    assert_eq!((wrong.status, wrong.code().as_str(), wrong.header("allow")), (405, "method", Some("POST")));
    assert_eq!(server.post("/api/about", &json!({})).status, 405);
}
