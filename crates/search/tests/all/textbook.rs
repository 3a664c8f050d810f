//! Searches that a textbook shows step by step, reproduced: recursive best-first search on the map of Romania, and SMA* in a
//! memory of three nodes (Russell and Norvig, *Artificial Intelligence*; the second in its first two editions).

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::common::graph::{Graph, Table};
use crate::common::record::{Record, Recorded};
use hueco_search::{
    BestFirst, Budget, Cost, Ending, Heuristic, Limit, NodeId, Problem, Quality, Rbfs, Search, SmaStar, Ties,
};

const CITIES: [(&str, u32); 20] = [
    ("Arad", 366),
    ("Bucharest", 0),
    ("Craiova", 160),
    ("Drobeta", 242),
    ("Eforie", 161),
    ("Fagaras", 176),
    ("Giurgiu", 77),
    ("Hirsova", 151),
    ("Iasi", 226),
    ("Lugoj", 244),
    ("Mehadia", 241),
    ("Neamt", 234),
    ("Oradea", 380),
    ("Pitesti", 100),
    ("Rimnicu Vilcea", 193),
    ("Sibiu", 253),
    ("Timisoara", 329),
    ("Urziceni", 80),
    ("Vaslui", 199),
    ("Zerind", 374),
];

/// From Arad to Bucharest, led by the straight-line distances.
fn romania() -> (Graph, Table) {
    let roads = [
        (0, 15, 140),
        (0, 16, 118),
        (0, 19, 75),
        (19, 12, 71),
        (15, 5, 99),
        (15, 12, 151),
        (15, 14, 80),
        (16, 9, 111),
        (9, 10, 70),
        (10, 3, 75),
        (3, 2, 120),
        (2, 14, 146),
        (2, 13, 138),
        (14, 13, 97),
        (5, 1, 211),
        (13, 1, 101),
        (1, 6, 90),
        (1, 17, 85),
        (17, 7, 98),
        (7, 4, 86),
        (17, 18, 142),
        (18, 8, 92),
        (8, 11, 87),
    ];
    let estimates = CITIES.iter().map(|&(_, distance)| Some(distance)).collect();
    (Graph::new(20, 0, 1, &roads), Table { estimates, quality: Quality::Consistent, asked: Arc::default() })
}

/// The states of all nodes, by number.
fn states(graph: &Graph, events: &[Recorded<u16, u16>]) -> Vec<u16> {
    let created = events.iter().filter_map(|event| match event {
        Recorded::Created { origin: None, root, .. } => *root,
        Recorded::Created { origin: Some((_, state, action)), .. } => {
            let mut state = *state;
            graph.apply(&mut state, *action);
            Some(state)
        }
        _ => None,
    });
    created.collect()
}

/// The city that is expanded, the value of the best alternative, and its children by value.
type Step = (&'static str, Option<u64>, &'static [(&'static str, u64)]);

#[test]
fn recursive_best_first_search_goes_from_arad_to_bucharest_as_printed() {
    let (graph, table) = romania();
    let mut search = Rbfs::new(&graph, &table);
    let (mut record, mut budget) = (Record::default(), Budget::unlimited());
    let printed: [Step; 6] = [
        ("Arad", None, &[("Sibiu", 393), ("Timisoara", 447), ("Zerind", 449)]),
        ("Sibiu", Some(447), &[("Rimnicu Vilcea", 413), ("Fagaras", 415), ("Arad", 646), ("Oradea", 671)]),
        ("Rimnicu Vilcea", Some(415), &[("Pitesti", 417), ("Craiova", 526), ("Sibiu", 553)]),
        ("Fagaras", Some(417), &[("Bucharest", 450), ("Sibiu", 591)]),
        ("Rimnicu Vilcea", Some(447), &[("Pitesti", 417), ("Craiova", 526), ("Sibiu", 553)]),
        ("Pitesti", Some(447), &[("Bucharest", 418), ("Rimnicu Vilcea", 607), ("Craiova", 615)]),
    ];
    assert_eq!(search.step(&mut record, &mut budget), ControlFlow::Continue(()));
    for (city, alternative, children) in printed {
        assert_eq!(search.step(&mut record, &mut budget), ControlFlow::Continue(()));
        let states = states(&graph, &record.events);
        let name = |id: NodeId| CITIES[states[id.index()] as usize].0;
        let entered = search.closed().last().expect("a path").id;
        let mut shown: Vec<_> =
            search.waiting().pop().expect("children").iter().map(|c| (name(c.id), c.value)).collect();
        shown.sort_by_key(|&(_, value)| value);
        let children: Vec<_> = children.iter().map(|&(city, value)| (city, Some(value))).collect();
        assert_eq!((name(entered), search.bound(), shown), (city, alternative, children));
    }
    // When Fagaras was left for Rimnicu Vilcea, it kept the value of Bucharest below it.
    let fagaras = search.waiting()[1].iter().find(|child| child.value == Some(450)).copied().expect("backed up");
    assert_eq!(CITIES[states(&graph, &record.events)[fagaras.id.index()] as usize].0, "Fagaras");
    assert_eq!(search.step(&mut record, &mut budget), ControlFlow::Break(Ending::Solved));
    let report = search.report();
    assert_eq!((report.cost(), report.is_optimal(), report.stats.expanded), (Some(418), true, 6));
    assert_eq!(report, Rbfs::new(&graph, &table).run(&mut (), &mut Budget::unlimited()));
    let by_a_star = BestFirst::a_star(&graph, &table, Ties::LowH).run(&mut (), &mut Budget::unlimited());
    assert_eq!(by_a_star.cost(), Some(418));
}

/// The tree of the example: eleven nodes from A to K, of which D, F, I and J are goals.
struct Letters;

impl Problem for Letters {
    type State = char;
    type Action = char;
    type Actions = std::vec::IntoIter<(char, Cost)>;

    fn start(&self) -> char {
        'A'
    }

    fn is_goal(&self, letter: &char) -> bool {
        "DFIJ".contains(*letter)
    }

    fn actions(&self, letter: &char, _: Option<char>) -> Self::Actions {
        let children = match letter {
            'A' => vec![('B', 10), ('G', 8)],
            'B' => vec![('C', 10), ('D', 10)],
            'C' => vec![('E', 10), ('F', 10)],
            'G' => vec![('H', 8), ('I', 16)],
            'H' => vec![('J', 8), ('K', 8)],
            _ => vec![],
        };
        children.into_iter()
    }

    fn apply(&self, letter: &mut char, child: char) {
        *letter = child;
    }
}

struct Printed;

impl Heuristic<Letters> for Printed {
    type Memo = Cost;

    fn memo(&self, _: &Letters, letter: &char) -> Cost {
        match letter {
            'A' => 12,
            'H' => 2,
            'D' | 'F' | 'I' | 'J' => 0,
            _ => 5,
        }
    }

    fn estimate(&self, h: &Cost, _: Cost) -> Option<Cost> {
        Some(*h)
    }

    fn quality(&self) -> Quality {
        Quality::Admissible
    }
}

#[test]
fn sma_star_in_a_memory_of_three_nodes_forgets_and_returns_as_printed() {
    // After each expansion: what is in memory, and the value of what is left out below each node.
    type Memory = &'static [(char, Option<u64>)];
    let printed: [Memory; 5] = [
        &[('A', Some(12))],
        &[('A', None), ('B', Some(15)), ('G', Some(13))],
        // H fills the memory and is no goal; B is forgotten for I, and A remembers 15.
        &[('A', Some(15)), ('G', None), ('I', Some(24))],
        // 15 is the lowest: B is created again, and I is forgotten for it.
        &[('A', None), ('G', Some(24)), ('B', Some(15))],
        // C fills the memory; G is forgotten for D.
        &[('A', Some(24)), ('B', None), ('D', Some(20))],
    ];
    let mut search = SmaStar::with_nodes(&Letters, &Printed, 3);
    let mut budget = Budget::unlimited().max_nodes(1);
    assert_eq!(search.step(&mut (), &mut budget), ControlFlow::Break(Ending::Stopped(Limit::Nodes)));
    budget = Budget::unlimited();
    for (step, memory) in printed.into_iter().enumerate() {
        if step > 0 {
            assert_eq!(search.step(&mut (), &mut budget), ControlFlow::Continue(()));
        }
        let shown: Vec<_> = search.memory().into_iter().map(|(_, letter, value)| (letter, value)).collect();
        if step > 0 {
            assert_eq!(shown, memory, "after {step} expansions");
        }
    }
    assert_eq!(search.step(&mut (), &mut budget), ControlFlow::Break(Ending::Solved));
    let report = search.report();
    assert_eq!(
        report.solution.as_ref().map(|solution| (solution.actions.as_slice(), solution.cost)),
        Some((&['B', 'D'][..], 20))
    );
    // A solution below H could have cost 18: nothing better than that is claimed.
    assert_eq!((report.lower_bound, report.is_optimal()), (18, false));
}

#[test]
fn sma_star_reports_what_it_forgets() {
    let mut record = Record::default();
    SmaStar::with_nodes(&Letters, &Printed, 3).run(&mut record, &mut Budget::unlimited());
    let forgotten = record.events.into_iter().filter_map(|event| match event {
        Recorded::Forgotten { state, value, .. } => Some((state, value)),
        _ => None,
    });
    // Each with the value that its parent keeps.
    assert_eq!(forgotten.collect::<Vec<_>>(), [('B', Some(15)), ('I', Some(24)), ('G', Some(24))]);
}

#[test]
fn sma_star_says_what_its_memory_was_good_for() {
    let run = |most| SmaStar::with_nodes(&Letters, &Printed, most).run(&mut (), &mut Budget::unlimited());
    // No path to a goal fits into two nodes.
    let report = run(2);
    assert_eq!((report.ending, report.cost(), report.lower_bound), (Ending::Stopped(Limit::Memory), None, 13));
    // With four, all that could be cheaper was looked at.
    let report = run(4);
    assert_eq!((report.ending, report.cost(), report.is_optimal()), (Ending::Solved, Some(20), true));
}
