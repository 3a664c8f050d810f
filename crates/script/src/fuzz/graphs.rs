//! A graph, read from bytes and written as a problem file: every algorithm with every heuristic on it, judged by a plain search.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;

use hueco_search::{Algorithm, Budget, Limit};

use crate::check::{Verdict, check};
use crate::error::{Mistake, ScriptError};
use crate::heuristic::HeuristicSpec;
use crate::load::ProblemFile;
use crate::run::{Options, Outcome, Path, ScriptAnswer, run};

/// The costs of edges, by the kind of graph: small ones, all the same, some of them nothing, and such that a few of them add up to
/// more than can be counted.
const COSTS: [[u32; 8]; 4] = [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [1; 8],
    [0, 0, 1, 2, 3, 0, 5, 9],
    [0, 1, 700_000_000, 1_000_000_000, 999_999_999, 600_000_000, 5, 1_000_000_000],
];
/// The largest cost of a path where nodes are stored, and where they are not.
const COUNTED: u64 = (1 << 31) - 1;
const COUNTED_ON_A_PATH: u64 = u32::MAX as u64 - 1;
/// What `h` may return at most.
const LARGEST_ESTIMATE: u64 = 1_000_000_000;

/// A search that holds one path repeats itself: it ends for certain where there are few ways, each of which it may go again for each of
/// the others.
const FEW: usize = 100;
const NODES_FOR_FEW: u64 = 1_000_000;
const NODES: u64 = 20_000;

const HEURISTICS: [&str; 5] =
    ["blind", "h", "abstraction_half", "add(abstraction_even,abstraction_odd)", "max(h,abstraction_half)"];

/// A graph of a few nodes and its goal.
struct Graph {
    nodes: usize,
    /// From, to, cost.
    edges: Vec<(usize, usize, u32)>,
    goal: usize,
}

impl Graph {
    fn read(data: &[u8]) -> Self {
        let mut bytes = data.iter().map(|&byte| usize::from(byte));
        let first = bytes.next().unwrap_or(0);
        let (nodes, costs) = (first % 9 + 2, &COSTS[first / 9 % COSTS.len()]);
        let goal = bytes.next().unwrap_or(1) % nodes;
        let rest: Vec<usize> = bytes.take(120).collect();
        let edge = |of: &[usize]| (of[0] % nodes, of[1] % nodes, costs[of[2] % costs.len()]);
        Self { nodes, edges: rest.chunks_exact(3).map(edge).collect(), goal }
    }

    /// What the best way from each node to the goal comes to, as plainly as it can be found.
    fn distances(&self, length: impl Fn(u32) -> u64) -> Vec<Option<u64>> {
        let mut distances = vec![None; self.nodes];
        distances[self.goal] = Some(0);
        for _ in 0..self.nodes {
            for &(from, to, cost) in &self.edges {
                let through = distances[to].map(|rest: u64| rest + length(cost));
                if through.is_some_and(|through| distances[from].is_none_or(|known| through < known)) {
                    distances[from] = through;
                }
            }
        }
        distances
    }

    /// The nodes that can be reached from the start.
    fn reachable(&self) -> HashSet<usize> {
        let mut reached = HashSet::from([0]);
        for _ in 0..self.nodes {
            let further = self.edges.iter().filter(|edge| reached.contains(&edge.0)).map(|edge| edge.1);
            reached = further.chain(reached.iter().copied()).collect();
        }
        reached
    }

    /// Whether few ways lead on from the start that cost at most this. A free step back to where a way has been is none.
    fn has_few_ways(&self, most: u64) -> bool {
        let (mut ways, mut open) = (0, vec![(vec![0], 0)]);
        while let Some((way, cost)) = open.pop() {
            let here = way[way.len() - 1];
            for &(_, to, step) in self.edges.iter().filter(|edge| edge.0 == here) {
                ways += 1;
                if ways > FEW {
                    return false;
                }
                let cost = cost + u64::from(step);
                if cost <= most && (step > 0 || !way.contains(&to)) {
                    open.push((way.iter().copied().chain([to]).collect(), cost));
                }
            }
        }
        true
    }

    /// The graph as a problem file. `h` is the distance, less something that differs from node to node: admissible, seldom consistent. One
    /// abstraction joins nodes in pairs; of the two others each is the graph with half of its costs.
    fn source(&self, distances: &[Option<u64>], has_predecessors: bool) -> String {
        let mut text = format!("start = 0\ngoal = {}\nadmissible = [\"h\"]\n_edges = [\n", self.goal);
        for (from, to, cost) in &self.edges {
            let _ = writeln!(text, "    ({from}, {to}, {cost}),");
        }
        let less = distances.iter().enumerate().map(|(node, distance)| match distance {
            Some(distance) => format!("{}", distance.saturating_sub(node as u64 * 7 % 5).min(LARGEST_ESTIMATE)),
            None => "None".to_owned(),
        });
        let _ = writeln!(text, "]\n_h = [{}]", less.collect::<Vec<_>>().join(", "));
        text += FUNCTIONS;
        if has_predecessors {
            text += "def predecessors(s):\n    return _steps(s, False)\n";
        }
        text
    }
}

/// A state is a node, or the image of one: the name of the abstraction, and a node.
const FUNCTIONS: &str = r#"
def _image(kind, node):
    return node // 2 if kind == "half" else node

def _cost(kind, number, cost):
    return 0 if kind == "even" and number % 2 == 1 or kind == "odd" and number % 2 == 0 else cost

def _steps(s, ahead):
    kind, node = s if type(s) == "tuple" else ("", s)
    steps = []
    for number, (at, to, cost) in enumerate(_edges):
        here, there = (at, to) if ahead else (to, at)
        if _image(kind, here) == node:
            there = _image(kind, there)
            steps.append((str(number), (kind, there) if kind else there, _cost(kind, number, cost)))
    return steps

def actions(s):
    return _steps(s, True)

def h(s):
    return _h[s]

def abstraction_half(s):
    return ("half", s // 2)

def abstraction_even(s):
    return ("even", s)

def abstraction_odd(s):
    return ("odd", s)
"#;

/// What an algorithm promises, beside a path that is one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Promise {
    /// A cheapest solution, and the proof.
    Optimal,
    /// The same while it holds one path, or a few layers; it may run out of nodes.
    OptimalOnPaths,
    /// The fewest steps.
    Shortest,
    /// The fewest steps while it holds one path.
    ShortestOnPaths,
    /// A solution within the weight.
    Weighted,
    /// A solution.
    Solution,
    /// A solution unless it runs out of nodes.
    Attempt,
}

impl Promise {
    fn of(algorithm: Algorithm) -> Self {
        use Algorithm::{
            Arastar, Astar, Auto, Awastar, Beam, Bfhs, Bfs, Bidirectional, Dfs, Dls, Dps, Dvcbs, Greedy, Hdastar, Ibex,
            Idastar, Iddfs, Nbs, Rbfs, Smastar, Stack, Ucs, Wastar,
        };
        match algorithm {
            Auto | Ucs | Astar | Hdastar | Bidirectional | Nbs | Dvcbs | Arastar | Awastar => Self::Optimal,
            Idastar | Rbfs | Smastar | Bfhs | Ibex => Self::OptimalOnPaths,
            Bfs => Self::Shortest,
            Iddfs => Self::ShortestOnPaths,
            Wastar | Dps => Self::Weighted,
            // The beam is wider than any of these graphs.
            Dfs | Greedy | Beam | Stack => Self::Solution,
            Dls => Self::Attempt,
        }
    }

    fn is_optimal(self) -> bool {
        matches!(self, Self::Optimal | Self::OptimalOnPaths)
    }

    fn is_shortest(self) -> bool {
        matches!(self, Self::Shortest | Self::ShortestOnPaths)
    }

    /// Whether it may go one way often.
    fn repeats(self) -> bool {
        matches!(self, Self::OptimalOnPaths | Self::ShortestOnPaths | Self::Attempt)
    }
}

/// A graph and what is known of it.
struct Known {
    graph: Graph,
    distances: Vec<Option<u64>>,
    /// The cost of a cheapest solution, and the fewest steps of one.
    least: Option<u64>,
    steps: Option<u64>,
    has_few_ways: bool,
    /// Whether all costs are the same, and whether they can be too large to be counted.
    is_even: bool,
    is_dear: bool,
}

/// A run of an algorithm.
struct Trial<'k> {
    known: &'k Known,
    algorithm: Algorithm,
    heuristic: &'static str,
    promise: Promise,
    /// Whether it used up its nodes.
    is_spent: bool,
}

impl Known {
    fn read(data: &[u8]) -> Self {
        let graph = Graph::read(data);
        let (distances, steps) = (graph.distances(u64::from), graph.distances(|_| 1)[0]);
        let least = distances[0];
        let has_few_ways = graph.has_few_ways(least.unwrap_or(u64::MAX));
        let is_even = graph.edges.iter().all(|edge| edge.2 == graph.edges[0].2);
        let is_dear = graph.edges.iter().any(|edge| edge.2 > 9);
        Self { graph, distances, least, steps, has_few_ways, is_even, is_dear }
    }

    fn load(&self, has_predecessors: bool) -> Arc<ProblemFile> {
        let source = self.graph.source(&self.distances, has_predecessors);
        let file = ProblemFile::load("graph.star", &source, &[]);
        Arc::new(file.unwrap_or_else(|error| panic!("{error}\n{source}")))
    }

    fn put_to(&self, file: &Arc<ProblemFile>, algorithm: Algorithm, heuristic: &'static str) {
        let nodes = if self.has_few_ways { NODES_FOR_FEW } else { NODES };
        let mut budget = Budget::unlimited().max_nodes(nodes);
        let options =
            Options { algorithm, heuristic: HeuristicSpec::parse(heuristic), threads: 2, ..Options::default() };
        let answer = run(file, &options, &mut budget, None);
        let (promise, is_spent) = (Promise::of(algorithm), budget.nodes_left() == 0);
        Trial { known: self, algorithm, heuristic, promise, is_spent }.judge(answer);
    }

    /// All states of the file against the graph.
    fn check(&self, file: &Arc<ProblemFile>, heuristic: &str) {
        let spec = HeuristicSpec::parse(heuristic).expect("a heuristic");
        let reached = self.graph.reachable();
        let about = || format!("a check of {heuristic} on\n{}", self.graph.source(&self.distances, true));
        let counted: Vec<u64> = reached.iter().filter_map(|&node| self.distances[node]).collect();
        match check(file, &spec, &Budget::unlimited()) {
            Ok(Verdict::Checked(checked)) => {
                assert_eq!(
                    (checked.states, checked.solvable),
                    (reached.len() as u64, counted.len() as u64),
                    "{}",
                    about()
                );
                assert_eq!(u64::from(checked.radius), counted.into_iter().max().unwrap_or(0), "{}", about());
                assert!(checked.admissible, "{}", about());
            }
            Ok(Verdict::Stopped(limit)) => panic!("{limit}: {}", about()),
            Err(error) => {
                let beyond = counted.into_iter().filter(|&distance| distance >= COUNTED_ON_A_PATH).min();
                assert_eq!(Some(&*error.mistake), beyond.map(Mistake::CostTooLarge).as_ref(), "{}", about());
            }
        }
    }
}

impl Trial<'_> {
    fn about(&self) -> String {
        let source = self.known.graph.source(&self.known.distances, true);
        format!("by {} with {} on\n{source}", self.algorithm.name(), self.heuristic)
    }

    fn judge(&self, answer: Result<ScriptAnswer, ScriptError>) {
        let least = self.known.least;
        let answer = match answer {
            Ok(answer) => answer,
            // The path that was found costs more than can be counted. One that is promised to be cheapest is found where it costs less.
            Err(error) => {
                let Mistake::CostTooLarge(sum) = *error.mistake else { panic!("{error} {}", self.about()) };
                let is_right = sum > COUNTED && least.is_some_and(|least| sum >= least);
                let is_cheapest = !self.promise.is_optimal() || least.is_some_and(|least| least > COUNTED);
                assert!(is_right && is_cheapest, "{error} {}", self.about());
                return;
            }
        };
        assert!(least.is_none_or(|least| u64::from(answer.lower_bound) <= least), "{}", self.about());
        match (answer.outcome, &answer.path) {
            (Outcome::Solved, Some(path)) => self.judge_path(path, answer.optimal),
            (Outcome::Unsolvable, None) => assert_eq!(least, None, "no solution {}", self.about()),
            (Outcome::Stopped(limit), None) => assert!(self.may_stop(limit), "{limit} {}", self.about()),
            (outcome, path) => panic!("{outcome:?} {path:?} {}", self.about()),
        }
        // The start is a known dead end: nothing is searched.
        let is_led = self.algorithm.uses_heuristic() || self.algorithm == Algorithm::Auto;
        if least.is_none() && is_led && ["h", "max(h,abstraction_half)"].contains(&self.heuristic) {
            assert_eq!(answer.outcome, Outcome::Unsolvable, "{}", self.about());
        }
    }

    fn judge_path(&self, path: &Path, is_optimal: bool) {
        let (mut at, mut cost) = (0, 0);
        for name in &path.actions {
            let (from, to, step) = self.known.graph.edges[name.parse::<usize>().expect("actions are numbers here")];
            assert_eq!(from, at, "{}", self.about());
            (at, cost) = (to, cost + u64::from(step));
        }
        assert_eq!((at, cost), (self.known.graph.goal, u64::from(path.cost)), "{}", self.about());
        let least = self.known.least.unwrap_or_else(|| panic!("a solution where there is none {}", self.about()));
        // What ran out of nodes may leave its best solution so far.
        let is_whole = !(self.is_spent && self.may_run_out());
        let promised = self.promise.is_optimal() || self.promise.is_shortest() && self.known.is_even;
        assert!(is_optimal || !promised || !is_whole, "no proof {}", self.about());
        assert!(cost >= least && (cost == least || !is_optimal), "{cost} for {least} {}", self.about());
        if self.promise == Promise::Weighted {
            assert!(cost * 1000 <= least * u64::from(Options::default().settings.weight), "{cost} {}", self.about());
        }
        if self.promise.is_shortest() {
            assert_eq!(Some(path.actions.len() as u64), self.known.steps, "{}", self.about());
        }
    }

    /// Whether it may generate more nodes than it has.
    fn may_run_out(&self) -> bool {
        let by_cost = self.promise == Promise::OptimalOnPaths || self.known.least.is_none();
        self.promise.repeats() && !(self.known.has_few_ways && by_cost)
    }

    fn may_stop(&self, limit: Limit) -> bool {
        let counted = match self.algorithm {
            Algorithm::Bfhs => COUNTED,
            Algorithm::Idastar | Algorithm::Rbfs | Algorithm::Ibex => COUNTED_ON_A_PATH + 1,
            _ => u64::MAX,
        };
        match limit {
            Limit::Nodes => self.is_spent && self.may_run_out(),
            // No bound is as large as the costs.
            Limit::Depth => {
                self.known.is_dear && counted < u64::MAX && self.known.least.is_none_or(|least| least >= counted)
            }
            _ => false,
        }
    }
}

/// Every algorithm, with no heuristic, with an admissible one and with tables, against a plain search of the same graph.
pub fn graphs(data: &[u8]) {
    let known = Known::read(data);
    let both_ways = known.load(true);
    for (_, algorithm) in Algorithm::ALL {
        let is_led = algorithm.uses_heuristic() || algorithm == Algorithm::Auto;
        for &heuristic in if is_led { &HEURISTICS[..] } else { &HEURISTICS[..1] } {
            known.put_to(&both_ways, algorithm, heuristic);
        }
    }
    // Without predecessors tables are built from the start.
    let one_way = known.load(false);
    for heuristic in HEURISTICS {
        known.put_to(&one_way, Algorithm::Astar, heuristic);
        known.check(&one_way, heuristic);
    }
    let options = Options { algorithm: Algorithm::Bidirectional, ..Options::default() };
    let refused = run(&one_way, &options, &mut Budget::unlimited(), None).map_err(|error| *error.mistake);
    assert_eq!(refused.err(), Some(Mistake::OneWay));
}
