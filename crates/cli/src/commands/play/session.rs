//! A game with a player: what happens on each input, what a solver is wanted for, and what there is to report.
//!
//! A session asks for nothing itself: whoever runs it looks at [`Session::wanted`], has it searched, and hands back what was found.
//! So it is one plain value, and a test plays it without a terminal, a clock or a thread.

use std::time::Duration;

use super::coach::{Coach, Found, Known};
use super::game::{Clock, Game, Rules, Step};
use crate::failure::Result;

/// From one step of a solution that is watched to the next.
const PACE: Duration = Duration::from_millis(350);
/// Earlier states of the game whose distances are asked for, to say which steps lost ground.
const LOOK_BACK: usize = 60;

/// What the player wants that is the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Undo,
    Redo,
    Restart,
    Hint,
    Watch,
    Pause,
    Coach,
}

/// What there is to report about the last input.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Remark<A> {
    Nothing,
    /// A step toward the goal.
    Hint(A),
    /// A solver is at work on a hint, or on a solution to watch.
    Searching,
    /// A solution is being watched: its cost, and whether none is cheaper.
    Watching {
        cost: u32,
        optimal: bool,
    },
    /// A solution that is watched stands still.
    Paused,
    /// There is nothing to find.
    DeadEnd,
    /// None was found in time.
    Late,
    /// The puzzle is solved.
    Solved,
}

/// Why a solver is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The player waits for it.
    Asked,
    /// The coach would like to know.
    Coach,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Playing,
    /// Won by the player, and not yet taken note of.
    Won,
    /// The clock stands still until the player begins anew.
    Over,
}

/// A solution that is being watched.
#[derive(Clone, Copy, Debug)]
struct Watching {
    cost: u32,
    optimal: bool,
    /// When its next step is due; `None` while it is paused.
    due: Option<Duration>,
}

/// A game with a player.
pub(super) struct Session<R: Rules> {
    pub(super) rules: R,
    pub(super) game: Game<R::State, R::Action>,
    pub(super) coach: Coach<R::State, R::Action>,
    /// Whether the coach speaks.
    pub(super) coaching: bool,
    pub(super) remark: Remark<R::Action>,
    /// Whether the player had help: a hint, or a solution that was watched.
    pub(super) helped: bool,
    watching: Option<Watching>,
    /// A hint or a solution that is being searched.
    waiting: Option<Wish>,
    stage: Stage,
}

impl<R: Rules> Session<R> {
    /// A game that begins at `start`.
    pub(super) fn new(rules: R, start: R::State, coaching: bool) -> Self {
        Self {
            rules,
            game: Game::new(start),
            coach: Coach::new(),
            coaching,
            remark: Remark::Nothing,
            helped: false,
            watching: None,
            waiting: None,
            stage: Stage::Playing,
        }
    }

    /// Takes an action, if there is such a one here. A solution that was watched ends: the player goes on alone.
    pub(super) fn act(&mut self, action: &R::Action, now: Duration) -> Result<bool> {
        let Some((state, cost)) = self.rules.apply(self.game.state(), action)? else {
            // What was reached stays on the screen.
            if self.remark != Remark::Solved {
                self.set_aside();
            }
            return Ok(false);
        };
        self.set_aside();
        if self.is_over() && self.game.done() == 0 {
            (self.stage, self.game.clock) = (Stage::Playing, Clock::default());
        }
        self.game.take(Step { action: action.clone(), state, cost });
        if !self.is_over() {
            self.game.clock.start(now);
        }
        self.look(now)?;
        Ok(true)
    }

    /// What the player wants beside an action.
    pub(super) fn wish(&mut self, wish: Wish, now: Duration) -> Result<()> {
        match wish {
            Wish::Pause => self.pause(now),
            Wish::Coach => self.coaching = !self.coaching,
            Wish::Hint | Wish::Watch => {
                self.set_aside();
                if self.is_solved()? {
                    self.remark = Remark::Solved;
                } else {
                    (self.waiting, self.remark) = (Some(wish), Remark::Searching);
                    self.coach.try_again(self.game.state());
                    self.serve(now);
                }
            }
            Wish::Undo | Wish::Redo | Wish::Restart => {
                self.set_aside();
                match wish {
                    Wish::Undo => drop(self.game.undo()),
                    Wish::Redo => drop(self.game.redo()),
                    _ => self.game.restart(),
                }
                self.look(now)?;
            }
        }
        Ok(())
    }

    /// Whether the puzzle is solved where the player is.
    pub(super) fn is_solved(&mut self) -> Result<bool> {
        self.rules.is_goal(self.game.state())
    }

    /// Whether the puzzle was solved since this was asked last.
    pub(super) fn take_win(&mut self) -> bool {
        let is_new = self.stage == Stage::Won;
        if is_new {
            self.stage = Stage::Over;
        }
        is_new
    }

    /// Whether the player has won, and has not begun anew since.
    pub(super) fn is_over(&self) -> bool {
        self.stage != Stage::Playing
    }

    /// A solution that is watched stands still.
    pub(super) fn hold(&mut self) {
        if let Some(watching) = &mut self.watching {
            (watching.due, self.remark) = (None, Remark::Paused);
        }
    }

    /// The state from which a solution is wanted, the most urgent first.
    pub(super) fn wanted(&self) -> Option<(&R::State, Why)> {
        let here = self.game.state();
        if self.waiting.is_some() {
            return Some((here, Why::Asked));
        }
        if !self.coaching || self.remark == Remark::Solved {
            return None;
        }
        let is_new = |state: &R::State| self.coach.of(state).is_none();
        if is_new(here) {
            return Some((here, Why::Coach));
        }
        // Without a proof here there will be none of earlier states either.
        if !matches!(self.coach.of(here), Some(Known::Left { optimal: true, .. })) {
            return None;
        }
        let earlier = (0..self.game.done()).rev().take(LOOK_BACK).map(|done| self.game.state_after(done));
        earlier.into_iter().find(|state| is_new(state)).map(|state| (state, Why::Coach))
    }

    /// What came of a search that was wanted.
    pub(super) fn found(&mut self, from: &R::State, found: Found<R::State, R::Action>, now: Duration) {
        self.coach.learn(from, found);
        if self.waiting.is_some() && from == self.game.state() {
            self.serve(now);
        }
    }

    /// Time has passed: the next step of a solution that is watched may be due.
    pub(super) fn tick(&mut self, now: Duration) -> Result<()> {
        let Some(watching @ Watching { due: Some(due), .. }) = self.watching else { return Ok(()) };
        if now < due {
            return Ok(());
        }
        let next = match self.coach.of(self.game.state()) {
            Some(Known::Left { next, .. }) => next.clone(),
            _ => None,
        };
        match next {
            Some(step) => {
                self.game.take(step);
                self.watching = Some(Watching { due: Some(now + PACE), ..watching });
                if self.is_solved()? {
                    (self.watching, self.remark) = (None, Remark::Solved);
                }
            }
            None => self.watching = None,
        }
        Ok(())
    }

    /// How long until [`tick`](Self::tick) has something to do.
    pub(super) fn rest(&self, now: Duration) -> Option<Duration> {
        self.watching.and_then(|watching| watching.due).map(|due| due.saturating_sub(now))
    }

    /// Gives the player what is waited for, if it is known.
    fn serve(&mut self, now: Duration) {
        let (next, cost, optimal) = match self.coach.of(self.game.state()) {
            None => return,
            Some(Known::DeadEnd) => return self.refuse(Remark::DeadEnd),
            Some(Known::Unknown) => return self.refuse(Remark::Late),
            Some(Known::Left { next, cost, optimal }) => (next.clone(), *cost, *optimal),
        };
        let Some(step) = next else { return self.refuse(Remark::Solved) };
        self.helped = true;
        if self.waiting.take() == Some(Wish::Watch) {
            self.remark = Remark::Watching { cost, optimal };
            self.watching = Some(Watching { cost, optimal, due: Some(now + PACE) });
            self.game.clock.stop(now);
            // Where this leads is no end that the player reached.
            self.stage = Stage::Playing;
        } else {
            self.remark = Remark::Hint(step.action);
        }
    }

    fn refuse(&mut self, remark: Remark<R::Action>) {
        (self.waiting, self.remark) = (None, remark);
    }

    fn pause(&mut self, now: Duration) {
        match &mut self.watching {
            Some(Watching { due: Some(_), .. }) => self.hold(),
            Some(Watching { cost, optimal, due }) => {
                *due = Some(now);
                self.remark = Remark::Watching { cost: *cost, optimal: *optimal };
            }
            None => {}
        }
    }

    /// Ends what is watched or waited for.
    fn set_aside(&mut self) {
        (self.watching, self.waiting, self.remark) = (None, None, Remark::Nothing);
    }

    /// Is the puzzle solved now?
    fn look(&mut self, now: Duration) -> Result<()> {
        if self.is_solved()? {
            // Only a game that was played can be won.
            if self.game.clock.is_running() {
                self.stage = Stage::Won;
            }
            self.game.clock.stop(now);
            if self.game.done() > 0 {
                self.remark = Remark::Solved;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of numbers: the goal is 0, and every step costs 1.
    struct Line;

    impl Rules for Line {
        type State = u32;
        type Action = i8;

        fn apply(&mut self, state: &u32, action: &i8) -> Result<Option<(u32, u32)>> {
            Ok(state.checked_add_signed((*action).into()).map(|state| (state, 1)))
        }

        fn is_goal(&mut self, state: &u32) -> Result<bool> {
            Ok(*state == 0)
        }
    }

    const AT: fn(u64) -> Duration = Duration::from_millis;

    fn down(from: u32) -> Found<u32, i8> {
        let steps = (0..from).rev().map(|state| Step { action: -1, state, cost: 1 }).collect();
        Found::Solution { steps, optimal: true }
    }

    fn session(start: u32) -> Session<Line> {
        Session::new(Line, start, true)
    }

    /// Answers whatever is wanted.
    fn coached(session: &mut Session<Line>) -> usize {
        let mut searches = 0;
        while let Some((&state, _)) = session.wanted() {
            session.found(&state, down(state), AT(0));
            searches += 1;
        }
        searches
    }

    #[test]
    fn a_game_is_played_to_its_end() {
        let mut game = session(2);
        assert!(game.act(&-1, AT(100)).unwrap());
        assert!(!game.take_win());
        assert!(game.act(&-1, AT(600)).unwrap());
        assert_eq!(game.remark, Remark::Solved);
        assert!(game.take_win() && !game.take_win() && !game.helped);
        assert_eq!(game.game.clock.elapsed(AT(9000)), AT(500));
        // No tile is beyond the edge: nothing happens.
        assert!(!game.act(&-1, AT(700)).unwrap());
        assert_eq!((game.game.done(), &game.remark), (2, &Remark::Solved));
    }

    #[test]
    fn a_game_is_won_once_until_it_is_begun_anew() {
        let mut game = session(1);
        game.act(&1, AT(0)).unwrap();
        game.act(&-1, AT(100)).unwrap();
        game.act(&-1, AT(300)).unwrap();
        assert!(game.take_win() && game.is_over());
        // Away and back, by undoing or not: the time is that of the win.
        game.act(&1, AT(400)).unwrap();
        assert_eq!(game.remark, Remark::Nothing);
        game.wish(Wish::Undo, AT(500)).unwrap();
        assert_eq!(game.remark, Remark::Solved);
        game.act(&1, AT(600)).unwrap();
        game.act(&-1, AT(700)).unwrap();
        assert_eq!((&game.remark, game.game.clock.elapsed(AT(9000))), (&Remark::Solved, AT(300)));
        assert!(!game.take_win());
        game.wish(Wish::Restart, AT(800)).unwrap();
        assert_eq!((&game.remark, game.game.clock.elapsed(AT(900))), (&Remark::Nothing, AT(300)));
        game.act(&1, AT(1000)).unwrap();
        assert!(!game.is_over());
        game.wish(Wish::Undo, AT(1100)).unwrap();
        game.act(&-1, AT(1200)).unwrap();
        assert!(game.take_win());
        assert_eq!(game.game.clock.elapsed(AT(9000)), AT(200));
        game.wish(Wish::Restart, AT(0)).unwrap();
        game.wish(Wish::Watch, AT(0)).unwrap();
        game.found(&1, down(1), AT(0));
        game.tick(AT(400)).unwrap();
        assert_eq!((&game.remark, game.is_over()), (&Remark::Solved, false));
    }

    #[test]
    fn the_coach_needs_one_search_along_a_solution_and_one_for_each_step_off_it() {
        let mut game = session(5);
        assert_eq!(coached(&mut game), 1);
        game.act(&-1, AT(0)).unwrap();
        assert_eq!(coached(&mut game), 0);
        game.act(&1, AT(0)).unwrap();
        game.act(&1, AT(0)).unwrap();
        assert_eq!(coached(&mut game), 1);
        assert_eq!(game.coach.lost(&game.game), [(1, 2), (2, 2)]);
        game.wish(Wish::Coach, AT(0)).unwrap();
        game.act(&1, AT(0)).unwrap();
        assert_eq!(game.wanted(), None);
    }

    #[test]
    fn a_hint_is_waited_for_and_counts_as_help() {
        let mut game = session(3);
        game.wish(Wish::Hint, AT(0)).unwrap();
        assert_eq!((&game.remark, game.wanted()), (&Remark::Searching, Some((&3, Why::Asked))));
        game.found(&3, down(3), AT(1));
        assert_eq!(game.remark, Remark::Hint(-1));
        assert!(game.helped);
        // A step makes it out of date.
        game.act(&-1, AT(2)).unwrap();
        assert_eq!(game.remark, Remark::Nothing);
    }

    #[test]
    fn a_solution_is_watched_paused_and_taken_over() {
        let mut game = session(3);
        game.wish(Wish::Watch, AT(0)).unwrap();
        game.found(&3, down(3), AT(0));
        assert_eq!(game.remark, Remark::Watching { cost: 3, optimal: true });
        game.tick(AT(100)).unwrap();
        assert_eq!(*game.game.state(), 3);
        game.tick(AT(350)).unwrap();
        assert_eq!(*game.game.state(), 2);
        game.wish(Wish::Pause, AT(400)).unwrap();
        assert_eq!((game.rest(AT(400)), &game.remark), (None, &Remark::Paused));
        game.tick(AT(9999)).unwrap();
        assert_eq!(*game.game.state(), 2);
        game.hold();
        game.wish(Wish::Pause, AT(10_000)).unwrap();
        assert_eq!(game.remark, Remark::Watching { cost: 3, optimal: true });
        game.tick(AT(10_000)).unwrap();
        assert_eq!(*game.game.state(), 1);
        game.act(&1, AT(10_100)).unwrap();
        assert!(game.watching.is_none());
        assert_eq!((*game.game.state(), game.game.done()), (2, 3));
        // To the end: solved, but not won.
        game.wish(Wish::Watch, AT(0)).unwrap();
        for time in 1..9 {
            game.tick(AT(time * 1000)).unwrap();
        }
        assert_eq!(game.remark, Remark::Solved);
        assert!(!game.take_win());
    }

    #[test]
    fn what_cannot_be_found_is_reported_once() {
        let mut game = session(4);
        game.wish(Wish::Watch, AT(0)).unwrap();
        game.found(&4, Found::Late, AT(0));
        assert_eq!((&game.remark, game.wanted()), (&Remark::Late, None));
        game.wish(Wish::Watch, AT(0)).unwrap();
        assert_eq!(game.wanted(), Some((&4, Why::Asked)));
        game.act(&1, AT(0)).unwrap();
        game.found(&5, Found::Unsolvable, AT(0));
        game.wish(Wish::Hint, AT(0)).unwrap();
        assert_eq!((&game.remark, game.wanted()), (&Remark::DeadEnd, None));
    }

    #[test]
    fn undoing_the_last_step_takes_the_win_back() {
        let mut game = session(1);
        game.act(&-1, AT(0)).unwrap();
        game.wish(Wish::Undo, AT(0)).unwrap();
        assert_eq!(game.remark, Remark::Nothing);
        game.wish(Wish::Redo, AT(0)).unwrap();
        assert_eq!(game.remark, Remark::Solved);
        game.wish(Wish::Restart, AT(0)).unwrap();
        assert_eq!(game.game.done(), 0);
    }
}
