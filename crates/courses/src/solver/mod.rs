//! `solver`: N x N by A*, from an input to an output.
//!
//! ```text
//! 3                      N
//! 0 1 3                  N*N integers, 0 is the blank
//! 4 2 5      ──A*──▶     every board of a shortest solution, the states enqueued, the moves
//! 7 8 6
//! ```
//! The goal is `1 2 … 0`. A search node is a board, the moves made to reach it and the node before it; a neighbour equal
//! to the board of the node before is not inserted, and nothing else is ever recognised: there is no closed set. So it
//! keeps every node, and hard 4x4 boards are beyond it, as the course says.
//!
//! [`Board`] and [`Solver`] are the API that the course asks for.

mod board;
mod search;

use std::io::{BufRead, Write};

use hueco_search::Budget;
use hueco_tiles::{Shape, Solvability, solvability};

pub use board::{Board, MatrixError};
pub use search::{Detect, Options, Priority, Solver};

use crate::error::{CourseError, Ending, Expected, Note};
use crate::words::Words;

/// The largest N.
pub const LARGEST: usize = Shape::MAX_CELLS.isqrt();

/// Reads N and N*N integers. What follows them is ignored, as the document's own client does; `note` is called if there is
/// something. `to_the_end`: look whether there is; on a terminal nobody types an end, so do not.
pub fn read(input: impl BufRead, to_the_end: bool, note: &mut dyn FnMut(Note)) -> Result<Board, CourseError> {
    let mut words = Words::new(input);
    let (n, _) = words.number(2, LARGEST as u64, Expected::Size { largest: LARGEST })?;
    let n = n as usize;
    let numbers = words.cells(n * n)?;
    if to_the_end && let Some(word) = words.next()? {
        note(Note::Ignored { at: word.at, found: word.shown() });
    }
    Ok(Board::of_numbers(n, &numbers).expect("every number was checked"))
}

/// Solves a board and writes what the course says: the boards and two counts, or that there is no solution.
///
/// A search that a limit ends writes nothing and gives a note.
pub fn run(
    board: &Board,
    options: Options,
    mut output: impl Write,
    budget: &mut Budget,
    note: &mut dyn FnMut(Note),
) -> Result<Ending, CourseError> {
    let solver = Solver::with(board, options, budget);
    if let Ending::Stopped(limit) = solver.ending() {
        note(Note::GaveUp { limit, enqueued: solver.enqueued() });
        return Ok(solver.ending());
    }
    write_answer(&solver, &mut output).and_then(|()| output.flush()).map_err(CourseError::Write)?;
    let goal = board.goal();
    if let Solvability::Unsolvable(why) = solvability(board.as_tiles(), &goal).expect("one shape") {
        note(Note::NoSolution { why });
    }
    Ok(solver.ending())
}

fn write_answer(solver: &Solver, output: &mut impl Write) -> std::io::Result<()> {
    let (Some(boards), Some(moves)) = (solver.solution(), solver.moves()) else {
        return writeln!(output, "Sin solución posible");
    };
    for board in boards {
        write!(output, "{board}\n\n")?;
    }
    writeln!(output, "Número de estados encolados = {}", solver.enqueued())?;
    writeln!(output, "Número de movimientos = {moves}")
}
