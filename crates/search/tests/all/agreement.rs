//! Every algorithm against a plain Dijkstra: costs, proofs, paths, and bounds wherever a search is stopped.

use crate::common::graph::{Case, Graph, any_case, oddities};
use crate::common::method::{Method, Task, with_search};
use crate::common::pancakes::{Gap, LAYERS, Pancakes};
use crate::common::record::{Record, Recorded};
use hueco_search::{BestFirst, Bidirectional, Budget, Ending, IdaStar, Limit, Quality, Report, Search, Ties, laws};
use proptest::prelude::*;

/// More than any search of these graphs needs, save those that walk in circles.
const ENOUGH: u64 = 20_000;

struct Run(u64);

impl Task<Graph> for Run {
    type Output = Report<u16>;
    fn perform<S: Search<Graph>>(self, mut search: S) -> Report<u16> {
        search.run(&mut (), &mut Budget::unlimited().max_nodes(self.0))
    }
}

fn run(case: &Case, method: Method, nodes: u64) -> Report<u16> {
    with_search(method, &case.graph, &case.to_goal, &case.to_start, Run(nodes))
}

fn judge(case: &Case, method: Method, report: &Report<u16>) {
    let what = || format!("{} by {method:?}: {report:?} in {case:?}", case.name);
    let optimum = case.graph.optimum();
    let admissible = !method.is_informed() || case.to_goal.quality >= Quality::Admissible;
    // 1. A solution leads to the goal at the cost it reports, and none is found where there is none.
    if let Some(solution) = &report.solution {
        assert_eq!(case.graph.replay(&solution.actions), Some(solution.cost), "{}", what());
    }
    assert!(report.ending != Ending::Solved || report.solution.is_some(), "{}", what());
    // 2. What is proved is true.
    match optimum {
        Some(optimum) => {
            assert!(report.lower_bound <= optimum, "{}", what());
            assert!(report.cost().is_none_or(|cost| cost >= optimum), "{}", what());
            assert_ne!(report.ending, Ending::Unsolvable, "{}", what());
        }
        None => assert_eq!(report.solution, None, "{}", what()),
    }
    // 3. A search that ended by itself gave the answer it promises.
    match report.ending {
        Ending::Solved => {
            if method.is_optimal() && admissible {
                assert!(report.is_optimal() && report.cost() == optimum, "{}", what());
            }
        }
        Ending::Unsolvable => assert_eq!(optimum, None, "{}", what()),
        Ending::Stopped(Limit::Depth) => {
            let Method::DepthLimited(limit) = method else { panic!("no depth limit: {}", what()) };
            assert!(optimum.is_none() || fewest_steps(&case.graph).is_some_and(|steps| steps > limit), "{}", what());
        }
        Ending::Stopped(Limit::Width) => assert!(matches!(method, Method::Beam(_)), "{}", what()),
        Ending::Stopped(Limit::Nodes) => {}
        Ending::Stopped(Limit::Memory) => assert!(matches!(method, Method::SmaStar(6)), "{}", what()),
        Ending::Stopped(_) => panic!("no such limit: {}", what()),
    }
}

fn fewest_steps(graph: &Graph) -> Option<u32> {
    let mut unit = graph.clone();
    unit.edges.iter_mut().for_each(|edge| edge.2 = 1);
    unit.optimum()
}

fn judge_all(case: &Case) {
    for method in Method::all() {
        let report = run(case, method, ENOUGH);
        judge(case, method, &report);
        let steered = case.name != "random" && case.to_goal.quality >= Quality::Admissible;
        if method.ends_unsolvable() || (steered && case.graph.optimum().is_some()) {
            assert_ne!(report.ending, Ending::Stopped(Limit::Nodes), "{} by {method:?} {case:?}", case.name);
        }
        // Breadth-first searches prove their answer where all steps cost the same.
        let costs: Vec<_> = case.graph.edges.iter().map(|edge| edge.2).collect();
        if matches!(method, Method::BreadthFirst | Method::IterativeDeepening) && report.ending == Ending::Solved {
            let steps = report.solution.as_ref().map(|solution| solution.actions.len() as u32);
            assert_eq!(steps, fewest_steps(&case.graph));
            assert!(report.is_optimal() || costs.windows(2).any(|pair| pair[0] != pair[1]), "{case:?} {report:?}");
        }
        if let (Method::Weighted(weight, _) | Method::Dps(weight), Some(cost), Some(optimum), Quality::Admissible) =
            (method, report.cost(), case.graph.optimum(), case.to_goal.quality)
        {
            assert!(u64::from(cost) * 1000 <= u64::from(optimum) * u64::from(weight.max(1000)));
        }
        // Wherever it is stopped, what it says is true, and the limit is kept to the node.
        let end = report.stats.generated.min(60);
        for nodes in 0..=end {
            let part = run(case, method, nodes);
            judge(case, method, &part);
            assert!(part.stats.generated <= nodes);
            match part.ending {
                Ending::Stopped(Limit::Nodes) => assert_eq!(part.stats.generated, nodes, "{} {method:?}", case.name),
                _ => assert_eq!(part, report),
            }
        }
    }
}

#[test]
fn the_oddities() {
    oddities().iter().for_each(judge_all);
}

#[test]
fn an_inconsistent_heuristic_reopens() {
    let case = oddities().into_iter().find(|case| case.name == "inconsistent").expect("it is there");
    let report = run(&case, Method::AStar(Ties::Fifo), ENOUGH);
    assert!(report.stats.reopened > 0);
    assert_eq!(report.cost(), Some(12));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_graph(case in any_case()) {
        judge_all(&case);
    }
}

/// The whole tree, duplicates and all, still gives a cheapest solution.
#[test]
fn keeping_duplicates_changes_no_cost() {
    for case in oddities() {
        let report = run(&case, Method::WholeTree, ENOUGH);
        judge(&case, Method::WholeTree, &report);
        if case.graph.optimum().is_some()
            && !matches!(case.name, "all free" | "free steps" | "inadmissible" | "improved after meeting")
        {
            assert_eq!(report.ending, Ending::Solved, "{}", case.name);
        }
    }
}

/// The layers of breadth-first search are the published numbers of stacks that need 0, 1, 2, … flips.
#[test]
fn pancake_layers() {
    fn check<const N: usize>() {
        // From the sorted stack, with a goal that is never met: the whole space, layer by layer.
        let sorted = Pancakes::<N> { start: Pancakes::<N>::sorted() };
        let distances = laws::true_distances(&sorted, usize::MAX);
        let mut layers = vec![0; distances.radius() as usize + 1];
        distances.iter().for_each(|(_, distance)| layers[distance as usize] += 1);
        assert_eq!(layers, LAYERS[N - 3]);
        // The engine's own layers, from a stack as far as any: everything is within its last layer.
        let (farthest, radius) = distances.iter().last().expect("there is a goal");
        let problem = Pancakes { start: *farthest };
        let mut record = Record::default();
        let report = BestFirst::breadth_first(&problem).run(&mut record, &mut Budget::unlimited());
        assert_eq!((report.cost(), report.is_optimal()), (Some(radius), true));
        let mut examined = vec![0; radius as usize + 1];
        for event in &record.events {
            if let Recorded::Examined { g, .. } = event {
                examined[*g as usize] += 1;
            }
        }
        // The flips act alike from every stack, so layers have the same sizes around each; the last one is cut short.
        assert_eq!(examined[..radius as usize], LAYERS[N - 3][..radius as usize]);
    }
    check::<3>();
    check::<4>();
    check::<5>();
    check::<6>();
    check::<7>();
    check::<8>();
}

#[test]
fn optimal_searches_agree_on_pancakes() {
    let distances = laws::true_distances(&Pancakes::<7>::number(0), usize::MAX);
    for number in (0..5040).step_by(101) {
        let problem = Pancakes::<7>::number(number);
        let distance = distances.get(&problem.start);
        let budget = || Budget::unlimited();
        let reports = [
            BestFirst::a_star(&problem, &Gap, Ties::LowH).run(&mut (), &mut budget()),
            IdaStar::ida_star(&problem, &Gap).run(&mut (), &mut budget()),
            Bidirectional::breadth_first(&problem).run(&mut (), &mut budget()),
        ];
        for report in reports {
            assert_eq!((report.cost(), report.is_optimal()), (distance, true));
        }
    }
}
