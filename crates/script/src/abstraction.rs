//! A pattern database from an abstraction: exact distances in a simpler space.
//!
//! `abstraction_x(s)` maps a state to a simpler one on which `actions` works too. If the image of every action is an action,
//! then the distance of the images is a lower bound of the distance of the states, and a consistent one. The table holds
//! the distance of every abstract state to the abstract goal. Where predecessors are known it is built backward from there;
//! otherwise the abstract space is walked from the start, and its edges are followed in reverse.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use hueco_search::{Budget, Cost, Limit};
use rustc_hash::FxBuildHasher;

use crate::heuristic::goal_state;
use crate::interpreter::{Failure, Step};
use crate::load::{FunctionId, Goal};
use crate::problem::ScriptProblem;
use crate::state::State;

/// The number of an abstract state.
type Number = u32;

/// Why there is no table.
#[derive(Debug)]
pub(crate) enum TableError {
    /// The file failed.
    Failed(Failure),
    /// A limit ended it.
    Limit(Limit),
}

impl From<Failure> for TableError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Limit(limit) => Self::Limit(limit),
            failure @ Failure::Mistake(_) => Self::Failed(failure),
        }
    }
}

impl From<Limit> for TableError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// States with numbers in the order in which they are met.
#[derive(Default)]
pub(crate) struct Numbered {
    numbers: HashMap<State, Number, FxBuildHasher>,
    states: Vec<State>,
    heap_bytes: u64,
}

impl Numbered {
    /// The number of a state, and whether it is new.
    pub(crate) fn number(&mut self, state: &State) -> (Number, bool) {
        if let Some(&number) = self.numbers.get(state) {
            return (number, false);
        }
        let number = self.states.len() as Number;
        self.heap_bytes += state.heap_bytes() as u64;
        self.numbers.insert(state.clone(), number);
        self.states.push(state.clone());
        (number, true)
    }

    pub(crate) fn get(&self, state: &State) -> Option<Number> {
        self.numbers.get(state).copied()
    }

    pub(crate) fn states(&self) -> &[State] {
        &self.states
    }

    pub(crate) fn bytes(&self) -> u64 {
        let (entry, state) = (size_of::<(State, Number)>() + 1, size_of::<State>());
        self.heap_bytes + (self.numbers.capacity() * entry + self.states.capacity() * state) as u64
    }
}

/// Edges against their direction, of states with numbers.
#[derive(Default)]
pub(crate) struct Reversed {
    /// For each state its last edge.
    last: Vec<u32>,
    /// From, cost, and the edge before it that leads to the same state.
    edges: Vec<(Number, Cost, u32)>,
}

const NO_EDGE: u32 = u32::MAX;

impl Reversed {
    pub(crate) fn add(&mut self, from: Number, to: Number, cost: Cost) {
        if self.last.len() <= to as usize {
            self.last.resize(to as usize + 1, NO_EDGE);
        }
        let before = std::mem::replace(&mut self.last[to as usize], self.edges.len() as u32);
        self.edges.push((from, cost, before));
    }

    /// What leads to a state.
    pub(crate) fn leading_to(&self, state: Number) -> impl Iterator<Item = (Number, Cost)> {
        let mut at = self.last.get(state as usize).copied().unwrap_or(NO_EDGE);
        std::iter::from_fn(move || {
            let &(from, cost, before) = self.edges.get(at as usize)?;
            at = before;
            Some((from, cost))
        })
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.last.capacity() * size_of::<u32>() + self.edges.capacity() * size_of::<(Number, Cost, u32)>()) as u64
    }

    /// The distance of each of `states` states to the nearest of `goals`; the largest number where there is no path.
    pub(crate) fn distances(&self, states: usize, goals: &[Number]) -> Vec<Cost> {
        let mut distances = vec![Cost::MAX; states];
        let mut queue: BinaryHeap<_> = goals.iter().map(|&goal| Reverse((0, goal))).collect();
        for &goal in goals {
            distances[goal as usize] = 0;
        }
        while let Some(Reverse((distance, state))) = queue.pop() {
            if distance > distances[state as usize] {
                continue;
            }
            for (from, cost) in self.leading_to(state) {
                let further = distance.saturating_add(cost);
                if further < distances[from as usize] {
                    distances[from as usize] = further;
                    queue.push(Reverse((further, from)));
                }
            }
        }
        distances
    }
}

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
        match (goal_state(file), file.predecessors) {
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
        let mut numbered = Numbered::default();
        numbered.number(goal);
        let mut distances = vec![0];
        let mut queue = BinaryHeap::from([Reverse((0, 0))]);
        let mut steps: Vec<Step> = Vec::new();
        while let Some(Reverse((distance, number))) = queue.pop() {
            if distance > distances[number as usize] {
                continue;
            }
            budget.check()?;
            budget.allow_bytes(numbered.bytes() * 2)?;
            let state = numbered.states()[number as usize].clone();
            problem.interpreter().steps(predecessors, &state, &mut steps)?;
            for step in &steps {
                let (from, new) = numbered.number(&step.state);
                if new {
                    distances.push(Cost::MAX);
                }
                let further = distance.saturating_add(step.cost);
                if further < distances[from as usize] {
                    distances[from as usize] = further;
                    queue.push(Reverse((further, from)));
                }
            }
        }
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
        let start = problem.interpreter().state(abstraction, &file.start)?;
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

    /// The distance of a state's image. `None`: there is no path from it.
    pub(crate) fn estimate(&self, problem: &ScriptProblem, state: &State) -> Result<Option<Cost>, Failure> {
        let image = problem.interpreter().state(self.abstraction, state)?;
        let distance = self.numbered.get(&image).map(|number| self.distances[number as usize]);
        Ok(distance.filter(|distance| *distance != Cost::MAX))
    }
}

/// Every state that can be reached from `start` by `actions`, and the edges between them.
pub(crate) fn walk(
    problem: &ScriptProblem,
    start: &State,
    budget: &Budget,
) -> Result<(Numbered, Reversed), TableError> {
    let (mut numbered, mut edges) = (Numbered::default(), Reversed::default());
    numbered.number(start);
    let mut steps: Vec<Step> = Vec::new();
    let mut next = 0;
    while let Some(state) = numbered.states().get(next).cloned() {
        budget.check()?;
        budget.allow_bytes((numbered.bytes() + edges.bytes()) * 2)?;
        if numbered.states().len() as u64 > budget.nodes_left() {
            return Err(Limit::Nodes.into());
        }
        budget.count(1);
        problem.interpreter().steps(problem.file().actions, &state, &mut steps)?;
        for step in &steps {
            let (to, _) = numbered.number(&step.state);
            edges.add(next as Number, to, step.cost);
        }
        next += 1;
    }
    Ok((numbered, edges))
}
