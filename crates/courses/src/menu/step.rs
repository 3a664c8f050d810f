//! What `menu --step` shows: each pop, its children with their values, and the order in which they are pushed. It is what
//! a student compares with a program of their own, line by line.

use std::fmt;
use std::io;

use hueco_search::{Event, Problem};
use hueco_tiles::{Board, Direction, Nibbles, Order, Tiles};

use super::Show;
use super::guide::{Guide, Measures, Values};

/// A state that was popped, and what became of its children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The heuristic of this search.
    pub guide: Guide,
    /// Which step of this search, from 1.
    pub number: usize,
    /// The state.
    pub board: Board,
    /// Its values.
    pub values: Values,
    /// Whether it is the goal: then it has no children here.
    pub is_goal: bool,
    /// Its children in the order of creation: blank up, down, left, right.
    pub children: Vec<Child>,
    /// States on the stack after its children were pushed.
    pub stack: usize,
}

/// A child of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// Where the blank goes.
    pub direction: Direction,
    /// The state.
    pub board: Board,
    /// Its values.
    pub values: Values,
    /// As which child it was pushed, from 1: the last one is popped next. `None`: it was pushed before, so it is dropped.
    pub pushed: Option<usize>,
}

/// In English; a blank line ends it.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, board, values, stack, .. } = self;
        writeln!(f, "{} step {number}: {board}  {values}", self.guide.title())?;
        if self.is_goal {
            return writeln!(f, "  goal\n");
        }
        for Child { direction, board, values, pushed } in &self.children {
            write!(f, "  {}  {board}  {values}  ", direction.letter())?;
            match pushed {
                Some(place) => writeln!(f, "push {place}")?,
                None => writeln!(f, "pushed before")?,
            }
        }
        writeln!(f, "  stack: {stack}\n")
    }
}

/// A state that was popped, until all its children are known.
struct Popped {
    state: Nibbles,
    number: usize,
    pushed: Vec<Nibbles>,
}

/// Makes steps of a search's events.
pub(super) struct Stepper<'a, 's> {
    tiles: &'a Tiles<Nibbles>,
    measures: &'a Measures<'a>,
    show: &'a mut Show<'s>,
    popped: Option<Popped>,
    steps: usize,
    stack: usize,
}

impl<'a, 's> Stepper<'a, 's> {
    pub(super) fn new(tiles: &'a Tiles<Nibbles>, measures: &'a Measures<'a>, show: &'a mut Show<'s>) -> Self {
        Self { tiles, measures, show, popped: None, steps: 0, stack: 0 }
    }

    pub(super) fn event(&mut self, event: &Event<'_, Tiles<Nibbles>>) -> io::Result<()> {
        match event {
            Event::Created { origin, .. } => {
                self.stack += 1;
                if let (Some(origin), Some(popped)) = (origin, &mut self.popped) {
                    let mut child = *origin.state;
                    self.tiles.apply(&mut child, origin.action);
                    popped.pushed.push(child);
                }
            }
            Event::Examined { state, .. } => {
                self.finish()?;
                self.steps += 1;
                self.stack -= 1;
                self.popped = Some(Popped { state: **state, number: self.steps, pushed: Vec::new() });
            }
            _ => {}
        }
        Ok(())
    }

    /// Shows the last step, whose children are all known now.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        let Some(Popped { state, number, pushed }) = self.popped.take() else { return Ok(()) };
        let is_goal = self.tiles.is_goal(&state);
        let shape = self.tiles.frame().shape();
        let blank = hueco_tiles::Cells::blank(&state);
        let open =
            Order::UDLR.0.into_iter().filter(|&direction| !is_goal && shape.neighbour(blank, direction).is_some());
        let children = open.map(|direction| {
            let mut child = state;
            self.tiles.apply(&mut child, direction);
            let place = pushed.iter().position(|&pushed| pushed == child).map(|place| place + 1);
            Child { direction, board: self.board(child), values: self.measures.values(child), pushed: place }
        });
        let step = Step {
            guide: self.measures.guide,
            number,
            board: self.board(state),
            values: self.measures.values(state),
            is_goal,
            children: children.collect(),
            stack: self.stack,
        };
        (self.show)(&step)
    }

    fn board(&self, state: Nibbles) -> Board {
        self.tiles.frame().board(&state)
    }
}
