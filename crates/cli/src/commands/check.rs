//! `hueco check HEURISTIC --size RxC`: a heuristic against the true distance of every board.

mod print;
mod problem;

use std::sync::Arc;

use clap::{Arg, ArgMatches, Command};
use hueco_jobs::{Check, Estimate};
use hueco_say::{Lang, Say, check as said, commands as words, explore, options as texts, pictures};
use hueco_tiles::Metric;
use hueco_tiles::heuristic::HEURISTICS;
use hueco_tiles::space::Ranking;

use crate::answer;
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::offered::offered;
use crate::options;
use crate::problem::{options as problem_options, source as problem_source};
use crate::progress::Progress;
use crate::status::Status;

/// Options that do not go with a problem file.
const ONLY_BOARDS: [&str; 8] = ["size", "goal", "formula", "pattern", "table", "threads", "svg", "moves"];

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command
        .about(said::about_check(lang))
        .long_about(said::long_about_check(lang))
        .after_help(said::after_check(lang))
        .after_long_help(format!("{}\n\n{}", said::examples_check(lang), said::after_check(lang)))
        .arg(
            Arg::new("heuristic")
                .value_name(words::placeholder_heuristic(lang))
                .value_parser(offered(HEURISTICS, options::typed_heuristic(lang)))
                .required_unless_present_any(["formula", "table", "problem"])
                .help(said::option_check_heuristic(lang)),
        )
        .arg(options::formula(lang).conflicts_with("heuristic").help_heading(words::heading_method(lang)))
        .arg(options::pattern(lang).help_heading(words::heading_method(lang)))
        .arg(
            options::table(lang)
                .conflicts_with_all(["heuristic", "formula", "pattern"])
                .help(explore::option_table_check(lang)),
        )
        .arg(options::size(lang, texts::option_size_random(lang)).required_unless_present("problem"))
        .arg(options::goal(lang))
        .args(problem_options(lang, &ONLY_BOARDS))
        .arg(options::threads(lang).help(said::option_check_threads(lang)).help_heading(words::heading_limits(lang)))
        .args(options::limits(lang))
        .arg(options::format(lang, &["text", "json", "csv"]))
        .arg(options::svg(lang).help(said::option_check_svg(lang)))
        .arg(options::moves_of(lang))
        .arg(options::progress(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    if let Some(source) = problem_source(matches, context)? {
        return problem::run(source, matches, context);
    }
    let size = options::read_size(matches).expect("clap requires it");
    let goal = options::read_goal(matches, size, lang).map_err(Failure::input)?;
    let states = Ranking::of_goal(&goal).ok().map(|ranking| ranking.states());
    let threads = matches.get_one::<u64>("threads").map(|&n| n as usize);
    let check = Check {
        size,
        goal,
        estimate: match options::read_table(matches, lang)? {
            Some(table) => Estimate::Table(Arc::new(table)),
            None => Estimate::Heuristic(options::asked_heuristic(matches, lang)?.expect("clap requires one")),
        },
        threads: threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1),
        moves_of: answer::read_moves_of(matches),
        limits: options::read_limits(matches),
    };
    let progress = Progress::of_levels(matches, context, &Arc::default(), states, true);
    let checked = progress.run(Metric::Single, |events| check.run(events));
    let checked = checked.map_err(|error| Failure::input(error.say(lang)))?;
    drop(progress);

    let found = &checked.found;
    options::write_svg(matches, context, || pictures::checked(found, lang))?;
    let mut out = context.out();
    match options::text(matches, "format") {
        "json" => out.json(&checked.object())?,
        "csv" => print::csv(found, &mut out)?,
        _ => out.line(&print::text(found, checked.moves_of, checked.time, lang))?,
    }
    out.flush()?;
    Ok(found.stopped.map_or(Status::Done, Status::from))
}
