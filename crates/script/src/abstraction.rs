//! A pattern database from an abstraction: exact distances in a simpler space.
//!
//! `abstraction_x(s)` maps a state to a simpler one on which `actions` works too. If the image of every action is an action,
//! then the distance of the images is a lower bound of the distance of the states, and a consistent one. The table holds
//! the distance of every abstract state to the abstract goal. Where predecessors are known it is built backward from there;
//! otherwise the abstract space is walked from the start, and its edges are followed in reverse.

use hueco_search::{Budget, Cost, Problem as _};

use crate::interpreter::Failure;
use crate::load::{FunctionId, Goal};
use crate::problem::ScriptProblem;
use crate::space::{Number, Numbered, TableError, spread, walk};
use crate::state::State;

/// The distances of an abstract space.
pub(crate) struct Table {
    abstraction: FunctionId,
    numbered: Numbered,
    distances: Vec<Cost>,
}

impl Table {
    pub(crate) fn build(problem: &ScriptProblem, abstraction: FunctionId, budget: &Budget) -> Result<Self, TableError> {
        problem.obey(budget);
        let file = problem.file();
        match (file.goal_state(), file.predecessors) {
            (Some(goal), Some(predecessors)) => {
                let goal = problem.interpreter().state(abstraction, goal)?;
                Self::backward(problem, abstraction, &goal, predecessors, budget)
            }
            (goal, _) => {
                let goal = goal.map(|goal| problem.interpreter().state(abstraction, goal)).transpose()?;
                Self::forward(problem, abstraction, goal.as_ref(), budget)
            }
        }
    }

    /// Uniform cost from the abstract goal.
    fn backward(
        problem: &ScriptProblem,
        abstraction: FunctionId,
        goal: &State,
        predecessors: FunctionId,
        budget: &Budget,
    ) -> Result<Self, TableError> {
        let (numbered, distances) = spread(problem, predecessors, goal, budget, None, |_, _, _| Ok(true))?;
        Ok(Self { abstraction, numbered, distances })
    }

    /// The whole abstract space from the start, turned round.
    fn forward(
        problem: &ScriptProblem,
        abstraction: FunctionId,
        goal: Option<&State>,
        budget: &Budget,
    ) -> Result<Self, TableError> {
        let file = problem.file();
        let start = problem.interpreter().state(abstraction, &problem.start())?;
        let (numbered, edges) = walk(problem, &start, budget)?;
        let mut goals = Vec::new();
        for (number, state) in numbered.states().iter().enumerate() {
            let is_goal = match (&file.goal, goal) {
                (Goal::Test(function), _) => problem.interpreter().truth(*function, state)?,
                (Goal::State(_), goal) => goal == Some(state),
            };
            if is_goal {
                goals.push(number as Number);
            }
        }
        let distances = edges.distances(numbered.states().len(), &goals);
        Ok(Self { abstraction, numbered, distances })
    }

    pub(crate) fn abstraction(&self) -> FunctionId {
        self.abstraction
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.numbered.bytes() + (self.distances.capacity() * size_of::<Cost>()) as u64
    }

    /// A state's image and its distance. `None`: there is no path from it.
    pub(crate) fn look(&self, problem: &ScriptProblem, state: &State) -> Result<(State, Option<Cost>), Failure> {
        let image = problem.interpreter().state(self.abstraction, state)?;
        let distance = self.numbered.get(&image).map(|number| self.distances[number as usize]);
        let distance = distance.filter(|distance| *distance != Cost::MAX);
        Ok((image, distance))
    }
}
