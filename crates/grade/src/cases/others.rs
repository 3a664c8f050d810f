//! Cases for `solver`, `astar` and `sums`.
//!
//! The A* of `solver` has no closed set, so its boards are short random walks from the goal: any honest program solves them
//! in a second or two.

use super::{Case, Part, Random, Topic};

/// A square board, row by row.
fn goal(size: usize) -> Vec<usize> {
    (1..size * size).chain([0]).collect()
}

/// Moves the blank at random `moves` times, never straight back.
fn walk(board: &mut [usize], size: usize, moves: usize, random: &mut Random) {
    let mut last = usize::MAX;
    for _ in 0..moves {
        let blank = board.iter().position(|&n| n == 0).unwrap_or(0);
        let (row, col) = (blank / size, blank % size);
        let targets = [
            (row > 0).then(|| blank - size),
            (row + 1 < size).then(|| blank + size),
            (col > 0).then(|| blank - 1),
            (col + 1 < size).then(|| blank + 1),
        ];
        let targets: Vec<usize> = targets.into_iter().flatten().filter(|&to| to != last).collect();
        let to = random.pick(&targets);
        board.swap(blank, to);
        last = blank;
    }
}

/// Swaps two tiles, so that the goal cannot be reached.
fn make_unsolvable(board: &mut [usize]) {
    let tiles: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] != 0).take(2).collect();
    board.swap(tiles[0], tiles[1]);
}

fn rows(board: &[usize], size: usize) -> String {
    let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    board.chunks(size).map(row).collect::<Vec<_>>().join("\n")
}

pub(super) fn solver(seed: u64, count: usize) -> Vec<Case> {
    // Topic, size, moves of the walk.
    const TOPICS: [(Topic, usize, usize); 10] = [
        (Topic::Example, 3, 0),
        (Topic::AlreadySolved, 3, 0),
        (Topic::Short, 3, 6),
        (Topic::Unsolvable, 3, 15),
        (Topic::Small, 2, 5),
        (Topic::Long, 3, 14),
        (Topic::Long, 3, 20),
        (Topic::Large, 4, 14),
        (Topic::Unsolvable, 4, 30),
        (Topic::Large, 4, 20),
    ];
    let topics = TOPICS.into_iter().cycle().take(count).enumerate();
    let case = |(at, (about, size, moves)): (usize, (Topic, usize, usize))| {
        let mut board = goal(size);
        walk(&mut board, size, moves, &mut Random::new(seed, at));
        match about {
            Topic::Example => board = vec![0, 1, 3, 4, 2, 5, 7, 8, 6],
            Topic::Unsolvable => make_unsolvable(&mut board),
            _ => {}
        }
        Case::new(at + 1, about, format!("{size}\n{}\n", rows(&board, size)))
    };
    topics.map(case).collect()
}

pub(super) fn astar(seed: u64, count: usize) -> Vec<Case> {
    const TOPICS: [(Topic, usize); 10] = [
        (Topic::Example, 0),
        (Topic::AlreadySolved, 0),
        (Topic::Short, 3),
        (Topic::Short, 8),
        (Topic::Unsolvable, 20),
        (Topic::Long, 14),
        (Topic::Long, 18),
        (Topic::Long, 30),
        (Topic::Unsolvable, 40),
        (Topic::Long, 40),
    ];
    let topics = TOPICS.into_iter().cycle().take(count).enumerate();
    let case = |(at, (about, moves)): (usize, (Topic, usize))| {
        let random = &mut Random::new(seed, at);
        let mut goal = goal(3);
        walk(&mut goal, 3, 60 + random.below(2), random);
        let mut start = goal.clone();
        walk(&mut start, 3, moves, random);
        match about {
            Topic::Example => (start, goal) = (vec![2, 8, 3, 1, 6, 4, 7, 5, 0], vec![1, 2, 3, 8, 0, 4, 7, 6, 5]),
            Topic::Unsolvable => make_unsolvable(&mut start),
            _ => {}
        }
        Case::new(at + 1, about, format!("{}\n{}\n", rows(&start, 9), rows(&goal, 9)))
    };
    topics.map(case).collect()
}

pub(super) fn sums() -> Vec<Case> {
    let case = |(at, part): (usize, Part)| Case { part, ..Case::new(at + 1, Topic::Output, "") };
    Part::OF_SUMS.into_iter().enumerate().map(case).collect()
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
    fn generated_boards_are_legal() {
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
            let board = |at| crate::board::Board3x3::new(&numbers[at..at + 9]).expect("a board");
            assert_eq!(board(0).reaches(&board(9)), case.about != Topic::Unsolvable, "{text}");
        }
    }
}
