//! Counts the 7,040 magic squares of order 4 twice: by the propagating search, and by depth-first search that only checks
//! lines when they are complete. Both in the same run, so that the ratios hold on any machine.
//!
//! The plain search fills the square in reading order, from left to right and top to bottom: three thousand million
//! nodes, about half a minute. It runs once: a ratio of hundreds needs no second look. A harder opponent follows, the
//! same search in an order of cells found by hand that completes lines as soon as can be; a general method does not know
//! such an order. It and the propagating search are the best of several rounds, by turns. `--quick` leaves out the first.
//!
//! `cargo run --release -p hueco-sums --example magic_rate`

use std::time::{Duration, Instant};

use hueco_search::Budget;
use hueco_sums::{Options, Wanted, parse, solve};

const ROUNDS: usize = 5;
/// The first row, the first column, the diagonal between their ends, and so on: lines are complete as soon as can be.
const LINES_SOONEST: [usize; 16] = [0, 1, 2, 3, 4, 8, 12, 6, 9, 5, 7, 10, 11, 13, 14, 15];
const SQUARE: &str = include_str!("../../../puzzles/magic4.sums");

/// Depth-first search in a fixed order of cells. A line is looked at when its last cell is filled, and not before.
struct Plain {
    order: [usize; 16],
    square: [u32; 16],
    /// By place in the order: the lines that are complete then.
    complete: [Vec<[usize; 4]>; 16],
    nodes: u64,
    found: u64,
}

impl Plain {
    fn count(order: [usize; 16]) -> Self {
        let row = |i: usize| [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3];
        let column = |i: usize| [i, i + 4, i + 8, i + 12];
        let lines = (0..4).map(row).chain((0..4).map(column)).chain([[0, 5, 10, 15], [3, 6, 9, 12]]);
        let mut complete: [Vec<[usize; 4]>; 16] = Default::default();
        for line in lines {
            let last = (0..16).rev().find(|&place| line.contains(&order[place])).unwrap_or(15);
            complete[last].push(line);
        }
        let mut plain = Self { order, square: [0; 16], complete, nodes: 1, found: 0 };
        plain.fill(0, 0);
        plain
    }

    fn fill(&mut self, place: usize, used: u32) {
        if place == 16 {
            self.found += 1;
            return;
        }
        for number in 1..=16 {
            if used & 1 << number != 0 {
                continue;
            }
            self.nodes += 1;
            self.square[self.order[place]] = number;
            let adds_up = |line: &[usize; 4]| line.iter().map(|&cell| self.square[cell]).sum::<u32>() == 34;
            if self.complete[place].iter().all(adds_up) {
                self.fill(place + 1, used | 1 << number);
            }
        }
    }
}

fn timed<T>(work: impl Fn() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

fn row(name: &str, nodes: u64, time: Duration) {
    print!("{name:<24}{nodes:>14} nodes {:>12.3} ms", time.as_secs_f64() * 1e3);
}

fn main() {
    let puzzle = parse(SQUARE).expect("the sample is well formed");
    let options = Options { wanted: Wanted::Count { at_most: None }, ..Options::default() };
    let mut propagating = Duration::MAX;
    let mut soonest = Duration::MAX;
    let (mut nodes, mut soonest_nodes) = (0, 0);
    for _ in 0..ROUNDS {
        let (time, answer) = timed(|| solve(&puzzle, &options, &mut Budget::unlimited()));
        assert_eq!(answer.count, 7040);
        (propagating, nodes) = (propagating.min(time), answer.stats.generated);
        let (time, plain) = timed(|| Plain::count(LINES_SOONEST));
        assert_eq!(plain.found, 7040);
        (soonest, soonest_nodes) = (soonest.min(time), plain.nodes);
    }
    row("propagating", nodes, propagating);
    println!();
    let compare = |name: &str, plain_nodes: u64, time: Duration| {
        row(name, plain_nodes, time);
        let (more, slower) = (plain_nodes as f64 / nodes as f64, time.as_secs_f64() / propagating.as_secs_f64());
        println!(": {more:>9.1} x the nodes, {slower:>6.1} x the time");
    };
    if std::env::args().all(|argument| argument != "--quick") {
        let (time, plain) = timed(|| Plain::count(std::array::from_fn(|cell| cell)));
        assert_eq!(plain.found, 7040);
        compare("plain, in reading order", plain.nodes, time);
    }
    compare("plain, lines soonest", soonest_nodes, soonest);
}
