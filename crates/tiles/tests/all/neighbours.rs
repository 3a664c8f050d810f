//! The ordering by neighbours: its law, its symmetries, and the file of its weights.

use hueco_tiles::anytime::neighbours::{Classes, Neighbours, Parent, Set, WeightsError, decode, encode, shipped};
use hueco_tiles::anytime::ordering::{Chosen, Ordering, Shipped, Toward};
use hueco_tiles::anytime::{OrderingKind, ordering_kind};
use hueco_tiles::problem::Sliding;
use hueco_tiles::{Board, Direction, Frame, RandomBoards, Shape};
use proptest::prelude::*;

/// Any weights at all.
fn any_set(mut seed: u64) -> Set {
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as i16 % 1_000
    };
    Set { side: 7, weights: (0..Classes::get().count()).map(|_| next()).collect() }
}

fn any_goal(shape: Shape, seed: u64) -> Board {
    RandomBoards::new(&Board::blank_last(shape), seed).next().expect("a board")
}

fn bytes(frame: &Frame, board: &Board) -> Vec<u8> {
    frame.labels(board).iter().map(|&label| label as u8).collect()
}

/// The board seen in the diagonal.
fn mirrored(board: &Board) -> Board {
    let (rows, cols) = (board.shape().rows(), board.shape().cols());
    let tiles: Vec<u64> = (0..cols)
        .flat_map(|col| (0..rows).map(move |row| row * cols + col))
        .map(|at| board.tiles()[at].into())
        .collect();
    Board::new(Shape::new(cols, rows).expect("a shape"), &tiles).expect("a board")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The score after a slide is the score before and the change; and it is the sum of the weights of its pieces.
    #[test]
    fn a_change_is_the_difference_of_two_scores(rows in 2_usize..10, cols in 2_usize..10, seed in any::<u64>()) {
        let goal = any_goal(Shape::new(rows, cols).expect("a shape"), seed);
        let (frame, set, shape) = (Frame::new(&goal), any_set(seed), goal.shape());
        let ordering = Neighbours::new(&set, shape, frame.home()).expect("a small board");
        let mut cells = bytes(&frame, &any_goal(shape, seed ^ 1));
        let (mut turn, mut pieces, mut parent) = (seed, Vec::new(), Parent::default());
        for _ in 0..60 {
            turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let to = cells.iter().position(|&label| label == 0).expect("a blank");
            let Some(from) = shape.neighbour(to, Direction::ALL[(turn >> 60) as usize % 4]) else { continue };
            let (before, slide) = (ordering.score(&cells), Sliding { label: cells[from].into(), from, to });
            ordering.prepare(&cells, &mut parent);
            let change = ordering.change(&parent, &cells, slide);
            cells.swap(from, to);
            prop_assert_eq!(ordering.score(&cells), before + change);
            Classes::get().of(shape, frame.home(), &cells, &mut pieces);
            let sum: i32 = pieces.iter().map(|&class| i32::from(set.weights[class as usize])).sum();
            prop_assert_eq!(ordering.score(&cells), sum);
        }
    }

    #[test]
    fn a_board_and_its_image_score_the_same(rows in 2_usize..8, cols in 2_usize..8, seed in any::<u64>()) {
        let goal = any_goal(Shape::new(rows, cols).expect("a shape"), seed);
        let board = any_goal(goal.shape(), seed ^ 1);
        let score = |goal: &Board, board: &Board| {
            let frame = Frame::new(goal);
            let ordering = Neighbours::new(&any_set(seed), goal.shape(), frame.home()).expect("a small board");
            ordering.score(&bytes(&frame, board))
        };
        prop_assert_eq!(score(&goal, &board), score(&mirrored(&goal), &mirrored(&board)));
    }
}

#[test]
fn the_file_is_read_back_and_a_damaged_one_refused() {
    let sets = [any_set(1), any_set(2)];
    let file = encode(&sets);
    assert_eq!(decode(&file).as_deref(), Ok(&sets[..]));
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 1;
        assert!(decode(&damaged).is_err(), "byte {at}");
    }
    for end in [0, 4, 12, 16, file.len() - 1] {
        assert!(decode(&file[..end]).is_err(), "{end} bytes");
    }
    let mut none = encode(&[]);
    assert_eq!(decode(&none), Ok(Vec::new()));
    none.truncate(12);
    none[8] = 9;
    none.extend(crc32fast::hash(&none).to_le_bytes());
    assert_eq!(decode(&none), Err(WeightsError::Version(9)));
}

#[test]
fn the_shipped_weights_serve_all_but_long_boards() {
    assert!(!shipped().expect("weights").is_empty());
    for (rows, cols, serves) in [(7, 7, true), (6, 6, true), (3, 16, true), (3, 17, false)] {
        let goal = Board::blank_last(Shape::new(rows, cols).expect("a shape"));
        let chosen = Shipped.toward(goal.shape(), Frame::new(&goal).home());
        assert_eq!(matches!(chosen, Chosen::Neighbours(_)), serves, "{rows}x{cols}");
        let kind = if serves { OrderingKind::Neighbours } else { OrderingKind::Convex };
        assert_eq!(ordering_kind(goal.shape()), kind, "{rows}x{cols}");
    }
}

#[test]
fn weights_whose_differences_do_not_fit_are_refused() {
    let goal = Board::blank_last(Shape::new(4, 4).expect("a shape"));
    let mut set = any_set(1);
    assert!(Neighbours::new(&set, goal.shape(), Frame::new(&goal).home()).is_some());
    for (at, weight) in set.weights.iter_mut().enumerate() {
        *weight = if at % 2 == 0 { i16::MAX } else { i16::MIN };
    }
    assert!(Neighbours::new(&set, goal.shape(), Frame::new(&goal).home()).is_none());
}
