//! Pattern databases against the truth on spaces too large for a plain map, and against unrelated heuristics.

use hueco_search::{Budget, Cost, Heuristic, IdaStar, Max, Problem, Search};
use hueco_tiles::heuristic::{Additive, Inversion, LinearConflict, WalkingDistance};
use hueco_tiles::pattern::{Partition, PatternSearch, Tables};
use hueco_tiles::solve::{Algorithm, Plan, solve};
use hueco_tiles::space::DistanceTable;
use hueco_tiles::{
    Board, Cells, Direction, Metric, Nibbles, Order, RandomBoards, Shape, Tiles, Workbench, kernel, replay,
};

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

fn problem(start: &Board, goal: &Board) -> Tiles<Nibbles> {
    Tiles::new(start, goal, Order::ULRD).unwrap()
}

fn tables(goal: &Board, text: &str) -> Tables {
    let home_of = |tile: usize| Some(goal.position(tile as u16));
    let partition = Partition::of(&text.parse().unwrap(), goal.shape(), goal.blank(), home_of).unwrap();
    Tables::build(&partition, 2, &Budget::unlimited(), &mut |_, _| ()).unwrap()
}

/// `1 2 3 4 / 12 13 14 5 / 11 0 15 6 / 10 9 8 7` and the like: numbers inwards, the blank at the end.
fn snail(shape: Shape) -> Board {
    let (rows, cols) = (shape.rows() as i64, shape.cols() as i64);
    let mut numbers = vec![0; shape.cells()];
    let (mut row, mut col, mut step) = (0, 0, (0, 1));
    for number in 1..shape.cells() as u64 {
        numbers[(row * cols + col) as usize] = number;
        let free = |row: i64, col: i64| {
            (0..rows).contains(&row) && (0..cols).contains(&col) && numbers[(row * cols + col) as usize] == 0
        };
        if !free(row + step.0, col + step.1) {
            step = (step.1, -step.0);
        }
        (row, col) = (row + step.0, col + step.1);
    }
    Board::new(shape, &numbers).unwrap()
}

/// A board some random moves away from the goal, none of which takes back the one before.
fn walked(goal: &Board, moves: usize, seed: u64) -> Board {
    let (mut board, mut last) = (goal.clone(), None);
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut made = 0;
    while made < moves {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let direction = Direction::ALL[(random % 4) as usize];
        if last != Some(direction.opposite()) && board.slide(direction) {
            (last, made) = (Some(direction), made + 1);
        }
    }
    board
}

fn estimate(h: &Additive, tiles: &Tiles<Nibbles>, state: Nibbles) -> Cost {
    let memo = h.memo(tiles, &state);
    Heuristic::<Tiles<Nibbles>>::estimate(h, &memo, Cost::MAX).unwrap()
}

#[test]
fn sums_never_exceed_the_truth_on_all_two_by_five_boards() {
    let goal = snail(shape(2, 5));
    let tiles = problem(&goal, &goal);
    let truth = DistanceTable::build(goal.shape(), goal.blank(), Metric::Single, &Budget::unlimited()).unwrap();
    let ranking = truth.space().ranking();
    let sets: Vec<Additive> =
        ["auto", "3-3-3"].map(|text| Additive::new(tiles.frame(), tables(&goal, text)).unwrap()).into();
    let mut exact = 0;
    for rank in 0..ranking.states() {
        let state = Nibbles::pack(&ranking.unrank(rank));
        let distance = truth.distance_of(rank).unwrap();
        for set in &sets {
            let sum = estimate(set, &tiles, state);
            assert!(sum <= distance && sum % 2 == distance % 2, "{sum} for {distance} at rank {rank}");
            exact += u64::from(sum == distance);
        }
    }
    assert!(exact > ranking.states() / 10, "only {exact} exact sums");
}

#[test]
fn sums_never_exceed_the_truth_near_three_by_four_goals_and_on_shortest_ways() {
    for goal in [Board::blank_last(shape(3, 4)), snail(shape(3, 4))] {
        let made = tables(&goal, "6-5");
        let search = PatternSearch::new(&made).unwrap();
        let tiles = problem(&goal, &goal);
        let sums = Additive::new(tiles.frame(), made).unwrap();
        for board in RandomBoards::new(&goal, 3).take(40) {
            let tiles = problem(&board, &goal);
            let report = search.ida_star(&tiles, 1, &mut Budget::unlimited());
            let solution = report.solution.unwrap();
            let h = Max(WalkingDistance::new(tiles.frame()).unwrap(), LinearConflict::new(tiles.frame()));
            let other = IdaStar::ida_star(&tiles, &h).run(&mut (), &mut Budget::unlimited().max_nodes(3_000_000));
            assert!(other.cost().is_none_or(|cost| cost == solution.cost), "{board}");
            // On a shortest way the distance of every board is known.
            let (mut state, mut left) = (tiles.start(), solution.cost);
            for &action in &solution.actions {
                assert!(estimate(&sums, &tiles, state) <= left, "{board}");
                tiles.apply(&mut state, action);
                left -= 1;
            }
            assert_eq!(estimate(&sums, &tiles, state), 0);
        }
    }
}

#[test]
fn unrelated_heuristics_agree_on_random_four_by_four_boards() {
    for (goal, seed) in
        [(Board::blank_last(shape(4, 4)), 1), (snail(shape(4, 4)), 2), (Board::blank_first(shape(4, 4)), 3)]
    {
        let search = PatternSearch::new(&tables(&goal, "5-5-5")).unwrap();
        for board in (0..6).map(|at| walked(&goal, 90, seed * 100 + at)) {
            let tiles = problem(&board, &goal);
            let patterns = search.ida_star(&tiles, 1, &mut Budget::unlimited());
            let cost = patterns.cost().unwrap();
            assert_eq!(replay(&board, &patterns.solution.unwrap().actions).unwrap(), goal);
            let manhattan = kernel::ida_star_4x4(&tiles, &mut Budget::unlimited());
            assert_eq!(manhattan.cost(), Some(cost), "{board}");
            let walking = WalkingDistance::new(tiles.frame()).unwrap();
            let walked = IdaStar::ida_star(&tiles, &walking).run(&mut (), &mut Budget::unlimited());
            assert_eq!(walked.cost(), Some(cost), "{board}");
            let lines = Max(Inversion::new(tiles.frame()), LinearConflict::new(tiles.frame()));
            let lined = IdaStar::ida_star(&tiles, &lines).run(&mut (), &mut Budget::unlimited());
            assert_eq!(lined.cost(), Some(cost), "{board}");
        }
    }
}

#[test]
fn auto_climbs_from_rung_to_rung_and_stays_right() {
    let workbench = Workbench::default();
    // Hard boards of sixteen cells in several shapes: no first rung is enough for all of them together.
    for (shape, count) in [(shape(4, 4), 4), (shape(3, 5), 3), (shape(2, 7), 3), (shape(5, 3), 1)] {
        for goal in [Board::blank_last(shape), snail(shape)] {
            for board in RandomBoards::new(&goal, 11).take(count) {
                let mut plan = Plan::new(board.clone(), goal.clone());
                plan.threads = Some(1);
                plan.batch.others = 3;
                let answer = solve(&plan, &workbench, &mut |_| ()).unwrap();
                assert!(answer.optimal, "{board}");
                let moves = answer.moves.unwrap();
                assert_eq!(replay(&board, &moves).unwrap(), goal);
                let mut other = Plan::new(board.clone(), goal.clone());
                other.algorithm = Algorithm::Idastar;
                other.heuristic = Some("max(pattern,inversion)".parse().unwrap());
                let other = solve(&other, &workbench, &mut |_| ()).unwrap();
                assert_eq!(other.moves.map(|moves| moves.len()), Some(moves.len()), "{board}");
                assert_eq!(other.method.heuristic().as_deref(), Some("max(pattern,inversion)"));
            }
        }
    }
}
