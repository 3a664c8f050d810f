//! Shards spilled to disk.
//!
//! A group of neighbouring shards is read with its pending marks, expanded, and written as files of the next level. Marks
//! in another group of the same worker are appended to the pending marks of their shard, which are a file too. So a level
//! is read and written once, from front to back, and memory holds one group and some small buffers.

use std::ops::Range;
use std::rc::Rc;

use hueco_search::Budget;
use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{Expanded, Mark, Shard, Space};

use super::folder::{Folder, Manifest, ShardFiles};
use super::level_file::{Contents, Ended, LevelWriter};
use super::level_files::LevelFiles;
use super::own_shards::{LevelRequest, Spill, Stop};
use super::sharding::Sharding;

/// Numbers of pending marks that are buffered, two per mark.
const BUFFER: usize = 1 << 13;

/// The shards of one worker, on disk.
pub(super) struct SpilledShards<'a> {
    sharding: Rc<Sharding>,
    worker: usize,
    folder: &'a Folder,
    is_durable: bool,
    /// How many shards are in memory at once.
    group: u32,
    /// The numbers of the shards, in order.
    shards: Vec<u32>,
    /// By place in `shards`: its files at this level.
    files: Vec<ShardFiles>,
    /// By place in `shards`: its marks of the next level.
    pending: Vec<PendingMarks>,
}

/// Marks of a shard that are not in its planes yet.
#[derive(Default)]
struct PendingMarks {
    buffer: Vec<u64>,
    file: Option<LevelWriter>,
}

impl PendingMarks {
    fn push(
        &mut self,
        mark: Mark,
        create: impl FnOnce() -> Result<LevelWriter, SaveError>,
        budget: &Budget,
    ) -> Result<(), Ended<SaveError>> {
        self.buffer.extend(mark.numbers());
        if self.buffer.len() < BUFFER {
            return Ok(());
        }
        self.write(create, budget)
    }

    fn write(
        &mut self,
        create: impl FnOnce() -> Result<LevelWriter, SaveError>,
        budget: &Budget,
    ) -> Result<(), Ended<SaveError>> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(create()?),
        };
        file.write_marks(&self.buffer, budget)?;
        self.buffer.clear();
        Ok(())
    }

    /// Completes the file and returns its checksum; `None` if there were no marks.
    fn finish(
        &mut self,
        create: impl FnOnce() -> Result<LevelWriter, SaveError>,
        budget: &Budget,
    ) -> Result<Option<u32>, Ended<SaveError>> {
        if !self.buffer.is_empty() {
            self.write(create, budget)?;
        }
        Ok(self.file.take().map(LevelWriter::finish).transpose()?)
    }
}

impl<'a> SpilledShards<'a> {
    pub(super) fn new(sharding: &Rc<Sharding>, worker: usize, spill: Spill<'a>) -> Self {
        let Spill { folder, bytes, is_durable } = spill;
        let shard_bytes = Shard::bytes(sharding.orders_of(0).end).max(1);
        let group = (bytes / shard_bytes).clamp(1, u64::from(u32::MAX)) as u32;
        let shards: Vec<u32> = sharding.stretches_of(worker).iter().cloned().flatten().collect();
        let pending = shards.iter().map(|_| PendingMarks::default()).collect();
        let files = shards.iter().map(|&shard| ShardFiles { shard, bits: 0, marks: None }).collect();
        let sharding = Rc::clone(sharding);
        Self { sharding, worker, folder, is_durable, group, shards, files, pending }
    }

    /// The files of this level.
    pub(super) fn files(&self) -> &[ShardFiles] {
        &self.files
    }

    /// The first level: nothing but the goal.
    pub(super) fn start(&mut self, goal: Mark, budget: &Budget) -> Result<(), Ended<SaveError>> {
        self.folder.create_level(0)?;
        self.add_mark(goal, 0, budget)?;
        self.finish_level(0, budget)
    }

    /// Uses the files of a checkpoint, if all of them are intact.
    pub(super) fn load(&mut self, manifest: &Manifest, budget: &Budget) -> Result<(), (u32, Ended<FileFault>)> {
        let level = LevelFiles { folder: self.folder, sharding: &self.sharding, level: manifest.level, budget };
        let own: Vec<ShardFiles> = self.shards.iter().map(|&shard| manifest.files[shard as usize]).collect();
        for files in &own {
            level.read(std::slice::from_ref(files))?;
        }
        self.files = own;
        Ok(())
    }

    /// Adds a mark to the pending ones of its shards, which must be this worker's.
    pub(super) fn add_mark(&mut self, mark: Mark, next: u32, budget: &Budget) -> Result<(), Ended<SaveError>> {
        let (folder, shards, is_durable) = (self.folder, self.sharding.shards(), self.is_durable);
        let mut rest = Some(mark);
        while let Some(mark) = rest {
            let shard = self.sharding.shard_of(mark.span().start);
            let (first, others) = mark.split(self.sharding.orders_of(shard).end);
            let create = || folder.create(folder.file_id(Contents::Marks, next, (shard, shards)), is_durable);
            if let (Some(first), Ok(own)) = (first, self.shards.binary_search(&shard)) {
                self.pending[own].push(first, create, budget)?;
            }
            rest = others;
        }
        Ok(())
    }

    /// Completes the files of pending marks, which belong to the level `next`.
    pub(super) fn finish_level(&mut self, next: u32, budget: &Budget) -> Result<(), Ended<SaveError>> {
        let (folder, shards, is_durable) = (self.folder, self.sharding.shards(), self.is_durable);
        for (files, pending) in self.files.iter_mut().zip(&mut self.pending) {
            // There can be thousands of files, each synced by itself.
            budget.check()?;
            let create = || folder.create(folder.file_id(Contents::Marks, next, (files.shard, shards)), is_durable);
            files.marks = pending.finish(create, budget)?;
        }
        Ok(())
    }

    pub(super) fn expand(
        &mut self,
        space: &Space,
        request: LevelRequest<'_>,
        send: &mut impl FnMut(usize, Mark),
    ) -> Result<Expanded, Stop> {
        let (sharding, folder, worker) = (Rc::clone(&self.sharding), self.folder, self.worker);
        let LevelRequest { level, keep, budget } = request;
        folder.create_level(level + 1)?;
        let now = LevelFiles { folder, sharding: &sharding, level, budget };
        let after = LevelFiles { level: level + 1, ..now };
        let mut all = Expanded::default();
        let mut done = 0;
        for group in self.groups() {
            let places = done..done + group.len();
            done = places.end;
            let files = &self.files[places.clone()];
            let mut memory = now.read(files).map_err(|(_, ended)| ended)?;
            let mut failed = None;
            let mut mark_elsewhere = |mark: Mark| {
                sharding.split(mark, &mut |owner, mark| {
                    if owner == worker {
                        failed = failed.or(self.add_mark(mark, level + 1, budget).err());
                    } else {
                        send(owner, mark);
                    }
                });
            };
            let room = keep - all.first.len();
            let expanded = memory.expand(space, level, room, &mut (), &mut mark_elsewhere, budget);
            let expanded = expanded?;
            if let Some(ended) = failed {
                return Err(ended.into());
            }
            all.states += expanded.states;
            all.first.extend(expanded.first);
            for (files, shard) in self.files[places].iter_mut().zip(group) {
                *files = after.write(shard, &memory, self.is_durable)?;
            }
        }
        Ok(all)
    }

    /// Groups of neighbouring shards that are expanded together, in order.
    fn groups(&self) -> Vec<Range<u32>> {
        let mut groups = Vec::new();
        for stretch in self.sharding.stretches_of(self.worker) {
            let mut first = stretch.start;
            while first < stretch.end {
                let end = stretch.end.min(first.saturating_add(self.group));
                groups.push(first..end);
                first = end;
            }
        }
        groups
    }
}
