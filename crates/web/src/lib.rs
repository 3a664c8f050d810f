//! The page of hueco and its server.
//!
//! ```text
//! browser ──▶ guard (name, origin, headers) ──▶ routes ──▶ hueco_jobs::Request ──▶ a thread of a pool ──▶ JSON
//!                                                ├─ queue: long requests are jobs, with events and cancelling
//!                                                └─ page: the files of `page/`, part of the program
//! ```
//! The server is made for the machine it runs on: it listens on loopback by default, has no accounts and keeps
//! nothing on disk. Still it treats every request as hostile: each has limits on size, time and memory, and a browser's other
//! pages cannot reach it. The JSON is the command's own.
//!
//! ```no_run
//! use hueco_web::{Server, Settings};
//!
//! let server = Server::bind(Settings::default())?;
//! println!("http://{}", server.address());
//! server.run()?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod fault;
#[doc(hidden)]
pub mod fuzz;
mod guard;
mod idle_memory;
mod page;
mod patient;
mod pool;
mod queue;
mod request;
mod routes;
mod server;
mod settings;

pub use page::Page;
pub use routes::routes;
pub use server::{Server, Stopper};
pub use settings::{Limits, Settings};
