//! The blank on its way: walking, and carrying a tile along.
//!
//! Every walk is the shortest one, found breadth-first among the cells that are not locked. A search stops at the first
//! cell it wants, so stepping round a tile looks at a handful of cells.

use std::collections::VecDeque;

use super::block;
use crate::board::{Direction, Shape};

/// A board being solved, its locked cells, and the moves so far.
pub(crate) struct Walker {
    shape: Shape,
    /// By cell and direction: the cell beside it. Looked up, for walks ask for little else.
    beside: Vec<[Option<u16>; 4]>,
    /// By cell: the label there; 0 is the blank.
    labels: Vec<usize>,
    /// By label: its cell.
    at: Vec<usize>,
    locked: Vec<bool>,
    moves: Vec<Direction>,
    /// By cell: the walk that saw it last, so that nothing is cleared between walks.
    seen: Vec<u32>,
    walk: u32,
    /// By cell: the direction in which the walk entered it.
    entered: Vec<Direction>,
    queue: VecDeque<usize>,
}

impl Walker {
    pub(crate) fn new(shape: Shape, labels: &[u16]) -> Self {
        let cells = labels.len();
        let labels: Vec<usize> = labels.iter().map(|&label| label.into()).collect();
        let mut at = vec![0; cells];
        for (cell, &label) in labels.iter().enumerate() {
            at[label] = cell;
        }
        let beside_cell =
            |cell| Direction::ALL.map(|direction| shape.neighbour(cell, direction).map(|next| next as u16));
        Self {
            shape,
            beside: (0..cells).map(beside_cell).collect(),
            labels,
            at,
            locked: vec![false; cells],
            moves: Vec::new(),
            seen: vec![0; cells],
            walk: 0,
            entered: vec![Direction::Up; cells],
            queue: VecDeque::new(),
        }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn position(&self, label: usize) -> usize {
        self.at[label]
    }

    pub(crate) fn blank(&self) -> usize {
        self.at[0]
    }

    /// Solved: nothing enters or leaves this cell.
    pub(crate) fn lock(&mut self, cell: usize) {
        self.locked[cell] = true;
    }

    pub(crate) fn unlock(&mut self, cell: usize) {
        self.locked[cell] = false;
    }

    /// The label in a cell; 0 is the blank.
    pub(crate) fn label(&self, cell: usize) -> usize {
        self.labels[cell]
    }

    pub(crate) fn is_locked(&self, cell: usize) -> bool {
        self.locked[cell]
    }

    pub(crate) fn into_moves(self) -> Vec<Direction> {
        self.moves
    }

    fn beside(&self, cell: usize, direction: Direction) -> Option<usize> {
        self.beside[cell][direction as usize].map(usize::from)
    }

    /// Moves the blank; it must stay on the board.
    pub(crate) fn slide(&mut self, direction: Direction) {
        let blank = self.at[0];
        let from = self.beside(blank, direction).expect("walks stay on the board");
        let label = self.labels[from];
        self.labels.swap(blank, from);
        (self.at[0], self.at[label]) = (from, blank);
        // A move and its way back, where one walk ends and the next begins, are no moves at all.
        if self.moves.last() == Some(&direction.opposite()) {
            self.moves.pop();
        } else {
            self.moves.push(direction);
        }
    }

    /// Moves the blank to the nearest of `goals`, around the locked cells and those to `avoid`. `false`, and nothing
    /// moved, where there is no way.
    pub(crate) fn walk_to(&mut self, goals: &[usize], avoid: &[usize]) -> bool {
        let start = self.at[0];
        self.walk += 1;
        self.seen[start] = self.walk;
        self.queue.clear();
        self.queue.push_back(start);
        while let Some(cell) = self.queue.pop_front() {
            if goals.contains(&cell) {
                self.follow(start, cell);
                return true;
            }
            for direction in Direction::ALL {
                let Some(next) = self.beside(cell, direction) else { continue };
                if self.seen[next] != self.walk && !self.locked[next] && !avoid.contains(&next) {
                    self.seen[next] = self.walk;
                    self.entered[next] = direction;
                    self.queue.push_back(next);
                }
            }
        }
        false
    }

    fn follow(&mut self, start: usize, goal: usize) {
        let mut way = Vec::new();
        let mut cell = goal;
        while cell != start {
            way.push(self.entered[cell]);
            cell = self.beside(cell, self.entered[cell].opposite()).expect("the walk came from there");
        }
        for direction in way.into_iter().rev() {
            self.slide(direction);
        }
    }

    /// Brings a tile to a cell, each step towards it, the one next that costs the blank least.
    pub(crate) fn carry(&mut self, label: usize, to: usize) {
        while self.at[label] != to {
            let tile = self.at[label];
            let mut nearer: Vec<usize> = Direction::ALL
                .into_iter()
                .filter_map(|direction| self.beside(tile, direction))
                .filter(|&next| !self.locked[next] && self.shape.distance(next, to) < self.shape.distance(tile, to))
                .collect();
            self.prefer_diagonal(tile, to, &mut nearer);
            assert!(self.walk_to(&nearer, &[tile]), "the cells that are left are connected round any one of them");
            let push = Direction::ALL.into_iter().find(|&d| self.beside(self.at[0], d) == Some(tile));
            self.slide(push.expect("the blank stands beside the tile"));
        }
    }

    /// Of two ways equally near for the blank the longer one is taken: more turns are left for later.
    fn prefer_diagonal(&self, tile: usize, to: usize, nearer: &mut Vec<usize>) {
        let [first, second] = nearer[..] else { return };
        let blank = self.at[0];
        if self.shape.distance(blank, first) != self.shape.distance(blank, second) {
            return;
        }
        let rows_left = self.shape.row(tile).abs_diff(self.shape.row(to));
        let cols_left = self.shape.col(tile).abs_diff(self.shape.col(to));
        let along_row = |next: usize| self.shape.row(next) == self.shape.row(tile);
        nearer.retain(|&next| along_row(next) == (cols_left >= rows_left));
    }

    /// Brings a tile to the nearest of `cells`.
    pub(crate) fn carry_to_nearest(&mut self, label: usize, cells: &[usize]) {
        let nearest = cells.iter().copied().min_by_key(|&cell| self.shape.distance(self.at[label], cell));
        self.carry(label, nearest.expect("there are cells to choose from"));
    }

    /// Puts the labels `wanted` into the first cells of a small block that holds the blank, leaving the rest of the board.
    pub(crate) fn solve_block(&mut self, cells: &[usize], wanted: &[usize]) {
        let labels: Vec<usize> = cells.iter().map(|&cell| self.labels[cell]).collect();
        for direction in block::solve(self.shape, cells, &labels, wanted) {
            self.slide(direction);
        }
    }
}
