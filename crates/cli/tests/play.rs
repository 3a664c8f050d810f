//! `hueco play` in a terminal: a pseudo-terminal, keys typed into it, and the screen as an emulator shows it.
#![cfg(target_os = "linux")]

mod faults;

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[cfg(target_env = "gnu")]
use faults::{Faults, Kind};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use tempfile::TempDir;

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A game in a terminal.
struct Terminal {
    child: Child,
    keyboard: Option<File>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// The program's side, kept open so that its settings can be read when the program has ended.
    line: OwnedFd,
    data: TempDir,
}

impl Terminal {
    /// Starts the game on a screen of 80 columns and 24 rows.
    fn start(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::sized(24, 80, arguments, variables)
    }

    fn sized(rows: u16, columns: u16, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::in_folder(tempfile::tempdir().unwrap(), (rows, columns), arguments, variables)
    }

    fn in_folder(data: TempDir, (rows, columns): (u16, u16), arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        tcsetwinsize(&master, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let line = open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let end = || Stdio::from(line.try_clone().unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_hueco"));
        command.arg("play").args(arguments).stdin(end()).stdout(end()).stderr(end());
        command.env_clear().env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8").env("NO_COLOR", "1");
        command.env("HUECO_DATA", data.path()).env("HUECO_CACHE", data.path()).envs(variables.iter().copied());
        let child = command.spawn().unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let (shown, mut output) = (Arc::clone(&screen), File::from(master.try_clone().unwrap()));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..read]);
            }
        });
        Self { child, keyboard: Some(File::from(master)), screen, line, data }
    }

    fn text(&self) -> String {
        let screen = self.screen.lock().unwrap();
        let lines: Vec<String> = screen.screen().rows(0, 200).map(|line| line.trim_end().to_owned()).collect();
        lines.join("\n").trim_end().to_owned()
    }

    /// Waits until the screen shows this.
    fn wait_for(&mut self, text: &str) {
        let started = Instant::now();
        while !self.text().contains(text) {
            assert!(started.elapsed() < PATIENCE, "no {text:?} on\n{}", self.text());
            assert_eq!(self.child.try_wait().unwrap(), None, "it ended without {text:?} on\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
    }

    /// A click of the left button.
    fn click(&mut self, column: u16, row: u16) {
        self.press(&format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", column + 1, row + 1, column + 1, row + 1));
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until it ends or shows this; whether it has ended.
    fn ends_or_shows(&mut self, text: &str) -> bool {
        let started = Instant::now();
        loop {
            assert!(started.elapsed() < PATIENCE, "no {text:?} on\n{}", self.text());
            if self.child.try_wait().unwrap().is_some() {
                return true;
            }
            if self.text().contains(text) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn ended(&mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            match self.child.try_wait().unwrap() {
                Some(status) => return status,
                None => assert!(started.elapsed() < PATIENCE, "it does not end:\n{}", self.text()),
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end. The terminal must be as before.
    fn end(&mut self) -> Option<i32> {
        let status = self.ended();
        let started = Instant::now();
        // What was written last may still be on its way to the emulator.
        while !self.is_restored() {
            assert!(started.elapsed() < PATIENCE, "the terminal is not restored:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
        status.code()
    }

    fn is_restored(&self) -> bool {
        let modes = tcgetattr(&self.line).unwrap().local_modes;
        let is_cooked = modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        let has_mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
        is_cooked && !has_mouse && !screen.alternate_screen() && !screen.hide_cursor()
    }

    fn records(&self) -> serde_json::Value {
        let text = std::fs::read_to_string(self.data.path().join("records.json")).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const EASY: &str = "1 2 3 / 4 5 6 / 0 7 8";

#[test]
fn a_board_is_solved_with_the_arrow_keys_and_counts_for_the_records() {
    let mut game = Terminal::start(&[EASY], &[]);
    game.wait_for("Fewest left: 2");
    game.press("\x1b[C");
    game.wait_for("No tile can slide right");
    game.press("\x1b[D");
    game.wait_for("Every step so far led toward the goal.");
    game.press("d");
    game.wait_for("Led away from the goal 1 time; cost: 2 extra.");
    game.press("aa");
    game.wait_for("Solved!");
    game.wait_for("The shortest has 2.");
    assert!(game.text().contains("4 moves in 0:"), "{}", game.text());
    game.press("q");
    assert_eq!(game.end(), Some(0));
    assert_eq!(
        (&game.records()["sizes"]["3x3"]["games"], &game.records()["sizes"]["3x3"]["moves"]),
        (&1.into(), &4.into())
    );
}

/// Every file operation fails in turn while a record is written: the file has the old records or the new ones, and the game goes on.
#[cfg(target_env = "gnu")]
#[test]
fn a_record_that_cannot_be_written_leaves_the_old_ones() {
    const OLD: &str = r#"{"version":1,"sizes":{"3x3":{"games":7,"moves":20,"milliseconds":5000}}}"#;
    let faults = Faults::new();
    for kind in Kind::OF_FILES {
        let mut operations = 0;
        loop {
            operations += 1;
            let data = tempfile::tempdir().unwrap();
            std::fs::write(data.path().join("records.json"), OLD).unwrap();
            let variables = faults.variables(kind, operations);
            let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let mut game = Terminal::in_folder(data, (24, 80), &[EASY, "--no-coach"], &variables);
            game.wait_for("your board");
            game.press("aa");
            if kind == Kind::Kill && game.ends_or_shows("Solved!") {
                assert_eq!(game.ended().code(), Some(99));
            } else {
                game.wait_for("Solved!");
                game.press("q");
                assert_eq!(game.end(), Some(0));
            }
            let games = game.records()["sizes"]["3x3"]["games"].as_u64();
            assert!(matches!(games, Some(7 | 8)), "{kind:?} {operations}: {games:?}");
            if !faults.happened() {
                assert_eq!(games, Some(8));
                break;
            }
        }
        assert!(operations > 4, "{kind:?}: only {operations} operations");
    }
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
fn the_screen_is_complete_in_both_languages() {
    let board = ["--size", "3x3", "--seed", "7", "--no-coach"];
    for (lang, shown) in [("en", "quit"), ("es", "salir")] {
        let mut game = Terminal::start(&[&board[..], &["--lang", lang]].concat(), &[]);
        game.wait_for(shown);
        insta::assert_snapshot!(format!("play_{lang}"), game.text());
        game.press("q");
        assert_eq!(game.end(), Some(0));
    }
    let mut game = Terminal::sized(20, 44, &["--size", "4x4", "--seed", "7", "--no-coach"], &[("LC_ALL", "C")]);
    game.wait_for("quit");
    insta::assert_snapshot!("play_narrow_ascii", game.text());
    let mut game = Terminal::sized(6, 30, &[EASY, "--no-coach"], &[]);
    game.wait_for("too small");
    game.press("q");
    assert_eq!(game.end(), Some(0));
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
fn the_terminal_is_restored_whatever_ends_the_game() {
    for (how, status) in [("\x03", 130), ("TERM", 130), ("HUP", 130), ("INT", 130)] {
        let mut game = Terminal::start(&["--size", "4x4", "--seed", "1"], &[("NO_COLOR", "")]);
        game.wait_for("seed 1");
        assert!(!game.is_restored());
        match how {
            "TERM" => game.signal(Signal::TERM),
            "HUP" => game.signal(Signal::HUP),
            "INT" => game.signal(Signal::INT),
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
    let mut game = Terminal::start(&[EASY, "--no-coach"], &[]);
    game.wait_for("your board");
    game.press("a");
    game.wait_for("Moves: 1");
    game.press("q");
    assert_eq!(game.end(), Some(0));
    assert!(game.text().contains("hueco play \"1 2 3 / 4 5 6 / 7 0 8\""), "{}", game.text());
}

#[test]
fn a_problem_file_is_played_by_its_menu() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/jugs.star");
    let mut game = Terminal::start(&["--problem", file], &[]);
    game.wait_for("1 fill 4");
    game.wait_for("Fewest left: 6");
    game.press("2");
    game.wait_for("Actions: 1");
    game.press("\x1b[B\r");
    game.wait_for("Actions: 2");
    game.press("b");
    game.wait_for("Actions: 0");
    game.press("h");
    game.wait_for("Take: ");
    game.press("v");
    game.wait_for("Solved!");
    assert!(game.text().contains("6 actions"), "{}", game.text());
    game.press("q");
    assert_eq!(game.end(), Some(0));
}

#[test]
fn a_mistake_in_a_problem_file_ends_the_game_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.star");
    let text = "start = 1\ngoal = 9\ndef actions(s):\n    return [('on', s - 1)] if s else [('x', 1 // s)]\n";
    std::fs::write(&file, text).unwrap();
    let mut game = Terminal::start(&["--problem", file.to_str().unwrap(), "--no-coach"], &[]);
    game.wait_for("1 on");
    game.press("1");
    assert_eq!(game.end(), Some(2));
    assert!(game.text().contains("wrong.star:4:"), "{}", game.text());
}

#[test]
fn without_a_terminal_there_is_no_game() {
    let output = Command::new(env!("CARGO_BIN_EXE_hueco")).arg("play").stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let mut dumb = Terminal::start(&[], &[("TERM", "dumb")]);
    assert_eq!(dumb.end(), Some(2));
    assert!(dumb.text().contains("TERM is `dumb`"), "{}", dumb.text());
    let mut unsolvable = Terminal::start(&["1 2 3 / 4 5 6 / 8 7 0"], &[]);
    assert_eq!(unsolvable.end(), Some(10));
}
