//! What every worker does; see the head of the folder's `mod.rs`.

use std::collections::BinaryHeap;
use std::ops::Range;

use hueco_search::{Limit, Problem};
use hueco_tiles::file::{FileFault, SaveError};
use serde::{Deserialize, Serialize};
use timely::worker::Worker;

use super::folder::Part;
use super::state_file::Written;
use super::states::{States, hash_of};
use super::{Enumerated, Layer, ReachError, ReachEvent, Shared, Source, StateOf, Trouble};
use crate::messages::Messenger;
use crate::team::{Alarm, PeerLost};

/// The most children that a worker generates in a slice.
const MAX_SLICE: usize = 1 << 16;
/// The most states in a message.
const MAX_MESSAGE: usize = 1 << 11;
/// Messages between two flushes.
const FLUSH_EVERY: usize = 8;
/// Children between two checks of the budget.
const CHECK_EVERY: usize = 1 << 8;

/// What a worker broadcasts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// How the run starts, from the first worker; `None` from the others, or if it cannot start.
    Start(Option<StartPlan>),
    /// What it has read of a checkpoint; the file at fault otherwise.
    Loaded(Result<Loaded, FaultyFile>),
    /// It is ready for the first level.
    Ready,
    Slice(SliceReport),
    /// Its file of a checkpoint.
    Saved(Result<Written, SaveError>),
    /// Whether the checkpoint is complete, from the first worker.
    Completed(bool),
    /// States of the last level, as bytes.
    Deepest(Vec<Vec<u8>>),
}

/// Checkpoints to try, newest first, and whether to begin at the start if none of them is intact.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StartPlan {
    pub(super) levels: Vec<u32>,
    pub(super) may_start_over: bool,
}

/// The states that a worker has read, and how many of them are of the last level. `None` where a limit came first.
pub(super) type Loaded = Option<(u64, u64)>;
/// The number of the file, or the manifest as `None`, and what is wrong with it.
pub(super) type FaultyFile = (Option<u32>, FileFault);

/// What a worker broadcasts after a slice. It includes its limits, so that all workers decide alike.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SliceReport {
    /// How many states of the next level it owns so far.
    found: u64,
    /// Whether it has nothing left to expand.
    is_done: bool,
    /// The index in [`LIMITS`] of the limit that stops it.
    stopped: Option<u8>,
    /// The state at which the problem failed, as bytes.
    mistake: Option<Vec<u8>>,
    /// Whether all actions that it has generated cost 1.
    unit_costs: bool,
    max_states: u64,
    last_level: Option<u32>,
}

const LIMITS: [Limit; 6] = [Limit::Interrupt, Limit::Memory, Limit::Time, Limit::Nodes, Limit::Depth, Limit::Width];

/// Why a worker cannot continue.
#[derive(Clone, Debug)]
pub(super) enum Halt {
    Limit(Limit),
    /// The state at which the problem failed, as bytes.
    Mistake(Vec<u8>),
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

pub(super) type WorkerMessenger<'w, S> = Messenger<'w, Vec<S>, Report>;
pub(super) type Outcome<T, S> = Result<T, ReachError<StateOf<S>>>;

pub(super) fn work<S: Source>(
    worker: &mut Worker,
    alarm: &Alarm,
    shared: &Shared<S>,
) -> Outcome<Option<Enumerated<StateOf<S>>>, S> {
    let mut messenger = WorkerMessenger::new(worker, alarm);
    let is_first = messenger.is_first();
    let events = is_first.then(|| shared.events.lock().ok()?.take()).flatten();
    let emit = |event| {
        if let Some(events) = &events {
            // It fails only if the caller has given up the run.
            let _ = events.send(event);
        }
    };
    let problem = shared.enumeration.source.problem(&shared.budget);
    let mut run = Run::new(shared, &*problem, messenger.index());
    if !run.begin(&mut messenger, &emit)? {
        return Ok(None);
    }
    run.levels(&mut messenger, &emit)?;
    run.gather_deepest(&mut messenger)?;
    if let (Some(folder), true) = (&shared.folder, is_first) {
        let kept: Vec<u32> = run.parts.iter().map(|part| part.level).collect();
        folder.levels.remove_folders_but(&kept);
    }
    Ok(is_first.then_some(run.found))
}

/// A run, as one worker sees it.
pub(super) struct Run<'a, S: Source> {
    pub(super) shared: &'a Shared<S>,
    pub(super) problem: &'a S::Problem,
    pub(super) index: usize,
    pub(super) found: Enumerated<StateOf<S>>,
    pub(super) states: States<StateOf<S>>,
    /// The states of the last level that was counted.
    pub(super) counted: Range<usize>,
    /// Those of them that are still to be expanded.
    pub(super) level: Range<usize>,
    /// The state that is being expanded, and its remaining actions.
    pub(super) open: Option<(usize, <S::Problem as Problem>::Actions)>,
    /// Where the next level begins.
    pub(super) next: usize,
    /// Why this worker cannot continue.
    pub(super) halted: Option<Halt>,
    /// By worker: states that are not sent yet.
    pub(super) outgoing: Vec<Vec<StateOf<S>>>,
    /// Bytes in messages, here and in transit.
    pub(super) message_bytes: u64,
    /// Children per slice.
    pub(super) slice: usize,
    /// States per message.
    pub(super) message: usize,
    /// How many of its states are in a checkpoint.
    pub(super) saved: usize,
    /// What the last checkpoint lists.
    pub(super) parts: Vec<Part>,
    /// The levels of the checkpoints on disk, oldest first.
    pub(super) checkpoints: Vec<u32>,
    /// How many of its states the gauge has counted.
    pub(super) shown: usize,
}

impl<'a, S: Source> Run<'a, S> {
    fn new(shared: &'a Shared<S>, problem: &'a S::Problem, index: usize) -> Self {
        // A slice of every other worker may arrive at once: together they take at most a quarter of the allowed bytes, and
        // this worker's own slice another quarter.
        let bytes = size_of::<StateOf<S>>() + problem.heap_bytes(&problem.start());
        let states = shared.allowed / 4 / bytes.max(1) as u64;
        let slice = usize::try_from(states / shared.workers as u64).unwrap_or(MAX_SLICE).clamp(1, MAX_SLICE);
        Self {
            shared,
            problem,
            index,
            found: Enumerated { depths: Vec::new(), deepest: Vec::new(), unit_costs: true, stopped: None },
            states: States::new(),
            counted: 0..0,
            level: 0..0,
            open: None,
            next: 0,
            halted: None,
            outgoing: (0..shared.workers).map(|_| Vec::new()).collect(),
            message_bytes: 0,
            slice,
            message: (slice / shared.workers).clamp(1, MAX_MESSAGE),
            saved: 0,
            parts: Vec::new(),
            checkpoints: Vec::new(),
            shown: 0,
        }
    }

    /// Goes through all levels, to the end or a limit.
    fn levels(&mut self, messenger: &mut WorkerMessenger<'_, StateOf<S>>, emit: &dyn Fn(ReachEvent)) -> Outcome<(), S> {
        let mut reached: u64 = self.found.depths.iter().sum();
        // The level of a checkpoint may be the last one to be counted.
        if let (Some(depth), Some(last)) = (self.shared.enumeration.depth, self.found.depths.len().checked_sub(1))
            && last as u32 >= depth
        {
            self.found.stopped = Some(Limit::Depth);
            return Ok(());
        }
        loop {
            let (states, last_level) = loop {
                let own = self.slice(messenger);
                let reports = messenger.all_gather(Report::Slice(own))?;
                let reports: Vec<SliceReport> = reports.into_iter().filter_map(Report::slice).collect();
                if let Some(state) = reports.iter().find_map(|report| report.mistake.as_deref()) {
                    return Err(S::decode(state).map_or(ReachError::PeerLost(PeerLost), ReachError::Mistake));
                }
                self.found.unit_costs &= reports.iter().all(|report| report.unit_costs);
                let found = reports.iter().map(|report| report.found).sum::<u64>();
                let max_states = reports.iter().map(|report| report.max_states).min().unwrap_or(u64::MAX);
                let mut limits = reports.iter().filter_map(|report| LIMITS.get(report.stopped? as usize).copied());
                self.found.stopped = limits.next().or((reached + found > max_states).then_some(Limit::Nodes));
                let last_level = reports.iter().filter_map(|report| report.last_level).min();
                if self.found.stopped.is_some() {
                    return Ok(());
                }
                if reports.iter().all(|report| report.is_done) {
                    break (found, last_level);
                }
            };
            if states == 0 {
                return Ok(());
            }
            let depth = self.found.depths.len() as u32;
            reached += states;
            self.found.depths.push(states);
            emit(ReachEvent::Layer(Layer { depth, states, reached }));
            self.counted = self.next..self.states.len();
            (self.level, self.next) = (self.counted.clone(), self.states.len());
            self.checkpoint(messenger, emit)?;
            if last_level == Some(depth) {
                self.found.stopped = Some(Limit::Depth);
                return Ok(());
            }
        }
    }

    pub(super) fn add(&mut self, state: StateOf<S>, hash: u64) -> Result<(), Limit> {
        let heap = self.problem.heap_bytes(&state);
        self.states.add(state, hash, heap, self.shared.allowed.saturating_sub(self.message_bytes))
    }

    /// Expands a slice of a level and adds what the other workers sent. A worker that has to stop takes part too: the
    /// others wait for it.
    fn slice(&mut self, messenger: &mut WorkerMessenger<'_, StateOf<S>>) -> SliceReport {
        let mut unit_costs = true;
        if self.halted.is_none() {
            self.halted = self.expand(messenger, &mut unit_costs).err();
        }
        for to in 0..self.outgoing.len() {
            let message = std::mem::take(&mut self.outgoing[to]);
            if !message.is_empty() && self.halted.is_none() {
                messenger.send(to, message);
            }
        }
        let messages = messenger.receive_round();
        if self.halted.is_none() {
            self.halted = self.add_received(messages).err().map(Halt::Limit);
        }
        self.message_bytes = 0;
        self.show();
        let (stopped, mistake) = match &self.halted {
            None => (None, None),
            Some(Halt::Limit(limit)) => (LIMITS.iter().position(|it| it == limit).map(|place| place as u8), None),
            Some(Halt::Mistake(state)) => (None, Some(state.clone())),
        };
        SliceReport {
            found: (self.states.len() - self.next) as u64,
            is_done: self.level.is_empty() && self.open.is_none(),
            stopped,
            mistake,
            unit_costs,
            max_states: self.shared.budget.nodes_left(),
            last_level: self.shared.enumeration.depth,
        }
    }

    /// Lets the gauge count the states that are new. Not by slices alone: where a state takes long, a slice takes seconds.
    pub(super) fn show(&mut self) {
        let states = self.states.len();
        self.shared.budget.count((states - self.shown) as u64);
        self.shown = states;
    }

    /// Generates the children of a slice.
    fn expand(&mut self, messenger: &mut WorkerMessenger<'_, StateOf<S>>, unit_costs: &mut bool) -> Result<(), Halt> {
        self.shared.budget.check()?;
        let (mut generated, mut sent) = (0, 0);
        while generated < self.slice {
            let (number, mut actions) = if let Some(open) = self.open.take() {
                open
            } else {
                let Some(number) = self.level.next() else { break };
                let state = self.states.get(number);
                let actions = self.problem.actions(state, None);
                match S::trouble(self.problem) {
                    None => {}
                    Some(Trouble::Limit(limit)) => return Err(limit.into()),
                    Some(Trouble::Mistake) => {
                        let mut bytes = Vec::new();
                        S::encode(state, &mut bytes);
                        return Err(Halt::Mistake(bytes));
                    }
                }
                (number, actions)
            };
            let Some((action, cost)) = actions.next() else { continue };
            *unit_costs &= cost == 1;
            let child = self.problem.child(self.states.get(number), action, &mut actions);
            self.open = Some((number, actions));
            generated += 1;
            if generated % CHECK_EVERY == 0 {
                self.show();
                self.shared.budget.check()?;
            }
            let hash = hash_of(&child);
            let to = owner(hash, self.shared.workers);
            if to == self.index {
                self.add(child, hash)?;
            } else if let Some(message) = self.enqueue(to, child)? {
                messenger.send(to, message);
                sent += 1;
                if sent % FLUSH_EVERY == 0 {
                    messenger.flush();
                }
            }
        }
        Ok(())
    }

    /// Appends a state to the message for its owner. Returns the message if it is full.
    fn enqueue(&mut self, to: usize, state: StateOf<S>) -> Result<Option<Vec<StateOf<S>>>, Limit> {
        let mut more = self.problem.heap_bytes(&state);
        if self.outgoing[to].capacity() == 0 {
            more += self.message * size_of::<StateOf<S>>();
        }
        let message_bytes = self.message_bytes + more as u64;
        if self.states.bytes().saturating_add(message_bytes) > self.shared.allowed {
            return Err(Limit::Memory);
        }
        self.message_bytes = message_bytes;
        let message = &mut self.outgoing[to];
        if message.capacity() == 0 {
            message.reserve_exact(self.message);
        }
        message.push(state);
        Ok((message.len() == self.message).then(|| std::mem::take(message)))
    }

    /// Adds the states that were received. What this worker sent is no longer its own.
    fn add_received(&mut self, messages: Vec<Vec<StateOf<S>>>) -> Result<(), Limit> {
        let problem = self.problem;
        let bytes_of = |message: &Vec<StateOf<S>>| {
            let heap = message.iter().map(|state| problem.heap_bytes(state)).sum::<usize>();
            (message.capacity() * size_of::<StateOf<S>>() + heap) as u64
        };
        self.message_bytes = messages.iter().map(bytes_of).sum();
        for message in messages {
            let bytes = bytes_of(&message);
            for state in message {
                let hash = hash_of(&state);
                self.add(state, hash)?;
            }
            self.show();
            self.message_bytes -= bytes;
        }
        Ok(())
    }

    /// The states of the last level whose bytes come first: the same on any number of workers.
    fn gather_deepest(&mut self, messenger: &mut WorkerMessenger<'_, StateOf<S>>) -> Result<(), PeerLost> {
        let wanted = self.shared.enumeration.deepest;
        if wanted == 0 {
            return Ok(());
        }
        let mut first = BinaryHeap::new();
        for number in self.counted.clone() {
            let mut bytes = Vec::new();
            S::encode(self.states.get(number), &mut bytes);
            first.push(bytes);
            if first.len() > wanted {
                first.pop();
            }
        }
        let reports = messenger.all_gather(Report::Deepest(first.into_vec()))?;
        let mut all: Vec<Vec<u8>> = reports.into_iter().flat_map(Report::deepest).collect();
        all.sort_unstable();
        all.truncate(wanted);
        self.found.deepest = all.iter().filter_map(|bytes| S::decode(bytes)).collect();
        Ok(())
    }
}

/// The owner depends on mixed bits of the hash, since the index of the states uses the hash itself. Each of the workers owns
/// a range of them.
pub(super) fn owner(hash: u64, workers: usize) -> usize {
    let mixed = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    ((mixed * workers as u64) >> 32) as usize
}

impl Report {
    pub(super) fn loaded(self) -> Option<Result<Loaded, FaultyFile>> {
        if let Self::Loaded(loaded) = self { Some(loaded) } else { None }
    }

    fn slice(self) -> Option<SliceReport> {
        if let Self::Slice(report) = self { Some(report) } else { None }
    }

    pub(super) fn saved(self) -> Option<Result<Written, SaveError>> {
        if let Self::Saved(saved) = self { Some(saved) } else { None }
    }

    fn deepest(self) -> Vec<Vec<u8>> {
        if let Self::Deepest(states) = self { states } else { Vec::new() }
    }
}
