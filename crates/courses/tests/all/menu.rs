//! `menu` against the golden files, the document's own examples, and a naive program of its own.

mod naive;

use std::io::{self, Write};
use std::path::Path;

use hueco_courses::menu::{self, Guide, Step};
use hueco_courses::{CourseError, Ending, Expected, Fault, InputError, Note};
use hueco_tiles::{Board, Position, RandomBoards, parse_board};

fn run(input: &str) -> (Result<Ending, CourseError>, String, Vec<Note>) {
    let (mut file, mut notes) = (Vec::new(), Vec::new());
    let ended = menu::run(input.as_bytes(), &mut file, None, &mut |note| notes.push(note));
    (ended, String::from_utf8(file).unwrap(), notes)
}

fn file(input: &str) -> String {
    let (ended, file, notes) = run(input);
    assert_eq!(ended.unwrap(), Ending::Done);
    assert_eq!(notes, [], "{input}");
    file
}

fn fault(input: &str) -> (InputError, String) {
    match run(input) {
        (Err(CourseError::Input(error)), file, _) => (error, file),
        other => panic!("{input}: {other:?}"),
    }
}

#[test]
fn golden_files() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/menu"));
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).expect("the golden files") {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "in") {
            let expected = std::fs::read_to_string(path.with_extension("out")).unwrap();
            let input = std::fs::read_to_string(&path).unwrap();
            assert!(file(&input) == expected, "{} differs", path.display());
            assert!(naive::run(&input) == expected, "{} differs from the naive program", path.display());
            compared += 1;
        }
    }
    assert_eq!(compared, 11, "golden files");
}

#[test]
fn the_longest_runs() {
    let count = |input: &str| file(input).trim_end().lines().last().unwrap().to_owned();
    assert_eq!(count("1 5 2 1 3 6 4 7 8 0 2 5"), "1839");
    assert_eq!(count("1 1 8 6 2 7 3 0 5 4 3 5"), "1059");
    assert_eq!(count("1 1 8 3 6 2 4 5 0 7 4 5"), "3308");
}

#[test]
fn the_documents_first_example() {
    let path = "1 2 0\n3 4 5\n6 7 8\n\n1 0 2\n3 4 5\n6 7 8\n\n0 1 2\n3 4 5\n6 7 8\n\n3\n\n";
    let expected = format!("-1\n\n-1\n\n-1\n\n-1\n\nPIEZAS\n\n{path}SUMAS\n\n{path}REGRESOS\n\n{path}");
    assert_eq!(file("2\n3\n4\n2\n1\n1 2 0\n3 4 5\n6 7 8\n2\n3\n4\n5\n"), expected);
}

#[test]
fn the_documents_third_example_takes_15_steps() {
    let file = file("1 1 2 3 4 0 5 6 7 8\n4\n5");
    assert!(file.starts_with("REGRESOS\n\n1 2 3\n4 0 5\n6 7 8\n\n1 2 3\n0 4 5\n6 7 8\n\n"), "{file}");
    assert!(file.ends_with("0 1 2\n3 4 5\n6 7 8\n\n15\n\n"), "{file}");
}

#[test]
fn an_input_without_runs_writes_nothing() {
    assert_eq!(file("5"), "");
    assert_eq!(file("1 1 2 3 4 0 5 6 7 8 1 0 1 2 3 4 5 6 8 7 5"), "");
}

#[test]
fn nothing_after_5_counts() {
    assert_eq!(file("2 5 2 2 9 not a number \u{fffd}"), "-1\n\n");
}

#[test]
fn a_start_that_is_the_goal_is_one_step() {
    assert_eq!(file("1 0 1 2 3 4 5 6 7 8 3 5"), "SUMAS\n\n0 1 2\n3 4 5\n6 7 8\n\n1\n\n");
}

#[test]
fn hundreds_of_random_inputs_agree_with_the_naive_program() {
    let mut random = RandomBoards::new(&menu::goal(), 20_261_115);
    for case in 0..400_usize {
        let mut input = String::new();
        for part in 0..=case % 3 {
            let board = random.next().unwrap();
            let gap = ["\n", " ", "\t \r\n", "   "][(case + part) % 4];
            if (case + part) % 7 != 6 {
                input += &["1", &board.to_string().replace(" / ", gap), ""].join(gap);
            }
            for option in 0..=case % 2 {
                input += &[&(2 + (case + part + option) % 3).to_string(), ""].join(gap);
            }
        }
        input += "5\n2 3";
        assert!(file(&input) == naive::run(&input), "{input:?}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_run_with_a_note() {
    let (ended, file, notes) = run("2\n 3\n");
    assert_eq!(ended.unwrap(), Ending::Done);
    assert_eq!(file, "-1\n\n-1\n\n");
    assert_eq!(notes, [Note::EndedWithoutFive { at: Position { line: 3, column: 1 } }]);
    let (_, file, notes) = run("");
    assert_eq!((file.as_str(), notes.len()), ("", 1));
}

#[test]
fn an_unsolvable_board_is_reported_at_once_and_later_options_run() {
    let (ended, file, notes) = run("1 0 1 2 3 4 5 6 8 7 2 4 1 1 0 2 3 4 5 6 7 8 3 5");
    assert_eq!(ended.unwrap(), Ending::Done);
    assert!(file.starts_with("-1\n\n-1\n\nSUMAS\n\n1 0 2\n"), "{file}");
    let guides: Vec<_> = notes.iter().map(|note| matches!(note, Note::Unsolvable { .. })).collect();
    assert_eq!(guides, [true, true]);
    assert!(notes[0].to_string().contains("0 1 2 / 3 4 5 / 6 8 7"), "{}", notes[0]);
}

#[test]
fn bad_input_is_reported_with_its_place_and_what_was_written_stays() {
    let at = |line, column| Position { line, column };
    let cell = |place| Expected::Cell { place, cells: 9 };
    let cases = [
        ("2\n  x", at(2, 3), Fault::NotAnInteger { found: "x".into(), expected: Expected::Choice }),
        ("2 2.0", at(1, 3), Fault::NotAnInteger { found: "2.0".into(), expected: Expected::Choice }),
        ("2 6", at(1, 3), Fault::OutOfRange { found: "6".into(), expected: Expected::Choice }),
        ("2 0", at(1, 3), Fault::OutOfRange { found: "0".into(), expected: Expected::Choice }),
        ("2 -1", at(1, 3), Fault::OutOfRange { found: "-1".into(), expected: Expected::Choice }),
        (
            "2 99999999999999999999",
            at(1, 3),
            Fault::OutOfRange { found: "99999999999999999999".into(), expected: Expected::Choice },
        ),
        ("2 1\n1 2 9", at(2, 5), Fault::OutOfRange { found: "9".into(), expected: cell(3) }),
        ("2 1\n1 2 -3", at(2, 5), Fault::OutOfRange { found: "-3".into(), expected: cell(3) }),
        ("2 1\n1 2 ñ 4", at(2, 5), Fault::NotAnInteger { found: "ñ".into(), expected: cell(3) }),
        ("2 1\n1 2\n3 2 4", at(3, 3), Fault::Twice { number: 2, first: at(2, 3) }),
        ("2 1\n1 2 0 3 4", at(2, 10), Fault::Ended { expected: cell(6) }),
        ("2 1", at(1, 4), Fault::Ended { expected: cell(1) }),
    ];
    for (input, at, expected) in cases {
        let (error, file) = fault(input);
        assert_eq!((error.at, &error.fault), (at, &expected), "{input:?}");
        assert_eq!(file, "-1\n\n", "{input:?}");
        assert!(error.to_string().contains("expected"), "{error}");
    }
    let (_, file) = fault("2\n1 1 2 0 3 4 5 6 7 8\n2\n1 1 1 1 1 1 1 1 1 1\n");
    assert!(file.starts_with("-1\n\nPIEZAS\n\n1 2 0\n") && file.ends_with("\n3\n\n"), "{file}");
}

#[test]
fn bytes_that_are_no_text_are_no_integer() {
    let mut file = Vec::new();
    let ended = menu::run(&b"2 \xff\xfe 5"[..], &mut file, None, &mut |_| {});
    assert!(matches!(ended, Err(CourseError::Input(InputError { fault: Fault::NotAnInteger { .. }, .. }))));
    assert_eq!(file, b"-1\n\n");
}

/// Takes `room` bytes and fails.
struct Full {
    room: usize,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.room == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let taken = bytes.len().min(self.room);
        self.room -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_ends_the_run() {
    for room in [0, 3, 20, 50_000] {
        let ended = menu::run(&b"1 1 8 3 6 2 4 5 0 7 4 4 4 5"[..], Full { room }, None, &mut |_| {});
        assert!(
            matches!(ended, Err(CourseError::Write(error)) if error.kind() == io::ErrorKind::StorageFull),
            "{room}"
        );
    }
}

fn steps(input: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut show = |step: &Step| {
        steps.push(step.clone());
        Ok(())
    };
    menu::run(input.as_bytes(), io::sink(), Some(&mut show), &mut |_| {}).unwrap();
    steps
}

#[test]
fn steps_show_the_documents_table() {
    let steps = steps("1 1 2 3 4 0 5 6 7 8 4 5");
    assert_eq!(steps.len(), 15);
    let first = &steps[0];
    assert_eq!((first.number, first.guide, first.is_goal, first.stack), (1, Guide::Reversals, false, 4));
    let children: Vec<_> = first
        .children
        .iter()
        .map(|child| (child.board.to_string(), child.values.f(), child.values.d, child.pushed))
        .collect();
    let expected = [
        ("1 0 3 / 4 2 5 / 6 7 8".to_owned(), 11, 2, Some(3)),
        ("1 2 3 / 4 7 5 / 6 0 8".to_owned(), 12, 0, Some(1)),
        ("1 2 3 / 0 4 5 / 6 7 8".to_owned(), 8, 0, Some(4)),
        ("1 2 3 / 4 5 0 / 6 7 8".to_owned(), 12, 0, Some(2)),
    ];
    assert_eq!(children, expected);
    // The way back was pushed before.
    assert_eq!(steps[1].children.last().map(|child| child.pushed), Some(None));
    let last = steps.last().unwrap();
    assert!(last.is_goal && last.children.is_empty() && last.board == menu::goal());
    assert!(first.to_string().contains("  L  1 2 3 / 0 4 5 / 6 7 8  g=3 h=5 f=8 d=0  push 4\n"), "{first}");
}

#[test]
fn steps_agree_with_the_naive_program() {
    for (case, board) in RandomBoards::new(&menu::goal(), 7).take(12).enumerate() {
        let option = 2 + case % 3;
        let found: Vec<Board> = steps(&format!("1 {} {option} 5", board.to_string().replace(" / ", " ")))
            .into_iter()
            .inspect(|step| {
                let numbers: Vec<i32> = step.board.tiles().iter().map(|&tile| tile.into()).collect();
                let values = (step.values.g as i32, step.values.h as i32, step.values.d as i32);
                assert_eq!(values, (naive::g(&numbers), naive::h(&numbers), naive::d(&numbers)));
            })
            .map(|step| step.board)
            .collect();
        let numbers = board.tiles().iter().map(|&tile| tile.into()).collect();
        let expected: Vec<Board> = naive::steps(option as i32, &numbers)
            .iter()
            .map(|board| board.iter().map(i32::to_string).collect::<Vec<_>>().join(" "))
            .map(|text| parse_board(&text, None).unwrap())
            .collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn a_step_that_cannot_be_shown_ends_the_run() {
    let mut show = |_: &Step| Err(io::ErrorKind::BrokenPipe.into());
    let ended = menu::run(&b"1 1 2 3 4 0 5 6 7 8 4 5"[..], io::sink(), Some(&mut show), &mut |_| {});
    assert!(matches!(ended, Err(CourseError::Show(_))));
}

#[test]
fn a_person_is_asked_again_after_a_typo() {
    use hueco_courses::menu::Turn;
    let typed = "2\n7 3\nhello\n1\n1 2 3 4 0 5 6 7 7 9\n1 2 3 4 0 5 6 7 8\n4\n5\n2\n";
    let (mut file, mut turns) = (Vec::new(), Vec::new());
    let ended = menu::converse(typed.as_bytes(), &mut file, None, &mut |_| {}, &mut |turn| turns.push(turn));
    assert!(ended.is_ok());
    let (_, right, _) = run("2 1 1 2 3 4 0 5 6 7 8 4 5");
    assert_eq!(String::from_utf8(file).unwrap(), right);
    let wrong = turns.iter().filter(|turn| matches!(turn, Turn::Wrong(_))).count();
    let boards = turns.iter().filter(|turn| **turn == Turn::Board).count();
    assert_eq!((wrong, boards), (3, 2));
    let ended = menu::converse(&b"1 1 2 3"[..], io::sink(), None, &mut |_| {}, &mut |_| {});
    assert!(matches!(ended, Err(CourseError::Input(_))));
}
