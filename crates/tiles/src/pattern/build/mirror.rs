//! Patterns that are their own picture: of the table, one half is the picture of the other, and only one is searched.
//!
//! A flip of the board that takes the pattern's goal cells to themselves, and the blank's region to itself, takes every placement
//! to one at the same distance: tile for tile its picture, in the pictures of the cells. So of two sets that are each other's
//! pictures only the first is *kept*; the search never enters the other. Where a move comes from a set that is not kept, it
//! comes from the picture of that move: the same edge, whose orders first go through a map.
//!
//! The map of a set depends on how its cells are numbered before and after, which for flips of rows or columns depends on the
//! number of tiles in each row alone. So there are few maps: 85 for eight tiles on 4x4.
//!
//! The eight tiles of 7-8 are such a pattern, and they take nine tenths of its time.

use super::graph::Regions;
use crate::pattern::geometry::{Pattern, bits, picture};
use crate::pattern::rank::{MAX_TILES, Ranking, order, slots};

/// A flip of the board that leaves a pattern as it is.
pub(super) struct Mirror {
    /// By cell: its picture.
    cells: Vec<u8>,
    /// By set: its picture.
    pictures: Vec<u32>,
    /// By set: which of the maps takes its orders to those of its picture.
    which: Vec<u16>,
    /// By order: the order that is its picture.
    maps: Vec<Box<[u16]>>,
}

impl Mirror {
    /// `None` where the pattern is no picture of itself.
    pub(super) fn of(pattern: &Pattern, ranking: &Ranking) -> Option<Self> {
        let cells = pattern.own_flip()?.cells(pattern.shape());
        let homes: Vec<usize> = pattern.cells().collect();
        let tile_of = |home: usize| homes.iter().position(|&other| other == home).expect("homes are pictures of homes");
        let tiles: Vec<usize> = homes.iter().map(|&home| tile_of(cells[home] as usize)).collect();
        let (mut pictures, mut which) = (Vec::with_capacity(ranking.sets()), Vec::with_capacity(ranking.sets()));
        let mut turned: Vec<[u8; MAX_TILES]> = Vec::new();
        for mask in ranking.masks() {
            let after = picture(mask, &cells);
            let mut slots = [0; MAX_TILES];
            for (slot, cell) in slots.iter_mut().zip(bits(mask)) {
                *slot = (after & ((1 << cells[cell]) - 1)).count_ones() as u8;
            }
            let known = turned.iter().position(|known| *known == slots).unwrap_or(turned.len());
            if known == turned.len() {
                turned.push(slots);
            }
            pictures.push(ranking.set(after) as u32);
            which.push(known as u16);
        }
        let map = |turned: &[u8; MAX_TILES]| -> Box<[u16]> {
            let image = |rank: usize| {
                let (before, mut after) = (slots(tiles.len(), rank), [0; MAX_TILES]);
                for (tile, slot) in tiles.iter().zip(before) {
                    after[*tile] = turned[slot as usize];
                }
                order(&after[..tiles.len()]) as u16
            };
            (0..ranking.orders()).map(image).collect()
        };
        let maps = turned.iter().map(map).collect();
        Some(Self { cells, pictures, which, maps })
    }

    /// Whether a set is searched.
    pub(super) fn keeps(&self, set: usize) -> bool {
        set <= self.pictures[set] as usize
    }

    /// How many sets a set that is searched stands for.
    pub(super) fn weight(&self, set: usize) -> u64 {
        if self.pictures[set] as usize == set { 1 } else { 2 }
    }

    /// For a block of a set that is not kept: its picture, and the map that takes the picture's orders to its own.
    pub(super) fn source(&self, regions: &Regions, set: usize, block: usize) -> (usize, u16) {
        let kept = self.pictures[set] as usize;
        let region = picture(regions.cells[block], &self.cells);
        let picture = regions.of(kept).find(|&other| regions.cells[other] == region);
        (picture.expect("a flip takes regions to regions"), self.which[kept])
    }

    /// A map of orders.
    pub(super) fn map(&self, which: u16) -> &[u16] {
        &self.maps[which as usize]
    }

    /// Writes the values of the sets that were not searched.
    pub(super) fn complete(&self, values: &mut [u8]) {
        let orders = values.len() / self.pictures.len();
        for (set, &other) in self.pictures.iter().enumerate().filter(|&(set, &other)| set < other as usize) {
            let (before, after) = values.split_at_mut(other as usize * orders);
            let from = &before[set * orders..][..orders];
            for (&to, &value) in self.map(self.which[set]).iter().zip(from) {
                after[to as usize] = value;
            }
        }
    }
}
