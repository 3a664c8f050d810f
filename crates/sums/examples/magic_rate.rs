//! Counts the 7,040 magic squares of order 4 twice: by the propagating search, and by depth-first search that only checks
//! lines when they are complete. Both in the same run, each the best of several, so that the ratios hold on any machine.
//!
//! The plain search comes in two orders of cells: one that completes lines as soon as can be, and, with
//! `--reading-order`, the one from left to right and top to bottom, which takes half a minute.
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

fn best<T>(rounds: usize, work: impl Fn() -> T) -> (Duration, T) {
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..rounds {
        let start = Instant::now();
        let result = work();
        let time = start.elapsed();
        if best.as_ref().is_none_or(|(before, _)| time < *before) {
            best = Some((time, result));
        }
    }
    best.expect("at least one round")
}

fn main() {
    let puzzle = parse(SQUARE).expect("the sample is well formed");
    let options = Options { wanted: Wanted::Count { at_most: None }, ..Options::default() };
    let (time, answer) = best(ROUNDS, || solve(&puzzle, &options, &mut Budget::unlimited()));
    let nodes = answer.stats.generated;
    assert_eq!(answer.count, 7040);
    println!("propagating              {nodes:>12} nodes  {:>10.3} ms", time.as_secs_f64() * 1e3);
    let compare = |name: &str, order: [usize; 16], rounds: usize| {
        let (plain_time, plain) = best(rounds, || Plain::count(order));
        assert_eq!(plain.found, answer.count, "both count the same squares");
        println!(
            "{name}  {:>12} nodes  {:>10.3} ms: {:>8.1} x the nodes, {:>6.1} x the time",
            plain.nodes,
            plain_time.as_secs_f64() * 1e3,
            plain.nodes as f64 / nodes as f64,
            plain_time.as_secs_f64() / time.as_secs_f64(),
        );
    };
    compare("plain, lines soonest   ", LINES_SOONEST, ROUNDS);
    if std::env::args().any(|argument| argument == "--reading-order") {
        compare("plain, in reading order", std::array::from_fn(|cell| cell), 1);
    }
}
