//! All optimal solutions, one after the other or counted: a policy of depth-first search.
//!
//! IDA* stops at its first solution. Here its last round is searched to the end: the first bound under which a goal is found is
//! the optimal cost, and everything under that bound holds every path of that cost. Each comes once, in the order of the actions.
//! The search holds one path and can be stopped and resumed at any time, so the solutions can be taken one by one however many
//! there are.
//!
//! "Every" means every path that the problem's actions make: what a problem leaves out after a last action (undoing it) is never
//! on a cheapest path. The closer the heuristic is to the true distance, the less is searched for nothing.

use std::fmt;
use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::depth_first::{Bounded, DepthFirst, Entry, Policy};
use crate::heuristic::{Heuristic, Quality};
use crate::observer::{Observer, Pruned};
use crate::problem::{Cost, Problem};
use crate::report::{Ending, Limit, Solution, Stats};
use crate::search::Search;

/// The heuristic may exceed the true distance, so no solution that it leads to is known to be optimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inadmissible;

impl fmt::Display for Inadmissible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all optimal solutions need an admissible heuristic")
    }
}

impl std::error::Error for Inadmissible {}

/// Remembers nothing, is bounded by g + h, and goes on after a goal.
#[derive(Clone, Copy, Debug)]
pub struct EverySolution;

impl<P: Problem> Policy<P> for EverySolution {
    const BOUNDED: Bounded = Bounded::Estimate;
    const EVERY: bool = true;

    #[inline]
    fn admit(&mut self, _: &Entry<'_, P>, _: impl Fn(&P::State) -> bool) -> Result<(), Pruned> {
        Ok(())
    }
}

/// The optimal solutions of a problem, found one by one.
pub type EveryOptimal<'a, P, H> = DepthFirst<'a, P, H, EverySolution>;

impl<'a, P: Problem, H: Heuristic<P>> EveryOptimal<'a, P, H> {
    /// All optimal solutions of `problem`.
    pub fn every_optimal(problem: &'a P, heuristic: &'a H) -> Result<Self, Inadmissible> {
        match heuristic.quality() {
            Quality::Inadmissible => Err(Inadmissible),
            _ => Ok(Self::new(problem, heuristic, EverySolution, 0, true)),
        }
    }

    /// The next solution; `None` when there is no more. After a limit a further call resumes at the same place.
    pub fn next<O: Observer<P>>(
        &mut self,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<Option<Solution<P::Action>>, Limit> {
        let before = self.found();
        let ending = loop {
            if let ControlFlow::Break(ending) = self.advance_to_end(observer, budget) {
                break ending;
            }
        };
        match ending {
            Ending::Solved if self.found() > before => Ok(self.last_solution()),
            Ending::Solved | Ending::Unsolvable => Ok(None),
            Ending::Stopped(limit) => Err(limit),
        }
    }
}

/// All optimal solutions of a problem, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllOptimal<A> {
    /// How the search ended: solved, if all were found.
    pub ending: Ending,
    /// Their cost; a proved lower bound where none was found.
    pub cost: Cost,
    /// How many there are; at least this number where a limit ended the search.
    pub count: u128,
    /// The first of them, as many as requested.
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
    let mut search = EveryOptimal::every_optimal(problem, heuristic)?;
    let mut listed = Vec::new();
    let ending = loop {
        match search.next(&mut (), budget) {
            Ok(Some(solution)) if listed.len() < max => listed.push(solution.actions),
            Ok(Some(_)) => {}
            Ok(None) if search.found() == 0 => break Ending::Unsolvable,
            Ok(None) => break Ending::Solved,
            Err(limit) => break Ending::Stopped(limit),
        }
    };
    let report = search.report();
    Ok(AllOptimal { ending, cost: report.lower_bound, count: search.found().into(), listed, stats: report.stats })
}
