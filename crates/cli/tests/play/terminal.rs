//! A game in a terminal of its own.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use tempfile::TempDir;

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a program wrote, and the screen that it makes.
struct Shown {
    bytes: Vec<u8>,
    parser: vt100::Parser,
}

/// A game in a terminal.
pub(crate) struct Terminal {
    child: Child,
    pub(crate) keyboard: Option<File>,
    shown: Arc<Mutex<Shown>>,
    /// The program's side, kept open so that its settings can be read when the program has ended.
    line: OwnedFd,
    data: TempDir,
}

impl Terminal {
    /// Starts the game on a screen of 80 columns and 24 rows.
    pub(crate) fn start(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::sized(24, 80, arguments, variables)
    }

    pub(crate) fn sized(rows: u16, columns: u16, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::in_folder(tempfile::tempdir().unwrap(), (rows, columns), arguments, variables)
    }

    pub(crate) fn in_folder(
        data: TempDir,
        (rows, columns): (u16, u16),
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
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
        let parser = vt100::Parser::new(rows, columns, 0);
        let shown = Arc::new(Mutex::new(Shown { bytes: Vec::new(), parser }));
        let (screen, mut output) = (Arc::clone(&shown), File::from(master.try_clone().unwrap()));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                let mut screen = screen.lock().unwrap();
                screen.bytes.extend_from_slice(&bytes[..read]);
                screen.parser.process(&bytes[..read]);
            }
        });
        Self { child, keyboard: Some(File::from(master)), shown, line, data }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap()
    }

    /// What the program has written so far.
    pub(crate) fn written(&self) -> String {
        String::from_utf8_lossy(&self.shown().bytes).into_owned()
    }

    pub(crate) fn takes_pasted_text(&self) -> bool {
        self.shown().parser.screen().bracketed_paste()
    }

    pub(crate) fn text(&self) -> String {
        let shown = self.shown();
        let lines: Vec<String> = shown.parser.screen().rows(0, 200).map(|line| line.trim_end().to_owned()).collect();
        lines.join("\n").trim_end().to_owned()
    }

    /// Waits until the screen shows this.
    pub(crate) fn wait_for(&mut self, text: &str) {
        let started = Instant::now();
        while !self.text().contains(text) {
            assert!(started.elapsed() < PATIENCE, "no {text:?} on\n{}", self.text());
            assert_eq!(self.child.try_wait().unwrap(), None, "it ended without {text:?} on\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The screen that shows this, drawn to its end, with its stopwatch at zero.
    pub(crate) fn still(&mut self, text: &str) -> String {
        self.wait_for_all_of(text);
        at_zero(&self.text())
    }

    /// The same with the colours of each row below it: from which column to which, and what they are.
    pub(crate) fn still_with_colours(&mut self, text: &str) -> String {
        self.wait_for_all_of(text);
        let shown = self.shown();
        let (screen, mut colours) = (shown.parser.screen(), String::new());
        let (rows, columns) = screen.size();
        for row in 0..rows {
            let looks: Vec<String> = (0..columns).map(|column| look(screen.cell(row, column).unwrap())).collect();
            let mut begin = 0;
            let mut parts = Vec::new();
            for part in looks.chunk_by(|one, next| one == next) {
                let end = begin + part.len() - 1;
                if !part[0].is_empty() {
                    parts.push(format!("{begin}-{end} {}", part[0]));
                }
                begin = end + 1;
            }
            if !parts.is_empty() {
                colours.extend([row.to_string(), ": ".to_owned(), parts.join(", "), "\n".to_owned()]);
            }
        }
        drop(shown);
        format!("{}\n\n{colours}", at_zero(&self.text()))
    }

    /// Waits until the screen shows this, and everything that was drawn with it.
    fn wait_for_all_of(&mut self, text: &str) {
        // The cursor is hidden at the end of each picture.
        let pictures = |game: &Self| game.written().matches("\x1b[?25l").count();
        self.wait_for(text);
        let (begun, started) = (pictures(self), Instant::now());
        while pictures(self) == begun {
            assert!(started.elapsed() < PATIENCE, "nothing is drawn after\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn resize(&self, rows: u16, columns: u16) {
        self.shown().parser.screen_mut().set_size(rows, columns);
        tcsetwinsize(&self.line, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        // The program has no controlling terminal, so the system does not send it this signal.
        self.signal(Signal::WINCH);
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
    }

    /// A click of the left button.
    pub(crate) fn click(&mut self, column: u16, row: u16) {
        self.press(&format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", column + 1, row + 1, column + 1, row + 1));
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits until it ends or shows this; whether it has ended.
    pub(crate) fn ends_or_shows(&mut self, text: &str) -> bool {
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

    pub(crate) fn ended(&mut self) -> ExitStatus {
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
    pub(crate) fn end(&mut self) -> Option<i32> {
        let status = self.ended();
        let started = Instant::now();
        // What was written last may still be on its way to the emulator.
        while !self.is_restored() {
            assert!(started.elapsed() < PATIENCE, "the terminal is not restored:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
        status.code()
    }

    /// The same, and what it wrote last stands on the screen.
    pub(crate) fn end_with(&mut self, text: &str) -> Option<i32> {
        let (status, started) = (self.end(), Instant::now());
        while !self.text().contains(text) {
            assert!(started.elapsed() < PATIENCE, "no {text:?} on\n{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
        status
    }

    pub(crate) fn is_restored(&self) -> bool {
        let modes = tcgetattr(&self.line).unwrap().local_modes;
        let is_cooked = modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
        let shown = self.shown();
        let screen = shown.parser.screen();
        let has_mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
        is_cooked && !has_mouse && !screen.bracketed_paste() && !screen.alternate_screen() && !screen.hide_cursor()
    }

    pub(crate) fn records(&self) -> serde_json::Value {
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

/// A text whose stopwatches stand at zero.
fn at_zero(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for at in 0..letters.len().saturating_sub(3) {
        let is_time = letters[at + 1] == ':' && [0, 2, 3].iter().all(|digit| letters[at + digit].is_ascii_digit());
        if is_time {
            for digit in [0, 2, 3] {
                letters[at + digit] = '0';
            }
        }
    }
    letters.into_iter().collect()
}

/// The colours of a cell and whether it is bold; nothing for one like any other.
fn look(cell: &vt100::Cell) -> String {
    let name = |colour| match colour {
        vt100::Color::Default => None,
        vt100::Color::Idx(number) => Some(number.to_string()),
        vt100::Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
    };
    let ground = name(cell.bgcolor()).map(|colour| format!("on {colour}"));
    let marks = [(cell.bold(), "bold"), (cell.dim(), "dim"), (cell.inverse(), "inverse")];
    let marks = marks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| mark.to_owned());
    name(cell.fgcolor()).into_iter().chain(ground).chain(marks).collect::<Vec<_>>().join(" ")
}

/// A problem file with this text, played in a window of this size.
pub(crate) fn played(
    text: &str,
    size: (u16, u16),
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> (TempDir, Terminal) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("test.star");
    std::fs::write(&file, text).unwrap();
    let arguments = [&["--problem", file.to_str().unwrap()], arguments].concat();
    let game = Terminal::sized(size.0, size.1, &arguments, variables);
    (folder, game)
}
