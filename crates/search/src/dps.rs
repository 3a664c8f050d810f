//! DPS, dynamic potential search (Gilon, Felner and Stern, 2016): a solution within a bound, by the likeliest nodes first.
//!
//! No solution costs less than the lowest f among the nodes that wait, so one of at most `weight` times that is within the
//! weight. The *potential* of a node is the room that this limit leaves after its g, per unit of its h: the larger, the
//! likelier it is that a solution through the node stays within the limit. Weighted A* has one fixed trade of g against h; here
//! the limit rises with the lowest f, and what was hopeless becomes likely. With every notable rise the frontier is put in
//! order again.
//!
//! With an admissible heuristic the first goal taken costs at most `weight` times the cheapest, and the lower bound that is
//! reported says how close it is at least.

use crate::anytime::{Anytime, Rule};
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::report::Ties;

impl<'a, P: Problem, H: Heuristic<P>> Anytime<'a, P, H> {
    /// Dynamic potential search: at most `weight`/1000 times the cheapest, if the heuristic is admissible.
    pub fn dps(problem: &'a P, heuristic: &'a H, weight: u32, ties: Ties) -> Self {
        Self::new(problem, heuristic, weight, Rule::Potential, ties)
    }
}
