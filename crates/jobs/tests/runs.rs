//! What a run does beside its answer: events, limits, layers, what is handed to the engine.

mod common;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use common::Marked;
use hueco_courses::sums::CROSS;
use hueco_jobs::{
    Allowance, Check, Estimate, Events, JobEvent, Limits, Outcome, ProblemCompare, ProblemSource, ProblemVerify,
    Progress, Request, Search, Solve, Tuning, Workbench, run,
};
use hueco_search::algorithm::{Algorithm, Settings};
use hueco_search::{Budget, Limit};
use hueco_show::answer::MovesOf;
use hueco_tiles::heuristic::{HeuristicSpec, Named};
use hueco_tiles::solve::Outcome::Stopped;
use hueco_tiles::solve::{Batch, Plan};
use hueco_tiles::space::{DistanceTable, Level};
use hueco_tiles::{Board, Metric, Shape, parse_board, parse_shape};
use serde_json::{Value, json};

fn read_within(request: &Value, allowed: &Allowance) -> Request {
    Request::read(request.to_string().as_bytes(), allowed).unwrap()
}

fn read(request: &Value) -> Request {
    read_within(request, &Allowance::unlimited())
}

fn board(text: &str) -> Board {
    parse_board(text, None).unwrap()
}

/// The events of a run.
#[derive(Default)]
struct Seen {
    progress: Vec<Progress>,
    better: Vec<(u32, u32, Option<usize>)>,
    levels: Vec<Level>,
    layers: Vec<bool>,
}

impl Events for Seen {
    fn emit(&mut self, event: JobEvent<'_>) {
        match event {
            JobEvent::Progress(progress) => self.progress.push(progress.clone()),
            JobEvent::Better { length, lower_bound, moves } => {
                self.better.push((length, lower_bound, moves.map(|moves| moves.len())));
            }
            JobEvent::Level(level) => self.levels.push(level),
            JobEvent::Run { layers, .. } => self.layers.push(layers.is_some_and(|layers| !layers.layers.is_empty())),
            _ => {}
        }
    }
}

fn check(size: &str, estimate: Estimate) -> Check {
    let size = parse_shape(size).unwrap();
    let goal = Board::blank_last(size);
    Check { size, goal, estimate, threads: 1, moves_of: MovesOf::Blank, limits: Limits::default() }
}

#[test]
fn a_check_emits_its_levels_and_the_part_that_is_done() {
    let mut seen = Seen::default();
    check("2x2", Estimate::Heuristic(Named::Manhattan.into())).run(&mut seen).unwrap();
    let reached: Vec<u64> = seen.levels.iter().map(|level| level.reached).collect();
    assert_eq!(reached, [1, 3, 5, 7, 9, 11, 12]);
    let done: Vec<_> = reached.iter().map(|&reached| (reached, Some(reached as f64 / 12.0))).collect();
    let progress: Vec<_> = seen.progress.iter().map(|progress| (progress.generated, progress.done)).collect();
    assert_eq!(progress, done);
}

#[test]
fn a_table_is_checked_against_boards_of_its_own_shape() {
    let shape = Shape::new(2, 3).unwrap();
    let table = Arc::new(DistanceTable::build(shape, 5, Metric::Single, &Budget::unlimited()).unwrap());
    let found = check("2x3", Estimate::Table(Arc::clone(&table))).run(&mut ()).unwrap().found;
    assert_eq!((found.admissible(), found.consistent()), (Some(true), Some(true)));
    assert_eq!(check("2x2", Estimate::Table(table)).run(&mut ()).unwrap_err().code(), "bad_heuristic");
}

/// A proof of many nodes: 80 moves.
const HARD: &str = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";

#[test]
fn a_compared_run_has_its_own_time_and_no_more_than_is_left() {
    let ending = |times: Value| {
        let mut asked = json!({"kind": "compare", "board": HARD, "algorithms": ["idastar"],
            "heuristics": ["manhattan"], "nodes": 3_000_000});
        asked.as_object_mut().unwrap().extend(times.as_object().unwrap().clone());
        let Outcome::Compare(compared) = run(&read(&asked), &Workbench::default(), &mut ()).unwrap() else {
            panic!("another kind")
        };
        assert_eq!(compared.answers.len(), 1);
        compared.answers[0].outcome
    };
    assert_eq!(ending(json!({})), Stopped(Limit::Nodes));
    assert_eq!(ending(json!({"run_seconds": 0.001})), Stopped(Limit::Time));
    assert_eq!(ending(json!({"seconds": 0.001})), Stopped(Limit::Time));
    assert_eq!(ending(json!({"run_seconds": 1000, "seconds": 0.001})), Stopped(Limit::Time));
}

#[test]
fn a_comparison_passes_on_what_its_run_has_found_and_proved() {
    let asked = json!({"kind": "compare", "board": "8 6 7 / 2 5 4 / 3 0 1", "algorithms": ["arastar", "bfs"],
        "heuristics": ["manhattan"], "weight": 5});
    let mut seen = Seen::default();
    run(&read(&asked), &Workbench::default(), &mut seen).unwrap();
    let found: Vec<_> = seen.progress.iter().filter(|progress| progress.best.is_some()).collect();
    assert_eq!(found.last().and_then(|progress| progress.best), Some(31));
    assert!(found.iter().all(|progress| (20..=31).contains(&progress.lower_bound)), "{found:?}");
    assert!(found.iter().all(|progress| progress.done == Some(0.0)), "within the first of two runs");
    let whole: Vec<_> = seen.progress.iter().filter(|progress| progress.best.is_none()).collect();
    assert_eq!(whole.last().map(|progress| progress.done), Some(Some(1.0)));
    assert!(seen.better.is_empty(), "they would be those of the whole");
}

#[test]
fn better_solutions_are_emitted_with_what_is_proved_and_their_moves() {
    let solve = |tuned: Value| {
        let mut asked = json!({"kind": "solve", "algorithm": "arastar", "weight": 5});
        asked.as_object_mut().unwrap().extend(tuned.as_object().unwrap().clone());
        let mut seen = Seen::default();
        run(&read(&asked), &Workbench::default(), &mut seen).unwrap();
        seen
    };
    let tiles = solve(json!({"board": "8 6 7 / 2 5 4 / 3 0 1", "heuristic": "manhattan"}));
    assert!(tiles.better.first().is_some_and(|first| first.0 > 31), "{:?}", tiles.better);
    assert_eq!(tiles.better.last().map(|last| last.0), Some(31));
    assert!(tiles.better.iter().all(|&(length, _, moves)| moves == Some(length as usize)), "{:?}", tiles.better);
    let problem = solve(json!({"problem": EIGHT, "heuristic": "h"}));
    assert!(problem.better.len() > 1, "{:?}", problem.better);
    assert!(problem.better.iter().any(|&(_, lower_bound, _)| lower_bound > 0), "{:?}", problem.better);
    for seen in [tiles, problem] {
        let progress: Vec<_> = seen.progress.iter().filter(|progress| progress.best.is_some()).collect();
        for (length, lower_bound, _) in seen.better {
            assert!(
                progress.iter().any(|one| one.best == Some(length) && one.lower_bound == lower_bound),
                "{length} {lower_bound}: {progress:?}"
            );
        }
    }
}

#[test]
fn the_whole_request_is_in_the_plan() {
    let table = DistanceTable::build(Shape::new(2, 3).unwrap(), 5, Metric::Single, &Budget::unlimited()).unwrap();
    let solve = Solve {
        algorithm: hueco_tiles::solve::Algorithm::Wastar,
        heuristic: Some(HeuristicSpec::from(Named::Manhattan)),
        tuning: Tuning { threads: Some(2), ..Tuning::default() },
        optimal: true,
        fast: true,
        metric: Metric::Multi,
        all: Some(3),
        limits: Limits { time: Some(Duration::from_secs(1)), nodes: Some(2), bytes: Some(3) },
        distances: Some(Arc::new(table)),
        batch: Batch { others: 7, nodes: 8 },
        build_threads: Some(4),
        checkpoint: Some(PathBuf::from("proof")),
        ends: true,
        ..Solve::new(board("1 2 3 / 4 0 5"), board("1 2 3 / 4 5 0"))
    };
    let Plan {
        board: start,
        goal,
        algorithm,
        heuristic,
        threads,
        optimal,
        fast,
        max_nodes,
        max_bytes,
        timeout,
        metric,
        every,
        build_threads,
        distances,
        batch,
        checkpoint,
        ends,
        ..
    } = solve.plan(&Workbench::default());
    assert_eq!((start, goal, algorithm, heuristic), (solve.board, solve.goal, solve.algorithm, solve.heuristic));
    assert_eq!((threads, build_threads, every), (Some(2), Some(4), Some(3)));
    assert!(optimal && fast && ends && distances.is_some());
    assert_eq!((timeout, max_nodes, max_bytes), (Some(Duration::from_secs(1)), Some(2), Some(3)));
    assert_eq!((metric, batch, checkpoint), (Metric::Multi, solve.batch, solve.checkpoint));
}

#[test]
fn a_large_board_is_improved_for_a_while_where_nothing_else_is_asked() {
    let allowed = Allowance {
        limits: Limits { time: Some(Duration::from_secs(60)), ..Limits::default() },
        ..Allowance::unlimited()
    };
    let seconds = |cells: usize, asked: Option<u64>| {
        let tiles: Vec<usize> = (1..cells).chain([0]).collect();
        let mut request = json!({"kind": "solve", "board": [tiles]});
        if let Some(asked) = asked {
            request["seconds"] = asked.into();
        }
        let Request::Solve(Search::Tiles(solve)) = read_within(&request, &allowed) else { panic!("another kind") };
        solve.limits.time.map(|time| time.as_secs())
    };
    assert_eq!([seconds(16, None), seconds(17, None), seconds(17, Some(20))], [Some(60), Some(10), Some(20)]);
}

/// The 3x3 puzzle as a problem file.
const EIGHT: &str = r#"
title = "Eight"
start = (8, 6, 7, 2, 5, 4, 3, 0, 1)
goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
def actions(s):
    gap = list(s).index(0)
    found = []
    for name, step, fits in [("up", -3, gap > 2), ("down", 3, gap < 6), ("left", -1, gap % 3 > 0), ("right", 1, gap % 3 < 2)]:
        if fits:
            cells = list(s)
            cells[gap], cells[gap + step] = cells[gap + step], 0
            found.append((name, tuple(cells)))
    return found
def h(s):
    return sum([abs(i // 3 - (t - 1) // 3) + abs(i % 3 - (t - 1) % 3) for i, t in enumerate(s) if t])
consistent = ["h"]
"#;

/// From 0 to 5 by steps of one and of two; one of two costs three from 1.
const STEPS: &str = r#"
title = "Steps"
start = 0
goal = 5
def actions(s): return [("one", s + 1), ("two", s + 2, 3 if s == 1 else 1)] if s < 5 else []
"#;

#[test]
fn actions_are_replayed_and_judged() {
    let verify = |actions: &[&str]| {
        let source = ProblemSource::new("steps.star", STEPS, Vec::new());
        let actions = actions.iter().map(|&action| action.to_owned()).collect();
        let verified = ProblemVerify { source, actions, limits: Limits::default() }.run(&mut ()).unwrap();
        assert_eq!(verified.best.is_some(), verified.reaches_goal());
        serde_json::to_value(verified.object()).unwrap()
    };
    assert_eq!(
        verify(&["one", "two", "two"]),
        json!({"version": 1, "problem": "Steps", "length": 3, "cost": 5, "legal": true, "illegal_action": null,
            "reaches_goal": true, "last_state": "5", "optimal_cost": 3, "lower_bound": 3})
    );
    assert_eq!(
        verify(&["two", "one"]),
        json!({"version": 1, "problem": "Steps", "length": 2, "cost": 2, "legal": true, "illegal_action": null,
            "reaches_goal": false, "last_state": "3", "optimal_cost": null, "lower_bound": null})
    );
    let beyond = verify(&["two", "two", "one", "one"]);
    let found = ["legal", "illegal_action", "reaches_goal", "last_state"].map(|name| beyond[name].clone());
    assert_eq!(found, [json!(false), json!(4), json!(false), json!("5")]);
}

#[test]
fn layers_are_counted_where_that_is_wanted() {
    let asked = json!({"kind": "compare", "board": "1 2 3 / 4 5 6 / 7 0 8", "algorithms": ["bfs"]});
    let source = ProblemSource::new("steps.star", STEPS, Vec::new());
    for wanted in [false, true] {
        let Request::Compare(mut compare) = read(&asked) else { panic!("another kind") };
        compare.layers = wanted;
        let mut seen = Seen::default();
        compare.run(&Workbench::default(), &mut seen).unwrap();
        assert_eq!(seen.layers, [wanted]);
        let compare = ProblemCompare {
            source: source.clone(),
            algorithms: vec![Algorithm::Bfs, Algorithm::Ucs],
            heuristics: Vec::new(),
            settings: Settings::default(),
            run_time: None,
            short_repeats: 1,
            limits: Limits::default(),
            repeats: 2,
            layers: wanted,
        };
        let mut seen = Seen::default();
        let compared = compare.run(&mut seen, |_| ()).unwrap();
        assert!(compared.complete && compared.runs.iter().all(|run| run.layers.is_some() == wanted));
        let done: Vec<_> = seen.progress.iter().filter_map(|progress| progress.done).collect();
        assert_eq!(done, [0.25, 0.5, 0.75, 1.0]);
    }
}

#[test]
fn a_trace_records_what_a_result_has_room_for() {
    let allowed = Allowance { result_bytes: 10_000, ..Allowance::unlimited() };
    let events = |mut asked: Value| {
        asked["kind"] = "trace".into();
        let Request::Trace(trace) = read_within(&asked, &allowed) else { panic!("another kind") };
        trace.events
    };
    assert_eq!(events(json!({"board": "1 2 3 / 4 5 6 / 7 0 8"})), 10_000 / (150 + 5 * 9));
    assert_eq!(events(json!({"board": "1 2 3 / 4 5 6 / 7 0 8", "events": 7})), 7);
    assert_eq!(events(json!({"domain": "sums", "puzzle": CROSS})), 10_000 / (150 + 5 * 5));
    assert_eq!(events(json!({"problem": STEPS})), 10_000 / (150 + 5 * 20));
}

#[test]
fn a_trace_is_the_same_as_lines_and_as_an_object() {
    for asked in [
        json!({"kind": "trace", "board": "1 2 3 / 4 5 6 / 7 0 8", "algorithm": "bfs"}),
        json!({"kind": "trace", "domain": "sums", "puzzle": CROSS, "tree": true, "events": 9}),
        json!({"kind": "trace", "problem": STEPS}),
    ] {
        let request = read(&asked);
        assert_eq!(serde_json::to_value(&request).unwrap().get("tree"), asked.get("tree"));
        let outcome = run(&request, &Workbench::default(), &mut ()).unwrap();
        let object: Value = serde_json::from_str(&outcome.json(&Marked, usize::MAX).unwrap()).unwrap();
        let Outcome::Trace(trace) = outcome else { panic!("another kind") };
        let lines = std::str::from_utf8(trace.lines()).unwrap().lines();
        let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
        let [header, events @ .., end] = &lines[..] else { panic!("{} lines", lines.len()) };
        assert_eq!(object, json!({"version": 1, "header": header, "events": events, "end": end}));
        assert!(!events.is_empty());
    }
}

#[test]
fn both_right_outputs_of_the_sums_program_are_right() {
    let course = |tree: bool, own: Option<&str>| {
        let mut asked = json!({"kind": "course", "program": "sums", "input": CROSS, "options": {"tree": tree}});
        if let Some(own) = own {
            asked["own"] = own.into();
        }
        let Outcome::Course(course) = run(&read(&asked), &Workbench::default(), &mut ()).unwrap() else {
            panic!("another kind")
        };
        *course
    };
    let (graph, tree) = (course(false, None).output, course(true, None).output);
    assert_ne!(graph, tree, "what is detected shows");
    for (with_tree, own, right) in [(false, &tree, true), (true, &graph, true), (false, &CROSS.to_owned(), false)] {
        let judged = course(with_tree, Some(own)).judged;
        assert_eq!(judged == Some(hueco_jobs::Judged::Right), right, "{judged:?}");
    }
}

#[test]
fn questions_about_a_file_take_its_methods_in_turn() {
    let request = read(&json!({"kind": "quiz", "problem": EIGHT, "questions": 4, "seed": 1}));
    let outcome = run(&request, &Workbench::default(), &mut ()).unwrap();
    let quiz: Value = serde_json::from_str(&outcome.json(&Marked, usize::MAX).unwrap()).unwrap();
    assert_eq!((&quiz["problem"], quiz.get("size")), (&json!("Eight"), None));
    let asked: Vec<_> = quiz["questions"].as_array().unwrap().iter().collect();
    let methods: Vec<_> = asked.iter().map(|one| (&one["algorithm"], &one["heuristic"], &one["kind"])).collect();
    let method = |algorithm: &str, heuristic: Value, kind: &str| (json!(algorithm), heuristic, json!(kind));
    let expected = [
        method("astar", json!("h"), "next"),
        method("greedy", json!("h"), "next"),
        method("astar", json!("h"), "f"),
        method("ucs", Value::Null, "next"),
    ];
    assert_eq!(methods, expected.iter().map(|(a, h, kind)| (a, h, kind)).collect::<Vec<_>>());
    let boards = read(&json!({"kind": "quiz", "questions": 1, "seed": 1}));
    let outcome = run(&boards, &Workbench::default(), &mut ()).unwrap();
    let quiz: Value = serde_json::from_str(&outcome.json(&Marked, usize::MAX).unwrap()).unwrap();
    assert_eq!((quiz.get("problem"), &quiz["size"]), (None, &json!("3x3")));
}
