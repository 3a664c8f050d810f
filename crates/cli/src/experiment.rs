//! What makes `bench` and `compare` experiments that others can repeat and cite: random boards by seed, repeats, nodes by layer,
//! charts, and the facts at the head of the results.
//!
//! ```text
//! header.rs   first lines of CSV and JSON: program, machine, seeds, limits, command
//! layers.rs   nodes by layer, as a table, CSV and JSON
//! spread.rs   what repeats and seeds come to: medians and quartiles
//! ```

mod header;
mod layers;
mod spread;

use clap::{Arg, ArgAction, ArgMatches};
use hueco_jobs::Random;
use hueco_say::{Lang, Say, commands as words, compare, experiment as said, options as texts};
use hueco_tiles::Board;

pub(crate) use header::Header;
pub(crate) use layers::{Layered, LayersTable};
pub(crate) use spread::{note_varied, print_spreads};

use crate::failure::{Failure, Result};
use crate::{options, values};

/// Repeats of one run at most.
const MOST_REPEATS: u64 = 10_000;

/// `--random`, `--seed` and `--seeds`; a command adds what they do not go with.
pub(crate) fn random_options(lang: Lang) -> [Arg; 3] {
    let args = [
        options::number(lang, "random", 1, 1_000_000).requires("size").help(compare::option_compare_random(lang)),
        options::number(lang, "seed", 0, u64::MAX).default_value("0").help(texts::option_seed(lang)),
        Arg::new("seeds")
            .long("seeds")
            .value_name(said::placeholder_seeds(lang))
            .value_parser(move |text: &str| values::seeds(text).map_err(|error| error.say(lang)))
            .conflicts_with("seed")
            .requires("random")
            .help(said::option_seeds(lang)),
    ];
    args.map(|arg| arg.help_heading(words::heading_board(lang)))
}

/// `--repeat`, `--layers` and `--chart`.
pub(crate) fn options(lang: Lang) -> [Arg; 3] {
    let args = [
        options::number(lang, "repeat", 1, MOST_REPEATS).default_value("1").help(said::option_repeat(lang)),
        Arg::new("layers")
            .long("layers")
            .action(ArgAction::SetTrue)
            .conflicts_with("repeat")
            .help(said::option_layers(lang)),
        Arg::new("chart")
            .long("chart")
            .value_name(words::placeholder_name(lang))
            .value_parser(["nodes", "cactus"])
            .default_value("nodes")
            .requires("svg")
            .help(said::option_chart(lang)),
    ];
    args.map(|arg| arg.help_heading(words::heading_output(lang)))
}

/// How often each method runs on each board.
pub(crate) fn repeats(matches: &ArgMatches) -> usize {
    *matches.get_one::<u64>("repeat").expect("it has a default") as usize
}

/// Whether layers are counted.
pub(crate) fn layers(matches: &ArgMatches) -> bool {
    matches.get_flag("layers")
}

/// Whether the chart is of times.
pub(crate) fn is_cactus(matches: &ArgMatches) -> bool {
    options::text(matches, "chart") == "cactus"
}

/// The random boards that are asked for, each with its seed.
pub(crate) fn random_boards(matches: &ArgMatches, lang: Lang) -> Result<Option<Vec<(u64, Board)>>> {
    let Some(&count) = matches.get_one::<u64>("random") else { return Ok(None) };
    let size = options::read_size(matches).expect("clap requires it");
    let goal = options::read_goal(matches, size, lang).map_err(Failure::input)?;
    let one = || vec![*matches.get_one::<u64>("seed").expect("it has a default")];
    let seeds = matches.get_one::<Vec<u64>>("seeds").cloned().unwrap_or_else(one);
    let of_seed = |seed: u64| {
        let boards = Random { size, goal: goal.clone(), seed, count: count as usize };
        boards.boards().map(move |board| (seed, board)).collect::<Vec<_>>()
    };
    Ok(Some(seeds.into_iter().flat_map(of_seed).collect()))
}
