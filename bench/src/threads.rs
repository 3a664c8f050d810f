//! Two threads against one, by the clock on the wall: A* (hash-distributed) on ten of Korf's 15-puzzle boards, and the kernel of
//! IDA* on all hundred.

use hueco_search::{BestFirst, Budget, Report, Search, Ties, hda_star};
use hueco_tiles::heuristic::Manhattan;
use hueco_tiles::kernel::{ida_star_4x4, ida_star_4x4_on_threads};
use hueco_tiles::sets::Set;
use hueco_tiles::{Board, Direction, Instance, Nibbles, Order, Tiles};

use crate::measure::{Side, head, rows, take_turns_by_wall};

/// Boards of middling difficulty for A*: it stores from half a million to some twenty million states.
const BOARDS: [&str; 10] = ["2", "5", "6", "8", "18", "38", "46", "51", "62", "77"];
const THREADS: usize = 2;
const ROUNDS: usize = 3;
/// What a run of A* may use.
const BYTES: u64 = 2 << 30;

pub fn run() {
    a_star();
    ida_star();
}

fn tiles(instance: &Instance) -> Tiles<Nibbles> {
    let goal = Board::blank_first(Set::Korf15.shape());
    Tiles::<Nibbles>::new(&instance.board, &goal, Order::ULRD).expect("one shape")
}

/// The generated nodes of a search that found and proved the published optimum.
fn judged(instance: &Instance, report: &Report<Direction>) -> u64 {
    assert!(report.is_optimal() && report.cost() == instance.optimal, "the published optimum within the memory");
    report.stats.generated
}

fn a_star() {
    head("A* with Manhattan distance on ten 15-puzzles: two threads, and one");
    let budget = || Budget::unlimited().max_bytes(BYTES);
    let (mut ours, mut peers) = (0.0, 0.0);
    for instance in Set::Korf15.instances().into_iter().filter(|instance| BOARDS.contains(&instance.id.as_str())) {
        let tiles = tiles(&instance);
        let manhattan = Manhattan::new(tiles.frame());
        let mut sides = [
            Side::new("two threads", || judged(&instance, &hda_star(&tiles, &manhattan, THREADS, &mut budget()))),
            Side::new("one thread", || {
                judged(&instance, &BestFirst::a_star(&tiles, &manhattan, Ties::LowH).run(&mut (), &mut budget()))
            }),
        ];
        take_turns_by_wall(ROUNDS, &mut sides);
        rows(&format!("board {}", instance.id), &sides);
        ours += sides[0].best;
        peers += sides[1].best;
    }
    println!("all ten: {:.2} s on two threads, {:.2} s on one, ratio {:.2}", ours, peers, peers / ours);
}

/// Each board once on each side: the hundred together take minutes.
fn ida_star() {
    head("IDA* with Manhattan distance (kernel) on Korf's hundred: two threads, and one");
    let (mut ours, mut peers, mut lowest) = (0.0, 0.0, f64::INFINITY);
    for instance in Set::Korf15.instances() {
        let tiles = tiles(&instance);
        let mut sides = [
            Side::new("two threads", || {
                judged(&instance, &ida_star_4x4_on_threads(&tiles, THREADS, &mut Budget::unlimited()))
            }),
            Side::new("one thread", || judged(&instance, &ida_star_4x4(&tiles, &mut Budget::unlimited()))),
        ];
        take_turns_by_wall(1, &mut sides);
        ours += sides[0].best;
        peers += sides[1].best;
        // A board of a few milliseconds says nothing.
        if sides[1].best > 0.1 {
            lowest = f64::min(lowest, sides[1].best / sides[0].best);
        }
    }
    println!("all hundred: {:.2} s on two threads, {:.2} s on one, ratio {:.2}", ours, peers, peers / ours);
    println!("the lowest ratio of a board that takes more than 0.1 s: {lowest:.2}");
}
