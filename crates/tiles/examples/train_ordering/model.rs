//! The network in floating point, and how it is fitted.
//!
//! Two things are asked of a score, and their errors are added. A board of a way should score about as many moves as are
//! left: the square of the difference, flattened where it is large. And it should score a move less than each of its
//! rivals: a smooth step that is nought where the rival is far behind. Rivals may be as good as the board itself, so a
//! rival ahead of it costs little more than one close by. `Adam` follows the gradient, in batches, the rate falling to
//! nothing; only additions, products, roots and one exponential in a fixed order, so a run can be repeated exactly.

use hueco_tiles::anytime::learned::{MOVE, Network, STORED};

use super::lessons::{Cells, Lesson, MOST, Random};

const BATCH: usize = 256;
/// The weight of the rivals beside the moves left.
const RANK: f32 = 4.0;
/// By how many moves a rival should be behind.
const MARGIN: f32 = 1.0;
/// Stored weights are bytes.
const MOST_WEIGHT: f32 = 127.0 / MOVE;
/// How quickly the running means of `Adam` forget.
const DECAY: (f32, f32) = (0.9, 0.999);
/// Steps until the rate is full.
const RISE: f32 = 200.0;

/// How a fit goes.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) epochs: usize,
    pub(crate) rate: f32,
    /// Differences to the moves left beyond this count as if they were this.
    pub(crate) flat: f32,
}

/// Where a fit starts: tiles weigh `factor` times a power of their distance (and again for the board's image), and the
/// units' weights are spread over so many moves.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    pub(crate) exponent: f32,
    pub(crate) factor: f32,
    pub(crate) fine: f32,
    pub(crate) spread: f32,
}

/// One number for every weight: the weights, a gradient, or a running mean of it.
#[derive(Clone)]
struct Numbers {
    fine: f32,
    constant: f32,
    bias: [f32; STORED],
    straight: Vec<f32>,
    weights: Vec<[f32; STORED]>,
}

impl Numbers {
    fn zero(places: usize) -> Self {
        let (straight, weights) = (vec![0.0; places], vec![[0.0; STORED]; places]);
        Self { fine: 0.0, constant: 0.0, bias: [0.0; STORED], straight, weights }
    }

    fn all(&mut self) -> impl Iterator<Item = &mut f32> {
        let few = [&mut self.fine, &mut self.constant].into_iter().chain(&mut self.bias);
        few.chain(&mut self.straight).chain(self.weights.as_flattened_mut())
    }
}

/// What a board comes to: the table entries of its tiles and of its image's, the sums of the units, and the score.
struct Seen {
    entries: [[u16; MOST]; 2],
    sums: [[f32; STORED]; 2],
    reversed: f32,
    score: f32,
}

pub(crate) struct Model {
    side: usize,
    numbers: Numbers,
}

impl Model {
    pub(crate) fn new(side: usize, start: &Start, seed: u64) -> Self {
        let cells = side * side;
        let mut random = Random(seed);
        let mut numbers = Numbers::zero(cells * cells);
        numbers.fine = start.fine;
        for home in 0..cells - 1 {
            for cell in 0..cells {
                let steps = (home / side).abs_diff(cell / side) + (home % side).abs_diff(cell % side);
                numbers.straight[home * cells + cell] = (steps as f32).powf(start.exponent) * start.factor;
            }
        }
        for weight in numbers.weights.as_flattened_mut() {
            *weight = (random.unit() - 0.5) * start.spread;
        }
        for bias in &mut numbers.bias {
            *bias = random.unit() * 2.5 * start.spread;
        }
        Self { side, numbers }
    }

    /// In whole numbers. The constant is left out: it is the same for all boards.
    pub(crate) fn network(&self) -> Network {
        let whole = |number: f32| (number * MOVE).round() as i16;
        Network {
            side: self.side,
            fine: whole(self.numbers.fine),
            bias: self.numbers.bias.map(whole),
            straight: self.numbers.straight.iter().map(|&number| whole(number)).collect(),
            weights: self.numbers.weights.iter().map(|unit| unit.map(|number| whole(number) as i8)).collect(),
        }
    }

    /// The mean square of the difference to the moves left, and the part of the rivals that are not behind.
    pub(crate) fn errors(&self, lessons: &[Lesson]) -> (f64, f64) {
        let (mut square, mut ahead, mut rivals) = (0.0, 0, 0);
        for lesson in lessons {
            let score = self.see(&lesson.board).score;
            square += f64::from(score - f32::from(lesson.left)).powi(2);
            ahead += lesson.rivals.iter().filter(|rival| self.see(rival).score <= score).count();
            rivals += lesson.rivals.len();
        }
        (square / lessons.len().max(1) as f64, ahead as f64 / rivals.max(1) as f64)
    }

    pub(crate) fn fit(&mut self, lessons: &[Lesson], pace: Pace, seed: u64) {
        let mut random = Random(seed);
        let places = self.numbers.straight.len();
        let (mut gradient, mut mean, mut square) =
            (Numbers::zero(places), Numbers::zero(places), Numbers::zero(places));
        let mut order: Vec<usize> = (0..lessons.len()).collect();
        let steps = (pace.epochs * (lessons.len() / BATCH)) as f32;
        let (mut step, mut powers) = (0.0, (1.0, 1.0));
        for _ in 0..pace.epochs {
            for last in (1..order.len()).rev() {
                order.swap(last, random.below(last + 1));
            }
            for batch in order.chunks_exact(BATCH) {
                for &at in batch {
                    self.learn(&lessons[at], pace.flat, &mut gradient);
                }
                step += 1.0;
                powers = (powers.0 * DECAY.0, powers.1 * DECAY.1);
                let rate = pace.rate * (step / RISE).min(1.0) * (1.0 - step / steps).max(0.02);
                let means = mean.all().zip(square.all());
                for ((number, slope), (mean, square)) in self.numbers.all().zip(gradient.all()).zip(means) {
                    *mean = DECAY.0 * *mean + (1.0 - DECAY.0) * *slope;
                    *square = DECAY.1 * *square + (1.0 - DECAY.1) * *slope * *slope;
                    *number -= rate * (*mean / (1.0 - powers.0)) / ((*square / (1.0 - powers.1)).sqrt() + 1e-8);
                    *slope = 0.0;
                }
                for weight in self.numbers.weights.as_flattened_mut() {
                    *weight = weight.clamp(-MOST_WEIGHT, MOST_WEIGHT);
                }
            }
        }
    }

    /// Adds what one lesson says to the gradient.
    fn learn(&self, lesson: &Lesson, flat: f32, gradient: &mut Numbers) {
        let seen = self.see(&lesson.board);
        let mut slope = (seen.score - f32::from(lesson.left)).clamp(-flat, flat) / BATCH as f32;
        for rival in &lesson.rivals {
            let theirs = self.see(rival);
            let push = 1.0 / (1.0 + (theirs.score - seen.score - MARGIN).exp());
            if push > 0.01 {
                let push = RANK * push / (lesson.rivals.len() * BATCH) as f32;
                slope += push;
                self.trace(&theirs, -push, gradient);
            }
        }
        self.trace(&seen, slope, gradient);
    }

    fn see(&self, board: &Cells) -> Seen {
        let cells = self.side * self.side;
        let reversed = self.reversed(board);
        let mut score = self.numbers.constant + self.numbers.fine * reversed;
        let (mut entries, mut sums) = ([[0; MOST]; 2], [self.numbers.bias; 2]);
        let mirrored = |cell: usize| cell % self.side * self.side + cell / self.side;
        for cell in 0..cells {
            let home = (board[cell] as usize + cells - 1) % cells;
            entries[0][cell] = (home * cells + cell) as u16;
            entries[1][cell] = (mirrored(home) * cells + mirrored(cell)) as u16;
        }
        for (entries, sums) in entries.iter().zip(&mut sums) {
            for &entry in &entries[..cells] {
                score += self.numbers.straight[entry as usize];
                for (sum, weight) in sums.iter_mut().zip(&self.numbers.weights[entry as usize]) {
                    *sum += weight;
                }
            }
            for (unit, sum) in sums.iter().enumerate() {
                score += sign(unit) * sum.max(0.0);
            }
        }
        Seen { entries, sums, reversed, score }
    }

    /// Adds to the gradient what a change of a board's score by `slope` asks of every weight.
    fn trace(&self, seen: &Seen, slope: f32, gradient: &mut Numbers) {
        gradient.constant += slope;
        gradient.fine += slope * seen.reversed;
        for (entries, sums) in seen.entries.iter().zip(&seen.sums) {
            let slopes: [f32; STORED] =
                std::array::from_fn(|unit| if sums[unit] > 0.0 { sign(unit) * slope } else { 0.0 });
            for (bias, slope) in gradient.bias.iter_mut().zip(&slopes) {
                *bias += slope;
            }
            for &entry in &entries[..self.side * self.side] {
                gradient.straight[entry as usize] += slope;
                for (weight, slope) in gradient.weights[entry as usize].iter_mut().zip(&slopes) {
                    *weight += slope;
                }
            }
        }
    }

    /// Pairs of tiles in the line where both belong, in the wrong order.
    fn reversed(&self, board: &Cells) -> f32 {
        let side = self.side;
        let mut pairs = 0_u8;
        for line in 0..side {
            for last in 1..side {
                for first in 0..last {
                    let label = |row: usize, col: usize| board[row * side + col] as usize;
                    let in_row = |label: usize| label != 0 && (label - 1) / side == line;
                    let in_col = |label: usize| label != 0 && (label - 1) % side == line;
                    let (a, b) = (label(line, first), label(line, last));
                    pairs += u8::from(a > b && in_row(a) && in_row(b));
                    let (a, b) = (label(first, line), label(last, line));
                    pairs += u8::from(a > b && in_col(a) && in_col(b));
                }
            }
        }
        f32::from(pairs)
    }
}

/// The first half of the units adds to the score, the second takes away.
fn sign(unit: usize) -> f32 {
    if unit < STORED / 2 { 1.0 } else { -1.0 }
}
