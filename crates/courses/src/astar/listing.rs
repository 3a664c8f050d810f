//! The document's listings, literally, on 3x3 boards: what they do with ties and with boards that are reached again is the
//! point, so they are written as they are and not on the engine.
//!
//! | | first | first, literally | second |
//! |---|---|---|---|
//! | a board in the queue is reached again | its path is improved | dropped | pushed once more |
//! | a board that was explored is reached again | reopened, if the path is shorter | dropped | dropped |
//! | ties of f | as chosen | as chosen | the smaller board, then the smaller path, then the smaller g |
//!
//! Paths compare as lists of words: `down` < `left` < `right` < `up`.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};

use hueco_tiles::problem::ShapeMismatch;
use hueco_tiles::{Board, Direction, Order, solvability};

use super::{CELLS, Estimate, Explored, Found, Listing, Options, Ties, name, shape};
use crate::error::CourseError;

type Cells = [u16; CELLS];

pub(super) fn search(
    initial: &Board,
    goal: &Board,
    options: Options,
    explored: &mut Explored<'_>,
) -> Result<Found, CourseError> {
    if initial.shape() != shape() {
        return Err(ShapeMismatch { board: initial.shape(), goal: shape() }.into());
    }
    if !solvability(initial, goal)?.is_solvable() {
        return Ok(Found::Nothing);
    }
    let problem = Problem { goal: cells(goal), estimate: options.estimate };
    let path = match options.listing {
        Listing::Second => problem.second(initial, explored)?,
        Listing::First | Listing::FirstLiterally => problem.first(initial, options, explored)?,
    };
    Ok(path.map_or(Found::Nothing, Found::Path))
}

fn cells(board: &Board) -> Cells {
    std::array::from_fn(|cell| board.tiles()[cell])
}

struct Problem {
    goal: Cells,
    estimate: Estimate,
}

impl Problem {
    fn h(&self, board: &Cells) -> u32 {
        let counts_blank = self.estimate == Estimate::MisplacedBlank;
        let mut sum = 0;
        for (cell, tile) in board.iter().enumerate().filter(|(_, tile)| **tile != 0 || counts_blank) {
            let to = self.goal.iter().position(|goal| goal == tile).unwrap_or(cell);
            sum += match self.estimate {
                Estimate::Manhattan => (to / 3).abs_diff(cell / 3) + (to % 3).abs_diff(cell % 3),
                Estimate::Misplaced | Estimate::MisplacedBlank => usize::from(to != cell),
            };
        }
        sum as u32
    }

    /// The second listing: a heap of `(f, state, path, g)`.
    fn second(&self, initial: &Board, explored: &mut Explored<'_>) -> Result<Option<Vec<Direction>>, CourseError> {
        let start = cells(initial);
        let mut heap = BinaryHeap::from([Reverse((self.h(&start), start, Vec::<&str>::new(), 0_u32))]);
        let mut visited = HashSet::new();
        while let Some(Reverse((f, state, path, g))) = heap.pop() {
            let board = board(&state);
            explored(&board, g, f - g).map_err(CourseError::Write)?;
            if state == self.goal {
                let direction = |word| Order::UDLR.0.into_iter().find(|&d| name(d) == word).unwrap_or(Direction::Up);
                return Ok(Some(path.into_iter().map(direction).collect()));
            }
            visited.insert(state);
            for (direction, next) in neighbours(&board) {
                if !visited.contains(&next) {
                    let longer = [path.as_slice(), &[name(direction)]].concat();
                    heap.push(Reverse((g + 1 + self.h(&next), next, longer, g + 1)));
                }
            }
        }
        Ok(None)
    }

    /// The first listing: an ordered queue, in which a board stands once.
    fn first(
        &self,
        initial: &Board,
        options: Options,
        explored: &mut Explored<'_>,
    ) -> Result<Option<Vec<Direction>>, CourseError> {
        let start = cells(initial);
        let improves = options.listing == Listing::First;
        let tie = |count: u64, state: Cells| match options.ties {
            Ties::Fifo => (count, Cells::default()),
            Ties::Lifo => (u64::MAX - count, Cells::default()),
            Ties::State => (0, state),
        };
        let mut count = 0;
        let key = (self.h(&start), tie(0, start), start);
        let mut queue = BTreeSet::from([key]);
        let mut reached = HashMap::from([(start, (0, None, key))]);
        while let Some((f, _, state)) = queue.pop_first() {
            let (g, ..) = reached[&state];
            let board = board(&state);
            explored(&board, g, f - g).map_err(CourseError::Write)?;
            if state == self.goal {
                let before = |&(_, origin, _): &(u32, Option<(Cells, Direction)>, _)| origin;
                let origins = std::iter::successors(before(&reached[&state]), |(from, _)| before(&reached[from]));
                let mut path: Vec<Direction> = origins.map(|(_, direction)| direction).collect();
                path.reverse();
                return Ok(Some(path));
            }
            for (direction, next) in neighbours(&board) {
                if let Some(&(known, _, old)) = reached.get(&next) {
                    if !improves || known <= g + 1 {
                        continue;
                    }
                    queue.remove(&old);
                }
                count += 1;
                let key = (g + 1 + self.h(&next), tie(count, next), next);
                queue.insert(key);
                reached.insert(next, (g + 1, Some((state, direction)), key));
            }
        }
        Ok(None)
    }
}

fn board(cells: &Cells) -> Board {
    Board::new(shape(), &cells.map(u64::from)).expect("moves keep the numbers")
}

fn neighbours(board: &Board) -> impl Iterator<Item = (Direction, Cells)> + '_ {
    Order::UDLR.0.into_iter().filter_map(|direction| Some((direction, cells(&board.after(direction)?))))
}
