//! Tables by region: distances that depend on where the blank is.
//!
//! The tiles of a pattern may cut the other cells into several regions, and where the blank is then makes a difference: it cannot
//! leave its region before a tile of the pattern has moved. A table that keeps the least distance over all regions is therefore too
//! low for most of them, and jumps by several moves from one placement to the next.
//!
//! A table *by region* keeps two distances per placement: one for the blank in a region of a single cell, a *pocket*, mostly a
//! corner behind two tiles, and one for the blank anywhere else; the least of each. Whether the blank is in a pocket follows from
//! the cells around it, so a search need not know the regions. (Larger pockets would save few nodes more, and cost as much time:
//! `docs/notebook/twenty-four-puzzle.md`.)
//!
//! Both fit in a byte, since a distance is Manhattan distance and an even number of moves more. What is stored is half of what is
//! above Manhattan distance:
//!
//! ```text
//! | blank in a pocket: 4 bits | elsewhere: 4 bits |
//! ```
//! Four bits are enough for 28 moves more; larger numbers are cut to that, which is still a lower bound.

use super::geometry::{Pattern, bits};
use super::rank::{MAX_TILES, Ranking, slots};
use crate::board::Shape;

/// The most that an entry holds of either distance: all bits set means not known.
const MOST: u32 = 14;

/// Where the blank is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the only kind of region that there is.
    Anywhere,
    Pocket,
    Elsewhere,
}

/// The place of a region among all of a set.
pub(super) fn place(region: u64, mut all: impl Iterator<Item = u64>) -> Place {
    let is_pocket = |region: u64| region.count_ones() < 2;
    match is_pocket(region) {
        here if all.all(|other| is_pocket(other) == here) => Place::Anywhere,
        true => Place::Pocket,
        false => Place::Elsewhere,
    }
}

/// Writes the entries of a pattern's sets.
pub(super) struct Writer {
    /// By order and tile: its slot.
    slots: Vec<[u8; MAX_TILES]>,
    /// By tile and cell: the Manhattan distance to its goal cell.
    far: Vec<Vec<u8>>,
    all_cells: u64,
}

impl Writer {
    pub(super) fn new(pattern: &Pattern, ranking: &Ranking) -> Self {
        let far = pattern.cells().map(|home| manhattan(pattern.shape(), home)).collect();
        let all_cells = (0..ranking.cells()).fold(0, |all, cell| all | 1 << cell);
        Self { all_cells, slots: (0..ranking.orders()).map(|order| slots(ranking.tiles(), order)).collect(), far }
    }

    /// For the set of cells that is not in these regions.
    pub(super) fn of_set(&self, regions: impl Iterator<Item = u64>) -> SetWriter<'_> {
        let set = regions.fold(self.all_cells, |set, region| set & !region);
        let mut far = [[0; MAX_TILES]; MAX_TILES];
        for (far, by_cell) in far.iter_mut().zip(&self.far) {
            for (far, cell) in far.iter_mut().zip(bits(set)) {
                *far = by_cell[cell];
            }
        }
        SetWriter { slots: &self.slots, far }
    }
}

/// Writes the entries of one set.
pub(super) struct SetWriter<'a> {
    slots: &'a [[u8; MAX_TILES]],
    /// By tile and slot.
    far: [[u8; MAX_TILES]; MAX_TILES],
}

impl SetWriter<'_> {
    /// The entry of an order once its distance for a place is known.
    #[inline]
    pub(super) fn entry(&self, before: u8, order: usize, distance: u8, place: Place) -> u8 {
        let slots = &self.slots[order];
        let manhattan: u32 =
            self.far.iter().zip(slots).map(|(far, &slot)| u32::from(far[usize::from(slot) % MAX_TILES])).sum();
        let more = (u32::from(distance).saturating_sub(manhattan) / 2).min(MOST) as u8;
        match place {
            Place::Anywhere => more << 4 | more,
            Place::Elsewhere => before & 0xf0 | more,
            Place::Pocket => before & 0x0f | more << 4,
        }
    }
}

/// By cell: the Manhattan distance to another.
pub(crate) fn manhattan(shape: Shape, home: usize) -> Vec<u8> {
    let far = |cell| shape.row(cell).abs_diff(shape.row(home)) + shape.col(cell).abs_diff(shape.col(home));
    (0..shape.cells()).map(|cell| far(cell) as u8).collect()
}

/// Half of what the distance is above Manhattan distance, by the entry of a placement on a set of cells and the cells around the
/// blank.
#[inline(always)]
pub(crate) fn read(entry: u8, set: u32, around: u32) -> u8 {
    let is_pocket = around & !set == 0;
    entry >> (4 * u32::from(is_pocket)) & 15
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use hueco_search::Budget;
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::board::Direction;
    use crate::pattern::Table;
    use crate::pattern::build::graph::Regions;

    /// By cells of the tiles and cell of the blank: the fewest moves of the tiles, by a plain search from the goal.
    fn distances(pattern: &Pattern) -> FxHashMap<(Vec<u8>, usize), u32> {
        let shape = pattern.shape();
        let goal: Vec<u8> = pattern.cells().map(|cell| cell as u8).collect();
        let mut known = FxHashMap::default();
        let mut open = VecDeque::from([(goal, pattern.blank(), 0)]);
        while let Some((tiles, blank, distance)) = open.pop_front() {
            if known.contains_key(&(tiles.clone(), blank)) {
                continue;
            }
            for to in Direction::ALL.into_iter().filter_map(|direction| shape.neighbour(blank, direction)) {
                match tiles.iter().position(|&cell| usize::from(cell) == to) {
                    Some(tile) => {
                        let mut moved = tiles.clone();
                        moved[tile] = blank as u8;
                        open.push_back((moved, to, distance + 1));
                    }
                    None => open.push_front((tiles.clone(), to, distance)),
                }
            }
            known.insert((tiles, blank), distance);
        }
        known
    }

    #[test]
    fn entries_are_the_distances_of_both_places() {
        let cases: [(usize, usize, usize, &[usize]); 6] = [
            (3, 3, 0, &[1, 3, 4]),
            (3, 3, 0, &[1, 3, 5, 7]),
            (3, 3, 8, &[0, 1, 2, 3, 4]),
            (2, 5, 0, &[1, 2, 5, 6]),
            (3, 4, 0, &[1, 2, 5]),
            (3, 4, 0, &[2, 3, 6, 7]),
        ];
        for (rows, cols, blank, homes) in cases {
            let shape = Shape::new(rows, cols).unwrap();
            let homes = homes.iter().fold(0, |mask, cell| mask | 1 << cell);
            let pattern = Pattern::new(shape, blank, homes).by_region(true);
            let table = Table::build(pattern, 2, &Budget::unlimited(), &mut |_| ()).unwrap();
            let ranking = Ranking::new(shape.cells(), pattern.tiles()).unwrap();
            let regions = Regions::new(shape, &ranking);
            let far: Vec<Vec<u8>> = pattern.cells().map(|home| manhattan(shape, home)).collect();
            let truth = distances(&pattern);
            let around = |cell| {
                let near = Direction::ALL.into_iter().filter_map(|direction| shape.neighbour(cell, direction));
                near.fold(0, |all, cell| all | 1 << cell)
            };
            let mut in_pockets = 0;
            for (tiles, blank) in truth.keys() {
                let set = tiles.iter().fold(0_u32, |set, cell| set | 1 << cell);
                let its =
                    |cell: usize| regions.masks(ranking.set(u64::from(set))).find(|region| region >> cell & 1 == 1);
                let is_pocket = |cell: usize| its(cell).is_some_and(|region| region.count_ones() < 2);
                let least = (0..shape.cells())
                    .filter(|&cell| is_pocket(cell) == is_pocket(*blank))
                    .filter_map(|cell| truth.get(&(tiles.clone(), cell)))
                    .min();
                let manhattan: u8 = far.iter().zip(tiles).map(|(far, &cell)| far[usize::from(cell)]).sum();
                let entry = table.values()[ranking.index(tiles)];
                let read = u32::from(manhattan) + 2 * u32::from(read(entry, set, around(*blank)));
                assert_eq!(Some(&read), least, "{pattern}: {tiles:?}, blank in {blank}");
                in_pockets += u32::from(is_pocket(*blank));
            }
            assert!(in_pockets > 0, "{pattern}");
        }
    }
}
