//! The `hueco` command: reads the command line, hands over to a subcommand, and turns what comes back into words and an
//! exit status. The work itself is in the libraries; each subcommand is one file in `commands/`.
//!
//! It is a library so that another program can be the command too: `python -m hueco` is. The package also uses the two rooms that are
//! public: how a value is written on the command line, and what is reported of a whole space.

mod answer;
mod cluster;
mod commands;
mod context;
mod experiment;
pub mod explored;
mod failure;
mod format;
#[doc(hidden)]
pub mod fuzz;
mod memory;
mod method;
mod misuse;
mod offered;
mod options;
mod pages;
mod problem;
mod progress;
mod screen;
mod status;
mod table;
mod tracing;
mod typed;
pub mod values;
mod version;
mod whole;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};
use hueco_jobs::Workbench;
use hueco_say::{Lang, limits, usage};
use hueco_tiles::pattern::Store;

use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::progress::Line;
use crate::screen::Screen;
use crate::status::Status;

pub use crate::memory::default_limit as free_memory;

/// How long a game that shall end has to restore the terminal and to say how it is continued.
const FAREWELL: Duration = Duration::from_secs(2);

/// Runs the command. `words` is its command line, the program's name included; `again` starts the same program, for the processes
/// of a cluster: its path and the words before those of the command. Returns the exit status.
pub fn command(words: Vec<OsString>, again: Vec<OsString>) -> u8 {
    let lang = language(&words);
    let screen = Screen::default();
    word_panics(lang, screen.clone());
    // The hook has printed the message already: what is left of a panic is its exit status.
    let status = panic::catch_unwind(AssertUnwindSafe(|| run(words, again, lang, screen))).unwrap_or(Status::Internal);
    status.code() as u8
}

fn run(words: Vec<OsString>, again: Vec<OsString>, lang: Lang, screen: Screen) -> Status {
    let matches = match read(&words, lang) {
        Ok(matches) => matches,
        Err(status) => return status,
    };
    let Some((name, matches)) = matches.subcommand() else { return Status::BadInput };
    let context = Context {
        lang,
        quiet: matches.get_flag("quiet"),
        cancel: Arc::new(AtomicBool::new(false)),
        searching: Arc::new(AtomicUsize::new(0)),
        line: Line::hidden(),
        screen,
        workbench: Workbench::new(memory::of_tables(matches), Store::of_user()),
        started: Instant::now(),
        words,
        again,
    };
    listen_for_interrupts(&context);
    match dispatch(name, matches, &context) {
        Ok(status) => status,
        Err(Failure::ReaderGone) => Status::Done,
        Err(Failure::Message { status, message }) => {
            context.error(&message);
            status
        }
    }
}

/// The command line as clap reads it. Most are right, and for those one subcommand is enough; the whole tree, which takes
/// some milliseconds to make, is for help and for what is wrong.
fn read(words: &[OsString], lang: Lang) -> std::result::Result<ArgMatches, Status> {
    let typed = words.iter().skip(1).find_map(|word| commands::COMMANDS.iter().find(|entry| *word == entry.name));
    let alone = typed.filter(|entry| !commands::NAMING.contains(&entry.name));
    if let Some(Ok(matches)) = alone.map(|entry| commands::with_one(entry, lang).try_get_matches_from(words)) {
        return Ok(matches);
    }
    // Manual pages and completions are made from the plain tree: what is written down does not change with each commit.
    let root = commands::root(lang).version(version::VERSION);
    root.clone().try_get_matches_from(words).map_err(|error| no_command(&error, &root, words, lang))
}

fn dispatch(name: &str, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let entry = commands::COMMANDS.iter().find(|entry| entry.name == name).expect("clap knows the same commands");
    (entry.run)(matches, context)
}

/// Help, the version, or what is wrong with the command line.
fn no_command(error: &clap::Error, root: &Command, words: &[OsString], lang: Lang) -> Status {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print().map_err(|e| Failure::writing(lang, usage::standard_output(lang), &e)) {
            Ok(()) | Err(Failure::ReaderGone) => Status::Done,
            Err(Failure::Message { status, message }) => {
                context::error(lang, &message);
                status
            }
        };
    }
    context::error(lang, &misuse::report(error, root, words, lang));
    Status::BadInput
}

/// `--lang` where it is given, else the locale's. Looked for before the command line is read, to word its errors too.
fn language(words: &[OsString]) -> Lang {
    let words: Vec<&str> = words.iter().map_while(|word| word.to_str()).take_while(|word| *word != "--").collect();
    let chosen = words.iter().enumerate().rev().find_map(|(i, word)| match word.strip_prefix("--lang") {
        Some("") => words.get(i + 1).and_then(|name| Lang::parse(name)),
        Some(rest) => rest.strip_prefix('=').and_then(Lang::parse),
        None => None,
    });
    chosen.unwrap_or_else(|| Lang::of_environment(|name| std::env::var(name).ok()))
}

/// A panic is a fault of the program: one clear line instead of a trace.
fn word_panics(lang: Lang, screen: Screen) {
    panic::set_hook(Box::new(move |info| {
        screen.restore();
        let payload = info.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("panic").split_whitespace().collect::<Vec<_>>().join(" ");
        let place = info.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
        context::error(lang, &usage::internal_error(lang, format_args!("{text} ({place})")));
    }));
}

/// The first Ctrl-C asks a running search to stop; the second, or one while nothing is searched, ends at once.
fn listen_for_interrupts(context: &Context) {
    let (cancel, searching) = (context.cancel.clone(), context.searching.clone());
    let (lang, quiet, line, screen) = (context.lang, context.quiet, context.line.clone(), context.screen.clone());
    let handler = move || {
        // On the whole terminal Ctrl-C is a key: what comes here wants the program to end.
        if screen.is_taken() {
            cancel.store(true, Ordering::Relaxed);
            // A window that was closed has nothing to restore, and the game may be reading its end for ever.
            let patience = if io::stdin().is_terminal() { FAREWELL } else { Duration::ZERO };
            if screen.was_left(patience) {
                return;
            }
            screen.restore();
            std::process::exit(Status::Interrupted.code());
        }
        if cancel.swap(true, Ordering::Relaxed) || searching.load(Ordering::Relaxed) == 0 {
            line.clear();
            std::process::exit(Status::Interrupted.code());
        }
        if !quiet {
            line.aside(|| context::note(lang, limits::interrupting(lang)));
        }
    };
    // Without a handler Ctrl-C still ends the program: that is no reason not to run.
    let _ = ctrlc::set_handler(handler);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(words: &[&str]) -> Lang {
        language(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn the_language_is_known_before_the_command_line_is_read() {
        assert_eq!(chosen(&["hueco", "solve", "--lang", "es"]), Lang::Es);
        assert_eq!(chosen(&["hueco", "--lang=es", "solve", "--oops"]), Lang::Es);
        assert_eq!(chosen(&["hueco", "--lang=es", "--lang", "en"]), Lang::En);
    }

    #[test]
    fn the_command_tree_is_sound_in_both_languages() {
        for (_, lang) in Lang::ALL {
            commands::root(lang).debug_assert();
        }
    }
}
