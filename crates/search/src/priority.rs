//! The priority of a best-first search: two weights that make one number of g and h. The weights determine the search.

use crate::best_first::BestFirst;
use crate::heuristic::{Blind, Heuristic, Quality};
use crate::order::{Cheapest, InOrder, Shortest};
use crate::problem::{Cost, Problem};
use crate::report::Ties;

/// How g and h make a priority value; the lowest is examined first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Priority {
    /// Weight of g.
    pub g: u32,
    /// Weight of h.
    pub h: u32,
}

/// With weights of at most this, a value has 64 bits whatever g and h are. A larger one would order nodes by h alone anyway.
const LARGEST_WEIGHT: u32 = u32::MAX >> 1;

impl Priority {
    /// The same with weights whose values cannot overflow.
    pub(crate) fn bounded(self) -> Self {
        Self { g: self.g.min(LARGEST_WEIGHT), h: self.h.min(LARGEST_WEIGHT) }
    }

    /// A*, with h counted `thousandths`/1000 times.
    pub fn weighted(thousandths: u32) -> Self {
        let (mut a, mut b) = (1000, thousandths);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { g: 1000 / a, h: thousandths / a }.bounded()
    }

    /// Whether a value is a lower bound on the cost of solutions.
    pub(crate) fn bounds(self, quality: Quality) -> bool {
        self.g == self.h.max(1) && quality >= Quality::Admissible
    }

    #[inline]
    pub(crate) fn value(self, g: Cost, h: Cost) -> u64 {
        self.g as u64 * g as u64 + self.h as u64 * h as u64
    }

    /// The h that makes `value` with this g. Computed from the priority, so that a taken node is not evaluated again.
    #[inline]
    pub(crate) fn h(self, value: u64, g: Cost) -> Cost {
        match self.h {
            0 => 0,
            1 => (value - self.g as u64 * g as u64) as Cost,
            weight => ((value - self.g as u64 * g as u64) / weight as u64) as Cost,
        }
    }
}

impl<'a, P: Problem> BestFirst<'a, P, Blind, InOrder> {
    /// Breadth-first search: shortest in steps.
    pub fn breadth_first(problem: &'a P) -> Self {
        Self::with(problem, &Blind, Priority { g: 0, h: 0 }, Ties::Fifo)
    }
}

impl<'a, P: Problem> BestFirst<'a, P, Blind> {
    /// Uniform-cost search (Dijkstra's): cheapest.
    pub fn uniform_cost(problem: &'a P, ties: Ties) -> Self {
        Self::new(problem, &Blind, Priority { g: 1, h: 0 }, ties)
    }
}

impl<'a, P: Problem> BestFirst<'a, P, Blind, Shortest> {
    /// Breadth-first search that tests for the goal when a node is created: the same path, almost a layer sooner.
    /// The goal counts as examined, and siblings after it are not created.
    pub(crate) fn shortest(problem: &'a P) -> Self {
        Self::with(problem, &Blind, Priority { g: 0, h: 0 }, Ties::Fifo)
    }
}

impl<'a, P: Problem, H: Heuristic<P>> BestFirst<'a, P, H, Cheapest> {
    /// A* that keeps no actions; uniform-cost search where the heuristic is blind.
    pub(crate) fn cheapest(problem: &'a P, heuristic: &'a H) -> Self {
        Self::with(problem, heuristic, Priority { g: 1, h: 1 }, Ties::LowH)
    }
}

impl<'a, P: Problem, H: Heuristic<P>> BestFirst<'a, P, H> {
    /// A*: cheapest if the heuristic is admissible.
    pub fn a_star(problem: &'a P, heuristic: &'a H, ties: Ties) -> Self {
        Self::new(problem, heuristic, Priority { g: 1, h: 1 }, ties)
    }

    /// Weighted A*: at most `thousandths`/1000 times the cheapest, if the heuristic is admissible.
    pub fn weighted_a_star(problem: &'a P, heuristic: &'a H, thousandths: u32, ties: Ties) -> Self {
        Self::new(problem, heuristic, Priority::weighted(thousandths), ties)
    }

    /// Greedy best-first search: whatever looks nearest to the goal. No promise about the cost.
    pub fn greedy(problem: &'a P, heuristic: &'a H, ties: Ties) -> Self {
        Self::new(problem, heuristic, Priority { g: 0, h: 1 }, ties)
    }

    /// Any setting.
    pub fn new(problem: &'a P, heuristic: &'a H, priority: Priority, ties: Ties) -> Self {
        Self::with(problem, heuristic, priority, ties)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_weight_makes_a_value_overflow() {
        for weights in [Priority { g: u32::MAX, h: u32::MAX }.bounded(), Priority::weighted(u32::MAX)] {
            let value = weights.value(Cost::MAX >> 1, Cost::MAX);
            assert_eq!(weights.h(value, Cost::MAX >> 1), Cost::MAX);
            assert!(value > weights.value(Cost::MAX >> 1, Cost::MAX - 1));
        }
    }

    #[test]
    fn weights_are_as_small_as_can_be() {
        for (thousandths, g, h) in [(0, 1, 0), (1, 1000, 1), (500, 2, 1), (1000, 1, 1), (1500, 2, 3), (3000, 1, 3)] {
            assert_eq!(Priority::weighted(thousandths), Priority { g, h });
        }
        assert_eq!(Priority { g: 7, h: u32::MAX }.bounded(), Priority { g: 7, h: LARGEST_WEIGHT });
    }

    #[test]
    fn h_is_read_from_a_value() {
        for weights in [Priority { g: 1, h: 1 }, Priority { g: 2, h: 3 }, Priority { g: 0, h: 1 }] {
            assert_eq!(weights.h(weights.value(10, 7), 10), 7);
        }
        assert_eq!(Priority { g: 2, h: 3 }.value(10, 7), 41);
        assert_eq!(Priority { g: 1, h: 0 }.h(10, 10), 0);
    }

    #[test]
    fn a_value_is_a_bound_where_h_counts_as_much_as_g_and_is_admissible() {
        for (g, h, bounds) in [(1, 1, true), (1, 0, true), (0, 1, false), (0, 0, false), (2, 3, false)] {
            let weights = Priority { g, h };
            assert_eq!(weights.bounds(Quality::Admissible), bounds, "{weights:?}");
            assert_eq!(weights.bounds(Quality::Consistent), bounds, "{weights:?}");
            assert!(!weights.bounds(Quality::Inadmissible), "{weights:?}");
        }
    }
}
