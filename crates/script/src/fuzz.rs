//! What a fuzzer does with arbitrary bytes: as a problem file they are loaded or refused, and whatever loads is searched for a moment;
//! read as a graph they become a file whose answers are compared with a plain search. Plain functions, so that the stable tests run
//! them too.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use hueco_search::{Algorithm, Budget};
use starlark::environment::Module;

use crate::heuristic::HeuristicSpec;
use crate::limits::Limits;
use crate::load::ProblemFile;
use crate::run::{Options, Outcome, run};
use crate::state::State;

/// Loads `data` as a problem file and, if it is one, runs an algorithm of each family on it. Panics where something is wrong.
pub fn problem_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let limits = Limits { load_steps: 100_000, call_steps: 10_000, memory: 4 << 20, depth: 50, file: 1 << 14 };
    let within = || Budget::unlimited().max_nodes(200).max_bytes(8 << 20).timeout(Duration::from_secs(1));
    let file = match ProblemFile::load_within("fuzz.star", &text, &[], limits, &within()) {
        Ok(file) => Arc::new(file),
        Err(error) => {
            assert!(error.at.is_none_or(|at| at.line >= 1 && at.column >= 1), "{error}");
            return;
        }
    };
    for algorithm in [Algorithm::Auto, Algorithm::Idastar, Algorithm::Bidirectional, Algorithm::Beam] {
        let options = Options { algorithm, ..Options::default() };
        match run(&file, &options, &mut within(), None) {
            Ok(answer) => assert_eq!(answer.path.is_some(), answer.outcome == Outcome::Solved),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// The packed bytes of a state, as a checkpoint or another process would send them: what is taken writes itself, and is the only state
/// with these bytes.
pub fn state(data: &[u8]) {
    if let Some(state) = State::from_bytes(data) {
        assert_eq!(state.bytes(), data);
        assert!(!state.to_string().is_empty());
        let again = Module::with_temp_heap(|module| State::pack(state.unpack(module.heap()), &mut Vec::new()));
        assert_eq!(again.as_ref(), Ok(&state), "{state}");
    }
}

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
        let nodes = bytes.next().unwrap_or(0) % 9 + 2;
        let goal = bytes.next().unwrap_or(1) % nodes;
        let rest: Vec<usize> = bytes.take(120).collect();
        let edge = |of: &[usize]| (of[0] % nodes, of[1] % nodes, (of[2] % 8) as u32 + 1);
        Self { nodes, edges: rest.chunks_exact(3).map(edge).collect(), goal }
    }

    /// What each node's cheapest way to the goal costs, as plainly as it can be found.
    fn distances(&self) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.nodes];
        distances[self.goal] = Some(0);
        for _ in 0..self.nodes {
            for &(from, to, cost) in &self.edges {
                let through = distances[to].map(|rest: u32| rest + cost);
                if through.is_some_and(|through| distances[from].is_none_or(|known| through < known)) {
                    distances[from] = through;
                }
            }
        }
        distances
    }

    /// The graph as a problem file. `h` is the distance, less something that differs from node to node: admissible, seldom consistent.
    fn source(&self, distances: &[Option<u32>]) -> String {
        let mut text = format!("start = 0\ngoal = {}\nadmissible = [\"h\"]\n_edges = [\n", self.goal);
        for (number, (from, to, cost)) in self.edges.iter().enumerate() {
            let _ = writeln!(text, "    ({from}, \"{number}\", {to}, {cost}),");
        }
        let less = distances.iter().enumerate().map(|(node, distance)| match distance {
            Some(distance) => format!("{}", distance - (node as u32 * 7 % 5).min(*distance)),
            None => "None".to_owned(),
        });
        let _ = writeln!(text, "]\n_h = [{}]", less.collect::<Vec<_>>().join(", "));
        text += "def actions(s):\n    return [(name, to, cost) for (at, name, to, cost) in _edges if at == s]\n";
        text += "def predecessors(s):\n    return [(name, at, cost) for (at, name, to, cost) in _edges if to == s]\n";
        text + "def h(s):\n    return _h[s]\n"
    }
}

/// Every algorithm that promises an optimum, with the file's heuristic and without, against a plain search of the same graph.
pub fn graphs(data: &[u8]) {
    const PROVING: [Algorithm; 11] = [
        Algorithm::Auto,
        Algorithm::Ucs,
        Algorithm::Astar,
        Algorithm::Idastar,
        Algorithm::Nbs,
        Algorithm::Dvcbs,
        Algorithm::Rbfs,
        Algorithm::Smastar,
        Algorithm::Bfhs,
        Algorithm::Ibex,
        Algorithm::Awastar,
    ];
    let graph = Graph::read(data);
    let distances = graph.distances();
    let source = graph.source(&distances);
    let file =
        Arc::new(ProblemFile::load("graph.star", &source, &[]).unwrap_or_else(|error| panic!("{error}\n{source}")));
    for algorithm in PROVING {
        for heuristic in [HeuristicSpec::Blind, HeuristicSpec::default_of(&file)] {
            let options = Options { algorithm, heuristic: Some(heuristic), ..Options::default() };
            // What has no memory of where it was cannot prove that there is no way in a graph with circles.
            let mut budget = Budget::unlimited().max_nodes(20_000);
            let about = || format!("{} on\n{source}", algorithm.name());
            let answer = run(&file, &options, &mut budget, None).unwrap_or_else(|error| panic!("{error}: {}", about()));
            let Some(path) = answer.path else {
                let is_right = distances[0].is_none() || matches!(answer.outcome, Outcome::Stopped(_));
                assert!(is_right, "no solution by {}", about());
                continue;
            };
            assert!(distances[0].is_some_and(|least| path.cost >= least), "{} by {}", path.cost, about());
            assert!(!answer.optimal || Some(path.cost) == distances[0], "{} by {}", path.cost, about());
            let mut at = 0;
            let mut cost = 0;
            for name in &path.actions {
                let (from, to, step) = graph.edges[name.parse::<usize>().expect("actions are numbers here")];
                assert_eq!(from, at, "{}", about());
                (at, cost) = (to, cost + step);
            }
            assert_eq!((at, cost), (graph.goal, path.cost), "{}", about());
        }
    }
}
