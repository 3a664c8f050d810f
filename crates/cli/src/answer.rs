//! An answer as a person reads it and as a program does.

pub(crate) mod csv;

use std::time::Duration;

use clap::ArgMatches;
use hueco_say::{Lang, Say, answers, bench as runs, why_unsolvable};
use hueco_search::Stats;
use hueco_tiles::solve::{Answer, Every, Outcome, Plan};
use hueco_tiles::{Board, Direction, Solvability, solvability};
use serde::Serialize;

use crate::options;

pub(crate) use hueco_say::bench::limit_word;
pub(crate) use hueco_show::answer::{MovesOf, Solved, VERSION, microseconds, one_line, outcome_name, stopped_by};

/// Explanations are wrapped for the narrowest usual terminal.
pub(crate) const PROSE_WIDTH: usize = 80;

/// What `--moves` asks for.
pub(crate) fn read_moves_of(matches: &ArgMatches) -> MovesOf {
    MovesOf::parse(options::text(matches, "moves")).unwrap_or(MovesOf::Blank)
}

/// A line of a batch that is no board.
#[derive(Serialize)]
struct BadLine<'a> {
    version: u32,
    outcome: &'static str,
    line: usize,
    message: &'a str,
}

/// An answer as one line of JSON.
pub(crate) fn json(plan: &Plan, answer: &Answer, moves_of: MovesOf) -> String {
    one_line(&Solved::new(plan, answer, moves_of))
}

/// A bad line of a batch as one line of JSON.
pub(crate) fn json_error(line: usize, message: &str) -> String {
    one_line(&BadLine { version: VERSION, outcome: "error", line, message })
}

/// How a run ended, in a word or two for a table.
pub(crate) fn outcome_word(outcome: Outcome, optimal: bool, lang: Lang) -> &'static str {
    match outcome {
        Outcome::Solved if optimal => runs::outcome_optimal(lang),
        Outcome::Solved => runs::outcome_solved(lang),
        Outcome::Unsolvable => runs::outcome_unsolvable(lang),
        Outcome::Stopped(limit) => limit_word(limit, lang),
    }
}

/// An answer in words, several lines; `every_board` adds all the boards from start to goal.
pub(crate) fn text(plan: &Plan, answer: &Answer, moves_of: MovesOf, every_board: bool, lang: Lang) -> String {
    let mut lines = verdict(plan, answer, lang);
    if let Some(moves) = &answer.moves {
        if moves.is_empty() {
            lines.push(answers::already_solved(lang).to_owned());
        } else {
            let letters = moves_of.letters(moves);
            lines.push(match (&answer.slides, moves_of) {
                (Some(slides), MovesOf::Blank) => answers::slides_blank(lang, moves_of.slides(slides)),
                (Some(slides), MovesOf::Tile) => answers::slides_tile(lang, moves_of.slides(slides)),
                (None, MovesOf::Blank) => answers::moves_blank(lang, letters),
                (None, MovesOf::Tile) => answers::moves_tile(lang, letters),
            });
        }
    }
    lines.extend(answer.every.as_ref().map(|every| listed(plan, every, moves_of, lang)));
    lines.push(match answer.method.heuristic() {
        Some(heuristic) => answers::method_with(lang, answer.method.algorithm(), heuristic),
        None => answers::method_alone(lang, answer.method.algorithm()),
    });
    lines.extend(figures(answer.stats, answer.table_bytes, answer.time, lang));
    if every_board && let Some(moves) = &answer.moves {
        lines.push(all_boards(&plan.board, moves));
    }
    lines.join("\n")
}

/// What a search took: nodes, memory, time.
pub(crate) fn figures(stats: Stats, table_bytes: u64, time: Duration, lang: Lang) -> [String; 3] {
    let memory = lang.bytes(stats.peak_bytes);
    [
        answers::counters(lang, stats.generated, stats.expanded, stats.examined, stats.reopened),
        match table_bytes {
            0 => answers::memory_line(lang, memory),
            tables => answers::memory_tables(lang, memory, lang.bytes(tables)),
        },
        time_and_rate(time, stats.generated, lang),
    ]
}

/// How many solutions there are, and those that are listed, one per line.
fn listed(plan: &Plan, every: &Every, moves_of: MovesOf, lang: Lang) -> String {
    let mut lines = solutions(every.count, every.complete, every.listed.len(), lang);
    lines.extend(every.listed.iter().map(|slides| moves_of.way(slides, plan.metric)));
    lines.join("\n")
}

/// How many optimal solutions there are, and how many of them are listed.
pub(crate) fn solutions(count: u128, complete: bool, listed: usize, lang: Lang) -> Vec<String> {
    let number = lang.number(u64::try_from(count).unwrap_or(u64::MAX));
    let mut lines =
        vec![if complete { answers::every_count(lang, number) } else { answers::every_at_least(lang, number) }];
    if listed > 0 && (listed as u128) < count {
        lines.push(answers::every_listed(lang, lang.number(listed as u64)));
    }
    lines
}

/// How it ended: the first lines of an answer.
fn verdict(plan: &Plan, answer: &Answer, lang: Lang) -> Vec<String> {
    let bound = answer.lower_bound;
    let length = answer.length().map(|length| length as u32);
    let moves = answer.moves.as_ref().map_or(0, Vec::len);
    let gap = length.unwrap_or(0).saturating_sub(bound);
    match (answer.outcome, length) {
        (Outcome::Unsolvable, _) => {
            let mut lines = vec![answers::unsolvable(lang).to_owned()];
            lines.extend(why(&plan.board, &plan.goal, lang).map(|text| wrapped(&text, PROSE_WIDTH)));
            lines
        }
        (Outcome::Stopped(limit), None) => {
            let stopped = answers::stopped_without(lang, limit.say(lang));
            match bound {
                0 => vec![stopped],
                bound => vec![format!("{stopped} {}", answers::stopped_bound(lang, bound))],
            }
        }
        (Outcome::Stopped(limit), Some(length)) if bound == 0 => {
            vec![answers::stopped_unbounded(lang, limit.say(lang), length)]
        }
        (Outcome::Stopped(limit), Some(length)) => {
            vec![answers::stopped_with(lang, limit.say(lang), length, bound, gap)]
        }
        (Outcome::Solved, Some(slides)) if answer.slides.is_some() => vec![match bound {
            _ if answer.optimal => answers::solved_slides(lang, slides, moves),
            0 => answers::solved_slides_unproven(lang, slides, moves),
            bound => answers::solved_slides_gap(lang, slides, moves, bound, gap),
        }],
        (Outcome::Solved, length) if answer.optimal => vec![answers::solved_optimal(lang, length.unwrap_or(0))],
        (Outcome::Solved, length) => {
            let length = length.unwrap_or(0);
            let mut lines = vec![match bound {
                0 => answers::solved_unproven(lang, length),
                bound => answers::solved_gap(lang, length, bound, gap),
            }];
            if let Some(within) = answer.within {
                lines.push(answers::solved_within(lang, lang.decimal(f64::from(within) / 1000.0, 3)));
            }
            lines
        }
    }
}

/// Why a board has no solution.
fn why(board: &Board, goal: &Board, lang: Lang) -> Option<String> {
    match solvability(board, goal).ok()? {
        Solvability::Solvable => None,
        Solvability::Unsolvable(why) => Some(why_unsolvable(&why, lang)),
    }
}

/// How long a search took, and how many nodes it generated in a second.
pub(crate) fn time_and_rate(time: Duration, generated: u64, lang: Lang) -> String {
    let seconds = time.as_secs_f64();
    // Below a millisecond a rate says more of the clock than of the search, and an answer from a table has none.
    if seconds < 1e-3 || generated == 0 {
        return answers::time_line(lang, lang.time(time));
    }
    answers::time_rate(lang, lang.time(time), lang.number((generated as f64 / seconds) as u64))
}

/// Prose in lines of at most `width` characters.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one line at least");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}

/// Every board from the start on, one below the other.
fn all_boards(start: &Board, moves: &[Direction]) -> String {
    let mut board = start.clone();
    let mut text = format!("\n{}", grid(&board));
    for &direction in moves {
        board.slide(direction);
        text.push_str("\n\n");
        text.push_str(&grid(&board));
    }
    text
}

/// A board in rows, numbers right-aligned, the blank as `_`.
pub(crate) fn grid(board: &Board) -> String {
    let shape = board.shape();
    let width = (shape.cells() - 1).to_string().len();
    let rows: Vec<String> = board
        .tiles()
        .chunks(shape.cols())
        .map(|row| {
            let cell = |tile: &u16| if *tile == 0 { format!("{:>width$}", "_") } else { format!("{tile:>width$}") };
            row.iter().map(cell).collect::<Vec<_>>().join(" ")
        })
        .collect();
    rows.join("\n")
}
