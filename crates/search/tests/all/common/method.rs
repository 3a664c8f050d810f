//! Every algorithm under one name, so that a test can be put to all of them.

use hueco_search::{
    Anytime, Backward, Beam, BestFirst, Bfhs, Bidirectional, DepthFirst, Heuristic, Ibex, IdaStar, Rbfs, Search,
    SmaStar, StackSearch, Ties,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    BreadthFirst,
    DepthFirst,
    DepthLimited(u32),
    IterativeDeepening,
    UniformCost(Ties),
    Greedy(Ties),
    AStar(Ties),
    Weighted(u32, Ties),
    WholeTree,
    IdaStar,
    BothEnds,
    Nbs,
    Dvcbs,
    Beam(usize),
    Stack,
    Rbfs,
    Ibex,
    AwaStar(u32),
    AraStar(u32),
    SmaStar(usize),
    Dps(u32),
    Bfhs,
}

pub(crate) const TIES: [Ties; 3] = [Ties::Fifo, Ties::Lifo, Ties::LowH];

impl Method {
    pub(crate) fn all() -> Vec<Self> {
        let mut all = vec![Self::BreadthFirst, Self::DepthFirst, Self::IterativeDeepening, Self::IdaStar];
        all.extend([0, 1, 3, 100].map(Self::DepthLimited));
        all.extend(TIES.map(Self::UniformCost));
        all.extend(TIES.map(Self::Greedy));
        all.extend(TIES.map(Self::AStar));
        all.extend(TIES.map(|ties| Self::Weighted(1500, ties)));
        all.extend([500, 3000].map(|weight| Self::Weighted(weight, Ties::LowH)));
        all.extend([Self::BothEnds, Self::Nbs, Self::Dvcbs, Self::Stack, Self::Rbfs, Self::Ibex, Self::Bfhs]);
        all.extend([1000, 2500].map(Self::AwaStar));
        all.extend([1000, 2500].map(Self::AraStar));
        all.extend([usize::MAX, 6].map(Self::SmaStar));
        all.extend([1000, 1500, 3000].map(Self::Dps));
        all.extend([1, 2, 1000].map(Self::Beam));
        all
    }

    /// Whether it finds a cheapest solution and proves it, given an admissible heuristic.
    pub(crate) fn is_optimal(self) -> bool {
        use Method::{
            AStar, AraStar, AwaStar, BothEnds, Dvcbs, Ibex, IdaStar, Nbs, Rbfs, UniformCost, Weighted, WholeTree,
        };
        matches!(
            self,
            UniformCost(_)
                | AStar(_)
                | IdaStar
                | BothEnds
                | Nbs
                | Dvcbs
                | WholeTree
                | Weighted(0..=1000, _)
                | Rbfs
                | Ibex
                | AwaStar(_)
                | AraStar(_)
        )
    }

    /// Whether it may find several solutions, each better than the last.
    pub(crate) fn improves(self) -> bool {
        matches!(self, Self::Ibex | Self::AwaStar(_) | Self::AraStar(_))
    }

    /// Whether it ends by itself in a finite space without a solution. (IDA* and its kin walk in circles as long as they may.)
    pub(crate) fn ends_unsolvable(self) -> bool {
        !matches!(self, Self::IdaStar | Self::WholeTree | Self::Rbfs | Self::Ibex | Self::SmaStar(_) | Self::Bfhs)
    }

    /// Whether it remembers all nodes that it expanded.
    pub(crate) fn remembers_all(self) -> bool {
        use Method::{
            AStar, AraStar, AwaStar, Beam, BothEnds, BreadthFirst, Dps, Dvcbs, Greedy, Nbs, Stack, UniformCost,
            Weighted,
        };
        let best_first = matches!(self, BreadthFirst | UniformCost(_) | Greedy(_) | AStar(_) | Weighted(..));
        best_first || matches!(self, AwaStar(_) | AraStar(_) | Dps(_) | BothEnds | Nbs | Dvcbs | Beam(_) | Stack)
    }

    /// Whether it looks at the heuristic.
    pub(crate) fn is_informed(self) -> bool {
        use Method::{BothEnds, BreadthFirst, DepthFirst, DepthLimited, IterativeDeepening, UniformCost};
        !matches!(self, BreadthFirst | DepthFirst | DepthLimited(_) | IterativeDeepening | UniformCost(_) | BothEnds)
    }
}

/// Something to do with a search, whatever its type.
pub(crate) trait Task<P: Backward> {
    type Output;
    fn perform<S: Search<P>>(self, search: S) -> Self::Output;
}

pub(crate) fn with_search<P: Backward, H: Heuristic<P>, B: Heuristic<P>, T: Task<P>>(
    method: Method,
    problem: &P,
    to_goal: &H,
    to_start: &B,
    task: T,
) -> T::Output {
    match method {
        Method::BreadthFirst => task.perform(BestFirst::breadth_first(problem)),
        Method::DepthFirst => task.perform(DepthFirst::plain(problem)),
        Method::DepthLimited(limit) => task.perform(DepthFirst::depth_limited(problem, limit)),
        Method::IterativeDeepening => task.perform(DepthFirst::iterative_deepening(problem)),
        Method::UniformCost(ties) => task.perform(BestFirst::uniform_cost(problem, ties)),
        Method::Greedy(ties) => task.perform(BestFirst::greedy(problem, to_goal, ties)),
        Method::AStar(ties) => task.perform(BestFirst::a_star(problem, to_goal, ties)),
        Method::Weighted(weight, ties) => task.perform(BestFirst::weighted_a_star(problem, to_goal, weight, ties)),
        Method::WholeTree => task.perform(BestFirst::a_star(problem, to_goal, Ties::Fifo).keep_duplicates()),
        Method::IdaStar => task.perform(IdaStar::ida_star(problem, to_goal)),
        Method::BothEnds => task.perform(Bidirectional::breadth_first(problem)),
        Method::Dvcbs => task.perform(Bidirectional::dvcbs(problem, to_goal, to_start)),
        Method::Nbs => task.perform(Bidirectional::nbs(problem, to_goal, to_start)),
        Method::Beam(width) => task.perform(Beam::new(problem, to_goal, width)),
        Method::Stack => task.perform(StackSearch::by_estimate(problem, to_goal)),
        Method::Rbfs => task.perform(Rbfs::new(problem, to_goal)),
        Method::Ibex => task.perform(Ibex::new(problem, to_goal)),
        Method::AwaStar(weight) => task.perform(Anytime::awa_star(problem, to_goal, weight, Ties::LowH)),
        Method::SmaStar(most) => task.perform(SmaStar::with_nodes(problem, to_goal, most)),
        Method::Bfhs => task.perform(Bfhs::new(problem, to_goal)),
        Method::Dps(weight) => task.perform(Anytime::dps(problem, to_goal, weight, Ties::LowH)),
        Method::AraStar(weight) => task.perform(Anytime::ara_star(problem, to_goal, weight, Ties::LowH)),
    }
}
