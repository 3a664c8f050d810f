//! How long boards take from a cold start: no table is kept from one board to the next, none comes from a folder.
//!
//! ```text
//! cold_rate FILE [first|last] [FROM TO]       the boards of an instance file, from one to another
//! cold_rate random SHAPE COUNT SEED [BLANK]   random boards, the blank's goal cell last or this one
//! ```
//! Prints a line per board, then the median, the ninth decile and the slowest, in wall time on all cores.

use std::time::Instant;

use hueco_tiles::solve::{Plan, solve};
use hueco_tiles::{Board, RandomBoards, Shape, Workbench, parse_shape};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().collect();
    let word = |at: usize, default: &str| words.get(at).cloned().unwrap_or(default.to_owned());
    let (goal, boards): (Board, Vec<Board>) = if word(1, "") == "random" {
        let shape = parse_shape(&word(2, "4x4"))?;
        let last = shape.cells() - 1;
        let mut numbers: Vec<u64> = (1..=last as u64).collect();
        numbers.insert(word(5, &last.to_string()).parse()?, 0);
        let goal = Board::new(shape, &numbers)?;
        let boards = RandomBoards::new(&goal, word(4, "1").parse()?).take(word(3, "41").parse()?).collect();
        (goal, boards)
    } else {
        let shape = Shape::new(4, 4)?;
        let goal = if word(2, "first") == "last" { Board::blank_last(shape) } else { Board::blank_first(shape) };
        let (from, to): (usize, usize) = (word(3, "1").parse()?, word(4, "1000").parse()?);
        let text = std::fs::read_to_string(word(1, ""))?;
        let mut boards = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')).skip(from - 1).take(to + 1 - from) {
            let numbers = line.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>()?;
            boards.push(Board::new(shape, &numbers[2..])?);
        }
        (goal, boards)
    };
    let mut seconds = Vec::new();
    for board in boards {
        let started = Instant::now();
        let answer = solve(&Plan::new(board.clone(), goal.clone()), &Workbench::default(), &mut |_| ())?;
        seconds.push(started.elapsed().as_secs_f64());
        let (length, nodes) = (answer.length().unwrap_or(0), answer.stats.generated);
        println!(
            "{board}: {length} moves, proven {}, {nodes} nodes, {:.3} s",
            answer.optimal,
            seconds[seconds.len() - 1]
        );
    }
    seconds.sort_by(f64::total_cmp);
    let at = |part: f64| seconds.get(((seconds.len() - 1) as f64 * part).round() as usize).copied().unwrap_or(0.0);
    println!("median {:.3} s, nine tenths within {:.3} s, slowest {:.3} s", at(0.5), at(0.9), at(1.0));
    Ok(())
}
