//! `hueco check HEURISTIC --size RxC`: a heuristic against the true distance of every board.

mod print;

use std::sync::Arc;

use clap::{Arg, ArgMatches, Command};
use hueco_say::{Lang, Say, check as said, commands as words, explore, options as texts, pictures};
use hueco_search::Gauge;
use hueco_show::checked::Checked;
use hueco_tiles::check::{check, check_table};
use hueco_tiles::heuristic::HEURISTICS;
use hueco_tiles::space::Ranking;

use crate::answer;
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::offered::offered;
use crate::options;
use crate::progress::Progress;
use crate::status::Status;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command
        .about(said::about_check(lang))
        .long_about(said::long_about_check(lang))
        .after_help(said::after_check(lang))
        .after_long_help(format!("{}\n\n{}", said::examples_check(lang), said::after_check(lang)))
        .arg(
            Arg::new("heuristic")
                .value_name(words::placeholder_heuristic(lang))
                .value_parser(offered(HEURISTICS, options::heuristic(lang)))
                .required_unless_present_any(["formula", "table"])
                .help(said::option_check_heuristic(lang)),
        )
        .arg(options::formula(lang).conflicts_with("heuristic").help_heading(words::heading_method(lang)))
        .arg(options::pattern(lang).help_heading(words::heading_method(lang)))
        .arg(
            options::table(lang)
                .conflicts_with_all(["heuristic", "formula", "pattern"])
                .help(explore::option_table_check(lang)),
        )
        .arg(options::size(lang, texts::option_size_random(lang)).required(true))
        .arg(options::goal(lang))
        .arg(options::threads(lang).help(said::option_check_threads(lang)).help_heading(words::heading_limits(lang)))
        .args(options::limits(lang))
        .arg(options::format(lang, &["text", "json", "csv"]))
        .arg(options::svg(lang).help(said::option_check_svg(lang)))
        .arg(options::moves_of(lang))
        .arg(options::progress(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let shape = options::read_size(matches).expect("clap requires it");
    let goal = options::read_goal(matches, shape, lang).map_err(Failure::input)?;
    let gauge = Arc::new(Gauge::default());
    let states = Ranking::of_goal(&goal).ok().map(|ranking| ranking.states());
    let progress = Progress::of_levels(matches, context, &gauge, states, true);
    let budget = options::budget(matches, context).gauge(gauge);
    let mut level = |level| progress.level(level);
    let table = options::read_table(matches, lang)?;
    let threads = matches.get_one::<u64>("threads").map(|&n| n as usize);
    let threads = threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
    let started = std::time::Instant::now();
    let found = match &table {
        None => {
            let heuristic = options::asked_heuristic(matches).expect("clap requires one");
            let check = || check(&heuristic, &goal, threads, &budget, &mut level);
            context.while_searching(check).map_err(|error| Failure::input(error.say(lang)))?
        }
        Some(table) => {
            let found = context.while_searching(|| check_table(table, &goal, threads, &budget, &mut level));
            let ranking = table.space().ranking();
            let other = || explore::table_other(lang, ranking.shape(), ranking.goal_blank() + 1);
            found.ok_or_else(|| Failure::input(other()))?
        }
    };
    let time = started.elapsed();
    drop(progress);

    options::write_svg(matches, context, || pictures::checked(&found, lang))?;
    let mut out = context.out();
    let moves_of = answer::read_moves_of(matches);
    match options::text(matches, "format") {
        "json" => out.json(&Checked::new(&found, moves_of, time))?,
        "csv" => print::csv(&found, &mut out)?,
        _ => out.line(&print::text(&found, moves_of, time, lang))?,
    }
    out.flush()?;
    Ok(found.stopped.map_or(Status::Done, Status::from))
}
