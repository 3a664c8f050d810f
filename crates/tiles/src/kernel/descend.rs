//! One round of IDA*: two functions for each blank cell and cell it came from, made by a macro.
//!
//! A *tight* node has no slack left: of its children only those survive whose tile comes nearer, so one bit decides,
//! and nothing but the moves left is counted. Of the nodes expanded on twenty of Korf's boards, 84% are tight. A *loose*
//! node keeps all its children; whether its last slack goes decides whether they are loose or tight.
//!
//! Tried and not used, best of four to seven runs on a busy machine: one function for both kinds (16% slower); a jump by
//! the set of surviving children instead of a branch for each (29% slower); asking first whether any child survives (12%
//! slower); comparing tight boards with the goal instead of counting moves (4% faster, but the turns of the path could no
//! longer be placed). Leaving out the test for fuel in tight nodes made no difference; what counting as such costs was
//! not measured.

use hueco_search::{Budget, Limit};

use super::{CELLS, Node, Root, nearer, neighbour};
use crate::board::Direction;

/// `FROM` of a blank that has not moved yet.
const NOWHERE: usize = CELLS;

/// In a node's state: slack above, moves left below.
const SLACK: i32 = 1 << 16;

/// In the account: fuel above, nodes expanded on this grant below. Every node has a child to pay for, so there are at
/// most as many as the grant has units of fuel.
const FUEL: i64 = 1 << 16;
const LARGEST_GRANT: u64 = FUEL as u64 - 1;

type Visit = fn(&mut Descent, u64, i32) -> bool;

/// What a round has spent, and what is noted on its way back.
pub(super) struct Descent<'a> {
    /// The fuel left of the grant, times [`FUEL`], plus the nodes expanded on it.
    account: i64,
    grant: u64,
    /// Fuel taken from the budget and not granted.
    reserve: u64,
    generated: u64,
    expanded: u64,
    budget: &'a mut Budget,
    /// On the way back: the moves a caller had left, and the way it had gone.
    turns: Vec<(i32, Direction)>,
    /// Where the way back began: the moves left there, and the limit unless it is the goal.
    end: Option<(i32, Option<Limit>)>,
}

/// What a round came to.
pub(super) struct Round {
    pub(super) generated: u64,
    pub(super) expanded: u64,
    pub(super) end: End,
}

/// How a round ended.
pub(super) enum End {
    /// No solution up to the bound.
    Exhausted,
    /// This is a solution.
    Goal(Vec<Direction>),
    /// The limit struck when the node at the end of this path was about to be expanded.
    Stopped(Vec<Direction>, Limit),
}

impl<'a> Descent<'a> {
    /// Searches everything up to `bound`; it must be known that no solution is shorter.
    pub(super) fn run(root: &Root, bound: u32, budget: &'a mut Budget) -> Round {
        let this = Self::new(budget);
        let slack = (bound - root.distance) as i32 / 2;
        let start = if slack == 0 { TIGHT } else { LOOSE };
        this.round(start[root.blank], root.node(bound), None)
    }

    /// The same below one node of a round, to which the blank came by `last`.
    pub(super) fn below(node: Node, last: Direction, budget: &'a mut Budget) -> Round {
        let came_from = neighbour(node.blank, last.opposite()).expect("the blank came from there");
        Self::new(budget).round(entry(node.blank, came_from, node.slack == 0), node, Some(last))
    }

    fn new(budget: &'a mut Budget) -> Self {
        Self { account: 0, grant: 0, reserve: 0, generated: 0, expanded: 0, budget, turns: Vec::new(), end: None }
    }

    fn round(mut self, visit: Visit, node: Node, last: Option<Direction>) -> Round {
        let left = node.left as i32;
        visit(&mut self, node.board, node.slack as i32 * SLACK + left);
        self.settle();
        self.budget.give_back(self.reserve);
        let end = match self.end {
            None => End::Exhausted,
            Some((_, None)) => End::Goal(self.path(node.blank, last, left, 0)),
            Some((end, Some(limit))) => End::Stopped(self.path(node.blank, last, left, end), limit),
        };
        Round { generated: self.generated, expanded: self.expanded, end }
    }

    /// Closes the grant. Its fuel may exceed it on the way back, when siblings paid for by older grants come back.
    fn settle(&mut self) {
        let fuel = (self.account / FUEL) as u64;
        self.generated += self.grant;
        self.generated -= fuel;
        self.expanded += (self.account % FUEL) as u64;
        self.reserve += fuel;
        self.account = 0;
        self.grant = 0;
    }

    /// The path recorded by the turns. Last children are tail calls that note none.
    fn path(&self, mut cell: usize, last: Option<Direction>, bound: i32, end: i32) -> Vec<Direction> {
        let mut turns = self.turns.iter().rev().peekable();
        let mut path: Vec<Direction> = Vec::new();
        for left in (end + 1..=bound).rev() {
            let noted = turns.next_if(|turn| turn.0 == left).map(|turn| turn.1);
            let back = path.last().copied().or(last).map(Direction::opposite);
            let last = || Direction::ALL.into_iter().rfind(|&d| Some(d) != back && neighbour(cell, d).is_some());
            let direction = noted.or_else(last).expect("every cell has two neighbours");
            cell = neighbour(cell, direction).expect("turns stay on the board");
            path.push(direction);
        }
        path
    }
}

/// The grant does not cover a node's children: continues with a new one, or turns back at a limit.
#[cold]
#[inline(never)]
fn refuel(this: &mut Descent, board: u64, state: i32, children: i64, visit: Visit) -> bool {
    this.account += children * FUEL - 1;
    this.settle();
    if this.reserve < children as u64 {
        match this.budget.take_slice() {
            Ok(fuel) => this.reserve += fuel,
            Err(limit) => {
                this.end = Some((state % SLACK, Some(limit)));
                return true;
            }
        }
    }
    this.grant = this.reserve.min(LARGEST_GRANT);
    this.reserve -= this.grant;
    this.account = this.grant as i64 * FUEL;
    visit(this, board, state)
}

/// Turns back at the goal.
#[cold]
#[inline(never)]
fn arrive(this: &mut Descent) -> bool {
    this.end = Some((0, None));
    true
}

/// On the way back: notes the turn, and takes back what was paid for the siblings after it.
#[cold]
#[inline(never)]
fn turn(this: &mut Descent, state: i32, direction: Direction, later: i64) -> bool {
    this.account += later * FUEL;
    this.turns.push((state % SLACK, direction));
    true
}

/// How many neighbours a cell has but `from`, counted from the `first` of the four directions on.
const fn ways(cell: usize, from: usize, first: usize) -> i64 {
    let (mut count, mut at) = (0, first);
    while at < Direction::ALL.len() {
        if let Some(next) = neighbour(cell, Direction::ALL[at])
            && next != from
        {
            count += 1;
        }
        at += 1;
    }
    count
}

/// Moves the tile in `from`, given in its place, to the empty cell `to`.
#[inline]
const fn slide(board: u64, tile: u64, from: usize, to: usize) -> u64 {
    let moved = if from < to { tile << (4 * (to - from)) } else { tile >> (4 * (from - to)) };
    (board ^ tile) | moved
}

/// A blank's cell.
struct Cell<const AT: usize>;

/// Goes to a child. The last one's answer is the caller's own.
macro_rules! go {
    ($visit:expr, $this:ident, $after:ident, $child:expr, $state:ident, $direction:ident, $later:ident) => {
        if $later == 0 {
            return $visit($this, $after, $child);
        }
        if $visit($this, $after, $child) {
            return turn($this, $state, Direction::$direction, $later);
        }
    };
}

/// For each cell its ways out, in the order in which children are created.
macro_rules! cells {
    ($($at:literal: $($direction:ident $next:literal),+;)+) => {
        $(impl Cell<$at> {
            /// Expands a node that has slack, with a blank that came from the cell `FROM`. True on the way back.
            fn loose<const FROM: usize>(this: &mut Descent, board: u64, state: i32) -> bool {
                let children = const { ways($at, FROM, 0) };
                this.account -= children * FUEL - 1;
                if this.account < 0 {
                    return refuel(this, board, state, children, Self::loose::<FROM>);
                }
                $(if FROM != $next {
                    let later = const { ways($at, FROM, Direction::$direction as usize + 1) };
                    let tile = board & (15 << (4 * $next));
                    let nearer = const { nearer($next, $at) as i32 } >> (tile >> (4 * $next)) & 1;
                    let after = slide(board, tile, $next, $at);
                    let child = state - (SLACK + 1) + nearer * SLACK;
                    if child >= SLACK {
                        go!(Cell::<$next>::loose::<$at>, this, after, child, state, $direction, later);
                    } else {
                        go!(Cell::<$next>::tight::<$at>, this, after, child, state, $direction, later);
                    }
                })+
                false
            }

            /// Expands a node without slack, unless it is the goal. True on the way back.
            fn tight<const FROM: usize>(this: &mut Descent, board: u64, state: i32) -> bool {
                if state == 0 {
                    return arrive(this);
                }
                let children = const { ways($at, FROM, 0) };
                this.account -= children * FUEL - 1;
                if this.account < 0 {
                    return refuel(this, board, state, children, Self::tight::<FROM>);
                }
                $(if FROM != $next {
                    let later = const { ways($at, FROM, Direction::$direction as usize + 1) };
                    let tile = board & (15 << (4 * $next));
                    if const { nearer($next, $at) } >> (tile >> (4 * $next)) & 1 == 1 {
                        let after = slide(board, tile, $next, $at);
                        go!(Cell::<$next>::tight::<$at>, this, after, state - 1, state, $direction, later);
                    }
                })+
                false
            }
        })+

        /// For a node below the root: the blank's cell, the one it came from, and whether there is no slack.
        fn entry(at: usize, came_from: usize, is_tight: bool) -> Visit {
            match (at, came_from, is_tight) {
                $($(($at, $next, false) => Cell::<$at>::loose::<$next>,
                ($at, $next, true) => Cell::<$at>::tight::<$next>,)+)+
                _ => unreachable!("the blank comes from a neighbour"),
            }
        }

        /// By the blank's cell: the root of a round with slack.
        const LOOSE: [Visit; CELLS] = [$(Cell::<$at>::loose::<NOWHERE>),+];
        /// By the blank's cell: the root of a round without.
        const TIGHT: [Visit; CELLS] = [$(Cell::<$at>::tight::<NOWHERE>),+];
    };
}

cells! {
    0: Right 1, Down 4;
    1: Left 0, Right 2, Down 5;
    2: Left 1, Right 3, Down 6;
    3: Left 2, Down 7;
    4: Up 0, Right 5, Down 8;
    5: Up 1, Left 4, Right 6, Down 9;
    6: Up 2, Left 5, Right 7, Down 10;
    7: Up 3, Left 6, Down 11;
    8: Up 4, Right 9, Down 12;
    9: Up 5, Left 8, Right 10, Down 13;
    10: Up 6, Left 9, Right 11, Down 14;
    11: Up 7, Left 10, Down 15;
    12: Up 8, Right 13;
    13: Up 9, Left 12, Right 14;
    14: Up 10, Left 13, Right 15;
    15: Up 11, Left 14;
}
