//! The events of a search agree with its report, and describe a search that could have happened.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use crate::common::graph::{Case, Graph, any_case, oddities};
use crate::common::method::{Method, Task, with_search};
use crate::common::record::{Record, Recorded};
use hueco_search::{Budget, Cost, Ending, Limit, NodeId, Problem, Report, Search, Seen, Side};
use proptest::prelude::*;

struct Watch(u64);

impl Task<Graph> for Watch {
    type Output = (Report<u16>, Vec<Recorded<u16, u16>>, Vec<Seen<u16>>);
    fn perform<S: Search<Graph>>(self, mut search: S) -> Self::Output {
        let mut record = Record::default();
        (search.run(&mut record, &mut Budget::unlimited().max_nodes(self.0)), record.events, search.closed())
    }
}

/// The same without an observer.
struct Quiet(u64);

impl Task<Graph> for Quiet {
    type Output = Report<u16>;
    fn perform<S: Search<Graph>>(self, mut search: S) -> Report<u16> {
        search.run(&mut (), &mut Budget::unlimited().max_nodes(self.0))
    }
}

/// Follows the events, node by node, and checks that each could happen after those before it. Returns the nodes that were
/// examined and do not wait again.
fn follow(graph: &Graph, events: &[Recorded<u16, u16>], what: &str) -> Vec<Seen<u16>> {
    let cost = |state: u16, action: u16| {
        graph.actions(&state, None).find(|step| step.0 == action).map(|step| step.1).expect("legal")
    };
    let after = |mut state: u16, action: u16| {
        graph.apply(&mut state, action);
        state
    };
    // Of each side: state, g, h and whether it was examined, by number.
    let mut sides: HashMap<Side, Vec<(u16, Cost, Cost, bool)>> = HashMap::new();
    for event in events {
        match event {
            Recorded::Created { id, origin, root, g, h, side } => {
                let nodes = sides.entry(*side).or_default();
                assert_eq!(*id as usize, nodes.len(), "numbers in order of creation: {what}");
                let state = match origin {
                    None => {
                        assert_eq!(*g, 0, "{what}");
                        root.expect("a root has its state")
                    }
                    Some((parent, state, action)) => {
                        let parent = nodes[*parent as usize];
                        assert!(parent.3 && parent.0 == *state, "{what}");
                        assert_eq!(parent.1 + cost(*state, *action), *g, "{what}");
                        after(*state, *action)
                    }
                };
                nodes.push((state, *g, *h, false));
            }
            Recorded::Pruned { origin: (parent, state, action), g, side, .. } => {
                let parent = sides[side][*parent as usize];
                assert!(parent.3 && parent.0 == *state, "{what}");
                assert_eq!(parent.1 + cost(*state, *action), *g, "{what}");
            }
            Recorded::Improved { id, origin: (parent, state, action), g, h, reopened, side } => {
                let nodes = sides.get_mut(side).expect("a root comes first");
                let (parent, node) = (nodes[*parent as usize], &mut nodes[*id as usize]);
                assert!(parent.3 && parent.0 == *state && node.0 == after(*state, *action), "{what}");
                assert_eq!(parent.1 + cost(*state, *action), *g, "{what}");
                assert!(*g < node.1 && *h == node.2 && *reopened == node.3, "{what}");
                *node = (node.0, *g, *h, false);
            }
            Recorded::Examined { id, state, g, h, side } => {
                let node = &mut sides.get_mut(side).expect("a root comes first")[*id as usize];
                assert_eq!((node.0, node.1, node.2), (*state, *g, *h), "{what}");
                node.3 = true;
            }
            Recorded::Forgotten { id, state, g, h, value } => {
                let node = &mut sides.get_mut(&Side::Forward).expect("a root comes first")[*id as usize];
                assert_eq!((node.0, node.1, node.2), (*state, *g, *h), "{what}");
                assert!(value.is_none_or(|value| value >= u64::from(*g) + u64::from(*h)), "{what}");
                // Nothing is created from it any more.
                node.3 = false;
            }
            Recorded::Deepened { .. } | Recorded::Solved { .. } => {}
        }
    }
    let examined = [Side::Forward, Side::Backward].into_iter().flat_map(|side| {
        let nodes = sides.get(&side).into_iter().flatten().zip(0..).filter(|(node, _)| node.3);
        nodes.map(move |(&(state, g, h, _), id)| Seen { id: NodeId(id), state, g, h, side })
    });
    examined.collect()
}

fn check(case: &Case, nodes: u64) {
    for method in Method::all() {
        let watch = || with_search(method, &case.graph, &case.to_goal, &case.to_start, Watch(nodes));
        let (report, events, closed) = watch();
        let what = format!("{} by {method:?} up to {nodes}: {report:?} {case:?}", case.name);
        assert_eq!(watch(), (report.clone(), events.clone(), closed.clone()), "the same on every run: {what}");
        let examined = follow(&case.graph, &events, &what);
        assert!(!method.remembers_all() || closed == examined, "{closed:?} {examined:?} {what}");
        let count = |pick: fn(&Recorded<u16, u16>) -> bool| events.iter().filter(|&event| pick(event)).count() as u64;
        let created = count(|event| matches!(event, Recorded::Created { .. }));
        let pruned = count(|event| matches!(event, Recorded::Pruned { .. }));
        let improved = count(|event| matches!(event, Recorded::Improved { .. }));
        let (stats, stopped) = (report.stats, report.ending == Ending::Stopped(Limit::Nodes));
        // Beam and stack search put children in order before they keep them: where a limit comes between, those wait.
        let waits = stopped && matches!(method, Method::Beam(_) | Method::Stack);
        assert!(waits || stats.generated == created + pruned + improved, "{what}");
        assert!(stats.generated >= created + pruned + improved, "{what}");
        assert_eq!(stats.examined, count(|event| matches!(event, Recorded::Examined { .. })), "{what}");
        assert_eq!(stats.reopened, count(|event| matches!(event, Recorded::Improved { reopened: true, .. })), "{what}");
        // Everything examined is expanded, save the goals. From both ends there are none.
        let costs: Vec<_> = events
            .iter()
            .filter_map(|event| if let Recorded::Solved { cost, .. } = event { Some(*cost) } else { None })
            .collect();
        let goals =
            if matches!(method, Method::BothEnds | Method::Nbs | Method::Dvcbs) { 0 } else { costs.len() as u64 };
        assert_eq!(stats.examined, stats.expanded + goals, "{what}");
        // A solution is emitted once, last, at the cost that is reported; or several are, each cheaper than the one before.
        let solved = report.ending == Ending::Solved;
        if method.improves() {
            assert!(costs.is_sorted_by(|a, b| a > b), "{what}");
            assert_eq!(costs.last().copied(), report.cost(), "{what}");
        } else {
            assert_eq!(costs.len(), usize::from(solved), "{what}");
            assert!(!solved || matches!(events.last(), Some(Recorded::Solved { .. })), "{what}");
            assert!(!solved || costs.last().copied() == report.cost(), "{what}");
        }
        // The heuristic estimated as often as is counted, and without an observer the counts are the same.
        let asked = || case.to_goal.asked.load(Ordering::Relaxed) + case.to_start.asked.load(Ordering::Relaxed);
        let before = asked();
        let again = with_search(method, &case.graph, &case.to_goal, &case.to_start, Quiet(nodes));
        assert_eq!(again, report, "{what}");
        let asked = asked() - before;
        assert!(!method.is_informed() || asked == stats.evaluated, "asked {asked} {what}");
    }
}

#[test]
fn the_oddities() {
    for case in oddities() {
        for nodes in [0, 1, 2, 3, 5, 8, 13, 21, 600] {
            check(&case, nodes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_graph(case in any_case(), nodes in prop_oneof![0..40u64, Just(2000)]) {
        check(&case, nodes);
    }
}
