//! Near-optimal solutions: valid on every shape and goal, within their bounds and limits, and the same every time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_search::{Budget, Limit};
use hueco_tiles::anytime::beam::{self, End, Options};
use hueco_tiles::anytime::geometry::Geometry;
use hueco_tiles::anytime::ordering::{Convex, Ordering, Toward, Weights};
use hueco_tiles::problem::Sliding;
use hueco_tiles::solve::{Answer, Outcome, Plan, solve};
use hueco_tiles::{Board, Direction, Frame, RandomBoards, Shape, Workbench, replay};
use proptest::prelude::*;

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).expect("a shape")
}

/// A goal with its blank in any cell and its tiles in any order.
fn any_goal(shape: Shape, seed: u64) -> Board {
    RandomBoards::new(&Board::blank_last(shape), seed).next().expect("a board")
}

fn plan(rows: usize, cols: usize, seed: u64, max_nodes: u64) -> Plan {
    let goal = any_goal(shape(rows, cols), seed.wrapping_add(77));
    let board = RandomBoards::new(&goal, seed).next().expect("a board");
    let mut plan = Plan::new(board, goal);
    plan.fast = true;
    plan.max_nodes = Some(max_nodes);
    plan.threads = Some(1);
    plan
}

/// Carries a plan out and checks what must hold of every answer.
fn carried_out(plan: &Plan) -> Answer {
    let mut reported = Vec::new();
    let answer =
        solve(plan, &Workbench::default(), &mut |progress| reported.push((progress.best, progress.lower_bound)))
            .expect("a plan");
    let length = answer.moves.as_ref().map(|moves| moves.len() as u32);
    if let Some(moves) = &answer.moves {
        assert_eq!(replay(&plan.board, moves).as_ref(), Ok(&plan.goal), "{}", plan.board);
        assert!(answer.lower_bound <= moves.len() as u32);
        assert_eq!(answer.optimal, answer.lower_bound == moves.len() as u32);
    }
    if let Some(nodes) = plan.max_nodes {
        assert!(answer.stats.generated <= nodes, "{} of {nodes} nodes", answer.stats.generated);
    }
    for pair in reported.windows(2) {
        assert!(pair[0].1 <= pair[1].1, "a bound fell");
        assert!(pair[0].0.is_none() || pair[0].0 >= pair[1].0, "a best solution became longer");
    }
    for (best, bound) in reported {
        assert!(best.is_none_or(|best| bound <= best && length.is_some_and(|length| length <= best)));
    }
    answer
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_shape_and_goal_is_solved(rows in 1_usize..11, cols in 1_usize..11, seed in any::<u64>()) {
        prop_assume!(rows * cols > 1);
        let mut plan = plan(rows, cols, seed, 400_000);
        prop_assert_eq!(carried_out(&plan).outcome, Outcome::Solved);
        plan.fast = false;
        prop_assert_eq!(carried_out(&plan).outcome, Outcome::Solved);
    }

    /// The law of every ordering: the score after a slide is the score before and the change.
    #[test]
    fn a_change_is_the_difference_of_two_scores(rows in 2_usize..11, cols in 2_usize..11, seed in any::<u64>()) {
        let goal = any_goal(shape(rows, cols), seed);
        let frame = Frame::new(&goal);
        let convex = Weights::default().toward(goal.shape(), frame.home());
        let mut cells = bytes(&frame, &RandomBoards::new(&goal, seed).next().expect("a board"));
        let mut turn = seed;
        for _ in 0..60 {
            turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let to = cells.iter().position(|&label| label == 0).expect("a blank");
            let Some(from) = goal.shape().neighbour(to, Direction::ALL[(turn >> 60) as usize % 4]) else { continue };
            let (before, slide) = (convex.score(&cells), Sliding { label: cells[from].into(), from, to });
            let change = convex.change(&(), &cells, slide);
            cells.swap(from, to);
            prop_assert_eq!(convex.score(&cells), before + change);
        }
        prop_assert_eq!(convex.score(&bytes(&frame, &goal)), 0);
    }
}

fn bytes(frame: &Frame, board: &Board) -> Vec<u8> {
    frame.labels(board).iter().map(|&label| label as u8).collect()
}

fn beam_on(goal: &Board, board: &Board, options: &Options, budget: &Budget) -> beam::Outcome {
    let frame = Frame::new(goal);
    let geometry = Geometry::new(goal.shape(), frame.home());
    let convex = Convex::new(goal.shape(), frame.home(), Weights::default());
    beam::search(&geometry, &convex, &frame.labels(board), options, budget)
}

#[test]
fn a_beam_is_the_same_on_any_number_of_threads() {
    let goal = Board::blank_last(shape(5, 5));
    for board in RandomBoards::new(&goal, 3).take(2) {
        let run = |threads| {
            let options = Options { width: 20_000, threads, ..Options::default() };
            let outcome = beam_on(&goal, &board, &options, &Budget::unlimited());
            assert_eq!(outcome.end, End::Goal);
            assert_eq!(replay(&board, &outcome.moves).as_ref(), Ok(&goal));
            (outcome.moves, outcome.generated, outcome.expanded)
        };
        let alone = run(1);
        assert_eq!(run(2), alone);
        assert_eq!(run(3), alone);
    }
}

#[test]
fn a_beam_that_cuts_nothing_off_is_breadth_first_search() {
    let goal = Board::blank_last(shape(3, 3));
    for board in RandomBoards::new(&goal, 8).take(5) {
        let options = Options { width: 200_000, ..Options::default() };
        let found = beam_on(&goal, &board, &options, &Budget::unlimited()).moves.len();
        let shortest = solve(&Plan::new(board, goal.clone()), &Workbench::default(), &mut |_| ())
            .expect("a plan")
            .moves
            .expect("moves")
            .len();
        assert_eq!(found, shortest);
    }
}

#[test]
fn a_beam_keeps_its_limits() {
    let goal = Board::blank_last(shape(6, 6));
    let board = RandomBoards::new(&goal, 3).next().expect("a board");
    let wide = Options { width: 100_000, ..Options::default() };
    let nodes = beam_on(&goal, &board, &Options { max_nodes: 50_000, ..wide.clone() }, &Budget::unlimited());
    assert_eq!(nodes.end, End::Stopped(Limit::Nodes));
    assert!(nodes.generated <= 50_000);
    let bytes = 8 << 20;
    let memory = beam_on(&goal, &board, &wide, &Budget::unlimited().max_bytes(bytes));
    assert_eq!(memory.end, End::Stopped(Limit::Memory));
    assert!(memory.peak_bytes <= bytes, "{} bytes", memory.peak_bytes);
    let time = beam_on(&goal, &board, &wide, &Budget::unlimited().timeout(Duration::ZERO));
    assert_eq!(time.end, End::Stopped(Limit::Time));
    let shortest = Options { longest: 20, ..wide };
    assert_eq!(beam_on(&goal, &board, &shortest, &Budget::unlimited()).end, End::Empty);
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    for (rows, cols, nodes) in [(5, 5, 600_000), (2, 9, 300_000), (9, 8, 600_000), (13, 12, 600_000)] {
        let mut plan = plan(rows, cols, 5, nodes);
        plan.fast = false;
        let first = carried_out(&plan);
        plan.threads = Some(2);
        let again = carried_out(&plan);
        assert_eq!((&first.moves, first.stats.generated), (&again.moves, again.stats.generated), "{rows}x{cols}");
        assert!(first.stats.generated > 0, "{rows}x{cols}");
    }
}

#[test]
fn every_stage_shortens_what_was_constructed() {
    for (rows, cols, nodes) in [(5, 5, 2_000_000), (9, 9, 4_000_000), (16, 17, 12_000_000)] {
        let mut plan = plan(rows, cols, 1, nodes);
        plan.fast = false;
        let constructed = hueco_tiles::construct(&plan.board, &plan.goal).expect("a solution").len();
        let found = carried_out(&plan).moves.expect("a solution").len();
        assert!(found * 10 < constructed * 8, "{rows}x{cols}: {found} moves, {constructed} by construction");
    }
}

#[test]
fn a_board_near_its_goal_is_proved() {
    let goal = Board::blank_last(shape(7, 7));
    let mut board = goal.clone();
    for direction in [Direction::Up, Direction::Left, Direction::Left, Direction::Down, Direction::Right] {
        board.slide(direction);
    }
    let answer = carried_out(&Plan::new(board, goal.clone()));
    assert!(answer.optimal);
    assert_eq!(answer.moves.map(|moves| moves.len()), Some(5));
    assert_eq!(carried_out(&Plan::new(goal.clone(), goal)).moves.map(|moves| moves.len()), Some(0));
}

#[test]
fn an_interrupt_and_a_tiny_time_end_with_the_best_so_far_or_none() {
    let mut asked = plan(5, 6, 3, 1);
    asked.max_nodes = None;
    asked.fast = false;
    asked.cancel = Some(Arc::new(AtomicBool::new(true)));
    assert_eq!(carried_out(&asked).outcome, Outcome::Stopped(Limit::Interrupt));
    asked.cancel = None;
    asked.timeout = Some(Duration::ZERO);
    let answer = carried_out(&asked);
    assert!(matches!(answer.outcome, Outcome::Solved | Outcome::Stopped(Limit::Time)));

    // Interrupted at the third solution: the answer is that one.
    let flag = Arc::new(AtomicBool::new(false));
    asked.timeout = None;
    asked.cancel = Some(Arc::clone(&flag));
    let mut lengths = Vec::new();
    let answer = solve(&asked, &Workbench::default(), &mut |progress| {
        lengths.extend(progress.best);
        lengths.dedup();
        if lengths.len() >= 2 {
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    })
    .expect("a plan");
    assert_eq!(answer.outcome, Outcome::Stopped(Limit::Interrupt));
    assert_eq!(answer.moves.map(|moves| moves.len() as u32), lengths.last().copied());
}

#[test]
fn memory_is_kept() {
    let mut plan = plan(6, 6, 2, 3_000_000);
    plan.fast = false;
    plan.max_bytes = Some(4 << 20);
    let answer = carried_out(&plan);
    assert!(answer.moves.is_some());
    assert!(answer.stats.peak_bytes <= 4 << 20, "{} bytes", answer.stats.peak_bytes);
}
