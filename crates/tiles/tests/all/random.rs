//! Random boards are the same for ever, can be solved, and are equally likely.

use std::collections::BTreeMap;

use hueco_tiles::{Board, RandomBoards, Shape, parse_board, solvability};

fn goal(rows: usize, cols: usize) -> Board {
    Board::blank_last(Shape::new(rows, cols).unwrap())
}

// Computed apart, from the generator's published definition.
#[test]
fn the_same_boards_for_ever() {
    let printed = |rows, cols, seed| {
        RandomBoards::new(&goal(rows, cols), seed).take(2).map(|b| b.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(printed(3, 3, 0), ["3 6 2 / 7 1 0 / 4 5 8", "8 5 2 / 3 4 1 / 6 0 7"]);
    assert_eq!(printed(3, 3, 7), ["1 0 8 / 7 2 6 / 4 5 3", "0 2 4 / 7 1 3 / 5 8 6"]);
    assert_eq!(
        printed(4, 4, 7),
        ["14 2 6 15 / 3 0 7 13 / 10 1 11 5 / 12 8 9 4", "12 6 14 13 / 5 2 11 1 / 3 4 9 0 / 8 10 7 15"]
    );
    let large = RandomBoards::new(&goal(10, 10), u64::MAX).next().unwrap();
    assert_eq!(large.tiles()[..10], [24, 42, 34, 60, 35, 9, 39, 77, 95, 3]);
    assert_eq!(printed(1, 6, 7), ["1 0 2 3 4 5", "1 2 3 0 4 5"]);
}

#[test]
fn all_can_be_solved() {
    for (rows, cols) in [(1, 2), (1, 7), (7, 1), (2, 2), (2, 3), (3, 2), (4, 4), (5, 3), (30, 30)] {
        for goal in [goal(rows, cols), Board::blank_first(Shape::new(rows, cols).unwrap())] {
            for board in RandomBoards::new(&goal, 1).take(50) {
                assert!(solvability(&board, &goal).unwrap().is_solvable(), "{board} to {goal}");
            }
        }
    }
}

/// How far the counts are from equal, by Pearson's sum; its mean is boards - 1.
fn unevenness(goal: &Board, boards: usize, draws: usize) -> f64 {
    let mut counts = BTreeMap::new();
    for board in RandomBoards::new(goal, 2024).take(draws) {
        *counts.entry(board).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), boards, "every solvable board comes");
    let expected = draws as f64 / boards as f64;
    counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn equally_likely() {
    // Bounds far out in the tail (less than one in ten thousand) of the chi-square distribution, on both sides.
    let middle = parse_board("1 2 3 / 4 0 5", None).unwrap();
    for (goal, boards, low, high) in [
        (goal(2, 2), 12, 1.0, 40.0),
        (goal(2, 3), 360, 265.0, 468.0),
        (middle, 360, 265.0, 468.0),
        (goal(1, 5), 5, 0.02, 25.0),
    ] {
        let sum = unevenness(&goal, boards, boards * 200);
        assert!((low..high).contains(&sum), "{goal}: {sum}");
    }
}

#[test]
fn seeds_differ() {
    let first = |seed| RandomBoards::new(&goal(4, 4), seed).next().unwrap();
    let boards: std::collections::BTreeSet<Board> = (0..1000).map(first).collect();
    assert_eq!(boards.len(), 1000);
}
