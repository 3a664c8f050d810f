//! One worker of HDA*: A* over the states that it owns.
//!
//! Children are created in groups and stored in groups, so that the memory of several look-ups is fetched at once.

use std::hash::Hash;

use super::{Address, Common, Inbox, Message, Senders, Sent, WAITING};
use crate::budget::Budget;
use crate::frontier::Frontier;
use crate::heuristic::Heuristic;
use crate::observer::NodeId;
use crate::problem::{Cost, Problem};
use crate::reached::{Link, MAX_COST, Reached, hash};
use crate::report::{Limit, Stats, Ties};
use crate::threads::sync::atomic::Ordering;
use crate::threads::sync::mpsc::TrySendError;
use crate::threads::thread;

/// Nodes of a batch.
const BATCH: usize = if cfg!(shuttle) { 2 } else { 128 };
/// Nodes that are expanded before their children are stored.
const GROUP: usize = 4;
/// Groups after which a batch is sent even if it is not full: who waits for it may have nothing better to do.
const PATIENCE: u32 = if cfg!(shuttle) { 2 } else { 32 };
/// How many children are looked up together.
const AHEAD: usize = 8;
/// How often an idle worker looks for a batch before it sleeps.
const LOOKS: usize = if cfg!(shuttle) { 1 } else { 200 };

/// Which worker owns a state. The index of a worker uses lower bits of the hash.
#[inline]
fn owner(hash: u64, workers: usize) -> usize {
    ((hash >> 48) as usize * workers) >> 16
}

/// A thread's part of a run, before it runs.
pub struct Worker<'r, S, A, M> {
    alarm: Alarm<'r, S, A, M>,
    number: usize,
    inbox: Inbox<S, A, M>,
    budget: Budget,
}

/// A worker's part of a run that is over.
pub struct Finished<S, A, M> {
    reached: Reached<S, A, M>,
    pub(super) goal: Option<(Cost, NodeId)>,
    /// The lowest f of what was left: waiting here, not yet sent, or dropped at a limit.
    lowest: u64,
    inbox: Inbox<S, A, M>,
    pub(super) stats: Stats,
    /// What it did not spend.
    pub(super) budget: Budget,
}

impl<S: Eq + Hash, A: Copy, M: Clone> Finished<S, A, M> {
    /// The action that led to a node, and the address of its parent.
    pub(super) fn origin(&self, id: NodeId) -> (Option<A>, Option<NodeId>) {
        let link = self.reached.link(id);
        (link.action, link.parent())
    }

    /// The lowest f of what was left, in its inbox too. All workers must have ended: then nothing more arrives.
    pub(super) fn lowest(&self) -> u64 {
        let f_of = |message| match message {
            Message::Nodes(nodes) => nodes.iter().map(Sent::f).min().unwrap_or(u64::MAX),
            Message::End => u64::MAX,
        };
        self.inbox.try_iter().map(f_of).fold(self.lowest, u64::min)
    }
}

impl<'r, S, A, M> Worker<'r, S, A, M>
where
    S: Clone + Eq + Hash,
    A: Copy,
    M: Clone,
{
    pub(super) fn new(
        number: usize,
        common: &'r Common,
        senders: Senders<S, A, M>,
        inbox: Inbox<S, A, M>,
        budget: Budget,
    ) -> Self {
        Self { alarm: Alarm { common, senders }, number, inbox, budget }
    }

    /// Runs to the end of the whole run.
    pub fn run<P, H>(self, problem: &P, heuristic: &H) -> Finished<S, A, M>
    where
        P: Problem<State = S, Action = A>,
        H: Heuristic<P, Memo = M>,
    {
        self.run_while(problem, heuristic, || true)
    }

    /// The same for a problem that may fail. Once `is_sound` is false the run ends for all workers, as interrupted.
    pub fn run_while<P, H>(self, problem: &P, heuristic: &H, is_sound: impl Fn() -> bool) -> Finished<S, A, M>
    where
        P: Problem<State = S, Action = A>,
        H: Heuristic<P, Memo = M>,
    {
        let mut running = Running {
            alarm: self.alarm,
            number: self.number,
            budget: self.budget,
            inbox: self.inbox,
            reached: Reached::new(),
            frontier: Frontier::new(Ties::LowH),
            outgoing: Vec::new(),
            mine: Vec::new(),
            groups: 0,
            goal: None,
            dropped: u64::MAX,
            stats: Stats::default(),
        };
        running.outgoing.resize_with(running.alarm.senders.len(), Vec::new);
        if let Err(limit) = running.search(problem, heuristic, is_sound) {
            running.alarm.common.stop(limit);
        }
        running.alarm.ring();
        running.finish()
    }
}

/// Ends the run for all workers. It rings when it is dropped too, so that nobody waits for a worker that panics, that never runs or
/// whose thread could not be started.
struct Alarm<'r, S, A, M> {
    common: &'r Common,
    senders: Senders<S, A, M>,
}

impl<S, A, M> Alarm<'_, S, A, M> {
    /// The flag comes before the message: a worker whose inbox is full does not sleep before it has seen the flag.
    fn ring(&self) {
        self.common.is_over.store(true, Ordering::SeqCst);
        for sender in &self.senders {
            // A full inbox wakes its worker anyway, and one that is closed belongs to a worker that has ended.
            let _ = sender.try_send(Message::End);
        }
    }
}

impl<S, A, M> Drop for Alarm<'_, S, A, M> {
    fn drop(&mut self) {
        self.ring();
    }
}

/// A node that is being expanded.
struct Taken<S, A, M> {
    id: NodeId,
    state: S,
    memo: M,
    g: Cost,
    last: Option<A>,
}

/// A worker at work.
struct Running<'r, S, A, M> {
    alarm: Alarm<'r, S, A, M>,
    number: usize,
    budget: Budget,
    inbox: Inbox<S, A, M>,
    /// The states it owns; their parents by address.
    reached: Reached<S, A, M>,
    frontier: Frontier,
    /// Children for each of the other workers.
    outgoing: Vec<Vec<Sent<S, A, M>>>,
    /// Children of its own.
    mine: Vec<Sent<S, A, M>>,
    /// Groups since the last batch that was not full.
    groups: u32,
    goal: Option<(Cost, NodeId)>,
    /// The lowest f of nodes that a limit dropped.
    dropped: u64,
    stats: Stats,
}

impl<S, A, M> Running<'_, S, A, M>
where
    S: Clone + Eq + Hash,
    A: Copy,
    M: Clone,
{
    fn search<P, H>(&mut self, problem: &P, heuristic: &H, is_sound: impl Fn() -> bool) -> Result<(), Limit>
    where
        P: Problem<State = S, Action = A>,
        H: Heuristic<P, Memo = M>,
    {
        self.begin(problem, heuristic)?;
        while !self.alarm.common.is_over.load(Ordering::Relaxed) {
            while let Ok(message) = self.inbox.try_recv() {
                // The message that ends the run comes once: whoever has read it must not wait for another.
                if !self.receive(problem, message, true)? {
                    return Ok(());
                }
            }
            let has_expanded = self.expand_group(problem, heuristic)?;
            if !is_sound() {
                return Err(Limit::Interrupt);
            }
            if has_expanded {
                continue;
            }
            if !self.send_all() {
                thread::yield_now();
            } else if !self.wait(problem)? {
                break;
            }
        }
        Ok(())
    }

    /// The owner of the start creates the root.
    fn begin<P, H>(&mut self, problem: &P, heuristic: &H) -> Result<(), Limit>
    where
        P: Problem<State = S, Action = A>,
        H: Heuristic<P, Memo = M>,
    {
        let state = problem.start();
        if owner(hash(&state), self.outgoing.len()) != self.number {
            return Ok(());
        }
        let memo = heuristic.memo(problem, &state);
        self.budget.spend()?;
        self.stats.generated += 1;
        if let Some(h) = heuristic.estimate(&memo, Cost::MAX) {
            self.mine.push(Sent { state, memo, origin: None, g: 0, h });
            self.store_mine(problem)?;
        }
        Ok(())
    }

    /// A batch: a busy worker takes it off the count of work, an idle one becomes busy in its place.
    fn receive<P>(&mut self, problem: &P, message: Message<S, A, M>, is_busy: bool) -> Result<bool, Limit>
    where
        P: Problem<State = S, Action = A>,
    {
        let Message::Nodes(mut nodes) = message else { return Ok(false) };
        let stored = self.store(problem, &mut nodes);
        if is_busy {
            self.alarm.common.work.fetch_sub(1, Ordering::SeqCst);
        }
        stored.map(|()| true)
    }

    /// Becomes idle and sleeps until there is work again; false at the end of the run.
    fn wait<P>(&mut self, problem: &P) -> Result<bool, Limit>
    where
        P: Problem<State = S, Action = A>,
    {
        for _ in 0..LOOKS {
            if let Ok(message) = self.inbox.try_recv() {
                return self.receive(problem, message, true);
            }
            std::hint::spin_loop();
        }
        if self.alarm.common.work.fetch_sub(1, Ordering::SeqCst) == 1 {
            return Ok(false);
        }
        // The message that ends the run is not sent to a full inbox, and it may have been emptied since the flag was last read.
        if self.alarm.common.is_over.load(Ordering::SeqCst) {
            return Ok(false);
        }
        // Its own sender keeps the inbox open, so what ends a sleep is a message.
        match self.inbox.recv() {
            Ok(message) => self.receive(problem, message, false),
            Err(_) => Ok(false),
        }
    }

    /// Expands the next few nodes that can still lead to a better solution; false if there is none.
    fn expand_group<P, H>(&mut self, problem: &P, heuristic: &H) -> Result<bool, Limit>
    where
        P: Problem<State = S, Action = A>,
        H: Heuristic<P, Memo = M>,
    {
        let mut some = false;
        for _ in 0..GROUP {
            if !self.expand(problem, heuristic)? {
                break;
            }
            some = true;
        }
        self.store_mine(problem)?;
        self.groups += 1;
        if self.groups >= PATIENCE {
            self.send_all();
        }
        Ok(some)
    }

    fn expand<P, H>(&mut self, problem: &P, heuristic: &H) -> Result<bool, Limit>
    where
        P: Problem<State = S, Action = A>,
        H: Heuristic<P, Memo = M>,
    {
        let best = self.alarm.common.best();
        let Some((f, Taken { id, state, memo, g, last })) = self.next(best) else { return Ok(false) };
        self.stats.examined += 1;
        if problem.is_goal(&state) {
            self.alarm.common.best.fetch_min(g, Ordering::Relaxed);
            self.goal = self.goal.filter(|&(known, _)| known <= g).or(Some((g, id)));
            return Ok(true);
        }
        self.stats.expanded += 1;
        let workers = self.outgoing.len();
        let address = Address { worker: self.number, id }.pack(workers);
        let mut actions = problem.actions(&state, last);
        while let Some((action, cost)) = actions.next() {
            if let Err(limit) = self.budget.spend() {
                // No solution through the children that are missing costs less than their parent's f.
                self.dropped = self.dropped.min(f);
                return Err(limit);
            }
            self.stats.generated += 1;
            let built = H::FROM_CHILD.then(|| problem.child(&state, action, &mut actions));
            let memo = match &built {
                Some(child) => heuristic.memo(problem, child),
                None => heuristic.advance(problem, &memo, &state, action),
            };
            let Some(h) = heuristic.estimate(&memo, Cost::MAX) else { continue };
            let g = g.saturating_add(cost).min(MAX_COST);
            if u64::from(g) + u64::from(h) >= best {
                continue;
            }
            let child = built.unwrap_or_else(|| problem.child(&state, action, &mut actions));
            let owner = owner(hash(&child), workers);
            let sent = Sent { state: child, memo, origin: Some((address, action)), g, h };
            if owner == self.number {
                self.mine.push(sent);
            } else {
                self.outgoing[owner].push(sent);
                if self.outgoing[owner].len() >= BATCH {
                    self.send(owner);
                }
            }
        }
        Ok(true)
    }

    /// The next node that is not out of date, if its f is below the best solution.
    #[inline]
    fn next(&mut self, best: u64) -> Option<(u64, Taken<S, A, M>)> {
        loop {
            let (value, _) = self.frontier.peek(&self.reached)?;
            if value >= best {
                return None;
            }
            let reached = &mut self.reached;
            let (_, taken) = self.frontier.take(|number| {
                let id = NodeId(number);
                let (state, link) = reached.node(id);
                if link.is_closed() {
                    return (None, link.next());
                }
                let (memo, g, last) = (link.memo.clone(), link.g(), link.action);
                link.close();
                (Some(Taken { id, state: state.clone(), memo, g, last }), link.next())
            })?;
            if let Some(taken) = taken {
                return Some((value, taken));
            }
        }
    }

    /// Sends what waits for a worker; false if its inbox is full.
    fn send(&mut self, to: usize) -> bool {
        if self.outgoing[to].is_empty() {
            return true;
        }
        let batch = std::mem::replace(&mut self.outgoing[to], Vec::with_capacity(BATCH));
        let Alarm { common, senders } = &self.alarm;
        // Counted before it is sent: the receiver may take it off at once.
        common.work.fetch_add(1, Ordering::SeqCst);
        match senders[to].try_send(Message::Nodes(batch)) {
            Ok(()) => true,
            Err(TrySendError::Full(message) | TrySendError::Disconnected(message)) => {
                common.work.fetch_sub(1, Ordering::SeqCst);
                if let Message::Nodes(batch) = message {
                    self.outgoing[to] = batch;
                }
                false
            }
        }
    }

    fn send_all(&mut self) -> bool {
        self.groups = 0;
        let mut all = true;
        for to in 0..self.outgoing.len() {
            all &= self.send(to);
        }
        all
    }

    fn store_mine<P: Problem<State = S, Action = A>>(&mut self, problem: &P) -> Result<(), Limit> {
        let mut mine = std::mem::take(&mut self.mine);
        let stored = self.store(problem, &mut mine);
        self.mine = mine;
        stored
    }

    /// Stores the nodes that are new or reached at a lower cost. At a limit, those that are left count as dropped.
    fn store<P>(&mut self, problem: &P, nodes: &mut Vec<Sent<S, A, M>>) -> Result<(), Limit>
    where
        P: Problem<State = S, Action = A>,
    {
        let is_slow = self.reached.is_slow();
        let mut stored = Ok(());
        let mut fetched = 0;
        for at in 0..nodes.len() {
            if is_slow && at == fetched {
                fetched = nodes.len().min(at + AHEAD);
                let mut known = [u32::MAX; AHEAD];
                for (known, node) in known.iter_mut().zip(&nodes[at..fetched]) {
                    *known = self.reached.candidate(&node.state);
                }
                for known in known {
                    self.reached.touch(known);
                }
            }
            stored = self.store_one(problem, &nodes[at]);
            if stored.is_err() {
                let lowest = nodes[at..].iter().map(Sent::f).min().unwrap_or(u64::MAX);
                self.dropped = self.dropped.min(lowest);
                break;
            }
        }
        nodes.clear();
        stored
    }

    #[inline]
    fn store_one<P>(&mut self, problem: &P, node: &Sent<S, A, M>) -> Result<(), Limit>
    where
        P: Problem<State = S, Action = A>,
    {
        if self.reached.spare() == 0 {
            let others = self.frontier.bytes() + self.mail_bytes();
            self.reached.grow(others, &self.budget, &mut self.stats.peak_bytes)?;
        }
        let &Sent { ref state, ref memo, origin, g, h } = node;
        let link = match origin {
            Some((parent, action)) => Link::child(parent, action, g, memo.clone()),
            None => Link::root(memo.clone()),
        };
        let value = node.f();
        match self.reached.find(state) {
            Ok(id) => {
                if g >= self.reached.link(id).g() {
                    return Ok(());
                }
                let entry = if self.frontier.spare() == 0 { self.frontier.growth() } else { 0 };
                self.claim(entry + self.frontier.widening(value, h))?;
                if entry > 0 {
                    self.frontier.grow()?;
                }
                self.stats.reopened += u64::from(self.reached.link(id).is_closed());
                self.frontier.push(&mut self.reached, value, h, id);
                self.reached.link_mut(id).improve(link);
            }
            Err(place) => {
                if self.reached.len() >= Address::most(self.outgoing.len()) {
                    return Err(Limit::Memory);
                }
                let heap_bytes = problem.heap_bytes(state);
                if heap_bytes > 0 {
                    self.claim(heap_bytes as u64)?;
                }
                let id = NodeId(self.reached.len() as u32);
                let next = if let Some(next) = self.frontier.push_new(&mut self.reached, value, h, id) {
                    next
                } else {
                    self.claim(self.frontier.widening(value, h))?;
                    self.frontier.push_new_far(&mut self.reached, value, h, id)
                };
                self.reached.add(place, state.clone(), heap_bytes, link.before(next));
            }
        }
        Ok(())
    }

    /// Claims this many bytes more.
    #[cold]
    fn claim(&mut self, more: u64) -> Result<(), Limit> {
        let bytes = self.reached.bytes() + self.frontier.bytes() + self.mail_bytes() + more;
        self.budget.allow_bytes(bytes)?;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    /// What may wait in its inbox, and what it has not sent yet.
    fn mail_bytes(&self) -> u64 {
        let inbox = if self.outgoing.len() > 1 { WAITING * BATCH } else { 0 };
        let outgoing: usize = self.outgoing.iter().map(Vec::capacity).sum();
        ((inbox + outgoing + self.mine.capacity()) * size_of::<Sent<S, A, M>>()) as u64
    }

    /// What is left when the run is over.
    fn finish(mut self) -> Finished<S, A, M> {
        let mut lowest = self.dropped;
        while let Some((value, id)) = self.frontier.peek(&self.reached) {
            if !self.reached.link(id).is_closed() {
                lowest = lowest.min(value);
                break;
            }
            self.frontier.pop(&self.reached);
        }
        let unsent = self.outgoing.iter().flatten().chain(&self.mine).map(Sent::f);
        lowest = unsent.fold(lowest, u64::min);
        self.stats.evaluated = self.stats.generated;
        Finished {
            reached: self.reached,
            goal: self.goal,
            lowest,
            inbox: self.inbox,
            stats: self.stats,
            budget: self.budget,
        }
    }
}
