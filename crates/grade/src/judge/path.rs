//! Whether a sequence of boards is a shortest solution. Which one does not matter.

use super::shown;
use crate::why::{Difference, Failure, PathFault, Side, Why};

/// Lines of a program's output that are looked at.
const MOST_LINES: usize = 1_000_000;

/// A program's output, line by line.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    lines: Vec<&'a str>,
    /// The next line to read, from 0.
    pub(super) at: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.lines().take(MOST_LINES).collect(), at: 0 }
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
        let found = self.lines.get(at).map_or(Side::End, |line| Side::Line(shown(line.as_bytes())));
        Failure { difference: Some(Difference { line: at + 1, expected, found }), why: Why::Path(fault) }
    }

    /// The failure at the next line.
    pub(super) fn here(&self, expected: Side, fault: PathFault) -> Failure {
        self.fault(self.at, expected, fault)
    }

    /// Reads a line of fixed words; spaces at its end are forgiven.
    pub(super) fn words(&mut self, words: &str) -> Result<(), Failure> {
        if self.peek().map(str::trim_end) == Some(words) {
            self.at += 1;
            return Ok(());
        }
        Err(self.here(line(words), PathFault::Words))
    }

    /// Reads a line of fixed words and a number between them.
    pub(super) fn number(&mut self, before: &str, after: &str, right: u64) -> Result<u64, Failure> {
        let number =
            self.peek().and_then(|line| line.trim_end().strip_prefix(before)?.strip_suffix(after)?.trim().parse().ok());
        let Some(number) = number else {
            return Err(self.here(line(&format!("{before}{right}{after}")), PathFault::Words));
        };
        self.at += 1;
        Ok(number)
    }

    /// Nothing but empty lines may follow.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        self.skip_empty();
        if self.peek().is_some() { Err(self.here(Side::End, PathFault::Extra)) } else { Ok(()) }
    }
}

/// A line as one side of a difference.
pub(super) fn line(text: &str) -> Side {
    Side::Line(text.to_owned())
}

/// A board a program printed, and the line (from 0) of its first row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    pub(super) cells: Vec<u32>,
    pub(super) line: usize,
}

/// What a solution has to be.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) size: usize,
    pub(super) start: Vec<u32>,
    pub(super) goal: Vec<u32>,
    pub(super) shortest: usize,
}

impl Task {
    /// Checks the boards: from the start, by moves, to the goal, and no longer than need be.
    pub(super) fn check(
        &self,
        lines: &Lines<'_>,
        boards: &[Printed],
        row: impl Fn(&[u32]) -> String,
    ) -> Result<(), Failure> {
        let Some(first) = boards.first() else {
            return Err(lines.here(line(&row(&self.start[..self.size])), PathFault::NotARow));
        };
        if let Some(at) = (0..self.size).find(|r| self.row(&first.cells, *r) != self.row(&self.start, *r)) {
            return Err(lines.fault(first.line + at, line(&row(self.row(&self.start, at))), PathFault::WrongStart));
        }
        for (index, pair) in boards.windows(2).enumerate() {
            if direction(&pair[0].cells, &pair[1].cells, self.size).is_none() {
                return Err(lines.fault(pair[1].line, Side::Open, PathFault::IllegalMove { board: index + 2 }));
            }
        }
        let (last, moves) = (&boards[boards.len() - 1], boards.len() - 1);
        if let Some(at) = (0..self.size).find(|r| self.row(&last.cells, *r) != self.row(&self.goal, *r)) {
            return Err(lines.fault(last.line + at, line(&row(self.row(&self.goal, at))), PathFault::NotAtGoal));
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

/// The way the blank goes from one board to the next, if that is one move.
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

/// Whitespace-separated numbers at the head of an input, up to `most`.
pub(super) fn numbers(input: &[u8], most: usize) -> Vec<u32> {
    let text = String::from_utf8_lossy(input);
    text.split_whitespace().take(most).map_while(|word| word.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_or_none() {
        assert_eq!(direction(&[1, 2, 3, 0], &[1, 0, 3, 2], 2), Some("up"));
        assert_eq!(direction(&[1, 0, 3, 2], &[1, 2, 3, 0], 2), Some("down"));
        assert_eq!(direction(&[1, 2, 3, 0], &[1, 2, 0, 3], 2), Some("left"));
        assert_eq!(direction(&[1, 2, 0, 3], &[1, 2, 3, 0], 2), Some("right"));
        assert_eq!(direction(&[1, 2, 3, 0], &[0, 2, 3, 1], 2), None);
        assert_eq!(direction(&[1, 2, 3, 0], &[1, 2, 3, 0], 2), None);
        // From the end of a row to the beginning of the next is not a move.
        assert_eq!(direction(&[1, 2, 0, 3, 4, 5, 6, 7, 8], &[1, 2, 3, 0, 4, 5, 6, 7, 8], 3), None);
    }
}
