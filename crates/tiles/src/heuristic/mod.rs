//! Heuristics for sliding tiles, one file each, all incremental and for any goal.

mod manhattan;

pub use manhattan::Manhattan;

use crate::cells::Cells;

/// Puts a sum of distances into the small type that is stored with every node.
#[inline]
fn sum<C: Cells>(value: u32) -> C::Sum {
    C::Sum::try_from(value).expect("a sum of distances fits the board's sum type")
}
