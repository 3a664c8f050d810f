//! Checks of whole spaces: against a table of distances, and what is known of the heuristics.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::distances;
use hueco_search::{Budget, Cost, Heuristic, Limit, Quality};
use hueco_tiles::check::{Check, CheckError, check};
use hueco_tiles::heuristic::{AnyHeuristic, HEURISTICS, Named};
use hueco_tiles::{Board, Nibbles, Order, Shape, Tiles, Workbench, parse_board, replay};

fn goals(rows: usize, cols: usize) -> Vec<Board> {
    let shape = Shape::new(rows, cols).unwrap();
    let mut goals = vec![Board::blank_last(shape), Board::blank_first(shape)];
    if (rows, cols) == (3, 3) {
        goals.push(parse_board("1 2 3 / 8 0 4 / 7 6 5", None).unwrap());
    }
    goals
}

fn checked(name: &str, goal: &Board, threads: usize) -> Check {
    check(&name.parse().unwrap(), goal, threads, &Budget::unlimited(), &mut |_| ()).unwrap()
}

#[test]
fn claims_hold_over_whole_spaces() {
    for (rows, cols, states) in [(2, 2, 12), (2, 3, 360), (3, 3, 181_440), (2, 4, 20_160)] {
        for goal in goals(rows, cols) {
            for name in HEURISTICS {
                let found = checked(name, &goal, 1);
                assert_eq!(found.states(), states);
                assert_eq!(found.stopped, None);
                // The blank is in every cell equally often, and each two cells side by side are a move from either.
                let pairs = (rows * (cols - 1) + cols * (rows - 1)) as u64;
                assert_eq!(found.moves, states / (rows * cols) as u64 * 2 * pairs);
                let honest = found.claim == Quality::Consistent;
                assert!(honest || found.claim == Quality::Inadmissible);
                assert_eq!(found.admissible(), Some(honest), "{name} {goal}");
                assert_eq!(found.consistent(), Some(honest), "{name} {goal}");
            }
        }
    }
}

#[test]
fn two_by_five_too() {
    for name in ["manhattan", "max(inversion,walking-distance)", "misplaced-blank"] {
        let found = checked(name, &goals(2, 5)[0], 2);
        assert_eq!((found.states(), found.radius()), (1_814_400, 55));
        assert_eq!(found.admissible(), Some(name != "misplaced-blank"));
    }
}

#[test]
fn the_inadmissible_ones_fail_one_move_from_the_goal() {
    for (name, estimate) in [("misplaced-blank", 2), ("direct-reversals", 3)] {
        for goal in [goals(3, 3), goals(2, 4), goals(3, 2)].concat() {
            let found = checked(name, &goal, 1);
            let smallest = found.overestimate.clone().expect("it overestimates");
            assert_eq!((smallest.distance, smallest.estimate), (1, estimate), "{name} {goal}");
            let solution = smallest.solution.expect("there is time for one move");
            assert_eq!((solution.len(), replay(&smallest.board, &solution)), (1, Ok(goal)));
            let drop = found.inconsistency.expect("a move lowers it by more than one");
            assert!(drop.estimate > 1 + drop.estimate_after);
            assert_eq!(replay(&drop.board, &[drop.direction]), Ok(drop.after));
        }
    }
}

/// Every figure again, from a table of distances.
#[test]
fn figures_are_those_of_the_distances() {
    let goal = &goals(3, 3)[2];
    let tiles = Tiles::<Nibbles>::new(goal, goal, Order::ULRD).unwrap();
    let distances = distances(&tiles);
    for name in ["linear-conflict", "formula(1.5 * manhattan - 1)", "formula(300*blank)"] {
        let heuristic =
            AnyHeuristic::new(&name.parse().unwrap(), tiles.frame(), tiles.frame().home(), &Workbench::default());
        let heuristic = heuristic.unwrap();
        let mut joint = BTreeMap::<(Cost, Cost), u64>::new();
        let (mut error, mut over) = (0, 0);
        for (state, &distance) in &distances {
            let memo = heuristic.memo(&tiles, state);
            let estimate = Heuristic::<Tiles<Nibbles>>::estimate(&heuristic, &memo, Cost::MAX).unwrap();
            *joint.entry((distance, estimate)).or_default() += 1;
            error += u64::from(distance.abs_diff(estimate));
            over += u64::from(estimate > distance);
        }
        let found = checked(name, goal, 1);
        let counted: BTreeMap<_, _> = found.counted().map(|(d, e, states)| ((d, e), states)).collect();
        assert_eq!(counted, joint, "{name}");
        assert!((found.mean_error() - error as f64 / 181_440.0).abs() < 1e-9);
        assert_eq!(found.overestimates(), over);
        assert_eq!(found.errors().iter().map(|(_, states)| states).sum::<u64>(), 181_440);
        let exact: u64 = joint.iter().filter(|((d, e), _)| d == e).map(|(_, states)| states).sum();
        assert_eq!(found.exact(), exact);
    }
}

#[test]
fn threads_change_nothing() {
    for name in ["misplaced-blank", "formula(manhattan + conflicts + 1)", "formula(conflicts)"] {
        let goal = &goals(2, 4)[1];
        let alone = checked(name, goal, 1);
        for threads in [2, 3, 7] {
            assert_eq!(checked(name, goal, threads), alone, "{name} on {threads} threads");
        }
    }
}

#[test]
fn formulas_are_judged() {
    let goal = &goals(3, 3)[0];
    let found = checked("formula(conflicts)", goal, 1);
    assert_eq!((found.claim, found.admissible(), found.consistent()), (Quality::Admissible, Some(true), Some(false)));
    assert_eq!(found.inconsistency.map(|drop| (drop.estimate, drop.estimate_after)), Some((2, 0)));
    // Admissible, though nobody promised it.
    let found = checked("formula(manhattan + conflicts)", goal, 1);
    assert_eq!((found.claim, found.admissible()), (Quality::Inadmissible, Some(true)));
    // Wrong at the goal itself.
    let found = checked("formula(1)", goal, 1);
    assert_eq!(found.overestimate.map(|over| (over.distance, over.solution)), Some((0, Some(Vec::new()))));
    assert_eq!((found.inconsistency, found.broken_moves), (None, 0));
    assert_eq!(checked("formula(1)", goal, 1).consistent(), Some(false));
    assert_eq!(checked("formula(reversals)", goal, 1).admissible(), Some(true));
}

#[test]
fn limits_stop_it_with_what_is_known() {
    let goal = &goals(3, 3)[0];
    let stopped = |budget: &Budget, name: &str| check(&name.parse().unwrap(), goal, 1, budget, &mut |_| ()).unwrap();
    let found = stopped(&Budget::unlimited().max_nodes(1000), "manhattan");
    assert_eq!((found.stopped, found.admissible(), found.consistent()), (Some(Limit::Nodes), None, None));
    assert!(found.states() > 1000 && found.states() < 5000);
    let found = stopped(&Budget::unlimited().max_nodes(100), "misplaced-blank");
    assert_eq!((found.stopped, found.admissible()), (Some(Limit::Nodes), Some(false)));
    let found = stopped(&Budget::unlimited().max_bytes(1000), "manhattan");
    assert_eq!((found.stopped, found.states()), (Some(Limit::Memory), 0));
    let cancelled = Budget::unlimited().cancel(Arc::new(AtomicBool::new(true)));
    assert_eq!(stopped(&cancelled, "manhattan").stopped, Some(Limit::Interrupt));
}

#[test]
fn one_row_is_a_space_too() {
    let goal = Board::blank_last(Shape::new(1, 5).unwrap());
    let found = checked("manhattan", &goal, 1);
    assert_eq!((found.states(), found.exact(), found.admissible()), (5, 5, Some(true)));
    let large = Board::blank_last(Shape::new(4, 5).unwrap());
    assert!(check(&Named::Manhattan.into(), &large, 1, &Budget::unlimited(), &mut |_| ()).is_err());
}

#[test]
fn pattern_databases_are_admissible_and_claim_no_more_than_they_keep() {
    let middle = Board::new(Shape::new(3, 3).unwrap(), &[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
    let last = |rows, cols| Board::blank_last(Shape::new(rows, cols).unwrap());
    for (goal, partition) in [(middle, "4-4"), (last(3, 3), "auto"), (last(2, 4), "4-3")] {
        for name in [format!("pattern({partition})"), format!("max(pattern({partition}),inversion)")] {
            let found = checked(&name, &goal, 2);
            assert_eq!((&found.heuristic, found.admissible()), (&name, Some(true)), "{partition}");
            assert!(found.claim < Quality::Consistent || found.consistent() == Some(true));
            assert_eq!(found.exact() == found.states(), partition == "auto", "a table of all tiles knows all");
        }
    }
    let wrong = "pattern(9-9)".parse().unwrap();
    let wrong = check(&wrong, &last(3, 3), 1, &Budget::unlimited(), &mut |_| ());
    assert!(matches!(wrong, Err(CheckError::Partition(_))));
}
