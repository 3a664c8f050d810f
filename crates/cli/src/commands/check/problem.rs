//! `hueco check HEURISTIC --problem FILE`: a heuristic of a file against the true cost of every reachable state.

use clap::ArgMatches;
use hueco_jobs::{JobError, ProblemCheck, ProblemCheckResult, ProblemSource};
use hueco_say::{Lang, Say, answers, problems as said};
use hueco_script::{Checked, HeuristicSpec, Overestimate};
use hueco_search::Quality;
use hueco_tiles::Metric;

use super::print::percent;
use crate::answer::one_line;
use crate::context::Context;
use crate::failure::{Failure, Result};
use crate::format::Format;
use crate::options::{self, TypedHeuristic};
use crate::problem;
use crate::progress::Progress;
use crate::status::Status;

pub(super) fn run(source: ProblemSource, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let heuristic = matches.get_one::<TypedHeuristic>("heuristic").and_then(TypedHeuristic::of_file);
    let heuristic = heuristic.unwrap_or_else(|| HeuristicSpec::Named("h".to_owned()));
    let request = ProblemCheck { source, heuristic, limits: options::read_limits(matches), draw: false };
    let progress = Progress::of_search(matches, context);
    let checked = progress.run(Metric::Single, |events| request.run(events));
    drop(progress);
    let checked = checked.map_err(|error| match error {
        JobError::Stopped(limit) => {
            Failure::Message { status: limit.into(), message: said::check_unfinished(lang, limit.say(lang)) }
        }
        error => problem::failure(&error, lang),
    })?;
    let mut out = context.out();
    out.line(&match Format::read(matches) {
        Format::Json => one_line(&checked.object()),
        Format::Csv => csv(&checked.found),
        Format::Text => text(&checked, lang),
    })?;
    out.flush()?;
    note_claim(&checked, context);
    Ok(Status::Done)
}

/// A row for each pair of cost and estimate. Without a path to a goal there is no cost; a dead end has no estimate.
fn csv(found: &Checked) -> String {
    let written = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    let rows = found.counted.iter().map(|&(distance, estimate, states)| {
        let (distance, estimate) = (distance.map(i64::from), estimate.map(i64::from));
        let error = distance.zip(estimate).map(|(distance, estimate)| distance - estimate);
        format!("{},{},{},{states}", written(distance), written(estimate), written(error))
    });
    std::iter::once("distance,estimate,error,states".to_owned()).chain(rows).collect::<Vec<_>>().join("\n")
}

fn text(checked: &ProblemCheckResult, lang: Lang) -> String {
    let found = &checked.found;
    let mut lines = vec![
        said::problem_check_space(lang, &checked.heuristic, checked.file.title(), found.states, found.radius),
        String::new(),
    ];
    match found.states - found.solvable {
        0 => {}
        _ if found.solvable == 0 => lines.push(said::check_unsolvable(lang).to_owned()),
        lost => lines.push(said::check_dead_ends(lang, lost)),
    }
    let estimate = |estimate: Option<u32>| {
        estimate.map_or_else(|| said::a_dead_end(lang).to_owned(), |estimate| estimate.to_string())
    };
    lines.push(match &found.overestimate {
        None => said::problem_check_admissible(lang).to_owned(),
        Some(Overestimate { state, estimate: None, distance }) => said::problem_check_dead_end(lang, state, distance),
        Some(Overestimate { state, estimate: Some(estimate), distance }) => {
            said::problem_check_inadmissible(lang, state, estimate, distance)
        }
    });
    match &found.drop {
        None if found.consistent => lines.push(said::problem_check_consistent(lang).to_owned()),
        None => lines.push(said::problem_check_not_even_admissible(lang).to_owned()),
        Some(drop) => {
            let before = estimate(drop.from_estimate);
            lines.push(said::problem_check_inconsistent(
                lang,
                &drop.from,
                before,
                &drop.to,
                drop.to_estimate,
                drop.cost,
            ));
        }
    }
    lines.push(said::problem_check_exact(lang, found.exact, percent(found.exact, found.solvable.max(1), lang)));
    let mean = |mean: f64| lang.decimal(mean, 3);
    let (distance, estimate) = (mean(found.mean_distance), mean(found.mean_estimate));
    lines.push(said::problem_check_means(lang, distance, estimate, mean(found.mean_error)));
    lines.push(answers::time_line(lang, lang.time(checked.time)));
    lines.join("\n")
}

/// What the file says of the heuristic against what was found.
fn note_claim(checked: &ProblemCheckResult, context: &Context) {
    let (lang, found) = (context.lang, &checked.found);
    let name = checked.heuristic.to_string();
    let Some((_, claim)) = checked.file.heuristics().find(|(known, _)| *known == name) else { return };
    match claim {
        Quality::Consistent if !found.consistent => context.note(&said::claimed_consistent(lang, name)),
        Quality::Admissible if !found.admissible => context.note(&said::claimed_admissible(lang, name)),
        Quality::Inadmissible if found.consistent => context.note(&said::check_claim(lang, name, "consistent")),
        Quality::Inadmissible if found.admissible => context.note(&said::check_claim(lang, name, "admissible")),
        _ => {}
    }
}
