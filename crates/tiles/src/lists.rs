//! Boards that come as lists of numbers, from a program rather than from a text: one list, row by row, or a list of rows.
//! Places are rows and cells, since there is no text to point at.

use thiserror::Error;

use crate::board::{Board, BoardError, Shape, ShapeError};
use crate::parse::square_root;

/// Why lists of numbers are no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ListError {
    /// One list whose count is not a square, and no size.
    #[error("{count} numbers in one list are no square board; expected a list of rows, or a given size")]
    NoShape {
        /// How many numbers there are.
        count: usize,
    },
    /// A row longer or shorter than the first.
    #[error("row {row} has {found} numbers; expected {expected}")]
    RowLength {
        /// Which row, from 1.
        row: usize,
        /// Numbers it should have.
        expected: usize,
        /// Numbers it has.
        found: usize,
    },
    /// The rows make another size than the given one.
    #[error("the board is {found}; expected {given}")]
    OtherSize {
        /// The given size.
        given: Shape,
        /// The size of the rows.
        found: Shape,
    },
    /// Too few or too many rows and columns.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The numbers themselves.
    #[error(transparent)]
    Board(#[from] BoardError),
}

/// A board of numbers row by row: of the size, where one is given, or square.
pub fn board_of_numbers(numbers: &[u64], size: Option<Shape>) -> Result<Board, ListError> {
    let square = || {
        let side = square_root(numbers.len()).ok_or(ListError::NoShape { count: numbers.len() })?;
        Ok::<_, ListError>(Shape::new(side, side)?)
    };
    let shape = size.map_or_else(square, Ok)?;
    Ok(Board::new(shape, numbers)?)
}

/// A board of rows. `size`, where given, is the only shape accepted.
///
/// ```
/// use hueco_tiles::lists::board_of_rows;
///
/// assert_eq!(board_of_rows(&[vec![1, 2], vec![3, 0]], None)?.to_string(), "1 2 / 3 0");
/// assert_eq!(board_of_rows(&[vec![1, 2], vec![0]], None).unwrap_err().to_string(), "row 2 has 1 numbers; expected 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn board_of_rows(rows: &[Vec<u64>], size: Option<Shape>) -> Result<Board, ListError> {
    let expected = rows.first().map_or(0, Vec::len);
    if let Some((index, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != expected) {
        return Err(ListError::RowLength { row: index + 1, expected, found: row.len() });
    }
    let found = Shape::new(rows.len(), expected)?;
    if let Some(given) = size.filter(|&given| given != found) {
        return Err(ListError::OtherSize { given, found });
    }
    Ok(Board::new(found, &rows.concat())?)
}
