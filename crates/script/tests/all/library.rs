//! Every file of `problems/` has its known optimum, under every algorithm that fits, and what it claims of its heuristics
//! holds in every state.

use std::collections::BTreeSet;

use crate::common::{library, load, options};
use hueco_script::{HeuristicSpec, Outcome, ProblemFile, Verdict, check, replay, run};
use hueco_search::{Algorithm, Budget, Cost, Limit, Quality};

/// A file, its parameters, and what a cheapest solution costs; `None`: there is no solution.
type Case = (&'static str, &'static [(&'static str, &'static str)], Option<Cost>);

/// Small enough for every algorithm.
const CASES: &[Case] = &[
    ("bridges", &[], None),
    ("cube", &[("scramble", "R U F")], Some(3)),
    ("cube", &[("scramble", "R2 U"), ("metric", "quarter")], Some(3)),
    ("eight", &[("board", "123056478")], Some(3)),
    ("grid", &[("map", "S.#.G\n..#..\n.9...\n.....")], Some(10)),
    ("hanoi", &[], Some(7)),
    ("hanoi", &[("pegs", "4")], Some(5)),
    ("jugs", &[], Some(6)),
    ("lights", &[], Some(5)),
    ("missionaries", &[], Some(11)),
    ("missionaries", &[("missionaries", "4"), ("cannibals", "4")], None),
    ("pancakes", &[("stack", "3 1 4 2")], Some(4)),
    ("pancakes", &[("stack", "-1 -2 -3"), ("burnt", "1")], Some(6)),
    ("pegs", &[("rows", "4"), ("hole", "2")], Some(8)),
    ("queens", &[], Some(6)),
    ("queens", &[("n", "3")], None),
    ("romania", &[], Some(418)),
    ("romania", &[("from", "Lugoj")], Some(504)),
    ("sokoban", &[("level", "######\n#    #\n# $@ #\n#.   #\n######")], Some(4)),
    ("topspin", &[("ring", "1 4 3 2 5"), ("turnstile", "3")], Some(3)),
    ("wolf", &[], Some(7)),
    ("words", &[], Some(4)),
];

/// Those that find a cheapest solution and prove it, given that all actions cost the same.
fn is_optimal(algorithm: Algorithm) -> bool {
    use Algorithm::{
        Arastar, Astar, Auto, Awastar, Bfhs, Bfs, Bidirectional, Dvcbs, Hdastar, Ibex, Idastar, Iddfs, Nbs, Rbfs,
        Smastar, Ucs,
    };
    let kept_in_memory = matches!(algorithm, Auto | Bfs | Ucs | Astar | Bidirectional | Nbs | Arastar | Awastar);
    kept_in_memory || matches!(algorithm, Dvcbs | Hdastar | Iddfs | Idastar | Rbfs | Smastar | Bfhs | Ibex)
}

fn unit_costs(file: &ProblemFile) -> bool {
    !matches!(file.title(), "Romania" | "Grid")
}

#[test]
fn every_file_has_its_optimum_under_every_algorithm() {
    for &(name, set, optimum) in CASES {
        let file = load(&library(name), set).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (_, algorithm) in Algorithm::ALL {
            if algorithm.needs_predecessors() && !file.has_predecessors() {
                continue;
            }
            let case = format!("{name} {set:?} {algorithm}");
            let mut budget = Budget::unlimited().max_nodes(100_000);
            let mut options = options(algorithm, None);
            options.settings.depth = if unit_costs(&file) { optimum.unwrap_or(20) } else { 12 };
            let answer = run(&file, &options, &mut budget, None).expect(&case);
            let Some(optimum) = optimum else {
                use Algorithm::{Dls, Ibex, Idastar, Iddfs, Rbfs};
                let gives_up = matches!(algorithm, Idastar | Dls | Iddfs | Rbfs | Ibex);
                let unsolvable = answer.outcome == Outcome::Unsolvable;
                assert!(answer.path.is_none() && (unsolvable || gives_up), "{case} {:?}", answer.outcome);
                continue;
            };
            // Depth first, the solution of a cube may be a million turns away.
            if name == "cube" && algorithm == Algorithm::Dfs {
                assert_eq!(answer.outcome, Outcome::Stopped(Limit::Nodes));
                continue;
            }
            assert_eq!(answer.outcome, Outcome::Solved, "{case} {:?}", answer.stats);
            let path = answer.path.unwrap_or_else(|| panic!("{case}"));
            assert!(path.cost >= optimum && answer.lower_bound <= optimum, "{case}");
            assert_eq!(answer.optimal, path.cost == answer.lower_bound, "{case}");
            if is_optimal(algorithm) && (unit_costs(&file) || !matches!(algorithm, Algorithm::Bfs | Algorithm::Iddfs)) {
                assert_eq!((path.cost, answer.optimal), (optimum, true), "{case}");
            }
            let again = replay(&file, &path.actions, &Budget::unlimited()).expect(&case);
            assert_eq!((again.states, again.cost, again.solved), (path.states, path.cost, true), "{case}");
        }
    }
}

#[test]
fn larger_instances_have_their_optimum() {
    for (name, set, optimum) in [
        ("cube", &[][..], 5),
        ("grid", &[], 28),
        ("hanoi", &[("discs", "6")], 63),
        ("hanoi", &[("discs", "6"), ("pegs", "4")], 17),
        ("lights", &[("size", "4")], 4),
        ("pancakes", &[], 6),
        ("pegs", &[], 13),
        ("queens", &[("n", "8")], 8),
        ("romania", &[("from", "Neamt"), ("to", "Timisoara")], 942),
        ("sokoban", &[], 15),
        ("topspin", &[], 18),
    ] {
        let file = load(&library(name), set).unwrap_or_else(|error| panic!("{name}: {error}"));
        let other = if file.has_predecessors() { Algorithm::Bidirectional } else { Algorithm::Ucs };
        for algorithm in [Algorithm::Auto, other] {
            let answer = run(&file, &options(algorithm, None), &mut Budget::unlimited(), None).expect(name);
            assert_eq!(
                (answer.path.map(|path| path.cost), answer.optimal),
                (Some(optimum), true),
                "{name} {algorithm}"
            );
        }
    }
}

#[test]
fn every_file_of_the_folder_is_tried() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems");
    let files =
        std::fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("an entry").file_name());
    let files: BTreeSet<String> =
        files.map(|name| name.to_string_lossy().trim_end_matches(".star").to_owned()).collect();
    let tried: BTreeSet<String> = CASES.iter().map(|case| case.0.to_owned()).collect();
    assert_eq!(files, tried);
}

#[test]
fn what_is_claimed_holds_in_every_state() {
    for &(name, set, _) in CASES {
        let set: Vec<(&str, &str)> = match name {
            // The whole space of a cube takes a while.
            "cube" => continue,
            "eight" => vec![("board", "123456780")],
            _ => set.to_vec(),
        };
        let file = load(&library(name), &set).expect(name);
        let claims: Vec<(String, Quality)> =
            file.heuristics().map(|(name, quality)| (name.to_owned(), quality)).collect();
        let tables = file.abstractions().map(|name| (name.to_owned(), Quality::Consistent));
        for (heuristic, quality) in claims.into_iter().chain(tables) {
            if name == "eight" && heuristic != "abstraction_first" && heuristic != "h" {
                continue;
            }
            let spec = HeuristicSpec::parse(&heuristic).expect("a name");
            let Verdict::Checked(checked) = check(&file, &spec, &Budget::unlimited()).expect(name) else {
                panic!("no limit was set");
            };
            assert!(quality < Quality::Admissible || checked.admissible, "{name} {heuristic} {checked:?}");
            assert!(quality < Quality::Consistent || checked.consistent, "{name} {heuristic} {checked:?}");
        }
    }
}

/// It takes minutes.
#[test]
#[ignore = "it walks through 3,674,160 states twice"]
fn the_pocket_cube_has_its_states_and_its_radius() {
    for (metric, radius) in [("half", 11), ("quarter", 14)] {
        let file = load(&library("cube"), &[("metric", metric)]).expect("it loads");
        let Verdict::Checked(checked) = check(&file, &HeuristicSpec::Blind, &Budget::unlimited()).expect("it runs")
        else {
            panic!("no limit was set");
        };
        assert_eq!((checked.states, checked.radius), (3_674_160, radius), "{metric}");
    }
}
