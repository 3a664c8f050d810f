//! All optimal solutions, against a plain enumeration of paths.

use crate::common::graph::{Case, Graph, Table, oddities};
use hueco_search::{Budget, Cost, Ending, EveryOptimal, Inadmissible, Limit, Problem, Quality, all_optimal};

/// Every path of the cheapest cost, in the order of the actions, by trying them all.
fn enumerated(graph: &Graph) -> Vec<Vec<u16>> {
    fn extend(graph: &Graph, at: u16, left: Cost, path: &mut Vec<u16>, found: &mut Vec<Vec<u16>>) {
        if at == graph.goal {
            if left == 0 {
                found.push(path.clone());
            }
            return;
        }
        for (action, cost) in graph.actions(&at, path.last().copied()).filter(|step| step.1 <= left) {
            let mut next = at;
            graph.apply(&mut next, action);
            path.push(action);
            extend(graph, next, left - cost, path, found);
            path.pop();
        }
    }
    let mut found = Vec::new();
    extend(graph, graph.start, graph.optimum().expect("solvable"), &mut Vec::new(), &mut found);
    found
}

/// A grid of equal steps, which has many cheapest paths.
fn grid() -> (&'static str, Graph, Table) {
    let steps = |n: u16| [(n % 4 < 3).then_some((n, n + 1, 1)), (n < 12).then_some((n, n + 4, 1))];
    let edges: Vec<_> = (0..16).flat_map(steps).flatten().collect();
    let case = Case::with_shares("grid", Graph::new(16, 0, 15, &edges), &[4, 3, 2]);
    (case.name, case.graph, case.to_goal)
}

/// Those with a solution, an admissible heuristic and no free steps, around which paths would never end.
fn cases() -> Vec<(&'static str, Graph, Table)> {
    let cases = oddities().into_iter().filter(|case| {
        let is_free = case.graph.edges.iter().any(|edge| edge.2 == 0);
        case.graph.optimum().is_some() && case.to_goal.quality >= Quality::Admissible && !is_free
    });
    cases.map(|case| (case.name, case.graph, case.to_goal)).chain([grid()]).collect()
}

#[test]
fn every_cheapest_path_is_found_once_and_in_order() {
    assert_eq!(enumerated(&grid().1).len(), 20);
    for (name, graph, to_goal) in cases() {
        let expected = enumerated(&graph);
        let mut search = EveryOptimal::every_optimal(&graph, &to_goal).expect("admissible");
        let mut found = Vec::new();
        // One node at a time: a limit loses nothing and repeats nothing.
        for nodes in 0.. {
            match search.next(&mut (), &mut Budget::unlimited().max_nodes(nodes % 3)) {
                Ok(Some(solution)) => {
                    assert_eq!(Some(solution.cost), graph.optimum(), "{name}");
                    found.push(solution.actions);
                }
                Ok(None) => break,
                Err(limit) => assert_eq!(limit, Limit::Nodes, "{name}"),
            }
        }
        assert_eq!(found, expected, "{name}");
        assert_eq!(search.next(&mut (), &mut Budget::unlimited()), Ok(None), "{name}");
    }
}

#[test]
fn they_are_counted_and_as_many_listed_as_asked_for() {
    for (name, graph, to_goal) in cases() {
        let expected = enumerated(&graph);
        for max in [0, 1, 2, expected.len(), usize::MAX] {
            let all = all_optimal(&graph, &to_goal, max, &mut Budget::unlimited()).expect("admissible");
            assert_eq!(all.ending, Ending::Solved, "{name}");
            assert_eq!((Some(all.cost), all.count), (graph.optimum(), expected.len() as u128), "{name}");
            assert_eq!(all.listed, expected[..expected.len().min(max)], "{name}");
        }
    }
}

#[test]
fn what_is_not_admissible_is_refused() {
    let case = oddities().into_iter().find(|case| case.name == "inadmissible").expect("it is there");
    assert_eq!(all_optimal(&case.graph, &case.to_goal, 1, &mut Budget::unlimited()), Err(Inadmissible));
    assert!(!Inadmissible.to_string().is_empty());
}

#[test]
fn without_a_way_there_is_none_to_count() {
    let case = oddities().into_iter().find(|case| case.name == "lonely start").expect("it is there");
    let all = all_optimal(&case.graph, &case.to_goal, 1, &mut Budget::unlimited()).expect("admissible");
    assert_eq!((all.ending, all.count, all.listed), (Ending::Unsolvable, 0, vec![]));
}
