//! Pattern databases keep their promises: entries are exact, sums never exceed the true distance, tables are shared
//! between goals, and searches with them find shortest paths.

use std::collections::{HashMap, VecDeque};

use hueco_search::{Budget, Cost, Heuristic, IdaStar, Problem, Quality, Reversible, Search};
use hueco_tiles::heuristic::{Additive, Manhattan};
use hueco_tiles::pattern::{Partition, Tables};
use hueco_tiles::{Board, Direction, Nibbles, Order, Shape, Tiles};

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

fn board(rows: usize, cols: usize, numbers: &[u64]) -> Board {
    Board::new(shape(rows, cols), numbers).unwrap()
}

fn problem(start: &Board, goal: &Board) -> Tiles<Nibbles> {
    Tiles::new(start, goal, Order::ULRD).unwrap()
}

fn tables(partition: &Partition) -> Tables {
    Tables::build(partition, 1, &Budget::unlimited(), &mut |_, _| ()).unwrap()
}

fn partition(goal: &Board, text: &str) -> Partition {
    Partition::parse(text, goal.shape(), goal.blank(), |tile| Some(goal.position(tile as u16))).unwrap()
}

fn additive(tiles: &Tiles<Nibbles>, goal: &Board, text: &str) -> Additive {
    Additive::new(tiles.frame(), tables(&partition(goal, text))).unwrap()
}

fn says(tiles: &Tiles<Nibbles>, h: &Additive, state: &Nibbles) -> Cost {
    estimate(h, &h.memo(tiles, state))
}

fn estimate(h: &Additive, memo: &<Additive as Heuristic<Tiles<Nibbles>>>::Memo) -> Cost {
    Heuristic::<Tiles<Nibbles>>::estimate(h, memo, Cost::MAX).unwrap()
}

/// Every state that the goal reaches, with its distance.
fn distances(problem: &Tiles<Nibbles>) -> HashMap<Nibbles, Cost> {
    let mut found = HashMap::from([(problem.goal(), 0)]);
    let mut queue = VecDeque::from([problem.goal()]);
    while let Some(state) = queue.pop_front() {
        let distance = found[&state];
        for (action, _) in problem.actions(&state, None) {
            let mut next = state;
            problem.apply(&mut next, action);
            if let std::collections::hash_map::Entry::Vacant(entry) = found.entry(next) {
                entry.insert(distance + 1);
                queue.push_back(next);
            }
        }
    }
    found
}

#[test]
fn sums_never_exceed_true_distances() {
    let snail = board(3, 3, &[1, 2, 3, 8, 0, 4, 7, 6, 5]);
    let cases = [
        (Board::blank_last(shape(2, 3)), &["auto", "3-2", "2-2", "1-1-1-1-1"][..]),
        (board(2, 3, &[5, 0, 1, 3, 2, 4]), &["auto", "4-1", "5,1/3,2"]),
        (Board::blank_first(shape(3, 3)), &["auto", "4-4", "1,2,5/3,4/6,7,8", "5-3"]),
        (snail, &["auto", "4-4", "3-3-2", "1,8,7/3,4,5"]),
        (board(3, 3, &[1, 0, 2, 3, 4, 5, 6, 7, 8]), &["4-4", "2-6"]),
        (Board::blank_last(shape(2, 4)), &["auto", "4-3", "2-2-2-1"]),
        (board(4, 2, &[1, 2, 3, 0, 4, 5, 6, 7]), &["5-2", "3-4"]),
        (Board::blank_last(shape(1, 5)), &["auto", "2-2"]),
    ];
    for (goal, texts) in cases {
        let tiles = problem(&goal, &goal);
        let truth = distances(&tiles);
        for text in texts {
            let h = additive(&tiles, &goal, text);
            assert_eq!(says(&tiles, &h, &tiles.goal()), 0);
            let quality = Heuristic::<Tiles<Nibbles>>::quality(&h);
            for (state, &distance) in &truth {
                let memo = h.memo(&tiles, state);
                let here = estimate(&h, &memo);
                assert!(here <= distance, "{text}: {here} for {distance} at {}", tiles.frame().board(state));
                assert!(!covers(&goal, text) || here % 2 == distance % 2);
                for (action, cost) in tiles.actions(state, None) {
                    let mut next = *state;
                    tiles.apply(&mut next, action);
                    let advanced = h.advance(&tiles, &memo, state, action);
                    assert_eq!(advanced, h.memo(&tiles, &next), "told step by step, and from scratch");
                    let there = estimate(&h, &advanced);
                    assert!(quality < Quality::Consistent || here <= cost + there, "{text} is consistent");
                }
            }
            if *text == "auto" && goal.shape().cells() <= 9 {
                assert_eq!(quality, Quality::Consistent);
                assert!(truth.iter().all(|(state, &distance)| says(&tiles, &h, state) == distance), "it knows all");
            }
        }
    }
}

/// Whether a partition counts every tile.
fn covers(goal: &Board, text: &str) -> bool {
    partition(goal, text).patterns().map(|pattern| pattern.tiles()).sum::<usize>() + 1 == goal.shape().cells()
}
