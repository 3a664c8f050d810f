//! Re-optimising a way: two boards of it, some moves apart, are joined by a beam of their own; where that is shorter, it
//! takes the place of the moves between them.
//!
//! A beam from the start spends its width on every line that looks well; between two boards near each other the same
//! width goes much deeper into what is near the way.

use hueco_search::Budget;

use super::beam::{self, End, Options};
use super::geometry::Geometry;
use super::ordering::Toward;
use super::standing::Standing;
use crate::board::{Direction, Shape};

/// A pass of windows over a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    /// Moves in a window.
    pub(super) moves: usize,
    /// Moves from one window to the next.
    pub(super) stride: usize,
    /// The width of its beams.
    pub(super) width: usize,
}

/// Goes over the best solution once. `true`: it became shorter.
pub(super) fn pass<T: Toward>(standing: &mut Standing<'_>, toward: &T, start: &[u16], pass: Pass) -> bool {
    let shape = standing.task.board.shape();
    let Some((mut way, _)) = standing.best.clone() else { return false };
    let mut cells = start.to_vec();
    let (mut at, mut better) = (0, false);
    while at < way.len() && standing.goes_on() {
        let end = (at + pass.moves).min(way.len());
        let mut target = cells.clone();
        walk(shape, &mut target, &way[at..end]);
        if let Some(shorter) = join(standing, toward, &cells, &target, end - at, pass.width) {
            way.splice(at..end, shorter);
            better |= standing.offer(way.clone(), "beam");
            continue;
        }
        if end == way.len() {
            break;
        }
        walk(shape, &mut cells, &way[at..at + pass.stride]);
        at += pass.stride;
    }
    better
}

/// A way between two boards in fewer moves than `known`, if the beam finds one.
fn join<T: Toward>(
    standing: &mut Standing<'_>,
    toward: &T,
    from: &[u16],
    to: &[u16],
    known: usize,
    width: usize,
) -> Option<Vec<Direction>> {
    let shape = standing.task.board.shape();
    let longest = known.checked_sub(2)? as u32;
    let home = positions(to);
    let geometry = Geometry::new(shape, &home);
    let ordering = toward.toward(shape, &home);
    let options = Options {
        width,
        threads: standing.task.threads,
        longest,
        max_nodes: standing.max_nodes(),
        ..Options::default()
    };
    let budget: &Budget = &standing.task.budget;
    let outcome = standing.account(|_| beam::search(&geometry, &ordering, from, &options, budget));
    (outcome.end == End::Goal).then_some(outcome.moves)
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
    let Some(mut blank) = cells.iter().position(|&label| label == 0) else { return };
    for &direction in moves {
        let Some(from) = shape.neighbour(blank, direction) else { return };
        cells.swap(blank, from);
        blank = from;
    }
}
