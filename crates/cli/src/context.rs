//! What every subcommand is given: the user's language, the two output streams and the cancel flag.
//!
//! Data goes to standard output; notes, progress and errors go to standard error. Nothing here can fail because nobody
//! reads standard error any more.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use hueco_jobs::Workbench;
use hueco_say::{Lang, usage};
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::progress::Line;
use crate::screen::Screen;

/// What every subcommand is given.
pub(crate) struct Context {
    /// The user's language.
    pub(crate) lang: Lang,
    /// No notes and no progress.
    pub(crate) quiet: bool,
    /// Becomes true with the first Ctrl-C.
    pub(crate) cancel: Arc<AtomicBool>,
    /// How many searches are running, which a Ctrl-C should let end by themselves.
    pub(crate) searching: Arc<AtomicUsize>,
    /// The line of the terminal that shows progress: all else is written above it.
    pub(crate) line: Line,
    /// The whole terminal, while a game is on it.
    pub(crate) screen: Screen,
    /// The tables of this command, and the user's folder with more of them.
    pub(crate) workbench: Workbench,
    /// When the command began.
    pub(crate) started: Instant,
    /// The command line as it was given, the program's name included.
    pub(crate) words: Vec<OsString>,
    /// What starts this program again: its path and the words before those of the command.
    pub(crate) again: Vec<OsString>,
}

impl Context {
    /// The program itself, to be started again. It fails where the program does not know its own path.
    pub(crate) fn again(&self) -> io::Result<impl Fn() -> Command + '_> {
        let (program, first) = self.again.split_first().ok_or(io::ErrorKind::NotFound)?;
        Ok(move || {
            let mut command = Command::new(program);
            command.args(first);
            command
        })
    }

    /// Something worth knowing that is no error.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            self.line.aside(|| note(self.lang, text));
        }
    }

    /// Something went wrong.
    pub(crate) fn error(&self, text: &str) {
        self.line.aside(|| error(self.lang, text));
    }

    /// Runs a search that looks at the cancel flag.
    pub(crate) fn while_searching<T>(&self, search: impl FnOnce() -> T) -> T {
        self.searching.fetch_add(1, Ordering::Relaxed);
        let result = search();
        self.searching.fetch_sub(1, Ordering::Relaxed);
        result
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Asks what is running to stop, as Ctrl-C does.
    pub(crate) fn stop(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Standard output.
    pub(crate) fn out(&self) -> Out {
        let stdout = io::stdout().lock();
        let line = stdout.is_terminal().then(|| self.line.clone());
        Out { lang: self.lang, writer: BufWriter::new(Above { line, stdout }) }
    }
}

/// Prints a note where there is no context.
pub(crate) fn note(lang: Lang, text: &str) {
    print_message(usage::note_prefix(lang), "\x1b[1;36m", text);
}

/// Prints an error before there is a context.
pub(crate) fn error(lang: Lang, text: &str) {
    print_message(usage::error_prefix(lang), "\x1b[1;31m", text);
}

fn print_message(prefix: &str, style: &str, text: &str) {
    let mut stderr = io::stderr().lock();
    // Where standard error is closed nobody would read it.
    let _ = if is_coloured(&stderr) {
        writeln!(stderr, "{style}{prefix}\x1b[0m {text}")
    } else {
        writeln!(stderr, "{prefix} {text}")
    };
}

/// Whether colours are shown there and wanted.
pub(crate) fn is_coloured(stream: &impl IsTerminal) -> bool {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    stream.is_terminal() && allows_colour(&variable("NO_COLOR"), &variable("TERM"))
}

fn allows_colour(no_color: &OsStr, term: &OsStr) -> bool {
    no_color.is_empty() && term != "dumb"
}

/// Standard output, buffered; its failures are already worded.
pub(crate) struct Out {
    lang: Lang,
    writer: BufWriter<Above>,
}

/// Standard output, above the line of progress where both are on one terminal.
struct Above {
    line: Option<Line>,
    stdout: StdoutLock<'static>,
}

impl Write for Above {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Handed on at once where there is a line, which is drawn again right behind it.
        match &self.line {
            Some(line) => line.aside(|| self.stdout.write_all(bytes).and_then(|()| self.stdout.flush()))?,
            None => self.stdout.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

impl Out {
    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> Result<()> {
        let written = self.writer.write_all(text.as_bytes()).and_then(|()| self.writer.write_all(b"\n"));
        written.map_err(|error| self.failure(&error))
    }

    /// Writes a value as one line of JSON, piece by piece.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<()> {
        serde_json::to_writer(&mut self.writer, value).map_err(|error| self.failure(&error.into()))?;
        self.line("")
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.writer.write_all(bytes).map_err(|error| self.failure(&error))
    }

    /// Hands everything on. Called where a reader waits, and always at the end: a failure in a destructor would be lost.
    pub(crate) fn flush(&mut self) -> Result<()> {
        self.writer.flush().map_err(|error| self.failure(&error))
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::writing(self.lang, usage::standard_output(self.lang), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_colour_on_a_dumb_terminal_or_where_it_is_not_wanted() {
        let allows = |no_color: &str, term: &str| allows_colour(no_color.as_ref(), term.as_ref());
        assert!(allows("", "xterm-256color") && allows("", ""));
        assert!(!allows("", "dumb"));
        assert!(!allows("1", "xterm-256color"));
    }
}
