//! Cases for `solver`, `astar` and `sums`.
//!
//! The A* of `solver` keeps no closed set, so its boards are made by short walks from the goal: any honest program
//! solves them in a second or two.

use super::{About, Case, Dice, Part};

/// A square board, row by row.
fn goal(size: usize) -> Vec<usize> {
    (1..size * size).chain([0]).collect()
}

/// Walks the blank `moves` times and never straight back.
fn walk(board: &mut [usize], size: usize, moves: usize, dice: &mut Dice) {
    let mut before = usize::MAX;
    for _ in 0..moves {
        let blank = board.iter().position(|&n| n == 0).unwrap_or(0);
        let (row, col) = (blank / size, blank % size);
        let ways = [
            (row > 0).then(|| blank - size),
            (row + 1 < size).then(|| blank + size),
            (col > 0).then(|| blank - 1),
            (col + 1 < size).then(|| blank + 1),
        ];
        let ways: Vec<usize> = ways.into_iter().flatten().filter(|&to| to != before).collect();
        let to = dice.pick(&ways);
        board.swap(blank, to);
        before = blank;
    }
}

/// Swaps two tiles: from now on the goal is out of reach.
fn spoil(board: &mut [usize]) {
    let tiles: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] != 0).take(2).collect();
    board.swap(tiles[0], tiles[1]);
}

fn rows(board: &[usize], size: usize) -> String {
    let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    board.chunks(size).map(row).collect::<Vec<_>>().join("\n")
}

pub(super) fn solver(seed: u64, count: usize) -> Vec<Case> {
    // What, size, moves of the walk.
    const KINDS: [(About, usize, usize); 10] = [
        (About::Example, 3, 0),
        (About::AlreadySolved, 3, 0),
        (About::Short, 3, 6),
        (About::Unsolvable, 3, 15),
        (About::Small, 2, 5),
        (About::Long, 3, 14),
        (About::Long, 3, 20),
        (About::Large, 4, 14),
        (About::Unsolvable, 4, 30),
        (About::Large, 4, 20),
    ];
    let kinds = KINDS.into_iter().cycle().take(count).enumerate();
    let case = |(at, (about, size, moves)): (usize, (About, usize, usize))| {
        let mut board = goal(size);
        walk(&mut board, size, moves, &mut Dice::new(seed, at));
        match about {
            About::Example => board = vec![0, 1, 3, 4, 2, 5, 7, 8, 6],
            About::Unsolvable => spoil(&mut board),
            _ => {}
        }
        Case::new(at + 1, about, format!("{size}\n{}\n", rows(&board, size)))
    };
    kinds.map(case).collect()
}

pub(super) fn astar(seed: u64, count: usize) -> Vec<Case> {
    const KINDS: [(About, usize); 10] = [
        (About::Example, 0),
        (About::AlreadySolved, 0),
        (About::Short, 3),
        (About::Short, 8),
        (About::Unsolvable, 20),
        (About::Long, 14),
        (About::Long, 18),
        (About::Long, 30),
        (About::Unsolvable, 40),
        (About::Long, 40),
    ];
    let kinds = KINDS.into_iter().cycle().take(count).enumerate();
    let case = |(at, (about, moves)): (usize, (About, usize))| {
        let dice = &mut Dice::new(seed, at);
        let mut goal = goal(3);
        walk(&mut goal, 3, 60 + dice.throw(2), dice);
        let mut start = goal.clone();
        walk(&mut start, 3, moves, dice);
        match about {
            About::Example => (start, goal) = (vec![2, 8, 3, 1, 6, 4, 7, 5, 0], vec![1, 2, 3, 8, 0, 4, 7, 6, 5]),
            About::Unsolvable => spoil(&mut start),
            _ => {}
        }
        Case::new(at + 1, about, format!("{}\n{}\n", rows(&start, 9), rows(&goal, 9)))
    };
    kinds.map(case).collect()
}

pub(super) fn sums() -> Vec<Case> {
    let parts = [Part::Created, Part::Examined, Part::Solution, Part::Route, Part::Drawing];
    let case = |(at, part): (usize, Part)| Case { part, ..Case::new(at + 1, About::Output, "") };
    parts.into_iter().enumerate().map(case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_depend_on_the_seed_alone() {
        assert_eq!(solver(1, 12), solver(1, 12));
        assert_ne!(solver(1, 12), solver(2, 12));
        assert_eq!(astar(1, 12)[..10], astar(1, 10)[..]);
        assert_eq!(sums().len(), 5);
    }

    #[test]
    fn boards_are_boards() {
        for case in solver(5, 30) {
            let numbers: Vec<usize> =
                String::from_utf8(case.stdin).unwrap().split_whitespace().map(|n| n.parse().unwrap()).collect();
            let mut cells = numbers[1..].to_vec();
            cells.sort_unstable();
            assert_eq!(cells, (0..numbers[0] * numbers[0]).collect::<Vec<_>>());
        }
        for case in astar(5, 30) {
            let text = String::from_utf8(case.stdin).unwrap();
            let numbers: Vec<u64> = text.split_whitespace().map(|n| n.parse().unwrap()).collect();
            let board = |at| crate::board::Nine::new(&numbers[at..at + 9]).expect("a board");
            assert_eq!(board(0).reaches(&board(9)), case.about != About::Unsolvable, "{text}");
        }
    }
}
