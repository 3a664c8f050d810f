//! The result of an enumeration as text, JSON or CSV.

use hueco_say::{Lang, Say, explore as said};
use hueco_search::Limit;
use hueco_show::answer::microseconds;
use hueco_tiles::space::{Ranking, Walked};
use hueco_tiles::{Board, Frame};
use serde::Serialize;

use super::Request;
use crate::answer::VERSION;
use crate::context::Out;
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
    let mean = mean(&walked.depths);
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
                mean_depth: is_complete.then(|| microseconds(mean)),
                depths: &walked.depths,
                goal: request.goal.tiles().to_vec(),
                metric: request.exploration.metric.name(),
                deepest: deepest(request, walked).iter().map(|board| board.tiles().to_vec()).collect(),
                stopped_by: walked.stopped.map(Limit::name),
            })?;
        }
        "csv" => csv(&walked.depths, &mut out)?,
        _ => {
            table(&walked.depths, said::column_states(lang), lang, &mut out)?;
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

/// The mean depth of all states.
pub(super) fn mean(depths: &[u64]) -> f64 {
    let weighted: f64 = depths.iter().zip(0_u32..).map(|(&states, depth)| states as f64 * f64::from(depth)).sum();
    weighted / depths.iter().sum::<u64>().max(1) as f64
}

/// A row for each level.
pub(super) fn csv(depths: &[u64], out: &mut Out) -> Result<()> {
    out.line("depth,states")?;
    depths.iter().enumerate().try_for_each(|(depth, states)| out.line(&format!("{depth},{states}")))
}

/// The same for people. The second column counts boards or states.
pub(super) fn table(depths: &[u64], counted: &'static str, lang: Lang, out: &mut Out) -> Result<()> {
    let width = depths.iter().map(|&states| lang.number(states).chars().count()).max().unwrap_or(1);
    let table = Table::new(vec![(said::column_depth(lang), 1, Align::Right), (counted, width, Align::Right)]);
    if !depths.is_empty() {
        out.line(&table.header())?;
    }
    let mut rows = depths.iter().enumerate();
    rows.try_for_each(|(depth, &states)| out.line(&table.row(&[depth.to_string(), lang.number(states)])))
}

fn deepest(request: &Request<'_>, walked: &Walked) -> Vec<Board> {
    let frame = Frame::new(&request.goal);
    // Boards that are too large to be ranked are only counted.
    let Ok(ranking) = Ranking::of_goal(&request.goal) else { return Vec::new() };
    walked.deepest.iter().map(|&rank| ranking.board(&frame, rank)).collect()
}
