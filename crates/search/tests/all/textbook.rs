//! Searches that a textbook shows step by step, reproduced: recursive best-first search on the map of Romania (Russell and
//! Norvig, *Artificial Intelligence*).

use std::ops::ControlFlow;

use crate::common::graph::{Graph, Table};
use crate::common::record::{Record, Recorded};
use hueco_search::{BestFirst, Budget, Ending, NodeId, Quality, Rbfs, Search, Ties};

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
    (Graph::new(20, 0, 1, &roads), Table { estimates, quality: Quality::Consistent })
}

/// The states of all nodes, by number.
fn states(graph: &Graph, events: &[Recorded<u16, u16>]) -> Vec<u16> {
    let created = events.iter().filter_map(|event| match event {
        Recorded::Created { origin: None, root, .. } => *root,
        Recorded::Created { origin: Some((_, state, action)), .. } => {
            let mut state = *state;
            hueco_search::Problem::apply(graph, &mut state, *action);
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
