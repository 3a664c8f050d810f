//! Comparing methods: which they are, the figures of their runs, what a method comes to over many boards, repeats and seeds.

mod figures;
mod rows;
mod spread;

use hueco_tiles::heuristic::HeuristicSpec;
use hueco_tiles::solve::Algorithm;

pub use figures::{Limits, Run, Times, Total, points, shortest};
pub use rows::{RunRow, TimesRow, TotalRow};
pub use spread::{Quartiles, Spread, SpreadRow, medians, spreads, varied};

/// An algorithm and, where it is given, a heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic.
    pub heuristic: Option<HeuristicSpec>,
}

impl Method {
    /// `astar+manhattan`, or `bfs`.
    pub fn name(&self) -> String {
        match &self.heuristic {
            Some(heuristic) => format!("{}+{heuristic}", self.algorithm.name()),
            None => self.algorithm.name().to_owned(),
        }
    }
}

/// Every algorithm with every heuristic; one that uses none stands alone. Each method once, in order.
pub fn combined(algorithms: &[Algorithm], heuristics: &[HeuristicSpec]) -> Vec<Method> {
    let mut methods = Vec::new();
    let mut add = |method: Method| {
        if !methods.contains(&method) {
            methods.push(method);
        }
    };
    for &algorithm in algorithms {
        if algorithm.uses_heuristic() {
            let with = |heuristic: &HeuristicSpec| Method { algorithm, heuristic: Some(heuristic.clone()) };
            heuristics.iter().map(with).for_each(&mut add);
        } else {
            add(Method { algorithm, heuristic: None });
        }
    }
    methods
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blind_algorithms_are_not_multiplied() {
        let heuristics = ["manhattan", "max(inversion,manhattan)"].map(|text| text.parse().expect("a heuristic"));
        let methods = combined(&[Algorithm::Bfs, Algorithm::Astar], &heuristics);
        let names: Vec<String> = methods.iter().map(Method::name).collect();
        assert_eq!(names, ["bfs", "astar+manhattan", "astar+max(inversion,manhattan)"]);
    }

    #[test]
    fn each_method_is_there_once() {
        let heuristics = ["manhattan", "manhattan"].map(|text| text.parse().expect("a heuristic"));
        let methods = combined(&[Algorithm::Astar, Algorithm::Bfs, Algorithm::Bfs, Algorithm::Astar], &heuristics);
        assert_eq!(methods.iter().map(Method::name).collect::<Vec<_>>(), ["astar+manhattan", "bfs"]);
    }
}
