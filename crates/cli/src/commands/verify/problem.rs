//! `hueco verify --problem FILE --actions LIST`: replays actions by name.

use clap::{Arg, ArgMatches};
use hueco_jobs::{ProblemSource, ProblemVerify, ProblemVerifyResult};
use hueco_say::{Lang, problems as said, verify};
use hueco_tiles::Metric;

use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::options;
use crate::problem;
use crate::progress::Progress;
use crate::status::Status;

/// `--actions LIST`: names separated by `;`, or a list in JSON as `solve` prints it.
pub(super) fn actions(lang: Lang) -> Arg {
    Arg::new("actions")
        .long("actions")
        .value_name(said::placeholder_actions(lang))
        .allow_hyphen_values(true)
        .value_parser(move |text: &str| names(text).ok_or_else(|| said::actions_expected(lang).to_owned()))
        .requires("problem")
        .help_heading(said::heading_problem(lang))
        .help(said::option_actions(lang))
}

fn names(text: &str) -> Option<Vec<String>> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).ok();
    }
    // A `;` at the end ends the last name.
    let listed = text.trim_end().strip_suffix(';').unwrap_or(text);
    let names: Vec<String> = listed.split(';').map(|name| name.trim().to_owned()).collect();
    Some(if names.iter().all(String::is_empty) { Vec::new() } else { names })
}

pub(super) fn run(source: ProblemSource, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let Some(actions) = matches.get_one::<Vec<String>>("actions").cloned() else {
        return Err(Failure::input(said::actions_missing(lang)));
    };
    let request = ProblemVerify { source, actions, limits: options::read_limits(matches) };
    let progress = Progress::of_search(matches, context);
    let verified = progress.run(Metric::Single, |events| request.run(events));
    drop(progress);
    let verified = verified.map_err(|error| problem::failure(&error, lang))?;
    let mut out = context.out();
    match options::text(matches, "format") {
        "json" => out.json(&verified.object())?,
        _ => out.line(&text(&verified, &request.actions, lang))?,
    }
    out.flush()?;
    Ok(match (verified.reaches_goal(), context.cancelled()) {
        (_, true) => Status::Interrupted,
        (true, false) => Status::Done,
        (false, false) => Status::BadInput,
    })
}

fn text(verified: &ProblemVerifyResult, actions: &[String], lang: Lang) -> String {
    let replay = &verified.replay;
    let cost = lang.number(replay.cost.into());
    let mut lines = vec![match &replay.illegal {
        Some((index, legal)) => {
            let state = replay.states.last().map(ToString::to_string).unwrap_or_default();
            said::verify_illegal_action(lang, index + 1, &actions[*index], state, said::names_listed(legal, lang))
        }
        None if replay.solved => said::verify_reaches_goal(lang, verified.length, cost),
        None => said::verify_misses_goal(lang, verified.length, cost),
    }];
    match &verified.best {
        Some(best) if replay.cost <= best.lower_bound => lines.push(verify::verify_is_optimal(lang).to_owned()),
        Some(best) => {
            let bound = lang.number(best.lower_bound.into());
            let words = if best.optimal { said::verify_cheapest } else { said::problem_stopped_bound };
            lines.push(words(lang, bound));
        }
        None => {
            let last = replay.states.last().map(ToString::to_string).unwrap_or_default();
            lines.push(said::verify_last_state(lang, last));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn actions_are_names_or_json() {
        assert_eq!(names("fill 3; pour 3 into 4").unwrap(), ["fill 3", "pour 3 into 4"]);
        assert_eq!(names(r#"["a;b", "c"]"#).unwrap(), ["a;b", "c"]);
        assert_eq!(names("fill 3; empty 3;").unwrap(), ["fill 3", "empty 3"]);
        assert!(names(" ").unwrap().is_empty());
        assert!(names("[1]").is_none());
    }
}
