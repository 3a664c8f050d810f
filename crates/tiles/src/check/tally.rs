//! What one thread counts while a level is walked: estimates by their size, moves, and the first faults it meets.

use std::collections::BTreeMap;

use hueco_search::{Cost, Heuristic, Problem};

use crate::board::Direction;
use crate::cells::{Cells, Nibbles};
use crate::problem::Tiles;
use crate::space::{Ranking, Visitor};

/// Estimates below this are counted in a list, the others in a tree.
const FEW: usize = 256;

/// Boards of each estimate of a level that are kept as examples.
pub(super) const EXAMPLES: u64 = 4;

/// A move that lowers the estimate by more than one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drop {
    pub(super) rank: u64,
    pub(super) direction: Direction,
    pub(super) estimate: Cost,
    pub(super) after: Cost,
}

/// The counts of one thread.
pub(super) struct Tally<'a, H> {
    heuristic: &'a H,
    tiles: &'a Tiles<Nibbles>,
    ranking: &'a Ranking,
    /// The distance of the level's states.
    distance: Cost,
    few: Box<[u64; FEW]>,
    many: BTreeMap<Cost, u64>,
    /// The first states of each estimate: estimate and rank.
    pub(super) firsts: Vec<(Cost, u64)>,
    pub(super) moves: u64,
    pub(super) broken: u64,
    /// The first state of the level whose estimate is too large: rank and estimate.
    pub(super) over: Option<(u64, Cost)>,
    /// The first move of the level that lowers the estimate too much.
    pub(super) drop: Option<Drop>,
}

impl<'a, H: Heuristic<Tiles<Nibbles>>> Tally<'a, H> {
    pub(super) fn new(heuristic: &'a H, tiles: &'a Tiles<Nibbles>, ranking: &'a Ranking) -> Self {
        Self {
            heuristic,
            tiles,
            ranking,
            distance: 0,
            few: Box::new([0; FEW]),
            many: BTreeMap::new(),
            firsts: Vec::new(),
            moves: 0,
            broken: 0,
            over: None,
            drop: None,
        }
    }

    pub(super) fn ranking(&self) -> &'a Ranking {
        self.ranking
    }

    /// The estimates of the level with their numbers of states; they are counted again from zero after that.
    pub(super) fn take_counts(&mut self) -> Vec<(Cost, u64)> {
        let few = self.few.iter_mut().map(std::mem::take).zip(0..).map(|(states, estimate)| (estimate, states));
        few.chain(std::mem::take(&mut self.many)).filter(|(_, states)| *states > 0).collect()
    }

    pub(super) fn next_level(&mut self) {
        self.distance += 1;
        self.over = None;
        self.drop = None;
    }

    fn state(&mut self, rank: u64, state: Nibbles) {
        let (tiles, heuristic) = (self.tiles, self.heuristic);
        let estimate_of = |memo: &H::Memo| heuristic.estimate(memo, Cost::MAX).unwrap_or(Cost::MAX);
        let memo = heuristic.memo(tiles, &state);
        let estimate = estimate_of(&memo);
        let count = match self.few.get_mut(estimate as usize) {
            Some(count) => count,
            None => self.many.entry(estimate).or_insert(0),
        };
        *count += 1;
        if *count <= EXAMPLES {
            self.firsts.push((estimate, rank));
        }
        if estimate > self.distance && self.over.is_none() {
            self.over = Some((rank, estimate));
        }
        for (direction, _) in tiles.actions(&state, None) {
            let after = estimate_of(&heuristic.advance(tiles, &memo, &state, direction));
            self.moves += 1;
            if estimate > after.saturating_add(1) {
                self.broken += 1;
                self.drop.get_or_insert(Drop { rank, direction, estimate, after });
            }
        }
    }
}

impl<H: Heuristic<Tiles<Nibbles>>> Visitor for Tally<'_, H> {
    fn visit(&mut self, order: u64, blanks: u16) {
        let mut labels = [0; Nibbles::CELLS];
        let labels = &mut labels[..self.ranking.shape().cells()];
        let mut rest = blanks;
        while rest != 0 {
            let rank = self.ranking.join(order, rest.trailing_zeros() as usize);
            self.ranking.unrank_into(rank, labels);
            self.state(rank, Nibbles::pack(labels));
            rest &= rest - 1;
        }
    }
}
