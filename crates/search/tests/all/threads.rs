//! A* and IDA* on several threads: what one thread finds, under every limit, and no worker left waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::common::graph::{Case, any_case, oddities};
use crate::common::pancakes::{Gap, Pancakes};
use hueco_search::hda_star::{Worker, hda_star_with};
use hueco_search::{
    BestFirst, Blind, Budget, Cost, Ending, Heuristic, IdaStar, Limit, Problem, Quality, Report, Search, Stats, Ties,
    hda_star, parallel_ida_star,
};
use proptest::prelude::*;

fn judge(case: &Case, report: &Report<u16>) {
    let what = || format!("{}: {report:?} in {case:?}", case.name);
    let optimum = case.graph.optimum();
    if let Some(solution) = &report.solution {
        assert_eq!(case.graph.replay(&solution.actions), Some(solution.cost), "{}", what());
    }
    match (report.ending, optimum) {
        (Ending::Solved, optimum) => {
            assert!(report.cost() >= optimum && optimum.is_some(), "{}", what());
            if case.to_goal.quality >= Quality::Admissible {
                assert!(report.cost() == optimum && report.is_optimal(), "{}", what());
            }
        }
        (Ending::Unsolvable, optimum) => assert_eq!(optimum, None, "{}", what()),
        (Ending::Stopped(limit), optimum) => {
            assert_eq!(limit, Limit::Nodes, "{}", what());
            assert!(optimum.is_none_or(|optimum| report.lower_bound <= optimum), "{}", what());
        }
    }
}

fn judge_all(case: &Case) {
    for threads in [1, 2, 3] {
        let report = hda_star(&case.graph, &case.to_goal, threads, &mut Budget::unlimited());
        assert!(!matches!(report.ending, Ending::Stopped(_)));
        judge(case, &report);
        for nodes in [0, 1, 2, 5, 10, 20] {
            let report = hda_star(&case.graph, &case.to_goal, threads, &mut Budget::unlimited().max_nodes(nodes));
            assert!(report.stats.generated <= nodes);
            judge(case, &report);
        }
    }
}

#[test]
fn the_oddities() {
    oddities().iter().for_each(judge_all);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_graph(case in any_case()) {
        judge_all(&case);
    }
}

#[test]
fn pancakes_cost_what_one_thread_finds() {
    for number in [1, 777, 12_345, 30_000, 40_319] {
        let pancakes = Pancakes::<8>::number(number);
        let alone = BestFirst::uniform_cost(&pancakes, Ties::Fifo).run(&mut (), &mut Budget::unlimited());
        for threads in [2, 4] {
            for report in [
                hda_star(&pancakes, &Gap, threads, &mut Budget::unlimited()),
                hda_star(&pancakes, &Blind, threads, &mut Budget::unlimited()),
            ] {
                assert_eq!((report.ending, report.cost()), (Ending::Solved, alone.cost()));
                assert!(report.is_optimal());
            }
        }
    }
}

#[test]
fn limits_stop_every_worker() {
    let pancakes = Pancakes::<12>::number(400_000_000);
    let report = hda_star(&pancakes, &Blind, 2, &mut Budget::unlimited().max_bytes(3 << 20));
    assert_eq!(report.ending, Ending::Stopped(Limit::Memory));
    assert!(report.stats.peak_bytes <= 3 << 20);
    assert!(report.lower_bound > 0 && report.solution.is_none());

    let cancelled = Arc::new(AtomicBool::new(true));
    let report = hda_star(&pancakes, &Blind, 3, &mut Budget::unlimited().cancel(cancelled));
    assert_eq!(report.ending, Ending::Stopped(Limit::Interrupt));

    let mut budget = Budget::unlimited().max_nodes(10_000);
    let report = hda_star(&pancakes, &Blind, 2, &mut budget);
    assert_eq!(report.ending, Ending::Stopped(Limit::Nodes));
    // A worker's last slice may not be used up; what is left of it goes back.
    assert_eq!(report.stats.generated + budget.nodes_left(), 10_000);
}

#[test]
fn each_thread_may_have_a_problem_of_its_own() {
    let number = 2_345_678;
    let work = |worker: Worker<'_, _, _, _>| {
        let own = std::rc::Rc::new(Pancakes::<10>::number(number));
        worker.run(&*own, &Gap)
    };
    let pancakes = Pancakes::<10>::number(number);
    let report = hda_star_with(&pancakes, Quality::Consistent, 2, work, &mut Budget::unlimited());
    let alone = BestFirst::a_star(&pancakes, &Gap, Ties::LowH).run(&mut (), &mut Budget::unlimited());
    assert_eq!(report.cost(), alone.cost());
}

/// What a worker does before it runs may panic, or lose the worker.
#[test]
fn a_panic_before_a_worker_runs_ends_the_others() {
    for keeps_worker in [true, false] {
        let (sender, ended) = channel::<()>();
        let running = thread::spawn(move || {
            let (_sender, pancakes, is_first) = (sender, Pancakes::<6>::number(400), AtomicBool::new(true));
            let work = |worker: Worker<'_, _, _, _>| {
                if is_first.swap(false, Ordering::SeqCst) {
                    let _worker = keeps_worker.then_some(worker);
                    panic!("a fault of the program");
                }
                worker.run(&pancakes, &Weak)
            };
            hda_star_with(&pancakes, Quality::Consistent, 3, work, &mut Budget::unlimited());
        });
        let end = ended.recv_timeout(Duration::from_secs(60));
        assert_eq!(end, Err(RecvTimeoutError::Disconnected), "the others wait for ever: {keeps_worker}");
        assert!(running.join().is_err());
    }
}

/// Solution, bound and counters are those of one thread, wherever a limit on nodes strikes.
#[test]
fn ida_star_counts_what_one_thread_counts() {
    for (number, limits) in [(3_000_000, 40), (2_345_678, 40), (479_001_599, 12), (0, 2)] {
        let pancakes = Pancakes::<12>::number(number);
        let alone = |budget: &mut Budget| {
            let report = IdaStar::ida_star(&pancakes, &Weak).run(&mut (), budget);
            Report { stats: Stats { peak_bytes: 0, ..report.stats }, ..report }
        };
        let threaded = |threads: usize, budget: &mut Budget| {
            let report = parallel_ida_star(&pancakes, &Weak, threads, budget);
            Report { stats: Stats { peak_bytes: 0, ..report.stats }, ..report }
        };
        let whole = alone(&mut Budget::unlimited());
        assert_eq!(whole.ending, Ending::Solved);
        for threads in [1, 2, 3] {
            assert_eq!(threaded(threads, &mut Budget::unlimited()), whole, "{threads} threads");
        }
        for part in 0..limits {
            let nodes = whole.stats.generated * part / limits;
            let mut budgets = [Budget::unlimited().max_nodes(nodes), Budget::unlimited().max_nodes(nodes)];
            let expected = alone(&mut budgets[0]);
            assert_eq!(threaded(2, &mut budgets[1]), expected, "{nodes} nodes");
            assert_eq!(budgets[1].nodes_left(), budgets[0].nodes_left());
        }
    }
}

#[test]
fn ida_star_ends_at_every_other_limit() {
    let pancakes = Pancakes::<12>::number(400_000_000);
    let cancelled = Arc::new(AtomicBool::new(true));
    let report = parallel_ida_star(&pancakes, &Blind, 2, &mut Budget::unlimited().cancel(cancelled));
    assert_eq!(report.ending, Ending::Stopped(Limit::Interrupt));
    let report = parallel_ida_star(&pancakes, &Blind, 2, &mut Budget::unlimited().timeout(Duration::from_millis(50)));
    assert_eq!((report.ending, report.solution), (Ending::Stopped(Limit::Time), None));
    assert!(report.lower_bound > 0);
}

/// A part of the gaps: rounds are large, and there are many.
struct Weak;

impl<const N: usize> Heuristic<Pancakes<N>> for Weak {
    type Memo = Cost;

    fn memo(&self, pancakes: &Pancakes<N>, stack: &[u8; N]) -> Cost {
        Gap.memo(pancakes, stack)
    }

    fn estimate(&self, gaps: &Cost, _: Cost) -> Option<Cost> {
        Some(gaps.saturating_sub(1))
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}

/// Panics when it sees a certain number of pancakes on top.
struct Trap;

impl Heuristic<Pancakes<10>> for Trap {
    type Memo = ();

    fn memo(&self, _: &Pancakes<10>, stack: &[u8; 10]) {
        assert!(stack[..3] != [3, 1, 2], "the trap");
    }

    fn estimate(&self, (): &(), _: Cost) -> Option<Cost> {
        Some(0)
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}

#[test]
fn a_worker_that_panics_ends_the_run() {
    let pancakes = Pancakes::<10>::number(3_000_000);
    assert!(pancakes.start()[..3] != [3, 1, 2]);
    let run = || hda_star(&pancakes, &Trap, 2, &mut Budget::unlimited());
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
}
