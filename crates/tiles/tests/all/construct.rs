//! Constructed solutions reach their goals, on every kind of shape and goal, and are not much too long.

use hueco_tiles::construct::ConstructError;
use hueco_tiles::{Board, RandomBoards, Shape, construct, parse_board, replay};

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

/// Blank last, first, in the middle, and two goals in no order.
fn goals(shape: Shape) -> Vec<Board> {
    let last = Board::blank_last(shape);
    let mut numbers: Vec<u64> = last.tiles().iter().map(|&tile| tile.into()).collect();
    numbers.swap(shape.cells() - 1, shape.cells() / 2);
    let middle = Board::new(shape, &numbers).unwrap();
    let shuffled = RandomBoards::new(&middle, 99).take(2).collect::<Vec<_>>();
    [vec![last, Board::blank_first(shape), middle], shuffled].concat()
}

fn solves(goal: &Board, count: usize) {
    for board in RandomBoards::new(goal, 3).take(count) {
        let moves = construct(&board, goal).unwrap();
        assert_eq!(replay(&board, &moves).as_ref(), Ok(goal), "{board} to {goal}");
    }
}

#[test]
fn small_shapes_with_every_kind_of_goal() {
    for rows in 2..=6 {
        for cols in 2..=6 {
            for goal in goals(shape(rows, cols)) {
                solves(&goal, 40);
            }
        }
    }
}

#[test]
fn long_and_large_shapes() {
    for (rows, cols, count) in [(2, 9, 40), (9, 2, 40), (3, 17, 20), (10, 10, 20), (20, 20, 5), (2, 50, 2), (40, 40, 1)]
    {
        for goal in goals(shape(rows, cols)) {
            solves(&goal, count);
        }
    }
}

#[test]
fn every_cell_can_be_the_blanks_goal() {
    for (rows, cols) in [(3, 3), (3, 5), (4, 4), (5, 4)] {
        let shape = shape(rows, cols);
        for blank in 0..shape.cells() {
            let mut numbers: Vec<u64> = (0..shape.cells() as u64).collect();
            numbers.swap(0, blank);
            solves(&Board::new(shape, &numbers).unwrap(), 20);
        }
    }
}

#[test]
fn all_boards_of_two_rows_and_three_columns() {
    let goal = Board::blank_last(shape(2, 3));
    let mut seen = std::collections::BTreeSet::from([goal.clone()]);
    let mut open = vec![goal.clone()];
    while let Some(board) = open.pop() {
        assert_eq!(replay(&board, &construct(&board, &goal).unwrap()).as_ref(), Ok(&goal));
        open.extend(board.neighbours().map(|(_, next)| next).filter(|next| seen.insert(next.clone())));
    }
    assert_eq!(seen.len(), 360);
}

#[test]
fn one_row_or_column_needs_only_the_blanks_walk() {
    let board = parse_board("1 2 3 4 0", Some(shape(1, 5))).unwrap();
    let goal = parse_board("1 0 2 3 4", Some(shape(1, 5))).unwrap();
    assert_eq!(construct(&board, &goal).unwrap().len(), 3);
    let column = parse_board("0\n1\n2", None).unwrap();
    assert_eq!(construct(&column, &Board::blank_last(column.shape())).unwrap().len(), 2);
}

#[test]
fn a_solved_board_needs_no_moves() {
    for goal in goals(shape(5, 7)) {
        assert_eq!(construct(&goal, &goal).unwrap(), []);
    }
}

#[test]
fn an_unsolvable_board_is_reported() {
    let board = parse_board("1 2 3 / 4 5 6 / 8 7 0", None).unwrap();
    let goal = Board::blank_last(board.shape());
    assert!(matches!(construct(&board, &goal), Err(ConstructError::Unsolvable(_))));
    assert!(matches!(construct(&board, &Board::blank_last(shape(2, 3))), Err(ConstructError::Shape(_))));
}

#[test]
fn lengths_stay_near_the_cube() {
    let goal = Board::blank_last(shape(20, 20));
    let mean =
        RandomBoards::new(&goal, 1).take(10).map(|board| construct(&board, &goal).unwrap().len()).sum::<usize>() / 10;
    assert!(mean < 28 * 20 * 20 * 20 / 10, "{mean} moves");
}
