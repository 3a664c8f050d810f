//! A* with Manhattan distance on the first of Korf's 15-puzzle instances, up to ten million stored states: expansions a
//! second on one thread, and bytes a stored state, by the search's own account and by the system's.

use std::time::Instant;

use hueco_search::{BestFirst, Budget, Search, Ties};
use hueco_tiles::heuristic::Manhattan;
use hueco_tiles::{Board, Nibbles, Order, Shape, Tiles};

use crate::measure::seconds;

const STORED: usize = 10_000_000;
const ROUNDS: usize = 3;

pub fn korf(tiles: &[u64; 16]) -> Tiles<Nibbles> {
    let shape = Shape::new(4, 4).expect("a shape");
    let board = Board::new(shape, tiles).expect("a board");
    Tiles::new(&board, &Board::blank_first(shape), Order::ULRD).expect("one shape")
}

/// Resident bytes now, where the system shows them.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib * 1024)
}

pub fn run() {
    let tiles = korf(&[14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3]);
    let manhattan = Manhattan::new(tiles.frame());
    println!("\nA* + Manhattan on Korf's 15-puzzle 1, up to {STORED} stored states");
    println!("{:<10} {:>12} {:>12} {:>16} {:>16}", "ties", "expanded", "M exp/s", "bytes accounted", "bytes resident");
    let start = Instant::now();
    for ties in [Ties::LowH, Ties::Lifo, Ties::Fifo] {
        let mut best = f64::INFINITY;
        let mut figures = (0, 0.0, None);
        for _ in 0..ROUNDS {
            let before = resident();
            let begun = seconds(start);
            let mut search = BestFirst::a_star(&tiles, &manhattan, ties);
            let mut budget = Budget::unlimited();
            while search.stored() < STORED {
                assert!(search.step(&mut (), &mut budget).is_continue(), "it takes more states than that");
            }
            best = best.min(seconds(start) - begun);
            let stats = search.report().stats;
            let held = resident().zip(before).map(|(now, before)| now.saturating_sub(before));
            let a_state = |bytes: u64| bytes as f64 / search.stored() as f64;
            // Later rounds reuse memory that the first one asked for.
            let resident = if figures.2.is_some() { figures.2 } else { held.map(a_state) };
            figures = (stats.expanded, a_state(stats.peak_bytes), resident);
        }
        let (expanded, accounted, resident) = figures;
        let name = format!("{ties:?}").to_lowercase();
        let resident = resident.map_or("-".to_owned(), |bytes| format!("{bytes:.1}"));
        println!("{name:<10} {expanded:>12} {:>12.2} {accounted:>16.1} {resident:>16}", expanded as f64 / best / 1e6);
    }
}
