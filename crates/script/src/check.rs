//! A heuristic against the true distance of every state that can be reached from the start.
//!
//! One walk forward finds the states and keeps their edges; distances to the nearest goal follow those edges in reverse.

use std::collections::BTreeMap;
use std::sync::Arc;

use hueco_search::{Budget, Cost, Limit, Problem as _};

use crate::error::{Mistake, ScriptError};
use crate::heuristic::{Guide, HeuristicSpec};
use crate::interpreter::Failure;
use crate::load::ProblemFile;
use crate::problem::ScriptProblem;
use crate::space::{TableError, walk};
use crate::state::State;

/// What came of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Every state was looked at.
    Checked(Checked),
    /// A limit ended it before.
    Stopped(Limit),
}

/// A heuristic, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// States that can be reached from the start.
    pub states: u64,
    /// Those from which a goal can be reached.
    pub solvable: u64,
    /// The largest distance to the goal.
    pub radius: Cost,
    /// Whether no estimate exceeds the distance.
    pub admissible: bool,
    /// Whether, besides, no action lowers the estimate by more than it costs.
    pub consistent: bool,
    /// The state nearest to the goal whose estimate exceeds its distance.
    pub overestimate: Option<Overestimate>,
    /// The action nearest to the goal that lowers the estimate by more than it costs.
    pub drop: Option<Drop>,
    /// The mean of distance minus estimate, over states that have both.
    pub mean_error: f64,
    /// The mean estimate over those states.
    pub mean_estimate: f64,
    /// The mean distance over those states.
    pub mean_distance: f64,
    /// States whose estimate is their distance.
    pub exact: u64,
    /// How many states have each pair of distance and estimate. `None`: no goal can be reached; it is called a dead end.
    pub counted: Vec<(Option<Cost>, Option<Cost>, u64)>,
}

/// A state whose estimate exceeds its distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overestimate {
    /// The state.
    pub state: State,
    /// Its estimate; `None`: it is called a dead end.
    pub estimate: Option<Cost>,
    /// Its distance.
    pub distance: Cost,
}

/// An action that lowers the estimate by more than it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drop {
    /// The state.
    pub from: State,
    /// Its estimate; `None`: it is called a dead end.
    pub from_estimate: Option<Cost>,
    /// The successor.
    pub to: State,
    /// Its estimate.
    pub to_estimate: Cost,
    /// The cost of the action.
    pub cost: Cost,
}

/// Compares a heuristic with the true distance over the whole reachable space.
pub fn check(file: &Arc<ProblemFile>, heuristic: &HeuristicSpec, budget: &Budget) -> Result<Verdict, ScriptError> {
    let problem = ScriptProblem::new(Arc::clone(file));
    problem.obey(budget);
    match checked(&problem, heuristic, budget) {
        Ok(checked) => Ok(Verdict::Checked(checked)),
        Err(TableError::Limit(limit)) => Ok(Verdict::Stopped(limit)),
        Err(TableError::Failed(failure)) => Err(problem.error(failure)),
    }
}

fn checked(problem: &ScriptProblem, heuristic: &HeuristicSpec, budget: &Budget) -> Result<Checked, TableError> {
    let guide = Guide::new(problem, heuristic, budget)?;
    let (numbered, edges) = walk(problem, &problem.start(), budget)?;
    let states = numbered.states();
    let (mut goals, mut estimates) = (Vec::new(), Vec::with_capacity(states.len()));
    for (number, state) in states.iter().enumerate() {
        budget.check()?;
        if problem.is_goal(state) {
            goals.push(number as u32);
        }
        estimates.push(guide.of(state)?);
    }
    if let Some(failure) = problem.take_failure() {
        return Err(failure.into());
    }
    let distances = edges.distances(states.len(), &goals);
    if let Some(sum) = edges.beyond_counting(&distances) {
        return Err(Failure::Mistake(problem.file().misuse(Mistake::CostTooLarge(sum))).into());
    }
    let mut counts: BTreeMap<(Option<Cost>, Option<Cost>), u64> = BTreeMap::new();
    let mut found = Checked {
        states: states.len() as u64,
        solvable: 0,
        radius: 0,
        admissible: true,
        consistent: true,
        overestimate: None,
        drop: None,
        mean_error: 0.0,
        mean_estimate: 0.0,
        mean_distance: 0.0,
        exact: 0,
        counted: Vec::new(),
    };
    let (mut both, mut sums, mut nearest_drop) = (0_u64, (0_u64, 0_u64), Cost::MAX);
    for (number, state) in states.iter().enumerate() {
        let (estimate, distance) = (estimates[number], distances[number]);
        *counts.entry(((distance != Cost::MAX).then_some(distance), estimate)).or_default() += 1;
        if distance != Cost::MAX {
            found.solvable += 1;
            found.radius = found.radius.max(distance);
            found.exact += u64::from(estimate == Some(distance));
            if let Some(estimate) = estimate {
                both += 1;
                sums = (sums.0 + u64::from(estimate), sums.1 + u64::from(distance));
            }
            let over = estimate.is_none_or(|estimate| estimate > distance);
            if over && found.overestimate.as_ref().is_none_or(|known| distance < known.distance) {
                found.overestimate = Some(Overestimate { state: state.clone(), estimate, distance });
            }
        }
        let Some(to_estimate) = estimate else { continue };
        for (from, cost) in edges.leading_to(number as u32) {
            let from_estimate = estimates[from as usize];
            let falls = from_estimate.is_none_or(|estimate| estimate > to_estimate.saturating_add(cost));
            if falls && (found.drop.is_none() || distance < nearest_drop) {
                let from = states[from as usize].clone();
                found.drop = Some(Drop { from, from_estimate, to: state.clone(), to_estimate, cost });
                nearest_drop = distance;
            }
        }
    }
    found.counted = counts.into_iter().map(|((distance, estimate), states)| (distance, estimate, states)).collect();
    found.admissible = found.overestimate.is_none();
    found.consistent = found.admissible && found.drop.is_none();
    if both > 0 {
        let (estimate, distance) = (sums.0 as f64 / both as f64, sums.1 as f64 / both as f64);
        (found.mean_estimate, found.mean_distance, found.mean_error) = (estimate, distance, distance - estimate);
    }
    Ok(found)
}
