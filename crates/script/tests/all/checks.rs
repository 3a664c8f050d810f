//! What a check of a heuristic counts, and which counterexamples it names.

use hueco_script::{Checked, HeuristicSpec, Verdict, check};
use hueco_search::Budget;

use crate::common::load;

/// A line from 0 to 4, a way around 2 through 12, and a trap, 9. `h` overestimates 0, 1 and 12, calls 2 a dead end and 9 a goal.
const TRAP: &str = r#"
start = 0
goal = 4
_next = {0: [1, 9], 1: [2, 12], 2: [3], 12: [3], 3: [4], 4: [], 9: []}
_h = {0: 5, 1: 9, 2: None, 12: 7, 3: 1, 4: 0, 9: 0}
def actions(s): return [("to %d" % to, to) for to in _next[s]]
def h(s): return _h[s]
def h_steep(s): return 4 if s == 0 else 0
def h_none(s): return None
"#;

fn checked(heuristic: &str) -> Checked {
    let spec = HeuristicSpec::parse(heuristic).unwrap();
    match check(&load(TRAP, &[]).unwrap(), &spec, &Budget::unlimited()).unwrap() {
        Verdict::Checked(checked) => checked,
        Verdict::Stopped(limit) => panic!("{limit}"),
    }
}

#[test]
fn states_are_counted_by_distance_and_estimate() {
    let found = checked("h");
    assert_eq!((found.states, found.solvable, found.radius, found.exact), (7, 6, 4, 2));
    let counted = [
        (None, Some(0), 1),
        (Some(0), Some(0), 1),
        (Some(1), Some(1), 1),
        (Some(2), None, 1),
        (Some(2), Some(7), 1),
        (Some(3), Some(9), 1),
        (Some(4), Some(5), 1),
    ];
    assert_eq!(found.counted, counted);
    // Of the five states that have both.
    let means = [found.mean_estimate, found.mean_distance, found.mean_error];
    for (mean, expected) in means.into_iter().zip([22.0 / 5.0, 2.0, 2.0 - 22.0 / 5.0]) {
        assert!((mean - expected).abs() < 1e-9, "{means:?}");
    }
}

#[test]
fn counterexamples_are_the_first_of_those_nearest_to_the_goal() {
    let found = checked("h");
    assert!(!found.admissible && !found.consistent);
    let over = found.overestimate.unwrap();
    assert_eq!((over.state.to_string().as_str(), over.estimate, over.distance), ("2", None, 2));
    let drop = found.drop.unwrap();
    assert_eq!((drop.from.to_string().as_str(), drop.from_estimate), ("12", Some(7)));
    assert_eq!((drop.to.to_string().as_str(), drop.to_estimate, drop.cost), ("3", 1, 1));
}

#[test]
fn an_admissible_heuristic_may_fall_too_steeply() {
    let found = checked("h_steep");
    assert!(found.admissible && !found.consistent && found.overestimate.is_none());
    assert_eq!(found.drop.map(|drop| (drop.from_estimate, drop.to_estimate)), Some((Some(4), 0)));
}

#[test]
fn where_no_state_has_an_estimate_the_means_are_zero() {
    let found = checked("h_none");
    assert_eq!((found.exact, found.admissible), (0, false));
    assert_eq!([found.mean_estimate, found.mean_distance, found.mean_error].map(f64::to_bits), [0; 3]);
}
