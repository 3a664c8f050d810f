//! A graph given edge by edge: every oddity a search can meet, in a few nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hueco_search::{Cost, Heuristic, Problem, Quality, Reversible};
use proptest::prelude::*;

/// Nodes are numbered; edge `e` is action `2e` one way and `2e + 1` the other.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: u16,
    pub(crate) edges: Vec<(u16, u16, Cost)>,
    pub(crate) start: u16,
    pub(crate) goal: u16,
    /// Whether going back where one came from is left out.
    pub(crate) no_return: bool,
}

impl Graph {
    pub(crate) fn new(nodes: u16, start: u16, goal: u16, edges: &[(u16, u16, Cost)]) -> Self {
        Self { nodes, edges: edges.to_vec(), start, goal, no_return: false }
    }

    fn ends(&self, action: u16) -> (u16, u16, Cost) {
        let (a, b, cost) = self.edges[action as usize / 2];
        if action.is_multiple_of(2) { (a, b, cost) } else { (b, a, cost) }
    }

    /// Distances from a node, by a Dijkstra as plain as can be.
    pub(crate) fn distances(&self, from: u16) -> Vec<Option<Cost>> {
        let mut distance = vec![None; self.nodes as usize];
        let mut done = vec![false; self.nodes as usize];
        distance[from as usize] = Some(0);
        loop {
            let open = (0..self.nodes as usize).filter(|&n| !done[n]).filter_map(|n| Some((distance[n]?, n)));
            let Some((g, node)) = open.min() else { return distance };
            done[node] = true;
            for &(a, b, cost) in &self.edges {
                for (from, to) in [(a, b), (b, a)] {
                    let to = &mut distance[to as usize];
                    if from as usize == node && to.is_none_or(|known| g + cost < known) {
                        *to = Some(g + cost);
                    }
                }
            }
        }
    }

    /// The cost of a cheapest solution.
    pub(crate) fn optimum(&self) -> Option<Cost> {
        self.distances(self.goal)[self.start as usize]
    }

    /// The cost of following these actions to the goal; `None` if they do not lead there.
    pub(crate) fn replay(&self, actions: &[u16]) -> Option<Cost> {
        let (mut at, mut sum) = (self.start, 0);
        for &action in actions {
            let (from, to, cost) = self.ends(action);
            if from != at {
                return None;
            }
            at = to;
            sum += cost;
        }
        (at == self.goal).then_some(sum)
    }
}

impl Problem for Graph {
    type State = u16;
    type Action = u16;
    type Actions = std::vec::IntoIter<(u16, Cost)>;

    fn start(&self) -> u16 {
        self.start
    }

    fn is_goal(&self, state: &u16) -> bool {
        *state == self.goal
    }

    fn actions(&self, state: &u16, last: Option<u16>) -> Self::Actions {
        let back = last.filter(|_| self.no_return).map(|last| last ^ 1);
        let all = (0..self.edges.len() as u16 * 2).filter(|&action| self.ends(action).0 == *state);
        let steps: Vec<_> = all.filter(|&a| Some(a) != back).map(|a| (a, self.ends(a).2)).collect();
        steps.into_iter()
    }

    fn apply(&self, state: &mut u16, action: u16) {
        *state = self.ends(action).1;
    }
}

impl Reversible for Graph {
    fn goal(&self) -> u16 {
        self.goal
    }

    fn inverse(&self, action: u16) -> u16 {
        action ^ 1
    }

    fn least_cost(&self) -> Cost {
        self.edges.iter().map(|edge| edge.2).min().unwrap_or(1)
    }
}

/// Estimates from a list, which counts how often it was asked.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) estimates: Vec<Option<Cost>>,
    pub(crate) quality: Quality,
    pub(crate) asked: Arc<AtomicU64>,
}

impl Heuristic<Graph> for Table {
    type Memo = u16;

    fn memo(&self, _: &Graph, state: &u16) -> u16 {
        *state
    }

    fn estimate(&self, memo: &u16, _: Cost) -> Option<Cost> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.estimates[*memo as usize]
    }

    fn quality(&self) -> Quality {
        self.quality
    }
}

/// A graph with estimates to the goal and to the start.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) graph: Graph,
    pub(crate) to_goal: Table,
    pub(crate) to_start: Table,
}

impl Case {
    /// Part of the true distance, `share[n] / 4` of it in node n: admissible, and consistent only by chance. Where there
    /// is no way, the estimate says so in every other node.
    pub(crate) fn with_shares(name: &'static str, graph: Graph, shares: &[u32]) -> Self {
        let table = |distances: Vec<Option<Cost>>| {
            let share = |n: usize| shares[n % shares.len()];
            let of = |(n, d): (usize, &Option<Cost>)| match d {
                Some(d) => Some(d * share(n) / 4),
                None if share(n) % 2 == 0 => None,
                None => Some(share(n)),
            };
            Table {
                estimates: distances.iter().enumerate().map(of).collect(),
                quality: Quality::Admissible,
                asked: Arc::default(),
            }
        };
        let (to_goal, to_start) = (table(graph.distances(graph.goal)), table(graph.distances(graph.start)));
        Self { name, graph, to_goal, to_start }
    }
}

/// The oddities, one by one.
pub(crate) fn oddities() -> Vec<Case> {
    let ladder = |from: u16, to: u16| (from..to).map(|n| (n, n + 1, 1)).collect::<Vec<_>>();
    let ring: Vec<_> = (0..9).map(|n| (n, (n + 1) % 9, 1)).collect();
    let grid: Vec<_> = (0..25u16)
        .flat_map(|n| [(n % 5 < 4).then_some((n, n + 1)), (n < 20).then_some((n, n + 5))])
        .flatten()
        .map(|(a, b)| (a, b, 1 + Cost::from((a * 7 + b * 3) % 5)))
        .collect();
    let free: Vec<_> = grid.iter().map(|&(a, b, cost)| (a, b, if cost % 2 == 0 { 0 } else { cost })).collect();
    let mut dead_ends = ladder(0, 6);
    dead_ends.extend([(1, 7, 1), (7, 8, 1), (2, 9, 1), (9, 10, 1), (10, 11, 1), (4, 12, 1)]);
    let mut twins = ladder(0, 5);
    twins.extend([(0, 1, 1), (1, 2, 3), (2, 3, 1), (2, 3, 1), (3, 3, 1), (4, 5, 2)]);
    // The estimate hides the good way: node 1 looks far, so node 3 is expanded first at a cost too high, then again.
    let hidden = [(0, 1, 1), (0, 2, 4), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 5, 8), (2, 6, 2), (6, 7, 2)];
    let mut inconsistent = Case::with_shares("inconsistent", Graph::new(8, 0, 5, &hidden), &[0]);
    inconsistent.to_goal.estimates = [0, 11, 0, 0, 0, 0, 0, 0].map(Some).to_vec();
    let mut misled = Case::with_shares("inadmissible", Graph::new(25, 0, 24, &grid), &[4]);
    misled.to_goal.estimates = (0..25).map(|n| Some((n * 13 % 11) * u32::from(n != 24))).collect();
    misled.to_goal.quality = Quality::Inadmissible;
    let mut huge = Case::with_shares("huge costs", Graph::new(6, 0, 5, &ladder(0, 5)), &[2]);
    huge.graph.edges.iter_mut().for_each(|edge| edge.2 = 100_000_000);
    let huge = Case::with_shares("huge costs", huge.graph, &[3, 4]);
    let mut cases = vec![
        Case::with_shares("line", Graph::new(7, 0, 6, &ladder(0, 6)), &[4, 2, 3]),
        Case::with_shares("ring", Graph::new(9, 2, 6, &ring), &[4]),
        Case::with_shares("weighted grid", Graph::new(25, 0, 24, &grid), &[4, 3, 4, 2]),
        Case::with_shares("free steps", Graph::new(25, 20, 4, &free), &[4, 1, 3]),
        Case::with_shares(
            "all free",
            Graph::new(9, 2, 6, &ring.iter().map(|e| (e.0, e.1, 0)).collect::<Vec<_>>()),
            &[0],
        ),
        Case::with_shares("dead ends", Graph::new(13, 0, 6, &dead_ends), &[4, 0]),
        Case::with_shares("unsolvable", Graph::new(9, 0, 8, &ladder(0, 6)), &[1]),
        Case::with_shares("known to be unsolvable", Graph::new(9, 0, 8, &ladder(0, 6)), &[2]),
        Case::with_shares("lonely start", Graph::new(3, 0, 2, &[(1, 2, 1)]), &[1]),
        Case::with_shares("start is goal", Graph::new(9, 3, 3, &ring), &[4]),
        Case::with_shares("twin edges", Graph::new(6, 0, 5, &twins), &[4, 3]),
        inconsistent,
        misled,
        huge,
    ];
    // The searches meet at a cost of 5; then a node on that path is reached at a lower cost and not yet expanded again.
    let edges = [(0, 1, 1), (0, 2, 0), (1, 7, 3), (1, 2, 2), (7, 6, 0), (6, 4, 0)];
    let mut met = Case::with_shares("improved after meeting", Graph::new(9, 2, 4, &edges), &[0]);
    met.to_goal.estimates[0] = Some(3);
    cases.push(met);
    // Dead ends that the estimate knows: nothing leads on from node 8 or 11 but back.
    let mut known = cases[5].clone();
    known.name = "dead ends known";
    known.graph.no_return = true;
    cases.push(known);
    cases
}

/// Any graph with up to 10 nodes, some edges free, some doubled, and estimates that are admissible or anything.
pub(crate) fn any_case() -> impl Strategy<Value = Case> {
    let edges = |nodes: u16| proptest::collection::vec((0..nodes, 0..nodes, 0..6 as Cost), 0..18);
    let graph = (1..=10u16).prop_flat_map(move |nodes| (Just(nodes), 0..nodes, 0..nodes, edges(nodes), any::<bool>()));
    let shares = proptest::collection::vec(0..=4u32, 10);
    (graph, shares, proptest::option::weighted(0.2, proptest::collection::vec(0..12 as Cost, 10))).prop_map(
        |((nodes, start, goal, edges, no_return), shares, anything)| {
            let graph = Graph { nodes, edges, start, goal, no_return };
            let mut case = Case::with_shares("random", graph, &shares);
            if let Some(anything) = anything {
                case.to_goal.estimates = anything.into_iter().map(Some).collect();
                case.to_goal.quality = Quality::Inadmissible;
            }
            case
        },
    )
}
