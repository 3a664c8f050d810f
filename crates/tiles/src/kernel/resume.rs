//! The plain algorithm, node by node: it goes on where a node limit struck the fast one.

use hueco_search::{Budget, Limit};

use super::{Root, nearer, neighbour};
use crate::board::Direction;

/// A path from the root, and why it ends where it ends.
pub(super) enum Walk {
    /// At the goal.
    Goal(Vec<Direction>),
    /// At a node that could not be expanded any more, or not wholly.
    Stopped(Vec<Direction>, Limit),
}

/// A round of IDA* that pays for each child when it is created.
pub(super) struct Plain<'a> {
    pub(super) generated: u64,
    pub(super) expanded: u64,
    budget: &'a mut Budget,
    path: Vec<Direction>,
}

/// A node, with what a round must know of it.
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
    /// The child in `direction`, unless f is over the bound there or the board ends.
    fn child(self, direction: Direction) -> Option<(Self, bool)> {
        let next = neighbour(self.blank, direction)?;
        let home = self.board >> (4 * next) & 15;
        let nearer = nearer(next, self.blank) >> home & 1 == 1;
        let board = self.board ^ home << (4 * next) ^ home << (4 * self.blank);
        let kept = nearer || self.slack > 0;
        let slack = self.slack.saturating_sub(u32::from(!nearer));
        Some((Self { board, blank: next, slack, left: self.left - 1 }, kept))
    }
}

impl<'a> Plain<'a> {
    pub(super) fn new(budget: &'a mut Budget) -> Self {
        Self { generated: 0, expanded: 0, budget, path: Vec::new() }
    }

    /// Goes on with a round after the node at the end of `done` was created, to the end of the round or a limit.
    pub(super) fn resume(&mut self, root: &Root, bound: u32, done: &[Direction]) -> Result<(), Walk> {
        let slack = (bound - root.distance) / 2;
        self.visit(Node { board: root.board, blank: root.blank, slack, left: bound }, done)
    }

    /// Expands a node; what lies before or on the way along `done` was created and counted already.
    fn visit(&mut self, node: Node, done: &[Direction]) -> Result<(), Walk> {
        let back = self.path.last().map(|last| last.opposite());
        let skipped = done.first().map_or(0, |&first| first as usize);
        self.expanded += u64::from(done.is_empty());
        for direction in Direction::ALL.into_iter().skip(skipped).filter(|&d| Some(d) != back) {
            let Some((child, kept)) = node.child(direction) else { continue };
            let below = match done {
                [first, below @ ..] if *first == direction => below,
                _ => {
                    self.budget.spend().map_err(|limit| Walk::Stopped(self.path.clone(), limit))?;
                    self.generated += 1;
                    &[]
                }
            };
            if !kept {
                continue;
            }
            self.path.push(direction);
            if child.left == 0 {
                return Err(Walk::Goal(self.path.clone()));
            }
            self.visit(child, below)?;
            self.path.pop();
        }
        Ok(())
    }
}
