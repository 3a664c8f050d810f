//! All states that a problem can reach, level by level, on any number of workers.
//!
//! This is for any [`Problem`] of the engine whose states can be sent. Nothing is known of the space beforehand, so states
//! cannot be ranks: every worker keeps the *set* of the states that it owns, and a fixed hash of a state tells who does.
//! All states are kept, not only the last two levels, since a problem need not go both ways.
//!
//! **A level goes in slices.** In a slice a worker makes a bounded number of children: its own it takes in at once, the
//! others' it posts. Then all wait until the slice's post has arrived, take it in, and tell each other how many states
//! they found, whether they are through and whether a limit stops them. So what is on its way never takes more than a
//! bounded part of the memory, and a limit that one worker meets stops all of them within a slice.

mod states;

use std::ops::Range;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use hueco_search::{Budget, Limit, Problem};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use timely::worker::Worker;

use crate::post::Post;
use crate::team::{Lost, Team};
use states::{States, hash_of};

/// Children that a worker makes in a slice, at most.
const SLICE: usize = 1 << 16;
/// States in a parcel, at most.
const PARCEL: usize = 1 << 11;
/// Parcels that are sent before the post is let move.
const BETWEEN_STEPS: usize = 8;
/// Children from one look at the clock to the next.
const BETWEEN_LOOKS: usize = 1 << 8;

/// A level that is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Steps from the start.
    pub depth: u32,
    /// Its states.
    pub states: u64,
    /// The states of this level and all before it.
    pub reached: u64,
}

/// What an enumeration came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The states at each depth, for the levels that were finished.
    pub depths: Vec<u64>,
    /// What stopped it, if not all was reached.
    pub stopped: Option<Limit>,
}

/// Counts the states that can be reached from a problem's start, by the fewest steps it takes; what a step costs does not
/// count. What it came to is told by the process with the first worker; the others get `None`. `tell` hears of every level
/// there.
///
/// It ends before the states are more than the budget's nodes ([`Limit::Nodes`]; the level that would be is not counted),
/// after the level `depth` ([`Limit::Depth`]; whether there is more was not looked at), and before this process takes more
/// than the budget's bytes ([`Limit::Memory`]), of which what is on its way takes at most half. All processes must be given
/// the same problem, and run on hosts with words of the same size.
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
    tell: &mut dyn FnMut(Layer),
) -> Result<Option<Reached>, Lost>
where
    P: Problem<State: Serialize + DeserializeOwned + Send> + Send + Sync + 'static,
{
    let (layers, told) = channel();
    let shared = Shared {
        problem,
        budget: budget.clone(),
        depth,
        workers: team.workers(),
        allowed: budget.byte_limit() / team.workers_here() as u64,
        layers: Mutex::new(team.is_first().then_some(layers)),
    };
    let shared = Arc::new(shared);
    let results = team.run(
        move |worker| work(worker, &shared),
        || {
            for layer in told {
                tell(layer);
            }
        },
    )?;
    let results: Result<Vec<_>, Lost> = results.into_iter().collect();
    Ok(results?.into_iter().flatten().next())
}

/// What all workers of a process see.
struct Shared<P> {
    problem: P,
    budget: Budget,
    depth: Option<u32>,
    workers: usize,
    /// The bytes that each worker here may take.
    allowed: u64,
    /// Taken by the first worker: when it ends, so does the listening.
    layers: Mutex<Option<Sender<Layer>>>,
}

/// What a worker tells all others after a slice. Limits are told too, so that all decide alike.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Word {
    /// The states of the level that is being found, so far.
    found: u64,
    /// Nothing is left to expand.
    is_through: bool,
    /// The place in [`LIMITS`] of the limit that stops it.
    stopped: Option<u8>,
    most_states: u64,
    last_level: Option<u32>,
}

const LIMITS: [Limit; 6] = [Limit::Interrupt, Limit::Memory, Limit::Time, Limit::Nodes, Limit::Depth, Limit::Width];

type WorkersPost<'w, S> = Post<'w, Vec<S>, Word>;

fn work<P>(worker: &mut Worker, shared: &Shared<P>) -> Result<Option<Reached>, Lost>
where
    P: Problem<State: Serialize + DeserializeOwned + Send> + 'static,
{
    let mut post = WorkersPost::new(worker);
    let layers = (post.index() == 0).then(|| shared.layers.lock().ok()?.take()).flatten();
    let tell = |layer| {
        if let Some(layers) = &layers {
            // Nobody listens any more only if the run was given up.
            let _ = layers.send(layer);
        }
    };
    let reached = Own::new(shared, post.index()).levels(&mut post, &tell)?;
    Ok((post.index() == 0).then_some(reached))
}

/// One worker's part.
struct Own<'a, P: Problem> {
    shared: &'a Shared<P>,
    index: usize,
    states: States<P::State>,
    /// States of the last level that are still to be expanded.
    level: Range<usize>,
    /// The one that is being expanded, and what can still be done in it.
    open: Option<(usize, P::Actions)>,
    /// Where the level begins that is being found.
    next: usize,
    /// By worker: its states, until there is a parcel of them.
    outgoing: Vec<Vec<P::State>>,
    /// Bytes in parcels, here and on their way.
    in_parcels: u64,
    slice: usize,
    parcel: usize,
}

impl<'a, P> Own<'a, P>
where
    P: Problem<State: Serialize + DeserializeOwned + Send> + 'static,
{
    fn new(shared: &'a Shared<P>, index: usize) -> Self {
        // A slice of every other worker may arrive here at once: together they take at most a quarter of what is allowed,
        // and this worker's own another quarter.
        let bytes = size_of::<P::State>() + shared.problem.heap_bytes(&shared.problem.start());
        let places = shared.allowed / 4 / bytes.max(1) as u64;
        let slice = usize::try_from(places / shared.workers as u64).unwrap_or(SLICE).clamp(1, SLICE);
        Self {
            shared,
            index,
            states: States::new(),
            level: 0..0,
            open: None,
            next: 0,
            outgoing: (0..shared.workers).map(|_| Vec::new()).collect(),
            in_parcels: 0,
            slice,
            parcel: (slice / shared.workers).clamp(1, PARCEL),
        }
    }

    /// All levels, to the end or a limit.
    fn levels(&mut self, post: &mut WorkersPost<'_, P::State>, tell: &dyn Fn(Layer)) -> Result<Reached, Lost> {
        let mut reached = Reached::default();
        let mut all_states = 0;
        let mut stopped = self.begin().err();
        self.shared.budget.count(self.states.len() as u64);
        loop {
            let (states, last_level) = loop {
                let own = self.slice(post, &mut stopped);
                let words = post.agree(own)?;
                let found = words.iter().map(|word| word.found).sum::<u64>();
                let most = words.iter().map(|word| word.most_states).min().unwrap_or(u64::MAX);
                let mut limits = words.iter().filter_map(|word| LIMITS.get(word.stopped? as usize).copied());
                reached.stopped = limits.next().or((all_states + found > most).then_some(Limit::Nodes));
                let last_level = words.iter().filter_map(|word| word.last_level).min();
                if reached.stopped.is_some() {
                    return Ok(reached);
                }
                if words.iter().all(|word| word.is_through) {
                    break (found, last_level);
                }
            };
            if states == 0 {
                return Ok(reached);
            }
            let depth = reached.depths.len() as u32;
            all_states += states;
            reached.depths.push(states);
            tell(Layer { depth, states, reached: all_states });
            if last_level == Some(depth) {
                reached.stopped = Some(Limit::Depth);
                return Ok(reached);
            }
            self.level = self.next..self.states.len();
            self.next = self.states.len();
        }
    }

    /// Takes the start in, where it is this worker's.
    fn begin(&mut self) -> Result<(), Limit> {
        let start = self.shared.problem.start();
        let hash = hash_of(&start);
        if self.owner(hash) == self.index { self.take_in(start, hash) } else { Ok(()) }
    }

    fn take_in(&mut self, state: P::State, hash: u64) -> Result<(), Limit> {
        let heap = self.shared.problem.heap_bytes(&state);
        self.states.add(state, hash, heap, self.shared.allowed.saturating_sub(self.in_parcels))
    }

    /// The index of a worker's states uses the hash's own bits: who owns a state is told by others.
    fn owner(&self, hash: u64) -> usize {
        let mixed = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ((mixed * self.shared.workers as u64) >> 32) as usize
    }

    /// A bounded part of a level, with all that others sent meanwhile. All workers end it together, also one that is
    /// stopped: the others wait for it.
    fn slice(&mut self, post: &mut WorkersPost<'_, P::State>, stopped: &mut Option<Limit>) -> Word {
        let before = self.states.len();
        if stopped.is_none() {
            *stopped = self.expand(post).err();
        }
        for to in 0..self.outgoing.len() {
            let parcel = std::mem::take(&mut self.outgoing[to]);
            if !parcel.is_empty() && stopped.is_none() {
                post.send(to, parcel);
            }
        }
        let arrived = post.delivered();
        if stopped.is_none() {
            *stopped = self.unpack(arrived).err();
        }
        self.in_parcels = 0;
        self.shared.budget.count((self.states.len() - before) as u64);
        Word {
            found: (self.states.len() - self.next) as u64,
            is_through: self.level.is_empty() && self.open.is_none(),
            stopped: stopped.and_then(|limit| LIMITS.iter().position(|it| *it == limit)).map(|place| place as u8),
            most_states: self.shared.budget.nodes_left(),
            last_level: self.shared.depth,
        }
    }

    /// Makes a slice's children.
    fn expand(&mut self, post: &mut WorkersPost<'_, P::State>) -> Result<(), Limit> {
        self.shared.budget.check()?;
        let (mut made, mut sent) = (0, 0);
        while made < self.slice {
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
            made += 1;
            if made % BETWEEN_LOOKS == 0 {
                self.shared.budget.check()?;
            }
            let hash = hash_of(&child);
            let to = self.owner(hash);
            if to == self.index {
                self.take_in(child, hash)?;
            } else if let Some(parcel) = self.pack(to, child)? {
                post.send(to, parcel);
                sent += 1;
                if sent % BETWEEN_STEPS == 0 {
                    post.step();
                }
            }
        }
        Ok(())
    }

    /// Puts a state into its parcel; the parcel, if it is full.
    fn pack(&mut self, to: usize, state: P::State) -> Result<Option<Vec<P::State>>, Limit> {
        let mut more = self.shared.problem.heap_bytes(&state);
        if self.outgoing[to].capacity() == 0 {
            more += self.parcel * size_of::<P::State>();
        }
        let in_parcels = self.in_parcels + more as u64;
        if self.states.bytes().saturating_add(in_parcels) > self.shared.allowed {
            return Err(Limit::Memory);
        }
        self.in_parcels = in_parcels;
        let parcel = &mut self.outgoing[to];
        if parcel.capacity() == 0 {
            parcel.reserve_exact(self.parcel);
        }
        parcel.push(state);
        Ok((parcel.len() == self.parcel).then(|| std::mem::take(parcel)))
    }

    /// Takes in what arrived. What was sent has been taken in by others now, or is part of it.
    fn unpack(&mut self, arrived: Vec<Vec<P::State>>) -> Result<(), Limit> {
        let problem = &self.shared.problem;
        let bytes = |parcel: &Vec<P::State>| {
            let heap = parcel.iter().map(|state| problem.heap_bytes(state)).sum::<usize>();
            (parcel.capacity() * size_of::<P::State>() + heap) as u64
        };
        self.in_parcels = arrived.iter().map(bytes).sum();
        for parcel in arrived {
            let unpacked = bytes(&parcel);
            for state in parcel {
                let hash = hash_of(&state);
                self.take_in(state, hash)?;
            }
            self.in_parcels -= unpacked;
        }
        Ok(())
    }
}
