//! Additive pattern databases: for each group of tiles the exact number of their own moves, added up.
//!
//! A move moves one tile, and a tile is in one group: so no move is counted twice and the sum never exceeds the true
//! distance. Where the board can be reflected without moving the blank's goal cell, the reflected board has a second sum
//! from the same tables. It is asked for only if the first does not settle the matter.
//!
//! The memo is a word for each group, its placement. A move changes one of them (and one of the reflected ones), through
//! the tables of [`crate::pattern::table::Numbering`]; nothing is ranked again.
//!
//! *Quality.* The tables forget in which region of the free cells the blank is: they keep the least distance over all.
//! A move of a tile may therefore change an entry by three. The sum is admissible; it is consistent only where the free
//! cells of every group are always connected.

use hueco_search::{Cost, Heuristic, Quality};
use thiserror::Error;

use crate::board::{Direction, Shape};
use crate::cells::Cells;
use crate::pattern::partition::{MAX_GROUPS, Partition};
use crate::pattern::rank::{MAX_CELLS, MAX_TILES};
use crate::pattern::table::Tables;
use crate::problem::{Frame, Tiles};

/// The tables are for another shape, or another goal cell of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the tables are for {tables} boards with the blank in cell {tables_blank}, not for {board} and cell {blank}")]
pub struct OtherGeometry {
    /// The tables' shape.
    pub tables: Shape,
    /// The goal cell of the blank that the tables are for.
    pub tables_blank: usize,
    /// The board's shape.
    pub board: Shape,
    /// The goal cell of the blank.
    pub blank: usize,
}

/// Sums of pattern database entries, and of the reflected board's.
#[derive(Clone, Debug)]
pub struct Additive {
    tables: Tables,
    /// The groups of the first sum, then those of the second, each with its place in `tables`.
    groups: Vec<Group>,
    /// Groups of the first sum.
    first: usize,
    /// By label: its group in the first sum and in the second; [`NONE`] for tiles in no group.
    groups_of: Box<[(u8, u8)]>,
    quality: Quality,
}

/// In no group. Words of the memo from here on do not exist.
const NONE: u8 = u8::MAX;

#[derive(Clone, Debug)]
struct Group {
    /// Which of the tables.
    table: usize,
    /// By cell of the board: the cell of the canonical pattern's.
    cells: Box<[u8]>,
    /// The labels of its tiles, in the order of the canonical pattern's.
    labels: Box<[u16]>,
}

/// The most words of a memo.
const WORDS: usize = MAX_GROUPS;

impl Additive {
    /// Distances to the goal of `frame`.
    pub fn new(frame: &Frame, tables: Tables) -> Result<Self, OtherGeometry> {
        Self::towards(frame, frame.home(), tables)
    }

    /// Distances to any arrangement: by label, the cell where it belongs.
    pub fn towards(frame: &Frame, target: &[u16], tables: Tables) -> Result<Self, OtherGeometry> {
        let (shape, partition) = (frame.shape(), tables.partition());
        if (shape, target[0] as usize) != (partition.shape(), partition.blank()) {
            return Err(OtherGeometry {
                tables: partition.shape(),
                tables_blank: partition.blank(),
                board: shape,
                blank: target[0] as usize,
            });
        }
        let mut groups = groups(partition, target);
        let first = groups.len();
        if let Some(reflected) = partition.reflected().filter(|_| 2 * first <= WORDS) {
            groups.extend(self::groups(&reflected, target));
        }
        let mut groups_of = vec![(NONE, NONE); shape.cells()];
        for (at, group) in groups.iter().enumerate() {
            for &label in &group.labels {
                let (one, two) = &mut groups_of[label as usize];
                *(if at < first { one } else { two }) = at as u8;
            }
        }
        let consistent = tables.groups().iter().all(|(table, _)| table.is_consistent());
        let quality = if consistent { Quality::Consistent } else { Quality::Admissible };
        Ok(Self { groups, first, groups_of: groups_of.into(), quality, tables })
    }

    /// The tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    #[inline]
    fn sum(&self, memo: &[u32; WORDS], groups: std::ops::Range<usize>) -> Cost {
        groups
            .map(|at| {
                let (table, numbering) = &self.tables.groups()[self.groups[at].table];
                Cost::from(table.values()[numbering.index(memo[at])])
            })
            .sum()
    }
}

/// The groups of a partition. Its tables are those of the first one, whose picture it is, group by group.
fn groups(partition: &Partition, target: &[u16]) -> Vec<Group> {
    let shape = partition.shape();
    let mut label_of = vec![0; shape.cells()];
    for (label, &home) in target.iter().enumerate() {
        label_of[home as usize] = label as u16;
    }
    let group = |(table, pattern): (usize, crate::pattern::geometry::Pattern)| {
        let (canonical, symmetry) = pattern.canonical();
        let cells = symmetry.cells(shape);
        let original = |picture: usize| cells.iter().position(|&cell| cell as usize == picture);
        let labels = canonical.cells().filter_map(original).map(|home| label_of[home]).collect();
        Group { table, cells: cells.into(), labels }
    };
    partition.patterns().enumerate().map(group).collect()
}

impl<C: Cells> Heuristic<Tiles<C>> for Additive {
    /// By group: its packed placement.
    type Memo = [u32; WORDS];

    fn memo(&self, tiles: &Tiles<C>, state: &C) -> Self::Memo {
        let mut at = [0; MAX_CELLS];
        for cell in 0..tiles.frame().shape().cells() {
            at[state.get(cell)] = cell;
        }
        let mut memo = [0; WORDS];
        for (word, group) in memo.iter_mut().zip(&self.groups) {
            let mut cells = [0; MAX_TILES];
            for (cell, &label) in cells.iter_mut().zip(&group.labels) {
                *cell = group.cells[at[label as usize]];
            }
            *word = self.tables.groups()[group.table].1.pack(&cells[..group.labels.len()]);
        }
        memo
    }

    #[inline]
    fn advance(&self, tiles: &Tiles<C>, memo: &Self::Memo, before: &C, direction: Direction) -> Self::Memo {
        let sliding = tiles.sliding(before, direction);
        let (one, two) = self.groups_of[sliding.label];
        let mut after = *memo;
        for at in [one, two] {
            if let (Some(group), Some(word)) = (self.groups.get(at as usize), after.get_mut(at as usize)) {
                let (from, to) = (group.cells[sliding.from], group.cells[sliding.to]);
                *word = self.tables.groups()[group.table].1.step(*word, from, to);
            }
        }
        after
    }

    #[inline]
    fn estimate(&self, memo: &Self::Memo, limit: Cost) -> Option<Cost> {
        let first = self.sum(memo, 0..self.first);
        Some(if first > limit { first } else { first.max(self.sum(memo, self.first..self.groups.len())) })
    }

    fn quality(&self) -> Quality {
        self.quality
    }
}
