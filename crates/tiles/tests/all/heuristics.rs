//! Laws that every heuristic keeps: computed step by step it equals the count from scratch, it is zero at the goal, and
//! what it claims about the true distance holds over whole spaces.

use std::fmt::Debug;

use crate::common::distances;
use hueco_search::{Cost, Heuristic, Problem, Quality, Reversible};
use hueco_tiles::heuristic::{
    AnyHeuristic, DirectReversals, HEURISTICS, HeuristicError, HeuristicSpec, Inversion, LinearConflict, Manhattan,
    Misplaced, MisplacedBlank, Named, WalkingDistance, direct_reversals,
};
use hueco_tiles::{Board, Cells, Frame, Nibbles, Order, Shape, Tiles, Wide, Workbench};
use proptest::prelude::*;
use proptest::sample::Index;

const NEVER: Cost = Cost::MAX;

fn board(shape: Shape, numbers: &[u64]) -> Board {
    Board::new(shape, numbers).unwrap()
}

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

fn problem<C: Cells>(start: &Board, goal: &Board) -> Tiles<C> {
    Tiles::new(start, goal, Order::ULRD).unwrap()
}

/// The heuristic of a text, measured to the frame's goal.
fn of_text(text: &str, frame: &Frame) -> Result<AnyHeuristic, HeuristicError> {
    AnyHeuristic::new(&text.parse()?, frame, frame.home(), &Workbench::default())
}

/// By label, the cell where it stands.
fn positions<C: Cells>(cells: &C, count: usize) -> Vec<u16> {
    let mut at = vec![0; count];
    for cell in 0..count {
        at[cells.get(cell)] = cell as u16;
    }
    at
}

/// Along a walk the memo computed step by step equals the memo from scratch; the estimates come back.
fn walk<C, H>(problem: &Tiles<C>, heuristic: &H, choices: &[Index]) -> Vec<Option<Cost>>
where
    C: Cells,
    H: Heuristic<Tiles<C>, Memo: Debug + PartialEq>,
{
    let mut state = problem.start();
    let mut memo = heuristic.memo(problem, &state);
    let mut estimates = vec![heuristic.estimate(&memo, NEVER)];
    for choice in choices {
        let actions: Vec<_> = problem.actions(&state, None).collect();
        let (action, _) = actions[choice.index(actions.len())];
        memo = heuristic.advance(problem, &memo, &state, action);
        problem.apply(&mut state, action);
        assert_eq!(memo, heuristic.memo(problem, &state), "computed step by step, and from scratch");
        estimates.push(heuristic.estimate(&memo, NEVER));
    }
    estimates
}

/// Walks with every heuristic by its own type and by its name; all the estimates.
fn walk_all<C: Cells>(start: &Board, goal: &Board, target: &[u16], choices: &[Index]) -> Vec<Vec<Option<Cost>>> {
    let problem = problem::<C>(start, goal);
    let frame = problem.frame();
    let mut all = vec![
        walk(&problem, &Misplaced::towards(frame, target), choices),
        walk(&problem, &MisplacedBlank::towards(frame, target), choices),
        walk(&problem, &Manhattan::towards(frame, target), choices),
        walk(&problem, &DirectReversals::towards(frame, target), choices),
        walk(&problem, &LinearConflict::towards(frame, target), choices),
        walk(&problem, &Inversion::towards(frame, target), choices),
    ];
    all.extend(WalkingDistance::towards(frame, target).map(|h| walk(&problem, &h, choices)));
    for ((name, named), estimates) in Named::ALL[1..].iter().zip(&all) {
        let any = AnyHeuristic::new(&(*named).into(), frame, target, &Workbench::default()).unwrap();
        assert_eq!(&walk(&problem, &any, choices), estimates, "{name} by name");
    }
    all
}

fn any_board(shape: Shape) -> impl Strategy<Value = Board> {
    Just((0..shape.cells() as u64).collect::<Vec<_>>()).prop_shuffle().prop_map(move |n| board(shape, &n))
}

fn boards_and_walk(rows: std::ops::Range<usize>, cols: std::ops::Range<usize>) -> impl Strategy<Value = Walk> {
    (rows, cols)
        .prop_filter_map("a shape", |(rows, cols)| Shape::new(rows, cols).ok())
        .prop_flat_map(|shape| {
            (any_board(shape), any_board(shape), any_board(shape), prop::collection::vec(any::<Index>(), 0..60))
        })
        .prop_map(|(start, goal, aim, choices)| Walk { start, goal, aim, choices })
}

#[derive(Debug)]
struct Walk {
    start: Board,
    goal: Board,
    aim: Board,
    choices: Vec<Index>,
}

impl Walk {
    fn target<C: Cells>(&self) -> Vec<u16> {
        let aimed = problem::<C>(&self.aim, &self.goal);
        positions(&aimed.start(), self.goal.shape().cells())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn step_by_step_equals_from_scratch_on_small_boards(w in boards_and_walk(1..5, 1..5)) {
        let target = w.target::<Nibbles>();
        let packed = walk_all::<Nibbles>(&w.start, &w.goal, &target, &w.choices);
        let wide = walk_all::<Wide>(&w.start, &w.goal, &target, &w.choices);
        prop_assert_eq!(packed, wide);
    }

    #[test]
    fn step_by_step_equals_from_scratch_on_four_by_four(w in boards_and_walk(4..5, 4..5)) {
        let home = problem::<Nibbles>(&w.start, &w.goal).frame().home().to_vec();
        let packed = walk_all::<Nibbles>(&w.start, &w.goal, &home, &w.choices);
        let wide = walk_all::<Wide>(&w.start, &w.goal, &home, &w.choices);
        prop_assert_eq!(packed, wide);
    }

    #[test]
    fn step_by_step_equals_from_scratch_on_large_boards(w in boards_and_walk(1..12, 5..12)) {
        let target = w.target::<Wide>();
        let problem = problem::<Wide>(&w.start, &w.goal);
        let frame = problem.frame();
        walk(&problem, &LinearConflict::towards(frame, &target), &w.choices);
        walk(&problem, &Inversion::towards(frame, &target), &w.choices);
        walk(&problem, &DirectReversals::towards(frame, &target), &w.choices);
    }
}

/// Shapes with a goal that has the blank last and one that has it elsewhere and the tiles in no order.
fn spaces() -> Vec<Board> {
    vec![
        Board::blank_last(shape(2, 2)),
        board(shape(2, 2), &[2, 0, 1, 3]),
        Board::blank_last(shape(2, 3)),
        board(shape(2, 3), &[5, 0, 1, 3, 2, 4]),
        Board::blank_last(shape(3, 2)),
        board(shape(3, 2), &[1, 2, 0, 4, 5, 3]),
        Board::blank_last(shape(3, 3)),
        board(shape(3, 3), &[1, 2, 3, 8, 0, 4, 7, 6, 5]),
        Board::blank_last(shape(1, 5)),
        Board::blank_first(shape(4, 1)),
    ]
}

#[test]
fn claims_hold_over_whole_spaces() {
    for goal in spaces() {
        let problem = problem::<Nibbles>(&goal, &goal);
        let truth = distances(&problem);
        for (name, _) in Named::ALL {
            let h = of_text(name, problem.frame()).unwrap();
            let at_goal = h.memo(&problem, &problem.goal());
            assert_eq!(Heuristic::<Tiles<Nibbles>>::estimate(&h, &at_goal, NEVER), Some(0), "{name} at {goal}");
            if h.quality() != Quality::Consistent {
                continue;
            }
            for (state, &distance) in &truth {
                let memo = h.memo(&problem, state);
                let here = Heuristic::<Tiles<Nibbles>>::estimate(&h, &memo, NEVER).expect("it can be solved");
                assert!(here <= distance, "{name}: {here} for {distance} at {}", problem.frame().board(state));
                for (action, cost) in problem.actions(state, None) {
                    let there = h.advance(&problem, &memo, state, action);
                    let there = Heuristic::<Tiles<Nibbles>>::estimate(&h, &there, NEVER).expect("it can be solved");
                    assert!(here <= cost + there, "{name}: {here} then {there} at {}", problem.frame().board(state));
                }
            }
        }
    }
}

#[test]
fn the_inadmissible_ones_say_too_much_one_move_from_the_goal() {
    for goal in spaces() {
        let (_, near) = goal.neighbours().next().unwrap();
        let problem = problem::<Nibbles>(&near, &goal);
        for (name, says) in [("misplaced-blank", 2), ("direct-reversals", 3), ("max(manhattan,misplaced-blank)", 2)] {
            let h = of_text(name, problem.frame()).unwrap();
            assert_eq!(h.quality(), Quality::Inadmissible);
            assert_eq!(estimate(&h, &problem), Some(says), "{name}");
        }
    }
}

fn estimate<C: Cells, H: Heuristic<Tiles<C>>>(heuristic: &H, problem: &Tiles<C>) -> Option<Cost> {
    heuristic.estimate(&heuristic.memo(problem, &problem.start()), NEVER)
}

/// The drawing of the `astar` course, with h at each board of the only shortest path.
#[test]
fn misplaced_blank_along_the_drawn_path() {
    let goal = board(shape(3, 3), &[1, 2, 3, 8, 0, 4, 7, 6, 5]);
    let start = board(shape(3, 3), &[2, 8, 3, 1, 6, 4, 7, 5, 0]);
    let mut path = vec![start];
    for letter in "LUULDR".chars() {
        let next = path.last().unwrap().after(hueco_tiles::Direction::from_letter(letter).unwrap());
        path.push(next.unwrap());
    }
    assert_eq!(path.last(), Some(&goal));
    let said: Vec<_> = path
        .iter()
        .map(|board| {
            let problem = problem::<Nibbles>(board, &goal);
            estimate(&MisplacedBlank::new(problem.frame()), &problem).unwrap()
        })
        .collect();
    assert_eq!(said, [6, 5, 3, 4, 3, 2, 0]);
}

/// The worked example of the `menu` course: f = g + h and d = 2 x reversals of the four children.
#[test]
fn direct_reversals_of_the_worked_example() {
    let goal = Board::blank_first(shape(3, 3));
    for (numbers, sum, d) in [
        ([1, 0, 3, 4, 2, 5, 6, 7, 8], 11, 2),
        ([1, 2, 3, 4, 5, 0, 6, 7, 8], 12, 0),
        ([1, 2, 3, 4, 7, 5, 6, 0, 8], 12, 0),
        ([1, 2, 3, 0, 4, 5, 6, 7, 8], 8, 0),
    ] {
        let problem = problem::<Nibbles>(&board(goal.shape(), &numbers), &goal);
        let frame = problem.frame();
        let reversals = direct_reversals(&problem.start(), goal.shape(), frame.home());
        assert_eq!(2 * reversals, d, "{numbers:?}");
        let manhattan = estimate(&Manhattan::new(frame), &problem).unwrap();
        assert_eq!(estimate(&Misplaced::new(frame), &problem).unwrap() + manhattan, sum, "{numbers:?}");
        assert_eq!(estimate(&DirectReversals::new(frame), &problem), Some(manhattan + d));
    }
}

#[test]
fn linear_conflict_takes_the_fewest_tiles_out() {
    let goal = Board::blank_last(shape(4, 4));
    for (first_row, leave) in [([4, 3, 2, 1], 3), ([2, 1, 4, 3], 2), ([4, 1, 2, 3], 1), ([1, 2, 3, 4], 0)] {
        let mut numbers: Vec<u64> = goal.tiles().iter().map(|&tile| u64::from(tile)).collect();
        numbers[..4].copy_from_slice(&first_row);
        let problem = problem::<Nibbles>(&board(goal.shape(), &numbers), &goal);
        assert_eq!(LinearConflict::new(problem.frame()).conflicts(&problem.start()), leave, "{first_row:?}");
    }
}

#[test]
fn huge_boards_are_measured() {
    for (rows, cols) in [(100, 100), (1, 3000), (3000, 1)] {
        let goal = Board::blank_last(shape(rows, cols));
        let turned: Vec<u64> = goal.tiles().iter().rev().map(|&tile| u64::from(tile)).collect();
        let problem = problem::<Wide>(&board(goal.shape(), &turned), &goal);
        let (frame, state) = (problem.frame(), problem.start());
        let tiles = rows as u32 * cols as u32 - 1;
        assert_eq!(Inversion::new(frame).inversions(&state).0, tiles * (tiles - 1) / 2);
        let conflict = LinearConflict::new(frame);
        let least = if rows == cols { 0 } else { tiles - 1 };
        assert_eq!(conflict.conflicts(&state), least, "turned around, a line keeps one tile in order");
        let memo = conflict.memo(&problem, &state);
        for (action, _) in problem.actions(&state, None) {
            let mut after = state.clone();
            problem.apply(&mut after, action);
            assert_eq!(conflict.advance(&problem, &memo, &state, action), conflict.memo(&problem, &after));
        }
    }
}

#[test]
fn inversion_knows_what_cannot_be_solved() {
    let goal = Board::blank_last(shape(1, 4));
    let turned = problem::<Nibbles>(&board(goal.shape(), &[2, 1, 3, 0]), &goal);
    assert_eq!(estimate(&Inversion::new(turned.frame()), &turned), None);
    assert_eq!(estimate(&WalkingDistance::new(turned.frame()).unwrap(), &turned), None);
    let shifted = problem::<Nibbles>(&board(goal.shape(), &[1, 2, 0, 3]), &goal);
    assert_eq!(estimate(&Inversion::new(shifted.frame()), &shifted), Some(1));
    assert_eq!(estimate(&WalkingDistance::new(shifted.frame()).unwrap(), &shifted), Some(1));

    let goal = Board::blank_last(shape(4, 4));
    let mut numbers: Vec<u64> = goal.tiles().iter().map(|&tile| u64::from(tile)).collect();
    numbers.swap(13, 14);
    let loyd = problem::<Nibbles>(&board(goal.shape(), &numbers), &goal);
    assert_eq!(estimate(&Inversion::new(loyd.frame()), &loyd), None, "14 and 15 exchanged");
}

#[test]
fn walking_distance_tables() {
    let states = |rows, cols| {
        let goal = Board::blank_last(shape(rows, cols));
        WalkingDistance::new(problem::<Wide>(&goal, &goal).frame()).map(|h| (h.states(), h.bytes()))
    };
    let (four_by_four, shared) = states(4, 4).unwrap();
    assert_eq!(four_by_four, (24_964, 24_964));
    assert!(shared < 3 << 20, "one table for both directions");
    let too_large = states(5, 5).unwrap_err();
    assert_eq!((too_large.shape, too_large.states_limit), (shape(5, 5), WalkingDistance::STATES));
    assert!(states(100, 100).is_err());
    assert!(states(1, 20_000).is_err());
    assert_eq!(states(1, 100).unwrap().0, (1, 100));
}

#[test]
fn bounds_of_korfs_boards() {
    let text = include_str!("../../data/korf15_100.txt");
    let goal = Board::blank_first(shape(4, 4));
    let frame = problem::<Nibbles>(&goal, &goal).frame().clone();
    let names = ["misplaced", "manhattan", "linear-conflict", "inversion", "walking-distance"];
    let all: Vec<_> = names.iter().map(|name| of_text(name, &frame).unwrap()).collect();
    let mut first = None;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let problem = problem::<Nibbles>(&board(goal.shape(), &numbers[2..]), &goal);
        let says: Vec<Cost> = all.iter().map(|h| estimate(h, &problem).unwrap()).collect();
        assert!(says.iter().all(|&h| u64::from(h) <= numbers[1]), "{line}: {says:?}");
        assert!(says[1..].iter().all(|&h| u64::from(h) % 2 == numbers[1] % 2), "{line}: {says:?}");
        assert!(says[0] <= says[1] && says[1] <= says[2] && says[1] <= says[4], "{line}: {says:?}");
        first.get_or_insert(says);
    }
    assert_eq!(first.unwrap()[1], 41, "Korf's table gives 41 for his first board");
}

#[test]
fn names_are_read_and_printed() {
    let goal = Board::blank_last(shape(3, 3));
    let frame = problem::<Nibbles>(&goal, &goal).frame().clone();
    let read = |text: &str| of_text(text, &frame);
    let error = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(read("pattern").unwrap_err(), HeuristicError::NoPatterns);
    for name in HEURISTICS {
        assert_eq!(name.parse::<HeuristicSpec>().unwrap().to_string(), name);
    }
    let max = " max( inversion , walking-distance,inversion ) ";
    assert_eq!(max.parse::<HeuristicSpec>().unwrap().to_string(), "max(inversion,walking-distance)");
    let max = read(max).unwrap();
    assert_eq!(max.quality(), Quality::Consistent);
    assert!(max.table_bytes() > 0);
    let known = HEURISTICS.join(", ");
    assert_eq!(
        error("max(manhattan,manhatan)"),
        format!("character 15: no heuristic is called \"manhatan\"; known are {known} and max(a,b,…)")
    );
    assert_eq!(error(""), format!("character 1: expected one of {known}"));
    assert_eq!(error("max"), "character 4: expected '(' after max");
    assert_eq!(error("max(manhattan"), "character 14: expected ',' or ')'");
    assert_eq!(error("manhattan)"), "character 10: expected nothing more");
    assert_eq!(error("max(ñ)").split(':').next(), Some("character 5"));
    assert_eq!(
        error("max(misplaced,manhattan,linear-conflict,inversion,walking-distance)"),
        "these heuristics need 7 words per state, at most 6 fit; leave one out"
    );
}

#[test]
fn max_is_the_largest_of_its_parts() {
    let start = board(shape(4, 4), &[14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3]);
    let problem = problem::<Nibbles>(&start, &Board::blank_first(shape(4, 4)));
    let says = |text| estimate(&of_text(text, problem.frame()).unwrap(), &problem);
    let parts = ["manhattan", "linear-conflict", "inversion", "walking-distance"];
    let largest = parts.into_iter().map(says).max().unwrap();
    assert_eq!(says(&format!("max({})", parts.join(","))), largest);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_reader_panic(
        text in prop_oneof![
            any::<String>(),
            prop::collection::vec(
                prop::sample::select(vec![
                    "max", "(", ")", ",", " ", "manhattan", "inversion", "walking-distance", "misplaced", "ñ", "x",
                ]),
                0..9,
            )
            .prop_map(|words| words.concat()),
        ],
    ) {
        let goal = Board::blank_last(shape(2, 2));
        let frame = problem::<Nibbles>(&goal, &goal).frame().clone();
        if let Ok(spec) = text.parse::<HeuristicSpec>() {
            prop_assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
            let _ = AnyHeuristic::new(&spec, &frame, frame.home(), &Workbench::default());
        }
    }
}
