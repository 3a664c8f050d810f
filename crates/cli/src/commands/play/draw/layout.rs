//! Where things go: the title on top, the keys at the bottom, between them the board with the text beside it, or below it where the
//! screen is narrow. The board gets the largest tiles that leave room for the rest; where not even numbers alone do, the keys give
//! way.

use hueco_tiles::Shape;
use ratatui::layout::Rect;

/// The narrowest text beside a board, and the gap between them.
const SIDE: u16 = 30;
const GAP: u16 = 2;
/// The narrowest text below a board.
const NARROW: u16 = 24;
/// The fewest lines of text: where the keys are listed, and without them. The latter hold any refusal and the end of a game.
const LINES: u16 = 5;
const FEWEST: u16 = 4;
/// The sizes of a tile, from large to small; a wider one where its number needs it.
const TILES: [(u16, u16); 3] = [(11, 5), (7, 3), (5, 3)];

/// The lines of the title.
const TITLE: u16 = 1;

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

/// A tile that is its number alone.
fn plain(shape: Shape) -> (u16, u16) {
    ((shape.cells() - 1).to_string().len() as u16 + 1, 1)
}

/// The width and height of a board.
fn size(shape: Shape, (width, height): (u16, u16)) -> (u16, u16) {
    (width.saturating_mul(shape.cols() as u16), height.saturating_mul(shape.rows() as u16))
}

impl Places {
    /// On a screen, for a board, with this number of lines of keys if there is room for them.
    pub(in super::super) fn new(screen: Rect, shape: Shape, keys: u16) -> Result<Self, TooSmall> {
        let listed = Self::fit(screen, shape, keys + 1, LINES);
        listed.or_else(|| Self::fit(screen, shape, 0, FEWEST)).ok_or_else(|| {
            let (width, height) = size(shape, plain(shape));
            TooSmall { columns: width.max(NARROW), rows: height.saturating_add(TITLE + FEWEST) }
        })
    }

    /// The largest tiles that leave this many lines at the bottom, and these for the text.
    fn fit(screen: Rect, shape: Shape, bottom: u16, lines: u16) -> Option<Self> {
        let body = Rect { y: TITLE, height: screen.height.saturating_sub(TITLE + bottom), ..screen };
        let wide = |(width, height): (u16, u16)| (width.max(plain(shape).0 + 1), height);
        TILES.into_iter().map(wide).chain([plain(shape)]).find_map(|tile| {
            let (width, height) = size(shape, tile);
            let beside = width.saturating_add(GAP + SIDE) <= body.width && height.max(lines) <= body.height;
            let below = width.max(NARROW) <= body.width && height.saturating_add(lines) <= body.height;
            let text = match (beside, below) {
                (true, _) => Rect { x: width + GAP, width: body.width - width - GAP, ..body },
                (_, true) => {
                    let rest = body.height - height;
                    let gap = u16::from(rest > lines);
                    Rect { y: body.y + height + gap, height: rest - gap, ..body }
                }
                _ => return None,
            };
            let title = Rect { height: TITLE, y: 0, ..screen };
            let keys = bottom.saturating_sub(1);
            let keys = Rect { y: screen.height - keys, height: keys, ..screen };
            Some(Self { title, board: Rect { width, height, ..body }, text, keys, tile, shape })
        })
    }

    /// The same with text down to the bottom of the screen, over the keys.
    pub(in super::super) fn without_keys(self) -> Self {
        let bottom = self.keys.bottom();
        let text = Rect { height: bottom - self.text.y, ..self.text };
        Self { text, keys: Rect { y: bottom, height: 0, ..self.keys }, ..self }
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
        assert_eq!(tile(80, 24, 40, 40), Err(TooSmall { columns: 200, rows: 45 }));
    }

    #[test]
    fn the_size_that_is_asked_for_is_enough_and_one_less_is_not() {
        for (rows, cols) in [(2, 2), (3, 3), (4, 4), (3, 9), (10, 10), (40, 40)] {
            let at = |width, height| places(width, height, rows, cols);
            let least @ TooSmall { columns, rows } = at(1, 1).unwrap_err();
            for (width, height) in [(columns - 1, rows), (columns, rows - 1), (columns, 3), (5, 500)] {
                assert_eq!(at(width, height), Err(least), "{width}x{height}");
            }
            for more in 0..30 {
                for (width, height) in [(columns, rows), (columns + more, rows), (columns, rows + more)] {
                    let places = at(width, height).unwrap();
                    assert!(places.text.height >= FEWEST && places.text.width >= NARROW, "{width}x{height} {places:?}");
                }
            }
        }
        assert_eq!(places(80, 4, 4, 4).unwrap_err(), TooSmall { columns: 24, rows: 9 });
    }

    #[test]
    fn text_that_needs_it_gets_the_room_of_the_keys() {
        let places = places(40, 17, 4, 4).unwrap();
        let all = places.without_keys();
        assert_eq!((all.tile, all.board, all.keys.height), (places.tile, places.board, 0));
        assert_eq!((all.text.y, all.text.bottom()), (places.text.y, 17));
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
