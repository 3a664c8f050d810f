//! Every algorithm, or one, on one hard 5x5 board and one 15-puzzle for a while, `long_searches [SECONDS [MEBIBYTES [ALGORITHM]]]`: to be
//! built with overflow checks, which a release does not have, so that a count, cost or size that wraps ends the run.
//!
//! ```text
//! CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true cargo run --release -p hueco-tiles --example long_searches -- 20 1500
//! ```

use std::time::Duration;

use hueco_tiles::solve::{Algorithm, Plan, solve};
use hueco_tiles::{Board, Set, Workbench, parse_board};

const LARGE: &str = "14 5 9 2 18 / 8 23 19 12 17 / 15 0 10 20 4 / 6 11 21 1 7 / 24 3 16 22 13";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let mut number = |usual| words.next().map_or(Ok(usual), |word| word.parse::<u64>());
    let (seconds, bytes) = (number(10)?, number(1000)? << 20);
    let only = words.next();
    // The check itself: without it this program shows nothing.
    let checks = std::panic::catch_unwind(|| std::hint::black_box(u64::MAX) + std::hint::black_box(1)).is_err();
    println!("overflow checks: {}", if checks { "on" } else { "off" });
    let large = parse_board(LARGE, None)?;
    let goal = Board::blank_last(large.shape());
    let hard = Set::Korf15.instances()[87].board.clone();
    let workbench = Workbench::default();
    for (board, goal) in [(large, goal), (hard, Set::Korf15.goal())] {
        for (name, algorithm) in Algorithm::ALL {
            if only.as_ref().is_some_and(|only| only != name) {
                continue;
            }
            let plan = Plan {
                algorithm,
                width: 100_000,
                timeout: Some(Duration::from_secs(seconds)),
                max_bytes: Some(bytes),
                threads: Some(2),
                ..Plan::new(board.clone(), goal.clone())
            };
            let answer = solve(&plan, &workbench, &mut |_| ())?;
            println!(
                "{} {name}: {:?}, {} generated, {} MiB, at least {}",
                board.shape(),
                answer.outcome,
                answer.stats.generated,
                answer.stats.peak_bytes >> 20,
                answer.lower_bound
            );
        }
    }
    Ok(())
}
