//! `solver`: the document's examples and counts, the text form, both ways to detect, limits and bad input.

use hueco_courses::solver::{self, Board, Detect, LARGEST, MatrixError, Options, Priority, Solver};
use hueco_courses::{CourseError, Ending, Expected, Fault, Note};
use hueco_search::{Budget, Limit};
use hueco_tiles::{Position, RandomBoards, Shape, parse_board};

const EASY: &str = "3\n0 1 3\n4 2 5\n7 8 6\n";
const HARDER: &str = "3\n8 1 3\n4 0 2\n7 6 5\n";

fn read(text: &str) -> Board {
    solver::read(text.as_bytes(), true, &mut |note| panic!("{note}")).unwrap()
}

fn run(text: &str, options: Options) -> (Ending, String) {
    let mut output = Vec::new();
    let mut notes = Vec::new();
    let ending = solver::run(&read(text), options, &mut output, &mut Budget::unlimited(), &mut |note| notes.push(note));
    // The one thing that is said besides the output: why there is no solution.
    let is_why = |note: &hueco_courses::Note| matches!(note, hueco_courses::Note::NoSolution { .. });
    assert_eq!(notes.len(), usize::from(matches!(ending, Ok(Ending::Unsolvable))), "{notes:?}");
    assert!(notes.iter().all(is_why), "{notes:?}");
    (ending.unwrap(), String::from_utf8(output).unwrap())
}

fn options(priority: Priority, detect: Detect) -> Options {
    Options { priority, detect }
}

#[test]
fn the_documents_example() {
    let expected = "  1 3\n4 2 5\n7 8 6\n\n1   3\n4 2 5\n7 8 6\n\n1 2 3\n4   5\n7 8 6\n\n1 2 3\n4 5\n7 8 6\n\n\
                    1 2 3\n4 5 6\n7 8\n\nNúmero de estados encolados = 10\nNúmero de movimientos = 4\n";
    for priority in [Priority::Manhattan, Priority::Hamming] {
        for detect in [Detect::Formula, Detect::Twin] {
            assert_eq!(run(EASY, options(priority, detect)), (Ending::Done, expected.to_owned()));
        }
    }
}

#[test]
fn the_second_board() {
    let board = read(HARDER);
    assert_eq!((board.hamming(), board.manhattan()), (5, 10));
    for (priority, enqueued) in [(Priority::Manhattan, 137), (Priority::Hamming, 651)] {
        for detect in [Detect::Formula, Detect::Twin] {
            let (_, output) = run(HARDER, options(priority, detect));
            let end = format!("Número de estados encolados = {enqueued}\nNúmero de movimientos = 14\n");
            assert!(output.ends_with(&end), "{output}");
        }
    }
}

#[test]
fn unsolvable_boards_are_detected_in_both_ways() {
    for text in ["3 1 2 3 4 5 6 8 7 0", "2 2 1 3 0", "4 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0"] {
        let detect = if text.starts_with('4') { vec![Detect::Formula] } else { vec![Detect::Formula, Detect::Twin] };
        for detect in detect {
            let answer = run(text, options(Priority::Manhattan, detect));
            assert_eq!(answer, (Ending::Unsolvable, "Sin solución posible\n".to_owned()), "{text}");
        }
    }
}

#[test]
fn a_solved_board_and_every_size() {
    let (_, output) = run("2 1 2 3 0", Options::default());
    assert_eq!(output, "1 2\n3\n\nNúmero de estados encolados = 1\nNúmero de movimientos = 0\n");
    // Beyond 16 cells: 25 cells, one move from the goal, tiles of two digits.
    let mut numbers: Vec<String> = (1..25).map(|n| n.to_string()).collect();
    numbers.insert(23, "0".into());
    let (ending, output) = run(&format!("5 {}", numbers.join(" ")), Options::default());
    assert_eq!(ending, Ending::Done);
    let rows: Vec<&str> = output.lines().collect();
    assert_eq!((rows[0], rows[4], rows[10]), (" 1  2  3  4  5", "21 22 23    24", "21 22 23 24"));
    assert!(output.ends_with("encolados = 4\nNúmero de movimientos = 1\n"), "{output}");
}

#[test]
fn all_2x2_boards() {
    let goal = hueco_tiles::Board::blank_last(Shape::new(2, 2).unwrap());
    let mut solvable = 0;
    for a in 0..4_u16 {
        for b in (0..4).filter(|b| *b != a) {
            for c in (0..4).filter(|c| *c != a && *c != b) {
                let board = Board::from_rows(&[[a, b], [c, 6 - a - b - c]]).unwrap();
                let expected = hueco_tiles::solvability(board.as_tiles(), &goal).unwrap().is_solvable();
                for detect in [Detect::Formula, Detect::Twin] {
                    let solver = Solver::with(&board, options(Priority::Hamming, detect), &mut Budget::unlimited());
                    assert_eq!(solver.is_solvable(), expected, "{board}");
                    assert!(solver.moves().is_none_or(|moves| moves <= 6));
                }
                assert_ne!(Solver::new(&board.twin()).is_solvable(), expected);
                solvable += usize::from(expected);
            }
        }
    }
    assert_eq!(solvable, 12);
}

#[test]
fn solutions_are_shortest_and_legal() {
    let goal = hueco_tiles::Board::blank_last(Shape::new(3, 3).unwrap());
    let boards = RandomBoards::new(&goal, 3).map(|board| Board::try_from(board).unwrap());
    for board in boards.filter(|board| board.manhattan() < 12).take(6) {
        let solver = Solver::new(&board);
        let boards: Vec<Board> = solver.solution().unwrap().collect();
        assert_eq!(boards.len() as u32, solver.moves().unwrap() + 1);
        assert!(boards[0] == board && boards.last().unwrap().is_goal());
        assert!(boards.windows(2).all(|pair| pair[0].neighbours().any(|next| next == pair[1])));
        let model = hueco_courses::formal::Model::new(board.as_tiles(), &goal).unwrap();
        let mut search = hueco_search::BestFirst::breadth_first(&model);
        let report = hueco_search::Search::run(&mut search, &mut (), &mut Budget::unlimited());
        assert_eq!(report.cost(), solver.moves());
    }
}

#[test]
fn a_memory_limit_ends_a_hard_board_with_a_note() {
    let board = read("4 0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1");
    for detect in [Detect::Formula, Detect::Twin] {
        let (mut output, mut notes) = (Vec::new(), Vec::new());
        let mut budget = Budget::unlimited().max_bytes(1 << 20);
        let options = options(Priority::Manhattan, detect);
        let ending = solver::run(&board, options, &mut output, &mut budget, &mut |note| notes.push(note));
        assert_eq!(ending.unwrap(), Ending::Stopped(Limit::Memory));
        assert!(output.is_empty());
        assert!(matches!(notes[..], [Note::GaveUp { limit: Limit::Memory, enqueued }] if enqueued > 100));
        assert!(notes[0].to_string().contains("hueco solve"));
        assert_eq!(budget.byte_limit(), 1 << 20);
    }
}

#[test]
fn matrices_are_checked() {
    assert_eq!(Board::from_rows(&[[0]]), Err(MatrixError::TooSmall));
    assert_eq!(Board::from_rows::<[u16; 0]>(&[]), Err(MatrixError::TooSmall));
    let ragged: &[&[u16]] = &[&[0, 1], &[2]];
    assert_eq!(Board::from_rows(ragged), Err(MatrixError::NotSquare { row: 1, found: 1, expected: 2 }));
    assert!(matches!(Board::from_rows(&[[0, 1], [2, 2]]), Err(MatrixError::Numbers(_))));
    assert!(Board::try_from(parse_board("0 1 2 / 3 4 5", None).unwrap()).is_err());
    let board = Board::from_rows(&[[0, 1], [2, 3]]).unwrap();
    assert_eq!((board.get(0, 1), board.get(1, 0), board.get(0, 2), board.size()), (Some(1), Some(2), None, 2));
}

#[test]
fn neighbours_come_up_down_left_right() {
    let board = Board::from_rows(&[[1, 2, 3], [4, 0, 5], [7, 8, 6]]).unwrap();
    let texts: Vec<String> = board.neighbours().map(|next| next.as_tiles().to_string()).collect();
    let expected = ["1 0 3 / 4 2 5 / 7 8 6", "1 2 3 / 4 8 5 / 7 0 6", "1 2 3 / 0 4 5 / 7 8 6", "1 2 3 / 4 5 0 / 7 8 6"];
    assert_eq!(texts, expected);
}

#[test]
fn bad_input_is_reported_with_its_place() {
    let at = |line, column| Position { line, column };
    let size = Expected::Size { largest: LARGEST };
    let cell = |place| Expected::Cell { place, cells: 9 };
    let cases = [
        ("", at(1, 1), Fault::Ended { expected: size }),
        ("\n 1\n0", at(2, 2), Fault::OutOfRange { found: "1".into(), expected: size }),
        ("x", at(1, 1), Fault::NotAnInteger { found: "x".into(), expected: size }),
        ("182 1", at(1, 1), Fault::OutOfRange { found: "182".into(), expected: size }),
        ("3\n1 2 3 9", at(2, 7), Fault::OutOfRange { found: "9".into(), expected: cell(4) }),
        ("3\n1 2 3 /", at(2, 7), Fault::NotAnInteger { found: "/".into(), expected: cell(4) }),
        ("3\n1 2 3\n1", at(3, 1), Fault::Twice { number: 1, first: at(2, 1) }),
        ("3\n1 2 3\n", at(3, 1), Fault::Ended { expected: cell(4) }),
    ];
    for (text, at, fault) in cases {
        match solver::read(text.as_bytes(), true, &mut |_| {}) {
            Err(CourseError::Input(error)) => assert_eq!((error.at, error.fault), (at, fault), "{text:?}"),
            other => panic!("{text:?}: {other:?}"),
        }
    }
    // What follows the board is ignored, with a note where an end can be expected.
    let mut notes = Vec::new();
    assert!(solver::read(&b"2 1 2 3 0\n 4 more"[..], true, &mut |note| notes.push(note)).is_ok());
    assert_eq!(notes, [hueco_courses::Note::Ignored { at: at(2, 2), found: "4".into() }]);
    assert!(solver::read(&b"2 1 2 3 0 more"[..], false, &mut |note| panic!("{note}")).is_ok());
    assert_eq!(LARGEST, 181);
}
