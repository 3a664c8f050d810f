//! What a fuzzer does with arbitrary bytes: each parser takes them without a panic, and what it accepts survives being
//! printed and read again. Plain functions, so that the stable tests run them too.

use crate::board::Board;
use crate::instances::read_instances;
use crate::moves::{invert, moves_text, parse_moves, replay};
use crate::parse::{parse_board, parse_goal, parse_shape};
use crate::read::read_boards;

/// One board, many boards, a goal and a shape.
pub fn board(data: &[u8]) {
    for (line, board) in read_boards(data, None) {
        assert!(line >= 1);
        match board {
            Ok(board) => round_trip(&board),
            Err(error) => assert!(error.at.line >= 1 && error.at.column >= 1, "{error}"),
        }
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    match parse_board(text, None) {
        Ok(board) => round_trip(&board),
        Err(error) => assert!(error.at.line <= text.lines().count().max(1), "{error}"),
    }
    if let Ok(shape) = parse_shape(text) {
        assert_eq!(parse_shape(&shape.to_string()), Ok(shape));
        if let Ok(goal) = parse_goal(text, shape) {
            round_trip(&goal);
        }
    }
}

/// An instance file.
pub fn instances(data: &[u8]) {
    for instance in read_instances(data, None) {
        match instance {
            Ok(instance) => round_trip(&instance.board),
            Err(error) => assert!(error.at.line >= 1 && error.at.column >= 1, "{error}"),
        }
    }
}

/// Moves, and what they do to a board.
pub fn moves(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(moves) = parse_moves(text) else { return };
    assert_eq!(parse_moves(&moves_text(&moves)).as_ref(), Ok(&moves));
    assert_eq!(invert(&invert(&moves)), moves);
    let start = Board::blank_last(parse_shape("3x4").expect("a shape"));
    let legal = replay(&start, &moves).map_or_else(|error| error.index - 1, |_| moves.len());
    let there = replay(&start, &moves[..legal]).expect("legal up to there");
    let back: Vec<_> = invert(&moves[..legal]).into_iter().rev().collect();
    assert_eq!(replay(&there, &back), Ok(start));
}

fn round_trip(board: &Board) {
    let size = Some(board.shape());
    let text = board.to_string();
    assert_eq!(parse_board(&text, size).as_ref(), Ok(board));
    if board.shape().rows() > 1 {
        assert_eq!(parse_board(&text, None).as_ref(), Ok(board));
    }
    assert_eq!(parse_board(&text.replace(" / ", "\n"), size).as_ref(), Ok(board));
}
