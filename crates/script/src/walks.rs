//! Other starts for the same problem: where a random walk from its start ends.
//!
//! A problem file has one start, so what should differ from question to question, or from one try to the next, needs others. Every state on
//! a walk can be reached, so it is a state that the file's functions understand. The same seed gives the same walks.

use std::sync::Arc;

use hueco_search::{Budget, Problem as _};
use rand_core::Rng as _;
use rand_pcg::Pcg64Mcg;

use crate::error::ScriptError;
use crate::load::ProblemFile;
use crate::problem::ScriptProblem;
use crate::state::State;

/// Actions of a walk, at most.
const LONGEST: u64 = 24;

/// Walks from the start of a problem.
pub struct RandomWalks {
    problem: ScriptProblem,
    random: Pcg64Mcg,
}

impl RandomWalks {
    /// Walks within a budget, from this seed.
    pub fn new(file: &Arc<ProblemFile>, seed: u64, budget: &Budget) -> Self {
        let problem = ScriptProblem::new(Arc::clone(file));
        problem.obey(budget);
        // The generator's state is odd, so the lowest bit of a seed would be lost.
        Self { problem, random: Pcg64Mcg::new((u128::from(seed) << 64) | 0x9e37_79b9_7f4a_7c15) }
    }

    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.random.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Where the next walk ends: after at most `LONGEST` actions, or where there are none.
    pub fn state(&mut self) -> Result<State, ScriptError> {
        let mut state = self.problem.start();
        for _ in 0..=self.below(LONGEST) {
            let actions = self.problem.actions(&state, None).count() as u64;
            if actions == 0 {
                break;
            }
            let taken = self.below(actions) as usize;
            if let Some((action, _)) = self.problem.actions(&state, None).nth(taken) {
                self.problem.apply(&mut state, action);
            }
        }
        match self.problem.take_failure() {
            Some(failure) => Err(self.problem.error(failure)),
            None => Ok(state),
        }
    }
}
