//! What a fuzzer does with arbitrary bytes, for the readers of this crate: what is taken survives being written and read again. Plain
//! functions, so that the stable tests run them too.

pub use crate::cluster::fuzz_hosts as hosts;
pub use crate::commands::fuzz_records as records;
