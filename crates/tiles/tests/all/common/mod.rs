//! What several tests measure against.

use std::collections::{HashMap, VecDeque};

use hueco_search::{Cost, Reversible};
use hueco_tiles::Nibbles;

/// Distances by breadth-first search over a problem's own moves.
pub(crate) fn distances<P: Reversible<State = Nibbles>>(problem: &P) -> HashMap<Nibbles, Cost> {
    let mut found = HashMap::from([(problem.goal(), 0)]);
    let mut queue = VecDeque::from([problem.goal()]);
    while let Some(state) = queue.pop_front() {
        let distance = found[&state];
        for (action, _) in problem.actions(&state, None) {
            let mut next = state;
            problem.apply(&mut next, action);
            if let std::collections::hash_map::Entry::Vacant(entry) = found.entry(next) {
                entry.insert(distance + 1);
                queue.push_back(next);
            }
        }
    }
    found
}
