//! Trains the ordering by neighbours (`anytime/neighbours`) on boards that this program solves itself.
//!
//! `train_neighbours <file> <sides> [rounds] [boards per round] [width] [seed]`, sides as in `6,7`. The weights in the file
//! for the nearest side are the start, or those of `Convex` if there is no file; the file's weights for the longest side
//! are replaced.
//!
//! In each round beams solve random boards of all sides, from the start and from the goal. When one has reached its end, one
//! board of every layer turns out to lie on the way, and the others do not: some led to nothing, and those that led there
//! as well were at least not chosen. So the weights are moved until the board of the way stands before a few others of its
//! layer, drawn at random (`lessons.rs`): the loss is logistic in the difference of two scores, and the step of every
//! weight becomes smaller the more that weight has been moved. The beam sees what its *next* layers know, so each round
//! teaches a little of what only the layers nearer to the end could show. What is written is the mean of the weights after
//! the later half of the rounds: it was better than any one of them.
//!
//! Seeds and the order of all sums are fixed, so a run can be repeated, on any number of cores.

mod lessons;

use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use hueco_tiles::anytime::neighbours::{Classes, Set, decode, encode};
use hueco_tiles::{Board, RandomBoards, Shape};

use lessons::{Lesson, Random, Taught, learned};

/// Scores are counted in parts of a move.
const UNIT: f32 = 64.0;
/// Passes over the lessons in a round.
const PASSES: usize = 4;
const PACE: f32 = 0.1;
/// The difference of two scores, in moves, at which the better one is nearly sure to be the right one.
const SURE: f32 = 4.0;
/// With more lessons than this, the oldest are dropped.
const MOST_LESSONS: usize = 400_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, file, sides, rest @ ..] = &args[..] else {
        eprintln!("train_neighbours <file> <sides> [rounds] [boards per round] [width] [seed]");
        return Ok(());
    };
    let number = |at: usize, default: u64| rest.get(at).map_or(Ok(default), |text| text.parse());
    let (rounds, boards, width, seed) = (number(0, 20)?, number(1, 60)?, number(2, 10_000)? as usize, number(3, 1)?);
    let rounds = rounds.max(1);
    let sides: Vec<u16> = sides.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let side = sides.iter().copied().max().unwrap_or_default();
    let square = |side: &u16| Ok(Board::blank_last(Shape::new((*side).into(), (*side).into())?));
    let goals: Vec<Board> = sides.iter().map(square).collect::<Result<_, Box<dyn Error>>>()?;
    let mut sets = std::fs::read(file).map_or(Ok(Vec::new()), |bytes| decode(&bytes))?;
    let nearest = sets.iter().min_by_key(|set| set.side.abs_diff(side));
    let mut weights = nearest.map_or_else(convex, |set| set.weights.iter().map(|&w| f32::from(w) / UNIT).collect());
    let mut random = Random(seed);
    let mut unsolved: Vec<RandomBoards> = goals.iter().map(|goal| RandomBoards::new(goal, seed)).collect();
    let mut lessons: Vec<Lesson> = Vec::new();
    let mut sums = vec![0.0; weights.len()];
    for round in 1..=rounds {
        let ends = (0..boards as usize).filter_map(|at| {
            let at = at % goals.len();
            Some((unsolved[at].next()?, goals[at].clone()))
        });
        let ends: Vec<(Board, Board)> =
            ends.flat_map(|(board, goal)| [(board.clone(), goal.clone()), (goal, board)]).collect();
        let found = solve(&rounded(side, &weights), &ends, width, seed ^ round << 32);
        let lengths: Vec<usize> = found.iter().flatten().map(|(length, _)| *length).collect();
        lessons.extend(found.into_iter().flatten().flat_map(|(_, lessons)| lessons));
        lessons.drain(..lessons.len().saturating_sub(MOST_LESSONS));
        let loss = learn(&mut weights, &lessons, &mut random);
        if round > rounds / 2 {
            for (sum, weight) in sums.iter_mut().zip(&weights) {
                *sum += weight;
            }
        }
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
        let (solved, of) = (lengths.len(), ends.len());
        println!("round {round}: {solved} of {of} solved, mean {mean:.2}, {} lessons, loss {loss:.4}", lessons.len());
    }
    let mut weights: Vec<f32> = sums.iter().map(|sum| sum / (rounds - rounds / 2) as f32).collect();
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

/// What beams between the ends teach, on all cores.
fn solve(set: &Set, ends: &[(Board, Board)], width: usize, seed: u64) -> Vec<Option<Taught>> {
    let found: Vec<Mutex<Option<Taught>>> = ends.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((at, (start, goal))) =
                    Some(next.fetch_add(1, Relaxed)).and_then(|at| Some((at, ends.get(at)?)))
                {
                    let mut random = Random(seed ^ at as u64);
                    *found[at].lock().expect("no thread has failed") = learned(set, start, goal, width, &mut random);
                }
            });
        }
    });
    found.into_iter().map(|found| found.into_inner().expect("no thread has failed")).collect()
}

/// Moves the weights; the mean loss of the last pass.
fn learn(weights: &mut [f32], lessons: &[Lesson], random: &mut Random) -> f32 {
    let mut moved = vec![1e-6_f32; weights.len()];
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    let mut mean = 0.0;
    for pass in 0..PASSES {
        let pace = PACE * (1.0 - 0.9 * pass as f32 / PASSES as f32);
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let mut loss = 0.0;
        for lesson in order.iter().map(|&at| &lessons[at]) {
            let ahead: f32 = lesson.iter().map(|&(class, more)| weights[class as usize] * f32::from(more)).sum();
            let wrong = 1.0 / (1.0 + (ahead / SURE).exp());
            loss -= f64::from((1.0 - wrong).max(f32::MIN_POSITIVE).ln());
            for &(class, more) in lesson {
                let (at, by) = (class as usize, wrong / SURE * f32::from(more));
                moved[at] += by * by;
                weights[at] += pace * by / moved[at].sqrt();
            }
        }
        mean = (loss / lessons.len().max(1) as f64) as f32;
    }
    mean
}
