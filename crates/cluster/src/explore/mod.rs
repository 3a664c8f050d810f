//! All boards of a shape, level by level, on any number of workers.
//!
//! ```text
//! Cut (cut.rs)        the orders of a space in shards, and which worker owns which
//! Pieces (pieces.rs)  a worker's own shards: in memory, or on disk and worked on one group at a time (laid.rs)
//! Folder (folder.rs, level_file.rs)  levels on disk: shards, marks on their way, and the marker that makes a level count
//! worker.rs           the loop that all workers run
//! record.rs           the distance of every state, in one file that all workers fill
//! ```
//! A level takes four steps. (1) Every worker expands its own states; see [`Shard`](hueco_tiles::space::Shard). Marks for
//! other workers' states go off in parcels. (2) When all parcels of the level have arrived their marks are taken in. (3)
//! Where checkpoints are kept, every worker writes its shards as they are now. (4) All tell all how many states they had
//! and what they wrote; if nobody failed, the first worker writes the marker.
//!
//! **Faults.** A marker names every file of its level with its checksum, and gets its name by a rename when all are
//! written and synced. A run that goes on reads the newest marker, and every worker its own files; if any of them finds
//! one that is not what was written, all of them together go back to the level before. The last two levels are kept.

mod cut;
mod folder;
mod laid;
mod level_file;
mod pieces;
mod record;
mod worker;

use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use hueco_search::{Budget, Limit};
use hueco_tiles::file::{FileFault, SaveError};
use hueco_tiles::space::{Level, Space, SpaceTooLarge, Walked, Width};
use hueco_tiles::{Metric, Shape};
use thiserror::Error;

use crate::team::{Lost, Team};
use folder::Folder;

/// Whether to go on with what a folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// Begin; a folder that holds a run is refused.
    No,
    /// Go on if the folder holds a run, else begin.
    IfAny,
    /// Go on; a folder without a run is refused.
    Must,
}

/// Where checkpoints are kept. All processes must see the same folder.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The folder.
    pub folder: PathBuf,
    /// Levels from one to the next.
    pub every: u32,
    /// Whether to go on with what is there.
    pub resume: Resume,
}

/// A space to be enumerated. All processes of a run are given the same.
#[derive(Clone, Debug)]
pub struct Job {
    /// Rows and columns.
    pub shape: Shape,
    /// The blank's goal cell.
    pub goal_blank: usize,
    /// What counts as one move.
    pub metric: Metric,
    /// How many of the deepest states are told, at most.
    pub deepest: usize,
    /// The last level to count; all without it.
    pub depth: Option<u32>,
    /// Where checkpoints are kept.
    pub checkpoint: Option<Checkpoint>,
    /// The file that gets the distance of every state, and how much of it. Not together with what is kept on disk.
    pub table: Option<(PathBuf, Width)>,
    /// Where shards are laid down that do not fit the budget's memory; it is made, and removed at the end.
    pub spill: Option<PathBuf>,
}

impl Job {
    /// A number that tells jobs apart: processes that are about to do different things do not begin.
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

/// What is told while a space is enumerated, in the process with the first worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A level is finished.
    Level(Level),
    /// Something happened that is worth knowing.
    Note(Note),
}

/// What is worth knowing of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// It goes on with this level.
    Resumed {
        /// The level that comes next.
        level: u32,
    },
    /// A checkpoint is not used.
    Refused {
        /// Its level.
        level: u32,
        /// The shard whose file is at fault; `None`: the marker.
        shard: Option<u32>,
        /// What is wrong with it.
        fault: FileFault,
    },
    /// A checkpoint was not written. The run goes on.
    NotSaved {
        /// Its level.
        level: u32,
        /// Why.
        fault: SaveError,
    },
    /// The table of distances was not written. The counts are right all the same.
    NoTable {
        /// Why.
        fault: SaveError,
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
    Lost(#[from] Lost),
    /// The folder holds a run already.
    #[error("{folder} holds a run of {shape} boards at level {level}")]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// Its boards.
        shape: Shape,
        /// Its level.
        level: u32,
    },
    /// The folder holds a run of something else: other boards, another goal cell of the blank, another metric.
    #[error("{folder} holds a run of something else, of {shape} boards")]
    OtherRun {
        /// The folder.
        folder: PathBuf,
        /// Its boards.
        shape: Shape,
    },
    /// There is no checkpoint to go on with, or none that is whole.
    #[error("{folder} holds no checkpoint that could be gone on with")]
    NothingToResume {
        /// The folder.
        folder: PathBuf,
    },
    /// Shards that were laid down on disk could not be written or read again.
    #[error("the disk failed while shards were laid down on it")]
    Spill(DiskFault),
    /// Even one shard does not fit the memory allowed.
    #[error("stopped by a limit: {0:?}")]
    Stopped(Limit),
}

/// What went wrong with a file that the run cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum DiskFault {
    /// It was not written.
    Write(SaveError),
    /// It could not be read, or was not as it was written.
    Read(FileFault),
}

/// Enumerates a space on the workers of a team. What it came to is told by the process with the first worker; the others
/// get `None`. `tell` hears of every level there.
///
/// Limits are those of [`walk`](hueco_tiles::space::walk), in each process by itself; the limit on memory is the process's,
/// and shards beyond it are laid down on disk if the job names a folder for them.
pub fn explore(
    team: Team,
    job: &Job,
    budget: &Budget,
    tell: &mut dyn FnMut(Event),
) -> Result<Option<Walked>, ExploreError> {
    let space = Space::new(job.shape, job.goal_blank, job.metric)?;
    let folder = |path: &PathBuf| Folder::new(path.clone(), &space);
    let (checkpoints, spill) = (job.checkpoint.as_ref().map(|it| folder(&it.folder)), job.spill.as_ref().map(folder));
    let (events, told) = channel();
    let shared = Shared {
        job: job.clone(),
        budget: budget.clone(),
        workers: team.workers(),
        workers_here: team.workers_here(),
        checkpoints,
        spill,
        space,
        // Without the first worker here there is nothing to be told.
        events: Mutex::new(team.is_first().then_some(events)),
    };
    let shared = Arc::new(shared);
    let for_workers = Arc::clone(&shared);
    let results = team.run(
        move |worker| worker::work(worker, &for_workers),
        || {
            for event in told {
                tell(event);
            }
        },
    )?;
    if let Some(spill) = &shared.spill {
        spill.remove();
    }
    // A worker that fails takes the others down with it: what it says counts more than what they say of it.
    let (told, failed): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    let mut errors: Vec<ExploreError> = failed.into_iter().filter_map(Result::err).collect();
    errors.sort_by_key(|error| *error == ExploreError::Lost(Lost));
    match errors.into_iter().next() {
        Some(error) => Err(error),
        None => Ok(told.into_iter().flatten().flatten().next()),
    }
}

/// What all workers of a process see.
struct Shared {
    job: Job,
    budget: Budget,
    workers: usize,
    workers_here: usize,
    checkpoints: Option<Folder>,
    spill: Option<Folder>,
    space: Space,
    /// Taken by the first worker: when it ends, so does the listening.
    events: Mutex<Option<Sender<Event>>>,
}
