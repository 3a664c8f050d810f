//! Problem files that are played.

use crate::terminal::{Terminal, played};

#[test]
fn a_problem_file_is_played_by_its_menu() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/jugs.star");
    let mut game = Terminal::start(&["--problem", file], &[]);
    game.wait_for("1) fill 4");
    game.wait_for("Fewest left: 6");
    game.press("2");
    game.wait_for("Actions: 1");
    game.press("\x1b[B\r");
    game.wait_for("Actions: 2");
    game.press("b");
    game.wait_for("Actions: 0");
    game.press("h");
    game.wait_for("Hint: ");
    game.press("v");
    game.wait_for("Solved!");
    // What was watched is nobody's time.
    assert!(game.text().contains("Actions: 6") && !game.text().contains("actions in"), "{}", game.text());
    game.press("q");
    assert_eq!(game.end(), Some(0));
}

#[test]
fn a_long_menu_says_what_it_hides_and_a_click_takes_the_row_it_is_on() {
    let wide = "w".repeat(60);
    let text = format!(
        "start = 0\ngoal = 7\ndef actions(s):\n    return [('set to %d {wide}' % n, n) for n in range(1, 31)]\n"
    );
    let (_folder, mut game) = played(&text, (24, 50), &[], &[]);
    game.wait_for("1) set to 1 ");
    game.wait_for("Goal: 7");
    game.wait_for("Fewest left: 1");
    game.wait_for(" more");
    let screen = game.text();
    let row = screen.lines().position(|line| line.contains("3) set to 3 ")).unwrap_or_else(|| panic!("{screen}"));
    game.click(5, row as u16);
    game.wait_for("Actions: 1");
    game.wait_for("> 3) set to 3 ");
    assert!(game.text().lines().any(|line| line.starts_with("3  Goal: 7")), "{}", game.text());
    // The last of them is reached by the arrow keys, and is on the screen then.
    game.press(&"\x1b[B".repeat(40));
    game.wait_for(">    set to 30 ");
}

#[test]
fn the_action_that_was_taken_stays_chosen() {
    let text = "start = 0\ngoal = 3\n\
                def actions(s):\n    return ([('down', s - 1)] if s > 0 else []) + [('up', s + 1, 5)]\n";
    let (_folder, mut game) = played(text, (24, 80), &[], &[]);
    game.wait_for("Least cost left: 15");
    game.press("\r");
    game.wait_for("> 2) up");
    game.press("\r\r");
    game.wait_for("Solved!");
    game.wait_for("No solution is cheaper!");
    assert!(game.text().contains("Cost: 15"), "{}", game.text());
}

#[test]
fn a_start_without_a_way_or_without_a_task_is_said_to_be_one() {
    let (_folder, mut game) =
        played("start = 0\ngoal = 1\ndef actions(s):\n    return [('stay', 0)]\n", (24, 80), &[], &[]);
    game.wait_for("There is no solution");
    game.press("h");
    game.wait_for("There is no solution");
    assert_eq!(game.text().matches("There is no solution").count(), 1, "{}", game.text());
    let (_folder, mut game) = played("start = 0\ngoal = 0\ndef actions(s):\n    return []\n", (24, 80), &[], &[]);
    game.wait_for("The start is a goal already.");
}

#[test]
fn a_mistake_in_a_problem_file_ends_the_game_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.star");
    let text = "start = 1\ngoal = 9\ndef actions(s):\n    return [('on', s - 1)] if s else [('x', 1 // s)]\n";
    std::fs::write(&file, text).unwrap();
    let mut game = Terminal::start(&["--problem", file.to_str().unwrap(), "--no-coach"], &[]);
    game.wait_for("1) on");
    game.press("1");
    assert_eq!(game.end_with("wrong.star:4:"), Some(2));
}
