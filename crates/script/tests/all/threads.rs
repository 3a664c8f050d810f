//! `hdastar` on several threads: each has an interpreter of its own, and the answer is that of one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::common::{library, load, options};
use hueco_script::{Options, Outcome, ScriptAnswer, ScriptError, run};
use hueco_search::{Algorithm, Budget, Limit};

fn solve(
    source: &str,
    set: &[(&str, &str)],
    heuristic: Option<&str>,
    threads: usize,
    budget: Budget,
) -> Result<ScriptAnswer, ScriptError> {
    let options = Options { threads, ..options(Algorithm::Hdastar, heuristic) };
    let mut budget = budget;
    run(&load(source, set)?, &options, &mut budget, None)
}

#[test]
fn the_costs_are_those_of_one_thread() {
    for (name, set, heuristic) in [
        ("eight", &[("board", "123056478")][..], Some("abstraction_first")),
        ("hanoi", &[("pegs", "4")], Some("add(abstraction_small,abstraction_large)")),
        ("missionaries", &[("missionaries", "4"), ("cannibals", "4")], None),
        ("romania", &[], None),
        ("words", &[], Some("blind")),
    ] {
        let solve = |threads| solve(&library(name), set, heuristic, threads, Budget::unlimited()).expect(name);
        let one = solve(1);
        for threads in [2, 3] {
            let many = solve(threads);
            let proved =
                |answer: &ScriptAnswer| (answer.outcome, answer.optimal, answer.lower_bound, answer.table_bytes);
            assert_eq!(proved(&many), proved(&one), "{name}");
            let cost = |answer: &ScriptAnswer| answer.path.as_ref().map(|path| path.cost);
            assert_eq!(cost(&many), cost(&one), "{name}");
        }
    }
}

#[test]
fn limits_are_those_of_all_threads_together() {
    let source =
        "start = 0\ndef goal(s): return False\ndef actions(s): return [(\"inc\", s + 1), (\"double\", 2 * s + 1)]\n";
    for (budget, limit) in [
        (Budget::unlimited().max_nodes(1000), Limit::Nodes),
        (Budget::unlimited().max_bytes(1 << 20), Limit::Memory),
        (Budget::unlimited().timeout(Duration::from_millis(100)), Limit::Time),
        (Budget::unlimited().cancel(Arc::new(AtomicBool::new(true))), Limit::Interrupt),
    ] {
        let answer = solve(source, &[], None, 2, budget).expect("it runs");
        assert_eq!(answer.outcome, Outcome::Stopped(limit));
        assert!(limit != Limit::Nodes || (950..=1000).contains(&answer.stats.generated), "{:?}", answer.stats);
    }
}

#[test]
fn an_endless_call_in_a_thread_ends_at_the_time_limit() {
    let spin =
        "    for i in range(1000000000):\n        for j in range(1000000000):\n            s += j\n    return []\n";
    let source = format!("start = 0\ndef goal(s): return False\ndef actions(s):\n{spin}");
    let time = Budget::unlimited().timeout(Duration::from_millis(100));
    assert_eq!(solve(&source, &[], None, 2, time).expect("it runs").outcome, Outcome::Stopped(Limit::Time));
}

#[test]
fn mistakes_are_those_of_one_thread() {
    let head = "start = 0\ndef goal(s): return s == 1000\n";
    for rest in [
        // Some states have no successors that could be read, and which comes first depends on the threads.
        "def actions(s): return [(\"a\", s + 1), (\"b\", 2 * s + 1)] if s < 40 else [s // (s - s)]\n",
        "def deep(n): return deep(n + 1)\ndef actions(s): return [(\"a\", deep(s))] if s > 5 else [(\"a\", s + 1), (\"b\", s + 2)]\n",
        "def h(s): return -1 if s > 20 else 0\ndef actions(s): return [(\"a\", s + 1), (\"b\", s + 2)]\n",
    ] {
        let source = format!("{head}{rest}");
        let solve = |threads| solve(&source, &[], None, threads, Budget::unlimited()).expect_err(rest);
        assert_eq!(solve(2), solve(1));
    }
}
