//! The picture of a comparison: bars for one board, lines for several.

use hueco_say::{Lang, compare as said};
use hueco_show::chart::{Bar, Line, Style, bars, nodes_by_length};
use hueco_tiles::Board;
use hueco_tiles::solve::Outcome;

use super::figures::{Run, Total, points};
use crate::answer::limit_word;

/// The picture as SVG.
pub(super) fn svg(boards: &[Board], methods: &[String], runs: &[Run], lang: Lang) -> String {
    let number = |n| lang.number(n);
    let style = |title, height| Style {
        width: 860,
        height,
        title,
        across: said::chart_length(lang).to_owned(),
        up: said::chart_nodes(lang).to_owned(),
        number: &number,
    };
    if let [board] = boards {
        let all: Vec<Bar> = runs.iter().map(|run| bar(&methods[run.method], run, lang)).collect();
        return bars(&style(said::chart_bars_title(lang, board), 200), &all);
    }
    let line = |(index, name): (usize, &String)| {
        let total = Total::of(runs.iter().filter(|run| run.method == index));
        let name = match total.stopped() {
            0 => name.clone(),
            stopped => said::chart_line_stopped(lang, name, stopped, total.runs),
        };
        Line { name, points: points(index, boards.len(), runs) }
    };
    let lines: Vec<Line> = methods.iter().enumerate().map(line).collect();
    nodes_by_length(&style(said::chart_lines_title(lang, lang.number(boards.len() as u64)), 540), &lines)
}

fn bar(method: &str, run: &Run, lang: Lang) -> Bar {
    let nodes = lang.number(run.generated);
    let length = run.length.unwrap_or(0);
    let remark = match run.outcome {
        Outcome::Solved if run.optimal => said::chart_remark_optimal(lang, nodes, length),
        Outcome::Solved => said::chart_remark_solved(lang, nodes, length),
        Outcome::Unsolvable => said::chart_remark_unsolvable(lang, nodes),
        Outcome::Stopped(limit) => said::chart_remark_stopped(lang, nodes, limit_word(limit, lang)),
    };
    let complete = !matches!(run.outcome, Outcome::Stopped(_));
    Bar { name: method.to_owned(), value: run.generated, remark, complete }
}
