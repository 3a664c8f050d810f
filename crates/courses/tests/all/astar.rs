//! `astar`: the document's example, prompts, trace and bad input.

use std::collections::BTreeMap;

use hueco_courses::astar::{self, Estimate, Found, GOAL_PROMPT, INITIAL_PROMPT, Options};
use hueco_courses::{CourseError, Ending, Expected, Fault};
use hueco_search::{BestFirst, Budget, Limit, Search};
use hueco_tiles::{Board, Direction, Order, Position, RandomBoards, parse_board, replay};

const INITIAL: &str = "2 8 3 / 1 6 4 / 7 5 0";
const GOAL: &str = "1 2 3 / 8 0 4 / 7 6 5";
/// Ten moves from the goal; a search that never improves a queued state finds twelve.
const TRAP: &str = "8 3 4 / 7 0 1 / 6 2 5";
const ESTIMATES: [Estimate; 3] = [Estimate::Misplaced, Estimate::Manhattan, Estimate::MisplacedBlank];

fn board(text: &str) -> Board {
    parse_board(text, None).unwrap()
}

fn run(initial: &str, options: Options) -> (Ending, String) {
    let mut output = Vec::new();
    let ending = astar::run(&board(initial), &board(GOAL), options, &mut output, &mut Budget::unlimited()).unwrap();
    (ending, String::from_utf8(output).unwrap())
}

fn path(initial: &Board, estimate: Estimate) -> Vec<Direction> {
    match astar::search(initial, &board(GOAL), estimate, &mut |_, _, _| Ok(()), &mut Budget::unlimited()).unwrap() {
        Found::Path(moves) => moves,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_documents_example() {
    let expected = "solution found!\n2 8 3\n1 6 4\n7 5 0\n\n2 8 3\n1 6 4\n7 0 5\n\n2 8 3\n1 0 4\n7 6 5\n\n\
                    2 0 3\n1 8 4\n7 6 5\n\n0 2 3\n1 8 4\n7 6 5\n\n1 2 3\n0 8 4\n7 6 5\n\n1 2 3\n8 0 4\n7 6 5\n\n\
                    left up up left down right\nsolution 6 moves\n";
    for estimate in ESTIMATES {
        let answer = run(INITIAL, Options { estimate, ..Options::default() });
        assert_eq!(answer, (Ending::Done, expected.to_owned()), "{estimate:?}");
    }
}

#[test]
fn the_trace_shows_each_state_taken_from_the_queue() {
    let (_, output) = run(INITIAL, Options { trace: true, ..Options::default() });
    assert!(output.starts_with("Exploring state in A*:\n2 8 3\n1 6 4\n7 5 0\n\nExploring state in A*:\n"), "{output}");
    let (explored, _) = output.split_once("solution found!").unwrap();
    assert!(explored.ends_with("Exploring state in A*:\n1 2 3\n8 0 4\n7 6 5\n\n"), "{output}");
    assert_eq!(
        run(GOAL, Options { trace: true, ..Options::default() }).1,
        concat!(
            "Exploring state in A*:\n1 2 3\n8 0 4\n7 6 5\n\n",
            "solution found!\n1 2 3\n8 0 4\n7 6 5\n\n\nsolution 0 moves\n"
        )
    );
}

#[test]
fn the_drawings_count_along_the_path() {
    let mut estimates = BTreeMap::new();
    let mut explored = |board: &Board, _, h| {
        estimates.insert(board.to_string(), h);
        Ok(())
    };
    let (initial, goal) = (board(INITIAL), board(GOAL));
    let found = astar::search(&initial, &goal, Estimate::MisplacedBlank, &mut explored, &mut Budget::unlimited());
    let Found::Path(moves) = found.unwrap() else { panic!("it has a solution") };
    let along = (0..=moves.len()).map(|count| estimates[&replay(&initial, &moves[..count]).unwrap().to_string()]);
    assert_eq!(along.collect::<Vec<_>>(), [6, 5, 3, 4, 3, 2, 0]);
}

#[test]
fn no_solution_is_reported_before_searching() {
    let mut explored = |_: &Board, _, _| panic!("nothing should be explored");
    let start = board("1 2 3 / 0 4 5 / 7 8 6");
    let found = astar::search(&start, &board(GOAL), Estimate::Misplaced, &mut explored, &mut Budget::unlimited());
    assert_eq!(found.unwrap(), Found::Nothing);
    let answer = run("1 2 3 / 0 4 5 / 7 8 6", Options { trace: true, ..Options::default() });
    assert_eq!(answer, (Ending::Unsolvable, "No solution\n".to_owned()));
}

#[test]
fn the_trap_takes_ten_moves() {
    for estimate in ESTIMATES {
        assert_eq!(path(&board(TRAP), estimate).len(), 10, "{estimate:?}");
    }
    assert_eq!(never_improving(&board(TRAP), &board(GOAL)), 12);
}

/// The document's own rule, plainly: a state in the queue is never improved, and the last of equals comes first.
fn never_improving(initial: &Board, goal: &Board) -> usize {
    let h = |board: &Board| board.tiles().iter().zip(goal.tiles()).filter(|(a, b)| a != b).count();
    let mut queue = vec![(h(initial), 0, initial.clone())];
    let mut known = vec![initial.clone()];
    loop {
        let best = (0..queue.len()).rev().min_by_key(|&i| queue[i].0).expect("the board can be solved");
        let (_, g, board) = queue.remove(best);
        if board == *goal {
            return g;
        }
        for child in Order::UDLR.0.into_iter().filter_map(|direction| board.after(direction)) {
            if !known.contains(&child) {
                known.push(child.clone());
                queue.push((g + 1 + h(&child), g + 1, child));
            }
        }
    }
}

#[test]
fn every_estimate_finds_shortest_paths() {
    let goal = board(GOAL);
    for initial in RandomBoards::new(&goal, 11).take(8) {
        let model = hueco_courses::formal::Model::new(&initial, &goal).unwrap();
        let expected = BestFirst::breadth_first(&model).run(&mut (), &mut Budget::unlimited()).cost();
        for estimate in ESTIMATES {
            let moves = path(&initial, estimate);
            assert_eq!(Some(moves.len() as u32), expected, "{initial} {estimate:?}");
            assert_eq!(replay(&initial, &moves).unwrap(), goal);
        }
    }
}

#[test]
fn limits_and_other_shapes() {
    let ending = astar::run(
        &board("8 6 7 / 2 5 4 / 3 0 1"),
        &board("1 2 3 / 4 5 6 / 7 8 0"),
        Options::default(),
        std::io::sink(),
        &mut Budget::unlimited().max_nodes(100),
    );
    assert_eq!(ending.unwrap(), Ending::Stopped(Limit::Nodes));
    let mismatch =
        astar::run(&board(GOAL), &board("1 2 / 3 0"), Options::default(), std::io::sink(), &mut Budget::unlimited());
    assert!(matches!(mismatch, Err(CourseError::Shape(_))));
}

#[test]
fn boards_from_a_pipe() {
    let (initial, goal) = astar::read(&b"2 8 3 1 6 4 7 5 0\n1 2 3 8 0 4 7 6 5\n"[..]).unwrap();
    assert_eq!((initial, goal), (board(INITIAL), board(GOAL)));
    let at = |line, column| Position { line, column };
    let cell = |place| Expected::Cell { place, cells: 9 };
    let cases = [
        ("", at(1, 1), Fault::Ended { expected: cell(1) }),
        ("2 8 3 1 6 4 7 5 0\n1 x", at(2, 3), Fault::NotAnInteger { found: "x".into(), expected: cell(2) }),
        ("2 8 9", at(1, 5), Fault::OutOfRange { found: "9".into(), expected: cell(3) }),
        ("2 8 2", at(1, 5), Fault::Twice { number: 2, first: at(1, 1) }),
        ("0 1 2 3 4 5 6 7 8\n0 1 2 3 4 5 6 7 8\n0", at(3, 1), Fault::NotTheEnd { found: "0".into() }),
    ];
    for (text, at, fault) in cases {
        match astar::read(text.as_bytes()) {
            Err(CourseError::Input(error)) => assert_eq!((error.at, error.fault), (at, fault), "{text:?}"),
            other => panic!("{text:?}: {other:?}"),
        }
    }
}

#[test]
fn prompts_are_repeated_until_the_board_is_right() {
    let mut typed =
        &b"2 8 3 1 6 4 7 5 5\nhello\n\xff\n1 2 3 4 5 6 7 8 0 9\n2 8 3\n\n2 8 3 1 6 4 7 5 0\n1 2 3 8 0 4 7 6 5\n"[..];
    let mut output = Vec::new();
    let mut wrong = Vec::new();
    let mut remark = |error: hueco_courses::InputError| wrong.push(error.fault);
    assert_eq!(astar::ask(INITIAL_PROMPT, &mut typed, &mut output, &mut remark).unwrap(), board(INITIAL));
    assert_eq!(astar::ask(GOAL_PROMPT, &mut typed, &mut output, &mut remark).unwrap(), board(GOAL));
    // A short line is answered at once, and says what is missing.
    let missing = |place| Fault::Ended { expected: Expected::Cell { place, cells: 9 } };
    assert_eq!((wrong.len(), &wrong[4], &wrong[5]), (6, &missing(4), &missing(1)));
    let again = "Enter initial board: Invalid Input\n".repeat(6);
    assert_eq!(String::from_utf8(output).unwrap(), format!("{again}Enter initial board: Enter goal board: "));
    let ended = astar::ask(GOAL_PROMPT, typed, std::io::sink(), &mut |_| {});
    assert!(matches!(ended, Err(CourseError::Input(error)) if matches!(error.fault, Fault::Ended { .. })));
}

/// What a Python program that follows a listing literally prints for these boards, one output after the other.
fn reference(listing: &str, boards: &[Board]) -> Option<Vec<String>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/listings.py");
    let input: Vec<String> =
        boards.iter().map(|board| board.tiles().iter().map(u16::to_string).collect::<Vec<_>>().join(" ")).collect();
    let output = std::process::Command::new("python3").arg(file).arg(listing).args(&input).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.split("====\n").skip(1).map(str::to_owned).collect())
}

#[test]
fn the_listings_are_followed_byte_for_byte() {
    use hueco_courses::astar::{Listing, Ties};
    let mut boards: Vec<Board> = hueco_tiles::RandomBoards::new(&board(GOAL), 8).take(12).collect();
    boards.extend([board(INITIAL), board("8 3 4 / 7 0 1 / 6 2 5"), board(GOAL), board("1 2 3 / 0 4 5 / 7 8 6")]);
    let literal = Options { trace: true, listing: Listing::FirstLiterally, ..Options::default() };
    let blank = Estimate::MisplacedBlank;
    let listings = [
        (
            "second",
            Options { listing: Listing::Second, estimate: Estimate::Manhattan, trace: true, ..Options::default() },
        ),
        ("first-fifo", Options { estimate: blank, ..literal }),
        ("first-lifo", Options { estimate: blank, ties: Ties::Lifo, ..literal }),
        ("first-state", Options { estimate: blank, ties: Ties::State, ..literal }),
    ];
    for (name, options) in listings {
        let Some(expected) = reference(name, &boards) else { return };
        assert_eq!(expected.len(), boards.len());
        for (start, expected) in boards.iter().zip(&expected) {
            let mut output = Vec::new();
            astar::run(start, &board(GOAL), options, &mut output, &mut Budget::unlimited()).unwrap();
            assert_eq!(String::from_utf8(output).unwrap(), *expected, "{name}: {start}");
        }
    }
    // The document's own rule can lose the shortest path.
    let lifo = Options { estimate: blank, ties: Ties::Lifo, trace: false, ..literal };
    assert!(run("8 3 4 / 7 0 1 / 6 2 5", lifo).1.ends_with("solution 12 moves\n"));
    // With the better path kept, ties do not change the length.
    for ties in [Ties::Fifo, Ties::Lifo, Ties::State] {
        let options = Options { estimate: blank, ties, ..Options::default() };
        assert!(run("8 3 4 / 7 0 1 / 6 2 5", options).1.ends_with("solution 10 moves\n"));
    }
}
