//! Heuristics for sliding tiles, one file each, all incremental and for any goal.
//!
//! Each is built by `new(frame)`, which measures to the frame's goal, or by `towards(frame, target)`, which measures to
//! any arrangement: `target` is, by label, the cell where it belongs. A search backwards aims at the start that way.
//! A [`HeuristicSpec`] says which one, [`AnyHeuristic`] is any of them behind one type; a [`Formula`] is made of them by the user.

mod any;
mod blank;
mod direct_reversals;
mod formula;
mod inversion;
mod linear_conflict;
mod manhattan;
mod misplaced;
mod misplaced_blank;
mod pattern;
mod spec;
mod walking_distance;

pub use any::{AnyHeuristic, MEMO_WORDS};
pub use blank::BlankDistance;
pub use direct_reversals::{DirectReversals, direct_reversals};
pub use formula::{Feature, Formula, FormulaError, FormulaFault, Measures, Wanted};
pub use inversion::Inversion;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use misplaced_blank::MisplacedBlank;
pub use pattern::{Additive, OtherGeometry};
pub use spec::{Expected, HEURISTICS, HeuristicError, HeuristicSpec, Named, Part};
pub use walking_distance::{TableTooLarge, WalkingDistance};

pub(crate) use walking_distance::Table as WalkingTable;

use crate::cells::Cells;

/// Puts a sum of distances into the small type that is stored with every node.
#[inline]
fn sum<C: Cells>(value: u32) -> C::Sum {
    C::Sum::try_from(value).expect("a sum of distances fits the board's sum type")
}
