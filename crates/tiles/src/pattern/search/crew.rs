//! Depth-first searches that take turns on one thread: a round is cut into tasks, and each lane has one of them.
//!
//! [`Opener`] is itself a lane. It searches the first few levels and hands each node at its depth over as a task, so
//! tasks come in the order of the depth-first search, each when a lane asks for one, with all that the opener counted
//! since the one before. The counts of the tasks up to one are thus those of the whole search up to there.
//!
//! The lanes go in step: each in turn puts its last node's children on its stack and prefetches those of the next, then
//! each in turn reads. While one waits for the memory the others prefetch. When a lane finds the goal, here or on another
//! thread, the tasks behind its own are dropped and what they took is returned; those before it are finished, since one of
//! them may hold the goal that comes first.

use hueco_search::Limit;

use super::lane::{Counts, Lane, Next};
use super::{End, Lookup, Node, Outcome, Search};
use crate::board::Direction;

/// The tasks of a round, in order.
pub(super) struct Opener<L: Lookup> {
    lane: Lane<L>,
    /// Where nodes are tasks.
    depth: u32,
    pub(super) tasks: usize,
    is_through: bool,
}

impl<L: Lookup> Opener<L> {
    pub(super) fn new(root: &Node<L::SumState>, bound: i32, depth: u32) -> Self {
        Self { lane: Lane::from_root(root, bound), depth, tasks: 0, is_through: false }
    }

    /// Gives a lane the next task. The last one is empty: it only counts what is behind the others.
    pub(super) fn hand(&mut self, search: &Search<'_, L>, to: &mut Lane<L>) -> bool {
        if self.is_through {
            return false;
        }
        // What it takes is paid for by the task.
        let mut fuel = u64::MAX;
        while let Some(node) = self.lane.peek()
            && node.depth < self.depth
            && node.board != search.goal
        {
            self.lane.next(search, &mut fuel);
            self.lane.weigh(search);
            self.lane.finish(search);
        }
        self.is_through = !self.lane.hand_over(self.tasks, to);
        self.tasks += 1;
        true
    }

    /// The rest of the search after this many tasks, as one lane.
    pub(super) fn behind(mut self, search: &Search<'_, L>, tasks: usize, given_up: &mut Lane<L>) -> Option<Lane<L>> {
        while self.tasks < tasks && self.hand(search, given_up) {}
        self.lane.task = tasks;
        (!self.is_through).then_some(self.lane)
    }
}

/// Where a crew takes tasks and fuel from.
pub(super) trait Source<L: Lookup> {
    /// Gives a lane the next task; `false`: there is none.
    fn hand(&mut self, lane: &mut Lane<L>) -> bool;

    /// More fuel.
    fn refuel(&mut self) -> Result<u64, Limit>;

    /// The first task known to hold the goal, on any thread: none behind it need be searched.
    fn first_goal(&self) -> usize {
        usize::MAX
    }

    /// This task holds the goal.
    fn found(&mut self, _task: usize) {}
}

/// The lanes of one thread.
pub(super) struct Crew<'a, L: Lookup> {
    search: &'a Search<'a, L>,
    /// Those at work come first.
    lanes: Vec<Lane<L>>,
    at_work: usize,
    /// By task: what it took, if it was done here.
    pub(super) done: Vec<Option<Counts>>,
    /// The first task here that holds the goal, and the moves to it.
    pub(super) found: Option<(usize, Vec<Direction>)>,
    pub(super) fuel: u64,
}

impl<'a, L: Lookup> Crew<'a, L> {
    pub(super) fn new(search: &'a Search<'a, L>, root: &Node<L::SumState>, bound: i32, lanes: usize) -> Self {
        let lanes = (0..lanes).map(|_| Lane::new(root, bound)).collect();
        Self { search, lanes, at_work: 0, done: Vec::new(), found: None, fuel: 0 }
    }

    /// Searches all tasks of a source; ends when there are no more, or with a limit. Lanes can be resumed after a limit,
    /// a recursion cannot.
    pub(super) fn run(&mut self, source: &mut dyn Source<L>) -> Result<(), Limit> {
        let search = self.search;
        while self.found.is_none() && self.at_work < self.lanes.len() && source.hand(&mut self.lanes[self.at_work]) {
            self.at_work += 1;
        }
        while self.at_work > 0 {
            let mut at = 0;
            while at < self.at_work {
                let lane = &mut self.lanes[at];
                let next = if L::LANES == 1 {
                    let task = lane.task;
                    let mut refuel =
                        || if source.first_goal() < task { Err(Limit::Interrupt) } else { source.refuel() };
                    match lane.descend(search, &mut self.fuel, &mut refuel) {
                        Ok(next) => next,
                        Err(_) if source.first_goal() < task => {
                            at = self.drop_from(source.first_goal().saturating_add(1), at);
                            continue;
                        }
                        Err(limit) => return Err(limit),
                    }
                } else {
                    lane.finish(search);
                    lane.next(search, &mut self.fuel)
                };
                match next {
                    Next::Taken => at += 1,
                    Next::Dry => match source.refuel() {
                        Ok(fuel) => {
                            self.fuel += fuel;
                            at = self.drop_from(source.first_goal().saturating_add(1), at);
                        }
                        Err(limit) => {
                            // So that it can be resumed.
                            self.lanes[..at].iter_mut().for_each(|lane| lane.weigh(search));
                            return Err(limit);
                        }
                    },
                    Next::Through => {
                        self.record(at);
                        if self.found.is_some() || !source.hand(&mut self.lanes[at]) {
                            self.at_work -= 1;
                            self.lanes.swap(at, self.at_work);
                        }
                    }
                    Next::Goal(depth) => {
                        let task = self.lanes[at].task;
                        self.found = Some((task, self.lanes[at].moves(depth)));
                        source.found(task);
                        self.record(at);
                        at = self.drop_from(task + 1, at);
                        self.at_work -= 1;
                        self.lanes.swap(at, self.at_work);
                    }
                }
            }
            for lane in &mut self.lanes[..self.at_work] {
                lane.weigh(search);
            }
        }
        Ok(())
    }

    /// Records what a lane's task took.
    fn record(&mut self, at: usize) {
        let Lane { task, counts, .. } = self.lanes[at];
        if self.done.len() <= task {
            self.done.resize(task + 1, None);
        }
        self.done[task] = Some(counts);
    }

    /// Drops the tasks from one on; what they took is fuel again. The place of the lane at `at`, or of the one after it.
    fn drop_from(&mut self, from: usize, at: usize) -> usize {
        let (mut kept, mut place) = (0, 0);
        for i in 0..self.at_work {
            if self.lanes[i].task >= from {
                self.fuel += self.lanes[i].counts.generated;
            } else {
                self.lanes.swap(kept, i);
                kept += 1;
                place += usize::from(i < at);
            }
        }
        self.at_work = kept;
        let dropped = self.done.drain(from.min(self.done.len())..);
        self.fuel += dropped.flatten().map(|counts| counts.generated).sum::<u64>();
        place
    }

    /// Drops all but the first task that is not done, and that one too if nothing of it was paid for. The number of
    /// tasks that are left.
    pub(super) fn keep_first(&mut self) -> usize {
        let first = self.lanes[..self.at_work].iter().min_by_key(|lane| lane.task);
        let left = first.map_or(0, |lane| lane.task + usize::from(lane.counts.generated > 0));
        self.found = None;
        self.drop_from(left, 0);
        left
    }

    /// Counts the rest of the fuel on the lane that it is not enough for: that many more nodes would have been created.
    pub(super) fn spend_all(&mut self) {
        let fuel = std::mem::take(&mut self.fuel);
        self.lanes[0].counts.generated += fuel;
    }

    /// Puts a lane to work.
    pub(super) fn take_over(&mut self, lane: Lane<L>) {
        self.lanes.insert(0, lane);
        self.at_work += 1;
    }

    /// What its tasks took so far, done or not.
    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::NONE;
        self.done.iter().flatten().for_each(|done| counts.add(done));
        self.lanes[..self.at_work].iter().for_each(|lane| counts.add(&lane.counts));
        counts
    }

    /// What all came to, after `run` ended so.
    pub(super) fn outcome(&mut self, ending: Result<(), Limit>) -> Outcome {
        let counts = self.counts();
        let end = match (self.found.take(), ending) {
            (Some((_, path)), _) => End::Goal(path),
            (None, Ok(())) => End::Exhausted,
            (None, Err(limit)) => End::Stopped(limit),
        };
        Outcome { counts, end }
    }
}
