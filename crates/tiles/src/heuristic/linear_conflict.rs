//! Linear conflict: Manhattan distance, and two more for every tile that must step out of its own line.
//!
//! Two tiles that stand in the row where both belong, in the wrong order, cannot pass each other inside it: one has to
//! leave the row and come back, two moves that Manhattan distance does not see. A whole row needs as many tiles to
//! leave as must be taken away for the rest to stand in order, and that is computed exactly: the tiles that belong in the
//! row, less the longest of their increasing subsequences. The same holds for columns, and the two never count the
//! same move, since leaving a row is vertical and leaving a column is horizontal.
//!
//! *What a move changes.* A tile that moves up or down keeps its place in its column's order. In the rows it leaves and
//! enters it matters only where it belongs; so one line changes at most, the tile's **own** row, and only if the tile
//! leaves or enters it. Entering it comes one step nearer (-1) and may add a conflict (+2); leaving it is the reverse.
//! Any other move is Manhattan's. So each move changes the estimate by exactly one, up or down: it is consistent.
//!
//! *Tables.* On 4x4 boards of packed nibbles a row is a 16-bit key. The most that must leave a line of four is three,
//! so two bits hold the answer and one byte the answers for all four rows: 64 KiB for rows and 64 KiB for columns,
//! whose nibbles are gathered by a multiplication. Elsewhere a line of up to six cells is a number with one digit per
//! cell (0 for a tile that does not belong, else 1 + its place) that is the index of its answer; longer lines are computed.

use hueco_search::{Cost, Heuristic, Quality};

use super::Manhattan;
use crate::board::{Direction, Shape};
use crate::cells::Cells;
use crate::problem::{Frame, Sliding, Tiles};

/// Lines of at most this many cells look their conflicts up; 7 would take 2 MiB.
const LONGEST_IN_TABLE: usize = 6;

/// Lines of at most this many cells are computed without the heap.
const LONGEST_ON_STACK: usize = 128;

/// Manhattan distance plus twice the least number of tiles that must leave each line.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    shape: Shape,
    rows: Lines,
    cols: Lines,
    square_of_four: Option<Quads>,
}

impl LinearConflict {
    /// Measured to the goal of `frame`.
    pub fn new(frame: &Frame) -> Self {
        Self::towards(frame, frame.home())
    }

    /// Measured to any arrangement: by label, the cell where it belongs.
    pub fn towards(frame: &Frame, target: &[u16]) -> Self {
        let shape = frame.shape();
        let row = |cell: u16| shape.row(cell as usize) as u16;
        let col = |cell: u16| shape.col(cell as usize) as u16;
        let rows = Lines::new(shape.rows(), shape.cols(), 1, shape.cols(), target.iter().map(|&c| (row(c), col(c))));
        let cols = Lines::new(shape.cols(), shape.rows(), shape.cols(), 1, target.iter().map(|&c| (col(c), row(c))));
        let square_of_four = (shape.rows() == 4 && shape.cols() == 4).then(|| Quads::new(&rows, &cols));
        Self { manhattan: Manhattan::towards(frame, target), shape, rows, cols, square_of_four }
    }

    /// How many tiles must leave their line, over all rows and columns.
    pub fn conflicts<C: Cells>(&self, cells: &C) -> u32 {
        let all =
            |lines: &Lines| (0..lines.count).map(|line| lines.must_leave(line, |cell| cells.get(cell))).sum::<u32>();
        all(&self.rows) + all(&self.cols)
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> usize {
        let quads = self.square_of_four.as_ref().map_or(0, |quads| quads.rows.len() + quads.cols.len());
        self.rows.must_leave.len() + self.cols.must_leave.len() + quads
    }

    /// By how much the number of tiles that must leave their line changes: -1, 0 or 1.
    fn change<C: Cells>(&self, before: &C, moved: Sliding, vertical: bool) -> i32 {
        let shape = self.shape;
        let (lines, left, entered, place) = if vertical {
            (&self.rows, shape.row(moved.from), shape.row(moved.to), shape.col(moved.to))
        } else {
            (&self.cols, shape.col(moved.from), shape.col(moved.to), shape.row(moved.to))
        };
        let own = lines.home[moved.label].0 as usize;
        if own != left && own != entered {
            return 0;
        }
        let made = lines.made_by(own, place, moved.label, |cell| if cell == moved.from { 0 } else { before.get(cell) });
        if own == entered { made } else { -made }
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for LinearConflict {
    type Memo = C::Sum;

    fn memo(&self, _: &Tiles<C>, state: &C) -> C::Sum {
        super::sum::<C>(self.manhattan.distance(state) + 2 * self.conflicts(state))
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, memo: &C::Sum, before: &C, direction: Direction) -> C::Sum {
        let moved = tiles.sliding(before, direction);
        let vertical = matches!(direction, Direction::Up | Direction::Down);
        let change = match (before.word(), &self.square_of_four) {
            (Some(word), Some(quads)) => quads.change(word, moved, vertical),
            _ => self.change(before, moved, vertical),
        };
        let sum: u32 = self.manhattan.advance(tiles, memo, before, direction).into();
        super::sum::<C>(sum.wrapping_add_signed(2 * change))
    }

    #[inline]
    fn estimate(&self, memo: &C::Sum, _: Cost) -> Option<Cost> {
        Some((*memo).into())
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}

/// All rows, or all columns.
#[derive(Clone, Debug)]
struct Lines {
    count: usize,
    length: usize,
    /// From a cell to the next one of its line.
    step: usize,
    /// From a line's first cell to the next line's.
    stride: usize,
    /// By label: the line where it belongs and its place in it. The blank belongs nowhere.
    home: Box<[(u16, u16)]>,
    /// By the line as a number with one digit a cell: how many tiles must leave. Empty for long lines.
    must_leave: Box<[u8]>,
}

impl Lines {
    fn new(count: usize, length: usize, step: usize, stride: usize, home: impl Iterator<Item = (u16, u16)>) -> Self {
        let mut home: Box<[(u16, u16)]> = home.collect();
        home[0] = (u16::MAX, u16::MAX);
        let must_leave = if length <= LONGEST_IN_TABLE { Self::table(length) } else { Box::default() };
        Self { count, length, step, stride, home, must_leave }
    }

    fn table(length: usize) -> Box<[u8]> {
        let base = length + 1;
        (0..base.pow(length as u32))
            .map(|code| {
                let digits = (0..length as u32).map(|place| code / base.pow(place) % base);
                out_of_order(digits.filter(|&digit| digit != 0).map(|digit| digit as u16 - 1), length) as u8
            })
            .collect()
    }

    /// What a cell of `line` holds, as a digit: 0 for a tile that does not belong there, else 1 + its place.
    #[inline]
    fn digit(&self, line: usize, label: usize) -> usize {
        let (own, place) = self.home[label];
        if own as usize == line { 1 + place as usize } else { 0 }
    }

    /// How many tiles must leave `line`.
    fn must_leave(&self, line: usize, content: impl Fn(usize) -> usize) -> u32 {
        if self.must_leave.is_empty() {
            let digits = (0..self.length).map(|place| self.digit(line, content(self.cell(line, place))));
            return out_of_order(digits.filter(|&digit| digit != 0).map(|digit| digit as u16 - 1), self.length);
        }
        self.must_leave[self.code(line, content)] as u32
    }

    /// How many more must leave `line` if `label`, which belongs there, comes to an empty `place` of it.
    #[inline]
    fn made_by(&self, line: usize, place: usize, label: usize, content: impl Fn(usize) -> usize) -> i32 {
        if self.must_leave.is_empty() {
            let filled = |cell| if cell == self.cell(line, place) { label } else { content(cell) };
            return self.must_leave(line, filled) as i32 - self.must_leave(line, &content) as i32;
        }
        let empty = self.code(line, content);
        let filled = empty + self.digit(line, label) * (self.length + 1).pow(place as u32);
        self.must_leave[filled] as i32 - self.must_leave[empty] as i32
    }

    #[inline]
    fn cell(&self, line: usize, place: usize) -> usize {
        line * self.stride + place * self.step
    }

    /// A line as a number, its last cell the highest digit.
    #[inline]
    fn code(&self, line: usize, content: impl Fn(usize) -> usize) -> usize {
        let digits = (0..self.length).map(|place| self.digit(line, content(self.cell(line, place))));
        digits.rev().fold(0, |code, digit| code * (self.length + 1) + digit)
    }
}

/// How many of these different places, all below `length`, must be taken away for the rest to increase.
///
/// `ends[k]` is the least place at which an increasing subsequence of k + 1 places can end; each place extends the
/// longest subsequence that ends below it.
fn out_of_order(places: impl Iterator<Item = u16>, length: usize) -> u32 {
    let (mut few, mut many);
    let ends: &mut [u16] = if length <= LONGEST_ON_STACK {
        few = [0; LONGEST_ON_STACK];
        &mut few
    } else {
        many = vec![0; length];
        &mut many
    };
    let (mut count, mut longest) = (0, 0);
    for place in places {
        let extended = ends[..longest].partition_point(|&end| end < place);
        ends[extended] = place;
        longest = longest.max(extended + 1);
        count += 1;
    }
    count - longest as u32
}

/// Tables for 4x4 boards: by the four nibbles of a line, how many tiles must leave it, two bits for each line it may
/// be.
#[derive(Clone, Debug)]
struct Quads {
    rows: Box<[u8; 1 << 16]>,
    cols: Box<[u8; 1 << 16]>,
    /// By label: row and column where it belongs.
    home: [(u8, u8); 16],
}

impl Quads {
    fn new(rows: &Lines, cols: &Lines) -> Self {
        // The blank, which never slides, belongs nowhere; any line will do for it.
        let home = std::array::from_fn(|label| (rows.home[label].0 as u8 & 3, cols.home[label].0 as u8 & 3));
        Self { rows: Self::answers(rows), cols: Self::answers(cols), home }
    }

    fn answers(lines: &Lines) -> Box<[u8; 1 << 16]> {
        let mut table: Box<[u8; 1 << 16]> = vec![0; 1 << 16].try_into().expect("as many bytes as keys");
        for line in 0..4 {
            // Two nibbles make two digits of the line's number; both halves of a key use the same 256.
            let pair: Vec<usize> =
                (0..256).map(|two| lines.digit(line, two & 15) + 5 * lines.digit(line, two >> 4)).collect();
            for (key, answers) in table.iter_mut().enumerate() {
                *answers |= lines.must_leave[pair[key & 255] + 25 * pair[key >> 8]] << (2 * line);
            }
        }
        table
    }

    /// By how much the number of tiles that must leave their line changes: only the moved tile's own line can.
    #[inline]
    fn change(&self, before: u64, moved: Sliding, vertical: bool) -> i32 {
        let tile = moved.label as u64;
        let after = before ^ (tile << (4 * moved.from) | tile << (4 * moved.to));
        let (row, col) = self.home[moved.label & 15];
        let (table, line) = if vertical { (&self.rows, row) } else { (&self.cols, col) };
        let answer = |board: u64| {
            let key = if vertical { (board >> (16 * line)) as u16 } else { column(board, line) };
            (table[key as usize] >> (2 * line) & 3) as i32
        };
        answer(after) - answer(before)
    }
}

/// The four nibbles of a column of a 4x4 board side by side. They stand 16 bits apart; each factor takes one of them
/// to its place in the top 16 bits, and no two products fall together. To treat rows the same way, without a branch,
/// was slower.
#[inline]
pub(super) fn column(board: u64, col: u8) -> u16 {
    let spread = board >> (4 * col) & 0x000F_000F_000F_000F;
    (spread.wrapping_mul(1 << 48 | 1 << 36 | 1 << 24 | 1 << 12) >> 48) as u16
}
