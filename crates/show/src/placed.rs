//! The answer to a number puzzle as a program reads it. Written piece by piece: a record of millions of states is never
//! held a second time as text.

use std::time::Duration;

use hueco_search::Ending;
use hueco_sums::{Answer, Options, Puzzle, States, Wanted};
use hueco_tiles::solve::Outcome;
use serde::{Serialize, Serializer};

use crate::answer::{VERSION, microseconds, outcome_name, stopped_by};

/// The object of `sums --format json`. The order of the keys is part of the contract.
#[derive(Serialize)]
pub struct Placed<'a> {
    version: u32,
    title: Option<&'a str>,
    cells: Vec<&'a str>,
    outcome: &'static str,
    stopped_by: Option<&'static str>,
    count: u64,
    complete: bool,
    solution: Option<&'a [i64]>,
    solutions: Option<&'a [Vec<i64>]>,
    route: Option<Vec<Step<'a>>>,
    created: Option<Listed<'a>>,
    examined: Option<Listed<'a>>,
    method: &'static str,
    stats: Counters,
}

/// A number put into a cell.
#[derive(Serialize)]
pub struct Step<'a> {
    /// The number.
    pub number: i64,
    /// The cell's name.
    pub cell: &'a str,
}

#[derive(Serialize)]
struct Counters {
    generated: u64,
    expanded: u64,
    examined: u64,
    peak_bytes: u64,
    seconds: f64,
}

/// States as lists, empty cells as [`Puzzle::listed`] writes them.
struct Listed<'a>(&'a Puzzle, &'a States);

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.1.iter().map(|state| self.0.listed(&state)))
    }
}

/// How a search for placements ended, in the words of a board's search.
pub fn outcome(answer: &Answer) -> Outcome {
    match answer.ending {
        Ending::Solved => Outcome::Solved,
        Ending::Unsolvable => Outcome::Unsolvable,
        Ending::Stopped(limit) => Outcome::Stopped(limit),
    }
}

/// The numbers that were placed, in order, up to the first solution.
pub fn route<'a>(puzzle: &'a Puzzle, answer: &'a Answer) -> impl Iterator<Item = Step<'a>> {
    answer.route.iter().map(|step| Step { number: step.number, cell: puzzle.name(step.cell) })
}

impl<'a> Placed<'a> {
    /// The answer to a puzzle, and the time it took.
    pub fn new(puzzle: &'a Puzzle, options: &Options, answer: &'a Answer, time: Duration) -> Self {
        let stats = answer.stats;
        let listed = |states| options.record.then_some(Listed(puzzle, states));
        Self {
            version: VERSION,
            title: puzzle.title(),
            cells: puzzle.cells().iter().map(|cell| cell.name.as_str()).collect(),
            outcome: outcome_name(outcome(answer)),
            stopped_by: stopped_by(outcome(answer)),
            count: answer.count,
            complete: answer.complete,
            solution: answer.solution(),
            solutions: matches!(options.wanted, Wanted::All { .. }).then_some(&answer.solutions),
            route: answer.solution().map(|_| route(puzzle, answer).collect()),
            created: listed(&answer.created),
            examined: listed(&answer.examined),
            method: options.method.name(),
            stats: Counters {
                generated: stats.generated,
                expanded: stats.expanded,
                examined: stats.examined,
                peak_bytes: stats.peak_bytes,
                seconds: microseconds(time.as_secs_f64()),
            },
        }
    }
}
