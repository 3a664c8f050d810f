//! One depth-first search that can pause while it waits for the memory.
//!
//! A random read from a table of half a gigabyte takes as long as some hundred instructions. Between prefetching and reading
//! there must therefore be other work, and a depth-first search has none: what it does next depends on what is read. So a
//! search is cut at its two reads, and several searches take turns (`crew.rs`). A node goes through three steps:
//!
//! 1. [`Lane::next`] takes it from the stack and prefetches the first sums of all its children;
//! 2. [`Lane::weigh`] reads them, prunes, and prefetches the second sums of those that are left;
//! 3. [`Lane::finish`] reads these, prunes, and puts the children that are left on the stack, the first one on top.
//!
//! *Counting.* The recursive search counts a child when its turn comes, after all below the siblings before it. So a node
//! on the stack carries what is to be counted at its turn: itself, and the pruned ones since the one before it. Pruned
//! ones behind the last sibling are counted with the next node below on the stack. So counts are those of the
//! recursive search at every moment, and a solution or a limit finds them right.

use hueco_search::Limit;

use super::descent::{Below, descend};
use super::{Lookup, Node, Search};
use crate::board::Direction;

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) generated: u64,
    pub(super) expanded: u64,
    /// The least by which any pruned child was over the bound.
    pub(super) over: i32,
}

impl Counts {
    pub(super) const NONE: Self = Self { generated: 0, expanded: 0, over: i32::MAX };

    pub(super) fn add(&mut self, other: &Self) {
        self.generated += other.generated;
        self.expanded += other.expanded;
        self.over = self.over.min(other.over);
    }
}

/// A node to be searched.
#[derive(Clone, Copy)]
struct Entry<H> {
    node: Node<H>,
    /// Nodes to be counted when its turn comes.
    cost: u64,
}

/// How [`Lane::next`] went.
pub(super) enum Next {
    /// There is a node at work.
    Taken,
    /// This is the goal; this many moves lead to it.
    Goal(usize),
    /// Nothing is left below the task.
    Through,
    /// There is not enough fuel for the next node. Nothing was done.
    Dry,
}

/// A depth-first search below a task.
pub(super) struct Lane<L: Lookup> {
    /// The number of the task.
    pub(super) task: usize,
    pub(super) counts: Counts,
    bound: i32,
    /// The node at work, or the next one.
    now: Entry<L::SumState>,
    /// Whether `now` is the next one: the first child goes there without a detour by the stack.
    is_next: bool,
    /// The node at work: how many children it has, what they change, and which are not pruned yet.
    children: usize,
    first: [L::Step; 4],
    second: [L::Step; 4],
    left: [u8; 4],
    left_count: usize,
    stack: Vec<Entry<L::SumState>>,
    /// Nodes to be counted when all below the task is done.
    tail: u64,
    /// By depth: the direction of the move to the last node there.
    path: Vec<u8>,
}

impl<L: Lookup> Lane<L> {
    /// Nothing to do yet, in a round with this bound.
    pub(super) fn new(root: &Node<L::SumState>, bound: i32) -> Self {
        Self {
            task: 0,
            counts: Counts::NONE,
            bound,
            now: Entry { node: *root, cost: 0 },
            is_next: false,
            children: 0,
            first: [L::NO_STEP; 4],
            second: [L::NO_STEP; 4],
            left: [0; 4],
            left_count: 0,
            stack: Vec::new(),
            tail: 0,
            path: vec![0; bound as usize + 1],
        }
    }

    /// The search from the root, which was counted before the first round.
    pub(super) fn from_root(root: &Node<L::SumState>, bound: i32) -> Self {
        Self { is_next: true, ..Self::new(root, bound) }
    }

    /// The next node. After [`Lane::finish`].
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Option<&Node<L::SumState>> {
        if !self.is_next {
            self.now = self.stack.pop()?;
            self.is_next = true;
        }
        Some(&self.now.node)
    }

    /// Leaves its next node, and all that was counted, to another. Where there is none, the counts alone.
    pub(super) fn hand_over(&mut self, task: usize, to: &mut Self) -> bool {
        let some = self.peek().is_some();
        let Counts { generated, expanded, over } = std::mem::replace(&mut self.counts, Counts::NONE);
        to.task = task;
        to.counts = Counts { generated: 0, expanded, over };
        to.stack.clear();
        (to.children, to.left_count) = (0, 0);
        (to.is_next, to.tail) = (some, 0);
        if some {
            let above = self.now.node.depth as usize;
            to.path[..above].copy_from_slice(&self.path[..above]);
            to.now = Entry { node: self.now.node, cost: self.now.cost + generated };
            self.is_next = false;
        } else {
            to.tail = self.tail + generated;
        }
        some
    }

    /// The first `count` moves of the path.
    pub(super) fn moves(&self, depth: usize) -> Vec<Direction> {
        self.path[1..=depth].iter().map(|&direction| Direction::ALL[direction as usize & 3]).collect()
    }

    /// Takes the next node.
    #[inline(always)]
    fn take(&mut self, search: &Search<'_, L>, fuel: &mut u64) -> Next {
        let is_through = self.peek().is_none();
        let cost = if is_through { self.tail } else { self.now.cost };
        let Some(rest) = fuel.checked_sub(cost) else { return Next::Dry };
        *fuel = rest;
        self.counts.generated += cost;
        if is_through {
            self.tail = 0;
            return Next::Through;
        }
        self.is_next = false;
        let node = &self.now.node;
        self.path[node.depth as usize] = node.direction;
        if node.board == search.goal {
            return Next::Goal(node.depth as usize);
        }
        self.counts.expanded += 1;
        Next::Taken
    }

    /// Takes the next node and prefetches the first sums of its children. After [`Lane::finish`].
    #[inline(always)]
    pub(super) fn next(&mut self, search: &Search<'_, L>, fuel: &mut u64) -> Next {
        let next = self.take(search, fuel);
        if let Next::Taken = next {
            let node = &self.now.node;
            let blank_moves = &search.blank_moves[node.blank_moves as usize];
            self.children = blank_moves.count as usize;
            for (step, blank_move) in self.first.iter_mut().zip(blank_moves.out()) {
                let label = (node.board >> (4 * blank_move.cell) & 15) as usize;
                *step = search.lookup.prefetch::<false>(&node.first, label, *blank_move, blank_moves.cell as usize);
            }
        }
        next
    }

    /// Takes the next node and searches all below it, by recursion. Does not continue after a limit.
    pub(super) fn descend(
        &mut self,
        search: &Search<'_, L>,
        fuel: &mut u64,
        refuel: &mut dyn FnMut() -> Result<u64, Limit>,
    ) -> Result<Next, Limit> {
        let next = self.take(search, fuel);
        let Next::Taken = next else { return Ok(next) };
        let from = (&self.now.node, self.bound - self.now.node.depth as i32);
        match descend(search, from, &mut self.counts, &mut self.path, fuel, refuel) {
            Below::Nothing => Ok(Next::Taken),
            Below::Goal(depth) => Ok(Next::Goal(depth)),
            Below::Stopped(limit) => Err(limit),
        }
    }

    /// Reads the first sums and prefetches the second ones.
    #[inline(always)]
    pub(super) fn weigh(&mut self, search: &Search<'_, L>) {
        let node = &self.now.node;
        let blank_moves = &search.blank_moves[node.blank_moves as usize];
        let most = self.bound - node.depth as i32 - 1;
        let (mut left_count, mut over) = (0, self.counts.over);
        for (at, step) in self.first[..self.children & 7].iter_mut().enumerate() {
            let sum = search.lookup.read(&node.first, step);
            self.left[left_count & 3] = at as u8;
            left_count += usize::from(sum <= most);
            over = over.min(if sum > most { sum - most } else { i32::MAX });
        }
        self.left_count = left_count;
        self.counts.over = over;
        if search.lookup.is_reflected() {
            for &at in &self.left[..left_count & 7] {
                let at = at as usize & 3;
                let blank_move = blank_moves.out[at];
                let label = (node.board >> (4 * blank_move.cell) & 15) as usize;
                self.second[at] =
                    search.lookup.prefetch::<true>(&node.second, label, blank_move, blank_moves.cell as usize);
            }
        }
    }

    /// Reads the second sums and puts the children on the stack. Does nothing where no node is at work.
    #[inline(always)]
    pub(super) fn finish(&mut self, search: &Search<'_, L>) {
        let node = &self.now.node;
        let most = self.bound - node.depth as i32 - 1;
        let mut left_count = self.left_count;
        if search.lookup.is_reflected() {
            let mut over = self.counts.over;
            left_count = 0;
            for k in 0..self.left_count & 7 {
                let at = self.left[k & 3];
                let sum = search.lookup.read(&node.second, &mut self.second[at as usize & 3]);
                self.left[left_count & 3] = at;
                left_count += usize::from(sum <= most);
                over = over.min(if sum > most { sum - most } else { i32::MAX });
            }
            self.counts.over = over;
        }
        let children = std::mem::take(&mut self.children) as u64;
        self.left_count = 0;
        let left = &self.left[..left_count & 7];
        let tail = children - left.last().map_or(0, |&last| last as u64 + 1);
        *self.stack.last_mut().map_or(&mut self.tail, |below| &mut below.cost) += tail;
        let Some((&eldest, younger)) = left.split_first() else { return };
        let blank_moves = &search.blank_moves[node.blank_moves as usize];
        for (k, &at) in younger.iter().enumerate().rev() {
            let cost = (at - left[k & 3]) as u64;
            let at = at as usize & 3;
            self.stack.push(Entry { node: node.child::<L>(blank_moves, at, &self.first[at], &self.second[at]), cost });
        }
        let at = eldest as usize & 3;
        self.now.node.apply::<L>(blank_moves, at, &self.first[at], &self.second[at]);
        self.now.cost = at as u64 + 1;
        self.is_next = true;
    }
}
