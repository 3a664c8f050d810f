//! "No solution" and "gave up" are never the same value, and every limit has its own name.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::graph::{Case, Graph, oddities};
use crate::common::method::{Method, Task, with_search};
use crate::common::record::Record;
use hueco_search::{
    Backward, Beam, Blind, Budget, Cost, DepthFirst, Ending, Heuristic, Limit, Problem, Quality, Report, Search,
    hda_star, parallel_ida_star,
};

/// Runs under one budget, then resumes without any.
struct ThenFree(Budget);

impl Task<Graph> for ThenFree {
    type Output = (Report<u16>, Report<u16>);
    fn perform<S: Search<Graph>>(mut self, mut search: S) -> Self::Output {
        let stopped = search.run(&mut (), &mut self.0);
        (stopped, search.run(&mut (), &mut Budget::unlimited().max_nodes(2000)))
    }
}

fn run(case: &Case, method: Method, budget: Budget) -> (Report<u16>, Report<u16>) {
    with_search(method, &case.graph, &case.to_goal, &case.to_start, ThenFree(budget))
}

fn case(name: &str) -> Case {
    oddities().into_iter().find(|case| case.name == name).expect("there is such a case")
}

#[test]
fn an_empty_frontier_proves_that_there_is_no_solution() {
    for name in ["unsolvable", "known to be unsolvable", "lonely start"] {
        for method in Method::all().into_iter().filter(|method| method.ends_unsolvable()) {
            let (report, again) = run(&case(name), method, Budget::unlimited());
            let expected = match method {
                Method::DepthLimited(limit) if limit < 6 && name != "lonely start" => Ending::Stopped(Limit::Depth),
                Method::Beam(_) if report.ending == Ending::Stopped(Limit::Width) => continue,
                _ => Ending::Unsolvable,
            };
            assert_eq!(report.ending, expected, "{name} by {method:?}");
            assert_eq!(report, again);
        }
    }
}

#[test]
fn a_dead_end_at_the_start_is_told_at_once() {
    for method in Method::all().into_iter().filter(|method| method.is_informed()) {
        let (report, _) = run(&case("known to be unsolvable"), method, Budget::unlimited());
        assert_eq!(report.ending, Ending::Unsolvable, "{method:?}");
        assert!(report.stats.generated <= 2, "{method:?}");
    }
}

#[test]
fn time_memory_and_the_cancel_flag_stop_before_the_first_node() {
    let cancelled = || Budget::unlimited().cancel(Arc::new(AtomicBool::new(true)));
    let stops = [
        (Limit::Time, Budget::unlimited().timeout(Duration::ZERO)),
        (Limit::Memory, Budget::unlimited().max_bytes(0)),
        (Limit::Interrupt, cancelled()),
        (Limit::Nodes, Budget::unlimited().max_nodes(0)),
    ];
    for case in oddities() {
        for method in Method::all() {
            let (whole, _) = run(&case, method, Budget::unlimited().max_nodes(2000));
            for (limit, budget) in stops.clone() {
                let (stopped, then) = run(&case, method, budget);
                assert_eq!(stopped.ending, Ending::Stopped(limit), "{} by {method:?}", case.name);
                assert_eq!((stopped.stats.generated, stopped.lower_bound, stopped.cost()), (0, 0, None));
                assert_eq!(then, whole, "{} by {method:?} after {limit:?}", case.name);
            }
        }
    }
}

#[test]
fn the_depth_limit_is_a_limit_of_its_own() {
    let line = case("line").graph;
    for limit in 0..6 {
        let report = DepthFirst::depth_limited(&line, limit).run(&mut (), &mut Budget::unlimited());
        assert_eq!(report.ending, Ending::Stopped(Limit::Depth));
    }
    let report = DepthFirst::depth_limited(&line, 6).run(&mut (), &mut Budget::unlimited());
    assert_eq!((report.ending, report.cost(), report.is_optimal()), (Ending::Solved, Some(6), false));
}

#[test]
fn the_beam_width_is_a_limit_of_its_own() {
    // Two paths from the start; the one that is kept is a dead end.
    let fork = Graph::new(4, 0, 3, &[(0, 1, 1), (0, 2, 1), (2, 3, 1)]);
    let report = Beam::new(&fork, &Blind, 1).run(&mut (), &mut Budget::unlimited());
    assert_eq!((report.ending, report.cost()), (Ending::Stopped(Limit::Width), None));
    let report = Beam::new(&fork, &Blind, 2).run(&mut (), &mut Budget::unlimited());
    assert_eq!((report.ending, report.cost()), (Ending::Solved, Some(2)));
}

/// More nodes than any of these searches generates.
const ENOUGH: u64 = 20_000;
/// Events between which a search does not look whether it is stopped.
const MOST_AT_ONCE: usize = 3;

/// A search that is stopped at every event, or at every seventh and so on, ends at once each time, and comes to the same end.
#[test]
fn an_observer_can_stop_any_search() {
    struct Stopped(usize);
    impl Task<Graph> for Stopped {
        type Output = (Ending, Vec<usize>);
        fn perform<S: Search<Graph>>(self, mut search: S) -> Self::Output {
            let mut emitted = Vec::new();
            loop {
                let mut record = Record { break_every: Some(self.0), ..Record::default() };
                let report = search.run(&mut record, &mut Budget::unlimited().max_nodes(ENOUGH));
                emitted.push(record.events.len());
                if report.ending != Ending::Stopped(Limit::Interrupt) {
                    return (report.ending, emitted);
                }
            }
        }
    }
    let case = case("weighted grid");
    for method in Method::all() {
        let (whole, _) = run(&case, method, Budget::unlimited().max_nodes(ENOUGH));
        // A node may be created and examined in one step, and a round begin before it; SMA* forgets several in one.
        let most = if method == Method::SmaStar(6) { 6 } else { MOST_AT_ONCE };
        for every in std::iter::once(1).chain(7..40) {
            let (ending, emitted) = with_search(method, &case.graph, &case.to_goal, &case.to_start, Stopped(every));
            assert_eq!(ending, whole.ending, "{method:?}");
            assert!(every > 1 || emitted.len() > 2, "{method:?} was stopped {} times", emitted.len());
            assert!(emitted.iter().all(|&events| events < every + most), "{method:?} {every}: emitted {emitted:?}");
        }
    }
}

/// One path only: three steps, each as dear as this. It leads to the goal, or nowhere.
struct Dear {
    step: Cost,
    goal: u8,
}

impl Problem for Dear {
    type State = u8;
    type Action = ();
    type Actions = std::option::IntoIter<((), Cost)>;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, state: &u8) -> bool {
        *state == self.goal
    }

    fn actions(&self, state: &u8, _: Option<()>) -> Self::Actions {
        (*state < 3).then_some(((), self.step)).into_iter()
    }

    fn apply(&self, state: &mut u8, (): ()) {
        *state += 1;
    }
}

impl Backward for Dear {
    type Predecessors = std::option::IntoIter<((), Cost)>;

    fn goal_state(&self) -> u8 {
        self.goal
    }

    fn predecessors(&self, state: &u8, _: Option<()>) -> Self::Predecessors {
        (1..=3).contains(state).then_some(((), self.step)).into_iter()
    }

    fn apply_back(&self, state: &mut u8, (): ()) {
        *state -= 1;
    }

    fn forward_action(&self, _: &u8, (): ()) {}

    fn least_step(&self) -> Cost {
        self.step
    }
}

/// As far as this everywhere but in one state; or only in the states that are this far from the start.
struct Far {
    estimate: Cost,
    end: u8,
    up_to: u8,
    quality: Quality,
}

impl Heuristic<Dear> for Far {
    type Memo = u8;

    fn memo(&self, _: &Dear, state: &u8) -> u8 {
        *state
    }

    fn estimate(&self, state: &u8, _: Cost) -> Option<Cost> {
        Some(if *state == self.end || *state > self.up_to { 0 } else { self.estimate })
    }

    fn quality(&self) -> Quality {
        self.quality
    }
}

/// Runs within more nodes than are needed.
struct Within;

impl Task<Dear> for Within {
    type Output = Report<()>;
    fn perform<S: Search<Dear>>(self, mut search: S) -> Report<()> {
        search.run(&mut (), &mut Budget::unlimited().max_nodes(1000))
    }
}

/// By every method, on one thread or several. `None`: on threads.
fn by_all(problem: &Dear, to_goal: &Far, to_start: &Far) -> Vec<(Option<Method>, Report<()>)> {
    let by = |method| (Some(method), with_search(method, problem, to_goal, to_start, Within));
    let mut reports: Vec<_> = Method::all().into_iter().map(by).collect();
    for threads in [1, 2, 3] {
        reports.push((None, hda_star(problem, to_goal, threads, &mut Budget::unlimited())));
    }
    reports
}

/// Whether its rounds are bounded by a cost, or by fewer steps than the path has.
fn is_bounded(method: Option<Method>) -> bool {
    use Method::{Bfhs, DepthLimited, Ibex, IdaStar, Rbfs};
    matches!(method, Some(IdaStar | Rbfs | Ibex | Bfhs | DepthLimited(0 | 1)))
}

/// Those whose rounds are bounded by a cost end where no cost is large enough; all others find the path.
#[test]
fn costs_beyond_all_bounds_neither_overflow_nor_count_as_unsolvable() {
    for step in [Cost::MAX, 1 << 31, 1_500_000_000] {
        for estimate in [0, Cost::MAX - 1, Cost::MAX] {
            for quality in [Quality::Inadmissible, Quality::Admissible] {
                let far = |end| Far { estimate, end, up_to: 3, quality };
                let dear = Dear { step, goal: 3 };
                for (method, report) in by_all(&dear, &far(3), &far(0)) {
                    let about = format!("{method:?} {step} {estimate} {quality:?}");
                    if is_bounded(method) {
                        assert_eq!(report.ending, Ending::Stopped(Limit::Depth), "{about}");
                    } else {
                        assert_eq!(report.ending, Ending::Solved, "{about}");
                        assert_eq!(report.solution.map(|found| found.actions.len()), Some(3), "{about}");
                    }
                }
                let parallel = parallel_ida_star(&dear, &far(3), 2, &mut Budget::unlimited());
                assert_eq!(parallel.ending, Ending::Stopped(Limit::Depth), "{step} {estimate} {quality:?}");
            }
        }
    }
}

#[test]
fn where_costs_are_beyond_all_bounds_no_solution_is_still_proved() {
    for step in [Cost::MAX, 1_500_000_000] {
        for estimate in [0, Cost::MAX] {
            let far = |end| Far { estimate, end, up_to: 3, quality: Quality::Admissible };
            for (method, report) in by_all(&Dear { step, goal: 9 }, &far(9), &far(0)) {
                let about = format!("{method:?} {step} {estimate}");
                let expected = if is_bounded(method) { Ending::Stopped(Limit::Depth) } else { Ending::Unsolvable };
                assert_eq!(report.ending, expected, "{about}");
            }
        }
    }
}

/// A start that looks farther than any cost, from which everything looks near.
#[test]
fn an_estimate_beyond_all_bounds_is_no_dead_end() {
    for estimate in [Cost::MAX - 1, Cost::MAX] {
        for up_to in [0, 1, 2] {
            let far = |end| Far { estimate, end, up_to, quality: Quality::Inadmissible };
            let dear = Dear { step: Cost::MAX, goal: 3 };
            for (method, report) in by_all(&dear, &far(3), &far(0)) {
                assert_ne!(report.ending, Ending::Unsolvable, "{method:?} {estimate} {up_to}");
            }
            let parallel = parallel_ida_star(&dear, &far(3), 2, &mut Budget::unlimited());
            assert_ne!(parallel.ending, Ending::Unsolvable, "{estimate} {up_to}");
        }
    }
}
