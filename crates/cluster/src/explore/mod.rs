//! All boards of a shape, level by level, on any number of workers.
//!
//! ```text
//! Sharding (sharding.rs)     the orders of a space divided into shards, and which worker owns which
//! OwnShards (own_shards.rs)  a worker's own shards: in memory, or on disk and expanded one group at a time (spilled.rs)
//! Folder (folder.rs, level_files.rs, level_file.rs)  levels on disk: shards, pending marks, and the manifest that
//!                            completes a level; all of it within the limits of the run
//! worker.rs                  the loop that all workers run
//! table.rs                   the distance of every state, in one file that all workers write to
//! ```
//! A level takes four steps. (1) Every worker expands its own states; see [`Shard`](hueco_tiles::space::Shard). Marks for
//! other workers' states are sent as messages. (2) When all messages of the level have arrived, their marks are added.
//! (3) If a checkpoint is due, every worker writes its shards as they are now. (4) All workers broadcast how many states
//! they had and what they wrote; if none failed, the first worker writes the manifest.
//!
//! **Faults.** A manifest lists every file of its level with its checksum, and gets its name by a rename when all files are
//! written and synced. A run that is resumed reads the newest manifest, and every worker its own files. If any of them
//! finds one that is not what was written, all go back to the level before. The last three levels are kept.

mod folder;
mod level_file;
mod level_files;
mod own_shards;
mod sharding;
mod spilled;
mod table;
mod worker;

use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use hueco_search::{Budget, Limit};
use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{Level, Space, SpaceTooLarge, Walked, Width};
use hueco_tiles::{Metric, Shape};
use thiserror::Error;
use timely::worker::Worker;

use crate::checkpoints::Checkpoint;
use crate::team::{Alarm, PeerLost, Team};
use folder::Folder;

/// A space to be enumerated, and how. All processes of a run must have the same.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// Rows and columns.
    pub shape: Shape,
    /// The blank's goal cell.
    pub goal_blank: usize,
    /// What counts as one move.
    pub metric: Metric,
    /// How many of the deepest states are returned, at most.
    pub deepest: usize,
    /// The last level to count; `None` for all.
    pub depth: Option<u32>,
    /// Checkpoints, if any.
    pub checkpoint: Option<Checkpoint>,
    /// The file for the distance of every state, if any. Not together with checkpoints or spilling.
    pub table: Option<(PathBuf, Width)>,
    /// The folder for shards that exceed the memory of the budget; it is created, and removed at the end.
    pub spill: Option<PathBuf>,
}

impl Exploration {
    /// A number that identifies it: processes with different ones refuse to connect.
    pub fn fingerprint(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = rustc_hash::FxHasher::default();
        let shape = (self.shape.rows(), self.shape.cols(), self.goal_blank, self.metric == Metric::Multi);
        (shape, self.deepest, self.depth).hash(&mut hasher);
        self.checkpoint.as_ref().map(|checkpoint| checkpoint.every).hash(&mut hasher);
        self.table.as_ref().map(|(_, width)| *width as u32).hash(&mut hasher);
        hasher.finish()
    }
}

/// What is reported while a space is enumerated, in the process with the first worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A level is finished.
    Level(Level),
    /// Something happened to a file.
    Note(Note),
}

/// What the user should know about files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The run was resumed.
    Resumed {
        /// The level that comes next.
        level: u32,
    },
    /// A checkpoint is not used.
    CheckpointRejected {
        /// Its level.
        level: u32,
        /// The shard whose file is at fault; `None`: the manifest.
        shard: Option<u32>,
        /// What is wrong with it.
        fault: FileFault,
    },
    /// A checkpoint was not written. The run continues.
    CheckpointNotWritten {
        /// Its level.
        level: u32,
        /// The reason.
        error: SaveError,
    },
    /// The distance table was not written. The counts are not affected.
    TableNotWritten {
        /// The reason.
        error: SaveError,
    },
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExploreError {
    /// The shape cannot be enumerated.
    #[error(transparent)]
    Space(#[from] SpaceTooLarge),
    /// A process was lost.
    #[error(transparent)]
    PeerLost(#[from] PeerLost),
    /// The folder has checkpoints of a run, which was not to be resumed.
    #[error("{folder} has checkpoints of a run of {shape} boards, the last of level {level}")]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// Its boards.
        shape: Shape,
        /// Its level.
        level: u32,
    },
    /// The folder has checkpoints of another run: other boards, another goal cell of the blank, another metric.
    #[error("{folder} has checkpoints of another run, of {shape} boards")]
    OtherRun {
        /// The folder.
        folder: PathBuf,
        /// Its boards.
        shape: Shape,
    },
    /// There is no checkpoint to resume from, or none that is intact.
    #[error("{folder} has no intact checkpoint to resume from")]
    NothingToResume {
        /// The folder.
        folder: PathBuf,
    },
    /// Shards could not be spilled to disk, or not be read back.
    #[error("shards could not be spilled to disk or read back")]
    Spill(DiskFault),
    /// Even one shard does not fit into the allowed memory.
    #[error("stopped by a limit: {0:?}")]
    Stopped(Limit),
}

/// What went wrong with a file that the run cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum DiskFault {
    /// It could not be written.
    Write(SaveError),
    /// It could not be read, or is not what was written.
    Read(FileFault),
}

/// Enumerates a space on the workers of a team. The process with the first worker returns the result and receives events;
/// the others return `None`.
///
/// Limits are those of [`walk`](hueco_tiles::space::walk), in each process by itself. The limit on memory is per process;
/// shards beyond it are spilled to disk if there is a folder for them.
pub fn explore(
    team: Team,
    exploration: &Exploration,
    budget: &Budget,
    on_event: &mut dyn FnMut(Event),
) -> Result<Option<Walked>, ExploreError> {
    let space = Space::new(exploration.shape, exploration.goal_blank, exploration.metric)?;
    let folder = |path: &PathBuf| Folder::new(path.clone(), &space);
    let checkpoints = exploration.checkpoint.as_ref().map(|it| folder(&it.folder));
    let spill = exploration.spill.as_ref().map(folder);
    let (sender, events) = channel();
    let shared = Shared {
        exploration: exploration.clone(),
        budget: budget.clone(),
        workers: team.workers(),
        workers_here: team.workers_here(),
        checkpoints,
        spill,
        space,
        // Only the first worker sends events.
        events: Mutex::new(team.is_first().then_some(sender)),
    };
    let shared = Arc::new(shared);
    let for_workers = Arc::clone(&shared);
    let work = move |worker: &mut Worker, alarm: &Alarm| worker::work(worker, alarm, &for_workers);
    let results = team.run(work, || events.into_iter().for_each(on_event));
    if let Some(spill) = &shared.spill {
        spill.remove();
    }
    // A worker that fails takes the others down: its own error counts more than their `PeerLost`.
    let (results, errors): (Vec<_>, Vec<_>) = results?.into_iter().partition(Result::is_ok);
    let errors = errors.into_iter().filter_map(Result::err);
    match errors.min_by_key(|error| *error == ExploreError::PeerLost(PeerLost)) {
        Some(error) => Err(error),
        None => Ok(results.into_iter().flatten().flatten().next()),
    }
}

/// What the workers of a process share.
struct Shared {
    exploration: Exploration,
    budget: Budget,
    workers: usize,
    workers_here: usize,
    checkpoints: Option<Folder>,
    spill: Option<Folder>,
    space: Space,
    /// Taken by the first worker. When that ends, so does the channel.
    events: Mutex<Option<Sender<Event>>>,
}
