//! Additive pattern databases, after Korf and Felner: exact distances for some tiles at a time, which add up.

pub mod build;
pub mod file;
pub mod geometry;
mod map;
pub mod partition;
pub mod rank;
pub mod search;
pub mod store;
pub mod table;

pub use build::{BuildError, Progress, build_bytes};
pub use file::{FileFault, Header, SaveError, verify};
pub use geometry::{Pattern, Symmetry};
pub use partition::{Partition, PartitionError};
pub use search::PatternSearch;
pub use store::{Note, Sources, Store, Stored, TableEvent};
pub use table::{Table, Tables};
