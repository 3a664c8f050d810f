//! Formulas as heuristics: the features mean what they say, memos computed step by step equal those from scratch, and a
//! search with a formula equals the search with the heuristic that it spells out.

use hueco_search::{Cost, Heuristic, Problem, Quality};
use hueco_tiles::heuristic::{
    AnyHeuristic, Expected, Feature, Formula, HeuristicError, HeuristicSpec, direct_reversals,
};
use hueco_tiles::solve::{Algorithm, Plan, solve};
use hueco_tiles::{Board, Cells, Frame, Nibbles, Order, RandomBoards, Shape, Tiles, Wide, Workbench, parse_board};

const EVERYTHING: &str = "misplaced + manhattan + conflicts + reversals + inversions + walking + blank";

/// The heuristic of a text, measured to the frame's goal.
fn any(text: &str, frame: &Frame) -> AnyHeuristic {
    AnyHeuristic::new(&text.parse().unwrap(), frame, frame.home(), &Workbench::default()).unwrap()
}

fn estimate<C: Cells, H: Heuristic<Tiles<C>>>(heuristic: &H, tiles: &Tiles<C>, state: &C) -> Option<Cost> {
    heuristic.estimate(&heuristic.memo(tiles, state), Cost::MAX)
}

/// Random boards of several shapes, each as a problem.
fn problems() -> Vec<Tiles<Nibbles>> {
    let mut problems = Vec::new();
    for (rows, cols) in [(2, 3), (3, 3), (4, 2), (3, 4), (4, 4)] {
        for goal in [Board::blank_last, Board::blank_first] {
            let goal = goal(Shape::new(rows, cols).unwrap());
            problems.extend(RandomBoards::new(&goal, 7).take(20).map(|b| Tiles::new(&b, &goal, Order::ULRD).unwrap()));
        }
    }
    problems
}

#[test]
fn features_are_what_the_heuristics_say() {
    for tiles in problems() {
        let (frame, state) = (tiles.frame(), tiles.start());
        let value = |name: &str| estimate(&any(name, frame), &tiles, &state).unwrap();
        let feature = |name: &str| value(&format!("formula({name})"));
        for name in ["misplaced", "manhattan", "linear-conflict", "direct-reversals", "inversion", "walking-distance"] {
            assert_eq!(feature(name), value(name), "{name}");
        }
        assert_eq!(feature("conflicts"), value("linear-conflict") - value("manhattan"));
        assert_eq!(feature("reversals"), direct_reversals(&state, frame.shape(), frame.home()));
        assert_eq!(feature("misplaced + min(blank, 1)"), value("misplaced-blank"));
        let sum: Cost = Feature::ALL[..7].iter().map(|(name, _)| feature(name)).sum();
        assert_eq!(feature(EVERYTHING), sum);
    }
}

#[test]
fn step_by_step_equals_from_scratch() {
    for tiles in problems() {
        for text in ["manhattan + 2*reversals", "max(walking, blank) + conflicts/3", EVERYTHING] {
            let frame = tiles.frame();
            let formula = any(&format!("formula({text})"), frame);
            let (mut state, mut last) = (tiles.start(), None);
            let mut memo = formula.memo(&tiles, &state);
            for step in 0..40 {
                let actions: Vec<_> = tiles.actions(&state, last).collect();
                let Some(&(action, _)) = actions.get(step % actions.len().max(1)) else { break };
                memo = formula.advance(&tiles, &memo, &state, action);
                tiles.apply(&mut state, action);
                last = Some(action);
                assert_eq!(memo, formula.memo(&tiles, &state), "{text}");
            }
        }
    }
}

#[test]
fn a_search_by_formula_is_the_search_by_heuristic() {
    let goal = Board::blank_last(Shape::new(3, 3).unwrap());
    for board in RandomBoards::new(&goal, 3).take(5) {
        for (formula, name) in [
            ("manhattan + 2*reversals", "direct-reversals"),
            ("manhattan + conflicts", "linear-conflict"),
            ("max(walking, inversions)", "max(inversion,walking-distance)"),
            ("misplaced", "misplaced"),
        ] {
            for algorithm in [Algorithm::Astar, Algorithm::Idastar, Algorithm::Greedy, Algorithm::Nbs] {
                let mut plan = Plan { algorithm, ..Plan::new(board.clone(), goal.clone()) };
                plan.heuristic = Some(name.parse().unwrap());
                let by_name = solve(&plan, &Workbench::default(), &mut |_| ()).unwrap();
                plan.heuristic = Some(formula.parse::<Formula>().unwrap().into());
                let by_formula = solve(&plan, &Workbench::default(), &mut |_| ()).unwrap();
                assert!(by_formula.method.heuristic().is_some_and(|name| name.starts_with("formula(")));
                if algorithm != Algorithm::Nbs || by_formula.optimal == by_name.optimal {
                    assert_eq!(by_formula.moves, by_name.moves, "{formula}, {}", algorithm.name());
                    assert_eq!(by_formula.stats.generated, by_name.stats.generated, "{formula}, {}", algorithm.name());
                }
            }
        }
    }
}

#[test]
fn nothing_is_proved_with_a_formula_that_might_overestimate() {
    let board = parse_board("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    let goal = Board::blank_last(board.shape());
    let optimal = |formula: &str| {
        let heuristic = Some(formula.parse::<Formula>().unwrap().into());
        let plan = Plan { algorithm: Algorithm::Astar, heuristic, ..Plan::new(board.clone(), goal.clone()) };
        solve(&plan, &Workbench::default(), &mut |_| ()).unwrap().optimal
    };
    assert!(optimal("manhattan") && optimal("max(manhattan, walking)") && optimal("min(conflicts, 3*blank)"));
    assert!(!optimal("manhattan + conflicts") && !optimal("manhattan + 0"));
}

#[test]
fn large_boards_and_extreme_values_are_taken() {
    let goal = Board::blank_last(Shape::new(7, 9).unwrap());
    let board = RandomBoards::new(&goal, 1).next().unwrap();
    let tiles = Tiles::<Wide>::new(&board, &goal, Order::ULRD).unwrap();
    let frame = tiles.frame();
    let formula = any("formula(manhattan * 1000000 - blank)", frame);
    assert_eq!(estimate(&formula, &tiles, &tiles.start()), Some(1_000_000));
    let small = Board::blank_last(Shape::new(3, 3).unwrap());
    let board = parse_board("8 6 7 / 2 5 4 / 3 0 1", None).unwrap();
    for algorithm in [Algorithm::Astar, Algorithm::Wastar, Algorithm::Greedy, Algorithm::Idastar, Algorithm::Nbs] {
        let heuristic = Some("formula(999999999 * manhattan)".parse().unwrap());
        let max_nodes = Some(2_000_000);
        let plan = Plan { algorithm, heuristic, max_nodes, ..Plan::new(board.clone(), small.clone()) };
        assert!(!solve(&plan, &Workbench::default(), &mut |_| ()).unwrap().optimal);
    }
}

#[test]
fn formulas_are_heuristics() {
    let read = |text: &str| text.parse::<HeuristicSpec>();
    let spec = read(" Formula( manhattan+2*REVERSALS ) ").unwrap();
    assert_eq!(spec.to_string(), "formula(manhattan + 2 * reversals)");
    assert_eq!(spec.quality(), Quality::Inadmissible);
    assert_eq!(
        read("formula(manhattan "),
        Err(HeuristicError::Expected { position: 17, expected: Expected::CommaOrClosing })
    );
    assert!(matches!(read("formula(nothing)"), Err(HeuristicError::Formula(_))));
    assert!(matches!(read("max(formula(manhattan),misplaced)"), Err(HeuristicError::Unknown { .. })));
}
