//! The schedule of an anytime run: which beam comes next.
//!
//! 1. A beam of a thousand boards, in milliseconds.
//! 2. Wider and wider ones, each eight times the one before, until the next but one would not fit what is left; the last
//!    takes all of it. Each width is tried in both directions, from the start and from the goal: two searches of one
//!    width find shorter solutions than one of twice the width, for what misleads the one does not mislead the other.
//!    Which of them it misleads is mostly the same at every width: where one direction did better than the other, the
//!    last beam goes there, twice as wide.
//! 3. Windows over the best solution (`windows.rs`), with what is left.

use super::beam::{self, End, Options};
use super::geometry::Geometry;
use super::large::{self, Effort};
use super::ordering::{Ordering, OrderingKind, Toward};
use super::proof;
use super::run::{AnytimeRun, Finder};
use super::windows::{self, Pass};
use crate::board::{Direction, Shape};
use crate::problem::Frame;

const FIRST_WIDTH: usize = 1_000;
const GROWTH: f64 = 8.0;
/// Boards of more cells than this are solved through windows first: a narrow beam may miss the goal on them.
const DIRECT: usize = 64;
/// Boards of more cells are solved through windows only.
const LARGEST_DIRECT: usize = 144;
/// The widths of beams in windows: the least, the first (or less, if the time is short), and the most.
const NARROWEST: u64 = 8;
const FIRST_EFFORT: u64 = 100;
const WIDEST_EFFORT: u64 = 20_000;
/// A beam is planned for this part of what is left: estimates err.
const SAFE: f64 = 0.85;
/// The second of two beams may take this part: the first has shown what one takes.
const NEARLY_ALL: f64 = 0.95;
/// And it may be this many times as wide as the first.
const WIDER: f64 = 4.0;
/// Windows over a solution that beams found hold from half of it to nearly all of it, in eighths.
const HALF: usize = 4;
const NEARLY_WHOLE: usize = 7;
/// Windows of larger boards grow by at most this many moves.
const LONGEST_WINDOW: usize = 200;
/// Layers for which a beam continues without a better board.
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
pub(super) fn improve<T: Toward>(run: &mut AnytimeRun<'_>, toward: &T) {
    let task = run.task;
    let shape = task.board.shape();
    if shape.rows() == 1 || shape.cols() == 1 {
        return;
    }
    let frame = Frame::new(task.goal);
    let (start, goal) = (frame.labels(task.board), frame.labels(task.goal));
    // 1. Through windows, where one beam is weak.
    let mut width = FIRST_WIDTH;
    if shape.cells() > DIRECT {
        width = through_windows(run, &start, &windows::positions(&goal));
        if task.fast {
            return;
        }
    }
    // 2. Beams.
    if shape.cells() <= LARGEST_DIRECT {
        width = beams(run, toward, &start, &goal);
        if task.fast {
            return;
        }
    }
    // 3. Windows over the best solution, longer or wider when they find nothing more.
    let whole = shape.cells() <= LARGEST_DIRECT;
    let (mut eighths, mut longer) = (HALF, 0);
    while run.can_continue() && width <= Options::WIDEST && longer <= LONGEST_WINDOW {
        let length = run.length().unwrap_or(0) as usize;
        let moves = if whole { (length * eighths / 8).max(8) } else { 40 + longer };
        let pass = Pass { moves, stride: (moves / 3).max(1), width };
        if windows::pass(run, toward, &start, pass) {
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
fn through_windows(run: &mut AnytimeRun<'_>, start: &[u16], home: &[u16]) -> usize {
    let mut width = 0;
    while run.can_continue() {
        let distances = run.lower_bound.max(1) as u64;
        let fits = run.nodes_left() / Effort::nodes(1, distances);
        let next = if width == 0 { (fits / 4).clamp(NARROWEST, FIRST_EFFORT) } else { (4 * width).min(fits) };
        let most = if run.task.board.shape().cells() <= LARGEST_DIRECT { FIRST_EFFORT } else { WIDEST_EFFORT };
        if next > most || 2 * next < 3 * width || next < NARROWEST || (width == 0 && fits < NARROWEST) {
            break;
        }
        let Some(path) = large::solve(run, &Effort::new(next as usize), start, home) else { break };
        run.offer(path, Finder::Beam(OrderingKind::Convex));
        width = next;
        if run.task.fast {
            break;
        }
    }
    (width as usize).max(NARROWEST as usize)
}

/// Beams of growing width from both ends; the last width.
fn beams<T: Toward>(run: &mut AnytimeRun<'_>, toward: &T, start: &[u16], goal: &[u16]) -> usize {
    let shape = run.task.board.shape();
    let sides =
        [Side::new(toward, shape, start, goal), Side { backward: true, ..Side::new(toward, shape, goal, start) }];
    let mut width = FIRST_WIDTH;
    let (mut last, mut better) = (false, None);
    while run.can_continue() {
        let before = run.stats.generated;
        let tried = match better {
            Some(side) if last => {
                let twice = widest(run, &sides[0].geometry).min(2.0 * width as f64) as usize;
                beam(run, toward, &sides[side], twice, Wanted::Shorter);
                twice
            }
            _ => {
                let wanted = if last { Wanted::Shorter } else { Wanted::AsShort };
                let first = beam(run, toward, &sides[0], width, wanted);
                let spent = run.stats.generated - before;
                let second = second_width(run, &sides[1].geometry, width, spent, last);
                better = better_side([first, beam(run, toward, &sides[1], second, wanted)]);
                width + second
            }
        };
        if run.task.fast {
            break;
        }
        let children = (run.stats.generated - before) as f64 / tried as f64;
        if width == FIRST_WIDTH {
            proof::attempt(run);
        }
        let Some(next) = next_width(run, &sides[0].geometry, width, children) else { break };
        (width, last) = next;
    }
    width
}

/// Which of two sides found the shorter solution, if one did.
fn better_side(lengths: [Option<usize>; 2]) -> Option<usize> {
    let [first, second] = lengths.map(|length| length.unwrap_or(usize::MAX));
    (first != second).then_some(usize::from(second < first))
}

/// Which solutions a beam is to find. Those as long as the best known one still show how it compares with other beams.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    AsShort,
    Shorter,
}

/// One beam; what it finds is offered. The length of it.
fn beam<T: Toward>(
    run: &mut AnytimeRun<'_>,
    toward: &T,
    side: &Side<T::Ordering>,
    width: usize,
    wanted: Wanted,
) -> Option<usize> {
    if !run.can_continue() {
        return None;
    }
    // All solutions of a board are even, or all are odd.
    let less = if wanted == Wanted::Shorter { 2 } else { 0 };
    let longest = run.length().map_or(u32::MAX, |length| length.saturating_sub(less));
    let outcome = search(run, side, &side.start, width, longest);
    let path = match outcome.end {
        End::Goal => outcome.moves,
        End::Idle => finish_from_best(run, toward, side, width, longest, outcome.moves)?,
        _ => return None,
    };
    let length = path.len();
    let ordering = super::ordering_kind(run.task.board.shape());
    run.offer(if side.backward { reversed(&path) } else { path }, Finder::Beam(ordering));
    Some(length)
}

/// Continues from the best board that a beam came to, where it stayed short of the goal: the whole width is now spent
/// around that board, and little is wrong there. If that fails, from the goal back; and then through windows, which
/// always find a solution, if not the shortest.
fn finish_from_best<T: Toward>(
    run: &mut AnytimeRun<'_>,
    toward: &T,
    side: &Side<T::Ordering>,
    width: usize,
    longest: u32,
    mut path: Vec<Direction>,
) -> Option<Vec<Direction>> {
    let shape = side.geometry.shape();
    let mut best = side.start.clone();
    windows::walk(shape, &mut best, &path);
    let longest = longest.saturating_sub(path.len() as u32);
    let on = search(run, side, &best, width, longest);
    if on.end == End::Goal {
        path.extend(on.moves);
        return Some(path);
    }
    let back = Side::new(toward, shape, &side.target, &best);
    let back = search(run, &back, &back.start, width, longest);
    if back.end == End::Goal {
        path.extend(reversed(&back.moves));
        return Some(path);
    }
    let home = windows::positions(&side.target);
    path.extend(large::solve(run, &Effort::new(FIRST_EFFORT as usize), &best, &home)?);
    Some(path)
}

fn search<O: Ordering>(
    run: &mut AnytimeRun<'_>,
    side: &Side<O>,
    start: &[u16],
    width: usize,
    longest: u32,
) -> beam::Outcome {
    let options = Options {
        width,
        threads: run.task.threads,
        longest,
        max_nodes: run.max_nodes(),
        patience: PATIENCE,
        ..Options::default()
    };
    let budget = &run.task.budget;
    run.account(|_| beam::search(&side.geometry, &side.ordering, start, &options, budget))
}

/// The same path from the other end.
fn reversed(moves: &[Direction]) -> Vec<Direction> {
    moves.iter().rev().map(|direction| direction.opposite()).collect()
}

/// The width of the second of two beams: less than the first's where that took longer than was planned, for a beam that
/// does not come to its end is lost; and in the last round whatever fits, for what the first has left would be lost too.
/// `spent`: what the first generated.
fn second_width(run: &AnytimeRun<'_>, geometry: &Geometry, width: usize, spent: u64, last: bool) -> usize {
    let children = spent as f64 / width as f64;
    let fits = run.nodes_left() as f64 * NEARLY_ALL / children.max(1.0);
    let most = if last { widest(run, geometry).min(WIDER * width as f64) } else { width as f64 };
    fits.min(most).max(1.0) as usize
}

/// The next width, if what is left allows one that is worth while, and whether it is the last. `children`: what a beam of
/// width one would have generated.
fn next_width(run: &AnytimeRun<'_>, geometry: &Geometry, width: usize, children: f64) -> Option<(usize, bool)> {
    let fits = run.nodes_left() as f64 * SAFE / (2.0 * children.max(1.0));
    let most = fits.min(widest(run, geometry));
    let next = width as f64 * GROWTH;
    let last = most < next * (1.0 + GROWTH);
    let chosen = if last { most } else { next };
    (chosen >= width as f64 * 1.3).then_some((chosen as usize, last))
}

/// The width that the memory allows.
fn widest(run: &AnytimeRun<'_>, geometry: &Geometry) -> f64 {
    (run.bytes() / (beam::bytes_for(geometry, 1 << 16) >> 16).max(1)) as f64
}
