//! Anytime weighted A* (Hansen and Zhou, 2007): weighted A* that does not stop at its first solution.
//!
//! Its first solution is that of weighted A*. Then it goes on in the same order, dropping whatever cannot lead to a better
//! one, until nothing is left: then the last solution is optimal. It repeats nothing, and keeps every state it reached.

use crate::anytime::{Anytime, Rule};
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::report::Ties;

impl<'a, P: Problem, H: Heuristic<P>> Anytime<'a, P, H> {
    /// Anytime weighted A*, with h counted `weight`/1000 times.
    pub fn awa_star(problem: &'a P, heuristic: &'a H, weight: u32, ties: Ties) -> Self {
        Self::new(problem, heuristic, weight, Rule::Steady, ties)
    }
}
