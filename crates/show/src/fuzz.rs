//! What a fuzzer does with arbitrary bytes: the reader of traces takes them without a panic, and what it accepts can be counted,
//! compared with itself and drawn. A plain function, so that the stable tests run it too.

use crate::trace::{compare, read};

/// Reads `data` as a trace. Panics where something is wrong.
pub fn trace(data: &[u8]) {
    match read(data) {
        Ok(trace) => {
            let counters = trace.counters();
            assert!(counters.expanded <= counters.examined);
            assert!(compare(&trace, &trace).difference.is_none());
        }
        Err(error) => assert!(error.line >= 1 && error.column >= 1, "{error}"),
    }
}
