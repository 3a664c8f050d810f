//! `hueco solve --problem FILE`: one problem, its answer as text or as one line of JSON.

use clap::ArgMatches;
use hueco_jobs::{Problem, ProblemResult};
use hueco_say::{Lang, Say, answers, problems as said};
use hueco_script::Path;
use hueco_search::{Ending, Quality};

use crate::answer::{figures, one_line};
use crate::context::Context;
use crate::failure::Result;
use crate::format::Format;
use crate::problem::{self, CSV_COLUMNS, csv_row};
use crate::progress::Progress;
use crate::status::Status;
use crate::tracing;

pub(super) fn run(request: &Problem, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let lang = context.lang;
    let progress = Progress::of_search(matches, context);
    let solved = tracing::problem(request, matches, context, &progress)?;
    progress.end();
    let solved = solved.map_err(|error| problem::failure(&error, lang))?;
    note_unclaimed(&solved, context);
    let mut out = context.out();
    out.line(&match Format::read(matches) {
        Format::Json => one_line(&solved.object()),
        Format::Csv => format!("{CSV_COLUMNS}\n{}", csv_row(&solved)),
        Format::Text => text(&solved, lang),
    })?;
    out.flush()?;
    Ok(match solved.ending() {
        Ending::Solved => Status::Done,
        Ending::Unsolvable => Status::Unsolvable,
        Ending::Stopped(limit) => limit.into(),
    })
}

/// A heuristic without a claim is often a claim forgotten.
fn note_unclaimed(solved: &ProblemResult, context: &Context) {
    let Some(name) = solved.heuristic() else { return };
    let unclaimed = solved.file.heuristics().any(|(known, quality)| known == name && quality == Quality::Inadmissible);
    if unclaimed && solved.answer.path.is_some() && !solved.answer.optimal {
        context.note(&said::unclaimed_heuristic(context.lang, name));
    }
}

fn text(solved: &ProblemResult, lang: Lang) -> String {
    let answer = &solved.answer;
    let mut lines = vec![solved.file.title().to_owned(), verdict(solved, lang)];
    lines.extend(answer.path.as_ref().map(|path| steps(path, lang)));
    lines.push(match solved.heuristic() {
        Some(heuristic) => answers::method_with(lang, answer.algorithm, heuristic),
        None => answers::method_alone(lang, answer.algorithm),
    });
    lines.extend(figures(answer.stats, answer.table_bytes, answer.time, lang));
    lines.join("\n")
}

/// How it ended: the first sentence of an answer.
fn verdict(solved: &ProblemResult, lang: Lang) -> String {
    let bound = solved.answer.lower_bound;
    match (solved.ending(), &solved.answer.path) {
        (_, Some(path)) => {
            let (length, cost) = (path.actions.len(), lang.number(path.cost.into()));
            match bound {
                _ if solved.answer.optimal => said::problem_solved_optimal(lang, length, cost),
                0 => said::problem_solved_unproven(lang, length, cost),
                bound => said::solved_bound(lang, length, cost, lang.number(bound.into())),
            }
        }
        (Ending::Stopped(limit), None) => {
            let stopped = answers::stopped_without(lang, limit.say(lang));
            if bound == 0 {
                stopped
            } else {
                format!("{stopped} {}", said::problem_stopped_bound(lang, lang.number(bound.into())))
            }
        }
        (_, None) => said::problem_unsolvable(lang).to_owned(),
    }
}

/// The solution, one action per line, each with the state it leads to.
fn steps(path: &Path, lang: Lang) -> String {
    if path.actions.is_empty() {
        return said::start_is_goal(lang).to_owned();
    }
    let digits = path.actions.len().to_string().len();
    let widest = path.actions.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let line = |number: usize, action: &str, state: &str| {
        let line = format!("  {number:>digits$}  {action:widest$}  {}", state.replace('\n', " "));
        line.trim_end().to_owned()
    };
    let start = line(0, "", &path.states[0].to_string());
    let later = path.actions.iter().zip(&path.states[1..]).enumerate();
    let later = later.map(|(index, (action, state))| line(index + 1, action, &state.to_string()));
    std::iter::once(start).chain(later).collect::<Vec<_>>().join("\n")
}
