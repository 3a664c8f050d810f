//! `hueco sums`: number-placement puzzles from a file or standard input.
//!
//! ```text
//! file ──read──▶ Puzzle ──search──▶ Answer ──print──▶ text · json · csv
//!  └─ fault ──▶ FILE:line:column, the line itself, a mark under the place
//! ```

mod print;
pub(crate) mod source;

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use hueco_jobs::Sums;
use hueco_say::{Lang, commands as words, sums as said, trace as traced, usage};
use hueco_sums::{Method, Options, Wanted};

use self::print::Answered;
use crate::context::Context;
use crate::failure::Result;
use crate::format::Format;
use crate::progress::Progress;
use crate::status::Status;
use crate::{options, tracing};

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command
        .about(said::about_sums(lang))
        .long_about(said::long_about_sums(lang))
        .after_help(said::after_sums(lang))
        .after_long_help(format!("{}\n\n{}", said::examples_sums(lang), said::after_sums(lang)))
        .arg(
            Arg::new("file")
                .value_name(words::placeholder_file(lang))
                .value_parser(value_parser!(PathBuf))
                .required(true)
                .help(said::option_sums_file(lang)),
        )
        .args(method(lang))
        .args(solutions(lang))
        .args(options::limits(lang))
        .arg(options::format(lang, &["text", "json", "csv"]))
        .args(tracing::options(lang, traced::option_trace_sums(lang)))
        .arg(
            Arg::new("states")
                .long("states")
                .value_name(words::placeholder_when(lang))
                .value_parser(["auto", "yes", "no"])
                .default_value("auto")
                .help_heading(words::heading_output(lang))
                .help(said::option_states(lang)),
        )
        .arg(options::progress(lang))
}

fn method(lang: Lang) -> [Arg; 3] {
    let args = [
        Arg::new("method")
            .long("method")
            .short('m')
            .value_name(words::placeholder_name(lang))
            .value_parser(Method::ALL.map(|(name, _)| name))
            .ignore_case(true)
            .default_value(Method::default().name())
            .help(said::option_sums_method(lang)),
        Arg::new("tree").long("tree").action(ArgAction::SetTrue).help(said::option_tree(lang)),
        Arg::new("random")
            .long("random")
            .allow_negative_numbers(true)
            .value_name(hueco_say::options::placeholder_seed(lang))
            .value_parser(options::counted(lang, 0, u64::MAX))
            .help(said::option_random(lang)),
    ];
    args.map(|arg| arg.help_heading(words::heading_method(lang)))
}

fn solutions(lang: Lang) -> [Arg; 3] {
    let args = [
        Arg::new("all").long("all").action(ArgAction::SetTrue).help(said::option_all(lang)),
        Arg::new("count-only").long("count-only").action(ArgAction::SetTrue).help(said::option_count_only(lang)),
        options::number(lang, "max-solutions", 1, options::MANY).help(said::option_max_solutions(lang)),
    ];
    args.map(|arg| arg.help_heading(said::heading_solutions(lang)))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let file = matches.get_one::<PathBuf>("file").expect("clap requires it");
    let format = Format::read(matches);
    let options = asked(matches, format);
    if matches.get_flag("tree") && !options.tree {
        context.note(&usage::option_unused(context.lang, "--tree", options.method.name()));
    }
    let sums = Sums { puzzle: source::read(file, context.lang)?, options, limits: options::read_limits(matches) };
    let progress = Progress::of_search(matches, context);
    let solved = tracing::sums(&sums, matches, context, &progress)?;
    drop(progress);
    let answered = Answered(&solved);
    let mut out = context.out();
    match format {
        Format::Json => answered.json(&mut out)?,
        Format::Csv => {
            if options.record {
                context.note(&usage::option_unused(context.lang, "--states", "--format csv"));
            }
            answered.csv(&mut out)?;
        }
        Format::Text => answered.text(&mut out, context.lang)?,
    }
    out.flush()?;
    Ok(answered.outcome().into())
}

/// What the command line asks for, apart from the limits.
fn asked(matches: &ArgMatches, format: Format) -> Options {
    let method = Method::parse(options::text(matches, "method")).expect("clap knows the same names");
    let at_most = matches.get_one::<u64>("max-solutions").copied();
    let wanted = if matches.get_flag("count-only") {
        Wanted::Count { at_most }
    } else if matches.get_flag("all") || at_most.is_some() {
        Wanted::All { at_most }
    } else {
        Wanted::First
    };
    let record = match options::text(matches, "states") {
        "yes" => true,
        "no" => false,
        _ => format == Format::Json && method != Method::Propagate,
    };
    let tree = matches.get_flag("tree") && method != Method::Propagate;
    Options { method, tree, seed: matches.get_one("random").copied(), wanted, record }
}
