//! Where things go: the title on top, the keys at the bottom, between them the board with the text beside it, or below it where the
//! screen is narrow. The board gets the largest tiles that leave room for the rest.

use hueco_tiles::Shape;
use ratatui::layout::Rect;

/// The narrowest text beside a board, and the gap between them.
const SIDE: u16 = 30;
const GAP: u16 = 2;
/// The fewest lines of text below a board.
const BELOW: u16 = 6;
/// The sizes of a tile, from large to small; a wider one where its number needs it.
const TILES: [(u16, u16); 3] = [(11, 5), (7, 3), (5, 3)];

/// Where things go on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Places {
    pub(in super::super) title: Rect,
    pub(in super::super) board: Rect,
    pub(in super::super) text: Rect,
    pub(in super::super) keys: Rect,
    /// The width and height of a tile.
    pub(in super::super) tile: (u16, u16),
    shape: Shape,
}

/// The columns and rows of the smallest screen that a board fits on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct TooSmall {
    pub(in super::super) columns: u16,
    pub(in super::super) rows: u16,
}

impl Places {
    /// On a screen, for a board, with this number of lines of keys.
    pub(in super::super) fn new(screen: Rect, shape: Shape, keys: u16) -> Result<Self, TooSmall> {
        let digits = (shape.cells() - 1).to_string().len() as u16;
        let plain = (digits + 1, 1);
        let tiles = TILES.into_iter().map(|(width, height)| (width.max(digits + 2), height)).chain([plain]);
        let body = Rect { y: 1, height: screen.height.saturating_sub(keys + 2), ..screen };
        let size = |(width, height): (u16, u16)| {
            (width.saturating_mul(shape.cols() as u16), height.saturating_mul(shape.rows() as u16))
        };
        for tile in tiles {
            let (width, height) = size(tile);
            let board = Rect { width, height, ..body };
            let beside = board.width.saturating_add(GAP + SIDE) <= body.width && board.height <= body.height;
            let below = board.width <= body.width && board.height.saturating_add(BELOW) <= body.height;
            let text = match (beside, below) {
                (true, _) => Rect { x: board.width + GAP, width: body.width - board.width - GAP, ..body },
                (_, true) => Rect { y: body.y + board.height + 1, height: body.height - board.height - 1, ..body },
                _ => continue,
            };
            let title = Rect { height: 1, y: 0, ..screen };
            let keys = Rect { y: screen.height - keys, height: keys, ..screen };
            return Ok(Self { title, board, text, keys, tile, shape });
        }
        let (width, height) = size(plain);
        Err(TooSmall { columns: width.max(SIDE), rows: height.saturating_add(BELOW + keys + 2) })
    }

    /// Where a cell of the board is drawn.
    pub(in super::super) fn cell(&self, cell: usize) -> Rect {
        let (width, height) = self.tile;
        let (row, col) = (self.shape.row(cell) as u16, self.shape.col(cell) as u16);
        Rect { x: self.board.x + col * width, y: self.board.y + row * height, width, height }
    }

    /// The cell of the board at a place of the screen.
    pub(in super::super) fn cell_at(&self, column: u16, row: u16) -> Option<usize> {
        let (column, row) = (column.checked_sub(self.board.x)?, row.checked_sub(self.board.y)?);
        let (col, row) = ((column / self.tile.0) as usize, (row / self.tile.1) as usize);
        (col < self.shape.cols() && row < self.shape.rows()).then(|| row * self.shape.cols() + col)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(width: u16, height: u16, rows: usize, cols: usize) -> Result<Places, TooSmall> {
        Places::new(Rect::new(0, 0, width, height), Shape::new(rows, cols).unwrap(), 2)
    }

    #[test]
    fn tiles_are_as_large_as_the_screen_allows() {
        let tile = |width, height, rows, cols| places(width, height, rows, cols).map(|places| places.tile);
        assert_eq!(tile(80, 24, 3, 3), Ok((11, 5)));
        assert_eq!(tile(80, 24, 4, 4), Ok((11, 5)));
        assert_eq!(tile(80, 24, 5, 5), Ok((7, 3)));
        assert_eq!(tile(80, 24, 8, 8), Ok((3, 1)));
        assert_eq!(tile(40, 24, 4, 4), Ok((7, 3)));
        assert_eq!(tile(200, 60, 10, 10), Ok((11, 5)));
        assert_eq!(tile(80, 24, 40, 40), Err(TooSmall { columns: 200, rows: 50 }));
    }

    #[test]
    fn nothing_overlaps_and_everything_is_on_the_screen() {
        for (width, height) in [(30, 14), (40, 24), (80, 24), (132, 43), (200, 60)] {
            for side in 2..20 {
                let screen = Rect::new(0, 0, width, height);
                let Ok(places) = places(width, height, side, side) else { continue };
                let parts = [places.title, places.board, places.text, places.keys];
                for (at, part) in parts.iter().enumerate() {
                    assert_eq!(screen.intersection(*part), *part, "{width}x{height} {side} {places:?}");
                    assert!(
                        parts[..at].iter().all(|other| !other.intersects(*part)),
                        "{width}x{height} {side} {places:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_click_finds_the_cell_that_was_drawn_there() {
        let places = places(80, 24, 3, 4).unwrap();
        for cell in 0..12 {
            let area = places.cell(cell);
            assert_eq!(places.cell_at(area.x, area.y), Some(cell));
            assert_eq!(places.cell_at(area.right() - 1, area.bottom() - 1), Some(cell));
        }
        assert_eq!(places.cell_at(places.board.right(), places.board.y), None);
        assert_eq!(places.cell_at(0, 0), None);
    }
}
