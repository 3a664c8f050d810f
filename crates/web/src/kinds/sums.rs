//! `sums`: a number puzzle.

use std::time::Instant;

use hueco_say::Say;
use hueco_show::placed::Placed;
use hueco_sums::{Method, Options, Puzzle, Wanted, parse, solve};
use hueco_tiles::Position;

use crate::ask::{self, Allowance};
use crate::fault::Fault;
use crate::fields::Fields;
use crate::jobs::{Teller, Work};

pub(super) fn prepare(fields: &mut Fields, allowed: &Allowance) -> Result<Work, Fault> {
    let puzzle = puzzle(fields)?;
    let options = options(fields)?;
    let share = ask::limits(fields, allowed)?;
    let lang = fields.lang;
    Ok(Box::new(move |teller: &Teller<'_>| {
        let started = Instant::now();
        let answer = solve(&puzzle, &options, &mut super::budget(&share, teller.cancel()));
        super::result(&Placed::new(&puzzle, &options, &answer, started.elapsed()), &share, lang)
    }))
}

/// `puzzle`: the text of a puzzle file.
pub(super) fn puzzle(fields: &mut Fields) -> Result<Puzzle, Fault> {
    let text = fields.required_text("puzzle")?;
    read_puzzle(&text, fields).map_err(|fault| fault.field("puzzle"))
}

/// A puzzle file.
pub(super) fn read_puzzle(text: &str, fields: &Fields) -> Result<Puzzle, Fault> {
    parse(text).map_err(|error| {
        let at = Position { line: error.line as usize, column: error.column as usize };
        Fault::bad("bad_puzzle", error.say(fields.lang)).at(at)
    })
}

fn options(fields: &mut Fields) -> Result<Options, Fault> {
    let method = fields.named("method", &Method::ALL)?.unwrap_or_default();
    let at_most = fields.whole("max_solutions", 1, u64::MAX)?;
    let (all, count_only) = (fields.flag("all")?, fields.flag("count_only")?);
    let wanted = if count_only {
        Wanted::Count { at_most }
    } else if all || at_most.is_some() {
        Wanted::All { at_most }
    } else {
        Wanted::First
    };
    let blind = method != Method::Propagate;
    let record = if fields.has("states") { fields.flag("states")? } else { blind };
    Ok(Options {
        method,
        tree: fields.flag("tree")? && blind,
        seed: fields.whole("seed", 0, u64::MAX)?,
        wanted,
        record,
    })
}
