//! What a fuzzer does with arbitrary bytes: no program panics, errors know their place, and what was written before an
//! error is whole. Plain functions, so that the stable tests run them too.

use hueco_search::Budget;

use crate::error::{CourseError, Ending};
use crate::{astar, menu, solver};

/// The options of `menu`.
pub fn menu(data: &[u8]) {
    let mut file = Vec::new();
    let ended = menu::run(data, &mut file, None, &mut |_| {});
    check(ended.as_ref().err());
    assert!(file.is_empty() || file.ends_with(b"\n\n"), "the file ends inside an answer");
    let mut show = |step: &menu::Step| {
        assert_eq!(step.is_goal, step.children.is_empty());
        assert_eq!(step.is_goal, step.board == menu::goal());
        Ok(())
    };
    let mut again = Vec::new();
    let stepped = menu::run(data, &mut again, Some(&mut show), &mut |_| {});
    assert_eq!((file, ended.is_ok()), (again, stepped.is_ok()), "showing the steps changed them");
}

/// The board of `solver`, solved within a small memory.
pub fn solver(data: &[u8]) {
    let board = match solver::read(data, true, &mut |_| {}) {
        Ok(board) => board,
        Err(error) => return check(Some(&error)),
    };
    assert_eq!(solver::read(data, false, &mut |_| {}).expect("read before"), board);
    let mut output = Vec::new();
    let mut budget = Budget::unlimited().max_bytes(1 << 18).max_nodes(2_000);
    let ending = solver::run(&board, solver::Options::default(), &mut output, &mut budget, &mut |_| {});
    match ending.expect("a vector can be written") {
        Ending::Done => assert!(output.ends_with(b"\n")),
        Ending::Unsolvable => assert_eq!(output, "Sin solución posible\n".as_bytes()),
        Ending::Stopped(_) => assert!(output.is_empty()),
    }
}

/// The boards of `astar`, from a file and as if typed.
pub fn astar(data: &[u8]) {
    match astar::read(data) {
        Ok((initial, goal)) => assert_eq!((initial.shape(), goal.shape()), (astar::shape(), astar::shape())),
        Err(error) => check(Some(&error)),
    }
    let mut output = Vec::new();
    let asked = astar::ask(astar::INITIAL_PROMPT, data, &mut output, &mut |_| {});
    check(asked.as_ref().err());
    assert!(output.starts_with(astar::INITIAL_PROMPT.as_bytes()));
}

fn check(error: Option<&CourseError>) {
    match error {
        None => {}
        Some(CourseError::Input(error)) => assert!(error.at.line >= 1 && error.at.column >= 1, "{error}"),
        Some(other) => panic!("bytes in memory can be read and written: {other}"),
    }
}
