//! A solution by construction: always found, on any board, at once; not a short one.
//!
//! The board is peeled. One of the four edge lines of what is left (the one that is cheapest to fill, in the longer
//! dimension) gets its tiles and is never touched again:
//!
//! 1. From either end of the line, whichever is cheaper, one tile after the other is carried to its cell: the blank walks
//!    round it and pushes it on (`walk.rs`). Tiles go diagonally where they can: a turn costs the blank 3 moves, a step
//!    straight on 5.
//! 2. The last two tiles cannot be placed one by one, for the second would have to pass the first. Both are brought near,
//!    and a search of the three-by-two block at the gap, of at most 120 states, puts them in (`block.rs`).
//!
//! A line with the blank's goal cell is left alone, so that cell is in the last block, of two by two or two by three. A
//! search of at most 360 states finishes there.
//!
//! All work is on labels (see [`crate::cells`]), so every goal is the same work. A random n x n board takes 1.5 n³ moves
//! for n = 4, 2.2 n³ for 10 and 2.6 n³ for 100 (means of a few boards). Shortest solutions grow as n³ as well, so the
//! answer is too long by a factor, whatever the size. A finer estimate of the work of each tile, and more freedom in the
//! choice of the edge, were tried: up to two moves in a hundred fewer on some sizes, more on others.

mod block;
pub(crate) mod rect;
pub(crate) mod walk;

use thiserror::Error;

use crate::board::{Board, Direction, Shape};
use crate::parity::{Solvability, Why, solvability};
use crate::problem::{Frame, ShapeMismatch};
use rect::{Edge, Rect};
use walk::Walker;

/// Why there is no solution to construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ConstructError {
    /// The board and the goal differ in shape.
    #[error(transparent)]
    Shape(#[from] ShapeMismatch),
    /// The board cannot reach the goal.
    #[error("the board cannot reach the goal")]
    Unsolvable(Why),
}

/// Moves of the blank that lead from `board` to `goal`: some, not the fewest.
///
/// ```
/// use hueco_tiles::{Board, construct, parse_board, replay};
///
/// let board = parse_board("8 1 3 / 4 0 2 / 7 6 5", None)?;
/// let goal = Board::blank_last(board.shape());
/// let moves = construct(&board, &goal)?;
/// assert_eq!(replay(&board, &moves)?, goal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn construct(board: &Board, goal: &Board) -> Result<Vec<Direction>, ConstructError> {
    Ok(construct_while(board, goal, &|| true)?.expect("nothing stops it"))
}

/// The same, as long as `goes_on`, which is asked for every tile: a board of ten thousand cells takes half a second.
/// `None`: it was stopped.
pub fn construct_while(
    board: &Board,
    goal: &Board,
    goes_on: &dyn Fn() -> bool,
) -> Result<Option<Vec<Direction>>, ConstructError> {
    if let Solvability::Unsolvable(why) = solvability(board, goal)? {
        return Err(ConstructError::Unsolvable(why));
    }
    let frame = Frame::new(goal);
    let home: Vec<usize> = frame.home().iter().map(|&cell| cell.into()).collect();
    let mut walker = Walker::new(board.shape(), &frame.labels(board));
    if board.shape().rows() == 1 || board.shape().cols() == 1 {
        walker.walk_to(&[home[0]], &[]);
    } else {
        let peeled = Peeler::new(home, &mut walker).run(goes_on);
        if peeled.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(walker.into_moves()))
}

struct Peeler<'a> {
    shape: Shape,
    /// By label: the cell where it belongs.
    home: Vec<usize>,
    /// By cell: the label that belongs there.
    belongs: Vec<usize>,
    /// What is not solved yet.
    rest: Rect,
    walker: &'a mut Walker,
}

impl<'a> Peeler<'a> {
    fn new(home: Vec<usize>, walker: &'a mut Walker) -> Self {
        let shape = walker.shape();
        let mut belongs = vec![0; home.len()];
        for (label, &cell) in home.iter().enumerate() {
            belongs[cell] = label;
        }
        Self { shape, home, belongs, rest: Rect::whole(shape), walker }
    }

    /// `None`: it was stopped.
    fn run(mut self, goes_on: &dyn Fn() -> bool) -> Option<()> {
        while self.rest.rows() + self.rest.cols() > 5 {
            let edge = self
                .rest
                .cheapest_edge(self.shape, self.home[0], |cell| self.way_to(cell))
                .expect("a dimension of three or more has an edge without the blank's goal cell");
            self.solve_line(edge, goes_on)?;
            self.rest.remove_line(edge);
        }
        let cells: Vec<usize> = self.rest.cells(self.shape).collect();
        let wanted: Vec<usize> = cells.iter().map(|&cell| self.belongs[cell]).collect();
        self.walker.solve_block(&cells, &wanted);
        Some(())
    }

    /// The line of cells `depth` steps inside an edge of the rest.
    fn line(&self, edge: Edge, depth: usize) -> Vec<usize> {
        self.rest.line(self.shape, edge, depth)
    }

    /// How far the tile that belongs in `cell` is from it.
    fn way_to(&self, cell: usize) -> usize {
        self.shape.distance(self.walker.position(self.belongs[cell]), cell)
    }

    fn solve_line(&mut self, edge: Edge, goes_on: &dyn Fn() -> bool) -> Option<()> {
        let line = self.line(edge, 0);
        let mut gap = 0..line.len();
        while gap.len() > 2 {
            goes_on().then_some(())?;
            let (first, last) = (line[gap.start], line[gap.end - 1]);
            let next = if self.work_of(first) <= self.work_of(last) { first } else { last };
            self.walker.carry(self.belongs[next], next);
            self.walker.lock(next);
            if next == first {
                gap.start += 1;
            } else {
                gap.end -= 1;
            }
        }
        self.solve_pair(edge, gap.start);
        Some(())
    }

    /// About how many moves it takes to bring its tile to a cell: the blank's way and four a step.
    fn work_of(&self, cell: usize) -> usize {
        let tile = self.walker.position(self.belongs[cell]);
        self.shape.distance(self.walker.blank(), tile) + 4 * self.way_to(cell)
    }

    /// Puts the two tiles of the gap that starts at `along` in their cells.
    fn solve_pair(&mut self, edge: Edge, along: usize) {
        let block: Vec<usize> = (0..3).flat_map(|depth| self.line(edge, depth)[along..along + 2].to_vec()).collect();
        let gap = [block[0], block[1]];
        let pair = gap.map(|cell| self.belongs[cell]);
        if gap.iter().any(|&cell| self.way_to(cell) > 0) {
            if !self.blank_joins(pair, &block) {
                self.bring_near(pair, &block);
                assert!(self.blank_joins(pair, &block), "one tile in the gap leaves a way in round the other");
            }
            self.walker.solve_block(&block, &pair);
        }
        for cell in gap {
            self.walker.lock(cell);
        }
    }

    /// Walks the blank into the block of a pair, if both tiles are there and do not stand in its way.
    fn blank_joins(&mut self, pair: [usize; 2], block: &[usize]) -> bool {
        let places = pair.map(|label| self.walker.position(label));
        places.iter().all(|place| block.contains(place)) && self.walker.walk_to(block, &places)
    }

    /// Brings one tile of the pair into the gap, no matter which cell, and the other into the block.
    fn bring_near(&mut self, pair: [usize; 2], block: &[usize]) {
        let (gap, inside) = block.split_at(2);
        let way = |label| self.shape.distance(self.walker.blank(), self.walker.position(label));
        let [first, second] = if way(pair[0]) <= way(pair[1]) { pair } else { [pair[1], pair[0]] };
        self.walker.carry_to_nearest(first, gap);
        let held = self.walker.position(first);
        self.walker.lock(held);
        if !block.contains(&self.walker.position(second)) {
            self.walker.carry_to_nearest(second, inside);
        }
        self.walker.unlock(held);
    }
}
