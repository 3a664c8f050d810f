//! Walking distance, after Takahashi: the exact cost of getting every tile into its row, and every tile into its
//! column.
//!
//! Forget which tile is which and remember only the row where each belongs. What is left of a board is a small matrix
//! (how many tiles in row *i* belong in row *j*) and the blank's row. A vertical move takes a tile from a row next to
//! the blank's into the blank's row; horizontal moves change nothing. The least number of such moves to the goal's
//! matrix is a lower bound on the vertical moves of any solution. The same for columns bounds the horizontal moves,
//! and the two add up. The bound is never below Manhattan distance, since every step of a tile from row to row is paid
//! for, and it also sees that the blank has to go and fetch each tile.
//!
//! All matrices that the goal can reach are numbered once, breadth first, and each gets a row of a table: its distance,
//! and for either direction of the blank and each *j* the number of the matrix after the move. Then a move is one
//! look-up. Number 0 stands for the matrices that cannot be reached: there is no solution from there.
//!
//! The table depends on the shape and the blank's goal line alone. One table serves both directions where rows and
//! columns are equally many and the blank's goal row has the number of its column.
//!
//! *Size.* The matrices grow fast in number with the lines and slowly with their length: 105 for three rows of three,
//! 24,964 for four of four, 352,560 for five of three, 367,560 for six of two, and millions beyond. Tables are made for
//! 2x2 to 2x6, 3x3 to 3x5 and 4x4, either way round (4x4 takes 1.7 MB and some 6 ms, 3x5 and 2x6 about 50 MB and 0.4
//! s), and for single rows or columns of up to about 300 cells. Larger boards are refused with [`TableTooLarge`].

use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashTable;
use hueco_search::{Cost, Heuristic, Quality};
use rustc_hash::FxBuildHasher;
use thiserror::Error;

use crate::board::{Direction, Shape};
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};

/// The board has too many row or column matrices for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the walking distance of a {shape} board needs a table of more than {states_limit} states")]
pub struct TableTooLarge {
    /// The board's shape.
    pub shape: Shape,
    /// The most states a direction may have on such a board.
    pub states_limit: usize,
}

/// The least numbers of vertical moves that bring the tiles to their rows and of horizontal moves that bring them to
/// their columns, added up.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    vertical: Arc<Table>,
    horizontal: Arc<Table>,
    /// By label: row and column where it belongs.
    target: Box<[(u16, u16)]>,
    shape: Shape,
}

impl WalkingDistance {
    /// The most states of a direction.
    pub const STATES: usize = 400_000;

    /// The most bytes that a direction may take, so that boards of many short lines are refused in time.
    const BYTES: usize = 1 << 26;

    /// By the shorter side: the longest other side whose table has no more than [`Self::STATES`]. Counting would find
    /// the same, but only after half a second. Single lines are limited by [`Self::BYTES`] alone.
    const LONGEST: [usize; 5] = [0, usize::MAX, 6, 5, 4];

    /// Measured to the goal of `frame`.
    pub fn new(frame: &Frame) -> Result<Self, TableTooLarge> {
        Self::towards(frame, frame.home())
    }

    /// Measured to any arrangement: by label, the cell where it belongs.
    pub fn towards(frame: &Frame, target: &[u16]) -> Result<Self, TableTooLarge> {
        Self::with_tables(frame, target, |lines, length, blank| Table::new(lines, length, blank).map(Arc::new))
    }

    /// The same with the tables of lines, their length and the blank's line that `table` returns; an error is the number of
    /// states that is too many.
    pub(crate) fn with_tables(
        frame: &Frame,
        target: &[u16],
        mut table: impl FnMut(usize, usize, usize) -> Result<Arc<Table>, usize>,
    ) -> Result<Self, TableTooLarge> {
        let shape = frame.shape();
        let target: Box<[(u16, u16)]> =
            target.iter().map(|&cell| (shape.row(cell as usize) as u16, shape.col(cell as usize) as u16)).collect();
        let (rows, cols) = (shape.rows(), shape.cols());
        let (blank_row, blank_col) = (target[0].0 as usize, target[0].1 as usize);
        let too_large = |states_limit| TableTooLarge { shape, states_limit };
        let longest = Self::LONGEST.get(rows.min(cols)).copied().unwrap_or(0);
        if rows.max(cols) > longest {
            return Err(too_large(Self::STATES));
        }
        let vertical = table(rows, cols, blank_row).map_err(too_large)?;
        let horizontal = if rows == cols && blank_row == blank_col {
            Arc::clone(&vertical)
        } else {
            table(cols, rows, blank_col).map_err(too_large)?
        };
        Ok(Self { vertical, horizontal, target, shape })
    }

    /// The tables of rows and of columns; one and the same where one serves both.
    pub(crate) fn tables(&self) -> [&Arc<Table>; 2] {
        [&self.vertical, &self.horizontal]
    }

    /// How many matrices the vertical and the horizontal table hold.
    pub fn states(&self) -> (usize, usize) {
        (self.vertical.states(), self.horizontal.states())
    }

    /// Bytes of its tables; a shared table counts once.
    pub fn bytes(&self) -> usize {
        let shared = Arc::ptr_eq(&self.vertical, &self.horizontal);
        self.vertical.bytes() + if shared { 0 } else { self.horizontal.bytes() }
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for WalkingDistance {
    /// The numbers of the two matrices in their tables.
    type Memo = (u32, u32);

    fn memo(&self, _: &Tiles<C>, state: &C) -> Self::Memo {
        let (shape, blank) = (self.shape, state.blank());
        let tiles = || (0..shape.cells()).map(|cell| (cell, state.get(cell))).filter(|&(_, label)| label != 0);
        let rows = tiles().map(|(cell, label)| (shape.row(cell), self.target[label].0 as usize));
        let cols = tiles().map(|(cell, label)| (shape.col(cell), self.target[label].1 as usize));
        (self.vertical.find(rows, shape.row(blank)), self.horizontal.find(cols, shape.col(blank)))
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, memo: &Self::Memo, before: &C, direction: Direction) -> Self::Memo {
        let (row, col) = self.target[tiles.sliding(before, direction).label];
        let way = usize::from(matches!(direction, Direction::Down | Direction::Right));
        let (vertical, horizontal) = *memo;
        // One look-up for both cases, since no processor can foretell which it will be.
        let is_vertical = matches!(direction, Direction::Up | Direction::Down);
        let (table, number, line) =
            if is_vertical { (&self.vertical, vertical, row) } else { (&self.horizontal, horizontal, col) };
        let after = table.after(number, way, line);
        if is_vertical { (after, horizontal) } else { (vertical, after) }
    }

    #[inline]
    fn estimate(&self, &(vertical, horizontal): &Self::Memo, _: Cost) -> Option<Cost> {
        Some(self.vertical.distance(vertical)? + self.horizontal.distance(horizontal)?)
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}

/// The matrices of one direction.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    lines: usize,
    /// By number: the distance, or as much of it as fits: a bound that stops growing is still a bound.
    distances: Vec<u16>,
    /// By number, way of the blank (to the line before, to the line after) and *j*: the number after the move.
    next: Next,
    /// By number, from 1 on: the matrix line by line, then the blank's line.
    keys: Vec<u16>,
    /// Finds a matrix's number by its key.
    numbers: HashTable<u32>,
}

/// Numbers after moves. Small tables are half as large, so that the 4x4 board's stays in the second cache.
#[derive(Clone, Debug)]
enum Next {
    Small(Box<[u16]>),
    Large(Box<[u32]>),
}

/// The distance of the matrices that cannot be reached, which are number 0.
const NEVER: u16 = u16::MAX;

impl Table {
    /// Every matrix of `lines` lines of `length` cells that can be reached from the goal's, or the number that is too
    /// many.
    pub(crate) fn new(lines: usize, length: usize, blank: usize) -> Result<Self, usize> {
        let bytes_a_state = 2 * (lines * lines + 1) + 4 * (1 + 2 * lines) + 8;
        let limit = WalkingDistance::STATES.min(WalkingDistance::BYTES / bytes_a_state);
        if limit == 0 {
            return Err(limit);
        }
        let mut goal = vec![0; lines * lines + 1];
        for line in 0..lines {
            goal[line * lines + line] = (length - usize::from(line == blank)) as u16;
        }
        goal[lines * lines] = blank as u16;
        let mut this = Self {
            lines,
            distances: vec![NEVER],
            next: Next::Small(Box::default()),
            keys: Vec::new(),
            numbers: HashTable::new(),
        };
        this.add(&goal, 0);
        let mut next = vec![0; 2 * lines];
        let mut key = goal;
        let mut number = 1;
        while number <= this.states() {
            let here = this.place(number);
            let blank = this.keys[here.end - 1] as usize;
            let distance = (this.distances[number] + 1).min(NEVER - 1);
            for (way, neighbour) in [blank.checked_sub(1), (blank + 1 < lines).then_some(blank + 1)].iter().enumerate()
            {
                for j in 0..lines {
                    let after = match *neighbour {
                        Some(neighbour) if this.keys[here.start + neighbour * lines + j] > 0 => {
                            key.copy_from_slice(&this.keys[here.clone()]);
                            key[neighbour * lines + j] -= 1;
                            key[blank * lines + j] += 1;
                            key[lines * lines] = neighbour as u16;
                            match this.number(&key) {
                                Some(known) => known,
                                None if this.states() == limit => return Err(limit),
                                None => this.add(&key, distance),
                            }
                        }
                        _ => 0,
                    };
                    debug_assert_eq!(next.len(), (number * 2 + way) * lines + j);
                    next.push(after);
                }
            }
            number += 1;
        }
        this.next = if u16::try_from(this.states()).is_ok() {
            Next::Small(next.into_iter().map(|number| number as u16).collect())
        } else {
            Next::Large(next.into())
        };
        this.distances.shrink_to_fit();
        this.keys.shrink_to_fit();
        Ok(this)
    }

    pub(crate) fn states(&self) -> usize {
        self.distances.len() - 1
    }

    /// Where the key of a matrix stands.
    fn place(&self, number: usize) -> Range<usize> {
        let length = self.lines * self.lines + 1;
        (number - 1) * length..number * length
    }

    /// The number of a matrix that is known.
    fn number(&self, key: &[u16]) -> Option<u32> {
        let same = |&number: &u32| self.keys[self.place(number as usize)] == *key;
        self.numbers.find(FxBuildHasher.hash_one(key), same).copied()
    }

    /// Takes a new matrix in and numbers it.
    fn add(&mut self, key: &[u16], distance: u16) -> u32 {
        self.distances.push(distance);
        self.keys.extend_from_slice(key);
        let number = self.states() as u32;
        let keys = &self.keys;
        let hash = |&number: &u32| {
            let start = (number as usize - 1) * key.len();
            FxBuildHasher.hash_one(&keys[start..start + key.len()])
        };
        self.numbers.insert_unique(FxBuildHasher.hash_one(key), number, hash);
        number
    }

    /// The number of the matrix of tiles given by the line where they stand and the line where they belong.
    pub(crate) fn find(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u32 {
        let mut key = vec![0; self.lines * self.lines + 1];
        for (line, own) in tiles {
            key[line * self.lines + own] += 1;
        }
        key[self.lines * self.lines] = blank as u16;
        self.number(&key).unwrap_or(0)
    }

    /// The number after the blank went to the line before (`way` 0) or after (1) and took a tile that belongs in line
    /// `j`.
    #[inline]
    pub(crate) fn after(&self, number: u32, way: usize, j: u16) -> u32 {
        let at = (number as usize * 2 + way) * self.lines + j as usize;
        match &self.next {
            Next::Small(next) => next[at] as u32,
            Next::Large(next) => next[at],
        }
    }

    #[inline]
    fn distance(&self, number: u32) -> Option<Cost> {
        let distance = self.distances[number as usize];
        (distance != NEVER).then_some(distance as Cost)
    }

    pub(crate) fn bytes(&self) -> usize {
        let next = match &self.next {
            Next::Small(next) => size_of_val(&**next),
            Next::Large(next) => size_of_val(&**next),
        };
        next + 2 * self.distances.capacity() + 2 * self.keys.capacity() + self.numbers.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shapes_refused_at_once_are_those_with_too_many_states() {
        for (shorter, &longest) in WalkingDistance::LONGEST.iter().enumerate().skip(2) {
            let largest = Table::new(longest, shorter, 0).map(|table| table.states());
            assert!(largest.is_ok(), "{longest} lines of {shorter}");
            assert!(Table::new(longest + 1, shorter, 0).is_err(), "{} lines of {shorter}", longest + 1);
        }
        assert!(Table::new(5, 5, 0).is_err());
    }

    #[test]
    fn walking_there_and_back_ends_where_it_began() {
        let table = Table::new(4, 4, 3).unwrap();
        assert_eq!(table.states(), 24_964);
        for number in 1..=24_964 {
            for (way, j) in (0..2).flat_map(|way| (0..4).map(move |j| (way, j))) {
                let after = table.after(number, way, j);
                if after != 0 {
                    assert_eq!(table.after(after, 1 - way, j), number);
                    assert!(table.distance(after).unwrap().abs_diff(table.distance(number).unwrap()) <= 1);
                }
            }
        }
    }
}
