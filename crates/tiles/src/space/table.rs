//! Complete distance tables: the true distance of every board of a small space, a byte per state.
//!
//! A table is filled while the space is enumerated: the states of a level are known when the level is expanded. After
//! that a distance is one look-up, and a shortest solution is a walk downhill: from each board to a neighbour that is one
//! nearer. The 3x3 space takes some milliseconds and 181 kB; 2x5 has 1.8 million states, 3x4 and 2x6 have 240 million.
//!
//! A table is also a perfect heuristic, for trials and for counting: see [`optimal`](crate::optimal).

use std::collections::HashMap;
use std::ops::ControlFlow;

use hueco_search::{Budget, Cost, Heuristic, Limit, Quality};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::shard::{Mark, Shard, Visitor};
use super::{Ranking, Space, SpaceTooLarge};
use crate::board::{Direction, Shape};
use crate::cells::Cells;
use crate::metric::Metric;
use crate::multi::{MultiTiles, Slide};
use crate::problem::{Frame, Tiles};

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The shape cannot be enumerated at all.
    #[error(transparent)]
    TooLarge(#[from] SpaceTooLarge),
    /// A limit stopped it.
    #[error("stopped by a limit: {0:?}")]
    Stopped(Limit),
}

/// The distance to the goal of every board of a space.
#[derive(Clone, Debug)]
pub struct DistanceTable {
    space: Space,
    distances: Distances,
    radius: Cost,
}

/// By rank.
#[derive(Clone, Debug)]
pub(super) enum Distances {
    /// The distance.
    Bytes(Vec<u8>),
    /// The distance modulo 3 in two bits, or 3 for what cannot be reached; see `file.rs`.
    Thirds(Vec<u8>),
}

/// The distance of what cannot be reached: on boards of one row.
const NEVER: u8 = u8::MAX;

/// Writes the depth of a level's states.
struct Filling<'a> {
    distances: &'a mut [u8],
    cells: usize,
    depth: u8,
}

impl Visitor for Filling<'_> {
    #[inline]
    fn visit(&mut self, order: u64, blanks: u16) {
        let first = order as usize * self.cells;
        let mut rest = blanks;
        while rest != 0 {
            self.distances[first + rest.trailing_zeros() as usize] = self.depth;
            rest &= rest - 1;
        }
    }
}

impl DistanceTable {
    /// Bytes that a build takes at its peak, or `None` where the shape cannot be enumerated.
    pub fn build_bytes(shape: Shape) -> Option<u64> {
        let ranking = Ranking::new(shape, 0).ok().filter(|_| shape.cells() <= Space::MAX_CELLS)?;
        Some(ranking.states().saturating_add(Shard::bytes(ranking.orders())))
    }

    /// The distances to the goal with its blank in `goal_blank`.
    ///
    /// # Panics
    ///
    /// If the shape has no cell `goal_blank`.
    pub fn build(shape: Shape, goal_blank: usize, metric: Metric, budget: &Budget) -> Result<Self, TableError> {
        let bytes = Self::build_bytes(shape).ok_or(SpaceTooLarge { shape })?;
        budget.allow_bytes(bytes).map_err(TableError::Stopped)?;
        // A table on the way to an answer: its states are not the nodes of a search.
        let budget = &budget.clone().without_gauge();
        let space = Space::new(shape, goal_blank, metric)?;
        let ranking = space.ranking();
        let mut distances = vec![NEVER; ranking.states() as usize];
        let mut shard = Shard::new(&space, 0..ranking.orders());
        shard.mark(Mark::goal(&space), 0);
        let mut depth = 0;
        loop {
            let mut filling = Filling { distances: &mut distances, cells: shape.cells(), depth: depth as u8 };
            let found = shard.expand(&space, depth, 0, &mut filling, &mut |_| (), budget);
            if found.map_err(TableError::Stopped)?.states == 0 {
                break;
            }
            depth += 1;
        }
        Ok(Self { distances: Distances::Bytes(distances), radius: depth - 1, space })
    }

    /// A table of what was read.
    pub(super) fn of(space: Space, distances: Distances, radius: Cost) -> Self {
        Self { space, distances, radius }
    }

    /// The space.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The largest distance.
    pub fn radius(&self) -> Cost {
        self.radius
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let (Distances::Bytes(values) | Distances::Thirds(values)) = &self.distances;
        values.len() as u64 + self.space.turns().bytes()
    }

    /// Whether the table measures to the goal of this frame.
    pub fn serves(&self, frame: &Frame) -> bool {
        let ranking = self.space.ranking();
        Ranking::new(frame.shape(), frame.home()[0] as usize).as_ref() == Ok(ranking)
    }

    /// The distance of a rank.
    #[inline]
    pub fn distance_of(&self, rank: u64) -> Option<Cost> {
        match &self.distances {
            Distances::Bytes(distances) => {
                let distance = *distances.get(usize::try_from(rank).ok()?)?;
                (distance != NEVER).then_some(distance.into())
            }
            Distances::Thirds(_) if rank < self.space.ranking().states() => self.steps_downhill(rank),
            Distances::Thirds(_) => None,
        }
    }

    /// Whether a rank, or a neighbour of one at `distance` + 1, is at this distance.
    #[inline]
    fn is_at(&self, rank: u64, distance: Cost) -> bool {
        match &self.distances {
            Distances::Bytes(distances) => Cost::from(distances[rank as usize]) == distance,
            Distances::Thirds(thirds) => Cost::from(third(thirds, rank)) == distance % 3,
        }
    }

    /// The distance where only its remainder is known: each step goes to a neighbour with one less.
    fn steps_downhill(&self, rank: u64) -> Option<Cost> {
        let Distances::Thirds(thirds) = &self.distances else { return None };
        let ranking = self.space.ranking();
        let (mut here, mut steps) = (rank, 0);
        while here != ranking.goal() {
            let nearer = match third(thirds, here) {
                3 => return None,
                0 => 2,
                remainder => remainder - 1,
            };
            let (order, blank) = ranking.split(here);
            let next = self.space.neighbours(order, blank, |_, order, blank| {
                let rank = ranking.join(order, blank);
                if third(thirds, rank) == nearer { ControlFlow::Break(rank) } else { ControlFlow::Continue(()) }
            });
            here = next?;
            steps += 1;
            if steps > self.radius {
                return None;
            }
        }
        Some(steps)
    }

    /// The distance of packed labels; `None` if they cannot reach the goal.
    pub fn distance<C: Cells>(&self, labels: &C) -> Option<Cost> {
        self.distance_of(self.space.ranking().rank(labels)?)
    }

    /// A shortest solution; `None` if there is none. With [`Metric::Single`] every slide goes one cell.
    ///
    /// A table that was read from a file may hold anything, if someone made its checksums right: where no neighbour is one
    /// nearer, or the way ends elsewhere than at the goal, there is none either.
    pub fn slides<C: Cells>(&self, labels: &C) -> Option<Vec<Slide>> {
        self.descend(labels, |slide, _| slide)
    }

    /// A shortest solution as moves of the blank by one cell each; `None` if there is none.
    ///
    /// With [`Metric::Multi`] the number of slides is the least, not the number of these moves.
    pub fn solve<C: Cells>(&self, labels: &C) -> Option<Vec<Direction>> {
        if self.space.metric() == Metric::Single {
            return self.descend(labels, |slide, _| slide.direction);
        }
        Some(self.slides(labels)?.into_iter().flat_map(Slide::steps).collect())
    }

    /// Downhill, always by the first move that leads one nearer, as far as the goal.
    fn descend<C: Cells, A>(&self, labels: &C, action: impl Fn(Slide, u64) -> A) -> Option<Vec<A>> {
        let ranking = self.space.ranking();
        let rank = ranking.rank(labels)?;
        let mut distance = self.distance_of(rank)?;
        let (mut order, mut blank) = ranking.split(rank);
        let mut path = Vec::with_capacity(distance as usize);
        while distance > 0 {
            distance -= 1;
            let step = self.space.neighbours(order, blank, |slide, order, blank| {
                let rank = ranking.join(order, blank);
                if self.is_at(rank, distance) {
                    path.push(action(slide, rank));
                    return ControlFlow::Break((order, blank));
                }
                ControlFlow::Continue(())
            });
            (order, blank) = step?;
        }
        (ranking.join(order, blank) == ranking.goal()).then_some(path)
    }

    /// How many shortest solutions there are, without listing them; `None` if there is none at all.
    ///
    /// Counted level by level: a board has as many as its nearer neighbours have together. `u128::MAX` stands for at
    /// least as many as that.
    pub fn count_optimal<C: Cells>(&self, labels: &C) -> Option<u128> {
        let ranking = self.space.ranking();
        let rank = ranking.rank(labels)?;
        let mut ways: FxHashMap<u64, u128> = HashMap::from_iter([(rank, 1)]);
        for nearer in (0..self.distance_of(rank)?).rev() {
            let mut next = FxHashMap::default();
            for (rank, count) in ways {
                let (order, blank) = ranking.split(rank);
                let _: Option<()> = self.space.neighbours(order, blank, |_, order, blank| {
                    let rank = ranking.join(order, blank);
                    if self.is_at(rank, nearer) {
                        let sum: &mut u128 = next.entry(rank).or_default();
                        *sum = sum.saturating_add(count);
                    }
                    ControlFlow::Continue(())
                });
            }
            ways = next;
        }
        ways.get(&ranking.goal()).copied()
    }

    fn after(&self, rank: u64, slide: Slide) -> u64 {
        let ranking = self.space.ranking();
        let (order, blank) = ranking.split(rank);
        let (order, blank) = self.space.after(order, blank, slide).expect("a legal move");
        ranking.join(order, blank)
    }
}

/// The two bits of a rank.
#[inline]
fn third(thirds: &[u8], rank: u64) -> u8 {
    thirds[(rank / 4) as usize] >> (2 * (rank % 4)) & 3
}

/// The rank; `None` where there is no solution.
type RankMemo = Option<u64>;

impl<C: Cells> Heuristic<Tiles<C>> for DistanceTable {
    type Memo = RankMemo;

    /// # Panics
    ///
    /// If the table was made for another shape or another goal cell of the blank.
    fn memo(&self, problem: &Tiles<C>, state: &C) -> RankMemo {
        assert!(self.serves(problem.frame()), "the table was made for this shape and goal cell");
        self.space.ranking().rank(state)
    }

    fn advance(&self, _: &Tiles<C>, memo: &RankMemo, _: &C, direction: Direction) -> RankMemo {
        memo.map(|rank| self.after(rank, Slide { direction, cells: 1 }))
    }

    fn estimate(&self, memo: &RankMemo, _: Cost) -> Option<Cost> {
        self.distance_of((*memo)?)
    }

    /// Consistent in either metric: a slide of many tiles is never more than as many moves.
    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}

impl<C: Cells> Heuristic<MultiTiles<C>> for DistanceTable {
    type Memo = RankMemo;

    /// # Panics
    ///
    /// If the table was made for another shape or another goal cell of the blank.
    fn memo(&self, problem: &MultiTiles<C>, state: &C) -> RankMemo {
        assert!(self.serves(problem.frame()), "the table was made for this shape and goal cell");
        self.space.ranking().rank(state)
    }

    fn advance(&self, _: &MultiTiles<C>, memo: &RankMemo, _: &C, slide: Slide) -> RankMemo {
        memo.map(|rank| self.after(rank, slide))
    }

    fn estimate(&self, memo: &RankMemo, _: Cost) -> Option<Cost> {
        self.distance_of((*memo)?)
    }

    fn quality(&self) -> Quality {
        if self.space.metric() == Metric::Multi { Quality::Consistent } else { Quality::Inadmissible }
    }
}
