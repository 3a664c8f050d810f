//! The nine cells of a 3x3 board, as the course documents write them.

use std::fmt;

use serde::Serialize;

/// A 3x3 board, row by row; 0 is the blank. Boards compare as the vector of their nine numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Board3x3(pub [u8; 9]);

impl Board3x3 {
    /// The goal of the `menu` course.
    pub const BLANK_FIRST: Self = Self([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    /// The usual goal elsewhere.
    pub const BLANK_LAST: Self = Self([1, 2, 3, 4, 5, 6, 7, 8, 0]);

    /// The board of nine numbers, if they are 0 to 8 in any order.
    pub fn new(numbers: &[u64]) -> Option<Self> {
        let mut cells = [0; 9];
        let mut seen = 0_u16;
        if numbers.len() != 9 {
            return None;
        }
        for (cell, &number) in cells.iter_mut().zip(numbers) {
            let number = u8::try_from(number).ok().filter(|&n| n < 9)?;
            seen |= 1 << number;
            *cell = number;
        }
        (seen == 0x1ff).then_some(Self(cells))
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.0.iter().position(|&n| n == 0).unwrap_or(0)
    }

    /// The boards one move away: the blank goes up, down, left, right.
    pub fn neighbours(&self) -> impl Iterator<Item = Self> + use<> {
        let (board, blank) = (*self, self.blank());
        let (row, col) = (blank / 3, blank % 3);
        let targets = [
            (row > 0).then(|| blank - 3),
            (row < 2).then_some(blank + 3),
            (col > 0).then(|| blank - 1),
            (col < 2).then_some(blank + 1),
        ];
        targets.into_iter().flatten().map(move |from| {
            let mut next = board;
            next.0.swap(blank, from);
            next
        })
    }

    /// Pairs of tiles in the wrong order, without the blank. With three columns no move changes its parity.
    pub fn inversions(&self) -> usize {
        let tiles: Vec<u8> = self.0.into_iter().filter(|&n| n != 0).collect();
        tiles.iter().enumerate().map(|(i, a)| tiles[i + 1..].iter().filter(|b| *b < a).count()).sum()
    }

    /// Whether moves lead from here to `goal`.
    pub fn reaches(&self, goal: &Self) -> bool {
        self.inversions() % 2 == goal.inversions() % 2
    }

    /// The three rows, as the course documents print them.
    pub fn rows(&self) -> [String; 3] {
        [0, 3, 6].map(|at| format!("{} {} {}", self.0[at], self.0[at + 1], self.0[at + 2]))
    }
}

/// `1 2 3 / 4 0 5 / 6 7 8`
impl fmt::Display for Board3x3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rows().join(" / "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_permutations_are_boards() {
        assert_eq!(Board3x3::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), Some(Board3x3::BLANK_FIRST));
        assert_eq!(Board3x3::new(&[0, 1, 2, 3, 4, 5, 6, 7, 7]), None);
        assert_eq!(Board3x3::new(&[0, 1, 2, 3, 4, 5, 6, 7, 9]), None);
        assert_eq!(Board3x3::new(&[0, 1, 2]), None);
    }

    #[test]
    fn moves_preserve_the_parity() {
        let board = Board3x3([1, 2, 3, 4, 0, 5, 6, 7, 8]);
        assert_eq!(board.neighbours().count(), 4);
        assert!(board.neighbours().all(|next| next.reaches(&board)));
        assert!(!Board3x3([1, 0, 2, 3, 4, 5, 6, 8, 7]).reaches(&Board3x3::BLANK_FIRST));
    }
}
