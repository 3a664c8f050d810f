//! The loop between a terminal and a game: draw, wait for an input or for what is due, advance.

use std::io;
use std::time::Duration;

use hueco_say::usage;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event;
use ratatui::{Frame, Terminal};

use super::keys::{Input, Key, input};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::status::Status;

/// The longest wait for an input: a solver may have found something.
const SHORT: Duration = Duration::from_millis(40);
/// The same where nothing but the clock changes, or nothing at all.
const LONG: Duration = Duration::from_millis(250);

/// A game on the screen.
pub(super) trait Table {
    /// An input. Times are since the program began.
    fn input(&mut self, input: Input, now: Duration) -> Result<Next>;

    /// Time has passed: takes what a solver found, and does what is due.
    fn advance(&mut self, now: Duration) -> Result<()>;

    /// How long nothing is due; `None` where only the clock runs.
    fn rest(&self, now: Duration) -> Option<Duration>;

    /// Draws all of it.
    fn draw(&mut self, frame: &mut Frame<'_>, now: Duration);
}

/// Whether a game continues after an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Stay,
    Quit,
}

/// Plays until the player quits. The terminal is as before when this returns.
pub(super) fn play(table: &mut dyn Table, context: &Context) -> Result<Status> {
    let taken = context.screen.take().map_err(|error| broken(&error, context))?;
    let status = until_quit(table, context);
    drop(taken);
    status
}

fn until_quit(table: &mut dyn Table, context: &Context) -> Result<Status> {
    let now = || context.started.elapsed();
    let backend = CrosstermBackend::new(context.screen.writer());
    let mut terminal = Terminal::new(backend).map_err(|error| broken(&error, context))?;
    loop {
        table.advance(now())?;
        if !context.screen.is_taken() {
            // Another thread panicked, and its message stands on the terminal.
            return Ok(Status::Internal);
        }
        terminal.draw(|frame| table.draw(frame, now())).map_err(|error| broken(&error, context))?;
        let mut wait = table.rest(now()).map_or(LONG, |rest| rest.min(SHORT));
        // Everything that was typed meanwhile is taken before the next picture.
        while event::poll(wait).map_err(|error| broken(&error, context))? {
            wait = Duration::ZERO;
            let event = event::read().map_err(|error| broken(&error, context))?;
            match input(&event) {
                Some(Input::Key(Key::Interrupt)) => return Ok(Status::Interrupted),
                Some(input) if table.input(input, now())? == Next::Quit => return Ok(Status::Done),
                _ => {}
            }
        }
    }
}

fn broken(error: &io::Error, context: &Context) -> Failure {
    Failure::writing(context.lang, usage::standard_output(context.lang), error)
}
