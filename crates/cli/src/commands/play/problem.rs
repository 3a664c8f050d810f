//! A problem file as a game: its actions are the menu, `draw` is the picture.
//!
//! The interpreter of a file stays on one thread: the game has its own, and the solver makes another.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_jobs::JobError;
use hueco_say::Lang;
use hueco_script::{Options, Outcome, Path, Picture, ProblemFile, ScriptError, ScriptProblem, State, run_from};
use hueco_search::{Budget, Cost, Problem as _, Show, Shown};

use super::coach::Found;
use super::game::{Rules, Step};
use super::session::Why;
use crate::failure::{Failure, Result};
use crate::{memory, problem};

/// How long a search may take, for the coach and for a player who waits.
const COACH: Duration = Duration::from_secs(3);
const ASKED: Duration = Duration::from_secs(15);

/// The longest drawing of a goal, in characters, that is shown in a line.
const LONGEST_GOAL: usize = 60;

/// An action of a state: which of them, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) index: usize,
    pub(super) name: String,
}

/// An action with what it leads to.
type Offered = Step<State, Choice>;

/// A problem file that is played.
pub(super) struct Puzzle {
    problem: ScriptProblem,
    lang: Lang,
}

impl Puzzle {
    /// From its file.
    pub(super) fn new(file: Arc<ProblemFile>, lang: Lang) -> Self {
        Self { problem: ScriptProblem::new(file), lang }
    }

    /// Its title.
    pub(super) fn title(&self) -> &str {
        self.problem.file().title()
    }

    /// Where it begins.
    pub(super) fn start(&self) -> State {
        self.problem.start()
    }

    /// The goal in a line, where it is one state: as the file draws it, its lines joined, or as it is written if that would be long.
    pub(super) fn goal(&self) -> Result<Option<String>> {
        let Some(goal) = self.problem.file().goal_state() else { return Ok(None) };
        let drawn = self.picture(goal)?.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" / ");
        Ok(Some(if drawn.chars().count() <= LONGEST_GOAL { drawn } else { goal.to_string() }))
    }

    /// The actions of a state, in the file's order.
    pub(super) fn menu(&self, state: &State) -> Result<Vec<Offered>> {
        let steps = steps(&self.problem, state);
        self.checked(steps)
    }

    /// A state as the file draws it, line by line.
    pub(super) fn picture(&self, state: &State) -> Result<Vec<String>> {
        let mut picture = Picture::new(&self.problem);
        let text = match Show::<ScriptProblem>::state(&mut picture, state) {
            Shown::Text(text) => text.to_owned(),
            Shown::Cells(_) => state.to_string(),
        };
        let lines = text.lines().map(|line| line.replace('\t', "    ")).collect();
        self.checked(Ok(lines))
    }

    /// A result, unless the file made a mistake meanwhile.
    fn checked<T>(&self, result: std::result::Result<T, ScriptError>) -> Result<T> {
        let failed = |error: ScriptError| problem::failure(&JobError::from(error), self.lang);
        // A limit cannot end a call here: the only limits are those of every call, and those are mistakes.
        self.problem.finish().map_err(failed)?;
        result.map_err(failed)
    }
}

impl Rules for Puzzle {
    type State = State;
    type Action = Choice;

    fn apply(&mut self, state: &State, choice: &Choice) -> Result<Option<(State, Cost)>> {
        let step = self.menu(state)?.into_iter().nth(choice.index);
        Ok(step.map(|step| (step.state, step.cost)))
    }

    fn is_goal(&mut self, state: &State) -> Result<bool> {
        let is_goal = self.problem.is_goal(state);
        self.checked(Ok(is_goal))
    }
}

/// The actions of a state with what they lead to.
fn steps(problem: &ScriptProblem, state: &State) -> std::result::Result<Vec<Offered>, ScriptError> {
    let names = problem.action_names(state)?;
    let actions = problem.actions(state, None);
    let step = |((action, cost), name): ((_, Cost), String)| {
        let mut after = state.clone();
        problem.apply(&mut after, action);
        Step { action: Choice { index: action.index(), name }, state: after, cost }
    };
    Ok(actions.zip(names).map(step).collect())
}

/// Solutions from a state.
pub(super) fn search(
    file: Arc<ProblemFile>,
    lang: Lang,
) -> impl FnMut(&State, Why, &Arc<AtomicBool>) -> Result<Found<State, Choice>> {
    let problem = ScriptProblem::new(Arc::clone(&file));
    move |state, why, cancel| {
        let time = if why == Why::Asked { ASKED } else { COACH };
        let mut budget = Budget::unlimited().timeout(time).cancel(Arc::clone(cancel));
        if let Some(bytes) = memory::default_limit() {
            budget = budget.max_bytes(bytes);
        }
        let solved = run_from(&file, state, &Options::default(), &mut budget, None);
        let answer = match solved {
            Ok(answer) => answer,
            // A call that the time limit or the player ended is no mistake of the file.
            Err(error) if error.limit().is_some() => return Ok(Found::Late),
            Err(error) => return Err(failure(error, lang)),
        };
        Ok(match (answer.path, answer.outcome) {
            (Some(path), _) => match along(&problem, &path).map_err(|error| failure(error, lang))? {
                Some(steps) => Found::Solution { steps, optimal: answer.optimal },
                None => Found::Late,
            },
            (None, Outcome::Unsolvable) => Found::Unsolvable,
            (None, Outcome::Solved | Outcome::Stopped(_)) => Found::Late,
        })
    }
}

fn failure(error: ScriptError, lang: Lang) -> Failure {
    problem::failure(&JobError::from(error), lang)
}

/// A path as the steps of menus.
fn along(problem: &ScriptProblem, path: &Path) -> std::result::Result<Option<Vec<Offered>>, ScriptError> {
    let mut taken = Vec::with_capacity(path.actions.len());
    for (at, name) in path.actions.iter().enumerate() {
        let menu = steps(problem, &path.states[at])?;
        let leads_there = |step: &Offered| step.action.name == *name && step.state == path.states[at + 1];
        match menu.into_iter().filter(leads_there).min_by_key(|step| step.cost) {
            Some(step) => taken.push(step),
            None => return Ok(None),
        }
    }
    Ok(Some(taken))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTING: &str = "title = 'Counting'\nstart = 0\ngoal = 5\nreversible = False\n\
        def actions(s):\n    return [('one', s + 1), ('two', s + 2, 3)] if s < 5 else []\n\
        def draw(s):\n    return 'o' * s + '.' * (5 - s)\n";

    fn file(text: &str) -> Arc<ProblemFile> {
        Arc::new(ProblemFile::load("test.star", text, &[]).unwrap())
    }

    #[test]
    fn a_file_is_played_by_its_menu() {
        let mut puzzle = Puzzle::new(file(COUNTING), Lang::En);
        let start = puzzle.start();
        let menu = puzzle.menu(&start).unwrap();
        let names: Vec<_> = menu.iter().map(|step| (step.action.name.as_str(), step.cost)).collect();
        assert_eq!(names, [("one", 1), ("two", 3)]);
        let (after, cost) = puzzle.apply(&start, &menu[1].action).unwrap().unwrap();
        assert_eq!((puzzle.picture(&after).unwrap(), cost), (vec!["oo...".to_owned()], 3));
        assert!(!puzzle.is_goal(&after).unwrap());
        let beyond = Choice { index: 2, name: "three".to_owned() };
        assert_eq!(puzzle.apply(&start, &beyond).unwrap(), None);
        assert_eq!(puzzle.goal().unwrap().as_deref(), Some("ooooo"));
    }

    #[test]
    fn a_solution_is_made_of_the_menus_actions() {
        let file = file(COUNTING);
        let puzzle = Puzzle::new(Arc::clone(&file), Lang::En);
        let mut search = search(file, Lang::En);
        let found = search(&puzzle.start(), Why::Coach, &Arc::default()).unwrap();
        let Found::Solution { steps, optimal: true } = found else { panic!("{found:?}") };
        assert_eq!(steps.iter().map(|step| step.cost).sum::<Cost>(), 5);
        assert!(steps.iter().all(|step| step.action.index == 0));
    }

    #[test]
    fn a_mistake_in_the_file_ends_the_game_with_its_place() {
        let text = "start = 0\ngoal = 9\ndef actions(s):\n    return [('on', s + 1)] if s < 1 else [7 // (s - 1)]\n";
        let mut puzzle = Puzzle::new(file(text), Lang::En);
        let start = puzzle.start();
        let step = puzzle.menu(&start).unwrap().remove(0);
        let (after, _) = puzzle.apply(&start, &step.action).unwrap().unwrap();
        let Err(Failure::Message { message, .. }) = puzzle.menu(&after) else { panic!("the file divides by zero") };
        assert!(message.starts_with("test.star:4:"), "{message}");
    }
}
