//! Against the plain algorithm over the engine's own traits, and against published counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hueco_search::Cost;
use proptest::prelude::*;

use super::*;
use crate::board::{Board, Shape};
use crate::heuristic::Manhattan;

fn board(numbers: &[u64]) -> Board {
    Board::new(Shape::new(SIDE, SIDE).unwrap(), numbers).unwrap()
}

fn numbers(text: &str) -> Vec<u64> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

fn blank_first() -> Board {
    board(&(0..16).collect::<Vec<_>>())
}

fn blank_last() -> Board {
    board(&(1..16).chain([0]).collect::<Vec<_>>())
}

fn problem(start: &Board, goal: &Board) -> Tiles<Nibbles> {
    Tiles::new(start, goal, Order::ULRD).unwrap()
}

/// The goal after a walk of the blank; steps off the board are left out.
fn walked(goal: &Board, walk: &[Direction]) -> Board {
    let tiles = problem(goal, goal);
    let mut state = tiles.start();
    for &direction in walk {
        if neighbour(state.blank(), direction).is_some() {
            tiles.apply(&mut state, direction);
        }
    }
    tiles.frame().board(&state)
}

/// Whether the actions lead from the start to the goal.
fn solves(tiles: &Tiles<Nibbles>, actions: &[Direction]) -> bool {
    let mut state = tiles.start();
    for &direction in actions {
        if neighbour(state.blank(), direction).is_none() {
            return false;
        }
        tiles.apply(&mut state, direction);
    }
    tiles.is_goal(&state)
}

/// IDA* as in a textbook.
struct Textbook<'a> {
    tiles: &'a Tiles<Nibbles>,
    manhattan: Manhattan,
    bound: Cost,
    nodes_left: u64,
    stats: Stats,
    path: Vec<Direction>,
}

impl Textbook<'_> {
    fn solve(tiles: &Tiles<Nibbles>, max_nodes: u64) -> Report<Direction> {
        let manhattan = Manhattan::new(tiles.frame());
        let (start, bound) = (tiles.start(), manhattan.distance(&tiles.start()));
        let mut this =
            Textbook { tiles, manhattan, bound, nodes_left: max_nodes, stats: Stats::default(), path: vec![] };
        let mut found = this.create().map(|()| tiles.is_goal(&start));
        while found == Some(false) {
            found = this.expand(start, 0);
            this.bound += if found == Some(false) { 2 } else { 0 };
        }
        let solution = found.map(|_| Solution { cost: this.path.len() as Cost, actions: this.path });
        this.stats.examined = this.stats.expanded + u64::from(found.is_some());
        this.stats.evaluated = this.stats.generated;
        let ending = if found.is_some() { Ending::Solved } else { Ending::Stopped(Limit::Nodes) };
        Report { ending, solution, lower_bound: this.bound, stats: this.stats }
    }

    fn create(&mut self) -> Option<()> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        self.stats.generated += 1;
        Some(())
    }

    /// Whether the goal is below; `None` at the limit.
    fn expand(&mut self, state: Nibbles, g: Cost) -> Option<bool> {
        self.stats.expanded += 1;
        for (direction, cost) in self.tiles.actions(&state, self.path.last().copied()) {
            self.create()?;
            let mut child = state;
            self.tiles.apply(&mut child, direction);
            let h = self.manhattan.distance(&child);
            if g + cost + h > self.bound {
                continue;
            }
            self.path.push(direction);
            if self.tiles.is_goal(&child) || self.expand(child, g + cost)? {
                return Some(true);
            }
            self.path.pop();
        }
        Some(false)
    }
}

#[test]
fn published_boards_have_the_published_counts() {
    for (tiles, length, generated, expanded) in [
        ("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42, 540_860, 262_910),
        ("4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", 42, 877_823, 440_711),
        ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45, 546_344, 269_708),
        ("13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11", 41, 927_212, 456_931),
    ] {
        let tiles = problem(&board(&numbers(tiles)), &blank_first());
        let report = ida_star_4x4(&tiles, &mut Budget::unlimited());
        assert_eq!(report.ending, Ending::Solved);
        assert_eq!((report.cost(), report.lower_bound), (Some(length), length));
        assert_eq!((report.stats.generated, report.stats.expanded), (generated, expanded));
        assert!(solves(&tiles, &report.solution.unwrap().actions));
    }
}

#[test]
fn small_instances_have_the_published_counts() {
    let rows = |text: &str| -> Vec<Vec<u64>> {
        text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(numbers).collect()
    };
    let boards = rows(include_str!("../../data/korf15_100.txt"));
    let mut checked = 0;
    for row in rows(include_str!("../../data/korf15_100_nodes.txt")) {
        let &[id, _, length, _, generated, expanded] = &row[..] else { panic!("six columns: {row:?}") };
        if generated > 5_000_000 {
            continue;
        }
        let start = boards.iter().find(|row| row[0] == id).expect("every id has a board");
        let report = ida_star_4x4(&problem(&board(&start[2..]), &blank_first()), &mut Budget::unlimited());
        assert_eq!(report.cost().map(u64::from), Some(length), "length of {id}");
        assert_eq!((report.stats.generated, report.stats.expanded), (generated, expanded), "counts of {id}");
        checked += 1;
    }
    assert!(checked >= 10, "{checked} instances under five million nodes");
}

#[test]
fn a_start_that_is_the_goal_needs_no_move() {
    for goal in [blank_first(), blank_last()] {
        let report = ida_star_4x4(&problem(&goal, &goal), &mut Budget::unlimited().max_nodes(1));
        assert_eq!(report.ending, Ending::Solved);
        assert_eq!(report.solution, Some(Solution { actions: vec![], cost: 0 }));
        assert_eq!(report.lower_bound, 0);
        assert_eq!((report.stats.generated, report.stats.expanded), (1, 0));
    }
}

#[test]
fn every_node_limit_is_kept_exactly() {
    let walk: Vec<_> = "UULDLURULDDRDLURRULDLLDRURDRUULLDR".chars().filter_map(Direction::from_letter).collect();
    let start = walked(&blank_last(), &walk);
    let tiles = problem(&start, &blank_last());
    let all = Textbook::solve(&tiles, u64::MAX);
    assert!((300..100_000).contains(&all.stats.generated), "{}", all.stats.generated);
    for limit in
        (0..300).chain((300..all.stats.generated).step_by(37)).chain(all.stats.generated - 20..all.stats.generated + 3)
    {
        let mut budget = Budget::unlimited().max_nodes(limit);
        let report = ida_star_4x4(&tiles, &mut budget);
        assert_eq!(report, Textbook::solve(&tiles, limit), "limit {limit}");
        assert_eq!(limit - budget.nodes_left(), report.stats.generated);
        assert_eq!(report.ending == Ending::Solved, limit >= all.stats.generated);
    }
}

/// Two tiles of the goal exchanged.
fn unsolvable() -> Tiles<Nibbles> {
    problem(&board(&numbers("0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15")), &blank_first())
}

#[test]
fn an_unsolvable_board_ends_with_the_budget() {
    let tiles = unsolvable();
    for limit in [1_000, 65_535, 65_536, 200_003, 2_000_000] {
        let mut budget = Budget::unlimited().max_nodes(limit);
        let report = ida_star_4x4(&tiles, &mut budget);
        assert_eq!(report, Textbook::solve(&tiles, limit));
        assert_eq!((report.stats.generated, budget.nodes_left()), (limit, 0));
    }
}

#[test]
fn time_and_cancel_end_a_search() {
    let tiles = unsolvable();
    let report = ida_star_4x4(&tiles, &mut Budget::unlimited().timeout(Duration::ZERO));
    assert_eq!((report.ending, report.stats.generated), (Ending::Stopped(Limit::Time), 0));
    let report = ida_star_4x4(&tiles, &mut Budget::unlimited().timeout(Duration::from_millis(5)));
    assert_eq!(report.ending, Ending::Stopped(Limit::Time));

    let flag = Arc::new(AtomicBool::new(false));
    let mut budget = Budget::unlimited().max_nodes(u64::MAX / 2).cancel(flag.clone());
    let report = std::thread::scope(|scope| {
        let search = scope.spawn(|| ida_star_4x4(&tiles, &mut budget));
        std::thread::sleep(Duration::from_millis(20));
        flag.store(true, Ordering::Relaxed);
        search.join().expect("no panic")
    });
    assert_eq!(report.ending, Ending::Stopped(Limit::Interrupt));
    assert_eq!(report.solution, None);
    assert_eq!(u64::MAX / 2 - budget.nodes_left(), report.stats.generated);
}

#[test]
fn small_slices_of_fuel_change_nothing() {
    let tiles = problem(&board(&numbers("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15")), &blank_first());
    let whole = ida_star_4x4(&tiles, &mut Budget::unlimited());
    let sliced = ida_star_4x4(&tiles, &mut Budget::unlimited().timeout(Duration::from_secs(3600)));
    assert_eq!(whole, sliced);
}

#[test]
fn other_shapes_and_orders_are_left_to_the_engine() {
    let goal = blank_first();
    assert!(serves(&problem(&goal, &goal)));
    assert!(!serves(&Tiles::new(&goal, &goal, Order::UDLR).unwrap()));
    let flat = Board::new(Shape::new(2, 8).unwrap(), &(0..16).collect::<Vec<_>>()).unwrap();
    assert!(!serves(&Tiles::new(&flat, &flat, Order::ULRD).unwrap()));
}

/// A round on two or three threads comes to what it comes to on one, wherever a limit on nodes strikes.
#[test]
fn a_round_on_threads_is_the_round_of_one() {
    type Came = (Result<Option<Vec<Direction>>, Limit>, u64, u64, u64);
    let round = |node: Node, root: &Root, threads: usize, nodes: u64| -> Came {
        let mut budget = Budget::unlimited().max_nodes(nodes);
        let (mut generated, mut expanded) = (0, 0);
        let came = if threads == 1 {
            let round = Descent::run(root, node.left, &mut budget);
            finish(round, node, None, &mut budget, &mut generated, &mut expanded)
        } else {
            threads::round(node, threads, &mut budget, &mut generated, &mut expanded)
        };
        (came, generated, expanded, budget.nodes_left())
    };
    for start in [
        [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1],
        [5, 12, 10, 7, 15, 11, 14, 0, 8, 2, 1, 13, 3, 4, 9, 6],
        [4, 1, 2, 3, 8, 0, 6, 7, 5, 9, 10, 11, 12, 13, 14, 15],
    ] {
        let root = Root::new(&problem(&board(&start), &blank_first()));
        for more in [0, 2, 4] {
            let node = root.node(root.distance + more);
            let whole = round(node, &root, 1, 10_000_000);
            for threads in [2, 3] {
                assert_eq!(round(node, &root, threads, 10_000_000), whole, "{threads} threads");
                for part in 0..10 {
                    let nodes = whole.1 * part / 10;
                    assert_eq!(round(node, &root, threads, nodes), round(node, &root, 1, nodes), "{nodes} nodes");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_goal_is_searched_as_in_a_textbook(
        goal in Just((0..16).collect::<Vec<u64>>()).prop_shuffle(),
        walk in prop::collection::vec(prop::sample::select(&Direction::ALL[..]), 20..90),
        limit in 0..4_000_u64,
    ) {
        let goal = board(&goal);
        let tiles = problem(&walked(&goal, &walk), &goal);
        let report = ida_star_4x4(&tiles, &mut Budget::unlimited());
        prop_assert_eq!(&report, &Textbook::solve(&tiles, u64::MAX));
        prop_assert!(report.is_optimal());
        prop_assert!(solves(&tiles, &report.solution.unwrap().actions));
        let limited = ida_star_4x4(&tiles, &mut Budget::unlimited().max_nodes(limit));
        prop_assert_eq!(limited, Textbook::solve(&tiles, limit));
    }
}
