//! All states that a problem can reach, level by level, on any number of workers.
//!
//! This is for any [`Problem`] of the engine whose states can be sent. Nothing is known about the space beforehand, so
//! states cannot be ranks: every worker keeps the *set* of the states that it owns, and a fixed hash of a state determines
//! its owner. All states are kept, not only the last two levels, since actions need not be reversible.
//!
//! ```text
//! Source                       what makes a problem for each worker: it need not be shared
//! states.rs                    a worker's own states
//! worker.rs                    the loop that all workers run
//! saved.rs                     how a worker begins, with a checkpoint or without, and how it writes one
//! folder.rs, state_file.rs     the states of each level on disk
//! ```
//! **A level is expanded in slices.** In a slice a worker generates a bounded number of children. It adds its own at once
//! and sends the others to their owners. Then all workers wait for the messages of the slice, add what has arrived, and
//! broadcast how many states they have found, whether they are done with the level, and whether a limit stops them. So
//! messages in transit take a bounded part of the memory, and a limit that one worker meets stops all within a slice.
//!
//! **Checkpoints.** States are only ever added, so a checkpoint writes those that were found since the one before, one file
//! per worker. An owner is a range of hashes: a run that is resumed with another number of workers reads the files whose
//! ranges overlap its own. The states of all files, added up, must be those that were counted.
//!
//! **A mistake in the problem itself**, which a program of the user's can have, stops all workers. What is broadcast is the
//! state at which it happened: whoever wants to know more repeats the step there.

mod folder;
mod saved;
mod state_file;
mod states;
mod worker;

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use hueco_search::{Budget, Limit, Problem};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use timely::worker::Worker;

use crate::checkpoints::Checkpoint;
use crate::explore::Note;
use crate::team::{Alarm, PeerLost, Team};
use folder::Folder;

/// A level that is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Actions from the start.
    pub depth: u32,
    /// The number of its states.
    pub states: u64,
    /// The number of states of this level and all before it.
    pub reached: u64,
}

/// What makes the problem that is enumerated. A problem that threads cannot share is made once for every worker.
pub trait Source: Send + Sync + 'static {
    /// The problem.
    type Problem: Problem<State: Serialize + DeserializeOwned + Send> + 'static;
    /// A worker's own problem, or a reference to the one that all share.
    type Handle<'s>: Deref<Target = Self::Problem>
    where
        Self: 's;

    /// The problem of one worker. Long computations inside it should end at the limits of the budget.
    fn problem(&self, budget: &Budget) -> Self::Handle<'_>;

    /// Asked after each call of [`Problem::actions`]: whether it went wrong.
    fn trouble(_problem: &Self::Problem) -> Option<Trouble> {
        None
    }

    /// Appends a state as bytes, for a file.
    fn encode(state: &StateOf<Self>, into: &mut Vec<u8>) {
        // Writing into memory does not fail, and keys of states are texts.
        let _ = serde_json::to_writer(into, state);
    }

    /// What [`encode`](Self::encode) wrote. The bytes may be anything.
    fn decode(bytes: &[u8]) -> Option<StateOf<Self>> {
        serde_json::from_slice(bytes).ok()
    }
}

/// The states of a source's problem.
pub type StateOf<S> = <<S as Source>::Problem as Problem>::State;

/// Why a state has no actions though it may have some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A limit ended the call.
    Limit(Limit),
    /// The problem itself is wrong.
    Mistake,
}

/// Something to enumerate, and how. All processes of a run must have the same.
#[derive(Clone, Debug)]
pub struct Enumeration<S> {
    /// What makes the problem.
    pub source: S,
    /// What identifies the problem in a folder of checkpoints: its name, and a number that is another for another problem.
    pub identity: (String, u64),
    /// The last level to count; `None` for all.
    pub depth: Option<u32>,
    /// How many of the deepest states are returned, at most.
    pub deepest: usize,
    /// Checkpoints, if any.
    pub checkpoint: Option<Checkpoint>,
}

/// The result of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerated<S> {
    /// The number of states at each depth, for the levels that were finished.
    pub depths: Vec<u64>,
    /// States of the last of these levels: those whose bytes come first.
    pub deepest: Vec<S>,
    /// Whether every action that was generated costs 1.
    pub unit_costs: bool,
    /// The limit that stopped it, if one did.
    pub stopped: Option<Limit>,
}

/// What is reported during an enumeration, in the process with the first worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReachEvent {
    /// A level is finished.
    Layer(Layer),
    /// Something happened to a file.
    Note(Note),
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReachError<S> {
    /// A process was lost.
    #[error(transparent)]
    PeerLost(#[from] PeerLost),
    /// The problem is wrong: its actions failed at this state.
    #[error("the problem has a mistake")]
    Mistake(S),
    /// The folder has checkpoints of this problem, and the run was not to be resumed.
    #[error("{folder} has checkpoints of {name}, the last of level {level}")]
    InUse {
        /// The folder.
        folder: PathBuf,
        /// The name of the problem.
        name: String,
        /// Its level.
        level: u32,
    },
    /// The folder has checkpoints of another problem, or of the same with other parameters.
    #[error("{folder} has checkpoints of another problem, {name}")]
    OtherRun {
        /// The folder.
        folder: PathBuf,
        /// The name of that problem.
        name: String,
    },
    /// There is no checkpoint to resume from, or none that is intact.
    #[error("{folder} has no intact checkpoint to resume from")]
    NothingToResume {
        /// The folder.
        folder: PathBuf,
    },
}

/// The result of [`reach`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The number of states at each depth, for the levels that were finished.
    pub depths: Vec<u64>,
    /// The limit that stopped it, if one did.
    pub stopped: Option<Limit>,
}

/// Counts the states that can be reached from a problem's start, by the fewest actions that lead to them; costs do not
/// matter. The process with the first worker returns the result and calls `on_layer` for every level; the others return
/// `None`.
///
/// It stops before there are more states than the budget's nodes ([`Limit::Nodes`]; a level that would exceed them is not
/// counted), after the level `depth` ([`Limit::Depth`]; there may be no further level), and before this process uses more
/// than the budget's bytes ([`Limit::Memory`]), of which messages take at most half. All processes must have the same
/// problem, and run on hosts with the same word size.
///
/// ```
/// use hueco_cluster::{Team, reach};
/// use hueco_search::{Budget, Cost, Problem};
///
/// /// Two jugs of 5 and 3 litres: fill one, empty one, or pour one into the other.
/// struct Jugs;
///
/// impl Problem for Jugs {
///     type State = (u8, u8);
///     type Action = u8;
///     type Actions = std::vec::IntoIter<(u8, Cost)>;
///
///     fn start(&self) -> (u8, u8) { (0, 0) }
///     fn is_goal(&self, jugs: &(u8, u8)) -> bool { jugs.0 == 4 }
///     fn actions(&self, _: &(u8, u8), _: Option<u8>) -> Self::Actions {
///         (0..6).map(|action| (action, 1)).collect::<Vec<_>>().into_iter()
///     }
///     fn apply(&self, (a, b): &mut (u8, u8), action: u8) {
///         let (into_b, into_a) = ((*a).min(3 - *b), (*b).min(5 - *a));
///         (*a, *b) = [(5, *b), (*a, 3), (0, *b), (*a, 0), (*a - into_b, *b + into_b), (*a + into_a, *b - into_a)]
///             [action as usize];
///     }
/// }
///
/// let reached = reach(Team::threads(2), Jugs, &Budget::unlimited(), None, &mut |_| ()).unwrap().unwrap();
/// assert_eq!(reached.depths, [1, 2, 3, 2, 2, 2, 2, 2]);
/// ```
pub fn reach<P>(
    team: Team,
    problem: P,
    budget: &Budget,
    depth: Option<u32>,
    on_layer: &mut dyn FnMut(Layer),
) -> Result<Option<Reached>, PeerLost>
where
    P: Problem<State: Serialize + DeserializeOwned + Send> + Send + Sync + 'static,
{
    let source = Common(problem);
    let enumeration = Enumeration { source, identity: (String::new(), 0), depth, deepest: 0, checkpoint: None };
    let enumerated = enumerate(team, enumeration, budget, &mut |event| {
        if let ReachEvent::Layer(layer) = event {
            on_layer(layer);
        }
    });
    match enumerated {
        Ok(found) => Ok(found.map(|Enumerated { depths, stopped, .. }| Reached { depths, stopped })),
        // Without checkpoints, and with a problem that cannot fail, nothing else is left.
        Err(_) => Err(PeerLost),
    }
}

/// A problem that all workers of a process share.
pub(crate) struct Common<P>(pub(crate) P);

impl<P> Source for Common<P>
where
    P: Problem<State: Serialize + DeserializeOwned + Send> + Send + Sync + 'static,
{
    type Problem = P;
    type Handle<'s> = &'s P;

    fn problem(&self, _: &Budget) -> &P {
        &self.0
    }
}

/// The same as [`reach`], for a problem that each worker makes for itself, with checkpoints and the deepest states. All
/// processes return a mistake of the problem; everything else is returned by the first alone.
pub fn enumerate<S: Source>(
    team: Team,
    enumeration: Enumeration<S>,
    budget: &Budget,
    on_event: &mut dyn FnMut(ReachEvent),
) -> Result<Option<Enumerated<StateOf<S>>>, ReachError<StateOf<S>>> {
    let (sender, events) = channel();
    let folder = enumeration.checkpoint.as_ref();
    let folder = folder.map(|checkpoint| Folder::new(checkpoint.folder.clone(), enumeration.identity.clone()));
    let shared = Shared {
        enumeration,
        folder,
        budget: budget.clone(),
        workers: team.workers(),
        allowed: budget.byte_limit() / team.workers_here() as u64,
        events: Mutex::new(team.is_first().then_some(sender)),
    };
    let shared = Arc::new(shared);
    let work = move |worker: &mut Worker, alarm: &Alarm| worker::work(worker, alarm, &shared);
    let results = team.run(work, || events.into_iter().for_each(on_event))?;
    // A worker that fails takes the others down: its own error counts more than their loss.
    let (results, errors): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    let errors = errors.into_iter().filter_map(Result::err);
    match errors.min_by_key(|error| matches!(error, ReachError::PeerLost(_))) {
        Some(error) => Err(error),
        None => Ok(results.into_iter().flatten().flatten().next()),
    }
}

/// What the workers of a process share.
struct Shared<S> {
    enumeration: Enumeration<S>,
    folder: Option<Folder>,
    budget: Budget,
    workers: usize,
    /// The bytes that each worker of this process may use.
    allowed: u64,
    /// Taken by the first worker. When that ends, so does the channel.
    events: Mutex<Option<Sender<ReachEvent>>>,
}
