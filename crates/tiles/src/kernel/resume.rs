//! The plain algorithm, one node at a time: it resumes where a node limit turned the fast one back.

use hueco_search::{Budget, Limit};

use super::{Root, nearer, neighbour};
use crate::board::Direction;

/// The rest of a round. Each child is paid for when it is created.
pub(super) struct Rest<'a> {
    pub(super) generated: u64,
    pub(super) expanded: u64,
    budget: &'a mut Budget,
    path: Vec<Direction>,
}

/// A node, and what a round must know of it.
#[derive(Clone, Copy)]
struct Node {
    board: u64,
    blank: usize,
    /// (bound - f) / 2.
    slack: u32,
    /// bound - g.
    left: u32,
}

impl Node {
    /// The child whose blank is in `next`, if f is within the bound there.
    fn child(self, next: usize) -> Option<Self> {
        let home = self.board >> (4 * next) & 15;
        let farther = nearer(next, self.blank) >> home & 1 == 0;
        let slack = self.slack.checked_sub(u32::from(farther))?;
        let board = self.board ^ home << (4 * next) ^ home << (4 * self.blank);
        Some(Self { board, blank: next, slack, left: self.left - 1 })
    }
}

impl<'a> Rest<'a> {
    pub(super) fn new(budget: &'a mut Budget) -> Self {
        Self { generated: 0, expanded: 0, budget, path: Vec::new() }
    }

    /// The round from where the node at the end of `done` was created. `None`: the round ended without a solution.
    pub(super) fn run(&mut self, root: &Root, bound: u32, done: &[Direction]) -> Result<Option<Vec<Direction>>, Limit> {
        let slack = (bound - root.distance) / 2;
        let found = self.visit(Node { board: root.board, blank: root.blank, slack, left: bound }, done)?;
        Ok(found.then(|| self.path.clone()))
    }

    /// Creates the children of a node and all below. Those on the way along `done`, and before it, were created already.
    fn visit(&mut self, node: Node, done: &[Direction]) -> Result<bool, Limit> {
        self.expanded += u64::from(done.is_empty());
        let back = self.path.last().map(|last| last.opposite());
        let created = done.first().map_or(0, |&first| first as usize);
        for direction in Direction::ALL.into_iter().skip(created).filter(|&d| Some(d) != back) {
            let Some(next) = neighbour(node.blank, direction) else { continue };
            let below = match done {
                [first, below @ ..] if *first == direction => below,
                _ => {
                    self.budget.spend()?;
                    self.generated += 1;
                    &[]
                }
            };
            let Some(child) = node.child(next) else { continue };
            self.path.push(direction);
            if child.left == 0 || self.visit(child, below)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }
}
