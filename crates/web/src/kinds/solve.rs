//! `solve`: a board, with better solutions told as they are found.

use hueco_say::Say;
use hueco_show::answer::Solved;
use hueco_tiles::solve::solve;

use crate::ask::{self, Allowance, cancellable};
use crate::fault::Fault;
use crate::fields::Fields;
use crate::jobs::{Teller, Work};

pub(super) fn prepare(fields: &mut Fields, allowed: &Allowance) -> Result<Work, Fault> {
    let (plan, moves_of) = ask::plan(fields, allowed)?;
    let (lang, allowed) = (fields.lang, allowed.clone());
    Ok(Box::new(move |teller: &Teller<'_>| {
        let plan = cancellable(plan, teller.cancel());
        let mut tell = |progress: &hueco_tiles::solve::Progress| {
            if let Some(best) = progress.best {
                teller.better(best, progress.lower_bound, None);
            }
            teller.progress(&progress.into());
        };
        let answer = solve(&plan, &mut tell).map_err(|error| Fault::bad("bad_plan", error.say(lang)))?;
        super::result(&Solved::new(&plan, &answer, moves_of), &allowed, lang)
    }))
}
