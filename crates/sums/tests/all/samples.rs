//! The sample puzzles: counts, orders, drawings, limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hueco_search::{Budget, Ending, Limit};
use hueco_sums::{Answer, Method, Options, Puzzle, State, Wanted, draw, parse, solve};

const ALL: Wanted = Wanted::All { at_most: None };
const COUNT: Wanted = Wanted::Count { at_most: None };

fn sample(name: &str) -> Puzzle {
    let path = format!("{}/../../puzzles/{name}.sums", env!("CARGO_MANIFEST_DIR"));
    parse(&std::fs::read_to_string(&path).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn run(puzzle: &Puzzle, options: &Options) -> Answer {
    let answer = solve(puzzle, options, &mut Budget::unlimited());
    assert!(answer.solutions.iter().all(|solution| puzzle.is_solved_by(solution)));
    answer
}

fn route(puzzle: &Puzzle, answer: &Answer) -> Vec<(i64, String)> {
    answer.route.iter().map(|step| (step.number, puzzle.name(step.cell).to_string())).collect()
}

fn full(solution: &[i64]) -> State {
    solution.iter().copied().map(Some).collect()
}

#[test]
fn the_cross_breadth_first_is_the_reference() {
    let cross = sample("cross");
    for (tree, created, examined) in [(true, 82, 51), (false, 34, 31)] {
        let options = Options { method: Method::Bfs, tree, record: true, ..Options::default() };
        let answer = run(&cross, &options);
        assert_eq!(answer.ending, Ending::Solved);
        assert_eq!((answer.created.len(), answer.examined.len()), (created, examined));
        assert_eq!(answer.solution(), Some(&[2, 1, 3, 5, 4][..]));
        let expected = [(1, "B"), (2, "A"), (3, "C")].map(|(number, cell)| (number, cell.to_string()));
        assert_eq!(route(&cross, &answer), expected);
        let listed: Vec<State> = answer.created.iter().map(|state| cross.listed(&state)).collect();
        assert_eq!(listed[0], full(&[0, 0, 0, 5, 4]));
        let first_level =
            [[1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 0, 0], [0, 2, 0], [0, 0, 2], [3, 0, 0], [0, 3, 0], [0, 0, 3]];
        for (state, [a, b, c]) in listed[1..10].iter().zip(first_level) {
            assert_eq!(*state, full(&[a, b, c, 5, 4]));
        }
        assert_eq!(answer.examined.iter().last(), Some(full(&[2, 1, 3, 5, 4])));
        // Breadth-first: states are examined in the order of their creation.
        assert!(answer.examined.iter().zip(answer.created.iter()).all(|(a, b)| a == b));
    }
}

#[test]
fn the_cross_is_drawn_in_its_shape() {
    let cross = sample("cross");
    assert_eq!(draw(&cross, &full(&[2, 1, 3, 5, 4])), "    2\n1   3   5\n    4\n");
    assert_eq!(draw(&cross, &cross.start()), "    _\n_   _   5\n    4\n");
    assert_eq!(draw(&cross, &full(&[2, -1, 13, 5, 4])), "      2\n-1   13    5\n      4\n");
}

#[test]
fn every_method_agrees_on_the_cross() {
    let cross = sample("cross");
    for (_, method) in Method::ALL {
        for (tree, seed) in [(false, None), (true, None), (false, Some(7)), (true, Some(8))] {
            for wanted in [Wanted::First, ALL, COUNT] {
                let answer = run(&cross, &Options { method, tree, seed, wanted, record: false });
                assert_eq!((answer.ending, answer.count), (Ending::Solved, 1), "{method:?} {tree} {seed:?} {wanted:?}");
                assert_eq!(answer.solution(), Some(&[2, 1, 3, 5, 4][..]));
                assert_eq!(answer.complete, wanted != Wanted::First);
                let mut replayed = cross.start();
                answer.route.iter().for_each(|step| replayed[step.cell.index()] = Some(step.number));
                assert_eq!(replayed, full(&[2, 1, 3, 5, 4]));
            }
        }
    }
}

#[test]
fn a_seed_shuffles_numbers_and_not_cells() {
    let cross = sample("cross");
    let states = |seed| {
        let options = Options { method: Method::Bfs, seed, record: true, ..Options::default() };
        run(&cross, &options).created.iter().map(|state| cross.listed(&state)).collect::<Vec<_>>()
    };
    let orders: Vec<_> = (0..20).map(|seed| states(Some(seed))).collect();
    assert_eq!(orders[3], states(Some(3)));
    assert!(orders.iter().any(|order| *order != orders[0]));
    for order in &orders {
        assert_eq!(order.len(), 34);
        for numbers in order[1..10].chunks(3) {
            let number = numbers[0][0];
            assert_eq!(
                numbers.iter().map(|state| state.iter().position(|&v| v == number)).collect::<Vec<_>>(),
                [Some(0), Some(1), Some(2)]
            );
        }
    }
}

#[test]
fn magic_squares_are_counted() {
    assert_eq!(run(&sample("magic3"), &Options { wanted: COUNT, ..Options::default() }).count, 8);
    let square = sample("magic4");
    let answer = run(&square, &Options { wanted: COUNT, ..Options::default() });
    assert_eq!((answer.count, answer.complete, answer.solutions.len()), (7040, true, 1));
    // Plain depth-first search that only looks at complete lines generates 44,420,833 nodes in its best order of cells.
    assert!(answer.stats.generated < 100_000, "{:?}", answer.stats);
    let answer = run(&square, &Options { wanted: ALL, seed: Some(5), ..Options::default() });
    let mut solutions = answer.solutions;
    solutions.sort_unstable();
    solutions.dedup();
    assert_eq!(solutions.len(), 7040);
}

#[test]
fn blind_search_finds_all_too() {
    let text = "cells\n . . A . .\n . B . F .\n C . D . E\n\nnumbers 1-6\nA + B + C = C + D + E = E + F + A = 10\n";
    let triangle = parse(text).unwrap();
    for (_, method) in Method::ALL {
        for tree in [false, true] {
            let answer = run(&triangle, &Options { method, tree, wanted: ALL, ..Options::default() });
            assert_eq!((answer.count, answer.complete, answer.solutions.len()), (6, true, 6), "{method:?} {tree}");
        }
        let two = Options { method, wanted: Wanted::All { at_most: Some(2) }, ..Options::default() };
        let answer = run(&triangle, &two);
        assert_eq!((answer.ending, answer.count, answer.complete), (Ending::Solved, 2, false));
    }
}

#[test]
fn the_other_samples() {
    for (name, count) in [("impossible", 0), ("triangle", 288), ("ring6", 240), ("crosssums", 1)] {
        let puzzle = sample(name);
        let answer = run(&puzzle, &Options { wanted: ALL, ..Options::default() });
        assert_eq!((answer.count, answer.solutions.len() as u64, answer.complete), (count, count, true), "{name}");
        let expected = if count == 0 { Ending::Unsolvable } else { Ending::Solved };
        assert_eq!(answer.ending, expected);
        assert_eq!(run(&puzzle, &Options::default()).ending, expected);
    }
    for method in [Method::Bfs, Method::Dfs] {
        let answer = run(&sample("impossible"), &Options { method, ..Options::default() });
        assert_eq!((answer.ending, answer.complete), (Ending::Unsolvable, true));
    }
}

#[test]
fn large_squares_are_found_at_once() {
    for order in [6, 8] {
        let row = "_ ".repeat(order);
        let picture = format!("{row}\n").repeat(order);
        let text = format!("cells\n{picture}\nnumbers 1-{}\nequal: rows columns diagonals\n", order * order);
        let puzzle = parse(&text).unwrap();
        let answer = solve(&puzzle, &Options::default(), &mut Budget::unlimited().max_nodes(200_000));
        assert_eq!(answer.ending, Ending::Solved);
        assert!(puzzle.is_solved_by(answer.solution().unwrap()));
        assert_eq!(answer.route.len(), order * order);
    }
}

#[test]
fn limits_end_every_method() {
    let square = sample("magic4");
    for (_, method) in Method::ALL {
        for record in [false, true] {
            let options = Options { method, wanted: COUNT, record, ..Options::default() };
            let stopped = |mut budget: Budget| solve(&square, &options, &mut budget);
            let answer = stopped(Budget::unlimited().max_nodes(1000));
            assert_eq!((answer.ending, answer.stats.generated), (Ending::Stopped(Limit::Nodes), 1000), "{method:?}");
            assert!(!answer.complete);
            let time = stopped(Budget::unlimited().timeout(Duration::ZERO));
            assert_eq!(time.ending, Ending::Stopped(Limit::Time));
            let interrupt = stopped(Budget::unlimited().cancel(Arc::new(AtomicBool::new(true))));
            assert_eq!(interrupt.ending, Ending::Stopped(Limit::Interrupt));
            let memory = stopped(Budget::unlimited().max_bytes(1000));
            assert_eq!(memory.ending, Ending::Stopped(Limit::Memory));
        }
    }
}

#[test]
fn blind_breadth_first_stops_at_its_memory_limit() {
    let square = sample("magic4");
    let limit = 16 << 20;
    for (record, tree) in [(false, false), (true, false), (false, true)] {
        let options = Options { method: Method::Bfs, record, tree, ..Options::default() };
        let answer = solve(&square, &options, &mut Budget::unlimited().max_bytes(limit));
        assert_eq!((answer.ending, answer.count), (Ending::Stopped(Limit::Memory), 0));
        assert!(answer.stats.generated > 10_000);
    }
}

#[test]
fn nothing_to_place_is_a_check() {
    let right = parse("cells\n 1 2\n\nrows = 3\n").unwrap();
    let wrong = parse("cells\n 1 2\n\nrows = 4\n").unwrap();
    for (_, method) in Method::ALL {
        let options = Options { method, ..Options::default() };
        assert_eq!(run(&right, &options).ending, Ending::Solved, "{method:?}");
        assert_eq!(run(&wrong, &options).ending, Ending::Unsolvable, "{method:?}");
    }
}

#[test]
fn zero_as_a_number_is_distinguished_from_an_empty_cell() {
    let puzzle = parse("cells\n A B\n\nnumbers 0 1\nA < B\n").unwrap();
    assert_eq!(puzzle.listed(&puzzle.start()), [None, None]);
    assert_eq!(run(&puzzle, &Options::default()).solution(), Some(&[0, 1][..]));
}
