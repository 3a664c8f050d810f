//! A part of the parents of a layer, and their children: what one thread works on at a time.

use hueco_search::Limit;

use super::buckets::Buckets;
use super::shard::Shard;
use super::{BETWEEN_LOOKS, Child, Node, Step};
use crate::anytime::history::Origin;
use crate::anytime::ordering::Ordering;
use crate::problem::Sliding;

/// What one thread makes of its part of the parents.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) children: Vec<Child>,
    pub(super) counts: Vec<u32>,
    /// By shard; the origin of a child is its place among `children` here, not its parent's.
    pub(super) dealt: Vec<Vec<Child>>,
    /// By child: the directions back from it, if it is kept; else zero.
    marks: Vec<u8>,
}

/// The least and the greatest score of some boards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scores {
    pub(super) least: i32,
    pub(super) most: i32,
}

/// What is seen of boards while they are built.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) scores: Scores,
    pub(super) best: Option<usize>,
    pub(super) goal: Option<usize>,
}

impl Default for View {
    fn default() -> Self {
        Self { scores: Scores { least: i32::MAX, most: i32::MIN }, best: None, goal: None }
    }
}

impl View {
    #[inline]
    fn take_in(&mut self, place: usize, score: i32, at_goal: bool) {
        if score < self.scores.least {
            (self.scores.least, self.best) = (score, Some(place));
        }
        self.scores.most = self.scores.most.max(score);
        if at_goal {
            self.goal.get_or_insert(place);
        }
    }

    /// The view of all boards, from those of one piece after another.
    pub(super) fn of_all(views: &[Self], lengths: impl Iterator<Item = usize>) -> Self {
        let (mut all, mut first) = (Self::default(), 0);
        for (view, length) in views.iter().zip(lengths) {
            if view.scores.least < all.scores.least {
                (all.scores.least, all.best) = (view.scores.least, view.best.map(|place| first + place));
            }
            all.scores.most = all.scores.most.max(view.scores.most);
            all.goal = all.goal.or(view.goal.map(|place| first + place));
            first += length;
        }
        all
    }
}

impl Part {
    pub(super) fn bytes(&self) -> usize {
        let children = self.children.capacity() + self.dealt.iter().map(Vec::capacity).sum::<usize>();
        children * size_of::<Child>() + self.counts.capacity() * 4 + self.marks.capacity()
    }

    pub(super) fn expand<const N: usize, O: Ordering>(
        &mut self,
        first: usize,
        nodes: &[Node<N>],
        buckets: Buckets,
        step: &Step<'_, O>,
    ) -> Result<(), Limit> {
        self.children.clear();
        self.counts.clear();
        self.counts.resize(buckets.count, 0);
        let geometry = step.geometry;
        let mut parent = O::Parent::default();
        for (at, node) in nodes.iter().enumerate() {
            if at % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 {
                step.budget.check()?;
            }
            let to = node.blank as usize;
            let mut open = geometry.open(to) & !node.back;
            step.ordering.prepare(&node.cells, &mut parent);
            while open != 0 {
                let direction = open.trailing_zeros() as usize;
                open &= open - 1;
                let from = geometry.beside(to, direction);
                let label = node.cells[from] as usize;
                let distance =
                    node.distance as u32 + geometry.distance(label, to) as u32 - geometry.distance(label, from) as u32;
                if distance > step.reach {
                    continue;
                }
                let score = node.score + step.ordering.change(&parent, &node.cells, Sliding { label, from, to });
                let key = node.key ^ geometry.key(label, from) ^ geometry.key(label, to);
                self.counts[buckets.of(score)] += 1;
                self.children.push(Child { key, score, origin: Origin::new(first + at, direction) });
            }
        }
        Ok(())
    }

    /// Deals the children that are good enough to the shards of their keys.
    pub(super) fn deal<O>(
        &mut self,
        buckets: Buckets,
        last: usize,
        shards: usize,
        step: &Step<'_, O>,
    ) -> Result<(), Limit> {
        self.dealt.resize_with(shards, Vec::new);
        for share in &mut self.dealt {
            share.clear();
        }
        for (first, some) in self.children.chunks(4 * BETWEEN_LOOKS).enumerate() {
            for (at, child) in some.iter().enumerate().filter(|(_, child)| buckets.of(child.score) <= last) {
                let place = Origin::new(first * 4 * BETWEEN_LOOKS + at, child.origin.direction());
                self.dealt[(child.key >> 60) as usize & (shards - 1)].push(Child { origin: place, ..*child });
            }
            step.budget.check()?;
        }
        Ok(())
    }

    /// Marks the children that become boards. `own`: which part this is.
    pub(super) fn mark(&mut self, own: usize, shards: &[Shard]) {
        self.marks.clear();
        self.marks.resize(self.children.len(), 0);
        for shard in shards {
            let its = if own == 0 { 0 } else { shard.ends[own - 1] }..shard.ends[own];
            for (child, &back) in shard.different[its.clone()].iter().zip(&shard.backs[its]) {
                self.marks[child.origin.parent()] = back;
            }
        }
    }

    pub(super) fn build<const N: usize, O>(
        &self,
        parents: &[Node<N>],
        boards: &mut [Node<N>],
        origins: &mut [Origin],
        step: &Step<'_, O>,
    ) -> Result<View, Limit> {
        let geometry = step.geometry;
        let mut view = View::default();
        let marked = self.children.iter().zip(&self.marks).filter(|(_, back)| **back != 0);
        for (built, ((child, &back), (board, origin))) in marked.zip(boards.iter_mut().zip(origins)).enumerate() {
            let parent = &parents[child.origin.parent()];
            let to = parent.blank as usize;
            let from = geometry.beside(to, child.origin.direction());
            let label = parent.cells[from] as usize;
            board.cells = parent.cells;
            board.cells[to] = label as u8;
            board.cells[from] = 0;
            board.key = child.key;
            board.score = child.score;
            board.distance = parent.distance + geometry.distance(label, to) - geometry.distance(label, from);
            board.blank = from as u8;
            board.back = back;
            *origin = child.origin;
            view.take_in(built, child.score, board.distance == 0);
            if built % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 {
                step.budget.check()?;
            }
        }
        Ok(view)
    }
}
