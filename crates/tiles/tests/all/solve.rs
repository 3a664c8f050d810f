//! Plans carried out: every method by name, on boards of many shapes and goals, within limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_search::{Budget, Heuristic, IdaStar, Limit, Problem, Search};
use hueco_tiles::heuristic::{LinearConflict, Manhattan, Named};
use hueco_tiles::solve::{Algorithm, Answer, Batch, Method, Outcome, Plan, PlanError, solve};
use hueco_tiles::{
    Board, Direction, Frame, Nibbles, Order, RandomBoards, Shape, Tiles, Wide, Workbench, kernel, parse_board, replay,
};

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).expect("a legal shape")
}

/// A goal with the blank in the middle: `1 2 3 / 8 0 4 / 7 6 5` and the like.
fn middle_goal(shape: Shape) -> Board {
    let mut goal = Board::blank_last(shape);
    while shape.row(goal.blank()) > shape.rows() / 2 {
        assert!(goal.slide(Direction::Up));
    }
    while shape.col(goal.blank()) > shape.cols() / 2 {
        assert!(goal.slide(Direction::Left));
    }
    goal
}

fn carried_out(plan: &Plan) -> Answer {
    let answer = solve(plan, &Workbench::default(), &mut |_| ()).expect("a plan that can be carried out");
    if let Some(moves) = &answer.moves {
        assert_eq!(replay(&plan.board, moves).expect("legal moves"), plan.goal, "{:?}", plan.algorithm);
        assert!(answer.lower_bound as usize <= moves.len());
        assert_eq!(answer.optimal, answer.lower_bound as usize == moves.len());
    }
    answer
}

fn length(plan: &Plan) -> usize {
    let answer = carried_out(plan);
    assert_eq!(answer.outcome, Outcome::Solved, "{plan:?}");
    answer.moves.expect("a solution").len()
}

#[test]
fn every_optimal_method_finds_the_same_length() {
    let methods: [(Algorithm, &[&str]); 17] = [
        (Algorithm::Bfs, &[]),
        (Algorithm::Ucs, &[]),
        (Algorithm::Bidirectional, &[]),
        (Algorithm::Astar, &["misplaced", "manhattan", "max(inversion,linear-conflict)"]),
        (Algorithm::Idastar, &["manhattan", "linear-conflict", "walking-distance"]),
        (Algorithm::Nbs, &["manhattan", "linear-conflict", "inversion", "walking-distance"]),
        (Algorithm::Dvcbs, &["manhattan", "inversion"]),
        (Algorithm::Hdastar, &["manhattan"]),
        (Algorithm::Wastar, &["manhattan"]),
        (Algorithm::Rbfs, &["linear-conflict", "walking-distance"]),
        (Algorithm::Smastar, &["linear-conflict", "walking-distance"]),
        (Algorithm::Bfhs, &["manhattan", "linear-conflict"]),
        (Algorithm::Ibex, &["manhattan", "linear-conflict"]),
        (Algorithm::Dps, &["manhattan"]),
        (Algorithm::Arastar, &["manhattan", "inversion"]),
        (Algorithm::Awastar, &["manhattan", "inversion"]),
        (Algorithm::Auto, &[]),
    ];
    for shape in [shape(3, 3), shape(2, 4), shape(4, 2)] {
        for goal in [Board::blank_last(shape), Board::blank_first(shape), middle_goal(shape)] {
            for board in RandomBoards::new(&goal, 20).take(2) {
                let mut plan = Plan::new(board, goal.clone());
                plan.weight = 1000;
                let shortest = length(&plan);
                for (algorithm, heuristics) in methods {
                    plan.algorithm = algorithm;
                    plan.threads = (algorithm == Algorithm::Hdastar).then_some(2);
                    let names: Vec<Option<&str>> =
                        if heuristics.is_empty() { vec![None] } else { heuristics.iter().copied().map(Some).collect() };
                    for name in names {
                        plan.heuristic = name.map(|name| name.parse().expect("a heuristic"));
                        let answer = carried_out(&plan);
                        assert!(answer.optimal, "{algorithm:?} {name:?} on {}", plan.board);
                        assert_eq!(answer.moves.map(|moves| moves.len()), Some(shortest), "{algorithm:?} {name:?}");
                    }
                    plan.heuristic = None;
                }
            }
        }
    }
}

#[test]
fn the_other_methods_find_solutions_too() {
    let goal = middle_goal(shape(3, 3));
    let mut plan = Plan::new(parse_board("2 8 3 / 1 6 4 / 7 5 0", None).expect("a board"), goal);
    plan.goal = parse_board("1 2 3 / 8 0 4 / 7 6 5", None).expect("a board");
    for algorithm in [Algorithm::Dfs, Algorithm::Greedy, Algorithm::Beam, Algorithm::Stack, Algorithm::Iddfs] {
        plan.algorithm = algorithm;
        assert!(length(&plan) >= 6);
    }
    plan.algorithm = Algorithm::Dls;
    plan.depth = 5;
    assert_eq!(carried_out(&plan).outcome, Outcome::Stopped(Limit::Depth));
    plan.depth = 6;
    assert_eq!(length(&plan), 6);
    plan.algorithm = Algorithm::Wastar;
    plan.weight = 3000;
    let answer = carried_out(&plan);
    assert_eq!(answer.within, Some(3000));
    assert!(answer.moves.is_some_and(|moves| moves.len() <= 18));
}

/// Each better solution is reported with its moves and a bound that never falls, and the last is optimal.
#[test]
fn anytime_methods_report_every_better_solution() {
    let board = parse_board("8 6 7 / 2 5 4 / 3 0 1", None).expect("a board");
    for algorithm in [Algorithm::Arastar, Algorithm::Awastar] {
        let mut plan = Plan::new(board.clone(), Board::blank_last(board.shape()));
        (plan.algorithm, plan.weight) = (algorithm, 5000);
        let mut reports: Vec<(u32, u32)> = Vec::new();
        let answer = solve(&plan, &Workbench::default(), &mut |progress| {
            if let Some(best) = progress.best {
                assert_eq!(progress.moves.as_ref().map(|moves| moves.len() as u32), Some(best));
                reports.push((best, progress.lower_bound));
            }
        });
        let answer = answer.expect("a plan");
        assert_eq!((answer.optimal, answer.length()), (true, Some(31)));
        // The first solution, by the weight, and the optimum at least.
        assert!(reports.len() >= 2 && reports[0].0 > 31, "{reports:?}");
        assert!(reports.is_sorted_by(|a, b| a.0 >= b.0 && a.1 <= b.1), "{reports:?}");
        assert!(reports.iter().all(|&(best, bound)| bound <= 31 && best >= 31), "{reports:?}");
        // Stopped with a solution it is an answer, unless the optimum was insisted on.
        plan.max_nodes = Some(5000);
        let stopped = carried_out(&plan);
        assert_eq!((stopped.outcome, stopped.optimal), (Outcome::Solved, false));
        assert!(stopped.length().is_some_and(|length| length >= 31 && stopped.lower_bound < length as u32));
        plan.optimal = true;
        assert_eq!(carried_out(&plan).outcome, Outcome::Stopped(Limit::Nodes));
    }
}

#[test]
fn the_kernel_counts_as_the_engine_does() {
    let shape = shape(4, 4);
    for (seed, goal) in
        [Board::blank_first(shape), Board::blank_last(shape), middle_goal(shape)].into_iter().enumerate()
    {
        let mut board = goal.clone();
        let mut walk = RandomBoards::new(&goal, seed as u64).next().expect("a board").tiles().to_vec();
        // A walk of about forty moves, led by the numbers of a random board.
        for _ in 0..3 {
            for tile in &mut walk {
                board.slide(Direction::ALL[*tile as usize % 4]);
                *tile = tile.rotate_left(3) ^ 5;
            }
        }
        let tiles = Tiles::<Nibbles>::new(&board, &goal, Order::ULRD).expect("one shape");
        let manhattan = Manhattan::new(tiles.frame());
        for limit in [u64::MAX, 10, 1_000] {
            let mut budget = Budget::unlimited().max_nodes(limit);
            let kernel = kernel::ida_star_4x4(&tiles, &mut budget);
            let mut budget = Budget::unlimited().max_nodes(limit);
            let mut engine = IdaStar::ida_star(&tiles, &manhattan).run(&mut (), &mut budget);
            engine.stats.peak_bytes = 0;
            assert_eq!(kernel, engine, "{board} with at most {limit} nodes");
        }
    }
}

#[test]
fn unsolvable_boards_are_detected_by_parity_with_every_method() {
    let board = parse_board("1 2 3 / 4 5 6 / 8 7 0", None).expect("a board");
    let mut plan = Plan::new(board.clone(), Board::blank_last(board.shape()));
    for (_, algorithm) in Algorithm::ALL {
        plan.algorithm = algorithm;
        let answer = carried_out(&plan);
        assert_eq!((answer.outcome, answer.stats.generated), (Outcome::Unsolvable, 0));
    }
}

#[test]
fn limits_end_each_method_by_their_own_name() {
    let goal = Board::blank_last(shape(4, 4));
    let hard = parse_board("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1", None).expect("a board");
    let explicit = Algorithm::ALL.into_iter().map(|(_, a)| a).filter(|&a| a != Algorithm::Auto);
    for algorithm in explicit {
        let mut plan = Plan::new(hard.clone(), goal.clone());
        plan.algorithm = algorithm;
        plan.depth = 60;
        plan.width = 1_000_000;
        plan.max_nodes = Some(10_000);
        let answer = carried_out(&plan);
        if !matches!(algorithm, Algorithm::Greedy | Algorithm::Stack) {
            assert_eq!(answer.outcome, Outcome::Stopped(Limit::Nodes), "{algorithm:?}");
            assert_eq!(answer.stats.generated, 10_000, "{algorithm:?}");
        }
        plan.max_nodes = None;
        plan.cancel = Some(Arc::new(AtomicBool::new(true)));
        assert_eq!(carried_out(&plan).outcome, Outcome::Stopped(Limit::Interrupt), "{algorithm:?}");
        plan.cancel = None;
        plan.timeout = Some(Duration::ZERO);
        assert_eq!(carried_out(&plan).outcome, Outcome::Stopped(Limit::Time), "{algorithm:?}");
    }
    for algorithm in [Algorithm::Bfs, Algorithm::Ucs, Algorithm::Astar, Algorithm::Dfs, Algorithm::Nbs, Algorithm::Beam]
    {
        let mut plan = Plan::new(hard.clone(), goal.clone());
        plan.algorithm = algorithm;
        plan.width = 1_000_000;
        plan.max_bytes = Some(4 << 20);
        let answer = carried_out(&plan);
        assert_eq!(answer.outcome, Outcome::Stopped(Limit::Memory), "{algorithm:?}");
        assert!(answer.stats.peak_bytes <= 4 << 20, "{algorithm:?}: {}", answer.stats.peak_bytes);
        assert!(answer.stats.peak_bytes >= 1 << 20, "{algorithm:?}: {}", answer.stats.peak_bytes);
    }
}

#[test]
fn auto_always_answers() {
    for (rows, cols) in [(1, 2), (1, 7), (9, 1), (2, 2), (2, 3), (3, 4), (2, 7), (5, 5), (6, 3), (12, 9), (30, 30)] {
        let shape = shape(rows, cols);
        for goal in [Board::blank_last(shape), middle_goal(shape)] {
            let board = RandomBoards::new(&goal, 5).next().expect("a board");
            let mut plan = Plan::new(board, goal);
            plan.timeout = Some(Duration::from_millis(300));
            let answer = carried_out(&plan);
            assert_eq!(answer.outcome, Outcome::Solved, "{shape}");
            assert!(answer.moves.is_some(), "{shape}");
            if shape.cells() <= 9 {
                assert!(answer.optimal, "{shape}");
            }
            plan.fast = true;
            assert_eq!(carried_out(&plan).outcome, Outcome::Solved, "{shape}");
        }
    }
}

#[test]
fn a_proof_that_was_insisted_on_and_not_found_is_a_stop_with_the_best_so_far() {
    let goal = Board::blank_last(shape(6, 6));
    let board = RandomBoards::new(&goal, 1).next().expect("a board");
    let mut plan = Plan::new(board, goal);
    plan.optimal = true;
    plan.timeout = Some(Duration::from_millis(100));
    let answer = carried_out(&plan);
    assert!(matches!(answer.outcome, Outcome::Stopped(_)));
    assert!(answer.moves.is_some() && !answer.optimal);
}

#[test]
fn what_does_not_fit_the_board_is_an_error() {
    let goal = Board::blank_last(shape(5, 5));
    let board = RandomBoards::new(&goal, 3).next().expect("a board");
    let mut plan = Plan::new(board, goal);
    plan.algorithm = Algorithm::Astar;
    plan.heuristic = Some(Named::WalkingDistance.into());
    assert!(matches!(solve(&plan, &Workbench::default(), &mut |_| ()), Err(PlanError::Heuristic(_))));
    plan.heuristic = Some("pattern(30-1)".parse().expect("a heuristic"));
    assert!(matches!(solve(&plan, &Workbench::default(), &mut |_| ()), Err(PlanError::Partition(_))));
    let goal = Board::blank_last(shape(3, 3));
    let plan = Plan::new(goal.clone(), Board::blank_last(shape(2, 3)));
    assert!(matches!(solve(&plan, &Workbench::default(), &mut |_| ()), Err(PlanError::Shape(_))));
}

#[test]
fn a_constructed_solution_is_called_a_construction() {
    let goal = Board::blank_last(shape(3, 3));
    let board = parse_board("8 6 7 / 2 5 4 / 3 0 1", None).expect("a board");
    let mut plan = Plan::new(board, goal);
    plan.max_nodes = Some(10);
    let answer = carried_out(&plan);
    assert_eq!((answer.outcome, answer.optimal, &answer.method), (Outcome::Solved, false, &Method::Construction));
    assert_eq!((answer.method.algorithm(), answer.method.heuristic()), ("construction", None));
    // So it is on a board that takes pattern databases, and not where the search came to its end.
    plan.max_nodes = Some(3_000_000);
    assert_eq!(carried_out(&plan).method.algorithm(), "astar");
    plan.goal = Board::blank_last(shape(4, 4));
    plan.board = parse_board("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1", None).expect("a board");
    assert_eq!(carried_out(&plan).method, Method::Construction);
}

#[test]
fn an_optimum_that_ida_star_proves_is_called_by_its_name() {
    // A walk of some twenty moves: beams find the shortest way back, Manhattan distance does not see that it is.
    let goal = Board::blank_last(shape(5, 5));
    let mut proved = 0;
    for walk in ["UULDLURRDLULDRRULLDR", "LURULDDLURULDRRDLUUR", "ULULDRDLUURDRULLDDRU"] {
        let board = replay(&goal, &hueco_tiles::parse_moves(walk).expect("moves")).expect("a walk on the board");
        let mut plan = Plan::new(board, goal.clone());
        plan.max_nodes = Some(3_000_000);
        let answer = carried_out(&plan);
        assert!(answer.optimal);
        let bound = LinearConflict::new(&Frame::new(&goal));
        let tiles = Tiles::<Wide>::new(&plan.board, &goal, Order::ULRD).expect("one shape");
        let memo = bound.memo(&tiles, &tiles.start());
        let known = Heuristic::<Tiles<Wide>>::estimate(&bound, &memo, u32::MAX);
        if known < answer.length().map(|length| length as u32) {
            assert_eq!(answer.method.algorithm(), "idastar", "{}", plan.board);
            assert_eq!(answer.method.heuristic().as_deref(), Some("linear-conflict"));
            proved += 1;
        }
    }
    assert!(proved > 0, "none of the walks needs a proof");
}

#[test]
fn beams_are_called_by_their_ordering() {
    for (rows, cols, ordering) in [(6, 6, "neighbours"), (2, 20, "convex")] {
        let goal = Board::blank_last(shape(rows, cols));
        let mut plan = Plan::new(RandomBoards::new(&goal, 1).next().expect("a board"), goal);
        (plan.max_nodes, plan.threads) = (Some(4_000_000), Some(1));
        let answer = carried_out(&plan);
        assert_eq!((answer.method.algorithm(), answer.method.heuristic().as_deref()), ("beam", Some(ordering)));
    }
}

/// Korf's first board: some hundred thousand nodes with the second databases, so that two threads share rounds.
fn korf_1() -> Plan {
    let board = parse_board("14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3", None).expect("a board");
    Plan::new(board, Board::blank_first(shape(4, 4)))
}

#[test]
fn counts_are_the_same_on_every_run_and_on_any_number_of_threads() {
    let mut plan = korf_1();
    plan.threads = Some(1);
    let alone = carried_out(&plan);
    assert!(alone.optimal && alone.length() == Some(57));
    let workbench = Workbench::default();
    for threads in [2, 2, 2, 2, 2, 3] {
        plan.threads = Some(threads);
        let answer = solve(&plan, &workbench, &mut |_| ()).expect("a plan that can be carried out");
        assert_eq!((answer.stats, &answer.moves), (alone.stats, &alone.moves), "{threads} threads");
    }
    // Nor does it matter where a limit on nodes strikes: without a table, on the first databases, or on the next.
    for nodes in [999_999, 1_500_000, alone.stats.generated - 1] {
        plan.max_nodes = Some(nodes);
        plan.threads = Some(1);
        let alone = carried_out(&plan);
        assert_eq!((alone.optimal, alone.stats.generated), (false, nodes));
        plan.threads = Some(2);
        let answer = carried_out(&plan);
        assert_eq!((answer.stats, answer.lower_bound), (alone.stats, alone.lower_bound), "at most {nodes} nodes");
    }
}

#[test]
fn a_board_counts_the_same_whatever_was_solved_before_it() {
    let mut plan = korf_1();
    let fresh = carried_out(&plan);
    let workbench = Workbench::default();
    for board in RandomBoards::new(&plan.goal, 4).take(3) {
        let earlier = Plan { batch: Batch { others: 9, nodes: 0 }, ..Plan::new(board, plan.goal.clone()) };
        assert!(solve(&earlier, &workbench, &mut |_| ()).expect("a plan that can be carried out").optimal);
    }
    let held = workbench.bytes();
    assert!(held > 0, "databases are held");
    let answer = solve(&plan, &workbench, &mut |_| ()).expect("a plan that can be carried out");
    assert_eq!(answer.stats, fresh.stats);
    // As part of a batch it gets larger databases at once, and is still the same every time.
    plan.batch.others = 9;
    let counted = [&workbench, &Workbench::default()].map(|workbench| {
        let answer = solve(&plan, workbench, &mut |_| ()).expect("a plan that can be carried out");
        answer.stats
    });
    assert_eq!(counted[0], counted[1]);
    assert!(counted[0].generated < fresh.stats.generated);
}

#[test]
fn a_workbench_keeps_no_more_than_its_limit() {
    let plan = korf_1();
    let workbench = Workbench::new(Some(1 << 20));
    assert!(solve(&plan, &workbench, &mut |_| ()).expect("a plan that can be carried out").optimal);
    assert!(workbench.bytes() <= 1 << 20);
}
