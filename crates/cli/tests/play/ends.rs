//! How a game begins and ends: the terminal, signals, and the command that continues it.

use std::process::{Command, Stdio};

use rustix::process::Signal;

use crate::EASY;
use crate::terminal::Terminal;

#[test]
fn the_terminal_is_restored_whatever_ends_the_game() {
    for (how, status) in [("\x03", 130), ("TERM", 130), ("HUP", 130), ("INT", 130), ("QUIT", 130)] {
        let mut game = Terminal::start(&["--size", "4x4", "--seed", "1"], &[("NO_COLOR", "")]);
        game.wait_for("seed 1");
        assert!(!game.is_restored());
        match how {
            "TERM" => game.signal(Signal::TERM),
            "HUP" => game.signal(Signal::HUP),
            "INT" => game.signal(Signal::INT),
            "QUIT" => game.signal(Signal::QUIT),
            key => game.press(key),
        }
        assert_eq!(game.end(), Some(status), "{how:?}");
    }
}

#[test]
fn a_game_whose_terminal_is_gone_ends() {
    let mut game = Terminal::start(&[EASY], &[]);
    game.wait_for("Fewest left: 2");
    game.keyboard = None;
    game.signal(Signal::HUP);
    assert_eq!(game.ended().code(), Some(130));
}

#[test]
fn an_unfinished_game_says_how_to_continue_it() {
    let signals = [Signal::TERM, Signal::INT];
    for (signal, status) in signals.map(|signal| (Some(signal), 130)).into_iter().chain([(None, 0)]) {
        let mut game = Terminal::start(&[EASY, "--no-coach"], &[]);
        game.wait_for("your board");
        game.press("a");
        game.wait_for("Moves: 1");
        match signal {
            Some(signal) => game.signal(signal),
            None => game.press("q"),
        }
        let command = "hueco play \"1 2 3 / 4 5 6 / 7 0 8\"";
        assert_eq!(game.end_with(command), Some(status), "{signal:?}");
    }
}

#[test]
fn without_a_terminal_there_is_no_game() {
    let output = Command::new(env!("CARGO_BIN_EXE_hueco")).arg("play").stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let mut dumb = Terminal::start(&[], &[("TERM", "dumb")]);
    assert_eq!(dumb.end_with("TERM is `dumb`"), Some(2));
    let mut unset = Terminal::start(&[], &[("TERM", "")]);
    assert_eq!(unset.end_with("TERM is not set"), Some(2));
    let mut misspelt = Terminal::start(&["--nonsense"], &[]);
    assert_eq!(misspelt.end_with("--nonsense`"), Some(2));
    assert!(misspelt.text().starts_with("error: unknown option `--nonsense`"), "{}", misspelt.text());
    let mut sized = Terminal::start(&[EASY, "--size", "3x3"], &[]);
    assert_eq!(sized.end_with("cannot be used with"), Some(2));
    let mut unsolvable = Terminal::start(&["1 2 3 / 4 5 6 / 8 7 0"], &[]);
    assert_eq!(unsolvable.end(), Some(10));
}
