//! A* with Manhattan distance on random 3x3 boards. Problem, heuristic and search are new for every board, on both
//! sides, but for the last row: there one search is restarted for every board, in the memory that it has. Here the best time of every single board counts, and the table shows their mean: a board takes microseconds,
//! so that something disturbs it in every round is unlikely.

use std::time::Instant;

use hueco_search::{BestFirst, Budget, Problem, Search, Ties};
use hueco_tiles::heuristic::Manhattan;
use hueco_tiles::{Board, Nibbles, Order, Shape, Tiles};
use pathfinding::prelude as peer;

use crate::natural::{self, Natural};

/// A board's shortest solution.
type Solver<'a> = &'a dyn Fn(&Board) -> u32;

const BOARDS: usize = 1000;
const ROUNDS: usize = 12;

fn natural(board: &Board) -> u32 {
    let tiles: Vec<u8> = board.tiles().iter().map(|&tile| tile as u8).collect();
    let start = Natural(tiles.try_into().expect("nine cells"));
    peer::astar(&start, Natural::successors, Natural::distance, Natural::is_goal).map_or(0, |(_, cost)| cost)
}

/// The peer with our packed state, our moves and our table of distances.
fn packed(board: &Board, goal: &Board) -> u32 {
    let tiles = Tiles::<Nibbles>::new(board, goal, Order::ULRD).expect("one shape");
    let manhattan = Manhattan::new(tiles.frame());
    let steps = |state: &Nibbles| {
        let (state, tiles) = (*state, &tiles);
        tiles.actions(&state, None).map(move |(action, cost)| {
            let mut next = state;
            tiles.apply(&mut next, action);
            (next, cost)
        })
    };
    peer::astar(&tiles.start(), steps, |state| manhattan.distance(state), |state| tiles.is_goal(state))
        .map_or(0, |(_, cost)| cost)
}

fn ours(board: &Board, goal: &Board, ties: Ties) -> u32 {
    let tiles = Tiles::<Nibbles>::new(board, goal, Order::ULRD).expect("one shape");
    let manhattan = Manhattan::new(tiles.frame());
    let report = BestFirst::a_star(&tiles, &manhattan, ties).run(&mut (), &mut Budget::unlimited());
    report.cost().unwrap_or(0)
}

/// Solvable boards, each as likely as any other.
pub fn boards(count: usize) -> Vec<Board> {
    let shape = Shape::new(3, 3).expect("a shape");
    let board = |Natural(tiles): Natural| Board::new(shape, &tiles.map(u64::from)).expect("a board");
    natural::boards(count).into_iter().map(board).collect()
}

pub fn run() {
    let goal = Board::blank_last(Shape::new(3, 3).expect("a shape"));
    let boards = boards(BOARDS);
    let sides: [(&str, Solver<'_>); 4] = [
        ("ours, ties low-h (the default)", &|board| ours(board, &goal, Ties::LowH)),
        ("ours, ties lifo", &|board| ours(board, &goal, Ties::Lifo)),
        ("pathfinding, as its users write", &natural),
        ("pathfinding, our packed state", &|board| packed(board, &goal)),
    ];
    let problems: Vec<_> =
        boards.iter().map(|board| Tiles::<Nibbles>::new(board, &goal, Order::ULRD).expect("one shape")).collect();
    let manhattan = Manhattan::new(problems[0].frame());
    let mut search = BestFirst::a_star(&problems[0], &manhattan, Ties::LowH);
    let mut best = vec![[f64::INFINITY; 5]; BOARDS];
    let mut costs = [0; 5];
    for _ in 0..ROUNDS {
        for (side, (_, solve)) in sides.iter().enumerate() {
            costs[side] = 0;
            for (board, best) in boards.iter().zip(&mut best) {
                let start = Instant::now();
                costs[side] += solve(board);
                best[side] = best[side].min(start.elapsed().as_secs_f64());
            }
        }
    }
    for _ in 0..ROUNDS {
        costs[4] = 0;
        for (problem, best) in problems.iter().zip(&mut best) {
            let start = Instant::now();
            search.restart(problem, &manhattan);
            costs[4] += search.run(&mut (), &mut Budget::unlimited()).cost().unwrap_or(0);
            best[4] = best[4].min(start.elapsed().as_secs_f64());
        }
    }
    assert!(costs.iter().all(|&cost| cost == costs[0]), "all find shortest solutions");
    let mean = |side: usize| best.iter().map(|times| times[side]).sum::<f64>() * 1e6 / BOARDS as f64;
    println!("\nA* + Manhattan on {BOARDS} random 3x3 boards");
    println!("{:<34} {:>10} {:>8}", "", "us/board", "ratio");
    for (side, (name, _)) in sides.iter().enumerate() {
        println!("{name:<34} {:>10.2} {:>8.2}", mean(side), mean(side) / mean(0));
    }
    println!("{:<34} {:>10.2} {:>8.2}", "ours, one search restarted", mean(4), mean(4) / mean(0));
}
