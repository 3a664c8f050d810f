//! Progress as a program reads it: `--progress json`, an object per line. `docs/progress.md` describes the keys; every line of
//! one kind has all of them.

use hueco_show::answer::{VERSION, microseconds, one_line};
use serde::Serialize;

use super::job::{Doing, Job};

#[derive(Serialize)]
struct Object<'a> {
    version: u32,
    seconds: f64,
    done: Option<u64>,
    all: Option<u64>,
    percent: Option<f64>,
    seconds_left: Option<f64>,
    #[serde(flatten)]
    kind: Kind<'a>,
}

#[derive(Serialize)]
#[serde(tag = "doing", rename_all = "snake_case")]
enum Kind<'a> {
    Search {
        generated: u64,
        best: Option<u32>,
        lower_bound: u32,
        /// The part of a table that is built, where that is what takes the time.
        building: Option<f64>,
        /// The part of a round of iterative deepening that is done, where that is known.
        round: Option<f64>,
    },
    Levels {
        depth: Option<u32>,
        states: Option<u64>,
        reached: Option<u64>,
    },
    Table {
        table: &'a str,
        distance: u32,
    },
    Cases {
        case: Option<&'a str>,
        passed: u64,
    },
    Programs {
        name: Option<&'a str>,
        score: Option<f64>,
    },
}

/// The line, with its end.
pub(super) fn line(job: &mut Job) -> String {
    let snapshot = job.snapshot();
    let kind = match &job.doing {
        Doing::Search(search) => Kind::Search {
            generated: search.gauge.count(),
            best: search.best,
            lower_bound: search.proved(),
            building: search.building.map(|table| table.done as f64 / table.entries.max(1) as f64),
            round: search.round.map(|round| (round.done * 1000.0).round() / 1000.0),
        },
        Doing::Levels(levels) => Kind::Levels {
            depth: levels.last.map(|level| level.depth),
            states: levels.last.map(|level| level.states),
            reached: levels.last.map(|level| level.reached),
        },
        Doing::Table { table, so_far } => Kind::Table { table, distance: so_far.level },
        Doing::Cases { case, passed } => Kind::Cases { case: case.as_deref(), passed: *passed },
        Doing::Programs { last } => Kind::Programs {
            name: last.as_ref().map(|(name, _)| name.as_str()),
            score: last.as_ref().and_then(|(_, score)| *score),
        },
    };
    let thousandths = |number: f64| (number * 1000.0).round() / 1000.0;
    let object = Object {
        version: VERSION,
        seconds: microseconds(snapshot.elapsed.as_secs_f64()),
        done: snapshot.done,
        all: snapshot.all,
        percent: snapshot.percent.map(thousandths),
        seconds_left: snapshot.left.map(|left| thousandths(left.as_secs_f64())),
        kind,
    };
    one_line(&object) + "\n"
}
