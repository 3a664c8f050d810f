//! Windows of every size.

use crate::EASY;
use crate::terminal::{Terminal, played};

#[test]
fn what_happens_now_is_shown_in_every_window_that_is_large_enough() {
    let board = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15";
    for (rows, columns) in [(17, 40), (12, 30), (9, 24)] {
        let mut game = Terminal::sized(rows, columns, &[board], &[]);
        game.wait_for("4x4 · your board");
        game.press("d");
        game.wait_for("blank.");
        game.press("h");
        game.wait_for("Slide 13 left.");
        game.press("e");
        game.wait_for("Seed: _");
        game.press("x");
        game.wait_for("2^64.");
        game.press("\x1b");
        game.wait_for("Slide 13 left.");
        game.press("aaa");
        game.wait_for("Solved!");
        game.wait_for("3 moves in 0:0");
        game.wait_for("n: a new board. q: quit.");
        if rows > 9 {
            game.wait_for("With help:");
        }
    }
}

#[test]
fn a_window_that_is_too_small_asks_for_what_is_enough() {
    let mut game = Terminal::sized(4, 70, &[EASY, "--no-coach"], &[]);
    game.wait_for("Make it at least 24 by 8,");
    // Nothing moves that cannot be seen.
    game.press("a");
    game.resize(8, 24);
    game.wait_for("Moves: 0");
    game.resize(4, 70);
    game.wait_for("too small");
    game.press("-");
    game.wait_for("Make it at least 24 by 7,");
    assert!(!game.text().contains("press -"), "{}", game.text());
    game.press("q");
    assert_eq!(game.end(), Some(0));
}

#[test]
fn a_window_too_small_for_a_problem_says_what_it_needs() {
    let text = "start = 0\ngoal = 9\ndef actions(s):\n    return [('on', s + 1)]\n\
                def draw(s):\n    return '\\n'.join(['line'] * 12)\n";
    let (_folder, mut game) = played(text, (10, 60), &[], &[]);
    game.wait_for("Make it at least 60 by 16");
    // It says the truth, also where a wider window is enough.
    let (_folder, mut game) = played(text, (16, 60), &[], &[]);
    game.wait_for("1) on");
    let (_folder, mut game) = played(text, (17, 30), &[], &[]);
    game.wait_for("at least 40 by 16");
    game.resize(16, 40);
    game.wait_for("1) on");
}

#[test]
fn where_no_keys_are_listed_the_title_says_how_to_quit() {
    let mut game = Terminal::sized(12, 40, &["1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15"], &[]);
    game.wait_for("q quit");
    assert!(game.text().lines().next().is_some_and(|title| title.ends_with("q quit")), "{}", game.text());
    game.resize(24, 80);
    game.wait_for("c coach");
    assert_eq!(game.text().matches("q quit").count(), 1, "{}", game.text());
}

#[test]
fn a_solution_that_is_watched_says_in_the_smallest_window_how_to_go_on() {
    for (lang, last) in [("en", "time."), ("es", "quiera.")] {
        let mut game = Terminal::sized(9, 24, &["--size", "3x3", "--seed", "7", "--lang", lang], &[]);
        game.wait_for("3x3");
        game.press("v");
        game.wait_for(last);
    }
}
