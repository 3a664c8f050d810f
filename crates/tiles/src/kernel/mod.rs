//! IDA* with Manhattan distance on 4x4 boards, written out by hand.
//!
//! The engine's IDA* serves every problem; this one serves one, and is about three times as fast. What it leaves out:
//!
//! * **The blank.** There is one function for each blank cell and each cell the blank may have come from
//!   ([`descend`]). Which moves exist, what they shift and where they lead are constants of the function.
//! * **The estimate.** A tile is renamed to the cell where it belongs. A move brings its tile one step nearer or takes it
//!   one step away, and sixteen constant bits tell which. So f = g + h stays or grows by two. Only the *slack* is
//!   carried along, (bound - f) / 2: a move away costs one, and below zero the child is pruned.
//! * **The goal.** A round ends without a solution before the next begins, so a goal can only lie exactly at the bound:
//!   it is the node with no moves left. Slack and moves left share one word, and one subtraction tells all three cases.
//! * **The counters.** A node pays for all its children at once. On the way back from the goal, or from where a limit
//!   struck, the siblings that were never created are taken off again; the counts are those of the plain algorithm.
//! * **The path.** Nothing is noted on the way down. On the way back each caller notes its turn; a last child is a tail
//!   call that returns past its caller, so where no turn was noted the path takes the last child.
//!
//! A node limit is exact although children are paid in advance: when the grant runs out, the turns noted on the way
//! back lead [`resume`], the plain algorithm, to the same node, and it spends what was paid for too much.

mod descend;
mod resume;

use hueco_search::{Budget, Ending, Limit, Problem, Report, Solution, Stats};

use crate::board::Direction;
use crate::cells::{Cells, Nibbles};
use crate::problem::{Order, Tiles};
use descend::Descent;
use resume::{Plain, Walk};

/// Rows and columns of the only shape there is here.
const SIDE: usize = 4;
const CELLS: usize = SIDE * SIDE;

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
/// Solution, bounds and counters are those of the engine's IDA* with the Manhattan heuristic: the node limit is kept
/// exactly, and a search that was stopped has proved its lower bound.
///
/// The board must be solvable. There is no proof of the contrary here: on an unsolvable board the bound rises until the
/// budget ends.
///
/// # Panics
///
/// If [`serves`] is false.
pub fn ida_star_4x4(tiles: &Tiles<Nibbles>, budget: &mut Budget) -> Report<Direction> {
    assert!(serves(tiles), "the kernel serves 4x4 boards with children in the order ULRD");
    let root = Root::new(tiles);
    let mut report = Report {
        ending: Ending::Solved,
        solution: None,
        lower_bound: root.distance,
        stats: Stats { evaluated: 1, ..Stats::default() },
    };
    let outcome = match budget.spend() {
        Err(limit) => Err(limit),
        Ok(()) => {
            report.stats.generated = 1;
            rounds(&root, budget, &mut report)
        }
    };
    match outcome {
        Ok(actions) => report.solution = Some(Solution { cost: actions.len() as u32, actions }),
        Err(limit) => report.ending = Ending::Stopped(limit),
    }
    // Every created node was evaluated; every expanded one, and the goal, was tested.
    report.stats.evaluated = report.stats.generated.max(1);
    report.stats.examined = report.stats.expanded + u64::from(report.solution.is_some());
    report
}

/// Deepens round by round until a round finds the goal or a limit ends it.
fn rounds(root: &Root, budget: &mut Budget, report: &mut Report<Direction>) -> Result<Vec<Direction>, Limit> {
    if root.distance == 0 {
        return Ok(Vec::new());
    }
    loop {
        let bound = report.lower_bound;
        let round = Descent::run(root, bound, budget);
        report.stats.generated += round.generated;
        report.stats.expanded += round.expanded;
        match round.walk {
            None => report.lower_bound += 2,
            Some(Walk::Goal(path)) => return Ok(path),
            Some(Walk::Stopped(path, Limit::Nodes)) => {
                let mut plain = Plain::new(budget);
                let ended = plain.resume(root, bound, &path);
                report.stats.generated += plain.generated;
                report.stats.expanded += plain.expanded;
                match ended {
                    Ok(()) => report.lower_bound += 2,
                    Err(Walk::Goal(path)) => return Ok(path),
                    Err(Walk::Stopped(_, limit)) => return Err(limit),
                }
            }
            Some(Walk::Stopped(_, limit)) => return Err(limit),
        }
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
}

const fn distance(a: usize, b: usize) -> usize {
    (a / SIDE).abs_diff(b / SIDE) + (a % SIDE).abs_diff(b % SIDE)
}

/// The cell beside `cell`, if the board goes on there.
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
