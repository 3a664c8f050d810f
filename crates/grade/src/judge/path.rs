//! Whether a sequence of boards is an optimal solution. Any of them will do.

use super::displayable;
use crate::cause::{Cause, Difference, Failure, PathFault, Side};

/// The most lines of a program's output that are read.
const MAX_LINES: usize = 1_000_000;

/// A program's output, line by line.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    lines: Vec<&'a str>,
    /// The next line to read, from 0.
    pub(super) at: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.lines().take(MAX_LINES).collect(), at: 0 }
    }

    pub(super) fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).copied()
    }

    pub(super) fn skip_empty(&mut self) {
        while self.peek().is_some_and(|line| line.trim().is_empty()) {
            self.at += 1;
        }
    }

    /// The failure at line `at` (from 0).
    pub(super) fn fault(&self, at: usize, expected: Side, fault: PathFault) -> Failure {
        let found = self.lines.get(at).map_or(Side::End, |line| Side::Line(displayable(line.as_bytes())));
        Failure { difference: Some(Difference { line: at + 1, expected, found }), cause: Cause::Path(fault) }
    }

    /// The failure at the next line.
    pub(super) fn fault_here(&self, expected: Side, fault: PathFault) -> Failure {
        self.fault(self.at, expected, fault)
    }

    /// Reads a line of fixed words; spaces at its end do not matter.
    pub(super) fn expect_words(&mut self, words: &str) -> Result<(), Failure> {
        if self.peek().map(str::trim_end) == Some(words) {
            self.at += 1;
            return Ok(());
        }
        Err(self.fault_here(line(words), PathFault::Words))
    }

    /// Reads a line of fixed words and a number between them.
    pub(super) fn expect_number(&mut self, before: &str, after: &str, right: u64) -> Result<u64, Failure> {
        let number =
            self.peek().and_then(|line| line.trim_end().strip_prefix(before)?.strip_suffix(after)?.trim().parse().ok());
        let Some(number) = number else {
            return Err(self.fault_here(line(&format!("{before}{right}{after}")), PathFault::Words));
        };
        self.at += 1;
        Ok(number)
    }

    /// Whether the next line reads like a question to a person.
    pub(super) fn is_prompt(&self) -> bool {
        super::is_question(self.peek().unwrap_or_default())
    }

    /// Checks that only empty lines follow.
    pub(super) fn expect_end(&mut self) -> Result<(), Failure> {
        self.skip_empty();
        if self.peek().is_some() { Err(self.fault_here(Side::End, PathFault::Extra)) } else { Ok(()) }
    }
}

/// A line as one side of a difference.
pub(super) fn line(text: &str) -> Side {
    Side::Line(text.to_owned())
}

/// A board that a program printed, and the line (from 0) of its first row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PrintedBoard {
    pub(super) cells: Vec<u32>,
    pub(super) line: usize,
}

/// What a solution must achieve.
#[derive(Clone, Debug)]
pub(super) struct PathProblem {
    pub(super) size: usize,
    pub(super) start: Vec<u32>,
    pub(super) goal: Vec<u32>,
    pub(super) shortest: usize,
}

impl PathProblem {
    /// Checks that the boards lead from the start to the goal by legal moves, and by the fewest.
    pub(super) fn check(
        &self,
        lines: &Lines<'_>,
        boards: &[PrintedBoard],
        row: impl Fn(&[u32]) -> String,
    ) -> Result<(), Failure> {
        let Some(first) = boards.first() else {
            return Err(lines.fault_here(line(&row(&self.start[..self.size])), PathFault::NotARow));
        };
        if let Some(at) = (0..self.size).find(|r| self.row(&first.cells, *r) != self.row(&self.start, *r)) {
            return Err(lines.fault(first.line + at, line(&row(self.row(&self.start, at))), PathFault::WrongStart));
        }
        for (index, pair) in boards.windows(2).enumerate() {
            if direction(&pair[0].cells, &pair[1].cells, self.size).is_none() {
                let fault = if wraps(&pair[0].cells, &pair[1].cells) {
                    PathFault::Wraps { board: index + 2 }
                } else {
                    PathFault::IllegalMove { board: index + 2 }
                };
                return Err(lines.fault(pair[1].line, Side::Open, fault));
            }
        }
        let (last, moves) = (&boards[boards.len() - 1], boards.len() - 1);
        if let Some(at) = (0..self.size).find(|r| self.row(&last.cells, *r) != self.row(&self.goal, *r)) {
            let is_blank_first = last.cells.iter().enumerate().all(|(cell, &number)| number as usize == cell);
            let fault = if is_blank_first { PathFault::OtherGoal } else { PathFault::NotAtGoal };
            return Err(lines.fault(last.line + at, line(&row(self.row(&self.goal, at))), fault));
        }
        if moves != self.shortest {
            let first_too_many = &boards[self.shortest.min(moves)];
            let fault = PathFault::TooLong { moves, shortest: self.shortest };
            return Err(lines.fault(first_too_many.line, Side::Open, fault));
        }
        Ok(())
    }

    fn row<'a>(&self, cells: &'a [u32], row: usize) -> &'a [u32] {
        &cells[row * self.size..(row + 1) * self.size]
    }
}

impl PathFault {
    /// The fault of a wrong number of moves.
    pub(super) fn wrong_number(printed: u64, made: usize) -> Self {
        if printed == made as u64 + 1 {
            Self::CountsBoards { printed }
        } else {
            Self::WrongNumber { printed: Some(printed), made }
        }
    }
}

/// Whether the blank moved to the next cell or the one before, which is in another row.
fn wraps(from: &[u32], to: &[u32]) -> bool {
    let blank = |cells: &[u32]| cells.iter().position(|&n| n == 0);
    let (Some(a), Some(b)) = (blank(from), blank(to)) else { return false };
    let mut moved = from.to_vec();
    moved.swap(a, b);
    a.abs_diff(b) == 1 && moved == to
}

/// The direction in which the blank moves from one board to the next, if that is one move.
pub(super) fn direction(from: &[u32], to: &[u32], size: usize) -> Option<&'static str> {
    let (a, b) = (from.iter().position(|&n| n == 0)?, to.iter().position(|&n| n == 0)?);
    let mut moved = from.to_vec();
    moved.swap(a, b);
    if moved != to {
        return None;
    }
    match (a / size, a % size, b / size, b % size) {
        (r, c, s, d) if c == d && s + 1 == r => Some("up"),
        (r, c, s, d) if c == d && r + 1 == s => Some("down"),
        (r, c, s, d) if r == s && d + 1 == c => Some("left"),
        (r, c, s, d) if r == s && c + 1 == d => Some("right"),
        _ => None,
    }
}

/// The first numbers of an input, separated by whitespace, at most `max`.
pub(super) fn numbers(input: &[u8], max: usize) -> Vec<u32> {
    let text = String::from_utf8_lossy(input);
    text.split_whitespace().take(max).map_while(|word| word.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_those_of_single_moves() {
        assert_eq!(direction(&[1, 2, 3, 0], &[1, 0, 3, 2], 2), Some("up"));
        assert_eq!(direction(&[1, 0, 3, 2], &[1, 2, 3, 0], 2), Some("down"));
        assert_eq!(direction(&[1, 2, 3, 0], &[1, 2, 0, 3], 2), Some("left"));
        assert_eq!(direction(&[1, 2, 0, 3], &[1, 2, 3, 0], 2), Some("right"));
        assert_eq!(direction(&[1, 2, 3, 0], &[0, 2, 3, 1], 2), None);
        assert_eq!(direction(&[1, 2, 3, 0], &[1, 2, 3, 0], 2), None);
        // From the end of a row to the start of the next is not a move.
        assert_eq!(direction(&[1, 2, 0, 3, 4, 5, 6, 7, 8], &[1, 2, 3, 0, 4, 5, 6, 7, 8], 3), None);
    }
}
