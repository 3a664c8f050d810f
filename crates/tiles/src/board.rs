//! Shapes, directions and legal boards.
//!
//! A [`Board`] is always legal: every number from 0 (the blank) to cells - 1 once. What comes from outside is a
//! [`Layout`](crate::parse::Layout) until it was checked.

use std::fmt;

use thiserror::Error;

/// Rows and columns. At least two cells, at most [`Shape::MAX_CELLS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    rows: u16,
    cols: u16,
}

/// Why there is no such shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// Fewer than two cells.
    #[error("a board has at least two cells, {rows}x{cols} has fewer")]
    TooSmall {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// More cells than a board can number.
    #[error("a board has at most {max} cells, {rows}x{cols} has more", max = Shape::MAX_CELLS)]
    TooLarge {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
}

impl Shape {
    /// The most cells a board can have.
    pub const MAX_CELLS: usize = 1 << 15;

    /// A shape of this many rows and columns.
    pub fn new(rows: usize, cols: usize) -> Result<Self, ShapeError> {
        match rows.checked_mul(cols) {
            Some(0 | 1) => Err(ShapeError::TooSmall { rows, cols }),
            Some(cells) if cells <= Self::MAX_CELLS => Ok(Self { rows: rows as u16, cols: cols as u16 }),
            _ => Err(ShapeError::TooLarge { rows, cols }),
        }
    }

    /// Rows.
    #[inline]
    pub fn rows(self) -> usize {
        self.rows as usize
    }

    /// Columns.
    #[inline]
    pub fn cols(self) -> usize {
        self.cols as usize
    }

    /// Rows times columns.
    #[inline]
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The row of a cell; cells are numbered row by row from 0.
    #[inline]
    pub fn row(self, cell: usize) -> usize {
        cell / self.cols()
    }

    /// The column of a cell.
    #[inline]
    pub fn col(self, cell: usize) -> usize {
        cell % self.cols()
    }

    /// The cell beside `cell` in `direction`, if there is one.
    pub fn neighbour(self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, col) = (self.row(cell), self.col(cell));
        match direction {
            Direction::Up if row > 0 => Some(cell - self.cols()),
            Direction::Left if col > 0 => Some(cell - 1),
            Direction::Right if col + 1 < self.cols() => Some(cell + 1),
            Direction::Down if row + 1 < self.rows() => Some(cell + self.cols()),
            _ => None,
        }
    }

    /// Steps between two cells, along rows and columns.
    pub fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// A move, named for the direction in which **the blank** goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// The blank goes up.
    Up = 0,
    /// The blank goes left.
    Left = 1,
    /// The blank goes right.
    Right = 2,
    /// The blank goes down.
    Down = 3,
}

impl Direction {
    /// All four, in the usual order of creation (`ULRD`).
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The way back.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// `U`, `L`, `R` or `D`.
    pub fn letter(self) -> char {
        ['U', 'L', 'R', 'D'][self as usize]
    }

    /// The direction of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.letter() == letter.to_ascii_uppercase())
    }
}

/// A legal board: every number from 0 (the blank) to cells - 1, once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    shape: Shape,
    tiles: Box<[u16]>,
}

/// Why these numbers are no board. Cells are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// Too few or too many numbers for the shape.
    #[error("a {shape} board has {} numbers, not {found}", shape.cells())]
    Count {
        /// The shape asked for.
        shape: Shape,
        /// How many numbers there are.
        found: usize,
    },
    /// A number that is not on a board of this size.
    #[error("cell {cell} holds {number}; expected 0 to {largest}")]
    OutOfRange {
        /// Where.
        cell: usize,
        /// What stands there.
        number: u64,
        /// The largest tile.
        largest: usize,
    },
    /// A number that stands in two cells.
    #[error("{number} stands in cell {first} and again in cell {again}")]
    Twice {
        /// The number.
        number: u64,
        /// Where it stands first.
        first: usize,
        /// Where it stands again.
        again: usize,
    },
}

impl Board {
    /// Checks that `numbers`, row by row, are a board.
    pub fn new(shape: Shape, numbers: &[u64]) -> Result<Self, BoardError> {
        let cells = shape.cells();
        if numbers.len() != cells {
            return Err(BoardError::Count { shape, found: numbers.len() });
        }
        let mut first = vec![usize::MAX; cells];
        for (cell, &number) in numbers.iter().enumerate() {
            if number >= cells as u64 {
                return Err(BoardError::OutOfRange { cell, number, largest: cells - 1 });
            }
            let seen = &mut first[number as usize];
            if *seen != usize::MAX {
                return Err(BoardError::Twice { number, first: *seen, again: cell });
            }
            *seen = cell;
        }
        Ok(Self { shape, tiles: numbers.iter().map(|&n| n as u16).collect() })
    }

    /// `1 2 … 0`: the usual goal.
    pub fn blank_last(shape: Shape) -> Self {
        let cells = shape.cells();
        Self { shape, tiles: (0..cells).map(|cell| ((cell + 1) % cells) as u16).collect() }
    }

    /// `0 1 2 …`.
    pub fn blank_first(shape: Shape) -> Self {
        Self { shape, tiles: (0..shape.cells() as u16).collect() }
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The numbers, row by row; 0 is the blank.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The blank's cell.
    pub fn blank(&self) -> usize {
        self.position(0)
    }

    /// The cell where `tile` stands. Panics if the board has no such tile.
    pub fn position(&self, tile: u16) -> usize {
        self.tiles.iter().position(|&t| t == tile).expect("a legal board holds every tile")
    }

    /// For every tile (0 first), the cell where it stands.
    pub fn positions(&self) -> Vec<u16> {
        let mut at = vec![0; self.tiles.len()];
        for (cell, &tile) in self.tiles.iter().enumerate() {
            at[tile as usize] = cell as u16;
        }
        at
    }

    /// Moves the blank. `false`, and nothing changed, where the board ends.
    pub fn slide(&mut self, direction: Direction) -> bool {
        let blank = self.blank();
        let Some(from) = self.shape.neighbour(blank, direction) else { return false };
        self.tiles.swap(blank, from);
        true
    }

    /// The board after a move of the blank, where there is one.
    #[must_use]
    pub fn after(&self, direction: Direction) -> Option<Self> {
        let mut board = self.clone();
        board.slide(direction).then_some(board)
    }

    /// Every board one move away, with the move, in the order `ULRD`.
    pub fn neighbours(&self) -> impl Iterator<Item = (Direction, Self)> + '_ {
        Direction::ALL.into_iter().filter_map(|d| Some((d, self.after(d)?)))
    }
}

/// `1 2 3 / 4 0 5 / 7 8 6`
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles.iter().enumerate() {
            match (cell, self.shape.col(cell)) {
                (0, _) => write!(f, "{tile}")?,
                (_, 0) => write!(f, " / {tile}")?,
                _ => write!(f, " {tile}")?,
            }
        }
        Ok(())
    }
}
