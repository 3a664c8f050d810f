//! The door of closures against the trait: the same graphs, the same costs, the same limits.

use std::cell::Cell;
use std::collections::HashMap;

use crate::common::graph::{Case, Graph, any_case, oddities};
use hueco_search::algorithm::{Algorithm, Settings, run};
use hueco_search::paths::{
    Closures, CostError, Estimates, PathError, Paths, astar, astar_bag_collect, bfs, dfs, dijkstra, idastar, iddfs,
};
use hueco_search::{BestFirst, Blind, Budget, Cost, Ending, Limit, Problem, Quality, Search, Ties, laws};
use proptest::prelude::*;

fn successors(graph: &Graph) -> impl Fn(&u16) -> Vec<(u16, Cost)> {
    |&at| {
        let after = |(action, cost)| {
            let mut to = at;
            graph.apply(&mut to, action);
            (to, cost)
        };
        graph.actions(&at, None).map(after).collect()
    }
}

fn neighbours(graph: &Graph) -> impl Fn(&u16) -> Vec<u16> {
    move |at| successors(graph)(at).into_iter().map(|(to, _)| to).collect()
}

/// A search by closures behind pointers. Every type of closure is compiled with every algorithm: the tests share these.
type Erased<'a> = Paths<i64, Successors<'a>, Success<'a>>;
type Guided<'a> = Paths<i64, Successors<'a>, Success<'a>, Estimates<Estimate<'a>>>;
type Successors<'a> = Box<dyn Fn(&i64) -> Vec<(i64, i64)> + 'a>;
type Success<'a> = Box<dyn Fn(&i64) -> bool + 'a>;
type Estimate<'a> = Box<dyn Fn(&i64) -> i64 + 'a>;

fn blind<'a>(
    start: i64,
    successors: impl Fn(i64) -> Vec<(i64, i64)> + 'a,
    success: impl Fn(i64) -> bool + 'a,
) -> Erased<'a> {
    let successors: Successors = Box::new(move |&at| successors(at));
    let success: Success = Box::new(move |&at| success(at));
    Paths::from(start).successors(successors).success(success)
}

fn guided<'a>(search: Erased<'a>, estimate: impl Fn(i64) -> i64 + 'a) -> Guided<'a> {
    let estimate: Estimate = Box::new(move |&at| estimate(at));
    search.heuristic(estimate)
}

/// Estimates that closures can express: no dead ends.
fn estimate(case: &Case) -> impl Fn(&u16) -> Cost {
    |&at| case.to_goal.estimates[at as usize].unwrap_or(1_000_000)
}

/// The cost of a path from the start to the goal, at the cheapest of parallel edges.
fn cost_of(graph: &Graph, path: &[u16]) -> Cost {
    assert_eq!((path.first(), path.last()), (Some(&graph.start), Some(&graph.goal)), "{path:?}");
    let step = |pair: &[u16]| successors(graph)(&pair[0]).iter().filter(|to| to.0 == pair[1]).map(|to| to.1).min();
    path.windows(2).map(|pair| step(pair).expect("an edge")).sum()
}

/// Every simple path of the least cost, one by one.
fn all_cheapest(graph: &Graph) -> Vec<Vec<u16>> {
    fn walk(graph: &Graph, path: &mut Vec<u16>, left: Cost, found: &mut Vec<Vec<u16>>) {
        let at = path[path.len() - 1];
        if at == graph.goal && left == 0 {
            found.push(path.clone());
        }
        for (to, cost) in successors(graph)(&at) {
            if cost <= left && !path.contains(&to) {
                path.push(to);
                walk(graph, path, left - cost, found);
                path.pop();
            }
        }
    }
    let mut found = Vec::new();
    if let Some(optimum) = graph.optimum() {
        walk(graph, &mut vec![graph.start], optimum, &mut found);
    }
    found.sort();
    found.dedup();
    found
}

fn judge(case: &Case) {
    let graph = &case.graph;
    let is_goal = |&at: &u16| at == graph.goal;
    let optimum = graph.optimum();
    // 1. The functions that find cheapest paths.
    let admissible = case.to_goal.quality >= Quality::Admissible;
    let informed = astar(&graph.start, successors(graph), estimate(case), is_goal);
    let blind = dijkstra(&graph.start, successors(graph), is_goal);
    for (found, proved) in [(&informed, admissible), (&blind, true)] {
        assert_eq!(found.is_some(), optimum.is_some(), "{case:?}");
        if let Some((path, cost)) = found {
            assert_eq!(cost_of(graph, path), *cost, "{case:?}");
            assert!(!proved || Some(*cost) == optimum, "{case:?}");
        }
    }
    if admissible && optimum.is_some() {
        let deepened = idastar(&graph.start, successors(graph), estimate(case), is_goal);
        assert_eq!(
            deepened.map(|(path, cost)| (cost_of(graph, &path), cost)),
            optimum.map(|cost| (cost, cost)),
            "{case:?}"
        );
    }
    // 2. Those that count steps, or nothing.
    let mut unit = graph.clone();
    unit.edges.iter_mut().for_each(|edge| edge.2 = 1);
    for found in [bfs(&graph.start, neighbours(graph), is_goal), iddfs(graph.start, neighbours(graph), is_goal)] {
        assert_eq!(found.map(|path| cost_of(&unit, &path)), unit.optimum(), "{case:?}");
    }
    let deep = dfs(graph.start, neighbours(graph), is_goal);
    assert_eq!(deep.map(|path| cost_of(&unit, &path)).is_some(), optimum.is_some());
    // 3. All cheapest paths.
    if admissible {
        let bag = astar_bag_collect(&graph.start, successors(graph), estimate(case), is_goal);
        assert_eq!(bag.as_ref().map(|(_, cost)| *cost), optimum);
        let mut paths = bag.map_or(Vec::new(), |(paths, _)| paths);
        paths.sort();
        let plain: Vec<Vec<u16>> = all_cheapest(graph);
        assert_eq!(paths, plain, "{case:?}");
    }
}

/// The closures and the trait do the same, node for node, and stop at the same limits.
fn compare(case: &Case) {
    // A graph that leaves out the step back is another problem without it.
    let graph = &Graph { no_return: false, ..case.graph.clone() };
    let settings = Settings::default();
    for (name, algorithm) in Algorithm::ALL {
        if algorithm.needs_predecessors() || algorithm.uses_heuristic() || algorithm == Algorithm::Auto {
            continue;
        }
        for nodes in [1, 5, 20, 20_000] {
            let mut budget = Budget::unlimited().max_nodes(nodes);
            let trait_report =
                run(algorithm, &settings, graph, &Blind, &mut (), &mut budget).expect("needs no predecessors");
            let after = |at: i64| {
                let steps = successors(graph)(&(at as u16)).into_iter();
                steps.map(|(to, cost)| (i64::from(to), i64::from(cost))).collect()
            };
            let search = blind(i64::from(graph.start), after, |at| at == i64::from(graph.goal));
            let report = search.max_nodes(nodes).run(algorithm).expect("costs that can be counted");
            assert_eq!(report.ending, trait_report.ending, "{name} {nodes} {case:?}");
            assert_eq!(report.stats.generated, trait_report.stats.generated, "{name} {case:?}");
            assert_eq!(report.stats.expanded, trait_report.stats.expanded, "{name} {case:?}");
            assert_eq!(report.lower_bound, trait_report.lower_bound, "{name} {case:?}");
            let cost = trait_report.cost().map(i64::from);
            assert_eq!(report.solution.as_ref().map(|found| found.cost), cost, "{name} {case:?}");
            if let Some(found) = report.solution.as_ref().or(report.partial.as_ref()) {
                // Each step is the successor that it names.
                assert_eq!((found.states[0], found.states.len()), (i64::from(graph.start), found.steps.len() + 1));
                for (pair, step) in found.states.windows(2).zip(&found.steps) {
                    assert_eq!(after(pair[0])[step.index()].0, pair[1], "{name} {case:?}");
                }
            }
        }
    }
}

#[test]
fn the_oddities() {
    for case in oddities() {
        // Its simple paths are too many to list.
        if case.name != "free steps" {
            judge(&case);
        }
        compare(&case);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_graph(case in any_case()) {
        judge(&case);
        compare(&case);
    }
}

#[test]
fn closures_keep_the_laws() {
    for case in oddities() {
        let problem = Closures::new(case.graph.start, successors(&case.graph), |&at| at == case.graph.goal);
        let states = laws::reachable(&problem, 1000).expect("few states");
        laws::actions_are_lawful(&problem, &states).expect("lawful actions");
        let estimates = Estimates::new(estimate(&case));
        laws::memo_is_incremental(&problem, &estimates, 20, 20, 1).expect("the memo of a child is its own");
    }
}

#[test]
fn closures_are_called_once_per_expansion_and_once_per_state() {
    let (expanded, evaluated) = (Cell::new(0), Cell::new(0));
    let steps = |n: i64| {
        expanded.set(expanded.get() + 1);
        vec![(n + 1, 1), (n * 2, 1), (n + 2, 1)]
    };
    let left = |n: i64| {
        evaluated.set(evaluated.get() + 1);
        if n < 500 { i64::from((500 / n.max(1)).ilog2()) } else { 0 }
    };
    let report = guided(blind(1, steps, |n| n == 500), left).run(Algorithm::Astar);
    let stats = report.expect("small costs").stats;
    assert_eq!(stats.expanded, expanded.get());
    assert_eq!(stats.evaluated, evaluated.get());
    assert!(stats.evaluated < stats.generated);
    // Where the index is large, what several children need is prefetched: they are built only once there, too.
    expanded.set(0);
    let steps = |n: i64| {
        expanded.set(expanded.get() + 1);
        vec![(n * 3 % 3_000_017, 1), (n * 5 % 3_000_017, 1), (n + 1, 1)]
    };
    let search = blind(1, steps, |_| false).max_nodes(4_000_000).ties(Ties::Fifo);
    let stats = search.run(Algorithm::Bfs).expect("small costs").stats;
    assert!(expanded.get() - stats.expanded <= 1, "{} calls, {stats:?}", expanded.get());
}

/// In a tree whose nodes are numbered layer by layer, as breadth-first search creates them.
#[test]
fn bfs_computes_successors_ahead_in_large_searches_alone() {
    let ahead = |goal: u32| {
        let calls = Cell::new(0);
        let successors = |&n: &u32| {
            calls.set(calls.get() + 1);
            [2 * n + 1, 2 * n + 2]
        };
        let path = bfs(&0, successors, |&n| n == goal).expect("a path");
        assert_eq!(path.len() as u32, (goal + 1).ilog2() + 1);
        // Without that: the parent of the goal, and all before it.
        calls.get() - ((goal - 1) / 2 + 1)
    };
    assert_eq!([1, 2, 1000, 100_000].map(ahead), [0; 4]);
    let large: Vec<u32> = (500_000..500_060).step_by(6).map(ahead).collect();
    assert!(large.iter().all(|&nodes| nodes < 64) && large.iter().any(|&nodes| nodes >= 8), "{large:?}");
}

#[test]
fn the_start_may_be_the_goal_and_there_may_be_no_way() {
    let none = |_: &u8| Vec::<(u8, u64)>::new();
    assert_eq!(astar(&7, none, |_| 0, |&n| n == 7), Some((vec![7], 0)));
    assert_eq!(astar(&7, none, |_| 0, |&n| n == 8), None);
    assert_eq!(idastar(&7, none, |_| 0, |&n| n == 7), Some((vec![7], 0)));
    assert_eq!(bfs(&7, |_| [], |&n| n == 7), Some(vec![7]));
    assert_eq!(dfs(7, |_| [], |&n| n == 8), None);
    assert_eq!(astar_bag_collect(&7, none, |_| 0, |&n| n == 7), Some((vec![vec![7]], 0)));
    // IDA* ends where there is nowhere to go but in circles.
    assert_eq!(idastar(&0, |&n: &u8| [((n + 1) % 5, 1), ((n + 4) % 5, 1)], |_| 0, |&n| n == 9), None);
    assert_eq!(iddfs(0, |&n: &u8| [(n + 1) % 5, (n + 4) % 5], |&n| n == 9), None);
}

#[test]
fn costs_of_any_width_are_counted_or_refused() {
    fn line<C: Copy>(cost: C) -> impl Fn(&u32) -> [(u32, C); 1] {
        move |&n| [(n + 1, cost)]
    }
    fn of<N, C>(report: Result<hueco_search::paths::PathReport<N, C>, PathError>) -> Result<Ending, PathError> {
        report.map(|report| report.ending)
    }
    let end = |&n: &u32| n == 3;
    assert_eq!(dijkstra(&0, line(7u8), end).map(|found| found.1), Some(21));
    assert_eq!(dijkstra(&0, line(7i64), end).map(|found| found.1), Some(21));
    assert_eq!(dijkstra(&0, line(7usize), end).map(|found| found.1), Some(21));
    assert_eq!(dijkstra(&0, line(700_000_000u128), end).map(|found| found.1), Some(2_100_000_000));
    let refused = |report: Result<Ending, PathError>| match report {
        Err(PathError::Cost(error)) => error,
        other => panic!("{other:?}"),
    };
    let by = |cost: i64| blind(0, move |n| vec![(n + 1, cost)], |n| n == 3);
    for (_, algorithm) in Algorithm::ALL.into_iter().filter(|(_, algorithm)| !algorithm.needs_predecessors()) {
        let narrow = Paths::from(0).success(end).successors(line(100u8)).run(algorithm);
        assert_eq!(refused(of(narrow)), CostError::Narrow, "{algorithm}");
        assert_eq!(refused(of(by(-1).run(algorithm))), CostError::Step, "{algorithm}");
        assert_eq!(refused(of(by(1 << 32).run(algorithm))), CostError::Step, "{algorithm}");
        if algorithm.uses_heuristic() && algorithm != Algorithm::Auto {
            assert_eq!(refused(of(guided(by(1), |_| -1).run(algorithm))), CostError::Estimate, "{algorithm}");
        }
    }
    assert_eq!(refused(of(by(1 << 30).run(Algorithm::Ucs))), CostError::Sum);
}

#[test]
#[should_panic(expected = "the cost of a step is negative")]
fn a_plain_function_panics_where_a_cost_cannot_be_counted() {
    let _ = dijkstra(&0, |&n: &u32| [(n + 1, -1i64)], |&n| n == 3);
}

#[test]
fn a_limit_leaves_the_best_partial_path() {
    let search = || blind(0, |n| vec![(n - 1, 1), (n + 1, 1)], |n| n == 1000);
    let last = |algorithm| {
        let search = guided(search(), |n| (n - 1000).abs()).max_nodes(101);
        let report = search.run(algorithm).expect("small costs");
        assert_eq!((report.ending, report.solution), (Ending::Stopped(Limit::Nodes), None), "{algorithm}");
        let partial = report.partial.expect("a path");
        assert_eq!(partial.cost, partial.states.last().map_or(0, |n| n.abs()));
        partial.states.last().copied()
    };
    assert_eq!(last(Algorithm::Astar), Some(50));
    assert_eq!(last(Algorithm::Greedy), Some(50));
    assert_eq!(last(Algorithm::Beam), Some(25));
    // Without a heuristic: the deepest.
    let report = search().max_nodes(101).run(Algorithm::Bfs).expect("small costs");
    assert_eq!(report.partial.map(|partial| partial.states.len()), Some(27));
    let report = search().max_nodes(101).run(Algorithm::Dfs).expect("small costs");
    assert_eq!(report.partial.and_then(|partial| partial.states.last().copied()), Some(-100));
    // No time, no memory: not even the start.
    let report = search().max_memory(10).run(Algorithm::Astar).expect("small costs");
    assert_eq!((report.ending, report.partial), (Ending::Stopped(Limit::Memory), None));
    let report = search().timeout(std::time::Duration::ZERO).run(Algorithm::Idastar).expect("small costs");
    assert_eq!(report.ending, Ending::Stopped(Limit::Time));
}

#[test]
fn memory_that_states_own_is_counted() {
    let search = || Paths::from(vec![0u8]).successors(|n: &Vec<u8>| [([n.as_slice(), &[0]].concat(), 1)]);
    let search = || search().success(|n| n.len() == 2000).max_memory(1 << 20);
    assert_eq!(search().run(Algorithm::Bfs).expect("small costs").ending, Ending::Solved);
    let report = search().heap_bytes(Vec::capacity).run(Algorithm::Bfs).expect("small costs");
    assert_eq!(report.ending, Ending::Stopped(Limit::Memory));
    assert!(report.stats.peak_bytes <= 1 << 20);
}

#[test]
fn numbered_states_change_nothing_but_the_speed() {
    fn steps(n: u32) -> [(u32, u32); 3] {
        [((n * 3 + 1) % 30_011, 2), ((n + 7) % 30_011, 3), ((n * n) % 30_011, 1)]
    }
    fn solve<P: Problem>(problem: &P) -> (Option<Cost>, u64, u64) {
        let report = BestFirst::uniform_cost(problem, Ties::Fifo).run(&mut (), &mut Budget::unlimited());
        (report.cost(), report.stats.generated, report.stats.reopened)
    }
    let problem = || Closures::new(5, |&n| steps(n), |&n| n == 30_010);
    assert_eq!(solve(&problem()), solve(&problem().numbered(30_011, |&n| n as usize)));
}

/// Solutions come in the order of their costs, each goal once, as often as they are interrupted.
#[test]
fn one_solution_after_the_other() {
    let steps = |&n: &u32| [((n * 7) % 1009, 3), ((n + 11) % 1009, 2), ((n * n) % 1009, 1)];
    let problem = Closures::new(3, steps, |&n| n % 10 == 0);
    let search = BestFirst::uniform_cost(&problem, Ties::Fifo);
    let all: Vec<_> = search.solutions(Budget::unlimited()).map(|found| found.expect("no limit")).collect();
    let costs: HashMap<u32, Cost> = all.iter().map(|path| (path.states[path.states.len() - 1], path.cost)).collect();
    assert_eq!(costs.len(), all.len());
    assert!(all.windows(2).all(|pair| pair[0].cost <= pair[1].cost));
    let distances = laws::distances_from_start(&problem, 10_000);
    let goals: HashMap<u32, Cost> = distances.iter().filter(|(n, _)| *n % 10 == 0).map(|(n, g)| (*n, g)).collect();
    assert_eq!(costs, goals);
    // The same with a limit after every few nodes.
    let mut search = BestFirst::uniform_cost(&problem, Ties::Fifo);
    let mut again = Vec::new();
    loop {
        match search.next_solution(&mut (), &mut Budget::unlimited().max_nodes(7)) {
            Ok(Some(path)) => {
                let report = search.report();
                assert_eq!((report.lower_bound, report.ending), (all[0].cost, Ending::Solved));
                again.push(path);
            }
            Ok(None) => break,
            Err(limit) => assert_eq!(limit, Limit::Nodes),
        }
    }
    assert_eq!(again, all);
}
