//! Every text form reads back what was printed, and every error points at the token at fault.

use hueco_tiles::board::ShapeError;
use hueco_tiles::parse::{ExpectedJson, Fault, ParseShapeError};
use hueco_tiles::{
    Board, ParseError, Position, RandomBoards, Shape, parse_board, parse_goal, parse_layout, parse_shape,
};
use proptest::prelude::*;

fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).unwrap()
}

fn numbers(text: &str, size: Option<Shape>) -> (String, Vec<u16>) {
    let board = parse_board(text, size).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    (board.shape().to_string(), board.tiles().to_vec())
}

#[track_caller]
fn fails(text: &str, size: Option<Shape>, line: usize, column: usize, what: Fault) {
    assert_eq!(parse_board(text, size), Err(ParseError { at: Position { line, column }, what }), "{text:?}");
}

#[test]
fn all_forms_of_one_board() {
    let expected = ("3x3".to_owned(), vec![1, 2, 3, 4, 0, 5, 7, 8, 6]);
    for text in [
        "1 2 3 / 4 0 5 / 7 8 6",
        "1 2 3/4 _ 5/7 8 6",
        "1,2,3/4,.,5/7,8,6",
        "1, 2, 3 /\r\n4, 0, 5 /\r\n7, 8, 6 /\r\n",
        "1 2 3\n4 0 5\n7 8 6\n",
        "\n# a board\n1 2 3\n\n4 0 5 # the blank\n7 8 6",
        "1 2 3 4 0 5 7 8 6",
        "3 1 2 3 4 0 5 7 8 6",
        "3\n1 2 3\n4 0 5\n7 8 6",
        "3 / 1 2 3 / 4 0 5 / 7 8 6",
        "3\n1 2 3 4 0 5 7 8 6",
        "3\n1\n2\n3\n4\n0\n5\n7\n8\n6",
        "3 1 2\n3 4 0 5\n7 8 6",
        "\u{feff}1\u{a0}2\t3/4 00 5/7 8 006",
        "[[1,2,3],[4,0,5],[7,8,6]]",
        "[1,2,3,4,0,5,7,8,6]",
        "# a board\n\n [ [ 1, 2, 3 ],\n[4,\n0, 5] # the blank\n,[7,8,6]\t]\n\n",
        "\u{feff}[1, 2, 3, 4, 0, 5, 7, 8, 6] # all of it",
    ] {
        assert_eq!(numbers(text, None), expected, "{text:?}");
        assert_eq!(numbers(text, Some(shape(3, 3))), expected, "{text:?}");
    }
}

#[test]
fn ambiguities_are_decided() {
    assert_eq!(numbers("1 2 3 0", None).0, "2x2");
    assert_eq!(numbers("1 2 3 0", Some(shape(1, 4))).0, "1x4");
    assert_eq!(numbers("1 2 3 0", Some(shape(4, 1))).0, "4x1");
    assert_eq!(numbers("2 1 2 3 0", None), ("2x2".into(), vec![1, 2, 3, 0]));
    assert_eq!(numbers("2 1 4 3 0", Some(shape(1, 5))).0, "1x5");
    assert_eq!(numbers("2\n1\n3\n4\n0", None), ("5x1".into(), vec![2, 1, 3, 4, 0]));
    assert_eq!(numbers("2\n1\n2\n3\n0", None), ("2x2".into(), vec![1, 2, 3, 0]));
    assert_eq!(numbers("3 1 2 4 5 / 6 7 8 9 0", None).0, "2x5");
    assert_eq!(numbers("3 1 2 4 5\n6 7 8 9 0", None).0, "2x5");
    assert_eq!(numbers("1 / 0", None).0, "2x1");
}

#[test]
fn rows_in_json_are_the_boards_rows() {
    assert_eq!(numbers("[[1, 2, 0]]", None).0, "1x3");
    assert_eq!(numbers("[[1], [2], [0]]", None).0, "3x1");
    assert_eq!(numbers("[[2, 1, 4, 3, 0]]", None), ("1x5".into(), vec![2, 1, 4, 3, 0]));
    assert_eq!(numbers("[1, 2, 0]", Some(shape(3, 1))).0, "3x1");
    fails("[[1, 2, 3, 0]]", Some(shape(2, 2)), 1, 9, Fault::RowLength { row: 1, expected: 2, found: 4 });
    fails("[[1, 2], [3, 0]]", Some(shape(1, 4)), 1, 6, Fault::RowLength { row: 1, expected: 4, found: 2 });
    fails("[[1, 2], [3, 0]]", Some(shape(3, 2)), 1, 14, Fault::RowCount { expected: 3, found: 2 });
    fails("[[1, 2],\n[3]]", None, 2, 2, Fault::RowLength { row: 2, expected: 2, found: 1 });
    fails("[1, 2, 3]", None, 1, 8, Fault::NoShape { count: 3 });
    fails("[2, 1, 2, 3, 0]", None, 1, 14, Fault::NoShape { count: 5 });
    fails("[1, 2, 3]", Some(shape(2, 2)), 1, 8, Fault::Count { shape: shape(2, 2), found: 3 });
    fails("[[1, 2], [2, 0]]", None, 1, 11, Fault::Twice { number: 2, first: Position { line: 1, column: 6 } });
    fails("[[1, 2], [3, 4]]", None, 1, 14, Fault::NoBlank);
    fails("[0]", None, 1, 2, Fault::TooSmall);
}

#[test]
fn what_was_expected_of_brackets_is_said() {
    let said = |text: &str| parse_board(text, None).unwrap_err().to_string();
    for (text, expected) in [
        ("[]", "a number or ["),
        ("[[]]", "a number"),
        ("[1 2]", ", or ]"),
        ("[[1, 2], 3]", "["),
        ("[1, 0]]", "nothing more"),
    ] {
        assert!(said(text).contains(&format!("expected {expected}")), "{}", said(text));
    }
}

#[test]
fn brackets_at_fault() {
    let wrong = |text, line, column, found: &str, expected| {
        fails(text, None, line, column, Fault::Json { found: Some(found.into()), expected });
    };
    wrong("[]", 1, 2, "]", ExpectedJson::NumberOrRow);
    wrong("[[]]", 1, 3, "]", ExpectedJson::Number);
    wrong("[[1, 2][3, 0]]", 1, 8, "[", ExpectedJson::CommaOrEnd);
    wrong("[[1, 2], 3, 0]", 1, 10, "3", ExpectedJson::Row);
    wrong("[1, [2], 3, 0]", 1, 5, "[", ExpectedJson::Number);
    wrong("[[[1, 2], [3, 0]]]", 1, 3, "[", ExpectedJson::Number);
    wrong("[1 2, 3, 0]", 1, 4, "2", ExpectedJson::CommaOrEnd);
    wrong("[1,, 2, 0]", 1, 4, ",", ExpectedJson::Number);
    wrong("[1, 2, 3, 0,]", 1, 13, "]", ExpectedJson::Number);
    wrong("[[1, 2], [3, 0],]", 1, 17, "]", ExpectedJson::Row);
    wrong("[1, 2, 3, 0]]", 1, 13, "]", ExpectedJson::Nothing);
    wrong("[[1, 2], [3, 0]]\n[[1, 2], [3, 0]]", 2, 1, "[", ExpectedJson::Nothing);
    wrong("[1, 2, 3, 0] 5", 1, 14, "5", ExpectedJson::Nothing);
    wrong("[1, 2, 3, _]", 1, 11, "_", ExpectedJson::Number);
    wrong("[1, 2, 3, 0.0]", 1, 11, "0.0", ExpectedJson::Number);
    wrong("[1, 2 / 3, 0]", 1, 7, "/", ExpectedJson::CommaOrEnd);
    wrong("[1, \"2\", 3, 0]", 1, 5, "\"2\"", ExpectedJson::Number);
    wrong("[ñ, null]", 1, 2, "ñ", ExpectedJson::NumberOrRow);
    let ends = |text, line, column, expected| fails(text, None, line, column, Fault::Json { found: None, expected });
    ends("[", 1, 1, ExpectedJson::NumberOrRow);
    ends("[[1, 2],", 1, 8, ExpectedJson::Row);
    ends("[[1, 2],\n[3, 0]\n", 2, 6, ExpectedJson::CommaOrEnd);
    ends("[1, 2, 3, 0 # ]", 1, 11, ExpectedJson::CommaOrEnd);
    fails("[1, 2, 3, -0]", None, 1, 11, Fault::Hyphen { found: "-0".into() });
    fails("1 2 [3 0]", None, 1, 5, Fault::Unexpected { found: "[3".into() });
    fails("{\"board\":[1, 2, 3, 0]}", None, 1, 1, Fault::Unexpected { found: "{\"board\":[1".into() });
}

/// The rows of a text that another reader of JSON accepts: lists of numbers, or one of them.
fn json_rows(text: &str) -> Option<Vec<Vec<u64>>> {
    let rows = serde_json::from_str::<Vec<Vec<u64>>>(text).ok();
    rows.or_else(|| Some(vec![serde_json::from_str::<Vec<u64>>(text).ok()?]))
}

#[test]
fn tokens_at_fault() {
    let unexpected = |found: &str| Fault::Unexpected { found: found.into() };
    fails("", None, 1, 1, Fault::Empty);
    fails(" # nothing\n\n", None, 1, 1, Fault::Empty);
    fails("1 2 x / 3 0 4", None, 1, 5, unexpected("x"));
    fails("1 2\n3 1é0", None, 2, 3, unexpected("1é0"));
    fails("é", None, 1, 1, unexpected("é"));
    fails("ñ1 2", None, 1, 1, unexpected("ñ1"));
    fails("1 +2 / 3 0", None, 1, 3, unexpected("+2"));
    fails("1 __ / 3 0", None, 1, 3, unexpected("__"));
    fails("-1 2 / 3 0", None, 1, 1, Fault::Hyphen { found: "-1".into() });
    fails("--help", None, 1, 1, Fault::Hyphen { found: "--help".into() });
    fails("-", None, 1, 1, Fault::Hyphen { found: "-".into() });
    let digits = "18446744073709551616";
    fails(&format!("1 2 / 0 {digits}"), None, 1, 9, Fault::NumberTooLarge { found: digits.into() });
    fails(&"9".repeat(1000), None, 1, 1, Fault::NumberTooLarge { found: format!("{}…", "9".repeat(24)) });
    fails("/ 1 2", None, 1, 1, Fault::EmptyRow);
    fails("1 2 / / 3 0", None, 1, 7, Fault::EmptyRow);
    fails("1 2 /\n/ 3 0", None, 2, 1, Fault::EmptyRow);
}

#[test]
fn shapes_at_fault() {
    fails("1 2 3 / 4 0 / 5", None, 1, 11, Fault::RowLength { row: 2, expected: 3, found: 2 });
    fails("1 2\n3 0 4", None, 2, 5, Fault::RowLength { row: 2, expected: 2, found: 3 });
    fails("1 2 / 3 0", Some(shape(2, 3)), 1, 3, Fault::RowLength { row: 1, expected: 3, found: 2 });
    fails("1 2 / 3 0", Some(shape(3, 2)), 1, 9, Fault::RowCount { expected: 3, found: 2 });
    fails("1 2 / 3 0 / 4 5", Some(shape(2, 2)), 1, 13, Fault::RowCount { expected: 2, found: 3 });
    fails("1 2 3", Some(shape(2, 2)), 1, 5, Fault::Count { shape: shape(2, 2), found: 3 });
    fails("1 2 3 0 4", Some(shape(2, 2)), 1, 9, Fault::Count { shape: shape(2, 2), found: 5 });
    fails("3\n1 2 3\n4 0 5\n7 8", None, 4, 3, Fault::Count { shape: shape(3, 3), found: 8 });
    fails("2\n1 2 3\n0 1", None, 3, 3, Fault::Count { shape: shape(2, 2), found: 5 });
    fails("2 1 2 3 0", Some(shape(3, 3)), 1, 1, Fault::OtherSize { given: shape(3, 3), found: shape(2, 2) });
    fails("1 2 3", None, 1, 5, Fault::NoShape { count: 3 });
    fails("0", None, 1, 1, Fault::TooSmall);
    fails("4000000000\n1 2 3\n", None, 1, 1, Fault::TooLarge);
    fails("18446744073709551615\n1 2 3\n", None, 1, 1, Fault::TooLarge);
}

#[test]
fn numbers_at_fault() {
    fails("1 2 / 0 4", None, 1, 9, Fault::OutOfRange { number: 4, largest: 3 });
    fails("1 2 / 0 18446744073709551615", None, 1, 9, Fault::OutOfRange { number: u64::MAX, largest: 3 });
    fails("1 2\n0 1", None, 2, 3, Fault::Twice { number: 1, first: Position { line: 1, column: 1 } });
    fails("_ 2\n. 1", None, 2, 1, Fault::Twice { number: 0, first: Position { line: 1, column: 1 } });
    fails("1 2 / 4 3", None, 1, 7, Fault::NoBlank);
    fails("1 2 3 4 5 6 7 8 9", None, 1, 17, Fault::NoBlank);
    fails("1 2 / 3 3", None, 1, 9, Fault::Twice { number: 3, first: Position { line: 1, column: 7 } });
}

#[test]
fn the_largest_board_and_one_cell_more() {
    let shape = shape(1 << 7, 1 << 8);
    let board = Board::blank_first(shape);
    assert_eq!(parse_board(&board.to_string(), None).as_ref(), Ok(&board));
    let more = format!("{board} / 1");
    assert!(matches!(parse_board(&more, None).unwrap_err().what, Fault::RowLength { row: 129, .. }));
    let many = "1 ".repeat(Shape::MAX_CELLS + 2);
    fails(&many, None, 1, 2 * (Shape::MAX_CELLS + 1) + 1, Fault::TooLarge);
    assert_eq!(parse_layout("7 7 7 7", None).unwrap().numbers().len(), 4);
}

#[test]
fn shapes_and_goals() {
    assert_eq!(parse_shape("3x4"), Ok(shape(3, 4)));
    assert_eq!(parse_shape(" 3 X 4 "), Ok(shape(3, 4)));
    for text in ["", "3", "x", "3x", "x4", "3x4x5", "-3x4", "3.5x4", "３x4"] {
        assert_eq!(parse_shape(text), Err(ParseShapeError::Form { found: text.into() }));
    }
    assert_eq!(parse_shape("1x1"), Err(ParseShapeError::Shape(ShapeError::TooSmall { rows: 1, cols: 1 })));
    assert!(matches!(parse_shape("999999999999999999999x2"), Err(ParseShapeError::Shape(ShapeError::TooLarge { .. }))));

    assert_eq!(parse_goal("blank-last", shape(2, 3)), Ok(Board::blank_last(shape(2, 3))));
    assert_eq!(parse_goal(" blank-first\n", shape(2, 3)), Ok(Board::blank_first(shape(2, 3))));
    assert_eq!(parse_goal("1 2 3 4 5 0", shape(2, 3)), Ok(Board::blank_last(shape(2, 3))));
    assert!(parse_goal("1 2 / 3 0", shape(2, 3)).is_err());
    assert!(parse_goal("blank-lost", shape(2, 3)).is_err());
}

/// A board of any small shape.
fn boards() -> impl Strategy<Value = Board> {
    let shapes = (1_usize..7, 1_usize..7).prop_filter("two cells", |(rows, cols)| rows * cols > 1);
    (shapes, any::<u64>())
        .prop_map(|((rows, cols), seed)| RandomBoards::new(&Board::blank_last(shape(rows, cols)), seed).next().unwrap())
}

/// The tokens of a text with their places, found independently of the parser.
fn tokens(text: &str) -> Vec<(Position, &str)> {
    text.lines()
        .enumerate()
        .flat_map(|(line, text)| {
            text.split(' ').scan(1, move |column, word| {
                let at = Position { line: line + 1, column: *column };
                *column += word.chars().count() + 1;
                Some((at, word))
            })
        })
        .filter(|(_, word)| !word.is_empty() && *word != "/")
        .collect()
}

proptest! {
    #[test]
    fn json_is_read_as_another_reader_does(text in r"\[(\[|\]|,|[0-9]| |\n){0,24}\]?") {
        let theirs = json_rows(&text);
        let ours = parse_layout(&text, None);
        match (&ours, &theirs) {
            (Ok(layout), Some(rows)) => {
                let numbers: Vec<u64> = layout.numbers().iter().map(|placed| placed.number).collect();
                prop_assert_eq!(numbers, rows.concat());
                let is_nested = text.matches('[').count() > 1;
                prop_assert_eq!(layout.shape().rows(), if is_nested { rows.len() } else { layout.shape().cols() });
            }
            // A number may begin with 0 here.
            (Ok(_), None) => prop_assert!(text.split(|c: char| !c.is_ascii_digit()).any(|n| n.len() > 1 && n.starts_with('0'))),
            // Lists that are no board: rows of different lengths, or numbers for no shape.
            (Err(error), Some(_)) => prop_assert!(!matches!(error.what, Fault::Json { .. }) || theirs == Some(vec![]) || theirs.as_ref().is_some_and(|rows| rows.iter().any(Vec::is_empty)), "{error}"),
            (Err(_), None) => {}
        }
    }
}

proptest! {
    #[test]
    fn printed_boards_read_back(board in boards(), comment in "#[ -~]{0,20}") {
        let (rows, cols) = (board.shape().rows(), board.shape().cols());
        let size = Some(board.shape());
        let slashes = board.to_string();
        let in_lines = format!("{comment}\n{} {comment}\n", slashes.replace(" / ", &format!(" {comment}\n")));
        let row_major = slashes.replace(" / ", " ");
        for text in [&slashes, &in_lines, &slashes.replace(' ', ","), &row_major] {
            prop_assert_eq!(parse_board(text, size), Ok(board.clone()), "{:?}", text);
        }
        if rows > 1 {
            prop_assert_eq!(parse_board(&slashes, None), Ok(board.clone()));
            prop_assert_eq!(parse_board(&in_lines, None), Ok(board.clone()));
        }
        if rows == cols {
            for text in [row_major.clone(), format!("{rows} {row_major}"), format!("{rows}\n{in_lines}")] {
                prop_assert_eq!(parse_board(&text, None), Ok(board.clone()), "{:?}", text);
            }
        }
    }

    #[test]
    fn a_spoiled_token_is_the_one_named(board in boards(), which in any::<prop::sample::Index>(), lines in any::<bool>()) {
        let mut text = board.to_string();
        if lines {
            text = text.replace(" / ", "\n");
        }
        let size = Some(board.shape());
        let places = tokens(&text);
        let (at, _) = places[which.index(places.len())];
        for (spoiled, matches) in [
            ("x1", Fault::Unexpected { found: "x1".into() }),
            ("-7", Fault::Hyphen { found: "-7".into() }),
            ("777", Fault::OutOfRange { number: 777, largest: board.shape().cells() - 1 }),
        ] {
            let text: Vec<String> = text.lines().enumerate().map(|(line, text)| {
                let mut column = 1;
                text.split(' ').map(|word| {
                    let here = Position { line: line + 1, column };
                    column += word.len() + 1;
                    if here == at { spoiled } else { word }
                }).collect::<Vec<_>>().join(" ")
            }).collect();
            prop_assert_eq!(parse_board(&text.join("\n"), size), Err(ParseError { at, what: matches }));
        }
    }

    #[test]
    fn layouts_fill_their_shape(text in "[0-9 /,\n#_.]{0,60}") {
        if let Ok(layout) = parse_layout(&text, None) {
            prop_assert_eq!(layout.numbers().len(), layout.shape().cells());
        }
    }
}
