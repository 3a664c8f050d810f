//! Random walks, and what identifies a file.

use std::collections::BTreeSet;

use crate::common::{library, load};
use hueco_script::{RandomWalks, State};
use hueco_search::Budget;

fn walks(source: &str, seed: u64, count: usize) -> Vec<State> {
    let file = load(source, &[]).expect("it loads");
    let mut walks = RandomWalks::new(&file, seed, &Budget::unlimited());
    (0..count).map(|_| walks.state().expect("it runs")).collect()
}

#[test]
fn a_walk_has_up_to_so_many_actions_and_takes_each_of_them() {
    let line = "start = 0\ngoal = 99\ndef actions(s): return [(\"on\", s + 1)]\n";
    let ends: BTreeSet<u64> =
        walks(line, 1, 500).iter().map(|end| end.to_string().parse().expect("a number")).collect();
    assert_eq!(ends, (1..=24).collect());
    let fork = "start = \"\"\ngoal = \"x\"\ndef actions(s): return [(c, s + c) for c in \"abc\".elems()] if len(s) < 2 else []\n";
    let ends: BTreeSet<String> = walks(fork, 1, 500).iter().map(ToString::to_string).collect();
    assert_eq!(ends.len(), 3 + 9, "{ends:?}");
    assert_eq!(walks(fork, 7, 20), walks(fork, 7, 20));
    assert_ne!(walks(fork, 7, 20), walks(fork, 8, 20));
}

#[test]
fn a_file_is_identified_by_its_text_and_its_parameters() {
    let hanoi = library("hanoi");
    let number = |source: &str, set: &[(&str, &str)]| load(source, set).expect("it loads").fingerprint();
    assert_eq!(number(&hanoi, &[]), number(&hanoi, &[]));
    assert_ne!(number(&hanoi, &[]), number(&hanoi, &[("discs", "4")]));
    assert_ne!(number(&hanoi, &[]), number(&format!("{hanoi}# another\n"), &[]));
    let set = load(&hanoi, &[("discs", "4")]).expect("it loads");
    let parameters: Vec<_> = set.parameters().iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(parameters, ["discs=4", "pegs=3"]);
}
