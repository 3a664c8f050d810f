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
use super::level_file::Contents;
use super::sharding::Sharding;
use super::spilled::SpilledShards;

/// Why a level could not be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Limit(Limit),
    Disk(DiskFault),
}

impl From<SaveError> for Stop {
    fn from(error: SaveError) -> Self {
        Self::Disk(DiskFault::Write(error))
    }
}

impl From<FileFault> for Stop {
    fn from(fault: FileFault) -> Self {
        Self::Disk(DiskFault::Read(fault))
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
    pub(super) fn start(&mut self) -> Result<(), SaveError> {
        let (mut owner, goal) = (0, Mark::goal(self.space));
        self.sharding.split(goal, &mut |worker, _| owner = worker);
        if owner != self.worker {
            return Ok(());
        }
        match &mut self.storage {
            Storage::Memory(shards) => mark_one(shards, goal, 0),
            Storage::Disk(spilled) => spilled.start(goal)?,
        }
        Ok(())
    }

    /// Reads the shards of a checkpoint. An error names the shard whose file is at fault.
    pub(super) fn load(&mut self, folder: &Folder, manifest: &Manifest) -> Result<(), (u32, FileFault)> {
        match &mut self.storage {
            Storage::Memory(shards) => {
                for (stretch, shard) in self.sharding.stretches_of(self.worker).iter().zip(shards) {
                    let files = &manifest.files[stretch.start as usize..stretch.end as usize];
                    *shard = read_neighbours(folder, &self.sharding, manifest.level, files)?;
                }
                Ok(())
            }
            Storage::Disk(spilled) => spilled.load(manifest),
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
            let expanded = expanded.map_err(Stop::Limit)?;
            all.states += expanded.states;
            all.first.extend(expanded.first);
        }
        Ok(all)
    }

    /// Adds marks of the next level that other workers sent.
    pub(super) fn add_marks(&mut self, marks: &[u64], next: u32) -> Result<(), SaveError> {
        for numbers in marks.chunks_exact(2) {
            let mark = Mark::of_numbers([numbers[0], numbers[1]]);
            match &mut self.storage {
                Storage::Memory(shards) => mark_one(shards, mark, next),
                Storage::Disk(spilled) => spilled.add_mark(mark, next)?,
            }
        }
        Ok(())
    }

    /// Ends a level on disk: writes all marks of the next one.
    pub(super) fn finish_level(&mut self, next: u32) -> Result<(), SaveError> {
        match &mut self.storage {
            Storage::Memory(_) => Ok(()),
            Storage::Disk(spilled) => spilled.finish_level(next),
        }
    }

    /// The files of the level `next`. Shards in memory are written now.
    pub(super) fn save(&self, folder: &Folder, next: u32) -> Result<Vec<ShardFiles>, SaveError> {
        let shards = match &self.storage {
            Storage::Disk(spilled) => return Ok(spilled.files().to_vec()),
            Storage::Memory(shards) => shards,
        };
        folder.create_level(next)?;
        let stretches = self.sharding.stretches_of(self.worker).iter().zip(shards);
        let numbered = stretches.flat_map(|(stretch, memory)| stretch.clone().map(move |shard| (shard, memory)));
        numbered.map(|(shard, memory)| write(folder, &self.sharding, next, shard, memory, true)).collect()
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

/// Writes one of the shards that are in memory as one.
pub(super) fn write(
    folder: &Folder,
    sharding: &Sharding,
    level: u32,
    shard: u32,
    memory: &Shard,
    is_durable: bool,
) -> Result<ShardFiles, SaveError> {
    let (orders, first) = (sharding.orders_of(shard), memory.range().start);
    let words = (orders.start - first) as usize..(orders.end - first) as usize;
    let mut file = folder.create(folder.file_id(Contents::Bits, level, (shard, sharding.shards())))?;
    for plane in memory.planes() {
        file.write_words(&plane[words.clone()])?;
    }
    Ok(ShardFiles { shard, bits: file.finish(is_durable)?, marks: None })
}

/// Reads neighbouring shards, with their marks, as one. An error names the shard whose file is at fault.
pub(super) fn read_neighbours(
    folder: &Folder,
    sharding: &Sharding,
    level: u32,
    files: &[ShardFiles],
) -> Result<Shard, (u32, FileFault)> {
    let first = files.first().map_or(0, |files| files.shard);
    let all_orders = sharding.orders_of_all(&(first..first + files.len() as u32));
    let words = (all_orders.end - all_orders.start) as usize;
    let mut planes = [vec![0; words], vec![0; words]];
    let mut marks = Vec::new();
    for files in files {
        let orders = sharding.orders_of(files.shard);
        let words = (orders.start - all_orders.start) as usize..(orders.end - all_orders.start) as usize;
        let [even, odd] = &mut planes;
        let planes = [&mut even[words.clone()], &mut odd[words]];
        let read = read(folder, sharding, level, files, planes, &mut |mark| marks.push(mark));
        read.map_err(|fault| (files.shard, fault))?;
    }
    let mut shard = Shard::from_planes(all_orders, planes).expect("as many words as orders");
    for mark in marks {
        shard.mark(mark, level);
    }
    Ok(shard)
}

/// Reads the planes of one shard, and its marks.
fn read(
    folder: &Folder,
    sharding: &Sharding,
    level: u32,
    files: &ShardFiles,
    planes: [&mut [u16]; 2],
    mark: &mut dyn FnMut(Mark),
) -> Result<(), FileFault> {
    let place = (files.shard, sharding.shards());
    // Before the first level there are no bits, only the mark of the goal.
    if level > 0 {
        let mut file = folder.open(folder.file_id(Contents::Bits, level, place), files.bits)?;
        if file.numbers != planes.iter().map(|plane| plane.len() as u64).sum::<u64>() {
            return Err(FileFault::OtherContents);
        }
        for plane in planes {
            file.read_words(plane)?;
        }
        file.finish()?;
    }
    let Some(crc) = files.marks else { return Ok(()) };
    let mut file = folder.open(folder.file_id(Contents::Marks, level, place), crc)?;
    file.read_marks(&mut |numbers| mark(Mark::of_numbers(numbers)))?;
    file.finish()
}
