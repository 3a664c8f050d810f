//! A board paired with a goal, where a move slides a whole segment of a line.

use std::fmt;

use hueco_search::{Cost, Problem, Reversible};

use crate::board::{Board, Direction};
use crate::cells::Cells;
use crate::problem::{Frame, Order, ShapeMismatch, Tiles};

/// The blank goes `cells` cells in `direction`: one move of the multi-tile metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slide {
    /// Where the blank goes.
    pub direction: Direction,
    /// How far: at least 1.
    pub cells: u16,
}

impl Slide {
    /// The slide as moves of the blank by one cell.
    pub fn steps(self) -> impl Iterator<Item = Direction> {
        std::iter::repeat_n(self.direction, self.cells as usize)
    }
}

/// `U`, or `U3` where it goes farther than one cell.
impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cells {
            1 => write!(f, "{}", self.direction.letter()),
            cells => write!(f, "{}{cells}", self.direction.letter()),
        }
    }
}

/// Whether a direction is up or down.
#[inline]
pub(super) fn is_vertical(direction: Direction) -> bool {
    matches!(direction, Direction::Up | Direction::Down)
}

/// From one board to another in as few slides as possible.
#[derive(Clone, Debug)]
pub struct MultiTiles<C> {
    tiles: Tiles<C>,
    order: Order,
}

impl<C: Cells> MultiTiles<C> {
    /// From `start` to `goal`; directions in `order`, shorter slides first.
    pub fn new(start: &Board, goal: &Board, order: Order) -> Result<Self, ShapeMismatch> {
        Ok(Self { tiles: Tiles::new(start, goal, order)?, order })
    }

    /// Shape, homes and numbers.
    pub fn frame(&self) -> &Frame {
        self.tiles.frame()
    }

    /// The same boards with moves of one tile each.
    pub fn single(&self) -> &Tiles<C> {
        &self.tiles
    }
}

/// The slides open to a blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlideActions {
    directions: [Direction; 4],
    /// By place in `directions`: how far the board extends.
    room: [u16; 4],
    place: u8,
    cells: u16,
}

impl Iterator for SlideActions {
    type Item = (Slide, Cost);

    #[inline]
    fn next(&mut self) -> Option<(Slide, Cost)> {
        while self.cells == *self.room.get(self.place as usize)? {
            self.place += 1;
            self.cells = 0;
        }
        self.cells += 1;
        Some((Slide { direction: self.directions[self.place as usize], cells: self.cells }, 1))
    }
}

impl<C: Cells> Problem for MultiTiles<C> {
    type State = C;
    type Action = Slide;
    type Actions = SlideActions;

    fn start(&self) -> C {
        self.tiles.start()
    }

    #[inline]
    fn is_goal(&self, state: &C) -> bool {
        self.tiles.is_goal(state)
    }

    #[inline]
    fn actions(&self, state: &C, last: Option<Slide>) -> SlideActions {
        let shape = self.frame().shape();
        let blank = state.blank();
        let (row, col) = (shape.row(blank), shape.col(blank));
        let room = self.order.0.map(|direction| {
            if last.is_some_and(|last| is_vertical(last.direction) == is_vertical(direction)) {
                return 0;
            }
            let room = match direction {
                Direction::Up => row,
                Direction::Left => col,
                Direction::Right => shape.cols() - 1 - col,
                Direction::Down => shape.rows() - 1 - row,
            };
            room as u16
        });
        SlideActions { directions: self.order.0, room, place: 0, cells: 0 }
    }

    #[inline]
    fn apply(&self, state: &mut C, slide: Slide) {
        for direction in slide.steps() {
            self.tiles.apply(state, direction);
        }
    }

    fn heap_bytes(&self, state: &C) -> usize {
        state.heap_bytes()
    }
}

impl<C: Cells> Reversible for MultiTiles<C> {
    fn goal(&self) -> C {
        self.tiles.goal()
    }

    fn inverse(&self, slide: Slide) -> Slide {
        Slide { direction: slide.direction.opposite(), ..slide }
    }
}
