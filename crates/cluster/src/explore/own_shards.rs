//! A worker's own shards.
//!
//! *In memory* each stretch of neighbouring shards is one range of orders and is expanded as one. *On disk*, where memory
//! is short, they are expanded one group at a time: see `spilled.rs`.

use std::rc::Rc;

use hueco_search::{Budget, Limit};
use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{Expanded, Mark, Recorder, Shard, Space, Width};

use super::DiskFault;
use super::folder::{Folder, Manifest, ShardFiles};
use super::level_file::Ended;
use super::level_files::LevelFiles;
use super::sharding::Sharding;
use super::spilled::SpilledShards;

/// Why a level could not be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Limit(Limit),
    Disk(DiskFault),
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<SaveError> for Stop {
    fn from(error: SaveError) -> Self {
        Self::Disk(DiskFault::Write(error))
    }
}

impl From<Ended<SaveError>> for Stop {
    fn from(ended: Ended<SaveError>) -> Self {
        match ended {
            Ended::Limit(limit) => Self::Limit(limit),
            Ended::Fault(error) => error.into(),
        }
    }
}

impl From<Ended<FileFault>> for Stop {
    fn from(ended: Ended<FileFault>) -> Self {
        match ended {
            Ended::Limit(limit) => Self::Limit(limit),
            Ended::Fault(fault) => Self::Disk(DiskFault::Read(fault)),
        }
    }
}

/// Which level to expand, and how.
#[derive(Clone, Copy)]
pub(super) struct LevelRequest<'a> {
    pub(super) level: u32,
    /// How many of its first states to return, at most.
    pub(super) keep: usize,
    pub(super) budget: &'a Budget,
}

/// Where and how shards are spilled to disk.
#[derive(Clone, Copy)]
pub(super) struct Spill<'a> {
    pub(super) folder: &'a Folder,
    /// How many bytes of shards may be in memory at a time.
    pub(super) bytes: u64,
    /// Whether the files must survive a crash.
    pub(super) is_durable: bool,
}

/// The shards of one worker.
pub(super) struct OwnShards<'a> {
    sharding: Rc<Sharding>,
    worker: usize,
    space: &'a Space,
    storage: Storage<'a>,
}

enum Storage<'a> {
    /// By stretch.
    Memory(Vec<Shard>),
    Disk(SpilledShards<'a>),
}

impl<'a> OwnShards<'a> {
    /// The shards of `worker`, with no state reached.
    pub(super) fn new(space: &'a Space, sharding: &Rc<Sharding>, worker: usize, spill: Option<Spill<'a>>) -> Self {
        let stretches = sharding.stretches_of(worker).iter();
        let storage = match spill {
            None => Storage::Memory(stretches.map(|it| Shard::new(space, sharding.orders_of_all(it))).collect()),
            Some(spill) => Storage::Disk(SpilledShards::new(sharding, worker, spill)),
        };
        Self { sharding: Rc::clone(sharding), worker, space, storage }
    }

    /// Recorders for the distances of these shards, by stretch.
    pub(super) fn recorders(&self, width: Width) -> Vec<Recorder> {
        let stretches = self.sharding.stretches_of(self.worker).iter();
        stretches.map(|it| Recorder::new(self.space, self.sharding.orders_of_all(it), width)).collect()
    }

    /// Marks the goal, if this worker owns it.
    pub(super) fn start(&mut self, budget: &Budget) -> Result<(), Stop> {
        let (mut owner, goal) = (0, Mark::goal(self.space));
        self.sharding.split(goal, &mut |worker, _| owner = worker);
        if owner != self.worker {
            return Ok(());
        }
        match &mut self.storage {
            Storage::Memory(shards) => mark_one(shards, goal, 0),
            Storage::Disk(spilled) => spilled.start(goal, budget)?,
        }
        Ok(())
    }

    /// Reads the shards of a checkpoint. An error names the shard whose file is at fault.
    pub(super) fn load(
        &mut self,
        folder: &Folder,
        manifest: &Manifest,
        budget: &Budget,
    ) -> Result<(), (u32, Ended<FileFault>)> {
        match &mut self.storage {
            Storage::Memory(shards) => {
                let level = LevelFiles { folder, sharding: &self.sharding, level: manifest.level, budget };
                for (stretch, shard) in self.sharding.stretches_of(self.worker).iter().zip(shards) {
                    let files = &manifest.files[stretch.start as usize..stretch.end as usize];
                    *shard = level.read(files)?;
                }
                Ok(())
            }
            Storage::Disk(spilled) => spilled.load(manifest, budget),
        }
    }

    /// Expands a level. Its states are passed to `recorders`, if there are any, one per stretch; marks for other workers to
    /// `send`.
    pub(super) fn expand(
        &mut self,
        request: LevelRequest<'_>,
        recorders: Option<&mut [Recorder]>,
        send: &mut impl FnMut(usize, Mark),
    ) -> Result<Expanded, Stop> {
        let (sharding, worker, space) = (&self.sharding, self.worker, self.space);
        let LevelRequest { level, keep, budget } = request;
        let shards = match &mut self.storage {
            Storage::Memory(shards) => shards,
            Storage::Disk(spilled) => return spilled.expand(space, request, send),
        };
        let mut recorders = recorders.into_iter().flatten();
        let mut all = Expanded::default();
        for at in 0..shards.len() {
            let (before, rest) = shards.split_at_mut(at);
            let Some((shard, after)) = rest.split_first_mut() else { break };
            let mut mark_elsewhere = |mark: Mark| {
                sharding.split(mark, &mut |owner, mark| {
                    if owner != worker {
                        send(owner, mark);
                    } else if mark.span().start < first_order(after) {
                        mark_one(before, mark, level + 1);
                    } else {
                        mark_one(after, mark, level + 1);
                    }
                });
            };
            let room = keep - all.first.len();
            let expanded = match recorders.next() {
                None => shard.expand(space, level, room, &mut (), &mut mark_elsewhere, budget),
                Some(recorder) => {
                    recorder.depth = level;
                    shard.expand(space, level, room, recorder, &mut mark_elsewhere, budget)
                }
            };
            let expanded = expanded?;
            all.states += expanded.states;
            all.first.extend(expanded.first);
        }
        Ok(all)
    }

    /// Adds marks of the next level that other workers sent.
    pub(super) fn add_marks(&mut self, marks: &[u64], next: u32, budget: &Budget) -> Result<(), Stop> {
        budget.check()?;
        for numbers in marks.chunks_exact(2) {
            let mark = Mark::of_numbers([numbers[0], numbers[1]]);
            match &mut self.storage {
                Storage::Memory(shards) => mark_one(shards, mark, next),
                Storage::Disk(spilled) => spilled.add_mark(mark, next, budget)?,
            }
        }
        Ok(())
    }

    /// Ends a level on disk: writes all marks of the next one.
    pub(super) fn finish_level(&mut self, next: u32, budget: &Budget) -> Result<(), Stop> {
        match &mut self.storage {
            Storage::Memory(_) => Ok(()),
            Storage::Disk(spilled) => Ok(spilled.finish_level(next, budget)?),
        }
    }

    /// The files of the level `next`. Shards in memory are written now.
    pub(super) fn save(
        &self,
        folder: &Folder,
        next: u32,
        budget: &Budget,
    ) -> Result<Vec<ShardFiles>, Ended<SaveError>> {
        let shards = match &self.storage {
            Storage::Disk(spilled) => return Ok(spilled.files().to_vec()),
            Storage::Memory(shards) => shards,
        };
        folder.create_level(next)?;
        let stretches = self.sharding.stretches_of(self.worker).iter().zip(shards);
        let numbered = stretches.flat_map(|(stretch, memory)| stretch.clone().map(move |shard| (shard, memory)));
        let level = LevelFiles { folder, sharding: &self.sharding, level: next, budget };
        numbered.map(|(shard, memory)| level.write(shard, memory, true)).collect()
    }
}

/// The first order of some shards; beyond everything if there are none.
fn first_order(shards: &[Shard]) -> u64 {
    shards.first().map_or(u64::MAX, |shard| shard.range().start)
}

/// Marks states in the one of several shards that they belong to.
fn mark_one(shards: &mut [Shard], mark: Mark, level: u32) {
    let order = mark.span().start;
    let at = shards.partition_point(|shard| shard.range().end <= order);
    shards[at].mark(mark, level);
}
