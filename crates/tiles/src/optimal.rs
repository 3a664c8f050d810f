//! All optimal solutions, one after the other or counted.
//!
//! IDA* stops at its first solution. Here its last round goes on to the end: the first bound under which a goal is found
//! is the optimal cost, and whoever searches everything under that bound finds every path of that cost. Each comes once,
//! in the order of the actions. The search holds one path and can be stopped and gone on with at any time, so the
//! solutions can be taken one by one however many there are.
//!
//! "Every" means every path that the problem's actions make: what a problem leaves out after a last action (the way back)
//! is never on a cheapest path. With a complete [`DistanceTable`](crate::space::DistanceTable) as the heuristic nothing
//! is tried in vain; the table can also count without listing.

use hueco_search::{Budget, Cost, Ending, Heuristic, Limit, Problem, Quality, Solution, Stats};
use thiserror::Error;

/// The heuristic may exceed the true distance, so nothing it leads to is known to be optimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("all optimal solutions can be told with an admissible heuristic only")]
pub struct Inadmissible;

/// A state on the current path, with the actions not yet tried.
struct Frame<P: Problem, M> {
    state: P::State,
    memo: M,
    g: Cost,
    last: Option<P::Action>,
    actions: P::Actions,
    /// An action that a limit held up.
    held: Option<(P::Action, Cost)>,
}

/// The optimal solutions of a problem, found one by one.
pub struct EveryOptimal<'a, P: Problem, H: Heuristic<P>> {
    problem: &'a P,
    heuristic: &'a H,
    /// Empty before a round begins.
    frames: Vec<Frame<P, H::Memo>>,
    bound: Option<Cost>,
    next_bound: Cost,
    /// Solutions found so far, all of cost `bound`.
    found: u128,
    finished: bool,
    stats: Stats,
}

impl<'a, P: Problem, H: Heuristic<P>> EveryOptimal<'a, P, H> {
    /// All optimal solutions of `problem`.
    pub fn new(problem: &'a P, heuristic: &'a H) -> Result<Self, Inadmissible> {
        if heuristic.quality() == Quality::Inadmissible {
            return Err(Inadmissible);
        }
        Ok(Self {
            problem,
            heuristic,
            frames: Vec::new(),
            bound: None,
            next_bound: Cost::MAX,
            found: 0,
            finished: false,
            stats: Stats::default(),
        })
    }

    /// No solution costs less than this (proved).
    pub fn lower_bound(&self) -> Cost {
        self.bound.unwrap_or(0)
    }

    /// How many were found so far.
    pub fn found(&self) -> u128 {
        self.found
    }

    /// Counters.
    pub fn stats(&self) -> Stats {
        let bytes = (self.frames.capacity() * size_of::<Frame<P, H::Memo>>()) as u64;
        Stats { evaluated: self.stats.generated, peak_bytes: bytes, ..self.stats }
    }

    /// The next solution; `None` when there is no more. After a limit a further call goes on from the same place.
    pub fn next(&mut self, budget: &mut Budget) -> Result<Option<Solution<P::Action>>, Limit> {
        loop {
            if self.finished {
                return Ok(None);
            }
            if self.frames.is_empty() && self.begin_round(budget)? {
                self.found = 1;
                self.finished = true;
                return Ok(Some(Solution { actions: Vec::new(), cost: 0 }));
            }
            let before = budget.spent();
            let solution = self.go_on(budget);
            self.stats.generated += budget.spent() - before;
            if let Some(solution) = solution? {
                self.found += 1;
                return Ok(Some(solution));
            }
            self.finished = self.found > 0 || self.next_bound == Cost::MAX;
            if !self.finished {
                self.bound = Some(self.next_bound);
            }
        }
    }

    /// Puts the root on the path. Whether it is a goal.
    fn begin_round(&mut self, budget: &mut Budget) -> Result<bool, Limit> {
        let state = self.problem.start();
        let memo = self.heuristic.memo(self.problem, &state);
        if self.bound.is_none() {
            budget.spend()?;
            self.stats.generated += 1;
            self.bound = self.heuristic.estimate(&memo, Cost::MAX);
            if self.bound.is_none() {
                self.finished = true;
                return Ok(false);
            }
        }
        self.stats.examined += 1;
        if self.problem.is_goal(&state) {
            return Ok(true);
        }
        self.stats.expanded += 1;
        self.next_bound = Cost::MAX;
        let actions = self.problem.actions(&state, None);
        self.frames.push(Frame { state, memo, g: 0, last: None, actions, held: None });
        Ok(false)
    }

    /// To the next solution of this round, or to its end.
    fn go_on(&mut self, budget: &mut Budget) -> Result<Option<Solution<P::Action>>, Limit> {
        let bound = self.lower_bound();
        while let Some(top) = self.frames.last_mut() {
            // 1. The next action, or back to the frame before.
            let Some((action, cost)) = top.held.take().or_else(|| top.actions.next()) else {
                self.frames.pop();
                continue;
            };
            if let Err(limit) = budget.spend() {
                top.held = Some((action, cost));
                return Err(limit);
            }
            // 2. The child's g and h, from its parent alone.
            let g = top.g.saturating_add(cost);
            let memo = self.heuristic.advance(self.problem, &top.memo, &top.state, action);
            let Some(h) = self.heuristic.estimate(&memo, bound.saturating_sub(g)) else { continue };
            let f = g.saturating_add(h);
            if f > bound {
                self.next_bound = self.next_bound.min(f);
                continue;
            }
            // 3. A goal is a solution; anything else is entered.
            let mut state = top.state.clone();
            self.problem.apply(&mut state, action);
            self.stats.examined += 1;
            if self.problem.is_goal(&state) {
                let actions = self.frames.iter().filter_map(|frame| frame.last).chain([action]).collect();
                return Ok(Some(Solution { actions, cost: g }));
            }
            self.stats.expanded += 1;
            let actions = self.problem.actions(&state, Some(action));
            self.frames.push(Frame { state, memo, g, last: Some(action), actions, held: None });
        }
        Ok(None)
    }
}

/// All optimal solutions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllOptimal<A> {
    /// How the search ended: solved, if all were found.
    pub ending: Ending,
    /// Their cost; a proved lower bound where none was found.
    pub cost: Cost,
    /// How many there are; at least as many where a limit ended the search.
    pub count: u128,
    /// The first of them, as many as were asked for.
    pub listed: Vec<Vec<A>>,
    /// Counters.
    pub stats: Stats,
}

/// Counts all optimal solutions and lists the first `max` of them.
pub fn all_optimal<P: Problem, H: Heuristic<P>>(
    problem: &P,
    heuristic: &H,
    max: usize,
    budget: &mut Budget,
) -> Result<AllOptimal<P::Action>, Inadmissible> {
    let mut every = EveryOptimal::new(problem, heuristic)?;
    let mut listed = Vec::new();
    let ending = loop {
        match every.next(budget) {
            Ok(Some(solution)) if listed.len() < max => listed.push(solution.actions),
            Ok(Some(_)) => {}
            Ok(None) if every.found() == 0 => break Ending::Unsolvable,
            Ok(None) => break Ending::Solved,
            Err(limit) => break Ending::Stopped(limit),
        }
    };
    Ok(AllOptimal { ending, cost: every.lower_bound(), count: every.found(), listed, stats: every.stats() })
}
