//! What a check found: sentences and two tables for people, JSON and CSV for programs, a picture.

use std::time::Duration;

use hueco_say::{Lang, Say, answers, check as said};
use hueco_search::Quality;
use hueco_show::chart::{Accuracy, Column};
use hueco_show::checked;
use hueco_tiles::check::{Check, Inconsistency, Overestimate};

use crate::answer::MovesOf;
use crate::context::Out;
use crate::failure::Result;
use crate::table::{Align, Table};

/// The most rows of the table of errors.
const ROWS: u32 = 60;
/// The longest bar of the table of errors.
const BAR: usize = 40;

/// A row for each pair of distance and estimate.
pub(super) fn csv(found: &Check, out: &mut Out) -> Result<()> {
    out.line("distance,estimate,error,states")?;
    for (distance, estimate, states) in found.counted() {
        out.line(&format!("{distance},{estimate},{},{states}", i64::from(distance) - i64::from(estimate)))?;
    }
    Ok(())
}

/// Sentences, the errors and the estimates.
pub(super) fn text(found: &Check, moves_of: MovesOf, time: Duration, lang: Lang) -> String {
    let (shape, states) = (found.goal.shape(), found.states());
    let mut lines = Vec::new();
    match found.stopped {
        Some(limit) if found.levels.is_empty() => {
            return said::check_stopped_at_once(lang, limit.say(lang));
        }
        Some(limit) => lines.push(said::check_stopped(lang, limit.say(lang), states, found.radius())),
        None => {}
    }
    let (name, radius) = (&found.heuristic, found.radius());
    lines.push(said::check_space(lang, name, shape, &found.goal, states, radius));
    lines.push(String::new());
    admissible(found, moves_of, lang, &mut lines);
    consistent(found, lang, &mut lines);
    if found.claim == Quality::Inadmissible && found.admissible() == Some(true) {
        lines.push(said::check_unproved(lang).to_owned());
    }
    let exact = found.exact();
    lines.push(said::check_exact(lang, lang.number(exact), percent(exact, states, lang)));
    let most = found.largest_underestimate();
    lines.push(said::check_errors(lang, lang.decimal(found.mean_error(), 3), lang.number(most.into())));
    let means = (lang.decimal(found.mean_distance(), 3), lang.decimal(found.mean_estimate(), 3));
    lines.push(said::check_means(lang, means.0, means.1));
    lines.push(answers::memory_line(lang, lang.bytes(found.bytes)));
    lines.push(answers::time_line(lang, lang.time(time)));
    let figures = checked::figures(found);
    lines.push(String::new());
    error_table(&figures, states, lang, &mut lines);
    lines.push(String::new());
    distance_table(found, &figures, lang, &mut lines);
    lines.join("\n")
}

fn admissible(found: &Check, moves_of: MovesOf, lang: Lang, lines: &mut Vec<String>) {
    let Some(Overestimate { board, distance, estimate, solution }) = &found.overestimate else {
        let words = if found.stopped.is_none() { said::check_admissible } else { said::check_admissible_so_far };
        return lines.push(words(lang).to_owned());
    };
    let (over, most) = (found.overestimates(), found.largest_overestimate());
    let share = percent(over, found.states(), lang);
    lines.push(said::check_inadmissible(lang, lang.number(over), share, lang.number(most.into())));
    lines.push(said::check_counterexample(lang, board, distance, estimate));
    if let Some(moves) = solution.as_ref().filter(|moves| !moves.is_empty()) {
        let letters = moves_of.letters(moves);
        lines.push(match moves_of {
            MovesOf::Blank => said::check_solution_blank(lang, letters),
            MovesOf::Tile => said::check_solution_tile(lang, letters),
        });
    }
}

fn consistent(found: &Check, lang: Lang, lines: &mut Vec<String>) {
    let goal = found.levels.first().and_then(|level| level.first()).map_or(0, |(estimate, _)| *estimate);
    if let Some(drop) = &found.inconsistency {
        let Inconsistency { board, direction, after, estimate, estimate_after, .. } = drop;
        lines.push(said::check_inconsistent(lang, lang.number(found.broken_moves), lang.number(found.moves)));
        // The sentence is about the blank, whatever the letters of solutions name.
        let letter = MovesOf::Blank.letters(&[*direction]);
        lines.push(said::check_drop(lang, board, letter, after, estimate, estimate_after));
    } else if goal > 0 {
        lines.push(said::check_inconsistent_goal(lang, goal));
    } else {
        let words = if found.stopped.is_none() { said::check_consistent } else { said::check_consistent_so_far };
        lines.push(words(lang).to_owned());
    }
}

/// With more decimals where one would say 0.
pub(super) fn percent(part: u64, whole: u64, lang: Lang) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    lang.decimal(percent, if percent >= 1.0 || part == 0 { 1 } else { 3 })
}

fn error_table(figures: &Accuracy, states: u64, lang: Lang, lines: &mut Vec<String>) {
    let mut columns = figures.columns(ROWS);
    // Where estimate and distance are always both even or both odd, every other row would be empty.
    if figures.errors.iter().all(|(error, _)| error % 2 == 0) {
        columns.retain(|column| column.first != column.last || column.first % 2 == 0);
    }
    let name = |Column { first, last, .. }: &Column| {
        if first == last { first.to_string() } else { format!("{first}…{last}") }
    };
    let widest = columns.iter().map(|column| name(column).chars().count()).max().unwrap_or(0);
    let most = columns.iter().map(|column| column.boards).max().unwrap_or(0).max(1);
    let table = Table::new(vec![
        (said::column_error(lang), widest, Align::Right),
        (said::column_boards(lang), lang.number(most).chars().count(), Align::Right),
        (said::column_share(lang), 8, Align::Right),
        ("", 0, Align::Left),
    ]);
    lines.push(said::check_histogram(lang).to_owned());
    lines.push(table.header());
    for column in &columns {
        let bar = (column.boards as f64 / most as f64 * BAR as f64).ceil() as usize;
        lines.push(table.row(&[
            name(column),
            lang.number(column.boards),
            format!("{} %", percent(column.boards, states, lang)),
            "█".repeat(bar),
        ]));
    }
}

fn distance_table(found: &Check, figures: &Accuracy, lang: Lang, lines: &mut Vec<String>) {
    let states: Vec<u64> = found.levels.iter().map(|level| level.iter().map(|(_, states)| states).sum()).collect();
    let widest = states.iter().map(|&states| lang.number(states).chars().count()).max().unwrap_or(0);
    let table = Table::new(vec![
        (said::column_distance(lang), 3, Align::Right),
        (said::column_boards(lang), widest, Align::Right),
        (said::column_least(lang), 3, Align::Right),
        (said::column_mean(lang), 6, Align::Right),
        (said::column_largest(lang), 3, Align::Right),
    ]);
    lines.push(said::check_by_distance(lang).to_owned());
    lines.push(table.header());
    for (distance, ((least, mean, largest), states)) in figures.estimates.iter().zip(states).enumerate() {
        lines.push(table.row(&[
            distance.to_string(),
            lang.number(states),
            lang.number(*least as u64),
            lang.decimal(*mean, 2),
            lang.number(*largest as u64),
        ]));
    }
}
