//! The blocks of a build and the ways between them.

use std::ops::Range;

use super::mirror::Mirror;
use crate::board::{Direction, Shape};
use crate::pattern::geometry::bits;
use crate::pattern::rank::Ranking;

/// The regions of all sets: block numbers are counted set by set.
pub(in crate::pattern) struct Regions {
    /// By set: its first block; one more at the end.
    pub(super) first: Vec<u32>,
    /// By block: the cells of the region.
    pub(super) cells: Vec<u64>,
}

impl Regions {
    pub(in crate::pattern) fn new(shape: Shape, ranking: &Ranking) -> Self {
        let sides = sides(shape);
        let (mut first, mut cells) = (Vec::with_capacity(ranking.sets() + 1), Vec::new());
        for mask in ranking.masks() {
            first.push(cells.len() as u32);
            split(mask, &sides, |region| cells.push(region));
        }
        first.push(cells.len() as u32);
        Self { first, cells }
    }

    pub(super) fn count(shape: Shape, tiles: usize) -> u64 {
        let sides = sides(shape);
        let Ok(ranking) = Ranking::new(shape.cells(), tiles) else { return 0 };
        let mut count = 0;
        for mask in ranking.masks() {
            split(mask, &sides, |_| count += 1);
        }
        count
    }

    pub(super) fn of(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.first[set + 1] as usize
    }

    /// The regions of a set.
    pub(in crate::pattern) fn masks(&self, set: usize) -> impl Iterator<Item = u64> + Clone {
        self.cells[self.of(set)].iter().copied()
    }
}

/// Masks of the cells that have a cell to their left, and the like, for growing regions in whole words.
struct Sides {
    all: u64,
    not_first_col: u64,
    not_last_col: u64,
    cols: u32,
}

fn sides(shape: Shape) -> Sides {
    let mask = |wanted: &dyn Fn(usize) -> bool| {
        (0..shape.cells()).filter(|&cell| wanted(cell)).fold(0_u64, |mask, cell| mask | 1 << cell)
    };
    Sides {
        all: mask(&|_| true),
        not_first_col: mask(&|cell| shape.col(cell) > 0),
        not_last_col: mask(&|cell| shape.col(cell) + 1 < shape.cols()),
        cols: shape.cols() as u32,
    }
}

/// The connected regions of the cells outside `mask`.
fn split(mask: u64, sides: &Sides, mut each: impl FnMut(u64)) {
    let mut free = sides.all & !mask;
    while free != 0 {
        let mut region = free & free.wrapping_neg();
        loop {
            let vertical = region.checked_shl(sides.cols).unwrap_or(0) | region.checked_shr(sides.cols).unwrap_or(0);
            let horizontal = (region & sides.not_last_col) << 1 | (region & sides.not_first_col) >> 1;
            let grown = (region | vertical | horizontal) & free;
            if grown == region {
                break;
            }
            region = grown;
        }
        free &= !region;
        each(region);
    }
}

/// A way from another block into this one.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// Where the bits of the block it comes from are: see [`Graph`].
    pub(super) from: u32,
    /// The slots of the moved tile there and here.
    pub(super) slots: (u8, u8),
    /// Where the bits are those of the block's picture: the mirror's map, counted from 1. Else 0.
    pub(super) map: u16,
}

/// The blocks of some neighbouring sets and the ways into them.
///
/// Own blocks are numbered from 0; behind them come the *guests*, blocks of other sets from which a way leads here.
pub(super) struct Graph {
    pub(super) sets: Range<usize>,
    pub(super) regions: Regions,
    /// By own block: its first edge; one more at the end.
    first: Vec<u32>,
    edges: Vec<Edge>,
    /// The guests, by their number among all blocks, in increasing order.
    pub(super) guests: Vec<u32>,
    pub(super) mirror: Option<Mirror>,
}

impl Graph {
    /// Where there is a mirror, the sets must be all.
    pub(super) fn new(shape: Shape, ranking: &Ranking, sets: Range<usize>, mirror: Option<Mirror>) -> Self {
        let regions = Regions::new(shape, ranking);
        let own = regions.first[sets.start]..regions.first[sets.end];
        let (mut first, mut edges) = (Vec::with_capacity(own.len() + 1), Vec::new());
        let below = |mask: u64, cell: usize| (mask & ((1 << cell) - 1)).count_ones() as u8;
        let neighbours: Vec<Vec<usize>> = (0..shape.cells())
            .map(|cell| Direction::ALL.into_iter().filter_map(|d| shape.neighbour(cell, d)).collect())
            .collect();
        for (set, mask) in ranking.masks().enumerate().skip(sets.start).take(sets.len()) {
            for block in regions.of(set) {
                first.push(edges.len() as u32);
                if mirror.as_ref().is_some_and(|mirror| !mirror.keeps(set)) {
                    continue;
                }
                let region = regions.cells[block];
                for tile in bits(mask) {
                    for &free in neighbours[tile].iter().filter(|&&cell| region >> cell & 1 == 1) {
                        // Moves can be undone: where this block's tile can go, the other block's comes from.
                        let other = mask ^ 1 << tile ^ 1 << free;
                        let from_set = ranking.set(other);
                        let from = regions.of(from_set).find(|&block| regions.cells[block] >> tile & 1 == 1);
                        let from = from.expect("the cell that a tile has left is in a region");
                        let (from, map) = match &mirror {
                            Some(mirror) if !mirror.keeps(from_set) => {
                                let (picture, which) = mirror.source(&regions, from_set, from);
                                (picture, which + 1)
                            }
                            _ => (from, 0),
                        };
                        edges.push(Edge { from: from as u32, slots: (below(other, free), below(mask, tile)), map });
                    }
                }
            }
        }
        first.push(edges.len() as u32);
        let mut guests: Vec<u32> = edges.iter().map(|edge| edge.from).filter(|from| !own.contains(from)).collect();
        guests.sort_unstable();
        guests.dedup();
        for edge in &mut edges {
            edge.from = match guests.binary_search(&edge.from) {
                Ok(guest) => (own.len() + guest) as u32,
                Err(_) => edge.from - own.start,
            };
        }
        Self { sets, regions, first, edges, guests, mirror }
    }

    /// The ways into an own block.
    pub(super) fn ways_into(&self, block: usize) -> &[Edge] {
        &self.edges[self.first[block] as usize..self.first[block + 1] as usize]
    }

    /// The own blocks.
    pub(super) fn own(&self) -> Range<usize> {
        self.regions.first[self.sets.start] as usize..self.regions.first[self.sets.end] as usize
    }

    /// The set of a block.
    pub(super) fn set_of(&self, block: u32) -> usize {
        self.regions.first.partition_point(|&first| first <= block) - 1
    }
}
