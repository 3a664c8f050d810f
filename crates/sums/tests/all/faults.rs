//! Every fault is found, with its line and column; nothing that is written can make the reader panic.

use hueco_sums::{Counted, Expected, Fault, fuzz, parse};
use proptest::prelude::*;

#[track_caller]
fn refused(text: &str, line: u32, column: u32, fault: &Fault) {
    let error = parse(text).expect_err("refused");
    assert_eq!((error.line, error.column, &error.fault), (line, column, fault), "{error}");
}

fn unexpected(expected: Expected, found: Option<&str>) -> Fault {
    Fault::Unexpected { expected, found: found.map(str::to_string) }
}

/// A board of two cells, three lines, before `rest` on line 5.
fn board(rest: &str) -> String {
    format!("cells\n A B\n\nnumbers 1 2\n{rest}\n")
}

#[test]
fn files_that_make_no_puzzle() {
    refused("", 1, 1, &Fault::Empty);
    refused("\n  # only a comment\n\n", 1, 1, &Fault::Empty);
    refused("numbers 1 2\n", 1, 1, &Fault::NoCells);
    refused("\n  numbers 1 2\ncells\n", 3, 1, &Fault::NoCells);
    refused("cells\n A B\n", 1, 1, &Fault::NoNumbers);
    refused("cells\n A B C\n\nnumbers 1 2\n", 4, 1, &Fault::MoreCellsThanNumbers { cells: 3, numbers: 2 });
    let long = "#".repeat(hueco_sums::MAX_BYTES + 1);
    refused(&long, 1, 1, &Fault::TooMany { what: Counted::Bytes, limit: hueco_sums::MAX_BYTES });
}

#[test]
fn cells() {
    refused("cells\n A B\n C A\nnumbers 1-4\n", 3, 4, &Fault::DuplicateName { name: "A".into(), line: 2 });
    let there = Fault::SamePosition { row: 1, column: 2, name: "B".into() };
    refused("cells\n A B\n\ncell C at 1 2\nnumbers 1-4\n", 4, 6, &there);
    refused("cell A at 0 1\n", 1, 11, &unexpected(Expected::Position, Some("0")));
    refused("cell A 1 1\n", 1, 8, &unexpected(Expected::At, Some("1")));
    refused("cell A at 1\n", 1, 12, &unexpected(Expected::Position, None));
    refused("cell A at 1 999999999\n", 1, 13, &Fault::TooMany { what: Counted::Lines, limit: 256 });
    refused("cells\n A rows\n", 2, 4, &Fault::Reserved("rows".into()));
    refused("cells\n A r1c1\n", 2, 4, &Fault::Reserved("r1c1".into()));
    refused("cells\n A\ncells\n B\n", 3, 1, &Fault::RepeatedStatement { word: "cells".into(), line: 1 });
    refused("cells\n 1000001\n", 2, 2, &Fault::NumberTooLarge { limit: 1_000_000 });
    refused("cells\n 99999999999999999999\n", 2, 2, &Fault::NumberTooLarge { limit: 1_000_000_000 });
    let wide = format!("cells\n{}\n", "_ ".repeat(300));
    refused(&wide, 2, 513, &Fault::TooMany { what: Counted::Lines, limit: 256 });
    let many = format!("cells\n{}", format!("{}\n", "_ ".repeat(200)).repeat(6));
    refused(&many, 7, 49, &Fault::TooMany { what: Counted::Cells, limit: 1024 });
}

#[test]
fn numbers() {
    refused("cells\n A\nnumbers 1 2 1\n", 3, 13, &Fault::RepeatedNumber(1));
    refused("cells\n A\nnumbers 1-5 3\n", 3, 13, &Fault::RepeatedNumber(3));
    refused("cells\n A\nnumbers 5-1\n", 3, 9, &Fault::EmptyRange { first: 5, last: 1 });
    refused("cells\n A\nnumbers 1-900000\n", 3, 9, &Fault::TooMany { what: Counted::Numbers, limit: 1024 });
    refused("cells\n A\nnumbers 0-999999999\n", 3, 9, &Fault::NumberTooLarge { limit: 1_000_000 });
    refused("cells\n A\nnumbers\n", 3, 8, &unexpected(Expected::Number, None));
    refused("cells\n A\nnumbers 1 x\n", 3, 11, &unexpected(Expected::Number, Some("x")));
    refused("cells\n A\nnumbers 1-\n", 3, 11, &unexpected(Expected::Number, None));
    refused("cells\n A\nnumbers 1*0\n", 3, 9, &Fault::NoCopies);
    refused("cells\n A\ndigits 1*2\n", 3, 8, &Fault::CopiesOfDigits);
    refused("cells\n A\nnumbers 1-3 except 7\n", 3, 20, &Fault::NotListed(7));
    refused("cells\n A\nnumbers 1\ndigits 2\n", 4, 1, &Fault::RepeatedStatement { word: "digits".into(), line: 3 });
    let list = |text: &str| -> Vec<(i64, u16)> {
        parse(&format!("cells\n A 3 B\n\n{text}\n")).unwrap().numbers().iter().map(|n| (n.value, n.copies)).collect()
    };
    assert_eq!(list("numbers 4, 2"), [(2, 1), (4, 1)]);
    assert_eq!(list("numbers: 1 -3 5-6"), [(-3, 1), (1, 1), (5, 1), (6, 1)]);
    assert_eq!(list("numbers -2--1"), [(-2, 1), (-1, 1)]);
    assert_eq!(list("numbers 1-4 except fixed 1"), [(2, 1), (4, 1)]);
    assert_eq!(list("numbers 7*2"), [(7, 2)]);
    assert_eq!(list("digits 1-2"), [(1, 2), (2, 2)]);
}

#[test]
fn rules() {
    refused(&board("A + X = 3"), 5, 5, &Fault::UnknownCell("X".into()));
    refused(&board("A + B"), 5, 6, &Fault::MissingTarget);
    refused(&board("sum: A + B ="), 5, 13, &Fault::MissingTarget);
    refused(&board("A + = 3"), 5, 5, &unexpected(Expected::Term, Some("=")));
    refused(&board("A B = 3"), 5, 3, &unexpected(Expected::OperatorOrRelation, Some("B")));
    refused(&board("A*B = 3"), 5, 3, &Fault::ProductOfCells);
    refused(&board("1 + 2 = 3"), 5, 1, &Fault::NoCellInRule);
    refused(&board("A + B = 3 ?"), 5, 11, &Fault::UnknownCharacter('?'));
    refused(&board("A + B = 9999999999999"), 5, 9, &Fault::NumberTooLarge { limit: 1_000_000_000 });
    refused(&board("2000000*A = 3"), 5, 9, &Fault::NumberTooLarge { limit: 1_000_000 });
    refused(&board("different: A A"), 5, 14, &Fault::CellListedTwice("A".into()));
    refused(&board("different: A rows"), 5, 14, &Fault::CellsAndLines);
    refused(&board("different A B"), 5, 11, &Fault::ColonMissing("different".into()));
    refused(&board("different:"), 5, 11, &unexpected(Expected::CellsOrLines, None));
    refused(&board("equal: A"), 5, 8, &unexpected(Expected::Lines, Some("A")));
    refused(&board("rows"), 5, 5, &Fault::MissingTarget);
    refused(&board("rows ="), 5, 7, &Fault::MissingTarget);
    refused(&board("diagonals = 3"), 5, 1, &Fault::NotSquare { rows: 1, columns: 2 });
    refused(&board("down = 3"), 5, 1, &Fault::NoSuchLines);
    refused(&board("columns = 1, 2, 3"), 5, 1, &Fault::TargetCount { lines: 2, targets: 3 });
    refused(&board(": A = 3"), 5, 1, &unexpected(Expected::Statement, Some(":")));
    refused(&board("rows: A = 3"), 5, 1, &Fault::Reserved("rows".into()));
}

#[test]
fn rules_in_all_their_forms() {
    let puzzle = parse(&board(
        "A\u{2264}B # spelt as in mathematics\nfirst rule: 2A + B*3 - r1c1 = 7\nA < B < 9\nrows = 3\ncolumns = 1 2\n-A = -1",
    ))
    .unwrap();
    assert!(puzzle.is_solved_by(&[1, 2]));
    assert!(!puzzle.is_solved_by(&[2, 1]));
    let labels: Vec<_> = puzzle.rules().iter().map(|rule| (rule.line, rule.label.as_deref())).collect();
    assert_eq!(labels[..2], [(5, None), (6, Some("first rule"))]);
    assert_eq!(puzzle.first_broken_rule(&[2, 2]).map(|rule| rule.line), Some(6));
}

#[test]
fn too_much_of_everything_is_refused_quickly() {
    let square = format!("cells\n{}\nnumbers 1-1024\n", format!("{}\n", "_ ".repeat(32)).repeat(32));
    let text = format!("{square}{}", "rows = 5\n".repeat(20_000));
    let error = parse(&text).unwrap_err();
    assert!(matches!(error.fault, Fault::TooMany { what: Counted::Rules | Counted::Terms, .. }), "{error}");
    assert!(parse(&format!("{square}equal: rows columns diagonals\n")).is_ok());
}

#[test]
fn the_corpus_and_the_samples() {
    for folder in ["tests/corpus/puzzle_file", "../../puzzles"] {
        let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
        let mut files = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            fuzz::puzzle_file(&std::fs::read(entry.unwrap().path()).unwrap());
            files += 1;
        }
        assert!(files > 5);
    }
}

const PIECES: [&str; 40] = [
    "cells\n",
    " A B C\n",
    " _ . 5\n",
    " D=4 _ E\n",
    "\n",
    "numbers ",
    "digits ",
    "1-9",
    " 1",
    " -3",
    "*2",
    " except ",
    "fixed",
    "A",
    "B",
    "C",
    " + ",
    " - ",
    "*",
    " = ",
    " < ",
    " <= ",
    " != ",
    "rows",
    " columns",
    " diagonals",
    " across",
    " down",
    " runs",
    "different: ",
    "equal: ",
    "label: ",
    "15",
    "9999999999",
    ",",
    "#",
    "r1c2",
    "cell F at 3 3",
    "_",
    "é",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_pieces_are_read_or_refused(picks in prop::collection::vec(0..PIECES.len(), 0..40)) {
        let text: String = picks.into_iter().map(|i| PIECES[i]).collect();
        fuzz::puzzle_file(text.as_bytes());
        fuzz::puzzle_file(format!("cells\n A B C\n D=4 . _\n\nnumbers 1-6\n{text}").as_bytes());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzz::puzzle_file(&bytes);
    }
}
