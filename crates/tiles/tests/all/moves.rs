//! Moves as letters, and replay.

use hueco_tiles::Direction::{Down, Left, Right, Up};
use hueco_tiles::moves::{MovesError, ReplayError};
use hueco_tiles::{Board, Direction, RandomBoards, Shape, invert, moves_text, parse_board, parse_moves, replay};
use proptest::prelude::*;

#[test]
fn letters() {
    assert_eq!(parse_moves("ULDR"), Ok(vec![Up, Left, Down, Right]));
    assert_eq!(parse_moves(" u l,\nd r "), Ok(vec![Up, Left, Down, Right]));
    assert_eq!(parse_moves(""), Ok(vec![]));
    assert_eq!(parse_moves("UL é"), Err(MovesError { column: 4, index: 3, found: 'é' }));
    assert_eq!(parse_moves("-U"), Err(MovesError { column: 1, index: 1, found: '-' }));
    assert_eq!(invert(&[Up, Left]), [Down, Right]);
}

#[test]
fn the_first_illegal_move_is_named() {
    let board = parse_board("1 2 / 3 0", None).unwrap();
    assert_eq!(replay(&board, &[Up, Left]), parse_board("0 1 / 3 2", None).map_err(|_| unreachable!()));
    let before = parse_board("1 0 / 3 2", None).unwrap();
    let error = ReplayError { index: 2, direction: Right, board: before };
    assert_eq!(replay(&board, &[Up, Right, Left]), Err(error));
}

fn directions() -> impl Strategy<Value = Vec<Direction>> {
    prop::collection::vec(prop::sample::select(&Direction::ALL[..]), 0..60)
}

proptest! {
    #[test]
    fn printed_moves_read_back(moves in directions()) {
        prop_assert_eq!(parse_moves(&moves_text(&moves)), Ok(moves.clone()));
        prop_assert_eq!(parse_moves(&moves_text(&moves).to_lowercase()), Ok(moves));
    }

    #[test]
    fn replay_is_sliding(moves in directions(), seed: u64) {
        let start = RandomBoards::new(&Board::blank_last(Shape::new(3, 4).unwrap()), seed).next().unwrap();
        let mut board = start.clone();
        let illegal = moves.iter().position(|&direction| !board.slide(direction));
        match replay(&start, &moves) {
            Ok(end) => prop_assert_eq!((None, board), (illegal, end)),
            Err(error) => prop_assert_eq!((Some(error.index - 1), error.board), (illegal, board)),
        }
    }
}
