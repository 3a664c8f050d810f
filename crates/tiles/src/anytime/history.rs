//! How a beam came to its boards: for every board kept, the place of its parent in the layer before, and the move.
//!
//! Most boards have no descendants for long: a few dozen layers back, almost all of today's boards share a handful of
//! ancestors. So from time to time the lines that died out are taken away, and the history of even a long beam stays
//! little more than its latest layers.

use crate::IS_SMALL;
use crate::board::Direction;

/// Layers between two clearings.
const BETWEEN_CLEARINGS: usize = 8;
/// To clear a layer of fewer boards is quicker than to start a thread for it.
const BOARDS_FOR_A_THREAD: usize = 1 << 15;

/// A parent's place and the move from it, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin(u32);

impl Origin {
    /// The most boards in a layer.
    pub(super) const MOST: usize = 1 << 30;

    #[inline]
    pub(super) fn new(parent: usize, direction: usize) -> Self {
        Self((parent as u32) << 2 | direction as u32)
    }

    #[inline]
    pub(super) fn parent(self) -> usize {
        (self.0 >> 2) as usize
    }

    #[inline]
    pub(super) fn direction(self) -> usize {
        (self.0 & 3) as usize
    }
}

/// The origins of every layer's boards; the first layer is the one after the start.
#[derive(Debug, Default)]
pub(super) struct History {
    layers: Vec<Vec<Origin>>,
    /// Layers pushed since the last clearing.
    since_clearing: usize,
}

impl History {
    pub(super) fn bytes(&self) -> u64 {
        let origins: usize = self.layers.iter().map(Vec::capacity).sum();
        (origins * size_of::<Origin>() + self.layers.capacity() * size_of::<Vec<Origin>>()) as u64
    }

    pub(super) fn push(&mut self, layer: Vec<Origin>) {
        self.layers.push(layer);
        self.since_clearing += 1;
    }

    /// Does a piece of work, and where it is time for it, and there are threads, takes away beside it what has no
    /// descendant in the latest layer.
    pub(super) fn clear_beside<R>(&mut self, threads: usize, work: impl FnOnce() -> R) -> R {
        if self.since_clearing < BETWEEN_CLEARINGS {
            return work();
        }
        self.since_clearing = 0;
        if IS_SMALL || threads == 1 || self.layers.last().is_none_or(|layer| layer.len() < BOARDS_FOR_A_THREAD) {
            self.clear();
            return work();
        }
        std::thread::scope(|scope| {
            scope.spawn(|| self.clear());
            work()
        })
    }

    fn clear(&mut self) {
        let mut place: Vec<u32> = Vec::new();
        let layers = self.layers.len();
        for later in (1..layers).rev() {
            let (before, after) = self.layers.split_at_mut(later);
            let (parents, children) = (&mut before[later - 1], &mut after[0]);
            // By parent: zero if it has no child, else its new place and one.
            place.clear();
            place.resize(parents.len(), 0);
            for child in &*children {
                place[child.parent()] = 1;
            }
            let mut kept = 0;
            for (at, new_place) in place.iter_mut().enumerate() {
                if *new_place != 0 {
                    parents[kept] = parents[at];
                    *new_place = kept as u32;
                    kept += 1;
                }
            }
            if kept == parents.len() && later + BETWEEN_CLEARINGS < layers {
                break;
            }
            parents.truncate(kept);
            parents.shrink_to_fit();
            for child in &mut *children {
                *child = Origin::new(place[child.parent()] as usize, child.direction());
            }
        }
    }

    /// The moves that led to a board of the latest layer.
    pub(super) fn way_to(&self, mut place: usize) -> Vec<Direction> {
        let mut moves = Vec::with_capacity(self.layers.len());
        for layer in self.layers.iter().rev() {
            moves.push(Direction::ALL[layer[place].direction()]);
            place = layer[place].parent();
        }
        moves.reverse();
        moves
    }
}
