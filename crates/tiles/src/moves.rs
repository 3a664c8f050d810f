//! Moves as letters, and what they do to a board.
//!
//! `U D L R` name the direction in which **the blank** goes. A notation that names the tile's direction instead means the
//! opposite letter each time: [`invert`] turns one into the other.

use thiserror::Error;

use crate::board::{Board, Direction};

/// A character that is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {index} (character {column}) is {found:?}; expected U, D, L or R")]
pub struct MovesError {
    /// Where it stands, in characters from 1.
    pub column: usize,
    /// Which move it should be, from 1.
    pub index: usize,
    /// What stands there.
    pub found: char,
}

/// Reads moves: the letters `U D L R` in either case; spaces, line breaks and commas between them are skipped.
///
/// ```
/// use hueco_tiles::{Direction::*, parse_moves};
///
/// assert_eq!(parse_moves("ul, D"), Ok(vec![Up, Left, Down]));
/// assert_eq!(parse_moves("UL?").unwrap_err().column, 3);
/// ```
pub fn parse_moves(text: &str) -> Result<Vec<Direction>, MovesError> {
    let mut moves = Vec::new();
    for (column, found) in text.chars().enumerate() {
        match Direction::from_letter(found) {
            Some(direction) => moves.push(direction),
            None if found.is_whitespace() || found == ',' => {}
            None => return Err(MovesError { column: column + 1, index: moves.len() + 1, found }),
        }
    }
    Ok(moves)
}

/// Moves as letters, such as `ULDR`.
pub fn moves_text(moves: &[Direction]) -> String {
    moves.iter().map(|direction| direction.letter()).collect()
}

/// The blank's moves from the tiles' moves, and the other way round.
#[must_use]
pub fn invert(moves: &[Direction]) -> Vec<Direction> {
    moves.iter().map(|direction| direction.opposite()).collect()
}

/// The first move that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {index} ({letter}) takes the blank off the board", letter = direction.letter())]
pub struct ReplayError {
    /// Which move, from 1.
    pub index: usize,
    /// Where the blank should go.
    pub direction: Direction,
    /// The board before that move.
    pub board: Board,
}

/// The board after these moves of the blank. Takes time for the board once and for each move, however large the board.
pub fn replay(board: &Board, moves: &[Direction]) -> Result<Board, ReplayError> {
    let shape = board.shape();
    let mut numbers: Vec<u64> = board.tiles().iter().map(|&tile| tile.into()).collect();
    let mut blank = board.blank();
    let legal = |numbers: &[u64]| Board::new(shape, numbers).expect("moves permute the numbers");
    for (index, &direction) in moves.iter().enumerate() {
        let Some(from) = shape.neighbour(blank, direction) else {
            return Err(ReplayError { index: index + 1, direction, board: legal(&numbers) });
        };
        numbers.swap(blank, from);
        blank = from;
    }
    Ok(legal(&numbers))
}
