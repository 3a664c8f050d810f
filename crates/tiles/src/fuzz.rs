//! What a fuzzer does with arbitrary bytes: each parser takes them without a panic, and what it accepts survives being
//! printed and read again. Plain functions, so that the stable tests run them too.

use crate::board::Board;
use crate::heuristic::{Formula, HeuristicSpec, Measures};
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

/// A formula: what is accepted is printed and read back as the same, and has a value on extreme boards; what is not has a
/// place in the text.
pub fn formula(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Formula>() {
        Ok(formula) => {
            let printed = formula.to_string();
            assert_eq!(printed.parse().as_ref(), Ok(&formula), "{printed}");
            for number in [0, 1, 1000, u32::MAX / 4] {
                let measures = Measures {
                    misplaced: number,
                    manhattan: number / 2,
                    linear_conflict: number,
                    direct_reversals: number,
                    inversion: number / 3,
                    walking: number,
                    blank: number / 5,
                };
                assert!(formula.estimate(&measures) <= Formula::LARGEST);
            }
        }
        Err(error) => {
            assert!(error.length >= 1, "{error}");
            assert!(error.text.is_empty() || error.text == text, "{error}");
            assert!(error.text.is_empty() || error.at <= text.chars().count(), "{error}");
        }
    }
}

/// A heuristic: what is accepted is printed and read back as the same.
pub fn heuristic(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(spec) = text.parse::<HeuristicSpec>() {
        assert_eq!(spec.to_string().parse().as_ref(), Ok(&spec), "{spec}");
    }
}

fn round_trip(board: &Board) {
    let size = Some(board.shape());
    let text = board.to_string();
    assert_eq!(parse_board(&text, size).as_ref(), Ok(board));
    if board.shape().rows() > 1 {
        assert_eq!(parse_board(&text, None).as_ref(), Ok(board));
    }
    assert_eq!(parse_board(&text.replace(" / ", "\n"), size).as_ref(), Ok(board));
    let numbers: Vec<String> = board.tiles().iter().map(u16::to_string).collect();
    let rows: Vec<String> = numbers.chunks(board.shape().cols()).map(|row| format!("[{}]", row.join(","))).collect();
    let nested = format!("[{}]", rows.join(", "));
    assert_eq!(parse_board(&nested, None).as_ref(), Ok(board));
    assert_eq!(parse_board(&nested.replace(',', "\n,"), size).as_ref(), Ok(board));
    assert_eq!(parse_board(&format!("[{}]", numbers.join(", ")), size).as_ref(), Ok(board));
}
