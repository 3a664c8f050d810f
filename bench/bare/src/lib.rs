//! The engine's own sources with the observer calls of the best-first loop taken out (see `build.rs`). Only the benchmark `observer` uses it.
#![allow(unused, missing_docs)]

include!(concat!(env!("OUT_DIR"), "/engine.rs"));
