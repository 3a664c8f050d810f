//! An enumeration on several processes: what its members report, and what is known if their result does not come in time.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use hueco_search::Gauge;
use hueco_tiles::space::Level;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cluster::{self, Cluster};
use crate::context::Context;
use crate::failure::Result;
use crate::progress::Progress;

/// How often a member reports its count.
const COUNT_INTERVAL: Duration = Duration::from_millis(250);

/// What a member reports before its result.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum MemberProgress {
    Level {
        depth: u32,
        states: u64,
        reached: u64,
        all: u64,
    },
    /// The states that this member has counted.
    Count(u64),
    Note(String),
    TableNotWritten(String),
}

/// Does the work of a member, and reports now and then how many states it has counted.
pub(super) fn while_counting<T>(
    gauge: &Gauge,
    progress: &(dyn Fn(MemberProgress) + Sync),
    work: impl FnOnce() -> T,
) -> T {
    std::thread::scope(|scope| {
        let (end, ended) = channel::<()>();
        scope.spawn(move || {
            while ended.recv_timeout(COUNT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                progress(MemberProgress::Count(gauge.count()));
            }
        });
        let done = work();
        drop(end);
        done
    })
}

/// What a supervised enumeration comes to.
pub(super) enum Supervised<R> {
    /// The result of the first member.
    Done(R),
    /// The time was over, and no result came: the states of each level that was reported.
    Late(Vec<u64>),
}

/// The reports of all members.
pub(super) struct Reports<'a> {
    context: &'a Context,
    progress: &'a Progress<'a>,
    gauge: &'a Gauge,
    /// By member, what it has counted.
    counts: Vec<u64>,
    depths: Vec<u64>,
    /// Whether every level up to the last of `depths` was reported: a resumed run does not repeat those of its checkpoint.
    is_complete: bool,
    /// Why the distance table was not written.
    pub(super) table_failure: Option<String>,
}

impl<'a> Reports<'a> {
    pub(super) fn new(context: &'a Context, progress: &'a Progress<'a>, gauge: &'a Gauge) -> Self {
        let (counts, depths) = (Vec::new(), Vec::new());
        Self { context, progress, gauge, counts, depths, is_complete: true, table_failure: None }
    }

    /// Runs all members.
    pub(super) fn supervise<R: DeserializeOwned>(&mut self, cluster: &Cluster<'_>) -> Result<Supervised<R>> {
        self.counts = vec![0; cluster.processes.unwrap_or(1)];
        let context = self.context;
        let mut on_progress = |member, reported| self.receive(member, reported);
        match context.while_searching(|| cluster.supervise("explore", None, &mut on_progress))? {
            Some(result) => Ok(Supervised::Done(result)),
            None if self.is_complete => Ok(Supervised::Late(std::mem::take(&mut self.depths))),
            None => Err(cluster::late(context.lang)),
        }
    }

    fn receive(&mut self, member: usize, reported: MemberProgress) {
        match reported {
            MemberProgress::Count(count) => {
                self.gauge.add(count.wrapping_sub(std::mem::replace(&mut self.counts[member], count)));
            }
            MemberProgress::Level { depth, states, reached, all } => {
                self.add_level(depth as usize, states);
                self.progress.level(Level { depth, states, reached, all });
            }
            MemberProgress::Note(text) => self.context.note(&text),
            MemberProgress::TableNotWritten(reason) => self.table_failure = Some(reason),
        }
    }

    /// Members that were restarted count some levels again.
    fn add_level(&mut self, depth: usize, states: u64) {
        self.is_complete &= depth <= self.depths.len();
        self.depths.truncate(depth);
        self.depths.push(states);
    }
}
