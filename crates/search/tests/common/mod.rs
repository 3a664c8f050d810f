//! What the tests share: small problems, every algorithm under one name, and a record of events.

#![allow(dead_code, unreachable_pub)] // Each test file uses its own part of this.

pub mod graph;
pub mod method;
pub mod pancakes;
pub mod record;
