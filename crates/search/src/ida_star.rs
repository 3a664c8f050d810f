//! IDA*: depth-first search under a bound on g + h, again and again with a higher bound.
//!
//! The first bound is the start's h. A round enters every state whose g + h is within the bound; if none is a goal, the
//! next bound is the least g + h that was over it. With an admissible heuristic the first solution is a cheapest one,
//! and every finished round proves a lower bound. It remembers nothing but its path: a few kilobytes, however long it
//! runs. The price is that a state which can be reached by several paths is entered on each of them, and that it walks in
//! circles under ever higher bounds where there is no solution: give it a limit there. (Only a circle of free steps is
//! noticed, since no bound would end it.)

use crate::depth_first::{Bounded, DepthFirst, Entry, Policy};
use crate::heuristic::Heuristic;
use crate::observer::Pruned;
use crate::problem::Problem;

/// Remembers nothing; bounded by g + h.
#[derive(Clone, Copy, Debug)]
pub struct Deepening;

impl<P: Problem> Policy<P> for Deepening {
    const BOUNDED: Bounded = Bounded::Estimate;

    #[inline]
    fn admit(&mut self, _: &Entry<'_, P>, _: impl Fn(&P::State) -> bool) -> Result<(), Pruned> {
        Ok(())
    }
}

/// The same, and enters no state that is on its path.
#[derive(Clone, Copy, Debug)]
pub struct WithoutCycles;

impl<P: Problem> Policy<P> for WithoutCycles {
    const BOUNDED: Bounded = Bounded::Estimate;

    #[inline]
    fn admit(&mut self, child: &Entry<'_, P>, path: impl Fn(&P::State) -> bool) -> Result<(), Pruned> {
        if path(child.state) { Err(Pruned::Cycle) } else { Ok(()) }
    }
}

/// IDA* in progress.
pub type IdaStar<'a, P, H> = DepthFirst<'a, P, H, Deepening>;

impl<'a, P: Problem, H: Heuristic<P>> IdaStar<'a, P, H> {
    /// IDA*: cheapest if the heuristic is admissible.
    pub fn ida_star(problem: &'a P, heuristic: &'a H) -> Self {
        Self::new(problem, heuristic, Deepening, 0, true)
    }
}

impl<'a, P: Problem, H: Heuristic<P>> IdaStar<'a, P, H> {
    /// IDA* for problems whose actions lead back: it compares every child with the path to it, and ends in a finite space
    /// without a solution too.
    pub fn without_cycles(problem: &'a P, heuristic: &'a H) -> DepthFirst<'a, P, H, WithoutCycles> {
        DepthFirst::new(problem, heuristic, WithoutCycles, 0, true)
    }
}
