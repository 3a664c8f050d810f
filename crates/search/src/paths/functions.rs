//! Plain functions with the signatures of the crate `pathfinding`.

use std::hash::Hash;

use super::closures::{Closures, Estimates, Ordinal};
use super::cost::{CostError, PathCost};
use crate::best_first::BestFirst;
use crate::budget::Budget;
use crate::depth_first::DepthFirst;
use crate::heuristic::Blind;
use crate::ida_star::IdaStar;
use crate::problem::Problem;
use crate::reached::MAX_COST;
use crate::search::{Path, Search};

/// A cheapest path from `start` to a state of which `success` is true, with its cost, by A*. `heuristic` must not exceed the
/// true distance. Of several cheapest paths any may be found.
///
/// ```
/// use hueco_search::paths::astar;
///
/// // From 1 to 100 by adding one, at a cost of 1, and doubling, at a cost of 5.
/// let steps = |&n: &u32| [(n + 1, 1), (n * 2, 5)];
/// let (path, cost) = astar(&1, steps, |&n| u32::from(n < 100), |&n| n == 100).unwrap();
/// assert_eq!(cost, 26);
/// assert_eq!(path.last(), Some(&100));
/// ```
///
/// # Panics
///
/// If a cost cannot be counted; [`CostError`] has the cases. [`Paths`](super::Paths) returns that as an error.
pub fn astar<N, C, FN, IN, FH, FS>(start: &N, successors: FN, heuristic: FH, success: FS) -> Option<(Vec<N>, C)>
where
    N: Clone + Eq + Hash,
    C: PathCost,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FH: FnMut(&N) -> C,
    FS: FnMut(&N) -> bool,
{
    let problem = Closures::new(start.clone(), successors, success);
    let estimates = Estimates::new(heuristic);
    let path = solve(BestFirst::cheapest(&problem, &estimates));
    counted(problem.fault(), path)
}

/// A cheapest path with its cost, by uniform-cost search (Dijkstra's).
///
/// # Panics
///
/// If a cost cannot be counted; see [`astar`].
pub fn dijkstra<N, C, FN, IN, FS>(start: &N, successors: FN, success: FS) -> Option<(Vec<N>, C)>
where
    N: Clone + Eq + Hash,
    C: PathCost,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FS: FnMut(&N) -> bool,
{
    let problem = Closures::new(start.clone(), successors, success);
    let path = solve(BestFirst::cheapest(&problem, &Blind));
    counted(problem.fault(), path)
}

/// A cheapest path with its cost, by IDA*: in the memory of one path. No state is entered twice on a path, so it ends in a
/// finite space without a solution too, though perhaps late.
///
/// # Panics
///
/// If a cost cannot be counted; see [`astar`].
pub fn idastar<N, C, FN, IN, FH, FS>(start: &N, successors: FN, heuristic: FH, success: FS) -> Option<(Vec<N>, C)>
where
    N: Clone + Eq + Hash,
    C: PathCost,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FH: FnMut(&N) -> C,
    FS: FnMut(&N) -> bool,
{
    let problem = Closures::new(start.clone(), successors, success);
    let estimates = Estimates::new(heuristic);
    let path = solve(IdaStar::without_cycles(&problem, &estimates));
    counted(problem.fault(), path)
}

/// A path of the fewest steps, by breadth-first search. States are tested when they are created. A search of hundreds of thousands of
/// states computes successors a few dozen states ahead, some of them in vain.
///
/// ```
/// use hueco_search::paths::bfs;
///
/// let path = bfs(&1, |&n: &u32| [n + 1, n * 2], |&n| n == 100).unwrap();
/// assert_eq!(path, [1, 2, 3, 6, 12, 24, 25, 50, 100]);
/// ```
pub fn bfs<N, FN, IN, FS>(start: &N, mut successors: FN, success: FS) -> Option<Vec<N>>
where
    N: Clone + Eq + Hash,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = N>,
    FS: FnMut(&N) -> bool,
{
    let problem = Closures::new(start.clone(), |state: &N| successors(state).into_iter().map(at_one::<N>), success);
    solve(BestFirst::shortest(&problem)).map(|path| path.states)
}

/// A path by depth-first search, rarely a short one. Every state is entered once.
pub fn dfs<N, FN, IN, FS>(start: N, mut successors: FN, success: FS) -> Option<Vec<N>>
where
    N: Clone + Eq + Hash,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = N>,
    FS: FnMut(&N) -> bool,
{
    let problem = Closures::new(start, |state: &N| successors(state).into_iter().map(at_one::<N>), success);
    solve(DepthFirst::plain(&problem)).map(|path| path.states)
}

/// A path of the fewest steps, by iterative deepening: in the memory of one path.
pub fn iddfs<N, FN, IN, FS>(start: N, mut successors: FN, success: FS) -> Option<Vec<N>>
where
    N: Clone + Eq + Hash,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = N>,
    FS: FnMut(&N) -> bool,
{
    let problem = Closures::new(start, |state: &N| successors(state).into_iter().map(at_one::<N>), success);
    solve(DepthFirst::iterative_deepening(&problem)).map(|path| path.states)
}

/// A step that costs 1.
fn at_one<N>(state: N) -> (N, u8) {
    (state, 1)
}

/// Runs a search to its end.
fn solve<P: Problem<Action = Ordinal>, S: Search<P>>(mut search: S) -> Option<Path<P::State, Ordinal>> {
    let report = search.run(&mut (), &mut Budget::unlimited());
    report.solution.and_then(|_| search.path())
}

/// States and cost of a path; a cost that cannot be counted panics.
pub(super) fn counted<N, C: PathCost>(fault: Option<CostError>, path: Option<Path<N, Ordinal>>) -> Option<(Vec<N>, C)> {
    let counted = fault
        .map_or(Ok(()), Err)
        .and_then(|()| path.map(|path| Ok((path.states, cost_of::<C>(path.cost)?))).transpose());
    counted.unwrap_or_else(|error| panic!("{error}"))
}

/// The cost of a path in the type of the costs of its steps.
pub(super) fn cost_of<C: PathCost>(cost: crate::problem::Cost) -> Result<C, CostError> {
    if cost >= MAX_COST {
        return Err(CostError::Sum);
    }
    C::from_cost(cost).ok_or(CostError::Narrow)
}
