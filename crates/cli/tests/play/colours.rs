//! Screens in colours, recorded with them, and the picture.

use crate::EASY;
use crate::terminal::Terminal;

/// What a terminal says of itself.
const SIXTEEN: [(&str, &str); 2] = [("NO_COLOR", ""), ("TERM", "xterm")];
const MANY: [(&str, &str); 1] = [("NO_COLOR", "")];
const FULL: [(&str, &str); 2] = [("NO_COLOR", ""), ("COLORTERM", "truecolor")];

#[test]
fn numbers_have_the_codes_of_sixteen_colours_where_there_are_no_others() {
    let mut game = Terminal::sized(14, 60, &[EASY], &SIXTEEN);
    game.wait_for("Fewest left: 2");
    game.press("adh");
    game.wait_for("[→]");
    insta::assert_snapshot!("numbers_16", game.still_with_colours("Slide 7 left."));
    game.press("aa");
    insta::assert_snapshot!("solved_16", game.still_with_colours("The shortest solution has 2 moves."));
    // The emulator would know these as well; a terminal with sixteen colours does not.
    assert!(!["38;5;", "48;5;", "38;2;", "48;2;"].iter().any(|code| game.written().contains(code)));
}

#[test]
fn numbers_have_256_colours() {
    let mut game = Terminal::sized(14, 60, &[EASY, "--no-coach"], &MANY);
    game.wait_for("your board");
    game.press("h");
    insta::assert_snapshot!("numbers_256", game.still_with_colours("Slide 7 left."));
}

#[test]
fn a_picture_is_painted_in_the_colours_that_there_are() {
    for (name, variables) in [("picture_256", &MANY[..]), ("picture_full", &FULL)] {
        let board = ["--size", "2x2", "--seed", "8", "--no-coach", "--picture"];
        let mut game = Terminal::sized(11, 60, &board, variables);
        insta::assert_snapshot!(name, game.still_with_colours("q quit"));
        game.press("p");
        game.wait_for("─");
        assert!(!game.text().contains('▀'), "{}", game.text());
        game.press("p");
        game.wait_for("▀");
        // The tile of a hint shows its number alone.
        game.press("h");
        game.wait_for("Slide ");
        game.wait_for("┏");
    }
}

#[test]
fn a_picture_needs_colours_and_characters() {
    for variables in [("NO_COLOR", "1"), ("LC_ALL", "C"), ("TERM", "xterm")] {
        let variables = [MANY[0], variables];
        let mut game = Terminal::start(&[EASY, "--no-coach", "--picture"], &variables);
        game.wait_for("your board");
        game.press("p");
        game.wait_for("A picture needs 256 colours and UTF-8.");
        assert!(!game.text().contains('▀'), "{}", game.text());
    }
}
