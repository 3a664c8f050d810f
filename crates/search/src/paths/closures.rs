//! Closures as a problem and a heuristic of the engine.
//!
//! The engine asks for actions and applies them; a closure returns whole successors. Here an action is the [`Ordinal`] of a
//! successor, and the iterator over a state's actions is the closure's own: it keeps the successor that it yielded last until the
//! search takes it (`Problem::child`). So the closure is called once per expansion and no successor is copied. Only who asks for a
//! state *again* (a trace, a search that does not store its states) makes it be called again; its last answer is kept.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;

use super::cost::{CostError, PathCost};
use crate::heuristic::{Heuristic, Quality};
use crate::problem::{Cost, Problem, StateNumber};

/// An action: which of the successors of its state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ordinal(NonZeroU32);

impl Ordinal {
    fn new(at: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(at as u32))
    }

    /// From 0.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}

impl fmt::Debug for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}

/// Closures as a [`Problem`]: with it every search, observer, trace and law of this crate works on them.
///
/// The successors of a state must be the same whenever they are asked for, in the same order.
///
/// ```
/// use hueco_search::paths::Closures;
/// use hueco_search::{BestFirst, Budget, Search, laws};
///
/// let knight = |&(x, y): &(i8, i8)| {
///     let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
///     let to = leaps.into_iter().map(move |(right, up)| (x + right, y + up));
///     to.filter(|to| (0..8).contains(&to.0) && (0..8).contains(&to.1)).map(|to| (to, 1))
/// };
/// let problem = Closures::new((0, 0), knight, |&at| at == (7, 7));
/// assert_eq!(laws::reachable(&problem, 1000).unwrap().len(), 64);
/// let report = BestFirst::breadth_first(&problem).run(&mut (), &mut Budget::unlimited());
/// assert_eq!((report.cost(), report.is_optimal()), (Some(6), true));
/// ```
pub struct Closures<N, FN, FS> {
    start: N,
    successors: RefCell<FN>,
    success: RefCell<FS>,
    /// The successors of the state that was asked for again last.
    again: RefCell<Option<(N, Vec<N>)>>,
    fault: Cell<Option<CostError>>,
    pub(super) heap_bytes: Option<Measure<N>>,
    numbers: Option<(usize, Measure<N>)>,
}

/// Counts something of a state.
pub(super) type Measure<N> = Box<dyn Fn(&N) -> usize>;

impl<N, C, FN, IN, FS> Closures<N, FN, FS>
where
    N: Clone + Eq + Hash,
    C: PathCost,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FS: FnMut(&N) -> bool,
{
    /// A problem: where it starts, what follows a state at which cost, what is a goal.
    pub fn new(start: N, successors: FN, success: FS) -> Self {
        Self {
            start,
            successors: RefCell::new(successors),
            success: RefCell::new(success),
            again: RefCell::new(None),
            fault: Cell::new(None),
            heap_bytes: None,
            numbers: None,
        }
    }

    /// `bytes` are what a state owns outside itself (boxes, vectors), so that memory limits are kept.
    #[must_use]
    pub fn heap_bytes(self, bytes: impl Fn(&N) -> usize + 'static) -> Self {
        Self { heap_bytes: Some(Box::new(bytes)), ..self }
    }

    /// Numbers the states, from 0 to `states` - 1, no two alike: a best-first search may then find them in a table.
    #[must_use]
    pub fn numbered(self, states: usize, number: impl Fn(&N) -> usize + 'static) -> Self {
        Self { numbers: Some((states, Box::new(number))), ..self }
    }

    /// To be asked after a search: a cost that could not be counted. The search ended early because of it, and what it
    /// reports means nothing.
    pub fn fault(&self) -> Option<CostError> {
        self.fault.get()
    }

    /// A step of the cost that stands for one out of range.
    #[cold]
    fn fail(&self, error: CostError) {
        self.fault.set(self.fault.get().or(Some(error)));
    }

    fn successor(&self, state: &N, action: Ordinal) -> Option<N> {
        let mut again = self.again.borrow_mut();
        if again.as_ref().is_none_or(|(known, _)| known != state) {
            let successors = (self.successors.borrow_mut())(state);
            *again = Some((state.clone(), successors.into_iter().map(|(to, _)| to).collect()));
        }
        again.as_ref().and_then(|(_, successors)| successors.get(action.index()).cloned())
    }
}

/// The successors of a state, one after the other.
pub struct Children<N, I> {
    successors: I,
    /// How many were yielded.
    count: usize,
    /// The one that was yielded last, until it is taken.
    last: Option<N>,
    /// Whether a cost was out of range.
    faulty: bool,
}

impl<N, C: PathCost, I: Iterator<Item = (N, C)>> Iterator for Children<N, I> {
    type Item = (Ordinal, Cost);

    #[inline(always)]
    fn next(&mut self) -> Option<(Ordinal, Cost)> {
        let (state, cost) = self.successors.next()?;
        self.last = Some(state);
        self.count += 1;
        let cost = cost.to_cost();
        self.faulty |= cost.is_none();
        Some((Ordinal::new(self.count - 1), cost.unwrap_or(0)))
    }
}

impl<N, C, FN, IN, FS> Problem for Closures<N, FN, FS>
where
    N: Clone + Eq + Hash,
    C: PathCost,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FS: FnMut(&N) -> bool,
{
    type State = N;
    type Action = Ordinal;
    type Actions = Children<N, IN::IntoIter>;
    const LEADS_BACK: bool = true;

    fn start(&self) -> N {
        self.start.clone()
    }

    /// After a fault every state is one, so that the search ends.
    #[inline]
    fn is_goal(&self, state: &N) -> bool {
        self.fault.get().is_some() || (self.success.borrow_mut())(state)
    }

    #[inline]
    fn actions(&self, state: &N, _: Option<Ordinal>) -> Self::Actions {
        let successors = (self.successors.borrow_mut())(state).into_iter();
        Children { successors, count: 0, last: None, faulty: false }
    }

    fn apply(&self, state: &mut N, action: Ordinal) {
        let mut actions = self.actions(state, None);
        if actions.nth(action.index()).is_some() {
            *state = self.child(state, action, &mut actions);
        }
    }

    #[inline(always)]
    fn child(&self, state: &N, action: Ordinal, actions: &mut Self::Actions) -> N {
        if actions.faulty {
            self.fail(CostError::Step);
        }
        let last = actions.last.take();
        last.unwrap_or_else(|| self.successor(state, action).unwrap_or_else(|| state.clone()))
    }

    #[inline]
    fn number(&self, state: &N) -> Option<StateNumber> {
        self.numbers.as_ref().map(|(states, number)| StateNumber { number: number(state), states: *states })
    }

    #[inline]
    fn heap_bytes(&self, state: &N) -> usize {
        self.heap_bytes.as_ref().map_or(0, |bytes| bytes(state))
    }
}

/// A closure as a [`Heuristic`] of [`Closures`]. Nothing is known of it unless it is claimed.
///
/// ```
/// use hueco_search::paths::{Closures, Estimates};
/// use hueco_search::{Budget, IdaStar, Quality, Search};
///
/// let problem = Closures::new(0, |&n: &i32| [(n + 1, 1), (n - 1, 1)], |&n| n == 40);
/// let estimates = Estimates::new(|n: &i32| n.abs_diff(40)).claim(Quality::Consistent);
/// let report = IdaStar::ida_star(&problem, &estimates).run(&mut (), &mut Budget::unlimited());
/// assert_eq!((report.cost(), report.is_optimal()), (Some(40), true));
/// ```
pub struct Estimates<F> {
    estimate: RefCell<F>,
    quality: Quality,
}

impl<F> Estimates<F> {
    /// Estimates by a closure.
    pub fn new(estimate: F) -> Self {
        Self { estimate: RefCell::new(estimate), quality: Quality::Inadmissible }
    }

    /// Claims what is known of them. It decides what may be called optimal.
    #[must_use]
    pub fn claim(self, quality: Quality) -> Self {
        Self { quality, ..self }
    }
}

impl<N, C, K, FN, IN, FS, F> Heuristic<Closures<N, FN, FS>> for Estimates<F>
where
    N: Clone + Eq + Hash,
    C: PathCost,
    K: PathCost,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FS: FnMut(&N) -> bool,
    F: FnMut(&N) -> K,
{
    type Memo = Cost;
    const FROM_CHILD: bool = true;

    /// After a fault 0, so that the search ends at the next state.
    #[inline]
    fn memo(&self, problem: &Closures<N, FN, FS>, state: &N) -> Cost {
        let estimate = (self.estimate.borrow_mut())(state).to_cost();
        if estimate.is_none() {
            problem.fail(CostError::Estimate);
        }
        estimate.unwrap_or(0)
    }

    #[inline]
    fn estimate(&self, memo: &Cost, _: Cost) -> Option<Cost> {
        Some(*memo)
    }

    fn quality(&self) -> Quality {
        self.quality
    }
}
