//! The effective branching factor: how bushy a tree of the same size and depth would be.
//!
//! A search that generated N nodes besides the start, and found a solution of length d, did as much work as one through
//! a tree in which every node has b children:
//!
//! > N + 1 = 1 + b + b² + … + bᵈ
//!
//! The counter *generated* has the start in it, so it is N + 1. A good heuristic brings b close to 1; b says more than
//! N where boards of different depths are compared. IDA* generates nodes again in every round, and they count.

/// The b with `generated = 1 + b + … + b^length`, found by bisection; `None` for a solution without moves.
///
/// ```
/// use hueco_show::effective_branching;
///
/// assert_eq!(effective_branching(31, 4).map(|b| (b * 1e6).round() / 1e6), Some(2.0));
/// assert_eq!(effective_branching(1, 0), None);
/// ```
pub fn effective_branching(generated: u64, length: u32) -> Option<f64> {
    if length == 0 || generated == 0 {
        return None;
    }
    let wanted = generated as f64;
    let (mut low, mut high) = (0.0, wanted.max(1.0));
    // Each round halves the range; more rounds than a double has bits change nothing.
    for _ in 0..128 {
        let middle = f64::midpoint(low, high);
        if tree(middle, length) < wanted { low = middle } else { high = middle }
    }
    Some(f64::midpoint(low, high))
}

/// The nodes of a tree of this depth; more than any count, the rest does not matter.
fn tree(branching: f64, depth: u32) -> f64 {
    let mut nodes = 1.0;
    for _ in 0..depth {
        nodes = nodes * branching + 1.0;
        if nodes > 1e20 {
            break;
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_path_has_one_and_less_than_a_path_less() {
        assert!((effective_branching(11, 10).unwrap() - 1.0).abs() < 1e-9);
        assert!(effective_branching(5, 10).unwrap() < 1.0);
        assert!((effective_branching(11, 1).unwrap() - 10.0).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn the_tree_has_as_many_nodes(generated in 1..1_000_000_000_000_u64, length in 1..100_u32) {
            let b = effective_branching(generated, length).unwrap();
            let nodes = tree(b, length);
            prop_assert!((nodes / generated as f64 - 1.0).abs() < 1e-6, "{b} makes {nodes}");
        }
    }
}
