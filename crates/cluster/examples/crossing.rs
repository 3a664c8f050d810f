//! Which share of moves leads from one shard to another: `crossing 4x4`, for the arithmetic in `docs/scale.md`.
//!
//! A million states are drawn at random, and all their moves looked at, for shards by rank range and by hash.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use hueco_tiles::space::Space;
use hueco_tiles::{Metric, parse_shape};

const SAMPLE: u64 = 1_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for word in std::env::args().skip(1) {
        let shape = parse_shape(&word)?;
        let space = Space::new(shape, shape.cells() - 1, Metric::Single)?;
        let ranking = space.ranking();
        println!("{shape}: {} states, {} bytes of bits and tables", ranking.states(), space.bytes());
        for shards in [2, 3, 16, 64, 1024] {
            let by_range = |order: u64| u128::from(order) * shards / u128::from(ranking.orders());
            let by_hash = |order: u64, blank: usize| {
                let mut hasher = rustc_hash::FxHasher::default();
                (order, blank).hash(&mut hasher);
                (u128::from(hasher.finish()) * shards) >> 64
            };
            let (mut moves, mut range_crossings, mut hash_crossings) = (0_u64, 0_u64, 0_u64);
            let mut random = 0x9e37_79b9_7f4a_7c15_u64;
            for _ in 0..SAMPLE {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let (order, blank) = ranking.split(random % ranking.states());
                let _: Option<()> = space.neighbours(order, blank, |_, after, cell| {
                    moves += 1;
                    range_crossings += u64::from(by_range(order) != by_range(after));
                    hash_crossings += u64::from(by_hash(order, blank) != by_hash(after, cell));
                    ControlFlow::Continue(())
                });
            }
            let share = |crossings: u64| 100.0 * crossings as f64 / moves as f64;
            println!(
                "  {shards:>4} shards: {:.2} % of moves cross by range, {:.1} % by hash",
                share(range_crossings),
                share(hash_crossings)
            );
        }
    }
    Ok(())
}
