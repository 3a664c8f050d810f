//! A puzzle as a [`Problem`] of the shared engine, for blind search: an action places a number in an empty cell, a goal
//! is a full board that keeps every rule. Nothing is concluded on the way; that is what *blind* means.
//!
//! Operators are tried number ascending, then cell in reading order. With a seed the numbers are shuffled at each node,
//! the cells staying in order; the shuffle is derived from the seed and the state.
//!
//! A state holds only the empty cells, each as 0 or 1 + the number's index, packed into one machine word where they fit.

use std::fmt::Write as _;
use std::hash::Hash;

use hueco_search::{CellValue, Cost, Problem, Show, Shown, allocated};

use crate::order;
use crate::puzzle::{CellId, Puzzle, State};

/// The contents of the empty cells, packed: a field of `bits` bits each.
pub trait Contents: Clone + Eq + Hash {
    /// As many empty fields as there are cells.
    fn empty(cells: usize) -> Self;
    /// A field.
    fn get(&self, bits: u32, cell: usize) -> u16;
    /// Changes a field that is 0.
    fn put(&mut self, bits: u32, cell: usize, number: u16);
    /// Whether `cells` fields of `bits` bits fit.
    fn fits(bits: u32, cells: usize) -> bool;
    /// Bytes outside the value itself.
    fn heap_bytes(&self) -> usize {
        0
    }
}

macro_rules! packed {
    ($word:ty) => {
        impl Contents for $word {
            fn empty(_: usize) -> Self {
                0
            }

            #[inline]
            fn get(&self, bits: u32, cell: usize) -> u16 {
                (self >> (bits * cell as u32)) as u16 & ((1 << bits) - 1)
            }

            #[inline]
            fn put(&mut self, bits: u32, cell: usize, number: u16) {
                *self |= <$word>::from(number) << (bits * cell as u32);
            }

            fn fits(bits: u32, cells: usize) -> bool {
                bits as usize * cells <= <$word>::BITS as usize
            }
        }
    };
}

packed!(u64);
packed!(u128);

impl Contents for Box<[u16]> {
    fn empty(cells: usize) -> Self {
        vec![0; cells].into()
    }

    #[inline]
    fn get(&self, _: u32, cell: usize) -> u16 {
        self[cell]
    }

    #[inline]
    fn put(&mut self, _: u32, cell: usize, number: u16) {
        self[cell] = number;
    }

    fn fits(_: u32, _: usize) -> bool {
        true
    }

    fn heap_bytes(&self) -> usize {
        allocated(size_of_val::<[u16]>(self))
    }
}

/// Place a number in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The number's index among the puzzle's numbers.
    pub number: u16,
    /// The cell's index among the empty cells.
    pub cell: u16,
}

/// A puzzle as a problem of the engine.
#[derive(Clone, Debug)]
pub struct Placing<'a, C> {
    puzzle: &'a Puzzle,
    cells: Vec<CellId>,
    bits: u32,
    seed: Option<u64>,
    /// Whether a search ends at a solution. To find them all it must not, and its observer tests instead.
    ends: bool,
    contents: std::marker::PhantomData<C>,
}

impl<'a, C: Contents> Placing<'a, C> {
    /// The puzzle, with the numbers in order or shuffled by a seed. With `ends` false no state is a goal, so that a
    /// search goes through all of them; an observer finds the solutions among them by [`Placing::solution`].
    pub fn new(puzzle: &'a Puzzle, seed: Option<u64>, ends: bool) -> Self {
        let contents = std::marker::PhantomData;
        Self { puzzle, cells: puzzle.empty_cells(), bits: field_bits(puzzle), seed, ends, contents }
    }

    /// Whether states of this kind can hold the puzzle.
    pub fn fits(puzzle: &Puzzle) -> bool {
        C::fits(field_bits(puzzle), puzzle.empty_cells().len())
    }

    /// The contents of all cells.
    pub fn state(&self, contents: &C) -> State {
        let mut state = self.puzzle.start();
        for (i, cell) in self.cells.iter().enumerate() {
            let number = contents.get(self.bits, i) as usize;
            state[cell.index()] = number.checked_sub(1).map(|number| self.puzzle.numbers()[number].value);
        }
        state
    }

    /// The full board, if this state is a solution.
    pub fn solution(&self, contents: &C) -> Option<Vec<i64>> {
        if (0..self.cells.len()).any(|i| contents.get(self.bits, i) == 0) {
            return None;
        }
        let filled: Vec<i64> = self.state(contents).into_iter().flatten().collect();
        self.puzzle.first_broken_rule(&filled).is_none().then_some(filled)
    }

    /// The number and the cell of an action.
    pub fn placed(&self, action: Place) -> (i64, CellId) {
        (self.puzzle.numbers()[action.number as usize].value, self.cells[action.cell as usize])
    }

    /// The first route to a solution: in every state the first operator that the solution agrees with. It is the one
    /// breadth-first search finds.
    pub fn first_route(&self, filled: &[i64]) -> Vec<Place> {
        let mut contents = self.start();
        let mut route = Vec::with_capacity(self.cells.len());
        while let Some((action, _)) = self.actions(&contents, None).find(|&(action, _)| {
            let (value, cell) = self.placed(action);
            filled[cell.index()] == value
        }) {
            self.apply(&mut contents, action);
            route.push(action);
        }
        route
    }
}

fn field_bits(puzzle: &Puzzle) -> u32 {
    (puzzle.numbers().len() as u32 + 1).next_power_of_two().trailing_zeros().max(1)
}

/// The placements of a state, in the order of its operators.
#[derive(Clone, Debug)]
pub struct Places {
    numbers: Vec<u16>,
    cells: Vec<u16>,
    next: usize,
}

impl Iterator for Places {
    type Item = (Place, Cost);

    #[inline]
    fn next(&mut self) -> Option<(Place, Cost)> {
        let number = *self.numbers.get(self.next.checked_div(self.cells.len())?)?;
        let cell = self.cells[self.next % self.cells.len()];
        self.next += 1;
        Some((Place { number, cell }, 1))
    }
}

impl<C: Contents> Problem for Placing<'_, C> {
    type State = C;
    type Action = Place;
    type Actions = Places;

    fn start(&self) -> C {
        C::empty(self.cells.len())
    }

    fn is_goal(&self, state: &C) -> bool {
        self.ends && self.solution(state).is_some()
    }

    fn actions(&self, state: &C, _: Option<Place>) -> Places {
        let mut left: Vec<u16> = self.puzzle.numbers().iter().map(|number| number.copies).collect();
        let mut cells = Vec::with_capacity(self.cells.len());
        for cell in 0..self.cells.len() {
            match (state.get(self.bits, cell) as usize).checked_sub(1) {
                Some(number) => left[number] -= 1,
                None => cells.push(cell as u16),
            }
        }
        let mut numbers: Vec<u16> = (0..left.len() as u16).filter(|&number| left[number as usize] > 0).collect();
        if let Some(seed) = self.seed {
            let key = order::node_key(seed, (0..self.cells.len()).map(|cell| state.get(self.bits, cell)));
            numbers.sort_unstable_by_key(|&number| order::rank(key, number));
        }
        Places { numbers, cells, next: 0 }
    }

    fn apply(&self, state: &mut C, action: Place) {
        state.put(self.bits, action.cell as usize, action.number + 1);
    }

    fn heap_bytes(&self, state: &C) -> usize {
        state.heap_bytes()
    }
}

/// Shows a state as what all cells hold, an action as a cell and its number: `A=1`.
pub(crate) struct ShowPlacing<'a, 'p, C> {
    problem: &'a Placing<'p, C>,
    /// What the cells hold at the start.
    start: Vec<CellValue>,
    cells: Vec<CellValue>,
    action: String,
}

impl<'a, 'p, C: Contents> ShowPlacing<'a, 'p, C> {
    pub(crate) fn new(problem: &'a Placing<'p, C>) -> Self {
        let value = |number: Option<i64>| number.map_or(CellValue::EMPTY, |number| CellValue::new(number as i32));
        let start: Vec<CellValue> = problem.puzzle.start().into_iter().map(value).collect();
        Self { problem, cells: start.clone(), start, action: String::new() }
    }

    fn fill(&mut self, contents: &C) {
        let Placing { puzzle, cells, bits, .. } = self.problem;
        self.cells.copy_from_slice(&self.start);
        for (at, cell) in cells.iter().enumerate() {
            if let Some(number) = (contents.get(*bits, at) as usize).checked_sub(1) {
                self.cells[cell.index()] = CellValue::new(puzzle.numbers()[number].value as i32);
            }
        }
    }
}

impl<'p, C: Contents> Show<Placing<'p, C>> for ShowPlacing<'_, 'p, C> {
    fn state(&mut self, contents: &C) -> Shown<'_> {
        self.fill(contents);
        Shown::Cells(&self.cells)
    }

    fn child(&mut self, parent: &C, action: Place) -> (&str, Shown<'_>) {
        self.fill(parent);
        let (number, cell) = self.problem.placed(action);
        self.cells[cell.index()] = CellValue::new(number as i32);
        self.action.clear();
        let _ = write!(self.action, "{}={number}", self.problem.puzzle.name(cell));
        (&self.action, Shown::Cells(&self.cells))
    }
}
