//! Shards laid down on disk.
//!
//! A group of neighbouring shards is read with the marks that wait for it, expanded, and written as the next level's files.
//! Marks that fall into another of the worker's groups go to the mailbox of their shard, which is a file too. So a level is
//! read and written once, from front to back, and memory holds one group and some small buffers.

use std::ops::Range;

use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{Expanded, Mark, Shard, Space};

use super::cut::Cut;
use super::folder::{Folder, Marker, Saved};
use super::level_file::{Contents, LevelWriter};
use super::pieces::{Stop, Wanted, read_run, write};

/// Numbers that a mailbox holds before it writes them, two a mark.
const MAILBOX: usize = 1 << 13;

/// The shards of one worker, laid down on disk.
pub(super) struct Laid<'a> {
    cut: &'a Cut,
    worker: usize,
    folder: &'a Folder,
    is_durable: bool,
    /// How many shards are worked on at once.
    group: u32,
    /// The shards, in order.
    shards: Vec<u32>,
    /// By shard of these: its files at this level.
    saved: Vec<Saved>,
    /// By shard of these: marks of the next level.
    mail: Vec<Mailbox>,
}

/// Marks on their way to a shard on disk.
#[derive(Default)]
struct Mailbox {
    marks: Vec<u64>,
    file: Option<LevelWriter>,
}

impl Mailbox {
    fn push(&mut self, mark: Mark, open: impl FnOnce() -> Result<LevelWriter, SaveError>) -> Result<(), SaveError> {
        self.marks.extend(mark.numbers());
        if self.marks.len() < MAILBOX {
            return Ok(());
        }
        self.write(open)
    }

    fn write(&mut self, open: impl FnOnce() -> Result<LevelWriter, SaveError>) -> Result<(), SaveError> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(open()?),
        };
        file.write_marks(&self.marks)?;
        self.marks.clear();
        Ok(())
    }

    /// The checksum of the file, if there were any marks.
    fn close(
        &mut self,
        is_durable: bool,
        open: impl FnOnce() -> Result<LevelWriter, SaveError>,
    ) -> Result<Option<u32>, SaveError> {
        if !self.marks.is_empty() {
            self.write(open)?;
        }
        Ok(self.file.take().map(|file| file.finish(is_durable)).transpose()?)
    }
}

impl<'a> Laid<'a> {
    pub(super) fn new(cut: &'a Cut, worker: usize, folder: &'a Folder, bytes: u64, is_durable: bool) -> Self {
        let one = Shard::bytes(cut.range(0).end).max(1);
        let group = (bytes / one).clamp(1, u64::from(u32::MAX)) as u32;
        let shards: Vec<u32> = cut.of(worker).iter().cloned().flatten().collect();
        let mail = shards.iter().map(|_| Mailbox::default()).collect();
        let saved = shards.iter().map(|&shard| Saved { shard, bits: 0, marks: None }).collect();
        Self { cut, worker, folder, is_durable, group, shards, saved, mail }
    }

    /// The files of this level.
    pub(super) fn saved(&self) -> &[Saved] {
        &self.saved
    }

    /// The first level: nothing but the goal.
    pub(super) fn begin(&mut self, goal: Mark) -> Result<(), SaveError> {
        self.folder.begin(0)?;
        self.post(goal, 0)?;
        self.settle(0)
    }

    /// Takes the files that a marker names, if all of them are whole.
    pub(super) fn load(&mut self, marker: &Marker) -> Result<(), (u32, FileFault)> {
        let own: Vec<Saved> = self.shards.iter().map(|&shard| marker.files[shard as usize]).collect();
        for saved in &own {
            read_run(self.folder, self.cut, marker.level, std::slice::from_ref(saved))?;
        }
        self.saved = own;
        Ok(())
    }

    /// Puts a mark into the mailboxes of its shards, which are this worker's.
    pub(super) fn post(&mut self, mark: Mark, next: u32) -> Result<(), SaveError> {
        let (folder, shards) = (self.folder, self.cut.shards());
        let mut rest = Some(mark);
        while let Some(mark) = rest {
            let at = self.cut.shard_of(mark.span().start);
            let (first, others) = mark.split(self.cut.range(at).end);
            let open = || folder.create(folder.file_id(Contents::Marks, next, (at, shards)));
            if let (Some(first), Ok(own)) = (first, self.shards.binary_search(&at)) {
                self.mail[own].push(first, open)?;
            }
            rest = others;
        }
        Ok(())
    }

    /// Closes all mailboxes: what they held belongs to the level `next`.
    pub(super) fn settle(&mut self, next: u32) -> Result<(), SaveError> {
        let (folder, shards) = (self.folder, self.cut.shards());
        for (saved, mail) in self.saved.iter_mut().zip(&mut self.mail) {
            let open = || folder.create(folder.file_id(Contents::Marks, next, (saved.shard, shards)));
            saved.marks = mail.close(self.is_durable, open)?;
        }
        Ok(())
    }

    pub(super) fn expand(
        &mut self,
        space: &Space,
        wanted: Wanted<'_>,
        send: &mut impl FnMut(usize, Mark),
    ) -> Result<Expanded, Stop> {
        let (cut, folder, worker) = (self.cut, self.folder, self.worker);
        let Wanted { level, keep, budget } = wanted;
        folder.begin(level + 1)?;
        let mut all = Expanded::default();
        let mut done = 0;
        for group in self.groups() {
            let own = done..done + group.len();
            done = own.end;
            let mut shard = read_run(folder, cut, level, &self.saved[own.clone()]).map_err(|(_, fault)| fault)?;
            let mut fault = None;
            let mut hand_over = |mark: Mark| {
                cut.deal(mark, &mut |owner, mark| {
                    if owner == worker {
                        fault = fault.or(self.post(mark, level + 1).err());
                    } else {
                        send(owner, mark);
                    }
                });
            };
            let room = keep - all.first.len();
            let found = shard.expand(space, level, room, &mut (), &mut hand_over, budget).map_err(Stop::Limit)?;
            if let Some(fault) = fault {
                return Err(fault.into());
            }
            all.states += found.states;
            all.first.extend(found.first);
            for (saved, at) in self.saved[own].iter_mut().zip(group) {
                *saved = write(folder, cut, level + 1, at, &shard, self.is_durable)?;
            }
        }
        Ok(all)
    }

    /// Neighbouring shards that are worked on together, in order.
    fn groups(&self) -> Vec<Range<u32>> {
        let mut groups = Vec::new();
        for run in self.cut.of(self.worker) {
            let mut first = run.start;
            while first < run.end {
                let end = run.end.min(first.saturating_add(self.group));
                groups.push(first..end);
                first = end;
            }
        }
        groups
    }
}
