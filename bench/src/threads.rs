//! A* on two threads (hash-distributed) against A* on one, on ten of Korf's 15-puzzle boards, by the clock on the wall.

use hueco_search::{BestFirst, Budget, Report, Search, Ties, hda_star};
use hueco_tiles::heuristic::Manhattan;
use hueco_tiles::sets::Set;
use hueco_tiles::{Board, Direction, Nibbles, Order, Tiles};

use crate::measure::{Side, head, rows, take_turns_by_wall};

/// Boards of middling difficulty for A*: it stores from half a million to some twenty million states.
const BOARDS: [&str; 10] = ["2", "5", "6", "8", "18", "38", "46", "51", "62", "77"];
const THREADS: usize = 2;
const ROUNDS: usize = 3;
/// What a run may use.
const BYTES: u64 = 2 << 30;

pub fn run() {
    head("A* with Manhattan distance on ten 15-puzzles: two threads, and one");
    let set = Set::Korf15;
    let goal = Board::blank_first(set.shape());
    let budget = || Budget::unlimited().max_bytes(BYTES);
    let (mut ours, mut peers) = (0.0, 0.0);
    for instance in set.instances().into_iter().filter(|instance| BOARDS.contains(&instance.id.as_str())) {
        let tiles = Tiles::<Nibbles>::new(&instance.board, &goal, Order::ULRD).expect("one shape");
        let manhattan = Manhattan::new(tiles.frame());
        let judged = |report: Report<Direction>| {
            assert!(
                report.is_optimal() && report.cost() == instance.optimal,
                "the published optimum within the memory"
            );
            report.stats.generated
        };
        let mut sides = [
            Side::new("two threads", || judged(hda_star(&tiles, &manhattan, THREADS, &mut budget()))),
            Side::new("one thread", || {
                judged(BestFirst::a_star(&tiles, &manhattan, Ties::LowH).run(&mut (), &mut budget()))
            }),
        ];
        take_turns_by_wall(ROUNDS, &mut sides);
        rows(&format!("board {}", instance.id), &sides);
        ours += sides[0].best;
        peers += sides[1].best;
    }
    println!("all ten: {:.2} s on two threads, {:.2} s on one, ratio {:.2}", ours, peers, peers / ours);
}
