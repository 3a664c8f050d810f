//! All below a node at once, by recursion: the plain depth-first search.
//!
//! Where the tables answer from the processor's caches there is no wait to be filled, and a search that is never put down
//! has little to carry: with 5-5-5 a node takes 13 ns, but 24 ns in lanes, be it one, two or three of them. So tables of
//! at most six tiles a group are searched like this, and larger ones in lanes (`lane.rs`).

use hueco_search::Limit;

use super::lane::Counts;
use super::{BlankMoves, Lookup, Node, Search};

/// How a recursion ended.
pub(super) enum Below {
    Nothing,
    /// The number of moves to the goal, which are on the path.
    Goal(usize),
    Stopped(Limit),
}

/// A recursion.
struct Descent<'a, L: Lookup> {
    lookup: &'a L,
    blank_moves: &'a [BlankMoves],
    goal: u64,
    fuel: u64,
    refuel: &'a mut dyn FnMut() -> Result<u64, Limit>,
    /// Fuel granted on the way.
    granted: u64,
    expanded: u64,
    over: i32,
    path: &'a mut [u8],
    end: Below,
}

/// All below a node with `left` moves to the bound. Writes the path to the goal, if there is one, from that node on.
pub(super) fn descend<L: Lookup>(
    search: &Search<'_, L>,
    (node, left): (&Node<L::SumState>, i32),
    counts: &mut Counts,
    path: &mut [u8],
    fuel: &mut u64,
    refuel: &mut dyn FnMut() -> Result<u64, Limit>,
) -> Below {
    let &Search { lookup, ref blank_moves, goal } = search;
    let (end, over) = (Below::Nothing, i32::MAX);
    let mut descent =
        Descent { lookup, blank_moves, goal, fuel: *fuel, refuel, granted: *fuel, expanded: 0, over, path, end };
    descent.visit(node, left);
    let Descent { expanded, over, granted, end, .. } = descent;
    *fuel = descent.fuel;
    counts.add(&Counts { generated: granted - *fuel, expanded, over });
    end
}

impl<L: Lookup> Descent<'_, L> {
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> bool {
        match (self.refuel)() {
            Ok(fuel) => {
                self.fuel = fuel;
                self.granted += fuel;
                true
            }
            Err(limit) => {
                self.end = Below::Stopped(limit);
                false
            }
        }
    }

    /// Creates the children of a node, which has `left` moves to the bound, and all below. True on the way back, from
    /// the goal or a limit.
    fn visit(&mut self, node: &Node<L::SumState>, left: i32) -> bool {
        let lookup = self.lookup;
        let blank_moves = &self.blank_moves[node.blank_moves as usize];
        let left = left - 1;
        // The first sums of all children: their loads do not wait for one another.
        let mut steps = [(L::NO_STEP, 0); 4];
        for ((step, sum), blank_move) in steps.iter_mut().zip(blank_moves.out()) {
            let label = (node.board >> (4 * blank_move.cell) & 15) as usize;
            *step = lookup.prefetch::<false>(&node.first, label, *blank_move, blank_moves.cell as usize);
            *sum = lookup.read(&node.first, step);
        }
        for (at, (&(step, sum), blank_move)) in steps.iter().zip(blank_moves.out()).enumerate() {
            if self.fuel == 0 && !self.refill() {
                return true;
            }
            self.fuel -= 1;
            if sum > left {
                self.over = self.over.min(sum - left);
                continue;
            }
            let mut second_step = L::NO_STEP;
            if lookup.is_reflected() {
                let label = (node.board >> (4 * blank_move.cell) & 15) as usize;
                second_step = lookup.prefetch::<true>(&node.second, label, *blank_move, blank_moves.cell as usize);
                let sum = lookup.read(&node.second, &mut second_step);
                if sum > left {
                    self.over = self.over.min(sum - left);
                    continue;
                }
            }
            let child = node.child::<L>(blank_moves, at, &step, &second_step);
            let found = if child.board == self.goal {
                self.end = Below::Goal(child.depth as usize);
                true
            } else {
                self.expanded += 1;
                self.visit(&child, left)
            };
            if found {
                self.path[child.depth as usize] = child.direction;
                return true;
            }
        }
        false
    }
}
