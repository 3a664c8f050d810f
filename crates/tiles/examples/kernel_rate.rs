//! The rate of the 4x4 kernel: reads lines of an id and 16 tiles, prints id, length, nodes generated and expanded, and
//! at the end the rate. An argument is the number of threads. The goal is blank-first, the columns are those of a plain C program to compare with.

use std::io::{self, BufRead};
use std::time::Instant;

use hueco_search::Budget;
use hueco_tiles::kernel::ida_star_4x4_on_threads;
use hueco_tiles::{Board, Nibbles, Order, Shape, Tiles};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let threads = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let shape = Shape::new(4, 4)?;
    let goal = Board::new(shape, &(0..16).collect::<Vec<_>>())?;
    let (mut generated, started) = (0, Instant::now());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let Some(id) = words.next() else { continue };
        let numbers = words.map(str::parse).collect::<Result<Vec<u64>, _>>()?;
        let tiles = Tiles::<Nibbles>::new(&Board::new(shape, &numbers)?, &goal, Order::ULRD)?;
        let report = ida_star_4x4_on_threads(&tiles, threads, &mut Budget::unlimited());
        let length = report.cost().expect("a search without limits ends with a solution");
        println!("{id} {length} {} {}", report.stats.generated, report.stats.expanded);
        generated += report.stats.generated;
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("# {generated} generated in {seconds:.2} s: {:.1} M/s", generated as f64 / seconds / 1e6);
    Ok(())
}
