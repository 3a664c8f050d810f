//! The pieces that a score is made of, and which of them weigh the same: what is the same in a mirror, or turned, is of
//! one *class*. A set of weights has one number for each class.

use std::sync::OnceLock;

use crate::board::Shape;

/// Displacements in a pair are distinguished up to this many rows and columns.
const FAR: i32 = 3;
const SPAN: i32 = 2 * FAR + 1;
/// What may stand in a cell of a pair: a tile with one of the displacements, or the blank.
pub(super) const CODES: usize = (SPAN * SPAN) as usize + 1;
pub(super) const BLANK: usize = CODES - 1;
/// The longest side of a board.
pub(super) const LONGEST: usize = 16;

/// How many rows and columns a tile is from home.
pub(super) type Displacement = (i32, i32);

pub(super) fn code((rows, cols): Displacement) -> usize {
    ((rows.clamp(-FAR, FAR) + FAR) * SPAN + cols.clamp(-FAR, FAR) + FAR) as usize
}

/// The code of the displacement's image; the blank's is its own.
pub(super) fn imaged(of: usize, image: fn(Displacement) -> Displacement) -> usize {
    let at = of as i32;
    if of == BLANK { BLANK } else { code(image((at / SPAN - FAR, at % SPAN - FAR))) }
}

pub(super) fn left_right((rows, cols): Displacement) -> Displacement {
    (rows, -cols)
}

fn up_down((rows, cols): Displacement) -> Displacement {
    (-rows, cols)
}

pub(super) fn diagonal((rows, cols): Displacement) -> Displacement {
    (cols, rows)
}

/// A board seen from its own side or from the goal's: the cells, and what stands there, how far from where it belongs.
///
/// From the goal's side cells are those of the goal, and a tile there belongs where it stands on the board: the way
/// between the two is the same, walked from the other end.
struct View {
    shape: Shape,
    /// By cell; `None` for the blank.
    away: Vec<Option<Displacement>>,
}

impl View {
    /// The board's own side.
    fn here(shape: Shape, home: &[u16], cells: &[u8]) -> Self {
        let cells = &cells[..shape.cells()];
        let away = cells.iter().enumerate().map(|(cell, &label)| away(shape, home, label.into(), cell)).collect();
        Self { shape, away }
    }

    /// The goal's.
    fn at_home(shape: Shape, home: &[u16], cells: &[u8]) -> Self {
        let mut from_home = vec![None; shape.cells()];
        for (cell, &label) in cells[..shape.cells()].iter().enumerate() {
            from_home[home[label as usize] as usize] = away(shape, home, label.into(), cell).map(back);
        }
        Self { shape, away: from_home }
    }
}

/// How far a label in `cell` is from home; `None` for the blank.
pub(super) fn away(shape: Shape, home: &[u16], label: usize, cell: usize) -> Option<Displacement> {
    let home = home[label] as usize;
    let by = |home: usize, here: usize| home as i32 - here as i32;
    (label != 0).then(|| (by(shape.row(home), shape.row(cell)), by(shape.col(home), shape.col(cell))))
}

/// The same path from its other end.
pub(super) fn back((rows, cols): Displacement) -> Displacement {
    (-rows, -cols)
}

/// The classes of what is seen from one side of a board.
#[derive(Debug)]
pub(super) struct Seen {
    /// By code, the edge to the right of it.
    edge: Vec<u16>,
    /// By the codes of a cell and of the one to the right of it.
    pub(super) beside: Vec<u16>,
    /// By the codes of a cell and of the one below to the right, which it touches by a corner.
    pub(super) corner: Vec<u16>,
}

/// Which weight a piece of a board has.
#[derive(Debug)]
pub struct Classes {
    /// By rows and columns away.
    tile: Vec<u16>,
    reversed: u16,
    pub(super) here: Seen,
    pub(super) at_home: Seen,
    count: usize,
}

/// Numbers classes on from `count`: all that `images` make of one another are one.
fn numbered<const K: usize>(codes: usize, count: &mut u16, images: &[&dyn Fn([usize; K]) -> [usize; K]]) -> Vec<u16> {
    const NONE: u16 = u16::MAX;
    let index = |cells: [usize; K]| cells.into_iter().fold(0, |index, code| index * codes + code);
    let mut classes = vec![NONE; codes.pow(K as u32)];
    for first in 0..classes.len() {
        if classes[first] != NONE {
            continue;
        }
        let mut cells = [0; K];
        let mut rest = first;
        for cell in cells.iter_mut().rev() {
            (*cell, rest) = (rest % codes, rest / codes);
        }
        let mut open = vec![cells];
        while let Some(cells) = open.pop() {
            if classes[index(cells)] == NONE {
                classes[index(cells)] = *count;
                open.extend(images.iter().map(|image| image(cells)));
            }
        }
        *count += 1;
    }
    classes
}

impl Seen {
    fn new(count: &mut u16) -> Self {
        let across = |code| imaged(code, left_right);
        let over = |code| imaged(code, up_down);
        let edge = numbered(CODES, count, &[&|[cell]: [usize; 1]| [over(cell)]]);
        let beside = numbered(
            CODES,
            count,
            &[&|[left, right]: [usize; 2]| [across(right), across(left)], &|[left, right]| [over(left), over(right)]],
        );
        let turned = |code| across(over(code));
        let mirrored = |code| imaged(code, diagonal);
        let corner = numbered(
            CODES,
            count,
            &[&|[above, below]: [usize; 2]| [turned(below), turned(above)], &|[above, below]| {
                [mirrored(above), mirrored(below)]
            }],
        );
        Self { edge, beside, corner }
    }

    /// The classes of the edges that `cell` is at, by what stands there.
    pub(super) fn edges(&self, shape: Shape, cell: usize, away: Option<Displacement>) -> impl Iterator<Item = usize> {
        let (row, col) = (shape.row(cell), shape.col(cell));
        let at = [col + 1 == shape.cols(), col == 0, row + 1 == shape.rows(), row == 0];
        let looking: [fn(Displacement) -> Displacement; 4] =
            [|away| away, left_right, diagonal, |away| left_right(diagonal(away))];
        let class = move |look: fn(Displacement) -> Displacement| {
            self.edge[away.map_or(BLANK, |away| code(look(away)))] as usize
        };
        at.into_iter().zip(looking).filter(|(at, _)| *at).map(move |(_, look)| class(look))
    }

    /// The classes of all that is seen.
    fn of(&self, view: &View, pieces: &mut Vec<u16>) {
        let (shape, cols) = (view.shape, view.shape.cols());
        let pair = |classes: &[u16], first: usize, second: usize, look: fn(Displacement) -> Displacement| {
            let code = |cell: usize| view.away[cell].map_or(BLANK, |away| code(look(away)));
            classes[code(first) * CODES + code(second)]
        };
        for (cell, &away) in view.away.iter().enumerate() {
            pieces.extend(self.edges(shape, cell, away).map(|class| class as u16));
            let (below, right) = (shape.row(cell) + 1 < shape.rows(), shape.col(cell) + 1 < cols);
            if right {
                pieces.push(pair(&self.beside, cell, cell + 1, |away| away));
            }
            if below {
                pieces.push(pair(&self.beside, cell, cell + cols, diagonal));
            }
            if below && right {
                pieces.push(pair(&self.corner, cell, cell + cols + 1, |away| away));
                pieces.push(pair(&self.corner, cell + 1, cell + cols, left_right));
            }
        }
    }
}

impl Classes {
    fn new() -> Self {
        let mut count = 0;
        let mut tile = vec![0; LONGEST * LONGEST];
        for rows in 0..LONGEST {
            for cols in rows..LONGEST {
                (tile[rows * LONGEST + cols], tile[cols * LONGEST + rows]) = (count, count);
                count += 1;
            }
        }
        let reversed = count;
        count += 1;
        let (here, at_home) = (Seen::new(&mut count), Seen::new(&mut count));
        Self { tile, reversed, here, at_home, count: count.into() }
    }

    /// The classes: made once.
    pub fn get() -> &'static Self {
        static CLASSES: OnceLock<Classes> = OnceLock::new();
        CLASSES.get_or_init(Self::new)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The class of a tile this many rows and columns from home, both below 16.
    pub fn tile(&self, rows: usize, cols: usize) -> usize {
        self.tile[rows * LONGEST + cols].into()
    }

    /// The class of reversed pairs.
    pub fn reversed(&self) -> usize {
        self.reversed.into()
    }

    /// The classes of all pieces of a board, for training: the score is the sum of their weights.
    pub fn of(&self, shape: Shape, home: &[u16], cells: &[u8], pieces: &mut Vec<u16>) {
        pieces.clear();
        let here = View::here(shape, home, cells);
        self.here.of(&here, pieces);
        self.at_home.of(&View::at_home(shape, home, cells), pieces);
        let cols = shape.cols();
        for (cell, &away) in here.away.iter().enumerate() {
            let Some((rows, across)) = away else { continue };
            pieces.push(self.tile(rows.unsigned_abs() as usize, across.unsigned_abs() as usize) as u16);
            let end_of_row = (shape.row(cell) + 1) * cols;
            let passed_right = (cell + 1..end_of_row).filter(|&other| {
                rows == 0 && here.away[other].is_some_and(|its| its.0 == 0 && across - its.1 > (other - cell) as i32)
            });
            let passed_below = (cell + cols..shape.cells()).step_by(cols).filter(|&other| {
                across == 0
                    && here.away[other].is_some_and(|its| its.1 == 0 && rows - its.0 > ((other - cell) / cols) as i32)
            });
            let reversed = passed_right.count() + passed_below.count();
            pieces.extend(std::iter::repeat_n(self.reversed, reversed));
        }
    }
}
