//! All levels of a space, from the goal to the deepest boards.
//!
//! The orders are divided evenly among the threads, one [`Shard`] each. A level takes two steps: every thread expands its
//! shard and keeps the marks that fall into another; then every thread takes in the marks meant for its own. Since shards
//! are ranges of neighbouring orders, few marks cross. No word is ever written by two threads.

use std::ops::Range;

use hueco_search::{Budget, Limit};

use super::shard::{Expanded, Mark, Shard, Visitor};
use super::{Space, SpaceTooLarge};
use crate::IS_SMALL;
use crate::board::Board;
use crate::metric::Metric;
use crate::problem::Frame;

/// How a space is enumerated.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What counts as one move.
    pub metric: Metric,
    /// Threads; 0 is taken as 1.
    pub threads: usize,
    /// How many of the deepest boards are kept, at most.
    pub deepest: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { metric: Metric::Single, threads: 1, deepest: 100 }
    }
}

/// A level that was just finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its depth.
    pub depth: u32,
    /// Its states.
    pub states: u64,
    /// The states up to it.
    pub reached: u64,
    /// All states of the space; 0 where they are too many to be counted beforehand.
    pub all: u64,
}

/// What an enumeration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// By depth: how many states. Complete unless `stopped`.
    pub depths: Vec<u64>,
    /// The first of the deepest boards, by rank.
    pub deepest: Vec<Board>,
    /// The limit that stopped it; `None` if it is complete.
    pub stopped: Option<Limit>,
    /// Bytes of bits and tables.
    pub bytes: u64,
}

impl Levels {
    /// All states reached.
    pub fn states(&self) -> u64 {
        self.depths.iter().sum()
    }

    /// The depth of the deepest states.
    pub fn radius(&self) -> u32 {
        (self.depths.len() as u32).saturating_sub(1)
    }

    /// The mean depth of a state.
    pub fn mean_depth(&self) -> f64 {
        let sum: u64 = self.depths.iter().zip(0..).map(|(states, depth)| states * depth).sum();
        sum as f64 / self.states().max(1) as f64
    }
}

/// Enumerates every board that can reach `goal`. `progress` is called after every level.
///
/// [`Space::bytes`] is what it takes; if the budget allows fewer, nothing is begun. A limit on nodes is
/// looked at between levels, time and the cancel flag every few milliseconds.
///
/// ```
/// use hueco_search::Budget;
/// use hueco_tiles::space::{Options, enumerate};
/// use hueco_tiles::{Board, Shape};
///
/// let goal = Board::blank_last(Shape::new(3, 3)?);
/// let levels = enumerate(&goal, Options::default(), &Budget::unlimited(), &mut |_| ())?;
/// assert_eq!((levels.states(), levels.radius()), (181_440, 31));
/// assert_eq!(levels.deepest.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn enumerate(
    goal: &Board,
    options: Options,
    budget: &Budget,
    progress: &mut dyn FnMut(Level),
) -> Result<Levels, SpaceTooLarge> {
    let space = Space::new(goal.shape(), goal.blank(), options.metric)?;
    let mut visitors = vec![(); options.threads.max(1)];
    let walked = walk(&space, options.deepest, &mut visitors, budget, &mut |level, _| progress(level));
    let frame = Frame::new(goal);
    let deepest = walked.deepest.iter().map(|&rank| space.ranking().board(&frame, rank)).collect();
    Ok(Levels { depths: walked.depths, deepest, stopped: walked.stopped, bytes: space.bytes() })
}

/// What a walk through a space came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// By depth: how many states. Complete unless `stopped`.
    pub depths: Vec<u64>,
    /// The first ranks of the deepest level, at most as many as were asked for.
    pub deepest: Vec<u64>,
    /// The limit that stopped it; `None` if it is complete.
    pub stopped: Option<Limit>,
}

/// Walks through all levels of a space, on a thread for each visitor. A visitor receives the states that are its
/// thread's; `finished` is called after every level, when all of its states have been visited.
///
/// A limit can stop it in the middle of a level, of which the visitors then know a part. Limits are those of
/// [`enumerate`].
///
/// # Panics
///
/// If there is no visitor.
pub fn walk<V: Visitor + Send>(
    space: &Space,
    deepest: usize,
    visitors: &mut [V],
    budget: &Budget,
    finished: &mut dyn FnMut(Level, &mut [V]),
) -> Walked {
    let mut walked = Walked::default();
    if let Err(limit) = budget.allow_bytes(space.bytes()) {
        walked.stopped = Some(limit);
        return walked;
    }
    let mut crew = Crew::new(space, visitors.len());
    let mut reached = 0;
    loop {
        let depth = walked.depths.len() as u32;
        let found = match crew.level(space, depth, deepest, visitors, budget) {
            Ok(found) => found,
            Err(limit) => {
                walked.stopped = Some(limit);
                return walked;
            }
        };
        if found.states == 0 {
            return walked;
        }
        walked.deepest = found.first;
        walked.depths.push(found.states);
        reached += found.states;
        finished(Level { depth, states: found.states, reached, all: space.ranking().states() }, visitors);
        if reached > budget.nodes_left() {
            walked.stopped = Some(Limit::Nodes);
            return walked;
        }
    }
}

/// The shards of the threads.
struct Crew {
    shards: Vec<Shard>,
    /// By sender and receiver: marks on their way.
    mail: Vec<Vec<Vec<Mark>>>,
}

impl Crew {
    fn new(space: &Space, threads: usize) -> Self {
        let orders = space.ranking().orders();
        let threads = if IS_SMALL { 1 } else { (threads.max(1) as u64).min(orders) };
        let share = |part: u64| (u128::from(orders) * u128::from(part) / u128::from(threads)) as u64;
        let mut shards: Vec<Shard> = (0..threads).map(|part| Shard::new(space, share(part)..share(part + 1))).collect();
        shards[0].mark(Mark::goal(space), 0);
        let mail = vec![vec![Vec::new(); shards.len()]; shards.len()];
        Self { shards, mail }
    }

    fn level<V: Visitor + Send>(
        &mut self,
        space: &Space,
        level: u32,
        keep: usize,
        visitors: &mut [V],
        budget: &Budget,
    ) -> Result<Expanded, Limit> {
        if IS_SMALL || self.shards.len() == 1 {
            return self.shards[0].expand(space, level, keep, &mut visitors[0], &mut |_| (), budget);
        }
        let ranges: Vec<Range<u64>> = self.shards.iter().map(Shard::range).collect();
        let found: Vec<Result<Expanded, Limit>> = std::thread::scope(|scope| {
            let triples = self.shards.iter_mut().zip(&mut self.mail).zip(visitors);
            let threads: Vec<_> = triples
                .map(|((shard, mail), visitor)| {
                    let ranges = &ranges;
                    scope.spawn(move || {
                        let mut send = |mark: Mark| {
                            let mut rest = Some(mark);
                            while let Some(mark) = rest {
                                let to = ranges.partition_point(|range| range.end <= mark.span().start);
                                let (own, others) = mark.split(ranges[to].end);
                                mail[to].extend(own);
                                rest = others;
                            }
                        };
                        shard.expand(space, level, keep, visitor, &mut send, budget)
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("a shard does not panic")).collect()
        });
        let mail = &self.mail;
        std::thread::scope(|scope| {
            for (receiver, shard) in self.shards.iter_mut().enumerate() {
                scope.spawn(move || {
                    for mark in mail.iter().flat_map(|sender| &sender[receiver]) {
                        shard.mark(*mark, level + 1);
                    }
                });
            }
        });
        self.mail.iter_mut().flatten().for_each(Vec::clear);
        let mut all = Expanded::default();
        for part in found {
            let part = part?;
            all.states += part.states;
            all.first.extend(part.first);
        }
        all.first.truncate(keep);
        Ok(all)
    }
}
