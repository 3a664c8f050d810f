//! A pattern: some tiles, known by the cells where they belong, and the cell where the blank belongs.
//!
//! Nothing else decides what a table holds, so boards of all goals with the same geometry share it. Turned around or
//! reflected, a pattern has the same table with other names for cells and tiles: of all its pictures (eight, some of
//! them on a board of swapped sides) the smallest is the *canonical* one, and only its table is ever built.
//!
//! A pattern also says which kind of table it has: the least distance over all cells of the blank, or distances *by region*
//! (`pockets.rs`).

use std::fmt;

use crate::board::{Direction, Shape};

/// One of the eight ways to turn and reflect a board: what it does to rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
}

impl Symmetry {
    /// All eight, the identity first and the transposition second.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8_u8).map(|bits| Self { transpose: bits & 1 != 0, flip_rows: bits & 2 != 0, flip_cols: bits & 4 != 0 })
    }

    /// The shape of the picture.
    pub fn shape(self, shape: Shape) -> Shape {
        let (rows, cols) = if self.transpose { (shape.cols(), shape.rows()) } else { (shape.rows(), shape.cols()) };
        Shape::new(rows, cols).expect("as many cells as before")
    }

    /// By cell: its cell in the picture.
    pub fn cells(self, shape: Shape) -> Vec<u8> {
        let picture = |cell| {
            let (mut row, mut col) = (shape.row(cell), shape.col(cell));
            if self.flip_rows {
                row = shape.rows() - 1 - row;
            }
            if self.flip_cols {
                col = shape.cols() - 1 - col;
            }
            if self.transpose { col * shape.rows() + row } else { row * shape.cols() + col }
        };
        (0..shape.cells()).map(|cell| picture(cell) as u8).collect()
    }
}

/// By cell of a picture: the cell that it shows.
pub(super) fn inverse(cells: &[u8]) -> Vec<u8> {
    let mut originals = vec![0; cells.len()];
    for (cell, &picture) in cells.iter().enumerate() {
        originals[picture as usize] = cell as u8;
    }
    originals
}

/// The picture of a set of cells.
pub(super) fn picture(mask: u64, cells: &[u8]) -> u64 {
    bits(mask).fold(0, |picture, cell| picture | 1 << cells[cell])
}

/// The cells of a set, lowest first.
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

/// Tiles by the cells where they belong, on a board of a shape, with a blank that belongs in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    shape: Shape,
    blank: u8,
    homes: u64,
    by_region: bool,
}

impl Pattern {
    /// The caller has checked that the cells are on the board, the blank's not among them.
    pub(super) fn new(shape: Shape, blank: usize, homes: u64) -> Self {
        debug_assert!(homes >> blank & 1 == 0 && shape.cells() <= 64);
        Self { shape, blank: blank as u8, homes, by_region: false }
    }

    /// The same with a table by region, or without.
    #[must_use]
    pub(crate) fn by_region(self, by_region: bool) -> Self {
        Self { by_region, ..self }
    }

    /// Whether its table has distances by region: see `pockets.rs`.
    pub fn is_by_region(&self) -> bool {
        self.by_region
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The blank's goal cell.
    pub fn blank(&self) -> usize {
        self.blank as usize
    }

    /// The tiles' goal cells, as a mask.
    pub fn homes(&self) -> u64 {
        self.homes
    }

    /// The tiles' goal cells, lowest first.
    pub fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.homes)
    }

    /// How many tiles it has.
    pub fn tiles(&self) -> usize {
        self.homes.count_ones() as usize
    }

    /// Its picture under a symmetry.
    #[must_use]
    pub fn under(&self, symmetry: Symmetry) -> Self {
        let cells = symmetry.cells(self.shape);
        let picture = Self::new(symmetry.shape(self.shape), cells[self.blank()] as usize, picture(self.homes, &cells));
        picture.by_region(self.by_region)
    }

    /// The smallest of its pictures, and the symmetry that leads there. Where in its region the blank belongs makes no
    /// difference to the distances, so it is the region's first cell: goals with the blank in different cells share tables.
    pub fn canonical(&self) -> (Self, Symmetry) {
        let picture = |symmetry| (self.under(symmetry).with_first_blank(), symmetry);
        Symmetry::all().map(picture).min_by_key(|(p, _)| *p).expect("eight of them")
    }

    /// A flip of rows, of columns or of both that leaves it as it is: the same goal cells, and the blank in the same region.
    pub(super) fn own_flip(&self) -> Option<Symmetry> {
        let same = |symmetry: &Symmetry| self.under(*symmetry).with_first_blank() == self.with_first_blank();
        Symmetry::all().skip(1).filter(|symmetry| !symmetry.transpose).find(same)
    }

    /// The same with the blank in the first cell that it reaches without a move of the pattern's tiles.
    fn with_first_blank(self) -> Self {
        let (mut region, mut open) = (1_u64 << self.blank, vec![self.blank()]);
        while let Some(cell) = open.pop() {
            for next in Direction::ALL.into_iter().filter_map(|direction| self.shape.neighbour(cell, direction)) {
                if (region | self.homes) >> next & 1 == 0 {
                    region |= 1 << next;
                    open.push(next);
                }
            }
        }
        Self { blank: region.trailing_zeros() as u8, ..self }
    }
}

/// `4x4-b0-1.4.5`: the shape, the blank's goal cell, the tiles' goal cells; `4x4-b0-1.4.5-r` with distances by region. Also the
/// name of its file.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-b{}-", self.shape, self.blank)?;
        for (at, cell) in self.cells().enumerate() {
            write!(f, "{}{cell}", if at == 0 { "" } else { "." })?;
        }
        f.write_str(if self.by_region { "-r" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_pattern_share_their_canonical_form() {
        let pattern = Pattern::new(Shape::new(3, 4).unwrap(), 3, 0b1_0000_0110);
        let (canonical, to) = pattern.canonical();
        let picture = pattern.under(to);
        assert_eq!((picture.shape(), picture.homes()), (canonical.shape(), canonical.homes()));
        for symmetry in Symmetry::all() {
            let picture = pattern.under(symmetry);
            assert_eq!(picture.canonical().0, canonical);
            assert_eq!(picture.tiles(), 3);
        }
        assert_eq!(pattern.to_string(), "3x4-b3-1.2.8");
    }

    #[test]
    fn goals_share_tables_where_the_blank_walks_from_one_to_the_other() {
        let shape = Shape::new(3, 3).unwrap();
        let canonical = |blank| Pattern::new(shape, blank, 0b11).canonical().0;
        assert!((3..9).all(|blank| canonical(blank) == canonical(2)));
        // The corner behind two tiles is a region of its own.
        let corner = |blank| Pattern::new(shape, blank, 0b1010).canonical().0;
        assert_ne!(corner(0), corner(8));
        assert_eq!(corner(2), corner(8));
    }
}
