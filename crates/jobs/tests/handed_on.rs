//! What a request hands to the runs it is made of, and what those hand back: limits, flags, gauges, fields that are easily lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hueco_courses::sums::CROSS;
use hueco_jobs::{
    Allowance, Check, Compare, CompareResult, Estimate, Events, JobError, JobEvent, Limits, Outcome, Problem,
    ProblemCompare, ProblemSource, Progress, Request, Search, SearchResult, Workbench, run,
};
use hueco_search::{Ending, Gauge, Limit};
use hueco_show::answer::MovesOf;
use hueco_sums::{Method, Wanted};
use hueco_tiles::pattern::Store;
use hueco_tiles::solve::Outcome::Stopped;
use hueco_tiles::space::DistanceTable;
use hueco_tiles::{Board, Metric, Shape};
use serde_json::{Value, json};

fn read_within(request: &Value, allowed: &Allowance) -> Result<Request, hueco_jobs::RequestError> {
    Request::read(request.to_string().as_bytes(), allowed)
}

fn read(request: &Value) -> Request {
    read_within(request, &Allowance::unlimited()).unwrap()
}

fn failure(request: &Value) -> JobError {
    run(&read(request), &Workbench::default(), &mut ()).unwrap_err()
}

fn comparison(request: &Value) -> Compare {
    let Request::Compare(compare) = read(request) else { panic!("another kind") };
    compare
}

fn compared(request: &Value, events: &mut dyn Events) -> CompareResult {
    comparison(request).run(&Workbench::default(), events).unwrap()
}

/// A proof of many nodes: 80 moves.
const HARD: &str = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";

/// From 0 to 5 by steps of one and of two.
const STEPS: &str = r#"
title = "Steps"
start = 0
goal = param("goal", 5)
def actions(s): return [("one", s + 1), ("two", s + 2)] if s < goal else []
def h(s): return (goal - s + 1) // 2 if s <= goal else None
def h_other(s): return goal - s if s <= goal else None
consistent = ["h"]
"#;

/// As many states as one likes.
const ENDLESS: &str = "start = 0\ngoal = -1\ndef actions(s): return [('a', 2 * s + 1), ('b', 2 * s + 2)]\n";

/// Keeps what is emitted.
#[derive(Default)]
struct Seen(Vec<Progress>);

impl Events for Seen {
    fn emit(&mut self, event: JobEvent<'_>) {
        if let JobEvent::Progress(progress) = event {
            self.0.push(progress.clone());
        }
    }
}

/// Ends each search that begins, by the run's flag.
#[derive(Default)]
struct Impatient {
    flag: Arc<AtomicBool>,
    gauge: Arc<Gauge>,
}

impl Events for Impatient {
    fn emit(&mut self, _: JobEvent<'_>) {}

    fn begin_search(&mut self) -> Option<Arc<Gauge>> {
        self.flag.store(true, Ordering::Relaxed);
        Some(Arc::clone(&self.gauge))
    }

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.flag))
    }
}

/// Has a gauge, and lets every search run to its end.
struct Counting(Arc<Gauge>);
impl Events for Counting {
    fn emit(&mut self, _: JobEvent<'_>) {}
    fn begin_search(&mut self) -> Option<Arc<Gauge>> {
        Some(Arc::clone(&self.0))
    }
}

#[test]
fn every_report_has_its_time_and_its_nodes() {
    let board = "8 6 7 / 2 5 4 / 3 0 1";
    let asked = [
        json!({"kind": "check", "size": "2x2", "heuristic": "manhattan"}),
        json!({"kind": "compare", "board": board, "algorithms": ["arastar"], "heuristics": ["manhattan"], "weight": 5}),
        json!({"kind": "compare", "problem": STEPS, "algorithms": ["bfs", "astar"]}),
        json!({"kind": "solve", "problem": STEPS, "set": {"goal": 500}, "algorithm": "arastar", "heuristic": "h_other",
            "weight": 5}),
    ];
    for asked in asked {
        let mut seen = Seen::default();
        run(&read(&asked), &Workbench::default(), &mut seen).unwrap();
        assert!(!seen.0.is_empty(), "{asked}");
        assert!(seen.0.iter().all(|progress| progress.elapsed > Duration::ZERO), "{asked}: {:?}", seen.0);
        assert!(seen.0.last().is_some_and(|last| last.generated > 0), "{asked}: {:?}", seen.0);
    }
    let mut seen = Seen::default();
    let asked =
        json!({"kind": "compare", "board": board, "algorithms": ["idastar", "astar"], "heuristics": ["manhattan"]});
    let found = compared(&asked, &mut seen);
    let sums = found.runs.iter().scan(0, |sum, run| {
        *sum += run.generated;
        Some(*sum)
    });
    let ended: Vec<u64> =
        seen.0.iter().filter(|one| one.done.is_some_and(|done| done > 0.0)).map(|one| one.generated).collect();
    assert!(sums.clone().all(|sum| ended.contains(&sum)), "{ended:?}");
}

#[test]
fn a_search_within_a_run_has_its_flag_and_its_gauge() {
    let solve =
        json!({"kind": "solve", "board": HARD, "algorithm": "idastar", "heuristic": "manhattan", "nodes": 3_000_000});
    let mut events = Impatient::default();
    let Outcome::Solve(solved) = run(&read(&solve), &Workbench::default(), &mut events).unwrap() else {
        panic!("another kind")
    };
    let SearchResult::Tiles(solved) = *solved else { panic!("another domain") };
    assert_eq!(solved.answer.outcome, Stopped(Limit::Interrupt));
    let compare = json!({"kind": "compare", "board": HARD, "algorithms": ["idastar"], "heuristics": ["manhattan"], "nodes": 3_000_000});
    assert_eq!(compared(&compare, &mut Impatient::default()).answers[0].outcome, Stopped(Limit::Interrupt));
    // Without the flag, the gauge counts what the search counts.
    for asked in [solve, compare] {
        let mut events = Counting(Arc::default());
        run(&read(&asked), &Workbench::default(), &mut events).unwrap();
        assert!(events.0.count() > 2_000_000, "{}", events.0.count());
    }
}

#[test]
fn a_comparison_keeps_what_was_asked_for() {
    let goal = "0 1 2 / 3 4 5 / 6 7 8";
    let random = comparison(
        &json!({"kind": "compare", "random": {"size": "3x3", "count": 2, "seed": 1}, "goal": goal, "algorithms": ["bfs"]}),
    );
    let expected = hueco_tiles::parse_board(goal, None).unwrap();
    assert_eq!(random.goals, [expected.clone(), expected]);
    let asked = json!({"kind": "compare", "board": "8 6 7 / 2 5 4 / 3 0 1", "algorithms": ["wastar"], "heuristics": ["manhattan"]});
    let mut heavy = asked.clone();
    heavy["weight"] = 5.into();
    let [plain, heavy] = [asked.clone(), heavy].map(|asked| compared(&asked, &mut ()));
    assert!(heavy.runs[0].generated < plain.runs[0].generated);
    assert!(plain.answers.iter().all(|answer| answer.moves.is_none()));
    let mut repeated = comparison(&asked);
    repeated.repeats = 3;
    let mut seen = Seen::default();
    let runs = repeated.run(&Workbench::default(), &mut seen).unwrap().runs;
    assert_eq!(runs.iter().map(|run| run.repeat).collect::<Vec<_>>(), [0, 1, 2]);
    let done: Vec<f64> = seen.0.iter().filter_map(|progress| progress.done).filter(|&done| done > 0.0).collect();
    assert!(done.iter().any(|done| (done - 1.0 / 3.0).abs() < 1e-9), "{done:?}");
}

#[test]
fn as_many_runs_as_allowed_are_no_more_than_allowed() {
    let allowed = Allowance { runs: 4, ..Allowance::unlimited() };
    let boards = |boards: usize| json!({"kind": "compare", "boards": vec!["1 2 / 0 3"; boards], "algorithms": ["astar"], "heuristics": ["blind", "manhattan"]});
    let files = |algorithms: &[&str]| json!({"kind": "compare", "problem": STEPS, "algorithms": algorithms, "heuristics": ["h", "h_other"]});
    for (fits, beyond) in [(boards(2), boards(3)), (files(&["astar", "greedy"]), files(&["astar", "greedy", "wastar"]))]
    {
        assert!(read_within(&fits, &allowed).is_ok(), "{fits}");
        assert!(read_within(&beyond, &allowed).is_err(), "{beyond}");
    }
}

#[test]
fn runs_of_a_problem_file_have_their_own_time() {
    let ending = |run_time| {
        let asked = json!({"kind": "compare", "problem": ENDLESS, "algorithms": ["bfs"], "nodes": 20_000});
        let Request::ProblemCompare(compare) = read(&asked) else { panic!("another kind") };
        let compare = ProblemCompare { run_time, ..compare };
        compare.run(&mut (), |_| ()).unwrap().runs[0].solved.ending()
    };
    assert_eq!(ending(None), Ending::Stopped(Limit::Nodes));
    assert_eq!(ending(Some(Duration::from_micros(1))), Ending::Stopped(Limit::Time));
}

#[test]
fn a_source_with_other_parameters_keeps_the_rest() {
    let source = ProblemSource::new(
        "s.star",
        "a = param('a', 1)\nb = param('b', 2)\nstart = (a, b)\ngoal = start\ndef actions(s): return []\n",
        vec![("a".to_owned(), "3".to_owned()), ("b".to_owned(), "4".to_owned())],
    );
    let other = source.with(&[("b".to_owned(), "5".to_owned())]);
    let start = |source: &ProblemSource| source.load(&hueco_search::Budget::unlimited()).unwrap().start().to_string();
    assert_eq!([start(&source), start(&other)], ["(3, 4)", "(3, 5)"]);
    assert!(Arc::ptr_eq(source.pulse(), source.pulse()) && Arc::ptr_eq(source.pulse(), other.pulse()));
}

#[test]
fn a_file_is_loaded_within_the_memory_of_its_request() {
    let text = "start = len([0] * 3000000)\ngoal = 0\ndef actions(s): return []\n";
    let load = |bytes: u64| {
        run(&read(&json!({"kind": "solve", "problem": text, "bytes": bytes})), &Workbench::default(), &mut ())
    };
    assert!(load(1 << 30).is_ok());
    let error = load(1 << 20).unwrap_err();
    assert_eq!(error.position().map(|position| position.line), Some(1), "{error:?}");
}

#[test]
fn threads_are_written_where_there_are_several() {
    let written = |threads: usize| {
        let Request::Solve(Search::Problem(mut problem)) = read(&json!({"kind": "solve", "problem": STEPS})) else {
            panic!("another kind")
        };
        problem.options.threads = threads;
        serde_json::to_value(Request::Solve(Search::Problem(problem))).unwrap().get("threads").cloned()
    };
    assert_eq!([written(1), written(2)], [None, Some(2.into())]);
}

#[test]
fn a_trace_names_the_numbers_that_its_algorithm_uses() {
    let header = |algorithm: &str| {
        let asked = json!({"kind": "trace", "problem": STEPS, "algorithm": algorithm, "heuristic": "h", "weight": 3,
            "width": 7, "depth": 9});
        let Request::Trace(trace) = read(&asked) else { panic!("another kind") };
        let Search::Problem(problem) = trace.search else { panic!("another domain") };
        let Problem { source, options, limits, draw } = *problem;
        Problem { source, options, limits, draw }.header(&mut ()).unwrap()
    };
    let found = ["wastar", "beam", "dls"].map(|algorithm| {
        let header = header(algorithm);
        (header.weight.is_some(), header.width, header.depth)
    });
    assert_eq!(found, [(true, None, None), (false, Some(7), None), (false, None, Some(9))]);
}

#[test]
fn pairs_of_texts_are_numbers_where_numbers_belong() {
    let pairs = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter().map(|&(name, text)| (name.to_owned(), text.to_owned()));
        Request::read_pairs("random", pairs, &Allowance::unlimited())
    };
    let Ok(Request::Random(random)) = pairs(&[("size", "2x3"), ("seed", "7"), ("count", "2")]) else {
        panic!("numbers")
    };
    assert_eq!((random.seed, random.count), (7, 2));
    let board = |text: &str| {
        Request::read_pairs(
            "verify",
            [("board", text), ("moves", "")].map(|(name, text)| (name.to_owned(), text.to_owned())),
            &Allowance::unlimited(),
        )
    };
    let wrong = board("12").unwrap_err();
    assert!(format!("{wrong:?}").contains("TooSmall"), "a board is a text: {wrong:?}");
    assert!(pairs(&[("size", "3")]).is_err(), "a size is no number");
}

#[test]
fn a_number_puzzle_is_recorded_as_it_was_asked_for() {
    let asked = json!({"kind": "trace", "domain": "sums", "puzzle": CROSS, "method": "dfs", "seed": 3});
    let Request::Trace(trace) = read(&asked) else { panic!("another kind") };
    let Search::Sums(sums) = &trace.search else { panic!("another domain") };
    assert_eq!((sums.options.method, sums.options.seed), (Method::Dfs, Some(3)));
    let solved = trace.search.run(&Workbench::default(), &mut ()).unwrap();
    assert!(matches!(solved, SearchResult::Sums(_)));
    let wanted = |more: Value| {
        let mut asked = json!({"kind": "sums", "puzzle": CROSS});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let Request::Sums(sums) = read(&asked) else { panic!("another kind") };
        sums.options.wanted
    };
    assert!(matches!(wanted(json!({"max_solutions": 2})), Wanted::All { at_most: Some(2) }));
    assert!(matches!(wanted(json!({"all": true})), Wanted::All { at_most: None }));
    assert!(matches!(wanted(json!({})), Wanted::First));
}

#[test]
fn the_folder_of_tables_is_in_every_plan() {
    let folder = std::path::Path::new("no such folder");
    let workbench = Workbench::new(None, Some(Store::at(folder)));
    let Request::Solve(Search::Tiles(solve)) = read(&json!({"kind": "solve", "board": HARD})) else {
        panic!("another kind")
    };
    assert_eq!(solve.plan(&workbench).store.map(|store| store.folder().to_owned()), Some(folder.to_owned()));
    assert_eq!(workbench.tables().bytes(), 0);
    let asked = json!({"kind": "solve", "board": "8 6 7 / 2 5 4 / 3 0 1"});
    run(&read(&asked), &workbench, &mut ()).unwrap();
    assert!(workbench.tables().bytes() > 0, "the table of all distances is kept");
}

#[test]
fn moves_are_judged_within_limits() {
    let asked = json!({"kind": "verify", "board": HARD, "goal": HARD, "moves": "RL", "nodes": 1_000});
    let Outcome::Verify(verified) = run(&read(&asked), &Workbench::default(), &mut ()).unwrap() else {
        panic!("another kind")
    };
    assert_eq!(verified.best.as_ref().and_then(hueco_tiles::solve::Answer::length), Some(0));
    let optimal = |nodes: u64| {
        let request = json!({"kind": "verify", "board": "8 6 7 / 2 5 4 / 3 0 1",
            "moves": "UULDDRRUULDLDRRUULDLDRRUULLDDRR", "nodes": nodes});
        let Outcome::Verify(verified) = run(&read(&request), &Workbench::default(), &mut ()).unwrap() else {
            panic!("another kind")
        };
        assert!(verified.reaches_goal());
        verified.best.unwrap().optimal
    };
    assert_eq!([optimal(10), optimal(1_000_000)], [false, true]);
}

#[test]
fn what_a_run_shows_to_be_wrong_has_its_field_and_its_place() {
    let course = failure(&json!({"kind": "course", "program": "menu", "input": "3\n1 2\n"}));
    assert_eq!((course.code(), course.field()), ("bad_input", Some("input")));
    assert!(course.position().is_some(), "{course:?}");
    let small = failure(&json!({"kind": "quiz", "size": "1x2"}));
    assert_eq!((small.code(), small.field()), ("too_small", Some("size")));
    let shape = Shape::new(2, 3).unwrap();
    let table = DistanceTable::build(shape, 2, Metric::Single, &hueco_search::Budget::unlimited()).unwrap();
    let size = Shape::new(2, 2).unwrap();
    let check = Check {
        size,
        goal: Board::blank_last(size),
        estimate: Estimate::Table(Arc::new(table)),
        threads: 1,
        moves_of: MovesOf::Blank,
        limits: Limits::default(),
    };
    let other = check.run(&mut ()).unwrap_err();
    assert!(matches!(other, JobError::OtherTable { shape: of, blank: 3 } if of == shape), "{other:?}");
}
