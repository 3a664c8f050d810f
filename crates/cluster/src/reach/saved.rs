//! How a worker begins, with a checkpoint or at the start, and how it writes one.

use hueco_search::{Limit, Problem as _};
use hueco_tiles::file::{FileFault, SaveError};

use super::folder::{Folder, Manifest, Part};
use super::state_file::{StateFile, Written};
use super::states::{States, hash_of};
use super::worker::{FaultyFile, Halt, Loaded, Outcome, Report, Run, StartPlan, WorkerMessenger, owner};
use super::{ReachError, ReachEvent, Shared, Source, StateOf};
use crate::checkpoints::{KEPT, Refused};
use crate::explore::Note;
use crate::team::PeerLost;

/// How the run starts, depending on what the folder holds.
fn start_plan<S: Source>(shared: &Shared<S>) -> Outcome<StartPlan, S> {
    let (Some(folder), Some(checkpoint)) = (&shared.folder, &shared.enumeration.checkpoint) else {
        return Ok(StartPlan { levels: Vec::new(), may_start_over: true });
    };
    let levels = folder.levels.levels();
    let newest = levels.iter().find_map(|&level| folder.manifest(level).ok());
    let known = newest.as_ref().map(|manifest| (manifest.level, folder.is_own(manifest)));
    let name = newest.map(|manifest| manifest.name).unwrap_or_default();
    let planned = checkpoint.resume.plan(levels, known);
    let (levels, may_start_over) = planned.map_err(|refused| {
        let folder = folder.path().to_owned();
        match refused {
            Refused::InUse { level } => ReachError::InUse { folder, name, level },
            Refused::OtherRun => ReachError::OtherRun { folder, name },
            Refused::Nothing => ReachError::NothingToResume { folder },
        }
    })?;
    Ok(StartPlan { levels, may_start_over })
}

/// Files of the last level that a worker keeps open. There are more where a run is resumed with far fewer workers.
const MOST_OPEN: usize = 64;

impl<S: Source> Run<'_, S> {
    /// Begins with a checkpoint or at the start. False if the run cannot begin, which is the first worker's to report.
    pub(super) fn begin(
        &mut self,
        messenger: &mut WorkerMessenger<'_, StateOf<S>>,
        emit: &dyn Fn(ReachEvent),
    ) -> Outcome<bool, S> {
        let (plan, refused) = match messenger.is_first().then(|| start_plan(self.shared)) {
            Some(Ok(plan)) => (Some(plan), None),
            Some(Err(error)) => (None, Some(error)),
            None => (None, None),
        };
        let starts = messenger.all_gather(Report::Start(plan))?;
        let Some(Report::Start(Some(plan))) = starts.into_iter().next() else {
            return refused.map_or(Ok(false), Err);
        };
        for &level in &plan.levels {
            if self.resume(messenger, level, emit)? {
                return Ok(true);
            }
        }
        // Whatever a checkpoint that was rejected has left.
        (self.states, self.next, self.halted) = (States::new(), 0, None);
        match &self.shared.folder {
            Some(folder) if !plan.may_start_over => {
                let error = ReachError::NothingToResume { folder: folder.path().to_owned() };
                return if messenger.is_first() { Err(error) } else { Ok(false) };
            }
            _ => {}
        }
        let start = self.problem.start();
        let hash = hash_of(&start);
        if owner(hash, self.shared.workers) == self.index {
            self.halted = self.add(start, hash).err().map(Halt::Limit);
        }
        self.show();
        Ok(true)
    }

    /// Begins with the checkpoint of a level, if it is intact for all workers.
    fn resume(
        &mut self,
        messenger: &mut WorkerMessenger<'_, StateOf<S>>,
        level: u32,
        emit: &dyn Fn(ReachEvent),
    ) -> Result<bool, PeerLost> {
        let Some(folder) = &self.shared.folder else { return Ok(false) };
        let manifest = folder.own_manifest(level).map_err(|fault| (None, fault));
        let loaded = manifest.as_ref().map_err(|fault| *fault).and_then(|manifest| self.load(folder, manifest));
        let reports = messenger.all_gather(Report::Loaded(loaded))?;
        let read: Result<Vec<Loaded>, FaultyFile> = reports.into_iter().filter_map(Report::loaded).collect();
        let checked = manifest.and_then(|manifest| {
            let read: Option<Vec<(u64, u64)>> = read?.into_iter().collect();
            let sums = read.map(|read| read.iter().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1)));
            let expected = (manifest.depths.iter().sum::<u64>(), manifest.depths.last().copied().unwrap_or(0));
            if sums.is_none_or(|sums| sums == expected) { Ok(manifest) } else { Err((None, FileFault::OtherContents)) }
        });
        let manifest = match checked {
            Ok(manifest) => manifest,
            Err((shard, fault)) => {
                emit(ReachEvent::Note(Note::CheckpointRejected { level, shard, fault }));
                return Ok(false);
            }
        };
        self.show();
        emit(ReachEvent::Note(Note::Resumed { level }));
        // Newer checkpoints were rejected.
        let (rejected, kept): (Vec<u32>, Vec<u32>) =
            folder.levels.levels().into_iter().rev().partition(|&other| other > level);
        self.checkpoints = kept;
        if messenger.is_first() {
            for level in rejected {
                folder.levels.remove_level(level);
            }
        }
        // No worker may write to the folder of a level before it is removed.
        messenger.all_gather(Report::Ready)?;
        (self.found.depths, self.found.unit_costs) = (manifest.depths, manifest.unit_costs);
        self.parts = manifest.parts;
        self.counted = self.next..self.states.len();
        (self.level, self.next, self.saved) = (self.counted.clone(), self.states.len(), self.states.len());
        Ok(true)
    }

    /// Reads the states of a checkpoint that this worker owns, those of the last level last.
    fn load(&mut self, folder: &Folder, manifest: &Manifest) -> Result<Loaded, FaultyFile> {
        (self.states, self.next, self.halted) = (States::new(), 0, None);
        let Some((last, before)) = manifest.parts.split_last() else { return Err((None, FileFault::BadHeader)) };
        match self.load_parts(folder, last, before) {
            Ok(()) => {}
            Err(NotLoaded::Fault(number, fault)) => return Err((Some(number as u32), fault)),
            Err(NotLoaded::Limit(limit)) => {
                (self.next, self.halted) = (self.states.len(), Some(Halt::Limit(limit)));
                return Ok(None);
            }
        }
        let states = self.states.len();
        Ok(Some((states as u64, (states - self.next) as u64)))
    }

    /// Reads every file once: the older states of all files of the last part, then those of its level.
    fn load_parts(&mut self, folder: &Folder, last: &Part, before: &[Part]) -> Result<(), NotLoaded> {
        for part in before {
            for mut file in self.files(folder, part) {
                self.load_states(&mut file, |written| written.states)?;
                file.finish()?;
            }
        }
        let mut files: Vec<OwnFile<'_>> = self.files(folder, last).collect();
        let own = files.len();
        for file in &mut files {
            self.load_states(file, |written| written.older)?;
            if own > MOST_OPEN {
                file.close();
            }
        }
        self.next = self.states.len();
        for mut file in files {
            self.load_states(&mut file, |written| written.states)?;
            file.finish()?;
        }
        Ok(())
    }

    /// The files of a part that may have states of this worker.
    fn files<'f>(&self, folder: &'f Folder, part: &'f Part) -> impl Iterator<Item = OwnFile<'f>> + use<'f, S> {
        let (own, files) = ((self.index, self.shared.workers), part.files.len());
        let numbers = (0..files).filter(move |&number| overlap((number, files), own));
        numbers.map(|number| OwnFile { folder, part, number, open: None })
    }

    /// Reads the states of a file up to one of its numbers, and keeps those that this worker owns.
    fn load_states(&mut self, file: &mut OwnFile<'_>, to: impl Fn(&Written) -> u64) -> Result<(), NotLoaded> {
        let (index, workers, number) = (self.index, self.shared.workers, file.number);
        let to = to(&file.part.files[number]);
        let read = file.opened()?.read_to(to, |bytes| {
            let state = S::decode(bytes).ok_or(NotLoaded::Fault(number, FileFault::Altered))?;
            let hash = hash_of(&state);
            if owner(hash, workers) == index { self.add(state, hash).map_err(NotLoaded::Limit) } else { Ok(()) }
        });
        read.map_err(|fault| NotLoaded::Fault(number, fault))?
    }

    /// Writes a checkpoint if one is due. If it is not complete, the next one writes these states too.
    pub(super) fn checkpoint(
        &mut self,
        messenger: &mut WorkerMessenger<'_, StateOf<S>>,
        emit: &dyn Fn(ReachEvent),
    ) -> Result<(), PeerLost> {
        let level = self.found.depths.len() as u32;
        let (Some(folder), Some(checkpoint)) = (&self.shared.folder, &self.shared.enumeration.checkpoint) else {
            return Ok(());
        };
        if !checkpoint.is_due(level) {
            return Ok(());
        }
        let reports = messenger.all_gather(Report::Saved(self.save(folder, level)))?;
        let mut is_complete = false;
        if messenger.is_first() {
            let files: Result<Vec<Written>, SaveError> = reports.into_iter().filter_map(Report::saved).collect();
            let mut parts = self.parts.clone();
            let completed = files.and_then(|files| {
                parts.push(Part { level, files });
                folder.complete(&self.found.depths, self.found.unit_costs, &parts)
            });
            if let Err(error) = completed {
                emit(ReachEvent::Note(Note::CheckpointNotWritten { level, error }));
            } else {
                (is_complete, self.parts) = (true, parts);
                self.checkpoints.push(level);
            }
            while self.checkpoints.len() > KEPT {
                folder.levels.remove_manifest(self.checkpoints.remove(0));
            }
        }
        let first = messenger.all_gather(Report::Completed(is_complete))?.into_iter().next();
        if matches!(first, Some(Report::Completed(true))) {
            self.saved = self.states.len();
        }
        Ok(())
    }

    fn save(&self, folder: &Folder, level: u32) -> Result<Written, SaveError> {
        let mut numbers = self.saved..self.states.len();
        let written = folder.write(level, (self.index, self.shared.workers), |into| {
            let number = numbers.next();
            number.inspect(|&number| S::encode(self.states.get(number), into)).is_some()
        })?;
        Ok(Written { older: (self.counted.start - self.saved) as u64, ..written })
    }
}

/// Why a checkpoint was not read to its end.
enum NotLoaded {
    Limit(Limit),
    /// The number of the file, and what is wrong with it.
    Fault(usize, FileFault),
}

/// A file of a part that may have states of this worker.
struct OwnFile<'f> {
    folder: &'f Folder,
    part: &'f Part,
    number: usize,
    open: Option<StateFile<'f>>,
}

impl<'f> OwnFile<'f> {
    fn opened(&mut self) -> Result<&mut StateFile<'f>, NotLoaded> {
        match &mut self.open {
            Some(file) => Ok(file),
            none => {
                let file = self.folder.open(self.part, self.number);
                Ok(none.insert(file.map_err(|fault| NotLoaded::Fault(self.number, fault))?))
            }
        }
    }

    fn close(&mut self) {
        if let Some(file) = &mut self.open {
            file.close();
        }
    }

    fn finish(self) -> Result<(), NotLoaded> {
        let finished = self.open.map_or(Ok(()), StateFile::finish);
        finished.map_err(|fault| NotLoaded::Fault(self.number, fault))
    }
}

/// Whether two workers, each of its own number of workers, can own the same state.
fn overlap((a, of_a): (usize, usize), (b, of_b): (usize, usize)) -> bool {
    let first = |worker: usize, workers: usize| ((worker as u64) << 32).div_ceil(workers as u64);
    first(a, of_a) < first(b + 1, of_b) && first(b, of_b) < first(a + 1, of_a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_of_different_teams_overlap_where_they_own_the_same_state() {
        for hash in (0..2000_u64).map(|number| number.wrapping_mul(0xd6e8_feb8_6659_fd93)) {
            for (one, other) in [(1, 4), (3, 2), (5, 7), (2, 2)] {
                assert!(overlap((owner(hash, one), one), (owner(hash, other), other)), "{hash} {one} {other}");
            }
        }
        assert!(!overlap((0, 2), (1, 2)) && !overlap((0, 3), (2, 3)) && !overlap((3, 4), (0, 2)));
        assert!(overlap((1, 3), (0, 2)) && overlap((1, 3), (1, 2)));
    }
}
