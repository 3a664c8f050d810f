//! The priority of a best-first search: two weights that make one number of g and h.

use crate::heuristic::Quality;
use crate::problem::Cost;

/// How g and h make a priority value; the lowest is examined first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Priority {
    /// Weight of g.
    pub g: u32,
    /// Weight of h.
    pub h: u32,
}

impl Priority {
    /// A*, with h counted `thousandths`/1000 times.
    pub fn weighted(thousandths: u32) -> Self {
        let (mut a, mut b) = (1000, thousandths);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { g: 1000 / a, h: thousandths / a }
    }

    /// Whether a value is a lower bound on the cost of solutions.
    pub(crate) fn bounds(self, quality: Quality) -> bool {
        self.g == self.h.max(1) && quality >= Quality::Admissible
    }

    #[inline]
    pub(crate) fn value(self, g: Cost, h: Cost) -> u64 {
        self.g as u64 * g as u64 + self.h as u64 * h as u64
    }

    /// The h that makes `value` with this g. Told from the priority so that a taken node is not evaluated again.
    #[inline]
    pub(crate) fn h(self, value: u64, g: Cost) -> Cost {
        match self.h {
            0 => 0,
            1 => (value - self.g as u64 * g as u64) as Cost,
            weight => ((value - self.g as u64 * g as u64) / weight as u64) as Cost,
        }
    }
}
