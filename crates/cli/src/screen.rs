//! The whole terminal, while a game is on it.
//!
//! Raw mode, the alternate screen, the mouse and marks around pasted text are settings of the user's terminal that outlive the
//! program. Whoever ends first restores them, once: the game itself, a panic on any thread, or the handler of a signal, if the
//! game does not end in time. Drawing and restoring both hold the lock of standard output, so nothing is drawn on a terminal
//! that was restored.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{execute, queue};

/// Whether the whole terminal is ours at the moment. Clones are about the same terminal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Screen {
    taken: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal until the guard is dropped.
    pub(crate) fn take(&self) -> io::Result<Taken> {
        // From here on, so that a failure halfway is undone as well.
        self.taken.store(true, Ordering::SeqCst);
        let taken = Taken(self.clone());
        enable_raw_mode()?;
        execute!(io::stdout().lock(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(taken)
    }

    /// Whether it is ours.
    pub(crate) fn is_taken(&self) -> bool {
        self.taken.load(Ordering::SeqCst)
    }

    /// Waits until whoever has it has restored it; `false` if that takes longer than this.
    pub(crate) fn was_left(&self, patience: Duration) -> bool {
        let began = Instant::now();
        while self.is_taken() && began.elapsed() < patience {
            thread::sleep(Duration::from_millis(10));
        }
        !self.is_taken()
    }

    /// Restores the terminal if it is ours, and returns whether it was. Nothing can be done about a failure.
    pub(crate) fn restore(&self) -> bool {
        // Another command may hold standard output while it waits.
        if !self.is_taken() {
            return false;
        }
        let mut stdout = io::stdout().lock();
        if !self.taken.swap(false, Ordering::SeqCst) {
            return false;
        }
        let _ = queue!(stdout, DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = stdout.flush();
        let _ = disable_raw_mode();
        true
    }

    /// What a picture is written to: nothing arrives once the terminal was restored.
    pub(crate) fn writer(&self) -> Writer {
        Writer { screen: self.clone(), picture: Vec::new() }
    }
}

/// Restores the terminal when dropped.
pub(crate) struct Taken(Screen);

impl Drop for Taken {
    fn drop(&mut self) {
        self.0.restore();
    }
}

/// Standard output, a picture at a time.
pub(crate) struct Writer {
    screen: Screen,
    picture: Vec<u8>,
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.picture.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        let picture = std::mem::take(&mut self.picture);
        if !self.screen.is_taken() {
            return Ok(());
        }
        stdout.write_all(&picture)?;
        stdout.flush()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs::File;
    use std::io::Read as _;
    use std::process::{Command, Stdio};

    use hueco_say::Lang;
    use rustix::fs::{Mode, OFlags, open};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{LocalModes, tcgetattr};

    use super::*;

    /// What the test below runs in a terminal: a program whose game panics, with the panic hook of the program.
    #[test]
    #[ignore = "it panics, in a terminal of its own; the test below runs it"]
    fn a_game_that_panics() {
        let screen = Screen::default();
        crate::word_panics(Lang::En, screen.clone());
        let _taken = screen.take().unwrap();
        let mut writer = screen.writer();
        writer.write_all(b"a picture").and_then(|()| writer.flush()).unwrap();
        let panicked = std::thread::spawn(|| panic!("a fault of the program")).join();
        assert!(panicked.is_err());
        // The game goes on drawing until it notices; nothing of that is seen.
        writer.write_all(b"a late picture").and_then(|()| writer.flush()).unwrap();
    }

    #[test]
    fn a_panic_restores_the_terminal_before_its_message() {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let line = open(&*ptsname(&master, Vec::new()).unwrap(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let end = || Stdio::from(line.try_clone().unwrap());
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "screen::tests::a_game_that_panics", "--ignored", "--nocapture"]);
        let mut child = command.env("TERM", "xterm").stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        assert!(child.wait().unwrap().success());
        let modes = tcgetattr(&line).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO), "{modes:?}");
        // The command has the program's side open too.
        drop((line, command));
        let (mut output, mut text) = (File::from(master), Vec::new());
        // Once the program's side is closed, reading ends with an error.
        let _ = output.read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what:?} in {text:?}"));
        let message = at("internal error: a fault of the program (crates/cli/src/screen.rs");
        assert!(at("a picture") < at("\x1b[?1049l") && at("\x1b[?1049l") < message, "{text:?}");
        assert!(!text.contains("a late picture"), "{text:?}");
    }
}
