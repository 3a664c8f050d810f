//! What a fuzzer does with arbitrary bytes: each parser takes them without a panic, and what it accepts survives being
//! printed and read again. Plain functions, so that the stable tests run them too.

use std::collections::HashSet;

use hueco_search::Algorithm;

use crate::board::{Board, Shape};
use crate::heuristic::{Formula, HeuristicSpec, Measures};
use crate::instances::read_instances;
use crate::moves::{invert, moves_text, parse_moves, replay};
use crate::parse::{parse_board, parse_goal, parse_shape};
use crate::read::read_boards;
use crate::solve::{Plan, solve};
use crate::workbench::Workbench;

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

/// Boards of every small shape with every goal: all exact methods report the length that a plain search by queue finds, and their
/// moves lead to the goal.
pub fn solvers(data: &[u8]) {
    const SHAPES: [(usize, usize); 9] = [(1, 2), (2, 1), (1, 5), (2, 2), (2, 3), (3, 2), (1, 7), (2, 4), (4, 2)];
    const METHODS: [(Algorithm, &str); 8] = [
        (Algorithm::Auto, ""),
        (Algorithm::Bfs, ""),
        (Algorithm::Astar, "linear-conflict"),
        (Algorithm::Idastar, "manhattan"),
        (Algorithm::Idastar, "walking-distance"),
        (Algorithm::Bidirectional, ""),
        (Algorithm::Nbs, "manhattan"),
        (Algorithm::Rbfs, "inversion"),
    ];
    let mut bytes = data.iter().map(|&byte| usize::from(byte));
    let (rows, cols) = SHAPES[bytes.next().unwrap_or(0) % SHAPES.len()];
    let Ok(shape) = Shape::new(rows, cols) else { return };
    let mut shuffled = || {
        let mut numbers: Vec<u64> = (0..shape.cells() as u64).collect();
        for last in (1..numbers.len()).rev() {
            numbers.swap(last, bytes.next().unwrap_or(0) % (last + 1));
        }
        Board::new(shape, &numbers).expect("the numbers of a board in some order")
    };
    let (board, goal) = (shuffled(), shuffled());
    let expected = distance(&board, &goal);
    let workbench = Workbench::new(None);
    for (algorithm, heuristic) in METHODS {
        let heuristic: Option<HeuristicSpec> = heuristic.parse().ok();
        let plan = Plan { algorithm, heuristic, threads: Some(1), ..Plan::new(board.clone(), goal.clone()) };
        // A heuristic that needs rows and columns is refused on a line.
        let Ok(answer) = solve(&plan, &workbench, &mut |_| ()) else { continue };
        let moves = answer.moves.as_deref();
        assert_eq!(moves.map(<[_]>::len), expected, "{board} to {goal} by {}", algorithm.name());
        if let Some(moves) = moves {
            assert_eq!(replay(&board, moves).as_ref(), Ok(&goal), "{board} by {}", algorithm.name());
        }
    }
}

/// The length of a shortest solution, as plainly as it can be found.
fn distance(board: &Board, goal: &Board) -> Option<usize> {
    let (mut seen, mut level) = (HashSet::from([board.clone()]), vec![board.clone()]);
    for length in 0.. {
        if level.contains(goal) {
            return Some(length);
        }
        let next = |board: &Board| board.neighbours().map(|(_, board)| board).collect::<Vec<_>>();
        level = level.iter().flat_map(next).filter(|board| seen.insert(board.clone())).collect();
        if level.is_empty() {
            break;
        }
    }
    None
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
