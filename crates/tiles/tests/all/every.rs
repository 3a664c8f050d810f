//! All shortest solutions, and fewest slides, as plans: against plain counting over the whole space.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use crate::common::distances;
use hueco_search::{Cost, Limit, Problem};
use hueco_tiles::multi::{MultiTiles, Slide};
use hueco_tiles::solve::{Algorithm, Notice, Outcome, Plan, PlanError, solve};
use hueco_tiles::{Board, Metric, Nibbles, Order, RandomBoards, Shape, Tiles, Workbench, replay};

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

/// How many optimal solutions each board has, computed from nearer boards.
fn ways<P>(problem: &P, truth: &HashMap<Nibbles, Cost>, state: Nibbles) -> u128
where
    P: Problem<State = Nibbles>,
{
    let distance = truth[&state];
    if distance == 0 {
        return 1;
    }
    let after = |action| {
        let mut next = state;
        problem.apply(&mut next, action);
        next
    };
    let nearer: Vec<Nibbles> = problem.actions(&state, None).map(|(action, _)| after(action)).collect();
    nearer.into_iter().filter(|next| truth[next] + 1 == distance).map(|next| ways(problem, truth, next)).sum()
}

fn check(metric: Metric, board: &Board, goal: &Board, length: Cost, count: u128) {
    let mut plan = Plan::new(board.clone(), goal.clone());
    (plan.metric, plan.every) = (metric, Some(1_000));
    let answer = solve(&plan, &Workbench::default(), &mut |_| ()).unwrap();
    assert!(answer.optimal && answer.outcome == Outcome::Solved, "{board}");
    assert_eq!(answer.length(), Some(length as usize), "{board} in {metric}");
    let every = answer.every.unwrap();
    assert_eq!((every.count, every.complete), (count, true), "{board} in {metric}");
    assert_eq!(every.listed.len() as u128, count.min(1_000));
    let different: HashSet<&Vec<Slide>> = every.listed.iter().collect();
    assert_eq!(different.len(), every.listed.len());
    for slides in &every.listed {
        assert_eq!(slides.len() as Cost, length);
        let moves: Vec<_> = slides.iter().flat_map(|slide| slide.steps()).collect();
        assert_eq!(replay(board, &moves).unwrap(), *goal);
    }
    // Counting alone lists nothing, and few are listed where few are asked for.
    for most in [0, 1] {
        plan.every = Some(most);
        let every = solve(&plan, &Workbench::default(), &mut |_| ()).unwrap().every.unwrap();
        assert_eq!((every.count, every.listed.len()), (count, most.min(count as usize)));
    }
    // Without asking for all, the length is the same.
    plan.every = None;
    let answer = solve(&plan, &Workbench::default(), &mut |_| ()).unwrap();
    assert_eq!((answer.length(), answer.optimal), (Some(length as usize), true));
    assert_eq!(answer.slides.is_some(), metric == Metric::Multi);
    assert_eq!(replay(board, &answer.moves.unwrap()).unwrap(), *goal);
}

#[test]
fn all_solutions_are_those_of_the_whole_space() {
    let middle = Board::new(shape(3, 3), &[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
    for goal in [Board::blank_last(shape(2, 3)), Board::blank_first(shape(2, 4)), middle] {
        let single = Tiles::<Nibbles>::new(&goal, &goal, Order::ULRD).unwrap();
        let multi = MultiTiles::<Nibbles>::new(&goal, &goal, Order::ULRD).unwrap();
        let (steps, slides) = (distances(&single), distances(&multi));
        for board in RandomBoards::new(&goal, 5).take(8) {
            let state = Tiles::<Nibbles>::new(&board, &goal, Order::ULRD).unwrap().start();
            check(Metric::Single, &board, &goal, steps[&state], ways(&single, &steps, state));
            check(Metric::Multi, &board, &goal, slides[&state], ways(&multi, &slides, state));
        }
    }
}

#[test]
fn patterns_and_tables_count_alike() {
    // Eleven cells and more go by patterns; a slower count over the same board goes by its own heuristic.
    let goal = Board::blank_last(shape(3, 4));
    for board in RandomBoards::new(&goal, 8).take(4) {
        let mut plan = Plan::new(board.clone(), goal.clone());
        plan.every = Some(5);
        let answer = solve(&plan, &Workbench::default(), &mut |_| ()).unwrap();
        assert_eq!(answer.method.heuristic().as_deref(), Some("pattern"));
        let tiles = Tiles::<Nibbles>::new(&board, &goal, Order::ULRD).unwrap();
        let conflict = hueco_tiles::heuristic::LinearConflict::new(tiles.frame());
        let mut budget = hueco_search::Budget::unlimited().max_nodes(20_000_000);
        let plain = hueco_search::all_optimal(&tiles, &conflict, 5, &mut budget).unwrap();
        let every = answer.every.unwrap();
        if plain.ending == hueco_search::Ending::Solved {
            assert_eq!((every.count, answer.lower_bound), (plain.count, plain.cost), "{board}");
            let listed: Vec<Vec<_>> =
                every.listed.iter().map(|way| way.iter().map(|slide| slide.direction).collect()).collect();
            assert_eq!(listed, plain.listed, "in the order of the actions");
        }
    }
}

#[test]
fn limits_end_the_counting_and_say_so() {
    let goal = Board::blank_last(shape(4, 4));
    let board = RandomBoards::new(&goal, 4).next().unwrap();
    let mut plan = Plan::new(board, goal);
    (plan.every, plan.max_nodes) = (Some(3), Some(1_000));
    let answer = solve(&plan, &Workbench::default(), &mut |_| ()).unwrap();
    assert_eq!(answer.outcome, Outcome::Stopped(Limit::Nodes));
    assert!(!answer.every.unwrap().complete);
}

#[test]
fn boards_too_large_for_a_proof_are_answered_in_slides_all_the_same() {
    let goal = Board::blank_last(shape(7, 6));
    let board = RandomBoards::new(&goal, 4).next().unwrap();
    let mut plan = Plan::new(board.clone(), goal.clone());
    (plan.metric, plan.timeout, plan.fast) = (Metric::Multi, Some(Duration::from_millis(300)), true);
    let answer = solve(&plan, &Workbench::default(), &mut |_| ()).unwrap();
    assert_eq!(answer.outcome, Outcome::Solved);
    assert!(!answer.optimal && answer.notices.contains(&Notice::Joined));
    let (moves, slides) = (answer.moves.unwrap(), answer.slides.unwrap());
    assert_eq!(slides.iter().flat_map(|slide| slide.steps()).collect::<Vec<_>>(), moves);
    assert!(slides.windows(2).all(|two| two[0].direction != two[1].direction));
    assert!(answer.lower_bound as usize <= slides.len() && slides.len() < moves.len());
    assert_eq!(replay(&board, &moves).unwrap(), goal);
}

#[test]
fn other_methods_do_not_count_all() {
    let goal = Board::blank_last(shape(3, 3));
    let mut plan = Plan::new(goal.clone(), goal);
    (plan.algorithm, plan.every) = (Algorithm::Astar, Some(1));
    assert_eq!(solve(&plan, &Workbench::default(), &mut |_| ()).unwrap_err(), PlanError::OnlyAuto);
    (plan.every, plan.metric) = (None, Metric::Multi);
    assert_eq!(solve(&plan, &Workbench::default(), &mut |_| ()).unwrap_err(), PlanError::OnlyAuto);
    // The goal itself: one solution, empty.
    (plan.algorithm, plan.every) = (Algorithm::Auto, Some(9));
    let every = solve(&plan, &Workbench::default(), &mut |_| ()).unwrap().every.unwrap();
    assert_eq!((every.count, every.listed), (1, vec![vec![]]));
}
