//! IDA* on several threads: each round is cut into subtrees, and threads take them one after the other.
//!
//! The nodes down to a depth of some steps are listed in the order of the search; each of the deepest is a task of
//! [`tasks`], searched by the same loop as on one thread. Subtrees differ in size by orders of magnitude, so
//! there are many more of them than threads: whoever is done takes the next. The depth is chosen again in every round.
//!
//! The solution is that of one thread, and so are the counts: nodes above the subtrees are counted by the task that
//! follows them. One exception: a circle of free steps is noticed within a subtree alone.

use crate::budget::Budget;
use crate::depth_first::{Below, DepthFirst};
use crate::heuristic::{Heuristic, Quality};
use crate::ida_star::Deepening;
use crate::problem::{Cost, Problem};
use crate::report::{Ending, Limit, Report, Solution, Stats};
use crate::search::Search;
use crate::tasks::{self, Above, Done, End, Tasks};

/// Subtrees to aim at, whatever the number of threads.
const SUBTREES: usize = 512;
/// A round that follows one of fewer nodes is not worth a second thread.
const WORTH_THREADS: u64 = 20_000;

/// What lies below the nodes of a piece.
enum Rest<P: Problem, M> {
    /// The path to a node above, and a subtree.
    Subtree(Vec<P::Action>, Below<P, M>),
    /// The path to a goal, and its cost.
    Goal(Solution<P::Action>),
    /// Nothing: the round ends here.
    Nothing,
}

/// The nodes above that come since the last piece, and what comes after them.
struct Piece<P: Problem, M> {
    above: Vec<Above>,
    rest: Rest<P, M>,
}

/// A round, cut into pieces.
struct Round<'a, P: Problem, H: Heuristic<P>> {
    problem: &'a P,
    heuristic: &'a H,
    bound: Cost,
    /// Where it is cut, in steps from the root.
    depth: usize,
    pieces: Vec<Piece<P, H::Memo>>,
    /// Nodes since the last piece.
    above: Vec<Above>,
    /// The least f over the bound, above the pieces.
    over: u64,
}

impl<'a, P: Problem, H: Heuristic<P>> Round<'a, P, H> {
    fn new(problem: &'a P, heuristic: &'a H, root: &(P::State, H::Memo), bound: Cost, depth: usize) -> Self {
        let mut round =
            Self { problem, heuristic, bound, depth, pieces: Vec::new(), above: Vec::new(), over: u64::MAX };
        round.list(&root.0, &root.1, 0, &mut Vec::new());
        round.cut(Rest::Nothing);
        round
    }

    fn cut(&mut self, rest: Rest<P, H::Memo>) {
        let above = std::mem::take(&mut self.above);
        self.pieces.push(Piece { above, rest });
    }

    /// Lists what is below a node above the cut.
    fn list(&mut self, state: &P::State, memo: &H::Memo, g: Cost, path: &mut Vec<P::Action>) {
        self.above.push(Above::Expanded);
        let mut actions = self.problem.actions(state, path.last().copied());
        while let Some((action, cost)) = actions.next() {
            self.above.push(Above::Generated);
            let g = g.saturating_add(cost);
            let child = self.problem.child(state, action, &mut actions);
            let memo = if H::FROM_CHILD {
                self.heuristic.memo(self.problem, &child)
            } else {
                self.heuristic.advance(self.problem, memo, state, action)
            };
            let Some(h) = self.heuristic.estimate(&memo, self.bound.saturating_sub(g)) else { continue };
            let f = u64::from(g) + u64::from(h);
            if f > u64::from(self.bound) {
                self.over = self.over.min(f);
                continue;
            }
            if (h == 0 || self.heuristic.quality() == Quality::Inadmissible) && self.problem.is_goal(&child) {
                let actions = path.iter().copied().chain([action]).collect();
                self.cut(Rest::Goal(Solution { actions, cost: g }));
            } else if path.len() + 1 >= self.depth {
                self.cut(Rest::Subtree(path.clone(), Below { state: child, memo, g, last: action }));
            } else {
                path.push(action);
                self.list(&child, &memo, g, path);
                path.pop();
            }
        }
    }

    /// One after the other, for as many as there are.
    fn subtrees(&self) -> usize {
        self.pieces.len() - 1
    }
}

impl<P, H> Tasks for Round<'_, P, H>
where
    P: Problem + Sync,
    P::State: Send + Sync,
    P::Action: Send + Sync,
    H: Heuristic<P> + Sync,
    H::Memo: Send + Sync,
{
    type Path = Solution<P::Action>;

    fn count(&self) -> usize {
        self.pieces.len()
    }

    fn run(&self, task: usize, budget: &mut Budget) -> Done<Self::Path> {
        let Piece { above, rest } = &self.pieces[task];
        let mut done = Done { stats: Stats::default(), over: self.over, end: End::Exhausted };
        if let Err(limit) = tasks::pay(above, &mut done.stats, budget) {
            return Done { end: End::Stopped(limit), ..done };
        }
        match rest {
            Rest::Nothing => done,
            Rest::Goal(goal) => Done { end: End::Goal(goal.clone()), ..done },
            Rest::Subtree(path, below) => {
                let mut part = DepthFirst::below(self.problem, self.heuristic, Deepening, below.clone(), self.bound);
                let report = part.run(&mut (), budget);
                done.stats += report.stats;
                done.over = done.over.min(part.over_bound().unwrap_or(u64::MAX));
                done.end = match (report.ending, report.solution) {
                    (Ending::Solved, Some(solution)) => {
                        let actions = path.iter().copied().chain(solution.actions).collect();
                        End::Goal(Solution { actions, ..solution })
                    }
                    (Ending::Stopped(limit), _) if limit != Limit::Depth => End::Stopped(limit),
                    // The bound cut something off, or there was nothing more.
                    _ => End::Exhausted,
                };
                done
            }
        }
    }
}

/// IDA* on several threads.
///
/// ```
/// use hueco_search::{Blind, Budget, Cost, Problem, parallel_ida_star};
///
/// /// From 0 to 20, one up or three down or seven up.
/// struct Line;
///
/// impl Problem for Line {
///     type State = i32;
///     type Action = i32;
///     type Actions = std::vec::IntoIter<(i32, Cost)>;
///     fn start(&self) -> i32 { 0 }
///     fn is_goal(&self, place: &i32) -> bool { *place == 20 }
///     fn actions(&self, _: &i32, _: Option<i32>) -> Self::Actions { vec![(1, 1), (-3, 1), (7, 1)].into_iter() }
///     fn apply(&self, place: &mut i32, step: i32) { *place += step; }
/// }
///
/// let report = parallel_ida_star(&Line, &Blind, 2, &mut Budget::unlimited());
/// assert_eq!(report.cost(), Some(6));
/// assert!(report.is_optimal());
/// ```
pub fn parallel_ida_star<P, H>(problem: &P, heuristic: &H, threads: usize, budget: &mut Budget) -> Report<P::Action>
where
    P: Problem + Sync,
    P::State: Send + Sync,
    P::Action: Send + Sync,
    H: Heuristic<P> + Sync,
    H::Memo: Send + Sync,
{
    let state = problem.start();
    let memo = heuristic.memo(problem, &state);
    let mut report = Report { ending: Ending::Unsolvable, solution: None, lower_bound: 0, stats: Stats::default() };
    if let Err(limit) = budget.spend() {
        report.ending = Ending::Stopped(limit);
        return report;
    }
    report.stats.generated = 1;
    let Some(mut bound) = heuristic.estimate(&memo, Cost::MAX) else { return report };
    if problem.is_goal(&state) {
        let solution = Some(Solution { actions: Vec::new(), cost: 0 });
        let stats = Stats { examined: 1, evaluated: 1, ..report.stats };
        return Report { ending: Ending::Solved, solution, stats, ..report };
    }
    let (root, mut depth, mut last) = ((state, memo), 1, 0);
    loop {
        if heuristic.quality() >= Quality::Admissible {
            report.lower_bound = bound;
            budget.prove(bound);
        }
        let mut round = Round::new(problem, heuristic, &root, bound, depth);
        // Deeper while that makes more subtrees, in rounds that are worth it.
        while last >= WORTH_THREADS && round.subtrees() < SUBTREES && depth < SUBTREES {
            depth += 1;
            let deeper = Round::new(problem, heuristic, &root, bound, depth);
            if deeper.subtrees() == 0 {
                break;
            }
            round = deeper;
        }
        let done = tasks::in_threads(&round, if last >= WORTH_THREADS { threads } else { 1 }, budget);
        last = done.stats.generated;
        report.stats += done.stats;
        match done.end {
            End::Goal(solution) => {
                report.solution = Some(solution);
                report.ending = Ending::Solved;
                break;
            }
            End::Stopped(limit) => {
                report.ending = Ending::Stopped(limit);
                break;
            }
            // The largest cost stands for all that are larger: no round can be bounded by it.
            End::Exhausted if done.over < u64::from(Cost::MAX) => bound = done.over as Cost,
            End::Exhausted if done.over == u64::MAX => break,
            End::Exhausted => {
                report.ending = Ending::Stopped(Limit::Depth);
                break;
            }
        }
    }
    report.stats.evaluated = report.stats.generated;
    report.stats.examined = report.stats.expanded + u64::from(report.solution.is_some());
    report
}
