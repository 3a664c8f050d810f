//! The stack search of the `menu` course ("hill climbing with memory").
//!
//! One stack. Pop the top; if it is a goal, stop; else create its children, drop every child that was *ever pushed*, put
//! the rest in order and push them in that order, so that the last one pushed is examined next. It is depth-first, led by
//! the order of the children, and it never forgets: each state is pushed once, so it ends in every finite space. The
//! solution is rarely short; what it shows is how a heuristic leads a search that cannot change its mind.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::heuristic::Heuristic;
use crate::nodes::{Made, Next, Nodes, Parent, obey, outcome};
use crate::observer::{NodeId, Observer, Pruned};
use crate::problem::{Cost, Problem};
use crate::report::{Ending, Limit, Report};
use crate::search::{Path, Search, Seen};

/// A child that was never pushed before, as an order sees it.
#[derive(Clone, Copy, Debug)]
pub struct Child<'a, P: Problem> {
    /// The action that leads to it.
    pub action: P::Action,
    /// Its state.
    pub state: &'a P::State,
    /// The estimate for it.
    pub h: Cost,
}

impl<'a, P: Problem> Child<'a, P> {
    fn of<M>(made: &'a Made<P, M>) -> Self {
        Self { action: made.action, state: &made.state, h: made.h }
    }
}

/// A state whose children are being created, then pushed.
struct Expansion<P: Problem, M> {
    parent: Parent<P, M>,
    /// The children to push; once they are in order, the next one last.
    children: Vec<Made<P, M>>,
    /// Bytes that they own outside themselves.
    heap_bytes: u64,
    ordered: bool,
}

/// A stack search in progress. `F` puts the children of a state into the order in which they are pushed.
pub struct StackSearch<'a, P: Problem, H: Heuristic<P>, F> {
    nodes: Nodes<'a, P, H>,
    order: F,
    stack: Vec<NodeId>,
    current: Option<Expansion<P, H::Memo>>,
    goal: Option<NodeId>,
    finished: Option<Ending>,
}

impl<'a, P: Problem, H: Heuristic<P>> StackSearch<'a, P, H, fn(Child<'_, P>, Child<'_, P>) -> Ordering> {
    /// The child with the lowest estimate is examined next; of equals, the one created last.
    pub fn by_estimate(problem: &'a P, heuristic: &'a H) -> Self {
        Self::new(problem, heuristic, |a, b| b.h.cmp(&a.h))
    }
}

impl<'a, P, H, F> StackSearch<'a, P, H, F>
where
    P: Problem,
    H: Heuristic<P>,
    F: Fn(Child<'_, P>, Child<'_, P>) -> Ordering,
{
    /// `order` compares two children: the lesser is pushed first, and so examined later. Equals keep their order.
    pub fn new(problem: &'a P, heuristic: &'a H, order: F) -> Self {
        let nodes = Nodes::new(problem, heuristic);
        Self { nodes, order, stack: Vec::new(), current: None, goal: None, finished: None }
    }

    fn stack_bytes(&self) -> u64 {
        (self.stack.capacity() * size_of::<NodeId>()) as u64
    }

    /// Makes room for one more state. `others` is what is held beside the states and the stack.
    fn make_room(&mut self, others: u64, budget: &Budget) -> Result<(), Limit> {
        if self.stack.len() == self.stack.capacity() {
            let more = self.stack.capacity().max(64);
            let grown = self.stack_bytes() + ((self.stack.len() + more) * size_of::<NodeId>()) as u64;
            self.nodes.claim(self.nodes.reached.bytes() + grown + others, budget)?;
            self.stack.reserve_exact(more);
        }
        self.nodes.make_room(self.stack_bytes() + others, budget)
    }

    fn begin<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<(), Limit> {
        self.make_room(0, budget)?;
        let start = self.nodes.problem.start();
        let Some((id, _, flow)) = self.nodes.begin(start, self.stack_bytes(), |_, _| 0, observer, budget)? else {
            self.finished = Some(Ending::Unsolvable);
            return Ok(());
        };
        self.stack.push(id);
        obey(flow)
    }

    /// Pops the next state and tests it.
    fn take<O: Observer<P>>(&mut self, observer: &mut O) -> Result<(), Limit> {
        let Some(id) = self.stack.pop() else {
            self.finished = Some(Ending::Unsolvable);
            return Ok(());
        };
        let problem = self.nodes.problem;
        let (parent, flow) = self.nodes.take(id, |state| problem.is_goal(state), observer);
        self.current = parent.map(|parent| Expansion { parent, children: Vec::new(), heap_bytes: 0, ordered: false });
        if self.current.is_none() {
            self.goal = Some(id);
            self.finished = Some(self.nodes.solved(id, observer));
            return Ok(());
        }
        obey(flow)
    }

    fn expand<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Result<Option<Ending>, Limit> {
        // 1. The root, once; then a state that a limit left partly expanded, or the next one.
        if self.nodes.stats.generated == 0 {
            self.begin(observer, budget)?;
        }
        if self.finished.is_none() && self.current.is_none() {
            self.take(observer)?;
        }
        let Some(mut expansion) = self.current.take() else { return Ok(self.finished) };
        // 2. and 3. Whatever stops them, the expansion is kept and resumed next time.
        let done =
            self.create(&mut expansion, observer, budget).and_then(|()| self.push(&mut expansion, observer, budget));
        if done.is_err() {
            self.current = Some(expansion);
        }
        done.map(|()| None)
    }

    /// 2. The children, without those that were ever pushed.
    fn create<O: Observer<P>>(
        &mut self,
        expansion: &mut Expansion<P, H::Memo>,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        let parent = &mut expansion.parent;
        loop {
            let others = self.stack_bytes() + expansion.heap_bytes;
            match self.nodes.make(parent, others, |_, _| 0, observer, budget)? {
                Next::NoMore => return Ok(()),
                Next::DeadEnd => {}
                Next::Made(made) => {
                    if let Ok(known) = self.nodes.reached.find(&made.state) {
                        let (origin, reason) = (parent.origin(made.action), Pruned::Duplicate(known));
                        obey(self.nodes.drop_child(origin, made.g, Some(made.h), reason, observer))?;
                    } else {
                        expansion.heap_bytes += self.nodes.problem.heap_bytes(&made.state) as u64;
                        expansion.children.push(made);
                    }
                }
            }
        }
    }

    /// 3. In order, onto the stack.
    fn push<O: Observer<P>>(
        &mut self,
        expansion: &mut Expansion<P, H::Memo>,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<(), Limit> {
        if !expansion.ordered {
            expansion.children.sort_by(|a, b| (self.order)(Child::of(a), Child::of(b)));
            expansion.children.reverse();
            expansion.ordered = true;
        }
        while !expansion.children.is_empty() {
            self.make_room(expansion.heap_bytes, budget)?;
            let Some(made) = expansion.children.pop() else { break };
            expansion.heap_bytes -= self.nodes.problem.heap_bytes(&made.state) as u64;
            let (origin, g, h) = (expansion.parent.origin(made.action), made.g, made.h);
            match self.nodes.keep(origin, made, observer) {
                Ok((id, flow)) => {
                    self.stack.push(id);
                    obey(flow)?;
                }
                // Two actions of one state may lead to the same child.
                Err(known) => obey(self.nodes.drop_child(origin, g, Some(h), Pruned::Duplicate(known), observer))?,
            }
        }
        Ok(())
    }
}

impl<P, H, F> Search<P> for StackSearch<'_, P, H, F>
where
    P: Problem,
    H: Heuristic<P>,
    F: Fn(Child<'_, P>, Child<'_, P>) -> Ordering,
{
    fn step<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> ControlFlow<Ending> {
        outcome(self.expand(observer, budget))
    }

    fn report(&self) -> Report<P::Action> {
        self.nodes.report(self.finished, self.goal, self.nodes.reached.bytes() + self.stack_bytes())
    }

    fn path(&self) -> Option<Path<P::State, P::Action>> {
        self.nodes.path(self.goal)
    }

    fn frontier(&self) -> Vec<Seen<P::State>> {
        self.stack.iter().rev().map(|&id| self.nodes.seen(id)).collect()
    }

    fn closed(&self) -> Vec<Seen<P::State>> {
        self.nodes.closed()
    }
}
