//! What every worker does: see the head of the folder's `mod.rs`.

use hueco_search::Limit;
use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{Level, Mark, Recorder, Shard, Walked};
use serde::{Deserialize, Serialize};
use timely::worker::Worker;

use super::cut::Cut;
use super::folder::{Folder, Marker, Saved};
use super::pieces::{Pieces, Stop, Wanted};
use super::{DiskFault, Event, ExploreError, Note, Resume, Shared};
use crate::post::Post;
use crate::team::Lost;

/// Numbers in a parcel, two a mark.
const PARCEL: usize = 1 << 12;
/// Parcels that are sent before the post is let move.
const BETWEEN_STEPS: usize = 8;
/// Of the memory for shards on disk one part in so many is for their bits; the rest is for marks and buffers.
const BESIDE: u64 = 3;

/// What a worker tells all others.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Word {
    /// Of the first worker alone: how to begin. The others say that they are there.
    Begin(Option<Beginning>),
    /// Whether its files of a checkpoint are whole; else the shard and the fault.
    Loaded(Result<(), (Option<u32>, FileFault)>),
    /// What came of its part of a level.
    Level(Part),
    /// Whether it has done its part of the table: of each run the first order, the checksum and the bytes of that.
    Table(Result<Vec<(u64, u32, u64)>, SaveError>),
}

/// How a run begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Beginning {
    shards: u32,
    /// Checkpoints to try, newest first.
    levels: Vec<u32>,
    /// Whether to begin at the goal where none of them is whole.
    may_begin: bool,
}

/// A worker's part of a level.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Part {
    states: u64,
    first: Vec<u64>,
    stopped: Option<Stopped>,
    /// The files of the checkpoint, where one is due.
    saved: Option<Result<Vec<Saved>, SaveError>>,
}

/// Why a worker cannot go on.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Stopped {
    Nodes,
    Time,
    Memory,
    Interrupt,
    Disk(DiskFault),
}

impl From<Stop> for Stopped {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Disk(fault) => Self::Disk(fault),
            Stop::Limit(Limit::Time) => Self::Time,
            Stop::Limit(Limit::Memory) => Self::Memory,
            Stop::Limit(Limit::Interrupt) => Self::Interrupt,
            // No other limit is looked at while a level is expanded.
            Stop::Limit(Limit::Nodes | Limit::Depth | Limit::Width) => Self::Nodes,
        }
    }
}

pub(super) type WorkersPost<'w> = Post<'w, Vec<u64>, Word>;

pub(super) fn work(worker: &mut Worker, shared: &Shared) -> Result<Option<Walked>, ExploreError> {
    let mut post = WorkersPost::new(worker);
    let events = (post.index() == 0).then(|| shared.events.lock().ok()?.take()).flatten();
    let tell = |event| {
        if let Some(events) = &events {
            // Nobody listens any more only if the run was given up.
            let _ = events.send(event);
        }
    };
    let beginning = if post.index() == 0 { Some(beginning(shared)) } else { None };
    let (proposed, refused) = match beginning {
        Some(Ok(beginning)) => (Some(beginning), None),
        Some(Err(error)) => (None, Some(error)),
        None => (None, None),
    };
    let begin = post.agree(Word::Begin(proposed))?;
    let Some(Word::Begin(Some(begin))) = begin.into_iter().next() else {
        return refused.map_or(Ok(None), Err);
    };
    let loaded = resume(&mut post, shared, &begin, &tell)?;
    let shards = loaded.as_ref().map_or(begin.shards, |marker| marker.shards);
    let cut = Cut::new(&shared.space, shards, shared.workers);
    let mut run = Run {
        shared,
        pieces: Pieces::new(&shared.space, &cut, post.index(), on_disk(shared)),
        walked: Walked::default(),
        kept: Vec::new(),
        cut: &cut,
        recorders: None,
    };
    run.recorders = shared.job.table.as_ref().map(|(_, width)| run.pieces.recorders(*width));
    match loaded {
        Some(marker) => {
            // It was whole a moment ago: `resume` has read it.
            let folder = shared.checkpoints.as_ref().expect("a checkpoint was read");
            run.pieces.load(folder, &marker).map_err(|(_, fault)| ExploreError::Spill(DiskFault::Read(fault)))?;
            if post.index() == 0 {
                shared.budget.count(marker.depths.iter().sum());
            }
            tell(Event::Note(Note::Resumed { level: marker.level }));
            // Older ones are kept until newer ones have taken their place; newer ones were refused.
            let (newer, kept): (Vec<u32>, Vec<u32>) =
                folder.levels().into_iter().rev().partition(|&it| it > marker.level);
            run.kept = kept;
            if post.index() == 0 {
                for level in newer {
                    folder.forget(level);
                }
            }
            // Nobody writes into a level's folder before it is gone.
            post.agree(Word::Loaded(Ok(())))?;
            run.walked.depths = marker.depths;
            run.walked.deepest = marker.deepest;
        }
        None if !begin.may_begin => {
            let folder = shared.checkpoints.as_ref().map(|folder| folder.path().to_owned()).unwrap_or_default();
            return if post.index() == 0 { Err(ExploreError::NothingToResume { folder }) } else { Ok(None) };
        }
        None => {
            let begun = run.pieces.begin();
            begun.map_err(|fault| ExploreError::Spill(DiskFault::Write(fault)))?;
        }
    }
    let is_first = post.index() == 0;
    run.levels(&mut post, &tell)?;
    if let (Some(folder), true) = (&shared.checkpoints, is_first) {
        folder.sweep();
    }
    run.write_table(&mut post, &tell)?;
    Ok(is_first.then_some(run.walked))
}

/// Where shards are laid down, and how many bytes of them may be in memory, if they do not all fit.
fn on_disk(shared: &Shared) -> Option<(&Folder, u64, bool)> {
    let allowed = bytes_for_shards(shared);
    let share = shared.space.ranking().orders().div_ceil(shared.workers as u64) + 4;
    let folder = shared.checkpoints.as_ref().or(shared.spill.as_ref())?;
    (Shard::bytes(share) > allowed).then_some((folder, allowed / BESIDE, shared.checkpoints.is_some()))
}

/// The bytes that each worker here may take for shards.
fn bytes_for_shards(shared: &Shared) -> u64 {
    let ranking = shared.space.ranking();
    let moves = shared.space.bytes() - Shard::bytes(ranking.orders());
    let distances = shared.job.table.as_ref().map_or(0, |(_, width)| {
        width.bytes(ranking.states()).div_ceil(shared.workers as u64) * shared.workers_here as u64
    });
    shared.budget.byte_limit().saturating_sub(moves).saturating_sub(distances) / shared.workers_here as u64
}

/// How the run begins, by what the folder holds.
fn beginning(shared: &Shared) -> Result<Beginning, ExploreError> {
    let allowed = bytes_for_shards(shared);
    let share = Shard::bytes(shared.space.ranking().orders().div_ceil(shared.workers as u64) + 4);
    if share > allowed && shared.checkpoints.is_none() && shared.spill.is_none() {
        return Err(ExploreError::Stopped(Limit::Memory));
    }
    let largest = if share > allowed { allowed / BESIDE } else { share };
    let shards = Cut::shards_for(&shared.space, shared.workers, largest);
    let shards = shards.ok_or(ExploreError::Stopped(Limit::Memory))?;
    let fresh = Beginning { shards, levels: Vec::new(), may_begin: true };
    let (Some(folder), Some(checkpoint)) = (&shared.checkpoints, &shared.job.checkpoint) else { return Ok(fresh) };
    let levels = folder.levels();
    let known = levels.iter().find_map(|&level| folder.read_marker(level).ok());
    let path = || folder.path().to_owned();
    if let Some((marker, shape)) = known.and_then(|marker| marker.shape().map(|shape| (marker, shape))) {
        if marker.space != folder.space() {
            return Err(ExploreError::OtherRun { folder: path(), shape });
        }
        if checkpoint.resume == Resume::No {
            return Err(ExploreError::InUse { folder: path(), shape, level: marker.level });
        }
    }
    match checkpoint.resume {
        Resume::No => Ok(fresh),
        Resume::IfAny => Ok(Beginning { levels, ..fresh }),
        Resume::Must if levels.is_empty() => Err(ExploreError::NothingToResume { folder: path() }),
        Resume::Must => Ok(Beginning { levels, may_begin: false, ..fresh }),
    }
}

/// The newest checkpoint that all workers find whole.
fn resume(
    post: &mut WorkersPost<'_>,
    shared: &Shared,
    begin: &Beginning,
    tell: &dyn Fn(Event),
) -> Result<Option<Marker>, Lost> {
    let folder = shared.checkpoints.as_ref();
    for &level in &begin.levels {
        let index = post.index();
        let read = || -> Result<Marker, (Option<u32>, FileFault)> {
            let folder = folder.ok_or((None, FileFault::Missing))?;
            let marker = folder.read_marker(level).map_err(|fault| (None, fault))?;
            if marker.space != folder.space() {
                return Err((None, FileFault::OtherContents));
            }
            let cut = Cut::new(&shared.space, marker.shards, shared.workers);
            let mut pieces = Pieces::new(&shared.space, &cut, index, on_disk(shared));
            pieces.load(folder, &marker).map_err(|(shard, fault)| (Some(shard), fault))?;
            Ok(marker)
        };
        let own = read();
        let words = post.agree(Word::Loaded(own.as_ref().map(|_| ()).map_err(|fault| *fault)))?;
        let faults: Vec<_> =
            words.iter().filter_map(|word| if let Word::Loaded(Err(it)) = word { Some(*it) } else { None }).collect();
        if let (None, Ok(marker)) = (faults.first(), &own) {
            return Ok(Some(marker.clone()));
        }
        if let Some((shard, fault)) = faults.first().copied() {
            tell(Event::Note(Note::Refused { level, shard, fault }));
        }
    }
    Ok(None)
}

/// A run, as one worker sees it.
pub(super) struct Run<'a> {
    pub(super) shared: &'a Shared,
    cut: &'a Cut,
    pieces: Pieces<'a>,
    pub(super) walked: Walked,
    /// The levels of the checkpoints that are kept, oldest first.
    kept: Vec<u32>,
    /// The distances of this worker's states, by run.
    pub(super) recorders: Option<Vec<Recorder>>,
}

impl Run<'_> {
    /// All levels, to the end or a limit.
    fn levels(&mut self, post: &mut WorkersPost<'_>, tell: &dyn Fn(Event)) -> Result<(), ExploreError> {
        let (all, job) = (self.shared.space.ranking().states(), &self.shared.job);
        loop {
            let level = self.walked.depths.len() as u32;
            let own = self.part(post, level);
            let parts: Vec<Part> = post.agree(Word::Level(own))?.into_iter().filter_map(Word::part).collect();
            if let Some(stopped) = parts.iter().find_map(|part| part.stopped) {
                self.walked.stopped = Some(match stopped {
                    Stopped::Disk(fault) => return Err(ExploreError::Spill(fault)),
                    Stopped::Nodes => Limit::Nodes,
                    Stopped::Time => Limit::Time,
                    Stopped::Memory => Limit::Memory,
                    Stopped::Interrupt => Limit::Interrupt,
                });
                return Ok(());
            }
            let states = parts.iter().map(|part| part.states).sum();
            if states == 0 {
                return Ok(());
            }
            self.walked.depths.push(states);
            self.walked.deepest = parts.iter().flat_map(|part| &part.first).copied().collect();
            self.walked.deepest.sort_unstable();
            self.walked.deepest.truncate(job.deepest);
            let reached = self.walked.depths.iter().sum();
            tell(Event::Level(Level { depth: level, states, reached, all }));
            self.keep(post.index() == 0, level + 1, parts, tell);
            let limit = if reached > self.shared.budget.nodes_left() {
                Some(Limit::Nodes)
            } else if job.depth == Some(level) && reached < all {
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

    /// This worker's part of a level: expanded, with all that others sent, and saved where that is due.
    fn part(&mut self, post: &mut WorkersPost<'_>, level: u32) -> Part {
        let mut outgoing: Vec<Vec<u64>> = vec![Vec::new(); self.shared.workers];
        let mut sent = 0;
        let mut send = |to: usize, mark: Mark| {
            let parcel = &mut outgoing[to];
            parcel.extend(mark.numbers());
            if parcel.len() >= PARCEL {
                post.send(to, std::mem::replace(parcel, Vec::with_capacity(PARCEL)));
                sent += 1;
                if sent % BETWEEN_STEPS == 0 {
                    post.step();
                }
            }
        };
        let wanted = Wanted { level, keep: self.shared.job.deepest, budget: &self.shared.budget };
        let found = self.pieces.expand(wanted, self.recorders.as_deref_mut(), &mut send);
        for (to, parcel) in outgoing.into_iter().enumerate().filter(|(_, parcel)| !parcel.is_empty()) {
            post.send(to, parcel);
        }
        // All workers end the round, also one that cannot go on: the others wait for it.
        let arrived = post.delivered();
        let settled = found.and_then(|found| {
            for parcel in arrived {
                self.pieces.take_in(&parcel, level + 1)?;
            }
            self.pieces.settle(level + 1)?;
            Ok(found)
        });
        match settled {
            Err(stop) => Part { stopped: Some(stop.into()), ..Part::default() },
            Ok(found) => Part { states: found.states, first: found.first, stopped: None, saved: self.save(level + 1) },
        }
    }

    fn save(&self, next: u32) -> Option<Result<Vec<Saved>, SaveError>> {
        let (folder, checkpoint) = (self.shared.checkpoints.as_ref()?, self.shared.job.checkpoint.as_ref()?);
        next.is_multiple_of(checkpoint.every.max(1)).then(|| self.pieces.save(folder, next))
    }

    /// Makes the level that was just saved count, if everyone has saved it, and forgets older ones.
    fn keep(&mut self, is_first: bool, next: u32, parts: Vec<Part>, tell: &dyn Fn(Event)) {
        let Some(folder) = &self.shared.checkpoints else {
            // What is laid down for this process's own use has been read by all of its workers.
            if let Some(spill) = &self.shared.spill {
                spill.forget(next - 1);
            }
            return;
        };
        if !is_first {
            return;
        }
        if !self.kept.contains(&(next - 1)) {
            // Laid down on disk on the way from one checkpoint to the next.
            folder.forget(next - 1);
        }
        let saved: Option<Result<Vec<Vec<Saved>>, SaveError>> = parts.into_iter().map(|part| part.saved).collect();
        let Some(saved) = saved else { return };
        let completed = saved.and_then(|files| {
            folder.complete(&Marker {
                version: 1,
                space: folder.space(),
                level: next,
                shards: self.cut.shards(),
                depths: self.walked.depths.clone(),
                deepest: self.walked.deepest.clone(),
                files: in_order(&files),
            })
        });
        match completed {
            Ok(()) => self.kept.push(next),
            Err(fault) => tell(Event::Note(Note::NotSaved { level: next, fault })),
        }
        while self.kept.len() > 2 {
            folder.forget(self.kept.remove(0));
        }
    }
}

/// The files of all workers, by shard.
fn in_order(files: &[Vec<Saved>]) -> Vec<Saved> {
    let mut files = files.concat();
    files.sort_unstable_by_key(|saved| saved.shard);
    files
}

impl Word {
    fn part(self) -> Option<Part> {
        if let Self::Level(part) = self { Some(part) } else { None }
    }
}
