//! An answer as a person reads it and as a program does.

use std::time::Duration;

use clap::ArgMatches;
use hueco_say::{Lang, Say, answers, bench as runs};
use hueco_search::Limit;
use hueco_tiles::multi::Slide;
use hueco_tiles::solve::{Answer, Every, Outcome, Plan};
use hueco_tiles::{Board, Direction, Metric, Solvability, Why, invert, moves_text, solvability};
use serde::Serialize;

use crate::options;

/// The version of every JSON object the command prints.
pub(crate) const VERSION: u32 = 1;

/// Explanations are wrapped for the narrowest usual terminal.
pub(crate) const PROSE_WIDTH: usize = 80;

/// Whose direction the letters of moves name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MovesOf {
    /// The blank's.
    Blank,
    /// The moved tile's.
    Tile,
}

impl MovesOf {
    /// What `--moves` asks for.
    pub(crate) fn read(matches: &ArgMatches) -> Self {
        if options::text(matches, "moves") == "tile" { Self::Tile } else { Self::Blank }
    }

    /// Its name on the command line and in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Tile => "tile",
        }
    }

    /// Moves of the blank as letters of this reading.
    pub(crate) fn letters(self, moves: &[Direction]) -> String {
        match self {
            Self::Blank => moves_text(moves),
            Self::Tile => moves_text(&invert(moves)),
        }
    }

    /// Slides of the blank, `U2 L D3`, as letters of this reading.
    pub(crate) fn slides(self, slides: &[Slide]) -> String {
        let read = |slide: &Slide| match self {
            Self::Blank => slide.to_string(),
            Self::Tile => Slide { direction: slide.direction.opposite(), ..*slide }.to_string(),
        };
        slides.iter().map(read).collect::<Vec<_>>().join(" ")
    }

    /// A solution in the plan's metric: slides, or plain letters.
    fn way(self, slides: &[Slide], metric: Metric) -> String {
        match metric {
            Metric::Multi => self.slides(slides),
            Metric::Single => self.letters(&slides.iter().map(|slide| slide.direction).collect::<Vec<_>>()),
        }
    }
}

/// The object of `solve --format json`. The order of the keys is part of the contract.
#[derive(Serialize)]
struct Object<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    board: &'a [u16],
    goal: &'a [u16],
    outcome: &'static str,
    optimal: bool,
    length: Option<usize>,
    lower_bound: u32,
    moves: Option<String>,
    moves_of: &'static str,
    stopped_by: Option<&'static str>,
    algorithm: &'static str,
    heuristic: Option<&'a str>,
    stats: Counters,
    #[serde(flatten)]
    asked: Option<More>,
}

/// What is told in addition where `--metric`, `--all` or `--count-only` ask for it.
#[derive(Serialize)]
struct More {
    metric: &'static str,
    /// The best solution as slides: `U2` goes two cells.
    slides: Option<String>,
    /// How many shortest solutions there are.
    solutions: Option<u128>,
    /// Whether that is all of them.
    complete: Option<bool>,
    all: Option<Vec<String>>,
}

impl More {
    fn of(plan: &Plan, answer: &Answer, moves_of: MovesOf) -> Option<Self> {
        let asked = plan.metric == Metric::Multi || plan.every.is_some();
        let every = answer.every.as_ref();
        asked.then(|| Self {
            metric: plan.metric.name(),
            slides: answer.slides.as_ref().map(|slides| moves_of.slides(slides)),
            solutions: every.map(|every| every.count),
            complete: every.map(|every| every.complete),
            all: every
                .filter(|_| plan.every != Some(0))
                .map(|every| every.listed.iter().map(|slides| moves_of.way(slides, plan.metric)).collect()),
        })
    }
}

#[derive(Serialize)]
struct Counters {
    generated: u64,
    expanded: u64,
    examined: u64,
    reopened: u64,
    evaluated: u64,
    peak_bytes: u64,
    table_bytes: u64,
    seconds: f64,
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
    let shape = plan.board.shape();
    let stats = answer.stats;
    one_line(&Object {
        version: VERSION,
        rows: shape.rows(),
        cols: shape.cols(),
        board: plan.board.tiles(),
        goal: plan.goal.tiles(),
        outcome: outcome_name(answer.outcome),
        optimal: answer.optimal,
        length: answer.length(),
        lower_bound: answer.lower_bound,
        moves: answer.moves.as_ref().map(|moves| moves_of.letters(moves)),
        moves_of: moves_of.name(),
        stopped_by: stopped_by(answer.outcome),
        algorithm: answer.algorithm,
        heuristic: answer.heuristic.as_deref(),
        stats: Counters {
            generated: stats.generated,
            expanded: stats.expanded,
            examined: stats.examined,
            reopened: stats.reopened,
            evaluated: stats.evaluated,
            peak_bytes: stats.peak_bytes,
            table_bytes: answer.table_bytes,
            seconds: microseconds(answer.time.as_secs_f64()),
        },
        asked: More::of(plan, answer, moves_of),
    })
}

/// A bad line of a batch as one line of JSON.
pub(crate) fn json_error(line: usize, message: &str) -> String {
    one_line(&BadLine { version: VERSION, outcome: "error", line, message })
}

/// `solved`, `unsolvable` or `stopped`.
pub(crate) fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved => "solved",
        Outcome::Unsolvable => "unsolvable",
        Outcome::Stopped(_) => "stopped",
    }
}

/// The name of the limit that stopped a search.
pub(crate) fn stopped_by(outcome: Outcome) -> Option<&'static str> {
    let Outcome::Stopped(limit) = outcome else { return None };
    Some(limit_name(limit))
}

/// The name of a limit.
pub(crate) fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "nodes",
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Depth => "depth",
        Limit::Width => "width",
        Limit::Interrupt => "interrupt",
    }
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

/// A limit, in a word for a table.
pub(crate) fn limit_word(limit: Limit, lang: Lang) -> &'static str {
    let word = match limit {
        Limit::Nodes => runs::outcome_nodes,
        Limit::Time => runs::outcome_time,
        Limit::Memory => runs::outcome_memory,
        Limit::Depth => runs::outcome_depth,
        Limit::Width => runs::outcome_width,
        Limit::Interrupt => runs::outcome_interrupt,
    };
    word(lang)
}

/// A value as one line of JSON.
pub(crate) fn one_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("numbers, texts and lists are JSON")
}

/// Seconds without digits that no clock measured.
pub(crate) fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
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
    lines.push(match &answer.heuristic {
        Some(heuristic) => answers::method_with(lang, answer.algorithm, heuristic),
        None => answers::method_alone(lang, answer.algorithm),
    });
    let stats = answer.stats;
    lines.push(answers::counters(
        lang,
        lang.number(stats.generated),
        lang.number(stats.expanded),
        lang.number(stats.examined),
        lang.number(stats.reopened),
    ));
    let memory = lang.bytes(stats.peak_bytes);
    lines.push(match answer.table_bytes {
        0 => answers::memory_line(lang, memory),
        tables => answers::memory_tables(lang, memory, lang.bytes(tables)),
    });
    lines.push(time_and_rate(answer.time, stats.generated, lang));
    if every_board && let Some(moves) = &answer.moves {
        lines.push(all_boards(&plan.board, moves));
    }
    lines.join("\n")
}

/// How many solutions there are, and those that are listed, one a line.
fn listed(plan: &Plan, every: &Every, moves_of: MovesOf, lang: Lang) -> String {
    let count = lang.number(u64::try_from(every.count).unwrap_or(u64::MAX));
    let mut lines =
        vec![if every.complete { answers::every_count(lang, count) } else { answers::every_at_least(lang, count) }];
    if !every.listed.is_empty() && (every.listed.len() as u128) < every.count {
        lines.push(answers::every_listed(lang, lang.number(every.listed.len() as u64)));
    }
    lines.extend(every.listed.iter().map(|slides| moves_of.way(slides, plan.metric)));
    lines.join("\n")
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
        (Outcome::Stopped(limit), None) => vec![answers::stopped_without(lang, limit.say(lang), bound)],
        (Outcome::Stopped(limit), Some(length)) => {
            vec![answers::stopped_with(lang, limit.say(lang), length, bound, gap)]
        }
        (Outcome::Solved, Some(slides)) if answer.slides.is_some() => vec![if answer.optimal {
            answers::solved_slides(lang, slides, moves)
        } else {
            answers::solved_slides_gap(lang, slides, moves, bound, gap)
        }],
        (Outcome::Solved, length) if answer.optimal => vec![answers::solved_optimal(lang, length.unwrap_or(0))],
        (Outcome::Solved, length) => {
            let mut lines = vec![answers::solved_gap(lang, length.unwrap_or(0), bound, gap)];
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
        Solvability::Unsolvable(Why::Parity { swaps, blank_distance, .. }) => {
            Some(answers::unsolvable_parity(lang, swaps, blank_distance))
        }
        Solvability::Unsolvable(Why::Order { found, expected, place }) => {
            Some(answers::unsolvable_line(lang, place, found, expected))
        }
    }
}

/// How long a search took, and how many nodes it generated in a second.
pub(crate) fn time_and_rate(time: Duration, generated: u64, lang: Lang) -> String {
    let seconds = time.as_secs_f64();
    // Below a millisecond a rate says more of the clock than of the search.
    if seconds < 1e-3 {
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
