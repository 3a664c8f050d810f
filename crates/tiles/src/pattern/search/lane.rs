//! One depth-first search that can be put down while the memory answers.
//!
//! A random read from a table of half a gigabyte takes as long as some hundred instructions. Between asking and reading
//! there must therefore be other work, and a depth-first search has none: what it does next depends on the answer. So a
//! search is cut at its two questions, and several searches take turns (`crew.rs`). A node goes through three steps:
//!
//! 1. [`Lane::next`] takes it from the stack and asks for the first sums of all its children;
//! 2. [`Lane::weigh`] reads them, prunes, and asks for the second sums of those that are left;
//! 3. [`Lane::finish`] reads these, prunes, and puts the children that are left on the stack, the first one on top.
//!
//! *Counting.* The recursive search counts a child when its turn comes, after all below the siblings before it. So a node
//! on the stack carries what is to be counted at its turn: itself, and the pruned ones since the one before it. Pruned
//! ones behind the last sibling are put to the account of the next node below on the stack. So counts are those of the
//! recursive search at every moment, and a solution or a limit finds them right.

use super::{Look, Node, Search};

/// What was counted.
#[derive(Clone, Copy, Debug)]
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
pub(super) struct Entry<H> {
    pub(super) node: Node<H>,
    /// Nodes to be counted when its turn comes.
    pub(super) cost: u64,
}

/// How [`Lane::next`] went.
pub(super) enum Next {
    /// The sums of a node's children are asked for.
    Asked,
    /// This is the goal; so many moves lead to it.
    Goal(usize),
    /// Nothing is left below the task.
    Through,
    /// There is not enough fuel for the next node. Nothing was done.
    Dry,
}

/// A depth-first search below a task.
pub(super) struct Lane<L: Look> {
    /// The number of the task.
    pub(super) task: usize,
    pub(super) counts: Counts,
    pub(super) stack: Vec<Entry<L::Half>>,
    /// Nodes to be counted when all below the task is done.
    pub(super) tail: u64,
    /// By depth: the direction of the move to the last node there.
    pub(super) path: Vec<u8>,
    bound: i32,
    /// The node at work.
    node: Node<L::Half>,
    children: usize,
    first: [L::Step; 4],
    second: [L::Step; 4],
    /// The children not pruned by the first sum.
    left: [u8; 4],
    left_count: usize,
}

impl<L: Look> Lane<L> {
    /// Nothing to do yet, in a round with this bound.
    pub(super) fn new(root: &Node<L::Half>, bound: i32) -> Self {
        Self {
            task: 0,
            counts: Counts::NONE,
            stack: Vec::new(),
            tail: 0,
            path: vec![0; bound as usize + 1],
            bound,
            node: *root,
            children: 0,
            first: [L::NO_STEP; 4],
            second: [L::NO_STEP; 4],
            left: [0; 4],
            left_count: 0,
        }
    }

    /// Leaves what it had and has nothing on its stack, for a task to come. Counts of generated nodes are paid later.
    pub(super) fn begin(&mut self, task: usize, counts: Counts) {
        (self.task, self.counts, self.tail) = (task, Counts { generated: 0, ..counts }, 0);
        self.stack.clear();
        (self.children, self.left_count) = (0, 0);
    }

    /// Takes the next node and asks for the first sums of its children. After [`Lane::finish`].
    #[inline(always)]
    pub(super) fn next(&mut self, search: &Search<'_, L>, fuel: &mut u64) -> Next {
        let cost = self.stack.last().map_or(self.tail, |entry| entry.cost);
        if *fuel < cost {
            return Next::Dry;
        }
        *fuel -= cost;
        self.counts.generated += cost;
        let Some(Entry { node, .. }) = self.stack.pop() else {
            self.tail = 0;
            return Next::Through;
        };
        self.path[node.depth as usize] = node.direction;
        if node.board == search.goal {
            return Next::Goal(node.depth as usize);
        }
        self.counts.expanded += 1;
        let ways = &search.ways[node.ways as usize];
        self.children = ways.count as usize;
        for (step, way) in self.first.iter_mut().zip(ways.out()) {
            let label = (node.board >> (4 * way.cell) & 15) as usize;
            *step = search.look.ask::<false>(&node.first, label, *way, ways.cell as usize);
        }
        self.node = node;
        Next::Asked
    }

    /// Reads the first sums and asks for the second ones.
    #[inline(always)]
    pub(super) fn weigh(&mut self, search: &Search<'_, L>) {
        let node = &self.node;
        let ways = &search.ways[node.ways as usize];
        let most = self.bound - node.depth as i32 - 1;
        let mut left_count = 0;
        for (at, (step, _)) in self.first.iter_mut().zip(ways.out()).enumerate() {
            let sum = search.look.read(&node.first, step);
            self.left[left_count & 3] = at as u8;
            left_count += usize::from(sum <= most);
            self.counts.over = self.counts.over.min(if sum > most { sum - most } else { i32::MAX });
        }
        self.left_count = left_count;
        if search.look.is_reflected() {
            for &at in &self.left[..left_count & 7] {
                let at = at as usize & 3;
                let way = ways.out[at];
                let label = (node.board >> (4 * way.cell) & 15) as usize;
                self.second[at] = search.look.ask::<true>(&node.second, label, way, ways.cell as usize);
            }
        }
    }

    /// Reads the second sums and puts the children on the stack. Does nothing where no node is at work.
    #[inline(always)]
    pub(super) fn finish(&mut self, search: &Search<'_, L>) {
        let node = &self.node;
        let most = self.bound - node.depth as i32 - 1;
        let mut left_count = self.left_count;
        if search.look.is_reflected() {
            let weighed = left_count;
            left_count = 0;
            for k in 0..weighed & 7 {
                let at = self.left[k & 3];
                let sum = search.look.read(&node.second, &mut self.second[at as usize & 3]);
                self.left[left_count & 3] = at;
                left_count += usize::from(sum <= most);
                self.counts.over = self.counts.over.min(if sum > most { sum - most } else { i32::MAX });
            }
        }
        let left = &self.left[..left_count & 7];
        let tail = self.children as u64 - left.last().map_or(0, |&last| last as u64 + 1);
        *self.stack.last_mut().map_or(&mut self.tail, |below| &mut below.cost) += tail;
        let ways = &search.ways[node.ways as usize];
        for (k, &at) in left.iter().enumerate().rev() {
            let before = if k == 0 { 0 } else { left[k - 1] as u64 + 1 };
            let way = ways.out[at as usize & 3];
            let label = node.board >> (4 * way.cell) & 15;
            let child = Node {
                board: node.board ^ label << (4 * way.cell) ^ label << (4 * ways.cell),
                first: L::after(&node.first, &self.first[at as usize & 3]),
                second: L::after(&node.second, &self.second[at as usize & 3]),
                depth: node.depth + 1,
                direction: way.direction,
                ways: way.next,
            };
            self.stack.push(Entry { node: child, cost: at as u64 + 1 - before });
        }
        (self.children, self.left_count) = (0, 0);
    }
}
