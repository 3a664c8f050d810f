//! Depth-first search below a task, within a bound.
//!
//! A node carries an index for every group of every partition, the value there, and the sum of each partition. A move changes one
//! group of each partition by one addition. A child is looked up partition by partition and pruned by the first sum above
//! the bound, so a pruned child costs few look-ups and one that is not pruned has all its sums.
//!
//! The partition with the largest sum at a node is looked up first at its children: it most likely prunes them.

use hueco_search::{Budget, Limit};

use super::direct::Sums;
use super::frontier::Task;
use super::state::{Labels, MAX_CELLS, NONE, Near, rank};
use super::visited::{Order, Visited};
use super::words::{FORBIDDEN, Words};

/// The most groups of all partitions.
pub(super) const MAX_GROUPS: usize = 64;

/// Cells and labels below [`MAX_CELLS`] are not changed by it, and the compiler sees that they are below.
const MASK: usize = MAX_CELLS - 1;

/// A child before it is searched.
#[derive(Clone, Copy, Default)]
struct Child {
    after: u32,
    index: u32,
    from: u8,
    label: u8,
    value: u8,
    letter: u8,
}

/// What a move changes in a partition.
#[derive(Clone, Copy, Default)]
struct Change {
    index: u32,
    sum: u32,
    group: u8,
    value: u8,
}

/// What all threads of a round read.
pub(super) struct Shared<'a> {
    pub(super) sums: &'a Sums,
    pub(super) words: &'a Words,
    pub(super) near: &'a Near,
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
    tables: Vec<&'a [u8]>,
    group: [[u8; MAX_CELLS]; P],
    add: Box<[[[u32; MAX_CELLS]; MAX_CELLS]; P]>,
    cells: usize,
    labels: Labels,
    index: [u32; MAX_GROUPS],
    value: [u8; MAX_GROUPS],
    sum: [u32; P],
    fuel: u64,
    thread: usize,
    /// Nodes expanded.
    pub(super) expanded: u64,
    /// The letters of a path to a goal, the last one first.
    pub(super) path: Vec<u8>,
}

impl<'a, const P: usize> Descent<'a, P> {
    pub(super) fn new(shared: &'a Shared<'a>, thread: usize) -> Self {
        let digits = shared.sums.digits();
        let mut add = Box::new([[[0; MAX_CELLS]; MAX_CELLS]; P]);
        for (to, of) in add.iter_mut().zip(digits) {
            to[..of.add.len()].copy_from_slice(&of.add);
        }
        Self {
            shared,
            tables: shared.sums.group_tables(),
            group: std::array::from_fn(|p| digits[p].group),
            add,
            cells: shared.sums.cells,
            labels: [0; MAX_CELLS],
            index: [0; MAX_GROUPS],
            value: [0; MAX_GROUPS],
            sum: [0; P],
            fuel: 0,
            thread,
            expanded: 0,
            path: Vec::new(),
        }
    }

    /// Places the labels of a state; the largest of its sums.
    pub(super) fn place(&mut self, labels: &Labels) -> u32 {
        self.labels = *labels;
        self.index = [0; MAX_GROUPS];
        for p in 0..P {
            for (cell, &label) in labels.iter().enumerate().take(self.cells) {
                if label != 0 {
                    let group = usize::from(self.group[p][usize::from(label)]);
                    self.index[group] += self.add[p][usize::from(label)][cell];
                }
            }
        }
        for (group, table) in self.tables.iter().enumerate() {
            self.value[group] = table[self.index[group] as usize];
        }
        for p in 0..P {
            // Groups are numbered partition by partition.
            let of = &self.group[p][1..self.cells];
            let (first, last) = (of.iter().min(), of.iter().max());
            let groups = first.zip(last).map_or(0..0, |(&first, &last)| usize::from(first)..usize::from(last) + 1);
            self.sum[p] = self.value[groups].iter().map(|&value| u32::from(value)).sum();
        }
        self.sum.iter().copied().max().unwrap_or(0)
    }

    /// Searches below a task with this many moves left. Pays the budget for every node.
    pub(super) fn task(&mut self, task: &Task, left: u32, budget: &mut Budget) -> Flow {
        let most = self.place(&task.labels);
        if most > left {
            return Flow::Exhausted;
        }
        let first = self.sum.iter().position(|&sum| sum == most).unwrap_or(0);
        self.path.clear();
        let flow = self.below(usize::from(task.blank), left, Words::START, first, task.back, budget);
        budget.give_back(std::mem::take(&mut self.fuel));
        flow
    }

    /// Expands the node that is placed. `skipped` are letters not to be tried, a bit each.
    fn below(&mut self, blank: usize, left: u32, word: u32, first: usize, skipped: u8, budget: &mut Budget) -> Flow {
        let left = left - 1;
        self.expanded += 1;
        let (children, count) = self.children(blank, word, first, skipped);
        'children: for child in &children[..count] {
            if self.fuel == 0
                && let Err(limit) = self.refill(budget)
            {
                return Flow::Stopped(limit);
            }
            self.fuel -= 1;
            let (from, label) = (usize::from(child.from) & MASK, usize::from(child.label) & MASK);
            let mut changes = [Change::default(); P];
            let (mut most, mut lead, mut p) = (0, first, first);
            let (mut index, mut value) = (child.index, child.value);
            for done in 0..P {
                let group = self.group[p][label];
                let at = usize::from(group) & (MAX_GROUPS - 1);
                if done > 0 {
                    (index, value) = self.look_up(p, label, blank, from);
                }
                let sum = self.sum[p] + u32::from(value) - u32::from(self.value[at]);
                if sum > left {
                    continue 'children;
                }
                changes[p] = Change { index, sum, group, value };
                if sum > most {
                    (most, lead) = (sum, p);
                }
                p = if p + 1 == P { 0 } else { p + 1 };
            }
            if most == 0 {
                self.path.push(child.letter);
                return Flow::Goal;
            }
            self.labels[blank] = child.label;
            self.labels[from] = 0;
            if !self.was_visited(left - most) {
                for (p, change) in changes.iter_mut().enumerate() {
                    self.swap(p, change);
                }
                let flow = self.below(from, left, child.after, lead, 0, budget);
                if flow != Flow::Exhausted {
                    if flow == Flow::Goal {
                        self.path.push(child.letter);
                    }
                    return flow;
                }
                for (p, change) in changes.iter_mut().enumerate() {
                    self.swap(p, change);
                }
            }
            self.labels[from] = child.label;
            self.labels[blank] = 0;
        }
        Flow::Exhausted
    }

    /// The children of a node with the entries that are read first. They are read together, before any child is searched: what
    /// has to come from the memory comes while the others are on their way.
    #[inline(always)]
    fn children(&self, blank: usize, word: u32, first: usize, skipped: u8) -> ([Child; 4], usize) {
        let (mut children, mut count) = ([Child::default(); 4], 0);
        for letter in 0..4 {
            let from = self.shared.near[blank][letter];
            let after = self.shared.words.after(word, letter);
            if from == NONE || after == FORBIDDEN || skipped >> letter & 1 == 1 {
                continue;
            }
            let at = usize::from(from) & MASK;
            let label = self.labels[at];
            let (index, value) = self.look_up(first, usize::from(label) & MASK, blank, at);
            children[count] = Child { after, index, from, label, value, letter: letter as u8 };
            count += 1;
        }
        (children, count)
    }

    /// The index and the value of a label's group in a partition after it has moved into the blank's cell.
    #[inline(always)]
    fn look_up(&self, p: usize, label: usize, blank: usize, from: usize) -> (u32, u8) {
        let at = usize::from(self.group[p][label]) & (MAX_GROUPS - 1);
        let add = &self.add[p][label];
        let index = self.index[at].wrapping_add(add[blank]).wrapping_sub(add[from]);
        (index, self.tables[at][index as usize])
    }

    /// Whether the state whose labels are placed was visited before with this slack; if not, it is remembered.
    #[inline(always)]
    fn was_visited(&self, slack: u32) -> bool {
        let shared = self.shared;
        let Some(visited) = shared.visited.filter(|_| slack >= shared.least_slack) else { return false };
        visited.visit(rank(&self.labels, self.cells), slack, shared.order, self.thread)
    }

    /// Exchanges what a move changes in a partition: done twice, nothing has changed.
    #[inline(always)]
    fn swap(&mut self, p: usize, change: &mut Change) {
        let at = usize::from(change.group) & (MAX_GROUPS - 1);
        std::mem::swap(&mut self.value[at], &mut change.value);
        std::mem::swap(&mut self.index[at], &mut change.index);
        std::mem::swap(&mut self.sum[p], &mut change.sum);
    }

    #[cold]
    fn refill(&mut self, budget: &mut Budget) -> Result<(), Limit> {
        self.fuel = budget.take_slice()?;
        Ok(())
    }
}
