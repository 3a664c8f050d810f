//! Pattern databases keep their promises: entries are exact, sums never exceed the true distance, tables are shared
//! between goals, and searches with them find shortest paths.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::distances;
use hueco_search::{
    Budget, Cost, Ending, Heuristic, IdaStar, Limit, Problem, Quality, Report, Reversible, Search, Stats,
};
use hueco_tiles::heuristic::Additive;
use hueco_tiles::pattern::{BuildError, Partition, PatternSearch, Tables, build_bytes};
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
    Partition::of(&text.parse().unwrap(), goal.shape(), goal.blank(), |tile| Some(goal.position(tile as u16))).unwrap()
}

fn additive(tiles: &Tiles<Nibbles>, goal: &Board, text: &str) -> Additive {
    Additive::new(tiles.frame(), tables(&partition(goal, text))).unwrap()
}

fn says(tiles: &Tiles<Nibbles>, h: &Additive, state: Nibbles) -> Cost {
    estimate(h, &h.memo(tiles, &state))
}

fn estimate(h: &Additive, memo: &<Additive as Heuristic<Tiles<Nibbles>>>::Memo) -> Cost {
    Heuristic::<Tiles<Nibbles>>::estimate(h, memo, Cost::MAX).unwrap()
}

#[test]
fn sums_never_exceed_true_distances() {
    let snail = board(3, 3, &[1, 2, 3, 8, 0, 4, 7, 6, 5]);
    let cases = [
        (Board::blank_last(shape(2, 3)), &["auto", "3-2", "2-2", "1-1-1-1-1"][..]),
        (board(2, 3, &[5, 0, 1, 3, 2, 4]), &["auto", "4-1", "5,1/3,2"]),
        (Board::blank_first(shape(3, 3)), &["auto", "4-4", "1,2,5/3,4/6,7,8"]),
        (snail, &["4-4", "1,8,7/3,4,5"]),
        (board(3, 3, &[1, 0, 2, 3, 4, 5, 6, 7, 8]), &["2-6"]),
        (Board::blank_last(shape(2, 4)), &["auto", "4-3", "2-2-2-1"]),
        (board(4, 2, &[1, 2, 3, 0, 4, 5, 6, 7]), &["5-2", "3-4"]),
        (Board::blank_last(shape(1, 5)), &["auto", "2-2"]),
    ];
    for (goal, texts) in cases {
        let tiles = problem(&goal, &goal);
        let truth = distances(&tiles);
        for text in texts {
            let h = additive(&tiles, &goal, text);
            assert_eq!(says(&tiles, &h, tiles.goal()), 0);
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
                    assert_eq!(advanced, h.memo(&tiles, &next), "computed step by step, and from scratch");
                    let there = estimate(&h, &advanced);
                    assert!(quality < Quality::Consistent || here <= cost + there, "{text} is consistent");
                }
            }
            if *text == "auto" && goal.shape().cells() <= 9 {
                assert_eq!(quality, Quality::Consistent);
                assert!(truth.iter().all(|(state, &distance)| says(&tiles, &h, *state) == distance), "it knows all");
            }
        }
    }
}

/// Whether a partition counts every tile.
fn covers(goal: &Board, text: &str) -> bool {
    partition(goal, text).patterns().map(|pattern| pattern.tiles()).sum::<usize>() + 1 == goal.shape().cells()
}

/// By tiles' cells and the blank's: the fewest moves of the pattern's tiles from the goal, over whole states with the
/// other tiles alike. Their moves cost nothing.
fn naive(partition: &Partition, at: usize) -> HashMap<Vec<u8>, u8> {
    let (shape, pattern) = (partition.shape(), partition.patterns().nth(at).unwrap().canonical().0);
    let shape = if pattern.shape() == shape { shape } else { pattern.shape() };
    let goal: (Vec<u8>, usize) = (pattern.cells().map(|cell| cell as u8).collect(), pattern.blank());
    let mut best = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([(goal, 0)]);
    while let Some((state, distance)) = queue.pop_front() {
        if best[&state] < distance {
            continue;
        }
        for direction in Direction::ALL {
            let Some(next) = shape.neighbour(state.1, direction) else { continue };
            let (mut tiles, mut cost) = (state.0.clone(), 0);
            if let Some(tile) = tiles.iter_mut().find(|cell| **cell as usize == next) {
                *tile = state.1 as u8;
                cost = 1;
            }
            let child = (tiles, next);
            if best.get(&child).is_none_or(|&known| distance + cost < known) {
                best.insert(child.clone(), distance + cost);
                if cost == 0 { queue.push_front((child, distance)) } else { queue.push_back((child, distance + cost)) }
            }
        }
    }
    let mut least = HashMap::new();
    for ((tiles, _), distance) in best {
        let known = least.entry(tiles).or_insert(distance);
        *known = distance.min(*known);
    }
    least
}

#[test]
fn entries_are_those_of_a_plain_search() {
    for (rows, cols, sizes) in [(3, 3, &[3, 4][..]), (2, 4, &[4, 3]), (3, 4, &[3, 2]), (1, 6, &[2]), (4, 2, &[1, 5])] {
        for blank in [0, 1, rows * cols / 2, rows * cols - 1] {
            let partition = Partition::sized(shape(rows, cols), blank, sizes).unwrap();
            let tables = tables(&partition);
            for (at, (table, numbering)) in tables.groups().iter().enumerate() {
                let naive = naive(&partition, at);
                assert!(naive.len() <= table.values().len());
                assert!(rows == 1 || naive.len() == table.values().len(), "every placement can be reached");
                for (cells, distance) in naive {
                    let index = numbering.ranking().index(&cells);
                    assert_eq!(table.values()[index], distance, "{} at {cells:?}", table.pattern());
                }
            }
        }
    }
}

#[test]
fn threads_build_the_same_table_and_report_progress() {
    let partition = Partition::sized(shape(3, 4), 5, &[5]).unwrap();
    let mut reported = Vec::new();
    let one = Tables::build(&partition, 1, &Budget::unlimited(), &mut |_, progress| reported.push(progress)).unwrap();
    assert!(reported.windows(2).all(|pair| pair[0].done <= pair[1].done && pair[0].level + 1 == pair[1].level));
    let last = reported.last().unwrap();
    assert_eq!((last.done, last.entries), (95_040, 95_040));
    for threads in [2, 3, 8] {
        let many = Tables::build(&partition, threads, &Budget::unlimited(), &mut |_, _| ()).unwrap();
        assert_eq!(many.groups()[0].0.values(), one.groups()[0].0.values());
    }
}

#[test]
fn builds_keep_to_their_budget() {
    let partition = Partition::sized(shape(4, 4), 0, &[7, 8]).unwrap();
    let pattern = partition.canonical_patterns()[1];
    let bytes = build_bytes(&pattern).unwrap();
    assert!((1_000_000_000..1_200_000_000).contains(&bytes), "{bytes}");
    let six = Partition::sized(shape(4, 4), 0, &[6, 6, 3]).unwrap();
    assert_eq!(build_bytes(&six.canonical_patterns()[0]), Ok(13_459_776));
    let build = |budget: &Budget| Tables::build(&partition, 2, budget, &mut |_, _| ()).map(|_| ());
    let stopped = |limit| Err(BuildError::Stopped(limit));
    assert_eq!(build(&Budget::unlimited().max_bytes(10_000_000)), stopped(Limit::Memory));
    assert_eq!(build(&Budget::unlimited().timeout(Duration::ZERO)), stopped(Limit::Time));
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::unlimited().cancel(Arc::clone(&flag));
    let small = Partition::sized(shape(4, 4), 0, &[5, 5, 5]).unwrap();
    let mut levels = 0;
    let cancelled = Tables::build(&small, 2, &budget, &mut |_, progress| {
        levels += 1;
        flag.store(progress.level == 3, Ordering::Relaxed);
    });
    assert_eq!(cancelled.map(|_| ()), stopped(Limit::Interrupt));
    assert_eq!(levels, 3);
}

#[test]
fn tables_for_another_goal_are_refused() {
    let goal = Board::blank_first(shape(3, 3));
    let tiles = problem(&goal, &goal);
    let elsewhere = tables(&Partition::sized(shape(3, 3), 8, &[4, 4]).unwrap());
    assert!(Additive::new(tiles.frame(), elsewhere.clone()).is_err());
    assert!(!PatternSearch::new(&elsewhere).unwrap().serves(&tiles));
}

/// The goal after a walk of the blank that does not turn back.
fn walked(goal: &Board, steps: usize, seed: u64) -> Board {
    let mut board = goal.clone();
    let (mut random, mut last) = (seed, None);
    for _ in 0..steps {
        let ways: Vec<_> = board.neighbours().filter(|(direction, _)| Some(direction.opposite()) != last).collect();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (direction, next) = ways[(random >> 33) as usize % ways.len()].clone();
        (board, last) = (next, Some(direction));
    }
    board
}

/// The fast search and the engine's, with the same tables: the same report, whatever the limit.
fn agree(goal: &Board, text: &str, steps: usize, orders: &[Order]) {
    let tables = tables(&partition(goal, text));
    let fast = PatternSearch::new(&tables).unwrap();
    for seed in 0..6 {
        let start = walked(goal, steps, seed);
        for &order in orders {
            let tiles = Tiles::<Nibbles>::new(&start, goal, order).unwrap();
            let additive = Additive::new(tiles.frame(), tables.clone()).unwrap();
            let engine = |budget: &mut Budget| {
                let report = IdaStar::ida_star(&tiles, &additive).run(&mut (), budget);
                Report { stats: Stats { peak_bytes: 0, ..report.stats }, ..report }
            };
            let whole = engine(&mut Budget::unlimited());
            assert_eq!(fast.ida_star(&tiles, 1, &mut Budget::unlimited()), whole, "{text} to {goal} from {start}");
            assert!(whole.is_optimal());
            let nodes = whole.stats.generated;
            for limit in [0, 1, 17, nodes / 2, nodes - 1, nodes] {
                let mut budget = Budget::unlimited().max_nodes(limit);
                let limited = fast.ida_star(&tiles, 1, &mut budget);
                assert_eq!(limited, engine(&mut Budget::unlimited().max_nodes(limit)), "limit {limit}");
                assert_eq!(limit - budget.nodes_left(), limited.stats.generated);
            }
            for threads in [2, 3] {
                let mut budget = Budget::unlimited();
                let many = fast.ida_star(&tiles, threads, &mut budget);
                assert_eq!(many.stats.generated, budget.spent());
                assert_eq!(many, whole, "{threads} threads");
            }
        }
    }
}

/// Whether actions lead from the start to the goal.
trait Solves {
    fn solves(&self, actions: &[Direction]) -> bool;
}

impl Solves for Tiles<Nibbles> {
    fn solves(&self, actions: &[Direction]) -> bool {
        let mut state = self.start();
        for &action in actions {
            self.apply(&mut state, action);
        }
        self.is_goal(&state)
    }
}

#[test]
fn the_fast_search_counts_as_the_engine_does() {
    let both = [Order::ULRD, Order::UDLR];
    agree(&Board::blank_last(shape(4, 4)), "5-5-5", 45, &both);
    agree(&board(4, 4, &[1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7]), "4-4-4-3", 35, &both);
    agree(&Board::blank_first(shape(4, 4)), "6,7,10,11,1/2,3,4", 24, &both[..1]);
    agree(&Board::blank_last(shape(3, 3)), "auto", 60, &both);
    agree(&board(3, 3, &[1, 2, 3, 8, 0, 4, 7, 6, 5]), "4-4", 60, &both);
    agree(&board(3, 3, &[1, 2, 3, 8, 0, 4, 7, 6, 5]), "7-1", 60, &both[..1]);
    agree(&Board::blank_last(shape(3, 4)), "6-5", 50, &both);
    agree(&Board::blank_last(shape(2, 5)), "7-2", 50, &both);
    agree(&Board::blank_last(shape(2, 5)), "7-1-1", 44, &both);
    // A poor heuristic by large tables: rounds of many tasks.
    agree(&Board::blank_last(shape(2, 5)), "7", 34, &both[..1]);
    agree(&board(5, 2, &[1, 2, 3, 4, 5, 0, 6, 7, 8, 9]), "3-3-3", 40, &both);
    agree(&Board::blank_last(shape(3, 5)), "4-4-4", 30, &both[..1]);
}

#[test]
fn a_partition_without_a_fast_search_says_so() {
    let none = |rows, cols, sizes: &[usize]| {
        let partition = Partition::sized(shape(rows, cols), 0, sizes).unwrap();
        PatternSearch::new(&tables(&partition)).is_none()
    };
    assert!(none(4, 5, &[3, 3]));
    assert!(none(3, 4, &[7, 1, 1, 1]));
    assert!(!none(2, 5, &[7, 1, 1]));
    assert!(!none(2, 5, &[7, 2]));
}

#[test]
fn unsolvable_boards_end() {
    let goal = Board::blank_last(shape(1, 4));
    let search = PatternSearch::new(&tables(&partition(&goal, "2-1"))).unwrap();
    let line = problem(&board(1, 4, &[2, 1, 3, 0]), &goal);
    assert_eq!(search.ida_star(&line, 1, &mut Budget::unlimited()).ending, Ending::Unsolvable);
    assert_eq!(search.ida_star(&line, 2, &mut Budget::unlimited()).ending, Ending::Unsolvable);

    let goal = Board::blank_first(shape(3, 3));
    let search = PatternSearch::new(&tables(&partition(&goal, "4-4"))).unwrap();
    let swapped = problem(&board(3, 3, &[0, 2, 1, 3, 4, 5, 6, 7, 8]), &goal);
    for threads in [1, 2] {
        let mut budget = Budget::unlimited().max_nodes(50_000);
        let report = search.ida_star(&swapped, threads, &mut budget);
        assert_eq!(report.ending, Ending::Stopped(Limit::Nodes));
        assert_eq!(report.stats.generated, budget.spent());
        // A thread stopped by the other's empty budget returns what it had not spent.
        assert!(threads > 1 || report.stats.generated == 50_000);
        assert!(report.stats.generated <= 50_000);
        let timed = search.ida_star(&swapped, threads, &mut Budget::unlimited().timeout(Duration::from_millis(20)));
        assert_eq!(timed.ending, Ending::Stopped(Limit::Time));
        let cancelled = Budget::unlimited().cancel(Arc::new(AtomicBool::new(true)));
        let report = search.ida_star(&swapped, threads, &mut cancelled.clone());
        assert_eq!(report.ending, Ending::Stopped(Limit::Interrupt));
    }
}

#[test]
fn lengths_of_korfs_boards() {
    let text = include_str!("../../data/korf15_100.txt");
    let goal = Board::blank_first(shape(4, 4));
    let search = PatternSearch::new(&tables(&partition(&goal, "5-5-5"))).unwrap();
    let mut solved = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let tiles = problem(&board(4, 4, &numbers[2..]), &goal);
        let report = search.ida_star(&tiles, 1, &mut Budget::unlimited().max_nodes(300_000));
        assert!(u64::from(report.lower_bound) <= numbers[1]);
        if let Some(solution) = report.solution {
            assert_eq!(u64::from(solution.cost), numbers[1], "{line}");
            assert!(tiles.solves(&solution.actions));
            solved += 1;
        }
    }
    assert!(solved >= 40, "{solved} boards within the limit");
}
