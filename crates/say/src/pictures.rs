//! Pictures with their words: the charts of `hueco_show`, labelled in the reader's language.

use std::time::Duration;

use hueco_show::chart::{
    AccuracyWords, Bar, Cloud, Curve, Line, Style, accuracy, bars, cactus as cactus_chart, nodes_by_length, scatter,
};
use hueco_show::checked::figures;
use hueco_show::compare::{Run, Total, medians, points, shortest};
use hueco_tiles::Board;
use hueco_tiles::check::Check;
use hueco_tiles::solve::Outcome;

use crate::{Lang, bench, check, compare, experiment};

/// A comparison as SVG: bars for one board, lines for several.
pub fn compared(boards: &[Board], methods: &[String], runs: &[Run], lang: Lang) -> String {
    let number = |n| lang.number(n);
    let style = |title, height| Style {
        width: 860,
        height,
        title,
        across: compare::chart_length(lang).to_owned(),
        up: compare::chart_nodes(lang).to_owned(),
        number: &number,
    };
    if let [board] = boards {
        let all: Vec<Bar> = runs.iter().map(|run| bar(&methods[run.method], run, lang)).collect();
        return bars(&style(compare::chart_bars_title(lang, board), 200), &all);
    }
    let line = |(index, name): (usize, &String)| {
        let total = Total::of(runs.iter().filter(|run| run.method == index));
        let name = match total.stopped() {
            0 => name.clone(),
            stopped => compare::chart_line_stopped(lang, name, stopped, total.runs),
        };
        Line { name, points: points(index, boards.len(), runs) }
    };
    let lines: Vec<Line> = methods.iter().enumerate().map(line).collect();
    nodes_by_length(&style(compare::chart_lines_title(lang, boards.len()), 540), &lines)
}

/// What the solutions of a chart are measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// Boards: their moves.
    Length,
    /// Instances of a problem file: the costs, which stand in the lengths of the runs.
    Cost,
}

/// Nodes of every run against the optimum as SVG. `optima` has what is known of each board; else the best solution found counts.
pub fn scattered(across: Across, optima: &[Option<u32>], methods: &[String], runs: &[Run], lang: Lang) -> String {
    let runs = medians(runs);
    let found = shortest(optima.len(), &runs);
    let place = |run: &Run| {
        let optimum = optima[run.board].or(found[run.board])?;
        Some((f64::from(optimum), run.generated.max(1) as f64))
    };
    let is_stopped = |run: &&Run| matches!(run.outcome, Outcome::Stopped(_));
    let cloud = |(index, name): (usize, &String)| {
        let own = || runs.iter().filter(|run| run.method == index);
        Cloud {
            name: unsolved_name(name, own(), lang),
            ended: own().filter(|run| !is_stopped(run)).filter_map(place).collect(),
            stopped: own().filter(is_stopped).filter_map(place).collect(),
        }
    };
    let clouds: Vec<Cloud> = methods.iter().enumerate().map(cloud).collect();
    let mut remarks = Vec::new();
    if clouds.iter().any(|cloud| !cloud.stopped.is_empty()) {
        remarks.push(experiment::chart_arrow(lang).to_owned());
    }
    let hidden = runs.iter().filter(|run| place(run).is_none()).count();
    if hidden > 0 {
        remarks.push(experiment::chart_not_shown(lang, hidden));
    }
    let number = |n| lang.number(n);
    let (title, name) = match across {
        Across::Length => (experiment::chart_scatter_title(lang, optima.len()), experiment::chart_optimum(lang)),
        Across::Cost => (experiment::chart_scatter_problem_title(lang, optima.len()), experiment::chart_cost(lang)),
    };
    let up = compare::chart_nodes(lang).to_owned();
    let style = Style { width: 860, height: 540, title, across: name.to_owned(), up, number: &number };
    scatter(&style, &clouds, &remarks.join(" "))
}

/// Boards solved within a time as SVG, a curve for each method.
pub fn cactus(across: Across, boards: usize, methods: &[String], runs: &[Run], lang: Lang) -> String {
    let runs = medians(runs);
    let curve = |(index, name): (usize, &String)| {
        let own = || runs.iter().filter(|run| run.method == index);
        let solved = own().filter(|run| run.outcome == Outcome::Solved);
        Curve { name: unsolved_name(name, own(), lang), seconds: solved.map(|run| run.time.as_secs_f64()).collect() }
    };
    let curves: Vec<Curve> = methods.iter().enumerate().map(curve).collect();
    let number = |n| lang.number(n);
    let title = match across {
        Across::Length => experiment::chart_cactus_title(lang, boards),
        Across::Cost => experiment::chart_cactus_problem_title(lang, boards),
    };
    let up = experiment::chart_solved(lang).to_owned();
    let across = experiment::chart_time(lang).to_owned();
    let style = Style { width: 860, height: 540, title, across, up, number: &number };
    cactus_chart(&style, &curves, boards, &|seconds| power_of_ten(seconds, lang))
}

/// A method, and how many of its runs have no solution.
fn unsolved_name<'a>(name: &str, runs: impl Iterator<Item = &'a Run>, lang: Lang) -> String {
    let total = Total::of(runs);
    match total.runs - total.solved {
        0 => name.to_owned(),
        unsolved => experiment::chart_unsolved(lang, name, unsolved, total.runs),
    }
}

/// A time of an axis: a power of ten, so no decimals.
fn power_of_ten(seconds: f64, lang: Lang) -> String {
    let time = Duration::from_secs_f64(seconds);
    match time.as_micros() {
        micros @ 0..1_000 => format!("{micros} µs"),
        micros @ 1_000..1_000_000 => format!("{} ms", micros / 1_000),
        micros => format!("{} s", lang.number((micros / 1_000_000) as u64)),
    }
}

fn bar(method: &str, run: &Run, lang: Lang) -> Bar {
    let nodes = lang.number(run.generated);
    let length = run.length.unwrap_or(0);
    let remark = match run.outcome {
        Outcome::Solved if run.optimal => compare::chart_remark_optimal(lang, nodes, length),
        Outcome::Solved => compare::chart_remark_solved(lang, nodes, length),
        Outcome::Unsolvable => compare::chart_remark_unsolvable(lang, nodes),
        Outcome::Stopped(limit) => compare::chart_remark_stopped(lang, nodes, bench::limit_word(limit, lang)),
    };
    let complete = !matches!(run.outcome, Outcome::Stopped(_));
    Bar { name: method.to_owned(), value: run.generated, remark, complete }
}

/// A check as SVG: the errors, and the estimates by distance.
pub fn checked(found: &Check, lang: Lang) -> String {
    let style = Style {
        width: 960,
        height: 420,
        title: check::chart_check_title(lang, &found.heuristic, found.goal.shape()),
        across: String::new(),
        up: check::column_boards(lang).to_owned(),
        number: &|n| lang.number(n),
    };
    let words = AccuracyWords {
        exact: check::chart_exact(lang).to_owned(),
        too_large: check::chart_too_large(lang).to_owned(),
        too_small: check::chart_too_small(lang).to_owned(),
        error: check::chart_error(lang).to_owned(),
        distance: check::chart_distance(lang).to_owned(),
        estimate: check::chart_estimate(lang).to_owned(),
        diagonal: check::chart_diagonal(lang).to_owned(),
    };
    accuracy(&style, &words, &figures(found))
}
