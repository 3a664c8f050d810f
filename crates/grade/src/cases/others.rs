//! Cases for `solver`, `astar` and `sums`.
//!
//! Ten cases distinguish right programs from wrong ones, whatever the seed. The long boards are [chosen](super::boards): a search that
//! is weighted, greedy, or never improves a path finds solutions that are too long on each of them. The others are random
//! walks, drawn until every wrong formula for the parity gives a wrong answer in two cases at least. None is hard: an honest
//! program in any language solves each in a second or two, though the A* of `solver` has no closed set.

use super::boards::{CLOSED, MARKED};
use super::{Case, Part, Random, Topic};
use crate::path_search::{Packed, ParityMistake, is_solvable};

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

/// The wrong formulas of a course, and in how many cases of an exam each must give a wrong answer.
const SOLVER_PARITY: [ParityMistake; 4] =
    [ParityMistake::NoRow, ParityMistake::RowAlways, ParityMistake::RowOffByOne, ParityMistake::CountsBlank];
const ASTAR_PARITY: [ParityMistake; 3] = [ParityMistake::RowAlways, ParityMistake::CountsBlank, ParityMistake::NoGoal];
const REVEALED_BY: usize = 2;

/// Whether every wrong formula gives a wrong answer in enough of these pairs of start and goal.
fn parity_is_tested(pairs: &[(Packed, Packed)], mistakes: &[ParityMistake]) -> bool {
    mistakes.iter().all(|mistake| {
        let is_wrong = |&&(a, b): &&(Packed, Packed)| mistake.says_solvable(a, b) != is_solvable(a, b);
        pairs.iter().filter(is_wrong).count() >= REVEALED_BY
    })
}

fn packed(board: &[usize]) -> Option<Packed> {
    Packed::new(&board.iter().map(|&number| number as u32).collect::<Vec<_>>())
}

fn from_digits(digits: &str) -> Vec<usize> {
    digits.bytes().map(|digit| usize::from(digit - b'0')).collect()
}

/// The first ten cases depend on each other: boards are drawn again until together they test the parity. Cases beyond
/// are drawn one by one.
const TOGETHER: usize = 10;

/// Draws until `pairs` of what is drawn test the parity; the draws are numbered, so that each has its own numbers.
fn draw_together<T>(
    mistakes: &[ParityMistake],
    draw: impl Fn(usize) -> Vec<T>,
    pair: impl Fn(&T) -> Option<(Packed, Packed)>,
) -> Vec<T> {
    let is_tested = |drawn: &Vec<T>| {
        let pairs: Vec<_> = drawn.iter().take(TOGETHER).filter_map(&pair).collect();
        drawn.len() < TOGETHER || parity_is_tested(&pairs, mistakes)
    };
    // About one draw in three will do; the last is returned as it is, which no seed has needed.
    let mut drawn = draw(0);
    for attempt in 1..1000 {
        if is_tested(&drawn) {
            break;
        }
        drawn = draw(attempt);
    }
    drawn
}

pub(super) fn solver(seed: u64, count: usize) -> Vec<Case> {
    // Topic, size, moves of the walk; long ones are chosen, not walked to.
    const TOPICS: [(Topic, usize, usize); TOGETHER] = [
        (Topic::Example, 3, 0),
        (Topic::AlreadySolved, 3, 0),
        (Topic::Tricky, 3, 0),
        (Topic::Unsolvable, 3, 15),
        (Topic::Small, 2, 5),
        (Topic::Long, 3, 0),
        (Topic::Long, 3, 1),
        (Topic::Large, 4, 14),
        (Topic::Unsolvable, 4, 30),
        (Topic::Large, 4, 20),
    ];
    let long = distinct_pair(seed, CLOSED.len());
    let draw = |attempt: usize| {
        let topics = TOPICS.into_iter().cycle().take(count).enumerate();
        let board = |(at, (about, size, moves)): (usize, (Topic, usize, usize))| {
            let random = &mut Random::new(seed, at + 10_007 * attempt);
            let mut board = goal(size);
            match about {
                Topic::Example => board = vec![0, 1, 3, 4, 2, 5, 7, 8, 6],
                Topic::Tricky => board = from_digits(random.pick(&MARKED)),
                Topic::Long if at < TOGETHER => board = from_digits(CLOSED[long[moves]]),
                Topic::Long => board = from_digits(random.pick(&CLOSED)),
                _ => walk(&mut board, size, moves, random),
            }
            if about == Topic::Unsolvable {
                make_unsolvable(&mut board);
            }
            (about, size, board)
        };
        topics.map(board).collect()
    };
    let pair = |(_, size, board): &(Topic, usize, Vec<usize>)| Some((packed(board)?, Packed::blank_last(*size)?));
    let boards = draw_together(&SOLVER_PARITY, draw, pair);
    let case = |(at, (about, size, board)): (usize, (Topic, usize, Vec<usize>))| {
        Case::new(at + 1, about, format!("{size}\n{}\n", rows(&board, size)))
    };
    boards.into_iter().enumerate().map(case).collect()
}

/// A board and the goal `1 2 … 0` with their tiles renamed alike: the same search between other boards. What a search does
/// with ties may depend on the names; all else is as on the chosen board.
fn renamed(board: &[usize], random: &mut Random) -> (Vec<usize>, Vec<usize>) {
    let mut names: Vec<usize> = (0..board.len()).collect();
    for at in (2..names.len()).rev() {
        names.swap(at, 1 + random.below(at));
    }
    let rename = |board: &[usize]| board.iter().map(|&tile| names[tile]).collect();
    (rename(board), rename(&goal(3)))
}

/// Two different numbers below `end`.
fn distinct_pair(seed: u64, end: usize) -> [usize; 2] {
    let mut random = Random::new(seed, usize::MAX);
    let first = random.below(end);
    [first, (first + 1 + random.below(end - 1)) % end]
}

pub(super) fn astar(seed: u64, count: usize) -> Vec<Case> {
    // Odd walks: whether the blank counts in the inversions makes a difference on those alone.
    const TOPICS: [(Topic, usize); TOGETHER] = [
        (Topic::Example, 0),
        (Topic::AlreadySolved, 0),
        (Topic::Short, 3),
        (Topic::Short, 9),
        (Topic::Unsolvable, 21),
        (Topic::Long, 0),
        (Topic::Long, 1),
        (Topic::Tricky, 0),
        (Topic::Unsolvable, 40),
        (Topic::Short, 13),
    ];
    let long = distinct_pair(seed, CLOSED.len());
    let draw = |attempt: usize| {
        let topics = TOPICS.into_iter().cycle().take(count).enumerate();
        let boards = |(at, (about, moves)): (usize, (Topic, usize))| {
            let random = &mut Random::new(seed, at + 10_007 * attempt);
            let (mut start, mut goal) = (goal(3), goal(3));
            match about {
                Topic::Example => (start, goal) = (vec![2, 8, 3, 1, 6, 4, 7, 5, 0], vec![1, 2, 3, 8, 0, 4, 7, 6, 5]),
                Topic::Tricky => (start, goal) = renamed(&from_digits(random.pick(&MARKED)), random),
                Topic::Long => {
                    let which = if at < TOGETHER { long[moves] } else { random.below(CLOSED.len()) };
                    (start, goal) = renamed(&from_digits(CLOSED[which]), random);
                }
                _ => {
                    walk(&mut goal, 3, 60 + random.below(2), random);
                    (goal, _) = renamed(&goal, random);
                    start.clone_from(&goal);
                    walk(&mut start, 3, moves, random);
                }
            }
            if about == Topic::Unsolvable {
                make_unsolvable(&mut start);
            }
            (about, start, goal)
        };
        topics.map(boards).collect()
    };
    let pair = |(_, start, goal): &(Topic, Vec<usize>, Vec<usize>)| Some((packed(start)?, packed(goal)?));
    let boards = draw_together(&ASTAR_PARITY, draw, pair);
    let case = |(at, (about, start, goal)): (usize, (Topic, Vec<usize>, Vec<usize>))| {
        Case::new(at + 1, about, format!("{}\n{}\n", rows(&start, 9), rows(&goal, 9)))
    };
    boards.into_iter().enumerate().map(case).collect()
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
