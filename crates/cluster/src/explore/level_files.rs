//! The files of a level: shards are written one by one, and neighbouring ones read as one. A checksum shows what has changed, not who
//! wrote it: a bit or a mark of a state that the shard does not have would lead out of the tables of moves.

use std::ops::Range;

use hueco_search::Budget;
use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{Mark, Shard};

use super::folder::{Folder, ShardFiles};
use super::level_file::{Contents, Ended};
use super::sharding::Sharding;

/// The files of one level, read and written within a budget.
#[derive(Clone, Copy)]
pub(super) struct LevelFiles<'a> {
    pub(super) folder: &'a Folder,
    pub(super) sharding: &'a Sharding,
    pub(super) level: u32,
    pub(super) budget: &'a Budget,
}

impl LevelFiles<'_> {
    /// Writes one of the shards that are in memory as one.
    pub(super) fn write(self, shard: u32, memory: &Shard, is_durable: bool) -> Result<ShardFiles, Ended<SaveError>> {
        let (orders, first) = (self.sharding.orders_of(shard), memory.range().start);
        let words = (orders.start - first) as usize..(orders.end - first) as usize;
        let id = self.folder.file_id(Contents::Bits, self.level, (shard, self.sharding.shards()));
        let mut file = self.folder.create(id, is_durable)?;
        for plane in memory.planes() {
            file.write_words(&plane[words.clone()], self.budget)?;
        }
        Ok(ShardFiles { shard, bits: file.finish()?, marks: None })
    }

    /// Reads neighbouring shards, with their marks, as one. An error names the shard that it happened at.
    pub(super) fn read(self, files: &[ShardFiles]) -> Result<Shard, (u32, Ended<FileFault>)> {
        let first = files.first().map_or(0, |files| files.shard);
        let all_orders = self.sharding.orders_of_all(&(first..first + files.len() as u32));
        let words = (all_orders.end - all_orders.start) as usize;
        let mut planes = [vec![0; words], vec![0; words]];
        let mut marks = Vec::new();
        for files in files {
            let orders = self.sharding.orders_of(files.shard);
            let words = (orders.start - all_orders.start) as usize..(orders.end - all_orders.start) as usize;
            let [even, odd] = &mut planes;
            let planes = [&mut even[words.clone()], &mut odd[words]];
            let read = self.read_one(files, &orders, planes, &mut marks);
            read.map_err(|ended| (files.shard, ended))?;
        }
        let mut shard = Shard::from_planes(all_orders, planes).expect("as many words as orders");
        for mark in marks {
            shard.mark(mark, self.level);
        }
        Ok(shard)
    }

    /// Reads the planes of one shard, and its marks.
    fn read_one(
        self,
        files: &ShardFiles,
        orders: &Range<u64>,
        planes: [&mut [u16]; 2],
        marks: &mut Vec<Mark>,
    ) -> Result<(), Ended<FileFault>> {
        let Self { folder, level, budget, .. } = self;
        let cells = folder.cells();
        let place = (files.shard, self.sharding.shards());
        // Before the first level there are no bits, only the mark of the goal.
        if level > 0 {
            let mut file = folder.open(folder.file_id(Contents::Bits, level, place), files.bits)?;
            if file.numbers != planes.iter().map(|plane| plane.len() as u64).sum::<u64>() {
                return Err(FileFault::OtherContents.into());
            }
            for plane in planes {
                file.read_words(plane, budget)?;
                if plane.iter().any(|&blanks| u32::from(blanks) >> cells != 0) {
                    return Err(FileFault::Altered.into());
                }
            }
            file.finish()?;
        }
        let Some(crc) = files.marks else { return Ok(()) };
        let mut file = folder.open(folder.file_id(Contents::Marks, level, place), crc)?;
        let mut take = |numbers| {
            marks.push(Mark::checked(numbers, orders, cells).ok_or(FileFault::Altered)?);
            Ok(())
        };
        file.read_marks(&mut take, budget)?;
        Ok(file.finish()?)
    }
}
