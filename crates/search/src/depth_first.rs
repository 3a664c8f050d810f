//! Depth-first search: ONE loop over an explicit stack of frames, of which plain depth-first, depth-limited, iterative
//! deepening and IDA* are settings.
//!
//! ```text
//! frames:  start ─▶ child ─▶ grandchild          each frame: a state, its memo, g, and the actions not yet tried
//!                              │ next action
//!                              ▼
//!              create the child ─▶ over the bound, or seen before: drop it
//!                              └─▶ goal? solved. else it becomes the deepest frame
//! ```
//! Children are created one at a time, so a search holds one path and no more. What a search remembers beside its path
//! and what bounds it is its [`Policy`]:
//!
//! | search | bound | remembers |
//! |---|---|---|
//! | depth-first ([`Everything`]) | none | every state, so each is entered once |
//! | depth-limited, iterative deepening ([`PathOnly`]) | steps | the path, so no state is on it twice |
//! | IDA* ([`Deepening`](crate::ida_star::Deepening)) | g + h | the path, and looks back over free steps alone |
//! | all optimal solutions ([`EverySolution`](crate::every::EverySolution)) | g + h | the same, and goes on after a goal |
//!
//! A child within the bound is tested for the goal when it is created.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::heuristic::{Blind, Heuristic, Quality};
use crate::observer::{Event, NodeId, Observer, Origin, Pruned, Side};
pub use crate::policy::{Bounded, Entry, Everything, PathOnly, Policy};
use crate::problem::{Cost, Problem};
use crate::reached::Reached;
use crate::report::{Ending, INTERRUPTED, Limit, Report, Solution, Stats};
use crate::search::{Path, Search, Seen};

/// A round in which nothing was over the bound.
const NO_BOUND: u64 = u64::MAX;

/// A state on the current path, with the actions not yet tried.
#[derive(Clone, Debug)]
struct Frame<P: Problem, M> {
    state: P::State,
    memo: M,
    g: Cost,
    id: NodeId,
    last: Option<P::Action>,
    actions: P::Actions,
}

/// A node below which a search may begin.
pub(crate) struct Below<P: Problem, M> {
    pub(crate) state: P::State,
    pub(crate) memo: M,
    pub(crate) g: Cost,
    pub(crate) last: P::Action,
}

impl<P: Problem, M: Clone> Clone for Below<P, M> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), memo: self.memo.clone(), g: self.g, last: self.last }
    }
}

/// What a search does in its next step.
enum Phase<A> {
    /// A round is about to begin.
    Round,
    /// The deepest frame is expanded further; an action that a limit held back comes first.
    Running(Option<(A, Cost)>),
    /// There is nothing more to do.
    Finished(Ending),
}

/// A depth-first search in progress.
pub struct DepthFirst<'a, P: Problem, H: Heuristic<P>, V> {
    problem: &'a P,
    heuristic: &'a H,
    policy: V,
    /// The bound of this round.
    bound: Cost,
    /// The least value over the bound that was met in this round: the next one's bound.
    next_bound: u64,
    /// Whether further rounds follow with a higher bound.
    deepens: bool,
    frames: Vec<Frame<P, H::Memo>>,
    /// Bytes that the states on the path own outside themselves.
    heap_bytes: u64,
    /// The root's memo and estimate, computed once.
    root: Option<(H::Memo, Cost)>,
    phase: Phase<P::Action>,
    /// The solution found last.
    solution: Option<Path<P::State, P::Action>>,
    /// Solutions found.
    found: u64,
    /// Rounds started. The root is expanded in each, and numbered once.
    rounds: u64,
    /// The cost of the first step, and whether any other differed.
    step_cost: Option<Cost>,
    steps_differ: bool,
    stats: Stats,
}

impl<'a, P: Problem> DepthFirst<'a, P, Blind, Everything<P>> {
    /// Depth-first search that enters every state at most once. Finds a solution, rarely a short one.
    pub fn plain(problem: &'a P) -> Self {
        Self::new(problem, &Blind, Everything { entered: Reached::new() }, Cost::MAX, false)
    }
}

impl<'a, P: Problem> DepthFirst<'a, P, Blind, PathOnly> {
    /// Depth-first search down to `limit` steps.
    pub fn depth_limited(problem: &'a P, limit: Cost) -> Self {
        Self::new(problem, &Blind, PathOnly, limit, false)
    }

    /// Depth-limited search with limits 0, 1, 2…: the fewest steps, in little memory.
    pub fn iterative_deepening(problem: &'a P) -> Self {
        Self::new(problem, &Blind, PathOnly, 0, true)
    }
}

impl<'a, P: Problem, H: Heuristic<P>, V: Policy<P>> DepthFirst<'a, P, H, V> {
    pub(crate) fn new(problem: &'a P, heuristic: &'a H, policy: V, bound: Cost, deepens: bool) -> Self {
        Self {
            problem,
            heuristic,
            policy,
            bound,
            next_bound: NO_BOUND,
            deepens,
            frames: Vec::new(),
            heap_bytes: 0,
            root: None,
            phase: Phase::Round,
            solution: None,
            found: 0,
            rounds: 0,
            step_cost: None,
            steps_differ: false,
            stats: Stats::default(),
        }
    }

    /// What lies below a node, within a bound: a part of a round. Its solutions begin with the action that led to the node.
    pub(crate) fn below(problem: &'a P, heuristic: &'a H, policy: V, node: Below<P, H::Memo>, bound: Cost) -> Self {
        let Below { state, memo, g, last } = node;
        let mut part = Self::new(problem, heuristic, policy, bound, false);
        part.heap_bytes = problem.heap_bytes(&state) as u64;
        let actions = problem.actions(&state, Some(last));
        part.frames.push(Frame { state, memo, g, id: NodeId(0), last: Some(last), actions });
        part.phase = Phase::Running(None);
        part.rounds = 1;
        part.stats.expanded = 1;
        part
    }

    fn bytes(&self) -> u64 {
        self.path_bytes() + self.policy.bytes()
    }

    fn path_bytes(&self) -> u64 {
        (self.frames.capacity() * size_of::<Frame<P, H::Memo>>()) as u64 + self.heap_bytes
    }

    fn claim(&mut self, bytes: u64, budget: &Budget) -> Result<(), Limit> {
        budget.allow_bytes(bytes)?;
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    /// Asks for the memory that entering one more state may take.
    #[cold]
    fn grow_frames(&mut self, budget: &Budget) -> Result<(), Limit> {
        let more = self.frames.capacity().max(64);
        let bytes = self.bytes() + ((self.frames.capacity() + more) * size_of::<Frame<P, H::Memo>>()) as u64;
        self.claim(bytes, budget)?;
        self.frames.reserve_exact(more);
        Ok(())
    }

    #[inline]
    fn make_room(&mut self, full: bool, budget: &Budget) -> Result<(), Limit> {
        if full {
            self.grow_frames(budget)?;
        }
        let path = self.path_bytes();
        self.policy.make_room(path, budget, &mut self.stats.peak_bytes)
    }

    /// Starts a round from the root: the first, or one with the next bound.
    #[cold]
    fn begin_round<O: Observer<P>>(
        &mut self,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<Option<Frame<P, H::Memo>>, Limit> {
        let first = self.rounds == 0;
        self.make_room(self.frames.capacity() == 0, budget)?;
        let state = self.problem.start();
        let heap_bytes = self.problem.heap_bytes(&state);
        self.claim(self.bytes() + heap_bytes as u64, budget)?;
        let (id, side, mut stop) = (NodeId(0), Side::Forward, false);
        if first {
            budget.spend()?;
            let memo = self.heuristic.memo(self.problem, &state);
            let estimate = self.heuristic.estimate(&memo, Cost::MAX);
            let h = estimate.unwrap_or(Cost::MAX);
            stop |= observer.event(Event::Created { id, origin: None, root: Some(&state), g: 0, h, side }).is_break();
            if estimate.is_none() {
                self.phase = Phase::Finished(Ending::Unsolvable);
                return Ok(None);
            }
            self.root = Some((memo, h));
            if V::BOUNDED == Bounded::Estimate {
                self.bound = h;
            }
            let admitted = self.policy.admit(&Entry { state: &state, g: 0, heap_bytes }, |_| false);
            debug_assert!(admitted.is_ok());
        }
        let (memo, h) = self.root.clone().expect("the first round computed it");
        if V::BOUNDED != Bounded::Nothing {
            stop |= observer.event(Event::Deepened { bound: self.bound }).is_break();
        }
        stop |= observer.event(Event::Examined { id, state: &state, g: 0, h, side }).is_break();
        self.rounds += 1;
        budget.prove(self.lower_bound());
        self.heap_bytes = heap_bytes as u64;
        if self.problem.is_goal(&state) {
            self.solution = Some(Path { states: vec![state], actions: Vec::new(), cost: 0 });
            self.found = 1;
            let _ = observer.event(Event::Solved { id, cost: 0 });
            self.phase = Phase::Finished(Ending::Solved);
            return Ok(None);
        }
        self.stats.expanded += 1;
        self.next_bound = NO_BOUND;
        let actions = self.problem.actions(&state, None);
        let root = Frame { state, memo, g: 0, id, last: None, actions };
        self.phase = Phase::Running(None);
        if stop {
            self.frames.push(root);
            return Err(Limit::Interrupt);
        }
        Ok(Some(root))
    }

    /// A round ended without a solution: the next one, or the end.
    #[cold]
    fn end_round(&mut self) -> Option<Ending> {
        let ending = match self.next_bound {
            _ if V::EVERY && self.found > 0 => Ending::Solved,
            NO_BOUND => Ending::Unsolvable,
            // The largest cost stands for all that are larger: no round can be bounded by it.
            bound if self.deepens && bound < Cost::MAX as u64 => {
                self.bound = bound as Cost;
                self.phase = Phase::Round;
                return None;
            }
            _ => Ending::Stopped(Limit::Depth),
        };
        self.phase = Phase::Finished(ending);
        Some(ending)
    }

    /// What the rounds so far have proved.
    fn lower_bound(&self) -> Cost {
        let admissible = self.heuristic.quality() >= Quality::Admissible;
        match V::BOUNDED {
            Bounded::Estimate if admissible && self.deepens && self.rounds > 0 => self.bound,
            Bounded::Steps if self.deepens && !self.steps_differ => {
                self.bound.saturating_mul(self.step_cost.unwrap_or(0))
            }
            _ => 0,
        }
    }

    /// The path: the frames' actions and states, the deepest frame's and those of the goal.
    #[cold]
    fn solve(&mut self, last: Option<P::Action>, action: P::Action, ends: [P::State; 2], cost: Cost) -> Ending {
        let actions = self.frames.iter().filter_map(|frame| frame.last).chain(last).chain([action]).collect();
        let states = self.frames.iter().map(|frame| frame.state.clone()).chain(ends).collect();
        self.solution = Some(Path { states, actions, cost });
        self.found += 1;
        if !V::EVERY {
            self.phase = Phase::Finished(Ending::Solved);
        }
        Ending::Solved
    }

    /// Whether a state is above the deepest frame. Taken by value: a reference would keep the hot loop's own copy in
    /// memory.
    #[cold]
    #[inline(never)]
    #[allow(clippy::needless_pass_by_value)]
    fn is_on_path(&self, child: P::State) -> bool {
        self.frames.iter().any(|frame| frame.state == child)
    }

    #[cold]
    fn note_cost(&mut self, cost: Cost) {
        self.steps_differ |= self.step_cost.is_some();
        self.step_cost.get_or_insert(cost);
    }

    #[cold]
    fn hold(
        &mut self,
        top: Frame<P, H::Memo>,
        held: Option<(P::Action, Cost)>,
        limit: Limit,
    ) -> Result<Option<Ending>, Limit> {
        self.put_back(top, held);
        Err(limit)
    }

    /// The deepest frame goes back on the stack, where a place was kept for it.
    fn put_back(&mut self, top: Frame<P, H::Memo>, held: Option<(P::Action, Cost)>) {
        self.frames.push(top);
        self.phase = Phase::Running(held);
    }

    /// Runs to the end or a limit, or if `ONE` until one more state was entered.
    #[inline]
    #[allow(clippy::too_many_lines)] // One loop, in numbered steps: splitting it would hide its order.
    fn advance<O: Observer<P>, const ONE: bool, const HELD: bool>(
        &mut self,
        observer: &mut O,
        budget: &mut Budget,
    ) -> Result<Option<Ending>, Limit> {
        // 1. The deepest frame. It lives in these variables, not on the stack, while it is worked on.
        let (frame, held) = match &mut self.phase {
            Phase::Finished(ending) => return Ok(Some(*ending)),
            Phase::Running(held) => (self.frames.pop().expect("a running search has a path"), held.take()),
            Phase::Round => match self.begin_round(observer, budget)? {
                Some(root) if !ONE => (root, None),
                root => {
                    self.frames.extend(root);
                    return Ok(None);
                }
            },
        };
        let Frame { mut state, mut memo, mut g, mut id, mut last, mut actions } = frame;
        // Only the instance that finishes a held action sees one: in the other the compiler knows what `actions` yields,
        // such as that every step costs 1.
        let mut next = if HELD { held } else { actions.next() };
        macro_rules! follow {
            () => {{
                if HELD {
                    self.put_back(Frame { state, memo, g, id, last, actions }, None);
                    return Ok(None);
                }
                next = actions.next();
            }};
        }
        macro_rules! hold {
            ($held:expr, $limit:expr) => {{
                let held = $held;
                return self.hold(Frame { state, memo, g, id, last, actions }, held, $limit);
            }};
        }
        loop {
            // 2. No action left: back to the frame before.
            let Some((action, cost)) = next else {
                self.heap_bytes -= self.problem.heap_bytes(&state) as u64;
                let Some(parent) = self.frames.pop() else { return Ok(self.end_round()) };
                Frame { state, memo, g, id, last, actions } = parent;
                follow!();
                continue;
            };
            // 3. The child's g and h, from its parent alone.
            if let Err(limit) = budget.spend() {
                hold!(next, limit);
            }
            if V::BOUNDED == Bounded::Steps && self.step_cost != Some(cost) {
                self.note_cost(cost);
            }
            let origin = Origin { parent: id, state: &state, action };
            let (child_g, side) = (g.saturating_add(cost), Side::Forward);
            let built = H::FROM_CHILD.then(|| self.problem.child(&state, action, &mut actions));
            let child_memo = match &built {
                Some(child) => self.heuristic.memo(self.problem, child),
                None => self.heuristic.advance(self.problem, &memo, &state, action),
            };
            let left = if V::BOUNDED == Bounded::Estimate { self.bound.saturating_sub(child_g) } else { Cost::MAX };
            let h = self.heuristic.estimate(&child_memo, left);
            let reason = match (V::BOUNDED, h) {
                (_, None) => Some(Pruned::DeadEnd),
                (Bounded::Estimate, Some(h)) if child_g as u64 + h as u64 > self.bound as u64 => {
                    self.next_bound = self.next_bound.min(child_g as u64 + h as u64);
                    Some(Pruned::Bound(self.bound))
                }
                (Bounded::Steps, _) if self.frames.len() as u64 >= self.bound as u64 => {
                    self.next_bound = self.bound as u64 + 1;
                    Some(Pruned::Depth)
                }
                _ => None,
            };
            if let Some(reason) = reason {
                if observer.event(Event::Pruned { origin, g: child_g, h, reason, side }).is_break() {
                    hold!(None, Limit::Interrupt);
                }
                follow!();
                continue;
            }
            let h = h.unwrap_or(0);
            // 4. Build it; drop it if it was seen.
            let full = self.frames.len() + 1 >= self.frames.capacity();
            let room = if full || V::BOUNDED == Bounded::Nothing { self.make_room(full, budget) } else { Ok(()) };
            if let Err(limit) = room {
                budget.give_back(1);
                hold!(next, limit);
            }
            let child = built.unwrap_or_else(|| self.problem.child(&state, action, &mut actions));
            let heap_bytes = self.problem.heap_bytes(&child);
            if heap_bytes > 0 {
                // On the path, and once more where it is remembered.
                if let Err(limit) = self.claim(self.bytes() + 2 * heap_bytes as u64, budget) {
                    budget.give_back(1);
                    hold!(next, limit);
                }
            }
            let frames = &self.frames;
            let on_path = |child: &P::State| state == *child || frames.iter().rev().any(|frame| frame.state == *child);
            let entry = Entry { state: &child, g: child_g, heap_bytes };
            let mut admitted = self.policy.admit(&entry, on_path);
            if V::BOUNDED == Bounded::Estimate && cost == 0 && (state == child || self.is_on_path(child.clone())) {
                // No bound would ever end a circle of free steps.
                admitted = Err(Pruned::Cycle);
            }
            if let Err(reason) = admitted {
                if observer.event(Event::Pruned { origin, g: child_g, h: Some(h), reason, side }).is_break() {
                    hold!(None, Limit::Interrupt);
                }
                follow!();
                continue;
            }
            // 5. Enter it.
            let goals = if V::EVERY { self.found } else { 0 };
            let child_id = NodeId::after(self.stats.expanded - self.rounds + goals + 1);
            let created = Event::Created { id: child_id, origin: Some(origin), root: None, g: child_g, h, side };
            let examined = Event::Examined { id: child_id, state: &child, g: child_g, h, side };
            let stop = observer.event(created).is_break() | observer.event(examined).is_break();
            if (h == 0 || self.heuristic.quality() == Quality::Inadmissible) && self.problem.is_goal(&child) {
                let _ = observer.event(Event::Solved { id: child_id, cost: child_g });
                let ending = self.solve(last, action, [state.clone(), child], child_g);
                if V::EVERY {
                    self.put_back(Frame { state, memo, g, id, last, actions }, None);
                }
                return Ok(Some(ending));
            }
            self.stats.expanded += 1;
            self.heap_bytes += heap_bytes as u64;
            // Field by field: moving a frame as a whole right after its actions advanced stalls on the narrow store.
            self.frames.push(Frame {
                state: std::mem::replace(&mut state, child),
                memo: std::mem::replace(&mut memo, child_memo),
                g: std::mem::replace(&mut g, child_g),
                id: std::mem::replace(&mut id, child_id),
                last: last.replace(action),
                actions: std::mem::replace(&mut actions, self.problem.actions(&state, Some(action))),
            });
            if stop {
                hold!(None, Limit::Interrupt);
            }
            if ONE {
                self.put_back(Frame { state, memo, g, id, last, actions }, None);
                return Ok(None);
            }
            follow!();
        }
    }

    /// Solutions found so far.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Starts a round of this bound from the root, whatever is left of the last one. For a caller that chooses the bounds.
    pub(crate) fn restart(&mut self, bound: Cost) {
        self.frames.clear();
        (self.heap_bytes, self.bound, self.phase) = (0, bound, Phase::Round);
    }

    /// Nothing above this bound is entered any more in this round.
    pub(crate) fn tighten(&mut self, bound: Cost) {
        self.bound = self.bound.min(bound);
    }

    /// The least g + h over the bound that was met in this round.
    pub(crate) fn over_bound(&self) -> Option<u64> {
        (self.next_bound != NO_BOUND).then_some(self.next_bound)
    }

    pub(crate) fn last_solution(&self) -> Option<Solution<P::Action>> {
        self.solution.clone().map(Into::into)
    }

    /// Runs to an ending: a goal, the end of the search, or a limit.
    pub(crate) fn advance_to_end<O: Observer<P>>(
        &mut self,
        observer: &mut O,
        budget: &mut Budget,
    ) -> ControlFlow<Ending> {
        self.advance_counted::<O, false>(observer, budget)
    }

    /// Runs, counting what it generates by what it pays.
    #[inline]
    fn advance_counted<O: Observer<P>, const ONE: bool>(
        &mut self,
        observer: &mut O,
        budget: &mut Budget,
    ) -> ControlFlow<Ending> {
        let before = budget.spent();
        let done = if matches!(self.phase, Phase::Running(Some(_))) {
            self.advance::<O, ONE, true>(observer, budget)
        } else {
            self.advance::<O, ONE, false>(observer, budget)
        };
        self.stats.generated += budget.spent() - before;
        match done {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(ending)) => ControlFlow::Break(ending),
            Err(limit) => ControlFlow::Break(Ending::Stopped(limit)),
        }
    }
}

impl<P: Problem, H: Heuristic<P>, V: Policy<P>> Search<P> for DepthFirst<'_, P, H, V> {
    fn step<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> ControlFlow<Ending> {
        self.advance_counted::<O, true>(observer, budget)
    }

    fn run<O: Observer<P>>(&mut self, observer: &mut O, budget: &mut Budget) -> Report<P::Action> {
        loop {
            if let ControlFlow::Break(ending) = self.advance_counted::<O, false>(observer, budget) {
                return Report { ending, ..self.report() };
            }
        }
    }

    fn report(&self) -> Report<P::Action> {
        let ending = if let Phase::Finished(ending) = self.phase { ending } else { INTERRUPTED };
        let lower_bound = self.lower_bound();
        let mut stats = self.stats;
        stats.evaluated = stats.generated;
        // Every state that was entered was examined; goals are those that were not expanded.
        stats.examined = stats.expanded + self.found;
        stats.peak_bytes = stats.peak_bytes.max(self.bytes());
        Report { ending, solution: self.solution.clone().map(Into::into), lower_bound, stats }
    }

    /// Without a solution, the part of the current path that leads to its lowest h.
    fn path(&self) -> Option<Path<P::State, P::Action>> {
        if self.solution.is_some() {
            return self.solution.clone();
        }
        let estimate = |frame: &Frame<P, H::Memo>| self.heuristic.estimate(&frame.memo, Cost::MAX).unwrap_or(Cost::MAX);
        let nearest = self.frames.iter().enumerate().rev().min_by_key(|(_, frame)| estimate(frame))?.0;
        let path = &self.frames[..=nearest];
        let states = path.iter().map(|frame| frame.state.clone()).collect();
        Some(Path {
            states,
            actions: path.iter().filter_map(|frame| frame.last).collect(),
            cost: self.frames[nearest].g,
        })
    }

    /// The path from the start to the state examined last: the states that still have children to create.
    fn frontier(&self) -> Vec<Seen<P::State>> {
        let seen = |frame: &Frame<P, H::Memo>| Seen {
            id: frame.id,
            state: frame.state.clone(),
            g: frame.g,
            h: self.heuristic.estimate(&frame.memo, Cost::MAX).unwrap_or(Cost::MAX),
            side: Side::Forward,
        };
        self.frames.iter().rev().map(seen).collect()
    }

    /// The states remembered beside the path: of plain depth-first search all that were entered, of the others none.
    fn closed(&self) -> Vec<Seen<P::State>> {
        let seen = |(id, (state, g)): (NodeId, (P::State, Cost))| {
            let memo = self.heuristic.memo(self.problem, &state);
            let h = self.heuristic.estimate(&memo, Cost::MAX).unwrap_or(Cost::MAX);
            Seen { id, state, g, h, side: Side::Forward }
        };
        (0..).map(NodeId).zip(self.policy.remembered()).map(seen).collect()
    }
}
