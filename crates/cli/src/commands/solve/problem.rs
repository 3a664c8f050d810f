//! `hueco solve --problem FILE`: one problem, its answer as text or as one line of JSON.

use std::sync::Arc;

use clap::ArgMatches;
use hueco_jobs::{Problem, ProblemResult};
use hueco_say::{Lang, Say, answers, problems as said, usage};
use hueco_script::{Every, Path};
use hueco_search::{Ending, Quality};

use crate::answer::{self, figures, one_line};
use crate::context::Context;
use crate::failure::Result;
use crate::format::Format;
use crate::problem::{self, CSV_COLUMNS, csv_row};
use crate::progress::Progress;
use crate::status::Status;
use crate::table::csv_field;
use crate::tracing;

pub(super) fn run(mut request: Problem, matches: &ArgMatches, context: &Context) -> Result<Status> {
    let (lang, format) = (context.lang, Format::read(matches));
    request.draw = format == Format::Text;
    let progress = Progress::of_search(matches, context);
    let solved = tracing::problem(&request, matches, context, &progress)?;
    progress.end();
    let solved = solved.map_err(|error| problem::failure(&error, lang))?;
    note_unclaimed(&solved, context);
    let every_state = matches.get_flag("boards");
    if format != Format::Text && every_state {
        context.note(&usage::option_unused(lang, "--boards", format_args!("--format {}", format.name())));
    }
    let text = match format {
        Format::Json => one_line(&solved.object()),
        Format::Csv => format!("{CSV_COLUMNS},{MORE_COLUMNS}\n{},{}", csv_row(&solved), more(&solved)),
        Format::Text => text(&solved, every_state, lang),
    };
    let mut out = context.out();
    out.line(&text)?;
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

/// What CSV has beside the figures: lists as JSON writes them, since a name may hold any sign.
const MORE_COLUMNS: &str = "actions,solutions,complete,all";

fn more(solved: &ProblemResult) -> String {
    let every = solved.every();
    let json = |list: Option<String>| list.map(|list| csv_field(&list)).unwrap_or_default();
    let listed = every.filter(|_| solved.listed != Some(0)).map(|every| {
        let names = |actions: &Vec<Arc<str>>| actions.iter().map(ToString::to_string).collect::<Vec<_>>();
        one_line(&every.listed.iter().map(names).collect::<Vec<_>>())
    });
    [
        json(solved.answer.path.as_ref().map(|path| one_line(&path.actions))),
        every.map(|every| every.count.to_string()).unwrap_or_default(),
        every.map(|every| every.complete.to_string()).unwrap_or_default(),
        json(listed),
    ]
    .join(",")
}

/// An answer in words; `every_state` adds all states, drawn one below the other.
fn text(solved: &ProblemResult, every_state: bool, lang: Lang) -> String {
    let answer = &solved.answer;
    let states = answer.path.iter().flat_map(|path| &path.states).map(ToString::to_string);
    let drawings = &solved.drawings.clone().unwrap_or_else(|| states.collect());
    let mut lines = vec![solved.file.title().to_owned(), verdict(solved, lang)];
    lines.extend(answer.path.as_ref().map(|path| steps(path, drawings, lang)));
    lines.extend(solved.every().map(|every| listed(every, lang)));
    lines.push(match solved.heuristic() {
        Some(heuristic) => answers::method_with(lang, answer.algorithm, heuristic),
        None => answers::method_alone(lang, answer.algorithm),
    });
    lines.extend(figures(answer.stats, answer.table_bytes, answer.time, lang));
    if every_state && let Some(path) = &answer.path {
        let named = std::iter::once("").chain(path.actions.iter().map(String::as_str)).zip(drawings);
        lines.extend(named.map(|(action, drawing)| {
            let name = if action.is_empty() { String::new() } else { format!("{action}\n") };
            format!("\n{name}{}", drawing.trim_end_matches('\n'))
        }));
    }
    lines.join("\n")
}

/// How many optimal solutions there are, and those that are listed, one per line, as `verify --actions` reads them.
fn listed(every: &Every, lang: Lang) -> String {
    let mut lines = answer::solutions(every.count, every.complete, every.listed.len(), lang);
    lines.extend(every.listed.iter().map(|actions| actions.join("; ")));
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

/// The solution, one action per line, each with the state it leads to: drawn, where that takes one line.
fn steps(path: &Path, drawings: &[String], lang: Lang) -> String {
    if path.actions.is_empty() {
        return said::start_is_goal(lang).to_owned();
    }
    let digits = path.actions.len().to_string().len();
    let widest = path.actions.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let line = |number: usize, action: &str, state: &str| {
        let line = format!("  {number:>digits$}  {action:widest$}  {}", state.replace('\n', " "));
        line.trim_end().to_owned()
    };
    let written: Vec<String> = if drawings.iter().all(|drawing| !drawing.trim_end().contains('\n')) {
        drawings.iter().map(|drawing| drawing.trim_end().to_owned()).collect()
    } else {
        path.states.iter().map(ToString::to_string).collect()
    };
    let names = std::iter::once("").chain(path.actions.iter().map(String::as_str));
    let lines = names.zip(&written).enumerate().map(|(number, (action, state))| line(number, action, state));
    lines.collect::<Vec<_>>().join("\n")
}
