//! Whole spaces: depth counts that are known, tables and lists of solutions against plain breadth-first search.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::distances;
use hueco_search::{Budget, Cost, Ending, Heuristic, IdaStar, Limit, Problem, Quality, Reversible, Search};
use hueco_search::{EveryOptimal, Inadmissible, all_optimal};
use hueco_tiles::heuristic::Manhattan;
use hueco_tiles::multi::{MultiSolver, MultiTiles, SegmentWalking, SlidePatterns};
use hueco_tiles::space::{DistanceTable, Options, Ranking, Space, TableError, enumerate};
use hueco_tiles::{Board, Cells, Frame, Metric, Nibbles, Order, RandomBoards, Shape, Tiles, parse_shape, replay};

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

fn pack(goal: &Board, board: &Board) -> Nibbles {
    Nibbles::pack(&Frame::new(goal).labels(board))
}

/// Every line of the known counts whose shape has at most `cells` cells: goal, metric, counts.
fn known_counts(cells: usize) -> Vec<(Shape, Metric, Vec<u64>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/depth_counts.txt");
    let text = std::fs::read_to_string(path).expect(path);
    let lines = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (head, counts) = line.split_once(':')?;
        let mut head = head.split_whitespace();
        let shape = parse_shape(head.next()?).ok().filter(|shape| shape.cells() <= cells)?;
        let counts = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
        Some((shape, Metric::parse(head.next()?).unwrap(), counts))
    });
    lines.collect()
}

#[test]
fn depths_are_those_known() {
    for (shape, metric, counts) in known_counts(10) {
        let upright = Shape::new(shape.cols(), shape.rows()).unwrap();
        for goal in [Board::blank_last(shape), Board::blank_first(upright)] {
            for threads in [1, 3] {
                let mut seen = Vec::new();
                let options = Options { metric, threads, deepest: 5 };
                let levels =
                    enumerate(&goal, options, &Budget::unlimited(), &mut |level| seen.push(level.states)).unwrap();
                assert_eq!(levels.depths, counts, "{goal} {metric} on {threads} threads");
                assert_eq!(seen, counts);
                assert_eq!(levels.deepest.len() as u64, 5.min(*counts.last().unwrap()));
                assert_eq!(levels.stopped, None);
            }
        }
    }
}

fn goals() -> Vec<Board> {
    vec![
        Board::blank_last(shape(1, 5)),
        Board::blank_last(shape(2, 2)),
        Board::blank_first(shape(3, 2)),
        Board::new(shape(2, 3), &[4, 0, 2, 1, 5, 3]).unwrap(),
        Board::blank_last(shape(4, 2)),
        Board::new(shape(3, 3), &[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap(),
    ]
}

#[test]
fn tables_hold_the_true_distances_and_lead_down() {
    for goal in goals() {
        let single = Tiles::<Nibbles>::new(&goal, &goal, Order::ULRD).unwrap();
        let multi = MultiTiles::<Nibbles>::new(&goal, &goal, Order::ULRD).unwrap();
        for (metric, truth) in [(Metric::Single, distances(&single)), (Metric::Multi, distances(&multi))] {
            let table = DistanceTable::build(goal.shape(), goal.blank(), metric, &Budget::unlimited()).unwrap();
            assert_eq!(table.radius(), *truth.values().max().unwrap());
            for (index, (state, distance)) in truth.iter().enumerate() {
                assert_eq!(table.distance(state), Some(*distance), "{goal} {metric}");
                if index % 16 == 0 {
                    let slides = table.slides(state).unwrap();
                    assert_eq!(slides.len() as Cost, *distance);
                    let board = single.frame().board(state);
                    assert_eq!(replay(&board, &table.solve(state).unwrap()).as_ref(), Ok(&goal));
                }
            }
        }
    }
}

#[test]
fn a_board_of_the_other_half_has_no_distance() {
    let goal = Board::blank_last(shape(2, 3));
    let table = DistanceTable::build(goal.shape(), goal.blank(), Metric::Single, &Budget::unlimited()).unwrap();
    let lost = Board::new(goal.shape(), &[2, 1, 3, 4, 5, 0]).unwrap();
    assert_eq!(table.distance(&pack(&goal, &lost)), None);
    assert_eq!(table.solve(&pack(&goal, &lost)), None);
    assert_eq!(table.count_optimal(&pack(&goal, &lost)), None);
}

/// How many cheapest paths lead from each state to the goal, by adding up over nearer neighbours.
fn ways<P: Reversible<State = Nibbles>>(problem: &P, truth: &HashMap<Nibbles, Cost>) -> HashMap<Nibbles, u128> {
    let mut states: Vec<_> = truth.iter().collect();
    states.sort_by_key(|&(_, distance)| distance);
    let mut ways = HashMap::from([(problem.goal(), 1)]);
    for (state, distance) in states {
        let sum: u128 = problem
            .actions(state, None)
            .map(|(action, _)| {
                let mut next = *state;
                problem.apply(&mut next, action);
                if truth[&next] + 1 == *distance { ways[&next] } else { 0 }
            })
            .sum();
        ways.entry(*state).or_insert(sum);
    }
    ways
}

/// Checks counts and lists of every `step`-th state.
fn check_all_optimal<P, H, F>(goal: &Board, metric: Metric, step: usize, problem: F, heuristic: &H)
where
    P: Reversible<State = Nibbles>,
    H: Heuristic<P>,
    F: Fn(&Board) -> P,
    DistanceTable: Heuristic<P>,
    P::Action: std::hash::Hash,
{
    let at_goal = problem(goal);
    let truth = distances(&at_goal);
    let ways = ways(&at_goal, &truth);
    let table = DistanceTable::build(goal.shape(), goal.blank(), metric, &Budget::unlimited()).unwrap();
    let frame = Frame::new(goal);
    let ranking = Ranking::of_goal(goal).unwrap();
    for rank in (0..ranking.states()).step_by(step) {
        let board = ranking.board(&frame, rank);
        let (problem, state) = (problem(&board), pack(goal, &board));
        let count = ways[&state];
        assert_eq!(table.count_optimal(&state), Some(count));
        let by_table = all_optimal(&problem, &table, usize::MAX, &mut Budget::unlimited()).unwrap();
        let by_bound = all_optimal(&problem, heuristic, usize::MAX, &mut Budget::unlimited()).unwrap();
        assert_eq!((by_table.ending, by_table.cost, by_table.count), (Ending::Solved, truth[&state], count));
        assert_eq!((by_bound.cost, by_bound.count, &by_bound.listed), (by_table.cost, count, &by_table.listed));
        let different: std::collections::HashSet<_> = by_table.listed.iter().collect();
        assert_eq!(different.len() as u128, count);
        for solution in &by_table.listed {
            let mut state = problem.start();
            for &action in solution {
                problem.apply(&mut state, action);
            }
            assert!(problem.is_goal(&state) && solution.len() as Cost == by_table.cost);
        }
    }
}

#[test]
fn all_optimal_solutions_are_found_once_each() {
    for (goal, step) in [(Board::blank_last(shape(2, 3)), 1), (Board::blank_first(shape(3, 3)), 1201)] {
        let frame = Frame::new(&goal);
        let single = |board: &Board| Tiles::<Nibbles>::new(board, &goal, Order::ULRD).unwrap();
        check_all_optimal(&goal, Metric::Single, step, single, &Manhattan::new(&frame));
        let multi = |board: &Board| MultiTiles::<Nibbles>::new(board, &goal, Order::ULRD).unwrap();
        check_all_optimal(&goal, Metric::Multi, step, multi, &SegmentWalking::new(&frame).unwrap());
    }
}

#[test]
fn solutions_can_be_taken_one_by_one_under_small_budgets() {
    let goal = Board::blank_last(shape(3, 3));
    let board = Board::new(goal.shape(), &[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
    let problem = Tiles::<Nibbles>::new(&board, &goal, Order::ULRD).unwrap();
    let manhattan = Manhattan::new(problem.frame());
    let whole = all_optimal(&problem, &manhattan, 3, &mut Budget::unlimited()).unwrap();
    assert!(whole.count > 3 && whole.listed.len() == 3);
    let mut every = EveryOptimal::every_optimal(&problem, &manhattan).unwrap();
    let mut listed = Vec::new();
    let mut stops = 0;
    loop {
        match every.next(&mut (), &mut Budget::unlimited().max_nodes(1000)) {
            Ok(Some(solution)) => listed.push(solution.actions),
            Ok(None) => break,
            Err(limit) => {
                assert_eq!(limit, Limit::Nodes);
                stops += 1;
            }
        }
    }
    assert!(stops > 0);
    assert_eq!((listed.len() as u128, &listed[..3]), (whole.count, &whole.listed[..]));
    let stats = every.report().stats;
    assert_eq!(stats, hueco_search::Stats { peak_bytes: stats.peak_bytes, ..whole.stats });
    let stopped = all_optimal(&problem, &manhattan, 3, &mut Budget::unlimited().max_nodes(5)).unwrap();
    assert_eq!((stopped.ending, stopped.count), (Ending::Stopped(Limit::Nodes), 0));
}

#[test]
fn an_inadmissible_heuristic_is_refused() {
    let goal = Board::blank_last(shape(2, 3));
    let problem = MultiTiles::<Nibbles>::new(&goal, &goal, Order::ULRD).unwrap();
    let single = DistanceTable::build(goal.shape(), goal.blank(), Metric::Single, &Budget::unlimited()).unwrap();
    assert_eq!(Heuristic::<MultiTiles<Nibbles>>::quality(&single), Quality::Inadmissible);
    assert!(matches!(all_optimal(&problem, &single, 1, &mut Budget::unlimited()), Err(Inadmissible)));
}

#[test]
fn limits_are_kept() {
    let goal = Board::blank_last(shape(3, 3));
    let space = Space::new(goal.shape(), goal.blank(), Metric::Single).unwrap();
    let run = |budget: &Budget| enumerate(&goal, Options::default(), budget, &mut |_| ()).unwrap();
    let small = run(&Budget::unlimited().max_bytes(space.bytes() - 1));
    assert_eq!((small.stopped, small.depths.len()), (Some(Limit::Memory), 0));
    assert_eq!(run(&Budget::unlimited().max_bytes(space.bytes())).stopped, None);
    let flag = Arc::new(AtomicBool::new(true));
    assert_eq!(run(&Budget::unlimited().cancel(flag)).stopped, Some(Limit::Interrupt));
    let part = run(&Budget::unlimited().max_nodes(100));
    assert_eq!((part.stopped, part.depths), (Some(Limit::Nodes), vec![1, 2, 4, 8, 16, 20, 39, 62]));
    let build = |shape, budget: &Budget| DistanceTable::build(shape, 0, Metric::Single, budget).map(|_| ());
    let bytes = DistanceTable::build_bytes(goal.shape()).unwrap();
    assert_eq!(build(goal.shape(), &Budget::unlimited().max_bytes(bytes - 1)), Err(TableError::Stopped(Limit::Memory)));
    assert!(matches!(build(shape(4, 5), &Budget::unlimited()), Err(TableError::TooLarge(_))));
    assert!(matches!(build(shape(100, 100), &Budget::unlimited()), Err(TableError::TooLarge(_))));
}

/// Checks a bound for slides over a whole space. After a slide it may leave out ways on along the same line, no others.
fn check_slide_bound<H: Heuristic<MultiTiles<Nibbles>>>(problem: &MultiTiles<Nibbles>, bound: &H) {
    let truth = distances(problem);
    let estimate = |memo: &_| bound.estimate(memo, Cost::MAX).unwrap();
    for (state, &distance) in &truth {
        let memo = bound.memo(problem, state);
        let here = estimate(&memo);
        assert!(here <= distance && (here == 0) == (distance == 0));
        for (slide, _) in problem.actions(state, None) {
            let after = bound.advance(problem, &memo, state, slide);
            let mut next = *state;
            problem.apply(&mut next, slide);
            assert!(estimate(&after) >= estimate(&bound.memo(problem, &next)));
            if truth[&next] + 1 == distance {
                assert!(estimate(&after) <= truth[&next]);
            }
        }
    }
}

#[test]
fn bounds_for_slides_are_admissible() {
    let odd = Board::new(shape(3, 3), &[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
    let edge = Board::new(shape(3, 3), &[1, 0, 3, 2, 5, 4, 7, 6, 8]).unwrap();
    let tall = Board::blank_first(shape(4, 2));
    for goal in [Board::blank_last(shape(2, 3)), tall, odd, edge] {
        let problem = MultiTiles::<Nibbles>::new(&goal, &goal, Order::ULRD).unwrap();
        let walking = SegmentWalking::new(problem.frame()).unwrap();
        check_slide_bound(&problem, &walking);
        let patterns = SlidePatterns::new(problem.frame(), walking, &Budget::unlimited()).unwrap().unwrap();
        check_slide_bound(&problem, &patterns);
    }
}

#[test]
fn bounds_for_slides_agree_on_larger_boards() {
    let goal = Board::blank_last(shape(3, 4));
    let walking = SegmentWalking::new(&Frame::new(&goal)).unwrap();
    let patterns = SlidePatterns::new(&Frame::new(&goal), walking.clone(), &Budget::unlimited()).unwrap().unwrap();
    let mut generated = Vec::new();
    for board in RandomBoards::new(&goal, 2).take(3) {
        let problem = MultiTiles::<Nibbles>::new(&board, &goal, Order::ULRD).unwrap();
        let by_walking = IdaStar::ida_star(&problem, &walking).run(&mut (), &mut Budget::unlimited());
        let by_patterns = IdaStar::ida_star(&problem, &patterns).run(&mut (), &mut Budget::unlimited());
        assert_eq!(by_walking.cost(), by_patterns.cost());
        generated.push((by_walking.stats.generated, by_patterns.stats.generated));
    }
    assert_eq!(generated, [(429_795, 3913), (188_428, 1314), (381_853, 1834)]);
}

#[test]
fn fewest_slides_by_search_and_by_table_agree() {
    for goal in [Board::blank_last(shape(3, 3)), Board::blank_first(shape(5, 2))] {
        let solver = MultiSolver::new(&goal, &Budget::unlimited()).unwrap();
        assert!(solver.table().is_some() && solver.bound().is_none());
        let walking = SegmentWalking::new(&Frame::new(&goal)).unwrap();
        for board in RandomBoards::new(&goal, 5).take(5) {
            let report = solver.solve(&board, &mut Budget::unlimited()).unwrap();
            assert!(report.is_optimal());
            let problem = MultiTiles::<Nibbles>::new(&board, &goal, Order::ULRD).unwrap();
            let searched = IdaStar::ida_star(&problem, &walking).run(&mut (), &mut Budget::unlimited());
            assert_eq!(searched.cost(), report.cost());
            let all = solver.all(&board, 1, &mut Budget::unlimited()).unwrap();
            assert_eq!((all.ending, Some(all.cost)), (Ending::Solved, report.cost()));
            assert_eq!(solver.table().unwrap().count_optimal(&pack(&goal, &board)), Some(all.count));
        }
        let mut lost = goal.tiles().iter().map(|&tile| u64::from(tile)).collect::<Vec<_>>();
        lost.swap(3, 4);
        let lost = Board::new(goal.shape(), &lost).unwrap();
        assert_eq!(solver.solve(&lost, &mut Budget::unlimited()).unwrap().ending, Ending::Unsolvable);
        assert_eq!(solver.all(&lost, 1, &mut Budget::unlimited()).unwrap().ending, Ending::Unsolvable);
    }
}

#[test]
fn slides_are_searched_on_boards_without_a_table() {
    let long = Board::blank_last(shape(1, 40));
    let solver = MultiSolver::new(&long, &Budget::unlimited()).unwrap();
    let mut numbers: Vec<u64> = (1..40).collect();
    numbers.insert(7, 0);
    let board = Board::new(long.shape(), &numbers).unwrap();
    let report = solver.solve(&board, &mut Budget::unlimited()).unwrap();
    assert_eq!(report.solution.map(|solution| solution.actions[0].to_string()), Some("R32".to_owned()));
    assert!(MultiSolver::new(&Board::blank_last(shape(9, 9)), &Budget::unlimited()).is_err());
    let goal = Board::blank_last(shape(4, 4));
    let solver = MultiSolver::new(&goal, &Budget::unlimited()).unwrap();
    let near = replay(&goal, &hueco_tiles::parse_moves("UUULLLDDRRUULDLU").unwrap()).unwrap();
    let report = solver.solve(&near, &mut Budget::unlimited()).unwrap();
    assert!(report.is_optimal() && report.cost() <= Some(9));
}
