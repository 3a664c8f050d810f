//! All states that a problem can reach, level by level, on any number of workers.
//!
//! This is for any [`Problem`] of the engine whose states can be sent. Nothing is known about the space beforehand, so
//! states cannot be ranks: every worker keeps the *set* of the states that it owns, and a fixed hash of a state determines
//! its owner. All states are kept, not only the last two levels, since actions need not be reversible.
//!
//! **A level is expanded in slices.** In a slice a worker generates a bounded number of children. It adds its own at once
//! and sends the others to their owners. Then all workers wait for the messages of the slice, add what has arrived, and
//! broadcast how many states they have found, whether they are done with the level, and whether a limit stops them. So
//! messages in transit take a bounded part of the memory, and a limit that one worker meets stops all within a slice.

mod states;

use std::ops::Range;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use hueco_search::{Budget, Limit, Problem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use timely::worker::Worker;

use crate::messages::Messenger;
use crate::team::{PeerLost, Team};
use states::{States, hash_of};

/// The most children that a worker generates in a slice.
const MAX_SLICE: usize = 1 << 16;
/// The most states in a message.
const MAX_MESSAGE: usize = 1 << 11;
/// Messages between two flushes.
const FLUSH_EVERY: usize = 8;
/// Children between two checks of the budget.
const CHECK_EVERY: usize = 1 << 8;

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

/// The result of an enumeration.
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
    let (sender, layers) = channel();
    let shared = Shared {
        problem,
        budget: budget.clone(),
        depth,
        workers: team.workers(),
        allowed: budget.byte_limit() / team.workers_here() as u64,
        layers: Mutex::new(team.is_first().then_some(sender)),
    };
    let shared = Arc::new(shared);
    let results = team.run(move |worker| work(worker, &shared), || layers.into_iter().for_each(on_layer))?;
    let results: Result<Vec<_>, PeerLost> = results.into_iter().collect();
    Ok(results?.into_iter().flatten().next())
}

/// What the workers of a process share.
struct Shared<P> {
    problem: P,
    budget: Budget,
    depth: Option<u32>,
    workers: usize,
    /// The bytes that each worker of this process may use.
    allowed: u64,
    /// Taken by the first worker. When that ends, so does the channel.
    layers: Mutex<Option<Sender<Layer>>>,
}

/// What a worker broadcasts after a slice. It includes its limits, so that all workers decide alike.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SliceReport {
    /// How many states of the next level it owns so far.
    found: u64,
    /// Whether it has nothing left to expand.
    is_done: bool,
    /// The index in [`LIMITS`] of the limit that stops it.
    stopped: Option<u8>,
    max_states: u64,
    last_level: Option<u32>,
}

const LIMITS: [Limit; 6] = [Limit::Interrupt, Limit::Memory, Limit::Time, Limit::Nodes, Limit::Depth, Limit::Width];

type WorkerMessenger<'w, S> = Messenger<'w, Vec<S>, SliceReport>;

fn work<P>(worker: &mut Worker, shared: &Shared<P>) -> Result<Option<Reached>, PeerLost>
where
    P: Problem<State: Serialize + DeserializeOwned + Send> + 'static,
{
    let mut messenger = WorkerMessenger::new(worker);
    let layers = messenger.is_first().then(|| shared.layers.lock().ok()?.take()).flatten();
    let emit = |layer| {
        if let Some(layers) = &layers {
            // It fails only if the caller has given up the run.
            let _ = layers.send(layer);
        }
    };
    let reached = Run::new(shared, messenger.index()).levels(&mut messenger, &emit)?;
    Ok(messenger.is_first().then_some(reached))
}

/// A run, as one worker sees it.
struct Run<'a, P: Problem> {
    shared: &'a Shared<P>,
    index: usize,
    states: States<P::State>,
    /// States of this level that are still to be expanded.
    level: Range<usize>,
    /// The state that is being expanded, and its remaining actions.
    open: Option<(usize, P::Actions)>,
    /// Where the next level begins.
    next: usize,
    /// By worker: states that are not sent yet.
    outgoing: Vec<Vec<P::State>>,
    /// Bytes in messages, here and in transit.
    message_bytes: u64,
    /// Children per slice.
    slice: usize,
    /// States per message.
    message: usize,
}

impl<'a, P> Run<'a, P>
where
    P: Problem<State: Serialize + DeserializeOwned + Send> + 'static,
{
    fn new(shared: &'a Shared<P>, index: usize) -> Self {
        // A slice of every other worker may arrive at once: together they take at most a quarter of the allowed bytes, and
        // this worker's own slice another quarter.
        let bytes = size_of::<P::State>() + shared.problem.heap_bytes(&shared.problem.start());
        let states = shared.allowed / 4 / bytes.max(1) as u64;
        let slice = usize::try_from(states / shared.workers as u64).unwrap_or(MAX_SLICE).clamp(1, MAX_SLICE);
        Self {
            shared,
            index,
            states: States::new(),
            level: 0..0,
            open: None,
            next: 0,
            outgoing: (0..shared.workers).map(|_| Vec::new()).collect(),
            message_bytes: 0,
            slice,
            message: (slice / shared.workers).clamp(1, MAX_MESSAGE),
        }
    }

    /// Goes through all levels, to the end or a limit.
    fn levels(
        &mut self,
        messenger: &mut WorkerMessenger<'_, P::State>,
        emit: &dyn Fn(Layer),
    ) -> Result<Reached, PeerLost> {
        let mut reached = Reached::default();
        let mut all_states = 0;
        let mut stopped = self.add_start().err();
        self.shared.budget.count(self.states.len() as u64);
        loop {
            let (states, last_level) = loop {
                let own = self.slice(messenger, &mut stopped);
                let reports = messenger.all_gather(own)?;
                let found = reports.iter().map(|report| report.found).sum::<u64>();
                let max_states = reports.iter().map(|report| report.max_states).min().unwrap_or(u64::MAX);
                let mut limits = reports.iter().filter_map(|report| LIMITS.get(report.stopped? as usize).copied());
                reached.stopped = limits.next().or((all_states + found > max_states).then_some(Limit::Nodes));
                let last_level = reports.iter().filter_map(|report| report.last_level).min();
                if reached.stopped.is_some() {
                    return Ok(reached);
                }
                if reports.iter().all(|report| report.is_done) {
                    break (found, last_level);
                }
            };
            if states == 0 {
                return Ok(reached);
            }
            let depth = reached.depths.len() as u32;
            all_states += states;
            reached.depths.push(states);
            emit(Layer { depth, states, reached: all_states });
            if last_level == Some(depth) {
                reached.stopped = Some(Limit::Depth);
                return Ok(reached);
            }
            self.level = self.next..self.states.len();
            self.next = self.states.len();
        }
    }

    /// Adds the start, if this worker owns it.
    fn add_start(&mut self) -> Result<(), Limit> {
        let start = self.shared.problem.start();
        let hash = hash_of(&start);
        if self.owner(hash) == self.index { self.add(start, hash) } else { Ok(()) }
    }

    fn add(&mut self, state: P::State, hash: u64) -> Result<(), Limit> {
        let heap = self.shared.problem.heap_bytes(&state);
        self.states.add(state, hash, heap, self.shared.allowed.saturating_sub(self.message_bytes))
    }

    /// The owner depends on mixed bits of the hash, since the index of the states uses the hash itself.
    fn owner(&self, hash: u64) -> usize {
        let mixed = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ((mixed * self.shared.workers as u64) >> 32) as usize
    }

    /// Expands a slice of a level and adds what the other workers sent. A worker that has to stop takes part too: the
    /// others wait for it.
    fn slice(&mut self, messenger: &mut WorkerMessenger<'_, P::State>, stopped: &mut Option<Limit>) -> SliceReport {
        let before = self.states.len();
        if stopped.is_none() {
            *stopped = self.expand(messenger).err();
        }
        for to in 0..self.outgoing.len() {
            let message = std::mem::take(&mut self.outgoing[to]);
            if !message.is_empty() && stopped.is_none() {
                messenger.send(to, message);
            }
        }
        let messages = messenger.receive_round();
        if stopped.is_none() {
            *stopped = self.add_received(messages).err();
        }
        self.message_bytes = 0;
        self.shared.budget.count((self.states.len() - before) as u64);
        SliceReport {
            found: (self.states.len() - self.next) as u64,
            is_done: self.level.is_empty() && self.open.is_none(),
            stopped: stopped.and_then(|limit| LIMITS.iter().position(|it| *it == limit)).map(|place| place as u8),
            max_states: self.shared.budget.nodes_left(),
            last_level: self.shared.depth,
        }
    }

    /// Generates the children of a slice.
    fn expand(&mut self, messenger: &mut WorkerMessenger<'_, P::State>) -> Result<(), Limit> {
        self.shared.budget.check()?;
        let (mut generated, mut sent) = (0, 0);
        while generated < self.slice {
            let (number, mut actions) = if let Some(open) = self.open.take() {
                open
            } else {
                let Some(number) = self.level.next() else { break };
                (number, self.shared.problem.actions(self.states.get(number), None))
            };
            let Some((action, _)) = actions.next() else { continue };
            self.open = Some((number, actions));
            let mut child = self.states.get(number).clone();
            self.shared.problem.apply(&mut child, action);
            generated += 1;
            if generated % CHECK_EVERY == 0 {
                self.shared.budget.check()?;
            }
            let hash = hash_of(&child);
            let to = self.owner(hash);
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
    fn enqueue(&mut self, to: usize, state: P::State) -> Result<Option<Vec<P::State>>, Limit> {
        let mut more = self.shared.problem.heap_bytes(&state);
        if self.outgoing[to].capacity() == 0 {
            more += self.message * size_of::<P::State>();
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
    fn add_received(&mut self, messages: Vec<Vec<P::State>>) -> Result<(), Limit> {
        let problem = &self.shared.problem;
        let bytes_of = |message: &Vec<P::State>| {
            let heap = message.iter().map(|state| problem.heap_bytes(state)).sum::<usize>();
            (message.capacity() * size_of::<P::State>() + heap) as u64
        };
        self.message_bytes = messages.iter().map(bytes_of).sum();
        for message in messages {
            let bytes = bytes_of(&message);
            for state in message {
                let hash = hash_of(&state);
                self.add(state, hash)?;
            }
            self.message_bytes -= bytes;
        }
        Ok(())
    }
}
