//! The result of an enumeration as text, JSON or CSV.

use hueco_say::{Say, explore as said};
use hueco_search::Limit;
use hueco_tiles::space::{Ranking, Walked};
use hueco_tiles::{Board, Frame};
use serde::Serialize;

use super::Request;
use crate::answer::VERSION;
use crate::failure::Result;
use crate::options;
use crate::table::{Align, Table};

/// The object of `--format json`. If a limit stopped the count, there is no radius and no mean.
#[derive(Serialize)]
struct Explored<'a> {
    version: u32,
    rows: usize,
    cols: usize,
    states: u64,
    radius: Option<usize>,
    mean_depth: Option<f64>,
    depths: &'a [u64],
    goal: Vec<u16>,
    metric: &'static str,
    deepest: Vec<Vec<u16>>,
    stopped_by: Option<&'static str>,
}

pub(super) fn print(request: &Request<'_>, walked: &Walked) -> Result<()> {
    let lang = request.context.lang;
    let states: u64 = walked.depths.iter().sum();
    let weighted: f64 =
        walked.depths.iter().zip(0_u32..).map(|(&states, depth)| states as f64 * f64::from(depth)).sum();
    let mean = weighted / states.max(1) as f64;
    let mut out = request.context.out();
    match options::text(request.matches, "format") {
        "json" => {
            let is_complete = walked.stopped.is_none();
            out.json(&Explored {
                version: VERSION,
                rows: request.exploration.shape.rows(),
                cols: request.exploration.shape.cols(),
                states,
                radius: is_complete.then(|| walked.depths.len() - 1),
                mean_depth: is_complete.then(|| (mean * 1e6).round() / 1e6),
                depths: &walked.depths,
                goal: request.goal.tiles().to_vec(),
                metric: request.exploration.metric.name(),
                deepest: deepest(request, walked).iter().map(|board| board.tiles().to_vec()).collect(),
                stopped_by: walked.stopped.map(Limit::name),
            })?;
        }
        "csv" => {
            out.line("depth,states")?;
            for (depth, states) in walked.depths.iter().enumerate() {
                out.line(&format!("{depth},{states}"))?;
            }
        }
        _ => {
            let width = walked.depths.iter().map(|&states| lang.number(states).chars().count()).max().unwrap_or(1);
            let columns =
                vec![(said::column_depth(lang), 1, Align::Right), (said::column_states(lang), width, Align::Right)];
            let table = Table::new(columns);
            if !walked.depths.is_empty() {
                out.line(&table.header())?;
            }
            for (depth, &states) in walked.depths.iter().enumerate() {
                out.line(&table.row(&[depth.to_string(), lang.number(states)]))?;
            }
            let last = walked.depths.len().saturating_sub(1);
            out.line(&match walked.stopped {
                None => said::explored(lang, states, last, lang.decimal(mean, 6)),
                Some(limit) if walked.depths.is_empty() => said::explored_nothing(lang, limit.say(lang)),
                Some(limit) => said::explored_part(lang, limit.say(lang), states, last),
            })?;
            let boards = deepest(request, walked);
            if let (false, Some(&all)) = (boards.is_empty(), walked.depths.last()) {
                out.line(&said::deepest_boards(lang, boards.len(), last, lang.number(all)))?;
            }
            for board in boards {
                out.line(&board.to_string())?;
            }
        }
    }
    out.flush()
}

fn deepest(request: &Request<'_>, walked: &Walked) -> Vec<Board> {
    let frame = Frame::new(&request.goal);
    // Boards that are too large to be ranked are only counted.
    let Ok(ranking) = Ranking::of_goal(&request.goal) else { return Vec::new() };
    walked.deepest.iter().map(|&rank| ranking.board(&frame, rank)).collect()
}
