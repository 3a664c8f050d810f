//! Proofs with small patterns, against lengths that the engine's own IDA* finds with other heuristics.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hueco_search::{Budget, Cost, IdaStar, Limit, Max, Search, Stats};

use super::*;
use crate::board::Direction;
use crate::cells::Wide;
use crate::heuristic::{Inversion, LinearConflict};
use crate::moves::replay;
use crate::problem::{Order, Tiles};
use crate::random::RandomBoards;

/// Boards at most this many moves from a goal: walks from it that never turn back.
fn walked(goal: &Board, moves: usize, count: usize) -> Vec<Board> {
    let mut random = RandomBoards::new(goal, 24);
    let walk = |_| {
        // Random boards serve as random numbers.
        let mut numbers = random.by_ref().flat_map(|board| board.tiles().to_vec());
        let (mut board, mut last) = (goal.clone(), None);
        for _ in 0..moves {
            let options: Vec<Direction> = Direction::ALL
                .into_iter()
                .filter(|&direction| Some(direction.opposite()) != last && replay(&board, &[direction]).is_ok())
                .collect();
            let direction = options[usize::from(numbers.next().unwrap_or(0)) % options.len()];
            board = replay(&board, &[direction]).unwrap();
            last = Some(direction);
        }
        board
    };
    (0..count).map(walk).collect()
}

fn prover(goal: &Board, bytes: u64) -> Prover {
    let partitions = Prover::partitions(goal.shape(), goal.blank(), bytes).unwrap();
    let build = &mut |pattern| Table::build(pattern, 1, &Budget::unlimited(), &mut |_| ()).map(Arc::new);
    // Short words: the automaton has tests of its own.
    Prover::with_words(partitions, 10, 1, build).unwrap()
}

/// All rounds; the length, what was counted, and the parts it took.
fn proved(prover: &Prover, board: &Board, goal: &Board, share: Share) -> (usize, Stats, usize) {
    let mut deepening = Deepening::new(prover, &Frame::new(goal).labels(board), 0);
    for parts in 1.. {
        match deepening.step(prover, share, &mut Budget::unlimited(), &mut |_, _| ()) {
            Step::Solved(moves) => {
                assert_eq!(replay(board, &moves).as_ref(), Ok(goal));
                return (moves.len(), deepening.stats, parts);
            }
            Step::Stopped(limit) => panic!("nothing limits it, and yet {limit:?}"),
            Step::Paused | Step::Raised => {}
        }
    }
    unreachable!()
}

fn engine(board: &Board, goal: &Board) -> Cost {
    let tiles = Tiles::<Wide>::new(board, goal, Order::default()).unwrap();
    let conflict = LinearConflict::new(tiles.frame());
    let report =
        IdaStar::ida_star(&tiles, &Max(Inversion::new(tiles.frame()), conflict)).run(&mut (), &mut Budget::unlimited());
    report.cost().unwrap()
}

const ALONE: Share = Share { threads: 1, visited_bytes: 0, least_slack: LEAST_SLACK, most_nodes: None };

#[test]
fn lengths_are_those_of_another_method() {
    for (rows, cols, moves) in [(3, 6, 40), (2, 9, 34), (4, 5, 40), (6, 4, 36), (5, 5, 36)] {
        let shape = Shape::new(rows, cols).unwrap();
        let inside = goal_with_blank(shape, shape.cols() + 1);
        for goal in [Board::blank_last(shape), inside] {
            let prover = prover(&goal, 1 << 20);
            assert!(prover.is_for(&goal) && prover.sets().len() > 1);
            for board in walked(&goal, moves, 2) {
                let expected = engine(&board, &goal) as usize;
                let (length, alone, _) = proved(&prover, &board, &goal, ALONE);
                assert_eq!(length, expected, "{board}");
                // With visited states, with several threads, and with both.
                let visited = Share { visited_bytes: 1 << 30, ..ALONE };
                let (length, fewer, _) = proved(&prover, &board, &goal, visited);
                assert_eq!(length, expected, "{board}");
                assert!(fewer.generated <= alone.generated);
                let (length, ..) = proved(&prover, &board, &goal, Share { threads: 3, ..visited });
                assert_eq!(length, expected, "{board}");
            }
        }
    }
}

/// The tasks are not behind the goal.
#[test]
fn boards_near_their_goal_are_proved_too() {
    let shape = Shape::new(3, 6).unwrap();
    let goal = Board::blank_last(shape);
    let prover = prover(&goal, 1 << 20);
    for moves in 0..12 {
        for board in walked(&goal, moves, 3) {
            let (length, ..) = proved(&prover, &board, &goal, Share { threads: 2, ..ALONE });
            assert_eq!(length, engine(&board, &goal) as usize, "{board}");
        }
    }
}

#[test]
fn a_proof_in_parts_resumes_where_it_was() {
    let shape = Shape::new(3, 6).unwrap();
    let goal = Board::blank_last(shape);
    let prover = prover(&goal, 1 << 20);
    let board = walked(&goal, 60, 6).into_iter().max_by_key(|board| engine(board, &goal)).unwrap();
    let share = Share { visited_bytes: 64 << 20, most_nodes: Some(20_000), ..ALONE };
    let (length, stats, parts) = proved(&prover, &board, &goal, share);
    assert!(parts > 3, "{parts} parts");
    // The same, but what is not saved is lost after each part.
    let labels = Frame::new(&goal).labels(&board);
    let mut saved: Option<Deepening> = None;
    let resumed = loop {
        let mut deepening = Deepening::new(&prover, &labels, 0);
        if let Some(saved) = saved.take() {
            deepening.bound = saved.bound;
            (deepening.from, deepening.stats) = (saved.from, saved.stats);
            (deepening.nodes, deepening.nodes_before) = (saved.nodes, saved.nodes_before);
        }
        match deepening.step(&prover, share, &mut Budget::unlimited(), &mut |_, _| ()) {
            Step::Solved(moves) => break (moves.len(), deepening.stats),
            _ => saved = Some(deepening),
        }
    };
    let counted = |stats: Stats| (stats.generated, stats.expanded);
    assert_eq!((resumed.0, counted(resumed.1)), (length, counted(stats)));
}

#[test]
fn a_limit_leaves_what_was_proved() {
    let shape = Shape::new(3, 6).unwrap();
    let goal = Board::blank_last(shape);
    let prover = prover(&goal, 1 << 20);
    let board = RandomBoards::new(&goal, 5).next().unwrap();
    let labels = Frame::new(&goal).labels(&board);
    let mut deepening = Deepening::new(&prover, &labels, 0);
    let first = deepening.bound;
    let mut budget = Budget::unlimited().max_nodes(300_000);
    let limit = loop {
        match deepening.step(&prover, ALONE, &mut budget, &mut |_, _| ()) {
            Step::Raised => {}
            Step::Stopped(limit) => break limit,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(limit, Limit::Nodes);
    assert!(deepening.bound > first);
    assert_eq!(deepening.stats.generated, 300_000);
}

/// The first of two tasks would not end within hours: no goal can be reached from it. The second is over at once, and nothing can be
/// written down for it.
#[test]
fn a_worker_that_panics_ends_the_round() {
    let goal = Board::blank_last(Shape::new(5, 5).unwrap());
    let prover = prover(&goal, 1 << 20);
    let labels = Frame::new(&goal).labels(&goal);
    let mut odd = labels.clone();
    odd.swap(0, 1);
    let far: Vec<u16> = labels.iter().rev().copied().collect();
    let frontier = |labels: &[u16]| {
        let blank = labels.iter().position(|&label| label == 0).unwrap() as u8;
        frontier::Frontier::new(&deepening::packed(labels), blank, &prover.near, 1, 0)
    };
    let (mut tasks, other) = (frontier(&odd), frontier(&far));
    tasks.tasks.extend(other.tasks);
    let order = visited::Order::new(2);
    let shared = descent::Shared {
        sums: &prover.sums,
        words: &prover.words,
        near: &prover.near,
        around: &prover.around,
        visited: None,
        order: &order,
        least_slack: LEAST_SLACK,
    };
    let bound = prover.estimate(&far) - 1;
    let nodes = [AtomicU64::new(0)];
    let (threads, most_nodes) = (2, u64::MAX);
    let round =
        Round { frontier: &tasks, shared: &shared, bound, threads, from: 0, most_nodes, before: &[], nodes: &nodes };
    let limit = 1 << 40;
    let run = || prover.run(&round, &mut Budget::unlimited().max_nodes(limit), &mut |_, _| ());
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
    assert!(nodes[0].load(Ordering::Relaxed) < limit, "the first task was ended long before the limit");
}
