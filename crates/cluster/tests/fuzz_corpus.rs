//! The fuzz bodies on the corpus and on generated changes, so that they run on every machine.

use std::path::Path;

use hueco_cluster::fuzz;
use proptest::prelude::*;

fn corpus(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target);
    let seeds: Vec<Vec<u8>> =
        std::fs::read_dir(&folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap()).collect();
    assert!(seeds.len() >= 5, "{}", folder.display());
    for seed in &seeds {
        body(seed);
    }
}

#[test]
fn checkpoints_of_boards() {
    corpus("board_checkpoints", fuzz::board_checkpoints);
}

#[test]
fn checkpoints_of_states() {
    corpus("state_checkpoints", fuzz::state_checkpoints);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn changed_checkpoints(data in prop::collection::vec(any::<u8>(), 0..12)) {
        fuzz::board_checkpoints(&data);
        fuzz::state_checkpoints(&data);
    }
}
