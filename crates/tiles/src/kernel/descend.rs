//! One round of IDA*: a function for each (blank cell, cell it came from), made by a macro.

use hueco_search::{Budget, Limit};

use super::resume::Walk;
use super::{CELLS, Root, neighbour, nearer};
use crate::board::Direction;

/// The cell of [`Cell::visit`]'s `FROM` for a blank that has not moved yet.
const NOWHERE: usize = CELLS;

/// Slack above, moves left below.
const SLACK: i32 = 1 << 16;

/// Children paid for above, nodes expanded below; a whole grant of either fits.
const PAID: i64 = 1 << 16;
const LARGEST_GRANT: u64 = 0xFFFF;

type Visit = fn(&mut Descent, u64, i32) -> bool;

/// What a round has spent and how it ends.
pub(super) struct Descent<'a> {
    /// Fuel of this grant that is left, times [`PAID`], plus the nodes expanded on it.
    account: i64,
    /// What this grant was.
    granted: i64,
    /// Fuel taken from the budget and not yet granted.
    reserve: u64,
    generated: u64,
    expanded: u64,
    budget: &'a mut Budget,
    /// On the way back: the caller's slack and moves left, and the way it went.
    turns: Vec<(i32, Direction)>,
    /// Moves left at the end of the path, and the limit that ended it there.
    end: Option<(i32, Option<Limit>)>,
}

/// How a round ended.
pub(super) struct Round {
    pub(super) generated: u64,
    pub(super) expanded: u64,
    /// Where the way back began; `None` if the round found nothing.
    pub(super) walk: Option<Walk>,
}

impl<'a> Descent<'a> {
    /// Searches everything up to `bound`, which no solution is shorter than.
    pub(super) fn run(root: &Root, bound: u32, budget: &'a mut Budget) -> Round {
        let mut this = Self {
            account: 0,
            granted: 0,
            reserve: 0,
            generated: 0,
            expanded: 0,
            budget,
            turns: Vec::new(),
            end: None,
        };
        let slack = (bound - root.distance) as i32 / 2;
        (if slack == 0 { START_TIGHT } else { START })[root.blank](&mut this, root.board, slack * SLACK + bound as i32);
        this.settle();
        this.budget.give_back(this.reserve);
        let walk = this.end.map(|(left, limit)| {
            let path = this.path(root.blank, bound as i32, left);
            limit.map_or_else(|| Walk::Goal(path.clone()), |limit| Walk::Stopped(path.clone(), limit))
        });
        Round { generated: this.generated, expanded: this.expanded, walk }
    }

    /// Closes the current grant.
    fn settle(&mut self) {
        let fuel = self.account >> 16;
        self.generated += (self.granted - fuel) as u64;
        self.expanded += (self.account & (PAID - 1)) as u64;
        self.reserve += fuel as u64;
        (self.account, self.granted) = (0, 0);
    }

    /// The path from the turns noted on the way back: where none was noted, the last child.
    fn path(&self, mut cell: usize, bound: i32, end: i32) -> Vec<Direction> {
        let mut turns = self.turns.iter().rev().peekable();
        let mut path: Vec<Direction> = Vec::new();
        for left in (end + 1..=bound).rev() {
            let turn = turns.next_if(|(state, _)| state % SLACK == left).map(|&(_, direction)| direction);
            let back = path.last().map(|direction| direction.opposite());
            let last = || Direction::ALL.into_iter().rfind(|&d| Some(d) != back && neighbour(cell, d).is_some());
            let direction = turn.or_else(last).expect("every cell has two neighbours");
            cell = neighbour(cell, direction).expect("turns stay on the board");
            path.push(direction);
        }
        path
    }
}

/// The grant does not cover the children of a node: a new one, or the end.
#[cold]
#[inline(never)]
fn refuel(this: &mut Descent, board: u64, state: i32, children: i64, visit: Visit) -> bool {
    this.account += children * PAID - 1;
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
    this.granted = this.reserve.min(LARGEST_GRANT) as i64;
    this.reserve -= this.granted as u64;
    this.account = this.granted * PAID;
    visit(this, board, state)
}

/// The goal.
#[cold]
#[inline(never)]
fn arrive(this: &mut Descent) -> bool {
    this.end = Some((0, None));
    true
}

/// On the way back: the siblings after this child were not created.
#[cold]
#[inline(never)]
fn turn(this: &mut Descent, state: i32, direction: Direction, later: i64) -> bool {
    this.account += later * PAID;
    this.turns.push((state, direction));
    true
}

/// How many neighbours a cell has but `from`, from the `first` of the four directions on.
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

/// Moves the tile out of `from` into `to`, which is empty.
#[inline(always)]
const fn slide(board: u64, tile: u64, from: usize, to: usize) -> u64 {
    let moved = if from < to { tile << (4 * (to - from)) } else { tile >> (4 * (from - to)) };
    (board ^ tile) | moved
}

/// A blank's cell.
struct Cell<const AT: usize>;

macro_rules! cells {
    ($($at:literal: $($direction:ident $next:literal),+;)+) => {
        $(impl Cell<$at> {
            /// Expands a node whose blank came from the cell `FROM`. True on the way back: a goal or a limit was met.
            fn visit<const FROM: usize>(this: &mut Descent, board: u64, state: i32) -> bool {
                let children = const { ways($at, FROM, 0) };
                this.account -= children * PAID - 1;
                if this.account < 0 {
                    return refuel(this, board, state, children, Self::visit::<FROM>);
                }
                $(if FROM != $next {
                    let tile = board & (15 << (4 * $next));
                    let nearer = const { nearer($next, $at) as u32 } >> (tile >> (4 * $next)) & 1;
                    let child = state - (SLACK + 1) + nearer as i32 * SLACK;
                    let later = const { ways($at, FROM, Direction::$direction as usize + 1) };
                    let after = slide(board, tile, $next, $at);
                    if child >= SLACK {
                        if later == 0 {
                            return Cell::<$next>::visit::<$at>(this, after, child);
                        }
                        if Cell::<$next>::visit::<$at>(this, after, child) {
                            return turn(this, state, Direction::$direction, later);
                        }
                    } else {
                        if later == 0 {
                            return Cell::<$next>::tight::<$at>(this, after, child);
                        }
                        if Cell::<$next>::tight::<$at>(this, after, child) {
                            return turn(this, state, Direction::$direction, later);
                        }
                    }
                })+
                false
            }
            fn tight<const FROM: usize>(this: &mut Descent, board: u64, state: i32) -> bool {
                let children = const { ways($at, FROM, 0) };
                if state == 0 { return arrive(this); }
                this.account -= children * PAID - 1;
                if this.account < 0 {
                    return refuel(this, board, state, children, Self::tight::<FROM>);
                }
                $(if FROM != $next {
                    let tile = board & (15 << (4 * $next));
                    let nearer = const { nearer($next, $at) as u32 } >> (tile >> (4 * $next)) & 1;
                    let later = const { ways($at, FROM, Direction::$direction as usize + 1) };
                    if nearer == 1 {
                        let after = slide(board, tile, $next, $at);
                        if later == 0 {
                            return Cell::<$next>::tight::<$at>(this, after, state - 1);
                        }
                        if Cell::<$next>::tight::<$at>(this, after, state - 1) {
                            return turn(this, state, Direction::$direction, later);
                        }
                    }
                })+
                false
            }
        })+

        const START_TIGHT: [Visit; CELLS] = [$(Cell::<$at>::tight::<NOWHERE>),+];
        /// By the blank's cell: the first node of a round.
        const START: [Visit; CELLS] = [$(Cell::<$at>::visit::<NOWHERE>),+];
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
