//! Everything beyond plain functions: any algorithm by name, limits, settings, and a full report.

use std::fmt;
use std::hash::Hash;
use std::time::Duration;

use super::closures::{Closures, Estimates, Measure, Ordinal};
use super::cost::{CostError, PathCost};
use super::functions::cost_of;
use crate::algorithm::{Algorithm, NeedsPredecessors, Settings, Task, with_search};
use crate::budget::Budget;
use crate::heuristic::{Blind, Heuristic, Quality};
use crate::ida_star::IdaStar;
use crate::problem::{Cost, Problem};
use crate::report::{Ending, Report, Stats, Ties};
use crate::search::{Path, Search};
use crate::threads::sync::Arc;
use crate::threads::sync::atomic::AtomicBool;

/// A search by closures, put together call by call.
///
/// ```
/// use hueco_search::paths::Paths;
/// use hueco_search::{Algorithm, Ending, Limit};
///
/// // From 0 to 1000, forward by 7 or back by 3.
/// let search = || {
///     Paths::from(0)
///         .successors(|&n: &i32| [(n + 7, 1), (n - 3, 1)])
///         .success(|&n| n == 1000)
///         .heuristic(|&n| (1000 - n).max(0) / 7)
///         .admissible()
/// };
/// let report = search().run(Algorithm::Astar).unwrap();
/// let solution = report.solution.as_ref().unwrap();
/// assert_eq!((solution.cost, solution.states.len(), report.is_optimal()), (150, 151, true));
///
/// // At a limit: how far it came.
/// let report = search().max_nodes(100).run("A*".parse().unwrap()).unwrap();
/// assert_eq!((report.ending, report.solution), (Ending::Stopped(Limit::Nodes), None));
/// assert_eq!(report.partial.unwrap().states.last(), Some(&350));
/// ```
pub struct Paths<N, FN = (), FS = (), H = Blind> {
    start: N,
    successors: FN,
    success: FS,
    heuristic: H,
    settings: Settings,
    budget: Budget,
    heap_bytes: Option<Measure<N>>,
}

impl<N> Paths<N> {
    /// Paths from a state.
    pub fn from(start: N) -> Self {
        let (settings, budget) = (Settings::default(), Budget::unlimited());
        Self { start, successors: (), success: (), heuristic: Blind, settings, budget, heap_bytes: None }
    }
}

impl<N, FN, FS, H> Paths<N, FN, FS, H> {
    /// The successors of a state, each with the cost of the step.
    pub fn successors<C, IN, F>(self, successors: F) -> Paths<N, F, FS, H>
    where
        C: PathCost,
        IN: IntoIterator<Item = (N, C)>,
        F: FnMut(&N) -> IN,
    {
        let Self { start, success, heuristic, settings, budget, heap_bytes, .. } = self;
        Paths { start, successors, success, heuristic, settings, budget, heap_bytes }
    }

    /// Whether a state is a goal.
    pub fn success<F: FnMut(&N) -> bool>(self, success: F) -> Paths<N, FN, F, H> {
        let Self { start, successors, heuristic, settings, budget, heap_bytes, .. } = self;
        Paths { start, successors, success, heuristic, settings, budget, heap_bytes }
    }

    /// Estimates of the cost that is left. Nothing is known of them unless it is claimed.
    pub fn heuristic<K: PathCost, F: FnMut(&N) -> K>(self, heuristic: F) -> Paths<N, FN, FS, Estimates<F>> {
        let Self { start, successors, success, settings, budget, heap_bytes, .. } = self;
        let heuristic = Estimates::new(heuristic);
        Paths { start, successors, success, heuristic, settings, budget, heap_bytes }
    }

    /// The limits of a budget, instead of those set so far.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// At most this many generated nodes.
    #[must_use]
    pub fn max_nodes(self, nodes: u64) -> Self {
        Self { budget: self.budget.max_nodes(nodes), ..self }
    }

    /// At most this many bytes, by the search's own account. Where states own memory, [`heap_bytes`](Self::heap_bytes) counts it.
    #[must_use]
    pub fn max_memory(self, bytes: u64) -> Self {
        Self { budget: self.budget.max_bytes(bytes), ..self }
    }

    /// Bytes that a state owns outside itself (boxes, vectors).
    #[must_use]
    pub fn heap_bytes(self, bytes: impl Fn(&N) -> usize + 'static) -> Self {
        Self { heap_bytes: Some(Box::new(bytes)), ..self }
    }

    /// At most this long, from this call on.
    #[must_use]
    pub fn timeout(self, time: Duration) -> Self {
        Self { budget: self.budget.timeout(time), ..self }
    }

    /// Ends when `flag` becomes true.
    #[must_use]
    pub fn cancel(self, flag: Arc<AtomicBool>) -> Self {
        Self { budget: self.budget.cancel(flag), ..self }
    }

    /// What some algorithms need: weight, width, depth, ties.
    #[must_use]
    pub fn settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// Which of equal nodes comes first.
    #[must_use]
    pub fn ties(self, ties: Ties) -> Self {
        Self { settings: Settings { ties, ..self.settings }, ..self }
    }
}

impl<N, FN, FS, F> Paths<N, FN, FS, Estimates<F>> {
    /// Claims that the estimates never exceed the true distance: then cheapest paths are proved to be.
    #[must_use]
    pub fn admissible(self) -> Self {
        Self { heuristic: self.heuristic.claim(Quality::Admissible), ..self }
    }

    /// Claims that the estimates are admissible, and that no step lowers them by more than it costs.
    #[must_use]
    pub fn consistent(self) -> Self {
        Self { heuristic: self.heuristic.claim(Quality::Consistent), ..self }
    }
}

impl<N, C, FN, IN, FS, H> Paths<N, FN, FS, H>
where
    N: Clone + Eq + Hash,
    C: PathCost,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FS: FnMut(&N) -> bool,
    H: Heuristic<Closures<N, FN, FS>>,
{
    /// Runs an algorithm, to its end or to a limit. IDA* enters no state twice on a path.
    pub fn run(self, algorithm: Algorithm) -> Result<PathReport<N, C>, PathError> {
        let Self { start, successors, success, heuristic, settings, mut budget, heap_bytes } = self;
        let mut problem = Closures::new(start, successors, success);
        problem.heap_bytes = heap_bytes;
        let run = Run(&mut budget);
        let (report, path) = match algorithm {
            Algorithm::Idastar => run.perform(IdaStar::without_cycles(&problem, &heuristic)),
            _ => with_search(algorithm, &settings, &problem, &heuristic, run)?,
        };
        if let Some(error) = problem.fault() {
            return Err(error.into());
        }
        let path = match (path, &report.solution) {
            (None, Some(solution)) => Some(replayed(&problem, &solution.actions, solution.cost)?),
            (path, _) => path,
        };
        let found = path.map(Found::new).transpose()?;
        let (solution, partial) = if report.solution.is_some() { (found, None) } else { (None, found) };
        let (ending, lower_bound, stats) = (report.ending, report.lower_bound, report.stats);
        Ok(PathReport { ending, solution, partial, lower_bound, stats })
    }
}

/// To run a search and keep its path.
struct Run<'b>(&'b mut Budget);

impl<P: Problem> Task<P> for Run<'_> {
    type Output = (Report<P::Action>, Option<Path<P::State, P::Action>>);

    fn perform<S: Search<P>>(self, mut search: S) -> Self::Output {
        let report = search.run(&mut (), self.0);
        (report, search.path())
    }
}

/// The states of a solution, from a search that keeps none.
fn replayed<P: Problem>(
    problem: &P,
    actions: &[P::Action],
    cost: Cost,
) -> Result<Path<P::State, P::Action>, PathError> {
    let mut states = vec![problem.start()];
    let mut sum: Cost = 0;
    for &action in actions {
        let mut state = states[states.len() - 1].clone();
        let step = problem.actions(&state, None).find(|step| step.0 == action).ok_or(PathError::Unsteady)?;
        sum = sum.saturating_add(step.1);
        problem.apply(&mut state, action);
        states.push(state);
    }
    let ends_well = problem.is_goal(&states[states.len() - 1]) && sum == cost;
    if ends_well { Ok(Path { states, actions: actions.to_vec(), cost }) } else { Err(PathError::Unsteady) }
}

/// A path with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<N, C> {
    /// The states, the start first.
    pub states: Vec<N>,
    /// Which of the successors of each state was taken.
    pub steps: Vec<Ordinal>,
    /// The sum of the costs of the steps.
    pub cost: C,
}

impl<N, C: PathCost> Found<N, C> {
    fn new(path: Path<N, Ordinal>) -> Result<Self, CostError> {
        Ok(Self { states: path.states, steps: path.actions, cost: cost_of(path.cost)? })
    }
}

/// What a search by closures found, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathReport<N, C> {
    /// How it ended.
    pub ending: Ending,
    /// The best solution found, if any.
    pub solution: Option<Found<N, C>>,
    /// Without a solution, how far the search came: the path to the state of the lowest estimate that it remembers, of equals
    /// the one reached last. `None` from algorithms that do not keep what this takes.
    pub partial: Option<Found<N, C>>,
    /// No solution costs less than this (proved).
    pub lower_bound: Cost,
    /// Counters.
    pub stats: Stats,
}

impl<N, C: PathCost> PathReport<N, C> {
    /// Whether the solution is proved to be a cheapest one.
    pub fn is_optimal(&self) -> bool {
        let cost = self.solution.as_ref().and_then(|solution| solution.cost.to_cost());
        cost.is_some_and(|cost| cost <= self.lower_bound)
    }
}

/// Why a search by closures could not be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathError {
    /// A cost cannot be counted.
    Cost(CostError),
    /// The algorithm searches from both ends, and closures have no predecessors.
    NeedsPredecessors,
    /// Asked again, a state had other successors.
    Unsteady,
}

impl From<CostError> for PathError {
    fn from(error: CostError) -> Self {
        Self::Cost(error)
    }
}

impl From<NeedsPredecessors> for PathError {
    fn from(_: NeedsPredecessors) -> Self {
        Self::NeedsPredecessors
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cost(error) => error.fmt(f),
            Self::NeedsPredecessors => NeedsPredecessors.fmt(f),
            Self::Unsteady => f.write_str("a state had other successors when it was asked for them again"),
        }
    }
}

impl std::error::Error for PathError {}
