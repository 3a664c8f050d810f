//! Boards that are played: tiles that slide, and where new boards come from.

use crate::EASY;
use crate::terminal::Terminal;

#[test]
fn a_board_is_solved_with_the_arrow_keys() {
    let mut game = Terminal::start(&[EASY], &[]);
    game.wait_for("Fewest left: 2");
    game.press("\x1b[C");
    game.wait_for("No tile can slide right");
    game.press("\x1b[D");
    game.wait_for("Every step so far led toward the goal.");
    game.press("d");
    game.wait_for("Led away from the goal 1 time; extra cost: 2.");
    game.press("aa");
    game.wait_for("Solved!");
    game.wait_for("The shortest solution has 2 moves.");
    assert!(game.text().contains("4 moves in 0:"), "{}", game.text());
    game.press("q");
    assert_eq!(game.end(), Some(0));
}

#[test]
fn a_click_slides_a_row_of_tiles() {
    let mut game = Terminal::start(&[EASY, "--no-coach"], &[]);
    game.wait_for("The coach is off.");
    // The tiles are eleven columns by five rows, below the title.
    game.click(25, 13);
    game.wait_for("Solved!");
    assert!(game.text().contains("2 moves"), "{}", game.text());
    game.press("n");
    game.wait_for("seed");
    game.press("q");
    assert_eq!(game.end(), Some(0));
}

#[test]
fn the_end_stays_until_the_game_goes_on() {
    let mut game = Terminal::start(&[EASY], &[]);
    game.wait_for("Fewest left: 2");
    game.press("aa");
    game.wait_for("No solution is shorter!");
    let text = game.text();
    let end = text.lines().find(|line| line.contains(" moves in ")).unwrap();
    game.press("a");
    game.wait_for("No tile can slide left");
    let whole = ["Solved!", end, "No solution is shorter!", "n: a new board"];
    assert!(whole.iter().all(|line| game.text().contains(line)), "{}", game.text());
    game.press("d");
    game.wait_for("Moves: 3");
    assert!(whole.iter().all(|line| !game.text().contains(line)), "{}", game.text());
    game.press("u");
    game.wait_for("Solved!");
    assert!(whole.iter().all(|line| game.text().contains(line)), "{}", game.text());
    game.press("b");
    game.wait_for("Moves: 0");
    assert!(whole.iter().all(|line| !game.text().contains(line)), "{}", game.text());
}

#[test]
fn a_board_that_is_solved_already_says_so() {
    let mut game = Terminal::start(&["1 2/3 0"], &[]);
    game.wait_for("This board is solved already.");
    game.wait_for("Fewest left: 0");
    assert!(!game.text().contains("to see whether"), "{}", game.text());
}

#[test]
fn a_solution_stands_still_while_a_seed_is_typed() {
    let mut game = Terminal::start(&["--size", "3x3", "--seed", "7"], &[]);
    game.wait_for("seed 7");
    game.press("v");
    game.wait_for("Moves: 1");
    game.press("e");
    game.wait_for("Seed: _");
    game.press("\x1b");
    game.wait_for("Paused. Space: continue.");
    game.press(" ");
    game.wait_for("Solved!");
}

#[test]
fn pasted_text_is_a_seed_where_one_is_asked_for_and_else_no_input() {
    let mut game = Terminal::start(&[EASY, "--no-coach"], &[]);
    game.wait_for("your board");
    assert!(game.takes_pasted_text());
    game.press("\x1b[200~quit now\x1b[201~");
    game.press("a");
    game.wait_for("Moves: 1");
    game.press("e");
    game.wait_for("Seed: _");
    game.press("\x1b[200~4 2\x1b[201~");
    game.wait_for("2^64.");
    assert!(game.text().contains("Seed: _"), "{}", game.text());
    game.press("\x1b[200~ 42\r\x1b[201~");
    game.wait_for("Seed: 42_");
    game.press("\r");
    game.wait_for("3x3 · seed 42");
}

#[test]
fn the_largest_seed_can_be_typed_and_no_larger_one() {
    let mut game = Terminal::start(&["--size", "2x2", "--no-coach"], &[]);
    game.wait_for("2x2");
    game.press("e18446744073709551616");
    game.wait_for("2^64.");
    game.press("5\r");
    game.wait_for("seed 18446744073709551615");
}

#[test]
fn the_board_of_the_day_and_another_size_have_the_default_goal() {
    for key in ["t", "+"] {
        let mut game = Terminal::start(&[EASY, "--goal", "1 2 3/4 0 5/6 7 8", "--no-coach"], &[]);
        game.wait_for("Goal: 1 2 3");
        game.press(key);
        game.wait_for("The goal is now the default one.");
        game.wait_for("Goal: 1 to ");
    }
    // A goal that has a name fits every size, but not the board of the day.
    let mut game = Terminal::start(&["--size", "2x2", "--goal", "blank-first", "--no-coach"], &[]);
    game.wait_for("Goal: 0 1 / 2 3");
    game.press("-");
    game.wait_for("There is no smaller board.");
    game.press("+");
    game.wait_for("Goal: 0 1 2");
    game.press("t");
    game.wait_for("board of the day");
    game.wait_for("The goal is now the default one.");
}

#[test]
fn new_boards_come_by_seed_by_size_and_by_day() {
    let mut game = Terminal::start(&["--size", "3x3", "--no-coach"], &[]);
    game.wait_for("3x3 · seed");
    game.press("+");
    game.wait_for("4x4 · seed");
    game.press("e12x\r");
    game.wait_for("4x4 · seed 12");
    game.press("-");
    game.wait_for("3x3 · seed");
    game.press("t");
    game.wait_for("4x4 · board of the day, 20");
    game.press("q");
    assert_eq!(game.end(), Some(0));
    // A goal other than the usual one is shown.
    let mut game = Terminal::start(&["--size", "2x2", "--goal", "blank-first", "--no-coach"], &[]);
    game.wait_for("Goal: 0 1 / 2 3");
}

#[test]
fn a_move_is_undone_and_done_again_by_the_usual_keys() {
    let mut game = Terminal::start(&[EASY, "--no-coach"], &[]);
    game.wait_for("Moves: 0");
    game.press("a");
    game.wait_for("Moves: 1");
    let moved = game.still("Moves: 1");
    // Ctrl-Z does not stop the program, as it would in a shell.
    game.press("\x1a");
    game.wait_for("Moves: 0");
    game.press("\x19");
    assert_eq!(game.still("Moves: 1"), moved);
    game.press("\x7f");
    game.wait_for("Moves: 0");
    game.press("\x19a");
    game.wait_for("Solved!");
    game.press("\x1b[H");
    game.wait_for("Moves: 0");
}

#[test]
fn the_board_of_the_day_is_that_of_the_date() {
    let tiles =
        |screen: &str| screen.lines().skip(1).map(|line| line.chars().take(44).collect()).collect::<Vec<String>>();
    let mut game = Terminal::start(&["--daily", "--no-coach"], &[]);
    let screen = game.still("4x4 · board of the day, ");
    let date = screen.lines().next().unwrap().rsplit(' ').next().unwrap();
    let mut same = Terminal::start(&["--seed", &date.replace('-', ""), "--no-coach"], &[]);
    assert_eq!(tiles(&same.still("4x4 · seed ")), tiles(&screen));
}
