//! Progress on standard error: one line that is written over on a terminal, or JSON lines for a program.

use std::io::{IsTerminal, Write};

use clap::ArgMatches;
use hueco_say::limits;
use hueco_tiles::solve::{Answer, Plan, PlanError, Progress, solve};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::context::Context;
use crate::options;

/// Solves a plan, showing progress as the command line asks, and lets Ctrl-C end it.
pub(crate) fn solve_shown(
    plan: &Plan,
    matches: &ArgMatches,
    context: &Context,
) -> std::result::Result<Answer, PlanError> {
    shown(matches, context, |progress| solve(plan, progress))
}

/// Runs a search, showing progress as the command line asks, and lets Ctrl-C end it.
pub(crate) fn shown<T>(
    matches: &ArgMatches,
    context: &Context,
    search: impl FnOnce(&mut dyn FnMut(&Progress)) -> T,
) -> T {
    let mut meter = Meter::new(matches, context);
    let answer = context.while_searching(|| search(&mut |progress| meter.show(progress)));
    meter.clear();
    answer
}

/// Shows how a search is getting on.
enum Meter<'a> {
    /// Nothing.
    Silent,
    /// A line on the terminal.
    Line(&'a Context, ProgressBar),
    /// JSON lines.
    Json,
}

#[derive(Serialize)]
struct Line {
    version: u32,
    seconds: f64,
    generated: u64,
    best: Option<u32>,
    lower_bound: u32,
}

impl<'a> Meter<'a> {
    /// The meter that `--progress` asks for.
    fn new(matches: &ArgMatches, context: &'a Context) -> Self {
        match options::text(matches, "progress") {
            "json" => Self::Json,
            "auto" if !context.quiet && std::io::stderr().is_terminal() => {
                Self::Line(context, ProgressBar::new_spinner())
            }
            _ => Self::Silent,
        }
    }

    /// Shows the latest figures.
    fn show(&mut self, progress: &Progress) {
        match self {
            Self::Silent => {}
            Self::Line(context, bar) => bar.set_message(words(context, progress)),
            Self::Json => {
                let line = Line {
                    version: 1,
                    seconds: progress.elapsed.as_secs_f64(),
                    generated: progress.generated,
                    best: progress.best,
                    lower_bound: progress.lower_bound,
                };
                let text = serde_json::to_string(&line).unwrap_or_default();
                // Progress that nobody reads is no reason to stop.
                let _ = writeln!(std::io::stderr(), "{text}");
            }
        }
    }

    /// Clears the line.
    fn clear(&self) {
        if let Self::Line(_, bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn words(context: &Context, progress: &Progress) -> String {
    let lang = context.lang;
    let seconds = progress.elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { progress.generated as f64 / seconds } else { 0.0 };
    let line = limits::progress_line(
        lang,
        lang.time(progress.elapsed),
        lang.number(progress.generated),
        lang.number(rate as u64),
        progress.lower_bound,
    );
    match progress.best {
        Some(best) => limits::progress_best(lang, line, best),
        None => line,
    }
}
