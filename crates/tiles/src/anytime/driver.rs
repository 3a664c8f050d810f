//! The course of an anytime run: which beam comes next.
//!
//! 1. A beam of a thousand boards, in milliseconds.
//! 2. Wider and wider ones, each eight times the one before, until the next but one would not fit what is left; the last
//!    takes all of it. Each width is tried in both directions, from the start and from the goal: two searches of one
//!    width find shorter solutions than one of twice the width, for what misleads the one does not mislead the other.
//! 3. Windows over the best way (`windows.rs`), with what is left.

use super::beam::{self, End, Options};
use super::geometry::Geometry;
use super::large::{self, Effort};
use super::ordering::Toward;
use super::standing::Standing;
use super::windows::{self, Pass};
use crate::board::Direction;
use crate::problem::Frame;

const FIRST_WIDTH: usize = 1_000;
const GROWTH: f64 = 8.0;
/// Boards of more cells than this are solved through windows first: a narrow beam may lose its way on them.
const DIRECT: usize = 64;
/// Boards of more cells are solved through windows only.
const LARGEST_DIRECT: usize = 144;
/// The widths of beams in windows: the least, the first (or less, if the time is short), and the most.
const NARROWEST: u64 = 8;
const FIRST_EFFORT: u64 = 100;
const WIDEST_EFFORT: u64 = 20_000;
/// A beam is planned for this part of what is left: estimates err.
const SAFE: f64 = 0.85;
/// Children of a board, the way back and repetitions left out.
const CHILDREN: f64 = 2.2;

/// One direction of search.
struct Side<O> {
    geometry: Geometry,
    ordering: O,
    start: Vec<u16>,
    backward: bool,
}

/// Improves a solution until the limits, or until it is proved optimal.
pub(super) fn run<T: Toward>(standing: &mut Standing<'_>, toward: &T) {
    let task = standing.task;
    let shape = task.board.shape();
    if shape.rows() == 1 || shape.cols() == 1 {
        return;
    }
    let frame = Frame::new(task.goal);
    let (start, goal) = (frame.labels(task.board), frame.labels(task.goal));
    // 1. Through windows, where one beam is weak.
    let mut width = FIRST_WIDTH;
    if shape.cells() > DIRECT {
        width = through_windows(standing);
        if task.fast {
            return;
        }
    }
    // 2. Beams.
    if shape.cells() <= LARGEST_DIRECT {
        width = beams(standing, toward, &start, &goal);
        if task.fast {
            return;
        }
    }
    // 3. Windows over the best way.
    let mut turn = 0;
    while turn < 4 && standing.goes_on() {
        let length = standing.length().unwrap_or(0) as usize;
        let moves = if shape.cells() <= LARGEST_DIRECT { (length / 2).max(8) } else { 40 + 10 * turn };
        let pass = Pass { moves, stride: (moves / 3).max(1), width: width << turn };
        if !windows::pass(standing, toward, &start, pass) {
            turn += 1;
        }
    }
}

/// Solves through windows, with more and more effort; the last width.
fn through_windows(standing: &mut Standing<'_>) -> usize {
    let mut width = 0;
    while standing.goes_on() {
        let distances = standing.lower_bound.max(1) as u64;
        let fits = standing.nodes_left() / Effort::nodes(1, distances);
        let next = if width == 0 { (fits / 4).clamp(NARROWEST, FIRST_EFFORT) } else { (4 * width).min(fits) };
        let most = if standing.task.board.shape().cells() <= LARGEST_DIRECT { FIRST_EFFORT } else { WIDEST_EFFORT };
        if next > most || 2 * next < 3 * width || next < NARROWEST || (width == 0 && fits < NARROWEST) {
            break;
        }
        if !large::solve(standing, &Effort::new(next as usize)) {
            break;
        }
        width = next;
        if standing.task.fast {
            break;
        }
    }
    (width as usize).max(NARROWEST as usize)
}

/// Beams of growing width from both ends; the last width.
fn beams<T: Toward>(standing: &mut Standing<'_>, toward: &T, start: &[u16], goal: &[u16]) -> usize {
    let shape = standing.task.board.shape();
    let side = |from: &[u16], to: &[u16], backward| {
        let home = windows::positions(to);
        let (geometry, ordering) = (Geometry::new(shape, &home), toward.toward(shape, &home));
        Side { geometry, ordering, start: from.to_vec(), backward }
    };
    let sides = [side(start, goal, false), side(goal, start, true)];
    let mut width = FIRST_WIDTH;
    while standing.goes_on() {
        for side in &sides {
            beam(standing, side, width);
        }
        if standing.task.fast {
            break;
        }
        let Some(next) = next_width(standing, &sides[0].geometry, width) else { break };
        width = next;
    }
    width
}

/// One beam; what it finds is offered.
fn beam<O: super::ordering::Ordering>(standing: &mut Standing<'_>, side: &Side<O>, width: usize) {
    if !standing.goes_on() {
        return;
    }
    // All solutions of a board are even, or all are odd.
    let longest = standing.length().map_or(u32::MAX, |length| length.saturating_sub(2));
    let options = Options {
        width,
        threads: standing.task.threads,
        longest,
        max_nodes: standing.max_nodes(),
        ..Options::default()
    };
    let budget = &standing.task.budget;
    let outcome = standing.account(|_| beam::search(&side.geometry, &side.ordering, &side.start, &options, budget));
    if outcome.end == End::Goal {
        let moves = if side.backward { turned(&outcome.moves) } else { outcome.moves };
        standing.offer(moves, "beam");
    }
}

/// The same way from the other end.
fn turned(moves: &[Direction]) -> Vec<Direction> {
    moves.iter().rev().map(|direction| direction.opposite()).collect()
}

/// The next width, if what is left allows one that is worth while.
fn next_width(standing: &Standing<'_>, geometry: &Geometry, width: usize) -> Option<usize> {
    let layers = standing.length().unwrap_or(100) as f64;
    let a_width = 2.0 * layers * CHILDREN;
    let fits = standing.nodes_left() as f64 * SAFE / a_width;
    let by_bytes = standing.bytes() / (beam::bytes_for(geometry, 1 << 16) >> 16).max(1);
    let most = fits.min(by_bytes as f64);
    let next = width as f64 * GROWTH;
    let chosen = if most < next * (1.0 + GROWTH) { most } else { next };
    (chosen >= width as f64 * 1.3).then_some(chosen as usize)
}
