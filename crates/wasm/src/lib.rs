//! hueco in a web worker of a page: the requests of `hueco serve`, answered by a WebAssembly module.
//!
//! ```text
//! page ──message──▶ worker.js ──ask(kind, language, body)──▶ Engine ──▶ hueco_jobs::run
//!      ◀─message──            ◀──emit(event, JSON)──────────┘  progress, better solutions, the result or why there is none
//! ```
//! The worker runs one request at a time, on its one thread. While the module runs, the worker receives no messages; but the module
//! asks it for the time about every millisecond ([`hueco_search::clock`]), and then the worker looks whether the page wants
//! the run stopped. If so, it sets the run's flag, whose address it was given.
//!
//! *Why no binding generator.* Texts go in, texts come out: six functions and some lines in the worker. A
//! generator would need a tool of exactly its version on every machine that builds the page.
//!
//! | file | what it holds |
//! |---|---|
//! | `engine.rs` | a request's kind and text to its answer |
//! | `host.rs` | the module's functions and what it imports; everything `unsafe` |

mod engine;
#[cfg(any(target_arch = "wasm32", test))]
mod host;

pub use engine::{Engine, Sink};
