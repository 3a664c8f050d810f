//! Re-optimising a solution: two boards of it, some moves apart, are joined by a beam of their own; where that is shorter, it
//! takes the place of the moves between them.
//!
//! A beam from the start spends its width on every line that looks well; between two boards near each other the same
//! width goes much deeper into what is near the path.

use hueco_search::Budget;

use super::beam::{self, End, Options};
use super::geometry::{Geometry, MOST_CELLS};
use super::ordering::Toward;
use super::run::{AnytimeRun, Finder};
use crate::board::{Direction, Shape};

/// A pass of windows over a solution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    /// Moves in a window.
    pub(super) moves: usize,
    /// Moves from one window to the next.
    pub(super) stride: usize,
    /// The width of its beams.
    pub(super) width: usize,
}

/// Cells round those that the blank goes through that a window holds too.
const MARGIN: usize = 2;

/// Goes over the best solution once. `true`: it became shorter.
pub(super) fn pass<T: Toward>(run: &mut AnytimeRun<'_>, toward: &T, start: &[u16], pass: Pass) -> bool {
    let shape = run.task.board.shape();
    let Some((mut path, finder)) = run.best.clone() else { return false };
    let known = path.len();
    let mut cells = start.to_vec();
    let mut blank = cells.iter().position(|&label| label == 0).unwrap_or(0);
    let (mut done, mut at) = (Vec::with_capacity(known), 0);
    // Moves that are done with go from `path` to `done`, so that a shorter piece moves little.
    while at < path.len() && run.can_continue() {
        let end = (at + pass.moves).min(path.len());
        let mut piece = None;
        if let Some(window) = Window::round(shape, &cells, blank, &path[at..end]) {
            piece = window.shorter(run, toward, &path[at..end], pass.width);
        }
        let stride = match piece {
            Some(shorter) => {
                // The same window again, from its first board, with what follows.
                let begin = end - shorter.len();
                path[begin..end].copy_from_slice(&shorter);
                at = begin;
                continue;
            }
            None if end == path.len() => path.len() - at,
            None => pass.stride,
        };
        blank = walk_on(shape, &mut cells, blank, &path[at..at + stride]);
        done.extend_from_slice(&path[at..at + stride]);
        at += stride;
    }
    done.extend_from_slice(&path[at..]);
    // A solution that beams found keeps their ordering: windows over it change a few moves.
    let finder = match finder {
        Finder::Beam(_) => finder,
        Finder::Construction | Finder::Proof(_) => Finder::Beam(super::ordering_kind(shape)),
    };
    done.len() < known && run.offer(done, finder)
}

/// A piece of a solution, on the part of the board that it changes.
struct Window {
    shape: Shape,
    /// Labels of its own, by cell, before and after.
    before: Vec<u16>,
    after: Vec<u16>,
}

impl Window {
    /// The cells that the blank goes through and those near them, if they are few enough.
    fn round(whole: Shape, cells: &[u16], mut blank: usize, moves: &[Direction]) -> Option<Self> {
        let (mut top, mut left) = (whole.row(blank), whole.col(blank));
        let (mut bottom, mut right) = (top, left);
        for &direction in moves {
            blank = whole.neighbour(blank, direction)?;
            let (row, col) = (whole.row(blank), whole.col(blank));
            (top, bottom, left, right) = (top.min(row), bottom.max(row), left.min(col), right.max(col));
        }
        (top, left) = (top.saturating_sub(MARGIN), left.saturating_sub(MARGIN));
        (bottom, right) = ((bottom + MARGIN).min(whole.rows() - 1), (right + MARGIN).min(whole.cols() - 1));
        let (rows, cols) = (bottom - top + 1, right - left + 1);
        let shape = Shape::new(rows, cols).ok().filter(|shape| shape.cells() <= MOST_CELLS)?;
        let mut next = 0;
        let own = (top..=bottom).flat_map(|row| (left..=right).map(move |col| row * whole.cols() + col)).map(|cell| {
            if cells[cell] == 0 {
                return 0;
            }
            next += 1;
            next
        });
        let before: Vec<u16> = own.collect();
        let mut after = before.clone();
        walk(shape, &mut after, moves);
        Some(Self { shape, before, after })
    }

    /// Fewer moves to the same end, if a beam finds them.
    fn shorter<T: Toward>(
        &self,
        run: &mut AnytimeRun<'_>,
        toward: &T,
        known: &[Direction],
        width: usize,
    ) -> Option<Vec<Direction>> {
        let longest = known.len().checked_sub(2)? as u32;
        let home = positions(&self.after);
        let geometry = Geometry::new(self.shape, &home);
        let ordering = toward.toward(self.shape, &home);
        let (threads, max_nodes) = (run.task.threads, run.max_nodes());
        let options = Options { width, threads, longest, max_nodes, ..Options::default() };
        let budget: &Budget = &run.task.budget;
        let outcome = run.account(|_| beam::search(&geometry, &ordering, &self.before, &options, budget));
        (outcome.end == End::Goal).then_some(outcome.moves)
    }
}

/// By label: its cell.
pub(super) fn positions(cells: &[u16]) -> Vec<u16> {
    let mut at = vec![0; cells.len()];
    for (cell, &label) in cells.iter().enumerate() {
        at[label as usize] = cell as u16;
    }
    at
}

/// Makes moves on labels by cell.
pub(super) fn walk(shape: Shape, cells: &mut [u16], moves: &[Direction]) {
    let blank = cells.iter().position(|&label| label == 0).expect("a board has a blank");
    walk_on(shape, cells, blank, moves);
}

/// The same from the blank's cell, to its cell after them.
fn walk_on(shape: Shape, cells: &mut [u16], mut blank: usize, moves: &[Direction]) -> usize {
    for &direction in moves {
        let from = shape.neighbour(blank, direction).expect("a path stays on the board");
        cells.swap(blank, from);
        blank = from;
    }
    blank
}
