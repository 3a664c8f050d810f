//! `hueco trace`: a recorded search replayed as text, and where two of them differ.

mod diff;
mod show;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use hueco_say::{Lang, Say, commands as words, trace as said, usage};
use hueco_show::trace::{Header, Trace};

use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::status::Status;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    let number = |name: &'static str, least| options::number(lang, name, least, options::MANY);
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .value_name(words::placeholder_file(lang))
            .value_parser(value_parser!(PathBuf))
            .required(true)
            .help(help)
    };
    let show = Command::new("show")
        .about(said::about_trace_show(lang))
        .arg(file("file", said::option_trace_file(lang)))
        .arg(number("from", 1).default_value("1").help(said::option_trace_from(lang)))
        .arg(number("count", 0).help(said::option_trace_count(lang)))
        .arg(options::format(lang, &["text", "json"]));
    let diff = Command::new("diff")
        .about(said::about_trace_diff(lang))
        .after_help(said::after_trace_diff(lang))
        .arg(file("first", said::option_trace_first(lang)))
        .arg(file("second", said::option_trace_second(lang)))
        .arg(options::format(lang, &["text", "json"]));
    command.about(said::about_trace(lang)).subcommand_required(true).subcommands([show, diff])
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    match matches.subcommand() {
        Some(("diff", matches)) => diff::run(matches, context),
        Some((_, matches)) => show::run(matches, context),
        None => Ok(Status::BadInput),
    }
}

/// Reads a trace from a file, or from standard input where it is `-`.
pub(crate) fn read(path: &Path, lang: Lang) -> Result<Trace> {
    let standard_input = path == Path::new("-");
    let name = if standard_input { usage::standard_input(lang).to_owned() } else { path.display().to_string() };
    let trace = if standard_input {
        hueco_show::trace::read(std::io::stdin().lock())
    } else {
        let file = File::open(path).map_err(|error| Failure::reading(lang, &name, &error))?;
        hueco_show::trace::read(BufReader::new(file))
    };
    trace.map_err(|error| Failure::input(usage::in_file(lang, name, error.say(lang))))
}

/// The method in words.
pub(crate) fn method(header: &Header, lang: Lang) -> String {
    match (&header.algorithm, &header.heuristic) {
        (Some(algorithm), Some(heuristic)) => {
            said::trace_with(lang, algorithm.escape_debug(), heuristic.escape_debug())
        }
        (Some(algorithm), None) => algorithm.escape_debug().to_string(),
        (None, _) => said::trace_unnamed_method(lang).to_owned(),
    }
}
