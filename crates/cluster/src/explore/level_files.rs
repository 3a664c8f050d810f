//! The files of a level: shards are written one by one, and neighbouring ones read as one.

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
            let read = self.read_one(files, planes, &mut |mark| marks.push(mark));
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
        planes: [&mut [u16]; 2],
        mark: &mut dyn FnMut(Mark),
    ) -> Result<(), Ended<FileFault>> {
        let Self { folder, level, budget, .. } = self;
        let place = (files.shard, self.sharding.shards());
        // Before the first level there are no bits, only the mark of the goal.
        if level > 0 {
            let mut file = folder.open(folder.file_id(Contents::Bits, level, place), files.bits)?;
            if file.numbers != planes.iter().map(|plane| plane.len() as u64).sum::<u64>() {
                return Err(FileFault::OtherContents.into());
            }
            for plane in planes {
                file.read_words(plane, budget)?;
            }
            file.finish()?;
        }
        let Some(crc) = files.marks else { return Ok(()) };
        let mut file = folder.open(folder.file_id(Contents::Marks, level, place), crc)?;
        file.read_marks(&mut |numbers| mark(Mark::of_numbers(numbers)), budget)?;
        Ok(file.finish()?)
    }
}
