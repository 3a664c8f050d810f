//! What recording costs: A* on random 3x3 boards, unwatched, recorded into nothing and recorded to a file. Of five runs each the
//! quickest counts, since the machine has other things to do too. The figure is the ratio.

use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use hueco_show::trace::{End, Header, Recorder};
use hueco_tiles::solve::{Algorithm, Plan, solve, solve_watched};
use hueco_tiles::{Board, RandomBoards, parse_shape};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let goal = Board::blank_last(parse_shape("3x3")?);
    let path = std::env::temp_dir().join(format!("hueco-cost-{}.jsonl", std::process::id()));
    let (mut plain, mut nowhere, mut filed, mut events) = (Duration::ZERO, Duration::ZERO, Duration::ZERO, 0);
    let mut file = File::create(&path)?;
    for board in RandomBoards::new(&goal, 1).take(200) {
        let plan = Plan { algorithm: Algorithm::Astar, ..Plan::new(board, goal.clone()) };
        plain += quickest(|| Ok(solve(&plan, &mut |_| ()).map(|_| ())?))?;
        nowhere += quickest(|| record(&plan, std::io::sink()).map(|_| ()))?;
        filed += quickest(|| record(&plan, &mut file).map(|_| ()))?;
        events += record(&plan, std::io::sink())?;
    }
    std::fs::remove_file(&path)?;
    let ratio = |time: Duration| time.as_secs_f64() / plain.as_secs_f64();
    println!("{events} events: unwatched {plain:.1?}, recorded into nothing {nowhere:.1?} ({:.2}x)", ratio(nowhere));
    println!("recorded to a file {filed:.1?} ({:.2}x)", ratio(filed));
    Ok(())
}

fn record(plan: &Plan, out: impl Write) -> Result<u64, Failure> {
    let mut recorder = Recorder::new(out, &Header::tiles(plan), u64::MAX)?;
    let answer = solve_watched(plan, &mut |_| (), &mut recorder)?;
    Ok(recorder.finish(End::tiles(&answer))?.1.events)
}

fn quickest(mut run: impl FnMut() -> Result<(), Failure>) -> Result<Duration, Failure> {
    let mut quickest = Duration::MAX;
    for _ in 0..5 {
        let started = Instant::now();
        run()?;
        quickest = quickest.min(started.elapsed());
    }
    Ok(quickest)
}
