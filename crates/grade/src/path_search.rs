//! A* of the courses `solver` and `astar`, and the usual ways to get it wrong.
//!
//! One loop takes its [`Rules`]: what is measured, how it is weighted, what happens to a board that is reached again, which
//! of equals comes first, in which order neighbours are created. A mistake is a few of those rules. Programs that make the same
//! mistake still differ in ties and in the order of neighbours, so a mistake is tried with several: a
//! board reveals it if every variant gives a wrong answer.
//!
//! Like [`crate::stack_search`] this chooses cases and explains; the marks come from the answers of the course programs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

mod parity;

pub use parity::{ParityMistake, is_solvable};

/// A square board of at most sixteen cells, four bits each; 0 is the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed {
    size: u8,
    cells: u64,
}

impl Packed {
    /// The board of these numbers, if there are four, nine or sixteen of them, 0 to the last, each once.
    pub fn new(numbers: &[u32]) -> Option<Self> {
        let size = match numbers.len() {
            4 => 2,
            9 => 3,
            16 => 4,
            _ => return None,
        };
        let mut seen = 0_u32;
        let mut cells = 0;
        for (cell, &number) in numbers.iter().enumerate() {
            seen |= 1_u32.checked_shl(number).filter(|_| (number as usize) < numbers.len())?;
            cells |= u64::from(number) << (4 * cell);
        }
        (seen.count_ones() as usize == numbers.len()).then_some(Self { size, cells })
    }

    /// `1 2 … 0`.
    pub fn blank_last(size: usize) -> Option<Self> {
        Self::new(&(1..(size * size) as u32).chain([0]).collect::<Vec<_>>())
    }

    /// Rows, and columns.
    pub fn size(self) -> usize {
        self.size as usize
    }

    /// The numbers, row by row.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        (0..self.size() * self.size()).map(move |cell| self.get(cell))
    }

    fn get(self, cell: usize) -> usize {
        (self.cells >> (4 * cell)) as usize & 15
    }

    /// The cell of the blank.
    pub fn blank(self) -> usize {
        (0..self.size() * self.size()).find(|&cell| self.get(cell) == 0).unwrap_or(0)
    }

    /// The boards one move away, in this order of the blank's directions.
    pub fn neighbours(self, order: Order) -> impl Iterator<Item = Self> {
        let (size, blank) = (self.size(), self.blank());
        let (row, col) = (blank / size, blank % size);
        order.0.into_iter().filter_map(move |direction| {
            let to = match direction {
                0 => (row > 0).then(|| blank - size),
                1 => (row + 1 < size).then(|| blank + size),
                2 => (col > 0).then(|| blank - 1),
                _ => (col + 1 < size).then(|| blank + 1),
            }?;
            let tile = (self.cells >> (4 * to)) & 15;
            Some(Self { cells: self.cells & !(15 << (4 * to)) | tile << (4 * blank), ..self })
        })
    }

    /// A number that compares as the list of the cells does.
    fn as_listed(self) -> u64 {
        self.numbers().fold(0, |value, number| value << 4 | number as u64)
    }
}

/// An order of up, down, left, right, as 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order([u8; 4]);

impl Order {
    /// Up, down, left, right.
    pub const UDLR: Self = Self([0, 1, 2, 3]);
    /// The orders that variants have.
    const ALL: [Self; 4] = [Self::UDLR, Self([3, 2, 1, 0]), Self([2, 3, 0, 1]), Self([1, 3, 0, 2])];
}

/// What is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Manhattan,
    ManhattanBlank,
}

/// What happens to a board that is reached again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    /// It is kept, unless it is the board before.
    Kept,
    /// It is kept if its path is shorter.
    Improved,
    /// It is dropped if it was expanded.
    Closed,
    /// It is dropped.
    Dropped,
}

/// Which of equal priorities comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ties {
    First,
    Last,
    Smaller,
}

/// Everything that decides the order of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    measure: Measure,
    /// Weights of the moves and of the estimate, in halves.
    weights: (u32, u32),
    again: Again,
    ties: Ties,
    order: Order,
}

/// The rules of the `solver` course.
impl Default for Rules {
    fn default() -> Self {
        Self { measure: Measure::Manhattan, weights: (2, 2), again: Again::Kept, ties: Ties::First, order: Order::UDLR }
    }
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The moves of its solution.
    pub moves: usize,
    /// Boards put into the queue, the start included.
    pub enqueued: usize,
}

/// Searches from `start` to `goal`, for at most `max` boards in the queue.
pub fn search(start: Packed, goal: Packed, rules: Rules, max: usize) -> Option<Found> {
    let mut home = [0; 16];
    goal.numbers().enumerate().for_each(|(cell, number)| home[number] = cell);
    let priority = |moves: u32, board| rules.weights.0 * moves + rules.weights.1 * rules.measure.of(board, &home);
    let tie = |count: usize, board: Packed| match rules.ties {
        Ties::First => count as u64,
        Ties::Last => u64::MAX - count as u64,
        Ties::Smaller => board.as_listed(),
    };
    let mut queue = BinaryHeap::from([Reverse((priority(0, start), tie(1, start), start.cells, 0, u64::MAX))]);
    let mut least: FxHashMap<u64, u32> = FxHashMap::from_iter([(start.cells, 0)]);
    let mut closed: FxHashSet<u64> = FxHashSet::default();
    let mut enqueued = 1;
    while let Some(Reverse((_, _, cells, moves, before))) = queue.pop() {
        let board = Packed { cells, ..start };
        if board == goal {
            return Some(Found { moves: moves as usize, enqueued });
        }
        match rules.again {
            Again::Improved if least[&cells] < moves => continue,
            Again::Closed if !closed.insert(cells) => continue,
            _ => {}
        }
        for next in board.neighbours(rules.order) {
            let is_dropped = match rules.again {
                Again::Kept => next.cells == before,
                Again::Improved => least.get(&next.cells).is_some_and(|&known| known <= moves + 1),
                Again::Closed => closed.contains(&next.cells),
                Again::Dropped => least.contains_key(&next.cells),
            };
            if is_dropped {
                continue;
            }
            if matches!(rules.again, Again::Improved | Again::Dropped) {
                least.insert(next.cells, moves + 1);
            }
            enqueued += 1;
            if enqueued > max {
                return None;
            }
            queue.push(Reverse((priority(moves + 1, next), tie(enqueued, next), next.cells, moves + 1, cells)));
        }
    }
    None
}

impl Measure {
    fn of(self, board: Packed, home: &[usize; 16]) -> u32 {
        let size = board.size();
        let distance = |(cell, tile): (usize, usize)| {
            let to = home[tile];
            (to / size).abs_diff(cell / size) + (to % size).abs_diff(cell % size)
        };
        let counted = |&(_, tile): &(usize, usize)| tile != 0 || self == Self::ManhattanBlank;
        board.numbers().enumerate().filter(counted).map(distance).sum::<usize>() as u32
    }
}

/// A mistake in the search of `solver` or `astar` that makes solutions too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchMistake {
    /// The estimate counts twice: f = g + 2h.
    Weighted,
    /// The moves made do not count: f = h.
    Greedy,
    /// A board is marked when it is generated, so that a shorter path to it is lost.
    NeverImproves,
    /// The estimate counts the blank.
    BlankCounted,
}

impl SearchMistake {
    /// All of them, the likeliest first.
    pub const ALL: [Self; 4] = [Self::NeverImproves, Self::Weighted, Self::Greedy, Self::BlankCounted];

    /// The rules of programs that make it.
    pub fn variants(self) -> Vec<Rules> {
        let (measure, weights): (_, (u32, u32)) = match self {
            Self::Weighted => (Measure::Manhattan, (2, 4)),
            Self::Greedy => (Measure::Manhattan, (0, 2)),
            Self::NeverImproves => (Measure::Manhattan, (2, 2)),
            Self::BlankCounted => (Measure::ManhattanBlank, (2, 2)),
        };
        let again: &[Again] = match self {
            Self::Weighted => &[Again::Kept, Again::Improved, Again::Closed],
            Self::Greedy => &[Again::Improved, Again::Dropped],
            Self::NeverImproves => &[Again::Dropped],
            Self::BlankCounted => &[Again::Closed, Again::Dropped],
        };
        let mut variants = Vec::new();
        for &again in again {
            for ties in [Ties::First, Ties::Last, Ties::Smaller] {
                variants.extend(Order::ALL.map(|order| Rules { measure, weights, again, ties, order }));
            }
        }
        variants
    }

    /// Whether a board reveals it: no variant finds a solution of `shortest` moves.
    pub fn is_revealed(self, start: Packed, goal: Packed, shortest: usize) -> bool {
        let finds_it = |rules| search(start, goal, rules, MAX_BOARDS).is_some_and(|found| found.moves == shortest);
        !self.variants().into_iter().any(finds_it)
    }
}

/// A search with a mistake is given up with this many boards in its queue.
const MAX_BOARDS: usize = 100_000;

impl fmt::Display for SearchMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Weighted => "the estimate counts more than once (f = g + 2h): that overestimates",
            Self::Greedy => "the moves made do not count (f = h): that is a greedy search",
            Self::NeverImproves => "a board is marked when it is generated, so that a shorter path to it is lost",
            Self::BlankCounted => "the estimate counts the blank: that overestimates",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_the_document_are_reproduced() {
        let goal = Packed::blank_last(3).unwrap();
        let found = |numbers: &[u32]| search(Packed::new(numbers).unwrap(), goal, Rules::default(), 10_000);
        assert_eq!(found(&[0, 1, 3, 4, 2, 5, 7, 8, 6]), Some(Found { moves: 4, enqueued: 10 }));
        assert_eq!(found(&[8, 1, 3, 4, 0, 2, 7, 6, 5]), Some(Found { moves: 14, enqueued: 137 }));
    }

    #[test]
    fn only_permutations_are_packed() {
        assert!(Packed::new(&[0, 1, 2, 2]).is_none() && Packed::new(&[0, 1, 2, 4]).is_none());
        assert!(Packed::new(&[0, 1, 2]).is_none() && Packed::new(&[99; 9]).is_none());
        assert_eq!(Packed::new(&[3, 0, 1, 2]).unwrap().numbers().collect::<Vec<_>>(), [3, 0, 1, 2]);
    }
}
