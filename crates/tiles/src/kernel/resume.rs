//! The plain algorithm, one node at a time: it resumes where a node limit turned the fast one back.

use hueco_search::{Budget, Limit};

use super::{Node, neighbour};
use crate::board::Direction;

/// The rest of a round. Each child is paid for when it is created.
pub(super) struct Rest<'a> {
    pub(super) generated: u64,
    pub(super) expanded: u64,
    budget: &'a mut Budget,
    path: Vec<Direction>,
}

impl<'a> Rest<'a> {
    /// `last` is the move that led to the first node, if there was one.
    pub(super) fn new(last: Option<Direction>, budget: &'a mut Budget) -> Self {
        Self { generated: 0, expanded: 0, budget, path: last.into_iter().collect() }
    }

    /// The round below `first` from where the node at the end of `done` was created. `None`: it ended without a solution.
    pub(super) fn run(&mut self, first: Node, done: &[Direction]) -> Result<Option<Vec<Direction>>, Limit> {
        let before = self.path.len();
        let found = self.visit(first, done)?;
        Ok(found.then(|| self.path[before..].to_vec()))
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
