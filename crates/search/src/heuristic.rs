//! Estimates of the distance to a goal, computed incrementally.
//!
//! A heuristic keeps a *memo* beside each state: whatever makes the next estimate cheap (a running sum, table indices).
//! The memo of a child is computed from the memo and the state of its parent, so a child that is pruned is never built.

use crate::problem::{Cost, Problem};

/// What is known of a heuristic, from weakest to strongest. It decides what may be called optimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quality {
    /// May exceed the true distance.
    Inadmissible,
    /// Never exceeds the true distance.
    Admissible,
    /// Admissible, and no step lowers it by more than the step costs.
    Consistent,
}

/// An estimate of the cost from a state to the nearest goal.
pub trait Heuristic<P: Problem> {
    /// What makes the next estimate cheap.
    type Memo: Clone;

    /// Whether a child's memo is computed from its own state, by [`memo`](Self::memo): [`advance`](Self::advance) would be no cheaper.
    /// A search then builds the child first, and a best-first search evaluates no state that it knows already.
    const FROM_CHILD: bool = false;

    /// The memo of a state, from scratch.
    fn memo(&self, problem: &P, state: &P::State) -> Self::Memo;

    /// The memo after `action`, computed from the state *before* it.
    fn advance(&self, problem: &P, _memo: &Self::Memo, before: &P::State, action: P::Action) -> Self::Memo {
        let mut after = before.clone();
        problem.apply(&mut after, action);
        self.memo(problem, &after)
    }

    /// The estimate. Above `limit` any valid bound will do, so that a second, dearer look can be skipped.
    /// `None`: there is no solution from here.
    fn estimate(&self, memo: &Self::Memo, limit: Cost) -> Option<Cost>;

    /// What is known of this heuristic.
    fn quality(&self) -> Quality;
}

/// Knows nothing: every estimate is zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<P: Problem> Heuristic<P> for Blind {
    type Memo = ();

    #[inline]
    fn memo(&self, _: &P, _: &P::State) {}

    #[inline]
    fn advance(&self, _: &P, (): &(), _: &P::State, _: P::Action) {}

    #[inline]
    fn estimate(&self, (): &(), _: Cost) -> Option<Cost> {
        Some(0)
    }

    #[inline]
    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}

/// The larger of two estimates. Nest it for more.
#[derive(Clone, Copy, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<P: Problem, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Max<A, B> {
    type Memo = (A::Memo, B::Memo);
    const FROM_CHILD: bool = A::FROM_CHILD && B::FROM_CHILD;

    fn memo(&self, problem: &P, state: &P::State) -> Self::Memo {
        (self.0.memo(problem, state), self.1.memo(problem, state))
    }

    fn advance(&self, problem: &P, memo: &Self::Memo, before: &P::State, action: P::Action) -> Self::Memo {
        (self.0.advance(problem, &memo.0, before, action), self.1.advance(problem, &memo.1, before, action))
    }

    fn estimate(&self, memo: &Self::Memo, limit: Cost) -> Option<Cost> {
        let first = self.0.estimate(&memo.0, limit)?;
        if first > limit { Some(first) } else { Some(first.max(self.1.estimate(&memo.1, limit)?)) }
    }

    fn quality(&self) -> Quality {
        self.0.quality().min(self.1.quality())
    }
}

impl<P: Problem, H: Heuristic<P>> Heuristic<P> for &H {
    type Memo = H::Memo;
    const FROM_CHILD: bool = H::FROM_CHILD;

    #[inline]
    fn memo(&self, problem: &P, state: &P::State) -> H::Memo {
        (**self).memo(problem, state)
    }

    #[inline]
    fn advance(&self, problem: &P, memo: &H::Memo, before: &P::State, action: P::Action) -> H::Memo {
        (**self).advance(problem, memo, before, action)
    }

    #[inline]
    fn estimate(&self, memo: &H::Memo, limit: Cost) -> Option<Cost> {
        (**self).estimate(memo, limit)
    }

    fn quality(&self) -> Quality {
        (**self).quality()
    }
}
