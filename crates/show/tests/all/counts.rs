//! The trace of every method, replayed, has exactly the counters of its report; observing changes nothing; and a trace kept
//! in memory is the one that is read from a file.

use hueco_search::{Budget, Limit};
use hueco_show::trace::{Collector, Counters, End, Header, Recorder, Trace, read};
use hueco_sums::{Method, Options, Puzzle, Wanted};
use hueco_tiles::solve::{Algorithm, Outcome, Plan, solve, solve_watched, watched_plan};
use hueco_tiles::{Board, Workbench, parse_board};

/// Records a plan; the trace and what the search reported.
fn recorded(plan: &Plan, limit: u64) -> (Trace, hueco_tiles::solve::Answer) {
    let mut recorder = Recorder::new(Vec::new(), &Header::tiles(plan), limit).expect("a vector can be written");
    let answer = solve_watched(plan, &Workbench::default(), &mut |_| (), &mut recorder).expect("a sound plan");
    let (bytes, recorded) = recorder.finish(End::tiles(&answer)).expect("a vector can be written");
    let trace = read(&bytes[..]).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&bytes)));
    assert_eq!(recorded.is_cut(), recorded.events > limit);
    assert_eq!(trace.events.len() as u64, recorded.events.min(limit));
    let mut collector = Collector::new(Header::tiles(plan), limit);
    let again =
        solve_watched(plan, &hueco_tiles::Workbench::default(), &mut |_| (), &mut collector).expect("the same plan");
    assert_same(&collector.finish(End::tiles(&again)), &trace);
    (trace, answer)
}

/// A failure names the first event that differs, not two whole traces.
fn assert_same(collected: &Trace, read: &Trace) {
    for (at, (one, other)) in collected.events.iter().zip(&read.events).enumerate() {
        assert_eq!(one, other, "event {at}");
    }
    assert_eq!((&collected.header, &collected.end), (&read.header, &read.end));
    assert!(collected == read);
}

fn counted(stats: &hueco_search::Stats) -> Counters {
    Counters {
        generated: stats.generated,
        expanded: stats.expanded,
        examined: stats.examined,
        reopened: stats.reopened,
        evaluated: Some(stats.evaluated),
    }
}

fn boards() -> Vec<(Board, Board)> {
    let pairs = [
        ("2 8 3 / 1 6 4 / 7 5 0", "1 2 3 / 8 0 4 / 7 6 5"),
        ("1 2 3 / 4 5 6 / 7 8 0", "1 2 3 / 4 5 6 / 7 8 0"),
        ("8 1 3 / 4 0 2 / 7 6 5", "1 2 3 / 4 5 6 / 7 8 0"),
        ("1 2 0 3 / 5 6 7 4", "1 2 3 4 / 5 6 7 0"),
        ("1 2 3 0", "0 1 2 3"),
        ("0 2 3 4 / 1 6 7 8 / 5 10 11 12 / 9 13 14 15", "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0"),
        ("1 0", "0 1"),
    ];
    let one_row = |text: &str| (!text.contains('/')).then(|| text.split(' ').count());
    let board = |text: &str| {
        let shape = one_row(text).map(|cols| hueco_tiles::Shape::new(1, cols).expect("a shape"));
        parse_board(text, shape).expect("a board")
    };
    pairs.into_iter().map(|(from, to)| (board(from), board(to))).collect()
}

#[test]
fn every_algorithm() {
    for (board, goal) in boards() {
        let large = board.shape().cells() > 9;
        for (name, algorithm) in Algorithm::ALL {
            for heuristic in [None, Some("misplaced-blank"), Some("max(linear-conflict,inversion)")] {
                if heuristic.is_some() && !algorithm.uses_heuristic() {
                    continue;
                }
                let base = Plan::new(board.clone(), goal.clone());
                let heuristic = heuristic.map(|text: &str| text.parse().expect("a heuristic"));
                let max_nodes = Some(if large { 2000 } else { 12_000 });
                let plan = Plan { algorithm, heuristic, width: 7, depth: 20, max_nodes, ..base };
                let (trace, answer) = recorded(&plan, u64::MAX);
                let stopped = answer.outcome == Outcome::Stopped(Limit::Nodes);
                // These create all children of a state, or of a layer, before they report them.
                if !(stopped && matches!(algorithm, Algorithm::Beam | Algorithm::Stack)) {
                    assert_eq!(trace.counters(), counted(&answer.stats), "{name} on {board}");
                }
                let end = trace.end.as_ref().expect("the last line");
                assert_eq!(end.stats, Some(answer.stats));
                assert_eq!(end.length, answer.moves.as_ref().map(|moves| moves.len() as u64));
                let unseen = solve(&watched_plan(&plan), &Workbench::default(), &mut |_| ()).expect("the same plan");
                let same = (unseen.stats.generated, unseen.stats.expanded, unseen.stats.examined, unseen.moves);
                let (stats, moves) = (answer.stats, answer.moves);
                assert_eq!(same, (stats.generated, stats.expanded, stats.examined, moves), "{name} on {board}");
            }
        }
    }
}

/// The hand-written kernel reports no events; the engine's own search, which does, counts the same.
#[test]
fn the_kernel_is_not_used() {
    let goal = Board::blank_last(hueco_tiles::parse_shape("4x4").expect("a shape"));
    let mut board = goal.clone();
    for direction in hueco_tiles::parse_moves("ULULDRULLDRURDDLUULDRDLURRULLDDRUU").expect("moves") {
        board.slide(direction);
    }
    let plan = Plan { algorithm: Algorithm::Idastar, ..Plan::new(board, goal) };
    let (trace, answer) = recorded(&plan, u64::MAX);
    let kernel = solve(&plan, &Workbench::default(), &mut |_| ()).expect("the same plan");
    assert_eq!(answer.moves, kernel.moves);
    assert_eq!(trace.counters().generated, kernel.stats.generated);
    assert!(trace.counters().generated > 100);
}

#[test]
fn a_cut_trace_says_so() {
    let (board, goal) = boards().swap_remove(0);
    let plan = Plan { algorithm: Algorithm::Bfs, ..Plan::new(board, goal) };
    let (whole, answer) = recorded(&plan, u64::MAX);
    let (cut, same) = recorded(&plan, 10);
    let end = cut.end.expect("the last line");
    assert!(end.cut && !whole.end.expect("the last line").cut);
    assert_eq!(end.events, Some(whole.events.len() as u64));
    assert_eq!(cut.events[..], whole.events[..10]);
    assert_eq!(answer.stats.generated, same.stats.generated);
}

fn puzzle(name: &str) -> Puzzle {
    let path = format!("{}/../../puzzles/{name}.sums", env!("CARGO_MANIFEST_DIR"));
    hueco_sums::parse(&std::fs::read_to_string(path).expect("a sample")).expect("a puzzle")
}

#[test]
fn every_method_for_numbers() {
    let cross = [("cross", 100_000), ("triangle", 3000), ("magic3", 3000), ("impossible", 3000)];
    for (name, nodes) in cross {
        let puzzle = puzzle(name);
        for (_, method) in Method::ALL {
            for (tree, seed) in [(false, None), (true, None), (false, Some(7))] {
                for wanted in [Wanted::First, Wanted::All { at_most: None }, Wanted::All { at_most: Some(1) }] {
                    let options = Options { method, tree, seed, wanted, record: false };
                    let header = Header::sums(&puzzle, &options);
                    let mut recorder = Recorder::new(Vec::new(), &header, u64::MAX).expect("a vector");
                    let mut budget = Budget::unlimited().max_nodes(nodes);
                    let answer = hueco_sums::solve_watched(&puzzle, &options, &mut budget, &mut recorder);
                    let (bytes, _) = recorder.finish(End::sums(&answer)).expect("a vector");
                    let trace = read(&bytes[..]).unwrap_or_else(|error| panic!("{error}"));
                    let mut collector = Collector::new(header, u64::MAX);
                    let mut budget = Budget::unlimited().max_nodes(nodes);
                    let again = hueco_sums::solve_watched(&puzzle, &options, &mut budget, &mut collector);
                    assert_same(&collector.finish(End::sums(&again)), &trace);
                    assert_eq!(trace.counters(), counted(&answer.stats), "{name} {options:?}");
                    let mut budget = Budget::unlimited().max_nodes(nodes);
                    // Recorded, so that the propagating search does not alternate between several orders.
                    let unseen = hueco_sums::solve(&puzzle, &Options { record: true, ..options }, &mut budget);
                    assert_eq!((unseen.stats.generated, unseen.count), (answer.stats.generated, answer.count));
                    assert_eq!(unseen.solutions, answer.solutions);
                }
            }
        }
    }
}
