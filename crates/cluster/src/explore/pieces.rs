//! A worker's own shards.
//!
//! *In memory* they are one range of orders and are expanded as one. *On disk*, where memory is short, they are worked on in
//! groups of neighbouring shards: a group is read with the marks that wait for it, expanded, and written as the next
//! level's files. Marks that fall into another of the worker's groups go to that group's mailbox, which is a file too.
//! So a level is read and written once, from front to back, and memory holds one group and some small buffers.

use std::ops::Range;

use hueco_search::{Budget, Limit};
use hueco_tiles::space::{Expanded, Mark, Shard, Space, Visitor};

use super::DiskFault;
use super::cut::Cut;
use super::file::{FileFault, SaveFault, What, Writing};
use super::folder::{Folder, Marker, Saved};

/// Numbers that a mailbox holds before it writes them, two a mark.
const MAILBOX: usize = 1 << 13;

/// Why a level could not be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Limit(Limit),
    Disk(DiskFault),
}

impl From<SaveFault> for Stop {
    fn from(fault: SaveFault) -> Self {
        Self::Disk(DiskFault::Write(fault))
    }
}

impl From<FileFault> for Stop {
    fn from(fault: FileFault) -> Self {
        Self::Disk(DiskFault::Read(fault))
    }
}

/// The shards of one worker.
pub(super) struct Pieces<'a> {
    space: &'a Space,
    cut: &'a Cut,
    shards: Range<u32>,
    held: Held<'a>,
}

enum Held<'a> {
    Memory(Shard),
    Disk(Laid<'a>),
}

/// Shards laid down on disk.
struct Laid<'a> {
    folder: &'a Folder,
    is_durable: bool,
    /// How many shards are worked on at once.
    group: u32,
    /// By own shard: its files at this level. None before the first.
    saved: Vec<Saved>,
    /// By own shard: marks of the next level.
    mail: Vec<Mailbox>,
}

/// Marks on their way to a shard on disk.
#[derive(Default)]
struct Mailbox {
    marks: Vec<u64>,
    file: Option<Writing>,
}

impl Mailbox {
    fn push(&mut self, mark: Mark, open: impl FnOnce() -> Result<Writing, SaveFault>) -> Result<(), SaveFault> {
        self.marks.extend(mark.numbers());
        if self.marks.len() < MAILBOX {
            return Ok(());
        }
        self.write(open)
    }

    fn write(&mut self, open: impl FnOnce() -> Result<Writing, SaveFault>) -> Result<(), SaveFault> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(open()?),
        };
        file.marks(&self.marks)?;
        self.marks.clear();
        Ok(())
    }

    /// The checksum of the file, if there were any marks.
    fn close(
        &mut self,
        is_durable: bool,
        open: impl FnOnce() -> Result<Writing, SaveFault>,
    ) -> Result<Option<u32>, SaveFault> {
        if !self.marks.is_empty() {
            self.write(open)?;
        }
        Ok(self.file.take().map(|file| file.finish(is_durable)).transpose()?)
    }
}

impl<'a> Pieces<'a> {
    /// The shards of `worker`, with nothing reached. On disk, in `folder`, at most `bytes` of them are in memory at a time.
    pub(super) fn new(space: &'a Space, cut: &'a Cut, worker: usize, on_disk: Option<(&'a Folder, u64, bool)>) -> Self {
        let shards = cut.of(worker);
        let held = match on_disk {
            None => Held::Memory(Shard::new(space, cut.span(&shards))),
            Some((folder, bytes, is_durable)) => {
                let one = Shard::bytes(cut.range(0).end).max(1);
                let group = (bytes / one).clamp(1, u64::from(u32::MAX)) as u32;
                let mail = shards.clone().map(|_| Mailbox::default()).collect();
                Held::Disk(Laid { folder, is_durable, group, saved: Vec::new(), mail })
            }
        };
        Self { space, cut, shards, held }
    }

    /// Marks the goal, if it is here.
    pub(super) fn begin(&mut self) -> Result<(), SaveFault> {
        let goal = Mark::goal(self.space);
        if !self.cut.span(&self.shards).contains(&goal.span().start) {
            return Ok(());
        }
        match &mut self.held {
            Held::Memory(shard) => shard.mark(goal, 0),
            Held::Disk(laid) => {
                laid.folder.begin(0)?;
                laid.post(self.cut, &self.shards, goal, 0)?;
                // The first level has no bits yet, only this mark.
                laid.saved = laid.close_mail(self.cut, &self.shards, 0)?;
            }
        }
        Ok(())
    }

    /// Reads the shards as a marker has them. The shard whose file is not as it was written, and what is wrong.
    pub(super) fn load(&mut self, folder: &Folder, marker: &Marker) -> Result<(), (u32, FileFault)> {
        let own = &marker.files[self.shards.start as usize..self.shards.end as usize];
        match &mut self.held {
            Held::Memory(shard) => {
                let words = (shard.range().end - shard.range().start) as usize;
                let mut planes = [vec![0; words], vec![0; words]];
                let mut marks = Vec::new();
                let first = shard.range().start;
                for saved in own {
                    let range = self.cut.range(saved.shard);
                    let place = (range.start - first) as usize..(range.end - first) as usize;
                    let [even, odd] = &mut planes;
                    let planes = [&mut even[place.clone()], &mut odd[place]];
                    read(folder, self.cut, marker.level, saved, planes, &mut |mark| marks.push(mark))
                        .map_err(|fault| (saved.shard, fault))?;
                }
                *shard = Shard::from_planes(shard.range(), planes).expect("as many words as orders");
                for mark in marks {
                    shard.mark(mark, marker.level);
                }
            }
            Held::Disk(laid) => {
                for saved in own {
                    let range = self.cut.range(saved.shard);
                    let words = (range.end - range.start) as usize;
                    let [mut even, mut odd] = [vec![0; words], vec![0; words]];
                    read(folder, self.cut, marker.level, saved, [&mut even, &mut odd], &mut |_| ())
                        .map_err(|fault| (saved.shard, fault))?;
                }
                laid.saved = own.to_vec();
            }
        }
        Ok(())
    }

    /// Expands a level; `visitor` is told of its states. Marks for other workers are handed to `send`.
    pub(super) fn expand(
        &mut self,
        level: u32,
        keep: usize,
        visitor: &mut impl Visitor,
        budget: &Budget,
        send: &mut impl FnMut(usize, Mark),
    ) -> Result<Expanded, Stop> {
        let (space, cut) = (self.space, self.cut);
        match &mut self.held {
            Held::Memory(shard) => {
                let mut hand_over = |mark: Mark| cut.deal(mark, &mut *send);
                shard.expand(space, level, keep, visitor, &mut hand_over, budget).map_err(Stop::Limit)
            }
            Held::Disk(laid) => laid.expand(space, cut, &self.shards, level, keep, visitor, budget, send),
        }
    }

    /// Takes in marks of the next level that other workers sent.
    pub(super) fn take_in(&mut self, marks: &[u64], next: u32) -> Result<(), SaveFault> {
        match &mut self.held {
            Held::Memory(shard) => each(marks, |mark| {
                shard.mark(mark, next);
                Ok(())
            })?,
            Held::Disk(laid) => {
                each(marks, |mark| laid.post(self.cut, &self.shards, mark, next))?;
            }
        }
        Ok(())
    }

    /// Ends a level on disk: all that belongs to the next one is in files.
    pub(super) fn settle(&mut self, next: u32) -> Result<(), SaveFault> {
        if let Held::Disk(laid) = &mut self.held {
            let marks = laid.close_mail(self.cut, &self.shards, next)?;
            for (saved, closed) in laid.saved.iter_mut().zip(marks) {
                saved.marks = closed.marks;
            }
        }
        Ok(())
    }

    /// The files of the level `next`; in memory, written now.
    pub(super) fn save(&self, folder: &Folder, next: u32) -> Result<Vec<Saved>, SaveFault> {
        let shard = match &self.held {
            Held::Disk(laid) => return Ok(laid.saved.clone()),
            Held::Memory(shard) => shard,
        };
        folder.begin(next)?;
        let shards = self.shards.clone();
        shards.map(|at| write(folder, self.cut, next, at, shard, true)).collect()
    }
}

/// The marks of a parcel, one by one.
fn each(numbers: &[u64], mut each: impl FnMut(Mark) -> Result<(), SaveFault>) -> Result<(), SaveFault> {
    numbers.chunks_exact(2).try_for_each(|numbers| each(Mark::of_numbers([numbers[0], numbers[1]])))
}

/// Writes one shard of those that are held in memory together.
fn write(folder: &Folder, cut: &Cut, level: u32, at: u32, held: &Shard, is_durable: bool) -> Result<Saved, SaveFault> {
    let (range, first) = (cut.range(at), held.range().start);
    let place = (range.start - first) as usize..(range.end - first) as usize;
    let mut file = folder.write(folder.label(What::Bits, level, (at, cut.shards())))?;
    for plane in held.planes() {
        file.words(&plane[place.clone()])?;
    }
    Ok(Saved { shard: at, bits: file.finish(is_durable)?, marks: None })
}

/// Reads the planes of one shard, and the marks that wait for it.
fn read(
    folder: &Folder,
    cut: &Cut,
    level: u32,
    saved: &Saved,
    planes: [&mut [u16]; 2],
    mark: &mut dyn FnMut(Mark),
) -> Result<(), FileFault> {
    let place = (saved.shard, cut.shards());
    let mut file = folder.read(folder.label(What::Bits, level, place), saved.bits)?;
    if file.numbers != planes.iter().map(|plane| plane.len() as u64).sum::<u64>() {
        return Err(FileFault::Short);
    }
    for plane in planes {
        file.words(plane)?;
    }
    file.finish()?;
    read_marks(folder, level, place, saved.marks, mark)
}

fn read_marks(
    folder: &Folder,
    level: u32,
    place: (u32, u32),
    crc: Option<u32>,
    mark: &mut dyn FnMut(Mark),
) -> Result<(), FileFault> {
    let Some(crc) = crc else { return Ok(()) };
    let mut file = folder.read(folder.label(What::Marks, level, place), crc)?;
    file.marks(&mut |numbers| mark(Mark::of_numbers(numbers)))?;
    file.finish()
}

impl Laid<'_> {
    /// Puts a mark into the mailbox of its shard.
    fn post(&mut self, cut: &Cut, own: &Range<u32>, mark: Mark, next: u32) -> Result<(), SaveFault> {
        let folder = self.folder;
        let mut rest = Some(mark);
        while let Some(mark) = rest {
            let at = cut.shard_of(mark.span().start);
            let (first, others) = mark.split(cut.range(at).end);
            let open = || folder.write(folder.label(What::Marks, next, (at, cut.shards())));
            if let Some(first) = first {
                self.mail[(at - own.start) as usize].push(first, open)?;
            }
            rest = others;
        }
        Ok(())
    }

    /// Closes all mailboxes: by own shard, the checksum of its marks.
    fn close_mail(&mut self, cut: &Cut, own: &Range<u32>, next: u32) -> Result<Vec<Saved>, SaveFault> {
        let (folder, is_durable) = (self.folder, self.is_durable);
        let close = |(at, mail): (u32, &mut Mailbox)| {
            let open = || folder.write(folder.label(What::Marks, next, (at, cut.shards())));
            Ok(Saved { shard: at, bits: 0, marks: mail.close(is_durable, open)? })
        };
        own.clone().zip(&mut self.mail).map(close).collect()
    }

    #[allow(clippy::too_many_arguments)] // What a worker knows, taken apart so that the mailboxes can be written to.
    fn expand(
        &mut self,
        space: &Space,
        cut: &Cut,
        own: &Range<u32>,
        level: u32,
        keep: usize,
        visitor: &mut impl Visitor,
        budget: &Budget,
        send: &mut impl FnMut(usize, Mark),
    ) -> Result<Expanded, Stop> {
        let next = level + 1;
        self.folder.begin(next)?;
        let (mut all, mut written) = (Expanded::default(), Vec::with_capacity(own.len()));
        let mut first = own.start;
        while first < own.end {
            let group = first..own.end.min(first.saturating_add(self.group));
            first = group.end;
            let mut shard = self.lift(cut, own, &group, level)?;
            let mut fault = None;
            let ends = cut.span(own);
            let mut hand_over = |mark: Mark| {
                cut.deal(mark, &mut |owner, mark: Mark| {
                    if ends.contains(&mark.span().start) {
                        fault = fault.or(self.post(cut, own, mark, next).err());
                    } else {
                        send(owner, mark);
                    }
                });
            };
            let room = keep - all.first.len();
            let found = shard.expand(space, level, room, visitor, &mut hand_over, budget).map_err(Stop::Limit)?;
            if let Some(fault) = fault {
                return Err(fault.into());
            }
            all.states += found.states;
            all.first.extend(found.first);
            for at in group {
                written.push(write(self.folder, cut, next, at, &shard, self.is_durable)?);
            }
        }
        self.saved = written;
        Ok(all)
    }

    /// Reads neighbouring shards into memory.
    fn lift(&self, cut: &Cut, own: &Range<u32>, group: &Range<u32>, level: u32) -> Result<Shard, FileFault> {
        let span = cut.span(group);
        let words = (span.end - span.start) as usize;
        let mut planes = [vec![0; words], vec![0; words]];
        let mut marks = Vec::new();
        for at in group.clone() {
            let Some(saved) = self.saved.get((at - own.start) as usize) else { continue };
            if level == 0 {
                // There are no bits before the first level, only the goal's mark.
                read_marks(self.folder, level, (at, cut.shards()), saved.marks, &mut |mark| marks.push(mark))?;
                continue;
            }
            let range = cut.range(at);
            let place = (range.start - span.start) as usize..(range.end - span.start) as usize;
            let [even, odd] = &mut planes;
            let planes = [&mut even[place.clone()], &mut odd[place]];
            read(self.folder, cut, level, saved, planes, &mut |mark| marks.push(mark))?;
        }
        let mut shard = Shard::from_planes(span, planes).expect("as many words as orders");
        for mark in marks {
            shard.mark(mark, level);
        }
        Ok(shard)
    }
}
