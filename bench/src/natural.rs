//! 3x3 boards as a user of `pathfinding` writes them.

use crate::random::Random;

/// A board, row by row.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Natural(pub [u8; 9]);

impl Natural {
    pub fn successors(&self) -> Vec<(Self, u32)> {
        let blank = self.0.iter().position(|&tile| tile == 0).expect("a blank");
        let (row, col) = (blank / 3, blank % 3);
        let mut all = Vec::new();
        let mut slide = |from: usize| {
            let mut next = self.clone();
            next.0.swap(blank, from);
            all.push((next, 1));
        };
        if row > 0 {
            slide(blank - 3);
        }
        if col > 0 {
            slide(blank - 1);
        }
        if col < 2 {
            slide(blank + 1);
        }
        if row < 2 {
            slide(blank + 3);
        }
        all
    }

    pub fn distance(&self) -> u32 {
        let steps = |(cell, &tile): (usize, &u8)| {
            let home = tile as usize - 1;
            (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3)
        };
        self.0.iter().enumerate().filter(|(_, tile)| **tile != 0).map(steps).sum::<usize>() as u32
    }

    pub fn is_goal(&self) -> bool {
        self.0 == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    }
}

/// Solvable boards, each as likely as any other.
pub fn boards(count: usize) -> Vec<Natural> {
    let mut random = Random::new(0);
    let board = |_| {
        let mut tiles: [u8; 9] = std::array::from_fn(|tile| tile as u8);
        random.shuffle(&mut tiles);
        let placed: Vec<u8> = tiles.iter().copied().filter(|&tile| tile != 0).collect();
        let inversions =
            (0..8).flat_map(|i| (i + 1..8).map(move |j| (i, j))).filter(|&(i, j)| placed[i] > placed[j]).count();
        if inversions % 2 == 1 {
            let cells: Vec<usize> = (0..9).filter(|&cell| tiles[cell] != 0).take(2).collect();
            tiles.swap(cells[0], cells[1]);
        }
        Natural(tiles)
    };
    (0..count).map(board).collect()
}
