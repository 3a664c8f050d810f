//! Solvability by formula is reachability by walking, for every board of every small shape and several goals.

use std::collections::HashSet;

use hueco_tiles::{Board, RandomBoards, Shape, Solvability, Why, inversions, parse_board, solvability};
use proptest::prelude::*;

/// Every order of the numbers 0 to n - 1.
fn permutations(n: u64) -> Vec<Vec<u64>> {
    if n == 0 {
        return vec![vec![]];
    }
    let insert = |rest: &Vec<u64>, place: usize| {
        let mut all = rest.clone();
        all.insert(place, n - 1);
        all
    };
    permutations(n - 1).iter().flat_map(|rest| (0..=rest.len()).map(move |place| insert(rest, place))).collect()
}

fn reachable(goal: &Board) -> HashSet<Board> {
    let mut seen = HashSet::from([goal.clone()]);
    let mut open = vec![goal.clone()];
    while let Some(board) = open.pop() {
        open.extend(board.neighbours().map(|(_, next)| next).filter(|next| seen.insert(next.clone())));
    }
    seen
}

#[test]
fn equals_reachability_on_every_small_shape() {
    for (rows, cols) in [(1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (3, 1), (4, 1), (5, 1), (2, 2), (2, 3), (3, 2)] {
        let shape = Shape::new(rows, cols).unwrap();
        let all: Vec<Board> =
            permutations(shape.cells() as u64).iter().map(|numbers| Board::new(shape, numbers).unwrap()).collect();
        let several = [all.len() / 3, all.len() / 2, all.len() - 1].map(|index| all[index].clone());
        for goal in [Board::blank_last(shape), Board::blank_first(shape)].iter().chain(&several) {
            let reachable = reachable(goal);
            for board in &all {
                let solvable = solvability(board, goal).unwrap().is_solvable();
                assert_eq!(solvable, reachable.contains(board), "{board} to {goal}");
            }
        }
    }
}

#[test]
fn the_reason_comes_with_its_numbers() {
    let goal = parse_board("1 2 3 / 8 0 4 / 7 6 5", None).unwrap();
    for (text, count) in [("5 4 0 / 6 1 8 / 7 3 2", 16), ("1 2 3 / 0 4 5 / 7 8 6", 2)] {
        let board = parse_board(text, None).unwrap();
        let Solvability::Unsolvable(Why::Parity { swaps, blank_distance, board_inversions, goal_inversions }) =
            solvability(&board, &goal).unwrap()
        else {
            panic!("{text} can be solved");
        };
        assert_eq!((board_inversions, goal_inversions), (count, 7));
        assert_ne!(swaps % 2, blank_distance % 2);
    }
    // Three pairs of neighbours are swapped, and the blank is at home.
    let board = parse_board("2 1 4 / 3 6 5 / 7 8 0", None).unwrap();
    let why = Why::Parity { swaps: 3, blank_distance: 0, board_inversions: 3, goal_inversions: 0 };
    assert_eq!(solvability(&board, &Board::blank_last(board.shape())), Ok(Solvability::Unsolvable(why)));
    let board = parse_board("1 0 3 2", Shape::new(1, 4).ok()).unwrap();
    let why = Why::Order { place: 2, found: 3, expected: 2 };
    assert_eq!(solvability(&board, &Board::blank_last(board.shape())), Ok(Solvability::Unsolvable(why)));
}

#[test]
fn shapes_must_be_equal() {
    let boards = [(2, 3), (3, 2)].map(|(rows, cols)| Board::blank_last(Shape::new(rows, cols).unwrap()));
    assert!(solvability(&boards[0], &boards[1]).is_err());
}

#[test]
fn a_hundred_by_a_hundred() {
    let goal = Board::blank_first(Shape::new(100, 100).unwrap());
    let board = RandomBoards::new(&goal, 5).next().unwrap();
    assert!(solvability(&board, &goal).unwrap().is_solvable());
    let mut numbers: Vec<u64> = board.tiles().iter().map(|&tile| tile.into()).collect();
    let tiles: Vec<usize> = (0..numbers.len()).filter(|&cell| numbers[cell] != 0).take(2).collect();
    numbers.swap(tiles[0], tiles[1]);
    assert!(!solvability(&Board::new(board.shape(), &numbers).unwrap(), &goal).unwrap().is_solvable());
}

proptest! {
    #[test]
    fn inversions_are_the_pairs_out_of_order(rows in 2_usize..6, cols in 1_usize..6, seed: u64) {
        let board = RandomBoards::new(&Board::blank_last(Shape::new(rows, cols).unwrap()), seed).next().unwrap();
        let tiles: Vec<u16> = board.tiles().iter().copied().filter(|&tile| tile != 0).collect();
        let pairs = (0..tiles.len()).flat_map(|a| (a + 1..tiles.len()).map(move |b| (a, b)));
        prop_assert_eq!(inversions(&board), pairs.filter(|&(a, b)| tiles[a] > tiles[b]).count() as u64);
    }

    #[test]
    fn no_move_changes_solvability(seed: u64, unsolvable: bool, rows in 1_usize..5, cols in 2_usize..5) {
        let goal = Board::blank_first(Shape::new(rows, cols).unwrap());
        let mut board = RandomBoards::new(&goal, seed).next().unwrap();
        if unsolvable {
            let mut numbers: Vec<u64> = board.tiles().iter().map(|&tile| tile.into()).collect();
            let tiles: Vec<usize> = (0..numbers.len()).filter(|&cell| numbers[cell] != 0).take(2).collect();
            if tiles.len() < 2 {
                return Ok(());
            }
            numbers.swap(tiles[0], tiles[1]);
            board = Board::new(board.shape(), &numbers).unwrap();
        }
        prop_assert_eq!(solvability(&board, &goal).unwrap().is_solvable(), !unsolvable);
        for (_, next) in board.neighbours() {
            prop_assert_eq!(solvability(&next, &goal).unwrap().is_solvable(), !unsolvable);
        }
    }
}
