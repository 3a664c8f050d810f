//! How a problem file is shown: states by `draw`, or as Starlark writes them; actions by their names.
//!
//! A search mentions a state when it is created, when it is examined, and whenever it is reached again, and to draw it is a call
//! into the file, which takes longer than all else that is done for an event. So drawings are kept.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use hueco_search::{Budget, Problem, Show, Shown};
use rustc_hash::FxBuildHasher;

use crate::error::ScriptError;
use crate::load::{FunctionId, ProblemFile};
use crate::problem::{Ordinal, ScriptProblem};
use crate::state::State;

/// Bytes of the drawings that are kept. When there are more, all are forgotten.
const MOST_BYTES: usize = 16 << 20;

/// Shows the states and actions of a problem file.
pub struct Picture<'p> {
    problem: &'p ScriptProblem,
    drawings: Drawings,
    action: String,
}

impl<'p> Picture<'p> {
    /// Of this problem.
    pub fn new(problem: &'p ScriptProblem) -> Self {
        problem.keep_names();
        Self { problem, drawings: Drawings::default(), action: String::new() }
    }

    fn step(&mut self, function: FunctionId, parent: &State, step: Ordinal) -> (&str, Shown<'_>) {
        let expansion = self.problem.expansion(function, parent);
        let (name, child) = expansion.named(step).unwrap_or(("", parent));
        self.action.clear();
        self.action.push_str(name);
        (&self.action, Shown::Text(self.drawings.of(self.problem, child)))
    }
}

impl<P: Problem<State = State, Action = Ordinal>> Show<P> for Picture<'_> {
    fn state(&mut self, state: &State) -> Shown<'_> {
        Shown::Text(self.drawings.of(self.problem, state))
    }

    fn child(&mut self, parent: &State, action: Ordinal) -> (&str, Shown<'_>) {
        self.step(self.problem.file().actions, parent, action)
    }

    fn child_back(&mut self, parent: &State, step: Ordinal) -> (&str, Shown<'_>) {
        let file = self.problem.file();
        self.step(file.predecessors.unwrap_or(file.actions), parent, step)
    }
}

/// The drawings of states, one after the other in one text.
#[derive(Default)]
struct Drawings {
    text: String,
    places: HashMap<State, Range<u32>, FxBuildHasher>,
}

impl Drawings {
    /// The drawing of a state; as Starlark writes it where the file does not draw, or has failed.
    fn of(&mut self, problem: &ScriptProblem, state: &State) -> &str {
        if let Some(place) = self.places.get(state) {
            return &self.text[place.start as usize..place.end as usize];
        }
        if self.text.len() + self.places.len() * size_of::<(State, Range<u32>)>() > MOST_BYTES {
            self.text.clear();
            self.places.clear();
        }
        let begin = self.text.len();
        match problem.file().draw {
            Some(draw) if !problem.has_failed() => {
                let drawn = problem.unless_failed(problem.interpreter().text(draw, state), String::new());
                self.text.push_str(&drawn);
            }
            // A text takes everything that is written to it.
            _ => _ = write!(self.text, "{state}"),
        }
        self.places.insert(state.clone(), begin as u32..self.text.len() as u32);
        &self.text[begin..]
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
    let mut drawings = Drawings::default();
    let mut drawn = Vec::with_capacity(states.len());
    for state in states {
        drawn.push(drawings.of(&problem, state).to_owned());
        if problem.has_failed() {
            break;
        }
    }
    Ok(problem.finish()?.is_none().then_some(drawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_forgotten_before_there_are_too_many() {
        let source = "start = 0\ngoal = 1\ndef actions(s): return []\ndef draw(s): return \"#\" * s\n";
        let file = Arc::new(ProblemFile::load("p.star", source, &[]).expect("it loads"));
        let problem = ScriptProblem::new(file);
        let state = |number: i32| {
            starlark::environment::Module::with_temp_heap(|module| {
                State::pack(module.heap().alloc(number), &mut Vec::new()).expect("a state")
            })
        };
        let mut drawings = Drawings::default();
        let (mut most_text, mut most_places) = (0, 0);
        for number in 0..40 {
            assert_eq!(drawings.of(&problem, &state(1_000_000 + number)).len(), 1_000_000 + number as usize);
            most_text = most_text.max(drawings.text.len());
        }
        assert!((MOST_BYTES..MOST_BYTES + 2_000_000).contains(&most_text), "{most_text}");
        let plain = ProblemFile::load("p.star", "start = 0\ngoal = 1\ndef actions(s): return []\n", &[]);
        let plain = ScriptProblem::new(Arc::new(plain.expect("it loads")));
        let mut drawings = Drawings::default();
        for number in 0..400_000 {
            drawings.of(&plain, &state(number));
            most_places = most_places.max(drawings.places.len());
        }
        let entry = size_of::<(State, Range<u32>)>();
        assert!((MOST_BYTES / 2..=MOST_BYTES + entry).contains(&(most_places * entry)), "{most_places}");
    }
}
