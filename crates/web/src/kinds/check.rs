//! `check`: a heuristic, or the user's own formula, against the true distance of every board of a shape.

use std::time::Instant;

use hueco_say::{Say, pictures};
use hueco_show::answer::microseconds;
use hueco_show::checked::Checked;
use hueco_tiles::check::check;
use hueco_tiles::space::Level;
use serde::Serialize;

use crate::ask::{self, Allowance};
use crate::fault::Fault;
use crate::fields::Fields;
use crate::jobs::{Progress, Teller, Work};

/// The command's object, with the picture.
#[derive(Serialize)]
struct Pictured<'a> {
    #[serde(flatten)]
    found: Checked<'a>,
    svg: String,
}

pub(super) fn prepare(fields: &mut Fields, allowed: &Allowance) -> Result<Work, Fault> {
    let shape = ask::size(fields, allowed)?.ok_or_else(|| fields.missing("size"))?;
    let goal = ask::goal(fields, shape)?;
    let heuristic = ask::heuristic(fields)?.ok_or_else(|| fields.missing("heuristic"))?;
    let moves_of = ask::moves_of(fields)?;
    let share = ask::limits(fields, allowed)?;
    let lang = fields.lang;
    Ok(Box::new(move |teller: &Teller<'_>| {
        let started = Instant::now();
        let budget = super::budget(&share, teller.cancel());
        let mut tell = |level: Level| {
            teller.progress(&Progress {
                seconds: microseconds(started.elapsed().as_secs_f64()),
                generated: level.reached,
                done: Some(level.reached as f64 / level.all.max(1) as f64),
                ..Progress::default()
            });
        };
        let found = check(&heuristic, &goal, 1, &budget, &mut tell)
            .map_err(|error| Fault::bad("bad_heuristic", error.say(lang)))?;
        let svg = pictures::checked(&found, lang);
        super::result(&Pictured { found: Checked::new(&found, moves_of, started.elapsed()), svg }, &share, lang)
    }))
}
