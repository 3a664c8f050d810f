//! A board paired with a goal: the sliding-tile puzzle as a [`Problem`] of the engine.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use hueco_search::{Cost, Problem, Reversible};
use thiserror::Error;

use crate::board::{Board, Direction, Shape};
use crate::cells::Cells;
use crate::text::{UnknownName, serde_as_text};

/// The order in which the children of a state are created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order(pub [Direction; 4]);

impl Order {
    /// Up, left, right, down: the default.
    pub const ULRD: Self = Self(Direction::ALL);
    /// Up, down, left, right: the course programs'.
    pub const UDLR: Self = Self([Direction::Up, Direction::Down, Direction::Left, Direction::Right]);

    /// Reads four different letters, such as `ULRD`.
    pub fn parse(text: &str) -> Option<Self> {
        let order: Vec<Direction> = text.chars().map(Direction::from_letter).collect::<Option<_>>()?;
        let order: [Direction; 4] = order.try_into().ok()?;
        Direction::ALL.iter().all(|d| order.contains(d)).then_some(Self(order))
    }
}

/// `ULRD`
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|direction| write!(f, "{}", direction.letter()))
    }
}

impl FromStr for Order {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let expected = || "the letters U, L, R and D, each once".to_owned();
        Self::parse(text).ok_or_else(|| UnknownName { found: text.to_owned(), expected: expected() })
    }
}

serde_as_text!(Order);

impl Default for Order {
    fn default() -> Self {
        Self::ULRD
    }
}

/// The board and the goal differ in shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the board is {board}, the goal is {goal}")]
pub struct ShapeMismatch {
    /// The board's shape.
    pub board: Shape,
    /// The goal's shape.
    pub goal: Shape,
}

/// Cells of a shape, where each label belongs, and which tile each label is: what board and goal have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    shape: Shape,
    /// By label: the cell where it belongs; the blank's goal cell first.
    home: Box<[u16]>,
    /// By label: the tile's number on the board.
    number: Box<[u16]>,
    /// By number: the label.
    label: Box<[u16]>,
}

impl Frame {
    /// The frame of a goal.
    pub fn new(goal: &Board) -> Self {
        let cells = goal.shape().cells();
        let (mut home, mut number, mut label) = (vec![0; cells], vec![0; cells], vec![0; cells]);
        let mut next = 1;
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            let l = if tile == 0 { 0 } else { next };
            next += u16::from(tile != 0);
            home[l as usize] = cell as u16;
            number[l as usize] = tile;
            label[tile as usize] = l;
        }
        Self { shape: goal.shape(), home: home.into(), number: number.into(), label: label.into() }
    }

    /// Rows and columns.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// By label: the cell where it belongs; the blank's goal cell first.
    #[inline]
    pub fn home(&self) -> &[u16] {
        &self.home
    }

    /// The tile's number of a label.
    #[inline]
    pub fn number(&self, label: usize) -> u16 {
        self.number[label]
    }

    /// A board's labels, row by row.
    pub fn labels(&self, board: &Board) -> Vec<u16> {
        board.tiles().iter().map(|&tile| self.label[tile as usize]).collect()
    }

    /// The label of a tile's number, if there is such a tile.
    pub fn label(&self, number: usize) -> Option<u16> {
        self.label.get(number).copied()
    }

    /// The board that packed cells stand for.
    pub fn board<C: Cells>(&self, cells: &C) -> Board {
        let numbers: Vec<u64> = (0..self.shape.cells()).map(|cell| self.number[cells.get(cell)] as u64).collect();
        Board::new(self.shape, &numbers).expect("labels are a permutation")
    }
}

/// A tile on its way into the blank's cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sliding {
    /// Its label.
    pub label: usize,
    /// The cell it leaves: the blank's next one.
    pub from: usize,
    /// The cell it enters: the blank's.
    pub to: usize,
}

/// From one board to another, as a problem of the engine. Labels, not numbers, are searched: see [`crate::cells`].
#[derive(Clone, Debug)]
pub struct Tiles<C> {
    frame: Frame,
    start: Vec<u16>,
    goal: C,
    /// By direction, 16 bits each: what to add to the blank's cell. A shift is quicker than a look-up.
    steps: u64,
    /// By blank cell and last move (4: none): the legal directions but the way back.
    actions: Box<[Slides]>,
    packing: PhantomData<C>,
}

impl<C: Cells> Tiles<C> {
    /// From `start` to `goal`, children created in `order`.
    pub fn new(start: &Board, goal: &Board, order: Order) -> Result<Self, ShapeMismatch> {
        if start.shape() != goal.shape() {
            return Err(ShapeMismatch { board: start.shape(), goal: goal.shape() });
        }
        let frame = Frame::new(goal);
        let shape = goal.shape();
        let cols = shape.cols() as i16;
        let mut actions = Vec::with_capacity(shape.cells() * 5);
        for cell in 0..shape.cells() {
            for last in Direction::ALL.into_iter().map(Some).chain([None]) {
                let legal = |d: &Direction| {
                    last.is_none_or(|last| *d != last.opposite()) && shape.neighbour(cell, *d).is_some()
                };
                actions.push(Slides::new(order.0.into_iter().filter(legal)));
            }
        }
        Ok(Self {
            start: frame.labels(start),
            goal: C::pack(&frame.labels(goal)),
            steps: [-cols, -1, 1, cols].iter().rev().fold(0, |steps, &step| steps << 16 | step as u16 as u64),
            actions: actions.into(),
            frame,
            packing: PhantomData,
        })
    }

    /// Shape, homes and numbers.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The start's labels, row by row.
    pub fn start_labels(&self) -> &[u16] {
        &self.start
    }

    /// By label: the cell where it stands at the start.
    pub fn start_positions(&self) -> Vec<u16> {
        let mut at = vec![0; self.start.len()];
        for (cell, &label) in self.start.iter().enumerate() {
            at[label as usize] = cell as u16;
        }
        at
    }

    /// The cell beside the blank's in a direction that is open to it.
    #[inline]
    fn beside(&self, blank: usize, direction: Direction) -> usize {
        blank.wrapping_add_signed((self.steps >> (16 * direction as u32)) as i16 as isize)
    }

    /// The tile that a move slides, given the state before it.
    #[inline]
    pub fn sliding(&self, before: &C, direction: Direction) -> Sliding {
        let to = before.blank();
        let from = self.beside(to, direction);
        Sliding { label: before.sliding(from, to), from, to }
    }
}

/// The directions open to a blank: two bits each, the next one lowest, and a one above the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slides(u16);

impl Slides {
    fn new(directions: impl DoubleEndedIterator<Item = Direction>) -> Self {
        Self(directions.rev().fold(1, |packed, d| packed << 2 | d as u16))
    }
}

impl Iterator for Slides {
    type Item = (Direction, Cost);

    #[inline]
    fn next(&mut self) -> Option<(Direction, Cost)> {
        if self.0 <= 1 {
            return None;
        }
        let direction = match self.0 & 3 {
            0 => Direction::ALL[0],
            1 => Direction::ALL[1],
            2 => Direction::ALL[2],
            _ => Direction::ALL[3],
        };
        self.0 >>= 2;
        Some((direction, 1))
    }
}

impl<C: Cells> Problem for Tiles<C> {
    type State = C;
    type Action = Direction;
    type Actions = Slides;

    fn start(&self) -> C {
        C::pack(&self.start)
    }

    #[inline]
    fn is_goal(&self, state: &C) -> bool {
        *state == self.goal
    }

    #[inline]
    fn actions(&self, state: &C, last: Option<Direction>) -> Slides {
        self.actions[state.blank() * 5 + last.map_or(4, |d| d as usize)].clone()
    }

    #[inline]
    fn apply(&self, state: &mut C, direction: Direction) {
        let blank = state.blank();
        state.slide(self.beside(blank, direction), blank);
    }

    fn heap_bytes(&self, state: &C) -> usize {
        state.heap_bytes()
    }
}

impl<C: Cells> Reversible for Tiles<C> {
    fn goal(&self) -> C {
        self.goal.clone()
    }

    fn inverse(&self, direction: Direction) -> Direction {
        direction.opposite()
    }
}
