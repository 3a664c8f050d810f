//! Beyond one machine: whole state spaces and large tables on timely dataflow.
//!
//! A space that one machine cannot hold is divided into *shards*, each a range of ranks. *Workers* are threads, of one
//! process or of many on many hosts. Each owns some shards, and all go through the space together, level by level: a worker
//! expands its own states, marks successors in its own shards at once, and sends the others to their owners. Timely
//! delivers the messages and knows when all messages of a level have arrived.
//!
//! ```text
//! hosts, processes ──connect──▶ Team ──run──▶ worker: Messenger ◀──messages, broadcasts──▶ the other workers
//!                  (connect.rs) (team.rs)       │ (messages.rs)
//!                                               ├─ explore/    the boards of a shape: two bits per state, by rank
//!                                               ├─ reach/      any problem of the engine: a set of states, by hash
//!                                               └─ patterns.rs pattern databases, block by block
//!
//! processes.rs   local processes: started, talked to, watched
//! supervise.rs   a cluster run on them: all are started again if one is lost
//! farm.rs        many small jobs, each solved by one of them
//! ```
//!
//! **What is promised.** The counts are the same on any number of workers, since a level ends for all at once and a state
//! belongs to exactly one shard. A process that is lost takes all others down (timely is fail-stop), so nothing incomplete
//! is ever reported. With checkpoints the next run resumes after the last level that every worker had written.
//!
//! Connected processes trust each other: hosts should be on a private network.

mod checkpoints;
mod connect;
mod explore;
mod farm;
#[doc(hidden)]
pub mod fuzz;
mod messages;
mod patterns;
mod processes;
mod reach;
mod supervise;
mod team;

pub use checkpoints::{Checkpoint, Resume};
pub use connect::{ConnectError, connect};
pub use explore::{DiskFault, Event, Exploration, ExploreError, Note, explore};
pub use farm::{Farm, FarmError, FarmProcess, LostProcess, Reply, Task};
pub use patterns::{BuildTableError, build_table};
pub use processes::Loss;
pub use reach::{
    Enumerated, Enumeration, Layer, ReachError, ReachEvent, Reached, Source, StateOf, Trouble, enumerate, reach,
};
pub use supervise::{Member, SuperviseError, Supervisor};
pub use team::{PeerLost, Team};
