//! IDA* with Manhattan distance on 4x4 boards, written out by hand.
//!
//! The engine's IDA* serves every problem; this one serves a single one, and is fast by what it leaves out:
//!
//! * **The blank.** There are functions for each blank cell and each cell the blank may have come from (`descend.rs`).
//!   Which moves exist, what they shift and where they lead are constants.
//! * **The estimate.** A tile is renamed to the cell where it belongs. A move brings its tile one step nearer or takes it
//!   one step away, and sixteen constant bits say which. So f = g + h stays or grows by two. Only the *slack* is
//!   carried along, (bound - f) / 2: a move away costs one, and below zero the child is pruned.
//! * **The goal.** A round ends without a solution before the next begins, so a goal can only lie exactly at the bound:
//!   it is the node with no moves left.
//! * **The counting.** A node pays for all its children at once. On the way back from the goal, or from where a limit
//!   struck, the siblings that were never created are taken off again: the counts are those of the plain algorithm.
//! * **The path.** Nothing is noted on the way down. On the way back each caller notes its turn; a last child is a tail
//!   call that returns past its caller, so where no turn was noted the path takes the last child.
//!
//! A node limit is exact although children are paid for in advance: when the fuel ends, the path noted on the way back
//! leads the plain algorithm (`resume.rs`) to the same node, and it spends what had been paid too early.

mod descend;
mod resume;
mod threads;

use hueco_search::{Budget, Ending, Limit, Problem, Report, Solution, Stats};

use crate::board::Direction;
use crate::cells::{Cells, Nibbles};
use crate::problem::{Order, Tiles};
use descend::{Descent, End, Round};
use resume::Rest;

/// Rows and columns of the only shape there is here.
const SIDE: usize = 4;
const CELLS: usize = SIDE * SIDE;
/// A round that follows one of fewer nodes is not worth a second thread.
const WORTH_THREADS: u64 = 1_000_000;

/// Whether [`ida_star_4x4`] may be asked: the board is 4x4 and children are created in the default order.
pub fn serves(tiles: &Tiles<Nibbles>) -> bool {
    let shape = tiles.frame().shape();
    if (shape.rows(), shape.cols()) != (SIDE, SIDE) {
        return false;
    }
    // All four moves are open to a blank inside the board; its labels otherwise do not matter here.
    let mut inside: Vec<u16> = (0..CELLS as u16).collect();
    inside.swap(0, SIDE + 1);
    tiles.actions(&Nibbles::pack(&inside), None).map(|(direction, _)| direction).eq(Order::ULRD.0)
}

/// IDA* with Manhattan distance from the start of `tiles` to its goal, within `budget`.
///
/// Solution, bounds and counters are those of the textbook algorithm, which creates one child at a time and tests it for
/// the goal at once. The node limit is kept exactly, and a search that was stopped has proved its lower bound.
///
/// The board must be solvable. There is no proof of the contrary here: on an unsolvable board the bound rises until the
/// budget ends.
///
/// # Panics
///
/// If [`serves`] is false.
pub fn ida_star_4x4(tiles: &Tiles<Nibbles>, budget: &mut Budget) -> Report<Direction> {
    ida_star_4x4_on_threads(tiles, 1, budget)
}

/// The same on several threads, with the same solution, bounds and counters.
///
/// # Panics
///
/// If [`serves`] is false.
pub fn ida_star_4x4_on_threads(tiles: &Tiles<Nibbles>, threads: usize, budget: &mut Budget) -> Report<Direction> {
    assert!(serves(tiles), "the kernel serves 4x4 boards with children in the order ULRD");
    let root = Root::new(tiles);
    let mut proof = Proof { bound: root.distance, threads, last: 0, generated: 0, expanded: 0 };
    let found = proof.deepen(&root, budget);
    let stats = Stats {
        generated: proof.generated,
        expanded: proof.expanded,
        // Tested for the goal: what was expanded, and the goal.
        examined: proof.expanded + u64::from(found.is_ok()),
        evaluated: proof.generated,
        ..Stats::default()
    };
    let (ending, solution) = match found {
        Ok(actions) => (Ending::Solved, Some(Solution { cost: actions.len() as u32, actions })),
        Err(limit) => (Ending::Stopped(limit), None),
    };
    Report { ending, solution, lower_bound: proof.bound, stats }
}

/// What is proved so far, and what it cost.
struct Proof {
    /// No solution is shorter.
    bound: u32,
    threads: usize,
    /// Nodes of the last round.
    last: u64,
    generated: u64,
    expanded: u64,
}

impl Proof {
    /// Round after round, until one finds the goal or a limit strikes.
    fn deepen(&mut self, root: &Root, budget: &mut Budget) -> Result<Vec<Direction>, Limit> {
        budget.spend()?;
        self.generated = 1;
        if root.distance == 0 {
            return Ok(Vec::new());
        }
        loop {
            budget.prove(self.bound);
            if let Some(path) = self.round(root, budget)? {
                return Ok(path);
            }
            self.bound += 2;
        }
    }

    /// Everything up to the bound.
    fn round(&mut self, root: &Root, budget: &mut Budget) -> Result<Option<Vec<Direction>>, Limit> {
        let node = root.node(self.bound);
        let before = self.generated;
        let found = if self.threads > 1 && self.last > WORTH_THREADS {
            threads::round(node, self.threads, budget, &mut self.generated, &mut self.expanded)
        } else {
            let round = Descent::run(root, self.bound, budget);
            finish(round, node, None, budget, &mut self.generated, &mut self.expanded)
        };
        self.last = self.generated - before;
        found
    }
}

/// What a round, or a part of it below `first`, came to; at a limit on nodes the plain algorithm spends what is left.
fn finish(
    round: Round,
    first: Node,
    last: Option<Direction>,
    budget: &mut Budget,
    generated: &mut u64,
    expanded: &mut u64,
) -> Result<Option<Vec<Direction>>, Limit> {
    *generated += round.generated;
    *expanded += round.expanded;
    match round.end {
        End::Exhausted => Ok(None),
        End::Goal(path) => Ok(Some(path)),
        End::Stopped(path, Limit::Nodes) => {
            let mut rest = Rest::new(last, budget);
            let found = rest.run(first, &path);
            *generated += rest.generated;
            *expanded += rest.expanded;
            found
        }
        End::Stopped(_, limit) => Err(limit),
    }
}

/// A node, and what a round must know of it.
#[derive(Clone, Copy)]
struct Node {
    board: u64,
    blank: usize,
    /// (bound - f) / 2.
    slack: u32,
    /// bound - g.
    left: u32,
}

impl Node {
    /// The child whose blank is in `next`, if f is within the bound there.
    fn child(self, next: usize) -> Option<Self> {
        let home = self.board >> (4 * next) & 15;
        let farther = nearer(next, self.blank) >> home & 1 == 0;
        let slack = self.slack.checked_sub(u32::from(farther))?;
        let board = self.board ^ home << (4 * next) ^ home << (4 * self.blank);
        Some(Self { board, blank: next, slack, left: self.left - 1 })
    }
}

/// Where a round starts.
struct Root {
    /// By cell, four bits each: where the tile there belongs; zero for the blank.
    board: u64,
    blank: usize,
    distance: u32,
}

impl Root {
    fn new(tiles: &Tiles<Nibbles>) -> Self {
        let home = tiles.frame().home();
        let mut root = Self { board: 0, blank: 0, distance: 0 };
        for (cell, &label) in tiles.start_labels().iter().enumerate() {
            if label == 0 {
                root.blank = cell;
            } else {
                let home = home[label as usize] as usize;
                root.board |= (home as u64) << (4 * cell);
                root.distance += distance(home, cell) as u32;
            }
        }
        root
    }

    /// The root of a round.
    fn node(&self, bound: u32) -> Node {
        Node { board: self.board, blank: self.blank, slack: (bound - self.distance) / 2, left: bound }
    }
}

const fn distance(a: usize, b: usize) -> usize {
    (a / SIDE).abs_diff(b / SIDE) + (a % SIDE).abs_diff(b % SIDE)
}

/// The cell beside `cell`, if there is one.
const fn neighbour(cell: usize, direction: Direction) -> Option<usize> {
    match direction {
        Direction::Up if cell >= SIDE => Some(cell - SIDE),
        Direction::Left if !cell.is_multiple_of(SIDE) => Some(cell - 1),
        Direction::Right if cell % SIDE < SIDE - 1 => Some(cell + 1),
        Direction::Down if cell < CELLS - SIDE => Some(cell + SIDE),
        _ => None,
    }
}

/// By the cell where a tile belongs: whether it comes nearer when it goes from one cell to another.
const fn nearer(from: usize, to: usize) -> u16 {
    let (mut bits, mut home) = (0, 0);
    while home < CELLS {
        if distance(home, to) < distance(home, from) {
            bits |= 1 << home;
        }
        home += 1;
    }
    bits
}

#[cfg(test)]
mod tests;
