//! A worker's own shards.
//!
//! *In memory* each run of neighbouring shards is one range of orders and is expanded as one. *On disk*, where memory is
//! short, they are worked on a group at a time: `laid.rs`.

use hueco_search::{Budget, Limit};
use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{Expanded, Mark, Recorder, Shard, Space};

use super::DiskFault;
use super::cut::Cut;
use super::folder::{Folder, Marker, Saved};
use super::laid::Laid;
use super::level_file::Contents;

/// Why a level could not be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Limit(Limit),
    Disk(DiskFault),
}

impl From<SaveError> for Stop {
    fn from(fault: SaveError) -> Self {
        Self::Disk(DiskFault::Write(fault))
    }
}

impl From<FileFault> for Stop {
    fn from(fault: FileFault) -> Self {
        Self::Disk(DiskFault::Read(fault))
    }
}

/// What a worker wants to know of a level.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) level: u32,
    /// How many of its first states, at most.
    pub(super) keep: usize,
    pub(super) budget: &'a Budget,
}

/// The shards of one worker.
pub(super) struct Pieces<'a> {
    cut: &'a Cut,
    worker: usize,
    space: &'a Space,
    held: Held<'a>,
}

enum Held<'a> {
    /// By run.
    Memory(Vec<Shard>),
    Disk(Laid<'a>),
}

impl<'a> Pieces<'a> {
    /// The shards of `worker`, with nothing reached. On disk, in a folder, at most so many bytes of them are in memory at a
    /// time.
    pub(super) fn new(space: &'a Space, cut: &'a Cut, worker: usize, on_disk: Option<(&'a Folder, u64, bool)>) -> Self {
        let held = match on_disk {
            None => Held::Memory(cut.of(worker).iter().map(|run| Shard::new(space, cut.span(run))).collect()),
            Some((folder, bytes, is_durable)) => Held::Disk(Laid::new(cut, worker, folder, bytes, is_durable)),
        };
        Self { cut, worker, space, held }
    }

    /// Recorders of the distances of these shards, by run.
    pub(super) fn recorders(&self, width: hueco_tiles::space::Width) -> Vec<Recorder> {
        let runs = self.cut.of(self.worker).iter();
        runs.map(|run| Recorder::new(self.space, self.cut.span(run), width)).collect()
    }

    /// Marks the goal, if it is here.
    pub(super) fn begin(&mut self) -> Result<(), SaveError> {
        let (mut owner, goal) = (0, Mark::goal(self.space));
        self.cut.deal(goal, &mut |worker, _| owner = worker);
        if owner != self.worker {
            return Ok(());
        }
        match &mut self.held {
            Held::Memory(shards) => mark_one(shards, goal, 0),
            Held::Disk(laid) => laid.begin(goal)?,
        }
        Ok(())
    }

    /// Reads the shards as a marker has them. The shard whose file is not as it was written, and what is wrong.
    pub(super) fn load(&mut self, folder: &Folder, marker: &Marker) -> Result<(), (u32, FileFault)> {
        match &mut self.held {
            Held::Memory(shards) => {
                for (run, shard) in self.cut.of(self.worker).iter().zip(shards) {
                    let files = &marker.files[run.start as usize..run.end as usize];
                    *shard = read_run(folder, self.cut, marker.level, files)?;
                }
                Ok(())
            }
            Held::Disk(laid) => laid.load(marker),
        }
    }

    /// Expands a level; `recorders`, if there are any, are told of its states, run by run. Marks for other workers are
    /// handed to `send`.
    pub(super) fn expand(
        &mut self,
        wanted: Wanted<'_>,
        recorders: Option<&mut [Recorder]>,
        send: &mut impl FnMut(usize, Mark),
    ) -> Result<Expanded, Stop> {
        let (cut, worker, space) = (self.cut, self.worker, self.space);
        let Wanted { level, keep, budget } = wanted;
        let shards = match &mut self.held {
            Held::Memory(shards) => shards,
            Held::Disk(laid) => return laid.expand(space, wanted, send),
        };
        let mut recorders = recorders.into_iter().flatten();
        let mut all = Expanded::default();
        for at in 0..shards.len() {
            let (before, rest) = shards.split_at_mut(at);
            let Some((shard, after)) = rest.split_first_mut() else { break };
            let mut hand_over = |mark: Mark| {
                cut.deal(mark, &mut |owner, mark| {
                    if owner != worker {
                        send(owner, mark);
                    } else if mark.span().start < shard_start(after) {
                        mark_one(before, mark, level + 1);
                    } else {
                        mark_one(after, mark, level + 1);
                    }
                });
            };
            let room = keep - all.first.len();
            let found = match recorders.next() {
                None => shard.expand(space, level, room, &mut (), &mut hand_over, budget),
                Some(recorder) => {
                    recorder.depth = level;
                    shard.expand(space, level, room, recorder, &mut hand_over, budget)
                }
            };
            let found = found.map_err(Stop::Limit)?;
            all.states += found.states;
            all.first.extend(found.first);
        }
        Ok(all)
    }

    /// Takes in marks of the next level that other workers sent.
    pub(super) fn take_in(&mut self, marks: &[u64], next: u32) -> Result<(), SaveError> {
        for numbers in marks.chunks_exact(2) {
            let mark = Mark::of_numbers([numbers[0], numbers[1]]);
            match &mut self.held {
                Held::Memory(shards) => mark_one(shards, mark, next),
                Held::Disk(laid) => laid.post(mark, next)?,
            }
        }
        Ok(())
    }

    /// Ends a level on disk: all that belongs to the next one is in files.
    pub(super) fn settle(&mut self, next: u32) -> Result<(), SaveError> {
        match &mut self.held {
            Held::Memory(_) => Ok(()),
            Held::Disk(laid) => laid.settle(next),
        }
    }

    /// The files of the level `next`; in memory, written now.
    pub(super) fn save(&self, folder: &Folder, next: u32) -> Result<Vec<Saved>, SaveError> {
        let shards = match &self.held {
            Held::Disk(laid) => return Ok(laid.saved().to_vec()),
            Held::Memory(shards) => shards,
        };
        folder.begin(next)?;
        let runs = self.cut.of(self.worker).iter().zip(shards);
        let each = runs.flat_map(|(run, shard)| run.clone().map(move |at| (at, shard)));
        each.map(|(at, shard)| write(folder, self.cut, next, at, shard, true)).collect()
    }
}

/// Where the first of some shards begins; beyond everything if there is none.
fn shard_start(shards: &[Shard]) -> u64 {
    shards.first().map_or(u64::MAX, |shard| shard.range().start)
}

/// Marks states of one of several shards.
fn mark_one(shards: &mut [Shard], mark: Mark, level: u32) {
    let order = mark.span().start;
    let at = shards.partition_point(|shard| shard.range().end <= order);
    shards[at].mark(mark, level);
}

/// Writes one shard of those that are held in memory together.
pub(super) fn write(
    folder: &Folder,
    cut: &Cut,
    level: u32,
    at: u32,
    held: &Shard,
    is_durable: bool,
) -> Result<Saved, SaveError> {
    let (range, first) = (cut.range(at), held.range().start);
    let place = (range.start - first) as usize..(range.end - first) as usize;
    let mut file = folder.create(folder.file_id(Contents::Bits, level, (at, cut.shards())))?;
    for plane in held.planes() {
        file.write_words(&plane[place.clone()])?;
    }
    Ok(Saved { shard: at, bits: file.finish(is_durable)?, marks: None })
}

/// Reads neighbouring shards, with the marks that wait for them, as one. The shard whose file is at fault, and the fault.
pub(super) fn read_run(folder: &Folder, cut: &Cut, level: u32, files: &[Saved]) -> Result<Shard, (u32, FileFault)> {
    let first = files.first().map_or(0, |saved| saved.shard);
    let span = cut.span(&(first..first + files.len() as u32));
    let words = (span.end - span.start) as usize;
    let mut planes = [vec![0; words], vec![0; words]];
    let mut marks = Vec::new();
    for saved in files {
        let range = cut.range(saved.shard);
        let place = (range.start - span.start) as usize..(range.end - span.start) as usize;
        let [even, odd] = &mut planes;
        let planes = [&mut even[place.clone()], &mut odd[place]];
        read(folder, cut, level, saved, planes, &mut |mark| marks.push(mark)).map_err(|fault| (saved.shard, fault))?;
    }
    let mut shard = Shard::from_planes(span, planes).expect("as many words as orders");
    for mark in marks {
        shard.mark(mark, level);
    }
    Ok(shard)
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
    if level == 0 {
        // There are no bits before the first level, only the goal's mark.
        return read_marks(folder, level, place, saved.marks, mark);
    }
    let mut file = folder.open(folder.file_id(Contents::Bits, level, place), saved.bits)?;
    if file.numbers != planes.iter().map(|plane| plane.len() as u64).sum::<u64>() {
        return Err(FileFault::OtherContents);
    }
    for plane in planes {
        file.read_words(plane)?;
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
    let mut file = folder.open(folder.file_id(Contents::Marks, level, place), crc)?;
    file.read_marks(&mut |numbers| mark(Mark::of_numbers(numbers)))?;
    file.finish()
}
