//! What a vertical move does to the order of the tiles.
//!
//! Let the blank stand in cell *b* and go down. The tile below it comes to stand in cell *b*, and in the order of the
//! tiles it passes the cols - 1 tiles that stood between: the places *b* … *b* + cols - 1 of the order are turned by one.
//! The labels before these places stay, and so does the set of labels after them; so of all the digits of the Lehmer
//! number only those cols digits change, and they change by themselves:
//!
//! ```text
//! order =  digits before │ cols digits │ digits after      before and after stay; the middle goes through a table
//! ```
//! So the order after the move is the order before it plus a number from a small table, indexed by the middle digits.
//! The middle digits are ⌊order / stride⌋ mod groups, where *stride* counts the arrangements of what comes after. Two
//! orders with the same middle digits and one after the other go to two orders one after the other: a walk through
//! the orders one by one finds all targets side by side as well, and the memory they lie in is read in streams.
//!
//! Orders are halved Lehmer numbers. Where the middle reaches the last two places the dropped digit is needed, and the
//! parity of the digits before decides it.
//!
//! *Segments.* To avoid the division, orders are taken in segments of q!/2, within which the first n - q digits are
//! constant. Then an index is a base, computed once per segment, plus an offset from a table by the place in the segment.

use super::rank::{FACTORIAL, Ranking};

/// The most places of the order that vary within a segment, unless columns are more.
const VARYING: usize = 7;

/// The vertical moves of all orders.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// Orders a segment.
    segment: u64,
    /// The base of the last digit that is constant within a segment, and so on up to the first digit's.
    bases: std::ops::RangeInclusive<u64>,
    /// By the upper cell: the moves between it and the cell below it.
    edges: Vec<Edge>,
    /// Zero for each place of a segment.
    zeros: Box<[u16]>,
    cols: usize,
}

/// The blank between one cell and the cell below it.
#[derive(Clone, Debug)]
struct Edge {
    index: Index,
    /// Places of a segment, one after the other, that share their index.
    run: usize,
    /// By place in the segment: what is added to the base. Twice as many where parity matters.
    offset: Box<[u16]>,
    /// By index: what is added to the order when the blank goes down.
    down: Box<[i64]>,
    /// The same for up.
    up: Box<[i64]>,
    /// Where no move leaves its segment, by place: the place from which the blank comes down to this one. Twice as many
    /// where parity matters, none where moves leave the segment.
    down_from: Box<[u16]>,
    /// The same for up.
    up_from: Box<[u16]>,
}

/// How the base of a segment is computed from its number.
#[derive(Clone, Copy, Debug)]
enum Index {
    /// The middle digits are constant within a segment: ⌊number / every⌋ mod groups.
    Constant { every: u64, groups: u64 },
    /// Some of them vary: (number mod every) · step.
    Partly { every: u64, step: u64 },
    /// All of them vary, and the dropped digit is not among them.
    Within,
    /// All of them vary, and the parity of the digits before is needed.
    Parity,
}

/// The moves over one edge in one direction, for the orders of one segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    run: usize,
    from: &'a [u16],
    offset: &'a [u16],
    change: &'a [i64],
}

impl Row<'_> {
    /// The change is the same for this many places, counted from any multiple of it.
    #[inline]
    pub(super) fn run(&self) -> usize {
        self.run
    }

    /// By place: the place that the move leads from, if it never leaves the segment.
    #[inline]
    pub(super) fn from(&self) -> &[u16] {
        self.from
    }

    /// What is added to the order at this place of the segment.
    #[inline]
    pub(super) fn change(&self, place: usize) -> i64 {
        self.change[self.offset[place] as usize]
    }
}

impl Turns {
    pub(super) fn new(ranking: &Ranking) -> Self {
        let shape = ranking.read_shape();
        let (cells, cols) = (shape.cells(), shape.cols());
        let tiles = cells - 1;
        let varying = tiles.min(VARYING.max(cols + 1));
        let segment = (FACTORIAL[varying] / 2).max(1);
        let edges = (0..cells - cols).map(|upper| Edge::new(tiles, upper, cols, varying, ranking.odd(upper)));
        let zeros = vec![0; segment as usize].into();
        Self { segment, bases: varying as u64 + 1..=tiles as u64, edges: edges.collect(), zeros, cols }
    }

    /// Orders a segment.
    pub(super) fn segment(&self) -> u64 {
        self.segment
    }

    /// Bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        self.edges.iter().map(|edge| 6 * edge.offset.len() as u64 + 16 * edge.down.len() as u64).sum()
    }

    /// Whether the constant digits of a segment add up to an odd number.
    pub(super) fn odd(&self, number: u64) -> bool {
        let (mut rest, mut odd) = (number, 0);
        for base in self.bases.clone() {
            odd ^= rest % base;
            rest /= base;
        }
        odd % 2 == 1
    }

    /// The blank going down from `cell` in the orders of a segment. Nowhere, if there is no cell below.
    pub(super) fn down(&self, cell: usize, number: u64, odd: bool) -> Option<Row<'_>> {
        let edge = self.edges.get(cell)?;
        Some(edge.row(true, number, odd, self.segment))
    }

    /// The blank going up from `cell`.
    pub(super) fn up(&self, cell: usize, number: u64, odd: bool) -> Option<Row<'_>> {
        let edge = self.edges.get(cell.checked_sub(self.cols)?)?;
        Some(edge.row(false, number, odd, self.segment))
    }

    /// A move that changes nothing.
    pub(super) fn nowhere(&self) -> Row<'_> {
        Row { run: self.zeros.len(), from: &[], offset: &self.zeros, change: &[0] }
    }

    /// The order after the blank went down or up from `cell`, where there is such a move.
    #[inline]
    pub(super) fn after(&self, order: u64, cell: usize, down: bool) -> Option<u64> {
        let edge = self.edges.get(if down { cell } else { cell.checked_sub(self.cols)? })?;
        let (number, place) = (order / self.segment, order % self.segment);
        let odd = matches!(edge.index, Index::Parity) && self.odd(number);
        let row = edge.row(down, number, odd, self.segment);
        Some(order.wrapping_add_signed(row.change(place as usize)))
    }
}

impl Edge {
    fn new(tiles: usize, upper: usize, cols: usize, varying: usize, odd: bool) -> Self {
        // Labels that can stand in the first of the turned places, and those left after the last.
        let (left, after) = (tiles - upper, tiles - upper - cols);
        let groups = FACTORIAL[left] / FACTORIAL[after];
        let segment = (FACTORIAL[varying] / 2).max(1);
        if after <= 1 {
            let halved = groups / 2;
            let places = (0..2 * segment).map(|at| {
                let (before, place) = (at / segment, at % segment);
                let digits_before = place / halved;
                let before = before + digit_sum(digits_before, left as u64 + 1..=varying as u64);
                (before % 2 * halved + place % halved) as u16
            });
            let down = (0..halved * 2).map(|at| turned_half(at, left, cols, odd)).collect();
            return Self::both_ways(Index::Parity, segment as usize, places.collect(), down, 1);
        }
        let stride = FACTORIAL[after] / 2;
        let (index, offset): (_, Box<[u16]>) = if stride >= segment {
            (Index::Constant { every: stride / segment, groups }, vec![0; segment as usize].into())
        } else if left >= varying {
            let every = FACTORIAL[left] / FACTORIAL[varying];
            let places = (0..segment).map(|place| (place / stride) as u16);
            (Index::Partly { every, step: segment / stride }, places.collect())
        } else {
            (Index::Within, (0..segment).map(|place| (place / stride % groups) as u16).collect())
        };
        let down = (0..groups).map(|group| turned(group, left, cols) * stride as i64).collect();
        Self::both_ways(index, segment as usize, offset, down, stride as i64)
    }

    /// What goes up undoes what went down.
    fn both_ways(index: Index, segment: usize, offset: Box<[u16]>, down: Box<[i64]>, stride: i64) -> Self {
        let run = if matches!(index, Index::Parity) { 1 } else { segment.min(stride as usize) };
        let mut up = vec![0; down.len()];
        for (at, change) in down.iter().enumerate() {
            up[at.wrapping_add_signed((change / stride) as isize)] = -change;
        }
        let stays = matches!(index, Index::Within | Index::Parity | Index::Partly { every: 1, .. });
        // To come down is to go back up.
        let from = |back: &[i64]| -> Box<[u16]> {
            let source =
                |(at, &offset): (usize, &u16)| (at % segment).wrapping_add_signed(back[offset as usize] as isize);
            offset.iter().enumerate().filter(|_| stays).map(|place| source(place) as u16).collect()
        };
        let (down_from, up_from) = (from(&up), from(&down));
        Self { index, run, offset, down, up: up.into(), down_from, up_from }
    }

    #[inline]
    fn row(&self, down: bool, number: u64, odd: bool, segment: u64) -> Row<'_> {
        let (changes, from) = if down { (&self.down, &self.down_from) } else { (&self.up, &self.up_from) };
        let (first_offset, first_change) = match self.index {
            Index::Constant { every, groups } => (0, number / every % groups),
            Index::Partly { every, step } => (0, number % every * step),
            Index::Within => (0, 0),
            Index::Parity => (if odd { segment } else { 0 }, 0),
        };
        Row {
            run: self.run,
            from: from.get(first_offset as usize..).unwrap_or_default(),
            offset: &self.offset[first_offset as usize..],
            change: &changes[first_change as usize..],
        }
    }
}

/// The sum of the digits of a number, the last digit's base first.
fn digit_sum(mut number: u64, bases: impl Iterator<Item = u64>) -> u64 {
    let mut sum = 0;
    for base in bases {
        sum += number % base;
        number /= base;
    }
    sum
}

/// What the blank going down adds to the number of `cols` digits, of which the first has the base `left`, the next one
/// less: the last of the turned tiles comes first.
fn turned(group: u64, left: usize, cols: usize) -> i64 {
    let mut rest: Vec<u64> = (0..left as u64).collect();
    let mut weight = FACTORIAL[left] / FACTORIAL[left - cols];
    let mut number = group;
    let mut tiles: Vec<u64> = Vec::with_capacity(cols);
    for base in (1..=left as u64).rev().take(cols) {
        weight /= base;
        tiles.push(rest.remove((number / weight) as usize));
        number %= weight;
    }
    tiles.rotate_right(1);
    let after = tiles.iter().enumerate().fold(0, |number, (place, &tile)| {
        let smaller_before = tiles[..place].iter().filter(|&&before| before < tile).count();
        number * (left - place) as u64 + tile - smaller_before as u64
    });
    after as i64 - group as i64
}

/// The same for halved numbers at the end of the order: first for an even sum of the digits before, then for an odd one.
fn turned_half(at: u64, left: usize, cols: usize, odd: bool) -> i64 {
    let halved = FACTORIAL[left] / FACTORIAL[left - cols] / 2;
    let (before, half) = (at / halved, at % halved);
    let bases = || left as u64 - cols as u64 + 1..=left as u64;
    let fits = |group: &u64| (digit_sum(*group, bases()) + before) % 2 == u64::from(odd);
    let group = (2 * half..2 * half + 2).find(fits).expect("two groups that differ in a swap");
    let after = group.wrapping_add_signed(turned(group, left, cols));
    (after / 2) as i64 - half as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Direction, Shape};
    use crate::cells::{Cells, Wide};

    /// Every vertical move of every order (or of a sample of them), against the moves of boards.
    #[test]
    fn moves_of_ranks_are_moves_of_boards() {
        let shapes = [(1, 3), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (2, 6), (4, 4), (3, 5), (8, 2)];
        for (rows, cols) in shapes {
            let shape = Shape::new(rows, cols).unwrap();
            for goal in [0, shape.cells() / 2, shape.cells() - 1] {
                let ranking = Ranking::new(shape, goal).unwrap();
                let turns = Turns::new(&ranking);
                let step = (ranking.states() / 3001).max(1);
                for rank in (0..ranking.states()).step_by(step as usize) {
                    check(&ranking, &turns, rank);
                }
            }
        }
    }

    fn check(ranking: &Ranking, turns: &Turns, rank: u64) {
        let labels = ranking.unrank(rank);
        let (order, blank) = ranking.split(rank);
        let (number, place) = (order / turns.segment(), (order % turns.segment()) as usize);
        let odd = turns.odd(number);
        for (direction, down) in [(Direction::Up, false), (Direction::Down, true)] {
            let from = labels.iter().position(|&label| label == 0).unwrap();
            let expected = ranking.shape().neighbour(from, ranking.turned(direction)).map(|to| {
                let mut after = Wide::pack(&labels);
                after.slide(to, from);
                ranking.rank(&after).expect("a move keeps parity")
            });
            let cols = ranking.read_shape().cols();
            let cell = if down { blank + cols } else { blank.wrapping_sub(cols) };
            let found = turns.after(order, blank, down).map(|after| ranking.join(after, cell));
            assert_eq!(found, expected, "{} {labels:?} {direction:?}", ranking.shape());
            let row = if down { turns.down(blank, number, odd) } else { turns.up(blank, number, odd) };
            let by_row = row.map(|row| ranking.join(order.wrapping_add_signed(row.change(place)), cell));
            assert_eq!(by_row, expected, "{} {labels:?} {direction:?} by its row", ranking.shape());
        }
    }
}
