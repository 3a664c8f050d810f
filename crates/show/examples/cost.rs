//! What recording costs: A* on random 3x3 boards, unwatched and recorded to a file, in turns. The figure is the ratio.

use std::fs::File;
use std::time::{Duration, Instant};

use hueco_show::trace::{End, Header, Recorder};
use hueco_tiles::solve::{Algorithm, Plan, solve, solve_watched};
use hueco_tiles::{Board, RandomBoards, parse_shape};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let goal = Board::blank_last(parse_shape("3x3")?);
    let path = std::env::temp_dir().join(format!("hueco-cost-{}.jsonl", std::process::id()));
    let (mut plain, mut traced, mut events) = (Duration::ZERO, Duration::ZERO, 0);
    for board in RandomBoards::new(&goal, 1).take(300) {
        let plan = Plan { algorithm: Algorithm::Astar, ..Plan::new(board, goal.clone()) };
        let started = Instant::now();
        solve(&plan, &mut |_| ())?;
        plain += started.elapsed();
        let started = Instant::now();
        let mut recorder = Recorder::new(File::create(&path)?, &Header::tiles(&plan), u64::MAX)?;
        let answer = solve_watched(&plan, &mut |_| (), &mut recorder)?;
        events += recorder.finish(End::tiles(&answer))?.1.events;
        traced += started.elapsed();
    }
    std::fs::remove_file(&path)?;
    println!("unwatched {plain:?}, recorded {traced:?} ({events} events): {:.2}x", traced.as_secs_f64() / plain.as_secs_f64());
    Ok(())
}
