//! Whole screens, recorded. A stranger should understand each of them.

use crate::EASY;
use crate::terminal::{Terminal, played};

/// A terminal that has letters beyond ASCII nowhere but in words.
const PLAIN: [(&str, &str); 1] = [("LC_ALL", "C")];

/// Records that every game breaks.
const BEATEN: &str = r#"{"version":1,"sizes":{"2x2":{"games":7,"moves":20,"milliseconds":99000000}}}"#;

/// A problem whose `draw` is a picture, beside which there is room.
const HANOI: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/hanoi.star");

/// A problem whose picture is too wide for a text beside it, and whose actions differ in their costs.
const ROAD: &str = "title = 'A road'\nstart = 0\ngoal = 6\n\
    def actions(s):\n    return [('walk', s + 1), ('run', s + 2, 3)] + ([('rest', s, 2)] if s else [])\n\
    def draw(s):\n    return '=' * 50 + '\\n' + '    ' * s + ' o' + '\\n' + '=' * 50\n";

#[test]
fn a_board_is_complete_in_both_languages() {
    let board = ["--size", "3x3", "--seed", "7", "--no-coach"];
    for (lang, shown) in [("en", "q quit"), ("es", "q salir")] {
        let mut game = Terminal::start(&[&board[..], &["--lang", lang]].concat(), &[]);
        insta::assert_snapshot!(format!("play_{lang}"), game.still(shown));
        game.press("q");
        assert_eq!(game.end(), Some(0));
    }
    for (lang, shown) in [("en", "q quit"), ("es", "q salir")] {
        let arguments = ["--size", "4x4", "--seed", "7", "--no-coach", "--lang", lang];
        let mut game = Terminal::sized(20, 44, &arguments, &PLAIN);
        insta::assert_snapshot!(format!("play_narrow_ascii_{lang}"), game.still(shown));
    }
}

#[test]
fn a_game_with_a_coach_is_complete_in_both_languages() {
    for (lang, [left, lost, hint, best, last]) in [
        ("en", ["Fewest left: 2", "extra cost: 2.", "Slide 7 left.", "The shortest solution", "q: quit"]),
        ("es", ["como mínimo: 2", "coste adicional:", "Deslice la ficha 7", "La solución más corta", "q: salir"]),
    ] {
        let mut game = Terminal::start(&[EASY, "--lang", lang], &[]);
        insta::assert_snapshot!(format!("coach_{lang}"), game.still(left));
        game.press("ad");
        game.wait_for("[→]");
        insta::assert_snapshot!(format!("coach_away_{lang}"), game.still(lost));
        game.press("h");
        insta::assert_snapshot!(format!("hint_{lang}"), game.still(hint));
        game.press("aa");
        game.wait_for(best);
        insta::assert_snapshot!(format!("solved_{lang}"), game.still(last));
    }
}

#[test]
fn a_solution_that_is_watched_and_a_record_are_complete_in_both_languages() {
    for (lang, [paused, record, next]) in
        [("en", ["Paused.", "A new record", "Seed: 8_"]), ("es", ["En pausa.", "¡Nuevo récord", "Semilla: 8_"])]
    {
        let mut game = Terminal::start(&["--size", "3x3", "--seed", "7", "--lang", lang, "--no-coach"], &[]);
        game.wait_for("3x3");
        game.press("v");
        // Of moves, in both languages.
        game.wait_for("s: 1");
        game.press(" ");
        game.wait_for(paused);
        game.press("e8");
        insta::assert_snapshot!(format!("seed_{lang}"), game.still(next));
        let data = tempfile::tempdir().unwrap();
        std::fs::write(data.path().join("records.json"), BEATEN).unwrap();
        let arguments = ["--size", "2x2", "--seed", "8", "--lang", lang, "--no-coach"];
        let mut game = Terminal::in_folder(data, (24, 80), &arguments, &[]);
        game.wait_for("2x2 · ");
        game.press("aw");
        insta::assert_snapshot!(format!("record_{lang}"), game.still(record));
    }
}

#[test]
fn a_problem_is_complete_in_both_languages() {
    for (lang, [left, away, hint, last]) in [
        ("en", ["Fewest left: 7", "extra", "Hint: 1 from 1 to 3", "q: quit"]),
        ("es", ["como mínimo: 7", "adicional", "Pista: 1 from 1 to 3", "q: salir"]),
    ] {
        let mut game = Terminal::start(&["--problem", HANOI, "--lang", lang], &[]);
        game.wait_for(left);
        game.press("1");
        insta::assert_snapshot!(format!("hanoi_away_{lang}"), game.still(away));
        game.press("bh");
        insta::assert_snapshot!(format!("hanoi_hint_{lang}"), game.still(hint));
        game.press("v");
        insta::assert_snapshot!(format!("hanoi_solved_{lang}"), game.still(last));
    }
}

#[test]
fn a_problem_with_a_wide_picture_has_its_text_below() {
    for lang in ["en", "es"] {
        let (_folder, mut game) = played(ROAD, (22, 60), &["--lang", lang], &PLAIN);
        game.wait_for(": 6");
        game.press("2");
        insta::assert_snapshot!(format!("road_{lang}"), game.still("1."));
    }
}
