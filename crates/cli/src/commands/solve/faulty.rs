//! A job on which every board panics: it looks for an option that its command line does not have.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::Instant;

use clap::Command;
use hueco_jobs::Workbench;

use super::*;
use crate::progress::Line;
use crate::screen::Screen;

/// Calls `work` with the job of two threads.
pub(super) fn with_job<T>(work: impl FnOnce(&Job<'_>) -> T) -> T {
    let lang = Lang::En;
    let context = Context {
        lang,
        quiet: true,
        cancel: Arc::new(AtomicBool::new(false)),
        searching: Arc::new(AtomicUsize::new(0)),
        line: Line::hidden(),
        screen: Screen::default(),
        workbench: Workbench::new(None, None),
        started: Instant::now(),
        words: Vec::new(),
        again: Vec::new(),
    };
    let whole = command(Command::new("solve"), lang).get_matches_from(["solve", "-", "--threads", "2"]);
    let without_goal = Command::new("solve").arg(options::size(lang, "")).args(farm::options(lang));
    let matches = without_goal.get_matches_from(["solve"]);
    let asked = Asked::read(&whole, lang).expect("the command line is right");
    work(&Job {
        matches: &matches,
        context: &context,
        progress: Progress::silent(&context),
        gauge: Arc::default(),
        asked,
        metric: Metric::Single,
        every: None,
        format: Format::Json,
        every_board: false,
        moves_of: answer::read_moves_of(&whole),
        distances: None,
    })
}
