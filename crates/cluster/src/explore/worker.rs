//! What every worker does; see the head of the folder's `mod.rs`.

use std::rc::Rc;

use hueco_search::Limit;
use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{Level, Mark, Recorder, Shard, Walked};
use serde::{Deserialize, Serialize};
use timely::worker::Worker;

use super::folder::{Manifest, ShardFiles};
use super::level_file::Ended;
use super::own_shards::{LevelRequest, OwnShards, Spill, Stop};
use super::sharding::Sharding;
use super::table::TablePart;
use super::{DiskFault, Event, ExploreError, Note, Shared};
use crate::checkpoints::{KEPT, Refused};
use crate::messages::Messenger;
use crate::team::{Alarm, PeerLost};

/// Numbers in a message, two per mark.
const MESSAGE: usize = 1 << 12;
/// Messages between two flushes.
const FLUSH_EVERY: usize = 8;
/// With shards on disk, one part in this many of the memory is for their bits, the rest for marks and buffers.
const MEMORY_PARTS: u64 = 3;

/// What a worker broadcasts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// How the run starts, from the first worker; `None` from the others, or if it cannot start.
    Start(Option<StartPlan>),
    Loaded(Loaded),
    /// The result of its part of a level.
    Level(LevelReport),
    /// The name that the distance table has for now, from the first worker.
    TableCreated(Option<Result<String, SaveError>>),
    /// What it has written of the distance table.
    Table(Result<Vec<TablePart>, SaveError>),
}

/// Whether a worker's files of a checkpoint are intact, or a limit came first. The shard and its fault if not.
type Loaded = Result<Option<Stopped>, (Option<u32>, FileFault)>;

/// How a run starts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StartPlan {
    shards: u32,
    /// Checkpoints to try, newest first.
    levels: Vec<u32>,
    /// Whether to start at the goal if none of them is intact.
    may_start_over: bool,
}

/// A worker's part of a level.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct LevelReport {
    states: u64,
    /// The ranks of its first states.
    first: Vec<u64>,
    stopped: Option<Stopped>,
    /// Its files of the checkpoint, if one is due.
    saved: Option<Result<Vec<ShardFiles>, SaveError>>,
}

/// Why a worker had to stop.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Stopped {
    Nodes,
    Time,
    Memory,
    Interrupt,
    Disk(DiskFault),
}

impl Stopped {
    /// The limit that ends the run; an error if it was the disk.
    fn limit(self) -> Result<Limit, ExploreError> {
        match self {
            Self::Disk(fault) => Err(ExploreError::Spill(fault)),
            Self::Nodes => Ok(Limit::Nodes),
            Self::Time => Ok(Limit::Time),
            Self::Memory => Ok(Limit::Memory),
            Self::Interrupt => Ok(Limit::Interrupt),
        }
    }
}

impl From<Stop> for Stopped {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Disk(fault) => Self::Disk(fault),
            Stop::Limit(Limit::Time) => Self::Time,
            Stop::Limit(Limit::Memory) => Self::Memory,
            Stop::Limit(Limit::Interrupt) => Self::Interrupt,
            // No other limit is checked while a level is expanded.
            Stop::Limit(Limit::Nodes | Limit::Depth | Limit::Width) => Self::Nodes,
        }
    }
}

pub(super) type WorkerMessenger<'w> = Messenger<'w, Vec<u64>, Report>;

pub(super) fn work(worker: &mut Worker, alarm: &Alarm, shared: &Shared) -> Result<Option<Walked>, ExploreError> {
    let mut messenger = WorkerMessenger::new(worker, alarm);
    let is_first = messenger.is_first();
    let events = is_first.then(|| shared.events.lock().ok()?.take()).flatten();
    let emit = |event| {
        if let Some(events) = &events {
            // It fails only if the caller has given up the run.
            let _ = events.send(event);
        }
    };
    let (plan, refused) = match is_first.then(|| start_plan(shared)) {
        Some(Ok(plan)) => (Some(plan), None),
        Some(Err(error)) => (None, Some(error)),
        None => (None, None),
    };
    let starts = messenger.all_gather(Report::Start(plan))?;
    let Some(Report::Start(Some(plan))) = starts.into_iter().next() else {
        return refused.map_or(Ok(None), Err);
    };
    let found = find_checkpoint(&mut messenger, shared, &plan, &emit)?;
    let (manifest, sharding, shards) = if let Some(Found { manifest, sharding, shards, stopped }) = found {
        if let Some(stopped) = stopped {
            let Manifest { depths, deepest, .. } = manifest;
            let walked = Walked { depths, deepest, stopped: Some(stopped.limit()?) };
            return Ok(is_first.then_some(walked));
        }
        (Some(manifest), sharding, shards)
    } else {
        let (sharding, shards) = own_shards(shared, plan.shards, messenger.index());
        (None, sharding, shards)
    };
    let recorders = shared.exploration.table.as_ref().map(|(_, width)| shards.recorders(*width));
    let mut run = Run { shared, shards, walked: Walked::default(), checkpoints: Vec::new(), sharding, recorders };
    match manifest {
        Some(manifest) => run.resume(&mut messenger, manifest, &emit)?,
        None if !plan.may_start_over => {
            let folder = shared.checkpoints.as_ref().map(|folder| folder.path().to_owned()).unwrap_or_default();
            return if is_first { Err(ExploreError::NothingToResume { folder }) } else { Ok(None) };
        }
        None => {
            run.clear_folder(&mut messenger, &plan)?;
            match run.shards.start(&shared.budget) {
                // After a limit the first level ends the run, for all workers.
                Ok(()) | Err(Stop::Limit(_)) => {}
                Err(Stop::Disk(fault)) => return Err(ExploreError::Spill(fault)),
            }
        }
    }
    run.levels(&mut messenger, &emit)?;
    if let (Some(folder), true) = (&shared.checkpoints, is_first) {
        folder.remove_incomplete_levels();
    }
    run.write_table(&mut messenger, &emit)?;
    Ok(is_first.then_some(run.walked))
}

/// How shards are spilled, if those of a worker do not all fit into memory.
fn spill(shared: &Shared) -> Option<Spill<'_>> {
    let allowed = bytes_for_shards(shared);
    let share = shared.space.ranking().orders().div_ceil(shared.workers as u64) + 4;
    let folder = shared.checkpoints.as_ref().or(shared.spill.as_ref())?;
    let spill = Spill { folder, bytes: allowed / MEMORY_PARTS, is_durable: shared.checkpoints.is_some() };
    (Shard::bytes(share) > allowed).then_some(spill)
}

/// The bytes that each worker of this process may use for shards.
fn bytes_for_shards(shared: &Shared) -> u64 {
    let ranking = shared.space.ranking();
    let moves = shared.space.bytes() - Shard::bytes(ranking.orders());
    let distances = shared.exploration.table.as_ref().map_or(0, |(_, width)| {
        width.bytes(ranking.states()).div_ceil(shared.workers as u64) * shared.workers_here as u64
    });
    shared.budget.byte_limit().saturating_sub(moves).saturating_sub(distances) / shared.workers_here as u64
}

/// How the run starts, depending on what the folder holds.
fn start_plan(shared: &Shared) -> Result<StartPlan, ExploreError> {
    let allowed = bytes_for_shards(shared);
    let share = Shard::bytes(shared.space.ranking().orders().div_ceil(shared.workers as u64) + 4);
    if share > allowed && shared.checkpoints.is_none() && shared.spill.is_none() {
        return Err(ExploreError::Stopped(Limit::Memory));
    }
    let largest = if share > allowed { allowed / MEMORY_PARTS } else { share };
    let shards = Sharding::shards_for(&shared.space, shared.workers, largest);
    let shards = shards.ok_or(ExploreError::Stopped(Limit::Memory))?;
    let (Some(folder), Some(checkpoint)) = (&shared.checkpoints, &shared.exploration.checkpoint) else {
        return Ok(StartPlan { shards, levels: Vec::new(), may_start_over: true });
    };
    let levels = folder.levels();
    let newest = levels.iter().find_map(|&level| {
        let manifest = folder.read_manifest(level).ok()?;
        Some((manifest.shape()?, manifest))
    });
    let known = newest.as_ref().map(|(_, manifest)| (manifest.level, manifest.space == folder.space()));
    let shape = newest.as_ref().map_or(shared.exploration.shape, |(shape, _)| *shape);
    let planned = checkpoint.resume.plan(levels, known);
    let (levels, may_start_over) = planned.map_err(|refused| {
        let folder = folder.path().to_owned();
        match refused {
            Refused::InUse { level } => ExploreError::InUse { folder, shape, level },
            Refused::OtherRun => ExploreError::OtherRun { folder, shape },
            Refused::Nothing => ExploreError::NothingToResume { folder },
        }
    })?;
    Ok(StartPlan { shards, levels, may_start_over })
}

/// A checkpoint that is intact for all workers, with this worker's shards as they are in it.
struct Found<'a> {
    manifest: Manifest,
    sharding: Rc<Sharding>,
    shards: OwnShards<'a>,
    /// Why not all of it was read.
    stopped: Option<Stopped>,
}

/// The shards of a worker, with no state reached, and how all are divided.
fn own_shards(shared: &Shared, shards: u32, worker: usize) -> (Rc<Sharding>, OwnShards<'_>) {
    let sharding = Rc::new(Sharding::new(&shared.space, shards, shared.workers));
    let own = OwnShards::new(&shared.space, &sharding, worker, spill(shared));
    (sharding, own)
}

/// The newest checkpoint whose files are intact for all workers.
fn find_checkpoint<'a>(
    messenger: &mut WorkerMessenger<'_>,
    shared: &'a Shared,
    plan: &StartPlan,
    emit: &dyn Fn(Event),
) -> Result<Option<Found<'a>>, PeerLost> {
    for &level in &plan.levels {
        let own = check_checkpoint(shared, messenger.index(), level);
        let loaded = own.as_ref().map(|found| found.stopped).map_err(|fault| *fault);
        let reports = messenger.all_gather(Report::Loaded(loaded))?;
        let loaded: Result<Vec<Option<Stopped>>, _> = reports.into_iter().filter_map(Report::loaded).collect();
        match (loaded, own) {
            (Ok(stopped), Ok(found)) => {
                let stopped = stopped.into_iter().flatten().next();
                return Ok(Some(Found { stopped, ..found }));
            }
            (Err((shard, fault)), _) => emit(Event::Note(Note::CheckpointRejected { level, shard, fault })),
            (Ok(_), Err(_)) => {}
        }
    }
    Ok(None)
}

/// Reads a worker's files of a checkpoint. An error names the shard, or the manifest as `None`.
fn check_checkpoint(shared: &Shared, worker: usize, level: u32) -> Result<Found<'_>, (Option<u32>, FileFault)> {
    let folder = shared.checkpoints.as_ref().ok_or((None, FileFault::Missing))?;
    let manifest = folder.read_manifest(level).map_err(|fault| (None, fault))?;
    if manifest.space != folder.space() {
        return Err((None, FileFault::OtherContents));
    }
    let (sharding, mut shards) = own_shards(shared, manifest.shards, worker);
    let stopped = match shards.load(folder, &manifest, &shared.budget) {
        Ok(()) => None,
        Err((_, Ended::Limit(limit))) => Some(Stop::Limit(limit).into()),
        Err((shard, Ended::Fault(fault))) => return Err((Some(shard), fault)),
    };
    Ok(Found { manifest, sharding, shards, stopped })
}

/// A run, as one worker sees it.
pub(super) struct Run<'a> {
    pub(super) shared: &'a Shared,
    sharding: Rc<Sharding>,
    shards: OwnShards<'a>,
    pub(super) walked: Walked,
    /// The levels of the checkpoints on disk, oldest first.
    checkpoints: Vec<u32>,
    /// The distances of this worker's states, by stretch.
    pub(super) recorders: Option<Vec<Recorder>>,
}

impl Run<'_> {
    /// Starts from a checkpoint that all workers have found intact and read.
    fn resume(
        &mut self,
        messenger: &mut WorkerMessenger<'_>,
        manifest: Manifest,
        emit: &dyn Fn(Event),
    ) -> Result<(), ExploreError> {
        let folder = self.shared.checkpoints.as_ref().expect("the checkpoint was found in it");
        if messenger.is_first() {
            self.shared.budget.count(manifest.depths.iter().sum());
        }
        emit(Event::Note(Note::Resumed { level: manifest.level }));
        // Newer checkpoints were rejected; older ones are kept until there are enough newer ones.
        let (rejected, kept): (Vec<u32>, Vec<u32>) =
            folder.levels().into_iter().rev().partition(|&level| level > manifest.level);
        self.checkpoints = kept;
        if messenger.is_first() {
            for level in rejected {
                folder.remove_level(level);
            }
        }
        // No worker may write to the folder of a level before it is removed.
        messenger.all_gather(Report::Loaded(Ok(None)))?;
        self.walked.depths = manifest.depths;
        self.walked.deepest = manifest.deepest;
        // The run that wrote it may have kept more.
        self.walked.deepest.truncate(self.shared.exploration.deepest);
        Ok(())
    }

    /// Removes checkpoints none of which is intact, before a run that starts over writes its own.
    fn clear_folder(&self, messenger: &mut WorkerMessenger<'_>, plan: &StartPlan) -> Result<(), PeerLost> {
        let Some(folder) = self.shared.checkpoints.as_ref().filter(|_| !plan.levels.is_empty()) else { return Ok(()) };
        if messenger.is_first() {
            for &level in &plan.levels {
                folder.remove_level(level);
            }
        }
        // No worker may write to the folder of a level before it is removed.
        messenger.all_gather(Report::Loaded(Ok(None)))?;
        Ok(())
    }

    /// Goes through all levels, to the end or a limit.
    fn levels(&mut self, messenger: &mut WorkerMessenger<'_>, emit: &dyn Fn(Event)) -> Result<(), ExploreError> {
        let (all, exploration) = (self.shared.space.ranking().states(), &self.shared.exploration);
        // The level of a checkpoint may be the last one to be counted.
        if let (Some(depth), Some(last)) = (exploration.depth, self.walked.depths.len().checked_sub(1))
            && last as u32 >= depth
            && self.walked.depths.iter().sum::<u64>() < all
        {
            self.walked.stopped = Some(Limit::Depth);
            return Ok(());
        }
        loop {
            let level = self.walked.depths.len() as u32;
            let own = self.own_part(messenger, level);
            let reports = messenger.all_gather(Report::Level(own))?;
            let reports: Vec<LevelReport> = reports.into_iter().filter_map(Report::level).collect();
            if let Some(stopped) = reports.iter().find_map(|report| report.stopped) {
                self.walked.stopped = Some(stopped.limit()?);
                return Ok(());
            }
            let states = reports.iter().map(|report| report.states).sum();
            if states == 0 {
                return Ok(());
            }
            self.walked.depths.push(states);
            self.walked.deepest = reports.iter().flat_map(|report| &report.first).copied().collect();
            self.walked.deepest.sort_unstable();
            self.walked.deepest.truncate(exploration.deepest);
            let reached = self.walked.depths.iter().sum();
            emit(Event::Level(Level { depth: level, states, reached, all }));
            self.complete_level(messenger.is_first(), level + 1, reports, emit);
            let limit = if reached > self.shared.budget.nodes_left() {
                Some(Limit::Nodes)
            } else if exploration.depth == Some(level) && reached < all {
                Some(Limit::Depth)
            } else {
                None
            };
            if limit.is_some() {
                self.walked.stopped = limit;
                return Ok(());
            }
        }
    }

    /// This worker's part of a level: expands it, adds the marks that others sent, and saves it if a checkpoint is due.
    fn own_part(&mut self, messenger: &mut WorkerMessenger<'_>, level: u32) -> LevelReport {
        let mut outgoing: Vec<Vec<u64>> = vec![Vec::new(); self.shared.workers];
        let mut sent = 0;
        let mut send = |to: usize, mark: Mark| {
            let message = &mut outgoing[to];
            message.extend(mark.numbers());
            if message.len() >= MESSAGE {
                messenger.send(to, std::mem::replace(message, Vec::with_capacity(MESSAGE)));
                sent += 1;
                if sent % FLUSH_EVERY == 0 {
                    messenger.flush();
                }
            }
        };
        let request = LevelRequest { level, keep: self.shared.exploration.deepest, budget: &self.shared.budget };
        let expanded = self.shards.expand(request, self.recorders.as_deref_mut(), &mut send);
        for (to, message) in outgoing.into_iter().enumerate().filter(|(_, message)| !message.is_empty()) {
            messenger.send(to, message);
        }
        // A worker that has to stop ends the round too: the others wait for it.
        let messages = messenger.receive_round();
        let finished = expanded.and_then(|expanded| {
            for message in messages {
                self.shards.add_marks(&message, level + 1, &self.shared.budget)?;
            }
            self.shards.finish_level(level + 1, &self.shared.budget)?;
            Ok(expanded)
        });
        match finished {
            Err(stop) => LevelReport { stopped: Some(stop.into()), ..LevelReport::default() },
            Ok(expanded) => LevelReport {
                states: expanded.states,
                first: expanded.first,
                stopped: None,
                saved: self.save(level + 1),
            },
        }
    }

    /// Its files of the checkpoint, if one is due and no limit came first: then the next level ends the run.
    fn save(&self, next: u32) -> Option<Result<Vec<ShardFiles>, SaveError>> {
        let (folder, checkpoint) = (self.shared.checkpoints.as_ref()?, self.shared.exploration.checkpoint.as_ref()?);
        if !checkpoint.is_due(next) {
            return None;
        }
        match self.shards.save(folder, next, &self.shared.budget) {
            Ok(files) => Some(Ok(files)),
            Err(Ended::Limit(_)) => None,
            Err(Ended::Fault(error)) => Some(Err(error)),
        }
    }

    /// Completes the checkpoint of the level `next`, if all workers have saved it, and removes what is no longer needed.
    fn complete_level(&mut self, is_first: bool, next: u32, reports: Vec<LevelReport>, emit: &dyn Fn(Event)) {
        let Some(folder) = &self.shared.checkpoints else {
            // All workers of this process have read what it spilled.
            if let Some(spill) = &self.shared.spill {
                spill.remove_level(next - 1);
            }
            return;
        };
        if !is_first {
            return;
        }
        if !self.checkpoints.contains(&(next - 1)) {
            // It was spilled between two checkpoints.
            folder.remove_level(next - 1);
        }
        let saved: Option<Result<Vec<Vec<ShardFiles>>, SaveError>> =
            reports.into_iter().map(|report| report.saved).collect();
        let Some(saved) = saved else { return };
        let completed = saved.and_then(|files| {
            let mut files = files.concat();
            files.sort_unstable_by_key(|files| files.shard);
            let Walked { depths, deepest, .. } = self.walked.clone();
            folder.write_manifest(&folder.manifest(self.sharding.shards(), depths, deepest, files))
        });
        let kept = match completed {
            Ok(()) => {
                self.checkpoints.push(next);
                KEPT
            }
            Err(error) => {
                emit(Event::Note(Note::CheckpointNotWritten { level: next, error }));
                // Where the disk is full, the oldest of them makes room for the next.
                KEPT - 1
            }
        };
        while self.checkpoints.len() > kept {
            folder.remove_level(self.checkpoints.remove(0));
        }
    }
}

impl Report {
    fn loaded(self) -> Option<Loaded> {
        if let Self::Loaded(loaded) = self { Some(loaded) } else { None }
    }

    pub(super) fn table_created(self) -> Option<Result<String, SaveError>> {
        if let Self::TableCreated(created) = self { created } else { None }
    }

    fn level(self) -> Option<LevelReport> {
        if let Self::Level(report) = self { Some(report) } else { None }
    }
}
