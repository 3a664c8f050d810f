//! Breadth-first search of a block of up to six cells.
//!
//! Only the wanted labels and the blank are distinguished; all others are alike. So a pair in a block of six has at most
//! 6 x 5 x 4 = 120 states, and a whole block of six at most 360 that can be reached.

use std::collections::{HashSet, VecDeque};

use crate::board::{Direction, Shape};

/// Cells of the largest block.
const MOST: usize = 6;

/// By cell of the block: the blank, a wanted label (its index + 1), or any other.
type State = [u8; MOST];
const BLANK: u8 = 0;
const OTHER: u8 = u8::MAX;

/// The fewest moves, inside `cells`, that bring the labels `wanted` to the first of them, in order; the label 0 is the
/// blank. Panics where there is no way: the caller has checked the board's parity.
pub(super) fn solve(shape: Shape, cells: &[usize], labels: &[usize], wanted: &[usize]) -> Vec<Direction> {
    let kind = |label: usize| match wanted.iter().position(|&w| w == label) {
        _ if label == 0 => BLANK,
        Some(index) => index as u8 + 1,
        None => OTHER,
    };
    let mut start = [OTHER; MOST];
    for (index, &label) in labels.iter().enumerate() {
        start[index] = kind(label);
    }
    let solved = |state: &State| wanted.iter().enumerate().all(|(index, &label)| state[index] == kind(label));

    // Every state seen, with the one it came from and the move that led here.
    let mut seen = HashSet::from([start]);
    let mut reached = vec![(start, 0, Direction::Up)];
    let mut queue = VecDeque::from([0]);
    while let Some(index) = queue.pop_front() {
        let state: State = reached[index].0;
        if solved(&state) {
            return way_back(&reached, index);
        }
        let blank = state.iter().position(|&kind| kind == BLANK).expect("the blank is in the block");
        for direction in Direction::ALL {
            let beside = shape.neighbour(cells[blank], direction);
            let Some(from) = cells.iter().position(|&cell| Some(cell) == beside) else { continue };
            let mut next = state;
            next.swap(blank, from);
            if seen.insert(next) {
                queue.push_back(reached.len());
                reached.push((next, index, direction));
            }
        }
    }
    unreachable!("a board of the right parity can be finished");
}

fn way_back(reached: &[(State, usize, Direction)], mut index: usize) -> Vec<Direction> {
    let mut moves = Vec::new();
    while index != 0 {
        let (_, before, direction) = reached[index];
        moves.push(direction);
        index = before;
    }
    moves.reverse();
    moves
}
