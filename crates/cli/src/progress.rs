//! Progress on standard error: one line that is written over on a terminal, or JSON lines for a program.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use hueco_say::{check as said, limits};
use hueco_tiles::Board;
use hueco_tiles::check::{Check, CheckError, check};
use hueco_tiles::heuristic::HeuristicSpec;
use hueco_tiles::solve::{Answer, Plan, PlanError, Progress, solve};
use hueco_tiles::space::Level;
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

/// A line on the terminal that counts what is done.
pub(crate) struct Counter(Option<ProgressBar>);

impl Counter {
    /// A line where `--progress` asks for one and `wanted` is true.
    pub(crate) fn new(matches: &ArgMatches, context: &Context, wanted: bool) -> Self {
        let line = match Meter::new(matches, context) {
            Meter::Line(_, bar) if wanted => Some(bar),
            _ => None,
        };
        Self(line)
    }

    /// Shows how far it is.
    pub(crate) fn show(&mut self, message: String) {
        if let Some(bar) = &self.0 {
            bar.set_message(message);
            bar.tick();
        }
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Checks a heuristic over a whole space, showing progress as the command line asks, and lets Ctrl-C end it.
pub(crate) fn check_shown(
    heuristic: &HeuristicSpec,
    goal: &Board,
    threads: usize,
    matches: &ArgMatches,
    context: &Context,
) -> std::result::Result<Check, CheckError> {
    let budget = options::budget(matches, context);
    levels_shown(matches, context, |show| check(heuristic, goal, threads, &budget, show))
}

/// Walks through a space, showing each level as the command line asks, and lets Ctrl-C end it.
pub(crate) fn levels_shown<T>(
    matches: &ArgMatches,
    context: &Context,
    walk: impl FnOnce(&mut dyn FnMut(Level)) -> T,
) -> T {
    let started = Instant::now();
    let meter = Meter::new(matches, context);
    let walked = context.while_searching(|| walk(&mut |level| meter.level(started.elapsed(), &level)));
    meter.clear();
    walked
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
    /// The part of a table that is built, where that is what takes the time.
    building: Option<f64>,
}

#[derive(Serialize)]
struct LevelLine {
    version: u32,
    seconds: f64,
    depth: u32,
    states: u64,
    reached: u64,
    all: u64,
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
                    building: progress.building.map(|table| table.done as f64 / table.entries.max(1) as f64),
                };
                let text = serde_json::to_string(&line).unwrap_or_default();
                // Progress that nobody reads is no reason to stop.
                let _ = writeln!(std::io::stderr(), "{text}");
            }
        }
    }

    /// Shows that a level of a space is finished.
    fn level(&self, elapsed: Duration, level: &Level) {
        let Level { depth, states, reached, all } = *level;
        match self {
            Self::Silent => {}
            Self::Line(Context { lang, .. }, bar) => {
                let (time, reached) = (lang.time(elapsed), lang.number(reached));
                bar.set_message(match all {
                    0 => said::check_progress_so_far(*lang, time, depth, reached),
                    all => said::check_progress(*lang, time, depth, reached, lang.number(all)),
                });
            }
            Self::Json => {
                let line = LevelLine { version: 1, seconds: elapsed.as_secs_f64(), depth, states, reached, all };
                let text = serde_json::to_string(&line).unwrap_or_default();
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
    if let Some(building) = progress.building {
        let percent = building.done * 100 / building.entries.max(1);
        return limits::progress_building(lang, lang.time(progress.elapsed), building.tiles, percent);
    }
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
