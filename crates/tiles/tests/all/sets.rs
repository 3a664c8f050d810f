//! The sets of the program: every file is read, and what is known of it holds.

use hueco_tiles::{Set, Solvability, solvability};

#[test]
fn every_board_is_known_and_can_reach_its_goal() {
    for (name, set) in Set::ALL {
        assert_eq!((Set::parse(name), set.name()), (Some(set), name));
        let instances = set.instances();
        let mut ids: Vec<&str> = instances.iter().map(|instance| instance.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), instances.len(), "{name}: an id stands twice");
        for instance in &instances {
            assert_eq!(instance.board.shape(), set.shape(), "{name} {}", instance.id);
            assert_eq!(solvability(&instance.board, &set.goal()), Ok(Solvability::Solvable), "{name} {}", instance.id);
        }
    }
    assert_eq!(Set::parse("korf16"), None);
}

#[test]
fn sums_are_the_published_ones() {
    let sums = |set: Set| {
        let instances = set.instances();
        let optimal = instances.iter().map(|instance| instance.optimal).sum::<Option<u32>>();
        let reached = instances.iter().map(|instance| instance.reached).sum::<Option<u32>>();
        let nodes = instances.iter().map(|instance| instance.nodes).sum::<Option<u64>>();
        (instances.len(), optimal, reached, nodes)
    };
    // Counted from the columns of the files, apart from this program.
    assert_eq!(sums(Set::Korf15), (100, Some(5305), None, Some(35_911_891_875)));
    assert_eq!(sums(Set::Korf24), (50, Some(5039), None, Some(18_044_623_983_548)));
    assert_eq!(sums(Set::Hardest15), (17, Some(17 * 80), None, None));
    assert_eq!(sums(Set::DeepCubeA35), (500, None, Some(62_326), Some(4_628_174_916)));
    assert_eq!(sums(Set::DeepCubeA48), (500, None, Some(127_835), Some(9_883_112_868)));
}

#[test]
fn counts_stand_beside_their_boards() {
    let of = |set: Set, id: &str| set.instances().into_iter().find(|instance| instance.id == id).unwrap();
    assert_eq!(of(Set::Korf15, "12").nodes, Some(546_344));
    assert_eq!(of(Set::Korf15, "100").nodes, Some(67_880_056));
    assert_eq!(of(Set::Korf24, "1").nodes, Some(2_031_102_635));
    assert_eq!((of(Set::DeepCubeA35, "0").reached, of(Set::DeepCubeA35, "0").nodes), (Some(128), Some(9_505_901)));
}
