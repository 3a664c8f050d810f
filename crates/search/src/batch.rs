//! Breadth-first search by the batch: several nodes are expanded before the first of their children is looked up.
//!
//! To look a state up is a chain of reads, each of which says where the next one goes: the index, then the node that may hold the
//! state. In a large closed set every link of the chain waits for memory, and the chains of the children of one node are too few, and
//! too far apart, for a processor to overlap them. Nodes that are taken by number are known ahead, so here their children are
//! created first, and then one link of *all* chains is read after the other: many reads wait together instead of in a row.
//!
//! Afterwards the children are looked up in order, as ever: which nodes are created, their numbers, the counters and the path are
//! the same as without a batch. What differs is that successors are computed for a few nodes ahead: up to a batch of them in vain, at
//! the end of a search or at a limit.

use crate::best_first::BestFirst;
use crate::budget::Budget;
use crate::expansion::{Parent, Partial, Stopped, obey};
use crate::heuristic::Heuristic;
use crate::observer::Observer;
use crate::order::Order;
use crate::problem::{Cost, Problem};
use crate::reached::hash;
use crate::report::{Ending, Limit};

/// A batch takes no further node when it has this many children.
const ENOUGH: usize = 64;
/// It never has more than this many, however many a node has.
const MOST: usize = 2 * ENOUGH;
/// Smaller closed sets lie in the caches, and in small searches a batch in vain is much. (Tests need not be that large.)
const WORTH: usize = if cfg!(test) { 1 << 13 } else { 1 << 18 };
/// A batch of fewer nodes is not worth gathering.
const FEWEST: usize = 8;

/// A child that was created and not looked up yet.
struct Waiting<P: Problem> {
    step: (P::Action, Cost),
    state: P::State,
    hash: u64,
    /// What its chain of reads came to: a slot of the index, then a node.
    at: usize,
}

/// A node of a batch.
struct Gathered<P: Problem, M> {
    parent: Parent<P, M>,
    /// How many of the children are its.
    count: usize,
    /// Its actions after those, if it has more children than there was room for.
    rest: Option<P::Actions>,
}

impl<P: Problem, H: Heuristic<P>, O: Order> BestFirst<'_, P, H, O> {
    /// Whether the next nodes should be expanded together.
    #[inline(always)]
    pub(crate) fn batch_pays(&self) -> bool {
        O::BATCH && self.reached.len() >= WORTH && self.reached.len() - self.taken as usize >= FEWEST
    }

    /// Expands the next nodes.
    #[inline(never)]
    pub(crate) fn expand_batch<W: Observer<P>>(
        &mut self,
        observer: &mut W,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Limit> {
        let mut children = Vec::with_capacity(MOST);
        let parents = self.gather(&mut children);
        self.read_ahead(&mut children);
        let mut children = children.into_iter();
        for Gathered { parent, count, rest } in parents {
            let mut left = count;
            let mut stopped = obey(self.examine(0, &parent, observer));
            self.stats.expanded += 1;
            while left > 0 && stopped.is_ok() {
                let Some(Waiting { step, state, hash, .. }) = children.next() else { break };
                stopped = self.child(&parent, step, |_, _| (state, Some(hash)), observer, budget);
                left -= 1;
            }
            if let Err(stopped) = stopped {
                return self.stop_batch(parent, count - left, stopped);
            }
            if let Some(actions) = rest {
                return self.resume_partial(Partial { parent, held: Vec::new(), actions }, observer, budget);
            }
        }
        Ok(None)
    }

    /// Takes nodes, and creates their children.
    fn gather(&mut self, children: &mut Vec<Waiting<P>>) -> Vec<Gathered<P, H::Memo>> {
        let mut parents = Vec::with_capacity(ENOUGH);
        while parents.len() < ENOUGH && children.len() < ENOUGH {
            let Some((_, id)) = self.next() else { break };
            let (parent, last) = self.parent(id);
            let (mut actions, before) = (self.problem.actions(&parent.state, last), children.len());
            let mut rest = None;
            while let Some(step) = actions.next() {
                let state = self.problem.child(&parent.state, step.0, &mut actions);
                let hash = hash(&state);
                let at = self.reached.slot(hash);
                children.push(Waiting { step, state, hash, at });
                if children.len() == MOST {
                    rest = Some(actions);
                    break;
                }
            }
            parents.push(Gathered { parent, count: children.len() - before, rest });
        }
        parents
    }

    /// Leaves a batch after a node's first `count` children. The nodes after it are taken again, and all children that are left are
    /// created again.
    #[cold]
    fn stop_batch(
        &mut self,
        parent: Parent<P, H::Memo>,
        mut count: usize,
        stopped: Stopped,
    ) -> Result<Option<Ending>, Limit> {
        self.taken = parent.id.0 + 1;
        let limit = match stopped {
            Stopped::Solved => return Ok(Some(self.finish(Ending::Solved))),
            Stopped::After => Limit::Interrupt,
            Stopped::Before(limit) => {
                count -= 1;
                limit
            }
        };
        let mut actions = self.problem.actions(&parent.state, None);
        actions.by_ref().take(count).for_each(drop);
        self.hold(Partial { parent, held: Vec::new(), actions }, limit)
    }

    /// Reads what looking the children up will need: every loop is one link of all chains.
    fn read_ahead(&self, children: &mut [Waiting<P>]) {
        for child in &mut *children {
            child.at = self.reached.peek(child.at, child.hash) as usize;
        }
        for child in children {
            self.reached.touch(child.at as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    use super::*;
    use crate::observer::{Event, Pruned, Stop};
    use crate::paths::Closures;
    use crate::search::Search;

    const STATES: u64 = 60_013;
    const START: u64 = 777;
    const NOWHERE: u64 = STATES;

    /// Most states have three successors; some have none, and some more than a batch holds.
    fn steps(state: u64) -> impl Iterator<Item = (u64, u32)> {
        let count = match state % 1000 {
            0 => 6 * ENOUGH as u64,
            1..200 => 0,
            _ => 3,
        };
        (0..count).map(move |step| ((state * (2 * step + 3) + step) % STATES, 1))
    }

    /// What a search did, in order: a letter, a node, and its parent.
    #[derive(Default)]
    struct Trace {
        events: Vec<(char, u32, u32)>,
        /// It stops the search after this many events, and again.
        pause: Option<usize>,
    }

    impl<P: Problem> Observer<P> for Trace {
        fn event(&mut self, event: Event<'_, P>) -> ControlFlow<Stop> {
            self.events.push(match event {
                Event::Created { id, origin, .. } => ('c', id.0, origin.map_or(0, |origin| origin.parent.0)),
                Event::Pruned { origin, reason: Pruned::Duplicate(id), .. } => ('p', id.0, origin.parent.0),
                Event::Examined { id, .. } => ('e', id.0, 0),
                Event::Solved { id, .. } => ('s', id.0, 0),
                _ => panic!("breadth-first search does nothing else"),
            });
            let pauses = self.pause.is_some_and(|pause| self.events.len().is_multiple_of(pause));
            if pauses { ControlFlow::Break(Stop) } else { ControlFlow::Continue(()) }
        }
    }

    /// What was done, and the path that was found.
    type Done = (Vec<(char, u32, u32)>, Vec<u64>);

    /// The same search without any of this, with the states in the order in which it creates them.
    fn plain(goal: u64) -> (Done, Vec<u64>) {
        let (mut states, mut parents, mut numbers) = (vec![START], vec![None], HashMap::from([(START, 0)]));
        let mut events = vec![('c', 0, 0)];
        let mut path = Vec::new();
        for taken in 0.. {
            let Some(&state) = states.get(taken as usize).filter(|_| path.is_empty()) else { break };
            events.push(('e', taken, 0));
            for (to, _) in steps(state) {
                let number = states.len() as u32;
                if let Some(&known) = numbers.get(&to) {
                    events.push(('p', known, taken));
                    continue;
                }
                numbers.insert(to, number);
                states.push(to);
                parents.push(Some(taken));
                events.push(('c', number, taken));
                if to == goal {
                    events.extend([('e', number, 0), ('s', number, 0)]);
                    let back = std::iter::successors(Some(number), |&at| parents[at as usize]);
                    path = back.map(|at| states[at as usize]).collect();
                    path.reverse();
                    break;
                }
            }
        }
        ((events, path), states)
    }

    /// What was computed in vain: nodes whose successors were asked for, and successors.
    type Ahead = (u64, u64);

    /// Searches, stopped again and again after a number of nodes or events.
    fn search(goal: u64, nodes: u64, pause: Option<usize>) -> (Done, Ahead) {
        let (calls, created) = (Cell::new(0), Cell::new(0));
        let successors = |&state: &u64| {
            calls.set(calls.get() + 1);
            steps(state).inspect(|_| created.set(created.get() + 1))
        };
        let problem = Closures::new(START, successors, |&state| state == goal);
        let mut search = BestFirst::shortest(&problem);
        let mut trace = Trace { pause, ..Trace::default() };
        let report = loop {
            let report = search.run(&mut trace, &mut Budget::unlimited().max_nodes(nodes));
            if !matches!(report.ending, Ending::Stopped(_)) {
                break report;
            }
        };
        let count = |kinds: &str| trace.events.iter().filter(|event| kinds.contains(event.0)).count() as u64;
        assert_eq!((report.stats.generated, report.stats.examined), (count("cp"), count("e")));
        assert_eq!(report.stats.expanded, count("e") - count("s"));
        // The root is nobody's successor.
        let ahead = (calls.get() - report.stats.expanded, created.get() + 1 - report.stats.generated);
        if nodes == u64::MAX && pause.is_none() {
            assert!(ahead.0 < ENOUGH as u64 && ahead.1 < 2 * ENOUGH as u64, "{ahead:?}, {:?}", report.stats);
        }
        let path = report.solution.and_then(|_| search.path());
        ((trace.events, path.map_or(Vec::new(), |path| path.states)), ahead)
    }

    /// What they did is too long to be shown.
    fn assert_same(one: &Done, other: &Done) {
        assert_eq!(one.0.iter().zip(&other.0).position(|(one, other)| one != other), None);
        assert_eq!((one.0.len(), &one.1), (other.0.len(), &other.1));
    }

    #[test]
    fn a_batch_changes_nothing_wherever_the_goal_lies() {
        let (all, states) = plain(NOWHERE);
        assert!(states.len() > 5 * WORTH);
        assert_same(&search(NOWHERE, u64::MAX, None).0, &all);
        for goal in states.iter().skip(WORTH).step_by(7).take(50) {
            assert_same(&search(*goal, u64::MAX, None).0, &plain(*goal).0);
        }
    }

    #[test]
    fn a_small_search_computes_nothing_in_vain_and_a_large_one_a_batch_at_most() {
        let ((events, _), states) = plain(NOWHERE);
        let ahead = |number: u32| search(states[number as usize], u64::MAX, None).1;
        // Batches begin with 8192 nodes, in tests.
        for number in (0..8000).step_by(500) {
            assert_eq!(ahead(number), (0, 0), "{number}");
        }
        // No more than a batch, says `search`: anywhere, and at the first child of a node that has more than a batch holds.
        let is_wide = |node: u32| states[node as usize].is_multiple_of(1000);
        let mut firsts: Vec<_> = events.iter().filter(|event| event.0 == 'c' && is_wide(event.2)).collect();
        firsts.dedup_by_key(|event| event.2);
        let firsts = firsts.iter().map(|event| event.1).filter(|&number| number as usize > WORTH);
        let large: Vec<Ahead> = (20_000..20_070).step_by(7).chain(firsts).map(ahead).collect();
        assert!(large.iter().any(|&(nodes, _)| nodes >= FEWEST as u64), "{large:?}");
    }

    #[test]
    fn a_batch_can_be_interrupted_anywhere() {
        let goal = plain(NOWHERE).1[3 * WORTH];
        let (all, _) = plain(goal);
        for nodes in [5, 64, 1000] {
            assert_same(&search(goal, nodes, None).0, &all);
        }
        for pause in [7, 67, 1003] {
            assert_same(&search(goal, u64::MAX, Some(pause)).0, &all);
        }
    }
}
