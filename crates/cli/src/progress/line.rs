//! The last line of the terminal, where progress is shown: it is drawn over again and again, and what else is written to the
//! terminal goes above it.

use std::io::IsTerminal;

use console::{Term, measure_text_width};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What turns.
const SPINNER: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const BETWEEN: &str = " · ";

/// A line that is hidden until a command shows its progress.
#[derive(Clone)]
pub(crate) struct Line(ProgressBar);

impl Line {
    pub(crate) fn hidden() -> Self {
        let style = ProgressStyle::with_template("{wide_msg}").expect("a template");
        Self(ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_style(style))
    }

    /// Whether standard error is a terminal on which a line can be drawn over.
    pub(super) fn has_place() -> bool {
        std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
    }

    /// Draws the spinner at its `turn` and the parts, as many as there is room for.
    pub(super) fn draw(&self, turn: usize, parts: &[String]) {
        if self.0.is_hidden() {
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
        let room = Term::stderr().size().1 as usize;
        self.0.set_message(format!("{} {}", SPINNER[turn % SPINNER.len()], fitting(parts, room.saturating_sub(3))));
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
        self.0.set_draw_target(ProgressDrawTarget::hidden());
    }

    /// Writes something else to the terminal. `write` must not do so again.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }
}

/// The first parts, joined, up to this many columns: a number is never cut in two.
fn fitting(parts: &[String], columns: usize) -> String {
    let mut text = String::new();
    for part in parts {
        let longer = if text.is_empty() { part.clone() } else { format!("{text}{BETWEEN}{part}") };
        if measure_text_width(&longer) > columns {
            break;
        }
        text = longer;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_do_not_fit_are_left_out_whole() {
        let parts = ["7.3 s", "37 %", "1 000 nodos"].map(str::to_owned);
        assert_eq!(fitting(&parts, 26), "7.3 s · 37 % · 1 000 nodos");
        assert_eq!(fitting(&parts, 25), "7.3 s · 37 %");
        assert_eq!(fitting(&parts, 4), "");
    }
}
