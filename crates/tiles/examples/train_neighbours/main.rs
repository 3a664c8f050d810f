//! Trains the ordering by neighbours (`anytime/neighbours.rs`) on boards that this program solves itself.
//!
//! `train_neighbours <file> <side> [rounds] [boards a round] [width] [seed]`. The weights in the file for the nearest
//! side are the start, or those of `Convex` if there is no file; the file's weights for this side are replaced.
//!
//! In each round a beam solves random boards. When it has reached the goal, one board of every layer turns out to lie on
//! the way, and the others do not: some led to nothing, and those that led to the goal as well were at least not
//! chosen. So the weights are moved until the board of the way stands before a few others of its layer, drawn at random
//! (`lessons.rs`): the loss is logistic in the difference of two scores, and the step of every weight becomes smaller the
//! more that weight has been moved. The beam sees what its *next* layers know, so each round teaches a little of what
//! only the layers nearer to the goal could tell. What is written is the mean of the weights after the later half of the
//! rounds: it was better than any one of them.
//!
//! Seeds and the order of all sums are fixed, so a run can be repeated.

mod lessons;

use std::error::Error;

use hueco_tiles::anytime::neighbours::{Classes, Neighbours, Set, decode, encode};
use hueco_tiles::{Board, Frame, RandomBoards, Shape};

use lessons::{Lesson, Random, solve};

/// Scores are counted in parts of a move.
const UNIT: f32 = 64.0;
/// Boards of its layer shown with each board of a way.
const RIVALS: usize = 4;
/// Passes over the lessons in a round.
const PASSES: usize = 4;
const PACE: f32 = 0.1;
/// The difference of two scores, in moves, at which the better one is nearly sure to be the right one.
const SURE: f32 = 4.0;
/// With more lessons than this, the older half of them is dropped.
const MOST_LESSONS: usize = 60_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, file, side, rest @ ..] = &args[..] else {
        eprintln!("train_neighbours <file> <side> [rounds] [boards a round] [width] [seed]");
        return Ok(());
    };
    let number = |at: usize, default: u64| rest.get(at).map_or(Ok(default), |text| text.parse());
    let (rounds, boards, width, seed) = (number(0, 4)?, number(1, 20)?, number(2, 10_000)? as usize, number(3, 1)?);
    let rounds = rounds.max(1);
    let side: u16 = side.parse()?;
    let shape = Shape::new(side.into(), side.into())?;
    let goal = Board::blank_last(shape);
    let frame = Frame::new(&goal);
    let mut sets = std::fs::read(file).map_or(Ok(Vec::new()), |bytes| decode(&bytes))?;
    let nearest = sets.iter().min_by_key(|set| set.side.abs_diff(side));
    let mut weights = nearest.map_or_else(convex, |set| set.weights.iter().map(|&w| f32::from(w) / UNIT).collect());
    let mut random = Random(seed);
    let mut lessons: Vec<Lesson> = Vec::new();
    let mut sums = vec![0.0; weights.len()];
    let mut unsolved = RandomBoards::new(&goal, seed);
    for round in 1..=rounds {
        let set = rounded(side, &weights);
        let ordering = Neighbours::new(&set, shape, frame.home()).ok_or("a side of at most 16")?;
        if lessons.len() > MOST_LESSONS {
            lessons.drain(..lessons.len() / 2);
        }
        let (mut solved, mut length) = (0, 0);
        for board in unsolved.by_ref().take(boards as usize) {
            let found = solve(&frame, &ordering, &board, width, RIVALS, &mut random);
            solved += usize::from(!found.is_empty());
            length += found.len();
            lessons.extend(found);
        }
        let loss = learn(shape, frame.home(), &mut weights, &lessons, &mut random);
        if round > rounds / 2 {
            for (sum, weight) in sums.iter_mut().zip(&weights) {
                *sum += weight;
            }
        }
        let mean = length as f64 / solved as f64;
        println!(
            "round {round}: {solved} of {boards} solved, mean {mean:.2}, {} lessons, loss {loss:.4}",
            lessons.len()
        );
    }
    let mut weights: Vec<f32> = sums.iter().map(|sum| sum / (rounds - rounds / 2).max(1) as f32).collect();
    extend(&mut weights, side.into());
    sets.retain(|set| set.side != side);
    sets.push(rounded(side, &weights));
    sets.sort_by_key(|set| set.side);
    std::fs::write(file, encode(&sets))?;
    Ok(())
}

/// The weights with which `Neighbours` is `Convex`.
fn convex() -> Vec<f32> {
    let classes = Classes::get();
    let mut weights = vec![0.0; classes.count()];
    for rows in 0..16 {
        for cols in 0..16 {
            weights[classes.tile(rows, cols)] = ((rows + cols) as f32).powf(1.6);
        }
    }
    weights[classes.reversed()] = 3.0;
    weights
}

/// Weights of displacements that boards of this side do not have, on from those that they have.
fn extend(weights: &mut [f32], side: usize) {
    let classes = Classes::get();
    for rows in 0..16 {
        for cols in side.max(rows)..16 {
            let (near_rows, near_cols) = (rows.min(side - 1), cols.min(side - 1));
            let times = ((rows + cols) as f32 / (near_rows + near_cols) as f32).powf(1.6);
            weights[classes.tile(rows, cols)] = weights[classes.tile(near_rows, near_cols)] * times;
        }
    }
}

fn rounded(side: u16, weights: &[f32]) -> Set {
    Set { side, weights: weights.iter().map(|weight| (weight * UNIT).round() as i16).collect() }
}

/// Moves the weights; the mean loss of the last pass.
fn learn(shape: Shape, home: &[u16], weights: &mut [f32], lessons: &[Lesson], random: &mut Random) -> f32 {
    let classes = Classes::get();
    let mut moved = vec![1e-6_f32; weights.len()];
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    let (mut own, mut other) = (Vec::new(), Vec::new());
    let mut mean = 0.0;
    for pass in 0..PASSES {
        let pace = PACE * (1.0 - 0.9 * pass as f32 / PASSES as f32);
        let (mut loss, mut count) = (0.0, 0);
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        for lesson in order.iter().map(|&at| &lessons[at]) {
            classes.of(shape, home, &lesson.board, &mut own);
            let score: f32 = own.iter().map(|&class| weights[class as usize]).sum();
            let mut step = |weights: &mut [f32], class: u16, by: f32| {
                moved[class as usize] += by * by;
                weights[class as usize] -= pace * by / moved[class as usize].sqrt();
            };
            let mut down = 0.0;
            for rival in &lesson.rivals {
                classes.of(shape, home, rival, &mut other);
                let its: f32 = other.iter().map(|&class| weights[class as usize]).sum();
                let wrong = 1.0 / (1.0 + ((its - score) / SURE).exp());
                loss -= (1.0 - wrong).max(f32::MIN_POSITIVE).ln();
                count += 1;
                let by = wrong / SURE / lesson.rivals.len() as f32;
                down += by;
                for &class in &other {
                    step(weights, class, -by);
                }
            }
            for &class in &own {
                step(weights, class, down);
            }
        }
        mean = loss / count.max(1) as f32;
    }
    mean
}
