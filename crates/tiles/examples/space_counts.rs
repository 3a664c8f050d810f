//! Enumerates whole spaces and compares the states at each depth with a file of known counts.
//!
//! `space_counts FILE [THREADS] [SHAPE METRIC]…`: each line of the file is `RxC METRIC radius … : counts`. Without shapes,
//! all lines of up to twelve cells are checked.

use std::time::Instant;

use hueco_search::Budget;
use hueco_tiles::space::{Options, Space, enumerate};
use hueco_tiles::{Board, Metric, parse_shape};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let file = std::fs::read_to_string(words.next().ok_or("a file of counts is needed")?)?;
    let threads: usize = words.next().map_or(Ok(1), |word| word.parse())?;
    let asked: Vec<String> = words.collect();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (head, counts) = line.split_once(':').ok_or("a line without counts")?;
        let head: Vec<&str> = head.split_whitespace().collect();
        let (Ok(shape), Some(metric)) = (parse_shape(head[0]), Metric::parse(head[1])) else { continue };
        if !asked.is_empty() && !asked.chunks(2).any(|pair| pair == &head[..2]) || shape.cells() > 12 {
            continue;
        }
        let counts = counts.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>()?;
        let goal = Board::blank_last(shape);
        let bytes = Space::new(shape, goal.blank(), metric)?.bytes();
        let started = Instant::now();
        let options = Options { metric, threads, ..Options::default() };
        let levels = enumerate(&goal, options, &Budget::unlimited(), &mut |level| {
            if std::env::var_os("LEVELS").is_some() {
                eprintln!("{} {} {:.3}", level.depth, level.states, started.elapsed().as_secs_f64());
            }
        })?;
        assert_eq!(levels.depths, counts, "{shape} {metric}");
        println!(
            "{shape} {metric}: {} states, radius {}, mean {:.6}, {} deepest kept, {:.1} MB, {:.3} s",
            levels.states(),
            levels.radius(),
            levels.mean_depth(),
            levels.deepest.len(),
            bytes as f64 / 1e6,
            started.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
