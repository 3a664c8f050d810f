//! Additive pattern databases, after Korf and Felner: exact distances for some tiles at a time, which add up.
//!
//! ```text
//! Partition ──canonical──▶ Pattern ──build, or a file──▶ Table ──┬─▶ Additive (a heuristic of the engine, any board)
//! (which tiles together)   (geometry alone)    (Tables::ready)   └─▶ PatternSearch (IDA*, boards of at most 16 cells)
//! ```
//! A table counts the moves of its own tiles and none of the others'. Tables of disjoint groups of tiles therefore count
//! no move twice, and their sum is a lower bound, far above Manhattan distance since each table knows how its tiles hinder
//! one another.
//!
//! | file | what |
//! |---|---|
//! | `partition.rs` | which tiles go together |
//! | `geometry.rs` | patterns, and which of them share a table |
//! | `rank.rs` | numbers for placements |
//! | `build.rs` | fills a table |
//! | `pockets.rs` | tables by region |
//! | `file.rs`, `map.rs` | table files |
//! | `store.rs` | the folder of files, and the one call that makes tables ready |
//! | `table.rs` | tables in memory |
//! | `search/` | the fast IDA* |

pub mod build;
pub mod file;
pub mod geometry;
mod map;
pub mod partition;
pub(crate) mod pockets;
pub mod rank;
pub mod search;
mod shelf;
pub mod store;
pub mod table;

pub use crate::file::{FileFault, SaveError};
pub use build::{BuildError, Progress, build_bytes};
pub use file::{Header, verify};
pub use geometry::{Pattern, Symmetry};
pub use partition::{Partition, PartitionError, PartitionSpec};
pub use search::PatternSearch;
pub use shelf::Shelf;
pub use store::{Note, Sources, Store, Stored, TableEvent};
pub use table::{Table, Tables};
