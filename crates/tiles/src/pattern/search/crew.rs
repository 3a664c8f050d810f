//! Depth-first searches that take turns on one thread: a round is cut into tasks, and each lane has one of them.
//!
//! [`Opener`] is itself a lane. It searches the first few levels and hands each node at its depth over as a task, so
//! tasks come in the order of the depth-first search, each when a lane asks for one, with all that the opener counted
//! since the one before. The counts of the tasks up to one are thus those of the whole search up to there.
//!
//! The lanes go in step: each in turn puts its last node's children on its stack and asks for those of the next, then
//! each in turn reads. While one waits for the memory the others ask. When a lane finds the goal the tasks behind its own
//! are given up and what they took is given back; those before it are finished, since one of them may hold the goal that
//! comes first.

use hueco_search::Limit;

use super::lane::{Counts, Entry, Lane, Next};
use super::{End, Look, Node, Outcome, Search};
use crate::board::Direction;

/// The tasks of a round, in order.
pub(super) struct Opener<L: Look> {
    lane: Lane<L>,
    /// Where nodes are tasks.
    depth: u32,
    pub(super) tasks: usize,
    is_through: bool,
}

impl<L: Look> Opener<L> {
    pub(super) fn new(root: &Node<L::Half>, bound: i32, depth: u32) -> Self {
        let mut lane = Lane::new(root, bound);
        // The root was counted before the first round.
        lane.stack.push(Entry { node: *root, cost: 0 });
        Self { lane, depth, tasks: 0, is_through: false }
    }

    /// Gives a lane the next task. The last one is empty: it only counts what is behind the others.
    pub(super) fn hand(&mut self, search: &Search<'_, L>, to: &mut Lane<L>) -> bool {
        if self.is_through {
            return false;
        }
        let from = &mut self.lane;
        while let Some(entry) = from.stack.last()
            && entry.node.depth < self.depth
            && entry.node.board != search.goal
        {
            from.next(search, &mut u64::MAX.clone());
            from.weigh(search);
            from.finish(search);
        }
        let before = std::mem::replace(&mut from.counts, Counts::NONE);
        to.begin(self.tasks, before);
        if let Some(Entry { node, cost }) = from.stack.pop() {
            let above = node.depth as usize;
            to.path[..above].copy_from_slice(&from.path[..above]);
            to.stack.push(Entry { node, cost: cost + before.generated });
        } else {
            to.tail = from.tail + before.generated;
            self.is_through = true;
        }
        self.tasks += 1;
        true
    }

    /// The rest of the search behind so many tasks, as one lane.
    pub(super) fn behind(mut self, search: &Search<'_, L>, tasks: usize) -> Option<Lane<L>> {
        let mut given_up = Lane::new(&self.lane.stack.last()?.node, self.lane.path.len() as i32 - 1);
        for _ in 0..tasks {
            self.hand(search, &mut given_up);
        }
        self.lane.task = tasks;
        (!self.is_through).then_some(self.lane)
    }
}

/// The lanes of one thread.
pub(super) struct Crew<'a, L: Look> {
    search: &'a Search<'a, L>,
    /// Those at work come first.
    lanes: Vec<Lane<L>>,
    at_work: usize,
    /// By task: what it took, when it is done.
    done: Vec<Counts>,
    found: Option<Vec<Direction>>,
    pub(super) fuel: u64,
}

impl<'a, L: Look> Crew<'a, L> {
    pub(super) fn new(search: &'a Search<'a, L>, root: &Node<L::Half>, bound: i32, lanes: usize) -> Self {
        let lanes = (0..lanes).map(|_| Lane::new(root, bound)).collect();
        Self { search, lanes, at_work: 0, done: Vec::new(), found: None, fuel: 0 }
    }

    /// Searches all tasks that `hand` gives; ends when there are no more, or with a limit. Then it can go on.
    pub(super) fn run(
        &mut self,
        hand: &mut dyn FnMut(&mut Lane<L>) -> bool,
        refuel: &mut dyn FnMut() -> Result<u64, Limit>,
    ) -> Result<(), Limit> {
        let search = self.search;
        while self.found.is_none() && self.at_work < self.lanes.len() && hand(&mut self.lanes[self.at_work]) {
            self.at_work += 1;
        }
        while self.at_work > 0 {
            let mut at = 0;
            while at < self.at_work {
                let lane = &mut self.lanes[at];
                lane.finish(search);
                match lane.next(search, &mut self.fuel) {
                    Next::Asked => at += 1,
                    Next::Dry => match refuel() {
                        Ok(fuel) => self.fuel += fuel,
                        Err(limit) => {
                            // So that it can go on.
                            self.lanes[..at].iter_mut().for_each(|lane| lane.weigh(search));
                            return Err(limit);
                        }
                    },
                    Next::Through => {
                        self.record(at);
                        if self.found.is_some() || !hand(&mut self.lanes[at]) {
                            self.at_work -= 1;
                            self.lanes.swap(at, self.at_work);
                        }
                    }
                    Next::Goal(depth) => {
                        let lane = &self.lanes[at];
                        let moves = lane.path[1..=depth].iter();
                        self.found = Some(moves.map(|&direction| Direction::ALL[direction as usize & 3]).collect());
                        let task = lane.task;
                        self.record(at);
                        at = self.give_up_behind(task, at);
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

    /// Puts what a lane's task took on record.
    fn record(&mut self, at: usize) {
        let Lane { task, counts, .. } = self.lanes[at];
        if self.done.len() <= task {
            self.done.resize(task + 1, Counts::NONE);
        }
        self.done[task] = counts;
    }

    /// Gives up the tasks behind one, and takes back what they took. The place where the lane at `at` is now.
    fn give_up_behind(&mut self, task: usize, at: usize) -> usize {
        let (mut kept, mut place) = (0, 0);
        for i in 0..self.at_work {
            if self.lanes[i].task > task {
                self.fuel += self.lanes[i].counts.generated;
            } else {
                self.lanes.swap(kept, i);
                kept += 1;
                place += usize::from(i < at);
            }
        }
        self.at_work = kept;
        let behind = self.done.drain((task + 1).min(self.done.len())..);
        self.fuel += behind.map(|counts| counts.generated).sum::<u64>();
        place
    }

    /// Gives up all but the first task that is not done, and tells which it is.
    pub(super) fn keep_first(&mut self) -> Option<usize> {
        let first = self.lanes[..self.at_work].iter().map(|lane| lane.task).min()?;
        self.found = None;
        self.give_up_behind(first, 0);
        Some(first)
    }

    /// Whether one of the tasks holds the goal.
    pub(super) fn has_found(&self) -> bool {
        self.found.is_some()
    }

    /// Counts the rest of the fuel on the lane that it is not enough for: so many more nodes would have been created.
    pub(super) fn spend_all(&mut self) {
        let fuel = std::mem::take(&mut self.fuel);
        self.lanes[0].counts.generated += fuel;
    }

    /// Puts a lane to work.
    pub(super) fn take_over(&mut self, lane: Lane<L>) {
        self.lanes.insert(0, lane);
        self.at_work += 1;
    }

    /// What all came to, after `run` ended so.
    pub(super) fn outcome(&mut self, ending: Result<(), Limit>) -> Outcome {
        let mut counts = Counts::NONE;
        self.done.iter().for_each(|done| counts.add(done));
        self.lanes[..self.at_work].iter().for_each(|lane| counts.add(&lane.counts));
        let end = match (self.found.take(), ending) {
            (Some(path), _) => End::Goal(path),
            (None, Ok(())) => End::Exhausted,
            (None, Err(limit)) => End::Stopped(limit),
        };
        Outcome { counts, end }
    }
}
