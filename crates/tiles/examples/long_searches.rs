//! Every algorithm on one hard 5x5 board and one 15-puzzle for a while, `long_searches [SECONDS [MEBIBYTES]]`: to be built with overflow
//! checks, which a release does not have, so that a count, cost or size that wraps ends the run.
//!
//! ```text
//! CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true cargo run --release -p hueco-tiles --example long_searches -- 20 1500
//! ```

use std::time::Duration;

use hueco_tiles::solve::{Algorithm, Plan, solve};
use hueco_tiles::{Board, Set, Workbench, parse_board};

const LARGE: &str = "14 5 9 2 18 / 8 23 19 12 17 / 15 0 10 20 4 / 6 11 21 1 7 / 24 3 16 22 13";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let seconds = numbers.next().transpose()?.unwrap_or(10);
    let bytes = numbers.next().transpose()?.unwrap_or(1000) << 20;
    // The check itself: without it this program shows nothing.
    let checks = std::panic::catch_unwind(|| std::hint::black_box(u64::MAX) + std::hint::black_box(1)).is_err();
    println!("overflow checks: {}", if checks { "on" } else { "off" });
    let large = parse_board(LARGE, None)?;
    let goal = Board::blank_last(large.shape());
    let hard = Set::Korf15.instances()[87].board.clone();
    let workbench = Workbench::default();
    for (board, goal) in [(large, goal), (hard, Set::Korf15.goal())] {
        for (name, algorithm) in Algorithm::ALL {
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
