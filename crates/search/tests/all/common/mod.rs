//! What the tests share: small problems, every algorithm under one name, and a record of events.

pub mod graph;
pub mod method;
pub mod pancakes;
pub mod record;
