//! The `Board` that the course asks for: square, its goal `1 2 … 0`.

use std::fmt;

use hueco_search::Cost;
use hueco_tiles::board::{BoardError, ShapeError};
use hueco_tiles::heuristic::{Manhattan, Misplaced};
use hueco_tiles::{Cells, Frame, Order, Shape, Wide};
use thiserror::Error;

/// A square board of the `solver` course. Two boards are equal if they hold the same numbers in the same cells.
///
/// | in the course | here |
/// |---|---|
/// | constructor from a matrix | [`Board::from_rows`] |
/// | hamming | [`Board::hamming`] |
/// | manhattan | [`Board::manhattan`] |
/// | equals | `==` |
/// | neighbors | [`Board::neighbours`] |
/// | toString | [`Display`](fmt::Display) |
///
/// ```
/// use hueco_courses::solver::Board;
///
/// let board = Board::from_rows(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// assert_eq!((board.hamming(), board.manhattan()), (5, 10));
/// assert_eq!(board.neighbours().count(), 4);
/// assert_eq!(board.to_string(), "8 1 3\n4   2\n7 6 5");
/// assert_ne!(board, board.twin());
/// # Ok::<(), hueco_courses::solver::MatrixError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(hueco_tiles::Board);

/// Why a matrix is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MatrixError {
    /// A row is longer or shorter than there are rows.
    #[error("row {row} has {found} numbers; expected {expected}, as many as rows")]
    NotSquare {
        /// Which row, from 0.
        row: usize,
        /// Its length.
        found: usize,
        /// How many rows there are.
        expected: usize,
    },
    /// Fewer than two rows.
    #[error("a board of this course has at least two rows")]
    TooSmall,
    /// More cells than a board can have.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A number is missing, or stands there twice.
    #[error(transparent)]
    Numbers(#[from] BoardError),
}

impl Board {
    /// The board of a matrix of N rows and N columns; 0 is the blank.
    pub fn from_rows<R: AsRef<[u16]>>(rows: &[R]) -> Result<Self, MatrixError> {
        let expected = rows.len();
        for (row, numbers) in rows.iter().enumerate() {
            let found = numbers.as_ref().len();
            if found != expected {
                return Err(MatrixError::NotSquare { row, found, expected });
            }
        }
        let numbers: Vec<u64> = rows.iter().flat_map(AsRef::as_ref).map(|&number| number.into()).collect();
        Self::of_numbers(expected, &numbers)
    }

    pub(super) fn of_numbers(n: usize, numbers: &[u64]) -> Result<Self, MatrixError> {
        if n < 2 {
            return Err(MatrixError::TooSmall);
        }
        Ok(Self(hueco_tiles::Board::new(Shape::new(n, n)?, numbers)?))
    }

    /// N: the number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.0.shape().rows()
    }

    /// The number in a cell, rows and columns from 0; `None` outside the board.
    pub fn get(&self, row: usize, col: usize) -> Option<u16> {
        let n = self.size();
        (row < n && col < n).then(|| self.0.tiles()[row * n + col])
    }

    /// The same board for every other part of the library.
    pub fn as_tiles(&self) -> &hueco_tiles::Board {
        &self.0
    }

    /// Tiles out of place, the blank not counted.
    pub fn hamming(&self) -> Cost {
        let (frame, cells) = self.labelled();
        Misplaced::new(&frame).count(&cells)
    }

    /// The sum of the tiles' distances to their places, the blank not counted.
    pub fn manhattan(&self) -> Cost {
        let (frame, cells) = self.labelled();
        Manhattan::new(&frame).distance(&cells)
    }

    /// Whether this is `1 2 … 0`.
    pub fn is_goal(&self) -> bool {
        self.0 == self.goal()
    }

    /// The boards one move away: the blank goes up, down, left, right.
    pub fn neighbours(&self) -> impl Iterator<Item = Self> + '_ {
        Order::UDLR.0.into_iter().filter_map(|direction| self.0.after(direction).map(Self))
    }

    /// This board with two tiles of one row exchanged, the first two that stand side by side. Of a board and its twin
    /// exactly one can be solved.
    #[must_use]
    pub fn twin(&self) -> Self {
        let n = self.size();
        let mut numbers: Vec<u64> = self.0.tiles().iter().map(|&number| number.into()).collect();
        // The blank is in one row at most, so the first two cells of one of the first two rows hold tiles.
        let first = if numbers[0] == 0 || numbers[1] == 0 { n } else { 0 };
        numbers.swap(first, first + 1);
        Self::of_numbers(n, &numbers).expect("the same numbers in another order")
    }

    pub(super) fn goal(&self) -> hueco_tiles::Board {
        hueco_tiles::Board::blank_last(self.0.shape())
    }

    fn labelled(&self) -> (Frame, Wide) {
        let frame = Frame::new(&self.goal());
        let cells = Wide::pack(&frame.labels(&self.0));
        (frame, cells)
    }
}

impl TryFrom<hueco_tiles::Board> for Board {
    type Error = MatrixError;

    fn try_from(board: hueco_tiles::Board) -> Result<Self, MatrixError> {
        let (rows, cols) = (board.shape().rows(), board.shape().cols());
        match rows {
            0 | 1 => Err(MatrixError::TooSmall),
            _ if rows != cols => Err(MatrixError::NotSquare { row: 0, found: cols, expected: rows }),
            _ => Ok(Self(board)),
        }
    }
}

/// The rows, each cell right-aligned to the width of the largest tile, one space between, the blank as spaces, no spaces
/// at the end of a row.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.size();
        let width = (n * n - 1).to_string().len();
        for (index, row) in self.0.tiles().chunks(n).enumerate() {
            let cells: Vec<String> =
                row.iter().map(|&tile| if tile == 0 { " ".repeat(width) } else { format!("{tile:>width$}") }).collect();
            let line_break = if index == 0 { "" } else { "\n" };
            write!(f, "{line_break}{}", cells.join(" ").trim_end())?;
        }
        Ok(())
    }
}
