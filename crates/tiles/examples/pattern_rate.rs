//! The rate of pattern databases on an instance file of 4x4 boards.
//!
//! ```text
//! pattern_rate FILE [PARTITION] [THREADS] [first|last] [generic|each]
//! ```
//! Tables come from the cache folder if they are there, or are built (and kept there if `HUECO_KEEP` is set). Prints
//! processor seconds for the tables and for the search, nodes, and the sum of the lengths; with `each` a line per board,
//! with `generic` the engine's own IDA* searches.

use std::time::Instant;

use hueco_search::{Budget, IdaStar, Search};
use hueco_tiles::heuristic::Additive;
use hueco_tiles::pattern::{Partition, PatternSearch, Sources, Store, Tables};
use hueco_tiles::{Board, Nibbles, Order, Shape, Tiles};

/// Processor seconds of this process in user mode, all threads.
fn user_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    after_name.split(' ').nth(11).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(0.0) / 100.0
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().collect();
    let word = |at: usize, default: &str| words.get(at).cloned().unwrap_or(default.to_owned());
    let shape = Shape::new(4, 4)?;
    let goal = if word(4, "first") == "last" { Board::blank_last(shape) } else { Board::blank_first(shape) };
    let threads: usize = word(3, "1").parse()?;
    let partition =
        Partition::of(&word(2, "6-6-3").parse()?, shape, goal.blank(), |tile| Some(goal.position(tile as u16)))?;
    let started = Instant::now();
    let store = Store::of_user();
    let keep = std::env::var_os("HUECO_KEEP").is_some();
    let sources = Sources { store: store.as_ref(), shelf: None, keep, threads };
    let (tables, notes) = Tables::ready(&partition, &sources, &Budget::unlimited(), &mut |_, _| ())?;
    for note in notes {
        println!("{}: {:?}", note.pattern, note.event);
    }
    println!("tables {partition}: {:.2} s, {:.2} user", started.elapsed().as_secs_f64(), user_seconds());
    let (started, before) = (Instant::now(), user_seconds());
    let search = PatternSearch::new(&tables).ok_or("this partition has no fast search")?;
    println!("layout: {:.3} s, {:.2} user", started.elapsed().as_secs_f64(), user_seconds() - before);
    let (started, before) = (Instant::now(), user_seconds());
    let (mut lengths, mut generated, mut slowest) = (0, 0, 0.0_f64);
    for line in std::fs::read_to_string(word(1, ""))?.lines().filter(|line| !line.starts_with('#')) {
        let numbers = line.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>()?;
        let tiles = Tiles::<Nibbles>::new(&Board::new(shape, &numbers[2..])?, &goal, Order::ULRD)?;
        let one = Instant::now();
        let report = if word(5, "fast") == "generic" {
            let additive = Additive::new(tiles.frame(), tables.clone())?;
            IdaStar::ida_star(&tiles, &additive).run(&mut (), &mut Budget::unlimited())
        } else {
            search.ida_star(&tiles, threads, &mut Budget::unlimited())
        };
        slowest = slowest.max(one.elapsed().as_secs_f64());
        if word(5, "fast") == "each" {
            let nodes = report.stats.generated;
            println!("{}: {nodes} nodes, {:.3} s", numbers[0], one.elapsed().as_secs_f64());
        }
        lengths += report.cost().ok_or("a search without limits ends with a solution")?;
        generated += report.stats.generated;
    }
    let (wall, user) = (started.elapsed().as_secs_f64(), user_seconds() - before);
    println!("search: {wall:.2} s, {user:.2} user, slowest {slowest:.3} s; lengths {lengths}, generated {generated}");
    println!("in all: {:.2} user", user_seconds());
    Ok(())
}
