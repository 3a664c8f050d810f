//! The loop between a terminal and a game: draw, wait for an input or for what is due, advance.

use std::io::{self, Write};
use std::time::Duration;

use hueco_say::usage;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event;
use ratatui::{Frame, Terminal};

use super::keys::{Input, Key, input};
use super::looks::Colours;
use super::sixteen::Sixteen;
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

/// Plays until the player quits, or a signal ends it. The terminal is as before when this returns.
pub(super) fn play(table: &mut dyn Table, colours: Colours, context: &Context) -> Result<Status> {
    let taken = context.screen.take().map_err(|error| broken(&error, context))?;
    listen_for_quit(context);
    let status = until_quit(table, colours, context);
    drop(taken);
    match status {
        // A window that was closed may show itself as an error first.
        Err(_) if context.cancelled() => Ok(Status::Interrupted),
        status => status,
    }
}

fn until_quit(table: &mut dyn Table, colours: Colours, context: &Context) -> Result<Status> {
    let now = || context.started.elapsed();
    let writer: Box<dyn Write> = match colours {
        Colours::Sixteen => Box::new(Sixteen::new(context.screen.writer())),
        Colours::None | Colours::Many | Colours::Full => Box::new(context.screen.writer()),
    };
    let backend = CrosstermBackend::new(writer);
    let mut terminal = Terminal::new(backend).map_err(|error| broken(&error, context))?;
    loop {
        table.advance(now())?;
        if !context.screen.is_taken() {
            // Another thread panicked, and its message stands on the terminal.
            return Ok(Status::Internal);
        }
        // By a signal.
        if context.cancelled() {
            return Ok(Status::Interrupted);
        }
        terminal.draw(|frame| table.draw(frame, now())).map_err(|error| broken(&error, context))?;
        let mut wait = table.rest(now()).map_or(LONG, |rest| rest.min(SHORT));
        // Everything that was typed meanwhile is taken before the next picture.
        while event::poll(wait).map_err(|error| broken(&error, context))? {
            wait = Duration::ZERO;
            let event = event::read().map_err(|error| broken(&error, context))?;
            let Some(input) = input(&event) else { continue };
            if input == Input::Key(Key::Interrupt) {
                return Ok(Status::Interrupted);
            }
            if table.input(input, now())? == Next::Quit {
                return Ok(Status::Done);
            }
        }
    }
}

/// SIGQUIT ends a game as the other signals do. Outside a game it is left to the system: the player's terminal is at stake only here.
#[cfg(unix)]
fn listen_for_quit(context: &Context) {
    // Without it the game can still be played.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGQUIT, context.cancel.clone());
}

#[cfg(not(unix))]
fn listen_for_quit(_: &Context) {}

fn broken(error: &io::Error, context: &Context) -> Failure {
    Failure::writing(context.lang, usage::standard_output(context.lang), error)
}
