//! Depth-first search below a task, within a bound.
//!
//! A node carries, for every group of every partition, the cells of its tiles, an index and the value there, and the sum of each
//! partition. A move changes one group of each partition: the index by one addition, and the blank stays in its region of
//! all other groups. Values and sums are halves of what is above Manhattan distance, which is the same for all partitions.
//!
//! The entries of a node's children lie all over gigabytes, so they are read together, before any child is searched: what has to
//! come from the memory comes while the others are on their way. First one entry per child, that of the partition with
//! the largest sum at the node, which most likely prunes it; then those of all other partitions for the children that are left. (Child
//! by child, with a look-up only where the one before did not prune, took half as long again with eight partitions.)

use hueco_search::{Budget, Limit};

use super::direct::Sums;
use super::frontier::Task;
use super::rank::{Parts, Ranked};
use super::state::{Labels, MAX_CELLS, NONE, Near};
use super::visited::{Order, Visited};
use super::words::{FORBIDDEN, Words};
use crate::pattern::pockets::read;
use crate::prefetch::prefetch;

/// The most groups of all partitions.
pub(super) const MAX_GROUPS: usize = 64;

/// Cells and labels below [`MAX_CELLS`] are not changed by it, and the compiler sees that they are below.
const MASK: usize = MAX_CELLS - 1;

/// What a move changes in a partition; after it, what it replaced.
#[derive(Clone, Copy, Default)]
struct Change {
    index: u32,
    sum: u16,
    group: u8,
    value: u8,
}

/// A child before it is searched.
#[derive(Clone, Copy)]
struct Child<const P: usize> {
    /// The state of the automaton.
    after: u32,
    /// Manhattan distance.
    far: u16,
    /// The estimate, and the partition with the largest sum.
    estimate: u16,
    lead: u8,
    from: u8,
    label: u8,
    letter: u8,
    changes: [Change; P],
}

impl<const P: usize> Child<P> {
    const NONE: Self = {
        let change = Change { index: 0, sum: 0, group: 0, value: 0 };
        Self { after: 0, far: 0, estimate: 0, lead: 0, from: 0, label: 0, letter: 0, changes: [change; P] }
    };
}

/// What all threads of a round read.
pub(super) struct Shared<'a> {
    pub(super) sums: &'a Sums,
    pub(super) words: &'a Words,
    pub(super) near: &'a Near,
    /// By cell: its neighbours as a set.
    pub(super) around: &'a [u32; MAX_CELLS],
    pub(super) visited: Option<&'a Visited>,
    pub(super) order: &'a Order,
    /// States with at least this much slack are remembered.
    pub(super) least_slack: u32,
}

/// How a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Nothing within the bound.
    Exhausted,
    /// A goal; the path was recorded.
    Goal,
    /// A limit came first.
    Stopped(Limit),
}

/// A search on one thread with P partitions.
pub(super) struct Descent<'a, const P: usize> {
    shared: &'a Shared<'a>,
    /// By group of all partitions.
    tables: [&'a [u8]; MAX_GROUPS],
    /// By label, and by label and cell: what a move needs of all partitions is in one place.
    groups: [[u8; P]; MAX_CELLS],
    adds: Box<[[[u32; P]; MAX_CELLS]; MAX_CELLS]>,
    cells: usize,
    labels: Labels,
    far: u16,
    index: [u32; MAX_GROUPS],
    set: [u32; MAX_GROUPS],
    value: [u8; MAX_GROUPS],
    sum: [u16; P],
    /// Kept only where states are remembered.
    ranked: Ranked,
    fuel: u64,
    thread: usize,
    /// Nodes expanded.
    pub(super) expanded: u64,
    /// The letters of a path to a goal, the last one first.
    pub(super) path: Vec<u8>,
}

impl<'a, const P: usize> Descent<'a, P> {
    pub(super) fn new(shared: &'a Shared<'a>, thread: usize) -> Self {
        let mut tables: [&[u8]; MAX_GROUPS] = [&[]; MAX_GROUPS];
        for (to, table) in tables.iter_mut().zip(shared.sums.group_tables()) {
            *to = table;
        }
        let mut groups = [[0; P]; MAX_CELLS];
        let mut adds = Box::new([[[0; P]; MAX_CELLS]; MAX_CELLS]);
        for (p, digits) in shared.sums.digits().iter().enumerate() {
            for (label, of) in digits.add.iter().enumerate() {
                groups[label][p] = digits.group[label];
                for (to, &add) in adds[label].iter_mut().zip(of) {
                    to[p] = add;
                }
            }
        }
        Self {
            shared,
            tables,
            groups,
            adds,
            cells: shared.sums.cells,
            labels: [0; MAX_CELLS],
            far: 0,
            index: [0; MAX_GROUPS],
            set: [0; MAX_GROUPS],
            value: [0; MAX_GROUPS],
            sum: [0; P],
            ranked: Ranked::new(shared.sums.shape),
            fuel: 0,
            thread,
            expanded: 0,
            path: Vec::new(),
        }
    }

    /// Places the labels of a state; its estimate.
    pub(super) fn place(&mut self, labels: &Labels, blank: usize) -> u16 {
        (self.labels, self.far) = (*labels, 0);
        self.ranked.place(labels);
        (self.index, self.set) = ([0; MAX_GROUPS], [0; MAX_GROUPS]);
        for (cell, &label) in labels.iter().enumerate().take(self.cells).filter(|(_, label)| **label != 0) {
            let label = usize::from(label);
            self.far += u16::from(self.shared.sums.far[label][cell]);
            for (&group, &add) in self.groups[label].iter().zip(&self.adds[label][cell]) {
                self.index[usize::from(group)] += add;
                self.set[usize::from(group)] |= 1 << cell;
            }
        }
        for (group, table) in self.tables.iter().enumerate().filter(|(_, table)| !table.is_empty()) {
            let entry = table[self.index[group] as usize];
            self.value[group] = read(entry, self.set[group], self.shared.around[blank & MASK]);
        }
        for (p, sum) in self.sum.iter_mut().enumerate() {
            // Groups are numbered partition by partition.
            let of = self.groups[1..self.cells].iter().map(|groups| usize::from(groups[p]));
            let (first, last) = of.fold((MAX_GROUPS, 0), |(first, last), group| (first.min(group), last.max(group)));
            *sum = self.value[first..=last].iter().map(|&value| u16::from(value)).sum();
        }
        self.far + 2 * self.sum.iter().copied().max().unwrap_or(0)
    }

    /// Searches below a task with this many moves left. Pays the budget for every node.
    pub(super) fn task(&mut self, task: &Task, left: u32, budget: &mut Budget) -> Flow {
        let estimate = self.place(&task.labels, usize::from(task.blank));
        self.path.clear();
        if u32::from(estimate) > left {
            return Flow::Exhausted;
        }
        if estimate == 0 {
            return Flow::Goal;
        }
        let lead = self.sum.iter().position(|&sum| self.far + 2 * sum == estimate).unwrap_or(0);
        let flow = self.below(usize::from(task.blank), left as u16, Words::START, lead, task.back, budget);
        budget.give_back(std::mem::take(&mut self.fuel));
        flow
    }

    /// Expands the node that is placed, which has this many moves left. `skipped` are letters not to be tried, a bit each.
    fn below(&mut self, blank: usize, left: u16, word: u32, lead: usize, skipped: u8, budget: &mut Budget) -> Flow {
        let left = left - 1;
        self.expanded += 1;
        // 1. The children, with the entries that are read first on their way.
        let mut children = [Child::NONE; 4];
        let count = self.open(&mut children, blank, word, lead, skipped);
        if let Err(limit) = self.pay(count as u64, budget) {
            return Flow::Stopped(limit);
        }
        // 2. Those that one partition does not prune, with all other entries on their way.
        let count = self.weigh(&mut children, count, blank, left, lead);
        let parts = self.look_ahead(&children[..count], blank, left);
        // 3. Those that no partition prunes.
        let count = self.finish(&mut children, count, blank, left);
        for child in &mut children[..count] {
            if child.estimate == 0 {
                self.path.push(child.letter);
                return Flow::Goal;
            }
            let (from, parts) = (usize::from(child.from) & MASK, parts[usize::from(child.letter) & 3]);
            if !self.was_visited(parts, from, u32::from(left - child.estimate)) {
                let before = self.slide(blank, from, parts);
                let far = std::mem::replace(&mut self.far, child.far);
                let moved = 1 << from | 1 << (blank & MASK);
                self.exchange(&mut child.changes, moved);
                let flow = self.below(from, left, child.after, usize::from(child.lead), 0, budget);
                if flow != Flow::Exhausted {
                    if flow == Flow::Goal {
                        self.path.push(child.letter);
                    }
                    return flow;
                }
                self.exchange(&mut child.changes, moved);
                self.far = far;
                self.slide(from, blank, before);
            }
        }
        Flow::Exhausted
    }

    /// The children of the node that is placed; how many.
    #[inline(always)]
    fn open(&self, children: &mut [Child<P>; 4], blank: usize, word: u32, lead: usize, skipped: u8) -> usize {
        let mut count = 0;
        for (letter, &from) in self.shared.near[blank & MASK].iter().enumerate() {
            let after = self.shared.words.after(word, letter);
            if from == NONE || after == FORBIDDEN || skipped >> letter & 1 == 1 {
                continue;
            }
            let child = &mut children[count & 3];
            count += 1;
            let label = self.labels[usize::from(from) & MASK];
            (child.after, child.from, child.label, child.letter) = (after, from, label, letter as u8);
            let far = &self.shared.sums.far[usize::from(label) & MASK];
            child.far = self.far + u16::from(far[blank & MASK]) - u16::from(far[usize::from(from) & MASK]);
            let (group, index) = self.moved(lead, usize::from(label), blank, usize::from(from));
            prefetch(self.tables[group], index as usize);
            child.changes[lead].index = index;
        }
        count
    }

    /// Prunes children by one partition; how many are left.
    #[inline(always)]
    fn weigh(&self, children: &mut [Child<P>; 4], count: usize, blank: usize, left: u16, lead: usize) -> usize {
        let mut kept = 0;
        for at in 0..count {
            let child = children[at & 3];
            let (label, from) = (usize::from(child.label), usize::from(child.from));
            let group = usize::from(self.groups[label & MASK][lead]) & (MAX_GROUPS - 1);
            let around = self.around(from, blank);
            let value = read(self.tables[group][child.changes[lead].index as usize], self.set[group], around);
            let estimate = child.far + 2 * (self.sum[lead] + u16::from(value) - u16::from(self.value[group]));
            if estimate > left {
                continue;
            }
            if kept < at {
                children[kept & 3] = child;
            }
            let child = &mut children[kept & 3];
            child.estimate = estimate;
            kept += 1;
            prefetch(self.shared.words.rows(), child.after as usize);
            for (p, change) in child.changes.iter_mut().enumerate() {
                let (group, index) = self.moved(p, label, blank, from);
                prefetch(self.tables[group], index as usize);
                (change.index, change.group) = (index, group as u8);
            }
        }
        kept
    }

    /// Prunes children by all partitions; how many are left.
    #[inline(always)]
    fn finish(&self, children: &mut [Child<P>; 4], count: usize, blank: usize, left: u16) -> usize {
        let mut kept = 0;
        for at in 0..count {
            let child = &mut children[at & 3];
            let around = self.around(usize::from(child.from), blank);
            let mut most = 0;
            child.lead = 0;
            for (p, (change, &sum)) in child.changes.iter_mut().zip(&self.sum).enumerate() {
                let group = usize::from(change.group) & (MAX_GROUPS - 1);
                change.value = read(self.tables[group][change.index as usize], self.set[group], around);
                change.sum = sum + u16::from(change.value) - u16::from(self.value[group]);
                if change.sum > most {
                    (most, child.lead) = (change.sum, p as u8);
                }
            }
            child.estimate = child.far + 2 * most;
            if child.estimate > left {
                continue;
            }
            if kept < at {
                children[kept & 3] = children[at & 3];
            }
            kept += 1;
        }
        kept
    }

    /// The group of a label in a partition, and its index after the label has moved into the blank's cell.
    #[inline(always)]
    fn moved(&self, p: usize, label: usize, blank: usize, from: usize) -> (usize, u32) {
        let group = usize::from(self.groups[label & MASK][p]) & (MAX_GROUPS - 1);
        let adds = &self.adds[label & MASK];
        (group, self.index[group].wrapping_add(adds[blank & MASK][p]).wrapping_sub(adds[from & MASK][p]))
    }

    /// The cells around the blank after a move, but for the one that it comes from: there is the moved tile. So the sets before
    /// the move serve as well as those after it.
    #[inline(always)]
    fn around(&self, from: usize, blank: usize) -> u32 {
        self.shared.around[from & MASK] & !(1 << (blank & MASK))
    }

    /// By letter, the parts of the children's ranks, where states are remembered. Those that may have to be looked up are on their way.
    #[inline(always)]
    fn look_ahead(&self, children: &[Child<P>], blank: usize, left: u16) -> [Parts; 4] {
        let mut parts = [Parts::default(); 4];
        let Some(visited) = self.shared.visited else { return parts };
        for child in children {
            let from = usize::from(child.from);
            let its = self.ranked.moved(&self.labels, blank, from);
            parts[usize::from(child.letter) & 3] = its;
            // The sum that was looked up allows more slack than there will be.
            if u32::from(left - child.estimate) >= self.shared.least_slack {
                visited.prefetch(self.ranked.rank(its, from));
            }
        }
        parts
    }

    /// Whether a child was visited before with this slack; if not, it is remembered.
    #[inline(always)]
    fn was_visited(&self, parts: Parts, blank: usize, slack: u32) -> bool {
        let shared = self.shared;
        let Some(visited) = shared.visited.filter(|_| slack >= shared.least_slack) else { return false };
        visited.visit(self.ranked.rank(parts, blank), slack, shared.order, self.thread)
    }

    /// Moves the tile in a cell into the blank's; the parts of the rank before.
    #[inline(always)]
    fn slide(&mut self, blank: usize, from: usize, parts: Parts) -> Parts {
        let before = self.ranked.parts();
        if self.shared.visited.is_some() {
            self.ranked.slide(&self.labels, blank, from, parts);
        }
        self.labels.swap(blank & MASK, from & MASK);
        before
    }

    /// Exchanges what a move changes, of which these are the two cells: done twice, nothing has changed.
    #[inline(always)]
    fn exchange(&mut self, changes: &mut [Change; P], moved: u32) {
        for (sum, change) in self.sum.iter_mut().zip(changes) {
            let at = usize::from(change.group) & (MAX_GROUPS - 1);
            self.set[at] ^= moved;
            std::mem::swap(&mut self.value[at], &mut change.value);
            std::mem::swap(&mut self.index[at], &mut change.index);
            std::mem::swap(sum, &mut change.sum);
        }
    }

    /// Pays for children before they are looked at.
    #[inline(always)]
    fn pay(&mut self, children: u64, budget: &mut Budget) -> Result<(), Limit> {
        while self.fuel < children {
            self.refill(budget)?;
        }
        self.fuel -= children;
        Ok(())
    }

    #[cold]
    fn refill(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        match budget.take_slice() {
            Ok(fuel) => self.fuel += fuel,
            Err(limit) => {
                // What is left is spent: as many more would have been created.
                self.fuel = 0;
                return Err(limit);
            }
        }
        Ok(())
    }
}
