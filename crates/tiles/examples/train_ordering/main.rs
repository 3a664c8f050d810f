//! Trains the learned ordering (`anytime/learned.rs`) on boards that this program solves itself, and writes its file.
//!
//! `train_ordering <file> <side>...` trains for square boards of each side; networks of other sides that the file holds
//! stay. Seeds and the order of all sums are fixed, so a run can be repeated. `crates/tiles/data/ordering.bin` is made by
//!
//! ```text
//! cargo run --release -p hueco-tiles --example train_ordering crates/tiles/data/ordering.bin 5
//! ```
//!
//! and took one thread 13 minutes on a busy machine. Sides of 6 and more are trained too, but so far no better than `Convex` orders
//! them (`BENCHMARKS.md`), so nothing is shipped for them. The idea, in three parts:
//!
//! - **Ways.** A beam solves random boards. Every board of a way comes with the moves that are left (`lessons.rs`).
//! - **Rivals.** A beam does not need to know how many moves are left. It needs the boards of a good way to stand among
//!   the best of their layer. So each board of a way that a *wide* beam found is shown together with boards that a
//!   *narrow* beam would keep after as many moves, and the network learns to place it before them (`model.rs`).
//! - **Rounds.** What the narrow beam keeps depends on the network. After each round it is asked again, and sees the
//!   mistakes that it makes now. In the first rounds the wide beam goes by `Convex`, later by the network itself, which
//!   finds shorter ways.

mod lessons;
mod model;

use std::error::Error;
use std::time::Instant;

use hueco_tiles::anytime::learned::{Learned, Network, decode, encode};
use hueco_tiles::anytime::ordering::{Convex, Weights};

use lessons::{Lesson, Room, Widths};
use model::{Model, Pace, Start};

/// What is done for one side.
struct Course {
    start: Start,
    /// Boards solved by a narrow beam for a start, without rivals.
    warm_up: usize,
    warm_up_width: usize,
    /// Rounds in which the wide beam goes by `Convex`, and rounds in which it goes by the network.
    rounds: (usize, usize),
    /// Boards in a round.
    boards: usize,
    widths: Widths,
    /// Differences to the moves left beyond this count as if they were this.
    flat: f32,
}

impl Course {
    fn of(side: usize) -> Self {
        // Far boards of a large side are solved badly, and the moves left of their ways say little: there the rivals
        // count for more, and the network starts as `Convex`.
        let (warm_up, flat, start) = match side {
            0..=5 => (2_000, 8.0, Start { exponent: 1.3, factor: 0.45, fine: 2.0, spread: 0.2 }),
            _ => (0, 2.0, Start { exponent: 1.5, factor: 0.3, fine: 1.8, spread: 0.1 }),
        };
        let (boards, wide) = match side {
            0..=5 => (600, 4_000),
            _ => (300, 2_000),
        };
        let widths = Widths { narrow: 300, wide };
        Self { start, warm_up, warm_up_width: 1_000, rounds: (2, 2), boards, widths, flat }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, sides @ ..] = &args[..] else {
        eprintln!("train_ordering <file> <side>...");
        return Ok(());
    };
    for side in sides {
        let side: usize = side.parse()?;
        train(side, &Course::of(side), &mut |network| save(file, network))?;
    }
    Ok(())
}

/// Puts a network into the file, in place of the one for its side.
fn save(file: &str, network: Network) -> Result<(), Box<dyn Error>> {
    let mut networks = std::fs::read(file).ok().map_or(Ok(Vec::new()), |bytes| decode(&bytes))?;
    networks.retain(|other| other.side != network.side);
    networks.push(network);
    networks.sort_by_key(|network| network.side);
    Ok(std::fs::write(file, encode(&networks))?)
}

type Save<'a> = &'a mut dyn FnMut(Network) -> Result<(), Box<dyn Error>>;

/// The course for one side; the network is saved after every round.
fn train(side: usize, course: &Course, save: Save) -> Result<(), Box<dyn Error>> {
    let clock = Instant::now();
    let room = Room::new(side);
    let convex = Convex::new(room.shape(), room.home(), Weights::default());
    let mut seed = 1_000 * side as u64;
    let mut model = Model::new(side, &course.start, seed);
    let told = |round: &str, lessons: &[Lesson], length: f64, model: &Model| {
        let seconds = clock.elapsed().as_secs();
        let (square, behind) = model.errors(&lessons[lessons.len() - lessons.len() / 20..]);
        eprintln!("{side}x{side} {round}: mean way {length:.2}, error² {square:.2}, behind {behind:.3}, {seconds} s");
    };

    let (lessons, length) = room.ways(&convex, seed, course.warm_up, course.warm_up_width);
    model.fit(&lessons, Pace { epochs: 8, rate: 0.004, flat: course.flat }, seed);
    told("warm-up", &lessons, length, &model);

    let mut lessons = Vec::new();
    for round in 0..course.rounds.0 + course.rounds.1 {
        seed += 1;
        let own = Learned::new(&model.network(), room.shape(), room.home()).expect("a square, the blank in the corner");
        let (new, length) = if round < course.rounds.0 {
            room.rivals(&own, &convex, seed, course.boards, course.widths)
        } else {
            room.rivals(&own, &own, seed, course.boards, course.widths)
        };
        lessons.extend(new);
        model.fit(&lessons, Pace { epochs: 6, rate: 0.003, flat: course.flat }, seed);
        told(&format!("round {}", round + 1), &lessons, length, &model);
        save(model.network())?;
    }
    Ok(())
}
