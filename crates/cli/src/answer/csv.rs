//! An answer as a row of CSV: what the JSON of the same answer holds, lists as text.

use hueco_search::Stats;
use hueco_show::answer::{Counters, MovesOf, outcome_name, stopped_by};
use hueco_tiles::Metric;
use hueco_tiles::solve::{Answer, Plan};

use crate::table::csv_field;

/// The columns of `solve --format csv`. `message` says what is wrong with a line that is no board.
pub(crate) const HEADER: &str = "line,rows,cols,board,goal,outcome,optimal,length,lower_bound,moves,moves_of,stopped_by,\
                                 algorithm,heuristic,generated,expanded,examined,reopened,evaluated,peak_bytes,\
                                 table_bytes,seconds,metric,slides,solutions,complete,all,message";

/// The row of an answer, without the number of its line.
pub(crate) fn row(plan: &Plan, answer: &Answer, moves_of: MovesOf) -> String {
    let shape = plan.board.shape();
    let every = answer.every.as_ref();
    let all = every
        .filter(|_| plan.every != Some(0))
        .map(|every| every.listed.iter().map(|slides| moves_of.way(slides, plan.metric)).collect::<Vec<_>>().join(";"));
    [
        shape.rows().to_string(),
        shape.cols().to_string(),
        csv_field(&plan.board.to_string()),
        csv_field(&plan.goal.to_string()),
        outcome_name(answer.outcome).to_owned(),
        answer.optimal.to_string(),
        text(answer.length()),
        answer.lower_bound.to_string(),
        text(answer.moves.as_ref().map(|moves| moves_of.letters(moves))),
        moves_of.name().to_owned(),
        text(stopped_by(answer.outcome)),
        csv_field(answer.method.algorithm()),
        csv_field(answer.method.heuristic().as_deref().unwrap_or_default()),
        counters(&Counters::of(answer)),
        plan.metric.name().to_owned(),
        text(answer.slides.as_ref().filter(|_| plan.metric == Metric::Multi).map(|slides| moves_of.slides(slides))),
        text(every.map(|every| every.count)),
        text(every.map(|every| every.complete)),
        text(all),
        String::new(),
    ]
    .join(",")
}

/// The row of a line that is no board, without its number.
pub(crate) fn error(message: &str) -> String {
    let columns = HEADER.split(',').skip(1).map(|column| match column {
        "outcome" => "error".to_owned(),
        "message" => csv_field(message),
        _ => String::new(),
    });
    columns.collect::<Vec<_>>().join(",")
}

/// The columns from `generated` to `seconds`.
pub(crate) fn counters(stats: &Counters) -> String {
    let Counters { search, table_bytes, seconds } = stats;
    let Stats { generated, expanded, examined, reopened, evaluated, peak_bytes } = search;
    format!("{generated},{expanded},{examined},{reopened},{evaluated},{peak_bytes},{table_bytes},{seconds}")
}

/// A value, or nothing.
fn text(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use hueco_tiles::solve::solve;
    use hueco_tiles::{Workbench, parse_board};

    use super::*;

    #[test]
    fn every_row_has_the_columns_of_the_header() {
        let columns = HEADER.split(',').count();
        let board = parse_board("1 2 3 / 4 5 6 / 7 0 8", None).unwrap();
        let goal = parse_board("1 2 3 / 4 5 6 / 7 8 0", None).unwrap();
        for (metric, every) in [(Metric::Single, None), (Metric::Single, Some(9)), (Metric::Multi, Some(0))] {
            let plan = Plan { metric, every, ..Plan::new(board.clone(), goal.clone()) };
            let answer = solve(&plan, &Workbench::default(), &mut |_| ()).unwrap();
            let row = row(&plan, &answer, MovesOf::Blank);
            assert_eq!(row.split(',').count() + 1, columns, "{row}");
        }
        assert_eq!(error("a column").split(',').count() + 1, columns);
        assert!(error("expected 0, _ or \"x\"").ends_with(",\"expected 0, _ or \"\"x\"\"\""));
    }
}
