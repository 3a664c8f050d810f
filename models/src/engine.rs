//! The engine on several threads: the end of HDA*, and rounds of tasks that count as one thread counts.

use std::vec::IntoIter;

use hueco_search::tasks::{Done, End, Tasks, in_order, in_threads};
use hueco_search::{Blind, Budget, Cost, Ending, Limit, Problem, Stats, hda_star};

/// A small graph: its edges with their costs, from node 0.
struct Graph {
    edges: &'static [(u8, u8, Cost)],
    goal: u8,
}

impl Problem for Graph {
    type State = u8;
    type Action = u8;
    type Actions = IntoIter<(u8, Cost)>;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, node: &u8) -> bool {
        *node == self.goal
    }

    fn actions(&self, node: &u8, _: Option<u8>) -> IntoIter<(u8, Cost)> {
        let edges = self.edges.iter().filter(|edge| edge.0 == *node).map(|&(_, to, cost)| (to, cost));
        edges.collect::<Vec<_>>().into_iter()
    }

    fn apply(&self, node: &mut u8, to: u8) {
        *node = to;
    }
}

/// The first way to 5 that is found need not be the cheapest, and 6 is reached at a lower cost later.
const EDGES: &[(u8, u8, Cost)] = &[
    (0, 1, 1),
    (0, 2, 5),
    (0, 3, 2),
    (1, 2, 1),
    (2, 4, 1),
    (3, 4, 9),
    (4, 5, 1),
    (2, 5, 9),
    (3, 6, 7),
    (5, 6, 1),
    (6, 7, 1),
    (7, 0, 1),
];

/// The cheapest solution is found, and the run ends, on two and three threads.
pub fn hda_star_ends_with_the_cheapest() {
    for (goal, cost) in [(5, 4), (7, 6)] {
        for threads in [2, 3] {
            let report = hda_star(&Graph { edges: EDGES, goal }, &Blind, threads, &mut Budget::unlimited());
            assert_eq!((report.ending, report.cost()), (Ending::Solved, Some(cost)));
        }
    }
}

/// Without a goal the run ends when nothing is left, and every state was expanded.
pub fn hda_star_ends_without_a_goal() {
    let report = hda_star(&Graph { edges: EDGES, goal: 200 }, &Blind, 3, &mut Budget::unlimited());
    assert_eq!((report.ending, report.solution), (Ending::Unsolvable, None));
    assert!(report.stats.expanded >= 8);
}

/// Every node leads to every other: most of what is sent is known, boxes are full, and workers often have nothing to do.
struct Dense;

impl Problem for Dense {
    type State = u8;
    type Action = u8;
    type Actions = IntoIter<(u8, Cost)>;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, _: &u8) -> bool {
        false
    }

    fn actions(&self, _: &u8, _: Option<u8>) -> IntoIter<(u8, Cost)> {
        (0..7).map(|to| (to, 1)).collect::<Vec<_>>().into_iter()
    }

    fn apply(&self, node: &mut u8, to: u8) {
        *node = to;
    }
}

/// Where a limit is met while boxes are full, the message of the end finds no room: whoever is about to sleep must see the flag.
pub fn hda_star_ends_at_a_limit_with_full_boxes() {
    for nodes in [22, 36] {
        let report = hda_star(&Dense, &Blind, 2, &mut Budget::unlimited().max_nodes(nodes));
        assert!(matches!(report.ending, Ending::Stopped(Limit::Nodes) | Ending::Unsolvable));
    }
}

/// At a limit all workers end, wherever they are, and nothing is proved that is not so.
pub fn hda_star_ends_at_a_limit() {
    for nodes in [1, 4, 9] {
        let report = hda_star(&Graph { edges: EDGES, goal: 7 }, &Blind, 2, &mut Budget::unlimited().max_nodes(nodes));
        assert!(report.ending == Ending::Stopped(Limit::Nodes) || report.cost() == Some(6));
        assert!(report.stats.generated <= nodes && report.lower_bound <= 6);
    }
}

/// Tasks of three nodes each; some find a goal.
struct Round {
    goals: &'static [usize],
}

impl Tasks for Round {
    type Path = usize;

    fn count(&self) -> usize {
        4
    }

    fn run(&self, task: usize, budget: &mut Budget) -> Done<usize> {
        let mut stats = Stats::default();
        for _ in 0..3 {
            if let Err(limit) = budget.spend() {
                return Done { stats, over: u64::MAX, end: End::Stopped(limit) };
            }
            stats.generated += 1;
        }
        let end = if self.goals.contains(&task) { End::Goal(task) } else { End::Exhausted };
        Done { stats, over: task as u64 + 10, end }
    }
}

/// Whatever the order of the threads: the goal, the counts and what is left of the budget are those of one thread.
pub fn tasks_count_as_on_one_thread() {
    for (goals, nodes) in [(&[][..], 100), (&[1, 2], 100), (&[0, 3], 100), (&[2], 5), (&[], 7)] {
        let round = Round { goals };
        let (mut one, mut two) = (Budget::unlimited().max_nodes(nodes), Budget::unlimited().max_nodes(nodes));
        let (expected, found) = (in_order(&round, 0, &mut one), in_threads(&round, 2, &mut two));
        assert_eq!((found.end, found.stats), (expected.end, expected.stats), "{goals:?} {nodes}");
        assert_eq!((found.over, two.nodes_left()), (expected.over, one.nodes_left()), "{goals:?} {nodes}");
    }
}
