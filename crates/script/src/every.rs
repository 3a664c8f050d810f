//! All optimal solutions of a problem file.
//!
//! A search has proved what a cheapest solution costs. States that can be on one, those whose cost from the start and estimate together
//! do not exceed it, are reached once more by increasing cost, now with all edges between them. The edges of which both ends have their
//! lowest cost, followed from the goals in reverse, are exactly the steps of cheapest solutions: to count them is to add numbers,
//! and to list them is to follow them from the start, in the order of the actions.
//!
//! A solution ends at its first goal. Where actions cost nothing, steps may form a cycle, and only solutions that meet no state twice count;
//! they are then counted by following them.

use std::collections::HashMap;
use std::sync::Arc;

use hueco_search::{Budget, Cost, Limit, Problem as _, Stats};

use crate::heuristic::Guide;
use crate::interpreter::Step;
use crate::problem::ScriptProblem;
use crate::space::{Number, Numbered, Reversed, TableError, spread};

/// All optimal solutions: counted, the first of them listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Every {
    /// How many there are; at least this number where a limit ended the search.
    pub count: u128,
    /// Whether all were counted, and as many listed as requested.
    pub complete: bool,
    /// The names of the actions of the first of them.
    pub listed: Vec<Vec<Arc<str>>>,
}

/// All solutions of cost `optimum`, the lowest there is, the first `most` of them listed. The inner error is the limit that ended it.
pub(crate) fn every(
    problem: &ScriptProblem,
    guide: &Guide<'_>,
    optimum: Cost,
    most: usize,
    budget: &Budget,
    stats: &mut Stats,
) -> Result<(Every, Option<Limit>), TableError> {
    let mut found = Every::default();
    let ended = Solutions::find(problem, guide, optimum, budget, stats).and_then(|steps| {
        let counted = steps.count();
        found.count = counted.unwrap_or(0);
        steps.list(problem, most, counted, budget, &mut found)
    });
    match ended {
        Ok(()) => found.complete = true,
        Err(TableError::Limit(limit)) => return Ok((found, Some(limit))),
        Err(failed) => return Err(failed),
    }
    Ok((found, None))
}

/// The steps of cheapest solutions.
struct Solutions {
    numbered: Numbered,
    costs: Vec<Cost>,
    edges: Reversed,
    goals: Vec<Number>,
    /// By state: whether a cheapest solution leads through it.
    on_one: Vec<bool>,
}

impl Solutions {
    fn find(
        problem: &ScriptProblem,
        guide: &Guide<'_>,
        optimum: Cost,
        budget: &Budget,
        stats: &mut Stats,
    ) -> Result<Self, TableError> {
        let (mut edges, mut goals) = (Reversed::default(), Vec::new());
        let expands = |number, state: &_, cost: Cost| {
            let estimate = guide.of(state)?;
            stats.evaluated += 1;
            if estimate.is_none_or(|estimate| cost.saturating_add(estimate) > optimum) {
                return Ok(false);
            }
            stats.examined += 1;
            let is_goal = problem.is_goal(state);
            if is_goal && cost == optimum {
                goals.push(number);
            }
            stats.expanded += u64::from(!is_goal);
            Ok(!is_goal)
        };
        let actions = problem.file().actions;
        let (numbered, costs) = spread(problem, actions, &problem.start(), budget, Some(&mut edges), expands)?;
        if let Some(failure) = problem.take_failure() {
            return Err(failure.into());
        }
        stats.generated += edges.len() as u64;
        stats.peak_bytes = stats.peak_bytes.max(numbered.bytes() + edges.bytes());
        let mut found = Self { on_one: vec![false; costs.len()], numbered, costs, edges, goals };
        let mut open = found.goals.clone();
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut found.on_one[state as usize], true) {
                open.extend(found.before(state));
            }
        }
        Ok(found)
    }

    /// The states from which a step of a cheapest solution leads to this one, once for each step.
    fn before(&self, state: Number) -> impl Iterator<Item = Number> {
        let cost = self.costs[state as usize];
        let tight = move |&(from, step): &(Number, Cost)| self.costs[from as usize].saturating_add(step) == cost;
        self.edges.leading_to(state).filter(tight).map(|(from, _)| from)
    }

    /// How many solutions there are; `None` where steps form a cycle. It ends at the largest number there is.
    fn count(&self) -> Option<u128> {
        // From the goals on: a state is counted when all states after it are.
        let states = || (0..self.costs.len() as Number).filter(|&state| self.on_one[state as usize]);
        let mut after = vec![0_u32; self.costs.len()];
        for from in states().flat_map(|state| self.before(state)) {
            after[from as usize] += 1;
        }
        let mut solutions = vec![0_u128; self.costs.len()];
        let mut open = self.goals.clone();
        for &goal in &self.goals {
            solutions[goal as usize] = 1;
        }
        let mut counted = 0;
        while let Some(state) = open.pop() {
            counted += 1;
            for from in self.before(state) {
                solutions[from as usize] = solutions[from as usize].saturating_add(solutions[state as usize]);
                after[from as usize] -= 1;
                if after[from as usize] == 0 {
                    open.push(from);
                }
            }
        }
        (counted == states().count()).then(|| solutions[0])
    }

    /// Follows the solutions in the order of the actions: as many as are listed or, where they were not counted, all of them.
    fn list(
        &self,
        problem: &ScriptProblem,
        most: usize,
        counted: Option<u128>,
        budget: &Budget,
        found: &mut Every,
    ) -> Result<(), TableError> {
        let mut names: HashMap<Number, Vec<Arc<str>>> = HashMap::new();
        let mut listed_bytes = 0;
        let mut on_path = vec![false; self.costs.len()];
        let mut is_goal = vec![false; self.costs.len()];
        self.goals.iter().for_each(|&goal| is_goal[goal as usize] = true);
        let mut path: Vec<Frame> = Vec::new();
        let mut next = self.on_one[0].then_some(0);
        let mut steps: Vec<Step> = Vec::new();
        while counted.is_none() || found.listed.len() < most {
            budget.check()?;
            if let Some(state) = next.take() {
                if is_goal[state as usize] {
                    found.count += u128::from(counted.is_none());
                    if found.listed.len() < most {
                        let name = |frame: &Frame| Arc::clone(&names[&frame.state][frame.taken]);
                        let actions: Vec<Arc<str>> = path.iter().map(name).collect();
                        listed_bytes +=
                            (actions.capacity() * size_of::<Arc<str>>() + size_of::<Vec<Arc<str>>>()) as u64;
                        budget.allow_bytes(listed_bytes + self.numbered.bytes() + self.edges.bytes())?;
                        found.listed.push(actions);
                    }
                } else {
                    on_path[state as usize] = true;
                    path.push(self.frame(problem, state, &mut steps, &mut names)?);
                }
                continue;
            }
            let Some(last) = path.last_mut() else { break };
            match last.steps.next() {
                Some((at, to)) if !on_path[to as usize] => (last.taken, next) = (at, Some(to)),
                Some(_) => {}
                None => {
                    on_path[last.state as usize] = false;
                    path.pop();
                }
            }
        }
        Ok(())
    }

    fn frame(
        &self,
        problem: &ScriptProblem,
        state: Number,
        steps: &mut Vec<Step>,
        names: &mut HashMap<Number, Vec<Arc<str>>>,
    ) -> Result<Frame, TableError> {
        let (actions, packed) = (problem.file().actions, &self.numbered.states()[state as usize]);
        problem.interpreter().steps(actions, packed, steps)?;
        if let std::collections::hash_map::Entry::Vacant(entry) = names.entry(state) {
            entry.insert(problem.interpreter().names(actions, packed)?.iter().map(Arc::from).collect());
        }
        let cost = self.costs[state as usize];
        let tight = |(at, step): (usize, &Step)| {
            let to = self.numbered.get(&step.state)?;
            let leads = self.on_one[to as usize] && cost.saturating_add(step.cost) == self.costs[to as usize];
            leads.then_some((at, to))
        };
        let steps = steps.iter().enumerate().filter_map(tight).collect::<Vec<_>>().into_iter();
        Ok(Frame { state, steps, taken: 0 })
    }
}

/// A state on the path that is followed, and its steps that are left.
struct Frame {
    state: Number,
    steps: std::vec::IntoIter<(usize, Number)>,
    /// The action that was taken last.
    taken: usize,
}
