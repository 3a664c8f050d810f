//! What the tests share: small problems, every algorithm under one name, and a record of events.

pub(crate) mod graph;
pub(crate) mod method;
pub(crate) mod pancakes;
pub(crate) mod record;
