//! One solution after the other: a best-first search that has found a goal can resume and look for the next.
//!
//! Each solution leads to another goal state, by the path that the search has found to it; A* with a consistent heuristic
//! and uniform-cost search find them in the order of their costs. A goal is expanded like any other node before the
//! next is looked for, since the cheapest path to a further goal may lead through it. (All cheapest paths, also several to
//! one goal, are what [`EveryOptimal`](crate::EveryOptimal) and [`paths::astar_bag`](crate::paths::astar_bag) find.)
//!
//! ```
//! use hueco_search::paths::Closures;
//! use hueco_search::{BestFirst, Budget, Ties};
//!
//! // From 1, adding 3 or doubling: the multiples of 10 that are found first.
//! let steps = |&n: &u32| [(n + 3, 3), (n * 2, 1)].into_iter().filter(|step| step.0 < 100);
//! let problem = Closures::new(1, steps, |n| n % 10 == 0);
//! let search = BestFirst::uniform_cost(&problem, Ties::Fifo);
//! let costs: Vec<u32> = search.solutions(Budget::unlimited()).map(|found| found.unwrap().cost).collect();
//! assert_eq!(costs[..3], [5, 6, 7]);
//! assert!(costs.is_sorted());
//! ```

use std::ops::ControlFlow;

use crate::best_first::BestFirst;
use crate::budget::Budget;
use crate::expansion::{Parent, Partial, Phase};
use crate::heuristic::Heuristic;
use crate::observer::Observer;
use crate::order::{ByValue, Kept as _, Order};
use crate::problem::Problem;
use crate::report::{Ending, Limit};
use crate::search::{Path, Search};

/// A path of a problem.
pub type PathOf<P> = Path<<P as Problem>::State, <P as Problem>::Action>;

impl<'a, P: Problem, H: Heuristic<P>, O: Order> BestFirst<'a, P, H, O> {
    /// Lets a search that was solved look for further goals: the goal it found is expanded next. What was proved stays
    /// what it is: nothing is cheaper than the first solution.
    fn look_further(&mut self) {
        let Some(id) = self.goal.filter(|_| matches!(self.phase, Phase::Finished(Ending::Solved))) else { return };
        self.lower_bound = self.report().lower_bound;
        (self.value_is_bound, self.further, self.goal) = (false, true, None);
        self.stats.expanded += 1;
        let (state, link) = self.reached.node(id);
        let parent = Parent { id, state: state.clone(), memo: link.memo.clone(), g: link.g(), before: None };
        let actions = self.problem.actions(&parent.state, link.action.action());
        self.phase = Phase::Held(Partial { parent, held: Vec::new(), actions });
    }

    /// The next solution, with its states; `None` when there is no further goal. After a limit a further call resumes at the
    /// same place.
    ///
    /// [`Report::lower_bound`](crate::Report::lower_bound) stays what the first solution proved. After the last one the
    /// report says *unsolvable*: there is no further solution.
    pub fn next_solution<W: Observer<P>>(
        &mut self,
        observer: &mut W,
        budget: &mut Budget,
    ) -> Result<Option<PathOf<P>>, Limit> {
        self.look_further();
        loop {
            match self.step(observer, budget) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(Ending::Solved) => return Ok(self.path()),
                ControlFlow::Break(Ending::Unsolvable) => return Ok(None),
                ControlFlow::Break(Ending::Stopped(limit)) => return Err(limit),
            }
        }
    }

    /// The solutions of this search, one after the other, within a budget for all of them.
    pub fn solutions(self, budget: Budget) -> Solutions<'a, P, H, O> {
        Solutions { search: self, budget, ended: false }
    }
}

/// Solutions, one after the other; see the head of this module. A limit is an error and the last item.
pub struct Solutions<'a, P: Problem, H: Heuristic<P>, O: Order = ByValue> {
    search: BestFirst<'a, P, H, O>,
    budget: Budget,
    ended: bool,
}

impl<'a, P: Problem, H: Heuristic<P>, O: Order> Solutions<'a, P, H, O> {
    /// The search, to be resumed or asked for its report.
    pub fn into_search(self) -> BestFirst<'a, P, H, O> {
        self.search
    }
}

impl<P: Problem, H: Heuristic<P>, O: Order> Iterator for Solutions<'_, P, H, O> {
    type Item = Result<PathOf<P>, Limit>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.search.next_solution(&mut (), &mut self.budget).transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}
