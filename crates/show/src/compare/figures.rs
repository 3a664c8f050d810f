//! The figures of runs, and what a method comes to over many boards.

use std::time::Duration;

use hueco_search::Limit;
use hueco_tiles::solve::{Answer, Outcome};

use crate::effective_branching;

/// What each run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Generated nodes.
    pub nodes: u64,
    /// Memory.
    pub bytes: u64,
    /// Time.
    pub time: Option<Duration>,
}

/// One method on one board.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The board's number, from 0.
    pub board: usize,
    /// The method's.
    pub method: usize,
    /// Which repeat of the same, from 0.
    pub repeat: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether the solution is proved to be a shortest one.
    pub optimal: bool,
    /// The length of the solution.
    pub length: Option<u32>,
    /// Generated nodes.
    pub generated: u64,
    /// Expanded nodes.
    pub expanded: u64,
    /// Bytes of the search and its tables.
    pub bytes: u64,
    /// Time; of several equal runs, the median.
    pub time: Duration,
    /// The times of several equal runs.
    pub spread: Option<Times>,
}

/// The times of a run that was made several times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// How many times it was made.
    pub runs: usize,
    /// The shortest.
    pub least: Duration,
    /// The middle one.
    pub median: Duration,
    /// The longest.
    pub most: Duration,
}

impl Times {
    /// Of the times of equal runs; `None` for fewer than two.
    pub fn of(mut times: Vec<Duration>) -> Option<Self> {
        times.sort_unstable();
        let [least, .., most] = times[..] else { return None };
        Some(Self { runs: times.len(), least, median: times[times.len() / 2], most })
    }
}

impl Run {
    /// The figures of an answer.
    pub fn new(board: usize, method: usize, answer: &Answer) -> Self {
        Self {
            board,
            method,
            repeat: 0,
            outcome: answer.outcome,
            optimal: answer.optimal,
            length: answer.moves.as_ref().map(|moves| moves.len() as u32),
            generated: answer.stats.generated,
            expanded: answer.stats.expanded,
            bytes: answer.stats.peak_bytes + answer.table_bytes,
            time: answer.time,
            spread: None,
        }
    }

    /// The same run made several times: its time is the median.
    #[must_use]
    pub fn repeated(self, spread: Option<Times>) -> Self {
        Self { time: spread.map_or(self.time, |spread| spread.median), spread, ..self }
    }

    /// The effective branching factor, where there is a solution.
    pub fn branching(&self) -> Option<f64> {
        effective_branching(self.generated, self.length?)
    }
}

/// One method on all boards: means over what it solved, sums over all its runs.
#[derive(Clone, Debug, Default)]
pub struct Total {
    /// Runs.
    pub runs: usize,
    /// Runs with a solution.
    pub solved: usize,
    /// Runs that proved that there is none.
    pub unsolvable: usize,
    /// Runs with a solution that is proved to be shortest.
    pub optimal: usize,
    /// The limits that ended runs, and how many.
    pub stopped: Vec<(Limit, usize)>,
    /// The mean length of solutions.
    pub mean_length: Option<f64>,
    /// The mean of generated nodes of the solved runs.
    pub mean_generated: Option<f64>,
    /// The mean effective branching factor.
    pub mean_branching: Option<f64>,
    /// Generated nodes of all runs.
    pub generated: u64,
    /// Expanded nodes of all runs.
    pub expanded: u64,
    /// The most bytes of a run.
    pub bytes: u64,
    /// The time of all runs.
    pub time: Duration,
}

impl Total {
    /// Of one method's runs.
    pub fn of<'a>(runs: impl Iterator<Item = &'a Run>) -> Self {
        let mut total = Self::default();
        let (mut length, mut generated, mut branching) = (Mean::default(), Mean::default(), Mean::default());
        for run in runs {
            total.runs += 1;
            total.generated += run.generated;
            total.expanded += run.expanded;
            total.bytes = total.bytes.max(run.bytes);
            total.time += run.time;
            match run.outcome {
                Outcome::Solved => {
                    total.solved += 1;
                    total.optimal += usize::from(run.optimal);
                    length.add(run.length.map(f64::from));
                    generated.add(Some(run.generated as f64));
                    branching.add(run.branching());
                }
                Outcome::Unsolvable => total.unsolvable += 1,
                Outcome::Stopped(limit) => match total.stopped.iter_mut().find(|(known, _)| *known == limit) {
                    Some((_, count)) => *count += 1,
                    None => total.stopped.push((limit, 1)),
                },
            }
        }
        Self {
            mean_length: length.value(),
            mean_generated: generated.value(),
            mean_branching: branching.value(),
            ..total
        }
    }

    /// How many runs a limit ended.
    pub fn stopped(&self) -> usize {
        self.stopped.iter().map(|(_, count)| count).sum()
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            self.sum += value;
            self.count += 1;
        }
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// By board: the length of the shortest solution that any method found.
pub fn shortest(boards: usize, runs: &[Run]) -> Vec<Option<u32>> {
    let mut shortest = vec![None; boards];
    for run in runs {
        let best: &mut Option<u32> = &mut shortest[run.board];
        *best = (*best).into_iter().chain(run.length).min();
    }
    shortest
}

/// The points of a method's line: by length of the boards' shortest solutions, the mean of its nodes. Lengths at which a
/// limit ended one of its runs are left out: a mean over the easier boards alone would flatter it.
pub fn points(method: usize, boards: usize, runs: &[Run]) -> Vec<(f64, f64)> {
    let shortest = shortest(boards, runs);
    let mut by_length = std::collections::BTreeMap::<u32, Mean>::new();
    let own = || runs.iter().filter(|run| run.method == method);
    for run in own().filter(|run| run.outcome == Outcome::Solved) {
        if let Some(length) = shortest[run.board] {
            by_length.entry(length).or_default().add(Some(run.generated as f64));
        }
    }
    for run in own().filter(|run| run.outcome != Outcome::Solved) {
        if let Some(length) = shortest[run.board] {
            by_length.remove(&length);
        }
    }
    by_length.into_iter().filter_map(|(length, mean)| Some((f64::from(length), mean.value()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(board: usize, method: usize, length: Option<u32>, generated: u64) -> Run {
        Run {
            board,
            method,
            repeat: 0,
            outcome: if length.is_some() { Outcome::Solved } else { Outcome::Stopped(Limit::Nodes) },
            optimal: length.is_some(),
            length,
            generated,
            expanded: generated / 2,
            bytes: generated,
            time: Duration::from_secs(1),
            spread: None,
        }
    }

    #[test]
    fn a_run_made_several_times_has_the_median_of_its_times() {
        let times = [16, 2, 1].map(Duration::from_millis);
        let repeated = run(0, 0, Some(4), 31).repeated(Times::of(times.to_vec()));
        assert_eq!(repeated.time, Duration::from_millis(2));
        let spread = repeated.spread.unwrap();
        assert_eq!((spread.runs, spread.least, spread.most), (3, times[2], times[0]));
        assert_eq!(Times::of(times[..1].to_vec()), None);
    }

    #[test]
    fn means_are_over_what_was_solved_and_sums_over_all() {
        let total = Total::of([run(0, 0, Some(4), 31), run(1, 0, Some(6), 69), run(2, 0, None, 1000)].iter());
        assert_eq!((total.runs, total.solved, total.stopped()), (3, 2, 1));
        assert_eq!((total.mean_length, total.mean_generated), (Some(5.0), Some(50.0)));
        assert_eq!((total.generated, total.bytes, total.time), (1100, 1000, Duration::from_secs(3)));
        assert_eq!(Total::of([].iter()).mean_length, None);
    }

    #[test]
    fn lines_stand_over_the_shortest_length_of_each_board() {
        let runs = [run(0, 0, Some(4), 10), run(0, 1, Some(6), 5), run(1, 0, Some(4), 20), run(1, 1, None, 99)];
        assert_eq!(points(0, 2, &runs), [(4.0, 15.0)]);
        assert_eq!(points(1, 2, &runs), [], "one of its two boards was not solved");
        assert_eq!(points(1, 2, &runs[..3]), [(4.0, 5.0)]);
        assert_eq!(points(2, 2, &runs), []);
    }
}
