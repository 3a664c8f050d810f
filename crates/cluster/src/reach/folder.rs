//! The checkpoints of an enumeration.
//!
//! ```text
//! FOLDER/level-00017/00003.states   what worker 3 has found since the checkpoint before
//! FOLDER/level-00017.json           the manifest (see `checkpoints.rs`): it lists the files of all levels up to its own
//! ```
//! The manifests of the last three checkpoints are kept, the files of all: each state is on disk once.

use std::path::{Path, PathBuf};

use hueco_tiles::file::{FileFault, SaveError};
use serde::{Deserialize, Serialize};

use super::state_file::{self, FileId, StateFile, Written};
use crate::checkpoints::Levels;

/// The version of the manifest.
const VERSION: u32 = 1;
/// The most workers that a manifest may list.
const MAX_WORKERS: usize = 1 << 20;

/// A complete checkpoint: everything that is known before its level is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    version: u32,
    pub(super) name: String,
    problem: u64,
    pub(super) level: u32,
    /// The number of states of each level before.
    pub(super) depths: Vec<u64>,
    pub(super) unit_costs: bool,
    /// Oldest first.
    pub(super) parts: Vec<Part>,
}

/// What one checkpoint added: a file of each worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) level: u32,
    pub(super) files: Vec<Written>,
}

impl Manifest {
    /// Whether a run can have written it.
    fn is_valid(&self) -> bool {
        let levels = self.parts.iter().map(|part| part.level);
        let states = self.parts.iter().flat_map(|part| &part.files).try_fold(0_u64, |sum, file| {
            (file.older <= file.states).then_some(())?;
            sum.checked_add(file.states)
        });
        let counted = self.depths.iter().try_fold(0_u64, |sum, states| sum.checked_add(*states));
        let last = self.parts.last();
        self.version == VERSION
            && self.depths.len() == self.level as usize
            && levels.is_sorted_by(|a, b| a < b)
            && last.is_some_and(|part| part.level == self.level)
            && self.parts.iter().all(|part| (1..=MAX_WORKERS).contains(&part.files.len()))
            && states == counted
    }
}

/// A folder of checkpoints of one problem.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    pub(super) levels: Levels,
    name: String,
    problem: u64,
}

impl Folder {
    pub(super) fn new(root: PathBuf, (name, problem): (String, u64)) -> Self {
        Self { levels: Levels::new(root), name, problem }
    }

    fn file(&self, level: u32, worker: usize, workers: usize) -> (PathBuf, FileId) {
        let path = self.levels.level_path(level).join(format!("{worker:05}.states"));
        let id = FileId { problem: self.problem, level, worker: worker as u32, workers: workers as u32 };
        (path, id)
    }

    /// Writes the states of one worker.
    pub(super) fn write(
        &self,
        level: u32,
        (worker, workers): (usize, usize),
        encoded: impl FnMut(&mut Vec<u8>) -> bool,
    ) -> Result<Written, SaveError> {
        self.levels.create_level(level)?;
        let (path, id) = self.file(level, worker, workers);
        Ok(state_file::write(&path, id, encoded)?)
    }

    /// The file of one worker of a part, to be read.
    pub(super) fn open<'a>(&self, part: &'a Part, worker: usize) -> Result<StateFile<'a>, FileFault> {
        let (path, id) = self.file(part.level, worker, part.files.len());
        StateFile::open(path, id, &part.files[worker])
    }

    /// Writes the manifest that completes a checkpoint.
    pub(super) fn complete(&self, depths: &[u64], unit_costs: bool, parts: &[Part]) -> Result<(), SaveError> {
        let manifest = Manifest {
            version: VERSION,
            name: self.name.clone(),
            problem: self.problem,
            level: depths.len() as u32,
            depths: depths.to_vec(),
            unit_costs,
            parts: parts.to_vec(),
        };
        self.levels.write_manifest(manifest.level, &manifest)
    }

    /// The manifest of a level, of any problem.
    pub(super) fn manifest(&self, level: u32) -> Result<Manifest, FileFault> {
        let manifest: Manifest = self.levels.read_manifest(level)?;
        if manifest.is_valid() && manifest.level == level { Ok(manifest) } else { Err(FileFault::BadHeader) }
    }

    /// The manifest of a level of this problem.
    pub(super) fn own_manifest(&self, level: u32) -> Result<Manifest, FileFault> {
        let manifest = self.manifest(level)?;
        if self.is_own(&manifest) { Ok(manifest) } else { Err(FileFault::OtherContents) }
    }

    pub(super) fn is_own(&self, manifest: &Manifest) -> bool {
        manifest.problem == self.problem
    }

    pub(super) fn path(&self) -> &Path {
        self.levels.path()
    }
}
