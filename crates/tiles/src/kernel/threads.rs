//! A round on several threads: cut into subtrees some moves below the root, each searched by the fast functions.

use hueco_search::tasks::{self, Above, Done, End, Tasks};
use hueco_search::{Budget, Limit, Stats};

use super::descend::Descent;
use super::{Node, finish, neighbour};
use crate::board::Direction;

/// Subtrees to aim at. They differ in size by orders of magnitude, so there are many more than threads.
const SUBTREES: usize = 1000;

/// The nodes above that come since the last piece, then the path to a subtree and its root; none after the last.
struct Piece {
    above: Vec<Above>,
    subtree: Option<(Vec<Direction>, Node)>,
}

/// A round, cut into pieces.
struct Cut {
    /// Moves from the root to a subtree.
    depth: usize,
    pieces: Vec<Piece>,
    /// Nodes since the last piece.
    above: Vec<Above>,
}

impl Cut {
    fn new(root: Node, depth: usize) -> Self {
        let mut cut = Self { depth, pieces: Vec::new(), above: Vec::new() };
        cut.list(root, &mut Vec::new());
        cut.end_piece(None);
        cut
    }

    /// Deeper and deeper, until there are enough subtrees. A goal lies at the bound, so never above a cut.
    fn fine_enough(root: Node) -> Self {
        let mut cut = Self::new(root, 1);
        while cut.pieces.len() < SUBTREES && cut.depth < root.left as usize / 2 {
            cut = Self::new(root, cut.depth + 1);
        }
        cut
    }

    fn end_piece(&mut self, subtree: Option<(Vec<Direction>, Node)>) {
        let above = std::mem::take(&mut self.above);
        self.pieces.push(Piece { above, subtree });
    }

    fn list(&mut self, node: Node, path: &mut Vec<Direction>) {
        self.above.push(Above::Expanded);
        let back = path.last().map(|last| last.opposite());
        for direction in Direction::ALL.into_iter().filter(|&direction| Some(direction) != back) {
            let Some(next) = neighbour(node.blank, direction) else { continue };
            self.above.push(Above::Generated);
            let Some(child) = node.child(next) else { continue };
            path.push(direction);
            if path.len() == self.depth {
                self.end_piece(Some((path.clone(), child)));
            } else {
                self.list(child, path);
            }
            path.pop();
        }
    }
}

impl Tasks for Cut {
    type Path = Vec<Direction>;

    fn count(&self) -> usize {
        self.pieces.len()
    }

    fn run(&self, task: usize, budget: &mut Budget) -> Done<Vec<Direction>> {
        let Piece { above, subtree } = &self.pieces[task];
        let mut done = Done { stats: Stats::default(), over: u64::MAX, end: End::Exhausted };
        if let Err(limit) = tasks::pay(above, &mut done.stats, budget) {
            return Done { end: End::Stopped(limit), ..done };
        }
        let Some((path, node)) = subtree else { return done };
        let last = *path.last().expect("a subtree is below the root");
        let part = Descent::below(*node, last, budget);
        let Stats { generated, expanded, .. } = &mut done.stats;
        done.end = match finish(part, *node, Some(last), budget, generated, expanded) {
            Ok(None) => End::Exhausted,
            Ok(Some(below)) => End::Goal([path.as_slice(), &below].concat()),
            Err(limit) => End::Stopped(limit),
        };
        done
    }
}

/// Everything up to the bound.
pub(super) fn round(
    root: Node,
    threads: usize,
    budget: &mut Budget,
    generated: &mut u64,
    expanded: &mut u64,
) -> Result<Option<Vec<Direction>>, Limit> {
    let done = tasks::in_threads(&Cut::fine_enough(root), threads, budget);
    *generated += done.stats.generated;
    *expanded += done.stats.expanded;
    match done.end {
        End::Exhausted => Ok(None),
        End::Goal(path) => Ok(Some(path)),
        End::Stopped(limit) => Err(limit),
    }
}
