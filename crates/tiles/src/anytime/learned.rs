//! An ordering that was learned: a small network of one hidden layer, in whole numbers.

use crate::board::Shape;
use crate::problem::Sliding;

use super::ordering::Ordering;

/// Hidden units: half of them look at the board, half at its transposed image, with the same weights.
pub const UNITS: usize = 64;
/// Units that are stored.
pub const HALF: usize = UNITS / 2;
const QUARTER: usize = UNITS / 4;

/// Where a stored unit stands among all: own and turned ones that add, then own and turned ones that take away.
fn place(unit: usize) -> usize {
    if unit < QUARTER { unit } else { unit + QUARTER }
}

/// What a stored weight of 1.0 is.
pub const WEIGHT_ONE: f32 = 64.0;

/// The weights for one shape, the blank's goal cell being the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// Square boards of this side.
    pub side: usize,
    /// By home cell (the last: the blank) and cell: what goes to each stored unit.
    pub rows: Vec<[i8; HALF]>,
    /// By home cell and cell: what goes straight to the score.
    pub straight: Vec<i16>,
    /// What each unit starts from.
    pub bias: [i16; HALF],
}

/// The learned ordering.
#[derive(Clone, Debug)]
pub struct Learned {
    cells: usize,
    rows: Box<[[i16; UNITS]]>,
    straight: Box<[i32]>,
    bias: [i16; UNITS],
}

impl Learned {
    /// Toward the board whose labels stand in the cells `home`.
    pub fn new(net: &Net, shape: Shape, home: &[u16]) -> Option<Self> {
        let side = net.side;
        if shape.rows() != side || shape.cols() != side {
            return None;
        }
        let cells = side * side;
        let (row, col) = (home[0] as usize / side, home[0] as usize % side);
        if (row != 0 && row != side - 1) || (col != 0 && col != side - 1) {
            return None;
        }
        let image = |cell: usize| {
            let (r, c) = (cell / side, cell % side);
            let r = if row == 0 { side - 1 - r } else { r };
            let c = if col == 0 { side - 1 - c } else { c };
            r * side + c
        };
        let turned = |cell: usize| cell % side * side + cell / side;
        let mut rows = vec![[0; UNITS]; cells * cells];
        let mut straight = vec![0; cells * cells];
        for label in 0..cells {
            for cell in 0..cells {
                let (h, c) = (image(home[label] as usize), image(cell));
                let (own, other) = (h * cells + c, turned(h) * cells + turned(c));
                let to = &mut rows[label * cells + cell];
                for unit in 0..HALF {
                    let place = place(unit);
                    to[place] = i16::from(net.rows[own][unit]);
                    to[place + QUARTER] = i16::from(net.rows[other][unit]);
                }
                straight[label * cells + cell] = i32::from(net.straight[own]) + i32::from(net.straight[other]);
            }
        }
        let mut bias = [0; UNITS];
        for unit in 0..HALF {
            bias[place(unit)] = net.bias[unit];
            bias[place(unit) + QUARTER] = net.bias[unit];
        }
        Some(Self { cells, rows: rows.into(), straight: straight.into(), bias })
    }

    #[inline]
    fn sums(&self, cells: &[u8]) -> [i16; UNITS] {
        let mut sums = self.bias;
        for (cell, &label) in cells[..self.cells].iter().enumerate() {
            let row = &self.rows[label as usize * self.cells + cell];
            for unit in 0..UNITS {
                sums[unit] = sums[unit].wrapping_add(row[unit]);
            }
        }
        sums
    }

    /// What the units come to: the first half of them adds, the second takes away.
    #[inline]
    fn value(sums: &[i16; UNITS]) -> i32 {
        let mut differences = [0_i16; HALF];
        for unit in 0..HALF {
            differences[unit] = sums[unit].max(0).wrapping_sub(sums[unit + HALF].max(0));
        }
        let folded: [i16; HALF / 2] = folded(&differences);
        let folded: [i16; HALF / 4] = self::folded(&folded);
        let mut value = 0;
        for part in folded {
            value += i32::from(part);
        }
        value
    }
}

/// The first half of some numbers plus the second: a shape of loop that compilers turn into vector instructions.
#[inline]
fn folded<const LONG: usize, const SHORT: usize>(long: &[i16; LONG]) -> [i16; SHORT] {
    let mut short = [0; SHORT];
    for at in 0..SHORT {
        short[at] = long[at].wrapping_add(long[at + SHORT]);
    }
    short
}

impl Ordering for Learned {
    type Parent = ([i16; UNITS], i32);

    fn score(&self, cells: &[u8]) -> i32 {
        let straight: i32 = (0..self.cells).map(|cell| self.straight[cells[cell] as usize * self.cells + cell]).sum();
        straight + Self::value(&self.sums(cells))
    }

    #[inline]
    fn parent(&self, cells: &[u8]) -> Self::Parent {
        let sums = self.sums(cells);
        let value = Self::value(&sums);
        (sums, value)
    }

    #[inline]
    fn change(&self, (sums, value): &Self::Parent, _: &[u8], Sliding { label, from, to }: Sliding) -> i32 {
        let tile = label * self.cells;
        let (left, entered) = (&self.rows[tile + from], &self.rows[tile + to]);
        let (blank_left, blank_entered) = (&self.rows[to], &self.rows[from]);
        let mut after = *sums;
        for unit in 0..UNITS {
            let moved = entered[unit].wrapping_sub(left[unit]);
            let blank = blank_entered[unit].wrapping_sub(blank_left[unit]);
            after[unit] = after[unit].wrapping_add(moved).wrapping_add(blank);
        }
        let straight = self.straight[tile + to] - self.straight[tile + from] + self.straight[from] - self.straight[to];
        straight + Self::value(&after) - value
    }
}
