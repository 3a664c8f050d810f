//! Levels of boards on disk.
//!
//! ```text
//! FOLDER/level-00017/00003.bits    the two planes of shard 3 before level 17 is expanded
//! FOLDER/level-00017/00003.marks   states of level 17 that are not in the planes yet, if there are any
//! FOLDER/level-00017.json          the manifest (see `checkpoints.rs`)
//! ```

use std::path::{Path, PathBuf};

use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{Ranking, Space};
use hueco_tiles::{Metric, Shape};
use serde::{Deserialize, Serialize};

use super::level_file::{Contents, FileId, LevelReader, LevelWriter};
use crate::checkpoints::Levels;

/// The version of the manifest.
const VERSION: u32 = 1;

/// The checksums of the files of one shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ShardFiles {
    pub(super) shard: u32,
    pub(super) bits: u32,
    pub(super) marks: Option<u32>,
}

/// A complete level: everything that is known before it is expanded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    version: u32,
    /// Rows, columns, the blank's goal cell, the metric.
    pub(super) space: [u16; 4],
    pub(super) level: u32,
    pub(super) shards: u32,
    /// The number of states of each level before.
    pub(super) depths: Vec<u64>,
    /// The first ranks of the level before.
    pub(super) deepest: Vec<u64>,
    /// By shard.
    pub(super) files: Vec<ShardFiles>,
}

impl Manifest {
    pub(super) fn shape(&self) -> Option<Shape> {
        Shape::new(self.space[0].into(), self.space[1].into()).ok()
    }

    /// How many states its space has, if it has one.
    fn states(&self) -> Option<u64> {
        let (shape, goal) = (self.shape()?, usize::from(self.space[2]));
        let ranking = (goal < shape.cells()).then(|| Ranking::new(shape, goal).ok())?;
        ranking.map(|ranking| ranking.states())
    }

    /// Whether a run can have written it.
    fn is_valid(&self) -> bool {
        let has_all = self.files.iter().enumerate().all(|(at, files)| files.shard as usize == at);
        let counted = self.depths.iter().try_fold(0_u64, |sum, states| sum.checked_add(*states));
        let (all, last) = (self.states().unwrap_or(0), self.depths.last().copied().unwrap_or(0));
        self.version == VERSION
            && has_all
            && self.files.len() == self.shards as usize
            && (1..=super::sharding::MAX_SHARDS).contains(&self.shards)
            && self.depths.len() == self.level as usize
            && self.depths.iter().all(|&states| states > 0)
            && counted.is_some_and(|counted| (1..=all).contains(&counted))
            && self.deepest.len() as u64 <= last
            && self.deepest.is_sorted_by(|a, b| a < b)
            && self.deepest.last().is_none_or(|&rank| rank < all)
    }
}

/// A folder of levels of one space.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    levels: Levels,
    space: [u16; 4],
}

impl Folder {
    pub(super) fn new(root: PathBuf, space: &Space) -> Self {
        let (shape, goal) = (space.ranking().shape(), space.ranking().goal());
        let metric = u16::from(space.metric() == Metric::Multi);
        let space = [shape.rows() as u16, shape.cols() as u16, goal as u16, metric];
        Self { levels: Levels::new(root), space }
    }

    pub(super) fn path(&self) -> &Path {
        self.levels.path()
    }

    pub(super) fn space(&self) -> [u16; 4] {
        self.space
    }

    /// The cells of a board.
    pub(super) fn cells(&self) -> usize {
        usize::from(self.space[0]) * usize::from(self.space[1])
    }

    fn file_path(&self, id: &FileId) -> PathBuf {
        let extension = match id.contents {
            Contents::Bits => "bits",
            Contents::Marks => "marks",
        };
        self.levels.level_path(id.level).join(format!("{:05}.{extension}", id.shard))
    }

    pub(super) fn file_id(&self, contents: Contents, level: u32, (shard, shards): (u32, u32)) -> FileId {
        FileId { contents, space: self.space, level, shard, shards }
    }

    /// Creates the folder of a level.
    pub(super) fn create_level(&self, level: u32) -> Result<(), SaveError> {
        self.levels.create_level(level)
    }

    /// Creates a file. One that must survive a crash is synced.
    pub(super) fn create(&self, id: FileId, is_durable: bool) -> Result<LevelWriter, SaveError> {
        Ok(LevelWriter::create(&self.file_path(&id), id, is_durable)?)
    }

    pub(super) fn open(&self, id: FileId, crc: u32) -> Result<LevelReader, FileFault> {
        LevelReader::open(&self.file_path(&id), id, crc)
    }

    /// The manifest of a level whose files are all written.
    pub(super) fn manifest(
        &self,
        shards: u32,
        depths: Vec<u64>,
        deepest: Vec<u64>,
        files: Vec<ShardFiles>,
    ) -> Manifest {
        let level = depths.len() as u32;
        Manifest { version: VERSION, space: self.space, level, shards, depths, deepest, files }
    }

    /// Writes a manifest. From then on its level can be resumed.
    pub(super) fn write_manifest(&self, manifest: &Manifest) -> Result<(), SaveError> {
        self.levels.write_manifest(manifest.level, manifest)
    }

    /// The levels that have a manifest, newest first.
    pub(super) fn levels(&self) -> Vec<u32> {
        self.levels.levels()
    }

    /// The manifest of a level, of any space.
    pub(super) fn read_manifest(&self, level: u32) -> Result<Manifest, FileFault> {
        let manifest: Manifest = self.levels.read_manifest(level)?;
        if manifest.is_valid() && manifest.level == level { Ok(manifest) } else { Err(FileFault::BadHeader) }
    }

    /// Removes a level.
    pub(super) fn remove_level(&self, level: u32) {
        self.levels.remove_level(level);
    }

    /// Removes the levels without a manifest: files that were spilled after the last checkpoint.
    pub(super) fn remove_incomplete_levels(&self) {
        self.levels.remove_folders_but(&self.levels());
    }

    /// Removes the whole folder.
    pub(super) fn remove(&self) {
        self.levels.remove();
    }
}
