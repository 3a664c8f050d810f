//! `hueco verify BOARD MOVES`: replays moves. Are they legal, do they reach the goal, how far are they from optimal?

mod problem;

use clap::{Arg, ArgMatches, Command};
use hueco_jobs::{Verify, VerifyResult};
use hueco_say::{Lang, Say, commands as words, options as texts, verify as said};
use hueco_tiles::solve::Answer;
use hueco_tiles::{Metric, invert, parse_moves};

use crate::answer::{self, MovesOf};
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::problem::{options as problem_options, source as problem_source};
use crate::progress::Progress;
use crate::status::Status;

pub(crate) fn command(command: Command, lang: Lang) -> Command {
    command
        .about(words::about_verify(lang))
        .after_help(words::after_verify(lang))
        .arg(options::board(lang, texts::option_one_board(lang)).required_unless_present("problem"))
        .arg(
            Arg::new("text")
                .value_name(words::placeholder_moves(lang))
                .allow_hyphen_values(true)
                .required_unless_present("problem")
                .help(texts::option_moves_text(lang)),
        )
        .arg(options::size(lang, texts::option_size(lang)))
        .arg(options::goal(lang))
        .args(problem_options(lang, &["board", "text", "size", "goal", "moves"]))
        .arg(problem::actions(lang))
        .arg(options::moves_of(lang))
        .args(options::limits(lang))
        .arg(options::format(lang, &["text", "json"]))
        .arg(options::progress(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    if let Some(source) = problem_source(matches, context)? {
        return problem::run(source, matches, context);
    }
    let board = options::read_board(matches, options::read_size(matches), context)?;
    let goal = options::read_goal(matches, board.shape(), lang).map_err(Failure::input)?;
    let moves_of = answer::read_moves_of(matches);
    let moves = parse_moves(options::text(matches, "text")).map_err(|error| Failure::input(error.say(lang)))?;
    let moves = if moves_of == MovesOf::Tile { invert(&moves) } else { moves };
    let verify = Verify { board, goal, moves, moves_of, limits: options::read_limits(matches) };
    let progress = Progress::of_search(matches, context);
    let verified = progress.run(Metric::Single, |events| verify.run(&context.workbench, events));
    let verified = verified.map_err(|error| Failure::input(error.say(lang)))?;
    drop(progress);

    let mut out = context.out();
    match options::text(matches, "format") {
        "json" => out.json(&verified.object())?,
        _ => out.line(&text(&verified, lang))?,
    }
    out.flush()?;
    Ok(match (verified.reaches_goal(), context.cancelled()) {
        (_, true) => Status::Interrupted,
        (true, false) => Status::Done,
        (false, false) => Status::BadInput,
    })
}

fn text(verified: &VerifyResult, lang: Lang) -> String {
    let Verify { moves, moves_of, .. } = &verified.verify;
    let length = moves.len();
    let mut lines = Vec::new();
    match verified.illegal {
        Some(index) => {
            let letter = moves_of.letters(&moves[index - 1..index]);
            lines.push(said::verify_illegal(lang, index, letter));
        }
        None if verified.reaches_goal() => lines.push(said::verify_reaches(lang, length)),
        None => lines.push(said::verify_misses(lang, length)),
    }
    if let Some(reached) = verified.first_reached.filter(|&reached| reached < length) {
        lines.push(said::verify_passes(lang, reached));
    }
    match &verified.best {
        Some(best) => lines.push(compare(length as u32, best, lang)),
        None => lines.push(said::verify_last_board(lang, &verified.last)),
    }
    lines.join("\n")
}

/// How far a solution of this length is from optimal.
fn compare(length: u32, best: &Answer, lang: Lang) -> String {
    let over = length.saturating_sub(best.lower_bound);
    match over {
        0 => said::verify_is_optimal(lang).to_owned(),
        over if best.optimal => said::verify_over(lang, over, best.lower_bound),
        over => said::verify_over_at_most(lang, over, best.lower_bound),
    }
}
