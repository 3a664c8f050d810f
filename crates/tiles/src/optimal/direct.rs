//! Pattern tables laid out for the search: the index of a placement is a number with a digit for each tile, its cell.
//!
//! A table of six tiles on 25 cells has 127 million entries, but 25^6 = 244 million numbers of six digits. The gaps are the price
//! for an index that a move changes by one addition. A symmetry costs nothing: it only renames the cells of the digits.

use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

use super::memory::Bytes;
use crate::pattern::rank::{Ranking, order, placements};
use crate::pattern::{Partition, Pattern, Table};

/// The distances of one canonical pattern, by digits.
#[derive(Debug)]
pub(super) struct Direct {
    pattern: Pattern,
    values: Bytes,
}

/// The bytes of a table by digits.
pub(super) fn direct_bytes(cells: usize, tiles: usize) -> u64 {
    (0..tiles).fold(1, |product: u64, _| product.saturating_mul(cells as u64))
}

impl Direct {
    /// Lays a table out. `None` if there is no memory for it.
    pub(super) fn new(table: &Table, threads: usize) -> Option<Self> {
        let pattern = table.pattern();
        let (cells, tiles) = (pattern.shape().cells(), pattern.tiles());
        let ranking = Ranking::new(cells, tiles).ok()?;
        let mut values = Bytes::zeroed(usize::try_from(direct_bytes(cells, tiles)).ok()?)?;
        let fill = Fill::new(&ranking, table.values());
        // A share is what belongs to one cell of the last tile.
        let share = values.get().len() / if tiles > 1 { cells } else { 1 };
        let shares = Mutex::new(values.get_mut().chunks_mut(share).enumerate());
        let work = || {
            loop {
                let next = shares.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((last, share)) = next else { return };
                if tiles > 1 {
                    fill.all(share, 1 << last, &mut vec![last as u8], tiles - 1);
                } else {
                    fill.first_tile(share, 0, &[]);
                }
            }
        };
        std::thread::scope(|scope| {
            (1..threads.max(1)).for_each(|_| _ = scope.spawn(work));
            work();
        });
        Some(Self { pattern, values })
    }

    /// The distances.
    #[inline]
    pub(super) fn values(&self) -> &[u8] {
        self.values.get()
    }

    /// The canonical pattern.
    pub(super) fn pattern(&self) -> Pattern {
        self.pattern
    }
}

/// What filling needs.
struct Fill<'a> {
    ranking: &'a Ranking,
    values: &'a [u8],
    cells: usize,
    tiles: usize,
    /// By order of the other tiles and slot of the first tile: the order of all, as an offset.
    offsets: Vec<usize>,
}

impl<'a> Fill<'a> {
    fn new(ranking: &'a Ranking, values: &'a [u8]) -> Self {
        let (cells, tiles) = (ranking.cells(), ranking.tiles());
        let others = placements(tiles - 1, tiles - 1) as usize;
        let mut offsets = vec![0; others * tiles];
        for other in 0..others {
            let slots = crate::pattern::rank::slots(tiles - 1, other);
            for first in 0..tiles {
                let mut all = vec![first as u8];
                all.extend(slots[..tiles - 1].iter().map(|&slot| slot + u8::from(usize::from(slot) >= first)));
                offsets[other * tiles + first] = order(&all) * ranking.sets();
            }
        }
        Self { ranking, values, cells, tiles, offsets }
    }

    /// Fills in all placements of the `left` first tiles; `placed` are the cells of the others, the last tile's first.
    fn all(&self, out: &mut [u8], mask: u64, placed: &mut Vec<u8>, left: usize) {
        if left == 1 {
            let others: Vec<u8> = placed.iter().rev().copied().collect();
            return self.first_tile(out, mask, &others);
        }
        let share = out.len() / self.cells;
        for cell in (0..self.cells).filter(|&cell| mask >> cell & 1 == 0) {
            placed.push(cell as u8);
            self.all(&mut out[cell * share..][..share], mask | 1 << cell, placed, left - 1);
            placed.pop();
        }
    }

    /// Fills in every cell of the first tile.
    fn first_tile(&self, out: &mut [u8], mask: u64, others: &[u8]) {
        let below = |cell: u8| (mask & ((1 << cell) - 1)).count_ones() as u8;
        let mut slots = [0; 8];
        for (slot, &cell) in slots.iter_mut().zip(others) {
            *slot = below(cell);
        }
        let offsets = &self.offsets[order(&slots[..others.len()]) * self.tiles..][..self.tiles];
        let mut slot = 0;
        for (cell, value) in out.iter_mut().enumerate() {
            if mask >> cell & 1 == 1 {
                slot += 1;
            } else {
                *value = self.values[offsets[slot] + self.ranking.set(mask | 1 << cell)];
            }
        }
    }
}

/// The partitions of a search with their tables.
#[derive(Debug)]
pub(super) struct Sums {
    pub(super) cells: usize,
    pub(super) tables: Vec<Arc<Direct>>,
    /// By partition: its groups, each with the number of its table.
    groups: Vec<Vec<usize>>,
    /// By partition and label: the group of all groups that it belongs to, and by cell what it adds to the group's index.
    digits: Vec<Digits>,
}

/// What the labels add to the indices of a partition.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    /// By label: the number of its group among those of all partitions.
    pub(super) group: [u8; 32],
    /// By label and cell.
    pub(super) add: Vec<[u32; 32]>,
}

impl Sums {
    /// The partitions must be of one shape and goal cell of the blank; `home` is the goal cell of each label. `make` returns the table
    /// of a canonical pattern.
    pub(super) fn new<E>(
        partitions: &[Partition],
        home: &[u16],
        mut make: impl FnMut(Pattern) -> Result<Arc<Direct>, E>,
    ) -> Result<Self, E> {
        let cells = home.len();
        let (mut tables, mut groups, mut digits): (Vec<Arc<Direct>>, Vec<_>, Vec<_>) = Default::default();
        let mut number = 0;
        for partition in partitions {
            let mut of = Digits { group: [0; 32], add: vec![[0; 32]; cells] };
            let mut its = Vec::new();
            for pattern in partition.patterns() {
                let (canonical, symmetry) = pattern.canonical();
                let picture = symmetry.cells(pattern.shape());
                let known = tables.iter().position(|table| table.pattern() == canonical);
                let table = known.unwrap_or(tables.len());
                if known.is_none() {
                    tables.push(make(canonical)?);
                }
                for (label, &goal_cell) in home.iter().enumerate().skip(1) {
                    let shown = usize::from(picture[usize::from(goal_cell)]);
                    if pattern.homes() >> goal_cell & 1 == 0 {
                        continue;
                    }
                    let tile = (canonical.homes() & ((1 << shown) - 1)).count_ones();
                    of.group[label] = number;
                    for (add, &shown) in of.add[label].iter_mut().zip(&picture) {
                        *add = u32::from(shown) * (cells as u32).pow(tile);
                    }
                }
                its.push(table);
                number += 1;
            }
            groups.push(its);
            digits.push(of);
        }
        Ok(Self { cells, tables, groups, digits })
    }

    /// By partition: its digits.
    pub(super) fn digits(&self) -> &[Digits] {
        &self.digits
    }

    /// By group of all partitions: its table.
    pub(super) fn group_tables(&self) -> Vec<&[u8]> {
        self.groups.iter().flatten().map(|&table| self.tables[table].values()).collect()
    }

    /// The largest sum of a state, by the labels of its cells.
    pub(super) fn estimate(&self, labels: &[u16]) -> u32 {
        let tables = self.group_tables();
        let sum = |digits: &Digits| {
            let mut index = vec![None; tables.len()];
            for (cell, &label) in labels.iter().enumerate().filter(|(_, label)| **label != 0) {
                let label = usize::from(label);
                *index[usize::from(digits.group[label])].get_or_insert(0) += digits.add[label][cell] as usize;
            }
            index.iter().zip(&tables).filter_map(|(index, table)| index.map(|at| u32::from(table[at]))).sum()
        };
        self.digits.iter().map(sum).max().unwrap_or(0)
    }

    /// Bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.values().len() as u64).sum()
    }
}
