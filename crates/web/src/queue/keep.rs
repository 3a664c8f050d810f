//! Which jobs are known: all that wait or run, and of those that are over the latest few, for a short time, within a
//! bounded number of bytes.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use hueco_search::threads::sync::Arc;

use super::job::{Id, Job};
use crate::settings::Limits;

pub(super) struct Keep {
    jobs: BTreeMap<Id, Arc<Job>>,
    over: VecDeque<Over>,
    bytes: usize,
    most: usize,
    most_bytes: usize,
    time: Duration,
    closing: bool,
}

/// A job that is over.
struct Over {
    id: Id,
    bytes: usize,
    since: Instant,
}

impl Keep {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            jobs: BTreeMap::new(),
            over: VecDeque::new(),
            bytes: 0,
            most: limits.kept_results,
            most_bytes: limits.kept_bytes,
            time: limits.kept_for,
            closing: false,
        }
    }

    /// Takes a job in; not once the server is stopping.
    pub(super) fn add(&mut self, job: &Arc<Job>) -> bool {
        self.sweep();
        if !self.closing {
            self.jobs.insert(job.id().clone(), Arc::clone(job));
        }
        !self.closing
    }

    pub(super) fn forget(&mut self, id: &Id) {
        self.jobs.remove(id);
    }

    /// From now on the job counts as a result that is kept.
    pub(super) fn finished(&mut self, job: &Arc<Job>) {
        let known = self.jobs.contains_key(job.id()) && self.over.iter().all(|over| over.id != *job.id());
        if known {
            let bytes = job.bytes();
            self.bytes += bytes;
            self.over.push_back(Over { id: job.id().clone(), bytes, since: Instant::now() });
        }
        self.sweep();
    }

    pub(super) fn find(&mut self, id: &str) -> Option<Arc<Job>> {
        self.sweep();
        self.jobs.iter().find(|(known, _)| known.as_str() == id).map(|(_, job)| Arc::clone(job))
    }

    /// Takes no more in; all that are known.
    pub(super) fn close(&mut self) -> Vec<Arc<Job>> {
        self.closing = true;
        self.jobs.values().cloned().collect()
    }

    /// Forgets the oldest results while there are too many, too large or too old ones.
    fn sweep(&mut self) {
        while let Some(oldest) = self.over.front() {
            let too_many = self.over.len() > self.most || self.bytes > self.most_bytes;
            if !too_many && oldest.since.elapsed() <= self.time {
                break;
            }
            self.bytes -= oldest.bytes;
            let id = oldest.id.clone();
            self.over.pop_front();
            self.jobs.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use hueco_jobs::{Random, Workbench};
    use hueco_say::Lang;
    use hueco_tiles::{Board, Shape};

    use super::*;

    /// A job whose result has some 43 bytes, and 10 for each board.
    fn job(boards: usize) -> Arc<Job> {
        let goal = Board::blank_last(Shape::new(2, 2).unwrap());
        let request = Random { size: goal.shape(), goal, seed: 7, count: boards };
        Arc::new(Job::new(request.into(), 1000, Lang::En).unwrap())
    }

    fn ended(keep: &mut Keep, boards: usize) -> Arc<Job> {
        let job = job(boards);
        keep.add(&job);
        job.run(&Workbench::default());
        keep.finished(&job);
        job
    }

    #[test]
    fn the_oldest_results_go_first_and_running_jobs_stay() {
        let limits = Limits { kept_results: 2, kept_bytes: 200, ..Limits::default() };
        let mut keep = Keep::new(&limits);
        let waiting = job(1);
        keep.add(&waiting);
        let [first, second, third] = [1, 2, 3].map(|boards| ended(&mut keep, boards));
        assert!(keep.find(first.id().as_str()).is_none());
        assert!(keep.find(second.id().as_str()).is_some());
        let large = ended(&mut keep, 15);
        assert!(keep.find(third.id().as_str()).is_none());
        assert!(keep.find(large.id().as_str()).is_some());
        assert!(keep.find(waiting.id().as_str()).is_some());
        assert!(keep.bytes > 150 && keep.bytes == large.bytes());
    }

    #[test]
    fn results_grow_old() {
        let limits = Limits { kept_for: Duration::ZERO, ..Limits::default() };
        let mut keep = Keep::new(&limits);
        let job = ended(&mut keep, 1);
        std::thread::sleep(Duration::from_millis(2));
        assert!(keep.find(job.id().as_str()).is_none());
        assert!(keep.jobs.is_empty() && keep.bytes == 0);
    }
}
