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

    fn resize(&self, rows: u16, columns: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(rows, columns);
        tcsetwinsize(&self.line, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        // The program has no controlling terminal, so the system does not send it this signal.
        self.signal(Signal::WINCH);
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
        is_cooked && !has_mouse && !screen.bracketed_paste() && !screen.alternate_screen() && !screen.hide_cursor()
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
fn a_board_is_solved_with_the_arrow_keys() {
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
    game.wait_for("The shortest solution has 2 moves.");
    assert!(game.text().contains("4 moves in 0:"), "{}", game.text());
    game.press("q");
    assert_eq!(game.end(), Some(0));
}

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
fn what_happens_now_is_shown_in_every_window_that_is_large_enough() {
    let board = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15";
    for (rows, columns) in [(17, 40), (12, 30), (9, 24)] {
        let mut game = Terminal::sized(rows, columns, &[board], &[]);
        game.wait_for("4x4 · your board");
        game.press("d");
        game.wait_for("gap.");
        game.press("h");
        game.wait_for("Slide 13 left.");
        game.press("e");
        game.wait_for("Seed: _");
        game.press("x");
        game.wait_for("A seed is a number.");
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
fn the_board_of_the_day_and_another_size_have_the_ordinary_goal() {
    for key in ["t", "+"] {
        let mut game = Terminal::start(&[EASY, "--goal", "1 2 3/4 0 5/6 7 8", "--no-coach"], &[]);
        game.wait_for("Goal: 1 2 3");
        game.press(key);
        game.wait_for("The goal is the ordinary one now.");
        assert!(!game.text().contains("Goal: "), "{}", game.text());
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
    game.wait_for("The goal is the ordinary one now.");
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
fn pasted_text_is_no_input() {
    let mut game = Terminal::start(&[EASY, "--no-coach"], &[]);
    game.wait_for("your board");
    assert!(game.screen.lock().unwrap().screen().bracketed_paste());
    game.press("\x1b[200~quit now\x1b[201~");
    game.press("a");
    game.wait_for("Moves: 1");
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
        assert_eq!(game.end(), Some(status));
        let command = "hueco play \"1 2 3 / 4 5 6 / 7 0 8\"";
        let started = Instant::now();
        while !game.text().contains(command) {
            assert!(started.elapsed() < PATIENCE, "{signal:?}\n{}", game.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
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

/// A file of its own text, played in a window of this size.
fn played(text: &str, size: (u16, u16)) -> (TempDir, Terminal) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("test.star");
    std::fs::write(&file, text).unwrap();
    let game = Terminal::sized(size.0, size.1, &["--problem", file.to_str().unwrap()], &[]);
    (folder, game)
}

#[test]
fn a_long_menu_says_what_it_hides_and_a_click_takes_the_row_it_is_on() {
    let wide = "w".repeat(60);
    let text = format!(
        "start = 0\ngoal = 7\ndef actions(s):\n    return [('set to %d {wide}' % n, n) for n in range(1, 31)]\n"
    );
    let (_folder, mut game) = played(&text, (24, 50));
    game.wait_for("1 set to 1 ");
    game.wait_for("Goal: 7");
    game.wait_for("Fewest left: 1");
    game.wait_for(" more");
    let screen = game.text();
    let row = screen.lines().position(|line| line.contains("3 set to 3 ")).unwrap_or_else(|| panic!("{screen}"));
    game.click(5, row as u16);
    game.wait_for("Actions: 1");
    game.wait_for("> 3 set to 3 ");
    assert!(game.text().lines().any(|line| line.starts_with("3  Goal: 7")), "{}", game.text());
    // The last of them is reached by the arrow keys, and is on the screen then.
    game.press(&"\x1b[B".repeat(40));
    game.wait_for(">   set to 30 ");
}

#[test]
fn the_action_that_was_taken_stays_chosen() {
    let text = "start = 0\ngoal = 3\n\
                def actions(s):\n    return ([('down', s - 1)] if s > 0 else []) + [('up', s + 1, 5)]\n";
    let (_folder, mut game) = played(text, (24, 80));
    game.wait_for("Least cost left: 15");
    game.press("\r");
    game.wait_for("> 2 up");
    game.press("\r\r");
    game.wait_for("Solved!");
    game.wait_for("No solution is cheaper!");
    assert!(game.text().contains("Cost: 15"), "{}", game.text());
}

#[test]
fn a_start_without_a_way_or_without_a_task_is_said_to_be_one() {
    let (_folder, mut game) = played("start = 0\ngoal = 1\ndef actions(s):\n    return [('stay', 0)]\n", (24, 80));
    game.wait_for("There is no solution");
    game.press("h");
    game.wait_for("There is no solution");
    assert_eq!(game.text().matches("There is no solution").count(), 1, "{}", game.text());
    let (_folder, mut game) = played("start = 0\ngoal = 0\ndef actions(s):\n    return []\n", (24, 80));
    game.wait_for("The start is a goal already.");
}

#[test]
fn a_window_too_small_for_a_problem_says_what_it_needs() {
    let text = "start = 0\ngoal = 9\ndef actions(s):\n    return [('on', s + 1)]\n\
                def draw(s):\n    return '\\n'.join(['line'] * 12)\n";
    let (_folder, mut game) = played(text, (10, 60));
    game.wait_for("Make it at least 34 by 24");
    // It says the truth.
    let (_folder, mut game) = played(text, (24, 34));
    game.wait_for("1 on");
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
    let mut unset = Terminal::start(&[], &[("TERM", "")]);
    assert_eq!(unset.end(), Some(2));
    assert!(unset.text().contains("TERM is not set"), "{}", unset.text());
    let mut misspelt = Terminal::start(&["--nonsense"], &[]);
    assert_eq!(misspelt.end(), Some(2));
    assert!(misspelt.text().starts_with("error: unknown option `--nonsense`"), "{}", misspelt.text());
    let mut sized = Terminal::start(&[EASY, "--size", "3x3"], &[]);
    assert_eq!(sized.end(), Some(2));
    assert!(sized.text().contains("cannot be used with"), "{}", sized.text());
    let mut unsolvable = Terminal::start(&["1 2 3 / 4 5 6 / 8 7 0"], &[]);
    assert_eq!(unsolvable.end(), Some(10));
}
