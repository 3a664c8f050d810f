//! A job that runs: what is known of it, and what follows from that: how much is done and how long the rest will take.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hueco_search::{Cost, Gauge};
use hueco_tiles::pattern;
use hueco_tiles::solve::{Building, RoundProgress};
use hueco_tiles::space::Level;

/// What a command does.
pub(crate) enum Doing {
    /// It searches.
    Search(Search),
    /// It goes through a space level by level.
    Levels(Levels),
    /// It builds a table.
    Table {
        /// The table's name.
        table: String,
        /// How far it is.
        so_far: pattern::Progress,
    },
    /// It runs a program on one case after the other.
    Cases {
        /// The last case that was judged.
        case: Option<String>,
        /// Cases passed so far.
        passed: u64,
    },
    /// It grades one program after the other.
    Programs {
        /// The last that was graded, and its score if it could be run.
        last: Option<(String, Option<f64>)>,
    },
}

/// A search, or several at the same time.
pub(crate) struct Search {
    pub(super) gauge: Arc<Gauge>,
    pub(super) best: Option<Cost>,
    pub(super) lower_bound: Cost,
    pub(super) building: Option<Building>,
    pub(super) round: Option<RoundProgress>,
    /// Whether bounds and lengths are those of the answer: not where several boards are solved at the same time, nor where
    /// fewest slides are wanted and fewest moves are searched for on the way.
    pub(super) is_bounded: bool,
}

impl Search {
    pub(super) fn new(gauge: Arc<Gauge>) -> Self {
        Self { gauge, best: None, lower_bound: 0, building: None, round: None, is_bounded: true }
    }

    /// What is proved; 0 where nothing is.
    pub(super) fn proved(&self) -> Cost {
        if self.is_bounded { self.lower_bound.max(self.gauge.lower_bound()) } else { 0 }
    }
}

/// A way through a space.
pub(crate) struct Levels {
    pub(super) gauge: Arc<Gauge>,
    /// The level that was finished last.
    pub(super) last: Option<Level>,
    /// The states of the space, where they can be counted.
    pub(super) all: Option<u64>,
    /// Whether all of them will be reached unless a limit stops it.
    pub(super) to_the_end: bool,
    /// Whether its states are boards.
    pub(super) of_boards: bool,
}

impl Levels {
    pub(super) fn done(&self) -> u64 {
        // The gauge is ahead by the level under way. Where other processes do the work it stays behind.
        self.gauge.count().max(self.last.map_or(0, |level| level.reached))
    }
}

/// What the parts of a command are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Boards of a batch.
    Board,
    /// Boards, each by one method.
    Run,
    /// Cases of an exam.
    Case,
    /// Programs of a class.
    Program,
}

/// The parts of a command that come one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Parts {
    pub(crate) what: Part,
    pub(crate) done: u64,
    pub(crate) all: Option<u64>,
    /// How much is done where `all` is not known.
    pub(crate) percent: Option<f64>,
}

/// Everything that is known of it.
pub(super) struct Job {
    started: Instant,
    pub(super) doing: Doing,
    pub(super) parts: Option<Parts>,
    /// When the last of the parts was done.
    part_done: Duration,
    /// Of the percentage.
    pace: Pace,
    /// Of the nodes or boards.
    counting: Pace,
    pub(super) ended: bool,
}

/// Too little to know the pace by.
const SOONEST: Duration = Duration::from_secs(1);
const LEAST_PERCENT: f64 = 0.5;

/// How far it is at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Snapshot {
    pub(super) elapsed: Duration,
    pub(super) done: Option<u64>,
    pub(super) all: Option<u64>,
    pub(super) percent: Option<f64>,
    pub(super) left: Option<Duration>,
    /// Nodes or boards per second.
    pub(super) rate: Option<u64>,
}

impl Job {
    /// A job of a command that began at some moment.
    pub(super) fn new(started: Instant, doing: Doing, parts: Option<Parts>) -> Self {
        let (pace, counting) = (Pace::default(), Pace::default());
        let part_done = Duration::ZERO;
        Self { started, doing, parts, part_done, pace, counting, ended: false }
    }

    /// Another search begins.
    pub(super) fn begin(&mut self, search: Search) {
        self.doing = Doing::Search(search);
        self.counting = Pace::default();
    }

    /// `done` parts are done, and `percent` of all if their number is not known.
    pub(super) fn parts_done(&mut self, done: u64, percent: Option<f64>) {
        self.part_done = self.started.elapsed();
        if let Some(parts) = &mut self.parts {
            (parts.done, parts.percent) = (done, percent);
        }
    }

    /// One more part is done.
    pub(super) fn one_more(&mut self) {
        self.parts_done(self.parts.map_or(0, |parts| parts.done) + 1, None);
    }

    /// How far it is now.
    pub(super) fn snapshot(&mut self) -> Snapshot {
        self.snapshot_at(self.started.elapsed())
    }

    fn snapshot_at(&mut self, elapsed: Duration) -> Snapshot {
        let (done, all, percent) = self.amounts();
        let mut snapshot = Snapshot { elapsed, done, all, percent, left: None, rate: None };
        let count = match &self.doing {
            Doing::Search(search) => Some(search.gauge.count()),
            // What a resumed run did before is known when its first level is finished.
            Doing::Levels(Levels { last: None, .. }) => return snapshot,
            Doing::Levels(_) => done,
            Doing::Table { .. } | Doing::Cases { .. } | Doing::Programs { .. } => None,
        };
        if let Some(count) = count {
            let (time, gained) = self.counting.since(elapsed, count as f64);
            snapshot.rate = (gained > 0.0 && time > Duration::ZERO).then(|| (gained / time.as_secs_f64()) as u64);
        }
        let left = match (self.parts, percent) {
            (Some(Parts { done, all: Some(all), .. }), _) => self.parts_left(elapsed, done, all),
            (_, Some(percent)) => {
                let (time, gained) = self.pace.since(elapsed, percent);
                (gained >= LEAST_PERCENT).then(|| time.mul_f64((100.0 - percent).max(0.0) / gained))
            }
            (_, None) => None,
        };
        snapshot.left = left.filter(|_| elapsed >= SOONEST);
        snapshot
    }

    /// Each part takes as long as those before on average; the one under way is over soon if it has taken longer already.
    fn parts_left(&self, elapsed: Duration, done: u64, all: u64) -> Option<Duration> {
        let to_come = all.checked_sub(done + 1).filter(|_| done > 0)?;
        let each = self.part_done.div_f64(done as f64);
        let this = each.saturating_sub(elapsed.saturating_sub(self.part_done));
        Some(each.mul_f64(to_come as f64) + this)
    }

    /// What is done, what there is in all, and the part in a hundred.
    fn amounts(&self) -> (Option<u64>, Option<u64>, Option<f64>) {
        let percent = |done: u64, all: u64| Some((100.0 * done as f64 / all.max(1) as f64).min(100.0));
        match (&self.doing, self.parts) {
            (Doing::Levels(levels), _) => {
                let done = levels.done();
                let all = levels.all.filter(|_| levels.to_the_end);
                (Some(done), levels.all, all.and_then(|all| percent(done, all)))
            }
            (Doing::Table { so_far, .. }, _) => {
                (Some(so_far.done), Some(so_far.entries), percent(so_far.done, so_far.entries))
            }
            (_, None) => (None, None, None),
            (_, Some(parts)) => {
                let known = parts.all.and_then(|all| percent(parts.done, all));
                (Some(parts.done), parts.all, parts.percent.or(known))
            }
        }
    }
}

/// How fast a number grows, by the second half of the time so far: spaces and searches do not begin at the pace at which
/// they continue.
#[derive(Default)]
struct Pace {
    began: Option<Duration>,
    /// When the number was what. The first is the last one of the first half.
    samples: VecDeque<(Duration, f64)>,
}

/// A sample is kept when so much more time has passed: there are few of them however long it takes.
const SPACING: f64 = 1.02;

impl Pace {
    /// Adds a sample. The time since the first that counts, and what was gained in it.
    fn since(&mut self, now: Duration, value: f64) -> (Duration, f64) {
        let began = *self.began.get_or_insert(now);
        let age = |moment: Duration| moment.saturating_sub(began);
        if self.samples.back().is_none_or(|(last, _)| age(now) >= age(*last).mul_f64(SPACING)) {
            self.samples.push_back((now, value));
        }
        while self.samples.get(1).is_some_and(|(second, _)| age(*second) <= age(now) / 2) {
            self.samples.pop_front();
        }
        self.samples
            .front()
            .map_or((Duration::ZERO, 0.0), |(first, before)| (now.saturating_sub(*first), value - before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(done: u64, all: Option<u64>, percent: Option<f64>) -> Parts {
        Parts { what: Part::Board, done, all, percent }
    }

    fn at(job: &mut Job, seconds: u64) -> Snapshot {
        job.snapshot_at(Duration::from_secs(seconds))
    }

    #[test]
    fn the_rest_is_estimated_from_what_is_done() {
        let mut job =
            Job::new(Instant::now(), Doing::Search(Search::new(Arc::default())), Some(batch(0, Some(10), None)));
        assert_eq!(at(&mut job, 0).left, None);
        (job.parts, job.part_done) = (Some(batch(4, Some(10), None)), Duration::from_secs(8));
        let snapshot = at(&mut job, 8);
        assert_eq!((snapshot.done, snapshot.all, snapshot.percent), (Some(4), Some(10), Some(40.0)));
        // Two seconds each; the fifth is under way, and may take longer than that.
        let left = |job: &mut Job, seconds| at(job, seconds).left.map(|left| left.as_secs());
        assert_eq!([8, 9, 10, 100].map(|seconds| left(&mut job, seconds)), [12, 11, 10, 10].map(Some));
    }

    #[test]
    fn what_grows_faster_and_faster_is_measured_by_its_second_half() {
        let mut pace = Pace::default();
        let mut last = (Duration::ZERO, 0.0);
        for tick in 0..=1000_u32 {
            last = pace.since(Duration::from_millis(100) * tick, f64::from(tick).powi(2));
        }
        let (time, gained) = last;
        assert!((49.0..52.0).contains(&time.as_secs_f64()), "{time:?}");
        assert!((gained - (1000.0_f64.powi(2) - 500.0_f64.powi(2))).abs() < 20_000.0, "{gained}");
        assert!(pace.samples.len() < 100, "{}", pace.samples.len());
    }

    #[test]
    fn where_the_number_of_parts_is_not_known_the_part_read_is() {
        let mut job =
            Job::new(Instant::now(), Doing::Search(Search::new(Arc::default())), Some(batch(7, None, Some(25.0))));
        let snapshot = at(&mut job, 0);
        assert_eq!((snapshot.done, snapshot.all, snapshot.percent), (Some(7), None, Some(25.0)));
    }

    fn levels(to_the_end: bool) -> Job {
        let levels = Levels { gauge: Arc::default(), last: None, all: Some(1000), to_the_end, of_boards: true };
        Job::new(Instant::now(), Doing::Levels(levels), None)
    }

    fn finish(job: &mut Job, depth: u32, reached: u64) {
        if let Doing::Levels(levels) = &mut job.doing {
            levels.last = Some(Level { depth, states: 1, reached, all: 1000 });
        }
    }

    #[test]
    fn what_an_earlier_run_did_does_not_count_for_the_pace() {
        let mut job = levels(true);
        assert_eq!(at(&mut job, 5).left, None);
        finish(&mut job, 20, 500);
        assert_eq!((at(&mut job, 6).percent, at(&mut job, 6).rate), (Some(50.0), None));
        finish(&mut job, 21, 600);
        let snapshot = at(&mut job, 8);
        assert_eq!((snapshot.rate, snapshot.left), (Some(50), Some(Duration::from_secs(8))));
    }

    #[test]
    fn levels_up_to_a_depth_have_no_end_that_is_known() {
        let mut job = levels(false);
        finish(&mut job, 0, 1);
        let snapshot = at(&mut job, 9);
        assert_eq!((snapshot.done, snapshot.all, snapshot.percent), (Some(1), Some(1000), None));
    }
}
