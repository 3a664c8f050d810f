//! Laws that a problem and its heuristics must keep, as checks that any domain can run in its tests.
//!
//! The engine believes what a [`Problem`] and a [`Heuristic`] say of themselves. If an inverse does not undo, if a memo
//! computed step by step drifts from the one made from scratch, or if an "admissible" estimate exceeds the true distance by
//! one in a single state, a search still answers, and its answer is wrong. Each check here looks for one such lie and
//! returns the first [`Violation`] it meets, with the state that shows it.
//!
//! | check | law |
//! |---|---|
//! | [`actions_are_lawful`] | the same state gives the same actions; those after `last` are a part of them, at the same costs |
//! | [`last_keeps_cheapest_paths`] | what is left out after `last` is never the only cheapest continuation |
//! | [`inverse_undoes`] | an inverse is legal, costs the same and leads back; no step is cheaper than `least_cost` |
//! | [`steps_back_lead_forward`] | steps backward and actions are the same steps at the same costs |
//! | [`memo_is_incremental`] | along any walk, the advanced memo estimates as the memo from scratch does |
//! | [`is_admissible`] | h is never above the true distance, so 0 at a goal |
//! | [`is_consistent`] | no step lowers h by more than it costs |
//! | [`keeps_its_word`] | all that its [`Quality`] promises |
//!
//! Small spaces are checked whole ([`reachable`], [`true_distances`]), large ones by random walks ([`walks`]) and by the
//! states nearest to the goal: [`true_distances`] with a limit is exact for every state it holds.
//!
//! ```
//! use hueco_search::{Blind, Cost, Problem, Reversible, laws};
//!
//! /// A token on a ring of twelve places.
//! struct Ring;
//!
//! impl Problem for Ring {
//!     type State = u8;
//!     type Action = i8;
//!     type Actions = std::vec::IntoIter<(i8, Cost)>;
//!     fn start(&self) -> u8 { 5 }
//!     fn is_goal(&self, place: &u8) -> bool { *place == 0 }
//!     fn actions(&self, _: &u8, last: Option<i8>) -> Self::Actions {
//!         let steps: Vec<_> = [1, -1].into_iter().filter(|&step| Some(-step) != last).map(|step| (step, 1)).collect();
//!         steps.into_iter()
//!     }
//!     fn apply(&self, place: &mut u8, step: i8) { *place = (*place as i8 + step).rem_euclid(12) as u8; }
//! }
//!
//! impl Reversible for Ring {
//!     fn goal(&self) -> u8 { 0 }
//!     fn inverse(&self, step: i8) -> i8 { -step }
//! }
//!
//! let states = laws::reachable(&Ring, 1000).expect("twelve states");
//! assert_eq!(states.len(), 12);
//! laws::actions_are_lawful(&Ring, &states).unwrap();
//! laws::inverse_undoes(&Ring, &states).unwrap();
//! laws::last_keeps_cheapest_paths(&Ring, 1000).unwrap();
//!
//! let distances = laws::true_distances(&Ring, 1000);
//! assert_eq!(distances.get(&6), Some(6));
//! laws::keeps_its_word(&Ring, &Blind, &distances).unwrap();
//! ```

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use crate::hash::BuildFold;
use crate::heuristic::{Heuristic, Quality};
use crate::problem::{Backward, Cost, Problem, Reversible};

/// A law that was broken, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation<S, A> {
    /// Asked twice, the state gave other actions, or an action led to another state.
    Unsteady {
        /// The state.
        state: S,
    },
    /// After `last` the state offers an action that it does not offer without `last`, or at another cost.
    Invented {
        /// The state.
        state: S,
        /// The action that led to it.
        last: A,
        /// The action that is not legal there.
        action: A,
    },
    /// What is left out after `last` loses every cheapest path to the state.
    PathLost {
        /// The state that can no longer be reached as cheaply.
        state: S,
        /// Its distance from the start.
        distance: Cost,
    },
    /// The inverse of the action is not legal after it, costs something else, or does not lead back.
    NotUndone {
        /// The state before the action.
        state: S,
        /// The action.
        action: A,
    },
    /// The action costs less than the problem's least cost.
    TooCheap {
        /// The state.
        state: S,
        /// The action.
        action: A,
        /// What it costs.
        cost: Cost,
    },
    /// The state passes for a goal and is not the problem's one goal, or vice versa.
    WrongGoal {
        /// The state.
        state: S,
    },
    /// The memo advanced over the action estimates something else than the one made from scratch after it.
    Drifted {
        /// The state before the action.
        state: S,
        /// The action.
        action: A,
        /// The estimate of the advanced memo.
        advanced: Option<Cost>,
        /// The estimate of the memo from scratch.
        from_scratch: Option<Cost>,
    },
    /// The estimate is above the true distance (`None`: it says that there is no solution, and there is one).
    Overestimated {
        /// The state.
        state: S,
        /// The estimate.
        estimate: Option<Cost>,
        /// The true distance.
        distance: Cost,
    },
    /// The action lowers the estimate by more than it costs.
    Inconsistent {
        /// The state before the action.
        state: S,
        /// The action.
        action: A,
        /// What it costs.
        cost: Cost,
        /// The estimate before it.
        before: Option<Cost>,
        /// The estimate after it.
        after: Option<Cost>,
    },
    /// The space holds more states than the check was allowed to look at.
    TooLarge {
        /// The states it was allowed.
        limit: usize,
    },
}

impl<S: Debug, A: Debug> Display for Violation<S, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsteady { state } => write!(f, "{state:?} has other actions when asked again"),
            Self::Invented { state, last, action } => {
                write!(f, "after {last:?}, {state:?} offers {action:?}, which it does not offer otherwise")
            }
            Self::PathLost { state, distance } => {
                write!(f, "what is left out loses every path of cost {distance} to {state:?}")
            }
            Self::NotUndone { state, action } => write!(f, "the inverse of {action:?} in {state:?} does not undo it"),
            Self::TooCheap { state, action, cost } => {
                write!(f, "{action:?} in {state:?} costs {cost}, less than the least cost")
            }
            Self::WrongGoal { state } => write!(f, "{state:?}: the goal and the goal test disagree"),
            Self::Drifted { state, action, advanced, from_scratch } => {
                write!(f, "after {action:?} in {state:?} the estimate is {advanced:?}, from scratch {from_scratch:?}")
            }
            Self::Overestimated { state, estimate, distance } => {
                write!(f, "{state:?} is estimated at {estimate:?}, its distance is {distance}")
            }
            Self::Inconsistent { state, action, cost, before, after } => {
                write!(f, "{action:?} in {state:?} costs {cost} and takes the estimate from {before:?} to {after:?}")
            }
            Self::TooLarge { limit } => write!(f, "the space holds more than {limit} states"),
        }
    }
}

impl<S: Debug, A: Debug> std::error::Error for Violation<S, A> {}

/// What a check says: nothing, or the first violation it met.
pub type Checked<P, T = ()> = Result<T, Violation<<P as Problem>::State, <P as Problem>::Action>>;

/// States with their exact distances from one of them, nearest first.
#[derive(Clone, Debug)]
pub struct Distances<S> {
    /// State, distance, and the fewest steps of a path that cheap.
    settled: Vec<(S, Cost, u32)>,
    number: HashMap<S, usize, BuildFold>,
    whole: bool,
}

impl<S: Clone + Eq + Hash> Distances<S> {
    /// The distance of a state; `None` if it was not reached.
    pub fn get(&self, state: &S) -> Option<Cost> {
        self.settled(state).map(|(distance, _)| distance)
    }

    fn settled(&self, state: &S) -> Option<(Cost, u32)> {
        let (_, distance, steps) = self.settled.get(*self.number.get(state)?)?;
        Some((*distance, *steps))
    }

    /// Every state with its distance, nearest first.
    pub fn iter(&self) -> impl Iterator<Item = (&S, Cost)> {
        self.settled.iter().map(|(state, distance, _)| (state, *distance))
    }

    /// The states held.
    pub fn len(&self) -> usize {
        self.settled.len()
    }

    /// Whether no state is held (only with a limit of none).
    pub fn is_empty(&self) -> bool {
        self.settled.is_empty()
    }

    /// Whether these are all the states that can be reached, not only the nearest ones.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// The largest distance held.
    pub fn radius(&self) -> Cost {
        self.settled.last().map_or(0, |(_, distance, _)| *distance)
    }
}

/// Dijkstra's algorithm, plain, with every legal action: nothing is left out after `last`. It shares no code with the
/// searches, so that it can judge them.
fn distances<S: Clone + Eq + Hash>(from: S, limit: usize, neighbours: impl Fn(&S) -> Vec<(S, Cost)>) -> Distances<S> {
    // Everything met so far, by number; those whose distance is final are copied to `settled`, in order.
    let mut met = vec![(from.clone(), (0, 0), false)];
    let mut numbers: HashMap<S, usize, BuildFold> = HashMap::from_iter([(from, 0)]);
    let mut queue = BinaryHeap::from([Reverse(((0, 0), 0))]);
    let mut found = Distances { settled: Vec::new(), number: HashMap::default(), whole: true };
    while let Some(Reverse((reached, at))) = queue.pop() {
        if std::mem::replace(&mut met[at].2, true) {
            continue;
        }
        if found.len() == limit {
            found.whole = false;
            break;
        }
        let (g, steps): (Cost, u32) = reached;
        let state = met[at].0.clone();
        for (child, cost) in neighbours(&state) {
            let reached = (g.saturating_add(cost), steps + 1);
            let number = *numbers.entry(child).or_insert_with_key(|child| {
                met.push((child.clone(), (Cost::MAX, u32::MAX), false));
                met.len() - 1
            });
            if reached < met[number].1 {
                met[number].1 = reached;
                queue.push(Reverse((reached, number)));
            }
        }
        found.number.insert(state.clone(), found.settled.len());
        found.settled.push((state, g, steps));
    }
    found
}

/// The distance of every state to the goal, up to the `limit` nearest ones, by a plain Dijkstra backwards.
pub fn true_distances<P: Backward>(problem: &P, limit: usize) -> Distances<P::State> {
    distances(problem.goal_state(), limit, |state| {
        let before = |(step, cost)| {
            let mut before = state.clone();
            problem.apply_back(&mut before, step);
            (before, cost)
        };
        problem.predecessors(state, None).map(before).collect()
    })
}

/// The distance of every state from the start, up to the `limit` nearest ones.
pub fn distances_from_start<P: Problem>(problem: &P, limit: usize) -> Distances<P::State> {
    distances(problem.start(), limit, |state| {
        problem.actions(state, None).map(|(action, cost)| (after(problem, state, action), cost)).collect()
    })
}

/// Every state that can be reached from the start, if there are no more than `limit`.
pub fn reachable<P: Problem>(problem: &P, limit: usize) -> Checked<P, Vec<P::State>> {
    let found = distances_from_start(problem, limit);
    if !found.whole {
        return Err(Violation::TooLarge { limit });
    }
    Ok(found.settled.into_iter().map(|(state, ..)| state).collect())
}

/// The states met on `count` random walks of `steps` steps from the start. The same seed gives the same walks.
pub fn walks<P: Problem>(problem: &P, count: usize, steps: usize, seed: u64) -> Vec<P::State> {
    let mut states = Vec::new();
    walk(problem, count, steps, seed, |state, _| {
        states.push(state.clone());
        Ok(())
    })
    .unwrap_or(());
    states
}

/// Calls `visit` with every state of random walks and the action taken there.
fn walk<P: Problem>(
    problem: &P,
    count: usize,
    steps: usize,
    seed: u64,
    mut visit: impl FnMut(&P::State, Option<P::Action>) -> Checked<P>,
) -> Checked<P> {
    let mut random = seed;
    for _ in 0..count {
        let (mut state, mut last) = (problem.start(), None);
        for _ in 0..steps {
            let actions: Vec<_> = problem.actions(&state, last).collect();
            if actions.is_empty() {
                break;
            }
            let (action, _) = actions[(next_random(&mut random) % actions.len() as u64) as usize];
            visit(&state, Some(action))?;
            problem.apply(&mut state, action);
            last = Some(action);
        }
        visit(&state, None)?;
    }
    Ok(())
}

/// `SplitMix64`: small, and the same everywhere.
fn next_random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn after<P: Problem>(problem: &P, state: &P::State, action: P::Action) -> P::State {
    let mut state = state.clone();
    problem.apply(&mut state, action);
    state
}

/// Actions are the same each time, lead to the same state each time, and after any `last` that leads to a state it offers
/// a part of what it offers without one, at the same costs.
pub fn actions_are_lawful<P: Problem>(problem: &P, states: &[P::State]) -> Checked<P> {
    for state in states {
        let actions: Vec<_> = problem.actions(state, None).collect();
        let steady = problem.actions(state, None).eq(actions.iter().copied());
        if !steady || actions.iter().any(|&(a, _)| after(problem, state, a) != after(problem, state, a)) {
            return Err(Violation::Unsteady { state: state.clone() });
        }
        for &(last, _) in &actions {
            let child = after(problem, state, last);
            let all: Vec<_> = problem.actions(&child, None).collect();
            if let Some((action, _)) = problem.actions(&child, Some(last)).find(|step| !all.contains(step)) {
                return Err(Violation::Invented { state: child, last, action });
            }
        }
    }
    Ok(())
}

/// What a problem leaves out after `last` loses no cheapest path, whichever cheapest path a search took.
///
/// A search that remembers states keeps one path to each. So every state must have a predecessor, on a cheapest path
/// (of the fewest steps, where steps may be free), that offers the step to it after *each* such path to the predecessor.
pub fn last_keeps_cheapest_paths<P: Problem>(problem: &P, limit: usize) -> Checked<P> {
    let found = distances_from_start(problem, limit);
    if !found.whole {
        return Err(Violation::TooLarge { limit });
    }
    let next = |at: usize, (action, cost): (P::Action, Cost)| {
        let (state, g, steps) = &found.settled[at];
        let to = *found.number.get(&after(problem, state, action))?;
        let (_, distance, fewest) = &found.settled[to];
        (g.saturating_add(cost) == *distance && steps + 1 == *fewest).then_some(to)
    };
    // 1. The last actions of all cheapest paths to each state.
    let mut arrivals: Vec<Vec<P::Action>> = vec![Vec::new(); found.len()];
    for at in 0..found.len() {
        for step in problem.actions(&found.settled[at].0, None) {
            if let Some(to) = next(at, step)
                && !arrivals[to].contains(&step.0)
            {
                arrivals[to].push(step.0);
            }
        }
    }
    // 2. The states that stay reachable.
    let mut kept = vec![false; found.len()];
    for (at, arrivals) in arrivals.iter().enumerate() {
        let state = &found.settled[at].0;
        kept[at] |= at == 0;
        let offered: Vec<Vec<_>> = arrivals.iter().map(|&last| problem.actions(state, Some(last)).collect()).collect();
        for step in problem.actions(state, None) {
            if let Some(to) = next(at, step)
                && offered.iter().all(|actions| actions.contains(&step))
            {
                kept[to] = true;
            }
        }
    }
    match kept.iter().position(|kept| !kept) {
        Some(at) => Err(Violation::PathLost { state: found.settled[at].0.clone(), distance: found.settled[at].1 }),
        None => Ok(()),
    }
}

/// Inverses are legal, cost the same and lead back; no step costs less than the least cost; the goal is the one goal.
pub fn inverse_undoes<P: Reversible>(problem: &P, states: &[P::State]) -> Checked<P> {
    let goal = problem.goal();
    if !problem.is_goal(&goal) {
        return Err(Violation::WrongGoal { state: goal });
    }
    for state in states {
        if problem.is_goal(state) != (*state == goal) {
            return Err(Violation::WrongGoal { state: state.clone() });
        }
        for (action, cost) in problem.actions(state, None) {
            if cost < problem.least_cost() {
                return Err(Violation::TooCheap { state: state.clone(), action, cost });
            }
            let child = after(problem, state, action);
            let inverse = problem.inverse(action);
            let legal = problem.actions(&child, None).any(|step| step == (inverse, cost));
            if !legal || after(problem, &child, inverse) != *state {
                return Err(Violation::NotUndone { state: state.clone(), action });
            }
        }
    }
    Ok(())
}

/// Steps backward are actions in the other direction, at the same cost, and every action is a step backward; no step costs
/// less than the least step.
pub fn steps_back_lead_forward<P: Backward>(problem: &P, states: &[P::State]) -> Checked<P> {
    for state in states {
        for (step, cost) in problem.predecessors(state, None) {
            let mut before = state.clone();
            problem.apply_back(&mut before, step);
            let action = problem.forward_action(state, step);
            let legal = problem.actions(&before, None).any(|known| known == (action, cost));
            if !legal || after(problem, &before, action) != *state {
                return Err(Violation::NotUndone { state: state.clone(), action: step });
            }
        }
        for (action, cost) in problem.actions(state, None) {
            if cost < problem.least_step() {
                return Err(Violation::TooCheap { state: state.clone(), action, cost });
            }
            let child = after(problem, state, action);
            let leads_back = |(step, back): (P::Action, Cost)| {
                let mut before = child.clone();
                problem.apply_back(&mut before, step);
                back == cost && before == *state
            };
            if !problem.predecessors(&child, None).any(leads_back) {
                return Err(Violation::NotUndone { state: state.clone(), action });
            }
        }
    }
    Ok(())
}

/// Along random walks, every child's advanced memo estimates what a memo from scratch estimates.
pub fn memo_is_incremental<P: Problem, H: Heuristic<P>>(
    problem: &P,
    heuristic: &H,
    count: usize,
    steps: usize,
    seed: u64,
) -> Checked<P> {
    // The memo of the state before the step, computed step by step from the start of its walk.
    let mut memo = None;
    walk(problem, count, steps, seed, |state, taken| {
        let before = memo.take().unwrap_or_else(|| heuristic.memo(problem, state));
        for (action, _) in problem.actions(state, None) {
            let advanced = heuristic.advance(problem, &before, state, action);
            let scratch = heuristic.memo(problem, &after(problem, state, action));
            let estimates = (heuristic.estimate(&advanced, Cost::MAX), heuristic.estimate(&scratch, Cost::MAX));
            if estimates.0 != estimates.1 {
                let (advanced, from_scratch) = estimates;
                return Err(Violation::Drifted { state: state.clone(), action, advanced, from_scratch });
            }
            if Some(action) == taken {
                memo = Some(advanced);
            }
        }
        Ok(())
    })
}

fn estimate<P: Problem, H: Heuristic<P>>(problem: &P, heuristic: &H, state: &P::State) -> Option<Cost> {
    heuristic.estimate(&heuristic.memo(problem, state), Cost::MAX)
}

/// h is never above the true distance, in every state of `distances` (see [`true_distances`]); so it is 0 at the goal.
pub fn is_admissible<P: Problem, H: Heuristic<P>>(
    problem: &P,
    heuristic: &H,
    distances: &Distances<P::State>,
) -> Checked<P> {
    for (state, distance) in distances.iter() {
        let estimate = estimate(problem, heuristic, state);
        if estimate.is_none_or(|h| h > distance) {
            return Err(Violation::Overestimated { state: state.clone(), estimate, distance });
        }
    }
    Ok(())
}

/// No step from these states lowers h by more than it costs, and h is 0 in every goal among them.
pub fn is_consistent<'a, P: Problem, H: Heuristic<P>>(
    problem: &P,
    heuristic: &H,
    states: impl IntoIterator<Item = &'a P::State>,
) -> Checked<P>
where
    P::State: 'a,
{
    let infinite = |h: Option<Cost>| h.map_or(u64::MAX, u64::from);
    for state in states {
        let before = estimate(problem, heuristic, state);
        if problem.is_goal(state) && before != Some(0) {
            return Err(Violation::Overestimated { state: state.clone(), estimate: before, distance: 0 });
        }
        for (action, cost) in problem.actions(state, None) {
            let after = estimate(problem, heuristic, &after(problem, state, action));
            if infinite(before) > infinite(after).saturating_add(cost as u64) {
                return Err(Violation::Inconsistent { state: state.clone(), action, cost, before, after });
            }
        }
    }
    Ok(())
}

/// All that the heuristic's [`Quality`] promises, over the states of `distances`.
pub fn keeps_its_word<P: Problem, H: Heuristic<P>>(
    problem: &P,
    heuristic: &H,
    distances: &Distances<P::State>,
) -> Checked<P> {
    if heuristic.quality() >= Quality::Admissible {
        is_admissible(problem, heuristic, distances)?;
    }
    if heuristic.quality() >= Quality::Consistent {
        is_consistent(problem, heuristic, distances.iter().map(|(state, _)| state))?;
    }
    Ok(())
}
