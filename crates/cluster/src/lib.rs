//! Beyond one machine: whole state spaces and large tables on timely dataflow.
//!
//! A space that one machine cannot hold is cut into *shards*, each a range of ranks. Workers, which are threads of one
//! process or of many on many hosts, own some shards each and go through the space level by level, all of them on the
//! same level: a worker expands its own states, marks what falls into its own shards at once, and posts what falls into
//! another's. Timely carries the post and says when a level's post has all arrived.
//!
//! ```text
//! hosts, processes ──meet──▶ Team ──run──▶ worker: Post ◀──parcels, words──▶ the other workers
//! (meet.rs)                  (team.rs)       │ (post.rs)
//!                                            ├─ explore/    the boards of a shape, two bits a state, by rank
//!                                            ├─ reach/      any problem of the engine, a set of states, by hash
//!                                            └─ patterns.rs pattern databases, block by block
//! supervise.rs   starts local processes (processes.rs), notices a dead or silent one, starts them all again
//! farm.rs        boards to solve, one by one, over local processes
//! ```
//!
//! **What is promised.** The counts are the same on any number of workers, since a level ends for all at once and a state
//! belongs to exactly one shard. A worker that is lost takes all others down (timely is fail-stop), so nothing half-done is
//! ever reported; with a folder for checkpoints the next run goes on from the last level that every worker had written.
//!
//! Processes trust each other once they have met: hosts that others can reach should be on a network of their own.

mod explore;
mod farm;
mod meet;
mod patterns;
mod post;
mod processes;
mod reach;
mod supervise;
mod team;

pub use explore::{Checkpoint, DiskFault, Event, ExploreError, Job, Note, Resume, explore};
pub use farm::{Farm, FarmError, FarmHand, LostProcess, Reply, Task};
pub use meet::{MeetError, meet};
pub use patterns::{TableLost, build_table};
pub use reach::{Layer, Reached, reach};
pub use supervise::{Loss, SuperviseError, Watch, Watched};
pub use team::{Lost, Team};
