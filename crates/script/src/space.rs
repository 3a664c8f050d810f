//! A space of states in memory: states with numbers, edges between them, and two ways to fill it.
//!
//! A search of the engine keeps what leads to one solution. A table of distances, the check of a heuristic and the list of all solutions need
//! more: every state, or every edge. [`walk`] goes wherever actions lead; [`spread`] goes by increasing cost, and only
//! where it is asked to.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use hueco_search::{Budget, Cost, Limit};
use rustc_hash::FxBuildHasher;

use crate::interpreter::{Failure, Step};
use crate::load::FunctionId;
use crate::problem::ScriptProblem;
use crate::state::State;

/// The number of a state.
pub(crate) type Number = u32;

/// Why a space is not complete.
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
        let number = Number::try_from(self.states.len()).expect("fewer than 2^32 states fit into memory");
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
        let number = u32::try_from(self.edges.len()).ok().filter(|&number| number != NO_EDGE);
        let number = number.expect("fewer than 2^32 edges fit into memory");
        let before = std::mem::replace(&mut self.last[to as usize], number);
        self.edges.push((from, cost, before));
    }

    /// How many edges there are.
    pub(crate) fn len(&self) -> usize {
        self.edges.len()
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

/// Uniform cost from `start` along the steps that `function` returns: the states that were met, and the lowest cost of each. `expands` says
/// whether a state is worth expanding, once its cost is certain. Every step of a state that is expanded becomes an edge.
pub(crate) fn spread(
    problem: &ScriptProblem,
    function: FunctionId,
    start: &State,
    budget: &Budget,
    mut edges: Option<&mut Reversed>,
    mut expands: impl FnMut(Number, &State, Cost) -> Result<bool, TableError>,
) -> Result<(Numbered, Vec<Cost>), TableError> {
    let mut numbered = Numbered::default();
    numbered.number(start);
    let mut costs = vec![0];
    let mut expanded = vec![false];
    let mut queue = BinaryHeap::from([Reverse((0, 0))]);
    let mut steps: Vec<Step> = Vec::new();
    while let Some(Reverse((cost, number))) = queue.pop() {
        if expanded[number as usize] {
            continue;
        }
        expanded[number as usize] = true;
        budget.check()?;
        budget.allow_bytes((numbered.bytes() + edges.as_ref().map_or(0, |edges| edges.bytes())) * 2)?;
        let state = numbered.states()[number as usize].clone();
        if !expands(number, &state, cost)? {
            continue;
        }
        problem.interpreter().steps(function, &state, &mut steps)?;
        for step in &steps {
            let (to, new) = numbered.number(&step.state);
            if new {
                costs.push(Cost::MAX);
                expanded.push(false);
            }
            if let Some(edges) = &mut edges {
                edges.add(number, to, step.cost);
            }
            let further = cost.saturating_add(step.cost);
            if further < costs[to as usize] {
                costs[to as usize] = further;
                queue.push(Reverse((further, to)));
            }
        }
    }
    Ok((numbered, costs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use starlark::environment::Module;

    /// A text of this length ends with the number.
    fn state(number: usize, length: usize) -> State {
        let text = format!("{number:0length$}");
        Module::with_temp_heap(|module| State::pack(module.heap().alloc(text), &mut Vec::new())).expect("a state")
    }

    #[test]
    fn bytes_of_states_are_theirs_and_those_of_their_table() {
        const STATES: usize = 1000;
        let within = |length: usize| {
            let mut numbered = Numbered::default();
            (0..STATES)
                .for_each(|number| assert_eq!(numbered.number(&state(number, length)), (number as Number, true)));
            assert_eq!(numbered.number(&state(7, length)), (7, false));
            numbered.bytes()
        };
        let entries = (STATES * (2 * size_of::<State>() + size_of::<Number>())) as u64;
        let short = within(4);
        assert!((entries..4 * entries).contains(&short), "{short} of {entries}");
        let heap = STATES as u64 * 500;
        let long = within(500);
        assert!((short + heap..short + heap + heap / 5).contains(&long), "{long} of {short} and {heap}");
    }

    #[test]
    fn bytes_of_edges_grow_with_them() {
        let mut edges = Reversed::default();
        (0..1000).for_each(|to| edges.add(0, to, 1));
        let least = 1000 * (4 + 12);
        assert!((least..=3 * least).contains(&edges.bytes()), "{} of {least}", edges.bytes());
        assert_eq!(edges.len(), 1000);
    }
}
