//! Which boards can reach a goal, and the usual ways to get the formula wrong.

use serde::Serialize;

use super::Packed;

/// Whether moves lead from `start` to `goal`: by the parity of the inversions and, where a row has an even number of cells,
/// of the blank's row.
pub fn is_solvable(start: Packed, goal: Packed) -> bool {
    let parity = |board: Packed| {
        let row = if board.size().is_multiple_of(2) { row(board) } else { 0 };
        (inversions(board, false) + row) % 2
    };
    parity(start) == parity(goal)
}

/// A wrong formula for the parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ParityMistake {
    /// The blank's row is left out on boards of even size.
    NoRow,
    /// The blank's row counts on boards of odd size too.
    RowAlways,
    /// The blank's row is counted from the wrong end, or from the wrong number.
    RowOffByOne,
    /// The blank counts in the inversions.
    CountsBlank,
    /// The goal's inversions are left out: they are taken to be even.
    NoGoal,
}

impl ParityMistake {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::NoRow, Self::RowAlways, Self::RowOffByOne, Self::CountsBlank, Self::NoGoal];

    /// What a program with this formula says.
    pub fn says_solvable(self, start: Packed, goal: Packed) -> bool {
        let is_even = start.size().is_multiple_of(2);
        let parity = |board: Packed| {
            let rows = match self {
                Self::RowAlways => row(board),
                Self::RowOffByOne | Self::CountsBlank | Self::NoGoal if is_even => row(board),
                _ => 0,
            };
            (inversions(board, self == Self::CountsBlank) + rows) % 2
        };
        match self {
            Self::NoGoal => parity(start) == 0,
            Self::RowOffByOne if is_even => parity(start) != parity(goal),
            _ => parity(start) == parity(goal),
        }
    }
}

fn row(board: Packed) -> usize {
    board.blank() / board.size()
}

fn inversions(board: Packed, with_blank: bool) -> usize {
    let numbers: Vec<usize> = board.numbers().filter(|&number| number != 0 || with_blank).collect();
    numbers.iter().enumerate().map(|(at, a)| numbers[at + 1..].iter().filter(|b| *b < a).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(numbers: &[u32]) -> Packed {
        Packed::new(numbers).unwrap()
    }

    #[test]
    fn the_formula_agrees_with_every_reachable_2x2_board() {
        let goal = Packed::blank_last(2).unwrap();
        let mut reached = vec![goal];
        let mut at = 0;
        while at < reached.len() {
            for next in reached[at].neighbours(super::super::Order::UDLR) {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
            at += 1;
        }
        assert_eq!(reached.len(), 12);
        assert!(reached.iter().all(|&board| is_solvable(board, goal)));
        assert!(!is_solvable(board(&[2, 1, 3, 0]), goal));
    }

    #[test]
    fn every_wrong_formula_is_wrong_somewhere() {
        let (small, large) = (Packed::blank_last(3).unwrap(), Packed::blank_last(4).unwrap());
        let up = large.neighbours(super::super::Order::UDLR).next().unwrap();
        let left = small.neighbours(super::super::Order::UDLR).nth(1).unwrap();
        assert!(!ParityMistake::NoRow.says_solvable(up, large));
        assert!(!ParityMistake::RowOffByOne.says_solvable(large, large));
        assert!(!ParityMistake::CountsBlank.says_solvable(left, small));
        let above = small.neighbours(super::super::Order::UDLR).next().unwrap();
        assert!(!ParityMistake::RowAlways.says_solvable(above, small));
        let odd = board(&[1, 2, 3, 8, 0, 4, 7, 6, 5]);
        assert!(is_solvable(odd, odd) && !ParityMistake::NoGoal.says_solvable(odd, odd));
    }
}
