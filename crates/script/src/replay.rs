//! A sequence of action names, replayed.

use std::sync::Arc;

use hueco_search::{Budget, Cost, Problem as _};

use crate::error::ScriptError;
use crate::load::ProblemFile;
use crate::problem::ScriptProblem;
use crate::state::State;

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The states, from the start to where it ended.
    pub states: Vec<State>,
    /// The cost of the actions that were taken.
    pub cost: Cost,
    /// The first action that is none of its state's, from 0, and those that are.
    pub illegal: Option<(usize, Vec<String>)>,
    /// Whether the last state is a goal.
    pub solved: bool,
}

/// Takes actions by name, from the start, as far as they are legal. Of several with one name the first is taken.
pub fn replay(file: &Arc<ProblemFile>, names: &[String], budget: &Budget) -> Result<Replay, ScriptError> {
    let problem = ScriptProblem::new(Arc::clone(file));
    problem.obey(budget);
    let mut state = problem.start();
    let mut replay = Replay { states: vec![state.clone()], cost: 0, illegal: None, solved: false };
    for (at, name) in names.iter().enumerate() {
        let legal = problem.action_names(&state)?;
        let taken = problem.actions(&state, None).zip(&legal).find(|(_, known)| *known == name);
        let Some(((action, cost), _)) = taken else {
            replay.illegal = Some((at, legal));
            break;
        };
        problem.apply(&mut state, action);
        replay.cost = replay.cost.saturating_add(cost);
        replay.states.push(state.clone());
    }
    replay.solved = problem.is_goal(&state);
    match problem.take_failure() {
        Some(failure) => Err(problem.error(failure)),
        None => Ok(replay),
    }
}
