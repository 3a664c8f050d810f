//! Costs of any integer type, converted to the engine's own and back, checked.

use std::fmt;

use crate::problem::Cost;

/// An integer that can be a cost: every primitive one. A cost that is negative, or too large for the engine, is an error and
/// never wraps around.
///
/// # Why the engine counts in `u32`
///
/// A node stores its g, its h and its place in the frontier; with costs of four bytes a record of a small state is half a
/// cache line, and priorities can be bucket numbers instead of keys in a heap. Sums may reach 2^31 - 2.
///
/// # Fractions, and larger costs
///
/// Choose a unit in which the answer is exact enough, and round once, where costs are made. Then paths are added and
/// compared exactly, which fractions in binary are not. Round estimates *down*, so that they stay below the true distance.
///
/// ```
/// use hueco_search::paths::astar;
///
/// let places: [(f64, f64); 4] = [(0.0, 0.0), (1.0, 1.5), (2.0, 0.5), (3.0, 1.0)];
/// let roads = [(0, 1), (0, 2), (1, 3), (2, 3)];
/// let metres = |a: usize, b: usize| (places[a].0 - places[b].0).hypot(places[a].1 - places[b].1) * 1000.0;
///
/// // In millimetres: up to 2,147 kilometres in all.
/// let steps = |&at: &usize| {
///     let from_here = roads.into_iter().filter(move |road| road.0 == at);
///     from_here.map(|(a, b)| (b, (metres(a, b) * 1000.0).round() as u32))
/// };
/// let left = |&at: &usize| (metres(at, 3) * 1000.0).floor() as u32;
/// let (path, millimetres) = astar(&0, steps, left, |&at| at == 3).unwrap();
/// assert_eq!(path, [0, 2, 3]);
/// assert_eq!(f64::from(millimetres) / 1e6, 3.179_587);
/// ```
pub trait PathCost: Copy {
    /// As a cost of the engine, if it is one.
    fn to_cost(self) -> Option<Cost>;

    /// A cost of the engine as this type, if it has room for it.
    fn from_cost(cost: Cost) -> Option<Self>;
}

macro_rules! costs {
    ($($integer:ty)*) => {$(
        impl PathCost for $integer {
            #[inline]
            fn to_cost(self) -> Option<Cost> {
                Cost::try_from(self).ok()
            }

            #[inline]
            fn from_cost(cost: Cost) -> Option<Self> {
                Self::try_from(cost).ok()
            }
        }
    )*};
}

costs!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// A cost that cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CostError {
    /// The cost of a step is negative or above [`Cost::MAX`].
    Step,
    /// An estimate is negative or above [`Cost::MAX`].
    Estimate,
    /// The costs of a path add up to more than 2^31 - 2.
    Sum,
    /// The cost of the path is beyond the type of its steps' costs.
    Narrow,
}

impl fmt::Display for CostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Step => "the cost of a step is negative or above 4294967295",
            Self::Estimate => "an estimate is negative or above 4294967295",
            Self::Sum => "the costs of a path add up to more than 2147483646",
            Self::Narrow => "the cost of the path does not fit into the type of the costs of its steps",
        })
    }
}

impl std::error::Error for CostError {}
