//! How a problem file is shown: states by `draw`, or as Starlark writes them; actions by their names.

use std::sync::Arc;

use hueco_search::{Budget, Problem, Show, Shown};

use crate::error::ScriptError;
use crate::load::{FunctionId, ProblemFile};
use crate::problem::{Ordinal, ScriptProblem};
use crate::state::State;

/// Shows the states and actions of a problem file.
pub struct Picture<'p> {
    problem: &'p ScriptProblem,
    /// The names of the steps of the last parent.
    names: Option<(FunctionId, State, Vec<String>)>,
    state: String,
}

impl<'p> Picture<'p> {
    /// Of this problem.
    pub fn new(problem: &'p ScriptProblem) -> Self {
        Self { problem, names: None, state: String::new() }
    }

    fn write(&mut self, state: &State) {
        let file = self.problem.file();
        self.state = match file.draw {
            Some(draw) if !self.problem.has_failed() => {
                self.problem.unless_failed(self.problem.interpreter().text(draw, state), String::new())
            }
            _ => state.to_string(),
        };
    }

    fn step(&mut self, function: FunctionId, parent: &State, step: Ordinal, child: &State) -> (&str, Shown<'_>) {
        if !matches!(&self.names, Some((of, known, _)) if *of == function && known == parent) {
            let names = self.problem.interpreter().names(function, parent);
            let names = self.problem.unless_failed(names, Vec::new());
            self.names = Some((function, parent.clone(), names));
        }
        self.write(child);
        let names = self.names.as_ref().map_or(&[][..], |known| &known.2);
        (names.get(step.index()).map_or("", String::as_str), Shown::Text(&self.state))
    }
}

impl<P: Problem<State = State, Action = Ordinal>> Show<P> for Picture<'_> {
    fn state(&mut self, state: &State) -> Shown<'_> {
        self.write(state);
        Shown::Text(&self.state)
    }

    fn child(&mut self, parent: &State, action: Ordinal) -> (&str, Shown<'_>) {
        let mut child = parent.clone();
        self.problem.apply(&mut child, action);
        self.step(self.problem.file().actions, parent, action, &child)
    }

    fn child_back(&mut self, parent: &State, step: Ordinal) -> (&str, Shown<'_>) {
        let function = self.problem.file().predecessors.unwrap_or(self.problem.file().actions);
        let mut child = parent.clone();
        self.problem.step(function, &mut child, step);
        self.step(function, parent, step, &child)
    }
}

/// States as they are shown: by `draw`, or as Starlark writes them. `None` where a limit of the budget came first.
pub fn drawings(
    file: &Arc<ProblemFile>,
    states: &[State],
    budget: &Budget,
) -> Result<Option<Vec<String>>, ScriptError> {
    let problem = ScriptProblem::new(Arc::clone(file));
    problem.obey(budget);
    let mut picture = Picture::new(&problem);
    let mut drawn = Vec::with_capacity(states.len());
    for state in states {
        picture.write(state);
        drawn.push(std::mem::take(&mut picture.state));
        if problem.has_failed() {
            break;
        }
    }
    Ok(problem.finish()?.is_none().then_some(drawn))
}
