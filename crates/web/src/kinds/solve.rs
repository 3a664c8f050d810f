//! `solve`: a board, with better solutions told as they are found.

use hueco_say::Say;
use hueco_show::answer::Solved;
use hueco_tiles::solve::solve;

use crate::ask::{self, Allowance, cancellable};
use crate::fault::Fault;
use crate::fields::Fields;
use crate::jobs::{Teller, Work};

/// Better solutions of larger boards are told without their moves: there may be many, and each may have thousands.
const CELLS_TOLD: usize = 100;

pub(super) fn prepare(fields: &mut Fields, allowed: &Allowance) -> Result<Work, Fault> {
    let (plan, moves_of) = ask::plan(fields, allowed)?;
    let (lang, allowed) = (fields.lang, allowed.clone());
    Ok(Box::new(move |teller: &Teller<'_>| {
        let plan = cancellable(plan, teller.cancel());
        let told = plan.board.shape().cells() <= CELLS_TOLD;
        let mut tell = |progress: &hueco_tiles::solve::Progress| {
            if let Some(best) = progress.best {
                let moves = progress.moves.as_ref().filter(|_| told);
                teller.better(best, progress.lower_bound, || moves.map(|moves| moves_of.letters(moves)));
            }
            teller.progress(&progress.into());
        };
        let answer =
            solve(&plan, &allowed.workbench, &mut tell).map_err(|error| Fault::bad("bad_plan", error.say(lang)))?;
        super::result(&Solved::new(&plan, &answer, moves_of), &allowed, lang)
    }))
}
