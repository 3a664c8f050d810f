//! The multi-tile metric: sliding a whole segment of a row or column is one move.
//!
//! The blank goes any number of cells along its row or its column, and the tiles between slide towards where it was. Two
//! slides along the same line one after the other are one slide (or none), so a shortest solution turns at every slide: a
//! horizontal one follows a vertical one and the other way round. [`MultiTiles`] creates no others, and nothing is lost.
//!
//! *Answers.* Up to ten cells a [`DistanceTable`] is built in a moment and answers everything. Beyond, IDA* is run: with
//! [`SegmentWalking`] up to twelve cells, and with [`SlidePatterns`] up to sixteen. It is exact, but these bounds are
//! weaker than those for single moves: 4x4 boards take much longer than in the single metric.

mod patterns;
mod problem;
mod solve;
mod walking;

pub use patterns::{PatternMemo, SlidePatterns};
pub use problem::{MultiTiles, Slide, SlideActions};
pub use solve::{MultiError, MultiSolver, SlideBound};
pub use walking::SegmentWalking;

#[cfg(doc)]
use crate::space::DistanceTable;
