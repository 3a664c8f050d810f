//! What counts for the records, and how they are kept.

use crate::EASY;
#[cfg(target_env = "gnu")]
use crate::faults::{Faults, Kind};
use crate::terminal::Terminal;

/// A board of a seed, and the keys that solve it.
const DEALT: [&str; 5] = ["--size", "2x2", "--seed", "8", "--no-coach"];
const SOLVES: &str = "aw";

#[test]
fn a_game_counts_for_the_records_once_and_only_where_the_board_was_dealt() {
    let mut game = Terminal::start(&DEALT, &[]);
    game.wait_for("2x2 · seed");
    game.press(SOLVES);
    game.wait_for("Solved!");
    let records = game.records();
    assert_eq!(records["sizes"]["2x2"]["games"], 1);
    assert_eq!(records["sizes"]["2x2"]["moves"], SOLVES.len());
    for again in ["b", "e8\r"] {
        game.press(again);
        game.wait_for("Moves: 0");
        game.press(SOLVES);
        game.wait_for("Solved!");
        game.wait_for("had solved");
        assert_eq!(game.records(), records);
    }
    // A board whose solution was watched is no fairer when it is dealt again.
    let mut game = Terminal::start(&DEALT, &[]);
    game.wait_for("2x2 · seed");
    game.press("v");
    game.wait_for("Solved!");
    game.press("e8\r");
    game.wait_for("Moves: 0");
    game.press(SOLVES);
    game.wait_for("had solved");
    assert!(game.records().is_null());
    let mut game = Terminal::start(&[EASY, "--no-coach"], &[]);
    game.wait_for("your board");
    game.press("aa");
    game.wait_for("With a board of your own");
    assert!(game.records().is_null());
    let mut game = Terminal::start(&["--size", "2x2", "--seed", "1", "--goal", "blank-first", "--no-coach"], &[]);
    game.wait_for("2x2 · seed");
    game.press("d");
    game.wait_for("With another goal");
    assert!(game.records().is_null());
}

#[test]
fn a_hint_a_solution_to_watch_and_undo_are_help_and_no_record() {
    let mut game = Terminal::start(&[EASY], &[]);
    game.wait_for("your board");
    game.press("h");
    game.wait_for("Slide 7 left.");
    game.press("a");
    game.wait_for("Moves: 1");
    game.press("u");
    game.wait_for("Moves: 0");
    game.press("r");
    game.wait_for("Moves: 1");
    game.press("v");
    game.wait_for("Solved!");
    game.press("q");
    assert_eq!(game.end(), Some(0));
    assert!(game.records().is_null());
}

/// Every file operation fails in turn while a record is written: the file has the old records or the new ones, and the game goes on.
#[cfg(target_env = "gnu")]
#[test]
fn a_record_that_cannot_be_written_leaves_the_old_ones() {
    const OLD: &str = r#"{"version":1,"sizes":{"2x2":{"games":7,"moves":20,"milliseconds":5000}}}"#;
    let faults = Faults::new();
    for kind in Kind::OF_FILES {
        let mut operations = 0;
        loop {
            operations += 1;
            let data = tempfile::tempdir().unwrap();
            std::fs::write(data.path().join("records.json"), OLD).unwrap();
            let variables = faults.variables(kind, operations);
            let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let mut game = Terminal::in_folder(data, (24, 80), &DEALT, &variables);
            game.wait_for("2x2 · seed");
            game.press(SOLVES);
            if kind == Kind::Kill && game.ends_or_shows("Solved!") {
                assert_eq!(game.ended().code(), Some(99));
            } else {
                game.wait_for("Solved!");
                game.press("q");
                assert_eq!(game.end(), Some(0));
            }
            let games = game.records()["sizes"]["2x2"]["games"].as_u64();
            assert!(matches!(games, Some(7 | 8)), "{kind:?} {operations}: {games:?}");
            if !faults.happened() {
                assert_eq!(games, Some(8));
                break;
            }
        }
        assert!(operations > 4, "{kind:?}: only {operations} operations");
    }
}
