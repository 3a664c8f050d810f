//! Files that are right.

use crate::common::{library, load, options, solve};
use hueco_script::{Outcome, run};
use hueco_search::{Algorithm, Budget};

#[test]
fn jugs_are_solved_in_the_files_own_words() {
    let answer = solve(&library("jugs"), &[], Algorithm::Auto).expect("it runs");
    assert_eq!((answer.outcome, answer.optimal, answer.lower_bound), (Outcome::Solved, true, 6));
    assert_eq!((answer.algorithm, answer.heuristic.to_string()), (Algorithm::Astar, "h".to_owned()));
    let path = answer.path.expect("solved");
    assert_eq!((path.cost, path.actions.len(), path.states.len()), (6, 6, 7));
    assert_eq!((path.states[0].to_string(), path.states[6].to_string()), ("(0, 0)".into(), "(2, 0)".into()));
    assert_eq!(path.actions[0], "fill 3");
}

#[test]
fn the_8_puzzle_is_like_tiles() {
    let source = library("eight");
    for (algorithm, heuristic) in [
        (Algorithm::Bfs, None),
        (Algorithm::Astar, Some("h")),
        (Algorithm::Astar, Some("abstraction_first")),
        (Algorithm::Astar, Some("max(h,abstraction_first)")),
        (Algorithm::Idastar, Some("h")),
        (Algorithm::Nbs, Some("h")),
        (Algorithm::Bidirectional, None),
    ] {
        let file = load(&source, &[]).expect("it loads");
        let answer = run(&file, &options(algorithm, heuristic), &mut Budget::unlimited(), None).expect("it runs");
        assert_eq!((answer.outcome, answer.optimal), (Outcome::Solved, true), "{algorithm} {heuristic:?}");
        let path = answer.path.expect("solved");
        assert_eq!((path.cost, path.actions.len()), (31, 31), "{algorithm}");
        println!("{algorithm} {heuristic:?} {:?} {:?}", answer.stats, answer.time);
    }
}
