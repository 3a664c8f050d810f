//! What repeated runs, and boards of several seeds, come to: the median and how far the rest is from it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::Serialize;

use super::Run;
use crate::answer::{VERSION, microseconds};

/// The least, the quartiles and the largest of some values. Between two values a quartile is interpolated, as numpy and R do by
/// default.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quartiles {
    /// The least.
    pub min: f64,
    /// A quarter is below.
    pub q1: f64,
    /// Half is below.
    pub median: f64,
    /// Three quarters are below.
    pub q3: f64,
    /// The largest.
    pub max: f64,
}

impl Quartiles {
    /// Of some values; `None` without any.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let last = values.len().checked_sub(1)?;
        let at = |part: f64| {
            let place = part * last as f64;
            let (below, above) = (values[place.floor() as usize], values[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        Some(Self { min: at(0.0), q1: at(0.25), median: at(0.5), q3: at(0.75), max: at(1.0) })
    }

    /// Seconds to the microsecond, as everywhere.
    fn rounded(self) -> Self {
        let Self { min, q1, median, q3, max } = self;
        let [min, q1, median, q3, max] = [min, q1, median, q3, max].map(microseconds);
        Self { min, q1, median, q3, max }
    }
}

/// One run of each method on each board: what was counted in the first repeat, the median of the times.
pub fn medians(runs: &[Run]) -> Vec<Run> {
    let mut times = BTreeMap::<(usize, usize), Vec<f64>>::new();
    for run in runs {
        times.entry((run.board, run.method)).or_default().push(run.time.as_secs_f64());
    }
    let first = runs.iter().filter(|run| run.repeat == 0);
    let median = |run: &Run| Quartiles::of(times[&(run.board, run.method)].iter().copied());
    let time = |run: &Run| median(run).map_or(run.time, |times| Duration::from_secs_f64(times.median));
    first.map(|run| Run { time: time(run), ..*run }).collect()
}

/// Boards on which a method did not count the same in every repeat.
pub fn varied(method: usize, runs: &[Run]) -> usize {
    let own = || runs.iter().filter(|run| run.method == method);
    let counts = |run: &Run| (run.generated, run.expanded, run.length);
    let differs = |first: &&Run| {
        let mut others = own().filter(|run| run.board == first.board);
        others.any(|run| counts(run) != counts(first))
    };
    own().filter(|run| run.repeat == 0).filter(differs).count()
}

/// What is summed up over all boards, once for each repeat or for each seed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// `repeats` or `seeds`.
    pub over: &'static str,
    /// `seconds` or `generated`.
    pub of: &'static str,
    /// How many sums.
    pub count: usize,
    /// How they lie.
    #[serde(flatten)]
    pub quartiles: Quartiles,
}

/// The spreads of one method's runs: over repeats the time, over seeds the time and the nodes. `seeds` has the seed of each board.
/// Boards that were not run in every repeat are left out.
pub fn spreads(method: usize, runs: &[Run], repeats: usize, seeds: &[u64]) -> Vec<Spread> {
    let own: Vec<&Run> = runs.iter().filter(|run| run.method == method).collect();
    let mut by_board = BTreeMap::<usize, usize>::new();
    for run in &own {
        *by_board.entry(run.board).or_default() += 1;
    }
    let whole: Vec<Run> = own.into_iter().filter(|run| by_board[&run.board] == repeats).copied().collect();
    let sums = |key: &dyn Fn(&Run) -> u64, runs: &[Run], value: &dyn Fn(&Run) -> f64| {
        let mut sums = BTreeMap::<u64, f64>::new();
        for run in runs {
            *sums.entry(key(run)).or_default() += value(run);
        }
        sums.into_values().collect::<Vec<f64>>()
    };
    let seconds = |run: &Run| run.time.as_secs_f64();
    let spread = |over, of, values: Vec<f64>| {
        let quartiles = Quartiles::of(values.iter().copied())?.rounded();
        Some(Spread { over, of, count: values.len(), quartiles })
    };
    let mut spreads = Vec::new();
    if repeats > 1 {
        spreads.extend(spread("repeats", "seconds", sums(&|run| run.repeat as u64, &whole, &seconds)));
    }
    if seeds.iter().collect::<BTreeSet<_>>().len() > 1 {
        let of_seed = |run: &Run| seeds.get(run.board).copied().unwrap_or_default();
        let whole = medians(&whole);
        spreads.extend(spread("seeds", "seconds", sums(&of_seed, &whole, &seconds)));
        spreads.extend(spread("seeds", "generated", sums(&of_seed, &whole, &|run| run.generated as f64)));
    }
    spreads
}

/// A spread as a line of JSON. The order of the keys is part of the contract.
#[derive(Serialize)]
pub struct SpreadRow<'a> {
    version: u32,
    kind: &'static str,
    method: &'a str,
    #[serde(flatten)]
    spread: Spread,
}

impl<'a> SpreadRow<'a> {
    /// Of a method.
    pub fn new(method: &'a str, spread: Spread) -> Self {
        Self { version: VERSION, kind: "spread", method, spread }
    }
}

#[cfg(test)]
mod tests {
    use hueco_tiles::solve::Outcome;

    use super::*;

    fn run(board: usize, method: usize, repeat: usize, generated: u64, millis: u64) -> Run {
        Run {
            board,
            method,
            repeat,
            outcome: Outcome::Solved,
            optimal: true,
            length: Some(4),
            generated,
            expanded: generated / 2,
            bytes: 0,
            time: Duration::from_millis(millis),
            spread: None,
        }
    }

    #[test]
    fn quartiles_are_those_of_numpy() {
        let quartiles = Quartiles::of([4.0, 1.0, 3.0, 2.0]).unwrap();
        assert_eq!(quartiles, Quartiles { min: 1.0, q1: 1.75, median: 2.5, q3: 3.25, max: 4.0 });
        let one = Quartiles::of([7.0]).unwrap();
        assert_eq!((one.min, one.q1, one.median, one.max), (7.0, 7.0, 7.0, 7.0));
        assert_eq!(Quartiles::of([]), None);
    }

    #[test]
    fn repeats_come_to_their_median() {
        let runs = [run(0, 0, 0, 9, 10), run(0, 0, 1, 9, 40), run(0, 0, 2, 9, 20), run(0, 1, 0, 5, 7)];
        let medians = medians(&runs);
        assert_eq!(medians.iter().map(|run| (run.method, run.time.as_millis())).collect::<Vec<_>>(), [(0, 20), (1, 7)]);
    }

    #[test]
    fn other_counts_in_a_repeat_are_seen() {
        let mut runs = [run(0, 0, 0, 9, 1), run(0, 0, 1, 9, 2), run(1, 0, 0, 8, 1), run(1, 0, 1, 8, 1)];
        assert_eq!(varied(0, &runs), 0);
        runs[3].generated = 11;
        assert_eq!((varied(0, &runs), varied(1, &runs)), (1, 0));
    }

    #[test]
    fn spreads_are_of_sums_over_whole_boards() {
        let runs = [
            run(0, 0, 0, 10, 1000),
            run(0, 0, 1, 10, 3000),
            run(1, 0, 0, 30, 2000),
            run(1, 0, 1, 30, 2000),
            // Interrupted: its second repeat is missing.
            run(2, 0, 0, 99, 9000),
        ];
        let spreads = spreads(0, &runs, 2, &[7, 8, 8]);
        let of = |index: usize| {
            let Spread { over, of, count, quartiles } = spreads[index];
            (over, of, count, quartiles.min, quartiles.median, quartiles.max)
        };
        assert_eq!(of(0), ("repeats", "seconds", 2, 3.0, 4.0, 5.0));
        assert_eq!(of(1), ("seeds", "seconds", 2, 2.0, 2.0, 2.0));
        assert_eq!(of(2), ("seeds", "generated", 2, 10.0, 20.0, 30.0));
        assert_eq!(super::spreads(0, &runs[..1], 1, &[7]), []);
    }
}
