//! Levels on disk.
//!
//! ```text
//! FOLDER/level-00017/00003.bits    the two planes of shard 3 before level 17 is expanded
//! FOLDER/level-00017/00003.marks   states that are of level 17 too and not in the planes yet, if there are any
//! FOLDER/level-00017.json          the marker: all of this is complete. Two lines: what it is, and its CRC-32
//! ```

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use hueco_tiles::file::{FileFault, SaveError, replace};
use hueco_tiles::space::Space;
use hueco_tiles::{Metric, Shape};
use serde::{Deserialize, Serialize};

use super::level_file::{Contents, FileId, LevelReader, LevelWriter};

/// The version of the marker.
const VERSION: u32 = 1;

/// The files of one shard: their checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Saved {
    pub(super) shard: u32,
    pub(super) bits: u32,
    pub(super) marks: Option<u32>,
}

/// A complete level: what is known before it is expanded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Marker {
    pub(super) version: u32,
    /// Rows, columns, the blank's goal cell, the metric.
    pub(super) space: [u16; 4],
    pub(super) level: u32,
    pub(super) shards: u32,
    /// The states of all levels before.
    pub(super) depths: Vec<u64>,
    /// The first ranks of the level before.
    pub(super) deepest: Vec<u64>,
    /// In order of shards.
    pub(super) files: Vec<Saved>,
}

impl Marker {
    pub(super) fn shape(&self) -> Option<Shape> {
        Shape::new(self.space[0].into(), self.space[1].into()).ok()
    }

    /// Whether it can be what a run of ours wrote.
    fn is_sound(&self) -> bool {
        let listed = self.files.iter().enumerate().all(|(at, saved)| saved.shard as usize == at);
        self.version == VERSION
            && listed
            && self.files.len() == self.shards as usize
            && (1..=super::cut::MOST_SHARDS).contains(&self.shards)
            && self.depths.len() == self.level as usize
    }
}

/// A folder of levels of one space.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    root: PathBuf,
    space: [u16; 4],
}

impl Folder {
    pub(super) fn new(root: PathBuf, space: &Space) -> Self {
        let (shape, goal) = (space.ranking().shape(), space.ranking().goal());
        let metric = u16::from(space.metric() == Metric::Multi);
        Self { root, space: [shape.rows() as u16, shape.cols() as u16, goal as u16, metric] }
    }

    pub(super) fn path(&self) -> &Path {
        &self.root
    }

    pub(super) fn space(&self) -> [u16; 4] {
        self.space
    }

    fn level(&self, level: u32) -> PathBuf {
        self.root.join(format!("level-{level:05}"))
    }

    fn marker(&self, level: u32) -> PathBuf {
        self.root.join(format!("level-{level:05}.json"))
    }

    fn file(&self, id: &FileId) -> PathBuf {
        let extension = match id.contents {
            Contents::Bits => "bits",
            Contents::Marks => "marks",
        };
        self.level(id.level).join(format!("{:05}.{extension}", id.shard))
    }

    pub(super) fn file_id(&self, contents: Contents, level: u32, (shard, shards): (u32, u32)) -> FileId {
        FileId { contents, space: self.space, level, shard, shards }
    }

    /// A place for a new level.
    pub(super) fn begin(&self, level: u32) -> Result<(), SaveError> {
        Ok(fs::create_dir_all(self.level(level))?)
    }

    pub(super) fn create(&self, id: FileId) -> Result<LevelWriter, SaveError> {
        Ok(LevelWriter::create(&self.file(&id), id)?)
    }

    pub(super) fn open(&self, id: FileId, crc: u32) -> Result<LevelReader, FileFault> {
        LevelReader::open(&self.file(&id), id, crc)
    }

    /// Makes a level count.
    pub(super) fn complete(&self, marker: &Marker) -> Result<(), SaveError> {
        let text = serde_json::to_string(marker).map_err(|error| SaveError::from(std::io::Error::from(error)))?;
        let crc = crc32fast::hash(text.as_bytes());
        replace(&self.marker(marker.level), &|file| writeln!(file, "{text}\n{crc:08x}"))
    }

    /// The levels that have a marker, newest first.
    pub(super) fn levels(&self) -> Vec<u32> {
        let Ok(entries) = fs::read_dir(&self.root) else { return Vec::new() };
        let level = |name: &str| name.strip_prefix("level-")?.strip_suffix(".json")?.parse().ok();
        let mut levels: Vec<u32> = entries.filter_map(|entry| level(entry.ok()?.file_name().to_str()?)).collect();
        levels.sort_unstable_by(|a, b| b.cmp(a));
        levels
    }

    /// The marker of a level, whatever space it is of.
    pub(super) fn read_marker(&self, level: u32) -> Result<Marker, FileFault> {
        let text = fs::read_to_string(self.marker(level)).map_err(|error| match error.kind() {
            std::io::ErrorKind::InvalidData => FileFault::Altered,
            _ => error.into(),
        })?;
        let (json, crc) = text.trim_end().split_once('\n').ok_or(FileFault::Altered)?;
        if crc != format!("{:08x}", crc32fast::hash(json.as_bytes())) {
            return Err(FileFault::Altered);
        }
        let marker: Marker = serde_json::from_str(json).map_err(|_| FileFault::BadHeader)?;
        if marker.is_sound() && marker.level == level { Ok(marker) } else { Err(FileFault::BadHeader) }
    }

    /// Forgets a level. What cannot be removed is no harm: its marker goes first.
    pub(super) fn forget(&self, level: u32) {
        if fs::remove_file(self.marker(level)).is_ok() || self.read_marker(level) == Err(FileFault::Missing) {
            let _ = fs::remove_dir_all(self.level(level));
        }
    }

    /// Removes what belongs to no marker: the files after the last level, or after one where the run was stopped.
    pub(super) fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.root) else { return };
        let level = |name: &str| name.strip_prefix("level-")?.parse().ok();
        let kept = self.levels();
        let folders = entries.filter_map(|entry| level(entry.ok()?.file_name().to_str()?));
        for level in folders.filter(|level| !kept.contains(level)) {
            let _ = fs::remove_dir_all(self.level(level));
        }
    }

    /// Removes the whole folder.
    pub(super) fn remove(&self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}
