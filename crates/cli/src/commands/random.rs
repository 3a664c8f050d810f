//! `hueco random`: uniform random boards that can reach the goal, one per line.

use clap::{ArgMatches, Command};
use hueco_jobs::Random;
use hueco_say::{Lang, commands as words, options as texts};
use serde::Serialize;

use crate::answer::VERSION;
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::format::Format;
use crate::options;
use crate::status::Status;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command
        .about(words::about_random(lang))
        .arg(options::size(lang, texts::option_size_random(lang)).required(true))
        .arg(options::goal(lang))
        .arg(options::number(lang, "seed", 0, u64::MAX).default_value("0").help(texts::option_seed(lang)))
        .arg(
            options::number(lang, "count", 0, options::MANY)
                .short('n')
                .default_value("1")
                .help(texts::option_count(lang)),
        )
        .arg(options::format(lang, &["text", "json"]))
}

/// A board as one line of JSON: the first keys of `solve`.
#[derive(Serialize)]
struct Drawn<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    board: &'a [u16],
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let size = options::read_size(matches).expect("clap requires it");
    let number = |name| *matches.get_one::<u64>(name).expect("it has a default");
    let random = Random {
        size,
        goal: options::read_goal(matches, size, context.lang).map_err(Failure::input)?,
        seed: number("seed"),
        count: usize::try_from(number("count")).unwrap_or(usize::MAX),
    };
    let format = Format::read(matches);
    let mut out = context.out();
    for board in random.boards() {
        match format {
            Format::Json => {
                out.json(&Drawn { version: VERSION, rows: size.rows(), cols: size.cols(), board: board.tiles() })?;
            }
            _ => out.line(&board.to_string())?,
        }
    }
    out.flush()?;
    Ok(Status::Done)
}
