//! Levels on disk, whatever they hold: a folder for the files of each level, and beside it the manifest that completes it.
//!
//! ```text
//! FOLDER/level-00017/        the files of level 17
//! FOLDER/level-00017.json    the manifest: with it the level is complete. Two lines: what it lists, and its CRC-32
//! ```
//! A manifest gets its name by a rename when all files of its level are written and synced.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use hueco_tiles::file::{FileFault, SaveError, replace};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checkpoints that are kept: with three of them a run survives two in a row that are damaged.
pub(crate) const KEPT: usize = 3;

/// Whether to resume a run from its checkpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// Start a new run; a folder with checkpoints is an error.
    Never,
    /// Resume if the folder has checkpoints, else start a new run.
    IfPossible,
    /// Resume; a folder without checkpoints is an error.
    Always,
}

/// Where and when checkpoints are written. All processes must see the same folder.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The folder.
    pub folder: PathBuf,
    /// Levels from one checkpoint to the next.
    pub every: u32,
    /// Whether to resume from what is there.
    pub resume: Resume,
}

impl Checkpoint {
    /// Whether one is due before the level `next` is expanded.
    pub(crate) fn is_due(&self, next: u32) -> bool {
        next.is_multiple_of(self.every.max(1))
    }
}

/// Why a folder is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It has checkpoints of this run, which was not to be resumed.
    InUse { level: u32 },
    /// It has checkpoints of another run.
    OtherRun,
    /// There is no checkpoint to resume from.
    Nothing,
}

impl Resume {
    /// Which of the levels on disk to try, and whether to start over if none of them is intact. `newest` is the newest
    /// level with a manifest that can be read, and whether it belongs to this run.
    pub(crate) fn plan(self, levels: Vec<u32>, newest: Option<(u32, bool)>) -> Result<(Vec<u32>, bool), Refused> {
        match (self, newest) {
            (_, Some((_, false))) => Err(Refused::OtherRun),
            (Self::Never, Some((level, true))) => Err(Refused::InUse { level }),
            (Self::Never, None) => Ok((Vec::new(), true)),
            (Self::IfPossible, _) => Ok((levels, true)),
            (Self::Always, _) if levels.is_empty() => Err(Refused::Nothing),
            (Self::Always, _) => Ok((levels, false)),
        }
    }
}

/// A folder of levels.
#[derive(Clone, Debug)]
pub(crate) struct Levels {
    root: PathBuf,
}

impl Levels {
    pub(crate) fn new(root: PathBuf) -> Self {
        Self { root }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.root
    }

    /// The folder of a level.
    pub(crate) fn level_path(&self, level: u32) -> PathBuf {
        self.root.join(format!("level-{level:05}"))
    }

    fn manifest_path(&self, level: u32) -> PathBuf {
        self.root.join(format!("level-{level:05}.json"))
    }

    /// Creates the folder of a level.
    pub(crate) fn create_level(&self, level: u32) -> Result<(), SaveError> {
        Ok(fs::create_dir_all(self.level_path(level))?)
    }

    /// Writes the manifest of a level. From then on the level can be resumed.
    pub(crate) fn write_manifest(&self, level: u32, manifest: &impl Serialize) -> Result<(), SaveError> {
        let text = serde_json::to_string(manifest).map_err(|error| SaveError::from(std::io::Error::from(error)))?;
        let crc = crc32fast::hash(text.as_bytes());
        replace(&self.manifest_path(level), &|file| writeln!(file, "{text}\n{crc:08x}"))
    }

    /// The manifest of a level, intact but of any run.
    pub(crate) fn read_manifest<M: DeserializeOwned>(&self, level: u32) -> Result<M, FileFault> {
        let text = fs::read_to_string(self.manifest_path(level)).map_err(|error| match error.kind() {
            std::io::ErrorKind::InvalidData => FileFault::Altered,
            _ => error.into(),
        })?;
        let (json, crc) = text.trim_end().split_once('\n').ok_or(FileFault::Altered)?;
        if crc != format!("{:08x}", crc32fast::hash(json.as_bytes())) {
            return Err(FileFault::Altered);
        }
        serde_json::from_str(json).map_err(|_| FileFault::BadHeader)
    }

    /// The levels that have a manifest, newest first.
    pub(crate) fn levels(&self) -> Vec<u32> {
        let mut levels = self.named(|name| name.strip_prefix("level-")?.strip_suffix(".json")?.parse().ok());
        levels.sort_unstable_by(|a, b| b.cmp(a));
        levels
    }

    fn named(&self, level: impl Fn(&str) -> Option<u32>) -> Vec<u32> {
        let Ok(entries) = fs::read_dir(&self.root) else { return Vec::new() };
        entries.filter_map(|entry| level(entry.ok()?.file_name().to_str()?)).collect()
    }

    /// Removes a manifest. Returns whether there is none any more.
    pub(crate) fn remove_manifest(&self, level: u32) -> bool {
        let path = self.manifest_path(level);
        fs::remove_file(&path).is_ok() || !path.exists()
    }

    /// Removes a level, its manifest first: files that cannot be removed do no harm without it.
    pub(crate) fn remove_level(&self, level: u32) {
        if self.remove_manifest(level) {
            let _ = fs::remove_dir_all(self.level_path(level));
        }
    }

    /// Removes the folders of all levels but these.
    pub(crate) fn remove_folders_but(&self, kept: &[u32]) {
        let levels = self.named(|name| name.strip_prefix("level-")?.parse().ok());
        for level in levels.into_iter().filter(|level| !kept.contains(level)) {
            let _ = fs::remove_dir_all(self.level_path(level));
        }
    }

    /// Removes the whole folder.
    pub(crate) fn remove(&self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tried_depends_on_what_is_there_and_what_is_wanted() {
        let levels = || vec![4, 3];
        for (resume, newest, expected) in [
            (Resume::Never, None, Ok((vec![], true))),
            (Resume::Never, Some((4, true)), Err(Refused::InUse { level: 4 })),
            (Resume::IfPossible, Some((4, true)), Ok((levels(), true))),
            (Resume::Always, Some((4, true)), Ok((levels(), false))),
            (Resume::Always, Some((4, false)), Err(Refused::OtherRun)),
            (Resume::IfPossible, Some((4, false)), Err(Refused::OtherRun)),
        ] {
            assert_eq!(resume.plan(levels(), newest), expected);
        }
        assert_eq!(Resume::Always.plan(Vec::new(), None), Err(Refused::Nothing));
        assert_eq!(Resume::IfPossible.plan(Vec::new(), None), Ok((vec![], true)));
    }

    #[test]
    fn a_manifest_that_was_altered_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let levels = Levels::new(folder.path().join("run"));
        levels.write_manifest(7, &[1, 2, 3]).expect("it is written");
        assert_eq!(levels.levels(), [7]);
        assert_eq!(levels.read_manifest::<Vec<u32>>(7), Ok(vec![1, 2, 3]));
        assert_eq!(levels.read_manifest::<String>(7), Err(FileFault::BadHeader));
        let path = levels.manifest_path(7);
        let text = fs::read_to_string(&path).expect("it is there").replace('2', "5");
        fs::write(&path, text).expect("it is writable");
        assert_eq!(levels.read_manifest::<Vec<u32>>(7), Err(FileFault::Altered));
        levels.remove_level(7);
        assert_eq!(levels.read_manifest::<Vec<u32>>(7), Err(FileFault::Missing));
    }
}
