//! The coach: how far each state of a game is from the goal, as far as a solver has reported.
//!
//! A solution says the distance of every state on it, so a player who follows it costs no second search. Where the solutions
//! are optimal, a step is worth what the distance fell by; whatever it costs beyond that was lost.

use std::collections::HashMap;
use std::hash::Hash;

use hueco_search::Cost;

use super::game::{Game, Step};

/// States that are remembered; beyond that, all but the last solution is forgotten.
const MOST_KNOWN: usize = 100_000;

/// What came of a search from a state.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Found<S, A> {
    /// A solution, and whether none is cheaper.
    Solution { steps: Vec<Step<S, A>>, optimal: bool },
    /// There is none.
    Unsolvable,
    /// None was found in time.
    Late,
}

/// What is known of a state.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Known<S, A> {
    /// A solution costs this much and begins with this step; none at the goal.
    Left { cost: Cost, optimal: bool, next: Option<Step<S, A>> },
    /// No action leads to the goal from here.
    DeadEnd,
    /// No solution was found in time.
    Unknown,
}

/// What is known of the states of a game.
#[derive(Clone, Debug)]
pub(super) struct Coach<S, A> {
    known: HashMap<S, Known<S, A>>,
}

impl<S: Clone + Eq + Hash, A: Clone + PartialEq> Coach<S, A> {
    /// Knows nothing.
    pub(super) fn new() -> Self {
        Self { known: HashMap::new() }
    }

    /// What is known of a state.
    pub(super) fn of(&self, state: &S) -> Option<&Known<S, A>> {
        self.known.get(state)
    }

    /// Learns what came of a search from `state`.
    pub(super) fn learn(&mut self, state: &S, found: Found<S, A>) {
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        let (steps, optimal) = match found {
            Found::Solution { steps, optimal } => (steps, optimal),
            Found::Unsolvable => return self.insert(state.clone(), Known::DeadEnd),
            Found::Late => return self.insert(state.clone(), Known::Unknown),
        };
        let mut cost = steps.iter().fold(0, |sum: Cost, step| sum.saturating_add(step.cost));
        let mut at = state.clone();
        for step in steps {
            let (after, spent) = (step.state.clone(), step.cost);
            self.insert(at, Known::Left { cost, optimal, next: Some(step) });
            (at, cost) = (after, cost - spent);
        }
        self.insert(at, Known::Left { cost: 0, optimal: true, next: None });
    }

    /// Forgets that no solution was found in time: a player who asks has more patience.
    pub(super) fn try_again(&mut self, state: &S) {
        if self.known.get(state) == Some(&Known::Unknown) {
            self.known.remove(state);
        }
    }

    /// A proof is not replaced by less, nor a solution by a longer one.
    fn insert(&mut self, state: S, new: Known<S, A>) {
        let rank = |known: &Known<S, A>| match known {
            Known::DeadEnd => (0, 0),
            Known::Left { cost, optimal, .. } => (u8::from(!optimal), *cost),
            Known::Unknown => (2, 0),
        };
        if self.known.get(&state).is_none_or(|old| rank(&new) < rank(old)) {
            self.known.insert(state, new);
        }
    }

    /// What the steps that are done cost more than they gained: by step, from 0, and in all. Only steps between two states
    /// whose distances are proven count.
    pub(super) fn lost(&self, game: &Game<S, A>) -> Vec<(usize, Cost)> {
        let distance = |actions| match self.of(game.state_after(actions)) {
            Some(Known::Left { cost, optimal: true, .. }) => Some(*cost),
            _ => None,
        };
        let lost = |(at, step): (usize, &Step<S, A>)| {
            let extra = step.cost.saturating_add(distance(at + 1)?).saturating_sub(distance(at)?);
            (extra > 0).then_some((at, extra))
        };
        game.steps()[..game.done()].iter().enumerate().filter_map(lost).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The way down a line of numbers to 0.
    fn down(from: u32, optimal: bool) -> Found<u32, char> {
        let steps = (0..from).rev().map(|state| Step { action: '-', state, cost: 1 }).collect();
        Found::Solution { steps, optimal }
    }

    #[test]
    fn a_solution_says_the_distance_of_every_state_on_it() {
        let mut coach = Coach::new();
        coach.learn(&5, down(5, true));
        let left = |state| match coach.of(&state) {
            Some(Known::Left { cost, optimal: true, next }) => Some((*cost, next.as_ref().map(|step| step.state))),
            _ => None,
        };
        assert_eq!(left(5), Some((5, Some(4))));
        assert_eq!(left(1), Some((1, Some(0))));
        assert_eq!(left(0), Some((0, None)));
        assert_eq!(left(6), None);
    }

    #[test]
    fn a_step_away_loses_what_it_costs_and_what_it_adds() {
        let mut coach = Coach::new();
        let mut game = Game::new(3);
        for state in [4, 3, 2] {
            game.take(Step { action: if state == 4 { '+' } else { '-' }, state, cost: 1 });
        }
        coach.learn(&3, down(3, true));
        assert_eq!(coach.lost(&game), []);
        coach.learn(&4, down(4, true));
        assert_eq!(coach.lost(&game), [(0, 2)]);
        game.restart();
        assert_eq!(coach.lost(&game), []);
    }

    #[test]
    fn what_is_proven_stays() {
        let mut coach = Coach::new();
        coach.learn(&2, down(2, true));
        coach.learn(&2, Found::Late);
        coach.learn(&2, Found::Solution { steps: vec![Step { action: 'x', state: 0, cost: 9 }], optimal: false });
        assert!(matches!(coach.of(&2), Some(Known::Left { cost: 2, optimal: true, .. })));
        coach.learn(&7, Found::Late);
        assert_eq!(coach.of(&7), Some(&Known::Unknown));
        coach.learn(&7, Found::Unsolvable);
        assert_eq!(coach.of(&7), Some(&Known::DeadEnd));
    }
}
