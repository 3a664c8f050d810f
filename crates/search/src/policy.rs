//! What a depth-first search remembers and what bounds it: the policies of [`DepthFirst`](crate::DepthFirst).
//!
//! A policy is a type, so that each search is compiled for its own: IDA*, which remembers nothing, pays nothing for those that
//! do. Those of IDA* and of all optimal solutions lie in files of their own.

use crate::budget::Budget;
use crate::observer::Pruned;
use crate::problem::{Cost, Problem};
use crate::reached::{Link, Reached};
use crate::report::Limit;

/// What a bound counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounded {
    /// Nothing: there is no bound.
    Nothing,
    /// Steps from the start.
    Steps,
    /// g + h.
    Estimate,
}

/// A child about to be entered.
pub struct Entry<'a, P: Problem> {
    /// Its state.
    pub state: &'a P::State,
    /// Cost from the root.
    pub g: Cost,
    /// Bytes that the state owns outside itself.
    pub heap_bytes: usize,
}

/// What a depth-first search remembers and what bounds it.
pub trait Policy<P: Problem> {
    /// What the bound counts.
    const BOUNDED: Bounded;

    /// Whether the round in which a goal is found is searched to its end: a step that finds one ends as solved, and the next
    /// resumes behind it.
    const EVERY: bool = false;

    /// Whether a child may be entered; `path` says whether a state is on the path to it.
    fn admit(&mut self, child: &Entry<'_, P>, path: impl Fn(&P::State) -> bool) -> Result<(), Pruned>;

    /// Makes room for remembering one more state; `others` is what the search holds beside it.
    fn make_room(&mut self, _others: u64, _budget: &Budget, _peak: &mut u64) -> Result<(), Limit> {
        Ok(())
    }

    /// Bytes held.
    fn bytes(&self) -> u64 {
        0
    }

    /// The states remembered, in the order in which they were entered, each with its g.
    fn remembered(&self) -> Vec<(P::State, Cost)> {
        Vec::new()
    }
}

/// Remembers every state that was entered.
pub struct Everything<P: Problem> {
    /// Beside each state its g.
    pub(crate) entered: Reached<P::State, P::Action, Cost>,
}

impl<P: Problem> Policy<P> for Everything<P> {
    const BOUNDED: Bounded = Bounded::Nothing;

    fn admit(&mut self, child: &Entry<'_, P>, _: impl Fn(&P::State) -> bool) -> Result<(), Pruned> {
        match self.entered.find(child.state) {
            Ok(known) => Err(Pruned::Duplicate(known)),
            Err(place) => {
                self.entered.add(place, child.state.clone(), child.heap_bytes, Link::root(child.g));
                Ok(())
            }
        }
    }

    fn make_room(&mut self, others: u64, budget: &Budget, peak: &mut u64) -> Result<(), Limit> {
        if self.entered.spare() > 0 { Ok(()) } else { self.entered.grow(others, budget, peak) }
    }

    fn bytes(&self) -> u64 {
        self.entered.bytes()
    }

    fn remembered(&self) -> Vec<(P::State, Cost)> {
        self.entered.ids().map(|id| (self.entered.state(id).clone(), self.entered.link(id).memo)).collect()
    }
}

/// Remembers the path alone.
#[derive(Clone, Copy, Debug)]
pub struct PathOnly;

impl<P: Problem> Policy<P> for PathOnly {
    const BOUNDED: Bounded = Bounded::Steps;

    fn admit(&mut self, child: &Entry<'_, P>, path: impl Fn(&P::State) -> bool) -> Result<(), Pruned> {
        if path(child.state) { Err(Pruned::Cycle) } else { Ok(()) }
    }
}
