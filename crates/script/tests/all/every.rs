//! All optimal solutions of a file.

use hueco_script::{Mistake, Options, Outcome, ScriptAnswer, ScriptError, run};
use hueco_search::algorithm::Algorithm;
use hueco_search::{Budget, Limit};

use crate::common::{load, options};

fn every(source: &str, by: Option<&str>, most: usize, budget: Budget) -> Result<ScriptAnswer, ScriptError> {
    let options = Options { every: Some(most), ..options(Algorithm::Auto, by) };
    run(&load(source, &[])?, &options, &mut { budget }, None)
}

fn names(answer: &ScriptAnswer) -> Vec<String> {
    answer.every.as_ref().expect("solved").listed.iter().map(|actions| actions.join(" ")).collect()
}

/// From one corner of a grid to the other: as many paths as ways to choose.
fn grid(side: usize) -> String {
    format!(
        "start = (0, 0)\ngoal = ({side}, {side})\n\
         def actions(s):\n    x, y = s\n    return [(n, (x + a, y + b)) for n, a, b in \
         [(\"r\", 1, 0), (\"d\", 0, 1), (\"l\", -1, 0), (\"u\", 0, -1)]]\n\
         def h(s): return abs({side} - s[0]) + abs({side} - s[1])\nconsistent = [\"h\"]\n\
         def h_unclaimed(s): return h(s)\n"
    )
}

#[test]
fn they_are_counted_and_listed_in_the_order_of_the_actions() {
    for by in [None, Some("blind"), Some("h")] {
        let answer = every(&grid(2), by, 100, Budget::unlimited()).unwrap();
        assert_eq!(names(&answer), ["r r d d", "r d r d", "r d d r", "d r r d", "d r d r", "d d r r"], "{by:?}");
        let every = answer.every.unwrap();
        assert_eq!((every.count, every.complete, answer.optimal), (6, true, true));
    }
    // 40 choose 20: counted, not listed.
    let answer = every(&grid(20), None, 3, Budget::unlimited()).unwrap();
    let found = answer.every.as_ref().unwrap();
    assert_eq!((found.count, found.listed.len(), answer.algorithm), (137_846_528_820, 3, Algorithm::Astar));
}

#[test]
fn costs_decide_and_parallel_actions_count() {
    let source = "start = 0\ngoal = 3\ndef actions(s):\n    \
                  return [(\"jump\", 3, 4), (\"a\", s + 1), (\"b\", s + 1), (\"both\", s + 2, 2)] if s < 3 else []\n";
    let answer = every(source, None, 100, Budget::unlimited()).unwrap();
    // Two ways for each step of one, and a step of two in two places.
    assert_eq!((answer.every.as_ref().unwrap().count, answer.path.as_ref().unwrap().cost), (12, 3));
    let listed = names(&answer);
    assert!(listed.contains(&"both b".to_owned()) && !listed.contains(&"jump".to_owned()), "{listed:?}");
}

#[test]
fn a_cycle_without_cost_is_passed_once() {
    // 0 and 1 lead to each other for nothing; both lead to the goal.
    let source = "start = 0\ngoal = 2\ndef actions(s): return [(\"swap\", 1 - s, 0), (\"end\", 2, 1)] if s < 2 else [(\"on\", 2, 0)]\n";
    let answer = every(source, None, 10, Budget::unlimited()).unwrap();
    assert_eq!(names(&answer), ["swap end", "end"]);
    assert_eq!(answer.every.unwrap().count, 2);
}

#[test]
fn the_start_may_be_a_goal_and_there_may_be_none() {
    let answer = every("start = 0\ngoal = 0\ndef actions(s): return [(\"on\", 0, 0)]\n", None, 5, Budget::unlimited());
    assert_eq!(names(&answer.unwrap()), [""]);
    let answer = every("start = 0\ngoal = 1\ndef actions(s): return []\n", None, 5, Budget::unlimited()).unwrap();
    assert_eq!((answer.outcome, answer.every), (Outcome::Unsolvable, None));
}

#[test]
fn a_heuristic_must_be_admissible() {
    let error = every(&grid(3), Some("h_unclaimed"), 5, Budget::unlimited()).unwrap_err();
    assert_eq!(*error.mistake, Mistake::NotAdmissible { heuristic: "h_unclaimed".to_owned() });
    // Without a name, what is not claimed is not used.
    let source = "start = 0\ngoal = 3\ndef actions(s): return [(\"on\", s + 1)] if s < 9 else []\ndef h(s): return 9\n";
    let answer = every(source, None, 5, Budget::unlimited()).unwrap();
    assert_eq!((answer.algorithm, answer.every.unwrap().count), (Algorithm::Ucs, 1));
    // A false claim is noticed where it leads to a wrong bound.
    let false_claim = format!("{source}admissible = [\"h\"]\n");
    assert!(every(&false_claim, None, 5, Budget::unlimited()).is_err());
}

#[test]
fn what_is_listed_counts_as_memory() {
    let least = |most: usize| {
        let is_enough = |bytes: u64| {
            let answer = every(&grid(6), None, most, Budget::unlimited().max_bytes(bytes)).unwrap();
            answer.every.is_some_and(|every| every.complete)
        };
        let (mut less, mut enough) = (0_u64, 1 << 30);
        while enough - less > 1000 {
            let middle = less.midpoint(enough);
            if is_enough(middle) { enough = middle } else { less = middle }
        }
        enough
    };
    // 12 choose 6 solutions of twelve actions: a pointer and a length each, and those of their list.
    let listed = 924 * (12 * 16 + 24);
    let (none, all) = (least(0), least(1000));
    assert!((listed..listed + none).contains(&all), "{none} {all} {listed}");
}

#[test]
fn limits_are_kept() {
    let answer = every(&grid(60), Some("blind"), 5, Budget::unlimited().max_bytes(100_000)).unwrap();
    assert_eq!(answer.outcome, Outcome::Stopped(Limit::Memory));
    let answer = every(&grid(12), None, 5, Budget::unlimited().max_nodes(50)).unwrap();
    assert_eq!(answer.outcome, Outcome::Stopped(Limit::Nodes));
}
