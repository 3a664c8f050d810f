//! A game: the states that were reached, the actions that led there, how many of them are done, and the clock.
//!
//! Nothing here knows what is played. Times are durations since the program began, given by the caller, so that a test decides
//! what time it is.

use std::hash::Hash;
use std::time::Duration;

use hueco_search::Cost;

use crate::failure::Result;

/// What is played: which actions a state has and where they lead.
pub(super) trait Rules {
    /// A configuration of the puzzle.
    type State: Clone + Eq + Hash + Send;
    /// One step from a state.
    type Action: Clone + PartialEq + Send;

    /// The state after an action, and its cost; `None` where there is no such action.
    fn apply(&mut self, state: &Self::State, action: &Self::Action) -> Result<Option<(Self::State, Cost)>>;

    /// Whether the puzzle is solved.
    fn is_goal(&mut self, state: &Self::State) -> Result<bool>;
}

/// An action that was taken, and where it led.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step<S, A> {
    pub(super) action: A,
    pub(super) state: S,
    pub(super) cost: Cost,
}

/// Where a player is, and how to get back.
#[derive(Clone, Debug)]
pub(super) struct Game<S, A> {
    start: S,
    steps: Vec<Step<S, A>>,
    done: usize,
    /// Runs from the first action until the puzzle is solved.
    pub(super) clock: Clock,
}

impl<S: Clone, A: Clone + PartialEq> Game<S, A> {
    /// A game that begins here.
    pub(super) fn new(start: S) -> Self {
        Self { start, steps: Vec::new(), done: 0, clock: Clock::default() }
    }

    /// Where the player is.
    pub(super) fn state(&self) -> &S {
        self.state_after(self.done)
    }

    /// The state after this many actions.
    pub(super) fn state_after(&self, actions: usize) -> &S {
        actions.checked_sub(1).map_or(&self.start, |last| &self.steps[last].state)
    }

    /// Every action of the game, those that were undone last included.
    pub(super) fn steps(&self) -> &[Step<S, A>] {
        &self.steps
    }

    /// How many actions are done.
    pub(super) fn done(&self) -> usize {
        self.done
    }

    /// The cost of what is done.
    pub(super) fn cost(&self) -> Cost {
        self.steps[..self.done].iter().fold(0, |sum, step| sum.saturating_add(step.cost))
    }

    /// Takes a step. What was undone is forgotten, unless it is taken again.
    pub(super) fn take(&mut self, step: Step<S, A>) {
        if self.steps.get(self.done).is_none_or(|known| known.action != step.action) {
            self.steps.truncate(self.done);
            self.steps.push(step);
        }
        self.done += 1;
    }

    /// Back by one action. `false` at the start.
    pub(super) fn undo(&mut self) -> bool {
        let possible = self.done > 0;
        self.done -= usize::from(possible);
        possible
    }

    /// Forward again by one action. `false` where nothing was undone.
    pub(super) fn redo(&mut self) -> bool {
        let possible = self.done < self.steps.len();
        self.done += usize::from(possible);
        possible
    }

    /// Back to the start; every action can be done again.
    pub(super) fn restart(&mut self) {
        self.done = 0;
    }
}

/// A stopwatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    before: Duration,
    since: Option<Duration>,
}

impl Clock {
    /// Runs from now on, if it does not yet.
    pub(super) fn start(&mut self, now: Duration) {
        self.since.get_or_insert(now);
    }

    /// Stands still from now on.
    pub(super) fn stop(&mut self, now: Duration) {
        self.before = self.elapsed(now);
        self.since = None;
    }

    /// How long it ran.
    pub(super) fn elapsed(&self, now: Duration) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }

    /// Whether it runs.
    pub(super) fn is_running(&self) -> bool {
        self.since.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(action: char, state: u32) -> Step<u32, char> {
        Step { action, state, cost: 2 }
    }

    #[test]
    fn what_was_undone_can_be_done_again_until_something_else_is_done() {
        let mut game = Game::new(0);
        assert!(!game.undo());
        game.take(step('a', 1));
        game.take(step('b', 2));
        assert_eq!((*game.state(), game.done(), game.cost()), (2, 2, 4));
        assert!(game.undo() && game.undo() && game.redo());
        assert_eq!(*game.state(), 1);
        // The same action as before: what follows it is still known.
        assert!(game.undo());
        game.take(step('a', 1));
        assert!(game.redo() && !game.redo());
        game.restart();
        game.take(step('c', 3));
        assert!(!game.redo());
        assert_eq!((game.steps().len(), *game.state()), (1, 3));
    }

    #[test]
    fn a_clock_counts_only_while_it_runs() {
        let at = Duration::from_secs;
        let mut clock = Clock::default();
        assert_eq!(clock.elapsed(at(9)), at(0));
        clock.start(at(10));
        clock.start(at(12));
        assert_eq!(clock.elapsed(at(15)), at(5));
        clock.stop(at(15));
        assert_eq!(clock.elapsed(at(99)), at(5));
        clock.start(at(100));
        assert_eq!(clock.elapsed(at(101)), at(6));
        assert!(clock.is_running());
    }
}
