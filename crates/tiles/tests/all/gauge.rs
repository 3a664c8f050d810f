//! Every long job can be watched from another thread while it runs: its gauge moves, and in the end it agrees with what the
//! job reports.

use std::sync::Arc;

use hueco_search::{Budget, Gauge, Limit};
use hueco_tiles::check::check;
use hueco_tiles::solve::{Algorithm, Answer, Outcome, Plan, solve};
use hueco_tiles::space::{DistanceTable, Options, enumerate};
use hueco_tiles::{Board, Metric, RandomBoards, Shape};

fn random(rows: usize, cols: usize) -> (Board, Board) {
    let goal = Board::blank_last(Shape::new(rows, cols).unwrap());
    (RandomBoards::new(&goal, 5).next().unwrap(), goal)
}

/// Carries a plan out with a gauge, up to a limit on nodes that it is to meet.
fn limited(rows: usize, cols: usize, nodes: u64, change: impl FnOnce(&mut Plan)) -> (Answer, Arc<Gauge>) {
    let (board, goal) = random(rows, cols);
    let gauge = Arc::new(Gauge::default());
    let mut plan = Plan { gauge: Some(Arc::clone(&gauge)), max_nodes: Some(nodes), ..Plan::new(board, goal) };
    change(&mut plan);
    (solve(&plan, &hueco_tiles::Workbench::default(), &mut |_| ()).unwrap(), gauge)
}

fn by(algorithm: Algorithm, heuristic: &str) -> impl FnOnce(&mut Plan) {
    move |plan| (plan.algorithm, plan.heuristic) = (algorithm, Some(heuristic.parse().unwrap()))
}

#[test]
fn what_a_search_has_spent_and_proved_is_on_its_gauge() {
    let watched = [
        ("the kernel", limited(4, 4, 300_000, by(Algorithm::Idastar, "manhattan"))),
        ("the engine's IDA*", limited(4, 4, 300_000, by(Algorithm::Idastar, "linear-conflict"))),
        ("the search with patterns", limited(4, 4, 300_000, by(Algorithm::Idastar, "pattern(4-4-4-3)"))),
        ("all solutions", limited(5, 5, 300_000, |plan| plan.every = Some(0))),
    ];
    for (name, (answer, gauge)) in watched {
        assert_eq!(answer.outcome, Outcome::Stopped(Limit::Nodes), "{name}");
        assert_eq!((gauge.count(), answer.stats.generated), (300_000, 300_000), "{name}");
        assert_eq!(gauge.lower_bound(), answer.lower_bound, "{name}");
    }
    let (answer, gauge) = limited(4, 4, 300_000, by(Algorithm::Astar, "manhattan"));
    assert_eq!((gauge.count(), answer.stats.generated), (300_000, 300_000));
}

#[test]
fn the_nodes_of_beams_are_on_the_gauge() {
    for (rows, cols) in [(6, 6), (9, 9)] {
        let (answer, gauge) = limited(rows, cols, 2_000_000, |plan| plan.threads = Some(2));
        let (shown, counted) = (gauge.count() as f64, answer.stats.generated as f64);
        // The first board of each beam is not counted, and a layer that was not finished is.
        assert!((0.9..1.1).contains(&(shown / counted)), "{rows}x{cols}: {shown} of {counted}");
    }
}

#[test]
fn the_states_of_a_space_are_on_the_gauge_level_by_level() {
    let goal = Board::blank_last(Shape::new(3, 3).unwrap());
    for threads in [1, 3] {
        let gauge = Arc::new(Gauge::default());
        let budget = Budget::unlimited().gauge(Arc::clone(&gauge));
        let mut levels = 0;
        let mut level = |level: hueco_tiles::space::Level| {
            assert_eq!(gauge.count(), level.reached);
            levels += 1;
        };
        enumerate(&goal, Options { threads, ..Options::default() }, &budget, &mut level).unwrap();
        assert_eq!((levels, gauge.count()), (32, 181_440));
        check(&"manhattan".parse().unwrap(), &goal, threads, &budget, &mut |_| ()).unwrap();
        assert_eq!(gauge.count(), 2 * 181_440);
    }
}

#[test]
fn a_table_on_the_way_to_an_answer_is_not_on_the_gauge() {
    let gauge = Arc::new(Gauge::default());
    let budget = Budget::unlimited().gauge(Arc::clone(&gauge));
    DistanceTable::build(Shape::new(3, 3).unwrap(), 8, Metric::Single, &budget).unwrap();
    assert_eq!(gauge.count(), 0);
}
