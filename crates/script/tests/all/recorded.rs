//! What searches of the library did when `recorded.txt` was written: their counters, the bytes of their nodes and of their tables. A line
//! is a file, its parameters, an algorithm, a heuristic (`-`: the default) and what came of it. Counts are promised to be the same in every
//! version; whoever changes one does so on purpose and says so in the changelog.

use std::fmt::Write as _;

use crate::common::{library, load, options};
use hueco_script::{Options, run};
use hueco_search::{Algorithm, Budget};

/// A file's name, its parameters, and heuristics.
type Searched = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

const FILES: [Searched; 8] = [
    ("cube", &[("scramble", "R U F")], &["-"]),
    ("eight", &[("board", "156438072")], &["-", "max(h,abstraction_first)", "blind"]),
    ("grid", &[("map", "S.#.G\n..#..\n.9...\n.....")], &["-"]),
    ("hanoi", &[("discs", "4")], &["-", "blind"]),
    ("pancakes", &[("stack", "3 1 4 2 5")], &["-"]),
    ("romania", &[], &["-", "blind"]),
    ("sokoban", &[("level", "######\n#    #\n# $@ #\n#.   #\n######")], &["-"]),
    ("words", &[], &["-"]),
];

const ALGORITHMS: [Algorithm; 8] = [
    Algorithm::Auto,
    Algorithm::Bfs,
    Algorithm::Ucs,
    Algorithm::Astar,
    Algorithm::Idastar,
    Algorithm::Beam,
    Algorithm::Bidirectional,
    Algorithm::Nbs,
];

fn searches() -> String {
    let mut lines = String::new();
    for (name, set, heuristics) in FILES {
        let file = load(&library(name), set).expect(name);
        let algorithms = ALGORITHMS.into_iter().filter(|by| !by.needs_predecessors() || file.has_predecessors());
        for (algorithm, heuristic) in algorithms.flat_map(|by| heuristics.iter().map(move |heuristic| (by, *heuristic)))
        {
            let plain = options(algorithm, (heuristic != "-").then_some(heuristic));
            let every = (algorithm == Algorithm::Auto).then_some(3);
            let answer = run(&file, &Options { every, ..plain }, &mut Budget::unlimited().max_nodes(5000), None);
            let answer = answer.unwrap_or_else(|error| panic!("{name} {algorithm} {heuristic}: {error}"));
            let cost = answer.path.as_ref().map(|path| path.cost);
            let all = answer.every.as_ref().map(|every| every.count);
            let set: Vec<_> = set.iter().map(|(name, value)| format!("{name}={}", value.replace('\n', "/"))).collect();
            let (set, stats, tables) = (set.join(" "), answer.stats, answer.table_bytes);
            let _ = writeln!(
                lines,
                "{name} {set} {algorithm} {heuristic}: {:?} {cost:?} of {all:?}, {stats:?}, tables {tables}",
                answer.outcome
            );
        }
    }
    lines
}

#[test]
fn searches_count_as_they_did() {
    let (recorded, now) = (include_str!("recorded.txt"), searches());
    if recorded != now {
        let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/recorded.txt");
        std::fs::write(file, &now).expect("the searches of today");
        let both = recorded.lines().zip(now.lines()).find(|(before, after)| before != after);
        panic!("first difference, recorded and now: {both:#?}\nall searches of today: {file}");
    }
    assert!(now.lines().count() > 60, "the files are there");
}
