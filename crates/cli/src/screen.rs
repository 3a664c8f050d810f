//! The whole terminal, while a game is on it.
//!
//! Raw mode, the alternate screen and the mouse are settings of the user's terminal that outlive the program. Whoever ends first
//! restores them, once: the game itself, a panic on any thread, or the handler of a signal. Drawing and restoring both hold the
//! lock of standard output, so nothing is drawn on a terminal that was restored.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
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
        execute!(io::stdout().lock(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(taken)
    }

    /// Whether it is ours.
    pub(crate) fn is_taken(&self) -> bool {
        self.taken.load(Ordering::SeqCst)
    }

    /// Restores the terminal if it is ours, and returns whether it was. Nothing can be done about a failure.
    pub(crate) fn restore(&self) -> bool {
        let mut stdout = io::stdout().lock();
        if !self.taken.swap(false, Ordering::SeqCst) {
            return false;
        }
        let _ = queue!(stdout, DisableMouseCapture, LeaveAlternateScreen, Show);
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
