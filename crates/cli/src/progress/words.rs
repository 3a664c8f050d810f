//! Progress as a person reads it: the parts of a line, the most important first, since a narrow terminal has no room for the
//! last ones.

use std::time::Duration;

use hueco_say::{Lang, counted, progress as said};

use super::job::{Doing, Job, Levels, Part, Parts, Search, Snapshot};

/// The parts of the line.
pub(super) fn parts(job: &mut Job, lang: Lang) -> Vec<String> {
    let snapshot = job.snapshot();
    let mut parts = vec![said::clock(lang, snapshot.elapsed)];
    parts.extend(job.parts.map(|parts| part(&parts, lang)));
    if let Doing::Table { table, .. } = &job.doing {
        parts.push(said::table_name(lang, table));
    }
    // "Run 3 of 100" says how much is done.
    let is_numbered = job.parts.is_some_and(|parts| parts.all.is_some());
    parts.extend(snapshot.percent.filter(|_| !is_numbered).map(said::percent));
    parts.extend(snapshot.left.map(|left| said::left(lang, left)));
    match &job.doing {
        Doing::Search(search) => parts.extend(of_search(search, &snapshot, lang)),
        Doing::Levels(levels) => parts.extend(of_levels(levels, &snapshot, lang)),
        Doing::Table { so_far, .. } => parts.push(said::table_distance(lang, so_far.level)),
        Doing::Cases { .. } => {}
        Doing::Programs { last } => {
            parts.extend(last.as_ref().map(|(name, _)| said::last_done(lang, name.escape_debug())));
        }
    }
    parts
}

/// Which of the parts of the command it is at.
fn part(parts: &Parts, lang: Lang) -> String {
    let (done, all) = (parts.done, parts.all.unwrap_or(parts.done));
    let number = (done + 1).min(all);
    match parts.what {
        Part::Board => counted::boards(lang, done),
        Part::Run => said::run_of(lang, number, all),
        Part::Case => said::case_of(lang, number, all),
        Part::Program => said::program_of(lang, number, all),
    }
}

fn of_search(search: &Search, snapshot: &Snapshot, lang: Lang) -> Vec<String> {
    if let Some(building) = search.building {
        let percent = 100.0 * building.done as f64 / building.entries.max(1) as f64;
        return vec![said::building(lang, building.tiles, said::percent(percent))];
    }
    let mut parts = Vec::new();
    parts.extend(search.best.map(|best| said::best_so_far(lang, best)));
    let bound = search.proved();
    parts.extend((bound > 0).then(|| said::bound_so_far(lang, bound)));
    if let Some(round) = search.round {
        parts.push(said::round_done(lang, said::percent(100.0 * round.done)));
        parts.extend((round.left < Duration::MAX).then(|| said::round_left(lang, said::clock(lang, round.left))));
    }
    parts.push(match search.gauge.count() {
        0 => said::preparing(lang).to_owned(),
        count => counted::nodes(lang, count),
    });
    parts.extend(snapshot.rate.map(|rate| said::nodes_rate(lang, said::short(lang, rate))));
    parts
}

fn of_levels(levels: &Levels, snapshot: &Snapshot, lang: Lang) -> Vec<String> {
    let done = snapshot.done.unwrap_or(0);
    let mut parts: Vec<String> = levels.last.map(|level| said::level_done(lang, level.depth)).into_iter().collect();
    parts.push(match levels.all {
        Some(all) if levels.to_the_end => said::boards_of(lang, lang.number(done), all),
        _ if levels.of_boards => counted::boards(lang, done),
        _ => counted::states(lang, done),
    });
    let rate_of = if levels.of_boards { said::boards_rate } else { said::states_rate };
    parts.extend(snapshot.rate.map(|rate| rate_of(lang, said::short(lang, rate))));
    parts
}
