//! The course of an anytime run: which beam comes next.
//!
//! 1. A beam of a thousand boards, in milliseconds.
//! 2. Wider and wider ones, each eight times the one before, until the next but one would not fit what is left; the last
//!    takes all of it. Each width is tried in both directions, from the start and from the goal: two searches of one
//!    width find shorter solutions than one of twice the width, for what misleads the one does not mislead the other.
//!    Which of them it misleads is mostly the same at every width: where one direction did better than the other, the
//!    last beam goes there, twice as wide.
//! 3. Windows over the best way (`windows.rs`), with what is left.

use super::beam::{self, End, Options};
use super::geometry::Geometry;
use super::large::{self, Effort};
use super::ordering::{Ordering, OrderingKind, Toward};
use super::proof;
use super::standing::{Finder, Standing};
use super::windows::{self, Pass};
use crate::board::{Direction, Shape};
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
/// The second of two beams may take this part: the first has told what one takes.
const NEARLY_ALL: f64 = 0.95;
/// And it may be so many times as wide as the first.
const WIDER: f64 = 4.0;
/// Windows over a way that beams found hold from half of it to nearly all of it, in eighths.
const HALF: usize = 4;
const NEARLY_WHOLE: usize = 7;
/// Windows of larger boards grow by so many moves at most.
const LONGEST_WINDOW: usize = 200;
/// Layers that a beam goes on without a better board.
const PATIENCE: u32 = 80;

/// One direction of search.
struct Side<O> {
    geometry: Geometry,
    ordering: O,
    start: Vec<u16>,
    target: Vec<u16>,
    backward: bool,
}

impl<O> Side<O> {
    fn new<T: Toward<Ordering = O>>(toward: &T, shape: Shape, start: &[u16], target: &[u16]) -> Self {
        let home = windows::positions(target);
        let (geometry, ordering) = (Geometry::new(shape, &home), toward.toward(shape, &home));
        Self { geometry, ordering, start: start.to_vec(), target: target.to_vec(), backward: false }
    }
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
        width = through_windows(standing, &start, &windows::positions(&goal));
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
    // 3. Windows over the best way, longer or wider when they find nothing more.
    let whole = shape.cells() <= LARGEST_DIRECT;
    let (mut eighths, mut longer) = (HALF, 0);
    while standing.goes_on() && width <= Options::WIDEST && longer <= LONGEST_WINDOW {
        let length = standing.length().unwrap_or(0) as usize;
        let moves = if whole { (length * eighths / 8).max(8) } else { 40 + longer };
        let pass = Pass { moves, stride: (moves / 3).max(1), width };
        if windows::pass(standing, toward, &start, pass) {
            continue;
        }
        if whole && eighths < NEARLY_WHOLE {
            eighths += 1;
        } else {
            (eighths, width, longer) = (HALF, 2 * width, longer + 10);
        }
    }
}

/// Solves through windows, with more and more effort; the last width.
fn through_windows(standing: &mut Standing<'_>, start: &[u16], home: &[u16]) -> usize {
    let mut width = 0;
    while standing.goes_on() {
        let distances = standing.lower_bound.max(1) as u64;
        let fits = standing.nodes_left() / Effort::nodes(1, distances);
        let next = if width == 0 { (fits / 4).clamp(NARROWEST, FIRST_EFFORT) } else { (4 * width).min(fits) };
        let most = if standing.task.board.shape().cells() <= LARGEST_DIRECT { FIRST_EFFORT } else { WIDEST_EFFORT };
        if next > most || 2 * next < 3 * width || next < NARROWEST || (width == 0 && fits < NARROWEST) {
            break;
        }
        let Some(way) = large::way(standing, &Effort::new(next as usize), start, home) else { break };
        standing.offer(way, Finder::Beam(OrderingKind::Convex));
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
    let sides =
        [Side::new(toward, shape, start, goal), Side { backward: true, ..Side::new(toward, shape, goal, start) }];
    let mut width = FIRST_WIDTH;
    let (mut last, mut better) = (false, None);
    while standing.goes_on() {
        let before = standing.stats.generated;
        let tried = match better {
            Some(side) if last => {
                let twice = widest(standing, &sides[0].geometry).min(2.0 * width as f64) as usize;
                beam(standing, toward, &sides[side], twice, Wanted::Shorter);
                twice
            }
            _ => {
                let wanted = if last { Wanted::Shorter } else { Wanted::AsShort };
                let first = beam(standing, toward, &sides[0], width, wanted);
                let spent = standing.stats.generated - before;
                let second = second_width(standing, &sides[1].geometry, width, spent, last);
                better = better_side([first, beam(standing, toward, &sides[1], second, wanted)]);
                width + second
            }
        };
        if standing.task.fast {
            break;
        }
        let children = (standing.stats.generated - before) as f64 / tried as f64;
        if width == FIRST_WIDTH {
            proof::attempt(standing);
        }
        let Some(next) = next_width(standing, &sides[0].geometry, width, children) else { break };
        (width, last) = next;
    }
    width
}

/// Which of two sides found the shorter way, if one did.
fn better_side(lengths: [Option<usize>; 2]) -> Option<usize> {
    let [first, second] = lengths.map(|length| length.unwrap_or(usize::MAX));
    (first != second).then_some(usize::from(second < first))
}

/// Which ways a beam is to find: those that are no longer than the best that is known tell how it does beside others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    AsShort,
    Shorter,
}

/// One beam; what it finds is offered. The length of it.
fn beam<T: Toward>(
    standing: &mut Standing<'_>,
    toward: &T,
    side: &Side<T::Ordering>,
    width: usize,
    wanted: Wanted,
) -> Option<usize> {
    if !standing.goes_on() {
        return None;
    }
    // All solutions of a board are even, or all are odd.
    let less = if wanted == Wanted::Shorter { 2 } else { 0 };
    let longest = standing.length().map_or(u32::MAX, |length| length.saturating_sub(less));
    let outcome = search(standing, side, &side.start, width, longest);
    let way = match outcome.end {
        End::Goal => outcome.moves,
        End::Idle => go_on(standing, toward, side, width, longest, outcome.moves)?,
        _ => return None,
    };
    let length = way.len();
    let ordering = super::ordering_kind(standing.task.board.shape());
    standing.offer(if side.backward { reversed(&way) } else { way }, Finder::Beam(ordering));
    Some(length)
}

/// Goes on from the best board that a beam came to, where it stayed short of the goal: the whole width now goes round
/// that board, and what is wrong there is little. If that fails, from the goal back; and then through windows, which
/// find a way always, if not the shortest.
fn go_on<T: Toward>(
    standing: &mut Standing<'_>,
    toward: &T,
    side: &Side<T::Ordering>,
    width: usize,
    longest: u32,
    mut way: Vec<Direction>,
) -> Option<Vec<Direction>> {
    let shape = side.geometry.shape();
    let mut best = side.start.clone();
    windows::walk(shape, &mut best, &way);
    let longest = longest.saturating_sub(way.len() as u32);
    let on = search(standing, side, &best, width, longest);
    if on.end == End::Goal {
        way.extend(on.moves);
        return Some(way);
    }
    let back = Side::new(toward, shape, &side.target, &best);
    let back = search(standing, &back, &back.start, width, longest);
    if back.end == End::Goal {
        way.extend(reversed(&back.moves));
        return Some(way);
    }
    let home = windows::positions(&side.target);
    way.extend(large::way(standing, &Effort::new(FIRST_EFFORT as usize), &best, &home)?);
    Some(way)
}

fn search<O: Ordering>(
    standing: &mut Standing<'_>,
    side: &Side<O>,
    start: &[u16],
    width: usize,
    longest: u32,
) -> beam::Outcome {
    let options = Options {
        width,
        threads: standing.task.threads,
        longest,
        max_nodes: standing.max_nodes(),
        patience: PATIENCE,
        ..Options::default()
    };
    let budget = &standing.task.budget;
    standing.account(|_| beam::search(&side.geometry, &side.ordering, start, &options, budget))
}

/// The same way from the other end.
fn reversed(moves: &[Direction]) -> Vec<Direction> {
    moves.iter().rev().map(|direction| direction.opposite()).collect()
}

/// The width of the second of two beams: less than the first's where that took longer than was planned, for a beam that
/// does not come to its end is lost; and in the last round whatever fits, for what the first has left would be lost too.
/// `spent`: what the first generated.
fn second_width(standing: &Standing<'_>, geometry: &Geometry, width: usize, spent: u64, last: bool) -> usize {
    let children = spent as f64 / width as f64;
    let fits = standing.nodes_left() as f64 * NEARLY_ALL / children.max(1.0);
    let most = if last { widest(standing, geometry).min(WIDER * width as f64) } else { width as f64 };
    fits.min(most).max(1.0) as usize
}

/// The next width, if what is left allows one that is worth while, and whether it is the last. `children`: what a beam of
/// width one would have generated.
fn next_width(standing: &Standing<'_>, geometry: &Geometry, width: usize, children: f64) -> Option<(usize, bool)> {
    let fits = standing.nodes_left() as f64 * SAFE / (2.0 * children.max(1.0));
    let most = fits.min(widest(standing, geometry));
    let next = width as f64 * GROWTH;
    let last = most < next * (1.0 + GROWTH);
    let chosen = if last { most } else { next };
    (chosen >= width as f64 * 1.3).then_some((chosen as usize, last))
}

/// The width that the memory allows.
fn widest(standing: &Standing<'_>, geometry: &Geometry) -> f64 {
    (standing.bytes() / (beam::bytes_for(geometry, 1 << 16) >> 16).max(1)) as f64
}
