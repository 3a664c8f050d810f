//! Pictures with their words: the charts of `hueco_show`, labelled in the reader's language.

use hueco_show::chart::{AccuracyWords, Bar, Line, Style, accuracy, bars, nodes_by_length};
use hueco_show::checked::figures;
use hueco_show::compare::{Run, Total, points};
use hueco_tiles::Board;
use hueco_tiles::check::Check;
use hueco_tiles::solve::Outcome;

use crate::{Lang, bench, check, compare};

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
