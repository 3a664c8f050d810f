//! ARA*, anytime repairing A* (Likhachev, Gordon and Thrun, 2003): weighted A* in rounds of a falling weight, each of which
//! resumes where the last one ended.
//!
//! A round ends when its best solution is within the weight. Then the excess of the weight over one is halved, or more where
//! the solution is proved to be closer than that, and what waits is put in order by the new weight. A state that was
//! expanded in a round and is reached again at a lower cost is not expanded twice in that round: it waits for the next.
//! The last round has a weight of one, and its solution is optimal.

use crate::anytime::{Anytime, Rule};
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::report::Ties;

impl<'a, P: Problem, H: Heuristic<P>> Anytime<'a, P, H> {
    /// ARA*, whose first round counts h `weight`/1000 times.
    pub fn ara_star(problem: &'a P, heuristic: &'a H, weight: u32, ties: Ties) -> Self {
        Self::new(problem, heuristic, weight, Rule::Rounds, ties)
    }
}
