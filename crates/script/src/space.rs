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

/// How many states or edges can be numbered. The largest number stands for no edge.
const NUMBERS: usize = NO_EDGE as usize;

/// The number of the next one where `count` have theirs; once all are used up, that is the limit on memory.
fn numbered_after(count: usize, most: usize) -> Result<Number, Limit> {
    if count < most { Ok(count as Number) } else { Err(Limit::Memory) }
}

/// The largest distance, which stands for all that are larger: beyond it is the number of those from where there is no path.
pub(crate) const FARTHEST: Cost = Cost::MAX - 1;

/// A distance and what is added to it.
pub(crate) fn further(distance: Cost, cost: Cost) -> Cost {
    distance.saturating_add(cost).min(FARTHEST)
}

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
pub(crate) struct Numbered {
    numbers: HashMap<State, Number, FxBuildHasher>,
    states: Vec<State>,
    heap_bytes: u64,
    /// How many states it numbers.
    most: usize,
}

impl Numbered {
    fn within(most: usize) -> Self {
        Self { numbers: HashMap::default(), states: Vec::new(), heap_bytes: 0, most }
    }

    /// The number of a state, and whether it is new.
    pub(crate) fn number(&mut self, state: &State) -> Result<(Number, bool), Limit> {
        if let Some(&number) = self.numbers.get(state) {
            return Ok((number, false));
        }
        let number = numbered_after(self.states.len(), self.most)?;
        self.heap_bytes += state.heap_bytes() as u64;
        self.numbers.insert(state.clone(), number);
        self.states.push(state.clone());
        Ok((number, true))
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
pub(crate) struct Reversed {
    /// For each state its last edge.
    last: Vec<u32>,
    /// From, cost, and the edge before it that leads to the same state.
    edges: Vec<(Number, Cost, u32)>,
    /// How many edges it numbers.
    most: usize,
}

const NO_EDGE: u32 = u32::MAX;

impl Default for Reversed {
    fn default() -> Self {
        Self::within(NUMBERS)
    }
}

impl Reversed {
    fn within(most: usize) -> Self {
        Self { last: Vec::new(), edges: Vec::new(), most }
    }

    pub(crate) fn add(&mut self, from: Number, to: Number, cost: Cost) -> Result<(), Limit> {
        let number = numbered_after(self.edges.len(), self.most)?;
        if self.last.len() <= to as usize {
            self.last.resize(to as usize + 1, NO_EDGE);
        }
        let before = std::mem::replace(&mut self.last[to as usize], number);
        self.edges.push((from, cost, before));
        Ok(())
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

    /// The distance of each of `states` states to the nearest of `goals`, up to [`FARTHEST`]; [`Cost::MAX`] where there is no path.
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
                let further = further(distance, cost);
                if further < distances[from as usize] {
                    distances[from as usize] = further;
                    queue.push(Reverse((further, from)));
                }
            }
        }
        distances
    }

    /// The least of the distances that are too large to be counted.
    pub(crate) fn beyond_counting(&self, distances: &[Cost]) -> Option<u64> {
        let counted = (0..).zip(distances).filter(|&(_, &distance)| distance < FARTHEST);
        let beyond = counted.flat_map(|(state, &distance)| {
            let farther = self.leading_to(state).filter(|&(from, _)| distances[from as usize] == FARTHEST);
            farther.map(move |(_, cost)| u64::from(distance) + u64::from(cost))
        });
        beyond.min()
    }
}

/// Every state that can be reached from `start` by `actions`, and the edges between them.
pub(crate) fn walk(
    problem: &ScriptProblem,
    start: &State,
    budget: &Budget,
) -> Result<(Numbered, Reversed), TableError> {
    walk_within(NUMBERS, problem, start, budget)
}

/// The same with fewer numbers.
fn walk_within(
    most: usize,
    problem: &ScriptProblem,
    start: &State,
    budget: &Budget,
) -> Result<(Numbered, Reversed), TableError> {
    let (mut numbered, mut edges) = (Numbered::within(most), Reversed::within(most));
    numbered.number(start)?;
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
            let (to, _) = numbered.number(&step.state)?;
            edges.add(next as Number, to, step.cost)?;
        }
        next += 1;
    }
    Ok((numbered, edges))
}

/// Uniform cost from `start` along the steps that `function` returns: the states that were met, and the lowest cost of each, up to
/// [`FARTHEST`]. `expands` says whether a state is worth expanding, once its cost is certain. Every step of a state that is expanded becomes an edge.
pub(crate) fn spread(
    problem: &ScriptProblem,
    function: FunctionId,
    start: &State,
    budget: &Budget,
    mut edges: Option<&mut Reversed>,
    mut expands: impl FnMut(Number, &State, Cost) -> Result<bool, TableError>,
) -> Result<(Numbered, Vec<Cost>), TableError> {
    let mut numbered = Numbered::within(NUMBERS);
    numbered.number(start)?;
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
            let (to, new) = numbered.number(&step.state)?;
            if new {
                costs.push(Cost::MAX);
                expanded.push(false);
            }
            if let Some(edges) = &mut edges {
                edges.add(number, to, step.cost)?;
            }
            let further = further(cost, step.cost);
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
    use std::sync::Arc;

    use hueco_search::Problem as _;
    use starlark::environment::Module;

    use super::*;
    use crate::load::ProblemFile;

    /// A text of this length ends with the number.
    fn state(number: usize, length: usize) -> State {
        let text = format!("{number:0length$}");
        Module::with_temp_heap(|module| State::pack(module.heap().alloc(text), &mut Vec::new())).expect("a state")
    }

    #[test]
    fn bytes_of_states_are_theirs_and_those_of_their_table() {
        const STATES: usize = 1000;
        let within = |length: usize| {
            let mut numbered = Numbered::within(NUMBERS);
            (0..STATES)
                .for_each(|number| assert_eq!(numbered.number(&state(number, length)), Ok((number as Number, true))));
            assert_eq!(numbered.number(&state(7, length)), Ok((7, false)));
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
        (0..1000).for_each(|to| edges.add(0, to, 1).expect("a number is left"));
        let least = 1000 * (4 + 12);
        assert!((least..=3 * least).contains(&edges.bytes()), "{} of {least}", edges.bytes());
        assert_eq!(edges.len(), 1000);
    }

    #[test]
    fn numbers_that_are_used_up_are_the_limit_on_memory() {
        // The number that stands for no edge is never that of one.
        assert_eq!(numbered_after(NUMBERS - 1, NUMBERS), Ok(NO_EDGE - 1));
        assert_eq!(numbered_after(NUMBERS, NUMBERS), Err(Limit::Memory));
        let mut numbered = Numbered::within(2);
        assert_eq!([0, 1].map(|n| numbered.number(&state(n, 4))), [Ok((0, true)), Ok((1, true))]);
        assert_eq!(numbered.number(&state(2, 4)), Err(Limit::Memory));
        assert_eq!((numbered.number(&state(1, 4)), numbered.states().len()), (Ok((1, false)), 2));
        let mut edges = Reversed::within(2);
        assert_eq!([0, 1, 2].map(|to| edges.add(0, to, 1)), [Ok(()), Ok(()), Err(Limit::Memory)]);
        assert_eq!((edges.len(), edges.leading_to(2).count()), (2, 0));
    }

    #[test]
    fn a_walk_that_runs_out_of_numbers_ends() {
        // Four states, and six edges between them.
        let source = "start = 0\ngoal = 3\ndef actions(s): return [(\"to %d\" % t, t) for t in range(s + 1, 4)]\n";
        let file = ProblemFile::load("p.star", source, &[]).expect("it loads");
        let problem = ScriptProblem::new(Arc::new(file));
        let within = |most| match walk_within(most, &problem, &problem.start(), &Budget::unlimited()) {
            Ok((numbered, edges)) => Ok((numbered.states().len(), edges.len())),
            Err(TableError::Limit(limit)) => Err(limit),
            Err(TableError::Failed(failure)) => panic!("{failure:?}"),
        };
        assert_eq!([3, 5, 6].map(within), [Err(Limit::Memory), Err(Limit::Memory), Ok((4, 6))]);
    }

    #[test]
    fn distances_beyond_counting_are_no_missing_paths() {
        // 3 ─▶ 2 ─▶ 1 ─▶ 0, and 4 leads nowhere.
        let edges = |cost| {
            let mut edges = Reversed::default();
            (0..3).for_each(|to| edges.add(to + 1, to, cost).expect("a number is left"));
            edges
        };
        let near = edges(1_000_000_000);
        let distances = near.distances(5, &[0]);
        assert_eq!(distances, [0, 1_000_000_000, 2_000_000_000, 3_000_000_000, Cost::MAX]);
        assert_eq!(near.beyond_counting(&distances), None);
        let far = edges(2_500_000_000);
        let distances = far.distances(5, &[0]);
        assert_eq!(distances, [0, 2_500_000_000, FARTHEST, FARTHEST, Cost::MAX]);
        assert_eq!(far.beyond_counting(&distances), Some(5_000_000_000));
    }
}
