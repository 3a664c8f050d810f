//! The result of an enumeration as text, JSON or CSV.

use hueco_say::{Lang, Say, explore as said};
use hueco_tiles::space::Walked;

use super::Request;
use crate::context::Out;
use crate::explored::{ExploredBoards, deepest, mean};
use crate::failure::Result;
use crate::options;
use crate::table::{Align, Table};

pub(super) fn print(request: &Request<'_>, walked: &Walked) -> Result<()> {
    let lang = request.context.lang;
    let states: u64 = walked.depths.iter().sum();
    let mean = mean(&walked.depths);
    let mut out = request.context.out();
    match options::text(request.matches, "format") {
        "json" => {
            out.json(&ExploredBoards::new(&request.exploration, &request.goal, walked))?;
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
            let boards = deepest(&request.goal, walked);
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
