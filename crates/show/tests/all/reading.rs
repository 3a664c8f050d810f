//! Reading traces that others wrote: what may be missing, what must agree, and what is reported of the rest.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use hueco_search::{CellValue, NodeId, OwnedEvent, OwnedShown};
use hueco_show::fuzz;
use hueco_show::trace::{Expected, Fault, StateJson, Trace, TraceError, Why, compare, read};
use hueco_tiles::solve::{Algorithm, Plan, solve_watched};
use hueco_tiles::{Order, Workbench, parse_board};
use proptest::prelude::*;

const HEAD: &str = r#"{"version":1,"domain":"tiles","rows":3,"cols":3,"start":[1,2,3,4,5,6,0,7,8]}"#;

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/trace");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5);
    files
}

fn student() -> Trace {
    let file = corpus().into_iter().find(|path| path.ends_with("student.jsonl")).unwrap();
    read(&std::fs::read(file).unwrap()[..]).unwrap()
}

#[test]
fn what_is_missing_is_derived() {
    let trace = student();
    let board = |numbers: [i32; 9]| Some(OwnedShown::Cells(numbers.map(CellValue::new).into()));
    let nodes: Vec<_> = trace.nodes().map(|node| (trace.number(node), trace.node(node))).collect();
    assert_eq!(nodes[1].1.state, board([1, 2, 3, 0, 5, 6, 4, 7, 8]));
    assert_eq!(nodes[3].1.state, board([1, 2, 3, 4, 5, 6, 7, 8, 0]));
    let derived: Vec<_> = nodes.iter().map(|(id, node)| (*id, node.action.as_deref(), node.g, node.h)).collect();
    assert_eq!(
        derived,
        [
            (0, None, Some(0), Some(2)),
            (1, Some("U"), Some(1), None),
            (2, Some("R"), Some(1), None),
            (3, Some("R"), Some(2), Some(0))
        ]
    );
    assert_eq!(trace.events[1].node, Some(NodeId(0)));
}

fn fault(lines: &str) -> TraceError {
    read(format!("{HEAD}\n{lines}").as_bytes()).unwrap_err()
}

#[test]
fn what_is_wrong_is_reported_with_its_place() {
    let root = r#"{"event":"created"}"#;
    let after = |line: &str| fault(&format!("{root}\n{line}"));
    let at = |error: TraceError, line, column, fault| {
        assert_eq!(error, TraceError { line, column, fault });
    };
    at(read(&b""[..]).unwrap_err(), 1, 1, Fault::Empty);
    at(read(&b"\n\n{"[..]).unwrap_err(), 3, 1, Fault::NotJson);
    at(read(&b"[1]"[..]).unwrap_err(), 1, 1, Fault::NotJson);
    at(read(&b"{\"version\":7}"[..]).unwrap_err(), 1, 2, Fault::Version { found: 7 });
    at(read(&b"\xff"[..]).unwrap_err(), 1, 1, Fault::NotUtf8);
    at(fault(r#"{"event":"crated"}"#), 2, 2, Fault::Event { found: "crated".into() });
    at(fault(r#"{"g":1}"#), 2, 1, Fault::Missing { field: "event" });
    at(fault(r#"{"event":"examined"}"#), 2, 1, Fault::Missing { field: "id" });
    at(after(r#"{"event":"examined","id":7}"#), 3, 21, Fault::NoNode { field: "id", id: 7 });
    at(after(r#"{"event":"created","parent":0,"action":"D"}"#), 3, 31, Fault::Impossible { action: "D".into() });
    at(after(r#"{"event":"created","parent":0,"board":[0,2,3,4,5,6,1,7,8]}"#), 3, 31, Fault::NotAStep);
    at(after(r#"{"event":"created","id":0,"parent":0,"action":"U"}"#), 3, 20, Fault::Twice { id: 0 });
    let both = r#"{"event":"created","parent":0,"action":"U","board":[1,2,3,4,5,6,7,0,8]}"#;
    at(after(both), 3, 44, Fault::OtherBoard);
    at(after(r#"{"event":"examined","id":0,"board":[1,2,3,4,5,6,7,0,8]}"#), 3, 28, Fault::NotTheNodes { id: 0 });
    let size = Fault::Size { field: "board", expected: 9, found: 2 };
    at(after(r#"{"event":"examined","board":[1,0]}"#), 3, 21, size);
    let twice = Fault::NotABoard { field: "board" };
    at(after(r#"{"event":"examined","board":[1,1,3,4,5,6,7,0,8]}"#), 3, 21, twice);
    let wrong = Fault::Wrong { field: "g", expected: Expected::Count };
    at(after(r#"{"event":"created","parent":0,"action":"U","g":-1}"#), 3, 44, wrong);
    at(fault("{\"event\":\"end\"}\n{\"event\":\"end\"}"), 3, 1, Fault::AfterEnd);
    let long = format!("{HEAD}{}", " ".repeat(2 << 20));
    assert_eq!(read(long.as_bytes()).unwrap_err().line, 1);
}

/// Enormous shapes and deep nests are refused, not allocated.
#[test]
fn a_small_file_asks_for_little() {
    let head =
        |rows: u64, cols: u64| format!(r#"{{"version":1,"domain":"tiles","rows":{rows},"cols":{cols},"start":[0,1]}}"#);
    for (rows, cols) in [(u64::MAX, u64::MAX), (1 << 32, 1 << 32), (0, 0), (1, 1)] {
        assert_eq!(read(head(rows, cols).as_bytes()).unwrap_err().fault, Fault::Shape { rows, cols });
    }
    assert_eq!(read("[".repeat(100_000).as_bytes()).unwrap_err().fault, Fault::NotJson);
}

fn traced(algorithm: Algorithm, heuristic: &str, change: impl FnOnce(&mut Plan)) -> Trace {
    use hueco_show::trace::{End, Header, Recorder};
    let board = parse_board("2 8 3 / 1 6 4 / 7 5 0", None).unwrap();
    let goal = parse_board("1 2 3 / 8 0 4 / 7 6 5", None).unwrap();
    let mut plan = Plan { algorithm, heuristic: Some(heuristic.parse().unwrap()), ..Plan::new(board, goal) };
    change(&mut plan);
    let mut recorder = Recorder::new(Vec::new(), &Header::tiles(&plan), u64::MAX).unwrap();
    let answer = solve_watched(&plan, &Workbench::default(), &mut |_| (), &mut recorder).unwrap();
    read(&recorder.finish(End::tiles(&answer)).unwrap().0[..]).unwrap()
}

#[test]
fn two_searches_part_for_a_reason() {
    let base = traced(Algorithm::Astar, "misplaced", |_| ());
    assert_eq!(compare(&base, &base).difference, None);
    let why = |other: &Trace| compare(&base, other).difference.unwrap().why;
    let fifo = traced(Algorithm::Astar, "misplaced", |plan| plan.ties = hueco_search::Ties::Fifo);
    assert_eq!(why(&fifo), Why::TieBreak { value: 6 });
    let order = traced(Algorithm::Astar, "misplaced", |plan| plan.order = Order::UDLR);
    assert_eq!(why(&order), Why::SuccessorOrder);
    let manhattan = traced(Algorithm::Astar, "manhattan", |_| ());
    assert_eq!(why(&manhattan), Why::Estimate { a: 5, b: 6 });
    let greedy = traced(Algorithm::Greedy, "misplaced", |_| ());
    assert!(matches!(why(&greedy), Why::TieBreak { .. } | Why::Choice { .. }), "{:?}", why(&greedy));
    let other = traced(Algorithm::Astar, "misplaced", |plan| std::mem::swap(&mut plan.board, &mut plan.goal));
    assert_eq!(why(&other), Why::Start);
    let mut ends = base.clone();
    ends.events.truncate(9);
    assert_eq!(why(&ends), Why::Ends);
}

/// A program that numbers from 1, records no dropped children, and says neither g nor h nor the action.
#[test]
fn a_students_trace_is_compared_by_what_it_does() {
    let base = traced(Algorithm::Bfs, "manhattan", |_| ());
    assert!(base.events.iter().any(|event| event.kind.name() == "pruned"));
    let lines = |trace: &Trace| {
        let mut text = String::from(r#"{"version":1,"domain":"tiles","rows":3,"cols":3,"start":[2,8,3,1,6,4,7,5,0]}"#);
        for event in trace.events.iter().filter(|event| event.kind.name() != "pruned") {
            let node = event.node.map(|node| trace.number(node) + 1);
            let parent = event.parent.map(|node| trace.number(node) + 1);
            let board = serde_json::to_string(&trace.state_of(event).map(|state| StateJson(state.view()))).unwrap();
            let parent = serde_json::to_string(&parent).unwrap();
            let (name, node) = (event.kind.name(), node.unwrap_or(0));
            let _ = write!(text, "\n{{\"event\":\"{name}\",\"id\":{node},\"parent\":{parent},\"board\":{board}}}");
        }
        read(text.as_bytes()).unwrap()
    };
    let student = lines(&base);
    let compared = compare(&base, &student);
    assert_eq!((compared.difference, &compared.passed_over[..]), (None, &["pruned"][..]));
    let rest = |event: &&OwnedEvent| event.kind.name() != "pruned";
    assert_eq!(compared.agreed, base.events.iter().filter(rest).count() as u64);
}

#[test]
fn the_corpus_and_every_cut_of_it() {
    for path in corpus() {
        let data = std::fs::read(path).unwrap();
        fuzz::trace(&data);
        for end in (0..data.len()).step_by(7) {
            fuzz::trace(&data[..end]);
        }
    }
}

proptest! {
    #[test]
    fn any_bytes(data in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzz::trace(&data);
    }

    #[test]
    fn lines_in_any_order(picks in prop::collection::vec((0..7_usize, any::<prop::sample::Index>()), 1..40)) {
        let files: Vec<String> = corpus().into_iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let head = picks[0].0.min(files.len() - 1);
        let mut text = files[head].lines().next().unwrap().to_owned();
        for (file, line) in picks {
            let lines: Vec<&str> = files[file.min(files.len() - 1)].lines().collect();
            text.push('\n');
            text.push_str(lines[line.index(lines.len())]);
        }
        fuzz::trace(text.as_bytes());
    }

    #[test]
    fn events_with_any_fields(events in prop::collection::vec((0..7_usize, 0..4_u64, 0..4_u64, 0..5_usize, 0..9_u64), 0..30)) {
        let mut text = HEAD.to_owned();
        for (kind, id, parent, action, h) in events {
            let kind = ["created", "examined", "pruned", "improved", "solved", "deepened", "forgotten"][kind];
            let action = ["U", "D", "L", "R", "X"][action];
            let _ = write!(text, "\n{{\"event\":\"{kind}\",\"id\":{id},\"parent\":{parent},\"action\":\"{action}\",\"h\":{h},\"bound\":{h}}}");
        }
        fuzz::trace(text.as_bytes());
    }
}
