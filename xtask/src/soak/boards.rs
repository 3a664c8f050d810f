//! Boards and their moves, once more and as plainly as possible: what the program answers is checked here.

use std::fmt;

/// Numbers that look random, the same for the same seed (the constants are Knuth's).
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d)
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A board that moves from the goal have led to.
pub(super) struct Puzzle {
    cols: usize,
    cells: Vec<usize>,
}

impl Puzzle {
    /// Some hundred moves from the goal.
    pub(super) fn random(rows: usize, cols: usize, numbers: &mut Numbers) -> Self {
        let mut puzzle = Self { cols, cells: (1..rows * cols).chain([0]).collect() };
        for _ in 0..100 + numbers.below(200) {
            puzzle.slide(['U', 'D', 'L', 'R'][numbers.below(4)]);
        }
        puzzle
    }

    /// Moves the blank, if the board does not end there.
    fn slide(&mut self, direction: char) -> bool {
        let Some(blank) = self.cells.iter().position(|&cell| cell == 0) else { return false };
        let (cols, cells) = (self.cols, self.cells.len());
        let to = match direction {
            'U' if blank >= cols => blank - cols,
            'D' if blank + cols < cells => blank + cols,
            'L' if blank % cols > 0 => blank - 1,
            'R' if blank % cols + 1 < cols => blank + 1,
            _ => return false,
        };
        self.cells.swap(blank, to);
        true
    }

    /// Its numbers as a list.
    pub(super) fn json(&self) -> String {
        let cells: Vec<String> = self.cells.iter().map(usize::to_string).collect();
        format!("[{}]", cells.join(","))
    }

    /// Whether these moves of the blank are all possible and lead to the goal.
    pub(super) fn is_solved_by(&self, moves: &str) -> bool {
        let mut board = Self { cols: self.cols, cells: self.cells.clone() };
        let are_possible = moves.chars().all(|direction| board.slide(direction));
        let goal = (1..self.cells.len()).chain([0]);
        are_possible && goal.eq(board.cells.iter().copied())
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.cells.chunks(self.cols).enumerate() {
            let cells: Vec<String> = cells.iter().map(usize::to_string).collect();
            write!(f, "{}{}", if row == 0 { "" } else { " / " }, cells.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_replayed() {
        let puzzle = Puzzle { cols: 2, cells: vec![0, 2, 1, 3] };
        assert_eq!(puzzle.to_string(), "0 2 / 1 3");
        assert!(puzzle.is_solved_by("DR"));
        assert!(!puzzle.is_solved_by("RD") && !puzzle.is_solved_by("U") && !puzzle.is_solved_by(""));
    }
}
