//! Pattern tables laid out for the search: the index of a placement is a number with a digit for each tile, its cell.
//!
//! A table of six tiles on 25 cells has 127 million entries, but 25^6 = 244 million numbers of six digits. The gaps are the price
//! for an index that a move changes by one addition. A symmetry costs nothing: it only renames the cells of the digits.

use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

use super::memory::Bytes;
use super::state::MAX_CELLS;
use crate::board::Shape;
use crate::pattern::pockets::{manhattan, read};
use crate::pattern::rank::{MAX_TILES, Ranking, order, placements, slots};
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
                let placed = if tiles > 1 { Placed::default().with(last) } else { Placed::default() };
                fill.all(share, placed, tiles - placed.count);
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
    /// By order of the other tiles and slot of the first tile: the order of all, as an offset.
    offsets: Vec<usize>,
    /// By cell and slot: what a tile there adds to the rank of a set (see `rank.rs` of the patterns).
    adds: Vec<[usize; MAX_TILES + 1]>,
}

/// Cells of the tiles but the first, the last tile's first; `count` of them.
#[derive(Clone, Copy, Default)]
struct Placed {
    cells: [u8; MAX_TILES],
    count: usize,
    mask: u64,
}

impl Placed {
    fn with(mut self, cell: usize) -> Self {
        self.cells[self.count] = cell as u8;
        self.count += 1;
        self.mask |= 1 << cell;
        self
    }
}

impl<'a> Fill<'a> {
    fn new(ranking: &'a Ranking, values: &'a [u8]) -> Self {
        let (cells, tiles) = (ranking.cells(), ranking.tiles());
        let others = placements(tiles - 1, tiles - 1) as usize;
        let mut offsets = vec![0; others * tiles];
        for other in 0..others {
            let slots = slots(tiles - 1, other);
            for first in 0..tiles {
                let mut all = vec![first as u8];
                all.extend(slots[..tiles - 1].iter().map(|&slot| slot + u8::from(usize::from(slot) >= first)));
                offsets[other * tiles + first] = order(&all) * ranking.sets();
            }
        }
        let choose = |n: usize, k: usize| (0..k).fold(1, |product, i| product * (n.max(i) - i) / (i + 1));
        let adds = (0..cells).map(|cell| std::array::from_fn(|slot| choose(cell, slot + 1))).collect();
        Self { ranking, values, offsets, adds }
    }

    /// Fills in all placements of the `left` first tiles.
    fn all(&self, out: &mut [u8], placed: Placed, left: usize) {
        if left == 1 {
            return self.first_tile(out, placed);
        }
        let share = out.len() / self.ranking.cells();
        for cell in (0..self.ranking.cells()).filter(|&cell| placed.mask >> cell & 1 == 0) {
            self.all(&mut out[cell * share..][..share], placed.with(cell), left - 1);
        }
    }

    /// Fills in every cell of the first tile. The rank of the set of all cells is that of the others, those below in their slots
    /// and those above one slot further, and what the first tile adds in its own.
    fn first_tile(&self, out: &mut [u8], placed: Placed) {
        let tiles = self.ranking.tiles();
        let mut slots_of = [0; MAX_TILES];
        for (slot, &cell) in slots_of.iter_mut().zip(placed.cells[..placed.count].iter().rev()) {
            *slot = (placed.mask & ((1 << cell) - 1)).count_ones() as u8;
        }
        let offsets = &self.offsets[order(&slots_of[..placed.count]) * tiles..][..tiles];
        let mut sorted = [0; MAX_TILES];
        let mut left = placed.mask;
        for cell in &mut sorted[..placed.count] {
            *cell = left.trailing_zeros() as usize;
            left &= left - 1;
        }
        let others = &sorted[..placed.count];
        let mut base = offsets[0] + others.iter().enumerate().map(|(i, &cell)| self.adds[cell][i + 1]).sum::<usize>();
        let mut from = 0;
        for slot in 0..tiles {
            let to = others.get(slot).copied().unwrap_or(out.len());
            for (value, adds) in out[from..to].iter_mut().zip(&self.adds[from..to]) {
                *value = self.values[base + adds[slot]];
            }
            if slot + 1 < tiles {
                // The next of the others is below from now on.
                base = base - offsets[slot] + offsets[slot + 1] + self.adds[to][slot] - self.adds[to][slot + 1];
                from = to + 1;
            }
        }
    }
}

/// The partitions of a search with their tables.
#[derive(Debug)]
pub(super) struct Sums {
    pub(super) shape: Shape,
    pub(super) cells: usize,
    pub(super) tables: Vec<Arc<Direct>>,
    /// By partition: its groups, each with the number of its table.
    groups: Vec<Vec<usize>>,
    /// By label and cell: Manhattan distance.
    pub(super) far: [[u8; MAX_CELLS]; MAX_CELLS],
    /// By partition and label: the group of all groups that it belongs to, and by cell what it adds to the group's index.
    digits: Vec<Digits>,
}

/// What the labels add to the indices of a partition.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    /// By label: the number of its group among those of all partitions.
    pub(super) group: [u8; MAX_CELLS],
    /// By label and cell.
    pub(super) add: Vec<[u32; MAX_CELLS]>,
}

impl Sums {
    /// The partitions must be by region, of one shape and goal cell of the blank; `home` is the goal cell of each label. `make`
    /// returns the table of a canonical pattern.
    pub(super) fn new<E>(
        partitions: &[Partition],
        home: &[u16],
        mut make: impl FnMut(Pattern) -> Result<Arc<Direct>, E>,
    ) -> Result<Self, E> {
        let (cells, shape) = (home.len(), partitions[0].shape());
        let mut far = [[0; MAX_CELLS]; MAX_CELLS];
        for (far, &home) in far.iter_mut().zip(home).skip(1) {
            far[..cells].copy_from_slice(&manhattan(shape, usize::from(home)));
        }
        let (mut tables, mut groups, mut digits): (Vec<Arc<Direct>>, Vec<_>, Vec<_>) = Default::default();
        let mut number = 0;
        for partition in partitions {
            let mut of = Digits { group: [0; MAX_CELLS], add: vec![[0; MAX_CELLS]; cells] };
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
        Ok(Self { shape, cells, tables, groups, far, digits })
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
    pub(super) fn estimate(&self, labels: &[u16], around: &[u32; MAX_CELLS]) -> u32 {
        let tables = self.group_tables();
        let around = around[labels.iter().position(|&label| label == 0).unwrap_or(0)];
        let placed = || labels.iter().enumerate().filter(|(_, label)| **label != 0);
        let more = |digits: &Digits| {
            let mut groups = vec![None; tables.len()];
            for (cell, &label) in placed() {
                let label = usize::from(label);
                let (index, set) = groups[usize::from(digits.group[label])].get_or_insert((0, 0));
                *index += digits.add[label][cell] as usize;
                *set |= 1 << cell;
            }
            let read = |(&(index, set), table): (&(usize, u32), &&[u8])| u32::from(read(table[index], set, around));
            groups.iter().zip(&tables).filter_map(|(group, table)| Some((group.as_ref()?, table))).map(read).sum()
        };
        let manhattan: u32 = placed().map(|(cell, &label)| u32::from(self.far[usize::from(label)][cell])).sum();
        manhattan + 2 * self.digits.iter().map(more).max().unwrap_or(0)
    }

    /// Bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.values().len() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use hueco_search::Budget;

    use super::*;

    #[test]
    fn every_placement_has_its_value() {
        for (rows, cols, tiles) in [(3, 4, 1), (3, 4, 2), (3, 4, 3), (2, 5, 4), (3, 3, 5)] {
            let shape = Shape::new(rows, cols).unwrap();
            let pattern = Partition::sized(shape, 0, &[tiles]).unwrap().canonical_patterns()[0];
            let table = Table::build(pattern, 1, &Budget::unlimited(), &mut |_| ()).unwrap();
            let direct = Direct::new(&table, 2).unwrap();
            let (cells, ranking) = (shape.cells(), Ranking::new(shape.cells(), tiles).unwrap());
            assert_eq!(direct.values().len() as u64, direct_bytes(cells, tiles));
            let mut placements = 0;
            for (index, &value) in direct.values().iter().enumerate() {
                let digits: Vec<u8> = (0..tiles).map(|tile| (index / cells.pow(tile as u32) % cells) as u8).collect();
                if (1..tiles).all(|tile| !digits[..tile].contains(&digits[tile])) {
                    assert_eq!(value, table.values()[ranking.index(&digits)], "{shape}, {digits:?}");
                    placements += 1;
                }
            }
            assert_eq!(placements, ranking.entries());
        }
    }
}
