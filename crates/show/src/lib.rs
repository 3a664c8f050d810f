//! Everything a person looks at: traces of a search, its tree, charts.
//!
//! All pictures come from here, and serve the command, the page and the documents alike. A search is watched, never
//! copied: an observer records what the engine does, and all else is drawn from that record.
//!
//! Any problem of [`hueco_search`] can be drawn. The example `own_problem` defines one, two jugs of water, and prints its search
//! tree as SVG, in less than 40 lines:
//!
//! ```sh
//! cargo run --package hueco-show --example own_problem > jugs.svg
//! ```

pub mod answer;
mod branching;
#[cfg(not(target_arch = "wasm32"))]
pub mod chart;
pub mod checked;
pub mod compare;
#[doc(hidden)]
pub mod fuzz;
pub mod layers;
pub mod placed;
pub mod quiz;
pub mod trace;
pub mod tree;

pub use branching::effective_branching;
